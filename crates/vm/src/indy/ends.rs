//! What combined handles do in the end, once their arguments have been edited (see [`super::weave`]).

use super::handle::invoke_exact;
use super::types::{Cast, OBJECT, adapt, kind_of, zero};
use super::weave::{BoundValue, Value, Weaver, strange, unboxed};
use crate::synth::member;
use crate::trap::Trap;
use base::{Symbol, names};
use classfile::{Kind, MemberRef, descriptor};
use ir::operand::{Dst, Imm, Int, Src, Sym};
use ir::{Builder, CallKind, Op};

const IMPL: &str = "java/lang/invoke/MethodHandleImpl";
const BASIC_TYPE: &str = "Ljava/lang/invoke/LambdaForm$BasicType;";
/// The methods of `VarHandle` in the order of `VarHandle.AccessMode`.
pub(super) const ACCESS_MODES: [&str; 31] = [
    "get",
    "set",
    "getVolatile",
    "setVolatile",
    "getAcquire",
    "setRelease",
    "getOpaque",
    "setOpaque",
    "compareAndSet",
    "compareAndExchange",
    "compareAndExchangeAcquire",
    "compareAndExchangeRelease",
    "weakCompareAndSetPlain",
    "weakCompareAndSet",
    "weakCompareAndSetAcquire",
    "weakCompareAndSetRelease",
    "getAndSet",
    "getAndSetAcquire",
    "getAndSetRelease",
    "getAndAdd",
    "getAndAddAcquire",
    "getAndAddRelease",
    "getAndBitwiseOr",
    "getAndBitwiseOrRelease",
    "getAndBitwiseOrAcquire",
    "getAndBitwiseAnd",
    "getAndBitwiseAndRelease",
    "getAndBitwiseAndAcquire",
    "getAndBitwiseXor",
    "getAndBitwiseXorRelease",
    "getAndBitwiseXorAcquire",
];

/// Emits the end; its result.
pub(super) fn end(w: &mut Weaver<'_>, text: &str) -> Result<Value, Trap> {
    let args = std::mem::take(&mut w.args);
    let (name, rest) = text.split_once(' ').unwrap_or((text, ""));
    match name {
        "target" => w.call_part(0, &args, Cast::AsType),
        "cast" => w.call_part(0, &args, Cast::Explicit),
        "identity" => args.first().copied().ok_or_else(|| strange(text)),
        "zero" => {
            let kind = rest.bytes().next().and_then(Kind::from_letter).unwrap_or(Kind::Void);
            let desc =
                if kind == Kind::Ref { Symbol::new(OBJECT) } else { Symbol::from_bytes(&[kind.letter()]) };
            Ok(Value { reg: zero(&mut w.b, kind), desc })
        }
        "constant" => {
            let reg = w.part(0);
            Ok(match rest.bytes().next().and_then(Kind::from_letter) {
                Some(kind) if kind != Kind::Ref => unboxed(&mut w.b, reg, kind),
                _ => Value { reg, desc: Symbol::new(OBJECT) },
            })
        }
        "guard" => guard(w, &args),
        "catch" => catch(w, &args),
        "finally" => finally(w, &args),
        "throw" => throw(w, &args),
        "collector" => Ok(collector(w, &args, Symbol::new(rest))),
        "invoker" => invoker(w, &args, rest),
        "access" => access(w, &args),
        "loop" => run_loop(w, &args, rest),
        "switch" => switch(w, &args),
        _ => Err(strange(text)),
    }
}

/// Two branches end in the same register.
fn join(b: &mut Builder, dst: u16, value: Value) {
    if kind_of(value.desc) != Kind::Void {
        b.emit(Op::Move { dst: Dst(dst), src: Src(value.reg) });
    }
}

/// Bound: test, target, fallback.
fn guard(w: &mut Weaver<'_>, args: &[Value]) -> Result<Value, Trap> {
    let desc = w.part_type(1)?.ret.1;
    let (otherwise, done) = (w.b.label(), w.b.label());
    let dst = w.b.reg(kind_of(desc) == Kind::Ref);
    let test = w.call_part(0, args, Cast::AsType)?;
    w.b.jump(otherwise, |to| Op::IfIEqK { a: Src(test.reg), k: Imm(0), to });
    let value = w.call_part(1, args, Cast::AsType)?;
    join(&mut w.b, dst, value);
    w.b.jump(done, |to| Op::Goto { to });
    w.b.place(otherwise);
    let value = w.call_part(2, args, Cast::AsType)?;
    join(&mut w.b, dst, value);
    w.b.place(done);
    Ok(Value { reg: dst, desc })
}

/// Bound: target, class of exceptions, handler.
fn catch(w: &mut Weaver<'_>, args: &[Value]) -> Result<Value, Trap> {
    let desc = w.part_type(0)?.ret.1;
    let dst = w.b.reg(kind_of(desc) == Kind::Ref);
    let (thrown, is) = (w.b.reg(true), w.b.reg(false));
    let (caught, fits, done) = (w.b.label(), w.b.label(), w.b.label());
    let start = w.b.next_op();
    let value = w.call_part(0, args, Cast::AsType)?;
    w.b.handler(start, caught, thrown, Some(names::THROWABLE));
    join(&mut w.b, dst, value);
    w.b.jump(done, |to| Op::Goto { to });
    w.b.place(caught);
    let class = w.part(1);
    let is_instance = member("java/lang/Class", "isInstance", "(Ljava/lang/Object;)Z");
    w.b.call(CallKind::Virtual, is_instance, false, &[class, thrown], Some(is));
    w.b.jump(fits, |to| Op::IfINeK { a: Src(is), k: Imm(0), to });
    w.b.emit(Op::Throw { src: Src(thrown) });
    w.b.place(fits);
    let exception = Value { reg: thrown, desc: descriptor::of_class(names::THROWABLE) };
    let value = w.call_part(2, &[&[exception], args].concat(), Cast::AsType)?;
    join(&mut w.b, dst, value);
    w.b.place(done);
    Ok(Value { reg: dst, desc })
}

/// Bound: target, cleanup. The cleanup gets the exception or null, the result if there is one, and the
/// arguments; its result counts.
fn finally(w: &mut Weaver<'_>, args: &[Value]) -> Result<Value, Trap> {
    let desc = w.part_type(0)?.ret.1;
    let kind = kind_of(desc);
    let result = zero(&mut w.b, kind);
    let (thrown, none) = (w.b.reg(true), zero(&mut w.b, Kind::Ref));
    let (caught, done) = (w.b.label(), w.b.label());
    let start = w.b.next_op();
    let value = w.call_part(0, args, Cast::AsType)?;
    w.b.handler(start, caught, thrown, Some(names::THROWABLE));
    let throwable = descriptor::of_class(names::THROWABLE);
    let with = |exception: u16, value: u16| {
        let first = Value { reg: exception, desc: throwable };
        let second = (kind != Kind::Void).then_some(Value { reg: value, desc });
        std::iter::once(first).chain(second).chain(args.iter().copied()).collect::<Vec<Value>>()
    };
    let cleaned = w.call_part(1, &with(none, value.reg), Cast::AsType)?;
    let dst = w.b.reg(kind == Kind::Ref);
    join(&mut w.b, dst, cleaned);
    w.b.jump(done, |to| Op::Goto { to });
    w.b.place(caught);
    w.call_part(1, &with(thrown, result), Cast::AsType)?;
    w.b.emit(Op::Throw { src: Src(thrown) });
    w.b.place(done);
    Ok(Value { reg: dst, desc })
}

fn throw(w: &mut Weaver<'_>, args: &[Value]) -> Result<Value, Trap> {
    let thrown = args.first().ok_or_else(|| strange("throw"))?;
    let throw = member(IMPL, "throwException", "(Ljava/lang/Throwable;)Lsun/invoke/empty/Empty;");
    w.b.call(CallKind::Static, throw, false, &[thrown.reg], None);
    // Control does not come here: whatever the type wants, zero will do.
    Ok(Value { reg: 0, desc: Symbol::new("V") })
}

/// All arguments in one array.
fn collector(w: &mut Weaver<'_>, args: &[Value], array: Symbol) -> Value {
    let element = descriptor::element_of(array).unwrap_or(Symbol::new(OBJECT));
    let (len, dst) = (w.b.reg(false), w.b.reg(true));
    w.b.emit(Op::Const { dst: Dst(len), value: Int(args.len() as i32) });
    match descriptor::class_of(element) {
        Some(class) => {
            let sym = Sym(w.b.sym(ir::Sym::Class(class)));
            w.b.emit(Op::ANewArray { dst: Dst(dst), len: Src(len), sym });
        }
        None => {
            w.b.emit(Op::NewArray { kind: array_kind(kind_of(element)), dst: Dst(dst), len: Src(len) });
        }
    }
    for (i, arg) in args.iter().enumerate() {
        let value = adapt(&mut w.b, arg.reg, arg.desc, element, Cast::AsType);
        let at = w.b.reg(false);
        w.b.emit(Op::Const { dst: Dst(at), value: Int(i as i32) });
        let (arr, at, src) = (Src(dst), Src(at), Src(value));
        w.b.emit(match kind_of(element) {
            Kind::Boolean | Kind::Byte => Op::StoreB { arr, at, src },
            Kind::Char | Kind::Short => Op::Store16 { arr, at, src },
            Kind::Long | Kind::Double => Op::Store64 { arr, at, src },
            Kind::Ref => Op::StoreRef { arr, at, src },
            Kind::Int | Kind::Float | Kind::Void => Op::Store32 { arr, at, src },
        });
    }
    Value { reg: dst, desc: array }
}

fn array_kind(kind: Kind) -> ir::operand::Kind {
    match kind {
        Kind::Boolean => ir::operand::Kind::Boolean,
        Kind::Byte => ir::operand::Kind::Byte,
        Kind::Char => ir::operand::Kind::Char,
        Kind::Short => ir::operand::Kind::Short,
        Kind::Long => ir::operand::Kind::Long,
        Kind::Float => ir::operand::Kind::Float,
        Kind::Double => ir::operand::Kind::Double,
        Kind::Int | Kind::Ref | Kind::Void => ir::operand::Kind::Int,
    }
}

/// The first argument is the handle to call, as a site of the bound type would.
fn invoker(w: &mut Weaver<'_>, args: &[Value], how: &str) -> Result<Value, Trap> {
    let Some(BoundValue::Type(desc)) = w.parts.first().copied() else { return Err(strange("invoker")) };
    let registers: Vec<u16> = args.iter().map(|arg| arg.reg).collect();
    let ret = w.part_type(0)?.ret;
    if how == "exact" {
        return Ok(Value { reg: invoke_exact(&mut w.b, desc, &registers), desc: ret.1 });
    }
    let invoke = MemberRef { class: names::METHOD_HANDLE, name: Symbol::new("invoke"), desc };
    let dst = w.b.reg(ret.0 == Kind::Ref);
    w.b.call(CallKind::Virtual, invoke, false, &registers, (ret.0 != Kind::Void).then_some(dst));
    Ok(Value { reg: dst, desc: ret.1 })
}

/// The first argument is the variable handle; the bound value tells the access.
fn access(w: &mut Weaver<'_>, args: &[Value]) -> Result<Value, Trap> {
    let Some(BoundValue::Access(mode)) = w.parts.first().copied() else { return Err(strange("access")) };
    let name = ACCESS_MODES.get(mode).ok_or_else(|| strange("access"))?;
    let params: String = args.iter().skip(1).map(|arg| arg.desc.to_string()).collect();
    // The result's type follows from the method: only these answer nothing or a truth value.
    let ret = match *name {
        name if name.starts_with("set") => "V",
        name if name.contains("AndSet") && !name.starts_with("get") => "Z",
        _ => OBJECT,
    };
    let ret = Symbol::new(ret);
    let desc = Symbol::new(&format!("({params}){ret}"));
    let access = MemberRef { class: names::VAR_HANDLE, name: Symbol::new(name), desc };
    let registers: Vec<u16> = args.iter().map(|arg| arg.reg).collect();
    let dst = w.b.reg(kind_of(ret) == Kind::Ref);
    w.b.call(CallKind::Virtual, access, false, &registers, (kind_of(ret) != Kind::Void).then_some(dst));
    Ok(Value { reg: dst, desc: ret })
}

/// Bound: the clauses, what collects the arguments, what unboxes the result. The text tells the kinds of the
/// loop's variables.
fn run_loop(w: &mut Weaver<'_>, args: &[Value], kinds: &str) -> Result<Value, Trap> {
    let boxed = w.call_part(1, args, Cast::AsType)?;
    let (len, types) = (w.b.reg(false), w.b.reg(true));
    w.b.emit(Op::Const { dst: Dst(len), value: Int(kinds.len() as i32) });
    let class = BASIC_TYPE.trim_start_matches('L').trim_end_matches(';');
    let sym = Sym(w.b.sym(ir::Sym::Class(Symbol::new(class))));
    w.b.emit(Op::ANewArray { dst: Dst(types), len: Src(len), sym });
    for (i, kind) in kinds.chars().enumerate() {
        let (at, item) = (w.b.reg(false), w.b.reg(true));
        w.b.emit(Op::Const { dst: Dst(at), value: Int(i as i32) });
        let sym = Sym(w.b.sym(ir::Sym::Field(member(class, &format!("{kind}_TYPE"), BASIC_TYPE))));
        w.b.emit(Op::GetStatic { dst: Dst(item), sym });
        w.b.emit(Op::StoreRef { arr: Src(types), at: Src(at), src: Src(item) });
    }
    let desc = format!("([{BASIC_TYPE}L{IMPL}$LoopClauses;[Ljava/lang/Object;)Ljava/lang/Object;");
    let clauses = w.part(0);
    let dst = w.b.reg(true);
    w.b.call(CallKind::Static, member(IMPL, "loop", &desc), false, &[types, clauses, boxed.reg], Some(dst));
    w.call_part(2, &[Value { reg: dst, desc: Symbol::new(OBJECT) }], Cast::AsType)
}

/// Bound: the default, what collects the arguments, what unboxes the result, the cases.
fn switch(w: &mut Weaver<'_>, args: &[Value]) -> Result<Value, Trap> {
    let on = args.first().copied().ok_or_else(|| strange("switch"))?;
    let boxed = w.call_part(1, args, Cast::AsType)?;
    let (default, cases, dst) = (w.part(0), w.part(3), w.b.reg(true));
    let desc = format!(
        "(ILjava/lang/invoke/MethodHandle;L{IMPL}$CasesHolder;[Ljava/lang/Object;)Ljava/lang/Object;"
    );
    let select = member(IMPL, "tableSwitch", &desc);
    w.b.call(CallKind::Static, select, false, &[on.reg, default, cases, boxed.reg], Some(dst));
    w.call_part(2, &[Value { reg: dst, desc: Symbol::new(OBJECT) }], Cast::AsType)
}
