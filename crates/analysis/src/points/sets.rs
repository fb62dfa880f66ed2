//! Sets of objects that are small nearly always.

use base::BitSet;

/// Up to this many members a list is searched.
const LIST_MAX: usize = 24;

/// A set of numbers.
#[derive(Clone, Debug)]
pub(crate) enum Set {
    List(Vec<u32>),
    Bits(BitSet),
}

impl Default for Set {
    fn default() -> Set {
        Set::List(Vec::new())
    }
}

impl Set {
    /// True if it was not there before.
    pub fn insert(&mut self, number: u32) -> bool {
        match self {
            Set::List(list) => {
                if list.contains(&number) {
                    return false;
                }
                list.push(number);
                if list.len() > LIST_MAX {
                    let mut bits = BitSet::new();
                    list.iter().for_each(|&one| {
                        bits.insert(one as usize);
                    });
                    *self = Set::Bits(bits);
                }
                true
            }
            Set::Bits(bits) => bits.insert(number as usize),
        }
    }

    pub fn contains(&self, number: u32) -> bool {
        match self {
            Set::List(list) => list.contains(&number),
            Set::Bits(bits) => bits.contains(number as usize),
        }
    }

    pub fn to_vec(&self) -> Vec<u32> {
        match self {
            Set::List(list) => list.clone(),
            Set::Bits(bits) => bits.iter().map(|number| number as u32).collect(),
        }
    }
}
