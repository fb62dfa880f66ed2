//! From tokens to modules. Sections may end with a semicolon or not, as NuSMV has it.

mod expr;
mod words;

use crate::error::{Refusal, Span, unsupported, wrong};
use crate::syntax::{Assign, Constraint, Expr, Kind, Lifetime, Module, ModuleElement, Name, SpecLogic, When};
use crate::token::{Lexeme, Token, lex};
use words::{MISSING, RESERVED};

/// The modules of a text.
pub fn parse(text: &str) -> Result<Vec<Module>, Refusal> {
    let mut parser = Parser { tokens: lex(text)?, at: 0, nesting: 0, quantified: false };
    let mut modules = Vec::new();
    while !parser.is_end() {
        parser.keyword("MODULE")?;
        modules.push(parser.module()?);
    }
    Ok(modules)
}

/// One expression that is all of a text.
pub fn parse_expression(text: &str) -> Result<Expr, Refusal> {
    let mut parser = Parser { tokens: lex(text)?, at: 0, nesting: 0, quantified: false };
    let expr = parser.expression()?;
    match parser.is_end() {
        true => Ok(expr),
        false => parser.unexpected("the end of the expression"),
    }
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    nesting: u32,
    /// Directly within the brackets of a quantifier.
    quantified: bool,
}

impl Parser {
    fn peek(&self) -> &Lexeme {
        &self.tokens[self.at].lexeme
    }

    fn place(&self) -> Span {
        self.tokens[self.at].place
    }

    /// Where the last token stood.
    fn last(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].place
    }

    fn is_end(&self) -> bool {
        *self.peek() == Lexeme::End
    }

    fn advance(&mut self) {
        if !self.is_end() {
            self.at += 1;
        }
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Lexeme::Word(own) if own == word)
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Lexeme::Sign(own) if *own == sign)
    }

    fn take_word(&mut self, word: &str) -> bool {
        let is_there = self.is_word(word);
        if is_there {
            self.advance();
        }
        is_there
    }

    fn take_sign(&mut self, sign: &str) -> bool {
        let is_there = self.is_sign(sign);
        if is_there {
            self.advance();
        }
        is_there
    }

    fn unexpected<T>(&self, wanted: &str) -> Result<T, Refusal> {
        let found = match self.peek() {
            Lexeme::Word(word) => word.clone(),
            Lexeme::Number(number) => number.to_string(),
            Lexeme::Bits { .. } => "a word constant".to_string(),
            Lexeme::Sign(sign) => sign.to_string(),
            Lexeme::End => "the end of the text".to_string(),
        };
        wrong(self.place(), format!("{wanted} is expected here, not {found}"))
    }

    fn sign(&mut self, sign: &str) -> Result<(), Refusal> {
        if self.take_sign(sign) { Ok(()) } else { self.unexpected(sign) }
    }

    fn keyword(&mut self, word: &str) -> Result<(), Refusal> {
        if self.take_word(word) { Ok(()) } else { self.unexpected(word) }
    }

    fn name(&mut self) -> Result<Name, Refusal> {
        match self.peek().clone() {
            Lexeme::Word(text) if RESERVED.contains(&text.as_str()) => {
                wrong(self.place(), format!("{text} is a word of the language and cannot be a name"))
            }
            Lexeme::Word(text) => {
                let place = self.place();
                self.advance();
                Ok(Name { text, place })
            }
            _ => self.unexpected("a name"),
        }
    }

    fn is_name(&self) -> bool {
        matches!(self.peek(), Lexeme::Word(text) if !RESERVED.contains(&text.as_str()))
    }

    fn names(&mut self) -> Result<Vec<Name>, Refusal> {
        let mut names = vec![self.name()?];
        while self.take_sign(",") {
            names.push(self.name()?);
        }
        Ok(names)
    }

    fn module(&mut self) -> Result<Module, Refusal> {
        let name = self.name()?;
        let mut parameters = Vec::new();
        if self.take_sign("(") && !self.take_sign(")") {
            parameters = self.names()?;
            self.sign(")")?;
        }
        let mut parts = Vec::new();
        while !self.is_end() && !self.is_word("MODULE") {
            self.section(&mut parts)?;
        }
        Ok(Module { name, parameters, parts })
    }

    fn section(&mut self, parts: &mut Vec<ModuleElement>) -> Result<(), Refusal> {
        let (place, word) = match self.peek().clone() {
            Lexeme::Word(word) => (self.place(), word),
            _ => return self.unexpected("a section (VAR, ASSIGN, SPEC, ...)"),
        };
        if let Some((_, what)) = MISSING.iter().find(|(own, _)| *own == word) {
            return unsupported(place, *what);
        }
        self.advance();
        let constraint = |kind: Constraint| move |formula: Expr| ModuleElement::Constraint(kind, formula);
        match word.as_str() {
            "VAR" => return self.variables(Lifetime::State, parts),
            "IVAR" => return self.variables(Lifetime::Input, parts),
            "FROZENVAR" => return self.variables(Lifetime::Frozen, parts),
            "DEFINE" => return self.defines(parts),
            "ASSIGN" => return self.assigns(parts),
            "CONSTANTS" => parts.push(ModuleElement::Constants(self.names()?)),
            "INIT" => parts.push(constraint(Constraint::Init)(self.expression()?)),
            "INVAR" => parts.push(constraint(Constraint::Invar)(self.expression()?)),
            "TRANS" => parts.push(constraint(Constraint::Trans)(self.expression()?)),
            "JUSTICE" | "FAIRNESS" => parts.push(constraint(Constraint::Justice)(self.expression()?)),
            "COMPASSION" => {
                self.sign("(")?;
                let first = self.expression()?;
                self.sign(",")?;
                let second = self.expression()?;
                self.sign(")")?;
                parts.push(ModuleElement::Compassion(first, second));
            }
            "SPEC" | "CTLSPEC" => parts.push(self.spec(SpecLogic::Ctl)?),
            "LTLSPEC" => parts.push(self.spec(SpecLogic::Ltl)?),
            "INVARSPEC" => parts.push(self.spec(SpecLogic::Invariant)?),
            _ => {
                self.at -= 1;
                return self.unexpected("a section (VAR, ASSIGN, SPEC, ...)");
            }
        }
        self.take_sign(";");
        Ok(())
    }

    fn spec(&mut self, logic: SpecLogic) -> Result<ModuleElement, Refusal> {
        let name = match self.take_word("NAME") {
            true => {
                let name = self.name()?;
                self.sign(":=")?;
                Some(name)
            }
            false => None,
        };
        Ok(ModuleElement::Spec { logic, name, formula: self.expression()? })
    }

    fn variables(&mut self, lifetime: Lifetime, parts: &mut Vec<ModuleElement>) -> Result<(), Refusal> {
        while self.is_name() {
            let name = self.name()?;
            self.sign(":")?;
            let kind = self.kind(0)?;
            self.sign(";")?;
            parts.push(ModuleElement::Variable { name, lifetime, kind });
        }
        Ok(())
    }

    fn defines(&mut self, parts: &mut Vec<ModuleElement>) -> Result<(), Refusal> {
        while self.is_name() {
            let name = self.name()?;
            self.sign(":=")?;
            let value = self.defined()?;
            self.sign(";")?;
            parts.push(ModuleElement::Define(name, value));
        }
        Ok(())
    }

    fn assigns(&mut self, parts: &mut Vec<ModuleElement>) -> Result<(), Refusal> {
        loop {
            let when = match self.peek() {
                Lexeme::Word(word) if word == "init" => When::Init,
                Lexeme::Word(word) if word == "next" => When::Next,
                _ if self.is_name() => When::Always,
                _ => return Ok(()),
            };
            if when != When::Always {
                self.advance();
                self.sign("(")?;
            }
            let target = self.postfix()?;
            if when != When::Always {
                self.sign(")")?;
            }
            self.sign(":=")?;
            let value = self.expression()?;
            self.sign(";")?;
            parts.push(ModuleElement::Assign(Assign { when, target, value }));
        }
    }

    fn kind(&mut self, depth: u32) -> Result<Kind, Refusal> {
        let place = self.place();
        if depth > 8 {
            return unsupported(place, "arrays of more than eight dimensions");
        }
        if self.take_word("boolean") {
            return Ok(Kind::Boolean);
        }
        if let Lexeme::Word(word) = self.peek()
            && matches!(word.as_str(), "integer" | "real" | "clock" | "string")
        {
            return unsupported(place, format!("the infinite type {word}: give a range"));
        }
        let sign = if self.take_word("unsigned") {
            Some(false)
        } else if self.take_word("signed") {
            Some(true)
        } else {
            None
        };
        if self.take_word("word") {
            self.sign("[")?;
            let bits = self.expression()?;
            self.sign("]")?;
            return Ok(Kind::Word { signed: sign == Some(true), bits });
        }
        if sign.is_some() {
            return self.unexpected("word");
        }
        if self.take_word("array") {
            if self.is_word("word") {
                return unsupported(place, "arrays that are indexed by words");
            }
            let from = self.additive()?;
            self.sign("..")?;
            let to = self.additive()?;
            self.keyword("of")?;
            let of = Box::new(self.kind(depth + 1)?);
            return Ok(Kind::Array { from, to, of });
        }
        if self.take_sign("{") {
            let mut values = vec![self.additive()?];
            while self.take_sign(",") {
                values.push(self.additive()?);
            }
            self.sign("}")?;
            return Ok(Kind::Values(values));
        }
        self.instance_or_range()
    }

    fn instance_or_range(&mut self) -> Result<Kind, Refusal> {
        let is_process = self.take_word("process");
        let after = self.tokens.get(self.at + 1).map(|token| &token.lexeme);
        if self.is_name() && matches!(after, Some(Lexeme::Sign("(" | ";"))) {
            let module = self.name()?;
            let mut arguments = Vec::new();
            if self.take_sign("(") && !self.take_sign(")") {
                arguments.push(self.expression()?);
                while self.take_sign(",") {
                    arguments.push(self.expression()?);
                }
                self.sign(")")?;
            }
            return Ok(Kind::Instance { module, arguments, is_process });
        }
        if is_process {
            return self.unexpected("a module");
        }
        let from = self.additive()?;
        self.sign("..")?;
        Ok(Kind::Range(from, self.additive()?))
    }
}
