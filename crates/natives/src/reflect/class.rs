//! `java.lang.Class`: what a class is, and its place in the hierarchy.

use super::{class_arg, set_ref, word};
use crate::nothing;
use base::Symbol;
use classfile::{Access, Kind};
use vm::program::{ClassKind, Loader};
use vm::{Answer, Args, ClassId, Context, Ref, Registry, Trap};

/// In the flags of a class file this bit only says how `invokespecial` works; as a modifier it would read
/// `synchronized`.
const ACC_SUPER: u16 = 0x0020;
/// What an array inherits from its element's modifiers.
const VISIBILITY: u16 = Access::PUBLIC | Access::PRIVATE | Access::PROTECTED;

pub fn register(registry: &mut Registry) {
    let mut add = |name, native| registry.add("java/lang/Class", name, native);
    add("registerNatives()V", nothing);
    add("desiredAssertionStatus0(Ljava/lang/Class;)Z", desired_assertion_status);
    add("getPrimitiveClass(Ljava/lang/String;)Ljava/lang/Class;", get_primitive_class);
    add("isInstance(Ljava/lang/Object;)Z", is_instance);
    add("isAssignableFrom(Ljava/lang/Class;)Z", is_assignable_from);
    add("isInterface()Z", is_interface);
    add("isArray()Z", is_array);
    add("isPrimitive()Z", is_primitive);
    add("isHidden()Z", is_hidden);
    add("isRecord0()Z", is_record);
    add("initClassName()Ljava/lang/String;", init_class_name);
    add("getSuperclass()Ljava/lang/Class;", get_superclass);
    add("getInterfaces0()[Ljava/lang/Class;", get_interfaces);
    add("getModifiers()I", get_modifiers);
    add("getClassAccessFlagsRaw0()I", get_raw_access_flags);
    add("getClassFileVersion0()I", get_class_file_version);
    add("getSigners()[Ljava/lang/Object;", nothing);
    add("setSigners([Ljava/lang/Object;)V", nothing);
    add("getGenericSignature0()Ljava/lang/String;", get_generic_signature);
    add("getRawAnnotations()[B", get_raw_annotations);
    add("getRawTypeAnnotations()[B", get_raw_type_annotations);
}

fn desired_assertion_status(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let class = class_arg(cx, &args, 0)?;
    let is_app = cx.program().classes[class].loader == Loader::App;
    Ok(u64::from(cx.options().assertions && is_app))
}

fn get_primitive_class(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let name = cx.text(args.object(0)?);
    let kinds = [
        Kind::Boolean,
        Kind::Byte,
        Kind::Char,
        Kind::Short,
        Kind::Int,
        Kind::Long,
        Kind::Float,
        Kind::Double,
        Kind::Void,
    ];
    match kinds.into_iter().find(|kind| kind.java_name() == Some(&name)) {
        Some(kind) => {
            let class = cx.program().primitive(kind);
            Ok(word(cx.mirror(class)?))
        }
        None => Err(Trap::raise("java/lang/ClassNotFoundException", name)),
    }
}

fn is_instance(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let class = class_arg(cx, &args, 0)?;
    let object = args.maybe(1);
    Ok(u64::from(!object.is_null() && cx.program().is_subclass(cx.class_of(object), class)))
}

fn is_assignable_from(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (to, from) = (class_arg(cx, &args, 0)?, class_arg(cx, &args, 1)?);
    Ok(u64::from(is_assignable(cx, from, to)))
}

/// A value of type `from` can be stored in a variable of type `to`. A primitive type fits only itself.
pub(crate) fn is_assignable(cx: &Context<'_>, from: ClassId, to: ClassId) -> bool {
    let primitive = |class: ClassId| cx.program().classes[class].is_primitive();
    from == to || (!primitive(from) && !primitive(to) && cx.program().is_subclass(from, to))
}

fn is_interface(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let class = class_arg(cx, &args, 0)?;
    Ok(u64::from(cx.program().classes[class].is_interface()))
}

fn is_array(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let class = class_arg(cx, &args, 0)?;
    Ok(u64::from(cx.program().classes[class].element().is_some()))
}

fn is_primitive(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let class = class_arg(cx, &args, 0)?;
    Ok(u64::from(cx.program().classes[class].is_primitive()))
}

fn is_hidden(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let class = class_arg(cx, &args, 0)?;
    Ok(u64::from(cx.program().classes[class].hidden))
}

fn is_record(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let class = class_arg(cx, &args, 0)?;
    let file = cx.program().classes[class].file.as_ref();
    Ok(u64::from(file.is_some_and(|file| file.record.is_some())))
}

fn init_class_name(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let mirror = args.object(0)?;
    let name = cx.program().classes[cx.mirrored(mirror)?].name;
    let is_hidden = cx.program().classes[cx.mirrored(mirror)?].hidden;
    let external = |&byte: &u8| match byte {
        b'/' => b'.',
        // The number of a hidden class.
        b'+' if is_hidden => b'/',
        other => other,
    };
    let name: Vec<u8> = name.bytes().iter().map(external).collect();
    let name = cx.literal(Symbol::from_bytes(&name))?;
    set_ref(cx, mirror, "name", "Ljava/lang/String;", name)?;
    Ok(word(name))
}

fn get_superclass(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let class = class_arg(cx, &args, 0)?;
    let c = &cx.program().classes[class];
    match c.super_class.filter(|_| !c.is_interface()) {
        Some(parent) => Ok(word(cx.mirror(parent)?)),
        None => Ok(0),
    }
}

fn get_interfaces(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let class = class_arg(cx, &args, 0)?;
    let interfaces = cx.program().classes[class].interfaces.clone();
    Ok(word(class_array(cx, &interfaces)?))
}

/// A `Class[]` of these classes.
pub(crate) fn class_array(cx: &mut Context<'_>, classes: &[ClassId]) -> Result<Ref, Trap> {
    let mirrors = classes.iter().map(|&class| cx.mirror(class)).collect::<Result<Vec<Ref>, Trap>>()?;
    cx.new_ref_array(cx.known().classes, &mirrors)
}

fn get_modifiers(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let class = class_arg(cx, &args, 0)?;
    Ok(u64::from(modifiers(cx, class)))
}

/// The modifiers as the source says them: a nested class has its own in the `InnerClasses` attribute.
pub(crate) fn modifiers(cx: &Context<'_>, class: ClassId) -> u16 {
    let c = &cx.program().classes[class];
    match c.kind {
        ClassKind::Array { element } => {
            modifiers(cx, element) & VISIBILITY | Access::FINAL | Access::ABSTRACT
        }
        _ => {
            let rows = c.file.as_ref().map_or(&[][..], |file| &file.inner_classes);
            let own = rows.iter().find(|row| row.inner == c.name);
            own.map_or(c.access.0, |row| row.access.0) & !ACC_SUPER
        }
    }
}

fn get_raw_access_flags(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let class = class_arg(cx, &args, 0)?;
    Ok(u64::from(cx.program().classes[class].access.0))
}

fn get_class_file_version(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let class = class_arg(cx, &args, 0)?;
    let file = cx.program().classes[class].file.as_ref();
    Ok(file.map_or(0, |file| u64::from(file.minor) << 16 | u64::from(file.major)))
}

fn get_generic_signature(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let class = class_arg(cx, &args, 0)?;
    match cx.program().classes[class].file.as_ref().and_then(|file| file.signature) {
        Some(signature) => Ok(word(cx.literal(signature)?)),
        None => Ok(0),
    }
}

fn get_raw_annotations(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let class = class_arg(cx, &args, 0)?;
    let file = cx.program().classes[class].file.clone();
    let bytes = file.as_ref().and_then(|file| file.annotations.visible.as_deref());
    Ok(word(bytes_or_null(cx, bytes)?))
}

fn get_raw_type_annotations(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let class = class_arg(cx, &args, 0)?;
    let file = cx.program().classes[class].file.clone();
    let bytes = file.as_ref().and_then(|file| file.annotations.types.as_deref());
    Ok(word(bytes_or_null(cx, bytes)?))
}

/// A `byte[]`, or null where the class file has nothing.
pub(crate) fn bytes_or_null(cx: &mut Context<'_>, bytes: Option<&[u8]>) -> Result<Ref, Trap> {
    bytes.map_or(Ok(Ref::NULL), |bytes| cx.new_bytes(bytes))
}
