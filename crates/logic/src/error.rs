//! Errors that point at the spot.

use std::fmt;

/// A part of a text, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Span {
    pub start: usize,
    pub end: usize,
}

impl Span {
    /// From the beginning of the one to the end of the other, whichever comes first.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// What is wrong with a formula, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    pub text: String,
    pub span: Span,
    pub what: String,
}

impl ParseError {
    pub fn new(text: &str, span: Span, what: impl Into<String>) -> ParseError {
        ParseError { text: text.to_string(), span, what: what.into() }
    }
}

impl fmt::Display for ParseError {
    /// The message, the line of the formula, and carets below the spot.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = floor(&self.text, self.span.start);
        let end = floor(&self.text, self.span.end.max(self.span.start));
        let line_start = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = self.text[start..].find('\n').map_or(self.text.len(), |at| start + at);
        let before = self.text[line_start..start].chars().count();
        let under = self.text[start..end.min(line_end).max(start)].chars().count().max(1);
        let line = self.text[line_start..line_end].replace('\t', " ");
        write!(f, "{}\n  {line}\n  {}{}", self.what, " ".repeat(before), "^".repeat(under))
    }
}

impl std::error::Error for ParseError {}

/// The nearest boundary of a character at or before a place.
fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carets_stand_below_the_spot() {
        let error = ParseError::new("G öp &", Span { start: 6, end: 7 }, "no operand");
        assert_eq!(error.to_string(), "no operand\n  G öp &\n       ^");
        let end = ParseError::new("G", Span { start: 9, end: 12 }, "more");
        assert_eq!(end.to_string(), "more\n  G\n   ^");
    }
}
