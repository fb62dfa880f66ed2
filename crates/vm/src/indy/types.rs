//! Types as `java.lang.invoke` sees them: descriptors of `MethodType`s, and conversions between the types of
//! two handles.

use crate::machine::Machine;
use crate::program::ClassKind;
use crate::state::heap::Ref;
use crate::synth::{box_members, boxed_kind, member};
use crate::trap::Trap;
use base::{Symbol, names};
use classfile::{Kind, MethodDesc, descriptor};
use ir::operand::{Dst, Imm, Int, Src, Sym};
use ir::{Builder, CallKind, Op};

pub(super) const OBJECT: &str = "Ljava/lang/Object;";
pub(super) const HANDLE: &str = "Ljava/lang/invoke/MethodHandle;";

impl Machine {
    /// The descriptor of a `Class`, a `MethodType`, or what `MemberName.type` holds before it is resolved.
    pub fn type_descriptor(&mut self, object: Ref) -> Result<Symbol, Trap> {
        if object.is_null() {
            return Err(Trap::null_pointer());
        }
        let class = self.heap.class_of(object);
        let known = self.known();
        if class == known.class {
            return self.mirror_descriptor(object);
        }
        if class == known.string {
            return Ok(self.symbol(object));
        }
        if class == known.method_type {
            return self.method_type_descriptor(object);
        }
        if class == known.objects && self.heap.len(object) == 2 {
            let (result, params) = (Ref(self.heap.load(object, 0)), Ref(self.heap.load(object, 1)));
            return self.join_descriptor(result, params);
        }
        Err(Trap::forged("a type was expected"))
    }

    fn method_type_descriptor(&self, object: Ref) -> Result<Symbol, Trap> {
        let class = self.known().method_type;
        let unit = |name: &str, desc: &str| {
            let field = self.program.resolve_field(class, Symbol::new(name), Symbol::new(desc))?;
            Ok::<u32, Trap>(self.program.fields[field].unit)
        };
        let result = self.heap.get_ref(object, unit("rtype", "Ljava/lang/Class;")?);
        let params = self.heap.get_ref(object, unit("ptypes", "[Ljava/lang/Class;")?);
        self.join_descriptor(result, params)
    }

    fn join_descriptor(&self, result: Ref, params: Ref) -> Result<Symbol, Trap> {
        let is_list = !params.is_null() && self.heap.class_of(params) == self.known().classes;
        if !is_list {
            return Err(Trap::forged("a type of a method without a list of parameters"));
        }
        let mut text = b"(".to_vec();
        for i in 0..self.heap.len(params) {
            text.extend_from_slice(self.mirror_descriptor(Ref(self.heap.load(params, i)))?.bytes());
        }
        text.push(b')');
        text.extend_from_slice(self.mirror_descriptor(result)?.bytes());
        Ok(Symbol::from_bytes(&text))
    }

    /// The field descriptor of the class that a `Class` stands for.
    pub fn mirror_descriptor(&self, mirror: Ref) -> Result<Symbol, Trap> {
        let class = &self.program.classes[self.mirrored(mirror)?];
        Ok(match class.kind {
            ClassKind::Primitive(kind) => Symbol::from_bytes(&[kind.letter()]),
            _ => descriptor::of_class(class.name),
        })
    }
}

pub(super) fn parse(desc: Symbol) -> Result<MethodDesc, Trap> {
    MethodDesc::parse(desc).ok_or_else(|| Trap::forged(format!("{desc} is no method descriptor")))
}

/// `desc` with a method handle as the first parameter: what the adapter of a handle takes.
pub(super) fn with_handle(desc: Symbol) -> Symbol {
    Symbol::from_bytes(&[b"(", HANDLE.as_bytes(), &desc.bytes()[1..]].concat())
}

pub(super) fn kind_of(desc: Symbol) -> Kind {
    desc.bytes().first().and_then(|&letter| Kind::from_letter(letter)).unwrap_or(Kind::Ref)
}

/// How freely values are converted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Cast {
    /// `MethodHandle.asType`.
    AsType,
    /// `MethodHandles.explicitCastArguments`: narrowing too, null becomes zero, interfaces are not checked.
    Explicit,
}

/// Converts the value in `reg`; the register of the result. What goes wrong is thrown by the methods by which
/// the library itself converts, so that messages and stack traces are the library's.
pub(super) fn adapt(b: &mut Builder, reg: u16, from: Symbol, to: Symbol, cast: Cast) -> u16 {
    match (kind_of(from), kind_of(to)) {
        _ if from == to => reg,
        (_, Kind::Void) => reg,
        (Kind::Void, kind) => zero(b, kind),
        (Kind::Ref, Kind::Ref) => {
            cast_reference(b, reg, to);
            reg
        }
        (Kind::Ref, kind) => unbox(b, reg, from, kind, cast),
        (kind, Kind::Ref) => {
            let Some((_, value_of, _)) = box_members(kind) else { return reg };
            let dst = b.reg(true);
            b.call(CallKind::Static, value_of, false, &[reg], Some(dst));
            dst
        }
        (from, to) => primitive(b, reg, from, to),
    }
}

/// Zero, null, or nothing for `void`.
pub(super) fn zero(b: &mut Builder, kind: Kind) -> u16 {
    let dst = b.reg(kind == Kind::Ref);
    match kind.is_wide() {
        true => {
            let value = b.wide(0);
            b.emit(Op::ConstWide { dst: Dst(dst), value });
        }
        false => {
            b.emit(Op::Const { dst: Dst(dst), value: Int(0) });
        }
    }
    dst
}

/// A cast by `Class.cast`, which is called only where it fails.
fn cast_reference(b: &mut Builder, reg: u16, to: Symbol) {
    let Some(class) = descriptor::class_of(to).filter(|&class| class != names::OBJECT) else { return };
    let (fits, is, mirror) = (b.label(), b.reg(false), b.reg(true));
    b.jump(fits, |to| Op::IfIEqK { a: Src(reg), k: Imm(0), to });
    let sym = Sym(b.sym(ir::Sym::Class(class)));
    b.emit(Op::InstanceOf { dst: Dst(is), src: Src(reg), sym });
    b.jump(fits, |to| Op::IfINeK { a: Src(is), k: Imm(0), to });
    b.emit(Op::Ldc { dst: Dst(mirror), sym });
    let refuse = member("java/lang/Class", "cast", "(Ljava/lang/Object;)Ljava/lang/Object;");
    b.call(CallKind::Virtual, refuse, false, &[mirror, reg], None);
    b.place(fits);
}

/// By `ValueConversions.unboxInteger` and its like.
fn unbox(b: &mut Builder, reg: u16, from: Symbol, to: Kind, cast: Cast) -> u16 {
    let Some((class, ..)) = box_members(to) else { return reg };
    let short = class.as_str().rsplit('/').next().unwrap_or("");
    let (name, letter) = (format!("unbox{short}"), to.letter() as char);
    let exact = descriptor::class_of(from).and_then(boxed_kind) == Some(to) && cast == Cast::AsType;
    let dst = b.reg(false);
    let (desc, args) = match exact {
        true => (format!("(L{class};){letter}"), vec![reg]),
        false => {
            let flag = b.reg(false);
            b.emit(Op::Const { dst: Dst(flag), value: Int(i32::from(cast == Cast::Explicit)) });
            (format!("(Ljava/lang/Object;Z){letter}"), vec![reg, flag])
        }
    };
    let unbox = member("sun/invoke/util/ValueConversions", &name, &desc);
    b.call(CallKind::Static, unbox, false, &args, Some(dst));
    dst
}

/// Any primitive to any other, as casts of the language do it; to `boolean` by the lowest bit.
fn primitive(b: &mut Builder, reg: u16, from: Kind, to: Kind) -> u16 {
    let step = |b: &mut Builder, make: fn(Dst, Src) -> Op, reg: u16| {
        let dst = b.reg(false);
        b.emit(make(Dst(dst), Src(reg)));
        dst
    };
    let class = |kind: Kind| if kind.is_int_like() { Kind::Int } else { kind };
    let op: Option<fn(Dst, Src) -> Op> = match (class(from), class(to)) {
        (Kind::Int, Kind::Long) => Some(|dst, a| Op::I2L { dst, a }),
        (Kind::Int, Kind::Float) => Some(|dst, a| Op::I2F { dst, a }),
        (Kind::Int, Kind::Double) => Some(|dst, a| Op::I2D { dst, a }),
        (Kind::Long, Kind::Int) => Some(|dst, a| Op::L2I { dst, a }),
        (Kind::Long, Kind::Float) => Some(|dst, a| Op::L2F { dst, a }),
        (Kind::Long, Kind::Double) => Some(|dst, a| Op::L2D { dst, a }),
        (Kind::Float, Kind::Int) => Some(|dst, a| Op::F2I { dst, a }),
        (Kind::Float, Kind::Long) => Some(|dst, a| Op::F2L { dst, a }),
        (Kind::Float, Kind::Double) => Some(|dst, a| Op::F2D { dst, a }),
        (Kind::Double, Kind::Int) => Some(|dst, a| Op::D2I { dst, a }),
        (Kind::Double, Kind::Long) => Some(|dst, a| Op::D2L { dst, a }),
        (Kind::Double, Kind::Float) => Some(|dst, a| Op::D2F { dst, a }),
        _ => None,
    };
    let reg = op.map_or(reg, |op| step(b, op, reg));
    match (from, to) {
        (Kind::Boolean, _) => reg,
        (_, Kind::Byte) => step(b, |dst, a| Op::I2B { dst, a }, reg),
        (_, Kind::Short) if from != Kind::Byte => step(b, |dst, a| Op::I2S { dst, a }, reg),
        (_, Kind::Char) => step(b, |dst, a| Op::I2C { dst, a }, reg),
        (_, Kind::Boolean) => step(b, |dst, a| Op::IAndK { dst, a, k: Imm(1) }, reg),
        _ => reg,
    }
}

/// `MethodType.isConvertibleTo` for the cases that need no look at the class hierarchy; `false` where the
/// library must decide.
pub(super) fn plainly_convertible(from: &MethodDesc, to: &MethodDesc) -> bool {
    let plain = |from: Symbol, to: Symbol| match (kind_of(from), kind_of(to)) {
        _ if from == to => true,
        (_, Kind::Void) | (Kind::Void, _) => true,
        (Kind::Ref, Kind::Ref) => true,
        (Kind::Ref, kind) => {
            from.as_str() == OBJECT || descriptor::class_of(from).and_then(boxed_kind) == Some(kind)
        }
        (kind, Kind::Ref) => {
            to.as_str() == OBJECT || descriptor::class_of(to).and_then(boxed_kind) == Some(kind)
        }
        (from, to) => widens(from, to),
    };
    from.params.len() == to.params.len()
        && from.params.iter().zip(&to.params).all(|((_, from), (_, to))| plain(*from, *to))
        && plain(to.ret.1, from.ret.1)
}

fn widens(from: Kind, to: Kind) -> bool {
    match from {
        Kind::Byte => matches!(to, Kind::Short | Kind::Int | Kind::Long | Kind::Float | Kind::Double),
        Kind::Short | Kind::Char => matches!(to, Kind::Int | Kind::Long | Kind::Float | Kind::Double),
        Kind::Int => matches!(to, Kind::Long | Kind::Float | Kind::Double),
        Kind::Long => matches!(to, Kind::Float | Kind::Double),
        Kind::Float => to == Kind::Double,
        _ => false,
    }
}
