//! What operations may do beyond computing with registers: declared beside each operation in the one list
//! ([`crate::for_each_op`]), so that an engine, an analysis or a compiler asks instead of keeping lists of
//! its own.
//!
//! Effects are upper bounds: an operation may do no more than it declares. What a named operation declares
//! covers all that it can be linked to. The interpreter's debug build compares what it does with what is
//! declared here, operation by operation.

use crate::for_each_op;
use crate::op::Op;
use std::fmt;

macro_rules! effects {
    ($($(#[$doc:meta])* $name:ident)*) => {
        /// One thing that an operation may do.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Effect {
            $($(#[$doc])* $name,)*
        }

        impl Effect {
            pub const ALL: &'static [Effect] = &[$(Effect::$name),*];
        }
    };
}

effects! {
    /// Looks at an object's class or at an array's length, which do not change while the object lives.
    ReadsHeader
    ReadsField
    WritesField
    ReadsStatic
    WritesStatic
    ReadsElement
    WritesElement
    Allocates
    /// Ends with an exception, by `throw` or because it cannot be done.
    Throws
    /// Takes a monitor or gives one back.
    Monitors
    /// Waits for another thread: for a monitor, or for a class that the other initializes.
    Blocks
    /// Lets the initializer of a class run, or ends one: whatever code that is.
    Initializes
    /// Lets a method run: whatever code that is.
    Calls
    /// Resolves a name: the machine puts a linked operation in its place. Classes are loaded, by whatever
    /// code the program's class loaders have.
    Links
}

/// A set of effects.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Effects(u16);

/// One bit for each effect.
const _: () = assert!(Effect::ALL.len() <= u16::BITS as usize);

impl Effects {
    pub const NONE: Effects = Effects(0);

    pub const fn of(effects: &[Effect]) -> Effects {
        let mut bits = 0;
        let mut i = 0;
        while i < effects.len() {
            bits |= 1 << effects[i] as u16;
            i += 1;
        }
        Effects(bits)
    }

    pub const fn has(self, effect: Effect) -> bool {
        self.0 & (1 << effect as u16) != 0
    }

    pub const fn is_within(self, other: Effects) -> bool {
        self.0 & !other.0 == 0
    }

    pub fn iter(self) -> impl Iterator<Item = Effect> {
        Effect::ALL.iter().copied().filter(move |&effect| self.has(effect))
    }

    /// Code of the program may run before the next operation of the method: nothing can be said about what
    /// that does.
    pub const fn runs_code(self) -> bool {
        self.has(Effect::Calls) || self.has(Effect::Initializes) || self.has(Effect::Links)
    }

    /// Computes with registers alone, and control always goes on: it can be done early, late, twice or not
    /// at all.
    pub const fn is_pure(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Debug for Effects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

macro_rules! declared {
    ($($(#[$doc:meta])* $name:ident $text:literal { $($field:ident : $ty:ident),* } $([$($effect:ident)*])?)*) => {
        impl Op {
            /// What the operation may do beyond computing with registers and jumping.
            pub const fn effects(&self) -> Effects {
                match self {
                    $(Op::$name { .. } => const { Effects::of(&[$($(Effect::$effect),*)?]) },)*
                }
            }

            /// The mnemonics of all operations with what they may do.
            pub fn all_effects() -> Vec<(&'static str, Effects)> {
                vec![$(($text, Effects::of(&[$($(Effect::$effect),*)?]))),*]
            }
        }
    };
}

for_each_op!(declared);

impl Op {
    /// A frame can stand at this operation while a callee runs. A dynamic constant is not among these,
    /// although it calls: its register counts as live until it is there.
    pub fn waits(&self) -> bool {
        self.effects().has(Effect::Calls) && !matches!(self, Op::Ldc { .. })
    }

    /// The operation can throw. Returns can, because a synchronized method gives its monitor back there.
    pub fn can_throw(&self) -> bool {
        self.effects().has(Effect::Throws)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(mnemonic: &str) -> Effects {
        let all = Op::all_effects();
        all.into_iter().find(|(name, _)| *name == mnemonic).unwrap_or_else(|| panic!("{mnemonic}")).1
    }

    #[test]
    fn sets() {
        let set = Effects::of(&[Effect::Throws, Effect::Links]);
        assert!(set.has(Effect::Throws) && set.has(Effect::Links) && !set.has(Effect::Calls));
        assert_eq!(set.iter().collect::<Vec<_>>(), [Effect::Throws, Effect::Links]);
        assert_eq!(format!("{set:?}"), "{Throws, Links}");
        assert!(Effects::NONE.is_within(set) && set.is_within(set) && !set.is_within(Effects::NONE));
        assert!(Effects::NONE.is_pure() && !Effects::NONE.runs_code() && set.runs_code());
    }

    /// What lowering emits by name, and what the machine may put in its place.
    #[test]
    fn a_named_operation_covers_what_it_is_linked_to() {
        let linked: &[(&str, &[&str])] = &[
            ("ldc", &["=ref", "=call"]),
            ("new", &["=new", "=newb"]),
            ("getfield", &["=get_32", "=get_64"]),
            ("putfield", &["=put_32", "=put_64", "=put_ref", "=put_narrow"]),
            ("getstatic", &["=gets_32", "=gets_64", "=getb_32", "=getb_64"]),
            ("putstatic", &["=puts"]),
            ("checkcast", &["=checkcast"]),
            ("instanceof", &["=instanceof"]),
            ("anewarray", &["=anewarray"]),
            ("invokestatic", &["=call", "=call_static"]),
            ("invokespecial", &["nop", "=call_special"]),
            ("invokevirtual", &["=call_special", "=call_virtual", "=call_interface", "=call_handle"]),
            ("invokeinterface", &["=call_special", "=call_virtual", "=call_interface"]),
            ("invokedynamic", &["=ref", "=call", "=call_static"]),
        ];
        let mut named = 0;
        for (name, forms) in linked {
            assert!(of(name).has(Effect::Links), "{name}");
            for form in *forms {
                assert!(of(form).is_within(of(name)), "{name} {:?} {form} {:?}", of(name), of(form));
                assert!(!of(form).has(Effect::Links), "{form}");
            }
            named += 1;
        }
        let links = Op::all_effects().into_iter().filter(|(_, effects)| effects.has(Effect::Links));
        // A `multianewarray` keeps its form; its class is resolved once.
        assert_eq!(links.count(), named + 1);
    }

    /// Whatever touches the heap, a monitor or a name says so, and can throw; scalars and jumps are pure.
    #[test]
    fn the_table_is_whole() {
        use Effect::*;
        for (name, effects) in Op::all_effects() {
            let refused = ["idiv", "irem", "ldiv", "lrem", "throw", "=nullcheck"];
            let expected = match name {
                name if refused.contains(&name) => Effects::of(&[Throws]),
                "return" | "return_void" => Effects::of(&[Monitors, Initializes, Throws]),
                "=ref" => Effects::NONE,
                "=text" => Effects::of(&[ReadsField, WritesField, Throws]),
                "=getb_32" | "=getb_64" => Effects::of(&[ReadsStatic]),
                "=instanceof" => Effects::of(&[ReadsHeader]),
                name if touches_heap(name) => {
                    assert!(effects.has(Throws) && effects != Effects::of(&[Throws]), "{name} {effects:?}");
                    continue;
                }
                _ => Effects::NONE,
            };
            assert_eq!(effects, expected, "{name}");
        }
    }

    fn touches_heap(name: &str) -> bool {
        let words = ["new", "get", "put", "cast", "instanceof", "array", "load_", "store_", "monitor"];
        let calls = ["invoke", "call"];
        name == "ldc" || words.iter().chain(&calls).any(|word| name.contains(word))
    }

    #[test]
    fn effects_of_operations() {
        use crate::operand::{Dst, Imm, Src};
        let add = Op::IAddK { dst: Dst(0), a: Src(0), k: Imm(1) };
        assert!(add.effects().is_pure() && !add.can_throw() && !add.waits());
        let div = Op::IDiv { dst: Dst(0), a: Src(0), b: Src(0) };
        assert!(!div.effects().is_pure() && div.can_throw() && !div.effects().runs_code());
    }
}
