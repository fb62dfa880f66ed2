//! Histories of calls, and which of them whole calls explain.
//!
//! A history is what callers can know of a run: what each call came to, and which calls had ended before it
//! began. The same client is explored twice. Apart, its calls are interleaved operation by operation. As
//! wholes, a call is one operation up to where it blocks, and goes on as one when it is freed: these are the
//! sequential orders, for calls that never block, and what they become for those that do (the two halves of
//! a dual data structure, Scherer and Scott 2004). A history is explained if whole calls came to the same, and
//! no call began before another that it followed in the history.

use std::fmt;

/// What a call came to.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum CallEnd {
    Value(String),
    /// The name of what it threw.
    Thrown(String),
    /// It has begun and never ends.
    Blocked,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Call {
    /// How many calls of each thread had ended when this one began.
    pub seen: Vec<usize>,
    pub end: CallEnd,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct History {
    /// The calls that each thread has begun.
    pub threads: Vec<Vec<Call>>,
    /// What was looked at in the end.
    pub observed: Vec<CallEnd>,
    /// As the program says it.
    pub line: String,
}

/// A history that no whole calls explain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unexplained {
    pub history: History,
    /// Whole calls come to the same, but only in orders that contradict which call came before which.
    pub is_late: bool,
}

impl fmt::Display for CallEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CallEnd::Value(value) => write!(f, ": {value}"),
            CallEnd::Thrown(name) => write!(f, ": throws {name}"),
            CallEnd::Blocked => f.write_str(": blocks for ever"),
        }
    }
}

impl History {
    /// What the program of `source` prints: threads separated by `|`, calls by `;`, and behind `#` what was
    /// observed. A call is its list of ended calls and its end: `0,1=5`, `0,0!Exception`, `0,2?`.
    pub fn read(line: &str) -> Option<History> {
        let line = line.trim_end_matches('\n');
        let (calls, observed) = cut(line, '#');
        let mut threads = Vec::new();
        for thread in parts(calls, '|') {
            let calls: Option<Vec<Call>> =
                parts(thread, ';').into_iter().filter(|c| !c.is_empty()).map(call).collect();
            threads.push(calls?);
        }
        let observed = parts(observed?, ';').into_iter().filter(|end| !end.is_empty()).map(end);
        Some(History { threads, observed: observed.collect::<Option<_>>()?, line: line.to_string() })
    }

    fn has_same_ends(&self, other: &History) -> bool {
        let ends = |history: &History| -> Vec<Vec<CallEnd>> {
            let of = |calls: &Vec<Call>| calls.iter().map(|call| call.end.clone()).collect();
            history.threads.iter().map(of).collect()
        };
        self.observed == other.observed && ends(self) == ends(other)
    }

    /// Whatever came before a call in this history came before it in the other.
    fn is_kept_by(&self, other: &History) -> bool {
        let calls = |history: &History| history.threads.iter().flatten().cloned().collect::<Vec<Call>>();
        let all_seen = |one: &Call, two: &Call| one.seen.iter().zip(&two.seen).all(|(a, b)| a <= b);
        calls(self).iter().zip(&calls(other)).all(|(one, two)| all_seen(one, two))
    }
}

/// The histories of calls apart that no history of whole calls explains.
pub fn unexplained(apart: &[History], whole: &[History]) -> Vec<Unexplained> {
    let judge = |history: &History| {
        let mut same = whole.iter().filter(|whole| history.has_same_ends(whole)).peekable();
        let is_late = same.peek().is_some();
        let is_explained = same.any(|whole| history.is_kept_by(whole));
        (!is_explained).then(|| Unexplained { history: history.clone(), is_late })
    };
    apart.iter().filter_map(judge).collect()
}

fn call(text: &str) -> Option<Call> {
    let at = text.find(['=', '!', '?'])?;
    let seen = text[..at].split(',').map(|number| number.parse().ok()).collect::<Option<_>>()?;
    Some(Call { seen, end: end(&text[at..])? })
}

fn end(text: &str) -> Option<CallEnd> {
    let rest = text.get(1..)?;
    match text.as_bytes()[0] {
        b'=' => Some(CallEnd::Value(plain(rest))),
        b'!' => Some(CallEnd::Thrown(plain(rest))),
        b'?' => Some(CallEnd::Blocked),
        _ => None,
    }
}

/// What stands before and behind a separator that no backslash precedes.
fn cut(text: &str, separator: char) -> (&str, Option<&str>) {
    let mut escaped = false;
    for (at, letter) in text.char_indices() {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if letter == separator => return (&text[..at], Some(&text[at + letter.len_utf8()..])),
            _ => {}
        }
    }
    (text, None)
}

fn parts(mut text: &str, separator: char) -> Vec<&str> {
    let mut parts = Vec::new();
    loop {
        let (part, rest) = cut(text, separator);
        parts.push(part);
        match rest {
            Some(rest) => text = rest,
            None => return parts,
        }
    }
}

/// Without backslashes; `\n` is the end of a line.
fn plain(text: &str) -> String {
    let mut letters = text.chars();
    let mut plain = String::new();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => plain.extend(letters.next().map(|next| if next == 'n' { '\n' } else { next })),
            _ => plain.push(letter),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn histories(lines: &[&str]) -> Vec<History> {
        lines.iter().map(|line| History::read(line).unwrap_or_else(|| panic!("{line}"))).collect()
    }

    #[test]
    fn lines_are_read() {
        let history = History::read("0,0=a\\;b;0,1?|1,0!X#=[1\\, 2];=\\n\n").unwrap();
        assert_eq!(history.threads[0][0].end, CallEnd::Value("a;b".to_string()));
        assert_eq!(history.threads[0][1], Call { seen: vec![0, 1], end: CallEnd::Blocked });
        assert_eq!(history.threads[1][0].end, CallEnd::Thrown("X".to_string()));
        assert_eq!(
            history.observed,
            [CallEnd::Value("[1, 2]".to_string()), CallEnd::Value("\n".to_string())]
        );
        assert!(History::read("0,0").is_none() && History::read("x=1#").is_none());
        assert_eq!(History::read("|0,0=1#").unwrap().threads[0], []);
    }

    #[test]
    fn what_came_before_must_come_before() {
        // One thread writes, and the other reads the old value afterwards.
        let whole = histories(&["0,0=ok|1,0=new#", "0,1=ok|0,0=old#"]);
        let apart = histories(&["0,0=ok|0,0=old#", "0,0=ok|1,0=old#", "0,0=ok|1,0=odd#", "0,0=ok|0,0=new#"]);
        let wrong = unexplained(&apart, &whole);
        let told: Vec<(&str, bool)> = wrong.iter().map(|w| (w.history.line.as_str(), w.is_late)).collect();
        assert_eq!(told, [("0,0=ok|1,0=old#", true), ("0,0=ok|1,0=odd#", false)]);
    }

    #[test]
    fn what_is_seen_in_the_end_counts() {
        let whole = histories(&["0,0=ok|1,0=ok#=2"]);
        assert_eq!(unexplained(&histories(&["0,0=ok|0,0=ok#=1"]), &whole).len(), 1);
        assert_eq!(unexplained(&histories(&["0,0=ok|0,0?#=2"]), &whole).len(), 1);
        assert_eq!(unexplained(&histories(&["0,0=ok|0,0=ok#=2"]), &whole), []);
    }
}
