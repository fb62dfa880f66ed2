//! Classes, methods and variables, as HotSpot's messages write them.

use base::Symbol;
use classfile::{Kind, MemberRef, Method, MethodDesc};
use std::borrow::Cow;

/// `java/util/List` as `java.util.List`, and the two classes that everybody knows without their package.
/// Arrays stay as they are in a class file, dots apart.
pub(super) fn class_name(name: Symbol) -> String {
    match name {
        base::names::OBJECT => "Object".into(),
        base::names::STRING => "String".into(),
        _ => name.text().replace('/', "."),
    }
}

/// `Main.f(int, String)`.
pub(super) fn method_name(method: MemberRef) -> String {
    let params = MethodDesc::parse(method.desc).map_or_else(Vec::new, |desc| desc.params);
    let params: Vec<String> = params.into_iter().map(|(kind, desc)| parameter_type(kind, desc)).collect();
    format!("{}.{}({})", class_name(method.class), method.name, params.join(", "))
}

fn parameter_type(kind: Kind, desc: Symbol) -> String {
    let text = desc.text();
    let element = text.trim_start_matches('[');
    let dimensions = text.len() - element.len();
    let primitive = match kind {
        Kind::Ref => element.bytes().next().and_then(Kind::from_letter).and_then(Kind::java_name),
        kind => kind.java_name(),
    };
    let name = match primitive {
        Some(primitive) => primitive.to_owned(),
        None => element.trim_start_matches('L').trim_end_matches(';').replace('/', "."),
    };
    // HotSpot compares beginnings only, so that StringBuilder loses its package with String.
    let known = name.starts_with("java.lang.Object") || name.starts_with("java.lang.String");
    let name = if known { &name["java.lang.".len()..] } else { &name };
    format!("{name}{}", "[]".repeat(dimensions))
}

/// The local variable that the load at `pc` reads. Without a name in the class file it is a parameter as long
/// as nothing was stored into its slot, since the compiler may have given the slot to another variable.
pub(super) fn local_name(method: &Method, pc: usize, slot: usize, written: bool) -> Cow<'static, str> {
    let table = method.code.iter().flat_map(|code| &code.locals);
    let covers =
        |start: u16, length: u16| pc >= usize::from(start) && pc < usize::from(start) + usize::from(length);
    let mut named = table.filter(|var| usize::from(var.slot) == slot && covers(var.start, var.length));
    if let Some(variable) = named.next() {
        return variable.name.text();
    }
    let unknown = || Cow::Owned(format!("<local{slot}>"));
    if written {
        return unknown();
    }
    let mut at = usize::from(!method.access.is_static());
    if slot < at {
        return Cow::Borrowed("this");
    }
    let params = MethodDesc::parse(method.desc).map_or_else(Vec::new, |desc| desc.params);
    for (number, (kind, _)) in params.iter().enumerate() {
        at += usize::from(kind.slots());
        if slot < at {
            return Cow::Owned(format!("<parameter{}>", number + 1));
        }
    }
    unknown()
}
