//! Fields and methods (JVMS 4.5, 4.6).

use super::attributes::{self, Recognized, once};
use super::pool::Pool;
use super::reader::{ByteReader, Parsed};
use super::{code, field_descriptor, field_name};
use crate::{Access, Annotations, Constant, Field, Kind, Method, Parameter, descriptor};
use base::{FastSet, Symbol};

/// Flags, name, descriptor and the number of attributes.
const MIN_MEMBER_BYTES: usize = 8;
/// From Java 7 on, a `<clinit>` that is not an initializer is an error rather than ignored.
const STRICT_CLINIT_MAJOR: u16 = 51;

pub(super) fn fields<'a>(reader: &mut ByteReader<'a>, pool: &Pool<'a>) -> Parsed<Box<[Field]>> {
    let count = reader.count(MIN_MEMBER_BYTES)?;
    let mut fields = Vec::with_capacity(count);
    let mut seen = FastSet::with_capacity_and_hasher(count, Default::default());
    for _ in 0..count {
        let start = *reader;
        let field = field(reader, pool)?;
        if !seen.insert((field.name, field.desc)) {
            return Err(start.fault(format!("the field {} {} is here twice", field.name, field.desc)));
        }
        fields.push(field);
    }
    Ok(fields.into())
}

pub(super) fn methods<'a>(reader: &mut ByteReader<'a>, pool: &Pool<'a>, major: u16) -> Parsed<Box<[Method]>> {
    let count = reader.count(MIN_MEMBER_BYTES)?;
    let mut methods = Vec::with_capacity(count);
    let mut seen = FastSet::with_capacity_and_hasher(count, Default::default());
    for _ in 0..count {
        let start = *reader;
        let method = method(reader, pool, major)?;
        if !seen.insert((method.name, method.desc)) {
            return Err(start.fault(format!("the method {}{} is here twice", method.name, method.desc)));
        }
        methods.push(method);
    }
    Ok(methods.into())
}

fn field<'a>(reader: &mut ByteReader<'a>, pool: &Pool<'a>) -> Parsed<Field> {
    let access = Access(reader.u16()?);
    let name = field_name(reader, pool)?;
    let desc = field_descriptor(reader, pool)?;
    let mut field =
        Field { access, name, desc, constant: None, signature: None, annotations: Annotations::default() };
    attributes::each(reader, pool, |name, content| match name {
        b"ConstantValue" if access.is_static() => {
            let index =
                pool.index(content, "a constant of the field's type", |constant| fits(constant, desc))?;
            once(&mut field.constant, index, content)?;
            Ok(Recognized::Yes)
        }
        _ => attributes::common(name, content, pool, &mut field.signature, &mut field.annotations),
    })?;
    Ok(field)
}

/// True if a static field described by `desc` may begin with `constant` (JVMS table 4.7.2-A).
fn fits(constant: &Constant, desc: Symbol) -> bool {
    let desc = desc.bytes();
    match constant {
        Constant::Integer(_) => descriptor::field_kind(desc).is_some_and(Kind::is_int_like),
        Constant::Long(_) => desc == b"J",
        Constant::Float(_) => desc == b"F",
        Constant::Double(_) => desc == b"D",
        Constant::String(_) => desc == b"Ljava/lang/String;",
        _ => false,
    }
}

fn method<'a>(reader: &mut ByteReader<'a>, pool: &Pool<'a>, major: u16) -> Parsed<Method> {
    let start = *reader;
    let access = Access(reader.u16()?);
    let (name, slots) = signature(reader, pool, access, major)?;
    let mut method = Method {
        access,
        name: name.0,
        desc: name.1,
        code: None,
        exceptions: Box::default(),
        signature: None,
        annotations: Annotations::default(),
        parameter_annotations: None,
        annotation_default: None,
        parameters: None,
    };
    let mut exceptions = None;
    attributes::each(reader, pool, |name, content| {
        match name {
            b"Code" => once(&mut method.code, code::read(content, pool, slots)?, content)?,
            b"Exceptions" => once(&mut exceptions, attributes::classes(content, pool)?, content)?,
            b"RuntimeVisibleParameterAnnotations" => {
                once(&mut method.parameter_annotations, content.rest().into(), content)?
            }
            b"AnnotationDefault" => once(&mut method.annotation_default, content.rest().into(), content)?,
            b"MethodParameters" => once(&mut method.parameters, parameters(content, pool)?, content)?,
            _ => {
                return attributes::common(
                    name,
                    content,
                    pool,
                    &mut method.signature,
                    &mut method.annotations,
                );
            }
        }
        Ok(Recognized::Yes)
    })?;
    method.exceptions = exceptions.unwrap_or_default();
    check_code(&start, &method)?;
    Ok(method)
}

/// Name and descriptor, and the slots that the arguments take with the receiver.
fn signature(
    reader: &mut ByteReader<'_>,
    pool: &Pool<'_>,
    access: Access,
    major: u16,
) -> Parsed<((Symbol, Symbol), u16)> {
    let (name, name_text) = pool.utf8_text(reader)?;
    if !descriptor::is_method_name(name_text) {
        return Err(reader.fault_back(2, format!("{name:?} is no name for a method")));
    }
    let (desc, desc_text) = pool.utf8_text(reader)?;
    let slots = descriptor::parameter_slots(desc_text)
        .ok_or_else(|| reader.fault_back(2, format!("{desc:?} is no method descriptor")))?;
    let slots = slots + u16::from(!access.is_static());
    if slots > descriptor::MAX_ARGUMENT_SLOTS {
        return Err(reader.fault_back(2, format!("{name} takes too many arguments")));
    }
    let sound = match name_text {
        b"<init>" => desc_text.ends_with(b")V"),
        b"<clinit>" => desc_text == b"()V" || major < STRICT_CLINIT_MAJOR,
        _ => true,
    };
    match sound {
        true => Ok(((name, desc), slots)),
        false => Err(reader.fault_back(2, format!("{name} cannot have the descriptor {desc}"))),
    }
}

/// Code stands in every method that is neither native nor abstract, and in no other.
fn check_code(start: &ByteReader<'_>, method: &Method) -> Parsed<()> {
    let bodiless = method.access.0 & (Access::NATIVE | Access::ABSTRACT) != 0;
    let (name, desc) = (method.name, method.desc);
    match (&method.code, bodiless) {
        (None, false) => Err(start.fault(format!("the method {name}{desc} has no code"))),
        (Some(_), true) => {
            Err(start.fault(format!("the method {name}{desc} is native or abstract, but has code")))
        }
        _ => Ok(()),
    }
}

fn parameters(reader: &mut ByteReader<'_>, pool: &Pool<'_>) -> Parsed<Box<[Parameter]>> {
    let count = reader.u8()?;
    (0..count).map(|_| Ok((pool.utf8_or_none(reader)?, reader.u16()?))).collect()
}
