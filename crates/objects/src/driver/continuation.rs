//! Where a driver stands before a round, the structure aside: frames, and those of their registers that will be read.
//! It must be the same on all paths, so that every structure can be gone on from there.

use delta::{DeltaValue, Engine, Stacked};
use vm::program::Code;
use vm::state::thread::{Frame, OnExit};
use vm::{Machine, MethodId, Ref, ThreadId};

/// A register's word as all paths have it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Word {
    Is(u64),
    /// The reference to the structure.
    Structure,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Continuation {
    frames: Vec<Stacked>,
    /// Those of all frames. What nobody will read is 0.
    words: Vec<Word>,
}

/// Why a driver cannot go on from there for every structure.
pub(super) type Refused = String;

fn code(machine: &Machine, method: MethodId) -> Result<&Code, Refused> {
    machine.program.methods[method].code().ok_or_else(|| "a frame without code".to_string())
}

impl Continuation {
    /// Where the machine stands, before a call with the structure.
    pub fn of_machine(
        machine: &Machine,
        thread: ThreadId,
        structure: Ref,
        base_top: u32,
    ) -> Result<Continuation, Refused> {
        let own = &machine.threads[thread];
        let mut place = Continuation { frames: Vec::new(), words: Vec::new() };
        for (depth, frame) in own.frames.iter().enumerate() {
            if frame.exit != OnExit::Nothing {
                return Err("the driver holds a monitor, or initializes a class".to_string());
            }
            place.push(
                Stacked { method: frame.method, pc: frame.pc, base: frame.base, ret: frame.ret },
                frame.registers,
            );
            for live in machine.live_registers(thread, depth) {
                let at = frame.base as usize + usize::from(live.register);
                let class = |word: u64| machine.heap.class_of(Ref(word as u32));
                place.words[at] =
                    named(machine, live.word, live.is_ref, u64::from(structure.0), base_top, class)?;
            }
        }
        Ok(place)
    }

    /// Where a set of states stands.
    pub fn of_set<P: Clone + Default>(
        machine: &Machine,
        engine: &Engine<P>,
        structure: u64,
    ) -> Result<Continuation, Refused> {
        let base_top = engine.base_top();
        let stack = engine.stack().ok_or_else(|| "the driver holds a monitor".to_string())?;
        let mut place = Continuation { frames: Vec::new(), words: Vec::new() };
        for (depth, &frame) in stack.iter().enumerate() {
            let code = code(machine, frame.method)?;
            place.push(frame, code.body().registers);
            let liveness = code.liveness.get_or_init(|| ir::Liveness::of(code.body()));
            let pc = frame.pc as usize;
            let is_top = depth + 1 == stack.len();
            let live = if is_top { liveness.live_before(pc) } else { liveness.live_while_calling(pc) };
            for register in live.iter() {
                let at = frame.base as usize + usize::from(register);
                let Some(word) = engine.only(engine.register(at)) else {
                    return Err("a local variable of the driver depends on the structure".to_string());
                };
                let is_ref = code.body().refs.contains(usize::from(register));
                let class = |word: u64| engine.class_of(machine, word as u32);
                place.words[at] = named(machine, word, is_ref, structure, base_top, class)?;
            }
        }
        Ok(place)
    }

    fn push(&mut self, frame: Stacked, registers: u16) {
        self.words.resize(frame.base as usize + usize::from(registers), Word::Is(0));
        self.frames.push(frame);
    }

    /// Puts the machine's thread there, with a structure.
    pub fn enter(&self, machine: &mut Machine, thread: ThreadId, structure: Ref) -> Result<(), Refused> {
        let mut frames = Vec::new();
        for &Stacked { method, pc, base, ret } in &self.frames {
            let registers = code(machine, method)?.body().registers;
            frames.push(Frame { method, pc, base, ret, registers, stamp: 0, exit: OnExit::Nothing });
        }
        let own = &mut machine.threads[thread];
        own.frames = frames;
        if own.registers.len() < self.words.len() {
            own.registers.resize(self.words.len().next_power_of_two().max(256), 0);
        }
        for (register, word) in own.registers.iter_mut().zip(&self.words) {
            *register = word.with(u64::from(structure.0));
        }
        Ok(())
    }

    /// Puts a set of states there.
    pub fn enter_set<P: Clone + Default>(&self, engine: &mut Engine<P>) {
        let root = engine.root(0);
        let words = self.words.iter().map(|word| match word {
            Word::Is(word) => DeltaValue::Same(*word),
            Word::Structure => root.clone(),
        });
        engine.stand(&self.frames, words.collect());
    }
}

impl Word {
    fn with(self, structure: u64) -> u64 {
        match self {
            Word::Is(word) => word,
            Word::Structure => structure,
        }
    }
}

/// A word that will be read, if it is the same on all paths.
fn named(
    machine: &Machine,
    word: u64,
    is_ref: bool,
    structure: u64,
    base_top: u32,
    class: impl Fn(u64) -> vm::ClassId,
) -> Result<Word, Refused> {
    match is_ref {
        true if word == structure => Ok(Word::Structure),
        true if word >= u64::from(base_top) => {
            let class = machine.program.classes[class(word)].external_name();
            Err(format!(
                "a local variable of the driver still refers to a {class} of a round: let the structure hold it"
            ))
        }
        _ => Ok(Word::Is(word)),
    }
}
