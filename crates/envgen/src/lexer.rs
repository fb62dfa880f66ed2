//! Words of specifications.

use logic::Span;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    /// A Java name, or a reserved word.
    Word(String),
    /// A number, as it was written.
    Number(String),
    /// What stands between double quotes, with its escapes as they were written.
    Text(String),
    /// What stands between single quotes, likewise.
    Character(String),
    Symbol(&'static str),
    End,
}

impl Token {
    /// What it is called in messages.
    pub fn describe(&self) -> String {
        match self {
            Token::Word(word) => format!("'{word}'"),
            Token::Number(number) => format!("'{number}'"),
            Token::Text(_) => "a text".to_string(),
            Token::Character(_) => "a character".to_string(),
            Token::Symbol(symbol) => format!("'{symbol}'"),
            Token::End => "the end of the file".to_string(),
        }
    }
}

/// Longer ones first.
const SYMBOLS: [&str; 29] = [
    "...", "<->", "<=>", "..", "!=", "->", "=>", "&&", "||", "<>", "[]", "{", "}", "(", ")", "[", "]", ",",
    ";", ":", "=", "|", "*", "+", "?", ".", "!", "&", "-",
];

/// What went wrong, and where.
pub type Wrong = (Span, String);

pub fn lex(text: &str) -> Result<Vec<(Token, Span)>, Wrong> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        }
        if let Some(comment) = rest.strip_prefix("/*") {
            let end = comment.find("*/");
            let Some(end) = end else {
                return Err((Span { start: at, end: at + 2 }, "this comment is not closed".to_string()));
            };
            at += end + 4;
            continue;
        }
        let (token, length) =
            token(rest, c).map_err(|what| (Span { start: at, end: at + c.len_utf8() }, what))?;
        tokens.push((token, Span { start: at, end: at + length }));
        at += length;
    }
    tokens.push((Token::End, Span { start: text.len(), end: text.len() }));
    Ok(tokens)
}

fn token(rest: &str, c: char) -> Result<(Token, usize), String> {
    if c.is_alphabetic() || c == '_' || c == '$' {
        let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').unwrap_or(rest.len());
        return Ok((Token::Word(rest[..length].to_string()), length));
    }
    if c.is_ascii_digit() {
        let length = number(rest);
        return Ok((Token::Number(rest[..length].to_string()), length));
    }
    if c == '"' || c == '\'' {
        let length = quoted(rest, c).ok_or("this quote is not closed on its line")?;
        let content = rest[1..length - 1].to_string();
        return Ok((if c == '"' { Token::Text(content) } else { Token::Character(content) }, length));
    }
    match SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
        Some(symbol) => Ok((Token::Symbol(symbol), symbol.len())),
        None => Err(format!("'{c}' means nothing in a specification")),
    }
}

/// How long a number is. `0..2` are two of them.
fn number(rest: &str) -> usize {
    let mut length = 0;
    for (offset, c) in rest.char_indices() {
        let next = rest[offset + c.len_utf8()..].chars().next();
        let is_point =
            c == '.' && next.is_some_and(|next| next.is_ascii_digit()) && !rest[..offset].contains('.');
        let is_sign =
            (c == '-' || c == '+') && rest[..offset].ends_with(['e', 'E']) && !rest.starts_with("0x");
        if !c.is_ascii_alphanumeric() && c != '_' && !is_point && !is_sign {
            break;
        }
        length = offset + c.len_utf8();
    }
    length
}

/// How long what is quoted is, quotes included.
fn quoted(rest: &str, quote: char) -> Option<usize> {
    let mut is_escaped = false;
    for (offset, c) in rest.char_indices().skip(1) {
        match c {
            '\n' => return None,
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            c if c == quote => return Some(offset + 1),
            _ => {}
        }
    }
    None
}
