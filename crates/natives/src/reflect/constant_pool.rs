//! `jdk.internal.reflect.ConstantPool`: by it the library's annotation parser reads the constants of a class
//! file.

use super::members::{new_constructor, new_field, new_method};
use super::{class_arg, set_ref, word};
use base::{Symbol, names};
use classfile::{Constant, MemberRef};
use vm::{Answer, Args, ClassId, Context, Ref, Registry, Trap};

const POOL: &str = "jdk/internal/reflect/ConstantPool";

pub fn register(registry: &mut Registry) {
    registry.add(
        "java/lang/Class",
        "getConstantPool()Ljdk/internal/reflect/ConstantPool;",
        get_constant_pool,
    );
    let mut add = |name, native| registry.add(POOL, name, native);
    add("getSize0(Ljava/lang/Object;)I", get_size);
    add("getUTF8At0(Ljava/lang/Object;I)Ljava/lang/String;", get_text);
    add("getStringAt0(Ljava/lang/Object;I)Ljava/lang/String;", get_text);
    add("getIntAt0(Ljava/lang/Object;I)I", get_number);
    add("getLongAt0(Ljava/lang/Object;I)J", get_number);
    add("getFloatAt0(Ljava/lang/Object;I)F", get_number);
    add("getDoubleAt0(Ljava/lang/Object;I)D", get_number);
    add("getClassAt0(Ljava/lang/Object;I)Ljava/lang/Class;", get_class);
    add("getClassAtIfLoaded0(Ljava/lang/Object;I)Ljava/lang/Class;", get_class_if_loaded);
    add("getMethodAt0(Ljava/lang/Object;I)Ljava/lang/reflect/Member;", get_method);
    add("getMethodAtIfLoaded0(Ljava/lang/Object;I)Ljava/lang/reflect/Member;", get_method);
    add("getFieldAt0(Ljava/lang/Object;I)Ljava/lang/reflect/Field;", get_field);
    add("getFieldAtIfLoaded0(Ljava/lang/Object;I)Ljava/lang/reflect/Field;", get_field);
    add("getMemberRefInfoAt0(Ljava/lang/Object;I)[Ljava/lang/String;", get_member_info);
    add("getNameAndTypeRefInfoAt0(Ljava/lang/Object;I)[Ljava/lang/String;", get_member_info);
    add("getTagAt0(Ljava/lang/Object;I)B", get_tag);
}

/// The pool's hidden link to its class is the class itself.
fn get_constant_pool(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let mirror = args.object(0)?;
    if cx.program().classes[cx.mirrored(mirror)?].file.is_none() {
        return Ok(0);
    }
    let class = cx.load(POOL)?;
    let object = cx.new_object(class)?;
    set_ref(cx, object, "constantPoolOop", "Ljava/lang/Object;", mirror)?;
    Ok(word(object))
}

/// The link and the index stand behind the receiver.
fn constant(cx: &Context<'_>, args: &Args<'_>) -> Result<Constant, Trap> {
    let class = class_arg(cx, args, 1)?;
    let file = cx.program().classes[class].file.as_ref();
    let found = file.and_then(|file| file.constants.get(args.int(2) as usize).copied());
    found
        .ok_or_else(|| Trap::raise("java/lang/IllegalArgumentException", "Constant pool index out of bounds"))
}

fn wrong_type() -> Trap {
    Trap::raise("java/lang/IllegalArgumentException", "Wrong type at constant pool index")
}

fn get_size(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let class = class_arg(cx, &args, 1)?;
    Ok(cx.program().classes[class].file.as_ref().map_or(0, |file| file.constants.len() as u64))
}

fn get_text(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    match constant(cx, &args)? {
        Constant::Utf8(text) | Constant::String(text) => Ok(word(cx.literal(text)?)),
        _ => Err(wrong_type()),
    }
}

fn get_number(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    match constant(cx, &args)? {
        Constant::Integer(value) => Ok(u64::from(value as u32)),
        Constant::Float(value) => Ok(u64::from(value.to_bits())),
        Constant::Long(value) => Ok(value as u64),
        Constant::Double(value) => Ok(value.to_bits()),
        _ => Err(wrong_type()),
    }
}

fn get_class(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let Constant::Class(name) = constant(cx, &args)? else { return Err(wrong_type()) };
    let class = cx.load_class(name)?;
    Ok(word(cx.mirror(class)?))
}

fn get_class_if_loaded(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let Constant::Class(name) = constant(cx, &args)? else { return Err(wrong_type()) };
    match cx.program().loaded(name) {
        Some(class) => Ok(word(cx.mirror(class)?)),
        None => Ok(0),
    }
}

fn get_method(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (Constant::Method(member) | Constant::InterfaceMethod(member)) = constant(cx, &args)? else {
        return Err(wrong_type());
    };
    let class = cx.load_class(member.class)?;
    let Some(method) = cx.program().find_method(class, member.name, member.desc) else {
        return Err(Trap::raise("java/lang/RuntimeException", "Unable to look up method in target class"));
    };
    let owner = cx.program().methods[method].class;
    let slot = row(&cx.program().classes[owner].methods, method)?;
    let made = match member.name == names::INIT {
        true => new_constructor(cx, owner, slot)?,
        false => new_method(cx, owner, slot)?,
    };
    Ok(word(made))
}

fn get_field(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let Constant::Field(MemberRef { class, name, desc }) = constant(cx, &args)? else {
        return Err(wrong_type());
    };
    let class: ClassId = cx.load_class(class)?;
    let Some(field) = cx.program().find_field(class, name, desc) else {
        return Err(Trap::raise("java/lang/RuntimeException", "Unable to look up field in target class"));
    };
    let owner = cx.program().fields[field].class;
    let slot = row(&cx.program().classes[owner].fields, field)?;
    Ok(word(new_field(cx, owner, slot)?))
}

fn row<T: PartialEq>(rows: &[T], wanted: T) -> Result<usize, Trap> {
    rows.iter()
        .position(|row| *row == wanted)
        .ok_or_else(|| Trap::internal("a member that its class does not list"))
}

/// Class, name and descriptor of a member, or name and descriptor alone.
fn get_member_info(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let parts: Vec<Symbol> = match constant(cx, &args)? {
        Constant::Field(m) | Constant::Method(m) | Constant::InterfaceMethod(m) => {
            vec![m.class, m.name, m.desc]
        }
        Constant::NameAndType { name, desc } => vec![name, desc],
        _ => return Err(wrong_type()),
    };
    let strings = parts.into_iter().map(|part| cx.literal(part)).collect::<Result<Vec<Ref>, Trap>>()?;
    Ok(word(cx.new_ref_array(cx.known().strings, &strings)?))
}

/// The tags of JVMS table 4.4-A.
fn get_tag(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    Ok(match constant(cx, &args)? {
        Constant::Unused => 0,
        Constant::Utf8(_) => 1,
        Constant::Integer(_) => 3,
        Constant::Float(_) => 4,
        Constant::Long(_) => 5,
        Constant::Double(_) => 6,
        Constant::Class(_) => 7,
        Constant::String(_) => 8,
        Constant::Field(_) => 9,
        Constant::Method(_) => 10,
        Constant::InterfaceMethod(_) => 11,
        Constant::NameAndType { .. } => 12,
        Constant::MethodHandle(_) => 15,
        Constant::MethodType(_) => 16,
        Constant::Dynamic(_) => 17,
        Constant::InvokeDynamic(_) => 18,
        Constant::Module(_) => 19,
        Constant::Package(_) => 20,
    })
}
