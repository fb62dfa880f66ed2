//! `java.lang.Class`, reflection, class loaders and modules.

mod access;
mod array;
mod caller;
mod class;
mod constant_pool;
mod domain;
mod fields;
mod loader;
mod lookup;
mod members;
mod modules;
mod nesting;
mod walker;
mod widen;

pub(crate) use caller::nest_host;
pub(crate) use members::{reflected_field, reflected_method, type_mirror};

use base::Symbol;
use vm::{Args, ClassId, Context, Ref, Registry, Trap};

pub fn register(registry: &mut Registry) {
    for register in [
        access::register,
        array::register,
        caller::register,
        class::register,
        constant_pool::register,
        domain::register,
        fields::register,
        loader::register,
        lookup::register,
        members::register,
        modules::register,
        nesting::register,
        walker::register,
    ] {
        register(registry);
    }
}

/// A reference in register form.
pub(crate) fn word(object: Ref) -> u64 {
    u64::from(object.0)
}

/// The class that argument `index`, a `java.lang.Class`, stands for.
pub(crate) fn class_arg(cx: &Context<'_>, args: &Args<'_>, index: usize) -> Result<ClassId, Trap> {
    cx.mirrored(args.object(index)?)
}

/// The unit of a field that the library's class must have.
pub(crate) fn unit_of(cx: &Context<'_>, class: ClassId, name: &str, desc: &str) -> Result<u32, Trap> {
    let field = cx.program().resolve_field(class, Symbol::new(name), Symbol::new(desc))?;
    Ok(cx.program().fields[field].unit)
}

/// Sets a reference field of an object of the library, found by name.
pub(crate) fn set_ref(
    cx: &mut Context<'_>,
    object: Ref,
    name: &str,
    desc: &str,
    value: Ref,
) -> Result<(), Trap> {
    let unit = unit_of(cx, cx.class_of(object), name, desc)?;
    cx.put_ref(object, unit, value)
}

/// Sets an `int`-like field of an object of the library, found by name.
pub(crate) fn set_int(
    cx: &mut Context<'_>,
    object: Ref,
    name: &str,
    desc: &str,
    value: i32,
) -> Result<(), Trap> {
    let unit = unit_of(cx, cx.class_of(object), name, desc)?;
    cx.put32(object, unit, value as u32)
}

pub(crate) fn get_ref(cx: &mut Context<'_>, object: Ref, name: &str, desc: &str) -> Result<Ref, Trap> {
    let unit = unit_of(cx, cx.class_of(object), name, desc)?;
    cx.get_ref(object, unit)
}

pub(crate) fn get_int(cx: &mut Context<'_>, object: Ref, name: &str, desc: &str) -> Result<i32, Trap> {
    let unit = unit_of(cx, cx.class_of(object), name, desc)?;
    Ok(cx.get32(object, unit)? as i32)
}
