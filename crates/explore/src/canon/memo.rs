//! The components of the last walk, as numbers, with an undo log by which earlier ones come back.
//!
//! A machine that goes back to where it was named before has the names it had there. So what a renewal
//! replaces is written down, and going back puts it in its place again: nothing is encoded twice. A walk ends
//! the log, since it gives objects other names.

mod adopt;
mod log;

pub(crate) use log::{MemoMark, Read};

use super::Encoded;
use super::found::NameCounts;
use super::lists::{Lists, NamesId};
use super::load::THREAD_WORDS;
use crate::ghost::State;
use base::FastMap;
use log::{DEPTH, Log, Slot, Undo};
use lts::{CompId, Pool};
use vm::state::heap::Ref;

/// A component of which two things are known: its number, and which list of names it holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Component {
    pub number: CompId,
    names: NamesId,
}

impl Component {
    /// What no pool has seen.
    pub const NOTHING: Component = Component { number: CompId(u32::MAX), names: NamesId::NONE };
}

/// The frames of a thread. Above `depth` lie those of calls that have returned, to be overwritten.
#[derive(Default)]
struct Stack {
    frames: Vec<Component>,
    depth: usize,
}

/// What the last walk found, and what was renewed since.
#[derive(Default)]
pub(super) struct Memo {
    /// It can be built upon.
    pub is_good: bool,
    /// The components of the state: threads, counters, what has been printed if that is observed, objects of
    /// the base, numbered objects.
    numbers: Vec<CompId>,
    names: Vec<NamesId>,
    /// Room for those of the state before.
    names_before: Vec<NamesId>,
    stacks: Vec<Stack>,
    /// Which objects of the base, in the order of their tokens.
    base: Vec<u32>,
    /// The same in rising order, each with its place in that list.
    base_indices: Vec<(u32, u32)>,
    first_base: usize,
    first_object: usize,
    /// How many objects had names before any frame was looked at.
    pub own: usize,
    /// Blocks of memory outside of Java's objects.
    pub blocks: Vec<(u32, Ref)>,
    /// The first word behind all objects that have names.
    pub end: u32,
    /// The same, of those that had names before any frame was looked at.
    pub own_end: u32,
    log: Log,
    /// Numbers the arrangements of lists: how many threads, how deep the base is, and which of its objects.
    layouts: FastMap<(usize, u32, Vec<u32>), u32>,
    layout: u32,
    depth: u32,
    /// How many threads the present arrangement is for.
    arranged: usize,
    /// One above the highest number in lists of names that threads gave up or got in this renewal.
    pub top: u32,
    /// Counts the walks, and whatever else ends a log.
    walk: u64,
    lists: Lists,
    /// The component of the counters that was asked for last, and its words.
    counters_number: Option<CompId>,
    counters: Vec<u32>,
    /// Room for the words of a thread.
    words: Vec<u32>,
    /// Which component gave which names.
    pub found: NameCounts,
    /// All components have the lists of names that they had before this renewal.
    pub has_same_lists: bool,
}

impl Memo {
    /// A walk begins: `base` are the objects of the base that belong to the state.
    pub fn begin(&mut self, machine: State<'_>, base: Vec<u32>) {
        self.end_log();
        self.arrange(machine, base);
        self.found.begin();
        self.numbers.clear();
        self.numbers.resize(self.first_object, Component::NOTHING.number);
        self.names.clear();
        self.names.resize(self.first_object, Component::NOTHING.names);
        self.stacks.resize_with(machine.threads.len(), Stack::default);
    }

    /// Notes the arrangement of the list: how many threads there are, and which objects of the base.
    fn arrange(&mut self, machine: State<'_>, base: Vec<u32>) {
        let (threads, depth) = (machine.threads.len(), machine.heap.base_top());
        self.first_base = threads + 1 + usize::from(machine.ghost.observes_output);
        self.first_object = self.first_base + base.len();
        let is_other = self.arranged != threads || self.base != base || self.depth != depth;
        if !is_other && !self.layouts.is_empty() {
            return;
        }
        let next = self.layouts.len() as u32;
        self.layout = *self.layouts.entry((threads, depth, base.clone())).or_insert(next);
        (self.arranged, self.depth) = (threads, depth);
        self.base_indices.clear();
        self.base_indices.extend(base.iter().copied().zip(0..));
        self.base_indices.sort_unstable();
        self.base = base;
    }

    /// Where an object of the base is among those that belong to the state.
    pub fn base_index(&self, object: u32) -> Option<usize> {
        let found = self.base_indices.binary_search_by_key(&object, |&(object, _)| object).ok()?;
        Some(self.base_indices[found].1 as usize)
    }

    /// The second half of a walk begins anew.
    pub fn forget_frames(&mut self) {
        self.end_log();
        self.found.forget_frames(self.own);
        self.numbers.truncate(self.first_object + self.own);
        self.names.truncate(self.first_object + self.own);
    }

    /// Forgets everything that it knows of a pool.
    pub fn forget(&mut self) {
        let layouts = std::mem::take(&mut self.layouts);
        *self = Memo { walk: self.walk + 1, layouts, ..Memo::default() };
    }

    /// Every place of the list has its component.
    pub fn is_complete(&self) -> bool {
        self.numbers.iter().all(|&number| number != Component::NOTHING.number)
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

    /// Objects of the base, in the order of their tokens.
    pub fn base(&self) -> &[u32] {
        &self.base
    }

    pub fn thread(&mut self, thread: usize, encoded: Encoded<'_>, pool: &mut dyn Pool) {
        self.put_in_thread(Slot::listed(thread), encoded, pool);
    }

    pub fn counters(&mut self, encoded: Encoded<'_>, pool: &mut dyn Pool) -> bool {
        let slot = Slot::listed(self.stacks.len());
        // They hardly ever change, and a pool need not be asked for what it was asked for last.
        if self.counters == encoded.words && self.counters_number == Some(self.get(slot).number) {
            return true;
        }
        let has_same_names = self.put(slot, encoded, pool);
        self.counters_number = Some(self.get(slot).number);
        self.counters.clear();
        self.counters.extend_from_slice(encoded.words);
        has_same_names
    }

    pub fn output(&mut self, encoded: Encoded<'_>, pool: &mut dyn Pool) {
        self.put(Slot::listed(self.stacks.len() + 1), encoded, pool);
    }

    /// Keeps an object of the base. False if objects might get other names by what it refers to now.
    pub fn base_object(&mut self, index: usize, encoded: Encoded<'_>, pool: &mut dyn Pool) -> bool {
        let slot = Slot::listed(self.first_base + index);
        let old = self.get(slot).names;
        self.put(slot, encoded, pool) || self.finds_the_same(slot, old)
    }

    /// Keeps a numbered object; in a walk they come one after the other.
    pub fn object(&mut self, number: usize, encoded: Encoded<'_>, pool: &mut dyn Pool) -> bool {
        let at = self.first_object + number;
        if at == self.numbers.len() {
            self.numbers.push(Component::NOTHING.number);
            self.names.push(Component::NOTHING.names);
        }
        let slot = Slot::listed(at);
        let old = self.get(slot).names;
        self.put(slot, encoded, pool) || self.finds_the_same(slot, old)
    }

    /// A component of the list that has other names in it than it had gives objects the same names as before.
    fn finds_the_same(&mut self, slot: Slot, old: NamesId) -> bool {
        self.has_same_lists = false;
        if !self.is_good || old == NamesId::NONE {
            return false;
        }
        let first = self.found.first(slot.at as usize - self.first_base, self.base.len());
        let new = self.get(slot).names;
        first.is_some_and(|first| {
            let end = |list| super::found::end(first, self.lists.names(list).iter().copied());
            end(new).is_some() && end(new) == end(old)
        })
    }

    /// What the component at a place of the list would give names to, if `number` stood there, are the objects that
    /// have these names now. Of a component that was not looked at since all was forgotten, nobody knows.
    pub fn would_find_the_same(&self, place: u32, number: CompId) -> bool {
        let (old, Some(new)) = (self.names[place as usize], self.lists.known(number)) else { return false };
        if old == new {
            return true;
        }
        let Some(at) = (place as usize).checked_sub(self.first_base) else { return true };
        let first = self.found.first(at, self.base.len());
        first.is_some_and(|first| {
            let end = |list| super::found::end(first, self.lists.names(list).iter().copied());
            end(new).is_some() && end(new) == end(old)
        })
    }

    /// The frames of a thread give the names that they gave, to the same objects.
    pub fn thread_finds_the_same(&self, thread: usize) -> bool {
        let Some((first, end)) = self.found.of_thread(thread) else { return false };
        let stack = &self.stacks[thread];
        let lists = stack.frames[..stack.depth].iter().map(|frame| frame.names);
        let names = lists.chain([self.names[thread]]).flat_map(|list| self.lists.names(list));
        super::found::end(first, names.copied()) == Some(end)
    }

    /// A numbered object has a component that is known.
    pub fn object_as(&mut self, number: usize, component: Component) {
        debug_assert_eq!(
            self.first_object + number,
            self.numbers.len(),
            "in a walk they come one after the other"
        );
        self.numbers.push(component.number);
        self.names.push(component.names);
    }

    pub fn object_component(&self, number: usize) -> Component {
        self.get(Slot::listed(self.first_object + number))
    }

    /// So has an object of the base.
    pub fn base_object_as(&mut self, index: usize, component: Component) {
        self.set(Slot::listed(self.first_base + index), component);
    }

    pub fn base_component(&self, index: usize) -> Component {
        self.get(Slot::listed(self.first_base + index))
    }

    /// The names that a component holds.
    pub fn names_of(&self, component: Component) -> &[u32] {
        self.lists.names(component.names)
    }

    /// A frame has a component that is known.
    pub fn frame_as(&mut self, thread: usize, index: usize, component: Component) {
        self.set_in_thread(Slot::frame(thread, index as u32), component);
    }

    pub fn frame_component(&self, thread: usize, index: usize) -> Component {
        self.get(Slot::frame(thread, index as u32))
    }

    /// So has a thread.
    pub fn thread_as(&mut self, thread: usize, component: Component) {
        self.set_in_thread(Slot::listed(thread), component);
    }

    pub fn thread_component(&self, thread: usize) -> Component {
        self.get(Slot::listed(thread))
    }

    fn set_in_thread(&mut self, slot: Slot, component: Component) {
        let old = self.get(slot);
        if old.number == component.number {
            return;
        }
        if self.is_good {
            self.log.push(Undo { slot, component: old });
        }
        self.set(slot, component);
        self.top = self.top.max(self.lists.top(old.names)).max(self.lists.top(component.names));
    }

    pub fn frame(&mut self, thread: usize, index: usize, encoded: Encoded<'_>, pool: &mut dyn Pool) {
        self.put_in_thread(Slot::frame(thread, index as u32), encoded, pool);
    }

    fn put_in_thread(&mut self, slot: Slot, encoded: Encoded<'_>, pool: &mut dyn Pool) {
        let old = self.get(slot).names;
        if !self.put(slot, encoded, pool) {
            let new = self.get(slot).names;
            self.top = self.top.max(self.lists.top(old)).max(self.lists.top(new));
        }
    }

    /// These places of the list have other components now. False if one of them was not looked at yet: then not all of
    /// them may have been renewed.
    pub fn follow(&mut self, places: &[(u32, CompId)], pool: &dyn Pool) -> bool {
        let mut words = std::mem::take(&mut self.words);
        let is_followed = places.iter().all(|&(place, number)| {
            let Some(component) = self.known(number) else { return false };
            let is_thread = (place as usize) < self.stacks.len();
            (!is_thread || self.follow_frames(place as usize, number, pool, &mut words)) && {
                self.set_in_thread(Slot::listed(place as usize), component);
                true
            }
        });
        self.words = words;
        is_followed
    }

    /// A thread has the frames that this component of a thread names.
    fn follow_frames(
        &mut self,
        thread: usize,
        number: CompId,
        pool: &dyn Pool,
        words: &mut Vec<u32>,
    ) -> bool {
        words.clear();
        pool.words(number, words);
        let Some(frames) = words.get(THREAD_WORDS..) else { return false };
        self.set_depth(thread, frames.len());
        frames.iter().enumerate().all(|(index, &frame)| {
            let known = self.known(CompId(frame));
            known.inspect(|&frame| self.set_in_thread(Slot::frame(thread, index as u32), frame)).is_some()
        })
    }

    /// A component that was looked at.
    fn known(&self, number: CompId) -> Option<Component> {
        self.lists.known(number).map(|names| Component { number, names })
    }

    /// A thread has so many frames now; true if it had as many.
    pub fn set_depth(&mut self, thread: usize, depth: usize) -> bool {
        let stack = &mut self.stacks[thread];
        let old = std::mem::replace(&mut stack.depth, depth);
        if stack.frames.len() < depth {
            stack.frames.resize(depth, Component::NOTHING);
        }
        if old == depth || !self.is_good {
            return old == depth;
        }
        let component = Component { number: CompId(old as u32), ..Component::NOTHING };
        self.log.push(Undo { slot: Slot::frame(thread, DEPTH), component });
        for gone in &stack.frames[depth.min(old)..old] {
            self.top = self.top.max(self.lists.top(gone.names));
        }
        // What lies above is of calls that have returned; a frame that happens to be the same is still a new
        // one.
        for index in old..depth {
            let component = std::mem::replace(&mut stack.frames[index], Component::NOTHING);
            self.log.push(Undo { slot: Slot::frame(thread, index as u32), component });
        }
        false
    }

    /// The numbers of a thread's frames.
    pub fn frames(&self, thread: usize) -> impl Iterator<Item = u32> {
        let stack = &self.stacks[thread];
        stack.frames[..stack.depth].iter().map(|frame| frame.number.0)
    }

    pub fn layout(&self) -> u32 {
        self.layout
    }

    /// The place of an object of the base that is in the list.
    pub fn base_place(&self, object: u32) -> Option<u32> {
        self.base_index(object).map(|index| (self.first_base + index) as u32)
    }

    pub fn object_place(&self, number: u32) -> u32 {
        self.first_object as u32 + number
    }

    pub fn is_numbered(&self, place: u32) -> bool {
        place as usize >= self.first_object
    }

    /// What there is to be seen at a place now.
    #[inline]
    pub fn look(&self, look: Read) -> u32 {
        let (Read::Content(place) | Read::Class(place) | Read::Wait(place)) = look;
        // Lists of one layout may still have more objects or fewer.
        self.numbers
            .get(place as usize)
            .map_or(Component::NOTHING.number.0, |&number| self.seen(look, number))
    }

    #[inline]
    fn seen(&self, look: Read, number: CompId) -> u32 {
        match look {
            Read::Content(_) => number.0,
            Read::Class(_) | Read::Wait(_) => self.lists.feature(number),
        }
    }

    fn put(&mut self, slot: Slot, encoded: Encoded<'_>, pool: &mut dyn Pool) -> bool {
        let old = self.get(slot);
        let number = pool.intern(encoded.kind, encoded.words);
        if number == old.number {
            return true;
        }
        let names = self.lists.of(number, encoded);
        if self.is_good {
            self.log.push(Undo { slot, component: old });
        }
        self.set(slot, Component { number, names });
        names == old.names
    }

    #[inline]
    fn get(&self, slot: Slot) -> Component {
        match slot.place() {
            Some(place) => Component { number: self.numbers[place], names: self.names[place] },
            None => self.stacks[slot.at as usize].frames[slot.index as usize],
        }
    }

    #[inline]
    fn set(&mut self, slot: Slot, component: Component) {
        if let Some(place) = slot.place() {
            self.numbers[place] = component.number;
            self.names[place] = component.names;
            return;
        }
        let stack = &mut self.stacks[slot.at as usize];
        match slot.index {
            DEPTH => stack.depth = component.number.0 as usize,
            index => stack.frames[index as usize] = component,
        }
    }
}
