//! `java.lang.invoke`: names of members, and the places where the library would build or edit `LambdaForm`s.

mod editor;
mod forms;
mod names;
mod target;

pub(crate) use target::{method_of, new_target};
use vm::Registry;

pub fn register(registry: &mut Registry) {
    for register in [editor::register, forms::register, names::register] {
        register(registry);
    }
}
