//! A history as text: a column for each thread, and what came before what.

use crate::client::Client;
use crate::history::{CallEnd, History};

/// The calls of each thread below each other, a call never above one that had ended before it began.
pub fn columns(
    client: &Client,
    operations: &[String],
    observers: &[String],
    history: &History,
) -> Vec<String> {
    let rows = rows(history);
    let height = rows.iter().flatten().max().map_or(0, |last| last + 1);
    let mut cells = vec![vec![String::new(); history.threads.len()]; height + 1];
    for (thread, calls) in history.threads.iter().enumerate() {
        cells[0][thread] = format!("thread {thread}");
        for (index, call) in calls.iter().enumerate() {
            let name = &operations[client.threads[thread][index]];
            cells[rows[thread][index] + 1][thread] = format!("{name}{}", shown(&call.end));
        }
    }
    let width = |thread: usize| cells.iter().map(|row| row[thread].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..history.threads.len()).map(width).collect();
    let line = |row: &Vec<String>| {
        let padded = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}"));
        padded.collect::<Vec<_>>().join("  |  ").trim_end().to_string()
    };
    let mut lines: Vec<String> = cells.iter().map(line).collect();
    let seen = observers.iter().zip(&history.observed);
    lines.extend(seen.map(|(name, end)| format!("in the end, {name}{}", shown(end))));
    lines
}

/// Which calls of other threads had ended when one began, as far as no earlier call of its thread tells it.
pub fn order(client: &Client, operations: &[String], history: &History) -> Vec<String> {
    let name = |thread: usize, index: usize| &operations[client.threads[thread][index]];
    let mut lines = Vec::new();
    for (thread, calls) in history.threads.iter().enumerate() {
        let mut known = vec![0; history.threads.len()];
        for (index, call) in calls.iter().enumerate() {
            for (other, &seen) in call.seen.iter().enumerate().filter(|&(other, _)| other != thread) {
                if seen > known[other] {
                    let (mine, its) = (name(thread, index), name(other, seen - 1));
                    lines.push(format!(
                        "{mine} of thread {thread} began after {its} of thread {other} had ended"
                    ));
                    known[other] = seen;
                }
            }
        }
    }
    lines
}

fn shown(end: &CallEnd) -> String {
    match end {
        CallEnd::Value(value) if value == crate::source::DONE => String::new(),
        other => other.to_string(),
    }
}

/// A row for each call: below the one before it and below all that had ended.
fn rows(history: &History) -> Vec<Vec<usize>> {
    let mut rows: Vec<Vec<usize>> = history.threads.iter().map(|calls| vec![0; calls.len()]).collect();
    // Each round settles at least one more call.
    for _ in 0..rows.iter().map(Vec::len).sum() {
        for (thread, calls) in history.threads.iter().enumerate() {
            for (index, call) in calls.iter().enumerate() {
                let before = index.checked_sub(1).map(|last| rows[thread][last]);
                let others = call.seen.iter().enumerate().filter(|&(_, &seen)| seen > 0);
                let ended = others.filter_map(|(other, &seen)| rows[other].get(seen - 1).copied());
                let least = ended.chain(before).map(|row| row + 1).max().unwrap_or(0);
                rows[thread][index] = rows[thread][index].max(least);
            }
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_history_is_drawn() {
        let mut operations = Vec::new();
        let client =
            Client::read("addLast(2); peekFirst() | addFirst(1); pollLast()", &mut operations).unwrap();
        let history = History::read("0,0=done;0,1=1|0,0=done;0,0=1#=[2]").unwrap();
        let observers = ["toString()".to_string()];
        let lines = columns(&client, &operations, &observers, &history);
        let expected = [
            "thread 0        |  thread 1",
            "addLast(2)      |  addFirst(1)",
            "peekFirst(): 1  |  pollLast(): 1",
            "in the end, toString(): [2]",
        ];
        assert_eq!(lines, expected);
        let order = order(&client, &operations, &history);
        assert_eq!(order, ["peekFirst() of thread 0 began after addFirst(1) of thread 1 had ended"]);
    }

    #[test]
    fn what_ended_before_stands_above() {
        let mut operations = Vec::new();
        let client = Client::read("a() | b()", &mut operations).unwrap();
        let lines = columns(&client, &operations, &[], &History::read("0,1?|0,0=5#").unwrap());
        assert_eq!(lines[1..], ["                      |  b(): 5", "a(): blocks for ever  |"]);
    }
}
