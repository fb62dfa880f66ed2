//! A plan as Java source, for people to read.
//!
//! One class: objects are its static fields, each thread is a nested class whose `run` follows an automaton, and
//! each letter is a method. What is chosen is asked of `Verify`, so a check takes every way.

mod letters;

use crate::plan::{Choosing, Deed, Driver, Environment, JavaAction, Letter, USUAL_THREADS};
use letters::emit_letter;
use logic::regex::DfaState;
use std::fmt::Write as _;

/// What all drivers implement: by this name the machine knows what `Verify.anyKnown` leaves out.
const DRIVER: &str = "JaywalkDriver";

/// The text of the plan's class. `of` says what it was made from.
pub fn emit(plan: &Environment, of: &str) -> String {
    let mut out = Source::new();
    if !plan.package.is_empty() {
        out.line(&format!("package {};", plan.package));
        out.line("");
    }
    out.line("import jaywalk.Verify;");
    out.line("");
    out.comment(&format!("The environment that {of} describes."));
    out.open(&format!("public final class {}", plan.name));
    for object in &plan.objects {
        out.line(&format!("private final {} {};", object.class, object.name));
    }
    beginning(plan, &mut out);
    for chooser in &plan.choosers {
        out.line("");
        out.comment(&format!("Any {} that there is.", chooser.returns));
        out.open(&format!("private {} {}()", chooser.returns, chooser.name));
        choose(&chooser.from, &chooser.returns, &mut out);
        out.close();
    }
    let threads = plan.threads.iter().map(|(driver, _)| driver);
    for driver in plan.first.iter().chain(threads).chain(&plan.universal) {
        out.line("");
        emit_driver(driver, &mut out);
    }
    out.line("");
    out.comment("A thread of the environment is no object that it chooses.");
    out.line(&format!("private interface {DRIVER} {{}}"));
    out.close();
    out.text
}

/// Text with its indentation.
pub(crate) struct Source {
    text: String,
    depth: usize,
}

impl Source {
    pub(crate) fn new() -> Source {
        Source { text: String::new(), depth: 0 }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Several lines.
    pub(crate) fn block(&mut self, lines: &[String]) {
        lines.iter().for_each(|line| self.line(line));
    }

    pub(crate) fn line(&mut self, line: &str) {
        if !line.is_empty() {
            self.text.push_str(&"    ".repeat(self.depth));
            self.text.push_str(line);
        }
        self.text.push('\n');
    }

    pub(crate) fn open(&mut self, head: &str) {
        self.line(&format!("{head} {{"));
        self.depth += 1;
    }

    pub(crate) fn close(&mut self) {
        self.depth -= 1;
        self.line("}");
    }

    pub(crate) fn comment(&mut self, text: &str) {
        // What was written must not end the comment.
        self.line(&format!("/** {} */", text.replace("*/", "* /").replace("\\u", "\\ u")));
    }
}

/// The objects are made, and then the threads begin.
fn beginning(plan: &Environment, out: &mut Source) {
    out.line("");
    out.open(&format!("private {}() throws Throwable", plan.name));
    for object in &plan.objects {
        match object.ways.as_slice() {
            [way] => out.line(&format!("{} = {way};", object.name)),
            ways => {
                out.open(&format!("switch (Verify.getInt(0, {}))", ways.len() - 1));
                for (number, way) in ways.iter().enumerate() {
                    out.line(&format!("{} {} = {way}; break;", case(number, ways.len()), object.name));
                }
                out.close();
            }
        }
    }
    out.close();
    out.line("");
    out.open("public static void main(String[] args) throws Throwable");
    out.line(&format!("new {}().begin(args);", plan.name));
    out.close();
    out.line("");
    out.open("private void begin(String[] args)");
    if plan.first.is_some() {
        out.line("new First().run();");
    }
    for (driver, count) in &plan.threads {
        for number in 1..=*count {
            let name = if *count == 1 { driver.name.clone() } else { format!("{}-{number}", driver.name) };
            out.line(&format!("new Thread(new {}(), \"{name}\").start();", driver.name));
        }
    }
    if let Some(driver) = &plan.universal {
        out.line(&format!("int threads = args.length == 0 ? {USUAL_THREADS} : Integer.parseInt(args[0]);"));
        out.open("for (int number = 1; number <= threads; number++)");
        out.line(&format!("new Thread(new {}(), \"{0}-\" + number).start();", driver.name));
        out.close();
    }
    out.close();
}

/// The label of one of several cases. The last is the default, so that Java sees that there is no other.
pub(crate) fn case(number: usize, count: usize) -> String {
    if number + 1 == count { "default:".to_string() } else { format!("case {number}:") }
}

/// Statements that return one of the values.
fn choose(from: &Choosing, of: &str, out: &mut Source) {
    match from {
        Choosing::Between(low, high) => {
            let number = match (i32::try_from(*low), i32::try_from(*high)) {
                (Ok(low), Ok(high)) => format!("Verify.getInt({low}, {high})"),
                _ => format!("{low}L + Verify.getInt(0, {})", high - low),
            };
            let number = if of == "int" { number } else { format!("({}) ({number})", primitive(of)) };
            out.line(&format!("return {number};"));
        }
        Choosing::These(values) if values == &["false", "true"] => out.line("return Verify.getBoolean();"),
        Choosing::These(values) if values.len() == 1 => out.line(&format!("return {};", values[0])),
        Choosing::These(values) => {
            out.open(&format!("switch (Verify.getInt(0, {}))", values.len() - 1));
            for (number, value) in values.iter().enumerate() {
                out.line(&format!("{} return {value};", case(number, values.len())));
            }
            out.close();
        }
        Choosing::Reached => out.line(&format!("return Verify.anyKnown({of}.class);")),
    }
}

/// The primitive of a box, for numbers of a range.
fn primitive(of: &str) -> &str {
    match of {
        "java.lang.Long" => "long",
        "java.lang.Short" => "short",
        "java.lang.Byte" => "byte",
        "java.lang.Integer" | "java.lang.Number" | "java.lang.Object" | "java.lang.Comparable" => "int",
        other => other,
    }
}

fn emit_driver(driver: &Driver, out: &mut Source) {
    let text = if driver.text.is_empty() { "What happens before the threads begin." } else { &driver.text };
    out.comment(text);
    out.open(&format!("private final class {} implements Runnable, {DRIVER}", driver.name));
    let names = method_names(driver);
    out.line("@Override");
    out.open("public void run()");
    run(driver, &names, out);
    out.close();
    for (letter, name) in driver.letters.iter().zip(&names) {
        out.line("");
        emit_letter(driver, letter, name, out);
    }
    out.close();
}

/// The method of each letter: `doAdd`, or `pickW` for a name.
fn method_names(driver: &Driver) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for letter in &driver.letters {
        let stem = match &letter.deed {
            Deed::Choose { local, .. } => format!("pick{}", capital(&driver.locals[*local].0)),
            Deed::Do(_) | Deed::Take { .. } => {
                let plain = letter.text.split(['(', '=', '[']).next().unwrap_or_default().trim();
                let last = plain.rsplit(['.', ' ']).next().unwrap_or_default();
                format!("do{}", capital(last))
            }
        };
        let mut name = stem.clone();
        for number in 2.. {
            if !names.contains(&name) {
                break;
            }
            name = format!("{stem}{number}");
        }
        names.push(name);
    }
    names
}

fn capital(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().collect::<String>() + chars.as_str())
}

/// What a name stands for while it stands for nothing.
fn nothing(of: &str) -> &'static str {
    match of {
        "boolean" => "false",
        "byte" | "short" | "char" | "int" | "long" | "float" | "double" => "0",
        _ => "null",
    }
}

/// The letter may turn out to be impossible.
fn may_fail(letter: &Letter) -> bool {
    let is_missed = |action: &JavaAction| !action.must_be_there.is_empty();
    match &letter.deed {
        Deed::Do(actions) => actions.iter().any(is_missed),
        // Whatever a call returns, nothing can be done with null.
        Deed::Take { .. } => true,
        Deed::Choose { from, others, .. } => *from == Choosing::Reached || !others.is_empty(),
    }
}

/// The statement that does a letter, and ends the thread if that is impossible.
fn call(driver: &Driver, letter: &Letter, name: &str) -> String {
    let used: Vec<&str> = letter.uses.iter().map(|&local| driver.locals[local].0.as_str()).collect();
    let call = format!("{name}({})", used.join(", "));
    match (letter.deed.binds(), may_fail(letter)) {
        (None, false) => format!("{call};"),
        (None, true) => format!("if (!{call}) return;"),
        (Some(local), may_fail) => {
            let (name, of) = &driver.locals[local];
            let end = if may_fail && nothing(of) == "null" {
                format!(" if ({name} == null) return;")
            } else {
                String::new()
            };
            format!("{name} = {call};{end}")
        }
    }
}

/// The automaton: where it is, what can be done there, and where that leads.
fn run(driver: &Driver, names: &[String], out: &mut Source) {
    let live = live_locals(driver);
    let states = &driver.order.states;
    for (name, of) in &driver.locals {
        out.line(&format!("{of} {name} = {};", nothing(of)));
    }
    if states.iter().all(|state| state.arrows.is_empty()) {
        return;
    }
    if let [only] = states.as_slice() {
        out.open("while (true)");
        state(driver, only, 0, names, &live, out);
        out.close();
        return;
    }
    out.line("int at = 0;");
    out.open("while (true)");
    out.open("switch (at)");
    for (number, of) in states.iter().enumerate() {
        out.line(&format!("case {number}:"));
        out.depth += 1;
        state(driver, of, number, names, &live, out);
        if !(of.arrows.is_empty() && of.is_final) {
            out.line("break;");
        }
        out.depth -= 1;
    }
    out.line("default:");
    out.depth += 1;
    out.line("throw new AssertionError(at);");
    out.depth -= 1;
    out.close();
    out.close();
}

fn state(driver: &Driver, of: &DfaState, at: usize, names: &[String], live: &[Vec<bool>], out: &mut Source) {
    let ways = of.arrows.len() + usize::from(of.is_final);
    let is_single = driver.order.states.len() == 1;
    let step = |&(letter, to): &(u32, u32)| {
        let mut text = call(driver, &driver.letters[letter as usize], &names[letter as usize]);
        // What is not used any more would only make states different.
        for (local, (name, of)) in driver.locals.iter().enumerate() {
            let is_bound = driver.letters[letter as usize].deed.binds() == Some(local);
            if !live[to as usize][local] && (live[at][local] || is_bound) {
                let _ = write!(text, " {name} = {};", nothing(of));
            }
        }
        if !is_single && to as usize != at {
            let _ = write!(text, " at = {to};");
        }
        text
    };
    match (ways, of.is_final) {
        (1, true) => return out.line("return;"),
        (1, false) => return out.line(&step(&of.arrows[0])),
        _ => {}
    }
    if is_single && of.arrows.len() == 1 {
        out.line("if (!Verify.getBoolean()) return;");
        return out.line(&step(&of.arrows[0]));
    }
    out.open(&format!("switch (Verify.getInt(0, {}))", ways - 1));
    if of.is_final {
        out.line("case 0: return;");
    }
    for (number, arrow) in of.arrows.iter().enumerate() {
        out.line(&format!("{} {} break;", case(number + usize::from(of.is_final), ways), step(arrow)));
    }
    out.close();
}

/// For each state and name whether its value may still be used.
fn live_locals(driver: &Driver) -> Vec<Vec<bool>> {
    let states = &driver.order.states;
    let mut live = vec![vec![false; driver.locals.len()]; states.len()];
    loop {
        let before = live.clone();
        for (number, state) in states.iter().enumerate() {
            for &(letter, to) in &state.arrows {
                let letter = &driver.letters[letter as usize];
                for local in 0..driver.locals.len() {
                    let later = before[to as usize][local] && letter.deed.binds() != Some(local);
                    live[number][local] |= later || letter.uses.contains(&local);
                }
            }
        }
        if live == before {
            return live;
        }
    }
}
