//! `java.lang.Class`: what a class is, and its place in the hierarchy.

use super::{class_arg, set_ref, word};
use crate::nothing;
use base::Symbol;
use classfile::{Access, Kind};
use vm::program::{ClassKind, Loader};
use vm::{Answer, Args, ClassId, Machine, Ref, Registry, Trap};

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

fn desired_assertion_status(machine: &mut Machine, args: Args<'_>) -> Answer {
    let class = class_arg(machine, &args, 0)?;
    let is_app = machine.program.classes[class].loader == Loader::App;
    Ok(u64::from(machine.options.assertions && is_app))
}

fn get_primitive_class(machine: &mut Machine, args: Args<'_>) -> Answer {
    let name = machine.text(args.object(0)?);
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
            let class = machine.program.primitive(kind);
            Ok(word(machine.mirror(class)?))
        }
        None => Err(Trap::raise("java/lang/ClassNotFoundException", name)),
    }
}

fn is_instance(machine: &mut Machine, args: Args<'_>) -> Answer {
    let class = class_arg(machine, &args, 0)?;
    let object = args.maybe(1);
    Ok(u64::from(!object.is_null() && machine.program.is_subclass(machine.heap.class_of(object), class)))
}

fn is_assignable_from(machine: &mut Machine, args: Args<'_>) -> Answer {
    let (to, from) = (class_arg(machine, &args, 0)?, class_arg(machine, &args, 1)?);
    Ok(u64::from(is_assignable(machine, from, to)))
}

/// A value of type `from` can be stored in a variable of type `to`. A primitive type fits only itself.
pub(crate) fn is_assignable(machine: &Machine, from: ClassId, to: ClassId) -> bool {
    let primitive = |class: ClassId| machine.program.classes[class].is_primitive();
    from == to || (!primitive(from) && !primitive(to) && machine.program.is_subclass(from, to))
}

fn is_interface(machine: &mut Machine, args: Args<'_>) -> Answer {
    let class = class_arg(machine, &args, 0)?;
    Ok(u64::from(machine.program.classes[class].is_interface()))
}

fn is_array(machine: &mut Machine, args: Args<'_>) -> Answer {
    let class = class_arg(machine, &args, 0)?;
    Ok(u64::from(machine.program.classes[class].element().is_some()))
}

fn is_primitive(machine: &mut Machine, args: Args<'_>) -> Answer {
    let class = class_arg(machine, &args, 0)?;
    Ok(u64::from(machine.program.classes[class].is_primitive()))
}

fn is_hidden(machine: &mut Machine, args: Args<'_>) -> Answer {
    let class = class_arg(machine, &args, 0)?;
    Ok(u64::from(machine.program.classes[class].hidden))
}

fn is_record(machine: &mut Machine, args: Args<'_>) -> Answer {
    let class = class_arg(machine, &args, 0)?;
    let file = machine.program.classes[class].file.as_ref();
    Ok(u64::from(file.is_some_and(|file| file.record.is_some())))
}

fn init_class_name(machine: &mut Machine, args: Args<'_>) -> Answer {
    let mirror = args.object(0)?;
    let name = machine.program.classes[machine.mirrored(mirror)].name;
    let is_hidden = machine.program.classes[machine.mirrored(mirror)].hidden;
    let external = |&byte: &u8| match byte {
        b'/' => b'.',
        // The number of a hidden class.
        b'+' if is_hidden => b'/',
        other => other,
    };
    let name: Vec<u8> = name.bytes().iter().map(external).collect();
    let name = machine.literal(Symbol::from_bytes(&name))?;
    set_ref(machine, mirror, "name", "Ljava/lang/String;", name)?;
    Ok(word(name))
}

fn get_superclass(machine: &mut Machine, args: Args<'_>) -> Answer {
    let class = class_arg(machine, &args, 0)?;
    let c = &machine.program.classes[class];
    match c.super_class.filter(|_| !c.is_interface()) {
        Some(parent) => Ok(word(machine.mirror(parent)?)),
        None => Ok(0),
    }
}

fn get_interfaces(machine: &mut Machine, args: Args<'_>) -> Answer {
    let class = class_arg(machine, &args, 0)?;
    let interfaces = machine.program.classes[class].interfaces.clone();
    Ok(word(class_array(machine, &interfaces)?))
}

/// A `Class[]` of these classes.
pub(crate) fn class_array(machine: &mut Machine, classes: &[ClassId]) -> Result<Ref, Trap> {
    let mirrors = classes.iter().map(|&class| machine.mirror(class)).collect::<Result<Vec<Ref>, Trap>>()?;
    machine.new_ref_array(machine.known().classes, &mirrors)
}

fn get_modifiers(machine: &mut Machine, args: Args<'_>) -> Answer {
    let class = class_arg(machine, &args, 0)?;
    Ok(u64::from(modifiers(machine, class)))
}

/// The modifiers as the source says them: a nested class has its own in the `InnerClasses` attribute.
pub(crate) fn modifiers(machine: &Machine, class: ClassId) -> u16 {
    let c = &machine.program.classes[class];
    match c.kind {
        ClassKind::Array { element } => {
            modifiers(machine, element) & VISIBILITY | Access::FINAL | Access::ABSTRACT
        }
        _ => {
            let rows = c.file.as_ref().map_or(&[][..], |file| &file.inner_classes);
            let own = rows.iter().find(|row| row.inner == c.name);
            own.map_or(c.access.0, |row| row.access.0) & !ACC_SUPER
        }
    }
}

fn get_raw_access_flags(machine: &mut Machine, args: Args<'_>) -> Answer {
    let class = class_arg(machine, &args, 0)?;
    Ok(u64::from(machine.program.classes[class].access.0))
}

fn get_class_file_version(machine: &mut Machine, args: Args<'_>) -> Answer {
    let class = class_arg(machine, &args, 0)?;
    let file = machine.program.classes[class].file.as_ref();
    Ok(file.map_or(0, |file| u64::from(file.minor) << 16 | u64::from(file.major)))
}

fn get_generic_signature(machine: &mut Machine, args: Args<'_>) -> Answer {
    let class = class_arg(machine, &args, 0)?;
    match machine.program.classes[class].file.as_ref().and_then(|file| file.signature) {
        Some(signature) => Ok(word(machine.literal(signature)?)),
        None => Ok(0),
    }
}

fn get_raw_annotations(machine: &mut Machine, args: Args<'_>) -> Answer {
    let class = class_arg(machine, &args, 0)?;
    let file = machine.program.classes[class].file.clone();
    let bytes = file.as_ref().and_then(|file| file.annotations.visible.as_deref());
    Ok(word(bytes_or_null(machine, bytes)?))
}

fn get_raw_type_annotations(machine: &mut Machine, args: Args<'_>) -> Answer {
    let class = class_arg(machine, &args, 0)?;
    let file = machine.program.classes[class].file.clone();
    let bytes = file.as_ref().and_then(|file| file.annotations.types.as_deref());
    Ok(word(bytes_or_null(machine, bytes)?))
}

/// A `byte[]`, or null where the class file has nothing.
pub(crate) fn bytes_or_null(machine: &mut Machine, bytes: Option<&[u8]>) -> Result<Ref, Trap> {
    bytes.map_or(Ok(Ref::NULL), |bytes| machine.new_bytes(bytes))
}
