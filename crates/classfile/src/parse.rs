//! Class bytes to [`Class`] (JVMS chapter 4), with the format checks of JVMS 4.8 that later rooms rely on.
//!
//! The parser is our own and not noak's (DESIGN, dependencies): noak 0.7 gives no raw bytes of a method's
//! code, reads the `start_pc` of a line number as four bytes where the format has two, and says neither which
//! constant was wrong nor where. One walk over the bytes does all of it, and every table is checked against
//! the bytes left before it is allocated.

mod attributes;
mod code;
mod members;
mod pool;
mod reader;

use crate::{Access, Class, Error, descriptor};
use base::{Symbol, names};
use pool::Pool;
use reader::{ByteReader, Parsed};
use std::sync::Arc;

const MAGIC: u32 = 0xCAFE_BABE;
/// Java 1.0.2, the first version there is.
const MIN_MAJOR: u16 = 45;
/// A class file's major version minus the feature number of the JDK that it came with.
pub(crate) const MAJOR_OF_FEATURE_ZERO: u16 = 44;
/// Set for `module-info.class`, which is a class file but no class.
const MODULE: u16 = 0x8000;

/// Reads one class file. `origin` goes into the class and into messages; `max_major` is the newest version
/// that the JDK at hand understands.
pub fn parse(
    bytes: &[u8],
    origin: &Arc<str>,
    module: Option<Symbol>,
    max_major: u16,
) -> Result<Class, Error> {
    class(bytes, origin, module, max_major)
        .map_err(|fault| Error::at(Arc::clone(origin), fault.offset as u64, fault.what))
}

fn class(bytes: &[u8], origin: &Arc<str>, module: Option<Symbol>, max_major: u16) -> Parsed<Class> {
    let mut reader = ByteReader::new(bytes);
    let (major, minor) = version(&mut reader, max_major)?;
    let pool = Pool::read(&mut reader)?;
    let head = head(&mut reader, &pool)?;
    let fields = members::fields(&mut reader, &pool)?;
    let methods = members::methods(&mut reader, &pool, major)?;
    let own = attributes::of_class(&mut reader, &pool)?;
    reader.finish("the class")?;
    pool.check_bootstraps(own.bootstraps.len())?;
    Ok(Class {
        origin: Arc::clone(origin),
        module,
        major,
        minor,
        access: head.access,
        name: head.name,
        super_name: head.super_name,
        interfaces: head.interfaces,
        constants: pool.into_constants(),
        fields,
        methods,
        bootstraps: own.bootstraps,
        source_file: own.source_file,
        signature: own.signature,
        inner_classes: own.inner_classes,
        enclosing: own.enclosing,
        nest_host: own.nest_host,
        nest_members: own.nest_members,
        record: own.record,
        permitted: own.permitted,
        annotations: own.annotations,
    })
}

fn version(reader: &mut ByteReader<'_>, max_major: u16) -> Parsed<(u16, u16)> {
    if reader.u32()? != MAGIC {
        return Err(reader.fault_back(4, "not a class file: it does not begin with CAFEBABE".into()));
    }
    let minor = reader.u16()?;
    let major = reader.u16()?;
    if major > max_major {
        let feature = max_major.saturating_sub(MAJOR_OF_FEATURE_ZERO);
        let what = format!(
            "class file version {major}.{minor} is newer than JDK {feature} ({max_major}.0); \
             give a newer JDK with --jdk, or compile with --release {feature}"
        );
        return Err(reader.fault_back(4, what));
    }
    if major < MIN_MAJOR {
        return Err(reader.fault_back(4, format!("there is no class file version {major}.{minor}")));
    }
    Ok((major, minor))
}

/// What stands between the constant pool and the fields.
struct Head {
    access: Access,
    name: Symbol,
    super_name: Option<Symbol>,
    interfaces: Box<[Symbol]>,
}

fn head(reader: &mut ByteReader<'_>, pool: &Pool<'_>) -> Parsed<Head> {
    let access = Access(reader.u16()?);
    let name = plain_class(reader, pool, "this class")?;
    let super_name = match reader.peek_u16()? {
        0 => {
            reader.u16()?;
            None
        }
        _ => Some(plain_class(reader, pool, "the superclass")?),
    };
    let rootless = name == names::OBJECT || access.has(MODULE);
    if rootless != super_name.is_none() {
        let what = match super_name {
            None => format!("{name} has no superclass"),
            Some(superclass) => format!("{name} may not have a superclass, but names {superclass}"),
        };
        return Err(reader.fault_back(2, what));
    }
    let count = reader.count(2)?;
    let mut interfaces = Vec::with_capacity(count);
    for _ in 0..count {
        interfaces.push(plain_class(reader, pool, "an interface")?);
    }
    Ok(Head { access, name, super_name, interfaces: interfaces.into() })
}

/// A class constant that names no array.
fn plain_class(reader: &mut ByteReader<'_>, pool: &Pool<'_>, role: &str) -> Parsed<Symbol> {
    let name = pool.class(reader)?;
    match name.bytes().first() {
        Some(b'[') => Err(reader.fault_back(2, format!("{role} is named {name}, which is an array"))),
        _ => Ok(name),
    }
}

/// A field's, component's or local variable's descriptor.
fn field_descriptor(reader: &mut ByteReader<'_>, pool: &Pool<'_>) -> Parsed<Symbol> {
    let (desc, text) = pool.utf8_text(reader)?;
    match descriptor::is_field(text) {
        true => Ok(desc),
        false => Err(reader.fault_back(2, format!("{desc:?} is no field descriptor"))),
    }
}

/// A name without slashes or dots.
fn field_name(reader: &mut ByteReader<'_>, pool: &Pool<'_>) -> Parsed<Symbol> {
    let (name, text) = pool.utf8_text(reader)?;
    match descriptor::is_field_name(text) {
        true => Ok(name),
        false => Err(reader.fault_back(2, format!("{name:?} is no name for a field or variable"))),
    }
}
