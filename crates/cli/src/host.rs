//! What a program can reach: our own standard streams, and files as far as it is granted them.

use crate::disk::Computer;
use java::{Disk, Host};
use std::io::{BufWriter, IsTerminal, Read, Stdout, Write};

/// Standard output is buffered here: a program that prints a million lines should not make a million system
/// calls.
pub struct Terminal {
    out: BufWriter<Stdout>,
    interactive: bool,
    disk: Computer,
}

impl Terminal {
    pub fn new() -> Terminal {
        let stdout = std::io::stdout();
        let interactive = stdout.is_terminal();
        Terminal { out: BufWriter::with_capacity(1 << 16, stdout), interactive, disk: Computer }
    }

    fn flush(&mut self) {
        // A closed pipe is the reader's wish; there is nobody left to tell.
        let _ = self.out.flush();
    }
}

impl Host for Terminal {
    fn write(&mut self, fd: i32, bytes: &[u8]) {
        if fd == 2 {
            self.flush();
            let _ = std::io::stderr().write_all(bytes);
        } else {
            let _ = self.out.write_all(bytes);
            if self.interactive {
                self.flush();
            }
        }
    }

    fn read(&mut self, buffer: &mut [u8]) -> usize {
        self.flush();
        std::io::stdin().read(buffer).unwrap_or(0)
    }

    fn disk(&mut self) -> Option<&mut dyn Disk> {
        Some(&mut self.disk)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.flush();
    }
}
