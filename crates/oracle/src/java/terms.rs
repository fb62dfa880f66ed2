//! Statements without blocks, places and values as Java text.

use crate::program::{AtomicOp, Cond, Expr, Lock, Place, RefPlace, Stmt};

/// Statements without blocks and styles.
pub(super) fn simple(stmt: &Stmt, main: &str) -> String {
    let object = |lock: &Lock| object(*lock, main);
    match stmt {
        Stmt::Let { to, value } => format!("r{to} = {};", expr(*value)),
        Stmt::Atomic { to, op } => atomic(*to, *op),
        Stmt::New { to, value } => format!("n{to} = new Node({value});"),
        Stmt::ReadRef { to, from } => format!("n{to} = {};", ref_place(*from)),
        Stmt::WriteRef { to, from } => {
            let value = from.map_or("null".to_string(), |from| format!("n{from}"));
            format!("{} = {value};", ref_place(*to))
        }
        Stmt::Wait { lock: Lock::Reentrant(i), timed: false } => format!("Q{i}.await();"),
        Stmt::Wait { lock: Lock::Reentrant(i), .. } => format!("Q{i}.await(1, TimeUnit.NANOSECONDS);"),
        Stmt::Notify { lock: Lock::Reentrant(i), all } => {
            format!("Q{i}.signal{}();", if *all { "All" } else { "" })
        }
        Stmt::HoldsLock { to, lock: Lock::Reentrant(i) } => {
            format!("r{to} = R{i}.isHeldByCurrentThread() ? 1 : 0;")
        }
        Stmt::Wait { lock, timed } => format!("{}.wait({});", object(lock), if *timed { "1" } else { "" }),
        Stmt::Notify { lock, all } => format!("{}.notify{}();", object(lock), if *all { "All" } else { "" }),
        Stmt::Start(thread) => format!("T{thread}.start();"),
        Stmt::Join { thread, timed } => format!("T{thread}.join({});", if *timed { "1" } else { "" }),
        Stmt::Interrupt(thread) => format!("T{thread}.interrupt();"),
        Stmt::IsInterrupted { to, thread } => format!("r{to} = T{thread}.isInterrupted() ? 1 : 0;"),
        Stmt::Interrupted { to } => format!("r{to} = Thread.interrupted() ? 1 : 0;"),
        Stmt::IsAlive { to, thread } => format!("r{to} = T{thread}.isAlive() ? 1 : 0;"),
        Stmt::HoldsLock { to, lock } => format!("r{to} = Thread.holdsLock({}) ? 1 : 0;", object(lock)),
        Stmt::Park { timed: true } => "LockSupport.parkNanos(1000);".to_string(),
        Stmt::Park { timed: false } => "LockSupport.park();".to_string(),
        Stmt::Unpark(thread) => format!("LockSupport.unpark(T{thread});"),
        Stmt::Sleep => "Thread.sleep(1);".to_string(),
        Stmt::Yield => "Thread.yield();".to_string(),
        Stmt::Choose { to, most } => format!("r{to} = jaywalk.Verify.getInt(0, {most});"),
        Stmt::Print(value) => format!("System.out.print(({}) + \";\");", expr(*value)),
        Stmt::Throw => "if (true) throw new IllegalStateException();".to_string(),
        Stmt::Assert(cond) => format!("assert {};", condition(*cond)),
        Stmt::Divide { local } => format!("r{local} = 6 / r{local};"),
        _ => unreachable!("{stmt:?} is printed elsewhere"),
    }
}

pub(super) fn object(lock: Lock, main: &str) -> String {
    match lock {
        Lock::Object(i) => format!("L{i}"),
        Lock::Thread(thread) => format!("T{thread}"),
        Lock::Class => format!("{main}.class"),
        Lock::Reentrant(i) => format!("R{i}"),
    }
}

pub(super) fn place(place: Place) -> String {
    match place {
        Place::Field(local) => format!("n{local}.v"),
        other => inner(other),
    }
}

/// The place as a method sees it that gets the object as a parameter.
pub(super) fn inner(place: Place) -> String {
    match place {
        Place::Plain(i) => format!("x{i}"),
        Place::Volatile(i) => format!("v{i}"),
        Place::Element(i) => format!("e[{i}]"),
        Place::Class(class) => format!("C{class}.f{class}"),
        Place::Field(_) => "m.v".to_string(),
    }
}

pub(super) fn ref_place(place: RefPlace) -> String {
    match place {
        RefPlace::Head => "head".to_string(),
        RefPlace::Next(local) => format!("n{local}.next"),
    }
}

pub(super) fn expr(value: Expr) -> String {
    match value {
        Expr::Const(value) => value.to_string(),
        Expr::Local(local) => format!("r{local}"),
        Expr::Sum(local, by) => format!("r{local} + {by}"),
    }
}

pub(super) fn condition(cond: Cond) -> String {
    format!("r{} {} {}", cond.local, if cond.is { "==" } else { "!=" }, cond.value)
}

pub(super) fn atomic(to: usize, op: AtomicOp) -> String {
    match op {
        AtomicOp::Get => format!("r{to} = c0.get();"),
        AtomicOp::Set(value) => format!("c0.set({});", expr(value)),
        AtomicOp::GetAndAdd(by) => format!("r{to} = c0.getAndAdd({by});"),
        AtomicOp::GetAndSet(value) => format!("r{to} = c0.getAndSet({});", expr(value)),
        AtomicOp::CompareAndSet(expected, value) => {
            format!("r{to} = c0.compareAndSet({expected}, {}) ? 1 : 0;", expr(value))
        }
    }
}
