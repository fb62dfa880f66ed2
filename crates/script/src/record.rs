//! Recording: a store that passes everything on to the real one, and writes down what it hears of the search.

use crate::event::To;
use crate::scribe::{Notes, Recorded};
use crate::style::Style;
use crate::write::Writer;
use lts::{Choice, CompId, Event, Figures, Insert, Pool, StateId, Store};
use std::io::{Result, Write};

/// Where moves are put while the search runs. Each time that the search begins again, so does what is written.
pub type Begin = Box<dyn FnMut() -> Result<Box<dyn Write + Send>> + Send>;

/// A store that records.
pub struct Recorder {
    store: Box<dyn Store>,
    takes_all: bool,
    begin: Begin,
    notes: Option<Notes>,
    fault: Option<std::io::Error>,
    numbers: Numbers,
    /// The choice that was taken last.
    taken: Choice,
    /// The sign of the state that was new last.
    sign: u32,
    is_begun: bool,
}

impl Recorder {
    /// `takes_all` tells that the search leaves out no choice.
    pub fn new(store: Box<dyn Store>, takes_all: bool, begin: Begin) -> Recorder {
        let mut recorder = Recorder {
            store,
            takes_all,
            begin,
            notes: None,
            fault: None,
            numbers: Numbers::default(),
            taken: Choice { actor: 0, value: 0 },
            sign: 0,
            is_begun: false,
        };
        recorder.restart();
        recorder
    }

    fn restart(&mut self) {
        self.numbers = Numbers::default();
        self.is_begun = false;
        if let Some(notes) = self.notes.take() {
            notes.drop_all();
        }
        match (self.begin)().and_then(|out| Writer::new(out, Style::whole(self.takes_all))) {
            Ok(writer) => self.notes = Some(Notes::new(writer)),
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
        match self.notes.take() {
            Some(notes) => notes.finish(),
            None => Err(std::io::Error::other("nothing was written")),
        }
    }

    fn go(&mut self, to: To, choices: &[Choice]) {
        if let Some(notes) = &mut self.notes {
            match std::mem::replace(&mut self.is_begun, true) {
                true => notes.go(self.taken, to, choices, self.sign),
                false => notes.first(choices, self.sign),
            }
        }
    }

    fn back(&mut self) {
        if let Some(notes) = &mut self.notes {
            notes.back();
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
            self.sign = sign(state);
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
fn sign(state: &[CompId]) -> u32 {
    let of = |part: &CompId| (base::hash_words([u64::from(part.0)]) >> 32) as u32;
    state.iter().fold(0, |sum: u32, part| sum.wrapping_add(of(part)))
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
