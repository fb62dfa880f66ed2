//! From modules to one symbolic model: modules are put in place of the variables that are declared as such, names get
//! their variables, expressions become circuits.

mod assign;
mod element;
mod expr;
mod operate;
mod scope;
mod spec;

use crate::error::{Refusal, Source, Span, unsupported, wrong};
use crate::syntax::{Expr, Lifetime, Module};
use crate::term::Values;
use base::{FastMap, FastSet};
use std::rc::Rc;
use sym::{Circuit, Lit, SymbolicModel, VariableKind};

/// Gates that a model may have.
const MAX_GATES: usize = 4_000_000;
/// Choices that are tried to find out whether something can go wrong.
const MAX_TRIES: u64 = 1 << 18;

/// What a name stands for.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    Variable(usize),
    Array {
        from: i64,
        items: Vec<Item>,
    },
    /// An expression in the place where it was written: a definition, or an argument.
    Meaning(usize),
    Instance(usize),
}

#[derive(Debug)]
pub(crate) struct Instance {
    module: usize,
    /// What its names begin with: `p1.`.
    prefix: String,
    names: FastMap<String, Item>,
    /// Whose steps its assignments are.
    process: usize,
}

#[derive(Clone, Debug)]
struct Meaning {
    expr: Rc<Expr>,
    scope: usize,
    name: String,
}

pub(crate) struct Compiler<'a> {
    source: &'a Source<'a>,
    modules: &'a [Module],
    pub model: SymbolicModel,
    lifetimes: Vec<Lifetime>,
    instances: Vec<Instance>,
    meanings: Vec<Meaning>,
    /// Elements of arrays of definitions, by the meaning that is one.
    arrays: FastMap<usize, Item>,
    /// Values of meanings, before and after the step.
    known: FastMap<(usize, bool), Values>,
    /// Meanings that are being looked into.
    active: Vec<usize>,
    symbols: FastSet<String>,
    /// What the type of a variable allows its bits to be, by its first bit, where that is not everything.
    valid: FastMap<sym::Bit, Lit>,
    /// Names of processes; the first is the main module.
    processes: Vec<String>,
    selector: Option<usize>,
    /// Where the expression that is looked at counts.
    guard: Lit,
    /// Whether it is about the state after the step, and may be.
    is_next: bool,
    allows_next: bool,
    /// What could not be decided beforehand.
    pub notes: Vec<String>,
}

/// Compiles the main module.
pub(crate) fn compile<'a>(source: &'a Source<'a>, modules: &'a [Module]) -> Result<Compiler<'a>, Refusal> {
    let mut compiler = Compiler {
        source,
        modules,
        model: SymbolicModel::default(),
        lifetimes: Vec::new(),
        instances: Vec::new(),
        meanings: Vec::new(),
        arrays: FastMap::default(),
        known: FastMap::default(),
        active: Vec::new(),
        symbols: scope::symbols(modules),
        valid: FastMap::default(),
        processes: vec!["main".to_string()],
        selector: None,
        guard: Lit::TRUE,
        is_next: false,
        allows_next: false,
        notes: Vec::new(),
    };
    for (number, module) in modules.iter().enumerate() {
        if modules[..number].iter().any(|other| other.name.text == module.name.text) {
            return wrong(module.name.place, format!("there are two modules {}", module.name.text));
        }
    }
    let end = Span { start: source.text.len(), end: source.text.len() };
    let Some(main) = modules.iter().position(|module| module.name.text == "main") else {
        return wrong(end, "there is no module main");
    };
    if let Some(parameter) = modules[main].parameters.first() {
        return wrong(parameter.place, "the module main has no parameters: nobody gives them");
    }
    compiler.instantiate(main, String::new(), Vec::new(), 0, 0)?;
    compiler.select_processes();
    compiler.behaviour()?;
    compiler.specifications()?;
    Ok(compiler)
}

impl Compiler<'_> {
    fn circuit(&mut self) -> &mut Circuit {
        &mut self.model.circuit
    }

    fn check_size(&self, place: Span) -> Result<(), Refusal> {
        match self.model.circuit.len() > MAX_GATES {
            true => unsupported(place, format!("a model of more than {MAX_GATES} gates")),
            false => Ok(()),
        }
    }

    /// Something must be true wherever it counts, in all states that the types allow; `is_needed` if nothing good can
    /// be said of the model while that is not known. True if it is known.
    fn must(&mut self, truth: Lit, place: Span, what: &str, is_needed: bool) -> Result<bool, Refusal> {
        let guard = self.guard;
        let breaks = self.circuit().and(guard, !truth);
        if breaks == Lit::FALSE {
            return Ok(true);
        }
        let wanted = self.with_valid_codes(breaks);
        match sym::can_hold(&self.model.circuit, &wanted, MAX_TRIES) {
            Some(false) => Ok(true),
            Some(true) => wrong(place, what),
            None if is_needed => unsupported(place, format!("too large to find out whether {what}")),
            None => {
                let line = self.source.line(place);
                self.notes
                    .push(format!("{line}: not known beforehand whether {what}; such steps do not exist"));
                Ok(false)
            }
        }
    }

    /// A function together with what the types of its variables allow.
    fn with_valid_codes(&mut self, lit: Lit) -> Vec<Lit> {
        let (now, next) = self.model.circuit.support(&[lit]);
        let has = |bits: &[sym::Bit], variable: &sym::Variable| {
            variable.bits().any(|bit| bits.binary_search(&bit).is_ok())
        };
        let variables = self.model.variables.clone();
        let mut wanted = vec![lit];
        for variable in &variables {
            let codes = self.valid.get(&variable.first).copied().filter(|_| variable.domain.bits() > 0);
            let Some(valid) = codes else { continue };
            if has(&now, variable) {
                wanted.push(valid);
            }
            if has(&next, variable) {
                let after = self.circuit().after(&[valid]);
                wanted.extend(after);
            }
        }
        wanted
    }

    /// A function looks at inputs.
    fn has_inputs(&self, lit: Lit) -> bool {
        let (now, _) = self.model.circuit.support(&[lit]);
        let inputs = self.model.bits_of(VariableKind::Input);
        now.iter().any(|bit| inputs.binary_search(bit).is_ok())
    }
}
