//! java.io.FileDescriptor: numbers of open files, and how far each has been read.
//!
//! The position stands in the descriptor object's `handle`, a field that Unix has no use for: there it is
//! part of the state.

use super::access;
use super::kernel::{self, forward_or};
use base::Symbol;
use std::path::Path;
use std::sync::Arc;
use vm::{Answer, Args, Context, Ref, Registry, Trap};

pub fn register(registry: &mut Registry) {
    let descriptor = "java/io/FileDescriptor";
    registry.add(descriptor, "initIDs()V", crate::nothing);
    registry.add(descriptor, "getHandle(I)J", crate::nothing);
    registry.add(descriptor, "getAppend(I)Z", crate::nothing);
    registry.add(descriptor, "close0()V", |cx, args| forward_or(cx, args, close));
    for name in ["sync()V", "sync0()V"] {
        registry.add(descriptor, name, crate::nothing);
    }
    registry.add("java/io/FileCleanable", "cleanupClose0(IJ)V", crate::nothing);
}

/// Only the object knows that it was open.
fn close(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let descriptor = Descriptor::of_object(cx, args.object(0)?)?;
    descriptor.gate(cx)?;
    let fd_unit = unit(cx, descriptor.object, "fd", "I")?;
    cx.put32(descriptor.object, fd_unit, u32::MAX)?;
    Ok(0)
}

const STANDARD_INPUT: i32 = 0;
/// How much is asked for at once where all of standard input is read.
const INPUT_PIECE_BYTES: usize = 1 << 16;
/// Numbers from here on are files that the program opened.
pub const FIRST_FILE: i32 = 3;

/// An open descriptor.
#[derive(Clone, Copy)]
pub struct Descriptor {
    pub fd: i32,
    object: Ref,
    handle_unit: u32,
}

pub(super) fn unit(cx: &Context<'_>, object: Ref, name: &str, desc: &str) -> Result<u32, Trap> {
    let class = cx.class_of(object);
    let field = cx.program().resolve_field(class, Symbol::new(name), Symbol::new(desc))?;
    Ok(cx.program().fields[field].unit)
}

impl Descriptor {
    /// The descriptor of a stream or file object, which must be open. While all interleavings are explored,
    /// the step may have to end before it is used: others may read from it as well.
    pub fn of(cx: &mut Context<'_>, stream: Ref) -> Result<Descriptor, Trap> {
        let found = Descriptor::of_stream(cx, stream)?;
        if found.fd == -1 {
            return Err(Trap::raise("java/io/IOException", "Stream Closed"));
        }
        found.gate(cx)?;
        Ok(found)
    }

    pub fn gate(&self, cx: &mut Context<'_>) -> Result<(), Trap> {
        match cx.is_exploring() {
            true => cx.gate_access(self.object, self.handle_unit, true),
            false => Ok(()),
        }
    }

    fn of_stream(cx: &mut Context<'_>, stream: Ref) -> Result<Descriptor, Trap> {
        let fd_unit = unit(cx, stream, "fd", "Ljava/io/FileDescriptor;")?;
        let object = cx.get_ref(stream, fd_unit)?;
        match object.is_null() {
            true => Err(Trap::raise("java/io/IOException", "Stream Closed")),
            false => Descriptor::of_object(cx, object),
        }
    }

    /// A `FileDescriptor`, open or not.
    pub fn of_object(cx: &mut Context<'_>, object: Ref) -> Result<Descriptor, Trap> {
        let fd_unit = unit(cx, object, "fd", "I")?;
        let fd = cx.get32(object, fd_unit)? as i32;
        Ok(Descriptor { fd, object, handle_unit: unit(cx, object, "handle", "J")? })
    }

    /// Opens a file for reading.
    pub fn open(cx: &mut Context<'_>, stream: Ref, path: &str) -> Result<(), Trap> {
        let number = match access::open(cx, path.as_bytes()) {
            Ok(number) => number,
            Err(refusal) => return Err(refusal.not_found(path)),
        };
        let descriptor = Descriptor::of_stream(cx, stream)?;
        let fd = FIRST_FILE + number as i32;
        if kernel::is_number(fd) {
            return Err(Trap::unsupported("so many open files that their numbers are those of sockets"));
        }
        let fd_unit = unit(cx, descriptor.object, "fd", "I")?;
        descriptor.gate(cx)?;
        cx.put32(descriptor.object, fd_unit, fd as u32)?;
        descriptor.seek(cx, 0)
    }

    /// The content, if this is a file and not a standard stream.
    pub fn content(&self, cx: &Context<'_>) -> Option<Arc<[u8]>> {
        let number = usize::try_from(self.fd.checked_sub(FIRST_FILE)?).ok()?;
        cx.files().get(number).map(|file| file.content)
    }

    /// What standard input holds: read whole and kept while paths are explored, since every path reads it
    /// from its beginning.
    fn kept_input(&self, cx: &mut Context<'_>) -> Option<Arc<[u8]>> {
        if self.fd != STANDARD_INPUT || !cx.is_exploring() {
            return None;
        }
        let name = Path::new("standard input");
        let number = cx.files().find(name).unwrap_or_else(|| {
            let mut all = Vec::new();
            let mut buffer = vec![0; INPUT_PIECE_BYTES];
            loop {
                match cx.read_outside(&mut buffer) {
                    0 => break cx.files().add(name, all),
                    count => all.extend_from_slice(&buffer[..count]),
                }
            }
        });
        cx.files().get(number).map(|file| file.content)
    }

    pub fn is_file(&self) -> bool {
        self.fd >= FIRST_FILE
    }

    pub fn length(&self, cx: &Context<'_>) -> u64 {
        self.content(cx).map_or(0, |content| content.len() as u64)
    }

    /// Bytes from the position to the end.
    pub fn remaining(&self, cx: &mut Context<'_>) -> Result<u64, Trap> {
        Ok(self.length(cx).saturating_sub(self.position(cx)?))
    }

    /// A descriptor whose file was opened by number has -1 for it until it is first moved.
    pub fn position(&self, cx: &mut Context<'_>) -> Result<u64, Trap> {
        Ok((cx.get64(self.object, self.handle_unit)? as i64).max(0) as u64)
    }

    pub fn seek(&self, cx: &mut Context<'_>, position: u64) -> Result<(), Trap> {
        cx.put64(self.object, self.handle_unit, position)
    }

    /// Reads as much as is there; 0 at the end.
    pub fn read(&self, cx: &mut Context<'_>, buffer: &mut [u8]) -> Result<usize, Trap> {
        let Some(content) = self.content(cx).or_else(|| self.kept_input(cx)) else {
            return Ok(cx.read_outside(buffer));
        };
        let position = self.position(cx)?;
        let rest = content.get(position as usize..).unwrap_or(&[]);
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.seek(cx, position + count as u64)?;
        Ok(count)
    }

    /// Files are open for reading only.
    pub fn write(&self, cx: &mut Context<'_>, bytes: &[u8]) -> Result<(), Trap> {
        match self.fd {
            1 | 2 => {
                cx.write_outside(self.fd, bytes);
                Ok(())
            }
            _ => Err(Trap::raise("java/io/IOException", access::error_text(access::EBADF))),
        }
    }
}
