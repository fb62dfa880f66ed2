//! The report as SARIF 2.1.0 (OASIS standard): each finding a result, its path a code flow with a thread flow
//! for each thread.

use crate::html::SourceTexts;
use crate::{Report, Story};
use lts::{Property, Scene, Spot};
use serde_json::{Value, json};

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json";

/// Rules, in the order of their numbers: the property and what it means.
const RULES: [(Property, &str); 10] = [
    (Property::DEADLOCK, "No thread can go on, and one that keeps the program alive is among them."),
    (Property::ASSERTION, "An assertion fails."),
    (Property::EXCEPTION, "An exception is caught by nobody."),
    (Property::RACE, "Two threads access the same place, one of them writes, and nothing orders the two."),
    (Property::TEMPORAL, "A temporal property does not hold."),
    (Property::LIVELOCK, "Threads go round in loops, and nothing that they read can change."),
    (Property::INVARIANT, "An invariant does not hold in some state."),
    (Property::PARTIAL_DEADLOCK, "Some threads can never go on, while others run for ever."),
    (Property::ASSUMPTION, "Code around a unit does what was assumed that it does not."),
    (Property::TRACE, "The program asks for the path to this place; nothing is wrong with it."),
];

/// The log with one run. `version` is the program's own.
pub fn sarif(reports: &[Report], sources: &SourceTexts, version: &str) -> String {
    let rules: Vec<Value> = RULES
        .iter()
        .map(|(property, text)| {
            json!({
                "id": property.name(),
                "name": capitalized(property.name()),
                "shortDescription": { "text": text },
                "defaultConfiguration": { "level": "error" },
            })
        })
        .collect();
    let results: Vec<Value> = reports
        .iter()
        .flat_map(|report| report.stories.iter().map(|story| result(report, story, sources)))
        .collect();
    let notes: Vec<Value> = reports.iter().flat_map(notifications).collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "jaywalk", "version": version, "rules": rules } },
            "columnKind": "unicodeCodePoints",
            "invocations": [{ "executionSuccessful": notes.is_empty(), "toolExecutionNotifications": notes }],
            "results": results,
        }],
    });
    // A tree of strings and numbers can always be written.
    serde_json::to_string_pretty(&log).unwrap_or_default() + "\n"
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn notifications(report: &Report) -> Vec<Value> {
    let gaps = report.gaps.iter().map(|gap| format!("{}: {} {}", gap.cause.name(), gap.what, gap.place));
    gaps.chain(report.cuts.iter().cloned())
        .map(|text| {
            let text = format!("{}: {}", report.name, text.trim_end());
            json!({ "level": "warning", "message": { "text": text } })
        })
        .collect()
}

/// Where a place's file is: as it was found, or else below the root of the sources.
pub fn path_of(spot: &Spot, sources: &SourceTexts) -> String {
    let name = spot.source();
    sources.get(&name).map_or(name, |source| source.path.clone())
}

/// A path as a relative reference (RFC 3986).
fn uri(path: &str) -> String {
    let mut out = String::new();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(char::from(byte))
            }
            other => out.push_str(&format!("%{other:02X}")),
        }
    }
    out
}

fn location(spot: &Spot, sources: &SourceTexts) -> Value {
    json!({
        "physicalLocation": {
            "artifactLocation": { "uri": uri(&path_of(spot, sources)) },
            "region": { "startLine": spot.line.max(1) },
        },
        "logicalLocations": [{ "fullyQualifiedName": spot.whole_name(), "kind": "function" }],
    })
}

fn result(report: &Report, story: &Story, sources: &SourceTexts) -> Value {
    let property = story.finding.property;
    let index = RULES.iter().position(|(rule, _)| *rule == property);
    let locations: Vec<Value> = story.spot().map(|spot| location(spot, sources)).into_iter().collect();
    let threads: Vec<Value> =
        story.actors.iter().filter_map(|(actor, name)| thread_flow(story, *actor, name, sources)).collect();
    let mut result = json!({
        "ruleId": property.name(),
        "ruleIndex": index,
        "level": "error",
        "kind": "fail",
        "message": { "text": format!("{} ({})", story.headline(), report.name) },
        "locations": locations,
        "properties": {
            "replay": story.replay, "noReplay": story.no_replay, "details": story.finding.details,
            "preemptions": story.preemptions, "earlyTimeouts": story.early,
            // Orders of execution begin at 1.
            "loopFrom": story.loop_start().map(|first| first + 1),
        },
    });
    // A property that only its own system knows is described by no rule.
    if let (None, Some(fields)) = (index, result.as_object_mut()) {
        fields.remove("ruleIndex");
    }
    // A code flow without thread flows is not allowed.
    if !threads.is_empty() {
        let text = "the steps of all threads; executionOrder tells how they interleave";
        result["codeFlows"] = json!([{ "message": { "text": text }, "threadFlows": threads }]);
    }
    result
}

/// The steps of one thread; nothing if it has none.
fn thread_flow(story: &Story, actor: u32, name: &str, sources: &SourceTexts) -> Option<Value> {
    let own = story.account.scenes.iter().enumerate().filter(|(_, scene)| scene.actor == actor);
    let locations: Vec<Value> = own.map(|(i, scene)| step(scene, i + 1, sources)).collect();
    (!locations.is_empty())
        .then(|| json!({ "id": format!("{actor}"), "message": { "text": name }, "locations": locations }))
}

fn step(scene: &Scene, order: usize, sources: &SourceTexts) -> Value {
    let mut place = scene.spot.as_ref().map_or(json!({}), |spot| location(spot, sources));
    place["message"] = json!({ "text": scene.what });
    let importance = match scene.act {
        lts::Act::BLOCKED | lts::Act::THROW => "essential",
        _ => "important",
    };
    json!({ "location": place, "executionOrder": order, "importance": importance, "kinds": [scene.act.name()] })
}
