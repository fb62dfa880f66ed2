//! SARIF, JUnit's XML and GitHub's annotations: word for word, and held against the rules of their formats.

mod common;

use common::{HOSTILE, deadlock, gap, golden, report};
use report::{SourceText, SourceTexts, Story, github, junit, sarif};
use serde_json::{Value, json};
use serde_sarif::sarif::Sarif;

fn sources() -> SourceTexts {
    let source = SourceText { path: "src/shop/Bank.java".into(), text: String::new() };
    [("shop/Bank.java".to_string(), source)].into_iter().collect()
}

/// Holds a log against types that are generated from the official schema: whatever is of the wrong shape, or
/// missing, they refuse. What they do not know they pass over, so what is written from them must be what was
/// read. Some of the schema's bounds are no types.
fn hold(log: &Value) -> Result<(), String> {
    let typed: Sarif = serde_json::from_value(log.clone()).map_err(|error| error.to_string())?;
    let again = serde_json::to_value(typed).map_err(|error| error.to_string())?;
    match again == *log {
        true => bounds(log),
        false => Err(format!("the schema knows less than this:\n{log}\n{again}")),
    }
}

/// Lines and orders begin at 1; a code flow has thread flows; some texts are one of a few.
fn bounds(value: &Value) -> Result<(), String> {
    let Some(object) = value.as_object() else {
        return value.as_array().map_or(Ok(()), |items| items.iter().try_for_each(bounds));
    };
    for (key, value) in object {
        let is_wrong = match key.as_str() {
            "startLine" | "executionOrder" => value.as_u64().unwrap_or(0) < 1,
            "columnKind" => *value != "utf16CodeUnits" && *value != "unicodeCodePoints",
            "importance" => !["important", "essential", "unimportant"].iter().any(|word| *value == **word),
            "threadFlows" => value.as_array().is_none_or(Vec::is_empty),
            "uri" => value.as_str().is_none_or(|uri| uri.contains([' ', '<', '\\'])),
            _ => false,
        };
        if is_wrong {
            return Err(format!("{key}: {value}"));
        }
        bounds(value)?;
    }
    Ok(())
}

#[test]
fn sarif_keeps_to_its_schema() {
    let mut cut = report(vec![]);
    cut.gaps.push(gap());
    let run = Story { round: Some(6), replay: None, ..deadlock() };
    assert!(sarif(&[], &sources(), "0.1.0").contains("\"version\": \"2.1.0\""));
    for reports in [vec![report(vec![deadlock(), run])], vec![report(vec![]), cut], vec![]] {
        let log: Value = serde_json::from_str(&sarif(&reports, &sources(), "0.1.0")).unwrap();
        hold(&log).unwrap();
    }
}

#[test]
fn the_validator_notices_what_is_wrong() {
    let log: Value = serde_json::from_str(&sarif(&[report(vec![deadlock()])], &sources(), "0.1.0")).unwrap();
    let wrong = |pointer: &str, value: Value| {
        let mut log = log.clone();
        *log.pointer_mut(pointer).unwrap() = value;
        hold(&log).is_err()
    };
    assert!(!wrong("/runs/0/results/0/message/text", json!("other")));
    assert!(wrong("/runs/0/tool/driver", json!({})));
    assert!(wrong("/runs/0/tool/driver", json!({"name": "jaywalk", "versoin": "1"})));
    assert!(wrong("/runs/0/results/0/level", json!("bad")));
    assert!(wrong("/runs/0/columnKind", json!("bytes")));
    assert!(wrong("/runs/0/results/0/locations", json!({})));
    assert!(wrong("/runs/0/results/0/locations/0/physicalLocation/region/startLine", json!(0)));
    assert!(wrong("/runs/0/results/0/codeFlows/0/threadFlows", json!([])));
    assert!(wrong("/runs/0/results/0/codeFlows/0/threadFlows/0/locations/0/importance", json!("very")));
    assert!(wrong("/runs/0/results/0/message", json!({"txt": ""})));
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
