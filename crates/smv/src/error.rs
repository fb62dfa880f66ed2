//! What is wrong with a model, and where.

pub use logic::Span;
use std::fmt;

/// Why a model is not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    pub place: Span,
    pub what: String,
    /// It may be right, but is not supported.
    pub is_gap: bool,
}

pub fn wrong<T>(place: Span, what: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal { place, what: what.into(), is_gap: false })
}

pub fn unsupported<T>(place: Span, what: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal { place, what: what.into(), is_gap: true })
}

/// A refusal as the user sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SmvError {
    /// `file:line:column`.
    pub at: String,
    pub what: String,
    /// The line, and a caret below it.
    pub shown: String,
    /// It may be right, but is not supported.
    pub is_gap: bool,
}

impl fmt::Display for SmvError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}\n{}", self.at, self.what, self.shown)
    }
}

/// A text with its name.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    pub name: &'a str,
    pub text: &'a str,
}

impl Source<'_> {
    /// Line and column, counted from one.
    fn position(&self, at: usize) -> (usize, usize) {
        let before = &self.text[..at.min(self.text.len())];
        let line = before.matches('\n').count() + 1;
        (line, before.rsplit('\n').next().unwrap_or_default().chars().count() + 1)
    }

    /// `file:line`.
    pub fn line(&self, place: Span) -> String {
        format!("{}:{}", self.name, self.position(place.start).0)
    }

    /// The text of a place, on one line.
    pub fn slice(&self, place: Span) -> String {
        let words: Vec<&str> = self.text[place.start..place.end].split_whitespace().collect();
        words.join(" ")
    }

    pub fn show(&self, refusal: &Refusal) -> SmvError {
        let (line, column) = self.position(refusal.place.start);
        let text = self.text.lines().nth(line - 1).unwrap_or_default();
        // Tabs stay tabs, so that the caret stands below its word.
        let blank: String =
            text.chars().take(column - 1).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        let length = self.text[refusal.place.start..refusal.place.end]
            .lines()
            .next()
            .map_or(1, |own| own.chars().count());
        SmvError {
            at: format!("{}:{line}:{column}", self.name),
            what: refusal.what.clone(),
            shown: format!("    {text}\n    {blank}{}", "^".repeat(length.max(1))),
            is_gap: refusal.is_gap,
        }
    }
}
