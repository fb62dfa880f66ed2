//! Going to a state of which a pool has the components, by writing what is not there yet.
//!
//! Where the machine is in a state that was named into the same pool, equal numbers of components are equal
//! contents. So an object that has the same number and the same component in both states stays as it is, and so
//! does whatever refers to such objects alone. Objects keep their places as long as they fit; from the first
//! one on that does not, they are laid out anew above all others. Where nothing is known of the machine's state, it
//! goes back to its base, and everything is written.
//!
//! Afterwards the names of the state are known as if they had been found by a walk ([`super::memo`]).
//! Nothing of this is journaled; marks die.

use super::load::{Loaded, Restoring, THREAD_WORDS, Words, broken};
use super::memo::Memo;
use super::{BASE, COUNTERS, Canon, Encoded, FRAME, OBJECT, OUTPUT, THREAD};
use crate::ghost::{Ghost, Prefix, State};
use base::Id;
use lts::{CompId, Pool};
use std::ops::Range;
use vm::program::ClassId;
use vm::state::heap::Ref;
use vm::state::thread::ThreadId;
use vm::{Layer, Machine};

/// Garbage that is left behind when objects are laid out anew: so many words, and so many times as much as was
/// there when everything was written, are borne with.
const LITTER_WORDS: u32 = 1 << 16;
const LITTER_TIMES: u32 = 4;

/// How much of a state was written to go there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Written {
    /// Components that were written, and those that were there.
    pub written: u64,
    pub kept: u64,
}

/// Where the components of a state are in its list.
struct Parts {
    threads: usize,
    output: Option<usize>,
    base: Range<usize>,
    objects: Range<usize>,
}

/// A state that is being gone to.
struct Difference<'a> {
    canon: &'a mut Canon,
    memo: Memo,
    loaded: Loaded,
    made: Restoring<'a>,
    pool: &'a dyn Pool,
    state: &'a [CompId],
    parts: Parts,
    /// Objects with lower numbers than this are where they were.
    stay: usize,
    done: Written,
}

impl Canon {
    /// Goes to a state of which `pool` has the components. `is_named` says that the machine is as it was when it was
    /// named last.
    pub(crate) fn load(
        &mut self,
        machine: &mut Machine,
        ghost: &mut Ghost,
        pool: &dyn Pool,
        state: &[CompId],
        layer: Option<&Layer>,
        is_named: bool,
    ) -> Result<(), String> {
        self.uses_cache = self.naming.is_plain() && !self.always_walks;
        self.know_pool(pool);
        if self.pool.is_none() {
            self.forget();
        }
        let parts = self.parts(pool, state)?;
        let counters = state[parts.threads];
        match is_named && self.goes_on_from(machine, pool, counters, layer)? {
            true => {
                machine.forget_marks();
                ghost.forget_marks();
            }
            false => {
                self.begin();
                self.cache.forget();
                self.memo.forget_state();
                ghost.forget();
                super::base::go_to_base(machine, pool, counters, layer)?;
                self.whole_words = None;
            }
        }
        let (memo, loaded) = (std::mem::take(&mut self.memo), std::mem::take(&mut self.loaded));
        let made = Restoring { machine: &mut *machine, ghost: &mut *ghost };
        let mut difference = Difference {
            canon: &mut *self,
            memo,
            loaded,
            made,
            pool,
            state,
            parts,
            stay: 0,
            done: Written::default(),
        };
        let result = difference.go();
        let Difference { memo, loaded, done, .. } = difference;
        (self.memo, self.loaded) = (memo, loaded);
        self.uses.loaded(done.written, done.kept);
        machine.forget_changes();
        let above = machine.heap.words_above_base();
        self.whole_words.get_or_insert(above);
        if result.is_err() || !self.uses_cache || self.pool.is_none() {
            self.forget();
        }
        debug_assert!(
            result.is_err() || Canon::is_named_by(State { machine, ghost }, pool, state),
            "a state that was loaded has another name than the one it was loaded by"
        );
        result
    }

    /// What is known of components is known of those of this pool.
    pub(super) fn know_pool(&mut self, pool: &dyn Pool) {
        let identity = pool.identity();
        if identity != self.pool {
            self.forget();
            self.pool = identity;
        }
    }

    /// The machine need not go back to its base first: all of its state is known, and it lies upon the right one.
    fn goes_on_from(
        &self,
        machine: &Machine,
        pool: &dyn Pool,
        counters: CompId,
        layer: Option<&Layer>,
    ) -> Result<bool, String> {
        let most = self.whole_words.unwrap_or(0).saturating_mul(LITTER_TIMES).saturating_add(LITTER_WORDS);
        let is_known = self.uses_cache
            && self.pool.is_some()
            && self.memo.is_good
            && machine.changes().is_empty()
            && !machine.heap.has_births()
            && machine.heap.words_above_base() <= most;
        if !is_known {
            return Ok(false);
        }
        Ok(match super::base::prefix(pool, counters)? {
            // Whether the base is deepened at its end depends on how much was made on it: no litter may lie there.
            Prefix::On => false,
            Prefix::Past => !machine.is_deep(),
            Prefix::Deep => layer.is_some_and(|layer| machine.lies_upon(layer)),
        })
    }

    /// Where the components of a state are.
    fn parts(&self, pool: &dyn Pool, state: &[CompId]) -> Result<Parts, String> {
        let mut scratch = Vec::new();
        let mut counts = [0; 8];
        let mut last = 0;
        for &component in state {
            let kind = self.memo.kind(component).unwrap_or_else(|| {
                scratch.clear();
                pool.words(component, &mut scratch)
            });
            let rank = match kind {
                THREAD => 0,
                COUNTERS => 1,
                OUTPUT => 2,
                BASE => 3,
                OBJECT => 4,
                _ => return Err(broken()),
            };
            if rank < last {
                return Err(broken());
            }
            last = rank;
            counts[rank] += 1;
        }
        let [threads, counters, outputs, base, ..] = counts;
        if counters != 1 || outputs > 1 {
            return Err(broken());
        }
        let (first_base, output) = (threads + 1 + outputs, (outputs == 1).then_some(threads + 1));
        let first_object = first_base + base;
        Ok(Parts { threads, output, base: first_base..first_object, objects: first_object..state.len() })
    }
}

impl Difference<'_> {
    fn go(&mut self) -> Result<(), String> {
        self.loaded.places = std::mem::take(&mut self.canon.order);
        let result = self.write();
        self.canon.order = std::mem::take(&mut self.loaded.places);
        let base = result?;
        let state = State { machine: self.made.machine, ghost: self.made.ghost };
        if self.canon.by_rank.len() != self.parts.threads {
            self.canon.rank_threads(state);
        }
        self.canon.identity.0 = 0;
        let end = state.heap.base_top() + state.heap.words_above_base();
        let is_adopted = self.memo.adopt(state, self.state, base, end);
        debug_assert!(is_adopted, "a stored state has the names that a walk gives");
        Ok(())
    }

    /// Writes what is not there; which objects of the base belong to the state.
    fn write(&mut self) -> Result<Vec<u32>, String> {
        self.objects()?;
        let base = self.base()?;
        self.rest()?;
        for thread in 0..self.parts.threads {
            self.thread(thread)?;
        }
        self.made.machine.threads.truncate(self.parts.threads);
        self.canon.cache.forget_stacks_from(self.parts.threads);
        Ok(base)
    }

    /// The words of a component, which must be of this kind.
    fn read(&mut self, component: CompId, kind: u8) -> Result<(), String> {
        self.loaded.words.clear();
        self.loaded.names.clear();
        match self.pool.words(component, &mut self.loaded.words) == kind {
            true => Ok(()),
            false => Err(broken()),
        }
    }

    /// The component at a place is there, and what it refers to is where it was.
    fn is_there(&mut self, place: Option<usize>, component: CompId) -> bool {
        let is_there = place.and_then(|place| self.memo.at(place)) == Some(component)
            && self.memo.top_of(component) as usize <= self.stay;
        self.done.kept += u64::from(is_there);
        is_there
    }

    /// A component that was read has been written.
    fn learn(&mut self, component: CompId, kind: u8, words: &[u32]) -> super::memo::Component {
        self.done.written += 1;
        self.memo.learn(component, Encoded { kind, words, names: &self.loaded.names })
    }

    /// Numbered objects: first their places, then what is in them.
    fn objects(&mut self) -> Result<(), String> {
        let (objects, old) = (self.parts.objects.clone(), self.loaded.places.len());
        let old_first = self.memo.first_object();
        while self.stay < old.min(objects.len()) {
            let component = self.state[objects.start + self.stay];
            if self.memo.at(old_first + self.stay) != Some(component) {
                self.read(component, OBJECT)?;
                let (class, length) = header(self.made.machine, &self.loaded.words)?;
                if !self.made.heap.is_like(self.loaded.places[self.stay], class, length) {
                    break;
                }
            }
            self.stay += 1;
        }
        self.give_up(self.stay);
        for number in self.stay..objects.len() {
            self.read(self.state[objects.start + number], OBJECT)?;
            let (class, length) = header(self.made.machine, &self.loaded.words)?;
            let object = self.made.heap.alloc(class, length).map_err(|_| broken())?;
            self.loaded.places.push(object);
            let base_top = self.made.heap.base_top();
            self.canon.meet((object.0 - base_top) as usize, number as u32);
        }
        for number in 0..objects.len() {
            let component = self.state[objects.start + number];
            let old_place = (number < self.stay).then_some(old_first + number);
            if self.is_there(old_place, component) {
                continue;
            }
            self.read(component, OBJECT)?;
            let (object, words) = (self.loaded.places[number], std::mem::take(&mut self.loaded.words));
            self.strip(object, number < self.stay);
            self.loaded.object(&mut self.made, object, Words(&words))?;
            let component = self.learn(component, OBJECT, &words);
            self.loaded.words = words;
            self.remember(object, component);
        }
        Ok(())
    }

    /// Objects with numbers from this one on are garbage.
    fn give_up(&mut self, from: usize) {
        let base_top = self.made.heap.base_top();
        for i in from..self.loaded.places.len() {
            let object = self.loaded.places[i];
            self.canon.part((object.0 - base_top) as usize);
            self.strip(object, true);
            self.remember(object, super::memo::Component::NOTHING);
        }
        self.loaded.places.truncate(from);
    }

    /// An object has nothing beside its words.
    fn strip(&mut self, object: Ref, was_there: bool) {
        if was_there {
            self.made.machine.array_hashes.remove(&object);
            self.made.ghost.remove_guard(object);
        }
    }

    fn remember(&mut self, object: Ref, component: super::memo::Component) {
        let state = State { machine: self.made.machine, ghost: self.made.ghost };
        self.canon.put_in_cache(state, object, component);
    }

    /// Objects of the base that are not as they were there.
    fn base(&mut self) -> Result<Vec<u32>, String> {
        let (range, old_first) = (self.parts.base.clone(), self.memo.first_base());
        let old: Vec<u32> = self.memo.base().to_vec();
        let mut new = Vec::with_capacity(range.len());
        for (index, &component) in self.state[range.clone()].iter().enumerate() {
            let is_same = self.memo.at(old_first + index) == Some(component) && index < old.len();
            new.push(match is_same {
                true => old[index],
                false => {
                    self.read(component, BASE)?;
                    let object = self.loaded.words.first().and_then(|&token| self.made.heap.of_token(token));
                    object.ok_or_else(broken)?.0
                }
            });
        }
        if new != old {
            self.restore_base(&old, &new)?;
        }
        for (&object, &component) in new.iter().zip(&self.state[range]) {
            let old_place = self.memo.base_index(object).map(|index| old_first + index);
            if self.is_there(old_place, component) {
                continue;
            }
            self.read(component, BASE)?;
            let words = std::mem::take(&mut self.loaded.words);
            self.made.heap.dirty_raw(Ref(object));
            self.strip(Ref(object), true);
            self.loaded.base_object(&mut self.made, &words)?;
            let component = self.learn(component, BASE, &words);
            self.loaded.words = words;
            self.remember(Ref(object), component);
        }
        Ok(new)
    }

    /// Of some objects of the base, those that do not belong to the state become what they were in the base.
    fn restore_base(&mut self, old: &[u32], new: &[u32]) -> Result<(), String> {
        let token = |&object: &u32| self.made.heap.token(Ref(object));
        let is_rising = new.windows(2).all(|pair| token(&pair[0]) < token(&pair[1]));
        if !is_rising || new.iter().any(|&object| object >= self.made.heap.base_top()) {
            return Err(broken());
        }
        let mut rising = new.to_vec();
        rising.sort_unstable();
        for &object in old.iter().filter(|object| rising.binary_search(object).is_err()) {
            self.made.machine.restore_base_object(Ref(object));
            self.made.ghost.remove_guard(Ref(object));
            self.canon.cache.forget_base(object);
        }
        Ok(())
    }

    /// The counters, and what was printed.
    fn rest(&mut self) -> Result<(), String> {
        let component = self.state[self.parts.threads];
        self.read(component, COUNTERS)?;
        let words = std::mem::take(&mut self.loaded.words);
        self.loaded.counters(&mut self.made, &words)?;
        self.learn(component, COUNTERS, &words);
        self.loaded.words = words;
        let Some(place) = self.parts.output else {
            self.made.ghost.printed.clear();
            return Ok(());
        };
        let component = self.state[place];
        self.read(component, OUTPUT)?;
        let words = std::mem::take(&mut self.loaded.words);
        super::load::output(&mut self.made, &words)?;
        self.learn(component, OUTPUT, &words);
        self.loaded.words = words;
        Ok(())
    }

    /// A thread and its frames. What is left of a timed wait says when it ends only with the clock.
    fn thread(&mut self, thread: usize) -> Result<(), String> {
        let (component, id) = (self.state[thread], ThreadId::from_index(thread));
        let is_known = thread < self.memo.threads() && self.memo.at(thread) == Some(component);
        if is_known
            && self.memo.top_of_thread(thread) as usize <= self.stay
            && self.made.threads[id].state.status.until_ns().is_none()
        {
            let state = &mut self.made.machine.threads[id].state;
            (state.wait_order, state.result) = (0, None);
            self.done.kept += 1;
            return Ok(());
        }
        self.read(component, THREAD)?;
        let words = std::mem::take(&mut self.loaded.words);
        let (own, frames) = words.split_at_checked(THREAD_WORDS).ok_or_else(broken)?;
        // The lowest frames are mostly those that are there.
        let kept = self.memo.common_frames(thread, frames, self.stay as u32);
        self.loaded.thread(&mut self.made, id, own, kept)?;
        self.learn(component, THREAD, &words);
        let mut frame_words = std::mem::take(&mut self.loaded.frame_words);
        for &frame in &frames[kept..] {
            frame_words.clear();
            self.loaded.names.clear();
            if self.pool.words(CompId(frame), &mut frame_words) != FRAME {
                return Err(broken());
            }
            self.loaded.frame(&mut self.made, id, &frame_words)?;
            self.learn(CompId(frame), FRAME, &frame_words);
        }
        self.memo.adopt_frames(thread, frames);
        self.canon.cache.forget_stack(thread);
        (self.loaded.words, self.loaded.frame_words) = (words, frame_words);
        Ok(())
    }
}

/// The class of an object, and its length if it is an array.
fn header(machine: &Machine, words: &[u32]) -> Result<(ClassId, u32), String> {
    let mut words = Words(words);
    let (class, _, length) = (words.next()?, words.next()?, words.next()?);
    Ok((super::load::class_of(machine, class)?, length))
}
