//! Calls that are more than a frame: first calls, native and synchronized methods, and the ways back from
//! them.

use crate::machine::Machine;
use crate::policy::Policy;
use crate::program::{ClassId, Code, MethodId, MethodKind, Program, StaticLink};
use crate::state::heap::Ref;
use crate::state::journal::Undo;
use crate::state::thread::{Frame, MAX_FRAMES, MAX_REGISTERS, OnExit, ThreadId, ThreadStatus};
use crate::trap::{Stop, Trap};
use base::names;
use classfile::{Access, Kind};
use ir::scalar;

impl Machine {
    /// Calls a method with arguments from the registers of the running frame. True if a frame was pushed.
    pub(super) fn call_slowly(
        &mut self,
        policy: &mut dyn Policy,
        thread: ThreadId,
        method: MethodId,
        args: &[u16],
        dst: u16,
    ) -> Result<bool, Trap> {
        // Natives allocate as well, and nothing can be collected while one runs.
        if self.collection_is_due() {
            self.collect();
        }
        let own = self.threads[thread].own_registers();
        let word = |&register: &u16| own[usize::from(register)];
        const FEW: usize = 8;
        if args.len() <= FEW {
            let mut words = [0; FEW];
            for (place, register) in words.iter_mut().zip(args) {
                *place = word(register);
            }
            return self.invoke(policy, thread, method, &words[..args.len()], dst);
        }
        let words: Vec<u64> = args.iter().map(word).collect();
        self.invoke(policy, thread, method, &words, dst)
    }

    /// Calls a method; its result goes to register `dst` of the top frame. True if a frame was pushed, false
    /// if it is done.
    pub(crate) fn invoke(
        &mut self,
        policy: &mut dyn Policy,
        thread: ThreadId,
        method: MethodId,
        words: &[u64],
        dst: u16,
    ) -> Result<bool, Trap> {
        match &self.program.methods[method].kind {
            MethodKind::Code(_)
                if self.program.methods[method].watched && policy.is_exploring() && !policy.is_open() =>
            {
                Err(Trap::Visible)
            }
            MethodKind::Code(code) => {
                let exit = match code.synchronized {
                    true => self.lock_for_call(policy, thread, method, words)?,
                    false => OnExit::Nothing,
                };
                if let Err(trap) = self.push_frame(thread, method, words, dst, exit) {
                    if let OnExit::Unlock(object) = exit {
                        self.unlock(thread, object);
                    }
                    return Err(trap);
                }
                Ok(true)
            }
            MethodKind::Bytecode => {
                self.prepare(method)?;
                self.invoke(policy, thread, method, words, dst)
            }
            MethodKind::Native(native) => {
                let answer = self.run_native(policy, thread, method, *native, words);
                self.after_native(policy, thread, method, words, dst, answer)
            }
            MethodKind::Abstract => {
                let class = words.first().map_or(ClassId::NONE, |&w| self.heap.class_of(Ref(w as u32)));
                Err(self.no_implementation(class, method))
            }
            MethodKind::Unsupported => Err(Trap::unsupported(self.full_name(method))),
            MethodKind::Polymorphic => Err(Trap::Raise("java/lang/UnsupportedOperationException", None)),
        }
    }

    /// `pkg.Cls.method(desc)`, for messages about what is not supported.
    pub fn full_name(&self, method: MethodId) -> String {
        let m = &self.program.methods[method];
        format!("{}.{}{}", self.program.classes[m.class].external_name(), m.name, m.desc)
    }

    pub(super) fn set_result(&mut self, thread: ThreadId, dst: u16, value: u64) {
        if dst != u16::MAX {
            let t = &mut self.threads[thread];
            if let Some(&top) = t.frames.last() {
                t.registers[top.base as usize + usize::from(dst)] = value;
            }
        }
    }

    fn lock_for_call(
        &mut self,
        policy: &mut dyn Policy,
        thread: ThreadId,
        method: MethodId,
        words: &[u64],
    ) -> Result<OnExit, Trap> {
        let object = match self.program.methods[method].is_static() {
            true => self.mirror(self.program.methods[method].class)?,
            false => Ref(words[0] as u32),
        };
        policy.gate_monitor(self, object)?;
        self.lock(thread, object)?;
        Ok(OnExit::Unlock(object))
    }

    /// Pushes a frame for a method with code.
    pub(crate) fn push_frame(
        &mut self,
        thread: ThreadId,
        method: MethodId,
        words: &[u64],
        ret: u16,
        exit: OnExit,
    ) -> Result<(), Trap> {
        self.prepare(method)?;
        let registers = self.program.methods[method].code().map_or(0, |code| code.body.registers);
        let epoch = self.heap.epoch;
        let t = &mut *self.threads[thread];
        t.touch_frame(epoch, &mut self.heap.journal);
        let base = t.frames.last().map_or(0, |f| f.base + u32::from(f.registers));
        let end = base as usize + usize::from(registers);
        if t.frames.len() >= MAX_FRAMES || end > MAX_REGISTERS {
            return Err(Trap::Raise("java/lang/StackOverflowError", None));
        }
        if t.registers.len() < end {
            t.registers.resize((end * 2).min(MAX_REGISTERS), 0);
        }
        if t.frames.is_empty() && epoch != 0 {
            self.heap.journal.changed.thread(thread, 0);
            self.heap.journal.push(Undo::FirstFrame { thread });
        }
        t.registers[base as usize..base as usize + words.len()].copy_from_slice(words);
        t.frames.push(Frame { method, pc: 0, base, ret, registers, stamp: epoch, exit });
        Ok(())
    }

    /// Lowers a method that is called for the first time.
    pub fn prepare(&mut self, method: MethodId) -> Result<(), Trap> {
        let m = &self.program.methods[method];
        if !matches!(m.kind, MethodKind::Bytecode) {
            return Ok(());
        }
        let (class, row) = (m.class, m.row);
        self.verify(class)?;
        let (Some(file), Some(row)) = (self.program.classes[class].file.clone(), row) else {
            return Err(Trap::internal("bytecode without a class file"));
        };
        let declared = &file.methods[usize::from(row)];
        let body = ir::lower(&file, declared).map_err(|malformed| {
            let base = declared.code.as_ref().map_or(0, |code| code.file_offset);
            let what = format!("{}.{}{}: {}", file.name, declared.name, declared.desc, malformed.what);
            let offset = u64::from(base) + u64::from(malformed.bytecode_offset);
            Trap::Stop(Box::new(Stop::Invalid(classfile::Error::at(file.origin.clone(), offset, what))))
        })?;
        let mut code = Code::new(body);
        code.synchronized = declared.access.has(Access::SYNCHRONIZED);
        self.program.methods[method].install(code);
        Ok(())
    }

    /// Ends the top frame where there is more to do than to go back to the caller.
    pub(super) fn leave_slowly(&mut self, thread: ThreadId, value: u64) -> Result<(), Trap> {
        let Some(&frame) = self.threads[thread].frames.last() else { return Ok(()) };
        match frame.exit {
            OnExit::Nothing | OnExit::Loaded => {}
            OnExit::Unlimited => self.change_thread(thread).limit = None,
            OnExit::Initialized(class) => self.initialization_done(class),
            OnExit::Unlock(object) => {
                if !self.unlock(thread, object) {
                    if let Some(top) = self.threads[thread].frames.last_mut() {
                        top.exit = OnExit::Nothing;
                    }
                    return Err(Trap::Raise("java/lang/IllegalMonitorStateException", None));
                }
            }
        }
        let epoch = self.heap.epoch;
        let t = &mut *self.threads[thread];
        t.frames.pop();
        t.touch_frame(epoch, &mut self.heap.journal);
        match t.frames.last_mut() {
            None => {
                let state = self.change_thread(thread);
                state.status = ThreadStatus::Ended;
                state.result = Some(Ok(value));
            }
            // The operation that asked for the class is tried again.
            Some(_) if frame.exit.is_retried() => {}
            Some(caller) => {
                caller.pc += 1;
                self.set_result(thread, frame.ret, value);
            }
        }
        Ok(())
    }

    /// The error for a call that finds no code.
    pub(crate) fn no_implementation(&self, class: ClassId, method: MethodId) -> Trap {
        no_implementation(&self.program, class, method)
    }

    pub(super) fn select_for_interface(
        &mut self,
        class: ClassId,
        method: MethodId,
    ) -> Result<MethodId, Trap> {
        let interface = self.program.methods[method].class;
        if !self.program.is_subclass(class, interface) {
            let (c, i) = (&self.program.classes[class], &self.program.classes[interface]);
            let what = format!(
                "Class {} does not implement the requested interface {}",
                c.external_name(),
                i.external_name()
            );
            return Err(Trap::raise("java/lang/IncompatibleClassChangeError", what));
        }
        match self.program.select_interface(class, method) {
            Some(found) => Ok(found),
            None => Err(self.no_implementation(class, method)),
        }
    }

    /// The `ArrayStoreException` of a store that does not fit.
    pub fn check_store(&self, array: Ref, value: Ref) -> Result<(), Trap> {
        let class = self.heap.class_of(value);
        match self.program.classes[self.heap.class_of(array)].element() {
            Some(element) if !self.program.is_subclass(class, element) => {
                Err(Trap::raise("java/lang/ArrayStoreException", self.program.classes[class].external_name()))
            }
            _ => Ok(()),
        }
    }

    #[inline(always)]
    pub(super) fn is_instance(&self, object: Ref, class: ClassId) -> bool {
        let found = self.heap.class_of(object);
        found == class || self.program.is_subclass(found, class)
    }

    /// Writes an element of an array of bytes or of booleans.
    #[inline(always)]
    pub(super) fn store_byte(&mut self, array: Ref, index: u32, value: i32) {
        let is_boolean = self.heap.class_of(array) == self.known().booleans;
        let cut = if is_boolean { scalar::i2z(value) } else { scalar::i2b(value) };
        self.heap.store::<u8>(array, index, cut as u8);
    }

    /// Writes a static field.
    #[inline(always)]
    pub(super) fn put_static(&mut self, to: StaticLink, word: u64) {
        match to.kind {
            Kind::Ref => self.heap.put_ref(to.record, to.unit, Ref(word as u32)),
            Kind::Long | Kind::Double => self.heap.put64(to.record, to.unit, word),
            kind => {
                let cut = scalar::narrow(ir::operand::Kind::of_field(kind), scalar::word::int(word));
                self.heap.put32(to.record, to.unit, cut as u32);
            }
        }
    }

    /// The `ClassCastException` of a cast that fails.
    pub fn check_cast(&self, object: Ref, class: ClassId) -> Result<(), Trap> {
        let found = self.heap.class_of(object);
        match self.program.is_subclass(found, class) {
            true => Ok(()),
            false => Err(Trap::raise("java/lang/ClassCastException", self.cast_message(found, class))),
        }
    }

    fn cast_message(&self, from: ClassId, to: ClassId) -> String {
        let name = |id: ClassId| self.program.classes[id].external_name();
        let (from_home, to_home) = (self.home(from), self.home(to));
        let homes = match from_home == to_home {
            true => format!("{} and {} are in {from_home}", name(from), name(to)),
            false => format!("{} is in {from_home}; {} is in {to_home}", name(from), name(to)),
        };
        format!("class {} cannot be cast to class {} ({homes})", name(from), name(to))
    }

    /// `module java.base of loader 'bootstrap'`, as messages tell where a class lives.
    fn home(&self, class: ClassId) -> String {
        let mut id = class;
        while let Some(element) = self.program.classes[id].element() {
            id = element;
        }
        let c = &self.program.classes[id];
        match c.loader {
            crate::program::Loader::App => "unnamed module of loader 'app'".to_string(),
            crate::program::Loader::Boot => {
                let module = c.module().map_or("java.base".to_string(), |m| m.to_string());
                format!("module {module} of loader 'bootstrap'")
            }
        }
    }

    /// Calls a static or instance method and hands its result back through `Trap::Call`, for natives that end
    /// in a call.
    pub fn tail_call(&self, class: ClassId, name: &str, desc: &str, words: Vec<u64>) -> Trap {
        match self.program.find_method(class, base::Symbol::new(name), base::Symbol::new(desc)) {
            Some(method) => {
                let method = match self.program.methods[method].is_static() || name == names::INIT.as_str() {
                    true => Some(method),
                    false => {
                        let receiver = words.first().map_or(Ref::NULL, |&w| Ref(w as u32));
                        match receiver.is_null() {
                            true => return Trap::null_pointer(),
                            false => self.program.select_virtual(self.heap.class_of(receiver), method),
                        }
                    }
                };
                method.map_or(Trap::Raise("java/lang/AbstractMethodError", None), |m| Trap::Call(m, words))
            }
            None => Trap::internal(format!("{}.{name}{desc} is not there", self.program.classes[class].name)),
        }
    }
}

/// The error for a call that finds no code.
pub(super) fn no_implementation(program: &Program, class: ClassId, method: MethodId) -> Trap {
    let m = &program.methods[method];
    let owner = &program.classes[m.class];
    let kind = if owner.is_interface() { "interface" } else { "abstract class" };
    let kind = if owner.access.is_abstract() { kind } else { "class" };
    let described = program.describe_method(m.class, m.name, m.desc);
    // The message names the method without its class.
    let short = described.replace(&format!("{}.", owner.external_name()), "");
    let modifiers = if m.access.is_abstract() { "abstract " } else { "" };
    let receiver = program.classes.get(class).map_or(String::new(), |c| c.external_name());
    Trap::raise(
        "java/lang/AbstractMethodError",
        format!(
            "Receiver class {receiver} does not define or inherit an implementation of the resolved method \
                '{modifiers}{} of {kind} {}.",
            short.trim_start_matches('\''),
            owner.external_name()
        ),
    )
}
