//! Reading formulas. One grammar for all four logics; what a logic does not have is refused at its spot by
//! [`crate::parse::fragment`].

mod fragment;
mod words;

use crate::error::{ParseError, Span};
use crate::formula::{Binary, Fix, Formula, MAX_ATOMS, Unary};
use crate::lexer::{Token, lex};
use words::{infix, operators};

/// Formulas nest no deeper than this, so that recursion over them is safe.
const MAX_DEPTH: usize = 200;
/// Operators and atoms of one formula; chains of one operator nest as well once they are read.
const MAX_NODES: usize = 2_000;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Logic {
    Ltl,
    Ctl,
    CtlStar,
    Mu,
    /// No operators but those of propositions: what holds in a state, whatever comes.
    State,
}

impl Logic {
    pub fn name(self) -> &'static str {
        match self {
            Logic::Ltl => "LTL",
            Logic::Ctl => "CTL",
            Logic::CtlStar => "CTL*",
            Logic::Mu => "the mu-calculus",
            Logic::State => "an invariant",
        }
    }

    /// The command line's option for it.
    pub fn option(self) -> &'static str {
        match self {
            Logic::Ltl => "--ltl",
            Logic::Ctl => "--ctl",
            Logic::CtlStar => "--ctlstar",
            Logic::Mu => "--mu",
            Logic::State => "--invariant",
        }
    }
}

/// An atom as it was written, and where it stands first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AtomText {
    pub text: String,
    pub span: Span,
}

/// A formula with what its text said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parsed {
    pub logic: Logic,
    pub text: String,
    pub formula: Formula,
    /// By number.
    pub atoms: Vec<AtomText>,
    /// Where operators stand that speak of the next state.
    pub nexts: Vec<Span>,
}

impl Parsed {
    /// An error that points at an atom, or at `part` of it.
    pub fn atom_error(&self, atom: usize, part: Option<Span>, what: impl Into<String>) -> ParseError {
        let whole = self.atoms[atom].span;
        let span = part.map_or(whole, |part| Span {
            start: (whole.start + part.start).min(whole.end),
            end: (whole.start + part.end).min(whole.end),
        });
        ParseError::new(&self.text, span, what)
    }

    /// The atoms' texts.
    pub fn names(&self) -> Vec<String> {
        self.atoms.iter().map(|atom| atom.text.clone()).collect()
    }
}

/// Reads a formula.
///
/// # Errors
/// What is wrong, with the spot.
pub fn parse(logic: Logic, text: &str) -> Result<Parsed, ParseError> {
    if logic == Logic::State && !text.contains('"') {
        return Ok(bare(text));
    }
    let mut parser = Parser {
        text,
        logic,
        tokens: lex(text)?,
        at: 0,
        atoms: Vec::new(),
        scope: Vec::new(),
        variables: 0,
        nodes: 0,
        depth: 0,
    };
    let node = parser.formula()?;
    if *parser.token() != Token::End {
        return Err(parser.unexpected("an operator or the end of the formula"));
    }
    fragment::check(logic, text, &node)?;
    let mut nexts = Vec::new();
    let formula = node.lower(&mut nexts);
    Ok(Parsed { logic, text: text.to_string(), formula, atoms: parser.atoms, nexts })
}

/// A text without quotes is one atom, which may have operators of its own.
fn bare(text: &str) -> Parsed {
    let start = text.len() - text.trim_start().len();
    let span = Span { start, end: start + text.trim().len() };
    let atoms = vec![AtomText { text: text.trim().to_string(), span }];
    let (text, formula) = (text.to_string(), Formula::Atom(0));
    Parsed { logic: Logic::State, text, formula, atoms, nexts: Vec::new() }
}

/// A formula with the spots of its operators.
#[derive(Clone, Debug)]
struct Node {
    kind: Kind,
    span: Span,
    parts: Vec<Node>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    Constant(bool),
    Atom(u32),
    Var(u32),
    Unary(Unary),
    Binary(Binary),
    Fix(Fix, u32),
}

impl Node {
    fn lower(self, nexts: &mut Vec<Span>) -> Formula {
        if self.kind == Kind::Unary(Unary::Next) {
            nexts.push(self.span);
        }
        let mut parts = self.parts.into_iter().map(|part| Box::new(part.lower(nexts)));
        let mut part = || parts.next().unwrap_or_else(|| Box::new(Formula::True));
        match self.kind {
            Kind::Constant(true) => Formula::True,
            Kind::Constant(false) => Formula::False,
            Kind::Atom(atom) => Formula::Atom(atom),
            Kind::Var(variable) => Formula::Var(variable),
            Kind::Unary(op) => Formula::Unary(op, part()),
            Kind::Binary(op) => Formula::Binary(op, part(), part()),
            Kind::Fix(fix, variable) => Formula::Fixpoint(fix, variable, part()),
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    logic: Logic,
    tokens: Vec<(Token, Span)>,
    at: usize,
    atoms: Vec<AtomText>,
    /// Variables that are bound here, innermost last.
    scope: Vec<(String, u32)>,
    variables: u32,
    nodes: usize,
    depth: usize,
}

impl Parser<'_> {
    fn token(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn span(&self) -> Span {
        self.tokens[self.at].1
    }

    fn advance(&mut self) -> Span {
        let span = self.span();
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        span
    }

    fn error(&self, span: Span, what: impl Into<String>) -> ParseError {
        ParseError::new(self.text, span, what)
    }

    fn unexpected(&self, wanted: &str) -> ParseError {
        let mut what = format!("expected {wanted}, found {}", self.token().describe());
        let before = self.at.checked_sub(1).map(|at| &self.tokens[at].0);
        if let Some(Token::Name(name)) = before
            && self.logic == Logic::Ltl
            && operators(Logic::CtlStar, name).is_some()
        {
            what.push_str(&format!("; '{name}' is an operator of CTL: use --ctl"));
        }
        self.error(self.span(), what)
    }

    fn node(&mut self, kind: Kind, span: Span, parts: Vec<Node>) -> Result<Node, ParseError> {
        self.nodes += 1;
        match self.nodes > MAX_NODES {
            true => {
                Err(self.error(span, format!("the formula has more than {MAX_NODES} operators and atoms")))
            }
            false => Ok(Node { kind, span, parts }),
        }
    }

    fn formula(&mut self) -> Result<Node, ParseError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error(self.span(), format!("the formula nests deeper than {MAX_DEPTH}")));
        }
        let left = self.implication()?;
        let node = match *self.token() == Token::Iff {
            true => {
                let span = self.advance();
                let right = self.formula()?;
                self.node(Kind::Binary(Binary::Iff), span, vec![left, right])
            }
            false => Ok(left),
        };
        self.depth -= 1;
        node
    }

    fn implication(&mut self) -> Result<Node, ParseError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error(self.span(), format!("the formula nests deeper than {MAX_DEPTH}")));
        }
        let left = self.disjunction()?;
        let node = match *self.token() == Token::Implies {
            true => {
                let span = self.advance();
                let right = self.implication()?;
                self.node(Kind::Binary(Binary::Implies), span, vec![left, right])
            }
            false => Ok(left),
        };
        self.depth -= 1;
        node
    }

    fn disjunction(&mut self) -> Result<Node, ParseError> {
        let mut left = self.conjunction()?;
        while *self.token() == Token::Or {
            let span = self.advance();
            let right = self.conjunction()?;
            left = self.node(Kind::Binary(Binary::Or), span, vec![left, right])?;
        }
        Ok(left)
    }

    fn conjunction(&mut self) -> Result<Node, ParseError> {
        let mut left = self.until()?;
        while *self.token() == Token::And {
            let span = self.advance();
            let right = self.until()?;
            left = self.node(Kind::Binary(Binary::And), span, vec![left, right])?;
        }
        Ok(left)
    }

    /// `p U q` and its kin, and the lecture's `p EU q`; they lean to the right.
    fn until(&mut self) -> Result<Node, ParseError> {
        let left = self.unary()?;
        let Token::Name(name) = self.token() else { return Ok(left) };
        let Some((quantifier, op)) = infix(self.logic, name) else { return Ok(left) };
        let span = self.advance();
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error(span, format!("the formula nests deeper than {MAX_DEPTH}")));
        }
        let right = self.until()?;
        self.depth -= 1;
        let node = self.node(Kind::Binary(op), span, vec![left, right])?;
        match quantifier {
            Some(quantifier) => self.node(Kind::Unary(quantifier), span, vec![node]),
            None => Ok(node),
        }
    }

    fn unary(&mut self) -> Result<Node, ParseError> {
        let mut pending: Vec<(Unary, Span)> = Vec::new();
        loop {
            let span = self.span();
            match self.token() {
                Token::Not => pending.push((Unary::Not, span)),
                Token::Diamond if self.logic == Logic::Mu => {
                    pending.extend([(Unary::Exists, span), (Unary::Next, span)]);
                }
                Token::Box if self.logic == Logic::Mu => {
                    pending.extend([(Unary::All, span), (Unary::Next, span)]);
                }
                Token::Diamond => pending.push((Unary::Future, span)),
                Token::Box => pending.push((Unary::Globally, span)),
                Token::Name(name) => match operators(self.logic, name) {
                    Some(ops) => pending.extend(ops.into_iter().map(|op| (op, span))),
                    None => break,
                },
                _ => break,
            }
            self.advance();
            if pending.len() > MAX_DEPTH {
                return Err(self.error(span, format!("the formula nests deeper than {MAX_DEPTH}")));
            }
        }
        let mut node = self.primary()?;
        for (op, span) in pending.into_iter().rev() {
            node = self.node(Kind::Unary(op), span, vec![node])?;
        }
        Ok(node)
    }

    fn primary(&mut self) -> Result<Node, ParseError> {
        let span = self.span();
        match self.token().clone() {
            Token::Open => self.enclosed(Token::Close),
            Token::OpenSquare => self.enclosed(Token::CloseSquare),
            Token::Quoted(text) => {
                self.advance();
                self.atom(text, Span { start: span.start + 1, end: span.end - 1 })
            }
            Token::Name(name) => match name.as_str() {
                "true" | "1" => {
                    self.advance();
                    self.node(Kind::Constant(true), span, vec![])
                }
                "false" | "0" => {
                    self.advance();
                    self.node(Kind::Constant(false), span, vec![])
                }
                "mu" | "nu" if self.logic == Logic::Mu => self.fixpoint(),
                _ if infix(self.logic, &name).is_some() => Err(self.unexpected("a formula")),
                _ => {
                    self.advance();
                    match self.scope.iter().rev().find(|(bound, _)| *bound == name) {
                        Some(&(_, variable)) => self.node(Kind::Var(variable), span, vec![]),
                        None => self.atom(name, span),
                    }
                }
            },
            _ => Err(self.unexpected("a formula")),
        }
    }

    fn enclosed(&mut self, close: Token) -> Result<Node, ParseError> {
        let open = self.advance();
        let node = self.formula()?;
        if *self.token() != close {
            let wanted = format!("{} for the one at column {}", close.describe(), open.start + 1);
            return Err(self.unexpected(&wanted));
        }
        self.advance();
        Ok(node)
    }

    fn atom(&mut self, text: String, span: Span) -> Result<Node, ParseError> {
        let known = self.atoms.iter().position(|atom| atom.text == text);
        let number = known.unwrap_or(self.atoms.len());
        if known.is_none() {
            if self.atoms.len() as u32 == MAX_ATOMS {
                return Err(self.error(span, format!("the formula has more than {MAX_ATOMS} atoms")));
            }
            self.atoms.push(AtomText { text, span });
        }
        self.node(Kind::Atom(number as u32), span, vec![])
    }

    fn fixpoint(&mut self) -> Result<Node, ParseError> {
        let fix = if *self.token() == Token::Name("mu".into()) { Fix::Least } else { Fix::Greatest };
        let span = self.advance();
        let Token::Name(name) = self.token().clone() else {
            return Err(self.unexpected("the name of a variable"));
        };
        self.advance();
        if *self.token() != Token::Dot {
            return Err(self.unexpected("'.' behind the variable"));
        }
        self.advance();
        let variable = self.variables;
        self.variables += 1;
        self.scope.push((name, variable));
        // It binds as far as it can.
        let body = self.formula()?;
        self.scope.pop();
        self.node(Kind::Fix(fix, variable), span, vec![body])
    }
}
