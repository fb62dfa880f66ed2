//! A plan as Java source, for people to read.
//!
//! One class: objects are its static fields, each thread is a nested class whose `run` follows an automaton, and
//! each letter is a method. What is chosen is asked of `Verify`, so a check takes every way.

use crate::plan::{Choosing, Deed, Driver, JavaAction, Letter, Plan};
use logic::regex::DfaState;
use std::fmt::Write as _;

/// The text of the plan's class. `of` says what it was made from.
pub fn emit(plan: &Plan, of: &str) -> String {
    let mut out = Source { text: String::new(), depth: 0 };
    if !plan.package.is_empty() {
        out.line(&format!("package {};", plan.package));
        out.line("");
    }
    out.line("import jaywalk.Verify;");
    out.line("");
    out.comment(&format!("The environment that {of} describes."));
    out.open(&format!("public final class {}", plan.name));
    for object in &plan.objects {
        out.line(&format!("static {} {};", object.class, object.name));
    }
    main(plan, &mut out);
    for chooser in &plan.choosers {
        out.line("");
        out.comment(&format!("Any {} that there is.", chooser.returns));
        out.open(&format!("private static {} {}()", chooser.returns, chooser.name));
        choose(&chooser.from, &chooser.returns, "return ", &mut out);
        out.close();
    }
    for driver in plan.first.iter().chain(plan.threads.iter().map(|(driver, _)| driver)) {
        out.line("");
        emit_driver(driver, &mut out);
    }
    out.close();
    out.text
}

/// Text with its indentation.
struct Source {
    text: String,
    depth: usize,
}

impl Source {
    fn line(&mut self, line: &str) {
        if !line.is_empty() {
            self.text.push_str(&"    ".repeat(self.depth));
            self.text.push_str(line);
        }
        self.text.push('\n');
    }

    fn open(&mut self, head: &str) {
        self.line(&format!("{head} {{"));
        self.depth += 1;
    }

    fn close(&mut self) {
        self.depth -= 1;
        self.line("}");
    }

    fn comment(&mut self, text: &str) {
        // What was written must not end the comment.
        self.line(&format!("/** {} */", text.replace("*/", "* /").replace("\\u", "\\ u")));
    }
}

fn main(plan: &Plan, out: &mut Source) {
    out.line("");
    out.open("public static void main(String[] args) throws Throwable");
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
    if plan.first.is_some() {
        out.line("new First().run();");
    }
    for (driver, count) in &plan.threads {
        for number in 1..=*count {
            let name = if *count == 1 { driver.name.clone() } else { format!("{}-{number}", driver.name) };
            out.line(&format!("new Thread(new {}(), \"{name}\").start();", driver.name));
        }
    }
    out.close();
}

/// The label of one of several cases. The last is the default, so that Java sees that there is no other.
fn case(number: usize, count: usize) -> String {
    if number + 1 == count { "default:".to_string() } else { format!("case {number}:") }
}

/// Statements that give one of the values to `into`, which is `return ` or an assignment.
fn choose(from: &Choosing, of: &str, into: &str, out: &mut Source) {
    match from {
        Choosing::Between(low, high) => {
            let number = match (i32::try_from(*low), i32::try_from(*high)) {
                (Ok(low), Ok(high)) => format!("Verify.getInt({low}, {high})"),
                _ => format!("{low}L + Verify.getInt(0, {})", high - low),
            };
            let number = if of == "int" { number } else { format!("({}) ({number})", primitive(of)) };
            out.line(&format!("{into}{number};"));
        }
        Choosing::These(values) if values == &["false", "true"] => out.line(&format!("{into}Verify.getBoolean();")),
        Choosing::These(values) if values.len() == 1 => out.line(&format!("{into}{};", values[0])),
        Choosing::These(values) => {
            out.open(&format!("switch (Verify.getInt(0, {}))", values.len() - 1));
            let end = if into == "return " { "" } else { " break;" };
            for (number, value) in values.iter().enumerate() {
                out.line(&format!("{} {into}{value};{end}", case(number, values.len())));
            }
            out.close();
        }
        Choosing::Reached => out.line(&format!("{into}Verify.any({of}.class);")),
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
    out.open(&format!("private static final class {} implements Runnable", driver.name));
    for (name, of) in &driver.locals {
        out.line(&format!("private {of} {name};"));
    }
    if !driver.locals.is_empty() {
        out.line("");
    }
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
            Deed::Do(_) => {
                let plain = letter.text.split(['(', '=']).next().unwrap_or_default().trim();
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

/// The letter may turn out to be impossible.
fn may_fail(letter: &Letter) -> bool {
    match &letter.deed {
        Deed::Do(actions) => actions.iter().any(|action| !action.must_be_there.is_empty()),
        Deed::Choose { from, others, .. } => *from == Choosing::Reached || !others.is_empty(),
    }
}

/// The automaton: where it is, what can be done there, and where that leads.
fn run(driver: &Driver, names: &[String], out: &mut Source) {
    let live = live_locals(driver);
    let states = &driver.order.states;
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
        let name = &names[letter as usize];
        let mut text = match may_fail(&driver.letters[letter as usize]) {
            true => format!("if (!{name}()) return;"),
            false => format!("{name}();"),
        };
        // What is not used any more would only make states different.
        for (local, (name, _)) in driver.locals.iter().enumerate() {
            if !live[to as usize][local] && (live[at][local] || binds(&driver.letters[letter as usize], local)) {
                let _ = write!(text, " {name} = null;");
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

/// The letter gives a value to the name.
fn binds(letter: &Letter, local: usize) -> bool {
    match &letter.deed {
        Deed::Choose { local: bound, .. } => *bound == local,
        Deed::Do(_) => false,
    }
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
                    let later = before[to as usize][local] && !binds(letter, local);
                    live[number][local] |= later || letter.uses.contains(&local);
                }
            }
        }
        if live == before {
            return live;
        }
    }
}

fn emit_letter(driver: &Driver, letter: &Letter, name: &str, out: &mut Source) {
    out.comment(&letter.text);
    let result = if may_fail(letter) { "boolean" } else { "void" };
    out.open(&format!("private {result} {name}()"));
    match &letter.deed {
        Deed::Choose { local, from, class, others } => {
            let name = &driver.locals[*local].0;
            match others.is_empty() {
                true => choose(from, class, &format!("{name} = "), out),
                false => choose_but(name, from, class, others, out),
            }
            if may_fail(letter) {
                out.line(&format!("return {name} != null;"));
            }
        }
        Deed::Do(actions) => {
            out.line(&format!("Verify.addComment(\"{}\");", quoted(&letter.text)));
            match actions.as_slice() {
                [action] => emit_action(action, out),
                actions => {
                    out.open(&format!("switch (Verify.getInt(0, {}))", actions.len() - 1));
                    for (number, action) in actions.iter().enumerate() {
                        out.open(&case(number, actions.len()));
                        emit_action(action, out);
                        out.line("break;");
                        out.close();
                    }
                    out.close();
                }
            }
            if may_fail(letter) {
                out.line("return true;");
            }
        }
    }
    out.close();
}

/// A text as Java has it between quotes.
fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

/// A value that is none of some others.
fn choose_but(name: &str, from: &Choosing, class: &str, others: &[String], out: &mut Source) {
    let Choosing::These(values) = from else {
        return out.line(&format!("{name} = Verify.any({class}.class, {});", others.join(", ")));
    };
    out.line(&format!("{class}[] all = {{{}}};", values.join(", ")));
    out.line("int count = 0;");
    out.open(&format!("for ({class} one : all)"));
    let differs: Vec<String> = others.iter().map(|other| format!("one != {other}")).collect();
    out.line(&format!("if ({}) all[count++] = one;", differs.join(" && ")));
    out.close();
    out.line(&format!("{name} = count == 0 ? null : all[Verify.getInt(0, count - 1)];"));
}

fn emit_action(action: &JavaAction, out: &mut Source) {
    let mut text = action.text.clone();
    for (number, (of, java)) in action.chosen.iter().enumerate() {
        out.line(&format!("{of} chosen{number} = {java};"));
        text = text.replace(&format!("${number}"), &format!("chosen{number}"));
    }
    if !action.must_be_there.is_empty() {
        let missing: Vec<String> =
            action.must_be_there.iter().map(|number| format!("chosen{number} == null")).collect();
        out.line(&format!("if ({}) return false;", missing.join(" || ")));
    }
    if action.taken.is_empty() {
        return out.line(&format!("{text};"));
    }
    out.open("try");
    out.line(&format!("{text};"));
    out.depth -= 1;
    out.open(&format!("}} catch ({} expected)", action.taken.join(" | ")));
    out.line("// Nothing to complain about.");
    out.close();
}
