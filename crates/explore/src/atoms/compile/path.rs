//! Values that are reached step by step: `Class.field.other[2].name`.

use super::{AtomError, AtomReader, Type, Typed, of_kind};
use crate::atoms::Expr;
use crate::atoms::lex::Token;
use crate::atoms::resolve::find_class;
use classfile::Kind;
use vm::program::ClassKind;

impl AtomReader<'_> {
    /// A variable, a label, or a static field or method, with what is selected behind it.
    pub(super) fn path(&mut self) -> Typed {
        let first = self.at;
        let names = self.dotted()?;
        let words: Vec<&str> = names.iter().map(String::as_str).collect();
        // Of the tokens of the path every second is a dot.
        let spot = |reader: &Self, n: usize| (reader.tokens[first + 2 * n].1, reader.tokens[first + 2 * n].2);
        if let Some(depth) = self.bound.iter().rev().position(|(name, _)| *name == words[0]) {
            let class = self.bound[self.bound.len() - 1 - depth].1;
            let mut made = (Expr::Variable(depth as u32), Type::Object(class));
            for (n, name) in words.iter().enumerate().skip(1) {
                made = self.select(made, name, spot(self, n))?;
            }
            return self.selectors(made);
        }
        let Some((class, used)) = find_class(self.machine, &words, self.main) else {
            if words[0] == "label" && words.len() > 1 {
                return self.label(&words[1..].join("."), spot(self, 0).0);
            }
            let (start, end) = spot(self, 0);
            let what = format!(
                "there is no class {}; a static field is written Class.field, a label of the program label.NAME",
                words[0]
            );
            return Err(AtomError::new(start, end, what));
        };
        let Some(name) = words.get(used) else {
            let what = format!("{} is a class; what of it?", words.join("."));
            return Err(AtomError::new(spot(self, 0).0, self.end(), what));
        };
        let mut made = match matches!(self.token(), Token::Symbol("(")) && used + 1 == words.len() {
            true => self.call(class, name, spot(self, used))?,
            false => self.static_field(class, name, spot(self, used))?,
        };
        for (n, name) in words.iter().enumerate().skip(used + 1) {
            made = self.select(made, name, spot(self, n))?;
        }
        self.selectors(made)
    }

    /// What stands behind a value: `.field`, `[index]`.
    pub(super) fn selectors(&mut self, mut made: (Expr, Type)) -> Typed {
        loop {
            if self.takes("[") {
                let start = self.start();
                let (at, found) = self.expression()?;
                self.must(found, Type::Number, start)?;
                if !self.takes("]") {
                    return Err(self.unexpected("']'"));
                }
                made = self.element(made, at, start)?;
            } else if self.takes(".") {
                let (_, start, end) = self.tokens[self.at];
                let Token::Name(name) = self.token().clone() else { return Err(self.unexpected("a field")) };
                self.advance();
                made = self.select(made, &name, (start, end))?;
            } else {
                return Ok(made);
            }
        }
    }

    fn element(&mut self, of: (Expr, Type), at: Expr, start: usize) -> Typed {
        let element = match of.1 {
            Type::Object(class) => self.machine.program.classes[class].element(),
            _ => None,
        };
        let Some(element) = element else {
            return Err(AtomError::new(start - 1, self.end(), "only an array has elements"));
        };
        let (kind, found) = match self.machine.program.classes[element].kind {
            ClassKind::Primitive(kind) => (kind, of_kind(kind)),
            _ => (Kind::Ref, Type::Object(element)),
        };
        Ok((Expr::Element { of: Box::new(of.0), at: Box::new(at), kind }, found))
    }
}
