//! A small evaluator of bodies: scalars, arrays, objects, calls, exceptions, one thread. The plainest reading
//! of the operations, to compare lowered code with the real machine and with a stack machine, and the first
//! of the engines that run the filetests.

mod heap;
mod step;

use classfile::MemberRef;
use heap::Object;
use ir::operand::Call;
use ir::{Body, Op, Sym};
use std::collections::{HashMap, HashSet};
use testkit::filetest::ClassLine;

/// Bodies by class, name and descriptor.
pub type Find<'a> = &'a dyn Fn(&str, &str, &str) -> Option<&'a Body>;

/// The handle of what was thrown.
type Thrown = u32;

/// Calls within calls before there is a `StackOverflowError`: the evaluator calls itself.
const MAX_DEPTH: usize = 200;

/// What has been computed so far: a heap that only grows, statics, held monitors.
pub struct Eval<'a> {
    find: Find<'a>,
    classes: &'a [ClassLine],
    heap: Vec<Object>,
    constants: HashMap<Sym, u64>,
    statics: HashMap<(String, String), u64>,
    locks: HashMap<u32, u32>,
    initialized: HashSet<String>,
    /// Classes whose initializer has thrown.
    failed: HashSet<String>,
    depth: usize,
}

enum Next {
    Goto(usize),
    Done(u64),
}

impl<'a> Eval<'a> {
    pub fn new(find: Find<'a>) -> Self {
        Eval::with_classes(find, &[])
    }

    pub fn with_classes(find: Find<'a>, classes: &'a [ClassLine]) -> Self {
        Eval {
            find,
            classes,
            heap: Vec::new(),
            constants: HashMap::new(),
            statics: HashMap::new(),
            locks: HashMap::new(),
            initialized: HashSet::new(),
            failed: HashSet::new(),
            depth: 0,
        }
    }

    /// Runs a body; the error is the exception's class.
    pub fn run(&mut self, body: &Body, args: &[u64]) -> Result<u64, String> {
        self.call(body, args).map_err(|thrown| self.class_of(thrown).replace('/', "."))
    }

    fn call(&mut self, body: &Body, args: &[u64]) -> Result<u64, Thrown> {
        if self.depth == MAX_DEPTH {
            return Err(self.throw("java/lang/StackOverflowError"));
        }
        self.depth += 1;
        let result = self.activation(body, args);
        self.depth -= 1;
        result
    }

    fn activation(&mut self, body: &Body, args: &[u64]) -> Result<u64, Thrown> {
        let mut frame = vec![0; usize::from(body.registers)];
        frame[..args.len()].copy_from_slice(args);
        let mut at = 0;
        loop {
            match self.step(body, &mut frame, at) {
                Ok(Next::Goto(to)) => at = to,
                Ok(Next::Done(value)) => return Ok(value),
                Err(thrown) => {
                    let sym = |row: u16| &body.syms[usize::from(row)];
                    let fits = |row: u16| matches!(sym(row), Sym::Class(c) if self.is_a(thrown, c.as_str()));
                    let handler = ir::handlers_of(body, at).find(|handler| handler.catch.is_none_or(fits));
                    let Some(handler) = handler else { return Err(thrown) };
                    frame[usize::from(handler.dst)] = u64::from(thrown);
                    at = usize::from(handler.target);
                }
            }
        }
    }

    fn invoke(&mut self, body: &Body, frame: &[u64], op: Op, call: Call) -> Result<u64, Thrown> {
        let shape = &body.calls[call.0 as usize];
        let Sym::Method { member, .. } = body.syms[usize::from(shape.sym)] else { panic!("no method") };
        let args: Vec<u64> = shape.args.iter().map(|&register| frame[usize::from(register)]).collect();
        let class = match op {
            Op::InvokeStatic { .. } => {
                self.initialize(member.class.as_str())?;
                member.class.to_string()
            }
            Op::InvokeSpecial { .. } => {
                self.object(args[0])?;
                member.class.to_string()
            }
            _ => {
                let receiver = self.object(args[0])?;
                self.class_of(receiver).to_owned()
            }
        };
        match self.method(&class, member.name.as_str(), member.desc.as_str()) {
            Some(callee) => self.call(callee, &args),
            // Constructors of the library's classes have nothing to do here.
            None if member.name.as_str() == "<init>" => Ok(0),
            None => panic!("{class} has no {}{}", member.name, member.desc),
        }
    }

    /// The method of a class or of the nearest above it, classes before interfaces.
    fn method(&self, class: &str, name: &str, desc: &str) -> Option<&'a Body> {
        (self.find)(class, name, desc)
            .or_else(|| self.parents(class).iter().find_map(|parent| self.method(parent, name, desc)))
    }

    /// Runs the initializer of a class, those above it first, unless that has begun (JVMS 5.5).
    fn initialize(&mut self, class: &str) -> Result<(), Thrown> {
        if self.failed.contains(class) {
            return Err(self.throw("java/lang/NoClassDefFoundError"));
        }
        if !self.initialized.insert(class.to_owned()) {
            return Ok(());
        }
        if let Some(line) = self.classes.iter().find(|line| line.name == class && !line.is_interface) {
            self.initialize(&line.parent)?;
        }
        let Some(initializer) = (self.find)(class, "<clinit>", "()V") else { return Ok(()) };
        match self.call(initializer, &[]) {
            Ok(_) => Ok(()),
            Err(thrown) => {
                self.failed.insert(class.to_owned());
                let is_error = self.is_a(thrown, "java/lang/Error");
                Err(if is_error { thrown } else { self.throw("java/lang/ExceptionInInitializerError") })
            }
        }
    }

    /// The place of a static field: the class that declares it may be above the one that is named.
    fn static_at(&mut self, member: MemberRef) -> Result<(String, String), Thrown> {
        let name = member.name.to_string();
        let mut class = member.class.to_string();
        while let Some(line) = self.classes.iter().find(|line| line.name == class) {
            if line.statics.iter().any(|(declared, _)| *declared == name) {
                break;
            }
            class = line.parent.clone();
        }
        self.initialize(&class)?;
        Ok((class, name))
    }
}
