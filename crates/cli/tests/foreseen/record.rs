//! What a program does: calls by their stacks, and writes of fields of its own classes.

use crate::Program;
use base::{FastMap, FastSet, Symbol};
use classfile::MemberRef;
use ir::{Op, Sym};
use java::{Host, Setup, Target};
use std::path::Path;
use vm::program::Loader;
use vm::{Machine, MethodId, Pause, Policy, Ref, ThreadId};

/// What a run has shown.
#[derive(Default)]
pub struct Run {
    /// Stacks of methods, outermost first, each once.
    pub stacks: FastSet<Vec<MemberRef>>,
    pub writes: FastSet<Write>,
}

/// A field of a class of the program is written.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Write {
    pub stack: Vec<MemberRef>,
    pub field: MemberRef,
    /// The class of the object; `None` for a static field.
    pub on: Option<Symbol>,
    /// The class of what is written; `None` for null, and for what is no reference.
    pub value: Option<Symbol>,
}

/// Most operations of a run, and most different stacks.
const OPERATIONS: u64 = 3_000_000;
const STACKS: usize = 20_000;
/// Operations of a thread's turn.
const TURN: u64 = 500;
/// Deeper stacks are not looked at.
const DEEPEST: usize = 60;

struct Silent;

impl Host for Silent {
    fn write(&mut self, _: i32, _: &[u8]) {}

    fn read(&mut self, _: &mut [u8]) -> usize {
        0
    }
}

/// Classes of the program with a `main` that needs nothing.
pub fn mains(program: &Program) -> Vec<String> {
    let path = classfile::ClassPath::open(&program.path).unwrap();
    let mut mains = Vec::new();
    for &name in &program.classes {
        let Ok(Some(bytes)) = classfile::Source::class_bytes(&path, name) else { continue };
        let Ok(file) = classfile::parse(&bytes.bytes, &bytes.origin, None, u16::MAX) else { continue };
        let is_main = |method: &classfile::Method| {
            method.name.as_str() == "main" && method.desc.as_str() == "([Ljava/lang/String;)V"
        };
        if file.methods.iter().any(is_main) && !name.as_str().contains('$') {
            mains.push(name.text().replace('/', "."));
        }
    }
    mains
}

/// Runs a program to its end, or as far as it goes.
pub fn run(jdk: &Path, program: &Program, main: &str) -> Option<Run> {
    let setup = Setup {
        jdk: Some(jdk.to_path_buf()),
        class_path: program.path.clone(),
        target: Target::Class(main.to_string()),
        assertions: true,
        heap_bytes: 1 << 30,
        processors: 2,
        max_instructions: None,
        properties: Vec::new(),
        is_explored: false,
        allow_read: Vec::new(),
        writes_memory: false,
        replaced: Vec::new(),
        unit: None,
    };
    let scratch = std::env::temp_dir();
    let (mut session, class) = java::prepare(setup, &scratch, Box::new(Silent)).ok()?;
    session.enter(class, &[]).ok()?;
    let mut recorder = Recorder::default();
    let machine = &mut session.machine;
    let mut next = 0;
    let mut left = OPERATIONS;
    while !machine.is_over() && left > TURN && recorder.run.stacks.len() < STACKS {
        let count = machine.threads.len();
        let turn = (0..count).map(|i| ThreadId(((next + i) % count) as u32)).find(|&t| machine.is_enabled(t));
        match turn {
            Some(thread) => {
                next = thread.0 as usize + 1;
                left -= TURN;
                if let Pause::Stopped(_) = machine.turn_by::<Recorder, true>(&mut recorder, thread, TURN) {
                    break;
                }
            }
            None if machine.pass_time() => {}
            None => break,
        }
    }
    Some(recorder.run)
}

#[derive(Default)]
struct Recorder {
    run: Run,
    /// The fields that operations name, by where they stand: once linked, they name them no more.
    fields: FastMap<(MethodId, u32), MemberRef>,
    /// The depth and method of each thread's top frame.
    tops: FastMap<ThreadId, (usize, MethodId)>,
}

impl Policy for Recorder {
    fn is_exploring(&self) -> bool {
        false
    }

    fn stops_before(&mut self, machine: &mut Machine, thread: ThreadId, op: Op) -> bool {
        let frames = &machine.threads[thread].frames;
        let Some(top) = frames.last().copied() else { return false };
        let now = (frames.len(), top.method);
        if self.tops.insert(thread, now) != Some(now)
            && frames.len() <= DEEPEST
            && let Some(stack) = stack(machine, thread)
        {
            self.run.stacks.insert(stack);
        }
        let (obj, src) = match op {
            Op::PutField { obj, src, sym } => {
                self.named(machine, (top.method, top.pc), sym.0);
                (Some(obj), src)
            }
            Op::PutStatic { src, sym } => {
                self.named(machine, (top.method, top.pc), sym.0);
                (None, src)
            }
            Op::Put32 { obj, src, .. } | Op::Put64 { obj, src, .. } | Op::PutRef { obj, src, .. } => {
                (Some(obj), src)
            }
            Op::PutNarrow { obj, src, .. } => (Some(obj), src),
            Op::PutStaticQ { src, .. } => (None, src),
            _ => return false,
        };
        let Some(&field) = self.fields.get(&(top.method, top.pc)) else { return false };
        if frames.len() > DEEPEST {
            return false;
        }
        let register = |at: u16| machine.threads[thread].registers[(top.base + u32::from(at)) as usize];
        let class = |bits: u64| {
            let object = Ref(bits as u32);
            (object != Ref::NULL).then(|| machine.program.classes[machine.heap.class_of(object)].name)
        };
        let is_reference = matches!(field.desc.bytes().first(), Some(b'L' | b'['));
        let on = match obj {
            None => None,
            Some(obj) => match class(register(obj.0)) {
                Some(of) => Some(of),
                None => return false,
            },
        };
        let value = if is_reference { class(register(src.0)) } else { None };
        if let Some(stack) = stack(machine, thread) {
            self.run.writes.insert(Write { stack, field, on, value });
        }
        false
    }
}

impl Recorder {
    fn named(&mut self, machine: &Machine, place: (MethodId, u32), sym: u16) {
        let method = &machine.program.methods[place.0];
        let class = &machine.program.classes[method.class];
        let named = method.code().and_then(|code| code.body().syms.get(usize::from(sym)).copied());
        if let Some(Sym::Field(member)) = named
            && (class.loader == Loader::App || !member.class.as_str().starts_with("java/"))
        {
            self.fields.insert(place, member);
        }
    }
}

/// The methods of a thread's frames, but those that the machine has made. `None` before the program begins.
fn stack(machine: &Machine, thread: ThreadId) -> Option<Vec<MemberRef>> {
    let program = &machine.program;
    let mut all = Vec::new();
    for frame in &machine.threads[thread].frames {
        let method = &program.methods[frame.method];
        if method.row.is_some() && !program.classes[method.class].is_kernel {
            let class = program.classes[method.class].name;
            all.push(MemberRef { class, name: method.name, desc: method.desc });
        }
    }
    (!all.is_empty()).then_some(all)
}
