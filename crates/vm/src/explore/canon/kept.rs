//! The components of the last walk, as numbers, with a trail on which earlier ones come back.
//!
//! A machine that goes back to where it was named before has the names it had there. So what a renewal replaces is written down, and going back
//! puts it in its place again: nothing is encoded twice. A walk ends the trail, since it gives objects other names.

use super::Encoded;
use crate::state::heap::Ref;
use base::FastMap;
use lts::{CompId, Pool};

/// A component of which two things are known: its number, and which list of names it holds.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Kept {
    number: CompId,
    names: NamesId,
}

/// A list of names.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct NamesId(u32);

impl Kept {
    /// What no pool has seen.
    const NOTHING: Kept = Kept { number: CompId(u32::MAX), names: NamesId(u32::MAX) };
}

/// Where a component is kept.
#[derive(Clone, Copy)]
enum Slot {
    /// In the list of the state.
    Listed(u32),
    Frame {
        thread: u32,
        index: u32,
    },
}

/// How it was before.
#[derive(Clone, Copy)]
enum Step {
    Component(Slot, Kept),
    /// A thread had so many frames.
    Depth {
        thread: u32,
        depth: u32,
    },
}

/// A position on the trail of one walk.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Named {
    walk: u64,
    steps: u32,
}

/// The frames of a thread. Above `depth` lie those of calls that have returned, to be overwritten.
#[derive(Default)]
struct Stack {
    frames: Vec<Kept>,
    depth: usize,
}

/// What the last walk found, and what was renewed since.
#[derive(Default)]
pub(super) struct Last {
    /// It can be built upon.
    pub is_good: bool,
    /// The components of the state: threads, counters, what has been printed if that is observed, objects of the base, numbered objects.
    numbers: Vec<CompId>,
    names: Vec<NamesId>,
    stacks: Vec<Stack>,
    /// Which objects of the base, in rising order.
    base: Vec<u32>,
    first_base: usize,
    first_object: usize,
    /// How many objects had names before any frame was looked at.
    pub own: usize,
    /// Blocks of memory outside of Java's objects.
    pub blocks: Vec<(u32, Ref)>,
    /// The first word behind all objects that have names.
    pub end: u32,
    trail: Vec<Step>,
    /// Counts the walks, and whatever else ends a trail.
    walk: u64,
    lists: Lists,
}

/// Lists of names, each with a number. The words of a component say which names it holds, so its own number says which list.
#[derive(Default)]
struct Lists {
    of_component: Vec<NamesId>,
    by_content: FastMap<Box<[u32]>, NamesId>,
}

impl Lists {
    fn of(&mut self, number: CompId, names: &[u32]) -> NamesId {
        let at = number.0 as usize;
        if at >= self.of_component.len() {
            self.of_component.resize((at + 1).next_power_of_two(), NamesId(0));
        }
        if self.of_component[at] == NamesId(0) {
            // Zero stands for a list that has not been looked at.
            let next = NamesId(self.by_content.len() as u32 + 1);
            self.of_component[at] = match self.by_content.get(names) {
                Some(&known) => known,
                None => *self.by_content.entry(names.into()).or_insert(next),
            };
        }
        self.of_component[at]
    }
}

impl Last {
    /// A walk begins: `base` are the objects of the base that belong to the state.
    pub fn begin(&mut self, threads: usize, has_output: bool, base: Vec<u32>) {
        self.end_trail();
        self.first_base = threads + 1 + usize::from(has_output);
        self.first_object = self.first_base + base.len();
        self.base = base;
        self.numbers.clear();
        self.numbers.resize(self.first_object, Kept::NOTHING.number);
        self.names.clear();
        self.names.resize(self.first_object, Kept::NOTHING.names);
        self.stacks.resize_with(threads, Stack::default);
    }

    /// What comes after has other names: nobody goes back behind this.
    pub fn end_trail(&mut self) {
        self.walk += 1;
        self.trail.clear();
        self.is_good = false;
    }

    /// Forgets everything that it knows of a pool.
    pub fn forget(&mut self) {
        *self = Last { walk: self.walk + 1, ..Last::default() };
    }

    pub fn numbers(&self) -> &[CompId] {
        &self.numbers
    }

    /// The numbers of objects, for a naming in which their order means nothing.
    pub fn objects_mut(&mut self) -> &mut [CompId] {
        &mut self.numbers[self.first_object..]
    }

    pub fn threads(&self) -> usize {
        self.stacks.len()
    }

    /// Objects of the base, in rising order.
    pub fn base(&self) -> &[u32] {
        &self.base
    }

    /// Keeps a thread; true if the names in it are the same as before.
    pub fn thread(&mut self, thread: usize, encoded: Encoded<'_>, pool: &mut dyn Pool) -> bool {
        self.put(Slot::Listed(thread as u32), encoded, pool)
    }

    pub fn counters(&mut self, encoded: Encoded<'_>, pool: &mut dyn Pool) -> bool {
        self.put(Slot::Listed(self.stacks.len() as u32), encoded, pool)
    }

    pub fn output(&mut self, encoded: Encoded<'_>, pool: &mut dyn Pool) {
        self.put(Slot::Listed(self.stacks.len() as u32 + 1), encoded, pool);
    }

    pub fn base_object(&mut self, index: usize, encoded: Encoded<'_>, pool: &mut dyn Pool) -> bool {
        self.put(Slot::Listed((self.first_base + index) as u32), encoded, pool)
    }

    /// Keeps a numbered object; in a walk they come one after the other.
    pub fn object(&mut self, number: usize, encoded: Encoded<'_>, pool: &mut dyn Pool) -> bool {
        let at = self.first_object + number;
        if at == self.numbers.len() {
            self.numbers.push(Kept::NOTHING.number);
            self.names.push(Kept::NOTHING.names);
        }
        self.put(Slot::Listed(at as u32), encoded, pool)
    }

    pub fn frame(&mut self, thread: usize, index: usize, encoded: Encoded<'_>, pool: &mut dyn Pool) -> bool {
        self.put(Slot::Frame { thread: thread as u32, index: index as u32 }, encoded, pool)
    }

    /// A thread has so many frames now; true if it had as many.
    pub fn set_depth(&mut self, thread: usize, depth: usize) -> bool {
        let stack = &mut self.stacks[thread];
        let old = std::mem::replace(&mut stack.depth, depth);
        if stack.frames.len() < depth {
            stack.frames.resize(depth, Kept::NOTHING);
        }
        if old != depth && self.is_good {
            self.trail.push(Step::Depth { thread: thread as u32, depth: old as u32 });
        }
        old == depth
    }

    /// The numbers of a thread's frames.
    pub fn frames(&self, thread: usize) -> impl Iterator<Item = u32> {
        let stack = &self.stacks[thread];
        stack.frames[..stack.depth].iter().map(|frame| frame.number.0)
    }

    /// Where the machine can be taken back to, as far as names go.
    pub fn here(&self) -> Option<Named> {
        let steps = u32::try_from(self.trail.len()).ok()?;
        self.is_good.then_some(Named { walk: self.walk, steps })
    }

    /// Makes everything what it was. False if that is not known any more.
    pub fn go_back(&mut self, to: Named) -> bool {
        if to.walk != self.walk || !self.is_good {
            return false;
        }
        while self.trail.len() > to.steps as usize {
            match self.trail.pop() {
                Some(Step::Component(slot, kept)) => self.set(slot, kept),
                Some(Step::Depth { thread, depth }) => self.stacks[thread as usize].depth = depth as usize,
                None => break,
            }
        }
        true
    }

    fn put(&mut self, slot: Slot, encoded: Encoded<'_>, pool: &mut dyn Pool) -> bool {
        let old = self.get(slot);
        let number = pool.intern(encoded.kind, encoded.words);
        if number == old.number {
            return true;
        }
        let names = self.lists.of(number, encoded.names);
        if self.is_good {
            self.trail.push(Step::Component(slot, old));
        }
        self.set(slot, Kept { number, names });
        names == old.names
    }

    #[inline]
    fn get(&self, slot: Slot) -> Kept {
        match slot {
            Slot::Listed(at) => Kept { number: self.numbers[at as usize], names: self.names[at as usize] },
            Slot::Frame { thread, index } => self.stacks[thread as usize].frames[index as usize],
        }
    }

    #[inline]
    fn set(&mut self, slot: Slot, kept: Kept) {
        match slot {
            Slot::Listed(at) => {
                self.numbers[at as usize] = kept.number;
                self.names[at as usize] = kept.names;
            }
            Slot::Frame { thread, index } => {
                self.stacks[thread as usize].frames[index as usize] = kept;
            }
        }
    }
}
