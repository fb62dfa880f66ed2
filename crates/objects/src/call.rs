//! Calls that the machine can make. Each goes through an adapter, a method of the machine's own that does what a
//! line of Java would do: it boxes arguments, and calls.

use crate::value::{Value, bits};
use base::{Symbol, names};
use classfile::{Kind, MemberRef};
use ir::operand::{Dst, Int, Src, Sym};
use ir::{Builder, CallKind, Op};
use vm::{ClassId, Machine, MethodId, Trap, member};

/// How one of the objects is made.
#[derive(Clone, Debug)]
pub struct Construction {
    pub class: ClassId,
    /// The constructor's descriptor.
    pub desc: Symbol,
    pub values: Vec<Value>,
    /// What Java text calls the object.
    pub name: String,
    /// The class has another constructor with as many parameters.
    pub is_overloaded: bool,
}

impl Construction {
    /// The arguments as Java text has them.
    pub(crate) fn arguments(&self, names: &[String]) -> String {
        listed(self.desc, self.is_overloaded, &self.values, names)
    }
}

/// A call with its arguments.
#[derive(Clone, Debug)]
pub struct Call {
    /// On which of the objects.
    pub receiver: usize,
    pub method: Callee,
    pub values: Vec<Value>,
    /// The same call of the class that must do the same: its own method may take boxes where this takes numbers.
    pub twin: Option<(Callee, Vec<Value>)>,
}

/// A method that is called.
#[derive(Clone, Debug)]
pub struct Callee {
    pub class: ClassId,
    pub name: Symbol,
    pub desc: Symbol,
    pub returns: Kind,
    /// Exceptions that it declares, by their classes' names.
    pub declared: Vec<Symbol>,
    /// The class has another method of this name with as many parameters: Java asks which is meant.
    pub is_overloaded: bool,
}

/// All that is done to the objects.
#[derive(Clone, Debug, Default)]
pub struct Calls {
    pub objects: Vec<Construction>,
    /// The objects of the other class, one for each.
    pub twins: Vec<Construction>,
    pub list: Vec<Call>,
    /// A method that must always give true.
    pub invariant: Option<Callee>,
    /// Exceptions that are as they should be.
    pub expected: Vec<ClassId>,
    pub matching: crate::Matching,
}

impl Calls {
    /// The names of all objects, those of the other class behind the others.
    pub fn names(&self) -> Vec<String> {
        self.objects.iter().chain(&self.twins).map(|made| made.name.clone()).collect()
    }

    /// `put(1, 2)`, or `b.put(1, 2)` where there are several objects.
    pub fn shown(&self, call: &Call) -> String {
        let names = self.names();
        let text = line(&call.method, &call.values, &names);
        match self.objects.len() {
            1 => text,
            _ => format!("{}.{text}", names[call.receiver]),
        }
    }
}

/// `put(1, 2)`, or `remove((Object) 1)` where it could be another method.
pub(crate) fn line(method: &Callee, values: &[Value], names: &[String]) -> String {
    format!("{}({})", method.name, listed(method.desc, method.is_overloaded, values, names))
}

/// Arguments as Java text has them: with the types of references where Java would ask which method is meant.
fn listed(desc: Symbol, is_overloaded: bool, values: &[Value], names: &[String]) -> String {
    let types = crate::members::parameters(desc).filter(|_| is_overloaded);
    let mut types = types.unwrap_or_default().into_iter();
    let one = |value: &Value| {
        let (text, desc) = (value.java(names), types.next());
        // Numbers are written as what they are.
        match desc.filter(|desc| desc.as_str().starts_with(['L', '['])) {
            Some(desc) => {
                let class = vm::program::external_type(desc.as_str()).replace('$', ".");
                let simple = class.strip_prefix("java.lang.").filter(|name| !name.contains('.'));
                let class = simple.unwrap_or(&class);
                // A minus behind a parenthesis is a difference.
                if text.starts_with('-') {
                    format!("({class}) ({text})")
                } else {
                    format!("({class}) {text}")
                }
            }
            None => text,
        }
    };
    values.iter().map(one).collect::<Vec<String>>().join(", ")
}

/// The adapter of a call on an object.
pub(crate) fn adapter(machine: &mut Machine, target: &Callee, values: &[Value]) -> Result<MethodId, Trap> {
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
pub(crate) fn maker(machine: &mut Machine, made: &Construction) -> Result<MethodId, Trap> {
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

/// What an adapter depends on: whom it calls, and what it has to make for it.
fn key(class: Symbol, name: Symbol, desc: Symbol, values: &[Value]) -> String {
    let made: String = values.iter().map(shape).collect();
    format!("objects: {class}.{name}{desc} {made}")
}

/// What comes in for a value: a number before it is put into a box, nothing for what the adapter makes.
fn shape(value: &Value) -> String {
    match value {
        Value::Boxed(kind, _) => char::from(kind.letter()).to_string(),
        Value::Number(..) => "-".to_string(),
        Value::Constant { class, name } => format!("<{class}.{name}>"),
        Value::Array(..) => format!("<{value:?}>"),
        _ => "L".to_string(),
    }
}

fn registers(has_receiver: bool, values: &[Value]) -> Vec<bool> {
    let is_ref = |value: &Value| !matches!(value, Value::Number(..) | Value::Boxed(..));
    let passed = values.iter().filter(|value| value.is_passed());
    has_receiver.then_some(true).into_iter().chain(passed.map(is_ref)).collect()
}

/// The descriptor of an adapter.
fn described(has_receiver: bool, values: &[Value], returns: Kind) -> String {
    const OBJECT: &str = "Ljava/lang/Object;";
    let part = |value: &Value| match value {
        Value::Number(kind, _) | Value::Boxed(kind, _) => char::from(kind.letter()).to_string(),
        _ => OBJECT.to_string(),
    };
    let receiver = if has_receiver { OBJECT } else { "" };
    let parts: String = values.iter().filter(|value| value.is_passed()).map(part).collect();
    let returns = match returns {
        Kind::Ref => OBJECT.to_string(),
        kind => char::from(kind.letter()).to_string(),
    };
    format!("({receiver}{parts}){returns}")
}

/// The registers of the arguments as the method takes them. `next` is the first register that came in.
fn arguments(b: &mut Builder, mut next: u16, values: &[Value]) -> Vec<u16> {
    let mut registers = Vec::new();
    for value in values {
        if !value.is_passed() {
            registers.push(constant(b, value));
            continue;
        }
        registers.push(match value {
            Value::Boxed(kind, _) => boxed(b, *kind, next),
            _ => next,
        });
        next += 1;
    }
    registers
}

/// A box around what a register holds, as `valueOf` gives it.
fn boxed(b: &mut Builder, kind: Kind, register: u16) -> u16 {
    let boxed = b.reg(true);
    let (class, letter) = (box_class(kind), char::from(kind.letter()));
    let make = member(class, "valueOf", &format!("({letter})L{class};"));
    b.call(CallKind::Static, make, false, &[register], Some(boxed));
    boxed
}

/// A value that no register brings in, written as Java would write it.
fn constant(b: &mut Builder, value: &Value) -> u16 {
    match value {
        Value::Number(kind, n) | Value::Boxed(kind, n) => {
            let (register, bits) = (b.reg(false), bits(*kind, *n));
            let dst = Dst(register);
            match kind.is_wide() {
                true => {
                    let wide = b.wide(bits);
                    b.emit(Op::ConstWide { dst, value: wide });
                }
                false => {
                    b.emit(Op::Const { dst, value: Int(bits as u32 as i32) });
                }
            }
            if matches!(value, Value::Boxed(..)) { boxed(b, *kind, register) } else { register }
        }
        Value::Text(text) => vm::synth::string(b, Symbol::new(text)),
        Value::Constant { class, name } => {
            let dst = b.reg(true);
            let desc = Symbol::new(&format!("L{class};"));
            let sym = Sym(b.sym(ir::Sym::Field(MemberRef { class: *class, name: *name, desc })));
            b.emit(Op::GetStatic { dst: Dst(dst), sym });
            dst
        }
        Value::Array(desc, elements) => array(b, *desc, elements),
        // Objects are no elements of arrays that are made up.
        Value::Object(_) | Value::Null => {
            let dst = b.reg(true);
            b.emit(Op::Const { dst: Dst(dst), value: Int(0) });
            dst
        }
    }
}

fn array(b: &mut Builder, desc: Symbol, elements: &[Value]) -> u16 {
    let (arr, len) = (b.reg(true), b.reg(false));
    b.emit(Op::Const { dst: Dst(len), value: Int(elements.len() as i32) });
    let element = &desc.as_str()[1..];
    let kind = element.bytes().next().and_then(Kind::from_letter).unwrap_or(Kind::Ref);
    match kind {
        Kind::Ref => {
            let name = element.strip_prefix('L').and_then(|name| name.strip_suffix(';')).unwrap_or(element);
            let sym = Sym(b.sym(ir::Sym::Class(Symbol::new(name))));
            b.emit(Op::ANewArray { dst: Dst(arr), len: Src(len), sym });
        }
        _ => {
            b.emit(Op::NewArray { kind: ir::operand::Kind::of_field(kind), dst: Dst(arr), len: Src(len) });
        }
    }
    for (i, element) in elements.iter().enumerate() {
        let (src, at) = (Src(constant(b, element)), Src(b.reg(false)));
        b.emit(Op::Const { dst: Dst(at.0), value: Int(i as i32) });
        let arr = Src(arr);
        b.emit(match kind {
            Kind::Ref => Op::StoreRef { arr, at, src },
            Kind::Boolean | Kind::Byte => Op::StoreB { arr, at, src },
            Kind::Char | Kind::Short => Op::Store16 { arr, at, src },
            Kind::Long | Kind::Double => Op::Store64 { arr, at, src },
            _ => Op::Store32 { arr, at, src },
        });
    }
    arr
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
