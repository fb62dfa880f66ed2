//! Names of states, and the way back from them.

use super::{CHAN_HEAD, CHUNK, Frame, HEAD, Machine, NOBODY, Undo};
use crate::syntax::Init;
use lts::{Cause, CompId, Gap, Pool};

/// Kinds of components.
pub const KINDS: [&str; 4] = ["variables", "processes", "channels", "turns"];
const VARIABLES: u8 = 0;
const PROCESS: u8 = 1;
const CHANNEL: u8 = 2;
const TURN: u8 = 3;

/// A process is where its own component says, behind its proctype.
pub fn actors() -> lts::ActorParts {
    lts::ActorParts { kind: PROCESS, place_kind: PROCESS, place: 0..HEAD }
}

impl Machine {
    /// Names of another pool mean nothing.
    fn forget_names(&mut self) {
        self.chunks.fill(None);
        self.processes.iter_mut().chain(&mut self.chans).for_each(|frame| frame.name = None);
        let forgets = |undo: &Undo| {
            matches!(undo, Undo::GlobalName { .. } | Undo::ProcessName { .. } | Undo::ChanName { .. })
        };
        // Positions must stay what they are.
        for undo in &mut self.undo {
            if forgets(undo) {
                *undo = Undo::Nothing;
            }
            if let Undo::Ended { frame, chans, .. } = undo {
                frame.name = None;
                chans.iter_mut().for_each(|chan| chan.name = None);
            }
        }
    }

    pub fn save(&mut self, pool: &mut dyn Pool, out: &mut Vec<CompId>) {
        let identity = pool.identity();
        if identity.is_none() || identity != self.pool {
            self.forget_names();
            self.pool = identity;
        }
        if self.exclusive != NOBODY || self.program.has_last || self.program.trace.is_some() {
            out.push(pool.intern(TURN, &[self.exclusive, self.last as u32, self.event]));
        }
        let scratch = &mut self.scratch;
        let mut named = |words: &[i32], kind: u8, pool: &mut dyn Pool| {
            scratch.clear();
            scratch.extend(words.iter().map(|&word| word as u32));
            pool.intern(kind, scratch)
        };
        let globals = &self.words[..self.program.size as usize];
        for (words, name) in globals.chunks(CHUNK).zip(&mut self.chunks) {
            out.push(*name.get_or_insert_with(|| named(words, VARIABLES, pool)));
        }
        for frame in &mut self.processes {
            let name = frame.name.get_or_insert_with(|| {
                let base = frame.base as usize;
                let size = HEAD + self.program.processes[self.words[base] as usize].size as usize;
                named(&self.words[base..base + size], PROCESS, pool)
            });
            out.push(*name);
        }
        for frame in &mut self.chans {
            let name = frame.name.get_or_insert_with(|| {
                let base = frame.base as usize;
                let kind = &self.program.chans[self.words[base] as usize];
                let used = CHAN_HEAD + kind.fields.len() * self.words[base + 1] as usize;
                named(&self.words[base..base + used], CHANNEL, pool)
            });
            out.push(*name);
        }
    }

    /// # Errors
    /// The state is none of this program.
    pub fn load(&mut self, pool: &dyn Pool, state: &[CompId]) -> Result<(), Gap> {
        self.undo.clear();
        self.words.clear();
        self.processes.clear();
        self.chans.clear();
        (self.exclusive, self.last) = (NOBODY, 0);
        self.pool = pool.identity();
        let is_known = self.pool.is_some();
        let mut words = Vec::new();
        let mut chans = Vec::new();
        let mut chunk = 0;
        for &component in state {
            words.clear();
            let name = is_known.then_some(component);
            match pool.words(component, &mut words) {
                TURN if words.len() == 3 => {
                    (self.exclusive, self.last, self.event) = (words[0], words[1] as i32, words[2]);
                }
                VARIABLES => {
                    self.words.extend(words.iter().map(|&word| word as i32));
                    self.chunks[chunk] = name;
                    chunk += 1;
                    if chunk == self.chunks.len() {
                        self.make_chans(&self.program.clone().inits, &mut chans);
                    }
                }
                PROCESS => {
                    if self.chunks.is_empty() && self.processes.is_empty() {
                        self.make_chans(&self.program.clone().inits, &mut chans);
                    }
                    self.processes.push(Frame { base: self.words.len() as u32, name });
                    self.words.extend(words.iter().map(|&word| word as i32));
                    let inits = &self.program.clone().processes[words[0] as usize].inits;
                    self.make_chans(inits, &mut chans);
                }
                CHANNEL if !chans.is_empty() => {
                    let chan: usize = chans.remove(0);
                    self.chans[chan].name = name;
                    let base = self.chans[chan].base as usize;
                    for (i, &word) in words.iter().enumerate() {
                        self.words[base + i] = word as i32;
                    }
                }
                _ => {
                    let what = "a state that is none of this model".to_string();
                    return Err(Gap { cause: Cause::Fault, what, place: String::new() });
                }
            }
        }
        Ok(())
    }

    /// Room for the channels that something begins with; what is in them comes later.
    fn make_chans(&mut self, inits: &[Init], made: &mut Vec<usize>) {
        for init in inits {
            if let Init::Chan { count, chan, .. } = init {
                for _ in 0..*count {
                    self.make_chan(*chan);
                    made.push(self.chans.len() - 1);
                }
            }
        }
    }
}
