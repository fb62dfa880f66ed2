//! java.lang.Object and java.lang.String.

use crate::util::loops;
use vm::{Answer, Args, Assumption, Context, Ref, Registry, Trap, Use};

pub fn register(registry: &mut Registry) {
    let object = "java/lang/Object";
    registry.add(object, "registerNatives()V", crate::nothing);
    registry.add(object, "getClass()Ljava/lang/Class;", get_class);
    registry.add(object, "hashCode()I", hash_code);
    registry.add(object, "clone()Ljava/lang/Object;", clone);
    registry.add(object, "notify()V", |m, a| m.notify(a.thread, a.object(0)?, false).map(|()| 0));
    registry.add(object, "notifyAll()V", |m, a| m.notify(a.thread, a.object(0)?, true).map(|()| 0));
    registry.add(object, "wait(J)V", wait);
    registry.add(object, "wait0(J)V", wait);
    registry.add("java/lang/String", "intern()Ljava/lang/String;", |m, a| {
        Ok(u64::from(m.intern(a.object(0)?)?.0))
    });
    registry.add("java/lang/StringUTF16", "isBigEndian()Z", crate::nothing);
}

fn get_class(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let class = cx.class_of(args.object(0)?);
    Ok(u64::from(cx.mirror(class)?.0))
}

fn hash_code(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let object = args.object(0)?;
    Ok(identity_hash(cx, object))
}

/// A hash code of an identity, which really can be any number. The library hashes objects of its own for reasons that
/// are of no interest to a program; those of the program's classes, plain objects and arrays are its own business.
pub(super) fn identity_hash(cx: &mut Context<'_>, object: Ref) -> u64 {
    if !object.is_null() {
        let class = &cx.program().classes[cx.class_of(object)];
        let is_plain = class.super_class.is_none() || class.element().is_some();
        if is_plain || class.loader == vm::program::Loader::App {
            cx.assume(Assumption::HashCodes);
        }
    }
    u64::from(cx.identity_hash(object))
}

fn clone(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let object = args.object(0)?;
    let class = cx.class_of(object);
    let cloneable = cx.load("java/lang/Cloneable")?;
    if !cx.program().is_subclass(class, cloneable) {
        let name = cx.program().classes[class].external_name();
        return Err(Trap::raise("java/lang/CloneNotSupportedException", name));
    }
    let is_array = cx.is_array(object);
    if is_divisible(cx, object, is_array)? {
        return Err(loops::clone(cx, &args, is_array));
    }
    Ok(u64::from(cx.clone_object(object)?.0))
}

/// Others can change the object between two of the accesses that make the copy. A thread that is about to make
/// one stops before it, as it does where the copy is one operation: then both are one race, if they are.
fn is_divisible(cx: &mut Context<'_>, object: Ref, is_array: bool) -> Result<bool, Trap> {
    if !cx.is_exploring() {
        return Ok(false);
    }
    if is_array {
        return Ok(cx.is_divisible(object, 0, Use::Read));
    }
    let fields = loops::instance_fields(cx, cx.class_of(object));
    let units: Vec<u32> = fields.iter().map(|&field| cx.program().fields[field].unit).collect();
    let seen: Vec<u32> = units.into_iter().filter(|&unit| cx.is_divisible(object, unit, Use::Read)).collect();
    if let [first, _, ..] = seen[..] {
        cx.gate_access(object, first, false)?;
        return Ok(true);
    }
    Ok(false)
}

/// Milliseconds to nanoseconds; 0 waits for ever.
fn wait(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    const NS_PER_MS: u64 = 1_000_000;
    let timeout_ms = args.long(1);
    if timeout_ms < 0 {
        return Err(Trap::raise("java/lang/IllegalArgumentException", "timeout value is negative"));
    }
    let timeout_ns = (timeout_ms > 0).then(|| (timeout_ms as u64).saturating_mul(NS_PER_MS));
    cx.wait(args.thread, args.object(0)?, timeout_ns).map(|()| 0)
}
