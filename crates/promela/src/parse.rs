//! From words to a model.

mod claim;
mod count;
mod cursor;
mod declare;
mod expr;
mod record;
mod refer;
mod stmt;

use crate::error::{Pos, Refusal, wrong};
use crate::scope::Scopes;
use crate::syntax::{Expr, Proctype, Scalar, Unit};
use crate::token::{Tok, Token};
use base::FastMap;
use std::rc::Rc;

/// How deep expressions, statements and inlines may be nested.
const MAX_DEPTH: usize = 120;

pub(crate) type Read<T> = Result<T, Refusal>;

/// A named piece of text with parameters.
struct Inline {
    parameters: Vec<Rc<str>>,
    body: Vec<Token>,
}

pub(crate) struct Parser {
    /// What is still to be read, the next word last.
    rest: Vec<Token>,
    /// What has been read of the present statement.
    read: Vec<Token>,
    depth: usize,
    scopes: Scopes,
    /// Proctypes by their numbers, also such as are yet to come.
    proctypes: Vec<(Rc<str>, Pos)>,
    mtypes: FastMap<Rc<str>, (u32, i32)>,
    inlines: FastMap<Rc<str>, Rc<Inline>>,
    unit: Unit,
    /// The kinds of mtypes that have a name of their own.
    kinds: Vec<Rc<str>>,
    /// Variables may begin with a value where they are declared; later that is a statement.
    at_beginning: bool,
    inits: Vec<crate::syntax::Init>,
    /// A reference that has been read already where an expression begins.
    pending: Option<Expr>,
    expansion: u32,
    expansions: u32,
    /// Where `return` puts its value, of each inline that is being read.
    results: Vec<Option<crate::syntax::VarRef>>,
    /// Of `inline`s that are being read.
    inline_depth: usize,
    words_of_inlines: usize,
    /// An assertion about traces is being read.
    in_trace: bool,
    /// A claim about the system is being read, or a part of a formula.
    in_claim: bool,
    /// Processes that are started, with how many arguments.
    runs: Vec<(u32, usize, Pos)>,
}

const UNSUPPORTED: [&str; 5] = ["c_code", "c_expr", "c_decl", "c_state", "c_track"];

/// Reads an expression about the state of a model that has been read, and adds what it refers to.
pub fn parse_atom(text: Vec<Token>, known: &VisibleNames, unit: &mut Unit) -> Read<Expr> {
    let mut parser = Parser::new(text);
    parser.scopes.globals = known.globals.clone();
    parser.scopes.records = known.records.clone();
    parser.mtypes = known.mtypes.clone();
    parser.proctypes = known.proctypes.clone();
    parser.unit = std::mem::take(unit);
    parser.in_claim = true;
    let read = parser.expr().and_then(|expr| match parser.is_end() {
        true => Ok(expr),
        false => wrong(parser.pos(), "this is no part of the expression"),
    });
    *unit = parser.unit;
    read
}

/// The names that expressions about states may use.
#[derive(Clone, Debug, Default)]
pub struct VisibleNames {
    globals: FastMap<Rc<str>, crate::scope::Variable>,
    records: Vec<crate::scope::Record>,
    mtypes: FastMap<Rc<str>, (u32, i32)>,
    proctypes: Vec<(Rc<str>, Pos)>,
}

/// Reads a model, and keeps its names.
///
/// # Errors
/// What is wrong, and where.
pub fn parse_all(tokens: Vec<Token>) -> Read<(Unit, VisibleNames)> {
    let mut parser = Parser::new(tokens);
    while !parser.is_end() {
        parser.unit()?;
    }
    let known = VisibleNames {
        globals: parser.scopes.globals.clone(),
        records: parser.scopes.records.clone(),
        mtypes: parser.mtypes.clone(),
        proctypes: parser.proctypes.clone(),
    };
    Ok((parser.finish()?, known))
}

impl Parser {
    fn new(mut tokens: Vec<Token>) -> Parser {
        let mut proctypes = Vec::new();
        for pair in tokens.windows(2) {
            if (pair[0].is_name("proctype") || pair[0].is_name("D_proctype"))
                && let Tok::Name(name) = &pair[1].tok
                && !proctypes.iter().any(|(known, _)| known == name)
            {
                proctypes.push((name.clone(), pair[1].pos));
            }
        }
        tokens.reverse();
        Parser {
            rest: tokens,
            read: Vec::new(),
            depth: 0,
            scopes: Scopes::default(),
            proctypes,
            mtypes: FastMap::default(),
            inlines: FastMap::default(),
            unit: Unit { mtypes: vec![Vec::new()], ..Unit::default() },
            kinds: vec!["".into()],
            at_beginning: true,
            inits: Vec::new(),
            pending: None,
            expansion: 0,
            expansions: 0,
            results: Vec::new(),
            inline_depth: 0,
            words_of_inlines: 0,
            in_trace: false,
            in_claim: false,
            runs: Vec::new(),
        }
    }

    fn proctype_number(&self, name: &str) -> Option<u32> {
        self.proctypes.iter().position(|(known, _)| &**known == name).map(|number| number as u32)
    }

    /// One of the things that a model is made of.
    fn unit(&mut self) -> Read<()> {
        self.read.clear();
        let token = self.peek().clone();
        let Tok::Name(word) = &token.tok else {
            return match self.eat(";") || self.eat("->") {
                true => Ok(()),
                false => self.unexpected("a declaration"),
            };
        };
        match &**word {
            "active" | "proctype" | "D_proctype" => self.proctype(),
            "init" => self.init(),
            "never" => self.never(),
            "ltl" => self.formula(),
            "trace" | "notrace" => self.trace(),
            "typedef" => self.typedef(),
            "inline" => self.inline(),
            _ if UNSUPPORTED.contains(&&**word) => self.unexpected(""),
            _ => {
                let statements = self.declaration()?;
                debug_assert!(statements.is_empty(), "variables of the system begin with their values");
                let inits = std::mem::take(&mut self.inits);
                self.unit.inits.extend(inits);
                Ok(())
            }
        }
    }

    fn proctype(&mut self) -> Read<()> {
        let mut active = 0;
        if self.eat_name("active") {
            active = 1;
            if self.eat("[") {
                let pos = self.pos();
                let count = self.constant()?;
                self.want("]")?;
                if !(0..=255).contains(&count) {
                    return wrong(pos, "there can be 0 to 255 processes");
                }
                active = count as u32;
            }
        }
        let is_deterministic = self.eat_name("D_proctype");
        if !is_deterministic && !self.eat_name("proctype") {
            return self.unexpected("'proctype'");
        }
        let (name, pos) = self.name("the name of a proctype")?;
        if self.unit.proctypes.iter().any(|known| known.name == name) {
            return wrong(pos, format!("proctype {name} is there twice"));
        }
        self.begin_process();
        self.want("(")?;
        let parameters = self.parameters()?;
        self.want(")")?;
        if self.eat_name("priority") {
            self.unit.has_priorities = true;
            self.constant()?;
        }
        let provided = match self.eat_name("provided") {
            true => {
                self.want("(")?;
                let provided = self.expr()?;
                self.want(")")?;
                Some(provided)
            }
            false => None,
        };
        self.finish_process(name, pos, active, parameters, provided)?;
        if let Some(last) = self.unit.proctypes.last_mut() {
            last.is_deterministic = is_deterministic;
        }
        Ok(())
    }

    fn init(&mut self) -> Read<()> {
        let (name, pos) = self.name("init")?;
        if self.unit.proctypes.iter().any(|known| known.name == name) {
            return wrong(pos, "init is there twice");
        }
        if self.eat_name("priority") {
            self.unit.has_priorities = true;
            self.constant()?;
        }
        self.begin_process();
        self.finish_process(name, pos, 1, Vec::new(), None)
    }

    fn begin_process(&mut self) {
        self.scopes.locals = vec![FastMap::default()];
        self.scopes.local_size = 0;
        self.scopes.local_slots.clear();
        self.at_beginning = true;
        self.inits.clear();
    }

    fn finish_process(
        &mut self,
        name: Rc<str>,
        pos: Pos,
        active: u32,
        parameters: Vec<Scalar>,
        provided: Option<Expr>,
    ) -> Read<()> {
        self.want("{")?;
        // Variables of the body may have names of parameters no more than once.
        let body = self.sequence("}")?;
        self.want("}")?;
        self.scopes.locals.clear();
        let slots = std::mem::take(&mut self.scopes.local_slots);
        let inits = std::mem::take(&mut self.inits);
        let (size, order) = (self.scopes.local_size, self.next_block());
        let is_deterministic = false;
        let proctype = Proctype {
            name,
            pos,
            order,
            active,
            is_deterministic,
            parameters,
            size,
            inits,
            provided,
            body,
            slots,
        };
        self.unit.proctypes.push(proctype);
        self.at_beginning = true;
        Ok(())
    }

    /// The place of a proctype or claim that has been read.
    fn next_block(&mut self) -> usize {
        self.unit.blocks += 1;
        self.unit.blocks
    }

    /// Proctypes in the order of their numbers.
    fn finish(mut self) -> Read<Unit> {
        let mut found = std::mem::take(&mut self.unit.proctypes);
        if found.is_empty() {
            return wrong(self.pos(), "there is no process in this model");
        }
        let mut ordered = Vec::new();
        for (name, pos) in &self.proctypes {
            match found.iter().position(|proctype| proctype.name == *name) {
                Some(at) => ordered.push(found[at].clone()),
                None => return wrong(*pos, format!("there is no proctype {name}")),
            }
        }
        found.retain(|proctype| !self.proctypes.iter().any(|(name, _)| *name == proctype.name));
        ordered.extend(found);
        for &(number, given, pos) in &self.runs {
            let proctype: &Proctype = &ordered[number as usize];
            let wanted = proctype.parameters.len();
            if wanted != given {
                return wrong(pos, format!("{} wants {wanted} arguments, not {given}", proctype.name));
            }
        }
        self.unit.proctypes = ordered;
        self.unit.size = self.scopes.global_size;
        self.unit.slots = std::mem::take(&mut self.scopes.slots);
        Ok(self.unit)
    }
}
