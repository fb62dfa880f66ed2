//! The words that are still to be read, one after the other.

use super::{MAX_DEPTH, Parser, Read, UNSUPPORTED};
use crate::error::{Pos, unsupported, wrong};
use crate::token::{Tok, Token};
use std::rc::Rc;

impl Parser {
    pub(super) fn peek_at(&self, ahead: usize) -> &Token {
        // The end is never taken.
        let at = self.rest.len().saturating_sub(1 + ahead);
        &self.rest[at]
    }

    pub(super) fn peek(&self) -> &Token {
        self.peek_at(0)
    }

    pub(super) fn pos(&self) -> Pos {
        self.peek().pos
    }

    pub(super) fn is_end(&self) -> bool {
        self.peek().tok == Tok::End
    }

    pub(super) fn take(&mut self) -> Token {
        let token = self.peek().clone();
        if self.rest.len() > 1 {
            self.rest.pop();
            self.read.push(token.clone());
        }
        token
    }

    pub(super) fn is(&self, sign: &str) -> bool {
        self.peek().is(sign)
    }

    pub(super) fn is_name(&self, name: &str) -> bool {
        self.peek().is_name(name)
    }

    pub(super) fn eat(&mut self, sign: &str) -> bool {
        let is_there = self.is(sign);
        if is_there {
            self.take();
        }
        is_there
    }

    pub(super) fn eat_name(&mut self, name: &str) -> bool {
        let is_there = self.is_name(name);
        if is_there {
            self.take();
        }
        is_there
    }

    pub(super) fn want(&mut self, sign: &str) -> Read<()> {
        match self.eat(sign) {
            true => Ok(()),
            false => self.unexpected(&format!("'{sign}'")),
        }
    }

    pub(super) fn unexpected<T>(&self, wanted: &str) -> Read<T> {
        let token = self.peek();
        if let Some(what) = UNSUPPORTED.iter().find(|name| token.is_name(name)) {
            return unsupported(token.pos, format!("embedded C ({what})"));
        }
        match &token.tok {
            Tok::Bad(word) if word.starts_with(|c: char| c.is_ascii_digit()) => {
                wrong(token.pos, format!("{word} is too large"))
            }
            Tok::Bad(word) => wrong(token.pos, format!("{word} is no word of Promela")),
            Tok::End => wrong(token.pos, format!("{wanted} is missing at the end of the file")),
            _ => wrong(token.pos, format!("{wanted} is expected here, not '{}'", token.text())),
        }
    }

    pub(super) fn name(&mut self, wanted: &str) -> Read<(Rc<str>, Pos)> {
        match &self.peek().tok {
            Tok::Name(name) => {
                let (name, pos) = (name.clone(), self.pos());
                self.take();
                Ok((name, pos))
            }
            _ => self.unexpected(wanted),
        }
    }

    /// Guards against input that is nested without end.
    pub(super) fn deeper<T>(&mut self, read: impl FnOnce(&mut Parser) -> Read<T>) -> Read<T> {
        if self.depth >= MAX_DEPTH {
            return wrong(self.pos(), "this is nested too deeply");
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }
}
