//! A part of the program, the unit, whose callers are watched: who stands on which side of its border.
//!
//! Calls are put into the unit's methods beforehand (`classfile::weave`); they end in a class of the test runner's
//! package, the watcher, which asks here whether the call in question came from outside. What the watcher keeps is part
//! of the state like anything else of the program.
//!
//! On which side a thread was started stands in a register of its first frame.

use crate::machine::Machine;
use crate::native::Context;
use crate::program::{Loader, MethodId};
use crate::state::heap::Ref;
use crate::state::thread::ThreadId;
use crate::synth::member;
use base::{FastSet, Symbol};
use ir::operand::{Dst, Int, Src};
use ir::{Builder, CallKind, Op};

/// The unit's classes, and the class that is told when threads end: `ended(Thread, int)`.
#[derive(Clone, Debug)]
pub struct Unit {
    pub classes: FastSet<Symbol>,
    pub watcher: Symbol,
}

/// A thread that was started from outside the unit.
pub const OUTSIDE: u64 = 0;
/// One that the unit has started.
pub const INSIDE: u64 = 1;
/// Added when the thread has nothing left to do.
const OVER: i32 = 2;
/// The register that says so.
const SIDE: u16 = 1;

/// How the names of classes end whose methods are called from within the unit's.
pub const HOOKS: &str = "$Watched";

/// Where a call of the unit comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Border {
    /// From outside, by a thread of the outside.
    Crossed,
    /// From the unit itself, be it by way of others.
    Within,
    /// By code of the outside, in a thread that the unit has started: whose call this is cannot be told.
    Unclear,
}

impl Unit {
    /// The end of a thread's first frame: the watcher is told, and everybody can see that nothing more will come.
    pub(crate) fn tell_end(&self, b: &mut Builder) {
        let over = b.reg(false);
        b.emit(Op::Const { dst: Dst(over), value: Int(OVER) });
        b.emit(Op::IOr { dst: Dst(SIDE), a: Src(SIDE), b: Src(over) });
        let ended = member(self.watcher.as_str(), "ended", "(Ljava/lang/Thread;I)V");
        b.call(CallKind::Static, ended, false, &[0, SIDE], None);
    }

    /// Up to here the register counts, also for a state that is saved.
    pub(crate) fn keep_side(b: &mut Builder) {
        b.emit(Op::Move { dst: Dst(SIDE), src: Src(SIDE) });
    }
}

impl Machine {
    /// The side on which a thread is that this one starts now.
    pub(crate) fn side_of_started(&self, starter: ThreadId) -> u64 {
        let is_inside = self.options.unit.is_some()
            && (self.side(starter) & INSIDE != 0
                || self.threads[starter].frames.iter().any(|frame| self.is_of_unit(frame.method)));
        if is_inside { INSIDE } else { OUTSIDE }
    }

    fn side(&self, thread: ThreadId) -> u64 {
        let thread = &self.threads[thread];
        let first = thread.frames.first();
        first.map_or(OUTSIDE, |frame| thread.registers[(frame.base + u32::from(SIDE)) as usize])
    }

    /// Code of the unit's class files. What the machine makes to call a method by reflection or by a handle belongs to
    /// the method's class, and is nobody's code.
    fn is_of_unit(&self, method: MethodId) -> bool {
        let method = &self.program.methods[method];
        let class = &self.program.classes[method.class];
        method.row.is_some()
            && self.options.unit.as_ref().is_some_and(|unit| unit.classes.contains(&class.name))
    }

    /// Code of the program around the unit. The class of a lambda only passes on.
    fn is_around(&self, method: MethodId) -> bool {
        let class = &self.program.classes[self.program.methods[method].class];
        let name = class.name.as_str();
        class.loader == Loader::App
            && self.program.methods[method].row.is_some()
            && !self.is_of_unit(method)
            && !is_watching(name)
            && !name.contains("$$Lambda")
    }

    /// The frame of the method that has called the watcher.
    fn watched_frame(&self, thread: ThreadId) -> Option<usize> {
        let frames = &self.threads[thread].frames;
        frames.iter().rposition(|frame| {
            let class = self.program.methods[frame.method].class;
            !is_watching(self.program.classes[class].name.as_str())
        })
    }

    fn border(&self, thread: ThreadId) -> Border {
        let Some(at) = self.watched_frame(thread) else { return Border::Within };
        let below = &self.threads[thread].frames[..at];
        if below.iter().any(|frame| self.is_of_unit(frame.method)) {
            return Border::Within;
        }
        match self.side(thread) & INSIDE != 0 {
            false => Border::Crossed,
            true if below.iter().any(|frame| self.is_around(frame.method)) => Border::Unclear,
            true => Border::Within,
        }
    }
}

/// A class of the watcher's.
fn is_watching(class: &str) -> bool {
    class.starts_with("jaywalk/runner/") || class.ends_with(HOOKS)
}

impl Context<'_> {
    /// Where the call comes from that a method of the unit tells of.
    pub fn border(&self, thread: ThreadId) -> Border {
        self.machine_ref().border(thread)
    }

    /// The receiver of that method, which need not be initialized yet.
    pub fn watched_receiver(&self, thread: ThreadId) -> Ref {
        let machine = self.machine_ref();
        let Some(at) = machine.watched_frame(thread) else { return Ref::NULL };
        let frame = machine.threads[thread].frames[at];
        Ref(machine.threads[thread].registers[frame.base as usize] as u32)
    }

    /// Where the call comes from that a method of the unit tells of, as lines of a stack trace.
    pub fn watched_stack(&self, thread: ThreadId) -> Vec<String> {
        let machine = self.machine_ref();
        let places =
            machine.places(thread).into_iter().map(|place| format!("at {}", machine.describe(place)));
        places.skip_while(|line| line.contains(HOOKS) || line.starts_with("at jaywalk.runner.")).collect()
    }

    /// No other thread of the outside has anything left to do.
    pub fn is_last_outside(&self, thread: ThreadId) -> bool {
        let machine = self.machine_ref();
        let is_busy =
            |other: ThreadId| !machine.threads[other].frames.is_empty() && machine.side(other) == OUTSIDE;
        (0..machine.threads.len() as u32).map(ThreadId).all(|other| other == thread || !is_busy(other))
    }
}
