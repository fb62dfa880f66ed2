//! Text to specification. `docs/environments.md` has the grammar.

mod behaviour;
mod items;
#[cfg(test)]
mod tests;

use crate::lexer::{Token, Wrong, lex};
use crate::syntax::{Name, SpecError, Specification};
use logic::Span;

/// Words that begin something, and so name nothing.
const RESERVED: [&str; 13] = [
    "unit",
    "import",
    "instances",
    "values",
    "define",
    "throws",
    "stub",
    "first",
    "thread",
    "for",
    "new",
    "true",
    "false",
];

/// Reads a specification; `file` is its name in messages.
///
/// # Errors
/// What is wrong first, and where.
pub fn parse(file: &str, text: &str) -> Result<Specification, SpecError> {
    let spec = lex(text).and_then(|tokens| {
        let mut parser = Parser { text, tokens, at: 0, depth: 0 };
        parser.spec()
    });
    spec.map_err(|(span, what)| SpecError::new(file, text, span, what))
}

pub(crate) struct Parser<'a> {
    text: &'a str,
    tokens: Vec<(Token, Span)>,
    at: usize,
    /// How many parentheses and scopes are open.
    depth: u32,
}

/// Deeper expressions would end the stack of this program before they end.
const MAX_DEPTH: u32 = 200;

type Read<T> = Result<T, Wrong>;

impl Parser<'_> {
    fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn span(&self) -> Span {
        self.tokens[self.at].1
    }

    /// Where the last word ended.
    fn last_end(&self) -> usize {
        self.at.checked_sub(1).map_or(0, |last| self.tokens[last].1.end)
    }

    fn next(&mut self) -> (Token, Span) {
        let token = self.tokens[self.at].clone();
        // The end stays where it is.
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    fn is(&self, symbol: &str) -> bool {
        matches!(self.peek(), Token::Symbol(found) if *found == symbol)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Word(found) if found == word)
    }

    fn take(&mut self, symbol: &str) -> bool {
        let is_there = self.is(symbol);
        if is_there {
            self.next();
        }
        is_there
    }

    fn expect(&mut self, symbol: &str, of: &str) -> Read<()> {
        match self.take(symbol) {
            true => Ok(()),
            false => self.wrong(format!("{of} needs '{symbol}' here, not {}", self.peek().describe())),
        }
    }

    fn wrong<T>(&self, what: impl Into<String>) -> Read<T> {
        Err((self.span(), what.into()))
    }

    /// A name without dots that is not reserved.
    fn word(&mut self, what: &str) -> Read<Name> {
        match self.peek().clone() {
            Token::Word(word) if RESERVED.contains(&word.as_str()) => {
                self.wrong(format!("{what} cannot be called '{word}': this word is reserved"))
            }
            Token::Word(word) => {
                let (_, span) = self.next();
                Ok(Name { text: word, span })
            }
            other => self.wrong(format!("{what} is missing here; there is {}", other.describe())),
        }
    }

    /// A name with dots, `pkg.Buffer`, and with `.*` at its end where that may be.
    fn path(&mut self, what: &str, may_be_package: bool) -> Read<Name> {
        let mut name = self.word(what)?;
        while self.is(".") {
            let after = self.tokens.get(self.at + 1).map(|(token, _)| token.clone());
            match after {
                Some(Token::Symbol("*")) if may_be_package => {
                    self.next();
                    let (_, span) = self.next();
                    name.text.push_str(".*");
                    name.span.end = span.end;
                    break;
                }
                Some(Token::Word(word)) => {
                    self.next();
                    let (_, span) = self.next();
                    name.text.push('.');
                    name.text.push_str(&word);
                    name.span.end = span.end;
                }
                _ => break,
            }
        }
        Ok(name)
    }

    /// The type of an instance or a parameter: a path, and `[]` for arrays.
    fn class(&mut self, what: &str) -> Read<Name> {
        let mut name = self.path(what, false)?;
        while self.is("[]") {
            let (_, span) = self.next();
            name.text.push_str("[]");
            name.span.end = span.end;
        }
        Ok(name)
    }

    /// The number that comes is 0.
    fn small_is_zero(&self) -> bool {
        matches!(self.peek(), Token::Number(number) if number.parse() == Ok(0))
    }

    fn small(&mut self, what: &str) -> Read<u32> {
        match self.peek().clone() {
            Token::Number(number) => match number.parse::<u32>() {
                Ok(count) if count <= MAX_COUNT => {
                    self.next();
                    Ok(count)
                }
                _ => self.wrong(format!("{what} must be a number of at most {MAX_COUNT}")),
            },
            other => self.wrong(format!("{what} must be a number, not {}", other.describe())),
        }
    }
}

/// Repetitions, instances and threads beyond this are slips of the finger.
const MAX_COUNT: u32 = 1000;
