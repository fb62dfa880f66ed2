//! Code that stands in no class file: what the machine makes for lambdas, concatenations, records and
//! handles, and converting between the types on both sides of such a call.

use crate::machine::Machine;
use crate::mirror::Owners;
use crate::native::{Args, Native};
use crate::program::{ClassId, ClassKind, Method, MethodId, MethodKind};
use crate::state::heap::Ref;
use crate::trap::Trap;
use base::{FastMap, Symbol, names};
use classfile::{Access, Kind, MemberRef, descriptor};
use ir::operand::{Dst, Src, Sym};
use ir::{Builder, CallKind, Op};

/// What has been made so far, so that nothing is made twice.
#[derive(Clone, Default)]
pub(crate) struct Synthesized {
    pub owners: Owners,
    /// The modules of the JDK that have been asked for.
    pub modules: FastMap<Symbol, Ref>,
    pub empty_initializer: Option<MethodId>,
    /// The frame under every thread's `run`.
    pub thread_entry: Option<MethodId>,
    /// By `ir::operand::Kind`.
    pub primitive_arrays: [ClassId; 8],
    /// The class that owns native methods of the machine's own.
    pub builtins: Option<ClassId>,
    /// Calls of a handle's target from a site with another descriptor.
    pub adapters: FastMap<(MemberRef, u8, Symbol), MethodId>,
    /// Accesses by a class of variable handles: its method's name and the site's descriptor.
    pub var_adapters: FastMap<(ClassId, Symbol, Symbol), MethodId>,
    /// The types of handles with these adapters.
    pub handle_types: FastMap<MethodId, Symbol>,
    /// Where classes of delegating handles keep what they delegate to.
    pub delegates: FastMap<ClassId, Option<u32>>,
    /// The class of combined handles.
    pub combined: Option<ClassId>,
    /// Adapters of native methods, by a name that says all they depend on.
    pub named: FastMap<Symbol, MethodId>,
    /// Classes that the program defined from bytes, with a hash of the bytes.
    pub defined: FastMap<ClassId, u64>,
}

/// The name of the class that owns the machine's own natives.
pub const BUILTINS: &str = "jaywalk/internal/Builtins";

impl Machine {
    /// Adds a static method that belongs to `class`, so that what it calls sees that class as its caller.
    pub(crate) fn add_adapter(
        &mut self,
        class: ClassId,
        name: &str,
        desc: Symbol,
        body: ir::CheckedBody,
    ) -> MethodId {
        let access = Access(Access::STATIC | Access::SYNTHETIC);
        let method = Method::declared(class, access, Symbol::new(name), desc);
        self.program.add_synthesized(method, body)
    }

    /// The static method that is known by `key`, made when it is first asked for. Native methods end with a
    /// call of such an adapter where Java code has to run; stack traces then show `shown_as`, or nothing.
    pub fn adapter(
        &mut self,
        key: &str,
        class: ClassId,
        desc: &str,
        shown_as: Option<MethodId>,
        make: impl FnOnce() -> Builder,
    ) -> Result<MethodId, Trap> {
        let key = Symbol::new(key);
        if let Some(&made) = self.made.named.get(&key) {
            return Ok(made);
        }
        let body = make().try_finish().map_err(Trap::internal)?;
        let method = self.add_adapter(class, key.as_str(), Symbol::new(desc), body);
        self.program.methods[method].shown_as = shown_as;
        self.made.named.insert(key, method);
        Ok(method)
    }

    /// A native method of the machine's own, by which adapters reach into Rust.
    pub fn builtin(&mut self, name: &str, desc: &str, native: Native) -> Result<MemberRef, Trap> {
        let class = match self.made.builtins {
            Some(class) => class,
            None => {
                let object = self.object_class()?;
                let class = self.program.add_synthesized_class(
                    &mut self.heap,
                    Symbol::new(BUILTINS),
                    object,
                    &[],
                    &[],
                    vec![],
                );
                self.made.builtins = Some(class);
                class
            }
        };
        let (name, desc) = (Symbol::new(name), Symbol::new(desc));
        if self.program.declared_method(class, name, desc).is_none() {
            let mut method = Method::declared(class, Access(Access::STATIC | Access::NATIVE), name, desc);
            method.kind = MethodKind::Native(native);
            method.hidden = true;
            let id = self.program.push_method(Symbol::new(BUILTINS), method, b"builtin");
            self.program.classes[class].method_index.insert((name, desc), id);
        }
        Ok(MemberRef { class: Symbol::new(BUILTINS), name, desc })
    }

    /// The arguments of a native as their declared kinds.
    pub fn kinds_of(&self, args: &Args<'_>) -> Vec<Kind> {
        self.program.methods[args.method].params.to_vec()
    }

    pub(crate) fn look_up_arrays(&mut self) -> Result<(), Trap> {
        for (i, name) in ["[Z", "[B", "[C", "[S", "[I", "[J", "[F", "[D"].into_iter().enumerate() {
            self.made.primitive_arrays[i] = self.load(name)?;
        }
        Ok(())
    }

    pub(crate) fn is_interface_name(&mut self, name: Symbol) -> Result<bool, Trap> {
        let class = self.load_class(name)?;
        Ok(self.program.classes[class].kind == ClassKind::Object
            && self.program.classes[class].is_interface())
    }
}

impl Default for ClassId {
    fn default() -> Self {
        ClassId::NONE
    }
}

/// A member by its names.
pub fn member(class: &str, name: &str, desc: &str) -> MemberRef {
    MemberRef { class: Symbol::new(class), name: Symbol::new(name), desc: Symbol::new(desc) }
}

/// The box class of a primitive kind, its `valueOf` and its `xxxValue`.
pub(crate) fn box_members(kind: Kind) -> Option<(Symbol, MemberRef, MemberRef)> {
    let class = match kind {
        Kind::Boolean => names::BOOLEAN,
        Kind::Byte => names::BYTE,
        Kind::Char => names::CHARACTER,
        Kind::Short => names::SHORT,
        Kind::Int => names::INTEGER,
        Kind::Long => names::LONG,
        Kind::Float => names::FLOAT,
        Kind::Double => names::DOUBLE,
        Kind::Ref | Kind::Void => return None,
    };
    let letter = kind.letter() as char;
    let value_of = Symbol::new(&format!("({letter})L{class};"));
    let name = Symbol::new(&format!("{}Value", kind.java_name().unwrap_or("")));
    let desc = Symbol::new(&format!("(){letter}"));
    Some((class, MemberRef { class, name: names::VALUE_OF, desc: value_of }, MemberRef { class, name, desc }))
}

/// The primitive kind that a box class holds.
pub(crate) fn boxed_kind(class: Symbol) -> Option<Kind> {
    [Kind::Boolean, Kind::Byte, Kind::Char, Kind::Short, Kind::Int, Kind::Long, Kind::Float, Kind::Double]
        .into_iter()
        .find(|&kind| box_members(kind).is_some_and(|(name, ..)| name == class))
}

fn kind_of(desc: Symbol) -> Kind {
    desc.bytes().first().and_then(|&letter| Kind::from_letter(letter)).unwrap_or(Kind::Ref)
}

/// Converts the value in `reg` from one type to another, as `MethodHandle.asType` and lambda adaptation do:
/// widening, boxing, unboxing, casting. Returns the register of the result.
pub(crate) fn convert(b: &mut Builder, reg: u16, from: Symbol, to: Symbol) -> u16 {
    let (from_kind, to_kind) = (kind_of(from), kind_of(to));
    match (from_kind, to_kind) {
        (_, Kind::Void) => reg,
        (Kind::Void, _) => {
            let dst = b.reg(to_kind == Kind::Ref);
            match to_kind.is_wide() {
                true => {
                    let value = b.wide(0);
                    b.emit(Op::ConstWide { dst: Dst(dst), value })
                }
                false => b.emit(Op::Const { dst: Dst(dst), value: ir::operand::Int(0) }),
            };
            dst
        }
        (Kind::Ref, Kind::Ref) => {
            if from != to && to.as_str() != "Ljava/lang/Object;" {
                cast(b, reg, to);
            }
            reg
        }
        (Kind::Ref, _) => {
            let source = descriptor::class_of(from).and_then(boxed_kind).unwrap_or(to_kind);
            let Some((class, _, value)) = box_members(source) else { return reg };
            cast(b, reg, descriptor::of_class(class));
            let dst = b.reg(false);
            b.call(CallKind::Virtual, value, false, &[reg], Some(dst));
            widen(b, dst, source, to_kind)
        }
        (_, Kind::Ref) => {
            // A primitive meant for `Long` widens first; meant for `Object` or `Number` it gets its own box.
            let boxed = descriptor::class_of(to).and_then(boxed_kind).unwrap_or(from_kind);
            let reg = widen(b, reg, from_kind, boxed);
            let Some((class, value_of, _)) = box_members(boxed) else { return reg };
            let dst = b.reg(true);
            b.call(CallKind::Static, value_of, false, &[reg], Some(dst));
            if to.as_str() != "Ljava/lang/Object;" && descriptor::class_of(to) != Some(class) {
                cast(b, dst, to);
            }
            dst
        }
        _ => widen(b, reg, from_kind, to_kind),
    }
}

pub(crate) fn cast(b: &mut Builder, reg: u16, desc: Symbol) {
    if let Some(class) = descriptor::class_of(desc) {
        let sym = Sym(b.sym(ir::Sym::Class(class)));
        b.emit(Op::CheckCast { src: Src(reg), sym });
    }
}

fn widen(b: &mut Builder, reg: u16, from: Kind, to: Kind) -> u16 {
    let is_int = from.is_int_like();
    let dst = Dst(b.reg(false));
    let a = Src(reg);
    let op = match (from, to) {
        (_, Kind::Long) if is_int => Op::I2L { dst, a },
        (_, Kind::Float) if is_int => Op::I2F { dst, a },
        (_, Kind::Double) if is_int => Op::I2D { dst, a },
        (Kind::Long, Kind::Float) => Op::L2F { dst, a },
        (Kind::Long, Kind::Double) => Op::L2D { dst, a },
        (Kind::Float, Kind::Double) => Op::F2D { dst, a },
        _ => return reg,
    };
    b.emit(op);
    dst.0
}

/// Ends a body with the return that the descriptor asks for.
pub(crate) fn finish_with(b: &mut Builder, reg: u16, desc: Symbol) {
    match kind_of(desc) {
        Kind::Void => b.emit(Op::ReturnVoid {}),
        _ => b.emit(Op::Return { src: Src(reg) }),
    };
}

/// The registers of a static method's parameters: which hold references.
pub(crate) fn param_kinds(descs: &[(Kind, Symbol)]) -> Vec<bool> {
    descs.iter().map(|(kind, _)| *kind == Kind::Ref).collect()
}

/// A string constant in a register of its own.
pub fn string(b: &mut Builder, text: Symbol) -> u16 {
    let dst = b.reg(true);
    let sym = Sym(b.sym(ir::Sym::String(text)));
    b.emit(Op::Ldc { dst: Dst(dst), sym });
    dst
}
