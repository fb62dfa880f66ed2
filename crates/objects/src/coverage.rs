//! Which lines and branches of the explored class calls have come to.

use base::FastMap;
use std::collections::BTreeSet;
use vm::{ClassId, Machine, MethodId, ThreadId};

/// What has been executed so far of some classes.
#[derive(Default)]
pub(crate) struct Coverage {
    /// Executions are looked at.
    pub is_on: bool,
    classes: Vec<ClassId>,
    /// Where in `seen` a method is, or that it is not looked at.
    methods: FastMap<MethodId, Option<usize>>,
    seen: Vec<Executed>,
    /// The last operation, by method and depth, if it is open still.
    last: Option<(usize, usize, u32)>,
    /// The method whose operations were seen last, so that few are looked for.
    here: Option<(MethodId, Option<usize>)>,
}

/// How much of an operation has been seen.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Seen {
    #[default]
    Not,
    /// It was executed, but not all ways behind it were gone.
    Open,
    /// There is nothing more to see: this is asked before each operation, so it has to be told at once.
    Whole,
}

#[derive(Default)]
struct Executed {
    operations: Vec<Seen>,
    /// Ways that were gone behind operations which have several.
    ways: BTreeSet<(u32, u32)>,
}

impl Executed {
    fn was_at(&self, op: usize) -> bool {
        self.operations.get(op).is_some_and(|&seen| seen != Seen::Not)
    }

    /// An operation is about to be done. Whether there is more to see behind it.
    fn is_open(&mut self, machine: &Machine, method: MethodId, pc: u32) -> bool {
        let at = pc as usize;
        if at >= self.operations.len() {
            self.operations.resize(at + 1, Seen::Not);
        }
        if self.operations[at] == Seen::Not {
            let has_several = ways_behind(machine, method, pc).len() > 1;
            self.operations[at] = if has_several { Seen::Open } else { Seen::Whole };
        }
        self.operations[at] == Seen::Open
    }

    /// Control went this way behind an operation.
    fn gone(&mut self, machine: &Machine, method: MethodId, before: u32, to: u32) {
        if self.ways.insert((before, to))
            && ways_behind(machine, method, before).iter().all(|&to| self.ways.contains(&(before, to)))
        {
            self.operations[before as usize] = Seen::Whole;
        }
    }
}

/// Where control can go behind an operation.
fn ways_behind(machine: &Machine, method: MethodId, pc: u32) -> BTreeSet<u32> {
    let mut ways = BTreeSet::new();
    if let Some(code) = machine.program.methods[method].code() {
        ir::flow::successors(code.body(), pc as usize, |to| {
            ways.insert(to as u32);
        });
    }
    ways
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
    #[inline]
    pub fn note_at(&mut self, machine: &Machine, method: MethodId, pc: u32, depth: usize) {
        let here = match self.here {
            Some((known, at)) if known == method => at,
            _ => self.come_to(machine, method),
        };
        if let Some((from, at, before)) = self.last.take()
            && (Some(from), at) == (here, depth)
        {
            self.seen[from].gone(machine, method, before, pc);
        }
        let Some(here) = here else { return };
        if self.seen[here].operations.get(pc as usize) != Some(&Seen::Whole)
            && self.seen[here].is_open(machine, method, pc)
        {
            self.last = Some((here, depth, pc));
        }
    }

    /// Another method than the last one: where it is among those that were seen.
    fn come_to(&mut self, machine: &Machine, method: MethodId) -> Option<usize> {
        let Coverage { classes, methods, seen, .. } = self;
        let at = *methods.entry(method).or_insert_with(|| {
            classes.contains(&machine.program.methods[method].class).then(|| {
                seen.push(Executed::default());
                seen.len() - 1
            })
        });
        self.here = Some((method, at));
        at
    }

    fn executed(&self, method: MethodId) -> Option<&Executed> {
        self.methods.get(&method).copied().flatten().map(|at| &self.seen[at])
    }

    /// What has been covered. Methods that were never called count with all their lines.
    pub fn covered(&self, machine: &Machine) -> Covered {
        let mut covered = Covered::default();
        let (mut reached, mut all) = (BTreeSet::new(), BTreeSet::new());
        for &class in &self.classes {
            for &method in &*machine.program.classes[class].methods {
                let before = all.clone();
                self.add(machine, class, method, &mut covered, (&mut reached, &mut all));
                if self.executed(method).is_some() {
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
        let executed = self.executed(method);
        for (i, &(first, line)) in body.lines.iter().enumerate() {
            let end = body.lines.get(i + 1).map_or(body.ops.len(), |&(next, _)| usize::from(next));
            all.insert(u32::from(line));
            if executed.is_some_and(|e| (usize::from(first)..end).any(|op| e.was_at(op))) {
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
