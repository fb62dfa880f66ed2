//! `jdk.internal.reflect.Reflection`: who called, and what may be seen from where.

use super::{class_arg, word};
use base::Symbol;
use vm::{Answer, Args, ClassId, Context, MethodId, Registry, Trap};

pub fn register(registry: &mut Registry) {
    let mut add = |name, native| registry.add("jdk/internal/reflect/Reflection", name, native);
    add("getCallerClass()Ljava/lang/Class;", get_caller_class);
    add("getClassAccessFlags(Ljava/lang/Class;)I", get_class_access_flags);
    add("areNestMates(Ljava/lang/Class;Ljava/lang/Class;)Z", are_nest_mates);
}

/// The top frame is the method that asks who called it; its caller is the next frame that counts.
fn get_caller_class(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let caller = cx.callers(args.thread).skip(1).find(|&method| counts(cx, method));
    match caller {
        Some(method) => Ok(word(cx.mirror(cx.program().methods[method].class)?)),
        None => Ok(0),
    }
}

/// Frames of reflection itself and of the machine's adapters are looked through (HotSpot's
/// `is_ignored_by_security_stack_walk`). A method of a synthesized class counts: it stands for a lambda's own
/// class.
fn counts(cx: &Context<'_>, method: MethodId) -> bool {
    let m = &cx.program().methods[method];
    if m.class == ClassId::STATICS {
        return false;
    }
    let class = &cx.program().classes[m.class];
    if m.hidden && !class.hidden {
        return false;
    }
    let is_invoke = m.name.as_str() == "invoke" && class.name.as_str() == "java/lang/reflect/Method";
    let accessor = cx.program().loaded(Symbol::new("jdk/internal/reflect/MethodAccessorImpl"));
    !is_invoke && !accessor.is_some_and(|accessor| cx.program().is_subclass(m.class, accessor))
}

fn get_class_access_flags(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let class = class_arg(cx, &args, 0)?;
    Ok(u64::from(cx.program().classes[class].access.0))
}

fn are_nest_mates(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (a, b) = (class_arg(cx, &args, 0)?, class_arg(cx, &args, 1)?);
    Ok(u64::from(nest_host(cx, a)? == nest_host(cx, b)?))
}

/// The host of a class's nest, itself where it has none or the host does not know it (JVMS 5.4.4).
pub(crate) fn nest_host(cx: &mut Context<'_>, class: ClassId) -> Result<ClassId, Trap> {
    let c = &cx.program().classes[class];
    if let Some(host) = c.nest_host {
        return Ok(host);
    }
    let (name, host) = (c.name, c.file.as_ref().and_then(|file| file.nest_host));
    let Some(host) = host else { return Ok(class) };
    let Ok(host) = cx.load_class(host) else { return Ok(class) };
    let file = cx.program().classes[host].file.as_ref();
    let is_member = file.is_some_and(|file| file.nest_members.contains(&name));
    Ok(if is_member { host } else { class })
}
