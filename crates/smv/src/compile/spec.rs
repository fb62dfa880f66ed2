//! Specifications as formulas over functions of a state. What has no temporal operator in it is one atom, however
//! large.

use super::Compiler;
use crate::error::{Refusal, unsupported, wrong};
use crate::syntax::{Expr, ModuleElement, Node, Op, SpecLogic, TemporalOp};
use logic::{Binary, Formula, MAX_ATOMS, Unary};
use sym::{Lit, Question, SymbolicSpec};

impl Compiler<'_> {
    pub(super) fn specifications(&mut self) -> Result<(), Refusal> {
        let modules = self.modules;
        for scope in 0..self.instances.len() {
            for part in &modules[self.instances[scope].module].parts {
                if let ModuleElement::Spec { logic, name, formula } = part {
                    let mut spec = SymbolicSpec {
                        name: self.source.slice(formula.place),
                        place: self.source.line(formula.place),
                        atoms: Vec::new(),
                        atom_names: Vec::new(),
                        question: Question::Ltl(Formula::True),
                    };
                    if let Some(name) = name {
                        spec.name = format!("{}: {}", name.text, spec.name);
                    }
                    let prefix = self.instances[scope].prefix.trim_end_matches('.').to_string();
                    if !prefix.is_empty() {
                        spec.name = format!("{} (in {prefix})", spec.name);
                    }
                    let formula = self.formula(*logic, formula, scope, &mut spec)?;
                    spec.question = match logic {
                        SpecLogic::Invariant => Question::Invariant(formula),
                        SpecLogic::Ctl => Question::Ctl(formula),
                        SpecLogic::Ltl => Question::Ltl(formula),
                    };
                    self.model.specs.push(spec);
                }
            }
        }
        Ok(())
    }

    fn formula(
        &mut self,
        logic: SpecLogic,
        expr: &Expr,
        scope: usize,
        spec: &mut SymbolicSpec,
    ) -> Result<Formula, Refusal> {
        if !has_temporal(expr) {
            return self.spec_atom(expr, scope, spec);
        }
        match &expr.node {
            Node::Not(inner) => Ok(self.formula(logic, inner, scope, spec)?.negate()),
            Node::Binary(
                op @ (Op::And | Op::Or | Op::Implies | Op::Iff | Op::Xor | Op::Xnor),
                left,
                right,
            ) => {
                let left = self.formula(logic, left, scope, spec)?;
                let right = self.formula(logic, right, scope, spec)?;
                let (op, negate) = match op {
                    Op::And => (Binary::And, false),
                    Op::Or => (Binary::Or, false),
                    Op::Implies => (Binary::Implies, false),
                    Op::Xor => (Binary::Iff, true),
                    _ => (Binary::Iff, false),
                };
                let joined = Formula::binary(op, left, right);
                Ok(if negate { joined.negate() } else { joined })
            }
            Node::Temporal(temporal, parts) => {
                match (logic, temporal.all) {
                    (SpecLogic::Ctl, Some(_)) | (SpecLogic::Ltl, None) => {}
                    (SpecLogic::Ctl, None) => {
                        return wrong(expr.place, "this is of LTL: in CTL it has an A or E before it");
                    }
                    (SpecLogic::Ltl, Some(_)) => {
                        return wrong(expr.place, "path quantifiers are of CTL: use CTLSPEC");
                    }
                    (SpecLogic::Invariant, _) => {
                        return wrong(
                            expr.place,
                            "an invariant has no temporal operators: use CTLSPEC or LTLSPEC",
                        );
                    }
                }
                let mut parts = parts
                    .iter()
                    .map(|part| self.formula(logic, part, scope, spec))
                    .collect::<Result<Vec<_>, _>>()?;
                let last = parts.pop().unwrap_or(Formula::True);
                let path = match (temporal.op, parts.pop()) {
                    (TemporalOp::Until, Some(first)) => Formula::until(first, last),
                    (TemporalOp::Release, Some(first)) => Formula::release(first, last),
                    (TemporalOp::Next, _) => last.next(),
                    (TemporalOp::Future, _) => last.future(),
                    _ => last.globally(),
                };
                Ok(match temporal.all {
                    Some(true) => Formula::unary(Unary::All, path),
                    Some(false) => Formula::unary(Unary::Exists, path),
                    None => path,
                })
            }
            _ => wrong(expr.place, "temporal operators are joined by !, &, |, ->, <->, xor and xnor alone"),
        }
    }

    fn spec_atom(&mut self, expr: &Expr, scope: usize, spec: &mut SymbolicSpec) -> Result<Formula, Refusal> {
        let lit = self.of_state(expr, scope)?;
        if lit.is_constant() {
            return Ok(if lit == Lit::TRUE { Formula::True } else { Formula::False });
        }
        if let Some(known) = spec.atoms.iter().position(|atom| *atom == lit) {
            return Ok(Formula::Atom(known as u32));
        }
        if spec.atoms.len() >= MAX_ATOMS as usize {
            return unsupported(expr.place, format!("more than {MAX_ATOMS} different atoms in one formula"));
        }
        spec.atoms.push(lit);
        spec.atom_names.push(self.source.slice(expr.place));
        Ok(Formula::Atom(spec.atoms.len() as u32 - 1))
    }

    /// An atom of a formula from elsewhere, in the words of the main module.
    pub(crate) fn atom(&mut self, expr: &Expr) -> Result<Lit, Refusal> {
        self.of_state(expr, 0)
    }
}

fn has_temporal(expr: &Expr) -> bool {
    match &expr.node {
        Node::Temporal(..) => true,
        Node::Dot(a, _) | Node::Not(a) | Node::Minus(a) | Node::Next(a) => has_temporal(a),
        Node::Index(a, b) | Node::Binary(_, a, b) | Node::Range(a, b) => has_temporal(a) || has_temporal(b),
        Node::Slice(a, b, c) | Node::Ite(a, b, c) => has_temporal(a) || has_temporal(b) || has_temporal(c),
        Node::Case(branches) => branches.iter().any(|(a, b)| has_temporal(a) || has_temporal(b)),
        Node::Set(all) | Node::Array(all) | Node::Call(_, all) => all.iter().any(has_temporal),
        Node::Bool(_) | Node::Int(_) | Node::Bits { .. } | Node::Name(_) => false,
    }
}
