//! The memo of a state that was loaded and not walked over: its components are known, and which names they hold.

use super::{Component, Memo, Stack};
use crate::canon::Encoded;
use crate::canon::found::end;
use crate::canon::lists::NamesId;
use crate::ghost::State;
use lts::CompId;

impl Memo {
    /// The state is no longer known. What is known of components stays.
    pub fn forget_state(&mut self) {
        self.end_log();
        self.numbers.clear();
        self.names.clear();
        self.stacks.clear();
        self.base.clear();
        self.base_indices.clear();
        (self.first_base, self.first_object) = (0, 0);
        // The next arrangement is looked up, whatever it is.
        self.arranged = usize::MAX;
    }

    /// The kind of a component, if it was looked at.
    pub fn kind(&self, number: CompId) -> Option<u8> {
        self.lists.kind(number)
    }

    /// The component at a place of the list, if the list is so long.
    pub fn at(&self, place: usize) -> Option<CompId> {
        self.numbers.get(place).copied()
    }

    /// Where objects of the base begin in the list, and numbered ones.
    pub fn first_base(&self) -> usize {
        self.first_base
    }

    pub fn first_object(&self) -> usize {
        self.first_object
    }

    /// One above the highest number that a component refers to, if it was looked at.
    pub fn top_of(&self, number: CompId) -> u32 {
        self.lists.top(self.list_of(number))
    }

    /// The same for a thread with all of its frames.
    pub fn top_of_thread(&self, thread: usize) -> u32 {
        let stack = &self.stacks[thread];
        let frames = stack.frames[..stack.depth].iter().map(|frame| self.lists.top(frame.names));
        frames.chain([self.lists.top(self.names[thread])]).max().unwrap_or(0)
    }

    /// The list of names of a component that was looked at.
    fn list_of(&self, number: CompId) -> NamesId {
        let list = self.lists.known(number);
        debug_assert!(list.is_some(), "what is in a state has been looked at");
        list.unwrap_or(NamesId::NONE)
    }

    /// A component has been read.
    pub fn learn(&mut self, number: CompId, encoded: Encoded<'_>) -> Component {
        Component { number, names: self.lists.of(number, encoded) }
    }

    /// How many of the lowest frames of a thread are these, and refer to none but the objects with numbers below
    /// `stay`.
    pub fn common_frames(&self, thread: usize, frames: &[u32], stay: u32) -> usize {
        let Some(stack) = self.stacks.get(thread) else { return 0 };
        let is_same = |&(known, &number): &(&Component, &u32)| {
            known.number == CompId(number) && self.lists.top(known.names) <= stay
        };
        stack.frames[..stack.depth].iter().zip(frames).take_while(is_same).count()
    }

    /// A thread has these frames, which have been read.
    pub fn adopt_frames(&mut self, thread: usize, frames: &[u32]) {
        if self.stacks.len() <= thread {
            self.stacks.resize_with(thread + 1, Stack::default);
        }
        let known = |&number: &u32| {
            let number = CompId(number);
            Component { number, names: self.list_of(number) }
        };
        let frames: Vec<Component> = frames.iter().map(known).collect();
        let stack = &mut self.stacks[thread];
        stack.depth = frames.len();
        stack.frames = frames;
    }

    /// The machine is in this state, all components of which have been read, as have the frames of its threads.
    /// All objects end before the word `end`. False if walks would name objects otherwise.
    pub fn adopt(&mut self, machine: State<'_>, state: &[CompId], base: Vec<u32>, end: u32) -> bool {
        let (was_good, layout) = (self.is_good, self.layout);
        self.end_log();
        self.arrange(machine, base);
        self.stacks.truncate(machine.threads.len());
        self.numbers.clear();
        self.numbers.extend_from_slice(state);
        let before = std::mem::take(&mut self.names_before);
        let before = std::mem::replace(&mut self.names, before);
        self.names.clear();
        self.names.extend(state.iter().map(|&number| self.lists.known(number).unwrap_or(NamesId::NONE)));
        let has_same_blocks = machine.blocks().eq(self.blocks.iter().copied());
        let is_met = was_good && has_same_blocks && layout == self.layout && self.meets_the_same(&before);
        self.names_before = before;
        self.blocks.clear();
        self.blocks.extend(machine.blocks());
        (self.end, self.own_end) = (end, end);
        (self.top, self.has_same_lists) = (0, true);
        self.counters_number = None;
        self.is_good = is_met || self.meet().is_some_and(|met| met == state.len() - self.first_object);
        self.is_good
    }

    /// With the names that components had before, a walk would meet the same objects in the same places: all of them
    /// were met before any frame was looked at, and only frames, and what threads do, may hold others of these now.
    fn meets_the_same(&self, before: &[NamesId]) -> bool {
        let threads = self.stacks.len();
        let objects = self.names.len() - self.first_object;
        let root = |&list: &NamesId| self.lists.names(list).last();
        self.names.len() == before.len()
            && self.own == objects
            && self.names[threads..] == before[threads..]
            && self.names[..threads].iter().zip(before).all(|(new, old)| new == old || root(new) == root(old))
            && (0..threads).all(|thread| self.top_of_thread(thread) as usize <= objects)
    }

    /// Meets all objects as a walk would, without looking at any: how many there are, if they come in the order of
    /// their numbers.
    fn meet(&mut self) -> Option<usize> {
        self.found.begin();
        let threads = self.stacks.len();
        // A thread's own object is the last that it names itself.
        let roots = self.names[..threads].iter().filter_map(|&list| self.lists.names(list).last());
        let blocks = self.lists.names(self.names[threads]);
        let mut next = end(0, roots.chain(blocks).copied())?;
        for index in 0..self.base.len() {
            self.found.base_object(index, next as usize);
            next = end(next, self.names_at(self.first_base + index))?;
        }
        next = self.meet_objects(0, next)?;
        self.own = next as usize;
        for thread in 0..threads {
            self.found.thread(next as usize);
            let stack = &self.stacks[thread];
            let lists = stack.frames[..stack.depth].iter().map(|frame| frame.names);
            let names = lists.chain([self.names[thread]]).flat_map(|list| self.lists.names(list));
            next = end(next, names.copied())?;
        }
        self.found.thread(next as usize);
        self.meet_objects(self.own, next).map(|met| met as usize)
    }

    /// Objects from number `at` on, and those that they lead to.
    fn meet_objects(&mut self, mut at: usize, mut next: u32) -> Option<u32> {
        while at < next as usize {
            self.found.object(next as usize);
            if self.first_object + at >= self.names.len() {
                return None;
            }
            next = end(next, self.names_at(self.first_object + at))?;
            at += 1;
        }
        Some(next)
    }

    fn names_at(&self, place: usize) -> impl Iterator<Item = u32> {
        self.lists.names(self.names[place]).iter().copied()
    }
}
