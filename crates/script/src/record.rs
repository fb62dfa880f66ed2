//! Recording: a store that passes everything on to the real one, and writes down what it hears of the search.

use crate::event::{Sink, To};
use crate::loose::LooseWriter;
use crate::scribe::{MoveWriter, Out, Recorded};
use crate::style::Style;
use crate::write::Writer;
use lts::{Choice, CompId, Event, Figures, Insert, Pool, StateId, Store};
use std::io::{Result, Write};

/// Where moves are put while the search runs. Each time that the search begins again, so does what is written.
pub type Begin = Box<dyn FnMut() -> Result<Box<dyn Write + Send>> + Send>;

/// How moves are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Packing {
    /// As small as can be, by a thread of its own.
    Now,
    /// As plain numbers, which takes next to no time.
    Later,
}

/// Where moves are written to.
enum Output {
    Packing(MoveWriter),
    Loose(Box<LooseWriter<Out>>),
}

/// A store that records.
pub struct Recorder {
    store: Box<dyn Store>,
    takes_all: bool,
    packing: Packing,
    begin: Begin,
    hand: Option<Output>,
    fault: Option<std::io::Error>,
    numbers: Numbers,
    /// The choice that was taken last.
    taken: Choice,
    /// The sign of the state that was new last.
    sign: u32,
    signing: Signing,
    is_begun: bool,
}

impl Recorder {
    /// `takes_all` tells that the search leaves out no choice.
    pub fn new(store: Box<dyn Store>, takes_all: bool, packing: Packing, begin: Begin) -> Recorder {
        let mut recorder = Recorder {
            store,
            takes_all,
            packing,
            begin,
            hand: None,
            fault: None,
            numbers: Numbers::default(),
            taken: Choice { actor: 0, value: 0 },
            sign: 0,
            signing: Signing::default(),
            is_begun: false,
        };
        recorder.restart();
        recorder
    }

    fn restart(&mut self) {
        self.numbers = Numbers::default();
        self.is_begun = false;
        if let Some(Output::Packing(notes)) = self.hand.take() {
            notes.drop_all();
        }
        let hand = (self.begin)().and_then(|out| match self.packing {
            Packing::Now => Writer::new(out, Style::whole(self.takes_all))
                .map(|writer| Output::Packing(MoveWriter::new(writer))),
            Packing::Later => {
                LooseWriter::new(out, self.takes_all).map(|writer| Output::Loose(Box::new(writer)))
            }
        });
        match hand {
            Ok(hand) => self.hand = Some(hand),
            Err(error) => self.fault = Some(error),
        }
    }

    /// Nothing comes any more.
    ///
    /// # Errors
    /// Why the moves could not be written.
    pub fn finish(&mut self) -> Result<Recorded> {
        if let Some(error) = self.fault.take() {
            return Err(error);
        }
        match self.hand.take() {
            Some(Output::Packing(notes)) => notes.finish(),
            Some(Output::Loose(writer)) => {
                let (states, transitions) = (u64::from(writer.states), writer.transitions);
                let (mut out, subgraphs, lists) = writer.finish()?;
                out.flush()?;
                Ok(Recorded { states, transitions, subgraphs, lists })
            }
            None => Err(std::io::Error::other("nothing was written")),
        }
    }

    fn go(&mut self, to: To, choices: &[Choice]) {
        let is_first = !std::mem::replace(&mut self.is_begun, true);
        match (&mut self.hand, is_first) {
            (Some(Output::Packing(notes)), true) => notes.first(choices, self.sign),
            (Some(Output::Packing(notes)), false) => notes.go(self.taken, to, choices, self.sign),
            (Some(Output::Loose(writer)), true) => writer.first(choices, self.sign),
            (Some(Output::Loose(writer)), false) => {
                let index = writer.index_of(self.taken);
                writer.go(index, to, choices, self.sign);
            }
            (None, _) => {}
        }
    }

    fn back(&mut self) {
        match &mut self.hand {
            Some(Output::Packing(notes)) => notes.back(),
            Some(Output::Loose(writer)) => writer.back(),
            None => {}
        }
    }
}

impl Pool for Recorder {
    fn intern(&mut self, kind: u8, words: &[u32]) -> CompId {
        self.store.intern(kind, words)
    }

    fn words(&self, component: CompId, out: &mut Vec<u32>) -> u8 {
        self.store.words(component, out)
    }

    fn identity(&self) -> Option<u64> {
        self.store.identity()
    }
}

impl Store for Recorder {
    fn insert(&mut self, state: &[CompId]) -> Insert {
        let insert = self.store.insert(state);
        if let Insert::New(number) = insert {
            self.numbers.add(number);
            self.sign = self.signing.of(state);
        }
        insert
    }

    fn find(&mut self, state: &[CompId]) -> Option<StateId> {
        self.store.find(state)
    }

    fn hear(&mut self, event: Event<'_>) -> bool {
        match event {
            Event::Opened(choices) => self.go(To::New(0), choices),
            Event::Ended => self.go(To::New(0), &[]),
            Event::Step(choice) => self.taken = choice,
            Event::Seen(state) => self.go(To::Seen(self.numbers.of(state)), &[]),
            Event::Pruned => self.go(To::Pruned, &[]),
            Event::Violated => self.go(To::Violated, &[]),
            Event::Back => self.back(),
        }
        true
    }

    fn get(&self, state: StateId, out: &mut Vec<CompId>) -> bool {
        self.store.get(state, out)
    }

    fn keeps(&self) -> bool {
        self.store.keeps()
    }

    fn states(&self) -> u64 {
        self.store.states()
    }

    fn bytes(&self) -> u64 {
        self.store.bytes()
    }

    fn clear(&mut self) {
        self.store.clear();
        self.restart();
    }

    fn fault(&self) -> Option<String> {
        self.store.fault()
    }

    fn figures(&self) -> Figures {
        self.store.figures()
    }
}

/// What tells states apart most of the time: a sum, so that it changes by what a step changes.
#[derive(Default)]
struct Signing {
    last: Vec<CompId>,
    sum: u32,
}

impl Signing {
    /// The sign of a state. What is the same as in the state before is not looked at.
    fn of(&mut self, state: &[CompId]) -> u32 {
        let worth = |part: CompId| (base::hash_words([u64::from(part.0)]) >> 32) as u32;
        for (old, &new) in self.last.iter_mut().zip(state) {
            if *old != new {
                self.sum = self.sum.wrapping_sub(worth(*old)).wrapping_add(worth(new));
                *old = new;
            }
        }
        for old in self.last.drain(state.len().min(self.last.len())..) {
            self.sum = self.sum.wrapping_sub(worth(old));
        }
        for &new in &state[self.last.len()..] {
            self.sum = self.sum.wrapping_add(worth(new));
            self.last.push(new);
        }
        self.sum
    }
}

/// Shards of numbers: the exact store numbers states by shard and place.
const SHARDS: usize = 256;

/// The order in which states were met, by the store's numbers for them.
#[derive(Default)]
struct Numbers {
    shards: Vec<Vec<u32>>,
    count: u32,
}

impl Numbers {
    fn add(&mut self, state: StateId) {
        let (shard, place) = (state.0 as usize % SHARDS, state.0 as usize / SHARDS);
        if self.shards.is_empty() {
            self.shards.resize(SHARDS, Vec::new());
        }
        let shard = &mut self.shards[shard];
        if place >= shard.len() {
            shard.resize(place + 1, u32::MAX);
        }
        shard[place] = self.count;
        self.count += 1;
    }

    fn of(&self, state: StateId) -> u32 {
        let (shard, place) = (state.0 as usize % SHARDS, state.0 as usize / SHARDS);
        self.shards[shard][place]
    }
}
