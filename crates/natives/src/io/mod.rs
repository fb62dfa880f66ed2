//! java.io and the part of java.nio that touches files: standard streams, files of the JDK and those that the
//! user grants, for reading; with a layer in memory, for writing.

mod access;
mod channel;
mod descriptor;
mod dispatcher;
mod files;
mod folder;
pub(crate) mod kernel;
mod layer;
mod net;
mod refused;
mod resource;
mod streams;
mod url;

use vm::Registry;

pub fn register(registry: &mut Registry) {
    for register in [
        channel::register,
        descriptor::register,
        dispatcher::register,
        files::register,
        folder::register,
        net::register,
        kernel::register,
        layer::register,
        refused::register,
        resource::register,
        streams::register,
        url::register,
    ] {
        register(registry);
    }
}
