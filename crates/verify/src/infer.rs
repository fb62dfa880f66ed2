//! Type inference for class files without stack maps (JVMS 4.10.2): types flow along all paths, and where
//! paths meet they are merged, until nothing changes.
//!
//! Subroutines (`jsr`, `ret`) are analysed once for each chain of calls that leads to them, as if they had
//! been copied to where they are called. That is more precise than the specification's merging, and needs no
//! rule of its own to be sound: every frame belongs to one chain and knows where its `ret` goes. The stack
//! must still look alike in all of them, entry by entry, so that one translation of an instruction serves
//! every chain.

use crate::insns::{Flow, Machine};
use crate::opcodes;
use crate::outline::Outline;
use crate::state::State;
use crate::types::{Type, merge};
use crate::{Checked, Hierarchy, Rejected};
use base::{BitSet, FastMap};

/// Instructions that one method may take. Compilers' output settles after a few passes; only hostile code
/// comes near it.
const MAX_STEPS: usize = 20_000_000;
/// Types that are merged in about the time of one step.
const TYPES_PER_STEP: usize = 16;
/// Types stored for one method, which bounds the memory that hostile code can ask for.
const MAX_STORED_TYPES: usize = 1 << 24;
/// Chains of subroutine calls in one method, since nested subroutines multiply.
const MAX_CHAINS: usize = 10_000;

pub(crate) fn infer(outline: &Outline<'_>, hierarchy: &mut dyn Hierarchy) -> Result<(), Rejected> {
    outline.check_operands()?;
    let machine = Machine::new(outline, hierarchy).map_err(|what| Rejected::at(0, what))?;
    let mut inference = Inference {
        joins: joins(outline),
        machine,
        chains: vec![Chain { caller: 0, jsr: 0, subroutine: 0 }],
        frames: FastMap::default(),
        stacks: FastMap::default(),
        waiting: Vec::new(),
        stored_types: 0,
        steps: 0,
    };
    let mut at = Point { pc: 0, chain: ROOT };
    inference.join(at, None).map_err(|what| Rejected::at(0, what))?;
    while let Some(next) = inference.waiting.pop() {
        at = next;
        inference.run(&mut at).map_err(|what| Rejected::at(at.pc, what))?;
    }
    Ok(())
}

/// The empty chain, of code that no subroutine contains.
const ROOT: u32 = 0;

/// A chain of subroutine calls: the `jsr` that was executed last, and those before it.
#[derive(PartialEq, Eq)]
struct Chain {
    caller: u32,
    jsr: u16,
    subroutine: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Point {
    pc: usize,
    chain: u32,
}

struct Inference<'a, 'h> {
    machine: Machine<'a, 'h>,
    /// Where paths can meet: frames are stored there and nowhere else.
    joins: BitSet,
    chains: Vec<Chain>,
    /// With each frame whether it waits to be run.
    frames: FastMap<Point, (State, bool)>,
    /// The stack at each join, whatever the chain.
    stacks: FastMap<usize, Vec<StackShape>>,
    waiting: Vec<Point>,
    stored_types: usize,
    steps: usize,
}

/// The beginning, the targets of jumps, the handlers, and where subroutines return to.
fn joins(outline: &Outline<'_>) -> BitSet {
    let code = &*outline.code.bytes;
    let mut joins = BitSet::with_capacity(code.len());
    let mut jumps = Vec::new();
    joins.insert(0);
    for pc in outline.starts.iter() {
        opcodes::jumps(code, pc, &mut jumps);
        // The outline has seen that all of them are inside the code.
        for &target in &jumps {
            joins.insert(target as usize);
        }
        if matches!(code[pc], opcodes::JSR | opcodes::JSR_W) {
            joins.insert(behind(code, pc));
        }
    }
    for handler in &outline.code.handlers {
        joins.insert(usize::from(handler.target));
    }
    joins
}

/// The offset of the instruction after the one at `pc`.
fn behind(code: &[u8], pc: usize) -> usize {
    pc + opcodes::length(code, pc).unwrap_or(code.len())
}

impl Inference<'_, '_> {
    /// Runs from a stored frame to where its straight line ends. `at` is left at the last instruction that
    /// was looked at.
    fn run(&mut self, at: &mut Point) -> Checked {
        let code = &*self.machine.outline.code.bytes;
        if let Some((state, waits)) = self.frames.get_mut(at) {
            *waits = false;
            self.machine.state.clone_from(state);
            self.machine.state.locals_changed = true;
        }
        loop {
            self.steps += 1;
            if self.steps > MAX_STEPS {
                return Err("the code is too entangled to infer its types".into());
            }
            self.reach_handlers(*at)?;
            let flow = self.machine.step(at.pc)?;
            let chain = match flow {
                Flow::Call => self.call(*at)?,
                _ => at.chain,
            };
            let jumps = std::mem::take(&mut self.machine.jumps);
            for &target in &jumps {
                self.join(Point { pc: target as usize, chain }, None)?;
            }
            self.machine.jumps = jumps;
            match flow {
                Flow::Next => {}
                Flow::Stop | Flow::Call => return Ok(()),
                Flow::Return(jsr) => {
                    let chain = self.caller(at.chain, jsr)?;
                    return self.join(Point { pc: behind(code, usize::from(jsr)), chain }, None);
                }
            }
            let next = behind(code, at.pc);
            if next >= code.len() {
                return Err("execution can fall off the end of the code".into());
            }
            if self.joins.contains(next) {
                return self.join(Point { pc: next, chain: at.chain }, None);
            }
            at.pc = next;
        }
    }

    /// Brings the locals, as they are before the instruction, to the handlers that cover it.
    fn reach_handlers(&mut self, at: Point) -> Checked {
        for handler in &self.machine.outline.code.handlers {
            let (start, end) = (usize::from(handler.start), usize::from(handler.end));
            if at.pc >= start && at.pc < end && (self.machine.state.locals_changed || at.pc == start) {
                let caught = handler.catch.map_or(Type::THROWABLE, Type::Object);
                self.join(Point { pc: usize::from(handler.target), chain: at.chain }, Some(caught))?;
            }
        }
        self.machine.state.locals_changed = false;
        Ok(())
    }

    /// Merges the machine's state into the frame stored for a point; with `caught` alone on the stack, if
    /// there is one.
    fn join(&mut self, to: Point, caught: Option<Type>) -> Checked {
        let ours = &self.machine.state;
        let stack = caught.as_ref().map_or(&*ours.stack, std::slice::from_ref);
        if stack.len() > ours.max_stack {
            return Err("a handler in a method without an operand stack".into());
        }
        debug_assert!(self.joins.contains(to.pc), "frames are only stored where paths meet");
        let shapes = stack.iter().map(|&entry| shape(entry));
        match self.stacks.get(&to.pc) {
            Some(known) if shapes.clone().eq(known.iter().copied()) => {}
            Some(_) => return Err(format!("operand stacks of different shapes meet at {}", to.pc)),
            None => drop(self.stacks.insert(to.pc, shapes.collect())),
        }
        let Some((frame, waits)) = self.frames.get_mut(&to) else {
            self.stored_types += ours.locals.len() + stack.len() + 1;
            if self.stored_types > MAX_STORED_TYPES {
                return Err("the code is too large to infer its types".into());
            }
            let frame = State { locals: ours.locals.clone(), stack: stack.to_vec(), ..*ours };
            self.frames.insert(to, (frame, true));
            self.waiting.push(to);
            return Ok(());
        };
        debug_assert_eq!(frame.stack.len(), stack.len(), "the shapes were compared");
        self.steps += (ours.locals.len() + stack.len()) / TYPES_PER_STEP;
        let mut changed = ours.this_uninit && !frame.this_uninit;
        frame.this_uninit |= ours.this_uninit;
        changed |= merge_all(&mut frame.locals, &ours.locals, self.machine.hierarchy);
        changed |= merge_all(&mut frame.stack, stack, self.machine.hierarchy);
        if changed && !*waits {
            *waits = true;
            self.waiting.push(to);
        }
        Ok(())
    }

    /// The chain that the `jsr` at `at` makes. A subroutine is never active twice: if it is called again from
    /// within, it had been left without a `ret` (as `continue` leaves a `finally` block), and so had
    /// those that it called.
    fn call(&mut self, at: Point) -> Checked<u32> {
        let subroutine = self.machine.jumps.first().map_or(0, |&target| target as usize);
        let mut caller = at.chain;
        let mut above = at.chain;
        while above != ROOT {
            let chain = &self.chains[above as usize];
            above = chain.caller;
            if chain.subroutine == subroutine {
                caller = above;
            }
        }
        let made = Chain { caller, jsr: at.pc as u16, subroutine };
        let made_before = self.chains.iter().skip(1).position(|chain| *chain == made);
        match made_before {
            Some(place) => return Ok(place as u32 + 1),
            None if self.chains.len() >= MAX_CHAINS => return Err("too many nested subroutines".into()),
            None => self.chains.push(made),
        }
        Ok(self.chains.len() as u32 - 1)
    }

    /// The chain that is left when a subroutine returns to behind `jsr`; it may leave several at once.
    fn caller(&self, mut chain: u32, jsr: u16) -> Checked<u32> {
        while chain != ROOT {
            let call = &self.chains[chain as usize];
            if call.jsr == jsr {
                return Ok(call.caller);
            }
            chain = call.caller;
        }
        Err(format!("a return to behind the jsr at {jsr}, which is not active"))
    }
}

/// What one stack entry is, as far as moving it around goes.
type StackShape = std::mem::Discriminant<Type>;

fn shape(entry: Type) -> StackShape {
    std::mem::discriminant(&if entry.is_reference() { Type::Null } else { entry })
}

/// Merges types into others; true if anything changed. No half of a long or double survives its other half:
/// where two ends are equal their first halves are, and the other way round.
fn merge_all(into: &mut [Type], from: &[Type], hierarchy: &mut dyn Hierarchy) -> bool {
    let mut changed = false;
    for (old, &new) in into.iter_mut().zip(from) {
        let merged = merge(*old, new, hierarchy);
        changed |= merged != *old;
        *old = merged;
    }
    changed
}
