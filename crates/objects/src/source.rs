//! A sequence of calls as Java: lines for the console, and a JUnit 5 test that shows the finding on any machine.

use crate::call::{Call, Calls, Construction, line};
use classfile::Kind;
use std::fmt::Write;

/// How a sequence ends.
pub struct SequenceEnd<'a> {
    /// The property that is violated.
    pub property: &'a str,
    /// What is wrong, in words.
    pub message: &'a str,
}

/// The lines of a sequence, from making the objects on. `names` are the classes of the objects as Java text has them.
pub fn sequence(names: &[String], calls: &Calls, path: &[u32]) -> Vec<String> {
    let all = calls.names();
    let make = |(made, class): (&Construction, &String)| {
        format!("{class} {} = new {class}({});", made.name, made.arguments(&all))
    };
    let mut lines: Vec<String> = calls.objects.iter().zip(names).map(make).collect();
    lines.extend(path.iter().map(|&at| {
        let call = &calls.list[at as usize];
        format!("{}.{};", all[call.receiver], line(&call.method, &call.values, &all))
    }));
    lines
}

/// A finding to be shown by a test.
pub struct Shown<'a> {
    pub path: Vec<u32>,
    /// What each call throws, and what that of the other class does, as Java names it.
    pub thrown: Vec<[Option<String>; 2]>,
    pub ending: SequenceEnd<'a>,
}

/// By this line a test is known that was written here.
pub const MADE: &str = "    @Test\n    void finding1() throws Throwable {";

/// A JUnit 5 test class with one test for each sequence. `names` and `twins` are the classes of the objects.
pub fn junit(
    test: &str,
    package: &str,
    names: &[String],
    twins: &[String],
    calls: &Calls,
    found: &[Shown<'_>],
) -> String {
    let mut text = String::new();
    if !package.is_empty() {
        let _ = writeln!(text, "package {package};\n");
    }
    let _ = writeln!(
        text,
        "import static org.junit.jupiter.api.Assertions.*;\n\nimport org.junit.jupiter.api.Test;\n"
    );
    let _ = writeln!(text, "class {test} {{");
    for (number, shown) in found.iter().enumerate() {
        let blank = if number > 0 { "\n" } else { "" };
        // A comment ends at its first end, whatever a message has in it.
        let message = shown.ending.message.replace('\n', " ").replace("*/", "* /").replace('\\', "\\\\");
        let _ = writeln!(text, "{blank}    /** {}: {message} */", shown.ending.property);
        let _ = writeln!(text, "    @Test\n    void finding{}() throws Throwable {{", number + 1);
        for line in body(names, twins, calls, shown) {
            let _ = writeln!(text, "        {line}");
        }
        text.push_str("    }\n");
    }
    text.push_str("}\n");
    text
}

/// The statements of a test.
fn body(names: &[String], twins: &[String], calls: &Calls, shown: &Shown<'_>) -> Vec<String> {
    let all = calls.names();
    let make = |(made, class): (&Construction, &String)| {
        format!("{class} {} = new {class}({});", made.name, made.arguments(&all))
    };
    let mut lines: Vec<String> = calls.objects.iter().zip(names).map(make).collect();
    lines.extend(calls.twins.iter().zip(twins).map(make));
    let Some((&last, before)) = shown.path.split_last() else {
        lines.extend(invariants(calls, &shown.ending));
        return lines;
    };
    let objects = calls.objects.len();
    let own_line = |at: u32| {
        let call = &calls.list[at as usize];
        format!("{}.{}", all[call.receiver], line(&call.method, &call.values, &all))
    };
    let twin_names = || all[objects..].to_vec();
    let twin_line = |at: u32| {
        let call = &calls.list[at as usize];
        call.twin.as_ref().map(|(target, values)| {
            format!("{}.{}", all[objects + call.receiver], line(target, values, &twin_names()))
        })
    };
    let nothing = [None, None];
    for (at, &call) in before.iter().enumerate() {
        let [own, other] = shown.thrown.get(at).unwrap_or(&nothing);
        lines.push(statement(&own_line(call), own.as_deref()));
        lines.extend(twin_line(call).map(|line| statement(&line, other.as_deref())));
    }
    let [_, other] = shown.thrown.get(before.len()).unwrap_or(&nothing);
    let is_void = calls.list[last as usize].method.returns == Kind::Void;
    match (twin_line(last), other) {
        // What the other class throws is what this one should.
        (Some(twin), Some(_)) => {
            lines.push(statement(&twin, other.as_deref()));
            lines.push(statement(&own_line(last), other.as_deref()));
        }
        (Some(twin), None) if is_void => lines.push(format!("{twin}; {};", own_line(last))),
        (Some(twin), None) => lines.push(equality(&calls.list[last as usize], &twin, &own_line(last))),
        (None, _) => {
            lines.push(format!("{};", own_line(last)));
            lines.extend(invariants(calls, &shown.ending));
        }
    }
    lines
}

/// That two calls give the same, as it was judged: numbers whatever their types, arrays by what is in them.
fn equality(call: &Call, twin: &str, own: &str) -> String {
    let other = call.twin.as_ref().map_or(Kind::Ref, |(target, _)| target.returns);
    let may_be_array = |desc: &str| {
        let result = desc.rsplit(')').next().unwrap_or_default();
        result.starts_with('[') || result == "Ljava/lang/Object;"
    };
    if call.method.returns != Kind::Ref && other != Kind::Ref {
        return format!("assertEquals({twin}, {own});");
    }
    match may_be_array(call.method.desc.as_str()) {
        true => format!("assertTrue(java.util.Objects.deepEquals({twin}, {own}));"),
        false => format!("assertEquals((Object) {twin}, (Object) {own});"),
    }
}

/// A call as a statement. One that throws what it should does so in a test too.
fn statement(call: &str, thrown: Option<&str>) -> String {
    match thrown {
        Some(class) => format!("assertThrows({class}.class, () -> {call});"),
        None => format!("{call};"),
    }
}

/// The invariant of every object, if that is what was violated.
fn invariants(calls: &Calls, ending: &SequenceEnd<'_>) -> Vec<String> {
    let Some(invariant) =
        calls.invariant.as_ref().filter(|_| ending.property == crate::judge::INVARIANT.name())
    else {
        return Vec::new();
    };
    calls.objects.iter().map(|made| format!("assertTrue({}.{}());", made.name, invariant.name)).collect()
}
