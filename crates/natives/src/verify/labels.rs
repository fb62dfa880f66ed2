//! Labels: what a program says of itself to temporal properties.

use vm::Registry;

pub fn register(registry: &mut Registry, class: &str) {
    registry.add(class, "label(Ljava/lang/String;Z)V", |m, a| {
        let name = super::output::text(m, a.maybe(0));
        m.set_label(&name, a.boolean(1)).map(|()| 0)
    });
}
