//! Foresight: where a step leads, known from an earlier one that began in the same situation.
//!
//! What a thread does up to its next visible operation follows from its own component and from what the step
//! looks at. Most steps of a search are taken in many states that differ in nothing of that, and most of them
//! lead to states that are known. So a step is remembered as what it read and what it changed, both as places
//! and numbers in the list of components: the next time, the list of the state it leads to is had
//! without going there. Only if that state is new, the machine moves.
//!
//! It is sound because components say everything about a state. A step is remembered if the notes of what it
//! looked at are complete ([`vm::state::notes`]), and if it left all objects their names. Debug builds
//! take every step that is foreseen, and compare.

use super::canon::{Canon, MemoMark, Read};
use super::system::Explorer;
use base::FastMap;
use lts::{Choice, CompId, Footprints, Pool, System};
use vm::Pause;
use vm::state::thread::{ThreadId, ThreadStatus};

/// Ways of looking that are kept for one component of a thread: which places a step reads depends on what it
/// finds there.
const MOST_WAYS: usize = 8;
/// Words that may be kept; then everything is forgotten. Sixteen million bytes.
const MOST_WORDS: usize = 1 << 22;
/// Whether foresight pays is looked at after so many questions: one in eight must have had an answer.
const TRIAL: u32 = 4096;
const WORTH_ONE_IN: u32 = 8;
/// If it does not, so many steps go by before it is tried again.
const REST: u32 = 1 << 16;

/// With fewer threads alive, there are too few choices left for a state to be named again.
const MANY: usize = 4;

/// The component of a thread, and the arrangement of the list it is in.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Situation {
    layout: u32,
    thread: ThreadId,
    component: CompId,
}

/// What a step changes.
struct Change {
    /// Places in the list, with what they hold afterwards.
    places: Box<[(u32, CompId)]>,
    /// One above the highest number in lists of names that the thread gives up or gets.
    top: u32,
    /// Components hold other names than before: whether that gives objects other names depends on the state.
    needs_look: bool,
    instructions: u64,
    /// Others can see that it was taken ([`lts::Footprints::has_effect`]), if that is told at all.
    has_effect: Option<bool>,
}

/// A step that is under way, to be remembered if all goes well.
pub(super) struct Pending {
    thread: ThreadId,
    from: MemoMark,
    allocated: u64,
    instructions: u64,
}

#[derive(Default)]
pub(super) struct Foresight {
    /// Ways of looking, by situation.
    ways: FastMap<Situation, Vec<u32>>,
    /// What each way looks at.
    looks: Vec<Box<[Read]>>,
    /// By a way of looking and what is found.
    changes: FastMap<Box<[u32]>, Change>,
    words: usize,
    found: Vec<u32>,
    /// The choice that was foreseen last from where the machine is, and the operations that were counted for
    /// it.
    foreseen: Option<(Choice, u64)>,
    /// What is known of the effect of the step that was foreseen last, and what it changes.
    effect: Option<bool>,
    places: Vec<(u32, CompId)>,
    /// That step was taken, and where it has led has no name yet.
    is_taken: bool,
    asked: u32,
    answered: u32,
    resting: u32,
    /// In which pool components have the numbers that steps are remembered by.
    pool: Option<u64>,
    /// Somebody asks at all. Searches that need more than where a step leads do not, and nothing is noted for them.
    is_wanted: bool,
}

impl Foresight {
    /// The machine has moved.
    pub fn move_on(&mut self) {
        (self.foreseen, self.is_taken) = (None, false);
    }

    /// What the step that was taken last has changed, if it was foreseen. To be asked once, before anything else is.
    pub fn followed(&mut self) -> Option<&[(u32, CompId)]> {
        std::mem::take(&mut self.is_taken).then_some(&*self.places)
    }

    /// What was foreseen last, to be put back by who goes somewhere and comes back.
    pub fn take_foreseen(&mut self) -> Option<(Choice, u64)> {
        self.foreseen.take()
    }

    pub fn put_foreseen(&mut self, foreseen: Option<(Choice, u64)>) {
        self.foreseen = foreseen;
    }

    /// Whether the step that was foreseen last has an effect, if that is known.
    pub fn effect(&self) -> Option<bool> {
        self.effect
    }

    pub fn forget(&mut self) {
        self.ways.clear();
        self.looks.clear();
        self.changes.clear();
        self.words = 0;
    }

    /// Numbers of another pool say nothing of the components of this one.
    fn know_pool(&mut self, canon: &Canon) {
        if self.pool != canon.pool() {
            self.forget();
            self.pool = canon.pool();
        }
    }

    /// Whether it pays at present. Counts the questions.
    fn is_awake(&mut self) -> bool {
        if self.resting > 0 {
            self.resting -= 1;
            return false;
        }
        self.asked += 1;
        if self.asked == TRIAL {
            if self.answered < TRIAL / WORTH_ONE_IN {
                self.resting = REST;
                self.forget();
            }
            (self.asked, self.answered) = (0, 0);
        }
        self.resting == 0
    }

    /// Looks a step up. If it is known and its change goes by the names that there are: how many operations it takes.
    fn look_up(&mut self, canon: &Canon, thread: ThreadId) -> Option<u64> {
        self.know_pool(canon);
        let situation = Situation::of(canon, thread, None);
        for &way in self.ways.get(&situation)? {
            self.found.clear();
            self.found.push(way);
            self.found.extend(self.looks[way as usize].iter().map(|&look| canon.look(look)));
            if let Some(change) = self.changes.get(&*self.found) {
                self.answered += 1;
                let keeps_names = canon.keeps_names(change.top)
                    && (!change.needs_look || canon.would_keep_names(&change.places));
                if !keeps_names {
                    return None;
                }
                self.effect = change.has_effect;
                self.places.clear();
                self.places.extend_from_slice(&change.places);
                return Some(change.instructions);
            }
        }
        None
    }

    /// Remembers a step from `from` to where the canon is now.
    fn learn(
        &mut self,
        canon: &Canon,
        thread: ThreadId,
        from: MemoMark,
        looks: Vec<Read>,
        (instructions, has_effect): (u64, Option<bool>),
    ) {
        self.know_pool(canon);
        let situation = Situation::of(canon, thread, Some(from));
        let ways = self.ways.entry(situation).or_default();
        let known = ways.iter().copied().find(|&way| *self.looks[way as usize] == *looks);
        let way = match known {
            Some(way) => way,
            None if ways.len() == MOST_WAYS => return,
            None => {
                ways.push(self.looks.len() as u32);
                self.words += looks.len() + size_of::<Situation>() / 4 + 8;
                self.looks.push(looks.into());
                ways[ways.len() - 1]
            }
        };
        let found = self.looks[way as usize].iter().map(|&look| canon.look_back(look, from));
        let key: Box<[u32]> = std::iter::once(way).chain(found).collect();
        let places: Box<[_]> = canon.changed_since(from).collect();
        self.words += key.len() + 2 * places.len() + 16;
        let needs_look = !canon.has_same_lists();
        self.changes.insert(key, Change { places, top: canon.top(), needs_look, instructions, has_effect });
        if self.words > MOST_WORDS {
            self.forget();
        }
    }
}

impl Situation {
    /// The situation of a thread now, or at an earlier position of the same walk.
    fn of(canon: &Canon, thread: ThreadId, at: Option<MemoMark>) -> Situation {
        let look = Read::Content(thread.0);
        let component = at.map_or_else(|| canon.look(look), |at| canon.look_back(look, at));
        Situation { layout: canon.layout(), thread, component: CompId(component) }
    }
}

impl Explorer {
    /// Steps of this kind can be remembered: nothing is asked or timed, and nobody looks on, not even at the
    /// clock: a step tells others that time may have passed, whatever it looks at itself.
    fn is_plain_step(&self, choice: Choice) -> bool {
        let (machine, gate) = (&self.machine, &self.driver.gate);
        let state = &machine.threads[ThreadId(choice.actor)].state;
        let is_plain = choice.value == 0
            && state.asks.is_none()
            && matches!(
                state.status,
                ThreadStatus::Runnable | ThreadStatus::Locking(_) | ThreadStatus::Relocking(_)
            );
        is_plain
            && !machine.disturbs_looks(ThreadId(choice.actor))
            && self.accelerators.foresight
            && !gate.narrating
            && gate.watch.is_of_places()
            && !self.driver.ghost.observes_output
    }

    /// A step begins: what it looks at is noted if it may be worth remembering.
    pub(super) fn begin_notes(&mut self, choice: Choice) -> Option<Pending> {
        self.foresight.is_taken = false;
        if let Some((foreseen, instructions)) = self.foresight.foreseen.take()
            && foreseen == choice
        {
            // It is known already, and now its operations are executed.
            self.machine.instructions -= instructions;
            self.foresight.is_taken = true;
            return None;
        }
        // A thread that is alone has one choice: nobody asks where that leads.
        let is_alone = self.machine.threads.len() == 1;
        let is_wanted = self.foresight.is_wanted && self.foresight.resting == 0;
        if is_alone || !self.is_named || !is_wanted || !self.is_plain_step(choice) {
            return None;
        }
        let from = self.canon.here()?;
        let thread = ThreadId(choice.actor);
        let machine = &mut self.machine;
        machine.heap.notes.begin();
        if let ThreadStatus::Locking(on) | ThreadStatus::Relocking(on) = machine.threads[thread].state.status
        {
            machine.heap.notes.content(on);
        }
        Some(Pending { thread, from, allocated: machine.heap.allocated, instructions: machine.instructions })
    }

    /// The step has ended.
    pub(super) fn end_notes(&mut self, pending: Option<Pending>, pause: &Pause) {
        let is_complete = self.machine.heap.notes.end();
        let (machine, gate) = (&self.machine, &self.driver.gate);
        self.pending = pending.filter(|pending| {
            is_complete
                && gate.several
                && !gate.outdated
                && matches!(pause, Pause::Visible | Pause::Blocked)
                && machine.heap.allocated == pending.allocated
        });
        if gate.outdated {
            self.foresight.forget();
        }
    }

    /// The state after a step has its name: the step is remembered.
    pub(super) fn remember(&mut self) {
        let Some(Pending { thread, from, instructions, .. }) = self.pending.take() else { return };
        if !self.canon.is_on_log(from) {
            return;
        }
        let has_effect = self.tells_effects().then(|| self.has_effect());
        let notes = &self.machine.heap.notes;
        let mut looks = Vec::new();
        let others = (0..self.machine.threads.len() as u32).filter(|&other| other != thread.0);
        if notes.has_waiters() {
            looks.extend(others.map(Read::Wait));
        }
        for &object in notes.contents() {
            match self.canon.place(&self.machine, object) {
                Ok(place) => looks.extend(place.map(Read::Content)),
                Err(_) => return,
            }
        }
        for &object in notes.classes() {
            match self.canon.place(&self.machine, object) {
                // The class of an object of the base is the same everywhere.
                Ok(place) => looks.extend(place.filter(|&p| self.canon.is_numbered(p)).map(Read::Class)),
                Err(_) => return,
            }
        }
        looks.extend(self.canon.changed_since(from).map(|(place, _)| Read::Content(place)));
        looks.sort_unstable();
        looks.dedup();
        looks.retain(|&look| look != Read::Content(thread.0));
        let instructions = self.machine.instructions - instructions;
        self.foresight.learn(&self.canon, thread, from, looks, (instructions, has_effect));
    }

    /// The list of the state that a choice leads to, if it is known.
    pub(super) fn foretell(&mut self, choice: Choice, pool: &mut dyn Pool, out: &mut Vec<CompId>) -> bool {
        self.foresight.is_wanted = true;
        if !self.is_plain_step(choice) || !self.foresight.is_awake() || !self.name_again(pool) {
            return false;
        }
        let alive = self.machine.threads.values().filter(|thread| thread.alive());
        let is_known = self.canon.here().is_some() && self.canon.pool() == pool.identity();
        if !is_known || alive.take(2).count() < 2 {
            return false;
        }
        let Some(instructions) = self.foresight.look_up(&self.canon, ThreadId(choice.actor)) else {
            return false;
        };
        let first = out.len();
        out.extend_from_slice(self.canon.numbers());
        for &(place, number) in &self.foresight.places {
            out[first + place as usize] = number;
        }
        self.machine.instructions += instructions;
        self.foresight.foreseen = Some((choice, instructions));
        self.uses.foresaw();
        true
    }

    /// Names the state at the last mark once more, if its names were lost on the way back: then they are good
    /// for all of its choices.
    fn name_again(&mut self, pool: &mut dyn Pool) -> bool {
        let alive = self.machine.threads.values().filter(|thread| thread.alive());
        if !self.is_named && self.is_at_mark && alive.take(MANY).count() == MANY {
            self.canon.save(&mut self.machine, &self.driver.ghost, pool, &mut Vec::new());
            self.is_named = true;
            self.marks.name_last(self.canon.here());
        }
        self.is_named
    }

    /// Takes a step that was foreseen, and compares.
    pub(super) fn compare(&mut self, choice: Choice, pool: &mut dyn Pool, foreseen: &[CompId]) {
        let (instructions, present) = (self.machine.instructions, self.foresight.foreseen.take());
        let mark = self.mark();
        let outcome = self.step(choice);
        let effect = self.foresight.effect.map(|_| self.has_effect());
        self.pending = None;
        let mut found = Vec::new();
        self.canon.save(&mut self.machine, &self.driver.ghost, pool, &mut found);
        assert_eq!(outcome, lts::Outcome::Next, "a step that was foreseen has an outcome");
        assert_eq!(found, foreseen, "a step leads elsewhere than was foreseen");
        assert_eq!(effect, self.foresight.effect, "a step that was foreseen has another effect");
        self.rewind(mark);
        self.marks.pop();
        self.machine.instructions = instructions;
        self.foresight.foreseen = present;
    }
}
