//! Which lines and branches of the explored class calls have come to.

use base::{BitSet, FastMap};
use std::collections::BTreeSet;
use vm::{ClassId, Machine, MethodId, ThreadId};

/// What has been executed so far of some classes.
#[derive(Default)]
pub(crate) struct Coverage {
    /// Executions are looked at.
    pub is_on: bool,
    classes: Vec<ClassId>,
    methods: FastMap<MethodId, Executed>,
    /// The last operation, by method and depth, if control can go several ways behind it.
    last: Option<(MethodId, usize, u32)>,
    /// The method whose operations were seen last, so that few are looked for.
    here: Option<(MethodId, bool)>,
}

#[derive(Default)]
struct Executed {
    operations: BitSet,
    /// Ways that were gone behind operations which have several.
    ways: BTreeSet<(u32, u32)>,
}

/// Covered lines and branches, of all that there are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Covered {
    pub lines: usize,
    pub all_lines: usize,
    pub branches: usize,
    pub all_branches: usize,
    /// Lines of methods that were called which no call came to.
    pub missed: Vec<u32>,
}

impl Coverage {
    pub fn of(classes: Vec<ClassId>) -> Coverage {
        Coverage { is_on: true, classes, ..Coverage::default() }
    }

    /// An operation is about to be done.
    pub fn note(&mut self, machine: &Machine, thread: ThreadId) {
        let frames = &machine.threads[thread].frames;
        let Some(frame) = frames.last() else { return };
        self.note_at(machine, frame.method, frame.pc, frames.len());
    }

    /// An operation of a method is about to be done, in a frame at this depth.
    pub fn note_at(&mut self, machine: &Machine, method: MethodId, pc: u32, depth: usize) {
        if let Some((from, at, before)) = self.last.take()
            && (from, at) == (method, depth)
            && let Some(executed) = self.methods.get_mut(&method)
        {
            executed.ways.insert((before, pc));
        }
        let is_looked_at = match self.here {
            Some((known, is)) if known == method => is,
            _ => {
                let is = self.classes.contains(&machine.program.methods[method].class);
                self.here = Some((method, is));
                is
            }
        };
        if !is_looked_at {
            return;
        }
        let executed = self.methods.entry(method).or_default();
        executed.operations.insert(pc as usize);
        let several = machine.program.methods[method].code().is_some_and(|code| {
            let mut ways = 0;
            ir::flow::successors(code.body(), pc as usize, |_| ways += 1);
            ways > 1
        });
        self.last = several.then_some((method, depth, pc));
    }

    /// What has been covered. Methods that were never called count with all their lines.
    pub fn covered(&self, machine: &Machine) -> Covered {
        let mut covered = Covered::default();
        let (mut reached, mut all) = (BTreeSet::new(), BTreeSet::new());
        for &class in &self.classes {
            for &method in &*machine.program.classes[class].methods {
                let before = all.clone();
                self.add(machine, class, method, &mut covered, (&mut reached, &mut all));
                if self.methods.contains_key(&method) {
                    covered.missed.extend(all.difference(&before));
                }
            }
        }
        covered.missed.retain(|line| !reached.contains(line));
        (covered.lines, covered.all_lines) = (reached.len(), all.len());
        covered
    }

    fn add(
        &self,
        machine: &Machine,
        class: ClassId,
        method: MethodId,
        covered: &mut Covered,
        (reached, all): (&mut BTreeSet<u32>, &mut BTreeSet<u32>),
    ) {
        let found = &machine.program.methods[method];
        // What is not called on objects is none of theirs: the main method of a driver.
        if found.access.has(classfile::Access::SYNTHETIC) || found.name == base::names::MAIN {
            return;
        }
        let lowered;
        let body = match found.code() {
            Some(code) => &**code.body(),
            None => {
                let class = &machine.program.classes[class];
                let Some((file, row)) = class.file.as_ref().zip(found.row) else { return };
                let Ok(body) = ir::lower(file, &file.methods[usize::from(row)]) else { return };
                lowered = body;
                &*lowered
            }
        };
        let executed = self.methods.get(&method);
        for (i, &(first, line)) in body.lines.iter().enumerate() {
            let end = body.lines.get(i + 1).map_or(body.ops.len(), |&(next, _)| usize::from(next));
            all.insert(u32::from(line));
            if executed.is_some_and(|e| (usize::from(first)..end).any(|op| e.operations.contains(op))) {
                reached.insert(u32::from(line));
            }
        }
        for at in 0..body.ops.len() {
            let mut ways = BTreeSet::new();
            ir::flow::successors(body, at, |to| {
                ways.insert(to);
            });
            if ways.len() > 1 {
                covered.all_branches += ways.len();
                let gone = |to: &&usize| executed.is_some_and(|e| e.ways.contains(&(at as u32, **to as u32)));
                covered.branches += ways.iter().filter(gone).count();
            }
        }
    }
}

impl delta::Watch for Coverage {
    fn note(&mut self, machine: &Machine, method: MethodId, pc: u32, depth: usize) {
        self.note_at(machine, method, pc, depth);
    }
}
