//! The value of an atom in the machine's present state.

use super::{Expr, Operator};
use crate::driver::Subject;
use base::FastSet;
use classfile::Kind;
use ir::scalar;
use vm::program::{ClassId, MethodId, ShapeKind};
use vm::state::heap::Ref;
use vm::{Evaluation, Pause};

/// Operations that a method in an atom may take.
const CALL_LIMIT: u64 = 1_000_000;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Value {
    Number(i64),
    Floating(f64),
    Boolean(bool),
    Object(Ref),
}

/// Why there is no value.
enum No {
    /// Something is null, out of bounds or divided by zero: the atom is false.
    Undefined,
    /// The machine cannot tell, for this reason.
    Unknown(String),
}

/// Whether an atom holds. What it reads is noted.
///
/// # Errors
/// In words, if a method that it calls cannot be evaluated.
pub(super) fn truth(machine: &mut Subject<'_>, expr: &Expr) -> Result<bool, String> {
    match eval(machine, expr, &mut Vec::new()) {
        Ok(Value::Boolean(truth)) => Ok(truth),
        Ok(_) | Err(No::Undefined) => Ok(false),
        Err(No::Unknown(what)) => Err(what),
    }
}

/// The value of an expression, for people.
pub(super) fn shown(machine: &mut Subject<'_>, expr: &Expr) -> String {
    match eval(machine, expr, &mut Vec::new()) {
        Ok(Value::Number(number)) => number.to_string(),
        Ok(Value::Floating(number)) => number.to_string(),
        Ok(Value::Boolean(truth)) => truth.to_string(),
        Ok(Value::Object(object)) if object.is_null() => "null".to_string(),
        Ok(Value::Object(object)) => {
            let class = machine.heap.class_of(object);
            format!("an object of {}", machine.program.classes[class].external_name())
        }
        Err(_) => "no value".to_string(),
    }
}

fn eval(machine: &mut Subject<'_>, expr: &Expr, bound: &mut Vec<Ref>) -> Result<Value, No> {
    match expr {
        Expr::Number(number) => Ok(Value::Number(*number)),
        Expr::Floating(number) => Ok(Value::Floating(*number)),
        Expr::Boolean(truth) => Ok(Value::Boolean(*truth)),
        Expr::Null => Ok(Value::Object(Ref::NULL)),
        Expr::Variable(depth) => {
            let at = bound.len().checked_sub(1 + *depth as usize).ok_or(No::Undefined)?;
            Ok(Value::Object(bound[at]))
        }
        Expr::Static { record, unit, kind } => Ok(read(machine, *record, *unit, *kind)),
        Expr::Field { of, unit, kind } => {
            let object = object(machine, of, bound)?;
            Ok(read(machine, object, *unit, *kind))
        }
        Expr::Element { of, at, kind } => element(machine, of, at, *kind, bound),
        // The length of an array never changes.
        Expr::Length(of) => {
            let array = object(machine, of, bound)?;
            Ok(Value::Number(i64::from(machine.heap.len(array))))
        }
        Expr::Call { method, kind } => call(machine, *method, *kind),
        Expr::Not(a) => match eval(machine, a, bound)? {
            Value::Boolean(truth) => Ok(Value::Boolean(!truth)),
            _ => Err(No::Undefined),
        },
        Expr::Minus(a) => match eval(machine, a, bound)? {
            Value::Number(number) => Ok(Value::Number(scalar::lneg(number))),
            Value::Floating(number) => Ok(Value::Floating(scalar::dneg(number))),
            _ => Err(No::Undefined),
        },
        Expr::Binary(op, a, b) => binary(machine, *op, a, b, bound),
        Expr::Quantified { all, class, body } => {
            for instance in machine.instances(*class) {
                bound.push(instance);
                let truth = match eval(machine, body, bound) {
                    Ok(Value::Boolean(truth)) => truth,
                    Ok(_) | Err(No::Undefined) => false,
                    Err(unknown) => return Err(unknown),
                };
                bound.pop();
                if truth != *all {
                    return Ok(Value::Boolean(truth));
                }
            }
            Ok(Value::Boolean(*all))
        }
        Expr::Label(number) => Ok(Value::Boolean(machine.driver.ghost.labels >> number & 1 == 1)),
        Expr::Position(position) => Ok(Value::Boolean(machine.is_at(position))),
    }
}

fn object(machine: &mut Subject<'_>, expr: &Expr, bound: &mut Vec<Ref>) -> Result<Ref, No> {
    match eval(machine, expr, bound)? {
        Value::Object(object) if !object.is_null() => Ok(object),
        _ => Err(No::Undefined),
    }
}

/// A field's value; the place is noted.
fn read(machine: &mut Subject<'_>, object: Ref, unit: u32, kind: Kind) -> Value {
    machine.driver.note_read(machine.machine, object, unit);
    let word = match kind.is_wide() {
        true => machine.heap.get64(object, unit),
        false => u64::from(machine.heap.get32(object, unit)),
    };
    of_word(kind, word)
}

fn of_word(kind: Kind, word: u64) -> Value {
    match kind {
        Kind::Boolean => Value::Boolean(word as u32 != 0),
        Kind::Ref => Value::Object(Ref(word as u32)),
        Kind::Long => Value::Number(word as i64),
        Kind::Float => Value::Floating(f64::from(f32::from_bits(word as u32))),
        Kind::Double => Value::Floating(f64::from_bits(word)),
        _ => Value::Number(i64::from(word as i32)),
    }
}

fn element(
    machine: &mut Subject<'_>,
    of: &Expr,
    at: &Expr,
    kind: Kind,
    bound: &mut Vec<Ref>,
) -> Result<Value, No> {
    let array = object(machine, of, bound)?;
    let Value::Number(index) = eval(machine, at, bound)? else { return Err(No::Undefined) };
    let index = u32::try_from(index).ok().filter(|&i| i < machine.heap.len(array)).ok_or(No::Undefined)?;
    machine.driver.note_read(machine.machine, array, 0);
    let heap = &machine.heap;
    Ok(match kind {
        Kind::Boolean => Value::Boolean(heap.load::<u8>(array, index) != 0),
        Kind::Byte => Value::Number(i64::from(heap.load::<i8>(array, index))),
        Kind::Char => Value::Number(i64::from(heap.load::<u16>(array, index))),
        Kind::Short => Value::Number(i64::from(heap.load::<i16>(array, index))),
        Kind::Long | Kind::Double => of_word(kind, heap.load::<u64>(array, index)),
        _ => of_word(kind, u64::from(heap.load::<u32>(array, index))),
    })
}

fn binary(
    machine: &mut Subject<'_>,
    op: Operator,
    a: &Expr,
    b: &Expr,
    bound: &mut Vec<Ref>,
) -> Result<Value, No> {
    let first = eval(machine, a, bound)?;
    // As in Java, the right side is looked at only if it matters.
    match (op, first) {
        (Operator::And, Value::Boolean(false)) | (Operator::Or, Value::Boolean(true)) => return Ok(first),
        (Operator::And | Operator::Or, _) => return eval(machine, b, bound),
        _ => {}
    }
    let second = eval(machine, b, bound)?;
    match (first, second) {
        (Value::Number(a), Value::Number(b)) => whole(op, a, b),
        (Value::Floating(a), Value::Floating(b)) => floating(op, a, b),
        (Value::Number(a), Value::Floating(b)) => floating(op, a as f64, b),
        (Value::Floating(a), Value::Number(b)) => floating(op, a, b as f64),
        _ => match op {
            Operator::Equal => Ok(Value::Boolean(first == second)),
            Operator::Differs => Ok(Value::Boolean(first != second)),
            _ => Err(No::Undefined),
        },
    }
}

fn whole(op: Operator, a: i64, b: i64) -> Result<Value, No> {
    let number = |number: Option<i64>| number.map(Value::Number).ok_or(No::Undefined);
    match op {
        Operator::Plus => number(Some(scalar::ladd(a, b))),
        Operator::Minus => number(Some(scalar::lsub(a, b))),
        Operator::Times => number(Some(scalar::lmul(a, b))),
        Operator::Divided => number(scalar::ldiv(a, b)),
        Operator::Modulo => number(scalar::lrem(a, b)),
        _ => compared(op, a.partial_cmp(&b)),
    }
}

fn floating(op: Operator, a: f64, b: f64) -> Result<Value, No> {
    match op {
        Operator::Plus => Ok(Value::Floating(scalar::dadd(a, b))),
        Operator::Minus => Ok(Value::Floating(scalar::dsub(a, b))),
        Operator::Times => Ok(Value::Floating(scalar::dmul(a, b))),
        Operator::Divided => Ok(Value::Floating(scalar::ddiv(a, b))),
        Operator::Modulo => Ok(Value::Floating(scalar::drem(a, b))),
        _ => compared(op, a.partial_cmp(&b)),
    }
}

/// A comparison by the order of both sides; there is none with NaN, which differs from everything.
fn compared(op: Operator, order: Option<std::cmp::Ordering>) -> Result<Value, No> {
    use std::cmp::Ordering::{Equal, Greater, Less};
    let truth = match op {
        Operator::Equal => order == Some(Equal),
        Operator::Differs => order != Some(Equal),
        Operator::Less => order == Some(Less),
        Operator::AtMost => matches!(order, Some(Less | Equal)),
        Operator::More => order == Some(Greater),
        Operator::AtLeast => matches!(order, Some(Greater | Equal)),
        _ => return Err(No::Undefined),
    };
    Ok(Value::Boolean(truth))
}

/// Runs a static method to its end and goes back to the state as it was. It sees classes as they are: none is
/// initialized by it.
fn call(machine: &mut Subject<'_>, method: MethodId, kind: Kind) -> Result<Value, No> {
    let Subject { machine, driver } = machine;
    let (atomic, open, narrating) = (driver.gate.atomic, driver.gate.open, driver.gate.narrating);
    let ghost = driver.ghost.mark();
    driver.gate.watch.probing = true;
    driver.gate.atomic = true;
    driver.gate.narrating = false;
    let Evaluation { pause, result } = machine.evaluate(&mut **driver, method, CALL_LIMIT);
    driver.ghost.rewind(ghost);
    driver.gate.watch.probing = false;
    (driver.gate.atomic, driver.gate.open, driver.gate.narrating) = (atomic, open, narrating);
    match (pause, result) {
        (Some(Pause::Ended), Some(Ok(word))) => Ok(of_word(kind, word)),
        // It has thrown something.
        (Some(Pause::Ended), _) => Err(No::Undefined),
        (pause, _) => {
            let why = match pause {
                Some(Pause::Blocked) => "it waits for another thread".to_string(),
                Some(Pause::Asks(_)) => "it makes a choice".to_string(),
                Some(Pause::Fuel) => format!("it takes more than {CALL_LIMIT} operations"),
                Some(Pause::Stopped(stop)) => format!("{stop:?}"),
                _ => "it cannot be called".to_string(),
            };
            Err(No::Unknown(format!("{} in a temporal property: {why}", machine.full_name(method))))
        }
    }
}

impl Subject<'_> {
    /// Instances of a class, subclasses included, that can be reached from a static field or a thread that is
    /// alive. Objects of the base that are as they were lead to nothing but the base, where the program
    /// has no instances.
    fn instances(&self, class: ClassId) -> Vec<Ref> {
        let heap = &self.heap;
        let mut seen: FastSet<u32> = FastSet::default();
        let mut pending: Vec<Ref> = heap.dirty().collect();
        pending.extend(self.threads.values().filter(|t| t.alive()).map(|t| t.state.object));
        let mut found = Vec::new();
        while let Some(object) = pending.pop() {
            if object.is_null() || !seen.insert(object.0) {
                continue;
            }
            let own = heap.class_of(object);
            match heap.shapes[own].kind {
                ShapeKind::Statics => self.each_static(object, |to| pending.push(to)),
                _ => {
                    if self.program.is_subclass(own, class) {
                        found.push(object);
                    }
                    heap.each_ref(object, |to| pending.push(to));
                }
            }
        }
        found
    }

    fn each_static(&self, record: Ref, mut show: impl FnMut(Ref)) {
        let Some(class) = self.program.class_of_statics(record) else { return };
        for &field in &*self.program.classes[class].fields {
            let field = &self.program.fields[field];
            if field.access.is_static() && field.kind == Kind::Ref {
                show(self.heap.get_ref(record, field.unit));
            }
        }
    }
}
