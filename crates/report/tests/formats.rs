//! SARIF, JUnit's XML and GitHub's annotations: word for word, and held against the rules of their formats.

mod common;

use common::{HOSTILE, deadlock, gap, golden, report};
use report::{Source, Sources, github, junit, sarif};
use serde_json::Value;

fn sources() -> Sources {
    let source = Source { path: "src/shop/Bank.java".into(), text: String::new() };
    [("shop/Bank.java".to_string(), source)].into_iter().collect()
}

/// An object of the SARIF 2.1.0 schema, as far as we write it: its name, required properties, and the others with the object that each is.
/// An empty name is a plain value, `*` one of any shape; all objects of the schema forbid further properties.
type Shape = (&'static str, &'static [(&'static str, &'static str)], &'static [(&'static str, &'static str)]);

const SHAPES: &[Shape] = &[
    ("log", &[("version", ""), ("runs", "run")], &[("$schema", "")]),
    ("run", &[("tool", "tool")], &[("results", "result"), ("invocations", "invocation"), ("columnKind", "")]),
    ("tool", &[("driver", "component")], &[]),
    ("component", &[("name", "")], &[("version", ""), ("rules", "rule")]),
    (
        "rule",
        &[("id", "")],
        &[("name", ""), ("shortDescription", "text"), ("defaultConfiguration", "configuration")],
    ),
    ("configuration", &[], &[("level", "")]),
    ("text", &[("text", "")], &[]),
    ("invocation", &[("executionSuccessful", "")], &[("toolExecutionNotifications", "notification")]),
    ("notification", &[("message", "text")], &[("level", "")]),
    (
        "result",
        &[("message", "text")],
        &[
            ("ruleId", ""),
            ("ruleIndex", ""),
            ("level", ""),
            ("kind", ""),
            ("locations", "location"),
            ("codeFlows", "codeFlow"),
            ("properties", "*"),
        ],
    ),
    ("codeFlow", &[("threadFlows", "threadFlow")], &[("message", "text")]),
    ("threadFlow", &[("locations", "threadFlowLocation")], &[("id", ""), ("message", "text")]),
    (
        "threadFlowLocation",
        &[],
        &[("location", "location"), ("executionOrder", ""), ("importance", ""), ("kinds", "")],
    ),
    (
        "location",
        &[],
        &[
            ("physicalLocation", "physicalLocation"),
            ("logicalLocations", "logicalLocation"),
            ("message", "text"),
        ],
    ),
    ("physicalLocation", &[], &[("artifactLocation", "artifactLocation"), ("region", "region")]),
    ("artifactLocation", &[], &[("uri", "")]),
    ("region", &[], &[("startLine", "")]),
    ("logicalLocation", &[], &[("fullyQualifiedName", ""), ("kind", "")]),
];

/// Values that the schema restricts.
const VALUES: &[(&str, &[&str])] = &[
    ("level", &["none", "note", "warning", "error"]),
    ("importance", &["important", "essential", "unimportant"]),
    ("columnKind", &["utf16CodeUnits", "unicodeCodePoints"]),
];

fn hold(value: &Value, name: &str, at: &str) -> Result<(), String> {
    let (_, required, optional) =
        SHAPES.iter().find(|shape| shape.0 == name).ok_or(format!("{at}: {name}?"))?;
    let object = value.as_object().ok_or(format!("{at}: no object"))?;
    for (key, _) in required.iter() {
        object.get(*key).ok_or(format!("{at}: {key} is missing"))?;
    }
    for (key, value) in object {
        let at = format!("{at}/{key}");
        let row = required.iter().chain(optional.iter()).find(|(known, _)| known == key);
        let (_, inner) = row.ok_or(format!("{at}: the schema has no such property"))?;
        if let (Some(text), Some((_, allowed))) =
            (value.as_str(), VALUES.iter().find(|(known, _)| known == key))
            && !allowed.contains(&text)
        {
            return Err(format!("{at}: {text}"));
        }
        if matches!(key.as_str(), "startLine" | "executionOrder") && value.as_u64().unwrap_or(0) < 1 {
            return Err(format!("{at}: below 1"));
        }
        if key == "threadFlows" && value.as_array().is_none_or(Vec::is_empty) {
            return Err(format!("{at}: must not be empty"));
        }
        match (*inner, value) {
            ("" | "*", _) => {}
            (inner, Value::Array(items)) => items.iter().try_for_each(|item| hold(item, inner, &at))?,
            (inner, item) => hold(item, inner, &at)?,
        }
    }
    Ok(())
}

#[test]
fn sarif_keeps_to_its_schema() {
    let mut cut = report(vec![]);
    cut.gaps.push(gap());
    assert!(sarif(&[], &sources(), "0.1.0").contains("\"version\": \"2.1.0\""));
    for reports in [vec![report(vec![deadlock()])], vec![report(vec![]), cut], vec![]] {
        let log: Value = serde_json::from_str(&sarif(&reports, &sources(), "0.1.0")).unwrap();
        hold(&log, "log", "").unwrap();
    }
}

#[test]
fn the_validator_notices_what_is_wrong() {
    let log: Value = serde_json::from_str(&sarif(&[report(vec![deadlock()])], &sources(), "0.1.0")).unwrap();
    let wrong = |pointer: &str, value: Value| {
        let mut log = log.clone();
        *log.pointer_mut(pointer).unwrap() = value;
        hold(&log, "log", "").is_err()
    };
    assert!(wrong("/runs/0/tool/driver", serde_json::json!({})));
    assert!(wrong("/runs/0/results/0/level", serde_json::json!("bad")));
    assert!(wrong("/runs/0/results/0/locations/0/physicalLocation/region/startLine", serde_json::json!(0)));
    assert!(wrong("/runs/0/results/0/message", serde_json::json!({"txt": ""})));
}

#[test]
fn a_thread_flow_for_each_thread() {
    let text = sarif(&[report(vec![deadlock()])], &sources(), "0.1.0");
    golden("deadlock.sarif", &text);
    let log: Value = serde_json::from_str(&text).unwrap();
    let flows = log["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"].as_array().unwrap();
    assert_eq!(
        flows.iter().map(|flow| flow["message"]["text"].as_str().unwrap()).collect::<Vec<_>>(),
        ["main", "Thread-1", HOSTILE]
    );
    let mut orders: Vec<u64> = flows
        .iter()
        .flat_map(|flow| flow["locations"].as_array().unwrap())
        .map(|step| step["executionOrder"].as_u64().unwrap())
        .collect();
    orders.sort_unstable();
    assert_eq!(orders, (1..=9).collect::<Vec<_>>());
}

#[test]
fn junit_counts_and_escapes() {
    let mut cut = report(vec![]);
    cut.cuts.push("the time limit was reached".into());
    let mut named = report(vec![]);
    named.name = "shop.BankTest#pays<b>".into();
    let xml = junit("jaywalk", &[report(vec![deadlock()]), cut, named]);
    golden("junit.xml", &xml);
    assert!(!xml.contains("<script>") && !xml.contains("pays<b>"));
    assert!(xml.contains("tests=\"3\" failures=\"1\" errors=\"1\""));
    assert_eq!(xml.matches("<testcase").count(), 3);
    assert_eq!(xml.matches("</testcase>").count(), 2);
}

#[test]
fn annotations_are_one_line_each() {
    let mut cut = report(vec![]);
    cut.cuts.push("50% of the time\nlimit".into());
    let text = github(&report(vec![deadlock()]), &sources())
        + &github(&cut, &sources())
        + &github(&report(vec![]), &sources());
    golden("github.txt", &text);
    assert_eq!(text.lines().count(), 2);
    assert!(text.starts_with("::error file=src/shop/Bank.java,line=18,title=jaywalk%3A deadlock::"));
    assert!(text.contains("50%25 of the time%0Alimit"));
}
