//! An automaton with empty arrows for a regular expression, and its subsets.

use super::{Dfa, DfaState, MAX_STATES, Regex, TooManyStates};
use std::collections::BTreeMap;

/// States and their arrows, while an expression is taken apart.
#[derive(Default)]
pub(super) struct Fragments {
    /// Arrows that take no letter.
    empty: Vec<Vec<u32>>,
    letters: Vec<Vec<(u32, u32)>>,
    end: u32,
}

impl Fragments {
    pub(super) fn of(regex: &Regex) -> Result<Fragments, TooManyStates> {
        let mut fragments = Fragments::default();
        let start = fragments.state()?;
        fragments.end = fragments.add(regex, start)?;
        Ok(fragments)
    }

    fn state(&mut self) -> Result<u32, TooManyStates> {
        if self.empty.len() >= MAX_STATES {
            return Err(TooManyStates);
        }
        self.empty.push(Vec::new());
        self.letters.push(Vec::new());
        Ok((self.empty.len() - 1) as u32)
    }

    /// Adds the words of an expression behind a state, and returns the state in which they end.
    fn add(&mut self, regex: &Regex, from: u32) -> Result<u32, TooManyStates> {
        match regex {
            Regex::Letter(letter) => {
                let to = self.state()?;
                self.letters[from as usize].push((*letter, to));
                Ok(to)
            }
            Regex::Sequence(parts) => parts.iter().try_fold(from, |from, part| self.add(part, from)),
            Regex::Choice(parts) => {
                let to = self.state()?;
                for part in parts {
                    let begin = self.state()?;
                    self.empty[from as usize].push(begin);
                    let end = self.add(part, begin)?;
                    self.empty[end as usize].push(to);
                }
                Ok(to)
            }
            Regex::Repeat { of, min, max } => self.repeat(of, *min, *max, from),
        }
    }

    fn repeat(&mut self, of: &Regex, min: u32, max: Option<u32>, from: u32) -> Result<u32, TooManyStates> {
        let mut at = from;
        for _ in 0..min {
            // A state of its own, so that what is empty does not make the loop endless for nothing.
            let begin = self.state()?;
            self.empty[at as usize].push(begin);
            at = self.add(of, begin)?;
        }
        let Some(max) = max else {
            // Nobody else comes back to this state, so a round cannot leak into what stands before it.
            let round = self.state()?;
            self.empty[at as usize].push(round);
            let end = self.add(of, round)?;
            self.empty[end as usize].push(round);
            let out = self.state()?;
            self.empty[round as usize].push(out);
            return Ok(out);
        };
        let out = self.state()?;
        self.empty[at as usize].push(out);
        for _ in min..max {
            let begin = self.state()?;
            self.empty[at as usize].push(begin);
            at = self.add(of, begin)?;
            self.empty[at as usize].push(out);
        }
        Ok(out)
    }

    /// The deterministic automaton whose states are sets of these.
    pub(super) fn subsets(&self) -> Result<Dfa, TooManyStates> {
        let mut known: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
        let first = self.closed(vec![0]);
        let (mut waiting, mut states) = (vec![first.clone()], vec![DfaState::default()]);
        known.insert(first, 0);
        while let Some(set) = waiting.pop() {
            let mut targets: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
            for &state in &set {
                for &(letter, to) in &self.letters[state as usize] {
                    targets.entry(letter).or_default().push(to);
                }
            }
            let number = known[&set];
            let mut arrows = Vec::with_capacity(targets.len());
            for (letter, target) in targets {
                let target = self.closed(target);
                let next = known.len() as u32;
                let to = *known.entry(target.clone()).or_insert(next);
                if to == next {
                    states.push(DfaState::default());
                    waiting.push(target);
                }
                arrows.push((letter, to));
            }
            if states.len() > MAX_STATES {
                return Err(TooManyStates);
            }
            states[number as usize] = DfaState { is_final: set.contains(&self.end), arrows };
        }
        Ok(Dfa { states })
    }

    /// The states and all that can be reached from them without a letter, sorted.
    fn closed(&self, mut states: Vec<u32>) -> Vec<u32> {
        let mut waiting = states.clone();
        while let Some(state) = waiting.pop() {
            for &to in &self.empty[state as usize] {
                if !states.contains(&to) {
                    states.push(to);
                    waiting.push(to);
                }
            }
        }
        states.sort_unstable();
        states.dedup();
        states
    }
}
