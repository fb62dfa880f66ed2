//! Reading an atom: Java-like expressions with names resolved against the program's classes.

mod path;

use super::lex::{Token, lex};
use super::position;
use super::resolve::find_class;
use super::{Expr, Operator};
use crate::driver::{Driver, Subject};
use classfile::Kind;
use vm::Machine;
use vm::program::ClassId;

/// Atoms nest no deeper than this.
const MAX_DEPTH: usize = 100;

/// What is wrong with an atom, and which part of it, in bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AtomError {
    pub start: usize,
    pub end: usize,
    pub what: String,
}

impl AtomError {
    pub(super) fn new(start: usize, end: usize, what: impl Into<String>) -> AtomError {
        AtomError { start, end, what: what.into() }
    }
}

/// The static type of an expression.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Type {
    Boolean,
    Number,
    Null,
    Object(ClassId),
}

impl Type {
    pub fn name(self, machine: &Machine) -> String {
        match self {
            Type::Boolean => "a boolean".to_string(),
            Type::Number => "a number".to_string(),
            Type::Null => "null".to_string(),
            Type::Object(class) => format!("of type {}", machine.program.classes[class].external_name()),
        }
    }
}

/// An expression, and what it looks at, as that is written.
type Read = (Expr, Vec<(String, Expr)>);

/// Reads an atom; its value is a boolean.
pub(super) fn compile(machine: &mut Subject<'_>, text: &str, main: ClassId) -> Result<Read, AtomError> {
    if let Some(position) = position::parse(machine, text, main)? {
        return Ok((Expr::Position(position), Vec::new()));
    }
    let Subject { machine, driver } = machine;
    let tokens = lex(text)?;
    let (bound, parts) = (Vec::new(), Vec::new());
    let mut reader = AtomReader { machine, driver, text, main, tokens, at: 0, bound, depth: 0, parts };
    let start = reader.start();
    let (expr, found) = reader.expression()?;
    if *reader.token() != Token::End {
        return Err(reader.unexpected("an operator or the end of the atom"));
    }
    match found {
        Type::Boolean => Ok((expr, reader.parts)),
        other => {
            let what = format!("an atom is true or false, but this is {}", other.name(reader.machine));
            Err(AtomError::new(start, text.len(), what))
        }
    }
}

pub(super) struct AtomReader<'m> {
    pub machine: &'m mut Machine,
    pub driver: &'m mut Driver,
    text: &'m str,
    main: ClassId,
    tokens: Vec<(Token, usize, usize)>,
    at: usize,
    /// Variables of quantifiers, innermost last.
    bound: Vec<(String, ClassId)>,
    depth: usize,
    /// Paths of names that were read outside of quantifiers.
    parts: Vec<(String, Expr)>,
}

pub(super) type Typed = Result<(Expr, Type), AtomError>;

impl AtomReader<'_> {
    fn token(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn start(&self) -> usize {
        self.tokens[self.at].1
    }

    /// Where the last token ended.
    fn end(&self) -> usize {
        self.tokens[self.at.saturating_sub(1)].2
    }

    pub fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    pub fn takes(&mut self, symbol: &str) -> bool {
        let is_it = matches!(self.token(), Token::Symbol(found) if *found == symbol);
        if is_it {
            self.advance();
        }
        is_it
    }

    pub fn unexpected(&self, wanted: &str) -> AtomError {
        let found = match self.token() {
            Token::Name(name) => format!("'{name}'"),
            Token::Number(number) => number.to_string(),
            Token::Floating(number) => number.to_string(),
            Token::Symbol("=") => "'='; equality is ==".to_string(),
            Token::Symbol(symbol) => format!("'{symbol}'"),
            Token::End => "the end".to_string(),
        };
        let (_, start, end) = self.tokens[self.at];
        AtomError::new(start, end, format!("expected {wanted}, found {found}"))
    }

    fn expression(&mut self) -> Typed {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(AtomError::new(
                self.start(),
                self.start() + 1,
                format!("nests deeper than {MAX_DEPTH}"),
            ));
        }
        let made = match self.token() {
            Token::Name(word) if (word == "some" || word == "all") && self.is_quantifier() => {
                self.quantifier()
            }
            _ => self.level(0),
        };
        self.depth -= 1;
        made
    }

    /// `some` and `all` are also names: a quantifier has a class and a variable behind it.
    fn is_quantifier(&self) -> bool {
        matches!(self.tokens.get(self.at + 1), Some((Token::Name(_), ..)))
    }

    fn quantifier(&mut self) -> Typed {
        let all = *self.token() == Token::Name("all".to_string());
        self.advance();
        let start = self.start();
        let mut names = self.dotted()?;
        let words: Vec<&str> = names.iter().map(String::as_str).collect();
        let class = match find_class(self.machine, &words, self.main) {
            Some((class, used)) if used == words.len() => class,
            _ => {
                return Err(AtomError::new(
                    start,
                    self.end(),
                    format!("there is no class {}", words.join(".")),
                ));
            }
        };
        names.clear();
        let Token::Name(variable) = self.token().clone() else {
            return Err(self.unexpected("the name of a variable"));
        };
        self.advance();
        if !self.takes(":") {
            return Err(self.unexpected("':' behind the variable"));
        }
        self.bound.push((variable, class));
        let start = self.start();
        let (body, found) = self.expression()?;
        self.bound.pop();
        self.must(found, Type::Boolean, start)?;
        Ok((Expr::Quantified { all, class, body: Box::new(body) }, Type::Boolean))
    }

    fn dotted(&mut self) -> Result<Vec<String>, AtomError> {
        let mut names = Vec::new();
        loop {
            let Token::Name(name) = self.token().clone() else { return Err(self.unexpected("a name")) };
            self.advance();
            names.push(name);
            let goes_on = matches!(self.token(), Token::Symbol("."))
                && matches!(self.tokens.get(self.at + 1), Some((Token::Name(_), ..)));
            if !goes_on {
                return Ok(names);
            }
            self.advance();
        }
    }

    /// Binary operators, by how tightly they bind.
    fn level(&mut self, level: usize) -> Typed {
        const LEVELS: [&[(&str, Operator)]; 6] = [
            &[("||", Operator::Or)],
            &[("&&", Operator::And)],
            &[("==", Operator::Equal), ("!=", Operator::Differs)],
            &[
                ("<=", Operator::AtMost),
                (">=", Operator::AtLeast),
                ("<", Operator::Less),
                (">", Operator::More),
            ],
            &[("+", Operator::Plus), ("-", Operator::Minus)],
            &[("*", Operator::Times), ("/", Operator::Divided), ("%", Operator::Modulo)],
        ];
        let Some(operators) = LEVELS.get(level) else { return self.unary() };
        let start = self.start();
        let (mut left, mut found) = self.level(level + 1)?;
        // A chain of operators nests to the left, and is counted as nesting.
        let mut chain = 0;
        while let Some(&(_, op)) = operators.iter().find(|(symbol, _)| *self.token() == Token::Symbol(symbol))
        {
            chain += 1;
            if self.depth + chain > MAX_DEPTH {
                return Err(AtomError::new(start, self.end(), format!("nests deeper than {MAX_DEPTH}")));
            }
            self.advance();
            let right_start = self.start();
            let (right, right_type) = self.level(level + 1)?;
            found = self.result(op, (found, start), (right_type, right_start))?;
            left = Expr::Binary(op, Box::new(left), Box::new(right));
        }
        Ok((left, found))
    }

    /// The type of a binary expression; the types of its sides must fit.
    fn result(&self, op: Operator, left: (Type, usize), right: (Type, usize)) -> Result<Type, AtomError> {
        let wanted = match op {
            Operator::Or | Operator::And => Type::Boolean,
            Operator::Equal | Operator::Differs => {
                let is_object = |t: Type| matches!(t, Type::Null | Type::Object(_));
                let fits = left.0 == right.0 || (is_object(left.0) && is_object(right.0));
                if !fits {
                    let (a, b) = (left.0.name(self.machine), right.0.name(self.machine));
                    return Err(AtomError::new(
                        left.1,
                        self.end(),
                        format!("{a} cannot be compared with {b}"),
                    ));
                }
                return Ok(Type::Boolean);
            }
            _ => Type::Number,
        };
        self.must(left.0, wanted, left.1)?;
        self.must(right.0, wanted, right.1)?;
        match op {
            Operator::Plus | Operator::Minus | Operator::Times | Operator::Divided | Operator::Modulo => {
                Ok(Type::Number)
            }
            _ => Ok(Type::Boolean),
        }
    }

    fn must(&self, found: Type, wanted: Type, start: usize) -> Result<(), AtomError> {
        match found == wanted {
            true => Ok(()),
            false => {
                let (wanted, found) = (wanted.name(self.machine), found.name(self.machine));
                Err(AtomError::new(start, self.end(), format!("this must be {wanted}, but it is {found}")))
            }
        }
    }

    fn unary(&mut self) -> Typed {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(AtomError::new(
                self.start(),
                self.start() + 1,
                format!("nests deeper than {MAX_DEPTH}"),
            ));
        }
        let start = self.start();
        let made = if self.takes("!") {
            let (of, found) = self.unary()?;
            self.must(found, Type::Boolean, start + 1)?;
            (Expr::Not(Box::new(of)), Type::Boolean)
        } else if self.takes("-") {
            let (of, found) = self.unary()?;
            self.must(found, Type::Number, start + 1)?;
            (Expr::Minus(Box::new(of)), Type::Number)
        } else {
            self.primary()?
        };
        self.depth -= 1;
        Ok(made)
    }

    fn primary(&mut self) -> Typed {
        match self.token().clone() {
            Token::Number(number) => {
                self.advance();
                Ok((Expr::Number(number), Type::Number))
            }
            Token::Floating(number) => {
                self.advance();
                Ok((Expr::Floating(number), Type::Number))
            }
            Token::Symbol("(") => {
                self.advance();
                let made = self.expression()?;
                if !self.takes(")") {
                    return Err(self.unexpected("')'"));
                }
                self.selectors(made)
            }
            Token::Name(name) => {
                let constant = match name.as_str() {
                    "true" => Some((Expr::Boolean(true), Type::Boolean)),
                    "false" => Some((Expr::Boolean(false), Type::Boolean)),
                    "null" => Some((Expr::Null, Type::Null)),
                    _ => None,
                };
                match constant {
                    Some(made) => {
                        self.advance();
                        Ok(made)
                    }
                    None => {
                        let start = self.start();
                        let made = self.path()?;
                        if self.bound.is_empty() {
                            let text = self.text.get(start..self.end()).unwrap_or_default().to_string();
                            self.parts.push((text, made.0.clone()));
                        }
                        Ok(made)
                    }
                }
            }
            _ => Err(self.unexpected("a value")),
        }
    }
}

pub(super) fn of_kind(kind: Kind) -> Type {
    if kind == Kind::Boolean { Type::Boolean } else { Type::Number }
}
