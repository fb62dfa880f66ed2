//! Accessors of reflected fields, as newer JDKs have them: objects with two method handles in them.
//!
//! The library makes these handles by way of its tables of types and forms, which all threads share. That is
//! a thousand steps at which others could come in between, for a thing that is the same whoever makes it;
//! here it is made at once.

use super::members::reflected_field;
use super::{set_int, set_ref, unit_of, word};
use base::Symbol;
use classfile::Kind;
use vm::{Answer, Args, Context, Registry, Trap};

const FACTORY: &str = "jdk/internal/reflect/MethodHandleAccessorFactory";
const HANDLE: &str = "Ljava/lang/invoke/MethodHandle;";

pub fn register(registry: &mut Registry) {
    registry.add(
        FACTORY,
        "newFieldAccessor(Ljava/lang/reflect/Field;Z)Ljdk/internal/reflect/FieldAccessorImpl;",
        new_field_accessor,
    );
    // For the same reason methods and constructors are called natively while all interleavings are explored.
    registry.add(FACTORY, "useNativeAccessor(Ljava/lang/reflect/Executable;)Z", |cx, _| {
        match cx.is_exploring() {
            true => Ok(1),
            false => Err(Trap::Original),
        }
    });
}

/// `field, can only be read`.
fn new_field_accessor(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    /// Bits of `MethodHandleFieldAccessorImpl.fieldFlags`.
    const READ_ONLY: i32 = 1;
    const STATIC: i32 = 2;
    const NOT_ZERO: i32 = 0x8000;
    let reflected = args.object(0)?;
    let field = reflected_field(cx, reflected)?;
    let (owner, kind) = (cx.program().fields[field].class, cx.program().fields[field].kind);
    let is_static = cx.program().fields[field].access.is_static();
    let class = format!("jdk/internal/reflect/MethodHandle{}FieldAccessorImpl", name_of(kind));
    let class = cx.load(&class)?;
    if unit_of(cx, class, "fieldFlags", "I").is_err() {
        // A version that keeps something else in its accessors.
        return Err(Trap::Original);
    }
    cx.ensure_initialized(args.thread, owner)?;
    cx.ensure_initialized(args.thread, class)?;
    let value = match kind {
        Kind::Ref => "Ljava/lang/Object;".to_string(),
        primitive => (primitive.letter() as char).to_string(),
    };
    let object = if is_static { "" } else { "Ljava/lang/Object;" };
    let accessor = cx.new_object(class)?;
    let getter = cx.field_handle(field, false, Symbol::new(&format!("({object}){value}")))?;
    set_ref(cx, accessor, "getter", HANDLE, getter)?;
    if !args.boolean(1) {
        let setter = cx.field_handle(field, true, Symbol::new(&format!("({object}{value})V")))?;
        set_ref(cx, accessor, "setter", HANDLE, setter)?;
    }
    let flags = NOT_ZERO | if args.boolean(1) { READ_ONLY } else { 0 } | if is_static { STATIC } else { 0 };
    set_int(cx, accessor, "fieldFlags", "I", flags)?;
    set_ref(cx, accessor, "field", "Ljava/lang/reflect/Field;", reflected)?;
    Ok(word(accessor))
}

fn name_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Boolean => "Boolean",
        Kind::Byte => "Byte",
        Kind::Short => "Short",
        Kind::Char => "Character",
        Kind::Int => "Integer",
        Kind::Long => "Long",
        Kind::Float => "Float",
        Kind::Double => "Double",
        _ => "Object",
    }
}
