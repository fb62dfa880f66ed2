//! What came of asking whether a class is linearizable.

use crate::console::{Look, Page, count, grouped};
use crate::style::Tone;
use crate::{Verdict, json};
use serde_json::{Value, json};

/// The answer, as far as clients were explored.
#[derive(Clone, Debug, Default)]
pub struct Linearized {
    pub class: String,
    /// How its objects are made.
    pub object: String,
    /// Calls before the threads begin.
    pub first: Vec<String>,
    pub operations: Vec<String>,
    pub observers: Vec<String>,
    /// Methods for which no call could be made up.
    pub left_out: Vec<String>,
    /// The bound, in words: `2 threads with 1 to 2 calls each`.
    pub bound: String,
    /// How many clients there are within it, and how many were explored.
    pub clients: u64,
    pub explored: u64,
    pub states: u64,
    pub transitions: u64,
    pub seconds: f64,
    /// Different histories that were explained.
    pub histories: u64,
    pub failures: Vec<Unlinearizable>,
    pub unfinished: Vec<Unfinished>,
    pub rests_on: Vec<String>,
}

/// A client with a history that no order of whole calls explains.
#[derive(Clone, Debug)]
pub struct Unlinearizable {
    pub client: String,
    /// What is wrong, in words.
    pub what: String,
    /// The history, a column for each thread.
    pub history: Vec<String>,
    /// Which calls came before which.
    pub order: Vec<String>,
    /// How it came about, as the report of a check.
    pub told: String,
    /// The command that goes this way again.
    pub replay: Option<String>,
}

/// A client whose searches were cut.
#[derive(Clone, Debug)]
pub struct Unfinished {
    pub client: String,
    pub why: String,
}

/// Of more clients than this that were not finished, the console tells how many.
const MAX_UNFINISHED: usize = 3;

impl Linearized {
    pub fn verdict(&self) -> Verdict {
        match (self.failures.is_empty(), self.unfinished.is_empty() && self.explored > 0) {
            (false, _) => Verdict::Violation,
            (true, true) => Verdict::Safe,
            (true, false) => Verdict::Inconclusive,
        }
    }

    fn numbers(&self) -> String {
        let (states, transitions) = (count(self.states, "state"), count(self.transitions, "transition"));
        format!("{states}, {transitions}, {:.2} s", self.seconds)
    }

    /// `all 903 clients`, or how many of them.
    fn which(&self) -> String {
        match (self.clients, self.explored == self.clients) {
            (1, true) => "the one client".to_string(),
            (_, true) => format!("all {}", count(self.clients, "client")),
            (_, false) => format!("{} of {}", grouped(self.explored), count(self.clients, "client")),
        }
    }

    /// The verdict and what it rests on. How failures came about is told by whoever has the room for it.
    pub fn console(&self, look: Look) -> String {
        let mut page = Page { text: String::new(), look };
        for failure in &self.failures {
            let what = format!("not linearizable: {}", failure.what);
            page.verdict(Tone::Bad, "FAIL", &self.class, &what);
            failure.history.iter().for_each(|line| page.line(&format!("    {line}")));
            failure.order.iter().for_each(|line| page.line(&format!("  {line}")));
            page.line("  how it comes about:");
            failure.told.lines().for_each(|line| page.line(&format!("  {line}")));
        }
        let within = format!("{} of {} ({})", self.which(), self.bound, self.numbers());
        match self.verdict() {
            Verdict::Safe => {
                page.verdict(Tone::Good, "PASS", &self.class, &format!("linearizable in {within}"))
            }
            Verdict::Violation => page.line(&format!("  found in {within}")),
            Verdict::Inconclusive => {
                let what =
                    format!("{} of {} not finished", grouped(self.unfinished.len() as u64), self.which());
                page.verdict(
                    Tone::Doubtful,
                    "INCONCLUSIVE",
                    &self.class,
                    &format!("{what} ({})", self.numbers()),
                );
            }
        }
        for Unfinished { client, why } in self.unfinished.iter().take(MAX_UNFINISHED) {
            page.line(&format!("  {client}: {why}"));
        }
        let first = self.first.iter().map(|call| format!("; {call}")).collect::<String>();
        page.item("object", &format!("{}{first}", self.object));
        page.item("operations", &self.operations.join(", "));
        page.item("left out", &self.left_out.join(", "));
        page.item("observed", &self.observers.join(", "));
        if self.verdict() == Verdict::Safe {
            page.item(
                "explained",
                &count(self.histories, "different history").replace("historys", "histories"),
            );
            page.item("rests on", &self.rests_on.join("; "));
        }
        page.text
    }

    /// The record for other programs.
    pub fn json(&self) -> String {
        let failures: Value = self.failures.iter().map(failure).collect();
        let unfinished: Value =
            self.unfinished.iter().map(|u| json!({"client": u.client, "why": u.why})).collect();
        let verdict = match self.verdict() {
            Verdict::Safe => "linearizable",
            Verdict::Violation => "not linearizable",
            Verdict::Inconclusive => "inconclusive",
        };
        json::text(&json!({
            "verdict": verdict,
            "complete": self.unfinished.is_empty() && self.explored == self.clients,
            "class": self.class,
            "object": self.object,
            "first": self.first,
            "operations": self.operations,
            "observers": self.observers,
            "left_out": self.left_out,
            "bound": self.bound,
            "clients": self.clients,
            "explored": self.explored,
            "states": self.states,
            "transitions": self.transitions,
            "seconds": (self.seconds * 1e6).round() / 1e6,
            "histories": self.histories,
            "failures": failures,
            "unfinished": unfinished,
            "rests_on": self.rests_on,
        }))
    }
}

fn failure(failure: &Unlinearizable) -> Value {
    json!({
        "client": failure.client,
        "what": failure.what,
        "history": failure.history,
        "order": failure.order,
        "replay": failure.replay,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Detail;

    fn queue() -> Linearized {
        Linearized {
            class: "a.Queue".to_string(),
            object: "Queue(1)".to_string(),
            operations: vec!["put(1)".to_string(), "take()".to_string()],
            bound: "2 threads with 1 call each".to_string(),
            clients: 3,
            explored: 3,
            states: 1234,
            histories: 1,
            ..Linearized::default()
        }
    }

    #[test]
    fn a_verdict_says_its_bound() {
        let look = Look { width: 100, in_colour: false, detail: Detail::Brief };
        let text = queue().console(look);
        assert!(text.starts_with(
            "PASS  a.Queue  linearizable in all 3 clients of 2 threads with 1 call each (1,234 "
        ));
        assert!(
            text.contains("operations:     put(1), take()") && text.contains("1 different history\n"),
            "{text}"
        );
        let sampled = Linearized { clients: 70, ..queue() };
        assert!(sampled.console(look).contains("in 3 of 70 clients of 2 threads"));
        assert!(
            sampled.json().contains("\"complete\": false") && queue().json().contains("\"complete\": true")
        );
        let why = "the limit on states was reached".to_string();
        let cut =
            Linearized { unfinished: vec![Unfinished { client: "put(1) | take()".into(), why }], ..queue() };
        assert_eq!(cut.verdict(), Verdict::Inconclusive);
        assert!(cut.console(look).contains("INCONCLUSIVE  a.Queue  1 of all 3 clients not finished"));
    }
}
