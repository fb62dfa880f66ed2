//! Calls that the machine can make. Each goes through an adapter, a method of the machine's own that does what a
//! line of Java would do: it boxes arguments, and calls.

use crate::value::Value;
use base::{Symbol, names};
use classfile::{Kind, MemberRef};
use ir::operand::Src;
use ir::{Builder, CallKind, Op};
use vm::{ClassId, Machine, MethodId, Trap, member};

/// How one of the objects is made.
#[derive(Clone, Debug)]
pub struct Made {
    pub class: ClassId,
    /// The constructor's descriptor.
    pub desc: Symbol,
    pub values: Vec<Value>,
    /// What Java text calls the object.
    pub name: String,
}

/// A call with its arguments.
#[derive(Clone, Debug)]
pub struct Call {
    /// On which of the objects.
    pub receiver: usize,
    pub method: Target,
    pub values: Vec<Value>,
    /// The same call of the class that must do the same: its own method may take boxes where this takes numbers.
    pub twin: Option<(Target, Vec<Value>)>,
}

/// A method that is called.
#[derive(Clone, Debug)]
pub struct Target {
    pub class: ClassId,
    pub name: Symbol,
    pub desc: Symbol,
    pub returns: Kind,
    /// Exceptions that it declares, by their classes' names.
    pub declared: Vec<Symbol>,
}

/// All that is done to the objects.
#[derive(Clone, Debug, Default)]
pub struct Calls {
    pub objects: Vec<Made>,
    /// The objects of the other class, one for each.
    pub twins: Vec<Made>,
    pub list: Vec<Call>,
    /// A method that must always give true.
    pub invariant: Option<Target>,
    /// Exceptions that are as they should be.
    pub expected: Vec<ClassId>,
}

impl Calls {
    /// The names of all objects, those of the other class behind the others.
    pub fn names(&self) -> Vec<String> {
        self.objects.iter().chain(&self.twins).map(|made| made.name.clone()).collect()
    }

    /// `put(1, 2)`, or `b.put(1, 2)` where there are several objects.
    pub fn shown(&self, call: &Call) -> String {
        let names = self.names();
        let text = line(call.method.name, &call.values, &names);
        match self.objects.len() {
            1 => text,
            _ => format!("{}.{text}", names[call.receiver]),
        }
    }
}

/// `put(1, 2)`.
pub(crate) fn line(name: Symbol, values: &[Value], names: &[String]) -> String {
    let values: Vec<String> = values.iter().map(|value| value.java(names)).collect();
    format!("{name}({})", values.join(", "))
}

/// The adapter of a call on an object.
pub(crate) fn adapter(machine: &mut Machine, target: &Target, values: &[Value]) -> Result<MethodId, Trap> {
    let class = machine.program.classes[target.class].name;
    let called = MemberRef { class, name: target.name, desc: target.desc };
    let key = key(class, target.name, target.desc, values);
    let returns = target.returns;
    machine.adapter(&key, target.class, &described(true, values, returns), None, || {
        let mut b = Builder::new(&registers(true, values));
        let args = arguments(&mut b, 1, values);
        let args = [&[0], &*args].concat();
        match returns {
            Kind::Void => {
                b.call(CallKind::Virtual, called, false, &args, None);
                b.emit(Op::ReturnVoid {});
            }
            kind => {
                let result = b.reg(kind == Kind::Ref);
                b.call(CallKind::Virtual, called, false, &args, Some(result));
                b.emit(Op::Return { src: Src(result) });
            }
        }
        b
    })
}

/// The adapter that makes an object.
pub(crate) fn maker(machine: &mut Machine, made: &Made) -> Result<MethodId, Trap> {
    let class = machine.program.classes[made.class].name;
    let init = MemberRef { class, name: names::INIT, desc: made.desc };
    let key = key(class, names::INIT, made.desc, &made.values);
    machine.adapter(&key, made.class, &described(false, &made.values, Kind::Ref), None, || {
        let mut b = Builder::new(&registers(false, &made.values));
        let args = arguments(&mut b, 0, &made.values);
        let object = b.reg(true);
        b.new_object(class, init, &args, object);
        b.emit(Op::Return { src: Src(object) });
        b
    })
}

/// The adapter of `Objects.deepEquals`.
pub(crate) fn equality(machine: &mut Machine, class: ClassId) -> Result<MethodId, Trap> {
    let desc = "(Ljava/lang/Object;Ljava/lang/Object;)Z";
    machine.adapter("objects: equal", class, desc, None, || {
        let mut b = Builder::new(&[true, true]);
        let equals = member("java/util/Objects", "deepEquals", desc);
        let result = b.reg(false);
        b.call(CallKind::Static, equals, false, &[0, 1], Some(result));
        b.emit(Op::Return { src: Src(result) });
        b
    })
}

/// What an adapter depends on: whom it calls, and what it has to put into boxes.
fn key(class: Symbol, name: Symbol, desc: Symbol, values: &[Value]) -> String {
    let boxes: String = values.iter().map(letter).collect();
    format!("objects: {class}.{name}{desc} {boxes}")
}

/// What comes in for a value: a number before it is put into a box.
fn letter(value: &Value) -> char {
    match value {
        Value::Boxed(kind, _) => char::from(kind.letter()),
        Value::Number(..) => '-',
        _ => 'L',
    }
}

fn registers(has_receiver: bool, values: &[Value]) -> Vec<bool> {
    let is_ref = |value: &Value| !matches!(value, Value::Number(..) | Value::Boxed(..));
    has_receiver.then_some(true).into_iter().chain(values.iter().map(is_ref)).collect()
}

/// The descriptor of an adapter.
fn described(has_receiver: bool, values: &[Value], returns: Kind) -> String {
    const OBJECT: &str = "Ljava/lang/Object;";
    let part = |value: &Value| match value {
        Value::Number(kind, _) | Value::Boxed(kind, _) => char::from(kind.letter()).to_string(),
        _ => OBJECT.to_string(),
    };
    let receiver = if has_receiver { OBJECT } else { "" };
    let parts: String = values.iter().map(part).collect();
    let returns = match returns {
        Kind::Ref => OBJECT.to_string(),
        kind => char::from(kind.letter()).to_string(),
    };
    format!("({receiver}{parts}){returns}")
}

/// The registers of the arguments as the method takes them.
fn arguments(b: &mut Builder, first: u16, values: &[Value]) -> Vec<u16> {
    let mut argument = |(at, value): (usize, &Value)| {
        let register = first + at as u16;
        let Value::Boxed(kind, _) = value else { return register };
        let boxed = b.reg(true);
        let (class, letter) = (box_class(*kind), char::from(kind.letter()));
        let make = member(class, "valueOf", &format!("({letter})L{class};"));
        b.call(CallKind::Static, make, false, &[register], Some(boxed));
        boxed
    };
    values.iter().enumerate().map(&mut argument).collect()
}

fn box_class(kind: Kind) -> &'static str {
    match kind {
        Kind::Boolean => "java/lang/Boolean",
        Kind::Byte => "java/lang/Byte",
        Kind::Char => "java/lang/Character",
        Kind::Short => "java/lang/Short",
        Kind::Long => "java/lang/Long",
        Kind::Float => "java/lang/Float",
        Kind::Double => "java/lang/Double",
        _ => "java/lang/Integer",
    }
}
