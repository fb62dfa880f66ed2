//! A sequence of calls as Java: lines for the console, and a JUnit 5 test that shows the finding on any machine.

use crate::call::{Calls, Made, line};
use std::fmt::Write;

/// How a sequence ends.
pub struct Ending<'a> {
    /// The property that is violated.
    pub property: &'a str,
    /// What is wrong, in words.
    pub message: &'a str,
}

/// The lines of a sequence, from making the objects on. `names` are the classes of the objects as Java text has them.
pub fn sequence(names: &[String], calls: &Calls, path: &[u32]) -> Vec<String> {
    let all = calls.names();
    let make = |(made, class): (&Made, &String)| {
        let values: Vec<String> = made.values.iter().map(|value| value.java(&all)).collect();
        format!("{class} {} = new {class}({});", made.name, values.join(", "))
    };
    let mut lines: Vec<String> = calls.objects.iter().zip(names).map(make).collect();
    lines.extend(path.iter().map(|&at| {
        let call = &calls.list[at as usize];
        format!("{}.{};", all[call.receiver], line(call.method.name, &call.values, &all))
    }));
    lines
}

/// A JUnit 5 test class with one test for each sequence. `names` and `twins` are the classes of the objects.
pub fn junit(
    test: &str,
    package: &str,
    names: &[String],
    twins: &[String],
    calls: &Calls,
    found: &[(Vec<u32>, Ending<'_>)],
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
    for (number, (path, ending)) in found.iter().enumerate() {
        let blank = if number > 0 { "\n" } else { "" };
        let message = ending.message.replace('\n', " ");
        let _ = writeln!(text, "{blank}    /** {}: {message} */", ending.property);
        let _ = writeln!(text, "    @Test\n    void finding{}() throws Throwable {{", number + 1);
        for line in body(names, twins, calls, path, ending) {
            let _ = writeln!(text, "        {line}");
        }
        text.push_str("    }\n");
    }
    text.push_str("}\n");
    text
}

/// The statements of a test.
fn body(names: &[String], twins: &[String], calls: &Calls, path: &[u32], ending: &Ending<'_>) -> Vec<String> {
    let Some((&last, before)) = path.split_last() else {
        return sequence(names, calls, path).into_iter().chain(invariants(calls, ending)).collect();
    };
    let mut lines = sequence(names, calls, before);
    if calls.twins.is_empty() {
        lines.extend(sequence(names, calls, &[last]).into_iter().skip(calls.objects.len()));
        lines.extend(invariants(calls, ending));
        return lines;
    }
    let all = calls.names();
    let objects = calls.objects.len();
    let making: Vec<String> = calls
        .twins
        .iter()
        .zip(twins)
        .map(|(made, class)| {
            let values: Vec<String> = made.values.iter().map(|value| value.java(&all)).collect();
            format!("{class} {} = new {class}({});", made.name, values.join(", "))
        })
        .collect();
    lines.splice(objects..objects, making);
    let twin_line = |at: u32| {
        let call = &calls.list[at as usize];
        call.twin.as_ref().map(|(target, values)| {
            format!("{}.{}", all[objects + call.receiver], line(target.name, values, &all))
        })
    };
    // A call that throws what it should on the way ends the test there: such tests have to be finished by hand.
    lines.extend(before.iter().filter_map(|&at| twin_line(at)).map(|call| format!("{call};")));
    let call = &calls.list[last as usize];
    let own = format!("{}.{}", all[call.receiver], line(call.method.name, &call.values, &all));
    if let Some(other) = twin_line(last) {
        lines.push(match call.method.returns {
            classfile::Kind::Void => format!("{other}; {own};"),
            _ => format!("assertEquals((Object) {other}, (Object) {own});"),
        });
    }
    lines
}

/// The invariant of every object, if that is what was violated.
fn invariants(calls: &Calls, ending: &Ending<'_>) -> Vec<String> {
    let Some(invariant) =
        calls.invariant.as_ref().filter(|_| ending.property == crate::judge::INVARIANT.name())
    else {
        return Vec::new();
    };
    calls.objects.iter().map(|made| format!("assertTrue({}.{}());", made.name, invariant.name)).collect()
}
