//! Stack traces as findings carry them: which lines are news to the user, and what places they name.

use lts::{Finding, Property, Spot};

/// Packages of test frameworks: an assertion fails inside of them, but that is not where it stands.
const FRAMEWORKS: [&str; 5] =
    ["jaywalk.runner.", "org.junit.", "junit.framework.", "org.hamcrest.", "org.opentest4j."];

/// Leaves out of stack traces how our runner calls a test: by reflection, which is no news.
pub fn without_runner(details: Vec<String>) -> Vec<String> {
    let is_ours = |line: &str| line.trim_start().starts_with("at jaywalk.runner.");
    let leads_there = |line: &str| {
        let line = line.trim_start();
        ["at java.base/jdk.internal.reflect.", "at java.base/java.lang.reflect."]
            .iter()
            .any(|p| line.starts_with(p))
    };
    let mut kept: Vec<String> = Vec::new();
    let mut in_runner = false;
    for line in details {
        let is_frame = line.trim_start().starts_with("at ");
        if is_ours(&line) && !in_runner {
            in_runner = true;
            while kept.last().is_some_and(|last| leads_there(last)) {
                kept.pop();
            }
        }
        in_runner &= is_frame;
        if !in_runner {
            kept.push(line);
        }
    }
    kept
}

/// An uncaught exception as what its thread does last: `throws IllegalStateException: late`.
pub fn thrown(finding: &Finding) -> Option<(String, Option<Spot>)> {
    if !matches!(finding.property, Property::ASSERTION | Property::EXCEPTION) {
        return None;
    }
    let text = finding.message.rsplit_once(" in thread ").map_or(&*finding.message, |(text, _)| text);
    let class = text.split([':', ' ']).next().unwrap_or(text);
    let simple = class.rsplit('.').next().unwrap_or(class);
    // What it was caused by was thrown elsewhere, perhaps by another thread.
    let is_other = |line: &&String| {
        ["Caused by: ", "Suppressed: "].iter().any(|word| line.trim_start().starts_with(word))
    };
    let spot = finding.details.iter().take_while(|line| !is_other(line)).find_map(|line| spot(line));
    Some((format!("throws {simple}{}", &text[class.len()..]), spot))
}

/// The place that a line of a stack trace names, if it is the program's: `at pkg.Cls.method(File.java:42)`.
pub fn spot(line: &str) -> Option<Spot> {
    let (name, place) = line.trim().strip_prefix("at ")?.strip_suffix(')')?.split_once('(')?;
    // Classes of the JDK are named with their module.
    if name.contains('/') || FRAMEWORKS.iter().any(|package| name.starts_with(package)) {
        return None;
    }
    let (class, method) = name.rsplit_once('.')?;
    let (file, number) = place.split_once(':')?;
    let line = number.parse().ok()?;
    let package = class.rsplit_once('.').map_or("", |(package, _)| package);
    Some(Spot {
        unit: class.to_string(),
        procedure: method.to_string(),
        folder: package.replace('.', "/"),
        file: file.to_string(),
        line,
    })
}

#[cfg(test)]
mod tests {
    use super::{spot, thrown, without_runner};
    use lts::{Finding, Property};

    #[test]
    fn a_test_is_called_by_nobody() {
        let lines = [
            "at a.BTest.c(BTest.java:3)",
            "at java.base/jdk.internal.reflect.NativeMethodAccessorImpl.invoke0(Native Method)",
            "at java.base/java.lang.reflect.Method.invoke(Method.java:569)",
            "at jaywalk.runner.Calls.call(Unknown Source)",
            "at jaywalk.runner.OneTest.main(Unknown Source)",
            "Caused by: x",
            "at a.D.e(D.java:5)",
        ];
        let kept = without_runner(lines.map(str::to_string).to_vec());
        assert_eq!(kept, [lines[0], lines[5], lines[6]]);
    }

    #[test]
    fn the_place_of_a_cause_is_not_where_it_was_thrown() {
        let lines = |lines: &[&str]| lines.iter().map(|line| line.to_string()).collect::<Vec<String>>();
        let of = |details: &[&str]| {
            let message = "java.util.concurrent.CompletionException: x in thread main".to_string();
            let finding = Finding { property: Property::EXCEPTION, message, details: lines(details) };
            thrown(&finding).and_then(|(_, spot)| spot).map(|spot| spot.line)
        };
        let library = "at java.base/java.util.concurrent.CompletableFuture.join(CompletableFuture.java:1)";
        let cause = ["Caused by: java.lang.IllegalStateException: x", "at Shop.ask(Shop.java:4)"];
        assert_eq!(of(&[library, "at Shop.main(Shop.java:7)", cause[0], cause[1]]), Some(7));
        assert_eq!(of(&[library, cause[0], cause[1]]), None);
    }

    #[test]
    fn lines_of_stack_traces_are_places() {
        let found = spot("at a.b.Bank.pay(Bank.java:17)").unwrap();
        assert_eq!((found.source().as_str(), found.line), ("a/b/Bank.java", 17));
        assert_eq!(spot("at java.base/java.lang.Thread.run(Thread.java:840)"), None);
        assert_eq!(spot("Caused by: x"), None);
    }
}
