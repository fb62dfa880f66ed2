//! Who writes a search down: beside the search, in a thread of its own, once there is enough to write.

use crate::event::{Sink, To};
use crate::model::Lists;
use crate::subgraphs::{Subgraph, Subgraphs};
use crate::write::Writer;
use lts::Choice;
use std::io::{Error, Result, Write};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::JoinHandle;

/// Where moves go.
pub type Out = Box<dyn Write + Send>;

/// What was recorded.
pub struct Recorded {
    pub states: u64,
    pub transitions: u64,
    pub subgraphs: Subgraphs,
    /// Different lists of choices.
    pub lists: Lists,
}

/// Notes are handed over when there are so many words of them.
const NOTES: usize = 1 << 15;
/// So many heaps of notes may wait to be written.
const WAITING: usize = 8;

/// Kinds of notes. Behind the kind stand the choice, but for the first state and ways back; then what is said of it.
const NEW: u32 = 0;
const SEEN: u32 = 1;
const PRUNED: u32 = 2;
const VIOLATED: u32 = 3;
const BACK: u32 = 4;
const FIRST: u32 = 5;

/// Takes notes of a search.
pub struct MoveWriter {
    words: Vec<u32>,
    hand: Pen,
}

/// Who writes them down.
enum Pen {
    /// The search itself: there was little so far.
    Own(Box<Scribe>),
    Other(SyncSender<Vec<u32>>, JoinHandle<Result<Recorded>>),
    /// No thread could be had.
    Nobody(Error),
}

impl MoveWriter {
    pub fn new(writer: Writer<Out>) -> MoveWriter {
        MoveWriter {
            words: Vec::new(),
            hand: Pen::Own(Box::new(Scribe { writer, subgraphs: Subgraphs::default() })),
        }
    }

    pub fn first(&mut self, choices: &[Choice], sign: u32) {
        self.words.push(FIRST);
        self.state(choices, sign);
    }

    /// A step, and where it has led.
    pub fn go(&mut self, step: Choice, to: To, choices: &[Choice], sign: u32) {
        let kind = match to {
            To::New(_) => NEW,
            To::Seen(_) => SEEN,
            To::Pruned => PRUNED,
            _ => VIOLATED,
        };
        self.words.extend_from_slice(&[kind, step.actor, step.value]);
        match to {
            To::New(_) => self.state(choices, sign),
            To::Seen(state) => self.words.push(state),
            _ => {}
        }
        self.hand_over();
    }

    pub fn back(&mut self) {
        self.words.push(BACK);
        self.hand_over();
    }

    fn state(&mut self, choices: &[Choice], sign: u32) {
        self.words.extend_from_slice(&[sign, choices.len() as u32]);
        self.words.extend(choices.iter().flat_map(|choice| [choice.actor, choice.value]));
    }

    #[inline]
    fn hand_over(&mut self) {
        if self.words.len() >= NOTES {
            self.pass();
        }
    }

    fn pass(&mut self) {
        let words = std::mem::replace(&mut self.words, Vec::with_capacity(NOTES + 64));
        let nobody = Pen::Nobody(Error::other("nobody writes"));
        let hand = match std::mem::replace(&mut self.hand, nobody) {
            Pen::Own(scribe) => aside(*scribe),
            hand => hand,
        };
        if let Pen::Other(sender, _) = &hand {
            // Who writes has gone if it could not; that shows in the end.
            drop(sender.send(words));
        }
        self.hand = hand;
    }

    /// Nothing comes any more.
    pub fn finish(self) -> Result<Recorded> {
        match self.hand {
            Pen::Own(mut scribe) => {
                scribe.put(&self.words);
                scribe.finish()
            }
            Pen::Other(sender, thread) => {
                drop(sender.send(self.words));
                drop(sender);
                thread
                    .join()
                    .unwrap_or_else(|_| Err(Error::other("the thread that wrote the script has failed")))
            }
            Pen::Nobody(error) => Err(error),
        }
    }

    /// What was noted is worth nothing. Comes back when nobody writes any more.
    pub fn drop_all(self) {
        if let Pen::Other(sender, thread) = self.hand {
            drop(sender);
            drop(thread.join());
        }
    }
}

/// Has the rest written by a thread.
fn aside(mut scribe: Scribe) -> Pen {
    let (sender, receiver) = sync_channel::<Vec<u32>>(WAITING);
    let write = move || {
        for words in receiver {
            scribe.put(&words);
        }
        scribe.finish()
    };
    match std::thread::Builder::new().name("script".to_string()).spawn(write) {
        Ok(thread) => Pen::Other(sender, thread),
        Err(error) => Pen::Nobody(error),
    }
}

/// Writes notes down.
struct Scribe {
    writer: Writer<Out>,
    subgraphs: Subgraphs,
}

impl Scribe {
    fn put(&mut self, words: &[u32]) {
        let mut left = words.iter().copied();
        let mut choices = Vec::new();
        while let Some(kind) = left.next() {
            let mut next = || left.next().unwrap_or(0);
            if kind == BACK {
                self.back();
                continue;
            }
            let step = if kind == FIRST { None } else { Some(Choice { actor: next(), value: next() }) };
            let to = match kind {
                SEEN => To::Seen(next()),
                PRUNED => To::Pruned,
                VIOLATED => To::Violated,
                _ => To::New(0),
            };
            choices.clear();
            let mut sign = 0;
            if let To::New(_) = to {
                sign = next();
                let count = next();
                choices.extend((0..count).map(|_| Choice { actor: next(), value: next() }));
            }
            match step {
                // A search takes what there is to choose.
                Some(step) => {
                    self.writer.go(self.writer.index_of(step).unwrap_or(0), to, &choices, sign);
                }
                None => self.writer.first(&choices, sign),
            }
        }
    }

    fn back(&mut self) {
        let model = &self.writer.model;
        if let Some(frame) = model.top() {
            let root = u64::from(frame.state);
            let (states, transitions) = (u64::from(model.states) - root, model.transitions);
            self.subgraphs
                .add(Subgraph { root, states, transitions: transitions - frame.before }, transitions);
        }
        self.writer.back();
    }

    fn finish(mut self) -> Result<Recorded> {
        let (mut out, model) = self.writer.finish()?;
        out.flush()?;
        self.subgraphs.thin(model.transitions);
        let states = u64::from(model.states);
        Ok(Recorded { states, transitions: model.transitions, subgraphs: self.subgraphs, lists: model.lists })
    }
}
