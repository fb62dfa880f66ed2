//! The filetests on the machine's interpreter: class files around the bodies of a text, and every call on a
//! machine that goes back afterwards.

mod classes;
#[path = "../common/mod.rs"]
mod common;
mod compiled;
mod random;
mod random_calls;
mod sets;

use base::Symbol;
use classes::Declared;
use common::{Console, Shelf};
use ir::CheckedBody;
use java::Session;
use std::collections::{HashMap, HashSet};
use testkit::filetest::{self, Engine, Filetest};
use vm::program::Code;
use vm::{ClassId, Failure, MethodId, Ref, ThreadId};

/// One machine for all files: no two of them have a class of the same name.
struct Interpreter {
    shelf: Shelf,
    session: Session,
    methods: HashMap<String, MethodId>,
    names: HashSet<String>,
    /// After each call the machine is where it was before.
    goes_back: bool,
}

impl Interpreter {
    fn new() -> Interpreter {
        let (shelf, console) = (Shelf::default(), Console::default());
        let session = common::boot(&shelf, &console, None);
        Interpreter { shelf, session, methods: HashMap::new(), names: HashSet::new(), goes_back: true }
    }

    fn class(&mut self, name: &str) -> Result<ClassId, String> {
        let machine = &mut self.session.machine;
        machine
            .program
            .load(&mut machine.heap, Symbol::new(name))
            .map_err(|error| format!("{name}: {error:?}"))
    }

    /// What a call comes to, and how many operations it takes.
    fn counted(&mut self, title: &str, args: &[u64]) -> (Result<u64, String>, u64) {
        let before = self.session.machine.instructions;
        let outcome = self.call(title, args).unwrap_or_else(|error| panic!("{title}: {error}"));
        (outcome, self.session.machine.instructions - before)
    }

    /// Puts the body of the text in the place of a method's code.
    fn install(&mut self, title: &str, body: CheckedBody) -> Result<(), String> {
        let (owner, name, desc) = split(title)?;
        let class = self.class(owner)?;
        let program = &mut self.session.machine.program;
        let method = program.declared_method(class, Symbol::new(name), Symbol::new(desc));
        let method = method.ok_or_else(|| format!("{title} is in no class of the header"))?;
        program.methods[method].install(Code::new(body));
        self.methods.insert(title.into(), method);
        Ok(())
    }
}

/// `A/B.m(I)I` as class, name and descriptor.
fn split(title: &str) -> Result<(&str, &str, &str), String> {
    let whole = title.find('(').and_then(|at| {
        let (class, name) = title[..at].rsplit_once('.')?;
        Some((class, name, &title[at..]))
    });
    whole.ok_or_else(|| format!("{title}: class.name(parameters)result expected"))
}

/// The methods of a text by class. Those with one parameter more than their descriptor have a receiver.
fn declared(bodies: &[(String, CheckedBody)]) -> Result<HashMap<String, Vec<Declared>>, String> {
    let mut by_class: HashMap<String, Vec<Declared>> = HashMap::new();
    for (title, body) in bodies {
        let (class, name, desc) = split(title)?;
        let params = filetest::types(title)?.len();
        let is_static = match usize::from(body.params).checked_sub(params) {
            Some(0) => true,
            Some(1) => false,
            _ => return Err(format!("{title}: {params} parameters, but registers for {}", body.params)),
        };
        let method = Declared { name: name.into(), desc: desc.into(), is_static };
        by_class.entry(class.into()).or_default().push(method);
    }
    Ok(by_class)
}

impl Engine for Interpreter {
    fn name(&self) -> &'static str {
        "vm"
    }

    fn load(&mut self, test: &Filetest) -> Result<(), String> {
        let bodies = ir::parse(&test.text).map_err(|error| error.to_string())?;
        let methods = declared(&bodies)?;
        for line in &test.classes {
            if !self.names.insert(line.name.clone()) {
                return Err(format!("another file has a class {} already", line.name));
            }
        }
        let none = Vec::new();
        let bytes =
            |line: &filetest::ClassLine| classes::bytes(line, methods.get(&line.name).unwrap_or(&none));
        self.shelf.fill(test.classes.iter().map(|line| (line.name.clone(), bytes(line))));
        for line in &test.classes {
            self.class(&line.name)?;
        }
        bodies.into_iter().try_for_each(|(title, body)| self.install(&title, body))
    }

    fn call(&mut self, method: &str, args: &[u64]) -> Result<Result<u64, String>, String> {
        let id = *self.methods.get(method).ok_or("there is no such method")?;
        let machine = &mut self.session.machine;
        let start = self.goes_back.then(|| machine.mark());
        let class = machine.program.methods[id].class;
        let ready = machine.initialize_now(ThreadId(0), class);
        let outcome = match ready.and_then(|()| machine.call(ThreadId(0), id, args)) {
            Ok(word) => Ok(Ok(word)),
            Err(Failure::Thrown(exception)) => Ok(Err(class_name(machine, exception))),
            Err(other) => Err(format!("{other:?}")),
        };
        if let Some(start) = start {
            machine.rewind(start);
        }
        outcome
    }
}

fn class_name(machine: &vm::Machine, object: Ref) -> String {
    machine.program.classes[machine.heap.class_of(object)].name.to_string()
}

#[test]
fn the_interpreter_agrees_with_the_filetests() {
    let (files, lines) = filetest::check(&mut Interpreter::new());
    assert!(files >= 60 && lines >= 400, "{files} files, {lines} lines");
}
