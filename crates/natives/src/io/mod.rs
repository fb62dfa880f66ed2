//! java.io: standard streams, and files of the JDK for reading. All other files are closed to programs.

mod descriptor;
mod files;
mod resource;
mod streams;

use vm::Registry;

pub fn register(registry: &mut Registry) {
    for register in [descriptor::register, files::register, resource::register, streams::register] {
        register(registry);
    }
}
