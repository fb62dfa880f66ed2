//! `java.lang.reflect.Array`.

use super::class::is_assignable;
use super::widen::widen;
use super::{class_arg, word};
use crate::util::loops;
use classfile::Kind;
use vm::program::ClassKind;
use vm::{Answer, Args, ClassId, Context, Ref, Registry, Trap};

/// More dimensions than this no array has (JVMS 4.3.2).
const MAX_DIMENSIONS: usize = 255;

pub fn register(registry: &mut Registry) {
    let mut add = |name: &str, native| registry.add("java/lang/reflect/Array", name, native);
    add("getLength(Ljava/lang/Object;)I", get_length);
    add("newArray(Ljava/lang/Class;I)Ljava/lang/Object;", new_array);
    add("multiNewArray(Ljava/lang/Class;[I)Ljava/lang/Object;", multi_new_array);
    add("get(Ljava/lang/Object;I)Ljava/lang/Object;", get);
    add("set(Ljava/lang/Object;ILjava/lang/Object;)V", set);
    for (name, letter) in [
        ("Boolean", 'Z'),
        ("Byte", 'B'),
        ("Char", 'C'),
        ("Short", 'S'),
        ("Int", 'I'),
        ("Long", 'J'),
        ("Float", 'F'),
        ("Double", 'D'),
    ] {
        add(&format!("get{name}(Ljava/lang/Object;I){letter}"), get_primitive);
        add(&format!("set{name}(Ljava/lang/Object;I{letter})V"), set_primitive);
    }
}

fn illegal(what: &str) -> Trap {
    Trap::raise("java/lang/IllegalArgumentException", what)
}

/// An array and the class of its elements.
fn array_arg(cx: &Context<'_>, args: &Args<'_>) -> Result<(Ref, ClassId), Trap> {
    let array = args.object(0)?;
    match cx.program().classes[cx.class_of(array)].kind {
        ClassKind::Array { element } => Ok((array, element)),
        _ => Err(illegal("Argument is not an array")),
    }
}

fn kind_of(cx: &Context<'_>, class: ClassId) -> Kind {
    match cx.program().classes[class].kind {
        ClassKind::Primitive(kind) => kind,
        _ => Kind::Ref,
    }
}

fn index_arg(cx: &Context<'_>, args: &Args<'_>, array: Ref) -> Result<u32, Trap> {
    let (index, len) = (args.int(1), cx.array_len(array)?);
    match u32::try_from(index) {
        Ok(index) if index < len => Ok(index),
        // Unlike the instructions, reflection gives no message here.
        _ => Err(Trap::Raise("java/lang/ArrayIndexOutOfBoundsException", None)),
    }
}

fn load(cx: &mut Context<'_>, array: Ref, index: u32, kind: Kind) -> Answer {
    let int = |value: i32| u64::from(value as u32);
    Ok(match kind {
        Kind::Boolean => u64::from(cx.load_element::<u8>(array, index)?),
        Kind::Byte => int(i32::from(cx.load_element::<i8>(array, index)?)),
        Kind::Char => u64::from(cx.load_element::<u16>(array, index)?),
        Kind::Short => int(i32::from(cx.load_element::<i16>(array, index)?)),
        Kind::Long | Kind::Double => cx.load_element::<u64>(array, index)?,
        Kind::Int | Kind::Float | Kind::Ref | Kind::Void => u64::from(cx.load_element::<u32>(array, index)?),
    })
}

fn store(cx: &mut Context<'_>, array: Ref, index: u32, kind: Kind, word: u64) -> Result<(), Trap> {
    match kind {
        Kind::Boolean | Kind::Byte => cx.store_element(array, index, word as u8),
        Kind::Char | Kind::Short => cx.store_element(array, index, word as u16),
        Kind::Long | Kind::Double => cx.store_element(array, index, word),
        Kind::Int | Kind::Float | Kind::Void => cx.store_element(array, index, word as u32),
        Kind::Ref => cx.store_ref(array, index, Ref(word as u32)),
    }
}

fn get_length(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (array, _) = array_arg(cx, &args)?;
    Ok(u64::from(cx.array_len(array)?))
}

fn new_array(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let element = class_arg(cx, &args, 0)?;
    let class = array_class(cx, element)?;
    Ok(word(cx.new_array(class, args.int(1))?))
}

fn array_class(cx: &mut Context<'_>, element: ClassId) -> Result<ClassId, Trap> {
    let dimensions = cx.program().classes[element].name.bytes().iter().take_while(|&&b| b == b'[').count();
    if kind_of(cx, element) == Kind::Void || dimensions >= MAX_DIMENSIONS {
        return Err(Trap::Raise("java/lang/IllegalArgumentException", None));
    }
    cx.array_of(element)
}

fn multi_new_array(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let mut class = class_arg(cx, &args, 0)?;
    let dimensions = args.object(1)?;
    loops::take_alone(cx, &args, 1)?;
    let dimensions = cx.reading(dimensions)?;
    let lens = cx.bytes(dimensions).as_chunks().0.iter().copied();
    let lens: Vec<i32> = lens.map(i32::from_ne_bytes).collect();
    if lens.is_empty() || lens.len() > MAX_DIMENSIONS {
        return Err(Trap::Raise("java/lang/IllegalArgumentException", None));
    }
    for _ in &lens {
        class = array_class(cx, class)?;
    }
    Ok(word(cx.new_multi_array(class, &lens)?))
}

fn get(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (array, element) = array_arg(cx, &args)?;
    let index = index_arg(cx, &args, array)?;
    let kind = kind_of(cx, element);
    let value = load(cx, array, index, kind)?;
    match kind {
        Kind::Ref => Ok(value),
        primitive => Ok(word(cx.new_box(primitive, value)?)),
    }
}

fn get_primitive(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (array, element) = array_arg(cx, &args)?;
    let kind = kind_of(cx, element);
    if kind == Kind::Ref {
        return Err(illegal("Argument is not an array of primitive type"));
    }
    let index = index_arg(cx, &args, array)?;
    let wanted = cx.program().methods[args.method].ret;
    widen(load(cx, array, index, kind)?, kind, wanted).ok_or_else(|| illegal("argument type mismatch"))
}

fn set(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (array, element) = array_arg(cx, &args)?;
    let value = args.maybe(2);
    let kind = kind_of(cx, element);
    let stored = match kind {
        Kind::Ref => {
            if !value.is_null() && !is_assignable(cx, cx.class_of(value), element) {
                return Err(illegal("array element type mismatch"));
            }
            word(value)
        }
        _ if value.is_null() => return Err(illegal("argument type mismatch")),
        _ => {
            let (from, boxed) = cx.unbox(value).ok_or_else(|| illegal("argument type mismatch"))?;
            widen(boxed, from, kind).ok_or_else(|| illegal("argument type mismatch"))?
        }
    };
    let index = index_arg(cx, &args, array)?;
    store(cx, array, index, kind, stored)?;
    Ok(0)
}

fn set_primitive(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (array, element) = array_arg(cx, &args)?;
    let kind = kind_of(cx, element);
    if kind == Kind::Ref {
        return Err(illegal("Argument is not an array of primitive type"));
    }
    let index = index_arg(cx, &args, array)?;
    let from = cx.program().methods[args.method].params[2];
    let value = widen(args.words[2], from, kind).ok_or_else(|| illegal("argument type mismatch"))?;
    store(cx, array, index, kind, value)?;
    Ok(0)
}
