//! Moves as bits: the one place that says what is written for what. It runs over a [`Coder`], which writes or reads;
//! so a reader cannot differ from its writer.

use crate::coder::{Bit, Coder, Number};
use crate::effects::{Cells, LearntEffects, word};
use crate::event::{Broken, ListId, To};
use crate::mixer::{Mixer, hash, onto};
use crate::model::{Model, NOWHERE};
use crate::style::Style;
use lts::Choice;

/// A list of choices is no longer than this.
const LONGEST: u32 = 1 << 16;
/// So many effects are thought of before a move is told in full.
const GUESSES: usize = 8;

/// Kinds of bits that are mixed: whether a move leads where it is thought to, whether it leads to a new state, whether
/// it has an effect (by how many were wrong, and whether that leads to a state), whether a list is the one.
const LEADS: usize = 0;
const IS_NEW: usize = 1;
const HAS_EFFECT: usize = 2;
const IS_LIST: usize = 10;
const KINDS: usize = 13;

/// What was learnt of the bits.
pub struct Codec {
    style: Style,
    mixer: Mixer,
    /// Lists of new states, by what is around.
    guesses: [Cells; 3],
    is_known: Bit,
    lists: Number,
    lengths: Number,
    actors: Number,
    values: Number,
    /// Whether the last moves were as thought.
    history: u64,
    kinds: [[Bit; 8]; 2],
    distances: Number,
    is_recent: Bit,
    ranks: Number,
    far: Number,
    sizes: Number,
    ends: [Bit; 256],
    indices: [Bit; 16],
    others: Number,
}

/// A move, with the sign of the new state if it leads to one.
#[derive(Clone, Copy)]
pub struct SignedMove {
    pub index: u32,
    pub to: To,
    pub sign: u32,
}

/// What is around a move from the state on top.
struct Around {
    index: u32,
    choice: Choice,
    list: u64,
    /// The step that led to the state on top, and the choices before it.
    step: u64,
    before: u64,
    /// Where the move is thought to lead.
    ghost: Option<u32>,
}

impl Codec {
    pub fn new(style: Style) -> Codec {
        let bits = if style.is_small { 10 } else { 13 };
        Codec {
            style,
            mixer: Mixer::new(KINDS, style.is_small),
            guesses: [(); 3].map(|()| Cells::new(bits)),
            is_known: Bit::default(),
            lists: Number::default(),
            lengths: Number::default(),
            actors: Number::default(),
            values: Number::default(),
            history: 0,
            kinds: Default::default(),
            distances: Number::default(),
            is_recent: Bit::default(),
            ranks: Number::default(),
            far: Number::default(),
            sizes: Number::default(),
            ends: [Bit::default(); 256],
            indices: [Bit::default(); 16],
            others: Number::default(),
        }
    }

    /// The choices of the first state, or of the state that a choice on top leads to by changing the sign.
    pub fn list(
        &mut self,
        coder: &mut impl Coder,
        model: &mut Model,
        (index, effect): (u32, u32),
        list: &[Choice],
    ) -> Result<ListId, Broken> {
        let around = model.around(index, effect);
        let known = model.lists.id(list);
        let mut tried = [ListId::MAX; 9];
        let mut count = 0;
        let mut found = None;
        'all: for (which, context) in around.into_iter().enumerate() {
            let cell = self.guesses[which].get(context);
            for (rank, &guess) in cell.values().iter().enumerate() {
                if tried[..count].contains(&guess) {
                    continue;
                }
                let place = hash([which as u64, rank as u64, u64::from(cell.sure), count as u64]);
                let own = u64::from(guess);
                let contexts = [place, onto(around[0], own)];
                let kind = IS_LIST + count.min(2);
                if !self.mixer.bit(coder, kind, contexts, known != Some(guess)) {
                    found = Some(guess);
                    break 'all;
                }
                tried[count] = guess;
                count += 1;
            }
        }
        let list = match found {
            Some(list) => list,
            None => self.listed(coder, model, known, list)?,
        };
        for (guesses, context) in self.guesses.iter_mut().zip(around) {
            guesses.learn(context, list);
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
        told: SignedMove,
        choices: &[Choice],
    ) -> Result<SignedMove, Broken> {
        let index = self.index(coder, model, told.index)?;
        let Some(around) = around(model, index) else {
            return Err(Broken::because("goes on where there is no choice"));
        };
        let (to, sign) = match self.is_foreseen(coder, &around, told.to) {
            Some(to) => (to, 0),
            None if self.style.is_signed => self.signed(coder, model, &around, told)?,
            None => (self.plain(coder, model, &around, told.to)?, 0),
        };
        let state = match to {
            To::New(_) => model.states,
            To::Seen(state) => state,
            _ => NOWHERE,
        };
        let own = model.top().map_or(0, |top| top.sign);
        let led = if let To::New(_) = to { Some(sign) } else { model.sign(state) };
        let effect = led.map_or(0, |led| led.wrapping_sub(own));
        let list = match to {
            To::New(_) => Some(self.list(coder, model, (index, effect), choices)?),
            _ => None,
        };
        model.go(index, state);
        if led.is_some() {
            model.took_effect(index, effect);
        }
        let to = list.map_or(to, To::New);
        if let Some(list) = list {
            model.open(list, sign);
        }
        Ok(SignedMove { index, to, sign })
    }

    /// A move may lead to a state that is known from the graph.
    fn is_foreseen(&mut self, coder: &mut impl Coder, around: &Around, to: To) -> Option<To> {
        let ghost = around.ghost?;
        let Around { index, choice, list, step, .. } = *around;
        let own = hash([word(choice), step]);
        let contexts = [hash([list, u64::from(index) << 2 | self.history & 3]), onto(own, list)];
        let is_right = !self.mixer.bit(coder, LEADS, contexts, to != To::Seen(ghost));
        self.history = self.history << 1 | u64::from(is_right);
        is_right.then_some(To::Seen(ghost))
    }

    /// Where a move leads in a script without signs: if nothing else is known, to a new state.
    fn plain(
        &mut self,
        coder: &mut impl Coder,
        model: &Model,
        around: &Around,
        to: To,
    ) -> Result<To, Broken> {
        if around.ghost.is_none() {
            let Around { index, choice, list, step, before, .. } = *around;
            let own = hash([word(choice), step]);
            let contexts = [
                hash([21, list, u64::from(index), self.history & 3]),
                onto(own, 22),
                onto(onto(own, list), before),
                hash([23, self.history & 255]),
            ];
            let is_new = matches!(to, To::New(_));
            let is_right = !self.mixer.bit(coder, IS_NEW, contexts, !is_new);
            self.history = self.history << 1 | u64::from(is_right);
            if is_right {
                return Ok(To::New(0));
            }
        }
        self.other(coder, model, around.ghost.is_some(), to)
    }

    /// Where a move leads by its effect on the sign: to the state that has the sign then, or to a new one. In any case,
    /// the effect is learnt.
    fn signed(
        &mut self,
        coder: &mut impl Coder,
        model: &mut Model,
        around: &Around,
        told: SignedMove,
    ) -> Result<(To, u32), Broken> {
        let Some((own, arrival)) = model.top().map(|top| (top.sign, top.arrival)) else {
            return Err(Broken::because("goes on behind its end"));
        };
        let prospect = model.prospect(around.index);
        let contexts = LearntEffects::contexts(around.choice, prospect, &arrival);
        let guessed = self.guessed(coder, model, around, told, contexts);
        let (to, sign) = match guessed {
            Some((to, effect)) => (to, own.wrapping_add(effect)),
            None => {
                let to = self.other(coder, model, around.ghost.is_some(), told.to)?;
                let effect = told.sign.wrapping_sub(own);
                let is_new = matches!(to, To::New(_));
                let effect = if is_new { self.effect(coder, model, around.choice, effect)? } else { 0 };
                (to, own.wrapping_add(effect))
            }
        };
        let led = match to {
            To::New(_) => Some(sign),
            To::Seen(state) => model.sign(state),
            _ => None,
        };
        if let (Some(led), Some(effects)) = (led, &mut model.effects) {
            effects.learn(contexts, led.wrapping_sub(own));
        }
        Ok((to, if let To::New(_) = to { sign } else { 0 }))
    }

    /// One of the effects that are thought of, and where it leads.
    fn guessed(
        &mut self,
        coder: &mut impl Coder,
        model: &Model,
        around: &Around,
        told: SignedMove,
        keys: [u64; 3],
    ) -> Option<(To, u32)> {
        let (effects, own) = (model.effects.as_ref()?, model.top()?.sign);
        let cells = effects.cells(keys);
        let prospect = model.prospect(around.index).now;
        let recall = if prospect == 0 { &[][..] } else { std::slice::from_ref(&prospect) };
        // In the order in which they are mostly right, each with what tells how likely it is.
        let thought = [(cells[0].values(), cells[0].sure), (recall, 0)]
            .into_iter()
            .chain([(cells[1].values(), cells[1].sure), (cells[2].values(), cells[2].sure)]);
        let (mut tried, mut count) = ([0u32; GUESSES], 0);
        let step = hash([word(around.choice), around.step, around.list, around.before]);
        for (which, (values, sure)) in thought.enumerate() {
            for (rank, &effect) in values.iter().enumerate() {
                if count == GUESSES || tried[..count].contains(&effect) {
                    continue;
                }
                let led = model.signs.find(own.wrapping_add(effect));
                if led.is_some() && led == around.ghost {
                    continue;
                }
                let is_right = match (led, told.to) {
                    (Some(led), To::Seen(state)) => led == state,
                    (None, To::New(_)) => told.sign == own.wrapping_add(effect),
                    _ => false,
                };
                let (is_seen, many) = (u64::from(led.is_some()), count.min(3) as u64);
                let tag =
                    (which as u64) << 8 | (rank as u64) << 4 | u64::from(if rank == 0 { sure } else { 0 });
                let value = u64::from(effect) << 1 | is_seen;
                let contexts = [
                    hash([tag, is_seen << 9 | (count as u64) << 1 | u64::from(around.ghost.is_some())]),
                    onto(keys[0], value),
                    onto(step, many << 1 | is_seen),
                ];
                let kind = HAS_EFFECT + (many << 1 | is_seen) as usize;
                let is_right = !self.mixer.bit(coder, kind, contexts, !is_right);
                self.history = self.history << 1 | u64::from(is_right);
                if is_right {
                    return Some((led.map_or(To::New(0), To::Seen), effect));
                }
                tried[count] = effect;
                count += 1;
            }
        }
        None
    }

    /// The effect of a move to a new state, told in full.
    fn effect(
        &mut self,
        coder: &mut impl Coder,
        model: &mut Model,
        choice: Choice,
        effect: u32,
    ) -> Result<u32, Broken> {
        let Some(effects) = &mut model.effects else { return Ok(0) };
        let rank = effects.rank(choice, effect);
        let effect = match coder.bit(&mut self.is_recent, rank.is_some()) {
            true => {
                let rank = coder.number(&mut self.ranks, rank.unwrap_or(0));
                effects
                    .at(choice, rank)
                    .ok_or_else(|| Broken::because("has an effect that it does not have"))?
            }
            false => {
                (0..32).rev().fold(0, |sum, bit| sum << 1 | u32::from(coder.plain(effect >> bit & 1 == 1)))
            }
        };
        effects.told(choice, effect);
        Ok(effect)
    }

    /// Which of the choices on top is taken.
    fn index(&mut self, coder: &mut impl Coder, model: &Model, index: u32) -> Result<u32, Broken> {
        let length = model.top().map_or(0, |top| model.lists.get(top.list).len()) as u32;
        if self.style.takes_all {
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

/// What is around a choice on top.
fn around(model: &Model, index: u32) -> Option<Around> {
    let top = model.top()?;
    let choice = *model.lists.get(top.list).get(index as usize)?;
    Some(Around {
        index,
        choice,
        list: u64::from(top.list),
        step: top.arrival.step,
        before: u64::from(top.arrival.before),
        ghost: model.foreseen(index),
    })
}
