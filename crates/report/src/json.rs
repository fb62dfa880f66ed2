//! The record of a check for other programs.

use crate::{Figures, NodeFigures, Report, Story, Walks};
use lts::{Cause, Gap};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// One JSON object, in lines that people can read too.
pub fn json(report: &Report) -> String {
    text(&record(report))
}

/// The record of one check, or a list of the records of several.
pub fn json_of(reports: &[Report]) -> String {
    match reports {
        [report] => json(report),
        several => text(&several.iter().map(record).collect()),
    }
}

pub(crate) fn text(value: &Value) -> String {
    // A tree of strings and numbers can always be written.
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}

fn record(report: &Report) -> Value {
    let figures = &report.figures;
    let mut object = Map::new();
    let mut put = |key: &str, value: Value| drop(object.insert(key.to_string(), value));
    put("verdict", json!(report.verdict().name()));
    put("property", json!(report.stories.first().map(|story| story.finding.property.name())));
    put("complete", json!(report.gaps.is_empty() && report.cuts.is_empty()));
    put("name", json!(report.name));
    put("states", json!(figures.states));
    put("transitions", json!(figures.transitions));
    put("instructions", json!(figures.instructions));
    put("seconds", json!((figures.seconds * 1e6).round() / 1e6));
    put("peak_bytes", json!(figures.peak_bytes));
    put("store_bytes", json!(figures.store_bytes));
    put("max_depth", json!(figures.max_depth));
    if figures.path_bytes > 0 {
        put("path_bytes", json!(figures.path_bytes));
    }
    put("restarts", json!(figures.restarts));
    put("repeated", json!(figures.repeated));
    put("beliefs", json!(figures.beliefs));
    let Walks { made, steps, found } = figures.walks;
    put("walks", json!({"made": made, "steps": steps, "found": found}));
    put("store", store(figures));
    if !figures.structures_by_depth.is_empty() {
        put("visited_structures", json!(figures.structures_by_depth.iter().sum::<u64>()));
        put("structures_by_depth", json!(figures.structures_by_depth));
    }
    if !figures.accelerated.is_empty() {
        let counts: Map<String, Value> =
            figures.accelerated.iter().map(|&(name, count)| (name.into(), json!(count))).collect();
        put("accelerated", Value::Object(counts));
    }
    if !figures.nodes.is_empty() {
        put("nodes", figures.nodes.iter().map(|node| of_node(node, figures)).collect());
    }
    if let Some((collected, kept)) = figures.garbage {
        put("garbage_collected", json!(collected));
        put("garbage_kept", json!(kept));
    }
    if let Some(story) = report.stories.first() {
        put("message", json!(story.finding.message));
    }
    if let Some(gap) = report.gaps.first() {
        put(gap_key(gap.cause), json!(gap.what));
    }
    if let Some(outputs) = &report.outputs {
        put("outputs", json!(outputs));
    }
    let finding = |story: &Story| said(story.found.as_ref().unwrap_or(&story.finding));
    let findings: BTreeSet<String> = report.stories.iter().map(finding).collect();
    put("findings", json!(findings));
    put("stories", report.stories.iter().map(tell).collect());
    put("gaps", report.gaps.iter().map(of_gap).collect());
    put("cuts", json!(report.cuts));
    let claims = &report.claims;
    put("holds", json!(claims.holds));
    put("checked", json!(claims.checked));
    put("not_checked", json!(claims.unchecked));
    put("rests_on", json!(claims.rests_on));
    put(
        "never_reached",
        claims.unreached.iter().map(|file| json!({"source": file.source, "lines": file.lines})).collect(),
    );
    put("warnings", json!(claims.warnings));
    Value::Object(object)
}

/// What one of several nodes did, with its shares of the whole.
fn of_node(node: &NodeFigures, all: &Figures) -> Value {
    let share = |part: u64, whole: u64| (part as f64 / whole.max(1) as f64 * 1e6).round() / 1e6;
    json!({
        "node": node.node,
        "states": node.states,
        "share_of_states": share(node.states, all.states),
        "store_bytes": node.bytes,
        "share_of_memory": share(node.bytes, all.nodes.iter().map(|node| node.bytes).sum()),
        "transitions": node.transitions,
        "messages": node.messages,
        "share_of_messages": share(node.messages, node.transitions),
        "kept_back": node.kept_back,
        "left_out": node.left_out,
        "looked_at": node.looked_at,
        "moved": node.moved,
        "discarded": node.discarded,
        "relayed": node.relayed,
        "kept": node.kept,
        "sent_bytes": node.sent_bytes,
        "parcels": node.parcels,
        "walked": node.walked,
        "cpu_seconds": node.cpu_seconds,
    })
}

fn of_gap(gap: &Gap) -> Value {
    json!({"cause": gap.cause.name(), "what": gap.what, "place": gap.place})
}

fn gap_key(cause: Cause) -> &'static str {
    match cause {
        Cause::Unsupported => "unsupported",
        Cause::Refused => "access_refused",
        Cause::Input => "invalid_input",
        Cause::Fault => "fault",
    }
}

/// What the visited states take, and how often a component was met again.
fn store(figures: &Figures) -> Value {
    let store = &figures.store;
    let per_state = figures.store_bytes as f64 / figures.states.max(1) as f64;
    let rounded = |number: f64, unit: f64| (number / unit).round() * unit;
    let pools: Map<String, Value> = store
        .pools
        .iter()
        .map(|pool| {
            let hits = if pool.asked == 0 { 0.0 } else { 1.0 - pool.entries as f64 / pool.asked as f64 };
            let value =
                json!({"entries": pool.entries, "asked": pool.asked, "hit_ratio": rounded(hits, 1e-4)});
            (pool.name.to_string(), value)
        })
        .collect();
    let mut value = json!({
        "kind": store.kind,
        "compress": store.compress,
        "bytes_per_state": rounded(per_state, 0.01),
        "pool_bytes": store.pool_bytes,
        "pairs": store.pairs,
        "collision": store.collision,
        "pools": pools,
    });
    if let Some(disk) = &store.on_disk {
        value["disk_states"] = json!(disk.states);
        value["disk_bytes"] = json!(disk.bytes);
        value["disk_fault"] = json!(disk.unwritten);
    }
    value
}

/// The finding in a line: a deadlock is where threads wait, anything else is what it says.
fn said(finding: &lts::Finding) -> String {
    let lines = [finding.message.as_str()].into_iter().chain(finding.details.iter().map(String::as_str));
    lines.collect::<Vec<_>>().join("; ")
}

fn tell(story: &Story) -> Value {
    let steps: Vec<Value> = story
        .account
        .scenes
        .iter()
        .map(|scene| {
            json!({
                "thread": story.actor(scene.actor),
                "act": scene.act.name(),
                "what": scene.what,
                "at": scene.spot.as_ref().map(ToString::to_string),
                "preempts": story.account.turns.get(scene.turn as usize).is_some_and(|turn| turn.preempts),
            })
        })
        .collect();
    let threads: Vec<Value> = story
        .end
        .actors
        .iter()
        .map(|view| {
            let stack: Vec<String> = view.stack.iter().map(ToString::to_string).collect();
            json!({"name": view.name, "doing": view.doing, "stack": stack})
        })
        .collect();
    json!({
        "property": story.finding.property.name(),
        "message": story.finding.message,
        "details": story.finding.details,
        "preemptions": story.preemptions,
        "early_timeouts": story.early,
        "cycle": crate::cycle::wait_cycle(&story.end),
        "replay": story.replay,
        "no_replay": story.no_replay,
        "threads": threads,
        "steps": steps,
        "loop_from": story.round,
    })
}
