//! java.io.FileDescriptor: numbers of open files, and how far each has been read.
//!
//! The position stands in the descriptor object's `handle`, a field that Unix has no use for: there it is part of the state.

use base::Symbol;
use std::sync::Arc;
use vm::{Machine, Ref, Registry, Trap};

pub fn register(registry: &mut Registry) {
    let descriptor = "java/io/FileDescriptor";
    registry.add(descriptor, "initIDs()V", crate::nothing);
    registry.add(descriptor, "getHandle(I)J", crate::nothing);
    registry.add(descriptor, "getAppend(I)Z", crate::nothing);
    registry.add(descriptor, "close0()V", crate::nothing);
    registry.add(descriptor, "sync()V", crate::nothing);
    registry.add("java/io/FileCleanable", "cleanupClose0(IJ)V", crate::nothing);
}

/// Numbers from here on are files that the program opened.
const FIRST_FILE: i32 = 3;

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
    /// The descriptor of a stream or file object, which must be open.
    pub fn of(machine: &Machine, stream: Ref) -> Result<Descriptor, Trap> {
        let found = Descriptor::of_object(machine, stream)?;
        match found.fd {
            -1 => Err(Trap::raise("java/io/IOException", "Stream Closed")),
            _ => Ok(found),
        }
    }

    fn of_object(machine: &Machine, stream: Ref) -> Result<Descriptor, Trap> {
        let object = machine.heap.get_ref(stream, unit(machine, stream, "fd", "Ljava/io/FileDescriptor;")?);
        if object.is_null() {
            return Err(Trap::raise("java/io/IOException", "Stream Closed"));
        }
        let fd = machine.heap.get32(object, unit(machine, object, "fd", "I")?) as i32;
        Ok(Descriptor { fd, object, handle_unit: unit(machine, object, "handle", "J")? })
    }

    /// Opens a file of the JDK for reading.
    pub fn open(machine: &mut Machine, stream: Ref, path: &str) -> Result<(), Trap> {
        let refused = |why: &str| Trap::raise("java/io/FileNotFoundException", format!("{path} ({why})"));
        if !is_readable(machine, path) {
            return Err(refused("Permission denied"));
        }
        let bytes = machine.host.file(path).ok_or_else(|| refused("No such file or directory"))?;
        let descriptor = Descriptor::of_object(machine, stream)?;
        // The number stands for a content and is kept in the state: a path that is gone again must get the same one.
        let index = machine.files.iter().position(|file| **file == *bytes).unwrap_or_else(|| {
            machine.files.push(Arc::from(bytes));
            machine.files.len() - 1
        });
        let fd = FIRST_FILE + index as i32;
        let fd_unit = unit(machine, descriptor.object, "fd", "I")?;
        machine.heap.put32(descriptor.object, fd_unit, fd as u32);
        descriptor.seek(machine, 0);
        Ok(())
    }

    /// The content, if this is a file and not a standard stream.
    pub fn content(&self, machine: &Machine) -> Option<Arc<[u8]>> {
        let index = usize::try_from(self.fd.checked_sub(FIRST_FILE)?).ok()?;
        machine.files.get(index).cloned()
    }

    pub fn position(&self, machine: &Machine) -> u64 {
        machine.heap.get64(self.object, self.handle_unit)
    }

    pub fn seek(&self, machine: &mut Machine, position: u64) {
        machine.heap.put64(self.object, self.handle_unit, position);
    }

    /// Reads as much as is there; 0 at the end.
    pub fn read(&self, machine: &mut Machine, buffer: &mut [u8]) -> usize {
        let Some(content) = self.content(machine) else {
            return machine.host.read(buffer);
        };
        let position = self.position(machine);
        let rest = content.get(position as usize..).unwrap_or(&[]);
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.seek(machine, position + count as u64);
        count
    }
}

/// Only the JDK's own files can be read: the library needs some of them, and they are the same for every run.
pub fn is_readable(machine: &Machine, path: &str) -> bool {
    let home = &machine.options.jdk_home;
    let below = path.strip_prefix(home.as_str()).is_some_and(|rest| rest.starts_with('/'));
    below && !path.split('/').any(|part| part == "..")
}
