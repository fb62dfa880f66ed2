//! LTL as a question of reachability: a fair run that breaks the formula exists if and only if one ends in a state that
//! it was in before (Biere, Artho, Schuppan 2002), in the product with a tableau of the formula (Clarke, Grumberg,
//! Hamaguchi 1994).
//!
//! The model gets a bit for each temporal operator, which may be set where its meaning holds; a copy of the state,
//! taken once at a moment that an input chooses; and bits for what fairness asks for and was met since.

use logic::{Binary, Formula, Unary};
use sym::{Assignment, Bit, Domain, Lit, SymbolicModel, Trace, VariableKind};

/// A model with a set of bad states that can be reached if and only if the other has such a run.
pub struct Reduced {
    pub model: SymbolicModel,
    pub bad: Lit,
    saved: Bit,
    /// Bits of the model that it was made of.
    width: usize,
}

/// The runs of a model on which a formula in negation normal form holds.
pub fn reduce(model: &SymbolicModel, formula: &Formula, atoms: &[Lit]) -> Reduced {
    let mut product = model.clone();
    product.specs.clear();
    let width = model.bits();
    let mut tableau = Tableau { model: product, atoms, operators: 0 };
    let holds = tableau.function(formula);
    let mut product = tableau.model;
    product.init.push(holds);
    let (saved, bad) = copy(&mut product);
    Reduced { model: product, bad, saved, width }
}

impl Reduced {
    /// The run that a path to a bad state tells of: from where the state was copied to where it was met again.
    pub fn lasso(&self, path: &Trace) -> Trace {
        let short = |state: &Assignment| {
            let mut short = Assignment::zero(self.width);
            (0..self.width as u32).map(Bit).for_each(|bit| short.set(bit, state.get(bit)));
            short
        };
        let last = path.states.len().saturating_sub(1);
        let copied = path.states.iter().position(|state| state.get(self.saved)).unwrap_or(last);
        Trace {
            states: path.states[..last].iter().map(short).collect(),
            loop_from: Some(copied.saturating_sub(1)),
        }
    }
}

struct Tableau<'a> {
    model: SymbolicModel,
    atoms: &'a [Lit],
    operators: usize,
}

impl Tableau<'_> {
    /// A function of a state that implies that the formula holds on the run from there.
    fn function(&mut self, formula: &Formula) -> Lit {
        match formula {
            Formula::Unary(Unary::Next, a) => {
                let a = self.function(a);
                let (own, _) = self.operator();
                let later = self.model.circuit.after(&[a])[0];
                let implied = self.model.circuit.implies(own, later);
                self.model.trans.push(implied);
                own
            }
            Formula::Binary(op, a, b) => {
                let (a, b) = (self.function(a), self.function(b));
                match op {
                    Binary::And => self.model.circuit.and(a, b),
                    Binary::Or => self.model.circuit.or(a, b),
                    _ => self.fixpoint(*op == Binary::Until, a, b),
                }
            }
            _ => self.model.function(formula, self.atoms),
        }
    }

    /// An until or a release.
    fn fixpoint(&mut self, is_until: bool, a: Lit, b: Lit) -> Lit {
        let (own, later) = self.operator();
        let circuit = &mut self.model.circuit;
        let meant = if is_until {
            let goes_on = circuit.and(a, later);
            circuit.or(b, goes_on)
        } else {
            let goes_on = circuit.or(a, later);
            circuit.and(b, goes_on)
        };
        let implied = circuit.implies(own, meant);
        self.model.trans.push(implied);
        if is_until {
            let fulfilled = self.model.circuit.implies(own, b);
            self.model.justice.push(fulfilled);
        }
        own
    }

    /// The bit of an operator, before and after a step.
    fn operator(&mut self) -> (Lit, Lit) {
        let name = format!("$operator{}", self.operators);
        self.operators += 1;
        let number = self.model.declare(&name, VariableKind::State, Domain::Bool);
        let bit = self.model.variables[number].first;
        (self.model.circuit.now(bit), self.model.circuit.next(bit))
    }
}

/// Adds the copy and what is kept since. The bit that says that there is one, and the states that close the loop.
fn copy(model: &mut SymbolicModel) -> (Bit, Lit) {
    let bits = model.bits_of(VariableKind::State);
    let save = declare(model, "$save", VariableKind::Input);
    let saved = declare(model, "$saved", VariableKind::State);
    let circuit = &mut model.circuit;
    let (was, is, chosen) = (circuit.now(saved), circuit.next(saved), circuit.now(save));
    let is_saved = circuit.or(was, chosen);
    let follows = circuit.iff(is, is_saved);
    model.init.push(!was);
    model.trans.push(follows);
    let mut closed = vec![was];
    for bit in bits {
        let copy = declare(model, &format!("$copy{}", bit.0), VariableKind::State);
        let circuit = &mut model.circuit;
        let (now, own, next) = (circuit.now(bit), circuit.now(copy), circuit.next(copy));
        // Taken once: then it stays.
        let saving = circuit.and(!was, chosen);
        let value = circuit.ite(saving, now, own);
        let follows = circuit.iff(next, value);
        closed.push(circuit.iff(now, own));
        model.trans.push(follows);
        model.init.push(!own);
    }
    for (number, lit) in model.justice.clone().into_iter().enumerate() {
        let met = meet(model, &format!("$just{number}"), lit, is_saved);
        closed.push(met);
    }
    for (number, (p, q)) in model.compassion.clone().into_iter().enumerate() {
        let obliged = meet(model, &format!("$obliged{number}"), p, is_saved);
        let met = meet(model, &format!("$met{number}"), q, is_saved);
        let kept = model.circuit.implies(obliged, met);
        closed.push(kept);
    }
    (saved, model.circuit.all(&closed))
}

/// A bit that is set when a function has held since the copy was taken.
fn meet(model: &mut SymbolicModel, name: &str, lit: Lit, is_saved: Lit) -> Lit {
    let bit = declare(model, name, VariableKind::State);
    let circuit = &mut model.circuit;
    let (now, next) = (circuit.now(bit), circuit.next(bit));
    let held = circuit.or(now, lit);
    let value = circuit.and(is_saved, held);
    let follows = circuit.iff(next, value);
    model.trans.push(follows);
    model.init.push(!now);
    now
}

fn declare(model: &mut SymbolicModel, name: &str, kind: VariableKind) -> Bit {
    let number = model.declare(name, kind, Domain::Bool);
    model.variables[number].first
}
