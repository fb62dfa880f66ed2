//! java.io: standard streams, and files of the JDK for reading. All other files are closed to programs.

mod descriptor;
mod files;
mod paths;
mod resource;
mod streams;
mod url;

use vm::Registry;

pub fn register(registry: &mut Registry) {
    for register in [
        descriptor::register,
        files::register,
        paths::register,
        resource::register,
        streams::register,
        url::register,
    ] {
        register(registry);
    }
}
