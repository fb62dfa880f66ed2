//! java.io.FileDescriptor: numbers of open files, and how far each has been read.
//!
//! The position stands in the descriptor object's `handle`, a field that Unix has no use for: there it is
//! part of the state.

use super::access::{self, Refusal};
use base::Symbol;
use std::path::Path;
use std::sync::Arc;
use vm::{Answer, Args, Machine, Ref, Registry, Trap};

pub fn register(registry: &mut Registry) {
    let descriptor = "java/io/FileDescriptor";
    registry.add(descriptor, "initIDs()V", crate::nothing);
    registry.add(descriptor, "getHandle(I)J", crate::nothing);
    registry.add(descriptor, "getAppend(I)Z", crate::nothing);
    registry.add(descriptor, "close0()V", close);
    for name in ["sync()V", "sync0()V"] {
        registry.add(descriptor, name, crate::nothing);
    }
    registry.add("java/io/FileCleanable", "cleanupClose0(IJ)V", crate::nothing);
}

/// Only the object knows that it was open.
fn close(machine: &mut Machine, args: Args<'_>) -> Answer {
    let descriptor = Descriptor::of_object(machine, args.object(0)?)?;
    descriptor.gate(machine)?;
    let fd_unit = unit(machine, descriptor.object, "fd", "I")?;
    machine.gate_access(descriptor.object, fd_unit, true)?;
    machine.heap.put32(descriptor.object, fd_unit, u32::MAX);
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

fn unit(machine: &Machine, object: Ref, name: &str, desc: &str) -> Result<u32, Trap> {
    let class = machine.heap.class_of(object);
    let field = machine.program.resolve_field(class, Symbol::new(name), Symbol::new(desc))?;
    Ok(machine.program.fields[field].unit)
}

impl Descriptor {
    /// The descriptor of a stream or file object, which must be open. While all interleavings are explored,
    /// the step may have to end before it is used: others may read from it as well.
    pub fn of(machine: &mut Machine, stream: Ref) -> Result<Descriptor, Trap> {
        let found = Descriptor::of_stream(machine, stream)?;
        if found.fd == -1 {
            return Err(Trap::raise("java/io/IOException", "Stream Closed"));
        }
        found.gate(machine)?;
        Ok(found)
    }

    pub fn gate(&self, machine: &mut Machine) -> Result<(), Trap> {
        match machine.is_exploring() {
            true => machine.gate_access(self.object, self.handle_unit, true),
            false => Ok(()),
        }
    }

    fn of_stream(machine: &Machine, stream: Ref) -> Result<Descriptor, Trap> {
        let object = machine.heap.get_ref(stream, unit(machine, stream, "fd", "Ljava/io/FileDescriptor;")?);
        match object.is_null() {
            true => Err(Trap::raise("java/io/IOException", "Stream Closed")),
            false => Descriptor::of_object(machine, object),
        }
    }

    /// A `FileDescriptor`, open or not.
    pub fn of_object(machine: &Machine, object: Ref) -> Result<Descriptor, Trap> {
        let fd = machine.heap.get32(object, unit(machine, object, "fd", "I")?) as i32;
        Ok(Descriptor { fd, object, handle_unit: unit(machine, object, "handle", "J")? })
    }

    /// Opens a file for reading.
    pub fn open(machine: &mut Machine, stream: Ref, path: &str) -> Result<(), Trap> {
        let number = match access::open(machine, path.as_bytes()) {
            Ok(number) => number,
            Err(Refusal::Trap(trap)) => return Err(trap),
            Err(refusal) => {
                let why = format!("{path} ({})", refusal.text());
                return Err(Trap::raise("java/io/FileNotFoundException", why));
            }
        };
        let descriptor = Descriptor::of_stream(machine, stream)?;
        let fd = FIRST_FILE + number as i32;
        let fd_unit = unit(machine, descriptor.object, "fd", "I")?;
        machine.heap.put32(descriptor.object, fd_unit, fd as u32);
        descriptor.seek(machine, 0);
        Ok(())
    }

    /// The content, if this is a file and not a standard stream.
    pub fn content(&self, machine: &Machine) -> Option<Arc<[u8]>> {
        let number = usize::try_from(self.fd.checked_sub(FIRST_FILE)?).ok()?;
        machine.files.get(number).map(|file| file.content)
    }

    /// What standard input holds: read whole and kept while paths are explored, since every path reads it
    /// from its beginning.
    fn kept_input(&self, machine: &mut Machine) -> Option<Arc<[u8]>> {
        if self.fd != STANDARD_INPUT || !machine.is_exploring() {
            return None;
        }
        let name = Path::new("standard input");
        let number = machine.files.find(name).unwrap_or_else(|| {
            let mut all = Vec::new();
            let mut buffer = vec![0; INPUT_PIECE_BYTES];
            loop {
                match machine.host.read(&mut buffer) {
                    0 => break machine.files.add(name, all),
                    count => all.extend_from_slice(&buffer[..count]),
                }
            }
        });
        machine.files.get(number).map(|file| file.content)
    }

    pub fn is_file(&self) -> bool {
        self.fd >= FIRST_FILE
    }

    pub fn length(&self, machine: &Machine) -> u64 {
        self.content(machine).map_or(0, |content| content.len() as u64)
    }

    /// Bytes from the position to the end.
    pub fn remaining(&self, machine: &Machine) -> u64 {
        self.length(machine).saturating_sub(self.position(machine))
    }

    /// A descriptor whose file was opened by number has -1 for it until it is first moved.
    pub fn position(&self, machine: &Machine) -> u64 {
        (machine.heap.get64(self.object, self.handle_unit) as i64).max(0) as u64
    }

    pub fn seek(&self, machine: &mut Machine, position: u64) {
        machine.heap.put64(self.object, self.handle_unit, position);
    }

    /// Reads as much as is there; 0 at the end.
    pub fn read(&self, machine: &mut Machine, buffer: &mut [u8]) -> usize {
        let Some(content) = self.content(machine).or_else(|| self.kept_input(machine)) else {
            return machine.host.read(buffer);
        };
        let position = self.position(machine);
        let rest = content.get(position as usize..).unwrap_or(&[]);
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.seek(machine, position + count as u64);
        count
    }

    /// Files are open for reading only.
    pub fn write(&self, machine: &mut Machine, bytes: &[u8]) -> Result<(), Trap> {
        match self.fd {
            1 | 2 => {
                machine.host.write(self.fd, bytes);
                Ok(())
            }
            _ => Err(Trap::raise("java/io/IOException", access::error_text(access::EBADF))),
        }
    }
}
