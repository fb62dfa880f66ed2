//! Steps that commute are taken in one order where that is enough.
//!
//! From a state it is enough to let some actors move if nothing that the others may do before them could matter
//! to their next steps: a persistent set (Godefroid 1996). Which sets are persistent is seen when the search
//! comes back to a state. By then it knows everything that can happen behind it: every closed state has its
//! future, which is what each actor touches from there on, and the future of a state is that of the states that
//! its steps lead to, and the steps. If somebody else's future conflicts with a step that was taken, or may let
//! such a one go on, he moves from here as well, and the state is looked at once more. So the set is judged by
//! what really happens, and not by what code could do.
//!
//! Why the futures of what was explored are enough: suppose that from a state others could do something, in a
//! way that was left out, that conflicts with a step taken there. Take the first such thing. All that comes
//! before it commutes with the step, so it could happen after the step as well; there, by the same argument for
//! the states behind, it was explored in some order, and is in the future. States from which there is a way back
//! to themselves are explored in full, for two reasons: their futures are not known in time, and somebody could
//! be put off for ever. What ends a path early (a violation, an exit) conflicts with everything, and what others would
//! have done behind it is not known: the states before are explored in full. What can be done only where nobody else
//! can move never comes before anything, and where it is done everybody moves who can; but what those are about to do
//! who wait there may come before other things, if it is done earlier.
//!
//! Where an actor is asked in the middle of its step, nobody else can move, whoever wants to: what it does with the
//! answer belongs to the step before, and so it does within an atomic block.
//!
//! A step that leads back to the state in which it began is left out: the state space is the same without it.
//! Its actor counts as
//! one who waits until somebody touches what he has touched, and nothing else can free him.
//!
//! A state that was reached on two paths has one future only if both paths number places alike
//! ([`lts::Footprints::identity`]); else only the kinds of its places count, and on a cycle nothing is known of it.

mod futures;
mod hints;
mod identity;
mod known;
mod piles;
mod spinning;
mod wanted;

use base::FastMap;
use futures::{FutureId, Futures, Mover, PlacesId, SetId, Step};
use hints::Hint;
use identity::{Identities, Identity};
use known::{Knowledge, StateMemo};
use lts::{Choice, CompId, Footprint, StateId, System, Tie, Wait};
use piles::Lists;
use wanted::wanted;

/// A state of the path.
struct Frame {
    state: StateId,
    identity: Identity,
    /// How the search came here.
    step: Option<Step>,
    future: FutureId,
    /// Somebody can go on in several ways.
    has_values: bool,
    /// Everybody must move.
    is_full: bool,
    /// Others could move if it were not one actor's turn alone: this lies in the middle of a step.
    is_within: bool,
    /// The lowest depth of the path that can be reached from here, if there is a way back at all.
    low: Low,
    /// How many states of unfinished cycles there were when this one was reached.
    unfinished: u32,
}

/// The lowest depth of the path that can be reached from somewhere; the highest number if none can.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Low(u32);

impl Low {
    const NOWHERE: Low = Low(u32::MAX);

    fn is_somewhere(self) -> bool {
        self != Low::NOWHERE
    }
}

/// Somebody who can move from a state.
struct Able {
    actor: u32,
    component: CompId,
    /// What he holds.
    held: PlacesId,
}

/// A state that has been left but not finished.
struct Unfinished {
    state: StateId,
    identity: Identity,
    low: Low,
}

/// How often it was of use.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Commuted {
    /// States from which not everybody had to move.
    pub partly: u64,
    /// States whose places were numbered in another way the second time.
    pub strange: u64,
    /// Steps that led back to where they began.
    pub spun: u64,
}

pub(crate) struct Independence {
    futures: Futures,
    frames: Vec<Frame>,
    lists: Lists,
    unfinished: Vec<Unfinished>,
    known: Knowledge,
    closed: Vec<(FutureId, Identity)>,
    closed_ids: FastMap<(FutureId, Identity), u32>,
    identities: Identities,
    /// What actors touch from closed states in the middle of their steps until these end.
    within: FastMap<StateId, SetId>,
    /// The step that was taken last.
    step: Option<Step>,
    /// What an actor with this component did last time, at once and later on: a guess at whom to let move first.
    hints: FastMap<(u32, CompId), Hint>,
    footprints: Vec<Footprint>,
    ties: Vec<Tie>,
    waits: Vec<Wait>,
    held: Vec<u64>,
    hinted: Vec<(u32, Option<Hint>)>,
    pub commuted: Commuted,
}

impl Independence {
    /// `None` if the machine does not tell what steps touch.
    pub fn new(system: &mut dyn System) -> Option<Independence> {
        if !system.footprints()?.note_footprints() {
            return None;
        }
        Some(Independence {
            futures: Futures::new(),
            frames: Vec::new(),
            lists: Lists::new(),
            unfinished: Vec::new(),
            known: Knowledge::default(),
            closed: Vec::new(),
            closed_ids: FastMap::default(),
            identities: Identities::default(),
            within: FastMap::default(),
            step: None,
            hints: FastMap::default(),
            footprints: Vec::new(),
            ties: Vec::new(),
            waits: Vec::new(),
            held: Vec::new(),
            hinted: Vec::new(),
            commuted: Commuted::default(),
        })
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> u64 {
        let closed = self.closed.capacity() * 2 * size_of::<(FutureId, Identity)>();
        let within = self.within.capacity() * (size_of::<(StateId, SetId)>() + 1);
        (closed + within) as u64
            + self.path_bytes()
            + self.known.bytes()
            + self.futures.bytes()
            + self.identities.bytes()
    }

    /// Those that the path takes.
    pub fn path_bytes(&self) -> u64 {
        (size_of_val(&*self.frames) + self.lists.bytes()) as u64
    }

    /// The search begins.
    pub fn reset(&mut self) {
        self.futures = Futures::new();
        self.frames.clear();
        self.lists = Lists::new();
        self.unfinished.clear();
        self.known.clear();
        self.closed.clear();
        self.closed_ids.clear();
        self.identities = Identities::default();
        self.within.clear();
        self.hints.clear();
        self.step = None;
        self.commuted = Commuted::default();
    }

    /// A step was taken. If it `goes_on`, the machine has come to a state.
    pub fn stepped(&mut self, system: &mut dyn System, actor: u32, goes_on: bool) {
        let mut ties = std::mem::take(&mut self.ties);
        ties.clear();
        self.footprints.clear();
        match system.footprints().filter(|_| goes_on) {
            Some(told) => {
                told.footprints(&mut self.footprints);
                told.ties(&mut ties);
                for footprint in &self.footprints {
                    self.futures.note_kind(footprint.place, told.kind_of(footprint.place));
                }
            }
            None => self.footprints.push(Footprint::ANYTHING),
        }
        let touched = self.futures.touched(&self.footprints);
        if let Some(frame) = self.frames.last_mut() {
            if ties.contains(&Tie::LastResort) {
                // As where nothing goes on at all, what those are about to do who wait here they might have come to in
                // another order.
                frame.is_full = true;
                let pending = self.futures.pending(self.lists.waits.top());
                frame.future = self.futures.join(frame.future, pending);
            }
            match self.lists.movers.top_mut().iter_mut().find(|mover| mover.actor == actor) {
                Some(before) => before.touched = self.futures.join_sets(before.touched, touched),
                None => {
                    let able = self.lists.able.top().iter().find(|able| able.actor == actor);
                    let held = able.map_or_else(PlacesId::default, |able| able.held);
                    self.lists.movers.push(Mover { actor, touched, held });
                }
            }
        }
        self.step = Some(Step { actor, touched, ties: self.futures.ties(&ties) });
        self.ties = ties;
        if !goes_on {
            // What others would have done is not known.
            self.lead_to(FutureId::ANYTHING);
        }
    }

    /// The step that was taken last leads to this future.
    fn lead_to(&mut self, future: FutureId) {
        let step = self.step.take();
        self.add(future, step);
    }

    fn add(&mut self, future: FutureId, step: Option<Step>) {
        if let (Some(step), Some(frame)) = (step, self.frames.last_mut()) {
            let before = self.futures.before(future, step);
            frame.future = self.futures.join(frame.future, before);
        }
    }

    /// The step led to a state that was visited before.
    pub fn seen(&mut self, system: &mut dyn System, state: Option<StateId>) {
        let known = state.and_then(|state| self.known.get(state));
        let identity = self.identities.of(system);
        if self.is_spin(known, identity) && system.footprints().is_some_and(|told| told.spinners_wait()) {
            self.spun(system);
            return;
        }
        let (future, was, low) = match known {
            None => (FutureId::ANYTHING, identity, None),
            Some(StateMemo::Closed(at)) => {
                let (future, was) = self.closed[at as usize];
                (future, was, None)
            }
            Some(StateMemo::Open(depth)) => {
                (FutureId::NOTHING, self.frames[depth as usize].identity, Some(Low(depth)))
            }
            Some(StateMemo::Unfinished(at)) => {
                let unfinished = &self.unfinished[at as usize];
                (FutureId::NOTHING, unfinished.identity, Some(unfinished.low))
            }
        };
        if let (Some(low), Some(frame)) = (low, self.frames.last_mut()) {
            frame.low = frame.low.min(low);
        }
        self.commuted.strange += u64::from(was != identity);
        if let Some(&rest) = state.and_then(|state| self.within.get(&state)) {
            let anything = self.futures.touched(&[Footprint::ANYTHING]);
            let rest = if was == identity { rest } else { anything };
            let actor = self.step.map(|step| step.actor);
            self.goes_on_touching(actor, rest);
        }
        let future = match (was == identity, low) {
            (true, Some(_)) => self.in_vain(system),
            (true, None) => future,
            (false, None) => self.futures.of_kinds(future),
            // Round the cycle once more, others are in the places of those that were touched.
            (false, Some(_)) => FutureId::ANYTHING,
        };
        self.lead_to(future);
    }

    /// The step led to a new state from which nothing goes on. `is_cut` if something could. What those were about
    /// to do who wait there in vain belongs to the future: in another order they might have come to it.
    pub fn ended(&mut self, system: &mut dyn System, state: StateId, is_cut: bool) {
        let future = match is_cut {
            true => FutureId::ANYTHING,
            false => self.in_vain(system),
        };
        let identity = self.identities.of(system);
        self.finish(state, future, identity);
        self.lead_to(future);
    }

    /// The step led to a new state, which is opened. Leaves the choices of him who moves first.
    /// `is_within` if others could move were it not his turn alone.
    pub fn opened(
        &mut self,
        system: &mut dyn System,
        state: StateId,
        components: &[CompId],
        choices: &mut Vec<Choice>,
        is_within: bool,
    ) {
        self.open_able(system, components, choices);
        let has_values = has_values(choices);
        let first = self.first_mover().or(choices.first().map(|choice| choice.actor));
        self.lists.movers.open([]);
        self.lists.rest.open(choices.extract_if(.., |choice| Some(choice.actor) != first));
        self.note_waits(system);
        self.lists.waits.open(self.waits.drain(..));
        self.known.insert(state, StateMemo::Open(self.frames.len() as u32));
        if is_within {
            // Until it is closed, and for good if there is a way back to it.
            let anything = self.futures.touched(&[Footprint::ANYTHING]);
            self.within.insert(state, anything);
        }
        self.frames.push(Frame {
            state,
            identity: self.identities.of(system),
            step: self.step.take(),
            future: FutureId::NOTHING,
            has_values,
            is_full: false,
            is_within,
            low: Low::NOWHERE,
            unfinished: self.unfinished.len() as u32,
        });
    }

    /// The path of a search that is taken up again leads through a state, all of whose choices are taken. What happens
    /// behind those that were visited before is not known: it may be anything.
    pub fn restored(&mut self, state: StateId) {
        self.lists.movers.open([]);
        self.lists.rest.open([]);
        self.lists.able.open([]);
        self.lists.waits.open([]);
        self.frames.push(Frame {
            state,
            identity: Identity::default(),
            step: None,
            future: FutureId::ANYTHING,
            has_values: true,
            is_full: true,
            is_within: false,
            low: Low::NOWHERE,
            unfinished: self.unfinished.len() as u32,
        });
    }

    /// The choices of the last state of the path that have to be taken as well, now that all others were.
    pub fn more(&mut self, out: &mut Vec<Choice>) {
        let rest = &mut self.lists.rest;
        let (Some(frame), Some(&next)) = (self.frames.last(), rest.top().first()) else { return };
        if frame.future == FutureId::ANYTHING || frame.is_full || frame.low.is_somewhere() {
            out.extend(rest.extract(|_| true));
            return;
        }
        if self.lists.movers.top().is_empty() {
            // All who have moved came back to where they were: somebody else has to.
            out.extend(rest.extract(|choice| choice.actor == next.actor));
            return;
        }
        match wanted(&mut self.futures, frame.future, &self.lists) {
            Some(actor) => out.extend(self.lists.rest.extract(|choice| choice.actor == actor)),
            None => self.commuted.partly += 1,
        }
    }

    /// What is left to choose at a depth, for who wants to do without this.
    pub fn rest(&self, depth: usize) -> &[Choice] {
        self.lists.rest.at(depth)
    }

    /// How many states the path has.
    pub fn depth(&self) -> usize {
        debug_assert_eq!(self.lists.depths(), [self.frames.len(); 4], "a state of the path lacks a list");
        self.frames.len()
    }

    /// The search goes back from the last state of the path.
    pub fn closed(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        self.note_hints(&frame);
        let within = self.close_within(&frame);
        self.lists.close();
        if let Some(rest) = within {
            self.goes_on_touching(frame.step.map(|step| step.actor), rest);
        }
        let depth = self.frames.len();
        let Frame { state, identity, step, future, low, unfinished, .. } = frame;
        match (low.0 as usize) < depth {
            true => {
                self.known.insert(state, StateMemo::Unfinished(self.unfinished.len() as u32));
                self.unfinished.push(Unfinished { state, identity, low });
                if let Some(parent) = self.frames.last_mut() {
                    parent.low = parent.low.min(low);
                }
            }
            false => {
                self.finish(state, future, identity);
                for member in self.unfinished.split_off(unfinished as usize) {
                    self.finish(member.state, future, member.identity);
                }
            }
        }
        self.add(future, step);
    }

    /// What was touched behind a state in the middle of a step, which counts for the step that led there.
    fn close_within(&mut self, frame: &Frame) -> Option<SetId> {
        if !frame.is_within {
            return None;
        }
        let is_on_cycle = frame.low.is_somewhere();
        Some(match self.within.get_mut(&frame.state).filter(|_| !is_on_cycle) {
            Some(rest) => {
                let touched = self.lists.movers.top().iter().map(|mover| mover.touched);
                *rest = touched.fold(SetId::EMPTY, |all, touched| self.futures.join_sets(all, touched));
                *rest
            }
            None => self.futures.touched(&[Footprint::ANYTHING]),
        })
    }

    /// An actor who has moved from the last state of the path goes on before others can, and touches this.
    fn goes_on_touching(&mut self, actor: Option<u32>, rest: SetId) {
        for mover in self.lists.movers.top_mut().iter_mut().filter(|mover| Some(mover.actor) == actor) {
            mover.touched = self.futures.join_sets(mover.touched, rest);
        }
    }

    /// Who waits in the machine's state.
    fn note_waits(&mut self, system: &mut dyn System) {
        self.waits.clear();
        if let Some(told) = system.footprints() {
            told.waits(&mut self.waits);
        }
    }

    fn finish(&mut self, state: StateId, future: FutureId, identity: Identity) {
        let next = self.closed.len() as u32;
        let id = *self.closed_ids.entry((future, identity)).or_insert(next);
        if id == next {
            self.closed.push((future, identity));
        }
        self.known.insert(state, StateMemo::Closed(id));
    }
}

/// Somebody has several choices.
fn has_values(choices: &[Choice]) -> bool {
    // Nearly always their actors rise, and then each has one.
    if choices.windows(2).all(|pair| pair[0].actor < pair[1].actor) {
        return false;
    }
    let mut actors: Vec<u32> = choices.iter().map(|choice| choice.actor).collect();
    actors.sort_unstable();
    actors.windows(2).any(|pair| pair[0] == pair[1])
}
