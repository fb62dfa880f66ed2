//! Class initialization (JVMS 5.5), with its locking and its error states.
//!
//! The state of a class stands in its record of statics. To initialize a class is to push a frame for its
//! `<clinit>` that has not started: before it does, superclass and superinterfaces are initialized by frames
//! on top of it. When the last of these frames is gone, the operation that asked for the class is tried
//! again.

use crate::machine::Machine;
use crate::policy::{Policy, Touch};
use crate::program::{ClassId, MethodId, statics};
use crate::state::heap::Ref;
use crate::state::thread::{NOT_STARTED, OnExit, ThreadId, ThreadStatus};
use crate::trap::{Stop, Trap};
use base::{Symbol, names};
use classfile::{Constant, Kind};

impl Machine {
    #[inline]
    pub fn is_initialized(&self, class: ClassId) -> bool {
        let record = self.program.classes[class].statics;
        record.is_null() || self.heap.get32(record, statics::STATE) == statics::DONE
    }

    /// Linked code may leave out the check: the class was initialized in the base state.
    pub(crate) fn is_base_initialized(&self, class: ClassId) -> bool {
        let c = &self.program.classes[class];
        c.trivial_init || (c.base_init && self.frozen) || (self.heap.epoch == 0 && self.is_initialized(class))
    }

    /// Returns if the class is initialized, or being initialized by this very thread.
    #[inline]
    pub fn ensure_initialized(
        &mut self,
        policy: &mut dyn Policy,
        thread: ThreadId,
        class: ClassId,
    ) -> Result<(), Trap> {
        match self.is_initialized(class) || policy.is_probing() {
            true => Ok(()),
            false => self.initialize(policy, thread, class),
        }
    }

    #[cold]
    fn initialize(&mut self, policy: &mut dyn Policy, thread: ThreadId, class: ClassId) -> Result<(), Trap> {
        self.heap.notes.spoil();
        let record = self.program.classes[class].statics;
        match self.heap.get32(record, statics::STATE) {
            statics::RUNNING if self.heap.get32(record, statics::THREAD) == thread.0 => Ok(()),
            statics::RUNNING => {
                self.change_thread(thread).status = ThreadStatus::Initializing(class);
                Err(Trap::Wait)
            }
            state @ (statics::FAILED | statics::REFUSED) => {
                let error = "java/lang/NoClassDefFoundError";
                let what =
                    format!("Could not initialize class {}", self.program.classes[class].external_name());
                match state {
                    statics::FAILED => Err(Trap::raise(error, what)),
                    _ => Err(Trap::Refuse(error, format!("{what}, whose initializer was denied access"))),
                }
            }
            _ => self.begin_initialization(policy, thread, class),
        }
    }

    fn begin_initialization(
        &mut self,
        policy: &mut dyn Policy,
        thread: ThreadId,
        class: ClassId,
    ) -> Result<(), Trap> {
        self.settle_constants(policy, class)?;
        let nothing_to_run =
            self.program.classes[class].clinit.is_none() && self.first_parent_to_initialize(class).is_none();
        if !nothing_to_run {
            // Others can see who initializes a class, and may have to wait for it. What comes after is
            // another operation.
            policy.gate_always(self, Touch::Anything)?;
            policy.begin(false);
        }
        self.verify(class)?;
        self.assign_constants(class)?;
        let record = self.program.classes[class].statics;
        if nothing_to_run {
            self.heap.put32(record, statics::STATE, statics::DONE);
            return Ok(());
        }
        let method = match self.program.classes[class].clinit {
            Some(clinit) => clinit,
            None => self.empty_initializer(),
        };
        self.push_frame(thread, method, &[], u16::MAX, OnExit::Initialized(class))?;
        if let Some(top) = self.threads[thread].frames.last_mut() {
            top.pc = NOT_STARTED;
        }
        self.heap.put32(record, statics::STATE, statics::RUNNING);
        self.heap.put32(record, statics::THREAD, thread.0);
        Err(Trap::Again)
    }

    /// What must be initialized before the class: its superclass, and superinterfaces with default methods.
    fn first_parent_to_initialize(&self, class: ClassId) -> Option<ClassId> {
        let c = &self.program.classes[class];
        if c.is_interface() {
            return None;
        }
        let supers = c.super_class.into_iter();
        let interfaces = c.all_interfaces.iter().copied().filter(|&i| self.has_defaults(i));
        supers.chain(interfaces).find(|&parent| {
            let record = self.program.classes[parent].statics;
            !record.is_null() && self.heap.get32(record, statics::STATE) != statics::DONE
        })
    }

    fn has_defaults(&self, interface: ClassId) -> bool {
        self.program.classes[interface].methods.iter().any(|&m| {
            let method = &self.program.methods[m];
            !method.is_static() && !method.access.is_abstract()
        })
    }

    /// Called when a frame that has not started comes to the top: lets it start, or pushes what must run
    /// before it.
    pub(crate) fn start_initializer(
        &mut self,
        policy: &mut dyn Policy,
        thread: ThreadId,
    ) -> Result<(), Trap> {
        self.heap.notes.spoil();
        let Some(&frame) = self.threads[thread].frames.last() else { return Ok(()) };
        if let OnExit::Initialized(class) = frame.exit {
            let c = &self.program.classes[class];
            if !c.is_interface() {
                let parents: Vec<ClassId> = c
                    .super_class
                    .into_iter()
                    .chain(self.interfaces_in_order(class).into_iter().filter(|&i| self.has_defaults(i)))
                    .collect();
                for parent in parents {
                    self.ensure_initialized(policy, thread, parent)?;
                }
            }
        }
        if let Some(top) = self.threads[thread].frames.last_mut() {
            top.pc = 0;
        }
        Ok(())
    }

    /// Direct superinterfaces in the order of declaration, each after its own superinterfaces.
    fn interfaces_in_order(&self, class: ClassId) -> Vec<ClassId> {
        let mut order = Vec::new();
        for &interface in &*self.program.classes[class].interfaces {
            order.extend(self.interfaces_in_order(interface));
            order.push(interface);
        }
        order
    }

    /// Constants of static fields count as used from here on, where that matters. Before anything else is done, as the
    /// step may have to end first.
    fn settle_constants(&mut self, policy: &mut dyn Policy, class: ClassId) -> Result<(), Trap> {
        let Some(file) = self.program.classes[class].file.clone() else { return Ok(()) };
        for constant in file.fields.iter().filter_map(|field| field.constant) {
            if let Some(&Constant::String(text)) = file.constants.get(usize::from(constant))
                && self.cell(text)?.is_some()
            {
                self.constant(policy, text)?;
            }
        }
        Ok(())
    }

    fn assign_constants(&mut self, class: ClassId) -> Result<(), Trap> {
        let Some(file) = self.program.classes[class].file.clone() else { return Ok(()) };
        let record = self.program.classes[class].statics;
        for &id in self.program.classes[class].fields.clone().iter() {
            let field = &self.program.fields[id];
            let (unit, row, is_static) = (field.unit, field.row, field.access.is_static());
            let Some(constant) = row.and_then(|row| file.fields[usize::from(row)].constant) else { continue };
            if !is_static {
                continue;
            }
            match file.constants.get(usize::from(constant)) {
                Some(Constant::Integer(value)) => self.heap.put32(record, unit, *value as u32),
                Some(Constant::Float(value)) => self.heap.put32(record, unit, value.to_bits()),
                Some(Constant::Long(value)) => self.heap.put64(record, unit, *value as u64),
                Some(Constant::Double(value)) => self.heap.put64(record, unit, value.to_bits()),
                Some(Constant::String(text)) => {
                    let string = self.settled_constant(*text)?;
                    self.heap.put_ref(record, unit, string);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The initializer of `class` has returned.
    pub(crate) fn initialization_done(&mut self, class: ClassId) {
        self.heap.notes.spoil();
        let record = self.program.classes[class].statics;
        self.heap.put32(record, statics::STATE, statics::DONE);
    }

    /// The initializer of `class` has thrown; the result is what its frame throws on.
    pub(crate) fn initialization_failed(
        &mut self,
        thread: ThreadId,
        class: ClassId,
        thrown: Ref,
    ) -> Result<Ref, Trap> {
        let record = self.program.classes[class].statics;
        let refused = self.refusal_behind(thrown).is_some();
        self.heap.put32(record, statics::STATE, if refused { statics::REFUSED } else { statics::FAILED });
        let error = self.known().error;
        if self.program.is_subclass(self.heap.class_of(thrown), error) {
            return Ok(thrown);
        }
        let wrapper = self.make_exception(thread, "java/lang/ExceptionInInitializerError", None)?;
        let cause = self.known().throwable_cause;
        self.heap.put_ref(wrapper, cause, thrown);
        Ok(wrapper)
    }

    /// An initializer for classes that have none but whose parents do.
    fn empty_initializer(&mut self) -> MethodId {
        if let Some(made) = self.made.empty_initializer {
            return made;
        }
        let access = classfile::Access(classfile::Access::STATIC);
        let method =
            crate::program::Method::declared(ClassId::STATICS, access, names::CLINIT, names::VOID_DESC);
        let mut builder = ir::Builder::new(&[]);
        builder.emit(ir::Op::ReturnVoid {});
        let id = self.program.add_synthesized(method, builder.finish());
        self.made.empty_initializer = Some(id);
        id
    }

    /// Type-checks the methods of a class from the class path: before it is initialized and, as many classes
    /// have nothing to initialize, before any of its methods is lowered. A class that was refused is
    /// refused again, whatever path leads there.
    pub(crate) fn verify(&mut self, class: ClassId) -> Result<(), Trap> {
        if self.program.classes[class].verified {
            return Ok(());
        }
        let Some(file) = self.program.classes[class].file.clone() else { return Ok(()) };
        for method in &file.methods {
            if let Err(rejected) = verify::verify(&file, method, &mut Hierarchy { machine: self }) {
                let base = method.code.as_ref().map_or(0, |code| u64::from(code.file_offset));
                let what = format!("{}.{}{}: {}", file.name, method.name, method.desc, rejected.what);
                let error = classfile::Error::at(
                    file.origin.clone(),
                    base + u64::from(rejected.bytecode_offset),
                    what,
                );
                return Err(Trap::Stop(Box::new(Stop::Invalid(error))));
            }
        }
        self.program.classes[class].verified = true;
        Ok(())
    }

    /// Where a static field lives, for code that has no link: the record and the unit.
    pub fn static_field(&self, class: ClassId, name: &str, desc: &str) -> Option<(Ref, u32, Kind)> {
        let field = self.program.find_field(class, Symbol::new(name), Symbol::new(desc))?;
        let field = &self.program.fields[field];
        Some((self.program.classes[field.class].statics, field.unit, field.kind))
    }
}

/// The verifier's view of the class hierarchy: classes are loaded as it asks for them.
struct Hierarchy<'a> {
    machine: &'a mut Machine,
}

impl verify::Hierarchy for Hierarchy<'_> {
    fn is_assignable(&mut self, from: Symbol, to: Symbol) -> bool {
        let machine = &mut *self.machine;
        let Ok(to) = machine.program.load(&mut machine.heap, to) else { return true };
        if machine.program.classes[to].is_interface() {
            return true;
        }
        let Ok(from) = machine.program.load(&mut machine.heap, from) else { return true };
        machine.program.is_subclass(from, to)
    }

    fn common_superclass(&mut self, a: Symbol, b: Symbol) -> Symbol {
        let machine = &mut *self.machine;
        let loaded = [a, b].map(|name| machine.program.load(&mut machine.heap, name));
        let [Ok(a), Ok(b)] = loaded else { return names::OBJECT };
        let classes = &machine.program.classes;
        let shared =
            classes[a].ancestors.iter().zip(&*classes[b].ancestors).take_while(|(x, y)| x == y).last();
        shared.map_or(names::OBJECT, |(&class, _)| classes[class].name)
    }
}
