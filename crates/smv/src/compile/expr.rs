//! Expressions as values.

use super::{Compiler, Item, Meaning};
use crate::error::{Refusal, Span, unsupported, wrong};
use crate::number::Int;
use crate::syntax::{Expr, Lifetime, Node, Op};
use crate::term::{Scalar, Values, decode};
use sym::{Lit, VariableValue};

/// Values that a set may list.
const MAX_SET: i64 = 1 << 12;

fn one(scalar: Scalar) -> Values {
    vec![(Lit::TRUE, scalar)]
}

impl Compiler<'_> {
    /// The set of values that an expression may have.
    pub(super) fn values(&mut self, expr: &Expr, scope: usize) -> Result<Values, Refusal> {
        self.check_size(expr.place)?;
        match &expr.node {
            Node::Bool(value) => Ok(one(Scalar::Bool(Lit::of(*value)))),
            Node::Int(value) => Ok(one(Scalar::Int(Int::constant(*value)))),
            Node::Bits { bits, signed, value } => {
                let lits = (0..*bits).map(|i| Lit::of(value >> i & 1 == 1)).collect();
                Ok(one(Scalar::Word(lits, *signed)))
            }
            Node::Name(_) | Node::Dot(..) => self.named(expr, scope),
            Node::Index(..) => self.element(expr, scope),
            Node::Array(_) => wrong(expr.place, "an array of definitions is used by its elements"),
            Node::Slice(base, high, low) => self.slice(expr.place, base, high, low, scope).map(one),
            Node::Not(inner) => self.not(inner, scope).map(one),
            Node::Minus(inner) => self.minus(inner, scope).map(one),
            Node::Binary(Op::Union, left, right) => {
                let mut all = self.values(left, scope)?;
                all.extend(self.values(right, scope)?);
                Ok(all)
            }
            Node::Binary(op, left, right) => self.binary(*op, expr.place, left, right, scope).map(one),
            Node::Ite(condition, then, otherwise) => {
                let condition = self.truth(condition, scope)?;
                let then = self.guarded(condition, then, scope)?;
                let otherwise = self.guarded(!condition, otherwise, scope)?;
                self.either(expr.place, condition, then, otherwise)
            }
            Node::Case(branches) => self.case(expr.place, branches, scope),
            Node::Set(parts) => {
                let mut all = Vec::new();
                for part in parts {
                    all.extend(self.values(part, scope)?);
                }
                Ok(all)
            }
            Node::Range(from, to) => {
                let (least, most) = (self.number(from, scope)?, self.number(to, scope)?);
                if most < least || most - least >= MAX_SET {
                    return wrong(expr.place, format!("a set of numbers has 1 to {MAX_SET} of them"));
                }
                Ok((least..=most).map(|value| (Lit::TRUE, Scalar::Int(Int::constant(value)))).collect())
            }
            Node::Next(inner) => {
                if self.is_next || !self.allows_next {
                    let what =
                        "next() stands in TRANS and in assignments to next values, and not within itself";
                    return wrong(expr.place, what);
                }
                self.is_next = true;
                let values = self.values(inner, scope);
                self.is_next = false;
                values
            }
            Node::Call(function, arguments) => self.call(*function, expr.place, arguments, scope).map(one),
            Node::Temporal(..) => wrong(
                expr.place,
                "temporal operators stand in specifications, and outside of other expressions",
            ),
        }
    }

    /// The one value of an expression.
    pub(super) fn scalar(&mut self, expr: &Expr, scope: usize) -> Result<Scalar, Refusal> {
        let mut values = self.values(expr, scope)?;
        match (values.pop(), values.is_empty()) {
            (Some((Lit::TRUE, scalar)), true) => Ok(scalar),
            _ => unsupported(
                expr.place,
                "a set of values within an expression: put the choice into a variable",
            ),
        }
    }

    pub(super) fn truth(&mut self, expr: &Expr, scope: usize) -> Result<Lit, Refusal> {
        let scalar = self.scalar(expr, scope)?;
        match scalar.as_bool() {
            Some(lit) => Ok(lit),
            None => {
                wrong(expr.place, format!("a boolean is expected here, and this is {}", scalar.describe()))
            }
        }
    }

    /// The same where it counts only if something holds.
    fn guarded(&mut self, condition: Lit, expr: &Expr, scope: usize) -> Result<Values, Refusal> {
        let before = self.guard;
        self.guard = self.circuit().and(before, condition);
        let values = self.values(expr, scope);
        self.guard = before;
        values
    }

    fn named(&mut self, expr: &Expr, scope: usize) -> Result<Values, Refusal> {
        match self.resolve(expr, scope)? {
            Some(item) => self.item(&item, expr.place),
            None => match &expr.node {
                Node::Name(name) if name == "running" => {
                    let process = self.instances[scope].process;
                    Ok(one(Scalar::Bool(self.is_running(process))))
                }
                Node::Name(name) => {
                    Ok(one(Scalar::Symbols(vec![(Lit::TRUE, VariableValue::Symbol(name.clone()))])))
                }
                Node::Dot(base, _) => match self.resolve(base, scope)? {
                    Some(Item::Instance(instance)) => {
                        let process = self.instances[instance].process;
                        Ok(one(Scalar::Bool(self.is_running(process))))
                    }
                    _ => wrong(expr.place, "this is no module"),
                },
                _ => wrong(expr.place, "a name is expected here"),
            },
        }
    }

    pub(super) fn item(&mut self, item: &Item, place: Span) -> Result<Values, Refusal> {
        match item {
            Item::Variable(number) => self.variable_value(*number, place).map(one),
            Item::Meaning(number) => self.meaning(*number, place),
            Item::Array { .. } => wrong(place, "this is a whole array: give an index"),
            Item::Instance(_) => wrong(place, "this is a module and has no value"),
        }
    }

    fn variable_value(&mut self, number: usize, place: Span) -> Result<Scalar, Refusal> {
        let variable = self.model.variables[number].clone();
        if self.is_next && self.lifetimes[number] == Lifetime::Input {
            return wrong(place, format!("{} is an input: it has no next value", variable.name));
        }
        let is_next = self.is_next;
        let circuit = self.circuit();
        let bits: Vec<Lit> =
            variable.bits().map(|bit| if is_next { circuit.next(bit) } else { circuit.now(bit) }).collect();
        match decode(circuit, &variable.domain, &bits) {
            Some(scalar) => Ok(scalar),
            None => unsupported(place, "numbers of more than 60 bits: use words"),
        }
    }

    /// The value of a definition or argument, in the place where it was written.
    fn meaning(&mut self, number: usize, place: Span) -> Result<Values, Refusal> {
        if let Some(known) = self.known.get(&(number, self.is_next)) {
            return Ok(known.clone());
        }
        let Meaning { expr, scope, name } = self.meanings[number].clone();
        if self.active.contains(&number) {
            return wrong(place, format!("{name} is defined by itself"));
        }
        if self.active.len() > 100 {
            return unsupported(place, "definitions more than 100 deep");
        }
        self.active.push(number);
        // A definition must make sense everywhere, wherever it is used first.
        let before = std::mem::replace(&mut self.guard, Lit::TRUE);
        let values = self.values(&expr, scope);
        self.guard = before;
        self.active.pop();
        let values = values?;
        self.known.insert((number, self.is_next), values.clone());
        Ok(values)
    }

    fn case(&mut self, place: Span, branches: &[(Expr, Expr)], scope: usize) -> Result<Values, Refusal> {
        let mut rest = Lit::TRUE;
        let mut parts = Vec::new();
        let before = self.guard;
        for (condition, value) in branches {
            self.guard = self.circuit().and(before, rest);
            let own = self.truth(condition, scope);
            let values = own.and_then(|own| Ok((own, self.guarded(own, value, scope)?)));
            self.guard = before;
            let (own, values) = values?;
            parts.push((own, values));
            rest = self.circuit().and(rest, !own);
        }
        self.must(!rest, place, "the conditions of this case leave something out: add TRUE : ...", true)?;
        let mut whole: Option<Values> = None;
        for (condition, values) in parts.into_iter().rev() {
            whole = Some(match whole {
                None => values,
                Some(others) => self.either(place, condition, values, others)?,
            });
        }
        Ok(whole.unwrap_or_default())
    }

    /// One set where a condition holds, the other elsewhere.
    pub(super) fn either(
        &mut self,
        place: Span,
        condition: Lit,
        then: Values,
        otherwise: Values,
    ) -> Result<Values, Refusal> {
        if condition.is_constant() {
            return Ok(if condition == Lit::TRUE { then } else { otherwise });
        }
        self.check_size(place)?;
        if let ([(Lit::TRUE, a)], [(Lit::TRUE, b)]) = (then.as_slice(), otherwise.as_slice())
            && let Some(both) = Scalar::choose(self.circuit(), condition, a, b)
        {
            return Ok(one(both));
        }
        let sides = then.into_iter().map(|one| (condition, one));
        let sides: Vec<_> = sides.chain(otherwise.into_iter().map(|one| (!condition, one))).collect();
        Ok(sides.into_iter().map(|(side, (lit, scalar))| (self.circuit().and(side, lit), scalar)).collect())
    }
}
