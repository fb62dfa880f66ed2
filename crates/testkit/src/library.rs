//! `tests/library/clients.txt`: small clients of the classes whose calls count as one operation, and
//! `docs/library.md`: what came of exploring them.

mod page;

pub use page::{Row, in_cell, rows};
use std::collections::BTreeSet;

/// A class and what its clients do.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// With its package, `$` before an inner name.
    pub class: String,
    pub new: String,
    pub with: String,
    pub ops: Vec<String>,
    pub clients: Vec<String>,
    pub observe: Option<String>,
    /// Versions of the JDK on which no search of its clients ends. That is an assumption which nobody has checked.
    pub open: Vec<String>,
    pub refuted: Vec<String>,
}

/// All blocks of the file.
pub fn blocks() -> Vec<Block> {
    let file = crate::repo_root().join("tests/library/clients.txt");
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let plain: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    plain.join("\n").split("\n\n").filter(|text| !text.trim().is_empty()).flat_map(read).collect()
}

/// The blocks of one text: one for each class that it names.
fn read(text: &str) -> Vec<Block> {
    let mut block = Block::default();
    let mut classes = Vec::new();
    for line in text.trim().lines() {
        let (key, value) = line.split_once(": ").unwrap_or_else(|| panic!("no key: {line}"));
        let value = value.trim();
        match key {
            "class" => classes = value.split(' ').map(str::to_string).collect(),
            "new" => block.new = value.to_string(),
            "with" => block.with = value.to_string(),
            "ops" => block.ops.extend(calls(value)),
            "client" => block.clients.push(value.to_string()),
            "observe" => block.observe = Some(value.to_string()),
            "open" => block.open = value.split(' ').map(str::to_string).collect(),
            "refuted" => block.refuted.push(value.to_string()),
            _ => panic!("there is no key {key}"),
        }
    }
    let named = |class: &String| {
        let simple = class.rsplit(['.', '$']).next().unwrap_or_default();
        Block { class: class.clone(), new: block.new.replace("NAME", simple), ..block.clone() }
    };
    classes.iter().map(named).collect()
}

/// Calls between semicolons that stand in no bracket.
fn calls(text: &str) -> Vec<String> {
    let (mut calls, mut depth) = (vec![String::new()], 0);
    for letter in text.chars() {
        depth += i32::from("([{".contains(letter)) - i32::from(")]}".contains(letter));
        match letter {
            ';' if depth == 0 => calls.push(String::new()),
            _ => calls.last_mut().expect("there is one").push(letter),
        }
    }
    calls.iter().map(|call| call.trim().to_string()).collect()
}

/// More pairs of calls than this are not all explored.
const MANY: usize = 15;
/// So many longer clients of a class are explored, if there are as many.
const LONGER: usize = 12;

impl Block {
    /// Pairs of calls that two threads make, as numbers of `ops`: all if they are not many, else each call
    /// beside some others. Of two that both wait for a time, every look at the clock has a state of its own.
    pub fn pairs(&self) -> Vec<(usize, usize)> {
        let count = self.ops.len();
        let all = (0..count).flat_map(|i| (i..count).map(move |j| (i, j)));
        let beside = |i: usize| [1, count / 3].map(|far| (i, (i + far) % count));
        let pairs: Vec<(usize, usize)> = match count * (count + 1) / 2 <= MANY {
            true => all.collect(),
            false => (0..count).flat_map(beside).collect(),
        };
        pairs.into_iter().filter(|&(i, j)| self.timed(&[i, j]) < 2).collect()
    }

    /// How many of these calls wait for a time.
    fn timed(&self, calls: &[usize]) -> usize {
        let is_timed = |&&i: &&usize| ["SECONDS", "Nanos", "Until("].iter().any(|w| self.ops[i].contains(w));
        calls.iter().filter(is_timed).count()
    }

    /// The same and the block's own clients, for `jaywalk linearize --client`.
    pub fn clients(&self) -> Vec<String> {
        let pair = |(i, j): (usize, usize)| format!("{} | {}", self.ops[i], self.ops[j]);
        self.pairs().into_iter().map(pair).chain(self.clients.iter().cloned()).collect()
    }

    /// Clients of two threads with two calls each, drawn from all of them, the same ones each time.
    pub fn longer(&self) -> Vec<String> {
        let mut drawn: Vec<[usize; 4]> = Vec::new();
        let mut random = crate::random::Random(1);
        let mut draw = || random.below(self.ops.len());
        for _ in 0..if self.ops.is_empty() { 0 } else { 4 * LONGER } {
            let client = [draw(), draw(), draw(), draw()];
            if drawn.len() < LONGER && self.timed(&client) < 2 && !drawn.contains(&client) {
                drawn.push(client);
            }
        }
        let shown = |client: &[usize; 4]| {
            let [a, b, c, d] = client.map(|call| &self.ops[call]);
            format!("{a}; {b} | {c}; {d}")
        };
        drawn.iter().map(shown).collect()
    }

    /// The names of the methods that its calls are of.
    pub fn methods(&self) -> BTreeSet<String> {
        self.ops.iter().map(|call| method(call)).collect()
    }

    /// A call as a Java expression on the object `o`.
    pub fn expression(call: &str) -> String {
        let is_plain =
            !mentions_object(call) && leading(call).len() < call.find(['.', ' ']).unwrap_or(call.len());
        let is_call = call[leading(call).len()..].starts_with('(');
        if is_plain && is_call { format!("o.{call}") } else { call.to_string() }
    }
}

fn leading(call: &str) -> &str {
    &call[..call.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(call.len())]
}

fn mentions_object(call: &str) -> bool {
    call.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == "o")
}

/// `put` of `put(1)`, `o.put(1)`, `held(() -> o.put(1))` and `Cls.put(1)`.
fn method(call: &str) -> String {
    let behind_object = [" o.", "(o.", "!o."].iter().find_map(|before| call.find(before).map(|at| at + 3));
    let at = match call.strip_prefix("o.") {
        Some(_) => 2,
        None => behind_object.unwrap_or_else(|| {
            let class = leading(call);
            if call[class.len()..].starts_with('.') { class.len() + 1 } else { 0 }
        }),
    };
    leading(&call[at..]).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_read() {
        let text = "class: a.B a.C\nnew: new NAME(1)\nops: put(1); held(() -> { o.get(); })\nobserve: size()";
        let read = read(text);
        assert_eq!((read[1].new.as_str(), read[1].ops.len()), ("new C(1)", 2));
        assert_eq!(read[0].clients()[1], "put(1) | held(() -> { o.get(); })");
        let names: Vec<String> =
            ["put(1)", "o.get(2)", "held(() -> o.await())", "LockSupport.park(o)"].map(method).to_vec();
        assert_eq!(names, ["put", "get", "await", "park"]);
        assert_eq!(Block::expression("put(x -> 1)"), "o.put(x -> 1)");
        assert_eq!(Block::expression("LockSupport.park(o)"), "LockSupport.park(o)");
        assert_eq!(Block::expression("LockSupport.parkUntil(1)"), "LockSupport.parkUntil(1)");
    }

    #[test]
    fn every_call_is_in_some_client() {
        for block in blocks() {
            let mut met: Vec<usize> = block.pairs().iter().flat_map(|&(i, j)| [i, j]).collect();
            met.sort_unstable();
            met.dedup();
            assert_eq!(met.len(), block.ops.len(), "{}", block.class);
        }
    }
}
