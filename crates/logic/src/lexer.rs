//! Words of formulas.

use crate::error::{ParseError, Span};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    /// A name, reserved or not: letters, digits, `_`, `$`, `#`, with dots and dashes inside.
    Name(String),
    /// What stands between quotes.
    Quoted(String),
    Not,
    And,
    Or,
    Implies,
    Iff,
    /// `<>` and `[]`.
    Diamond,
    Box,
    Open,
    Close,
    OpenSquare,
    CloseSquare,
    Dot,
    End,
}

impl Token {
    /// What it is called in messages.
    pub fn describe(&self) -> String {
        match self {
            Token::Name(name) => format!("'{name}'"),
            Token::Quoted(_) => "a quoted atom".to_string(),
            Token::End => "the end of the formula".to_string(),
            other => format!("'{}'", SYMBOLS.iter().find(|(_, t)| t == other).map_or("?", |(text, _)| text)),
        }
    }
}

/// Longer ones first, so that `<->` is not read as `<` and `->`.
const SYMBOLS: [(&str, Token); 22] = [
    ("<->", Token::Iff),
    ("<=>", Token::Iff),
    ("->", Token::Implies),
    ("=>", Token::Implies),
    ("&&", Token::And),
    ("/\\", Token::And),
    ("||", Token::Or),
    ("\\/", Token::Or),
    ("<>", Token::Diamond),
    ("[]", Token::Box),
    ("&", Token::And),
    ("|", Token::Or),
    ("!", Token::Not),
    ("~", Token::Not),
    ("(", Token::Open),
    (")", Token::Close),
    ("[", Token::OpenSquare),
    ("]", Token::CloseSquare),
    (".", Token::Dot),
    ("¬", Token::Not),
    ("∧", Token::And),
    ("∨", Token::Or),
];

pub fn lex(text: &str) -> Result<Vec<(Token, Span)>, ParseError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        let (token, end) = if c == '"' {
            quoted(text, at)?
        } else if c.is_alphanumeric() || c == '_' || c == '$' {
            let is_binder =
                matches!(tokens.last(), Some((Token::Name(last), _)) if last == "mu" || last == "nu");
            name(text, at, !is_binder)
        } else {
            let symbol = SYMBOLS.iter().find(|(symbol, _)| text[at..].starts_with(symbol));
            let Some((symbol, token)) = symbol else {
                let span = Span { start: at, end: at + c.len_utf8() };
                let what = format!(
                    "'{c}' means nothing in a formula; an atom that is more than a name stands in double quotes"
                );
                return Err(ParseError::new(text, span, what));
            };
            (token.clone(), at + symbol.len())
        };
        tokens.push((token, Span { start: at, end }));
        at = end;
    }
    tokens.push((Token::End, Span { start: text.len(), end: text.len() }));
    Ok(tokens)
}

fn quoted(text: &str, at: usize) -> Result<(Token, usize), ParseError> {
    let mut content = String::new();
    let mut rest = text[at + 1..].char_indices();
    while let Some((offset, c)) = rest.next() {
        match c {
            '"' => return Ok((Token::Quoted(content), at + 1 + offset + 1)),
            '\\' => content.extend(rest.next().map(|(_, escaped)| escaped)),
            c => content.push(c),
        }
    }
    Err(ParseError::new(text, Span { start: at, end: text.len() }, "this quote is not closed"))
}

/// A dot or dash belongs to a name if the name goes on behind it: `Buffer.size`, `Thread-1`. Not in the
/// variable of `mu x.p`.
fn name(text: &str, at: usize, may_join: bool) -> (Token, usize) {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '#');
    let mut end = at;
    let mut chars = text[at..].char_indices().peekable();
    while let Some((offset, c)) = chars.next() {
        let joins = may_join && matches!(c, '.' | '-') && end > at;
        let goes_on = joins && chars.peek().is_some_and(|&(_, next)| is_part(next));
        if !is_part(c) && !goes_on {
            break;
        }
        end = at + offset + c.len_utf8();
    }
    (Token::Name(text[at..end].to_string()), end)
}
