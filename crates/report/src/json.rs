//! The record of a check for other programs.

use crate::{Figures, Report, Verdict};
use lts::Cause;

/// One JSON object on one line.
pub fn json(report: &Report) -> String {
    let verdict = match report.verdict() {
        Verdict::Safe => "safe",
        Verdict::Violation => "violation",
        Verdict::Inconclusive => "inconclusive",
    };
    let property = report.stories.first().map(|story| story.finding.property.name());
    let figures = &report.figures;
    let mut fields = vec![
        ("verdict", quoted(verdict)),
        ("property", property.map_or("null".to_string(), quoted)),
        ("complete", (report.gaps.is_empty() && report.cuts.is_empty()).to_string()),
        ("states", figures.states.to_string()),
        ("transitions", figures.transitions.to_string()),
        ("instructions", figures.instructions.to_string()),
        ("seconds", format!("{:.6}", figures.seconds)),
        ("peak_bytes", figures.peak_bytes.to_string()),
        ("store_bytes", figures.store_bytes.to_string()),
        ("store", store(figures)),
    ];
    if !figures.structures_by_depth.is_empty() {
        let counts: Vec<String> = figures.structures_by_depth.iter().map(u64::to_string).collect();
        fields.push(("visited_structures", figures.structures_by_depth.iter().sum::<u64>().to_string()));
        fields.push(("structures_by_depth", format!("[{}]", counts.join(", "))));
    }
    if let Some((collected, kept)) = figures.garbage {
        fields.push(("garbage_collected", collected.to_string()));
        fields.push(("garbage_kept", kept.to_string()));
    }
    if let Some(outputs) = &report.outputs {
        let quoted: Vec<String> = outputs.iter().map(|output| quoted(output)).collect();
        fields.push(("outputs", format!("[{}]", quoted.join(", "))));
    }
    let findings: std::collections::BTreeSet<String> =
        report.stories.iter().map(|story| quoted(&said(&story.finding))).collect();
    fields.push(("findings", format!("[{}]", findings.into_iter().collect::<Vec<_>>().join(", "))));
    if let Some(story) = report.stories.first() {
        fields.push(("message", quoted(&story.finding.message)));
    }
    if let Some(gap) = report.gaps.first() {
        fields.push((gap_key(gap.cause), quoted(&gap.what)));
    }
    let body: Vec<String> = fields.iter().map(|(key, value)| format!("\"{key}\": {value}")).collect();
    format!("{{{}}}\n", body.join(", "))
}

/// What the visited states take, and how often a component was met again.
fn store(figures: &Figures) -> String {
    let store = &figures.store;
    let per_state = figures.store_bytes as f64 / figures.states.max(1) as f64;
    let pools: Vec<String> = store
        .pools
        .iter()
        .map(|pool| {
            let hits = 1.0 - pool.entries as f64 / pool.asked.max(1) as f64;
            format!(
                "{}: {{\"entries\": {}, \"asked\": {}, \"hit_ratio\": {:.4}}}",
                quoted(pool.name),
                pool.entries,
                pool.asked,
                if pool.asked == 0 { 0.0 } else { hits }
            )
        })
        .collect();
    format!(
        "{{\"kind\": {}, \"compress\": {}, \"bytes_per_state\": {per_state:.2}, \"pool_bytes\": {}, \"pairs\": {}, \
         \"collision\": {:e}, \"pools\": {{{}}}}}",
        quoted(store.kind),
        store.compress.map_or("null".to_string(), quoted),
        store.pool_bytes,
        store.pairs,
        store.collision,
        pools.join(", ")
    )
}

/// The finding in a line: a deadlock is where threads wait, anything else is what it says.
fn said(finding: &lts::Finding) -> String {
    let lines = [finding.message.as_str()].into_iter().chain(finding.details.iter().map(String::as_str));
    lines.collect::<Vec<_>>().join("; ")
}

fn gap_key(cause: Cause) -> &'static str {
    match cause {
        Cause::Unsupported => "unsupported",
        Cause::Input => "invalid_input",
        Cause::Fault => "fault",
    }
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            c if (c as u32) < 0x20 => quoted.push_str(&format!("\\u{:04x}", c as u32)),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn strings_are_escaped() {
        assert_eq!(quoted("a\"b\\c\nd\u{1}"), "\"a\\\"b\\\\c\\nd\\u0001\"");
    }
}
