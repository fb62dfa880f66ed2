//! Kinds of actors: those who touch the same kinds of places. Among a hundred writers and one reader, chance seldom
//! lets the reader move; if kinds are drawn, and not actors, it does so half of the time.

use super::strategy::{FIRST, mixed};
use base::{FastMap, FastSet};
use lts::{Access, Choice, Footprint, System};

/// What actors have touched on walks so far.
#[derive(Default)]
pub(super) struct Kinds {
    touched: FastSet<(u32, u64, Access)>,
    of: FastMap<u32, u64>,
}

impl Kinds {
    /// An actor has taken a step that touched this.
    pub fn note(&mut self, actor: u32, footprints: &[Footprint], system: &mut dyn System) {
        let Some(told) = system.footprints() else { return };
        for footprint in footprints {
            self.touched.insert((actor, told.kind_of(footprint.place), footprint.access));
        }
    }

    /// A walk is over: tells kinds apart by what at least two touch, beside him who is there from the beginning.
    /// Places that one actor has for himself would make each a kind of its own.
    pub fn tell_apart(&mut self) {
        let mut users: FastMap<u64, FastSet<u32>> = FastMap::default();
        for &(actor, place, _) in self.touched.iter().filter(|(actor, ..)| *actor != FIRST) {
            users.entry(place).or_default().insert(actor);
        }
        self.of.clear();
        for &(actor, place, access) in &self.touched {
            if users.get(&place).is_some_and(|users| users.len() > 1) {
                // The order in which a set is gone through must not matter.
                let word = place.wrapping_mul(4).wrapping_add(access as u64);
                *self.of.entry(actor).or_default() ^= mixed(word);
            }
        }
    }

    /// The choices of one kind of those who can move, drawn by `pick`, which gets a number of kinds.
    pub fn draw(&self, list: &[Choice], pick: impl FnOnce(u64) -> u64) -> Vec<usize> {
        let kind = |choice: &Choice| self.of.get(&choice.actor).copied();
        let mut kinds: Vec<Option<u64>> = Vec::new();
        for choice in list {
            if !kinds.contains(&kind(choice)) {
                kinds.push(kind(choice));
            }
        }
        let drawn = kinds[pick(kinds.len() as u64) as usize];
        (0..list.len()).filter(|&at| kind(&list[at]) == drawn).collect()
    }
}
