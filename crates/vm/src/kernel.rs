//! Classes of our own that stand for the operating system: sockets, pipes, selectors and files that are
//! nowhere but in the machine.
//!
//! They are Java, so what they keep is objects like others: journaled, named, loaded. What is particular is
//! that a call of theirs is one operation. In a plain run nobody's turn ends within one, and exploring, no step
//! does (`explore/library.rs`), until it blocks. Who blocks waits on an object of class `Waiter`, which no
//! interrupt ends: that is how a system call on a socket behaves.

use crate::machine::Machine;
use crate::state::heap::Ref;
use crate::state::thread::ThreadId;
use base::Symbol;

/// What a thread that is blocked waits for: `Waiter.kind`.
const WAITS: [&str; 8] = [
    "a connection on port {}",
    "bytes on port {}",
    "room to send on port {}",
    "a place in the queue of port {}",
    "a datagram on port {}",
    "bytes in a pipe",
    "room in a pipe",
    "a channel to be ready",
];

impl Machine {
    /// An object of a class of the kernel's.
    pub fn is_kernel(&self, object: Ref) -> bool {
        !object.is_null() && self.program.classes[self.heap.class_of(object)].is_kernel
    }

    /// The thread is within a call of the kernel's.
    pub(crate) fn is_in_kernel(&self, thread: ThreadId) -> bool {
        let frames = &self.threads[thread].frames;
        frames.iter().any(|frame| self.program.classes[self.program.methods[frame.method].class].is_kernel)
    }

    /// What somebody waits for who waits on this object of the kernel's, in words.
    pub fn kernel_wait(&self, on: Ref) -> Option<String> {
        let class = Some(on).filter(|&on| self.is_kernel(on)).map(|on| self.heap.class_of(on))?;
        let number = |name: &str| {
            let field = self.program.find_field(class, Symbol::new(name), Symbol::new("I"))?;
            Some(self.heap.get32(on, self.program.fields[field].unit))
        };
        let text = WAITS.get(number("kind")? as usize)?;
        Some(text.replace("{}", &number("port")?.to_string()))
    }
}
