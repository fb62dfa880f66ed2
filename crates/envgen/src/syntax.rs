//! What a specification says, as it was written.

use logic::{ParseError, Span};
use std::fmt;

/// A specification of an environment.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Specification {
    /// Classes (`pkg.Buffer`) and packages (`pkg.*`).
    pub unit: Vec<Name>,
    /// Packages and classes whose names can be used without their package.
    pub imports: Vec<Name>,
    pub instances: Vec<Instance>,
    pub ranges: Vec<Range>,
    pub definitions: Vec<Mnemonic>,
    /// Exceptions that the environment takes without a word.
    pub throws: Vec<Name>,
    /// What happens before the threads begin.
    pub first: Option<Expr>,
    pub threads: Vec<ThreadSpec>,
    /// Classes and packages that stubs replace.
    pub stubs: Vec<Name>,
    /// How closely the code behind stubs is looked at: `types`, `sites` or `receiver`.
    pub precision: Option<Name>,
    /// Whose calls of the unit stubs show: `own`, `all` or `none`.
    pub callbacks: Option<Name>,
}

/// A name, with dots in it or not, and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    pub text: String,
    pub span: Span,
}

/// Objects that are there from the beginning: `2 Watcher`, `Subject s, t`, `Buffer b = new Buffer(3)`.
#[derive(Clone, PartialEq, Debug)]
pub struct Instance {
    pub class: Name,
    /// How many, where they have no names.
    pub count: u32,
    pub names: Vec<Name>,
    /// The class that is made and the constructor's arguments; otherwise the class itself, made in any way.
    pub made: Option<(Name, Vec<Argument>)>,
}

/// The values of a type that are tried: `int = 0..2`, `String = {"a", null}`; or of one parameter:
/// `Buffer.put(0) = {1, 2}`.
#[derive(Clone, PartialEq, Debug)]
pub struct Range {
    pub of: Name,
    /// The number of the parameter, where it is the range of one parameter of a method.
    pub parameter: Option<u32>,
    pub values: Values,
    pub span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Values {
    /// From the first to the last, both included.
    Between(i64, i64),
    These(Vec<Literal>),
}

#[derive(Clone, PartialEq, Debug)]
pub enum Literal {
    /// A whole number, `7`, `-1L`.
    Whole(i64),
    /// A number with a fraction, as it was written.
    Fraction(String),
    Truth(bool),
    /// What stands between single quotes, as it was written.
    Character(String),
    /// What stands between double quotes, as it was written.
    Text(String),
    Null,
    /// A constant: `Mode.FAST`.
    Constant(String),
}

/// A word that stands for an expression.
#[derive(Clone, PartialEq, Debug)]
pub struct Mnemonic {
    pub name: Name,
    pub meaning: Expr,
}

/// One thread of the environment, or several that do the same.
#[derive(Clone, PartialEq, Debug)]
pub struct ThreadSpec {
    pub name: Name,
    pub count: u32,
    pub behaviour: Behaviour,
    /// The assumption as it was written.
    pub text: String,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Behaviour {
    Regular(Expr),
    /// A formula of LTL, whose atoms are the actions by their numbers.
    Temporal {
        formula: logic::Formula,
        actions: Vec<Action>,
        span: Span,
    },
}

/// A regular expression over actions.
#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
    Action(Action),
    Sequence(Vec<Expr>),
    Choice(Vec<Expr>),
    Repeat {
        of: Box<Expr>,
        min: u32,
        max: Option<u32>,
    },
    /// `for Watcher w: ...`: within the body the name is one instance, not one of `others`; or what a call returns.
    Bind {
        class: Name,
        name: Name,
        others: Vec<Name>,
        from: Option<Call>,
        body: Box<Expr>,
    },
}

#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    Call(Call),
    /// `s.changed = true`.
    Assign {
        target: Name,
        value: Argument,
    },
    /// A word alone: a definition, or a method with any parameters.
    Word(Name),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    /// Everything before the parameters: `s.add`, `pkg.Subject.add`, `add`.
    pub method: Name,
    /// `None`: any method of this name, with any parameters.
    pub arguments: Option<Vec<Argument>>,
    pub span: Span,
}

/// A parameter, or what is assigned.
#[derive(Clone, PartialEq, Debug)]
pub enum Argument {
    /// `*`, or `*: int` where the type has to be told.
    Any {
        class: Option<Name>,
        span: Span,
    },
    /// `...`: any further parameters.
    Rest(Span),
    Literal(Literal, Span),
    Named(Name),
}

impl Argument {
    pub fn span(&self) -> Span {
        match self {
            Argument::Any { span, .. } | Argument::Rest(span) | Argument::Literal(_, span) => *span,
            Argument::Named(name) => name.span,
        }
    }
}

impl Action {
    pub fn span(&self) -> Span {
        match self {
            Action::Call(call) => call.span,
            Action::Assign { target, .. } => target.span,
            Action::Word(name) => name.span,
        }
    }
}

impl Literal {
    /// As Java writes it; a constant as it was named.
    pub fn java(&self) -> String {
        match self {
            Literal::Whole(number) if i32::try_from(*number).is_ok() => number.to_string(),
            Literal::Whole(number) => format!("{number}L"),
            Literal::Fraction(text) | Literal::Constant(text) => text.clone(),
            Literal::Truth(truth) => truth.to_string(),
            Literal::Character(text) => format!("'{text}'"),
            Literal::Text(text) => format!("\"{text}\""),
            Literal::Null => "null".to_string(),
        }
    }
}

/// What is wrong with a specification, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpecError {
    /// The file's name.
    pub file: String,
    pub at: ParseError,
}

impl SpecError {
    pub fn new(file: &str, text: &str, span: Span, what: impl Into<String>) -> SpecError {
        SpecError { file: file.to_string(), at: ParseError::new(text, span, what) }
    }
}

impl fmt::Display for SpecError {
    /// File, line and column; the message; the line, and carets below the spot.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let before = self.at.text.get(..self.at.span.start).unwrap_or(&self.at.text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        write!(f, "{}:{line}:{column}: {}", self.file, self.at)
    }
}

impl std::error::Error for SpecError {}
