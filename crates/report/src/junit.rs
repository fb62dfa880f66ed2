//! The report as JUnit's XML, which build servers read: a check is a test case, a violation a failure,
//! anything inconclusive an error.

use crate::console::{Look, console};
use crate::html::escaped;
use crate::plot::Detail;
use crate::{Report, Verdict};
use std::fmt::Write;

/// Columns of the text inside a failure.
const WIDTH: usize = 120;

/// One suite with a case for each report.
pub fn junit(suite: &str, reports: &[Report]) -> String {
    let count = |verdict: Verdict| reports.iter().filter(|report| report.verdict() == verdict).count();
    let seconds: f64 = reports.iter().map(|report| report.figures.seconds).sum();
    let numbers = format!(
        "name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"0\" time=\"{seconds:.3}\"",
        escaped(suite),
        reports.len(),
        count(Verdict::Violation),
        count(Verdict::Inconclusive)
    );
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    // Writing to a string cannot fail.
    let _ = writeln!(xml, "<testsuites {numbers}>\n  <testsuite {numbers}>");
    for report in reports {
        case(&mut xml, suite, report);
    }
    xml.push_str("  </testsuite>\n</testsuites>\n");
    xml.chars().map(|c| if is_of_xml(c) { c } else { '\u{FFFD}' }).collect()
}

/// XML has no way to write the others, not even as a reference: whoever meets one gives up the whole document.
fn is_of_xml(c: char) -> bool {
    match c {
        '\t' | '\n' | '\r' => true,
        '\u{FFFE}' | '\u{FFFF}' => false,
        c => !c.is_control() || c > '\u{7E}',
    }
}

fn case(xml: &mut String, suite: &str, report: &Report) {
    let (class, name) = report.name.split_once('#').unwrap_or((suite, &report.name));
    let head = format!(
        "    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3}\"",
        escaped(class),
        escaped(name),
        report.figures.seconds
    );
    let (element, kind, message) = match report.verdict() {
        Verdict::Safe => {
            let _ = writeln!(xml, "{head}/>");
            return;
        }
        Verdict::Violation => {
            let story = report.stories.first();
            let property = story.map_or("", |story| story.finding.property.name());
            ("failure", property, story.map_or(String::new(), |story| story.headline()))
        }
        Verdict::Inconclusive => {
            let gap = report.gaps.first().map(|gap| format!("{}: {}", gap.cause.name(), gap.what));
            ("error", "inconclusive", gap.or_else(|| report.cuts.first().cloned()).unwrap_or_default())
        }
    };
    let text = console(report, Look { width: WIDTH, in_colour: false, detail: Detail::Brief });
    let _ = writeln!(
        xml,
        "{head}>\n      <{element} type=\"{kind}\" message=\"{}\">{}</{element}>\n    </testcase>",
        escaped(&message),
        escaped(&text)
    );
}

#[cfg(test)]
mod tests {
    use super::junit;

    #[test]
    fn what_xml_cannot_say_is_left_out() {
        let xml = junit("a\u{FFFE}b\u{0}c\u{1b}d\u{FFFF}\t&", &[]);
        assert!(xml.contains("name=\"a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}\t&amp;\""), "{xml}");
    }
}
