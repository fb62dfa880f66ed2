//! Classes, mirrors, members and code: what belongs to the program and not to its state.

use super::Context;
use super::Native;
use crate::define::Definition;
use crate::known::WellKnown;
use crate::mirror::Owners;
use crate::program::{ClassId, LoadError, MethodId};
use crate::state::heap::Ref;
use crate::state::thread::ThreadId;
use crate::trap::Trap;
use base::Symbol;
use classfile::Kind;
use classfile::MemberRef;
use ir::Builder;

impl Context<'_> {
    /// Loads a class of the library by its internal name.
    #[inline]
    pub fn load(&mut self, name: &str) -> Result<ClassId, Trap> {
        self.machine.load(name)
    }

    #[inline]
    pub fn load_class(&mut self, name: Symbol) -> Result<ClassId, Trap> {
        self.machine.load_class(name)
    }

    /// The `java.lang.Class` of a class.
    #[inline]
    pub fn mirror(&mut self, class: ClassId) -> Result<Ref, Trap> {
        self.machine.mirror(class)
    }

    /// The class that a `java.lang.Class` stands for.
    #[inline]
    pub fn mirrored(&self, mirror: Ref) -> Result<ClassId, Trap> {
        self.machine.mirrored(mirror)
    }

    /// The field descriptor of the class that a `Class` stands for.
    #[inline]
    pub fn mirror_descriptor(&self, mirror: Ref) -> Result<Symbol, Trap> {
        self.machine.mirror_descriptor(mirror)
    }

    /// The `java.lang.Module` of a module of the JDK. It has a name and nothing else.
    #[inline]
    pub fn named_module(&mut self, name: Symbol) -> Result<Ref, Trap> {
        self.machine.named_module(name)
    }

    #[inline]
    pub fn owners(&self) -> Owners {
        self.machine.owners()
    }

    /// The known classes. Boot looks them up before anything runs.
    #[inline]
    pub fn known(&self) -> &WellKnown {
        self.machine.known()
    }

    /// Where a static field lives, for code that has no link: the record and the unit.
    #[inline]
    pub fn static_field(&self, class: ClassId, name: &str, desc: &str) -> Option<(Ref, u32, Kind)> {
        self.machine.static_field(class, name, desc)
    }

    #[inline]
    pub fn is_initialized(&self, class: ClassId) -> bool {
        self.machine.is_initialized(class)
    }

    /// Returns if the class is initialized, or being initialized by this very thread.
    #[inline]
    pub fn ensure_initialized(&mut self, thread: ThreadId, class: ClassId) -> Result<(), Trap> {
        self.machine.ensure_initialized(self.policy, thread, class)
    }

    /// Defines a class. May ask the loader for its superclasses first, and is then to be tried again.
    #[inline]
    pub fn define_class(
        &mut self,
        thread: ThreadId,
        definition: Definition,
        bytes: &[u8],
    ) -> Result<ClassId, Trap> {
        self.machine.define_class(thread, definition, bytes)
    }

    /// A native method of the machine's own, by which adapters reach into Rust.
    #[inline]
    pub fn builtin(&mut self, name: &str, desc: &str, native: Native) -> Result<MemberRef, Trap> {
        self.machine.builtin(name, desc, native)
    }

    /// Calls a static or instance method and hands its result back through `Trap::Call`, for natives that end
    /// in a call.
    #[inline]
    pub fn tail_call(&self, class: ClassId, name: &str, desc: &str, words: Vec<u64>) -> Trap {
        self.machine.tail_call(class, name, desc, words)
    }

    /// The `ArrayStoreException` of a store that does not fit.
    #[inline]
    pub fn check_store(&self, array: Ref, value: Ref) -> Result<(), Trap> {
        self.machine.check_store(array, value)
    }

    /// `pkg.Cls.method(desc)`, for messages about what is not supported.
    #[inline]
    pub fn full_name(&self, method: MethodId) -> String {
        self.machine.full_name(method)
    }

    /// The box class of a primitive kind and the unit of its value. `Void` and `Ref` have none; they are
    /// never asked for.
    #[inline]
    pub fn box_of(&self, kind: Kind) -> (ClassId, u32) {
        self.machine.box_of(kind)
    }

    /// The class of arrays with elements of this class.
    pub fn array_of(&mut self, element: ClassId) -> Result<ClassId, Trap> {
        Ok(self.machine.program.array_of(&mut self.machine.heap, element)?)
    }

    /// The class that a descriptor names.
    pub fn load_descriptor(&mut self, desc: Symbol) -> Result<ClassId, Trap> {
        Ok(self.machine.program.load_descriptor(&mut self.machine.heap, desc)?)
    }

    /// The static method that is known by `key`, made when it is first asked for. Native methods end with a
    /// call of such an adapter where Java code has to run; stack traces then show `shown_as`, or nothing.
    pub fn adapter(
        &mut self,
        key: &str,
        class: ClassId,
        desc: &str,
        shown_as: Option<MethodId>,
        make: impl FnOnce() -> Builder,
    ) -> Result<MethodId, Trap> {
        self.machine.adapter(key, class, desc, shown_as, make)
    }

    /// A class by its internal name, or why there is none.
    pub fn find_class(&mut self, name: Symbol) -> Result<ClassId, LoadError> {
        self.machine.program.load(&mut self.machine.heap, name)
    }

    /// The modules and classes that provide a service.
    pub fn providers(&mut self, service: Symbol) -> Result<Vec<(Symbol, Symbol)>, Trap> {
        self.machine.program.providers(service).map_err(|error| Trap::internal(error.to_string()))
    }
}
