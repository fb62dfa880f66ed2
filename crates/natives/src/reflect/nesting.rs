//! `java.lang.Class`: classes inside classes, nests, sealed hierarchies and records.

use super::caller::nest_host;
use super::class::{bytes_or_null, class_array};
use super::members::{new_method, type_mirror};
use super::{class_arg, set_ref, word};
use base::Symbol;
use classfile::InnerClass;
use std::sync::Arc;
use vm::{Answer, Args, ClassId, Context, Ref, Registry, Trap};

pub fn register(registry: &mut Registry) {
    let mut add = |name, native| registry.add("java/lang/Class", name, native);
    add("getEnclosingMethod0()[Ljava/lang/Object;", get_enclosing_method);
    add("getDeclaringClass0()Ljava/lang/Class;", get_declaring_class);
    add("getSimpleBinaryName0()Ljava/lang/String;", get_simple_binary_name);
    add("getDeclaredClasses0()[Ljava/lang/Class;", get_declared_classes);
    add("getNestHost0()Ljava/lang/Class;", get_nest_host);
    add("getNestMembers0()[Ljava/lang/Class;", get_nest_members);
    add("getPermittedSubclasses0()[Ljava/lang/Class;", get_permitted_subclasses);
    add("getRecordComponents0()[Ljava/lang/reflect/RecordComponent;", get_record_components);
}

fn file_of(cx: &Context<'_>, args: &Args<'_>) -> Result<Option<Arc<classfile::Class>>, Trap> {
    let class = class_arg(cx, args, 0)?;
    Ok(cx.program().classes[class].file.clone())
}

/// The row in which a nested class tells about itself.
fn own_row(file: &classfile::Class) -> Option<&InnerClass> {
    file.inner_classes.iter().find(|row| row.inner == file.name)
}

/// Class, name and descriptor of the method around a local class; name and descriptor are null outside of
/// methods.
fn get_enclosing_method(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let file = file_of(cx, &args)?;
    let Some(enclosing) = file.as_ref().and_then(|file| file.enclosing) else { return Ok(0) };
    let class = cx.load_class(enclosing.class)?;
    let mut items = [cx.mirror(class)?, Ref::NULL, Ref::NULL];
    if let Some((name, desc)) = enclosing.method {
        items[1] = cx.literal(name)?;
        items[2] = cx.literal(desc)?;
    }
    Ok(word(cx.new_ref_array(cx.known().objects, &items)?))
}

fn get_declaring_class(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let file = file_of(cx, &args)?;
    match file.as_deref().and_then(own_row).and_then(|row| row.outer) {
        Some(outer) => {
            let outer = cx.load_class(outer)?;
            Ok(word(cx.mirror(outer)?))
        }
        None => Ok(0),
    }
}

fn get_simple_binary_name(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let file = file_of(cx, &args)?;
    match file.as_deref().and_then(own_row).and_then(|row| row.name) {
        Some(name) => Ok(word(cx.literal(name)?)),
        None => Ok(0),
    }
}

fn get_declared_classes(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let file = file_of(cx, &args)?;
    let rows = file.as_ref().map_or(&[][..], |file| &file.inner_classes);
    let name = file.as_ref().map(|file| file.name);
    let inner: Vec<Symbol> =
        rows.iter().filter(|row| row.outer.is_some() && row.outer == name).map(|row| row.inner).collect();
    let classes =
        inner.into_iter().map(|name| cx.load_class(name)).collect::<Result<Vec<ClassId>, Trap>>()?;
    Ok(word(class_array(cx, &classes)?))
}

fn get_nest_host(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let class = class_arg(cx, &args, 0)?;
    let host = nest_host(cx, class)?;
    Ok(word(cx.mirror(host)?))
}

/// The host first, then its members that can be found and agree.
fn get_nest_members(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let class = class_arg(cx, &args, 0)?;
    let host = nest_host(cx, class)?;
    let names =
        cx.program().classes[host].file.as_ref().map_or(Vec::new(), |file| file.nest_members.to_vec());
    let mut members = vec![host];
    for name in names {
        if let Ok(member) = cx.load_class(name)
            && nest_host(cx, member)? == host
        {
            members.push(member);
        }
    }
    Ok(word(class_array(cx, &members)?))
}

fn get_permitted_subclasses(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let file = file_of(cx, &args)?;
    let Some(names) = file.as_ref().and_then(|file| file.permitted.as_deref()) else { return Ok(0) };
    let found: Vec<ClassId> = names.iter().filter_map(|&name| cx.load_class(name).ok()).collect();
    Ok(word(class_array(cx, &found)?))
}

fn get_record_components(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let class = class_arg(cx, &args, 0)?;
    let file = cx.program().classes[class].file.clone();
    let Some(components) = file.as_ref().and_then(|file| file.record.as_deref()) else { return Ok(0) };
    let reflected = cx.load("java/lang/reflect/RecordComponent")?;
    let mut made = Vec::new();
    for component in components {
        let object = cx.new_object(reflected)?;
        let values = [
            ("clazz", "Ljava/lang/Class;", cx.mirror(class)?),
            ("name", "Ljava/lang/String;", cx.literal(component.name)?),
            ("type", "Ljava/lang/Class;", type_mirror(cx, component.desc)?),
            ("accessor", "Ljava/lang/reflect/Method;", accessor(cx, class, component.name, component.desc)?),
            (
                "signature",
                "Ljava/lang/String;",
                match component.signature {
                    Some(signature) => cx.literal(signature)?,
                    None => Ref::NULL,
                },
            ),
            ("annotations", "[B", bytes_or_null(cx, component.annotations.visible.as_deref())?),
            ("typeAnnotations", "[B", bytes_or_null(cx, component.annotations.types.as_deref())?),
        ];
        for (name, desc, value) in values {
            set_ref(cx, object, name, desc, value)?;
        }
        made.push(object);
    }
    Ok(word(cx.new_object_array(reflected, &made)?))
}

/// The method that reads a component, null if the class lacks it.
fn accessor(cx: &mut Context<'_>, class: ClassId, name: Symbol, desc: Symbol) -> Result<Ref, Trap> {
    let wanted = Symbol::from_bytes(&[b"()", desc.bytes()].concat());
    let found = cx.program().declared_method(class, name, wanted);
    let found = found.filter(|&method| !cx.program().methods[method].is_static());
    let slot = cx.program().classes[class].methods.iter().position(|&method| Some(method) == found);
    slot.map_or(Ok(Ref::NULL), |slot| new_method(cx, class, slot))
}
