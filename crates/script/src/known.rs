//! What is known of states while a script is followed: the map from their numbers to fingerprints.

use crate::follow::PartPrints;
use crate::ledger::Ledger;
use crate::prints::Print;
use base::FastMap;
use lts::StateId;
use std::sync::Arc;

/// The numbers of states of other parts, as a search is told of them, begin here.
const OTHERS: u64 = 1 << 40;

/// Fingerprints by numbers.
pub(crate) enum PrintTable {
    /// Of somebody who follows a script, or a part of one, by himself.
    Alone(Alone),
    /// Of somebody beside whom others follow other parts.
    Shared(Shared),
}

#[derive(Default)]
pub(crate) struct Alone {
    own: Vec<Print>,
    others: FastMap<u64, Print>,
    /// Where the numbers of own states jump because other parts lie between: own and whole.
    pieces: Vec<(u64, u64)>,
}

pub(crate) struct Shared {
    ledger: Arc<Ledger>,
    states: u64,
    /// What is said of states to which nobody had come yet.
    waiting: Vec<(u64, Print)>,
}

impl PrintTable {
    /// The first state has this number in the whole.
    pub fn alone(first: u64) -> PrintTable {
        PrintTable::Alone(Alone { pieces: vec![(0, first)], ..Alone::default() })
    }

    pub fn shared(ledger: Arc<Ledger>) -> PrintTable {
        PrintTable::all(ledger, 0)
    }

    /// What all workers together know.
    pub fn all(ledger: Arc<Ledger>, states: u64) -> PrintTable {
        PrintTable::Shared(Shared { ledger, states, waiting: Vec::new() })
    }

    /// A new state, which has this number in the whole; nothing if that cannot be.
    #[inline]
    pub fn add(&mut self, number: u64, print: Print) -> Option<StateId> {
        match self {
            PrintTable::Alone(alone) => {
                alone.own.push(print);
                Some(StateId(alone.own.len() as u64 - 1))
            }
            PrintTable::Shared(shared) => {
                shared.states += 1;
                shared.ledger.write(number, print).then_some(StateId(number))
            }
        }
    }

    /// Whether a state that the script calls seen has this fingerprint, as far as anybody knows.
    #[inline]
    pub fn is_seen(&mut self, claimed: u32, print: Print) -> bool {
        match self {
            PrintTable::Alone(alone) => alone.own.get(claimed as usize) == Some(&print),
            PrintTable::Shared(shared) => shared.is(u64::from(claimed), print),
        }
    }

    /// The same of a state of another part, and what a search is told of it.
    pub fn is_other(&mut self, state: u64, print: Print) -> (bool, StateId) {
        match self {
            PrintTable::Alone(alone) => {
                (*alone.others.entry(state).or_insert(print) == print, StateId(OTHERS | state))
            }
            PrintTable::Shared(shared) => (shared.is(state, print), StateId(state)),
        }
    }

    /// The number in the whole of a state that the script calls seen.
    pub fn whole(&self, claimed: u32) -> u64 {
        let PrintTable::Alone(alone) = self else { return u64::from(claimed) };
        let own = u64::from(claimed);
        let at = alone.pieces.partition_point(|piece| piece.0 <= own);
        let (from, whole) = alone.pieces[at.saturating_sub(1)];
        whole + (own - from)
    }

    /// Another part lies here: the next new state has this number.
    pub fn jump(&mut self, next: u64) {
        if let PrintTable::Alone(alone) = self {
            alone.pieces.push((alone.own.len() as u64, next));
        }
    }

    pub fn states(&self) -> u64 {
        match self {
            PrintTable::Alone(alone) => alone.own.len() as u64,
            PrintTable::Shared(shared) => shared.states,
        }
    }

    /// All fingerprints, for a map.
    pub fn met(&self) -> PartPrints {
        let PrintTable::Alone(alone) = self else { return PartPrints::default() };
        let ends = alone.pieces.iter().skip(1).map(|piece| piece.0).chain([alone.own.len() as u64]);
        let runs = alone.pieces.iter().zip(ends).filter(|((from, _), to)| from < to);
        let own = runs
            .map(|(&(from, whole), to)| (whole, alone.own[from as usize..to as usize].to_vec()))
            .collect();
        let mut others: Vec<(u64, Print)> =
            alone.others.iter().map(|(&state, &print)| (state, print)).collect();
        others.sort_unstable();
        PartPrints { own, others }
    }

    /// What has to be compared when all is over.
    pub fn into_waiting(self) -> Vec<(u64, Print)> {
        match self {
            PrintTable::Alone(_) => Vec::new(),
            PrintTable::Shared(shared) => shared.waiting,
        }
    }

    /// Bytes that are this one's alone.
    pub fn bytes(&self) -> u64 {
        let bytes = match self {
            PrintTable::Alone(Alone { own, others, .. }) => {
                own.capacity() * size_of::<Print>() + others.capacity() * size_of::<(u64, Print)>()
            }
            PrintTable::Shared(shared) => shared.waiting.capacity() * size_of::<(u64, Print)>(),
        };
        bytes as u64
    }
}

impl Shared {
    #[inline]
    fn is(&mut self, state: u64, print: Print) -> bool {
        self.ledger.compare(state, print).unwrap_or_else(|| {
            self.waiting.push((state, print));
            true
        })
    }
}
