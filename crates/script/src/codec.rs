//! Moves as bits: the one place that says what is written for what. It runs over a [`Coder`], which writes or reads;
//! so a reader cannot differ from its writer.

use crate::coder::{Bit, Coder, Number};
use crate::event::{Broken, ListId, To};
use crate::model::{Model, NOWHERE};
use lts::Choice;

/// A list of choices is no longer than this.
const LONGEST: u32 = 1 << 16;
/// Guesses at lists of choices, by the hash of what is around.
const GUESSES: usize = 1 << 15;
/// How sure a guess can be.
const SUREST: u8 = 7;
/// Contexts of whether a move leads where it is thought to.
const CONTEXTS: usize = 1 << 16;

/// A guess at a list.
#[derive(Clone, Copy, Default)]
struct Guess {
    list: ListId,
    is_there: bool,
    /// How often it was right in a row.
    sure: u8,
}

impl Guess {
    /// What was guessed was this.
    fn learn(&mut self, list: ListId) {
        let is_right = self.is_there && self.list == list;
        let sure = if is_right { (self.sure + 1).min(SUREST) } else { 0 };
        *self = Guess { list, is_there: true, sure };
    }
}

/// What was learnt of the bits.
pub struct Codec {
    /// All choices of a state are taken, in their order.
    takes_all: bool,
    guesses: [Box<[Guess]>; 2],
    right: [[Bit; SUREST as usize + 1]; 2],
    is_known: Bit,
    lists: Number,
    lengths: Number,
    actors: Number,
    values: Number,
    leads: Box<[Bit]>,
    /// Whether the last moves led where they were thought to.
    history: usize,
    kinds: [[Bit; 8]; 2],
    distances: Number,
    far: Number,
    sizes: Number,
    ends: [Bit; 256],
    indices: [Bit; 16],
    others: Number,
}

/// A move, with the choices of the new state if it leads to one.
pub struct Told {
    pub index: u32,
    pub to: To,
}

impl Codec {
    pub fn new(takes_all: bool) -> Codec {
        let guesses = || vec![Guess::default(); GUESSES].into_boxed_slice();
        Codec {
            takes_all,
            guesses: [guesses(), guesses()],
            right: Default::default(),
            is_known: Bit::default(),
            lists: Number::default(),
            lengths: Number::default(),
            actors: Number::default(),
            values: Number::default(),
            leads: vec![Bit::default(); CONTEXTS].into_boxed_slice(),
            history: 0,
            kinds: Default::default(),
            distances: Number::default(),
            far: Number::default(),
            sizes: Number::default(),
            ends: [Bit::default(); 256],
            indices: [Bit::default(); 16],
            others: Number::default(),
        }
    }

    /// The choices of the first state, or of the state that a choice on top leads to.
    pub fn list(
        &mut self,
        coder: &mut impl Coder,
        model: &mut Model,
        index: u32,
        list: &[Choice],
    ) -> Result<ListId, Broken> {
        let around = model.around(index);
        let known = model.lists.id(list);
        let slots = around.map(|number| (base::hash_words([number]) >> 40) as usize % GUESSES);
        let mut found = None;
        for (which, &slot) in slots.iter().enumerate() {
            let guess = self.guesses[which][slot];
            if !guess.is_there || found.is_some() {
                continue;
            }
            let is_right = &mut self.right[which][usize::from(guess.sure)];
            if coder.bit(is_right, known == Some(guess.list)) {
                found = Some(guess.list);
            }
        }
        let list = match found {
            Some(list) => list,
            None => self.listed(coder, model, known, list)?,
        };
        for (which, slot) in slots.into_iter().enumerate() {
            self.guesses[which][slot].learn(list);
        }
        Ok(list)
    }

    /// A list that was not guessed.
    fn listed(
        &mut self,
        coder: &mut impl Coder,
        model: &mut Model,
        known: Option<ListId>,
        list: &[Choice],
    ) -> Result<ListId, Broken> {
        if coder.bit(&mut self.is_known, known.is_some()) {
            // Lists that are met again are mostly of late.
            let count = model.lists.len() as u32;
            let back = coder.number(&mut self.lists, count - 1 - known.unwrap_or(0));
            return (count - 1)
                .checked_sub(back)
                .ok_or_else(|| Broken::because("names a list that it does not have"));
        }
        let length = coder.number(&mut self.lengths, list.len() as u32);
        if length > LONGEST {
            return Err(Broken::because("has a state with more choices than any machine gives"));
        }
        let mut read = Vec::new();
        let mut last = Choice { actor: 0, value: 0 };
        for at in 0..length as usize {
            let given = list.get(at).copied().unwrap_or(last);
            let actor = coder.number(&mut self.actors, given.actor.wrapping_sub(last.actor));
            let value = coder.number(&mut self.values, given.value);
            last = Choice { actor: last.actor.wrapping_add(actor), value };
            read.push(last);
        }
        model.lists.add(&read).ok_or_else(|| Broken::because("has more choices than any search meets"))
    }

    /// The state on top is left. Only asked where not all choices are taken.
    pub fn ends(&mut self, coder: &mut impl Coder, model: &Model, is_end: bool) -> bool {
        let Some(top) = model.top() else { return true };
        let left = model.lists.get(top.list).len().min(15);
        let taken = model.next_index().min(15) as usize;
        coder.bit(&mut self.ends[taken * 16 + left], is_end)
    }

    /// A move from the state on top. The model learns of it.
    pub fn go(
        &mut self,
        coder: &mut impl Coder,
        model: &mut Model,
        told: Told,
        choices: &[Choice],
    ) -> Result<Told, Broken> {
        let index = self.index(coder, model, told.index)?;
        let ghost = model.foreseen(index);
        let list = model.top().map_or(0, |top| top.list);
        let context = (list.wrapping_mul(97) as usize ^ (index as usize) << 9 ^ self.history << 1) & !1;
        let context = (context | usize::from(ghost.is_some())) % CONTEXTS;
        let guessed = match (ghost, told.to) {
            (Some(ghost), To::Seen(to)) => ghost == to,
            (None, To::New(_)) => true,
            _ => false,
        };
        let is_right = !coder.bit(&mut self.leads[context], !guessed);
        self.history = (self.history << 1 | usize::from(is_right)) & 3;
        let to = match (is_right, ghost) {
            (true, Some(ghost)) => To::Seen(ghost),
            (true, None) => To::New(0),
            (false, _) => self.other(coder, model, ghost.is_some(), told.to)?,
        };
        let state = match to {
            To::New(_) => model.states,
            To::Seen(state) => state,
            _ => NOWHERE,
        };
        let list = match to {
            To::New(_) => Some(self.list(coder, model, index, choices)?),
            _ => None,
        };
        model.go(index, state);
        if let Some(list) = list {
            model.open(list);
            return Ok(Told { index, to: To::New(list) });
        }
        Ok(Told { index, to })
    }

    /// Which of the choices on top is taken.
    fn index(&mut self, coder: &mut impl Coder, model: &Model, index: u32) -> Result<u32, Broken> {
        let length = model.top().map_or(0, |top| model.lists.get(top.list).len()) as u32;
        if self.takes_all {
            let next = model.next_index();
            return if next < length {
                Ok(next)
            } else {
                Err(Broken::because("goes on where there is no choice"))
            };
        }
        let mut at = 0;
        let mut skipped = 0usize;
        while at < length {
            if model.is_untaken(at) {
                if !coder.bit(&mut self.indices[skipped.min(15)], at != index) {
                    return Ok(at);
                }
                skipped += 1;
            }
            at += 1;
        }
        Err(Broken::because("takes more choices than there are"))
    }

    /// Where a move leads that was thought to lead elsewhere.
    fn other(&mut self, coder: &mut impl Coder, model: &Model, was_seen: bool, to: To) -> Result<To, Broken> {
        let kind = match to {
            To::Seen(_) => 0,
            To::New(_) => 1,
            To::Pruned => 2,
            To::Violated => 3,
            To::Other(_) => 4,
            To::Region(_) => 5,
        };
        let mut node = 1usize;
        for level in (0..3).rev() {
            let is_set = coder.bit(&mut self.kinds[usize::from(was_seen)][node & 7], kind >> level & 1 == 1);
            node = node << 1 | usize::from(is_set);
        }
        let value = |wide: u64| (wide as u32, (wide >> 32) as u32);
        let wide = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        Ok(match node & 7 {
            0 => {
                let last = model.states.saturating_sub(1);
                let given = if let To::Seen(state) = to { last.wrapping_sub(state) } else { 0 };
                let back = coder.number(&mut self.distances, given);
                let state = last.checked_sub(back);
                To::Seen(state.ok_or_else(|| Broken::because("leads to a state that it does not have"))?)
            }
            1 => To::New(0),
            2 => To::Pruned,
            3 => To::Violated,
            4 => {
                let (low, high) = if let To::Other(state) = to { value(state) } else { (0, 0) };
                To::Other(wide(coder.number(&mut self.others, low), coder.number(&mut self.far, high)))
            }
            5 => {
                let (low, high) = if let To::Region(states) = to { value(states) } else { (0, 0) };
                To::Region(wide(coder.number(&mut self.sizes, low), coder.number(&mut self.far, high)))
            }
            _ => return Err(Broken::because("has a move of no known kind")),
        })
    }
}
