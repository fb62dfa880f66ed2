//! Attributes (JVMS 4.7): the walk over them, and those of the class itself.

use super::pool::Pool;
use super::reader::{ByteReader, Parsed};
use super::{field_descriptor, field_name};
use crate::{Access, Annotations, Bootstrap, Constant, Enclosing, InnerClass, RecordComponent};
use base::Symbol;

/// Name index and length.
pub(super) const MIN_ATTRIBUTE_BYTES: usize = 6;

/// Reads a table of attributes, showing each one's name and content to `visit`. A visitor that knows the
/// attribute reads it to its end; an unknown one is left alone.
pub(super) fn each<'a>(
    reader: &mut ByteReader<'a>,
    pool: &Pool<'a>,
    mut visit: impl FnMut(&'a [u8], &mut ByteReader<'a>) -> Parsed<Recognized>,
) -> Parsed<()> {
    let count = reader.count(MIN_ATTRIBUTE_BYTES)?;
    for _ in 0..count {
        let name = pool.utf8_text(reader)?.1;
        let length = reader.u32()? as usize;
        let mut content = reader.part(length)?;
        if visit(name, &mut content)? == Recognized::Yes {
            content.finish(&String::from_utf8_lossy(name))?;
        }
    }
    Ok(())
}

/// Whether a visitor knew an attribute, and so has read all of it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Recognized {
    Yes,
    No,
}

/// Puts an attribute's content where it belongs, if it is the first of its name.
pub(super) fn once<T>(slot: &mut Option<T>, value: T, reader: &ByteReader<'_>) -> Parsed<()> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(reader.fault("an attribute that may stand only once is here again".into())),
    }
}

/// Reads the attributes that classes, fields, methods and record components have in common.
pub(super) fn common<'a>(
    name: &[u8],
    content: &mut ByteReader<'a>,
    pool: &Pool<'a>,
    signature: &mut Option<Symbol>,
    annotations: &mut Annotations,
) -> Parsed<Recognized> {
    match name {
        b"Signature" => {
            let symbol = pool.utf8(content)?;
            once(signature, symbol, content)?;
        }
        b"RuntimeVisibleAnnotations" => once(&mut annotations.visible, content.rest().into(), content)?,
        b"RuntimeVisibleTypeAnnotations" => once(&mut annotations.types, content.rest().into(), content)?,
        _ => return Ok(Recognized::No),
    }
    Ok(Recognized::Yes)
}

/// A counted list of classes.
pub(super) fn classes(reader: &mut ByteReader<'_>, pool: &Pool<'_>) -> Parsed<Box<[Symbol]>> {
    let count = reader.count(2)?;
    (0..count).map(|_| pool.class(reader)).collect()
}

/// The attributes of a class.
#[derive(Default)]
pub(super) struct ClassAttributes {
    pub bootstraps: Box<[Bootstrap]>,
    pub source_file: Option<Symbol>,
    pub signature: Option<Symbol>,
    pub inner_classes: Box<[InnerClass]>,
    pub enclosing: Option<Enclosing>,
    pub nest_host: Option<Symbol>,
    pub nest_members: Box<[Symbol]>,
    pub record: Option<Box<[RecordComponent]>>,
    pub permitted: Option<Box<[Symbol]>>,
    pub annotations: Annotations,
}

pub(super) fn of_class<'a>(reader: &mut ByteReader<'a>, pool: &Pool<'a>) -> Parsed<ClassAttributes> {
    let mut own = ClassAttributes::default();
    let (mut bootstrap_rows, mut inner, mut members) = (None, None, None);
    each(reader, pool, |name, content| {
        match name {
            b"SourceFile" => {
                let file = pool.utf8(content)?;
                once(&mut own.source_file, file, content)?;
            }
            b"BootstrapMethods" => once(&mut bootstrap_rows, bootstraps(content, pool)?, content)?,
            b"InnerClasses" => once(&mut inner, inner_classes(content, pool)?, content)?,
            b"EnclosingMethod" => {
                let enclosing =
                    Enclosing { class: pool.class(content)?, method: pool.name_and_type_or_none(content)? };
                once(&mut own.enclosing, enclosing, content)?;
            }
            b"NestHost" => {
                let host = pool.class(content)?;
                once(&mut own.nest_host, host, content)?;
            }
            b"NestMembers" => once(&mut members, classes(content, pool)?, content)?,
            b"PermittedSubclasses" => once(&mut own.permitted, classes(content, pool)?, content)?,
            b"Record" => once(&mut own.record, record(content, pool)?, content)?,
            _ => return common(name, content, pool, &mut own.signature, &mut own.annotations),
        }
        Ok(Recognized::Yes)
    })?;
    own.bootstraps = bootstrap_rows.unwrap_or_default();
    own.inner_classes = inner.unwrap_or_default();
    own.nest_members = members.unwrap_or_default();
    Ok(own)
}

fn bootstraps(reader: &mut ByteReader<'_>, pool: &Pool<'_>) -> Parsed<Box<[Bootstrap]>> {
    let count = reader.count(4)?;
    let mut rows = Vec::with_capacity(count);
    for _ in 0..count {
        let method = pool.handle(reader)?;
        let arguments = reader.count(2)?;
        let arguments = (0..arguments)
            .map(|_| pool.index(reader, "a constant that can be loaded", is_loadable))
            .collect::<Parsed<_>>()?;
        rows.push(Bootstrap { method, arguments });
    }
    Ok(rows.into())
}

/// What `ldc` and bootstrap arguments may name (JVMS table 4.4-C).
fn is_loadable(constant: &Constant) -> bool {
    matches!(
        constant,
        Constant::Integer(_)
            | Constant::Float(_)
            | Constant::Long(_)
            | Constant::Double(_)
            | Constant::Class(_)
            | Constant::String(_)
            | Constant::MethodHandle(_)
            | Constant::MethodType(_)
            | Constant::Dynamic(_)
    )
}

fn inner_classes(reader: &mut ByteReader<'_>, pool: &Pool<'_>) -> Parsed<Box<[InnerClass]>> {
    let count = reader.count(8)?;
    let mut rows = Vec::with_capacity(count);
    for _ in 0..count {
        rows.push(InnerClass {
            inner: pool.class(reader)?,
            outer: pool.class_or_none(reader)?,
            name: pool.utf8_or_none(reader)?,
            access: Access(reader.u16()?),
        });
    }
    Ok(rows.into())
}

fn record<'a>(reader: &mut ByteReader<'a>, pool: &Pool<'a>) -> Parsed<Box<[RecordComponent]>> {
    let count = reader.count(6)?;
    let mut components = Vec::with_capacity(count);
    for _ in 0..count {
        let mut component = RecordComponent {
            name: field_name(reader, pool)?,
            desc: field_descriptor(reader, pool)?,
            signature: None,
            annotations: Annotations::default(),
        };
        each(reader, pool, |name, content| {
            common(name, content, pool, &mut component.signature, &mut component.annotations)
        })?;
        components.push(component);
    }
    Ok(components.into())
}
