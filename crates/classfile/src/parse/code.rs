//! The `Code` attribute (JVMS 4.7.3) with its handlers and debugging tables. Instructions are not looked at
//! here.

use super::attributes::{self, Recognized, once};
use super::pool::Pool;
use super::reader::{ByteReader, Parsed};
use super::{field_descriptor, field_name};
use crate::{Code, Handler, LocalVariable};

/// The longest code there may be (JVMS 4.7.3): every position fits into 16 bits.
const MAX_CODE_BYTES: u32 = 65_535;

/// `slots` is what the method's arguments take, the receiver included.
pub(super) fn read<'a>(reader: &mut ByteReader<'a>, pool: &Pool<'a>, slots: u16) -> Parsed<Code> {
    let max_stack = reader.u16()?;
    let max_locals = reader.u16()?;
    if max_locals < slots {
        let what = format!("{max_locals} local variables cannot hold {slots} slots of arguments");
        return Err(reader.fault_back(2, what));
    }
    let length = reader.u32()?;
    if length == 0 || length > MAX_CODE_BYTES {
        return Err(reader.fault_back(4, format!("code of {length} bytes; 1 to 65535 are allowed")));
    }
    let file_offset = reader.offset() as u32;
    let bytes = reader.take(length as usize)?.into();
    let mut code = Code {
        max_stack,
        max_locals,
        bytes,
        handlers: handlers(reader, pool, length)?,
        lines: Box::default(),
        locals: Box::default(),
        stack_map: None,
        file_offset,
    };
    let (mut lines, mut locals) = (Vec::new(), Vec::new());
    attributes::each(reader, pool, |name, content| {
        match name {
            b"LineNumberTable" => read_lines(content, length, &mut lines)?,
            b"LocalVariableTable" => read_locals(content, pool, &code, &mut locals)?,
            b"StackMapTable" => once(&mut code.stack_map, content.rest().into(), content)?,
            _ => return Ok(Recognized::No),
        }
        Ok(Recognized::Yes)
    })?;
    code.lines = lines.into();
    code.locals = locals.into();
    Ok(code)
}

fn handlers(reader: &mut ByteReader<'_>, pool: &Pool<'_>, length: u32) -> Parsed<Box<[Handler]>> {
    let count = reader.count(8)?;
    let mut handlers = Vec::with_capacity(count);
    for _ in 0..count {
        let (start, end, target) = (reader.u16()?, reader.u16()?, reader.u16()?);
        if start >= end || u32::from(end) > length || u32::from(target) >= length {
            let what = format!(
                "the exception handler for {start}..{end} at {target} does not lie in code of {length} bytes"
            );
            return Err(reader.fault_back(6, what));
        }
        handlers.push(Handler { start, end, target, catch: pool.class_or_none(reader)? });
    }
    Ok(handlers.into())
}

fn read_lines(reader: &mut ByteReader<'_>, length: u32, lines: &mut Vec<(u16, u16)>) -> Parsed<()> {
    let count = reader.count(4)?;
    lines.reserve_exact(count);
    for _ in 0..count {
        let (start, line) = (reader.u16()?, reader.u16()?);
        if u32::from(start) >= length {
            return Err(reader.fault_back(4, format!("line {line} begins at {start}, behind the code")));
        }
        lines.push((start, line));
    }
    Ok(())
}

fn read_locals(
    reader: &mut ByteReader<'_>,
    pool: &Pool<'_>,
    code: &Code,
    locals: &mut Vec<LocalVariable>,
) -> Parsed<()> {
    let count = reader.count(10)?;
    locals.reserve_exact(count);
    for _ in 0..count {
        let (start, length) = (reader.u16()?, reader.u16()?);
        let name = field_name(reader, pool)?;
        let desc = field_descriptor(reader, pool)?;
        let slot = reader.u16()?;
        if usize::from(start) + usize::from(length) > code.bytes.len() || slot >= code.max_locals {
            let what = format!(
                "the variable {name} (slot {slot}, from {start} for {length} bytes) does not fit its method"
            );
            return Err(reader.fault_back(10, what));
        }
        locals.push(LocalVariable { start, length, name, desc, slot });
    }
    Ok(())
}
