//! `Delta`: rounds of a driver over structures. Who explores by rounds answers; for all others there is one structure.

use vm::Registry;

const CLASS: &str = "jaywalk/Delta";

pub fn register(registry: &mut Registry) {
    registry.provide(CLASS);
    registry.add(CLASS, "newStates(Ljava/lang/Object;)Ljava/lang/Object;", |cx, args| {
        cx.new_states(args.maybe(0)).map(|structure| u64::from(structure.0))
    });
    registry.add(CLASS, "merge(Ljava/lang/Object;)V", |cx, args| cx.merge(args.maybe(0)).map(|()| 0));
}
