//! Which lines of the program no path has come to.
//!
//! This costs nothing while a search runs: an operation that names a class or a member is rewritten when it
//! is first executed, so one that still names it was never executed. From there, code that can only be
//! reached through such operations was not executed either. What this cannot tell is taken as executed, so
//! every line that is named was truly never reached.

use super::narrate::is_own;
use super::system::Explorer;
use base::names;
use classfile::Access;
use ir::{Body, Op, Sym};
use lts::Coverage;
use std::collections::{BTreeMap, BTreeSet};
use vm::program::{Class, Code, Method, MethodKind};

/// Lines of one source file.
#[derive(Default)]
struct Lines {
    reached: BTreeSet<u32>,
    missed: BTreeSet<u32>,
    asserted: BTreeSet<u32>,
}

impl Explorer {
    pub(super) fn covered(&self) -> Coverage {
        let program = &self.machine.program;
        let mut files: BTreeMap<String, Lines> = BTreeMap::new();
        for (_, class) in program.classes.iter().filter(|(_, c)| is_own(c) && !c.hidden) {
            let Some(source) = source_of(class) else { continue };
            let lines = files.entry(source).or_default();
            for &method in &*class.methods {
                look_at(class, &program.methods[method], lines);
            }
        }
        let mut coverage = Coverage { most_actors: self.machine.most_threads(), ..Coverage::default() };
        for (source, lines) in files {
            let missed: Vec<u32> = lines.missed.difference(&lines.reached).copied().collect();
            let asserted = missed.iter().filter(|line| lines.asserted.contains(line));
            coverage.assertions.extend(asserted.map(|line| format!("{source}:{line}")));
            if !missed.is_empty() {
                coverage.unreached.insert(source, missed);
            }
        }
        coverage
    }
}

/// `pkg/Queue.java`.
fn source_of(class: &Class) -> Option<String> {
    let file = class.source_file()?;
    match class.package() {
        "" => Some(file.to_string()),
        package => Some(format!("{package}/{file}")),
    }
}

fn look_at(class: &Class, method: &Method, lines: &mut Lines) {
    // The compiler's own methods have no lines of their own; those of lambdas are the user's.
    if method.access.has(Access::SYNTHETIC) && !method.name.as_str().starts_with("lambda$") {
        return;
    }
    match &method.kind {
        MethodKind::Code(code) => {
            let reached = executed(code);
            add(code.body(), |op| reached[op], lines);
        }
        // A constructor that nobody calls and nobody wrote stands on the line of its class.
        MethodKind::Bytecode if method.name == names::INIT && method.desc.as_str() == "()V" => {}
        MethodKind::Bytecode => {
            let Some((file, row)) = class.file.as_ref().zip(method.row) else { return };
            // Code that is malformed is refused when it is called.
            if let Ok(body) = ir::lower(file, &file.methods[usize::from(row)]) {
                add(&body, |_| false, lines);
            }
        }
        _ => {}
    }
}

fn add(body: &Body, reached: impl Fn(usize) -> bool, lines: &mut Lines) {
    for (i, &(first, line)) in body.lines.iter().enumerate() {
        let end = body.lines.get(i + 1).map_or(body.ops.len(), |&(next, _)| usize::from(next));
        let line = u32::from(line);
        let range = usize::from(first)..end;
        match range.clone().any(&reached) {
            true => lines.reached.insert(line),
            false => lines.missed.insert(line),
        };
        if range.clone().any(|op| is_assertion(body, body.ops[op])) {
            lines.asserted.insert(line);
        }
    }
}

/// An `assert`, which first asks whether assertions are on, or a call of `Verify.assertTrue`.
fn is_assertion(body: &Body, op: Op) -> bool {
    let names = |sym: u16, name: &str| match body.syms[usize::from(sym)] {
        Sym::Field(member) | Sym::Method { member, .. } => member.name.as_str() == name,
        _ => false,
    };
    match op {
        Op::GetStatic { sym, .. } => names(sym.0, "$assertionsDisabled"),
        Op::InvokeStatic { call, .. } => names(body.calls[call.0 as usize].sym, "assertTrue"),
        _ => false,
    }
}

/// For each operation whether it may have been executed.
fn executed(code: &Code) -> Vec<bool> {
    let mut reached = vec![false; code.ops().len()];
    let linked = (0..code.ops().len()).filter(|&at| code.ops()[at].is_linked());
    let mut pending: Vec<usize> = linked.chain([0]).collect();
    while let Some(at) = pending.pop() {
        if reached[at] || matches!(code.ops()[at], ir::named_op!()) {
            continue;
        }
        reached[at] = true;
        ir::flow::successors(code.body(), at, |next| pending.push(next));
        let covers = |h: &&ir::Handler| (usize::from(h.start)..usize::from(h.end)).contains(&at);
        pending.extend(code.body().handlers.iter().filter(covers).map(|handler| usize::from(handler.target)));
    }
    reached
}
