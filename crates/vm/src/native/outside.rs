//! The outside world: standard streams, and files that the user has granted.

use super::Context;
use crate::disk::{Disk, Files};

impl Context<'_> {
    /// Writes to standard output or standard error.
    pub fn write_outside(&mut self, fd: i32, bytes: &[u8]) {
        self.machine.host.write(fd, bytes);
    }

    /// Reads from standard input; 0 at its end.
    pub fn read_outside(&mut self, buffer: &mut [u8]) -> usize {
        self.machine.host.read(buffer)
    }

    /// The real files, if there are any for the program.
    pub fn disk(&mut self) -> Option<&mut dyn Disk> {
        self.machine.host.disk()
    }

    /// The files that were opened.
    pub fn files(&self) -> &Files {
        &self.machine.files
    }
}
