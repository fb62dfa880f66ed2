//! `java.lang.invoke`: names of members, and the places where the library would build or edit `LambdaForm`s.

mod editor;
mod forms;
mod names;

use vm::Registry;

pub fn register(registry: &mut Registry) {
    for register in [editor::register, forms::register, names::register] {
        register(registry);
    }
}
