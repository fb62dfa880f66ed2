//! The `java.lang.reflect` objects for fields, methods and constructors. Their `slot` is the member's row in
//! its class.

use super::class::{bytes_or_null, class_array};
use super::{class_arg, get_int, get_ref, set_int, set_ref, word};
use base::{Symbol, names};
use classfile::{Access, MethodDesc};
use vm::program::Method;
use vm::{Answer, Args, ClassId, Context, FieldId, MethodId, Ref, Registry, Trap};

const FIELD: &str = "java/lang/reflect/Field";
const METHOD: &str = "java/lang/reflect/Method";
const CONSTRUCTOR: &str = "java/lang/reflect/Constructor";

pub fn register(registry: &mut Registry) {
    let mut add = |name, native| registry.add("java/lang/Class", name, native);
    add("getDeclaredFields0(Z)[Ljava/lang/reflect/Field;", get_declared_fields);
    add("getDeclaredMethods0(Z)[Ljava/lang/reflect/Method;", get_declared_methods);
    add("getDeclaredConstructors0(Z)[Ljava/lang/reflect/Constructor;", get_declared_constructors);
    registry.add(FIELD, "getTypeAnnotationBytes0()[B", field_type_annotations);
    let mut add = |name, native| registry.add("java/lang/reflect/Executable", name, native);
    add("getTypeAnnotationBytes0()[B", executable_type_annotations);
    add("getParameters0()[Ljava/lang/reflect/Parameter;", get_parameters);
}

fn get_declared_fields(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let class = class_arg(cx, &args, 0)?;
    let public_only = args.boolean(1);
    let mut fields = Vec::new();
    for (slot, &field) in cx.program().classes[class].fields.clone().iter().enumerate() {
        let f = &cx.program().fields[field];
        if f.row.is_some() && (!public_only || f.access.has(Access::PUBLIC)) {
            fields.push(new_field(cx, class, slot)?);
        }
    }
    let element = cx.load(FIELD)?;
    Ok(word(cx.new_object_array(element, &fields)?))
}

fn get_declared_methods(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let wanted = |m: &Method| m.name != names::INIT && m.name != names::CLINIT;
    let methods = executables(cx, &args, wanted, new_method)?;
    let element = cx.load(METHOD)?;
    Ok(word(cx.new_object_array(element, &methods)?))
}

fn get_declared_constructors(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let constructors = executables(cx, &args, |m| m.name == names::INIT, new_constructor)?;
    let element = cx.load(CONSTRUCTOR)?;
    Ok(word(cx.new_object_array(element, &constructors)?))
}

fn executables(
    cx: &mut Context<'_>,
    args: &Args<'_>,
    wanted: fn(&Method) -> bool,
    make: fn(&mut Context<'_>, ClassId, usize) -> Result<Ref, Trap>,
) -> Result<Vec<Ref>, Trap> {
    let class = class_arg(cx, args, 0)?;
    let public_only = args.boolean(1);
    let mut made = Vec::new();
    for (slot, &method) in cx.program().classes[class].methods.clone().iter().enumerate() {
        let m = &cx.program().methods[method];
        if wanted(m) && (!public_only || m.access.has(Access::PUBLIC)) {
            made.push(make(cx, class, slot)?);
        }
    }
    Ok(made)
}

/// A `java.lang.reflect.Field` for a row of the class's fields.
pub(crate) fn new_field(cx: &mut Context<'_>, class: ClassId, slot: usize) -> Result<Ref, Trap> {
    let id = cx.program().classes[class].fields[slot];
    let field = &cx.program().fields[id];
    let (name, desc, access, row) = (field.name, field.desc, field.access, field.row);
    let file = cx.program().classes[class].file.clone();
    let declared = file.as_ref().and_then(|file| file.fields.get(usize::from(row?)));
    let is_record = file.as_ref().is_some_and(|file| file.record.is_some());
    let is_hidden = cx.program().classes[class].hidden;
    let trusted = access.has(Access::FINAL) && (access.is_static() || is_hidden || is_record);
    let reflected = cx.load(FIELD)?;
    let object = cx.new_object(reflected)?;
    common(cx, object, class, slot, access)?;
    let name = cx.literal(name)?;
    set_ref(cx, object, "name", "Ljava/lang/String;", name)?;
    let field_type = type_mirror(cx, desc)?;
    set_ref(cx, object, "type", "Ljava/lang/Class;", field_type)?;
    set_int(cx, object, "trustedFinal", "Z", i32::from(trusted))?;
    set_signature(cx, object, declared.and_then(|field| field.signature))?;
    let bytes = bytes_or_null(cx, declared.and_then(|field| field.annotations.visible.as_deref()))?;
    set_ref(cx, object, "annotations", "[B", bytes)?;
    Ok(object)
}

/// A `java.lang.reflect.Method` for a row of the class's methods.
pub(crate) fn new_method(cx: &mut Context<'_>, class: ClassId, slot: usize) -> Result<Ref, Trap> {
    let reflected = cx.load(METHOD)?;
    let object = cx.new_object(reflected)?;
    executable(cx, object, class, slot)?;
    let id = cx.program().classes[class].methods[slot];
    let (name, desc) = (cx.program().methods[id].name, cx.program().methods[id].desc);
    let name = cx.literal(name)?;
    set_ref(cx, object, "name", "Ljava/lang/String;", name)?;
    let result = type_mirror(cx, parsed(desc)?.ret.1)?;
    set_ref(cx, object, "returnType", "Ljava/lang/Class;", result)?;
    let file = cx.program().classes[class].file.clone();
    let row = cx.program().methods[id].row;
    let declared = file.as_ref().and_then(|file| file.methods.get(usize::from(row?)));
    let bytes = bytes_or_null(cx, declared.and_then(|method| method.annotation_default.as_deref()))?;
    set_ref(cx, object, "annotationDefault", "[B", bytes)?;
    Ok(object)
}

/// A `java.lang.reflect.Constructor` for a row of the class's methods.
pub(crate) fn new_constructor(cx: &mut Context<'_>, class: ClassId, slot: usize) -> Result<Ref, Trap> {
    let reflected = cx.load(CONSTRUCTOR)?;
    let object = cx.new_object(reflected)?;
    executable(cx, object, class, slot)?;
    Ok(object)
}

/// The fields that methods and constructors have in common.
fn executable(cx: &mut Context<'_>, object: Ref, class: ClassId, slot: usize) -> Result<(), Trap> {
    let id = cx.program().classes[class].methods[slot];
    let method = &cx.program().methods[id];
    let (desc, access, row) = (method.desc, method.access, method.row);
    common(cx, object, class, slot, access)?;
    let types = parameter_types(cx, desc)?;
    set_ref(cx, object, "parameterTypes", "[Ljava/lang/Class;", types)?;
    let file = cx.program().classes[class].file.clone();
    let declared = file.as_ref().and_then(|file| file.methods.get(usize::from(row?)));
    let thrown: Vec<Symbol> = declared.map_or(Vec::new(), |method| method.exceptions.to_vec());
    let thrown =
        thrown.into_iter().map(|name| cx.load_class(name)).collect::<Result<Vec<ClassId>, Trap>>()?;
    let thrown = class_array(cx, &thrown)?;
    set_ref(cx, object, "exceptionTypes", "[Ljava/lang/Class;", thrown)?;
    set_signature(cx, object, declared.and_then(|method| method.signature))?;
    let bytes = bytes_or_null(cx, declared.and_then(|method| method.annotations.visible.as_deref()))?;
    set_ref(cx, object, "annotations", "[B", bytes)?;
    let bytes = bytes_or_null(cx, declared.and_then(|method| method.parameter_annotations.as_deref()))?;
    set_ref(cx, object, "parameterAnnotations", "[B", bytes)
}

fn common(
    cx: &mut Context<'_>,
    object: Ref,
    class: ClassId,
    slot: usize,
    access: Access,
) -> Result<(), Trap> {
    let mirror = cx.mirror(class)?;
    set_ref(cx, object, "clazz", "Ljava/lang/Class;", mirror)?;
    set_int(cx, object, "slot", "I", slot as i32)?;
    set_int(cx, object, "modifiers", "I", i32::from(access.0))
}

fn set_signature(cx: &mut Context<'_>, object: Ref, signature: Option<Symbol>) -> Result<(), Trap> {
    let signature = match signature {
        Some(text) => cx.literal(text)?,
        None => Ref::NULL,
    };
    set_ref(cx, object, "signature", "Ljava/lang/String;", signature)
}

fn parsed(desc: Symbol) -> Result<MethodDesc, Trap> {
    MethodDesc::parse(desc).ok_or_else(|| Trap::forged("a method without a descriptor"))
}

/// The `Class` of a field descriptor.
pub(crate) fn type_mirror(cx: &mut Context<'_>, desc: Symbol) -> Result<Ref, Trap> {
    let class = match desc.as_str() {
        "V" => cx.program().primitive(classfile::Kind::Void),
        _ => cx.load_descriptor(desc)?,
    };
    cx.mirror(class)
}

fn parameter_types(cx: &mut Context<'_>, desc: Symbol) -> Result<Ref, Trap> {
    let types: Vec<Symbol> = parsed(desc)?.params.iter().map(|(_, desc)| *desc).collect();
    let mirrors = types.into_iter().map(|desc| type_mirror(cx, desc)).collect::<Result<Vec<Ref>, Trap>>()?;
    cx.new_ref_array(cx.known().classes, &mirrors)
}

/// The method that a `Method` or `Constructor` stands for.
pub(crate) fn reflected_method(cx: &mut Context<'_>, object: Ref) -> Result<MethodId, Trap> {
    let class = get_ref(cx, object, "clazz", "Ljava/lang/Class;")?;
    let class = cx.mirrored(class)?;
    let slot = get_int(cx, object, "slot", "I")?;
    let found = cx.program().classes[class].methods.get(slot as usize).copied();
    found.ok_or_else(|| Trap::forged("a reflected method that its class does not have"))
}

/// The field that a `Field` stands for.
pub(crate) fn reflected_field(cx: &mut Context<'_>, object: Ref) -> Result<FieldId, Trap> {
    let class = get_ref(cx, object, "clazz", "Ljava/lang/Class;")?;
    let class = cx.mirrored(class)?;
    let slot = get_int(cx, object, "slot", "I")?;
    let found = cx.program().classes[class].fields.get(slot as usize).copied();
    found.ok_or_else(|| Trap::forged("a reflected field that its class does not have"))
}

fn field_type_annotations(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let field = reflected_field(cx, args.object(0)?)?;
    let field = &cx.program().fields[field];
    let (file, row) = (cx.program().classes[field.class].file.clone(), field.row);
    let declared = file.as_ref().and_then(|file| file.fields.get(usize::from(row?)));
    Ok(word(bytes_or_null(cx, declared.and_then(|field| field.annotations.types.as_deref()))?))
}

fn executable_type_annotations(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let method = reflected_method(cx, args.object(0)?)?;
    let method = &cx.program().methods[method];
    let (file, row) = (cx.program().classes[method.class].file.clone(), method.row);
    let declared = file.as_ref().and_then(|file| file.methods.get(usize::from(row?)));
    Ok(word(bytes_or_null(cx, declared.and_then(|method| method.annotations.types.as_deref()))?))
}

/// The rows of `MethodParameters`, or null without that attribute.
fn get_parameters(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let executable = args.object(0)?;
    let method = reflected_method(cx, executable)?;
    let method = &cx.program().methods[method];
    let (file, row) = (cx.program().classes[method.class].file.clone(), method.row);
    let declared = file.as_ref().and_then(|file| file.methods.get(usize::from(row?)));
    let Some(rows) = declared.and_then(|method| method.parameters.as_deref()) else { return Ok(0) };
    let class = cx.load("java/lang/reflect/Parameter")?;
    let mut made = Vec::new();
    for (index, &(name, flags)) in rows.iter().enumerate() {
        let object = cx.new_object(class)?;
        if let Some(name) = name {
            let name = cx.literal(name)?;
            set_ref(cx, object, "name", "Ljava/lang/String;", name)?;
        }
        set_int(cx, object, "modifiers", "I", i32::from(flags))?;
        set_ref(cx, object, "executable", "Ljava/lang/reflect/Executable;", executable)?;
        set_int(cx, object, "index", "I", index as i32)?;
        made.push(object);
    }
    Ok(word(cx.new_object_array(class, &made)?))
}
