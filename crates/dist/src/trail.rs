//! A way from the initial state, in as few bits as it can be told.
//!
//! Of each step it has the number of the choice that was taken, in as many bits as there were choices to tell
//! apart: none where there was one. Two ways of the same length are the same up to where they part, and there
//! both have the same number of bits. So ways are compared as bytes: the shorter one first, and of two of one
//! length the one whose choices come first.

use serde::{Deserialize, Serialize};

/// The choices that lead from the initial state to somewhere. Shorter ones come first, then those whose choices do.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub struct Trail {
    pub steps: u32,
    /// The first choice in the highest bits of the first byte; what is left of the last byte is zeros.
    pub bytes: Vec<u8>,
    /// Bits that are used of all bytes.
    bits: u32,
}

/// How many bits tell so many choices apart.
fn width(of: usize) -> u32 {
    usize::BITS - of.saturating_sub(1).leading_zeros()
}

impl Trail {
    /// The way with one step more: choice number `choice` of so many.
    pub fn then(&self, choice: usize, of: usize) -> Trail {
        debug_assert!(choice < of, "a choice that there is not");
        let mut bytes = Vec::with_capacity(self.bytes.len() + 1 + width(of) as usize / 8);
        bytes.extend_from_slice(&self.bytes);
        let mut longer = Trail { steps: self.steps + 1, bytes, bits: self.bits };
        for bit in (0..width(of)).rev() {
            if longer.bits.is_multiple_of(8) {
                longer.bytes.push(0);
            }
            if choice >> bit & 1 != 0
                && let Some(last) = longer.bytes.last_mut()
            {
                *last |= 0x80 >> (longer.bits % 8);
            }
            longer.bits += 1;
        }
        longer
    }

    /// The same out of its parts; nothing if they do not fit.
    pub fn of_parts(steps: u32, bits: u32, bytes: Vec<u8>) -> Option<Trail> {
        (bytes.len() == bits.div_ceil(8) as usize).then_some(Trail { steps, bytes, bits })
    }

    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// Reads the choices again, from the first one on.
    pub fn read(&self) -> Reading<'_> {
        Reading { trail: self, at: 0, steps: 0 }
    }
}

/// A trail that is gone again.
pub struct Reading<'a> {
    trail: &'a Trail,
    at: u32,
    steps: u32,
}

impl Reading<'_> {
    pub fn is_over(&self) -> bool {
        self.steps == self.trail.steps
    }

    /// Which of so many choices is next; nothing if there is none, or none with such a number.
    pub fn next(&mut self, of: usize) -> Option<usize> {
        let mut choice = 0;
        for _ in 0..width(of) {
            let byte = self.trail.bytes.get((self.at / 8) as usize)?;
            choice = choice << 1 | usize::from(byte >> (7 - self.at % 8) & 1);
            self.at += 1;
        }
        self.steps += 1;
        (choice < of && self.steps <= self.trail.steps && self.at <= self.trail.bits).then_some(choice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trail(choices: &[(usize, usize)]) -> Trail {
        choices.iter().fold(Trail::default(), |trail, &(choice, of)| trail.then(choice, of))
    }

    #[test]
    fn what_is_put_in_comes_out() {
        let choices = [(0, 1), (2, 3), (4, 5), (0, 2), (1, 2), (299, 300), (0, 1), (6, 7), (15, 16)];
        let whole = trail(&choices);
        let mut reading = whole.read();
        for (choice, of) in choices {
            assert!(!reading.is_over());
            assert_eq!(reading.next(of), Some(choice));
        }
        assert!(reading.is_over());
        assert_eq!(reading.next(2), None);
        assert_eq!(Trail::of_parts(whole.steps, whole.bits(), whole.bytes.clone()), Some(whole));
    }

    #[test]
    fn shorter_ones_come_first_and_then_those_whose_choices_do() {
        let early = trail(&[(0, 3), (4, 5), (1, 2)]);
        let late = trail(&[(1, 3), (0, 9), (0, 2)]);
        assert!(early < late && trail(&[(2, 3)]) < early);
        assert!(trail(&[(0, 1), (0, 1), (0, 4)]) < trail(&[(0, 1), (0, 1), (3, 4)]));
    }

    #[test]
    fn a_damaged_one_says_so() {
        assert_eq!(trail(&[(2, 3)]).read().next(2000), None);
        assert_eq!(trail(&[(3, 4)]).read().next(3), None);
        assert_eq!(Trail::of_parts(1, 9, vec![0]), None);
    }
}
