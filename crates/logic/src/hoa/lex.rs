//! The words and signs that an automaton is written in.

use super::read::HoaError;

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Token {
    /// `States:`.
    Key(String),
    Word(String),
    Text(String),
    Number(u32),
    Alias(String),
    Symbol(char),
    Body,
    End,
}

pub(super) fn tokens(text: &str) -> Result<Vec<(Token, usize)>, HoaError> {
    let mut tokens = Vec::new();
    let mut line = 1;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        let word_end = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
        let (token, length) = if c.is_whitespace() {
            line += usize::from(c == '\n');
            rest = &rest[c.len_utf8()..];
            continue;
        } else if rest.starts_with("--BODY--") {
            (Token::Body, 8)
        } else if rest.starts_with("--END--") {
            (Token::End, 7)
        } else if rest.starts_with("/*") {
            let Some(end) = rest.find("*/") else {
                return Err(HoaError { line, what: "an open comment".into() });
            };
            line += rest[..end].matches('\n').count();
            rest = &rest[end + 2..];
            continue;
        } else if c == '"' {
            let (content, length) = quoted(rest).ok_or(HoaError { line, what: "an open quote".into() })?;
            (Token::Text(content), length)
        } else if c == '@' {
            let end = rest[1..].find(|c: char| !is_word(c)).map_or(rest.len(), |at| at + 1);
            (Token::Alias(rest[1..end].to_string()), end)
        } else if c.is_ascii_digit() {
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let number = rest[..end]
                .parse()
                .map_err(|_| HoaError { line, what: "a number that is too large".into() })?;
            (Token::Number(number), end)
        } else if word_end > 0 && rest[word_end..].starts_with(':') {
            (Token::Key(rest[..word_end].to_string()), word_end + 1)
        } else if word_end > 0 {
            (Token::Word(rest[..word_end].to_string()), word_end)
        } else {
            (Token::Symbol(c), c.len_utf8())
        };
        tokens.push((token, line));
        rest = &rest[length..];
    }
    Ok(tokens)
}

/// The text within quotes, and how long it is with them.
fn quoted(rest: &str) -> Option<(String, usize)> {
    let mut content = String::new();
    let mut chars = rest.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((content, at + 1)),
            '\\' => content.push(chars.next()?.1),
            c => content.push(c),
        }
    }
    None
}
