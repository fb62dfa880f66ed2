//! The `java.lang.reflect` objects for fields, methods and constructors. Their `slot` is the member's row in
//! its class.

use super::class::{bytes_or_null, class_array};
use super::{class_arg, get_int, get_ref, set_int, set_ref, word};
use base::{Symbol, names};
use classfile::{Access, MethodDesc};
use vm::program::Method;
use vm::{Answer, Args, ClassId, FieldId, Machine, MethodId, Ref, Registry, Trap};

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

fn get_declared_fields(machine: &mut Machine, args: Args<'_>) -> Answer {
    let class = class_arg(machine, &args, 0)?;
    let public_only = args.boolean(1);
    let mut fields = Vec::new();
    for (slot, &field) in machine.program.classes[class].fields.clone().iter().enumerate() {
        let f = &machine.program.fields[field];
        if f.row.is_some() && (!public_only || f.access.has(Access::PUBLIC)) {
            fields.push(new_field(machine, class, slot)?);
        }
    }
    let element = machine.load(FIELD)?;
    Ok(word(machine.new_object_array(element, &fields)?))
}

fn get_declared_methods(machine: &mut Machine, args: Args<'_>) -> Answer {
    let wanted = |m: &Method| m.name != names::INIT && m.name != names::CLINIT;
    let methods = executables(machine, &args, wanted, new_method)?;
    let element = machine.load(METHOD)?;
    Ok(word(machine.new_object_array(element, &methods)?))
}

fn get_declared_constructors(machine: &mut Machine, args: Args<'_>) -> Answer {
    let constructors = executables(machine, &args, |m| m.name == names::INIT, new_constructor)?;
    let element = machine.load(CONSTRUCTOR)?;
    Ok(word(machine.new_object_array(element, &constructors)?))
}

fn executables(
    machine: &mut Machine,
    args: &Args<'_>,
    wanted: fn(&Method) -> bool,
    make: fn(&mut Machine, ClassId, usize) -> Result<Ref, Trap>,
) -> Result<Vec<Ref>, Trap> {
    let class = class_arg(machine, args, 0)?;
    let public_only = args.boolean(1);
    let mut made = Vec::new();
    for (slot, &method) in machine.program.classes[class].methods.clone().iter().enumerate() {
        let m = &machine.program.methods[method];
        if wanted(m) && (!public_only || m.access.has(Access::PUBLIC)) {
            made.push(make(machine, class, slot)?);
        }
    }
    Ok(made)
}

/// A `java.lang.reflect.Field` for a row of the class's fields.
pub(crate) fn new_field(machine: &mut Machine, class: ClassId, slot: usize) -> Result<Ref, Trap> {
    let id = machine.program.classes[class].fields[slot];
    let field = &machine.program.fields[id];
    let (name, desc, access, row) = (field.name, field.desc, field.access, field.row);
    let file = machine.program.classes[class].file.clone();
    let declared = file.as_ref().and_then(|file| file.fields.get(usize::from(row?)));
    let is_record = file.as_ref().is_some_and(|file| file.record.is_some());
    let is_hidden = machine.program.classes[class].hidden;
    let trusted = access.has(Access::FINAL) && (access.is_static() || is_hidden || is_record);
    let reflected = machine.load(FIELD)?;
    let object = machine.new_object(reflected)?;
    common(machine, object, class, slot, access)?;
    let name = machine.literal(name)?;
    set_ref(machine, object, "name", "Ljava/lang/String;", name)?;
    let field_type = type_mirror(machine, desc)?;
    set_ref(machine, object, "type", "Ljava/lang/Class;", field_type)?;
    set_int(machine, object, "trustedFinal", "Z", i32::from(trusted))?;
    set_signature(machine, object, declared.and_then(|field| field.signature))?;
    let bytes = bytes_or_null(machine, declared.and_then(|field| field.annotations.visible.as_deref()))?;
    set_ref(machine, object, "annotations", "[B", bytes)?;
    Ok(object)
}

/// A `java.lang.reflect.Method` for a row of the class's methods.
pub(crate) fn new_method(machine: &mut Machine, class: ClassId, slot: usize) -> Result<Ref, Trap> {
    let reflected = machine.load(METHOD)?;
    let object = machine.new_object(reflected)?;
    executable(machine, object, class, slot)?;
    let id = machine.program.classes[class].methods[slot];
    let (name, desc) = (machine.program.methods[id].name, machine.program.methods[id].desc);
    let name = machine.literal(name)?;
    set_ref(machine, object, "name", "Ljava/lang/String;", name)?;
    let result = type_mirror(machine, parsed(desc)?.ret.1)?;
    set_ref(machine, object, "returnType", "Ljava/lang/Class;", result)?;
    let file = machine.program.classes[class].file.clone();
    let row = machine.program.methods[id].row;
    let declared = file.as_ref().and_then(|file| file.methods.get(usize::from(row?)));
    let bytes = bytes_or_null(machine, declared.and_then(|method| method.annotation_default.as_deref()))?;
    set_ref(machine, object, "annotationDefault", "[B", bytes)?;
    Ok(object)
}

/// A `java.lang.reflect.Constructor` for a row of the class's methods.
pub(crate) fn new_constructor(machine: &mut Machine, class: ClassId, slot: usize) -> Result<Ref, Trap> {
    let reflected = machine.load(CONSTRUCTOR)?;
    let object = machine.new_object(reflected)?;
    executable(machine, object, class, slot)?;
    Ok(object)
}

/// The fields that methods and constructors have in common.
fn executable(machine: &mut Machine, object: Ref, class: ClassId, slot: usize) -> Result<(), Trap> {
    let id = machine.program.classes[class].methods[slot];
    let method = &machine.program.methods[id];
    let (desc, access, row) = (method.desc, method.access, method.row);
    common(machine, object, class, slot, access)?;
    let types = parameter_types(machine, desc)?;
    set_ref(machine, object, "parameterTypes", "[Ljava/lang/Class;", types)?;
    let file = machine.program.classes[class].file.clone();
    let declared = file.as_ref().and_then(|file| file.methods.get(usize::from(row?)));
    let thrown: Vec<Symbol> = declared.map_or(Vec::new(), |method| method.exceptions.to_vec());
    let thrown =
        thrown.into_iter().map(|name| machine.load_class(name)).collect::<Result<Vec<ClassId>, Trap>>()?;
    let thrown = class_array(machine, &thrown)?;
    set_ref(machine, object, "exceptionTypes", "[Ljava/lang/Class;", thrown)?;
    set_signature(machine, object, declared.and_then(|method| method.signature))?;
    let bytes = bytes_or_null(machine, declared.and_then(|method| method.annotations.visible.as_deref()))?;
    set_ref(machine, object, "annotations", "[B", bytes)?;
    let bytes = bytes_or_null(machine, declared.and_then(|method| method.parameter_annotations.as_deref()))?;
    set_ref(machine, object, "parameterAnnotations", "[B", bytes)
}

fn common(
    machine: &mut Machine,
    object: Ref,
    class: ClassId,
    slot: usize,
    access: Access,
) -> Result<(), Trap> {
    let mirror = machine.mirror(class)?;
    set_ref(machine, object, "clazz", "Ljava/lang/Class;", mirror)?;
    set_int(machine, object, "slot", "I", slot as i32)?;
    set_int(machine, object, "modifiers", "I", i32::from(access.0))
}

fn set_signature(machine: &mut Machine, object: Ref, signature: Option<Symbol>) -> Result<(), Trap> {
    let signature = match signature {
        Some(text) => machine.literal(text)?,
        None => Ref::NULL,
    };
    set_ref(machine, object, "signature", "Ljava/lang/String;", signature)
}

fn parsed(desc: Symbol) -> Result<MethodDesc, Trap> {
    MethodDesc::parse(desc).ok_or_else(|| Trap::internal("a method without a descriptor"))
}

/// The `Class` of a field descriptor.
pub(crate) fn type_mirror(machine: &mut Machine, desc: Symbol) -> Result<Ref, Trap> {
    let class = match desc.as_str() {
        "V" => machine.program.primitive(classfile::Kind::Void),
        _ => machine.program.load_descriptor(&mut machine.heap, desc)?,
    };
    machine.mirror(class)
}

fn parameter_types(machine: &mut Machine, desc: Symbol) -> Result<Ref, Trap> {
    let types: Vec<Symbol> = parsed(desc)?.params.iter().map(|(_, desc)| *desc).collect();
    let mirrors =
        types.into_iter().map(|desc| type_mirror(machine, desc)).collect::<Result<Vec<Ref>, Trap>>()?;
    machine.new_ref_array(machine.known().classes, &mirrors)
}

/// The method that a `Method` or `Constructor` stands for.
pub(crate) fn reflected_method(machine: &Machine, object: Ref) -> Result<MethodId, Trap> {
    let class = machine.mirrored(get_ref(machine, object, "clazz", "Ljava/lang/Class;")?);
    let slot = get_int(machine, object, "slot", "I")?;
    let found = machine.program.classes[class].methods.get(slot as usize).copied();
    found.ok_or_else(|| Trap::internal("a reflected method that its class does not have"))
}

/// The field that a `Field` stands for.
pub(crate) fn reflected_field(machine: &Machine, object: Ref) -> Result<FieldId, Trap> {
    let class = machine.mirrored(get_ref(machine, object, "clazz", "Ljava/lang/Class;")?);
    let slot = get_int(machine, object, "slot", "I")?;
    let found = machine.program.classes[class].fields.get(slot as usize).copied();
    found.ok_or_else(|| Trap::internal("a reflected field that its class does not have"))
}

fn field_type_annotations(machine: &mut Machine, args: Args<'_>) -> Answer {
    let field = reflected_field(machine, args.object(0)?)?;
    let field = &machine.program.fields[field];
    let (file, row) = (machine.program.classes[field.class].file.clone(), field.row);
    let declared = file.as_ref().and_then(|file| file.fields.get(usize::from(row?)));
    Ok(word(bytes_or_null(machine, declared.and_then(|field| field.annotations.types.as_deref()))?))
}

fn executable_type_annotations(machine: &mut Machine, args: Args<'_>) -> Answer {
    let method = reflected_method(machine, args.object(0)?)?;
    let method = &machine.program.methods[method];
    let (file, row) = (machine.program.classes[method.class].file.clone(), method.row);
    let declared = file.as_ref().and_then(|file| file.methods.get(usize::from(row?)));
    Ok(word(bytes_or_null(machine, declared.and_then(|method| method.annotations.types.as_deref()))?))
}

/// The rows of `MethodParameters`, or null without that attribute.
fn get_parameters(machine: &mut Machine, args: Args<'_>) -> Answer {
    let executable = args.object(0)?;
    let method = reflected_method(machine, executable)?;
    let method = &machine.program.methods[method];
    let (file, row) = (machine.program.classes[method.class].file.clone(), method.row);
    let declared = file.as_ref().and_then(|file| file.methods.get(usize::from(row?)));
    let Some(rows) = declared.and_then(|method| method.parameters.as_deref()) else { return Ok(0) };
    let class = machine.load("java/lang/reflect/Parameter")?;
    let mut made = Vec::new();
    for (index, &(name, flags)) in rows.iter().enumerate() {
        let object = machine.new_object(class)?;
        if let Some(name) = name {
            let name = machine.literal(name)?;
            set_ref(machine, object, "name", "Ljava/lang/String;", name)?;
        }
        set_int(machine, object, "modifiers", "I", i32::from(flags))?;
        set_ref(machine, object, "executable", "Ljava/lang/reflect/Executable;", executable)?;
        set_int(machine, object, "index", "I", index as i32)?;
        made.push(object);
    }
    Ok(word(machine.new_object_array(class, &made)?))
}
