//! Makes a program smaller while it still does what it was kept for.

use crate::program::{Expr, Program, Stmt, Style};

/// Tries smaller programs, in rounds, until none does it any more. A round is asked about together, because a
/// compiler is cheaper by the dozen; the first of a round that does it is taken.
pub fn shrink(program: &Program, mut first: impl FnMut(&[Program]) -> Option<usize>) -> Program {
    let mut best = program.clone();
    loop {
        let smaller = candidates(&best);
        let Some(found) = smaller.chunks(CHUNK).find_map(|chunk| first(chunk).map(|i| chunk[i].clone()))
        else {
            return best;
        };
        best = found;
    }
}

/// How many candidates are tried at once.
const CHUNK: usize = 24;

/// All programs that are one step smaller, the much smaller ones first.
fn candidates(program: &Program) -> Vec<Program> {
    let mut all = Vec::new();
    let bodies = program.threads.len() + program.classes.len();
    for body in 0..bodies {
        let mut without = program.clone();
        let count = statements(body_of(&mut without, body));
        if body > 0 {
            body_of(&mut without, body).clear();
            push(&mut all, program, without);
        }
        for at in 0..count {
            for change in 0..CHANGES {
                let mut changed = program.clone();
                let mut left = at;
                edit(body_of(&mut changed, body), &mut left, change);
                push(&mut all, program, changed);
            }
        }
    }
    if program.shows && program.probe.is_none() {
        push(&mut all, program, Program { shows: false, ..program.clone() });
    }
    let last = program.threads.len() - 1;
    if last > 0 {
        let mut fewer = program.clone();
        fewer.threads.pop();
        fewer.daemons.pop();
        if !fewer.names(last) {
            all.insert(0, fewer);
        }
    }
    all
}

fn push(all: &mut Vec<Program>, old: &Program, new: Program) {
    if new != *old {
        all.push(new);
    }
}

fn body_of(program: &mut Program, body: usize) -> &mut Vec<Stmt> {
    let threads = program.threads.len();
    if body < threads { &mut program.threads[body] } else { &mut program.classes[body - threads].initializer }
}

fn statements(body: &[Stmt]) -> usize {
    body.iter().map(|stmt| 1 + stmt.blocks().into_iter().map(|block| statements(block)).sum::<usize>()).sum()
}

/// Kinds of edits of one statement.
const CHANGES: usize = 5;

/// Edits the statement with this number, in the order of the text. True once it is done.
fn edit(body: &mut Vec<Stmt>, left: &mut usize, change: usize) -> bool {
    for i in 0..body.len() {
        if *left == 0 {
            match change {
                0 => drop(body.remove(i)),
                1 => {
                    let inner = body[i].blocks().first().map(|block| (*block).clone());
                    if let Some(inner) = inner {
                        body.splice(i..=i, inner);
                    }
                }
                2 => {
                    let inner = body[i].blocks().get(1).map(|block| (*block).clone());
                    if let Some(inner) = inner {
                        body.splice(i..=i, inner);
                    }
                }
                3 => plainer(&mut body[i]),
                _ => simpler(&mut body[i]),
            }
            return true;
        }
        *left -= 1;
        for block in body[i].blocks_mut() {
            if edit(block, left, change) {
                return true;
            }
        }
    }
    false
}

/// The same statement in the plainest style.
fn plainer(stmt: &mut Stmt) {
    match stmt {
        Stmt::Read { style, .. } | Stmt::Write { style, .. } | Stmt::Add { style, .. } => {
            *style = Style::Direct
        }
        Stmt::If { is_switch, .. } => *is_switch = false,
        Stmt::Notify { all, .. } => *all = true,
        Stmt::Wait { timed, .. } | Stmt::Join { timed, .. } | Stmt::Park { timed } => *timed = false,
        _ => {}
    }
}

/// The statement with less in it.
fn simpler(stmt: &mut Stmt) {
    match stmt {
        Stmt::If { other, .. } => other.clear(),
        Stmt::Repeat { times, .. } => *times = 1,
        Stmt::Write { value, .. } => *value = Expr::Const(1),
        _ => {}
    }
}

impl Program {
    /// Whether any statement speaks of this thread.
    fn names(&self, thread: usize) -> bool {
        let bodies = self.threads.iter().chain(self.classes.iter().map(|class| &class.initializer));
        bodies.into_iter().any(|body| names(body, thread))
    }
}

fn names(body: &[Stmt], thread: usize) -> bool {
    use crate::program::Lock;
    body.iter().any(|stmt| {
        let is = match stmt {
            Stmt::Start(t) | Stmt::Interrupt(t) | Stmt::Unpark(t) => *t == thread,
            Stmt::Join { thread: t, .. }
            | Stmt::IsInterrupted { thread: t, .. }
            | Stmt::IsAlive { thread: t, .. } => *t == thread,
            Stmt::Sync { lock, .. }
            | Stmt::Wait { lock, .. }
            | Stmt::Notify { lock, .. }
            | Stmt::HoldsLock { lock, .. } => *lock == Lock::Thread(thread),
            _ => false,
        };
        is || stmt.blocks().into_iter().any(|block| names(block, thread))
    })
}
