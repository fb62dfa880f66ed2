//! Assignments and constraints.

use super::{Compiler, Item};
use crate::error::{Refusal, Span, unsupported, wrong};
use crate::syntax::{Assign, Constraint, Expr, Lifetime, ModuleElement, When};
use crate::term::{Values, encode};
use base::{FastMap, FastSet};
use sym::{Gate, Lit};

/// Assignments to a variable: when, for whose steps, what.
#[derive(Default)]
struct Assigned {
    /// Each variable and time, with the process and the place.
    seen: Vec<(usize, When, usize, Span)>,
    /// Values for the next state, by variable, in the order of the text.
    next: Vec<(usize, usize, Values, Span)>,
    /// Variables that the value of another needs at the same time.
    needs: FastMap<(usize, bool), FastSet<(usize, bool)>>,
}

impl Compiler<'_> {
    /// Everything that says how the system behaves.
    pub(super) fn behaviour(&mut self) -> Result<(), Refusal> {
        let modules = self.modules;
        let mut assigned = Assigned::default();
        for scope in 0..self.instances.len() {
            for part in &modules[self.instances[scope].module].parts {
                match part {
                    ModuleElement::Assign(assign) => self.assign(assign, scope, &mut assigned)?,
                    ModuleElement::Constraint(kind, formula) => self.constrain(*kind, formula, scope)?,
                    ModuleElement::Compassion(first, second) => {
                        let pair = (self.of_state(first, scope)?, self.of_state(second, scope)?);
                        self.model.compassion.push(pair);
                    }
                    _ => {}
                }
            }
        }
        self.next_values(&assigned)?;
        self.cycles(&assigned)
    }

    /// A function of one state.
    pub(super) fn of_state(&mut self, expr: &Expr, scope: usize) -> Result<Lit, Refusal> {
        let lit = self.truth(expr, scope)?;
        match self.has_inputs(lit) {
            true => wrong(expr.place, "inputs belong to steps, and this is about states"),
            false => Ok(lit),
        }
    }

    fn constrain(&mut self, kind: Constraint, formula: &Expr, scope: usize) -> Result<(), Refusal> {
        if kind == Constraint::Trans {
            self.allows_next = true;
            let lit = self.truth(formula, scope);
            self.allows_next = false;
            let parts = conjuncts(&self.model.circuit, lit?);
            self.model.trans.extend(parts);
            return Ok(());
        }
        let lit = self.of_state(formula, scope)?;
        let parts = conjuncts(&self.model.circuit, lit);
        match kind {
            Constraint::Init => self.model.init.extend(parts),
            Constraint::Invar => self.model.invar.extend(parts),
            _ => self.model.justice.push(lit),
        }
        Ok(())
    }

    fn assign(&mut self, assign: &Assign, scope: usize, assigned: &mut Assigned) -> Result<(), Refusal> {
        let place = assign.target.place;
        let Some(Item::Variable(variable)) = self.resolve(&assign.target, scope)? else {
            return wrong(place, "values are assigned to variables, and this is none");
        };
        let name = self.model.variables[variable].name.clone();
        match self.lifetimes[variable] {
            Lifetime::Input => return wrong(place, format!("{name} is an input: nothing is assigned to it")),
            Lifetime::Frozen if assign.when != When::Init => {
                return wrong(place, format!("{name} is frozen: only init({name}) can be given"));
            }
            _ => {}
        }
        let process = self.instances[scope].process;
        for &(other, when, whose, _) in &assigned.seen {
            let clashes = match (when, assign.when) {
                (When::Always, _) | (_, When::Always) => true,
                (When::Next, When::Next) => whose == process,
                (a, b) => a == b,
            };
            if other == variable && clashes {
                return wrong(place, format!("{name} is assigned twice"));
            }
        }
        assigned.seen.push((variable, assign.when, process, place));
        self.allows_next = assign.when == When::Next;
        let values = self.values(&assign.value, scope);
        self.allows_next = false;
        let values = values?;
        if assign.when == When::Next {
            assigned.next.push((variable, process, values, assign.value.place));
            return Ok(());
        }
        let parts = self.equate(variable, false, &values, assign.value.place)?;
        if parts.iter().any(|lit| self.has_inputs(*lit)) {
            return wrong(assign.value.place, "inputs belong to steps, and this is about states");
        }
        match assign.when {
            When::Init => self.model.init.extend(parts),
            _ => {
                let needed = self.needed(&values, false);
                assigned.needs.insert((variable, false), needed);
                self.model.invar.extend(parts);
            }
        }
        Ok(())
    }

    /// The relation between states that assignments to next values make. Who is not running keeps what it alone
    /// assigns.
    fn next_values(&mut self, assigned: &Assigned) -> Result<(), Refusal> {
        let mut done = FastSet::default();
        for (variable, _, _, place) in &assigned.next {
            if !done.insert(*variable) {
                continue;
            }
            let own: Vec<_> = assigned.next.iter().filter(|(other, ..)| other == variable).collect();
            let mut values = Vec::new();
            let mut nobody = Lit::TRUE;
            for (_, process, part, _) in &own {
                let running = self.is_running(*process);
                nobody = self.circuit().and(nobody, !running);
                let circuit = self.circuit();
                values.extend(part.iter().map(|(lit, value)| (circuit.and(running, *lit), value.clone())));
            }
            if nobody != Lit::FALSE && self.selector.is_some() {
                let kept = self.item_value(*variable, *place)?;
                values.push((nobody, kept));
            }
            let parts = self.equate(*variable, true, &values, *place)?;
            self.model.trans.extend(parts);
        }
        Ok(())
    }

    /// Says that a variable has one of these values, in the state before the step or after it.
    fn equate(
        &mut self,
        variable: usize,
        is_next: bool,
        values: &Values,
        place: Span,
    ) -> Result<Vec<Lit>, Refusal> {
        let own = self.model.variables[variable].clone();
        let circuit = self.circuit();
        let bits: Vec<Lit> =
            own.bits().map(|bit| if is_next { circuit.next(bit) } else { circuit.now(bit) }).collect();
        let mut ways = Vec::new();
        for (condition, value) in values {
            let Some((code, fits)) = encode(self.circuit(), &own.domain, value) else {
                return wrong(place, format!("{} cannot be {}", own.name, value.describe()));
            };
            let before = self.guard;
            self.guard = *condition;
            let what = format!("{} can get a value that its type does not have", own.name);
            let known = self.must(fits, place, &what, false);
            self.guard = before;
            let mut way: Vec<Lit> =
                bits.iter().zip(&code).map(|(bit, code)| self.circuit().iff(*bit, *code)).collect();
            if !known? {
                way.push(fits);
            }
            ways.push((*condition, way));
        }
        self.check_size(place)?;
        if let [(Lit::TRUE, way)] = ways.as_slice() {
            return Ok(way.clone());
        }
        let circuit = self.circuit();
        let ways: Vec<Lit> = ways
            .into_iter()
            .map(|(condition, way)| {
                let way = circuit.all(&way);
                circuit.and(condition, way)
            })
            .collect();
        match circuit.any(&ways) {
            Lit::FALSE => wrong(place, format!("{} can have no value here", own.name)),
            lit => Ok(vec![lit]),
        }
    }

    /// The variables that values are made of, in the state before the step or after it.
    fn needed(&mut self, values: &Values, is_next: bool) -> FastSet<(usize, bool)> {
        let mut lits = Vec::new();
        for (condition, value) in values {
            lits.push(*condition);
            match value {
                crate::term::Scalar::Bool(lit) => lits.push(*lit),
                crate::term::Scalar::Int(number) => lits.extend(&number.bits),
                crate::term::Scalar::Symbols(all) => lits.extend(all.iter().map(|(lit, _)| *lit)),
                crate::term::Scalar::Word(bits, _) => lits.extend(bits),
            }
        }
        let (now, next) = self.model.circuit.support(&lits);
        let bits = if is_next { next } else { now };
        let owner =
            |bit: &sym::Bit| self.model.variables.partition_point(|variable| variable.first <= *bit) - 1;
        bits.iter().map(|bit| (owner(bit), is_next)).collect()
    }

    /// Nothing is determined by itself at the same time.
    fn cycles(&mut self, assigned: &Assigned) -> Result<(), Refusal> {
        let mut needs = assigned.needs.clone();
        if self.selector.is_none() {
            for (variable, _, values, _) in &assigned.next {
                needs.insert((*variable, true), self.needed(values, true));
            }
        }
        // Whatever needs nothing that is left is taken away, until nothing or only cycles are left.
        loop {
            let before = needs.len();
            let left: FastSet<(usize, bool)> = needs.keys().copied().collect();
            needs.retain(|_, needed| needed.iter().any(|one| left.contains(one)));
            if needs.len() == before {
                break;
            }
        }
        // What is left may also only depend on a cycle; it is named in the order of the text.
        let is_left = |(variable, when, ..): &&(usize, When, usize, Span)| {
            needs.contains_key(&(*variable, *when == When::Next)) && *when != When::Init
        };
        match assigned.seen.iter().find(is_left) {
            Some((variable, _, _, place)) => {
                let name = &self.model.variables[*variable].name;
                wrong(*place, format!("{name} depends on its own value at the same time"))
            }
            None => Ok(()),
        }
    }

    fn item_value(&mut self, variable: usize, place: Span) -> Result<crate::term::Scalar, Refusal> {
        let own = self.model.variables[variable].clone();
        let circuit = self.circuit();
        let bits: Vec<Lit> = own.bits().map(|bit| circuit.now(bit)).collect();
        match crate::term::decode(circuit, &own.domain, &bits) {
            Some(value) => Ok(value),
            None => unsupported(place, "numbers of more than 60 bits: use words"),
        }
    }
}

/// The parts that must all hold for a function to hold.
fn conjuncts(circuit: &sym::Circuit, lit: Lit) -> Vec<Lit> {
    let mut parts = Vec::new();
    let mut pending = vec![lit];
    let mut seen = FastSet::default();
    while let Some(lit) = pending.pop() {
        match circuit.gate(lit.node()) {
            _ if !seen.insert(lit) => {}
            Gate::And(a, b) if !lit.is_negated() => pending.extend([b, a]),
            _ if lit == Lit::TRUE => {}
            _ => parts.push(lit),
        }
    }
    parts
}
