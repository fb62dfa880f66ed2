//! What writer and reader of a script know in common: the part of the graph that was told last. From it they foresee
//! what is told next, so that a script is little more than what could not be foreseen.
//!
//! Most steps of different actors commute. If a state was reached by step `c`, and step `d` could be taken before `c`
//! as well, then `d` from here leads where `c` leads after `d`. That is known as soon as `d` was explored from the
//! state before, or foreseen there in the same way; and if it was not, where `d` leads is most likely new.

use crate::effects::{Arrival, LearntEffects, Prospect, word};
use crate::event::ListId;
use crate::mixer::{hash, onto};
use crate::signs::Signs;
use crate::style::Style;
use base::FastMap;
use lts::Choice;

/// More states than this back, nothing is known of a state.
const MOST_STATES: usize = 1 << 22;
/// More moves than this back, it is not known where they led.
const MOST_MOVES: usize = 1 << 24;
/// A script with more choices in its lists, all in all, is none that a search has made.
const MOST_LISTED: usize = 1 << 22;

/// The move was not taken yet.
pub const UNTAKEN: u32 = u32::MAX;
/// The move led to no state, or nobody knows where.
pub const NOWHERE: u32 = u32::MAX - 1;

/// All lists of choices that were told.
#[derive(Clone)]
pub struct Lists {
    lists: Vec<Box<[Choice]>>,
    ids: FastMap<Box<[Choice]>, ListId>,
    listed: usize,
}

impl Default for Lists {
    fn default() -> Lists {
        let empty: Box<[Choice]> = Box::default();
        Lists { ids: [(empty.clone(), 0)].into_iter().collect(), lists: vec![empty], listed: 0 }
    }
}

impl Lists {
    pub fn id(&self, list: &[Choice]) -> Option<ListId> {
        self.ids.get(list).copied()
    }

    /// The number of a list, which may be new. Nothing if there are more than any search has.
    pub fn add(&mut self, list: &[Choice]) -> Option<ListId> {
        if let Some(id) = self.id(list) {
            return Some(id);
        }
        self.listed += list.len();
        if self.listed > MOST_LISTED {
            return None;
        }
        let id = self.lists.len() as ListId;
        self.lists.push(list.into());
        self.ids.insert(list.into(), id);
        Some(id)
    }

    pub fn get(&self, id: ListId) -> &[Choice] {
        self.lists.get(id as usize).map_or(&[], |list| list)
    }

    pub fn len(&self) -> usize {
        self.lists.len()
    }
}

/// What is known of a state.
#[derive(Clone, Copy)]
struct StateRecord {
    list: ListId,
    sign: u32,
    /// Of all moves, the first of this state.
    first: u64,
}

/// What is foreseen of one choice on the path.
#[derive(Clone, Copy)]
struct Foreseen {
    /// Where it is thought to lead.
    to: u32,
    prospect: Prospect,
}

/// A state of the path.
#[derive(Clone, Copy)]
pub struct Frame {
    pub state: u32,
    pub list: ListId,
    pub sign: u32,
    first: u64,
    /// Where what is foreseen of its moves begins.
    ghosts: usize,
    /// The choice that was taken last.
    taken: u32,
    /// How it was come to.
    pub arrival: Arrival,
    /// Moves of the whole script before the first of this state.
    pub before: u64,
}

/// The graph as far as it was told, in bounded memory.
#[derive(Default)]
pub struct Model {
    pub lists: Lists,
    pub frames: Vec<Frame>,
    /// Of each choice of each state of the path.
    ghosts: Vec<Foreseen>,
    /// Signs of states, if the script has them.
    pub effects: Option<LearntEffects>,
    pub signs: Signs,
    places: Vec<StateRecord>,
    moves: Vec<u32>,
    told: u64,
    /// States so far.
    pub states: u32,
    /// Moves so far.
    pub transitions: u64,
}

impl Model {
    pub fn new(style: Style) -> Model {
        Model { effects: style.is_signed.then(|| LearntEffects::new(style.is_small)), ..Model::default() }
    }

    /// The state on top of the path.
    pub fn top(&self) -> Option<&Frame> {
        self.frames.last()
    }

    /// How many of the choices on top were taken, if they are taken in their order.
    pub fn next_index(&self) -> u32 {
        self.top().map_or(0, |top| top.taken.wrapping_add(1))
    }

    /// Where a choice on top is thought to lead.
    #[inline]
    pub fn foreseen(&self, index: u32) -> Option<u32> {
        let top = self.top()?;
        let ghost = self.ghosts.get(top.ghosts + index as usize)?.to;
        (ghost < NOWHERE).then_some(ghost)
    }

    /// What a choice on top is thought to do to the sign.
    #[inline]
    pub fn prospect(&self, index: u32) -> Prospect {
        let ghost = self.top().and_then(|top| self.ghosts.get(top.ghosts + index as usize));
        ghost.map_or(Prospect::default(), |ghost| ghost.prospect)
    }

    /// The sign of a state, as long as it is known.
    #[inline]
    pub fn sign(&self, state: u32) -> Option<u32> {
        self.place(state).map(|place| place.sign)
    }

    /// The choice was not taken before.
    pub fn is_untaken(&self, index: u32) -> bool {
        self.top().is_some_and(|top| self.move_at(top.first + u64::from(index)) == UNTAKEN)
    }

    /// Contexts of which list the new state behind a choice on top will have: what the choices here are, how the same
    /// step changed those of the state before, and what the step did to the sign.
    pub fn around(&self, index: u32, effect: u32) -> [u64; 3] {
        let Some(top) = self.top() else { return [0; 3] };
        let own = hash([u64::from(top.list), u64::from(index)]);
        let Some(before) = self.frames.len().checked_sub(2).map(|at| self.frames[at]) else {
            return [own; 3];
        };
        let choice = self.lists.get(top.list).get(index as usize);
        let place = choice.and_then(|choice| {
            let there = index_of(self.lists.get(before.list), *choice)?;
            let to = self.leads(&before, there)?;
            self.place(to)
        });
        let there = place.map_or(u64::from(u32::MAX), |place| u64::from(place.list));
        let path = onto(onto(own, u64::from(before.list)), top.arrival.step);
        [onto(onto(path, there), u64::from(effect)), path, own]
    }

    /// Where a choice of a state of the path led, or is thought to lead.
    #[inline]
    fn leads(&self, frame: &Frame, index: usize) -> Option<u32> {
        let known = self.move_at(frame.first + index as u64);
        let to = if known == UNTAKEN { self.ghosts[frame.ghosts + index].to } else { known };
        (to < NOWHERE).then_some(to)
    }

    #[inline]
    fn place(&self, state: u32) -> Option<StateRecord> {
        let is_known = state < self.states && (self.states - state) as usize <= MOST_STATES;
        is_known.then(|| self.places[state as usize % MOST_STATES])
    }

    #[inline]
    fn move_at(&self, at: u64) -> u32 {
        match at < self.told && self.told - at <= MOST_MOVES as u64 {
            true => self.moves[(at % MOST_MOVES as u64) as usize],
            false => NOWHERE,
        }
    }

    /// A new state with these choices and this sign, behind the move that was taken last.
    pub fn open(&mut self, list: ListId, sign: u32) {
        let (state, first) = (self.states, self.told);
        self.states += 1;
        let place = StateRecord { list, sign, first };
        match (state as usize) < MOST_STATES {
            true => self.places.push(place),
            false => self.places[state as usize % MOST_STATES] = place,
        }
        if self.effects.is_some() {
            self.signs.add(sign, state);
        }
        let length = self.lists.get(list).len();
        if length == 0 {
            return;
        }
        let ghosts = self.ghosts.len();
        let arrival = self.arrival(list, sign);
        self.foresee(list, &arrival);
        for _ in 0..length {
            match self.moves.len() < MOST_MOVES {
                true => self.moves.push(UNTAKEN),
                false => self.moves[(self.told % MOST_MOVES as u64) as usize] = UNTAKEN,
            }
            self.told += 1;
        }
        let before = self.transitions;
        self.frames.push(Frame { state, list, sign, first, ghosts, taken: u32::MAX, arrival, before });
    }

    /// How a new state with these choices is come to from the one on top.
    fn arrival(&self, list: ListId, sign: u32) -> Arrival {
        let Some(parent) = self.top() else { return Arrival { list, ..Arrival::default() } };
        let taken = self.lists.get(parent.list).get(parent.taken as usize).copied();
        let step = taken.map_or(0, word);
        Arrival { step, effect: sign.wrapping_sub(parent.sign), before: parent.list, list }
    }

    /// Puts down where the choices of a new state are thought to lead, and what they are thought to do to the sign.
    fn foresee(&mut self, list: ListId, arrival: &Arrival) {
        let Some(&parent) = self.frames.last() else {
            let nothing = Foreseen { to: NOWHERE, prospect: Prospect::default() };
            self.ghosts.resize(self.ghosts.len() + self.lists.get(list).len(), nothing);
            return;
        };
        let before = self.lists.get(parent.list);
        let taken = before.get(parent.taken as usize).copied();
        let mut out = std::mem::take(&mut self.ghosts);
        let sign = parent.sign.wrapping_add(arrival.effect);
        let mut touched = 0;
        for &choice in self.lists.get(list) {
            let at = index_of(before, choice);
            let to = at.filter(|&at| at != parent.taken as usize).and_then(|at| {
                let known = self.move_at(parent.first + at as u64);
                let to = if known == UNTAKEN { out[parent.ghosts + at].to } else { known };
                let place = self.place(to)?;
                let at = index_of(self.lists.get(place.list), taken?)?;
                Some(self.move_at(place.first + at as u64)).filter(|&to| to < NOWHERE)
            });
            let prospect = self.effects.as_ref().map_or(Prospect::default(), |effects| {
                let earlier = at.map(|at| out[parent.ghosts + at].prospect.now);
                let is_same_actor = taken.is_some_and(|taken| taken.actor == choice.actor);
                effects.prospect(choice, earlier, arrival, is_same_actor)
            });
            // Who has that sign will be asked for when the choice is taken.
            touched ^= self.signs.touch(sign.wrapping_add(prospect.now));
            out.push(Foreseen { to: to.unwrap_or(NOWHERE), prospect });
        }
        if let Some(effects) = &mut self.effects {
            let present = self.lists.get(list);
            for (at, &choice) in before.iter().enumerate() {
                if !present.contains(&choice) {
                    effects.forget(choice, out[parent.ghosts + at].prospect.now);
                }
            }
        }
        std::hint::black_box(touched);
        self.ghosts = out;
    }

    /// What a choice of the state on top has done to the sign.
    pub fn took_effect(&mut self, index: u32, effect: u32) {
        let Some(at) = self.top().map(|top| top.ghosts + index as usize) else { return };
        if let Some(ghost) = self.ghosts.get_mut(at) {
            ghost.prospect.now = effect;
        }
    }

    /// A choice of the state on top is taken, and leads there.
    pub fn go(&mut self, index: u32, to: u32) {
        self.transitions += 1;
        let Some(top) = self.frames.last_mut() else { return };
        top.taken = index;
        let at = top.first + u64::from(index);
        if at < self.told && self.told - at <= MOST_MOVES as u64 {
            self.moves[(at % MOST_MOVES as u64) as usize] = to;
        }
    }

    /// The state on top is left.
    pub fn back(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.ghosts.truncate(frame.ghosts);
        }
    }
}

/// Where a choice stands in a list.
#[inline]
pub fn index_of(list: &[Choice], choice: Choice) -> Option<usize> {
    list.iter().position(|&other| other == choice)
}
