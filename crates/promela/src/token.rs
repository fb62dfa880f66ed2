//! Words of Promela, before the preprocessor has seen them.

use crate::error::Pos;
use std::rc::Rc;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tok {
    Name(Rc<str>),
    Number(i32),
    Text(Rc<str>),
    Sign(&'static str),
    /// No word at all: a stray sign, a number that is too large, a text without an end.
    Bad(Rc<str>),
    /// Behind what a macro stands for; the macro may be used again.
    Done(Rc<str>),
    End,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    pub tok: Tok,
    pub pos: Pos,
    /// The line that a directive of the preprocessor would end with: lines that end in a backslash go on.
    pub logical: u32,
    /// Nothing stands between this and the word before.
    pub is_glued: bool,
}

impl Token {
    pub fn is(&self, sign: &str) -> bool {
        matches!(self.tok, Tok::Sign(own) if own == sign)
    }

    pub fn is_name(&self, name: &str) -> bool {
        matches!(&self.tok, Tok::Name(own) if &**own == name)
    }

    /// The word as it is written.
    pub fn text(&self) -> String {
        match &self.tok {
            Tok::Name(name) | Tok::Bad(name) => name.to_string(),
            Tok::Number(number) => number.to_string(),
            Tok::Text(text) => format!("\"{text}\""),
            Tok::Sign(sign) => sign.to_string(),
            Tok::Done(_) => String::new(),
            Tok::End => "the end of the file".to_string(),
        }
    }
}

/// Words as a line of text.
pub fn joined(words: &[Token]) -> String {
    let is_word = |token: &Token| matches!(token.tok, Tok::Name(_) | Tok::Number(_) | Tok::Text(_));
    let is_spaced = |token: &Token| {
        matches!(token.tok, Tok::Sign("==" | "!=" | "<=" | ">=" | "&&" | "||" | "=" | "->" | "<" | ">"))
    };
    let mut text = String::new();
    for (i, token) in words.iter().enumerate() {
        let before = i.checked_sub(1).map(|before| &words[before]);
        let needs = |before: &Token| {
            is_spaced(token) || is_spaced(before) || (is_word(token) && is_word(before)) || before.is(",")
        };
        if before.is_some_and(needs) {
            text.push(' ');
        }
        text.push_str(&token.text());
    }
    text
}

/// Longer ones first.
const SIGNS: [&str; 45] = [
    "->", "..", "!!", "??", "::", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "++", "--", "##", "{", "}",
    "(", ")", "[", "]", ";", ":", ",", ".", "!", "?", "=", "<", ">", "+", "-", "*", "/", "%", "&", "|", "^",
    "~", "@", "#", "$", "`", "\\",
];

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    pos: Pos,
    logical: u32,
}

/// All words of a file.
pub fn lex(text: &str, file: u16) -> Vec<Token> {
    let mut lexer = Lexer { text, at: 0, pos: Pos { file, line: 1, column: 1 }, logical: 1 };
    let mut tokens = Vec::new();
    loop {
        let is_glued = !lexer.blanks();
        let (pos, logical) = (lexer.pos, lexer.logical);
        let tok = lexer.word();
        let is_end = tok == Tok::End;
        tokens.push(Token { tok, pos, logical, is_glued });
        if is_end {
            return tokens;
        }
    }
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn advance(&mut self, c: char) {
        self.at += c.len_utf8();
        match c {
            '\n' => {
                self.pos.line += 1;
                self.pos.column = 1;
                self.logical = self.pos.line;
            }
            _ => self.pos.column += 1,
        }
    }

    fn advance_by(&mut self, chars: usize) {
        for _ in 0..chars {
            if let Some(c) = self.rest().chars().next() {
                self.advance(c);
            }
        }
    }

    /// Skips what is no word. False if there was nothing.
    fn blanks(&mut self) -> bool {
        let begin = self.at;
        while let Some(c) = self.rest().chars().next() {
            let continued = ["\\\r\n", "\\\n"].iter().find(|end| self.rest().starts_with(**end));
            if let Some(end) = continued {
                let logical = self.logical;
                self.advance_by(end.len());
                self.logical = logical;
            } else if c.is_whitespace() {
                self.advance(c);
            } else if self.rest().starts_with("//") {
                let length = self.rest().find('\n').unwrap_or(self.rest().len());
                let chars = self.rest()[..length].chars().count();
                self.advance_by(chars);
            } else if self.rest().starts_with("/*") {
                let length = self.rest().find("*/").map_or(self.rest().len(), |end| end + 2);
                let chars = self.rest()[..length].chars().count();
                let logical = self.logical;
                self.advance_by(chars);
                self.logical = logical;
            } else {
                break;
            }
        }
        self.at > begin
    }

    fn take(&mut self, fits: impl Fn(char) -> bool) -> Rc<str> {
        let length = self.rest().find(|c| !fits(c)).unwrap_or(self.rest().len());
        let word: Rc<str> = self.rest()[..length].into();
        self.advance_by(word.chars().count());
        word
    }

    fn word(&mut self) -> Tok {
        let Some(c) = self.rest().chars().next() else { return Tok::End };
        if c.is_ascii_alphabetic() || c == '_' {
            return Tok::Name(self.take(|c| c.is_ascii_alphanumeric() || c == '_'));
        }
        if c.is_ascii_digit() {
            let digits = self.take(|c| c.is_ascii_digit());
            return digits.parse().map_or(Tok::Bad(digits), Tok::Number);
        }
        match c {
            '"' => self.quoted(),
            '\'' => self.character(),
            _ => match SIGNS.iter().find(|sign| self.rest().starts_with(**sign)) {
                Some(sign) => {
                    self.advance_by(sign.len());
                    Tok::Sign(sign)
                }
                None => {
                    self.advance(c);
                    Tok::Bad(c.to_string().into())
                }
            },
        }
    }

    fn quoted(&mut self) -> Tok {
        let mut end = None;
        let mut escaped = false;
        for (i, c) in self.rest().char_indices().skip(1) {
            match c {
                '\n' => break,
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => {
                    end = Some(i);
                    break;
                }
                _ => {}
            }
        }
        let Some(end) = end else {
            self.advance('"');
            return Tok::Bad("\"".into());
        };
        let inner: Rc<str> = self.rest()[1..end].into();
        self.advance_by(inner.chars().count() + 2);
        Tok::Text(inner)
    }

    /// A character stands for its number.
    fn character(&mut self) -> Tok {
        let mut chars = self.rest().chars().skip(1);
        let (value, length) = match (chars.next(), chars.next(), chars.next()) {
            (Some('\\'), Some(c), Some('\'')) => {
                let value = match c {
                    'n' => '\n',
                    't' => '\t',
                    'r' => '\r',
                    '0' => '\0',
                    other => other,
                };
                (value, 4)
            }
            (Some(c), Some('\''), _) if c != '\n' && c.is_ascii() => (c, 3),
            _ => {
                self.advance('\'');
                return Tok::Bad("'".into());
            }
        };
        self.advance_by(length);
        Tok::Number(value as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_their_places() {
        let tokens = lex("a->b /* x\n y */ 'c' \"t\\\"\" \\\n ..3", 0);
        let words: Vec<String> = tokens.iter().map(Token::text).collect();
        assert_eq!(words, ["a", "->", "b", "99", "\"t\\\"\"", "..", "3", "the end of the file"]);
        assert_eq!((tokens[5].pos.line, tokens[5].logical), (3, 1));
        assert!(tokens[1].is_glued && !tokens[3].is_glued);
    }

    #[test]
    fn what_is_no_word_is_one_token() {
        for text in ["\"abc", "'", "99999999999", "é"] {
            assert!(lex(text, 0).iter().any(|token| matches!(token.tok, Tok::Bad(_))), "{text}");
        }
    }
}
