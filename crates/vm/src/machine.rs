//! The machine: program and state together, and going back.

use crate::across::Across;
use crate::compiled::Compiled;
use crate::disk::Files;
use crate::native::Registry;
use crate::outside::{Host, Outside};
use crate::program::{Program, Sources};
use crate::state::heap::{Heap, Ref};
use crate::state::journal::{JournalMark, NO_FRAME, Undo};
use crate::state::stable::Stable;
use crate::state::thread::{Thread, ThreadId};
use base::{FastMap, IdVec, Symbol};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// What must be decided before a machine can boot.
#[derive(Clone, Debug)]
pub struct Options {
    /// `assert` statements of the program are executed.
    pub assertions: bool,
    /// The most that the program's objects may take.
    pub heap_bytes: u64,
    /// Machine code is to run beside the interpreter: it is faster with more address space.
    pub is_mixed: bool,
    /// How many processors the program is told to have, whatever the machine has.
    pub processors: u32,
    /// The most operations that the program may execute, boot not counted.
    pub max_instructions: Option<u64>,
    /// System properties on top of the fixed ones.
    pub properties: Vec<(String, String)>,
    pub jdk_home: String,
    pub jdk_feature: u16,
    pub jdk_version: String,
    pub class_path: String,
    /// Files below these folders, whose paths have no links, can be read by the program. No others can, but
    /// the JDK's own.
    pub readable: Vec<PathBuf>,
    /// Folders and files that the class path consists of, without links: a program can read these as well.
    pub loadable: Vec<PathBuf>,
    /// Programs can write files, which are nowhere but in the machine.
    pub writes_memory: bool,
    /// What relative paths begin with, and the property `user.dir`.
    pub working_folder: String,
    /// A part of the program whose callers are watched.
    pub unit: Option<Arc<crate::Unit>>,
}

pub struct Machine {
    pub program: Program,
    pub heap: Heap,
    pub threads: IdVec<ThreadId, Stable<Thread>>,
    pub options: Options,
    pub host: Outside,
    /// The files that were opened; how far each has been read is written in its `FileDescriptor`.
    pub files: Files,
    /// The string that stands for all equal ones: literals, and what was interned. They are in the static
    /// area, or in the base state.
    pub(crate) literals: FastMap<Symbol, Ref>,
    /// What is thrown where there is no room for an error, once it has been needed.
    pub(crate) out_of_memory: Option<Ref>,
    /// Where which string that is depends on the path.
    pub(crate) interned: crate::interned::Interned,
    /// Identity hashes of arrays, whose headers have no room for them.
    pub array_hashes: FastMap<Ref, u32>,
    /// Those that the base state has.
    pub(crate) base_hashes: FastMap<Ref, u32>,
    /// Those of the booted heap, while the base is deeper.
    pub(crate) boot_hashes: Option<FastMap<Ref, u32>>,
    /// The number of the layer that the base was deepened by last.
    pub(crate) layer: u64,
    /// Memory that the program has from `Unsafe.allocateMemory`, by the place that its address names, see
    /// [`crate::memory`].
    pub blocks: BTreeMap<u32, Ref>,
    pub counters: Counters,
    counters_stamp: u32,
    /// How time passes while the machine is explored.
    pub time: crate::time::Time,
    /// Operations executed so far, over all threads.
    pub instructions: u64,
    /// Fuel of the present turn that was charged for bulk moves instead of operations.
    pub(crate) charged: i64,
    /// The last turn ended because its fuel was used up, and not because the thread gave it to others.
    pub is_spent: bool,
    /// The run ends when this many have been executed; `None` while the machine boots.
    pub instruction_limit: Option<u64>,
    /// When a plain run is cut off.
    pub deadline: Option<std::time::Instant>,
    /// Bytes allocated between collections.
    pub(crate) collect_after_words: u64,
    pub collections: u64,
    /// The base state has been frozen: what was initialized until now stays so.
    pub(crate) frozen: bool,
    /// The native method that is running, for stack traces.
    pub(crate) in_native: Option<crate::program::MethodId>,
    pub(crate) made: crate::synth::Synthesized,
    /// The most threads that there have been at once, over all paths.
    pub(crate) most_threads: usize,
    /// What the program keeps across paths.
    pub across: Across,
    /// Machine code beside the interpreter.
    pub compiled: Compiled,
}

/// Small numbers of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Counters {
    pub next_hash: u32,
    /// The virtual clock, see [`crate::time`]. Where the program is not explored, it moves by one step with
    /// every look.
    pub clock_ns: u64,
    pub wait_order: u64,
    /// The program has looked at the clock: from then on the time is part of the state.
    pub clock_read: bool,
    /// How often the clock has moved since then, before all else failed and after.
    pub early: u32,
    pub late: u32,
    /// The program has ended itself with this code.
    pub exited: Option<i32>,
}

impl Machine {
    pub fn new(
        sources: Sources,
        registry: Arc<Registry>,
        options: Options,
        host: Box<dyn Host>,
    ) -> std::io::Result<Machine> {
        let mut heap = Heap::new(options.heap_bytes, options.is_mixed)?;
        let mut program = Program::new(sources, registry);
        program.load_primitives(&mut heap);
        let collect_after_words = (options.heap_bytes / 8 / 4).min(crate::gc::COLLECT_AFTER_WORDS);
        Ok(Machine {
            program,
            heap,
            threads: IdVec::new(),
            options,
            host: Outside::new(host),
            files: Files::default(),
            literals: FastMap::default(),
            out_of_memory: None,
            interned: crate::interned::Interned::default(),
            array_hashes: FastMap::default(),
            base_hashes: FastMap::default(),
            boot_hashes: None,
            layer: 0,
            blocks: BTreeMap::new(),
            counters: Counters {
                next_hash: 1,
                clock_ns: 0,
                wait_order: 0,
                clock_read: false,
                early: 0,
                late: 0,
                exited: None,
            },
            time: crate::time::Time::default(),
            counters_stamp: 0,
            instructions: 0,
            charged: 0,
            is_spent: false,
            instruction_limit: None,
            deadline: None,
            collect_after_words,
            collections: 0,
            frozen: false,
            in_native: None,
            made: crate::synth::Synthesized::default(),
            most_threads: 0,
            across: Across::default(),
            compiled: Compiled::default(),
        })
    }

    /// A machine of its own in the same state, with the same program. Its journal is empty: it cannot go back
    /// to where this one was.
    pub fn sibling(&self) -> std::io::Result<Machine> {
        Ok(Machine {
            program: self.program.clone(),
            heap: self.heap.sibling()?,
            threads: self.threads.clone(),
            options: self.options.clone(),
            host: self.host.clone(),
            files: self.files.clone(),
            literals: self.literals.clone(),
            out_of_memory: self.out_of_memory,
            interned: self.interned.clone(),
            array_hashes: self.array_hashes.clone(),
            base_hashes: self.base_hashes.clone(),
            boot_hashes: self.boot_hashes.clone(),
            layer: self.layer,
            blocks: self.blocks.clone(),
            counters: self.counters,
            time: self.time.clone(),
            counters_stamp: 0,
            instructions: self.instructions,
            charged: 0,
            is_spent: false,
            instruction_limit: self.instruction_limit,
            deadline: self.deadline,
            collect_after_words: self.collect_after_words,
            collections: self.collections,
            frozen: self.frozen,
            in_native: self.in_native,
            made: self.made.clone(),
            most_threads: self.most_threads,
            across: Across::default(),
            compiled: self.compiled.clone(),
        })
    }

    /// Grows with everything that gets a name for good: classes, methods, objects of the static area.
    pub fn extent(&self) -> u64 {
        u64::from(self.heap.static_end()) + (self.program.classes.len() + self.program.methods.len()) as u64
    }

    /// The names in states of what was met since, each with the digest that it was made of; classes, methods and
    /// objects are told apart.
    pub fn late_tokens(&self) -> Vec<(u64, u64)> {
        let kinds = [&self.program.class_tokens, &self.program.method_tokens, &self.heap.tokens];
        let list = |(kind, tokens): (u64, &crate::program::Tokens)| -> Vec<(u64, u64)> {
            tokens.late().map(|(token, digest)| (kind << 32 | u64::from(token), digest)).collect()
        };
        (0..).zip(kinds).flat_map(list).collect()
    }

    /// What is met from now on has names in states that do not depend on the path.
    pub fn freeze_tokens(&mut self) {
        self.program.freeze_tokens();
        self.heap.freeze_tokens();
    }

    /// The counters for writing, journaled.
    pub fn change_counters(&mut self) -> &mut Counters {
        if self.counters_stamp != self.heap.epoch {
            self.heap.journal.push(Undo::Counters { counters: self.counters });
            self.counters_stamp = self.heap.epoch;
        }
        &mut self.counters
    }

    /// A thread's state for writing, journaled.
    pub fn change_thread(&mut self, thread: ThreadId) -> &mut crate::state::thread::ThreadState {
        self.threads[thread].change(self.heap.epoch, &mut self.heap.journal)
    }

    pub(crate) fn add_thread(&mut self, object: Ref, daemon: bool) -> ThreadId {
        let epoch = self.heap.epoch;
        let id = self.threads.next_id();
        if epoch != 0 {
            self.heap.journal.push(Undo::ThreadAdded);
        }
        self.most_threads = self.most_threads.max(id.0 as usize + 1);
        self.threads.push(Stable::new(Thread::new(id, object, daemon, epoch)))
    }

    /// A position to come back to.
    pub fn mark(&mut self) -> JournalMark {
        let heap_top = self.begin_epoch();
        self.heap.journal.settle();
        JournalMark { words: self.heap.journal.len() as u64, heap_top }
    }

    /// Nothing that was there at the mark has been written since. If that is long ago, something counts as written.
    pub fn is_unwritten_since(&self, mark: JournalMark) -> bool {
        let mut is_unwritten = self.heap.journal.has_since(mark.words as usize);
        if !is_unwritten {
            return false;
        }
        let look = |undo: Undo, _: &[u64]| is_unwritten &= !matches!(undo, Undo::Words { .. });
        self.heap.journal.each_since(mark.words as usize, look);
        is_unwritten
    }

    /// Bytes that going back takes.
    pub fn journal_bytes(&self) -> u64 {
        self.heap.journal.bytes()
    }

    /// Gives back the state in which `to` was taken. The mark stays good.
    pub fn rewind(&mut self, to: JournalMark) {
        assert!(to.words <= self.heap.journal.len() as u64, "the mark lies ahead of the journal");
        while let Some(undo) = self.heap.journal.pop(to.words as usize) {
            self.undo(undo);
        }
        self.begin_epoch();
        self.heap.cut(to.heap_top);
    }

    /// Nothing can be undone any more: the machine stays where it is, and all marks die.
    pub fn forget_marks(&mut self) {
        self.begin_epoch();
        self.heap.forget_marks();
        self.counters_stamp = 0;
    }

    /// Makes an object of the base what it was there. Not journaled.
    pub fn restore_base_object(&mut self, object: Ref) {
        match self.base_hashes.get(&object) {
            Some(&hash) => self.array_hashes.insert(object, hash),
            None => self.array_hashes.remove(&object),
        };
        self.heap.restore_base_object(object);
    }

    /// Makes everything but the threads what it was in the base state. All marks die.
    pub fn forget_path(&mut self) {
        self.heap.forget_path();
        self.array_hashes.clone_from(&self.base_hashes);
        self.counters_stamp = 0;
    }

    /// From here on every first write is journaled again.
    pub fn begin_epoch(&mut self) -> u32 {
        if self.heap.epoch == u32::MAX {
            self.heap.restart_epochs();
            self.counters_stamp = 0;
            for i in 0..self.threads.len() {
                let thread = &mut self.threads[ThreadId(i as u32)];
                thread.stamp = 0;
                thread.frames.iter_mut().for_each(|frame| frame.stamp = 0);
            }
        }
        self.heap.begin_epoch()
    }

    /// For tests of what happens after four thousand million marks and rewinds: lets the machine be that old.
    pub fn age(&mut self, epoch: u32) {
        assert!(self.heap.epoch != 0 && epoch >= self.heap.epoch, "a machine gets older only");
        self.heap.epoch = epoch;
    }

    fn undo(&mut self, undo: Undo) {
        match undo {
            Undo::Words { object, start, words } => self.heap.restore_words(object, start, words),
            Undo::Frame { thread, index, depth, frame } => {
                self.heap.journal.changed.thread(thread, index);
                let owned = self.heap.journal.owned(usize::from(frame.registers));
                self.threads[thread].restore_frame(index, depth, frame, owned);
                self.heap.journal.drop_owned(usize::from(frame.registers));
            }
            Undo::Thread { thread, state } => {
                self.heap.journal.changed.thread(thread, NO_FRAME);
                self.threads[thread].state = state;
                self.threads[thread].stamp = 0;
            }
            Undo::FirstFrame { thread } => {
                self.heap.journal.changed.thread(thread, 0);
                self.threads[thread].frames.clear();
            }
            Undo::ThreadAdded => self.threads.truncate(self.threads.len() - 1),
            Undo::Hashed { array } => {
                self.array_hashes.remove(&array);
            }
            Undo::BlockAdded { slot } => {
                self.blocks.remove(&slot);
            }
            Undo::BlockFreed { slot, block } => {
                self.blocks.insert(slot, block);
            }
            Undo::Dirty { object } => {
                self.heap.frozen.dirty.remove(&object);
            }
            Undo::Deepened => self.make_shallow(),
            Undo::Counters { counters } => {
                self.counters = counters;
                self.counters_stamp = 0;
            }
        }
    }
}
