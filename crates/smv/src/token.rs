//! Words, numbers and signs of a text.

use crate::error::{Refusal, Span, wrong};

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lexeme {
    Word(String),
    Number(i64),
    /// A constant with a width.
    Bits {
        bits: u32,
        signed: bool,
        value: u64,
    },
    Sign(&'static str),
    End,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    pub lexeme: Lexeme,
    pub place: Span,
}

/// Longer ones first.
const SIGNS: &[&str] = &[
    "<->", "->", ":=", "::", "..", "!=", "<=", ">=", "<<", ">>", "=", "<", ">", "!", "&", "|", "+", "-", "*",
    "/", "?", ":", ";", ",", ".", "(", ")", "[", "]", "{", "}",
];

/// The widest word.
pub const MAX_WORD: u32 = 64;

fn begins_word(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_'
}

fn is_in_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '#' | '\\')
}

/// The tokens of a text, the last one its end.
pub fn lex(text: &str) -> Result<Vec<Token>, Refusal> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        if first.is_whitespace() {
            at += first.len_utf8();
        } else if rest.starts_with("/--") {
            let Some(end) = rest.find("--/").filter(|end| *end >= 3) else {
                return wrong(Span { start: at, end: at + 3 }, "this comment does not end: --/ is missing");
            };
            at += end + 3;
        } else if rest.starts_with("--") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else {
            let (lexeme, length) = one(rest, at)?;
            tokens.push(Token { lexeme, place: Span { start: at, end: at + length } });
            at += length;
        }
    }
    tokens.push(Token { lexeme: Lexeme::End, place: Span { start: text.len(), end: text.len() } });
    Ok(tokens)
}

fn one(rest: &str, at: usize) -> Result<(Lexeme, usize), Refusal> {
    let first = rest.chars().next().unwrap_or_default();
    if begins_word(first) {
        let length = word_length(rest);
        return Ok((Lexeme::Word(rest[..length].to_string()), length));
    }
    if first.is_ascii_digit() {
        let length = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        let place = Span { start: at, end: at + length };
        let text = &rest[..length];
        if text.bytes().all(|c| c.is_ascii_digit()) {
            return match text.parse() {
                Ok(number) => Ok((Lexeme::Number(number), length)),
                Err(_) => wrong(place, "this number is too large"),
            };
        }
        return Ok((constant(text, place)?, length));
    }
    match SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
        Some(sign) => Ok((Lexeme::Sign(sign), sign.len())),
        None => {
            wrong(Span { start: at, end: at + first.len_utf8() }, format!("{first:?} means nothing here"))
        }
    }
}

/// A name may have a minus inside, as SMV has it, but does not end with one: `a->b` is an implication.
fn word_length(rest: &str) -> usize {
    let chars: Vec<char> = rest.chars().take_while(|c| is_in_word(*c) || *c == '-').collect();
    let mut length = 0;
    while length < chars.len() {
        match chars[length] {
            '-' if chars.get(length + 1).is_none_or(|next| !is_in_word(*next)) => break,
            _ => length += 1,
        }
    }
    length
}

/// `0ud8_255`: sign, base, width if it does not follow from the digits, digits.
fn constant(text: &str, place: Span) -> Result<Lexeme, Refusal> {
    let bad =
        || wrong(place, "this is no number; a word is written as 0ud8_255, 0sd8_12, 0b4_1010 or 0h8_ff");
    let Some((head, digits)) = text.split_once('_') else { return bad() };
    let mut head = head[1..].chars().peekable();
    let signed = head.next_if(|c| matches!(c, 'u' | 's')) == Some('s');
    let (radix, each) = match head.next() {
        Some('b' | 'B') => (2, 1),
        Some('o' | 'O') => (8, 3),
        Some('d' | 'D') => (10, 0),
        Some('h' | 'H') => (16, 4),
        _ => return bad(),
    };
    let width: String = head.collect();
    let digits = digits.replace('_', "");
    let bits = match width.as_str() {
        "" if each > 0 => digits.len() as u32 * each,
        _ => match width.parse() {
            Ok(bits) => bits,
            Err(_) => return bad(),
        },
    };
    if bits == 0 || bits > MAX_WORD {
        return wrong(place, format!("a word has 1 to {MAX_WORD} bits"));
    }
    let Ok(value) = u64::from_str_radix(&digits, radix) else { return bad() };
    let most = u64::MAX >> (MAX_WORD - bits);
    if value > most || (signed && radix == 10 && value > most / 2) {
        return wrong(place, format!("this does not fit in {bits} bits"));
    }
    Ok(Lexeme::Bits { bits, signed, value })
}
