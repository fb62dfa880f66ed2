//! Words of atoms.

use super::compile::AtomError;

#[derive(Clone, PartialEq, Debug)]
pub enum Token {
    /// A name; `$` may be in it, dots and dashes are not.
    Name(String),
    Number(i64),
    Floating(f64),
    Symbol(&'static str),
    End,
}

/// Longer ones first.
const SYMBOLS: [&str; 21] = [
    "||", "&&", "==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "/", "%", "!", "(", ")", "[", "]", ".", ":",
    "=",
];

/// The words of a text with where each begins and ends.
pub fn lex(text: &str) -> Result<Vec<(Token, usize, usize)>, AtomError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let (token, length) = if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        } else if c.is_ascii_digit() {
            number(rest).ok_or_else(|| AtomError::new(at, at + 1, "a number that is too large"))?
        } else if c.is_alphabetic() || c == '_' || c == '$' {
            let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
            let end = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
            (Token::Name(rest[..end].to_string()), end)
        } else if c == '\'' {
            character(rest)
                .ok_or_else(|| AtomError::new(at, at + 1, "a character stands between single quotes"))?
        } else {
            let symbol = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol));
            let Some(symbol) = symbol else {
                return Err(AtomError::new(at, at + c.len_utf8(), format!("'{c}' means nothing in an atom")));
            };
            (Token::Symbol(symbol), symbol.len())
        };
        tokens.push((token, at, at + length));
        at += length;
    }
    tokens.push((Token::End, text.len(), text.len()));
    Ok(tokens)
}

fn number(rest: &str) -> Option<(Token, usize)> {
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let fraction = rest[digits..]
        .strip_prefix('.')
        .map(|behind| behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len()));
    if let Some(fraction) = fraction.filter(|&length| length > 0) {
        let end = digits + 1 + fraction;
        return Some((Token::Floating(rest[..end].parse().ok()?), end));
    }
    let suffix = usize::from(rest[digits..].starts_with(['L', 'l']));
    Some((Token::Number(rest[..digits].parse().ok()?), digits + suffix))
}

fn character(rest: &str) -> Option<(Token, usize)> {
    let mut chars = rest[1..].chars();
    let c = chars.next().filter(|&c| c != '\'' && c != '\\')?;
    (chars.next() == Some('\'')).then(|| (Token::Number(i64::from(u32::from(c))), 2 + c.len_utf8()))
}
