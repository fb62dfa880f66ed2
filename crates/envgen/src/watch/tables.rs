//! The Java of a monitor: what the specification says in numbers, and the methods that the unit calls.

use super::{Event, EventKind, is_constructor, meant};
use crate::emit::Source;
use crate::plan::{ActionPattern, Choosing, Deed, Driver, Environment, Letter, Pattern};
use crate::world::{Type, World, in_java};
use base::FastSet;
use classfile::{Kind, MethodDesc};

pub(super) struct Writing<'a, 'w> {
    pub plan: &'a Environment,
    pub world: &'a World<'w>,
    pub events: &'a [Event],
    /// Threads, and then what happens first; how many follow each.
    pub drivers: &'a [(&'a Driver, i64)],
    pub taken: &'a FastSet<usize>,
    pub file: &'a str,
}

/// A text as Java has it between quotes.
fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

impl Writing<'_, '_> {
    pub fn class(&self, name: &str) -> String {
        let mut out = Source::new();
        if !self.plan.package.is_empty() {
            out.line(&format!("package {};", self.plan.package));
            out.line("");
        }
        out.line("import jaywalk.runner.Assumption;");
        out.line("import jaywalk.runner.Assumption.Names;");
        out.line("");
        out.comment(&format!("What {} allows, and what the unit tells of.", self.file));
        out.open(&format!("public final class {name} extends Assumption.Tables"));
        for (number, event) in self.events.iter().enumerate() {
            self.event(number, event, name, &mut out);
        }
        self.numbers(&mut out);
        self.automata(&mut out);
        self.letters(&mut out);
        self.objects(&mut out);
        out.close();
        out.text().to_string()
    }

    /// The method that is called when something happens.
    fn event(&self, number: usize, event: &Event, class: &str, out: &mut Source) {
        let shown = self.shown(event);
        if event.kind == EventKind::Hidden {
            out.open(&format!("public static void event{number}()"));
            out.line(&format!("if (Assumption.crosses()) Assumption.hidden(\"{}\");", quoted(&shown)));
            return out.close();
        }
        let types: Vec<Kind> = match event.kind {
            EventKind::Field { .. } => {
                vec![classfile::descriptor::field_kind(event.desc.bytes()).unwrap_or(Kind::Ref)]
            }
            _ => MethodDesc::parse(event.desc)
                .map(|apart| apart.params.iter().map(|(kind, _)| *kind).collect())
                .unwrap_or_default(),
        };
        let java = |kind: Kind| kind.java_name().unwrap_or("Object").to_string();
        let mut parameters: Vec<String> =
            types.iter().enumerate().map(|(at, &kind)| format!("{} p{at}", java(kind))).collect();
        let given: Vec<String> = (0..types.len()).map(|at| format!("p{at}")).collect();
        let given = format!("new Object[] {{{}}}", given.join(", "));
        let has_self = match event.kind {
            EventKind::Method { is_static } => !is_static,
            EventKind::Field { .. } => true,
            EventKind::Constructor | EventKind::Hidden => false,
        };
        if has_self {
            parameters.insert(0, "Object self".to_string());
        }
        let receiver = if has_self { "self" } else { "null" };
        let is_taken = self.taken.contains(&number);
        let result = if is_taken { "boolean" } else { "void" };
        out.open(&format!("public static {result} event{number}({})", parameters.join(", ")));
        let none = if is_taken { "return false;" } else { "return;" };
        out.line(&format!("if (!Assumption.crosses()) {none}"));
        match is_constructor(event) {
            true => out.line(&format!("Assumption.made(new {class}(), {number}, {given});")),
            false => out.line(&format!(
                "{}Assumption.call(new {class}(), {number}, {receiver}, {given});",
                if is_taken { "return " } else { "" }
            )),
        }
        out.close();
        if is_taken {
            let kind = MethodDesc::parse(event.desc).map_or(Kind::Ref, |apart| apart.ret.0);
            out.open(&format!("public static void returned{number}({} value)", java(kind)));
            out.line("Assumption.returned(value);");
            out.close();
        }
    }

    /// As people would name it.
    fn shown(&self, event: &Event) -> String {
        let class = in_java(self.world.hierarchy.file(event.class).name);
        match event.kind {
            EventKind::Constructor => class,
            EventKind::Field { .. } => format!("{class}.{} =", event.name),
            _ => format!("{class}.{}", event.name),
        }
    }

    fn numbers(&self, out: &mut Source) {
        let first = self.plan.first.as_ref().map_or(-1, |_| self.drivers.len() as i64 - 1);
        out.line(&format!("@Override public String file() {{ return \"{}\"; }}", quoted(self.file)));
        out.line(&format!("@Override public int drivers() {{ return {}; }}", self.drivers.len()));
        out.line(&format!("@Override public int first() {{ return {first}; }}"));
        let count = |&(_, count): &(&Driver, i64)| count.to_string();
        one_of(out, "int count(int driver)", "driver", self.drivers.iter().map(count), "0");
        let name = |(driver, _): &(&Driver, i64)| format!("\"{}\"", quoted(&driver.name));
        one_of(out, "String name(int driver)", "driver", self.drivers.iter().map(name), "\"\"");
        let locals = |(driver, _): &(&Driver, i64)| driver.locals.len().to_string();
        one_of(out, "int locals(int driver)", "driver", self.drivers.iter().map(locals), "0");
        let shown = self.events.iter().map(|event| format!("\"{}\"", quoted(&self.shown(event))));
        one_of(out, "String shown(int method)", "method", shown, "\"\"");
    }

    fn automata(&self, out: &mut Source) {
        let offsets = self.offsets();
        for (number, (driver, _)) in self.drivers.iter().enumerate() {
            let arrows = driver.order.states.iter().map(|state| {
                let pairs: Vec<String> = state
                    .arrows
                    .iter()
                    .map(|&(letter, to)| format!("{}, {to}", offsets[number] + letter as usize))
                    .collect();
                format!("new int[] {{{}}}", pairs.join(", "))
            });
            table(out, &format!("private int[] arrows{number}(int at)"), "at", arrows, "new int[0]");
            let finals = driver.order.states.iter().map(|state| state.is_final.to_string());
            table(out, &format!("private boolean isFinal{number}(int at)"), "at", finals, "false");
        }
        let all = (0..self.drivers.len()).map(|number| format!("arrows{number}(at)"));
        one_of(out, "int[] arrows(int driver, int at)", "driver", all, "new int[0]");
        let all = (0..self.drivers.len()).map(|number| format!("isFinal{number}(at)"));
        one_of(out, "boolean isFinal(int driver, int at)", "driver", all, "false");
    }

    /// The number of each driver's first letter.
    fn offsets(&self) -> Vec<usize> {
        let mut offsets = vec![0];
        for (driver, _) in self.drivers {
            offsets.push(offsets[offsets.len() - 1] + driver.letters.len());
        }
        offsets
    }

    fn letters(&self, out: &mut Source) {
        let letters: Vec<(&Driver, &Letter)> = self
            .drivers
            .iter()
            .flat_map(|&(driver, _)| driver.letters.iter().map(move |letter| (driver, letter)))
            .collect();
        let kind = |(_, letter): &(&Driver, &Letter)| match &letter.deed {
            Deed::Do(_) => "0".to_string(),
            Deed::Take { .. } => "1".to_string(),
            Deed::Choose { .. } => "2".to_string(),
        };
        one_of(out, "int kind(int letter)", "letter", letters.iter().map(kind), "0");
        let local = |(_, letter): &(&Driver, &Letter)| letter.deed.binds().unwrap_or(0).to_string();
        one_of(out, "int local(int letter)", "letter", letters.iter().map(local), "0");
        let text = |(_, letter): &(&Driver, &Letter)| format!("\"{}\"", quoted(&letter.text));
        one_of(out, "String text(int letter)", "letter", letters.iter().map(text), "\"\"");
        let (mut numbers, mut conditions) = (Vec::new(), Vec::new());
        let (mut ones, mut others) = (Vec::new(), Vec::new());
        for (driver, letter) in &letters {
            let (mut actions, mut one, mut other) = (Vec::new(), "false".to_string(), "true".to_string());
            match &letter.deed {
                Deed::Do(all) | Deed::Take { actions: all, .. } => {
                    for action in all {
                        actions.push(conditions.len().to_string());
                        conditions.push(self.fits(&action.pattern));
                    }
                }
                Deed::Choose { local, from, others: not } => {
                    one = self.is_one("value", from, &driver.locals[*local].1, None);
                    let differ = not.iter().map(|name| self.differs(driver, name));
                    other = std::iter::once(other).chain(differ).collect::<Vec<_>>().join(" && ");
                }
            }
            numbers.push(format!("new int[] {{{}}}", actions.join(", ")));
            ones.push(one);
            others.push(other);
        }
        one_of(out, "int[] actions(int letter)", "letter", numbers.into_iter(), "new int[0]");
        let head = "boolean fits(int action, int method, Object self, Object[] given, Names names)";
        one_of(out, head, "action", conditions.into_iter(), "false");
        one_of(
            out,
            "boolean isOne(int letter, Object value, Names names)",
            "letter",
            ones.into_iter(),
            "false",
        );
        one_of(
            out,
            "boolean isOther(int letter, Object value, Names names)",
            "letter",
            others.into_iter(),
            "true",
        );
    }

    fn differs(&self, driver: &Driver, name: &str) -> String {
        match driver.locals.iter().position(|(local, _)| local == name) {
            Some(local) => format!("names.differs({local}, value)"),
            None => format!("!{}", self.global("value", name).unwrap_or_else(|| "false".to_string())),
        }
    }

    fn global(&self, value: &str, name: &str) -> Option<String> {
        let number = self.plan.objects.iter().position(|object| object.name == name)?;
        Some(format!("names.global({number}, {value})"))
    }

    fn fits(&self, pattern: &ActionPattern) -> String {
        let numbers = meant(&pattern.on, self.world, self.events);
        let is_one: Vec<String> = numbers.iter().map(|number| format!("method == {number}")).collect();
        let mut all = vec![format!("({})", is_one.join(" || "))];
        all.extend(pattern.receiver.iter().map(|receiver| self.is("self", receiver)));
        let values = pattern.values.iter().enumerate();
        all.extend(values.map(|(at, value)| self.is(&format!("given[{at}]"), value)));
        all.join(" && ")
    }

    /// The condition that a value is what was meant.
    fn is(&self, value: &str, pattern: &Pattern) -> String {
        match pattern {
            Pattern::Local(local) => format!("names.local({local}, {value})"),
            Pattern::Global(name) => self.global(value, name).unwrap_or_else(|| "false".to_string()),
            Pattern::Constant { java, of } => self.is_same(value, java, Some(of)),
            Pattern::From { from, of } => self.is_one(value, from, &of.java, Some(of)),
        }
    }

    fn is_one(&self, value: &str, from: &Choosing, java: &str, of: Option<&Type>) -> String {
        match from {
            Choosing::Between(low, high) => format!("Assumption.between({value}, {low}L, {high}L)"),
            Choosing::Reached => format!("{value} instanceof {java}"),
            Choosing::These(values) => {
                let one = |text: &String| {
                    self.global(value, text).unwrap_or_else(|| match of {
                        Some(of) => self.is_same(value, text, Some(of)),
                        None => format!("Assumption.same({value}, {})", cast(text, java)),
                    })
                };
                format!("({})", values.iter().map(one).collect::<Vec<_>>().join(" || "))
            }
        }
    }

    fn is_same(&self, value: &str, java: &str, of: Option<&Type>) -> String {
        match (java, of) {
            ("null", _) => format!("{value} == null"),
            (java, Some(of)) => format!("Assumption.same({value}, {})", cast(java, &of.java)),
            (java, None) => format!("Assumption.same({value}, {java})"),
        }
    }

    fn objects(&self, out: &mut Source) {
        let objects = &self.plan.objects;
        out.line(&format!("@Override public int objects() {{ return {}; }}", objects.len()));
        let makes = objects.iter().map(|object| {
            let class = self.world.hierarchy.file(object.made).name.text().replace('/', ".");
            let ways = object.patterns.iter().map(|(desc, values)| {
                let is_it = |event: &Event| {
                    event.class == object.made && event.kind == EventKind::Constructor && event.desc == *desc
                };
                let number = self.events.iter().position(is_it).map_or(-1, |number| number as i64);
                let mut all = vec![format!("constructor == {number}")];
                let values = values.iter().enumerate();
                all.extend(values.map(|(at, value)| self.is(&format!("given[{at}]"), value)));
                format!("({})", all.join(" && "))
            });
            let ways = ways.collect::<Vec<_>>().join(" || ");
            format!("self.getClass().getName().equals(\"{class}\") && ({ways})")
        });
        let head = "boolean makes(int object, int constructor, Object self, Object[] given, Names names)";
        one_of(out, head, "object", makes, "false");
        let kind = (0..objects.len()).map(|number| self.kind_of(number).to_string());
        table(out, "private int alike(int object)", "object", kind, "-1");
        out.open("@Override public boolean areAlike(int object, int other)");
        out.line("return alike(object) == alike(other);");
        out.close();
    }

    /// The first object that is made in the same way, if neither is meant by its name.
    fn kind_of(&self, number: usize) -> usize {
        let objects = &self.plan.objects;
        if self.is_named(&objects[number].name) {
            return number;
        }
        let is_alike = |&other: &usize| {
            let (one, two) = (&objects[number], &objects[other]);
            one.made == two.made && one.patterns == two.patterns && !self.is_named(&two.name)
        };
        (0..number).find(is_alike).unwrap_or(number)
    }

    /// Some action means the object by its name, and not just as one of all.
    fn is_named(&self, name: &str) -> bool {
        let is_it = |pattern: &Pattern| matches!(pattern, Pattern::Global(of) if of == name);
        self.drivers.iter().flat_map(|(driver, _)| &driver.letters).any(|letter| match &letter.deed {
            Deed::Do(actions) | Deed::Take { actions, .. } => actions
                .iter()
                .any(|action| action.pattern.receiver.iter().chain(&action.pattern.values).any(is_it)),
            Deed::Choose { others, .. } => others.iter().any(|other| other == name),
        }) || self.plan.objects.iter().any(|object| {
            object.patterns.iter().any(|(_, values)| {
                values.iter().any(|value| match value {
                    Pattern::Global(of) => of == name,
                    _ => false,
                })
            })
        })
    }
}

/// A constant as a value of a type: numbers become those of the type.
fn cast(java: &str, of: &str) -> String {
    match of {
        "boolean" | "byte" | "short" | "char" | "int" | "long" | "float" | "double" => {
            format!("({of}) ({java})")
        }
        _ => java.to_string(),
    }
}

/// A method of the tables that answers by a number.
fn one_of(out: &mut Source, head: &str, by: &str, answers: impl Iterator<Item = String>, other: &str) {
    table(out, &format!("@Override public {head}"), by, answers, other);
}

fn table(out: &mut Source, head: &str, by: &str, answers: impl Iterator<Item = String>, other: &str) {
    out.open(head);
    out.open(&format!("switch ({by})"));
    for (number, answer) in answers.enumerate() {
        out.line(&format!("case {number}: return {answer};"));
    }
    out.line(&format!("default: return {other};"));
    out.close();
    out.close();
}
