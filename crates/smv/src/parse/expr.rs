//! Expressions, from what binds loosest to what binds tightest: `->`, `<->`, `?:`, or, and, until, comparisons, `in`,
//! `union`, shifts, sums, products, minus, `::`, not, selections.

use super::{Parser, RESERVED};
use crate::error::{Refusal, Span, unsupported, wrong};
use crate::syntax::{Expr, Function, Node, Op, Temporal, TemporalOp};
use crate::token::Lexeme;

/// How deep expressions may be, in brackets and in all.
const MAX_NESTING: u32 = 120;
const MAX_DEPTH: u32 = 1_000;

const FUNCTIONS: &[(&str, Function, usize, usize)] = &[
    ("bool", Function::Bool, 1, 1),
    ("toint", Function::ToInt, 1, 1),
    ("word1", Function::Word1, 1, 1),
    ("signed", Function::Signed, 1, 1),
    ("unsigned", Function::Unsigned, 1, 1),
    ("extend", Function::Extend, 2, 2),
    ("resize", Function::Resize, 2, 2),
    ("uwconst", Function::UnsignedConst, 2, 2),
    ("swconst", Function::SignedConst, 2, 2),
    ("sizeof", Function::SizeOf, 1, 1),
    ("count", Function::Count, 1, 1_000),
    ("max", Function::Max, 2, 2),
    ("min", Function::Min, 2, 2),
    ("abs", Function::Abs, 1, 1),
];

fn temporal(word: &str) -> Option<Temporal> {
    let (all, letter) = match word {
        "AX" | "AF" | "AG" => (Some(true), &word[1..]),
        "EX" | "EF" | "EG" => (Some(false), &word[1..]),
        _ => (None, word),
    };
    let op = match letter {
        "X" => TemporalOp::Next,
        "F" => TemporalOp::Future,
        "G" => TemporalOp::Globally,
        _ => return None,
    };
    Some(Temporal { all, op })
}

/// Operators that we do not have, beside what they are.
fn missing(word: &str) -> Option<&'static str> {
    match word {
        "Y" | "Z" | "H" | "O" | "S" | "T" => Some("operators of the past"),
        "EBF" | "ABF" | "EBG" | "ABG" | "BU" => Some("operators with bounds"),
        _ => None,
    }
}

impl Parser {
    fn build(&self, start: Span, node: Node) -> Result<Expr, Refusal> {
        let place = start.to(self.last());
        let depth = 1 + match &node {
            Node::Dot(a, _) | Node::Not(a) | Node::Minus(a) | Node::Next(a) => a.depth,
            Node::Index(a, b) | Node::Binary(_, a, b) | Node::Range(a, b) => a.depth.max(b.depth),
            Node::Slice(a, b, c) | Node::Ite(a, b, c) => a.depth.max(b.depth).max(c.depth),
            Node::Case(branches) => branches.iter().map(|(a, b)| a.depth.max(b.depth)).max().unwrap_or(0),
            Node::Set(all) | Node::Array(all) | Node::Call(_, all) | Node::Temporal(_, all) => {
                all.iter().map(|one| one.depth).max().unwrap_or(0)
            }
            Node::Bool(_) | Node::Int(_) | Node::Bits { .. } | Node::Name(_) => 0,
        };
        match depth > MAX_DEPTH {
            true => unsupported(place, format!("expressions of more than {MAX_DEPTH} levels: use DEFINE")),
            false => Ok(Expr { node, place, depth }),
        }
    }

    fn nested<T>(&mut self, inner: impl FnOnce(&mut Parser) -> Result<T, Refusal>) -> Result<T, Refusal> {
        if self.nesting >= MAX_NESTING {
            return unsupported(self.place(), format!("brackets more than {MAX_NESTING} deep: use DEFINE"));
        }
        self.nesting += 1;
        let result = inner(self);
        self.nesting -= 1;
        result
    }

    pub(super) fn expression(&mut self) -> Result<Expr, Refusal> {
        self.nested(|parser| {
            let start = parser.place();
            let left = parser.equivalence()?;
            if !parser.take_sign("->") {
                return Ok(left);
            }
            let right = parser.expression()?;
            parser.build(start, Node::Binary(Op::Implies, Box::new(left), Box::new(right)))
        })
    }

    /// Operators of one strength, from left to right.
    fn chain(
        &mut self,
        signs: &[(&str, Op)],
        inner: fn(&mut Parser) -> Result<Expr, Refusal>,
    ) -> Result<Expr, Refusal> {
        let start = self.place();
        let mut left = inner(self)?;
        loop {
            let found = signs.iter().find(|(sign, _)| self.is_sign(sign) || self.is_word(sign));
            let Some(&(_, op)) = found else { return Ok(left) };
            self.advance();
            let right = inner(self)?;
            left = self.build(start, Node::Binary(op, Box::new(left), Box::new(right)))?;
        }
    }

    fn equivalence(&mut self) -> Result<Expr, Refusal> {
        self.chain(&[("<->", Op::Iff)], Parser::conditional)
    }

    fn conditional(&mut self) -> Result<Expr, Refusal> {
        let start = self.place();
        let condition = self.disjunction()?;
        if !self.take_sign("?") {
            return Ok(condition);
        }
        let then = self.expression()?;
        self.sign(":")?;
        let otherwise = self.nested(Parser::conditional)?;
        self.build(start, Node::Ite(Box::new(condition), Box::new(then), Box::new(otherwise)))
    }

    fn disjunction(&mut self) -> Result<Expr, Refusal> {
        self.chain(&[("|", Op::Or), ("xor", Op::Xor), ("xnor", Op::Xnor)], Parser::conjunction)
    }

    fn conjunction(&mut self) -> Result<Expr, Refusal> {
        self.chain(&[("&", Op::And)], Parser::until)
    }

    fn until(&mut self) -> Result<Expr, Refusal> {
        let start = self.place();
        let mut left = self.temporal()?;
        loop {
            let op = match self.peek() {
                // Within `E [a U b]` the U belongs to the quantifier, which looks for it itself.
                Lexeme::Word(word) if word == "U" && !self.quantified => TemporalOp::Until,
                Lexeme::Word(word) if word == "V" => TemporalOp::Release,
                Lexeme::Word(word) if word == "S" || word == "T" => {
                    return unsupported(self.place(), "operators of the past");
                }
                _ => return Ok(left),
            };
            self.advance();
            let right = self.temporal()?;
            left = self.build(start, Node::Temporal(Temporal { all: None, op }, vec![left, right]))?;
        }
    }

    fn temporal(&mut self) -> Result<Expr, Refusal> {
        let start = self.place();
        let Lexeme::Word(word) = self.peek().clone() else { return self.comparison() };
        if let Some(what) = missing(&word) {
            return unsupported(start, what);
        }
        if let Some(op) = temporal(&word) {
            self.advance();
            if self.is_sign("[") {
                return unsupported(self.place(), "operators with bounds");
            }
            let inner = self.nested(Parser::temporal)?;
            return self.build(start, Node::Temporal(op, vec![inner]));
        }
        if word == "E" || word == "A" {
            self.advance();
            return self.nested(|parser| parser.quantifier(start, word == "A"));
        }
        self.comparison()
    }

    /// `[a U b]`, behind its quantifier.
    fn quantifier(&mut self, start: Span, all: bool) -> Result<Expr, Refusal> {
        self.sign("[")?;
        let before = std::mem::replace(&mut self.quantified, true);
        let left = self.expression()?;
        if self.is_word("BU") {
            return unsupported(self.place(), "operators with bounds");
        }
        self.keyword("U")?;
        let right = self.expression()?;
        self.quantified = before;
        self.sign("]")?;
        self.build(
            start,
            Node::Temporal(Temporal { all: Some(all), op: TemporalOp::Until }, vec![left, right]),
        )
    }

    fn comparison(&mut self) -> Result<Expr, Refusal> {
        const SIGNS: &[(&str, Op)] = &[
            ("=", Op::Equal),
            ("!=", Op::Unequal),
            ("<=", Op::AtMost),
            (">=", Op::AtLeast),
            ("<", Op::Less),
            (">", Op::Greater),
        ];
        self.chain(SIGNS, Parser::membership)
    }

    fn membership(&mut self) -> Result<Expr, Refusal> {
        self.chain(&[("in", Op::In)], Parser::union)
    }

    fn union(&mut self) -> Result<Expr, Refusal> {
        self.chain(&[("union", Op::Union)], Parser::range)
    }

    fn range(&mut self) -> Result<Expr, Refusal> {
        let start = self.place();
        let left = self.chain(&[("<<", Op::Left), (">>", Op::Right)], Parser::additive)?;
        if !self.take_sign("..") {
            return Ok(left);
        }
        let right = self.additive()?;
        self.build(start, Node::Range(Box::new(left), Box::new(right)))
    }

    pub(super) fn additive(&mut self) -> Result<Expr, Refusal> {
        self.chain(&[("+", Op::Plus), ("-", Op::Minus)], Parser::product)
    }

    fn product(&mut self) -> Result<Expr, Refusal> {
        self.chain(&[("*", Op::Times), ("/", Op::Divide), ("mod", Op::Mod)], Parser::negative)
    }

    fn negative(&mut self) -> Result<Expr, Refusal> {
        let start = self.place();
        if !self.take_sign("-") {
            return self.chain(&[("::", Op::Concat)], Parser::negation);
        }
        let inner = self.nested(Parser::negative)?;
        self.build(start, Node::Minus(Box::new(inner)))
    }

    fn negation(&mut self) -> Result<Expr, Refusal> {
        let start = self.place();
        if !self.take_sign("!") {
            return self.postfix();
        }
        let is_temporal = matches!(self.peek(), Lexeme::Word(word)
            if temporal(word).is_some() || missing(word).is_some() || word == "E" || word == "A");
        let inner = match is_temporal {
            true => self.nested(Parser::temporal)?,
            false => self.nested(Parser::negation)?,
        };
        self.build(start, Node::Not(Box::new(inner)))
    }

    pub(super) fn postfix(&mut self) -> Result<Expr, Refusal> {
        let start = self.place();
        let mut base = self.primary()?;
        loop {
            if self.take_sign(".") {
                let Lexeme::Word(word) = self.peek().clone() else { return self.unexpected("a name") };
                self.advance();
                base = self.build(start, Node::Dot(Box::new(base), word))?;
            } else if self.take_sign("[") {
                let first = self.expression()?;
                base = match self.take_sign(":") {
                    true => {
                        let second = self.expression()?;
                        self.sign("]")?;
                        self.build(start, Node::Slice(Box::new(base), Box::new(first), Box::new(second)))?
                    }
                    false => {
                        self.sign("]")?;
                        self.build(start, Node::Index(Box::new(base), Box::new(first)))?
                    }
                };
            } else {
                return Ok(base);
            }
        }
    }

    fn primary(&mut self) -> Result<Expr, Refusal> {
        let start = self.place();
        let node = match self.peek().clone() {
            Lexeme::Number(number) => Node::Int(number),
            Lexeme::Bits { bits, signed, value } => Node::Bits { bits, signed, value },
            Lexeme::Sign("(") => {
                self.advance();
                // A bracket begins anew: what is inside belongs to no quantifier.
                let before = std::mem::replace(&mut self.quantified, false);
                let inner = self.expression()?;
                self.quantified = before;
                self.sign(")")?;
                return Ok(Expr { place: start.to(self.last()), ..inner });
            }
            Lexeme::Sign("{") => return self.set(start),
            Lexeme::Word(word) => return self.word(start, &word),
            _ => return self.unexpected("an expression"),
        };
        self.advance();
        self.build(start, node)
    }

    fn set(&mut self, start: Span) -> Result<Expr, Refusal> {
        self.advance();
        let mut values = vec![self.expression()?];
        while self.take_sign(",") {
            values.push(self.expression()?);
        }
        self.sign("}")?;
        self.build(start, Node::Set(values))
    }

    /// `[a, b]` or `[[a, b], [c, d]]`: what a definition may be beside an expression.
    pub(super) fn defined(&mut self) -> Result<Expr, Refusal> {
        let start = self.place();
        if !self.take_sign("[") {
            return self.expression();
        }
        let mut elements = vec![self.nested(Parser::defined)?];
        while self.take_sign(",") {
            elements.push(self.nested(Parser::defined)?);
        }
        self.sign("]")?;
        self.build(start, Node::Array(elements))
    }

    fn word(&mut self, start: Span, word: &str) -> Result<Expr, Refusal> {
        if let Some(&(_, function, least, most)) = FUNCTIONS.iter().find(|(own, ..)| *own == word) {
            self.advance();
            self.sign("(")?;
            let mut arguments = vec![self.expression()?];
            while self.take_sign(",") {
                arguments.push(self.expression()?);
            }
            self.sign(")")?;
            if !(least..=most).contains(&arguments.len()) {
                return wrong(start.to(self.last()), format!("{word} takes another number of arguments"));
            }
            return self.build(start, Node::Call(function, arguments));
        }
        match word {
            "TRUE" | "FALSE" => {
                self.advance();
                self.build(start, Node::Bool(word == "TRUE"))
            }
            "case" => self.case(start),
            "next" => {
                self.advance();
                self.sign("(")?;
                let inner = self.expression()?;
                self.sign(")")?;
                self.build(start, Node::Next(Box::new(inner)))
            }
            "self" => {
                self.advance();
                self.build(start, Node::Name(word.to_string()))
            }
            "READ" | "WRITE" | "CONSTARRAY" | "floor" => unsupported(start, format!("the function {word}")),
            _ if RESERVED.contains(&word) => self.unexpected("an expression"),
            _ => {
                self.advance();
                self.build(start, Node::Name(word.to_string()))
            }
        }
    }

    fn case(&mut self, start: Span) -> Result<Expr, Refusal> {
        self.advance();
        let mut branches = Vec::new();
        while !self.take_word("esac") {
            let condition = self.expression()?;
            self.sign(":")?;
            let value = self.expression()?;
            self.sign(";")?;
            branches.push((condition, value));
        }
        match branches.is_empty() {
            true => wrong(start, "a case has at least one branch"),
            false => self.build(start, Node::Case(branches)),
        }
    }
}
