//! Recording: a store that passes everything on to the real one, and writes down what it hears of the search.

use crate::event::{Sink, To};
use crate::model::Lists;
use crate::subgraphs::{Subgraph, Subgraphs};
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
    writer: Option<Writer<Box<dyn Write + Send>>>,
    fault: Option<std::io::Error>,
    numbers: Numbers,
    subgraphs: Subgraphs,
    /// The choice that was taken last, by its place among the choices of its state.
    taken: u32,
    is_begun: bool,
}

/// What was recorded.
pub struct Recorded {
    pub states: u64,
    pub transitions: u64,
    pub subgraphs: Subgraphs,
    /// Different lists of choices.
    pub lists: Lists,
}

impl Recorder {
    /// `takes_all` tells that the search leaves out no choice.
    pub fn new(store: Box<dyn Store>, takes_all: bool, begin: Begin) -> Recorder {
        let mut recorder = Recorder {
            store,
            takes_all,
            begin,
            writer: None,
            fault: None,
            numbers: Numbers::default(),
            subgraphs: Subgraphs::default(),
            taken: 0,
            is_begun: false,
        };
        recorder.restart();
        recorder
    }

    fn restart(&mut self) {
        self.numbers = Numbers::default();
        self.subgraphs = Subgraphs::default();
        self.is_begun = false;
        self.writer = None;
        match (self.begin)().and_then(|out| Writer::new(out, self.takes_all)) {
            Ok(writer) => self.writer = Some(writer),
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
        let Some(writer) = self.writer.take() else {
            return Err(std::io::Error::other("nothing was written"));
        };
        let (mut out, model) = writer.finish()?;
        out.flush()?;
        let mut subgraphs = std::mem::take(&mut self.subgraphs);
        subgraphs.thin(model.transitions);
        let states = u64::from(model.states);
        Ok(Recorded { states, transitions: model.transitions, subgraphs, lists: model.lists })
    }

    fn go(&mut self, to: To, choices: &[Choice]) {
        if let Some(writer) = &mut self.writer {
            match std::mem::replace(&mut self.is_begun, true) {
                true => writer.go(self.taken, to, choices),
                false => writer.first(choices),
            }
        }
    }

    fn back(&mut self) {
        let Some(writer) = &mut self.writer else { return };
        if let Some(&frame) = writer.model.top() {
            let root = u64::from(frame.state);
            let (states, transitions) = (u64::from(writer.model.states) - root, writer.model.transitions);
            self.subgraphs
                .add(Subgraph { root, states, transitions: transitions - frame.before }, transitions);
        }
        writer.back();
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
        if let Insert::New(state) = insert {
            self.numbers.add(state);
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
            Event::Step(choice) => {
                let index = self.writer.as_ref().map(|writer| writer.index_of(choice));
                // A search takes what there is to choose.
                self.taken = index.flatten().unwrap_or(0);
            }
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
