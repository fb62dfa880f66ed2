//! One line of the text form, cut into words, and the reading of words.

use super::ParseError;
use base::Symbol;

#[derive(Clone, Debug)]
enum Token {
    Word(String),
    Quoted(Vec<u8>),
}

/// A line, read from left to right.
#[derive(Clone)]
pub(super) struct Line {
    pub number: usize,
    tokens: Vec<Token>,
    at: usize,
}

impl Line {
    pub(super) fn new(text: &str, number: usize) -> Result<Line, ParseError> {
        Ok(Line { number, tokens: tokens(text, number)?, at: 0 })
    }

    pub(super) fn error(&self, what: String) -> ParseError {
        ParseError { line: self.number, what }
    }

    pub(super) fn expected(&self, what: &str) -> ParseError {
        let found = match self.tokens.get(self.at) {
            Some(Token::Word(word)) => word.clone(),
            Some(Token::Quoted(text)) => format!("{:?}", String::from_utf8_lossy(text)),
            None => "the line ends".into(),
        };
        self.error(format!("{found}: {what} expected"))
    }

    pub(super) fn is_done(&self) -> bool {
        self.at >= self.tokens.len()
    }

    fn peek(&self, ahead: usize) -> Option<&str> {
        match self.tokens.get(self.at + ahead) {
            Some(Token::Word(word)) => Some(word),
            _ => None,
        }
    }

    pub(super) fn is_at(&self, word: &str) -> bool {
        self.peek(0) == Some(word)
    }

    /// Whatever is no operation.
    pub(super) fn is_directive(&self) -> bool {
        matches!(self.peek(0), Some("line" | "handler")) || self.peek(1) == Some("=")
    }

    pub(super) fn accept(&mut self, word: &str) -> bool {
        let fits = self.is_at(word);
        self.at += usize::from(fits);
        fits
    }

    pub(super) fn keyword(&mut self, word: &str) -> Result<(), ParseError> {
        if self.accept(word) { Ok(()) } else { Err(self.expected(word)) }
    }

    /// `again:` at the beginning of a line.
    pub(super) fn label(&mut self) -> Option<String> {
        let label = self.peek(0)?.strip_suffix(':')?.to_owned();
        self.at += 1;
        Some(label)
    }

    pub(super) fn word(&mut self, what: &str) -> Result<String, ParseError> {
        let word = self.peek(0).map(str::to_owned).ok_or_else(|| self.expected(what))?;
        self.at += 1;
        Ok(word)
    }

    /// A word, or anything in quotes.
    pub(super) fn name(&mut self, what: &str) -> Result<Vec<u8>, ParseError> {
        let bytes = match self.tokens.get(self.at) {
            Some(Token::Word(word)) => word.clone().into_bytes(),
            Some(Token::Quoted(bytes)) => bytes.clone(),
            None => return Err(self.expected(what)),
        };
        self.at += 1;
        Ok(bytes)
    }

    pub(super) fn symbol(&mut self) -> Result<Symbol, ParseError> {
        self.name("a name").map(|bytes| Symbol::from_bytes(&bytes))
    }

    pub(super) fn number_in(&mut self, low: i64, high: i64) -> Result<i64, ParseError> {
        let number = self.peek(0).and_then(|word| word.parse().ok()).filter(|n| (low..=high).contains(n));
        let number = number.ok_or_else(|| self.expected(&format!("a number from {low} to {high}")))?;
        self.at += 1;
        Ok(number)
    }

    /// A row such as `r3` of the table that `letter` stands for.
    pub(super) fn row(&mut self, letter: char) -> Result<u32, ParseError> {
        let row =
            self.peek(0).and_then(|word| word.strip_prefix(letter)).and_then(|digits| digits.parse().ok());
        let row = row.ok_or_else(|| self.expected(&format!("{letter} and a number")))?;
        self.at += 1;
        Ok(row)
    }

    /// A row of a table with 16-bit numbers.
    pub(super) fn row_u16(&mut self, letter: char) -> Result<u16, ParseError> {
        let row = self.row(letter)?;
        u16::try_from(row).map_err(|_| self.error(format!("{letter}{row}: the number is above 65535")))
    }
}

fn tokens(line: &str, number: usize) -> Result<Vec<Token>, ParseError> {
    let mut tokens = Vec::new();
    let mut rest = line.trim_start();
    while !rest.is_empty() && !rest.starts_with('#') {
        let length = if let Some(text) = rest.strip_prefix('"') {
            let (bytes, length) = unquote(text).map_err(|what| ParseError { line: number, what })?;
            tokens.push(Token::Quoted(bytes));
            length + 1
        } else {
            let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
            tokens.push(Token::Word(rest[..length].to_owned()));
            length
        };
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}

/// The text up to the closing quote, and the length of that with the quote.
fn unquote(text: &str) -> Result<(Vec<u8>, usize), String> {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let mut at = 0;
    loop {
        match bytes.get(at) {
            Some(b'"') => return Ok((out, at + 1)),
            Some(b'\\') => {
                let (byte, length) = escape(&bytes[at + 1..])?;
                out.push(byte);
                at += 1 + length;
            }
            Some(&byte) => {
                out.push(byte);
                at += 1;
            }
            None => return Err("the closing quote is missing".into()),
        }
    }
}

/// The byte that an escape means, and the escape's length after the backslash.
fn escape(after: &[u8]) -> Result<(u8, usize), String> {
    let hex = |digit: &u8| char::from(*digit).to_digit(16);
    match after {
        [c @ (b'"' | b'\\'), ..] => Ok((*c, 1)),
        [b'n', ..] => Ok((b'\n', 1)),
        [b't', ..] => Ok((b'\t', 1)),
        [b'r', ..] => Ok((b'\r', 1)),
        [b'x', high, low, ..] => match (hex(high), hex(low)) {
            (Some(high), Some(low)) => Ok(((high * 16 + low) as u8, 3)),
            _ => Err("two hexadecimal digits expected after \\x".into()),
        },
        _ => Err("one of \\\" \\\\ \\n \\t \\r \\xNN expected after a backslash".into()),
    }
}
