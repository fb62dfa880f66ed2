//! Native methods: Rust functions that stand for methods of the class library, and the table they are found
//! in.
//!
//! A native never runs Java code inside itself: it answers, or it asks the machine to go on with a call
//! ([`Trap::Call`]) or to come back later ([`Trap::Wait`]). So a state is always plain frames. A native that
//! may answer `Wait` is run again from its beginning, and must not have changed anything that a second run
//! would change again.

mod fresh;
mod gate;
mod handles;
mod library;
mod making;
mod memory;
mod objects;
mod outside;
mod threads;

pub use memory::Location;
pub use objects::{Readable, Use, Writable};

use crate::machine::{Machine, Options};
use crate::policy::Policy;
use crate::program::{MethodId, Program};
use crate::state::heap::Ref;
use crate::state::thread::ThreadId;
use crate::trap::Trap;
use base::{FastMap, FastSet, Symbol};
use ir::scalar::word;

/// The result in register form, or what happens instead. Void methods answer 0.
pub type Answer = Result<u64, Trap>;

pub type Native = fn(&mut Context<'_>, Args<'_>) -> Answer;

/// What a native sees of the machine.
pub struct Context<'a> {
    machine: &'a mut Machine,
    /// Who drives the machine.
    policy: &'a mut dyn Policy,
}

impl<'a> Context<'a> {
    pub(crate) fn new(machine: &'a mut Machine, policy: &'a mut dyn Policy) -> Context<'a> {
        Context { machine, policy }
    }

    /// The machine and who drives it, for natives of the machine's own.
    pub(crate) fn parts(&mut self) -> (&mut Machine, &mut dyn Policy) {
        (self.machine, self.policy)
    }

    /// The whole machine, for natives of the machine's own.
    pub(crate) fn machine(&mut self) -> &mut Machine {
        self.machine
    }

    /// The whole machine, to be looked at.
    pub(crate) fn machine_ref(&self) -> &Machine {
        self.machine
    }

    /// Classes, methods and fields as they are linked.
    #[inline]
    pub fn program(&self) -> &Program {
        &self.machine.program
    }

    /// What was decided before the machine booted.
    pub fn options(&self) -> &Options {
        &self.machine.options
    }
}

/// The arguments of a native call, receiver first.
#[derive(Clone, Copy)]
pub struct Args<'a> {
    pub thread: ThreadId,
    pub method: MethodId,
    pub words: &'a [u64],
}

impl Args<'_> {
    #[inline]
    pub fn int(&self, index: usize) -> i32 {
        word::int(self.words[index])
    }
    #[inline]
    pub fn long(&self, index: usize) -> i64 {
        word::long(self.words[index])
    }
    #[inline]
    pub fn float(&self, index: usize) -> f32 {
        word::float(self.words[index])
    }
    #[inline]
    pub fn double(&self, index: usize) -> f64 {
        word::double(self.words[index])
    }
    #[inline]
    pub fn boolean(&self, index: usize) -> bool {
        self.words[index] as u32 != 0
    }
    /// A reference that may be null.
    #[inline]
    pub fn maybe(&self, index: usize) -> Ref {
        Ref(self.words[index] as u32)
    }
    /// A reference that must not be null.
    #[inline]
    pub fn object(&self, index: usize) -> Result<Ref, Trap> {
        match self.maybe(index) {
            Ref::NULL => Err(Trap::null_pointer()),
            object => Ok(object),
        }
    }
}

/// Answers in register form.
pub fn int(value: i32) -> u64 {
    word::of_int(value)
}

type OfClass = FastMap<(Symbol, Symbol), Native>;

/// Which Rust function stands for which method.
#[derive(Default)]
pub struct Registry {
    classes: FastMap<Symbol, OfClass>,
    /// Classes that are there even if no source has them.
    provided: FastSet<Symbol>,
    /// Class files of our own that count as the library's, see [`crate::kernel`].
    embedded: FastMap<Symbol, &'static [u8]>,
}

impl Registry {
    /// `name` is `method(descriptor)`, as in `hashCode()I`. A method that has bytecode is replaced.
    pub fn add(&mut self, class: &str, name: &str, native: Native) {
        let (method, desc) = name.split_at(name.find('(').unwrap_or(name.len()));
        let key = (Symbol::new(method), Symbol::new(desc));
        self.classes.entry(Symbol::new(class)).or_default().insert(key, native);
    }

    /// Where no source has this class, it consists of what was added for it, all of it static.
    pub fn provide(&mut self, class: &str) {
        self.provided.insert(Symbol::new(class));
    }

    pub fn provides(&self, class: Symbol) -> bool {
        self.provided.contains(&class)
    }

    /// This class file counts as one of the library.
    pub fn embed(&mut self, class: &str, bytes: &'static [u8]) {
        self.embedded.insert(Symbol::new(class), bytes);
    }

    pub fn embedded(&self, class: Symbol) -> Option<&'static [u8]> {
        self.embedded.get(&class).copied()
    }

    pub fn of_class(&self, class: Symbol) -> Option<&OfClass> {
        self.classes.get(&class)
    }

    /// Every entry, for listings: class, method, descriptor.
    pub fn entries(&self) -> impl Iterator<Item = (Symbol, Symbol, Symbol)> + '_ {
        self.classes.iter().flat_map(|(class, of)| of.keys().map(|(name, desc)| (*class, *name, *desc)))
    }
}
