//! What came of exploring the objects of a class.

use crate::console::{Look, Page, count, grouped, ranges};
use crate::style::Tone;
use crate::{Verdict, json};
use serde_json::{Value, json};

/// The answer, as far as the bound goes.
#[derive(Clone, Debug, Default)]
pub struct Explored {
    pub class: String,
    /// The class is a driver: its own rounds were made in the place of calls.
    pub is_driver: bool,
    /// How its objects are made.
    pub objects: Vec<String>,
    /// Methods that were called, and how many calls of them there are in all.
    pub methods: Vec<String>,
    pub calls: u64,
    /// Methods for which no call could be made up.
    pub left_out: Vec<String>,
    /// The most calls in a sequence.
    pub length: usize,
    /// Longer sequences lead to nothing new.
    pub is_closed: bool,
    pub structures: u64,
    /// Those from which all calls were made.
    pub expanded: u64,
    pub executions: u64,
    /// New structures by the number of calls that lead to them.
    pub by_length: Vec<u64>,
    /// Executions over sets of structures, if there were any.
    pub runs: Option<u64>,
    /// How often a set was taken apart.
    pub splits: u64,
    /// Executions that were done one by one all the same, and why.
    pub singly: u64,
    pub reasons: std::collections::BTreeMap<String, u64>,
    /// A number for the set of structures.
    pub digest: Option<u64>,
    pub instructions: u64,
    /// How many of them machine code has executed.
    pub compiled: u64,
    pub seconds: f64,
    pub peak_bytes: u64,
    /// Calls that would wait for ever.
    pub blocked: u64,
    /// Exceptions that are as they should be, and how often they were thrown.
    pub expected: Vec<(String, u64)>,
    /// Lines and branches that calls came to, of all that there are; the lines that none came to.
    pub lines: Option<(usize, usize)>,
    pub branches: Option<(usize, usize)>,
    pub missed: Vec<u32>,
    pub found: Vec<Sequence>,
    /// Why not everything was seen, in words.
    pub cuts: Vec<String>,
    pub checked: Vec<String>,
    pub rests_on: Vec<String>,
    /// The test that was written.
    pub test: Option<String>,
}

/// A finding and the shortest calls that lead to it.
#[derive(Clone, Debug)]
pub struct Sequence {
    pub property: &'static str,
    pub message: String,
    pub details: Vec<String>,
    /// Lines of Java.
    pub java: Vec<String>,
}

impl Explored {
    pub fn verdict(&self) -> Verdict {
        match (self.found.is_empty(), self.cuts.is_empty()) {
            (false, _) => Verdict::Violation,
            (true, true) => Verdict::Safe,
            (true, false) => Verdict::Inconclusive,
        }
    }

    fn numbers(&self) -> String {
        let structures = count(self.structures, "structure");
        format!("{structures}, {}, {:.2} s", count(self.executions, "execution"), self.seconds)
    }

    pub fn console(&self, look: Look) -> String {
        let mut page = Page { text: String::new(), look };
        let numbers = self.numbers();
        for found in &self.found {
            let calls = found.java.len().saturating_sub(self.objects.len()) as u64;
            let calls = count(calls, if self.is_driver { "round" } else { "call" });
            let what = format!("{}  (after {calls}, the fewest possible; {numbers})", found.property);
            page.verdict(Tone::Bad, "FAIL", &self.class, &what);
            found.java.iter().for_each(|line| page.line(&format!("    {line}")));
            page.line(&format!("  {}", found.message));
            found.details.iter().for_each(|line| page.line(&format!("      {line}")));
        }
        let within = match self.is_closed {
            is_closed if self.is_driver => {
                let rounds = count(self.length as u64, "round");
                format!(
                    "every way through {rounds}{}",
                    if is_closed { ", which lead to nothing new" } else { "" }
                )
            }
            true => "every sequence of calls, however long".to_string(),
            false => format!("every sequence of up to {}", count(self.length as u64, "call")),
        };
        match self.verdict() {
            Verdict::Safe => page.verdict(Tone::Good, "PASS", &self.class, &format!("{within}: {numbers}")),
            Verdict::Violation => {}
            Verdict::Inconclusive => {
                let why = self.cuts.first().map_or("", String::as_str);
                page.verdict(Tone::Doubtful, "INCONCLUSIVE", &self.class, &format!("{why} ({numbers})"));
                self.cuts.iter().skip(1).for_each(|cut| page.line(&format!("  {cut}")));
            }
        }
        self.rest(&mut page);
        page.text
    }

    /// What was done, and how far that reaches.
    fn rest(&self, page: &mut Page) {
        page.item("objects", &self.objects.join("; "));
        let methods = self.methods.join(", ");
        if !self.is_driver {
            page.item("calls", &format!("{methods} ({} at each structure)", count(self.calls, "call")));
        }
        page.item("left out", &self.left_out.join(", "));
        let levels: Vec<String> = self.by_length.iter().map(|&n| grouped(n)).collect();
        page.item(if self.is_driver { "new by round" } else { "new by length" }, &levels.join(", "));
        if let Some(runs) = self.runs {
            let sets = format!("{} over sets of structures", count(runs, "execution"));
            let singly = match self.singly {
                0 => String::new(),
                singly => format!(", {} of one", grouped(singly)),
            };
            page.item("by sets", &format!("{sets}{singly}"));
            let reasons =
                self.reasons.iter().map(|(why, times)| format!("{why} ({})", count(*times, "time")));
            page.item("one by one", &reasons.collect::<Vec<_>>().join("; "));
        }
        let expected =
            self.expected.iter().map(|(class, times)| format!("{class} ({})", count(*times, "time")));
        page.item("expected", &expected.collect::<Vec<_>>().join(", "));
        if self.blocked > 0 {
            page.item("wait for ever", &format!("{}, which lead nowhere", count(self.blocked, "call")));
        }
        if let (Some((lines, all_lines)), Some((branches, all_branches))) = (self.lines, self.branches) {
            page.item(
                "covered",
                &format!("{lines} of {all_lines} lines, {branches} of {all_branches} branches"),
            );
            page.item("never reached", &ranges(&self.missed));
        }
        if self.verdict() == Verdict::Safe {
            page.item("checked", &self.checked.join(", "));
            page.item("rests on", &self.rests_on.join("; "));
        }
        page.item("test", self.test.as_deref().unwrap_or_default());
    }

    /// The record for other programs.
    pub fn json(&self) -> String {
        let verdict = match self.verdict() {
            Verdict::Safe => "safe",
            Verdict::Violation => "violation",
            Verdict::Inconclusive => "inconclusive",
        };
        let found: Value = self.found.iter().map(sequence).collect();
        json::text(&json!({
            "verdict": verdict,
            "property": self.found.first().map(|found| found.property),
            "class": self.class,
            "objects": self.objects,
            "methods": self.methods,
            "calls": self.calls,
            "left_out": self.left_out,
            "length": self.length,
            "closed": self.is_closed,
            "states": self.structures,
            "transitions": self.executions,
            "expanded": self.expanded,
            "by_length": self.by_length,
            "runs": self.runs,
            "splits": self.splits,
            "singly": self.singly,
            "reasons": self.reasons,
            "digest": self.digest.map(|digest| format!("{digest:016x}")),
            "instructions": self.instructions,
            "compiled": self.compiled,
            "seconds": (self.seconds * 1e6).round() / 1e6,
            "peak_bytes": self.peak_bytes,
            "blocked": self.blocked,
            "expected": self.expected.iter().cloned().collect::<std::collections::BTreeMap<_, _>>(),
            "lines": self.lines,
            "branches": self.branches,
            "missed": self.missed,
            "found": found,
            "cuts": self.cuts,
            "rests_on": self.rests_on,
        }))
    }
}

fn sequence(found: &Sequence) -> Value {
    json!({
        "property": found.property,
        "message": found.message,
        "details": found.details,
        "java": found.java,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Detail;

    #[test]
    fn a_verdict_says_its_bound() {
        let look = Look { width: 100, in_colour: false, detail: Detail::Brief };
        let safe = Explored { class: "a.Tree".into(), length: 5, structures: 1234, ..Explored::default() };
        let text = safe.console(look);
        assert!(
            text.starts_with("PASS  a.Tree  every sequence of up to 5 calls: 1,234 structures, "),
            "{text}"
        );
        let closed = Explored { is_closed: true, ..safe.clone() };
        assert!(closed.console(look).contains("every sequence of calls, however long"));
        let cut = Explored { cuts: vec!["the time limit was reached".into()], ..safe.clone() };
        assert!(cut.console(look).starts_with("INCONCLUSIVE  a.Tree  the time limit was reached ("));
        let java = vec!["Tree o = new Tree();".to_string(), "o.add(1);".to_string()];
        let found =
            Sequence { property: "exception", message: "add(1) throws X".into(), details: Vec::new(), java };
        let bad = Explored { found: vec![found], objects: vec!["Tree()".into()], ..cut };
        let text = bad.console(look);
        assert!(text.starts_with("FAIL  a.Tree  exception  (after 1 call, the fewest possible; "), "{text}");
        assert!(text.contains("    o.add(1);\n  add(1) throws X\n"), "{text}");
    }
}
