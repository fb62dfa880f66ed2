//! Naming a state: a whole walk, or the renewal of what was written since the last one.

use super::memo::{Memo, MemoMark, Read};
use super::{BASE, COUNTERS, Canon, OBJECT, OUTPUT, Symmetry};
use crate::ghost::{Ghost, State};
use base::Id;
use lts::{CompId, Pool};
use std::ops::Range;
use vm::Machine;
use vm::state::heap::Ref;

/// How much of the last walk's names could be kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Renewed {
    All,
    /// What only frames know has to be named again.
    AllButFrames,
    Nothing,
}

/// An object that the last walk has not met.
pub(crate) struct Unnamed;

impl Canon {
    /// Forgets what it knows of a pool: the next walk may be for another one.
    pub(crate) fn forget(&mut self) {
        self.memo.forget();
        self.cache.forget();
    }

    /// The pool whose components have the numbers that are known.
    pub(crate) fn pool(&self) -> Option<u64> {
        self.pool
    }

    /// The position of a state that was just named.
    pub(crate) fn here(&self) -> Option<MemoMark> {
        self.memo.here()
    }

    /// A mark is taken: what lies deep below it is packed.
    pub(crate) fn settle(&mut self) {
        self.memo.settle();
    }

    /// Bytes that going back takes.
    pub(crate) fn log_bytes(&self) -> u64 {
        self.memo.log_bytes()
    }

    /// The machine is back at a state that was named: so are the names. False if a walk has changed them
    /// since.
    pub(crate) fn go_back(&mut self, machine: &mut Machine, to: MemoMark) -> bool {
        let is_back = self.memo.go_back(to);
        if is_back {
            self.cache.invalidate(machine.changes(), machine.heap.base_top());
            machine.forget_changes();
        }
        is_back
    }

    pub(crate) fn numbers(&self) -> &[CompId] {
        self.memo.numbers()
    }

    pub(crate) fn layout(&self) -> u32 {
        self.memo.layout()
    }

    pub(crate) fn look(&self, look: Read) -> u32 {
        self.memo.look(look)
    }

    pub(crate) fn look_back(&self, look: Read, at: MemoMark) -> u32 {
        self.memo.look_back(look, at)
    }

    pub(crate) fn changed_since(&self, at: MemoMark) -> impl Iterator<Item = (u32, CompId)> {
        self.memo.changed_since(at)
    }

    pub(crate) fn is_on_log(&self, at: MemoMark) -> bool {
        self.memo.is_on_log(at)
    }

    /// One above the highest number in lists of names that threads gave up or got in the last renewal.
    pub(crate) fn top(&self) -> u32 {
        self.memo.top
    }

    /// Threads that give up or get these lists leave all names as they are: either frames give no names at
    /// all, or these lists have only names that were given before.
    pub(crate) fn keeps_names(&self, top: u32) -> bool {
        self.order.len() == self.memo.own || top as usize <= self.memo.own
    }

    /// In the last renewal no component got other names than it had.
    pub(crate) fn has_same_lists(&self) -> bool {
        self.memo.has_same_lists
    }

    /// With these components in these places, all objects would keep their names.
    pub(crate) fn would_keep_names(&self, places: &[(u32, CompId)]) -> bool {
        places.iter().all(|&(place, number)| self.memo.would_find_the_same(place, number))
    }

    /// Where an object is in the list; none for an object of the base that is as it was at first.
    ///
    /// # Errors
    /// The object has no name.
    pub(crate) fn place(&self, machine: &Machine, object: Ref) -> Result<Option<u32>, Unnamed> {
        let base_top = machine.heap.base_top();
        if object.0 < base_top {
            return Ok(self.memo.base_place(object.0));
        }
        let met = self.met.get((object.0 - base_top) as usize).copied();
        let (_, number) = met.filter(|&(walk, _)| walk == self.walk).ok_or(Unnamed)?;
        Ok(Some(self.memo.object_place(number)))
    }

    pub(crate) fn is_numbered(&self, place: u32) -> bool {
        self.memo.is_numbered(place)
    }

    /// Which objects have the names of the last walk: a fingerprint of who made them.
    pub(crate) fn identity(&mut self, machine: &Machine) -> u128 {
        if self.identity.0 != self.walk {
            let births = |object: &Ref| u64::from(machine.heap.birth(*object).unwrap_or(!object.0));
            let first = base::hash_words(self.order.iter().map(births));
            let second = base::hash_words(self.order.iter().rev().map(|object| !births(object)));
            self.identity = (self.walk, u128::from(first) << 64 | u128::from(second));
        }
        self.identity.1
    }

    /// Appends the components of the present state to `out`.
    pub(crate) fn save(
        &mut self,
        machine: &mut Machine,
        ghost: &Ghost,
        pool: &mut dyn Pool,
        out: &mut Vec<CompId>,
    ) {
        self.uses_cache = self.naming.is_plain() && !self.always_walks;
        self.know_pool(pool);
        self.cache.invalidate(machine.changes(), machine.heap.base_top());
        let renewed = match !self.always_walks && self.memo.is_good {
            true => self.renew(machine, ghost, pool),
            false => Renewed::Nothing,
        };
        let state = State { machine, ghost };
        match renewed {
            Renewed::All => self.uses.renewed(),
            Renewed::AllButFrames => self.walk_frames_again(state, pool),
            Renewed::Nothing => self.walk(state, pool),
        }
        machine.forget_changes();
        out.extend_from_slice(self.memo.numbers());
        if cfg!(debug_assertions) && self.uses_cache {
            let mut plain = Canon::default();
            plain.walk(State { machine, ghost }, pool);
            assert_eq!(self.memo.numbers(), plain.memo.numbers(), "{renewed:?} renewed, and it shows");
        }
        debug_assert!(self.memo.is_complete(), "a walk names everything");
    }

    /// The machine has taken a step that changes these places of the list of the state that was named last, and nothing
    /// else that names would show. False if not everything is known that has to be: then the state is named as usual.
    pub(crate) fn follow(
        &mut self,
        machine: &mut Machine,
        ghost: &Ghost,
        places: &[(u32, CompId)],
        pool: &mut dyn Pool,
    ) -> bool {
        let is_known = self.memo.is_good && self.pool.is_some() && self.pool == pool.identity();
        if !is_known || !self.memo.follow(places, pool) {
            return false;
        }
        self.cache.invalidate(machine.changes(), machine.heap.base_top());
        machine.forget_changes();
        self.uses.renewed();
        if cfg!(debug_assertions) {
            let mut plain = Canon::default();
            plain.walk(State { machine, ghost }, pool);
            assert_eq!(self.memo.numbers(), plain.memo.numbers(), "a step was followed, and it shows");
            let frames = |canon: &Canon| -> Vec<u32> {
                (0..canon.memo.threads()).flat_map(|thread| canon.memo.frames(thread)).collect()
            };
            assert_eq!(frames(&*self), frames(&plain), "a step was followed, and frames show it");
        }
        true
    }

    /// The whole walk.
    pub(super) fn walk(&mut self, machine: State<'_>, pool: &mut dyn Pool) {
        self.begin();
        let mut memo = std::mem::take(&mut self.memo);
        self.rank_threads(machine);
        for i in 0..self.by_rank.len() {
            self.name(machine, machine.threads[self.by_rank[i]].state.object);
        }
        memo.blocks.clear();
        memo.blocks.extend(machine.blocks());
        for (_, block) in machine.blocks() {
            self.name(machine, block);
        }
        let mut base = self.written_base(machine);
        base.retain(|&object| !self.is_untouched(machine, object));
        base.sort_unstable_by_key(|&object| machine.heap.token(Ref(object)));
        memo.begin(machine, base);
        for i in 0..memo.base().len() {
            let object = Ref(memo.base()[i]);
            memo.found.base_object(i, self.order.len());
            if let Some(component) = self.cached(machine, object, &memo) {
                memo.base_object_as(i, component);
                continue;
            }
            self.begin_words();
            self.base_object(machine, object);
            memo.base_object(i, self.encoded(BASE), pool);
            self.put_in_cache(machine, object, memo.base_component(i));
        }
        self.renew_rest(machine, &mut memo, pool);
        self.objects(machine, 0, &mut memo, pool);
        memo.own = self.order.len();
        memo.own_end = self.end_of(machine, 0, 0);
        self.walk_frames(machine, &mut memo, pool);
        self.memo = memo;
    }

    /// The second half of a walk: names for what only frames know.
    fn walk_frames(&mut self, machine: State<'_>, memo: &mut Memo, pool: &mut dyn Pool) {
        for i in 0..self.by_rank.len() {
            memo.found.thread(self.order.len());
            self.stack(machine, self.by_rank[i], i, 0, memo, pool);
        }
        memo.found.thread(self.order.len());
        self.meet_garbage(machine);
        self.objects(machine, memo.own, memo, pool);
        memo.end = self.end_of(machine, memo.own, memo.own_end);
        memo.is_good = self.naming.is_plain();
        if self.naming.symmetry != Symmetry::Heap {
            memo.objects_mut().sort_unstable();
        }
    }

    /// The second half once more, on top of names that are as they were.
    fn walk_frames_again(&mut self, machine: State<'_>, pool: &mut dyn Pool) {
        let mut memo = std::mem::take(&mut self.memo);
        let base_top = self.base_top(machine);
        for object in self.order.drain(memo.own..) {
            self.met[(object.0 - base_top) as usize] = (0, 0);
        }
        (self.is_fixed, self.is_strange) = (false, false);
        self.identity.0 = 0;
        memo.forget_frames();
        self.walk_frames(machine, &mut memo, pool);
        self.memo = memo;
    }

    /// The first word behind all objects with names from the one with number `first` on.
    fn end_of(&self, machine: State<'_>, first: usize, least: u32) -> u32 {
        let objects = self.order[first..].iter();
        objects.map(|&object| object.0 + machine.heap.words_of(object)).fold(least, u32::max)
    }

    /// The components of all objects from number `next` on, and of those that they lead to.
    fn objects(&mut self, machine: State<'_>, mut next: usize, memo: &mut Memo, pool: &mut dyn Pool) {
        while next < self.order.len() {
            let object = self.order[next];
            memo.found.object(self.order.len());
            if let Some(component) = self.cached(machine, object, memo) {
                memo.object_as(next, component);
                next += 1;
                continue;
            }
            self.begin_words();
            if self.naming.symmetry != Symmetry::Heap {
                // Its number does not follow from its place in the list.
                let number = self.given_number(machine, self.order[next], next as u32);
                self.words.push(number);
            }
            self.object(machine, object);
            memo.object(next, self.encoded(OBJECT), pool);
            self.put_in_cache(machine, object, memo.object_component(next));
            next += 1;
        }
    }

    /// Renews the components of what was written since the last walk, as far as names have not changed.
    fn renew(&mut self, machine: &mut Machine, ghost: &Ghost, pool: &mut dyn Pool) -> Renewed {
        machine.sort_changes();
        let machine = State { machine, ghost };
        let changed = machine.changes();
        let blocks = machine.blocks();
        let same_roots =
            machine.threads.len() == self.memo.threads() && blocks.eq(self.memo.blocks.iter().copied());
        if !same_roots || changed.cut.is_some_and(|cut| cut < self.memo.own_end) {
            return Renewed::Nothing;
        }
        let are_frames_there = changed.cut.is_none_or(|cut| cut >= self.memo.end);
        self.is_fixed = true;
        self.is_strange = false;
        (self.memo.top, self.memo.has_same_lists) = (0, true);
        let mut memo = std::mem::take(&mut self.memo);
        let renewed = if !self.renew_objects(machine, 0..memo.own, &mut memo, pool)
            || !self.renew_rest(machine, &mut memo, pool)
        {
            Renewed::Nothing
        } else if are_frames_there
            && self.renew_objects(machine, memo.own..self.order.len(), &mut memo, pool)
            && self.renew_threads(machine, &mut memo, pool)
        {
            Renewed::All
        } else {
            Renewed::AllButFrames
        };
        self.memo = memo;
        self.is_fixed = false;
        renewed
    }

    /// Objects with these numbers, and with the first ones those of the base.
    fn renew_objects(
        &mut self,
        machine: State<'_>,
        numbers: Range<usize>,
        memo: &mut Memo,
        pool: &mut dyn Pool,
    ) -> bool {
        let base_top = machine.heap.base_top();
        for &object in &machine.changes().objects {
            self.begin_words();
            if object < base_top {
                if numbers.start > 0 {
                    continue;
                }
                let known = memo.base_index(object);
                match (known, self.is_untouched(machine, object)) {
                    (None, true) => {}
                    (Some(index), false) => {
                        self.base_object(machine, Ref(object));
                        if self.is_strange || !memo.base_object(index, self.encoded(BASE), pool) {
                            return false;
                        }
                        self.put_in_cache(machine, Ref(object), memo.base_component(index));
                    }
                    _ => return false,
                }
                continue;
            }
            // Objects without a name are garbage, or will turn up in what refers to them.
            let met = self.met.get((object - base_top) as usize).copied();
            let Some((_, number)) = met.filter(|&(walk, _)| walk == self.walk) else { continue };
            let number = number as usize;
            if !numbers.contains(&number) {
                continue;
            }
            self.object(machine, Ref(object));
            if self.is_strange || !memo.object(number, self.encoded(OBJECT), pool) {
                return false;
            }
            self.put_in_cache(machine, Ref(object), memo.object_component(number));
        }
        true
    }

    fn renew_threads(&mut self, machine: State<'_>, memo: &mut Memo, pool: &mut dyn Pool) -> bool {
        let frames_name = self.order.len() > memo.own;
        let changed = machine.changes();
        for &thread in &changed.threads {
            if thread.index() >= memo.threads() {
                return false;
            }
            self.stack(machine, thread, thread.index(), changed.lowest(thread), memo, pool);
            // Names that only frames give depend on what the frames look at.
            let may_differ = frames_name && memo.top as usize > memo.own;
            if self.is_strange || (may_differ && !memo.thread_finds_the_same(thread.index())) {
                return false;
            }
        }
        true
    }

    /// What is neither a thread nor an object. False if the names in it differ from before.
    fn renew_rest(&mut self, machine: State<'_>, memo: &mut Memo, pool: &mut dyn Pool) -> bool {
        if machine.ghost.observes_output {
            self.begin_words();
            self.output(machine);
            memo.output(self.encoded(OUTPUT), pool);
        }
        self.begin_words();
        self.counters(machine);
        !self.is_strange && memo.counters(self.encoded(COUNTERS), pool)
    }
}
