//! Doing statements.

use super::{CHAN_HEAD, HEAD, MAX_PROCESSES, Machine, Move, NOBODY, Trouble};
use crate::program::Transition;
use crate::syntax::{Expr, Op, Pattern, VarRef};

/// Statements of one deterministic step; more are taken for a circle.
const MAX_DSTEP: usize = 5_000_000;
/// Statements of an atomic sequence that are done without a look at the state.
const MAX_CHAIN: usize = 200;

/// Somebody who looks on while statements are done.
pub trait Watch {
    /// A process is about to do a statement, to whom the receiver is known where they meet.
    fn about_to(&mut self, machine: &Machine, pid: usize, statement: usize, receiver: Option<(usize, usize)>);
}

/// Nobody looks on.
pub struct Unwatched;

impl Watch for Unwatched {
    fn about_to(&mut self, _: &Machine, _: usize, _: usize, _: Option<(usize, usize)>) {}
}

/// Trouble, of whom, and in which statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Failure {
    pub trouble: Trouble,
    pub proctype: usize,
    pub pid: usize,
    pub statement: usize,
}

impl Machine {
    /// Makes a move, and goes on to where somebody has a choice. False if there is no such move.
    pub fn make(&mut self, made: Move, watch: &mut dyn Watch) -> Result<bool, Failure> {
        if !self.make_one(made, watch)? {
            return Ok(false);
        }
        let mut list = Vec::new();
        for _ in 0..MAX_CHAIN {
            let Some(pid) = self.exclusive() else { return Ok(true) };
            list.clear();
            self.timed_out.set(false);
            self.moves_of(pid as usize, &mut |found| list.push(found));
            match &*list {
                // Who cannot go on gives way.
                [] => self.set_exclusive(NOBODY),
                [only] => {
                    self.make_one(*only, watch)?;
                }
                _ => return Ok(true),
            }
        }
        Ok(true)
    }

    fn make_one(&mut self, made: Move, watch: &mut dyn Watch) -> Result<bool, Failure> {
        let program = self.program.clone();
        let pid = made.pid as usize;
        let Some((transition, statement)) = self.transition(pid, made.transition) else { return Ok(false) };
        let number = transition.statement as usize;
        if statement.has_timeout {
            self.settle_timeout();
        }
        if let Some(trouble) = self.provided_trouble(pid) {
            let proctype = self.proctype(pid);
            return Err(Failure { trouble, proctype, pid, statement: number });
        }
        self.executed += 1;
        let next = match made.receiver {
            Some(receiver) => match self.hand_over((pid, transition), receiver, watch)? {
                Some(next) => next,
                None => return Ok(false),
            },
            None => {
                let proctype = self.proctype(pid);
                watch.about_to(self, pid, number, None);
                let op = &program.processes[proctype].automat.statements[number].op;
                let done = self.execute(op, pid, number, watch);
                done.map_err(|(trouble, statement)| Failure { trouble, proctype, pid, statement })?;
                if *op != Op::End {
                    self.go_to(pid, transition.target);
                }
                (pid, transition.atom)
            }
        };
        self.set_last(next.0);
        self.set_exclusive(if next.1 { next.0 as u32 } else { NOBODY });
        Ok(true)
    }

    /// Sender and receiver meet. Who goes on, and whether for himself; nothing if the receiver does not wait.
    fn hand_over(
        &mut self,
        (pid, transition): (usize, Transition),
        (receiver, chosen): (u32, u32),
        watch: &mut dyn Watch,
    ) -> Result<Option<(usize, bool)>, Failure> {
        let program = self.program.clone();
        let (receiver, number) = (receiver as usize, transition.statement as usize);
        let Some((taken, _)) = self.transition(receiver, chosen) else { return Ok(None) };
        let (proctype, other, outer) =
            (self.proctype(pid), self.proctype(receiver), taken.statement as usize);
        let sent = &program.processes[proctype].automat.statements[number].op;
        let theirs = &program.processes[other].automat.statements;
        // A deterministic step takes the message first, and goes on at once.
        let inner = match &theirs[outer].op {
            Op::DStep(first) => match self.taken_from(sent, pid, receiver, *first as usize) {
                None => return Ok(None),
                inner => inner,
            },
            _ => None,
        };
        let received = inner.map_or(outer, |inner| inner.statement as usize);
        watch.about_to(self, pid, number, Some((receiver, received)));
        let met = self.meet((sent, &theirs[received].op), pid, receiver);
        met.map_err(|trouble| Failure { trouble, proctype, pid, statement: number })?;
        self.go_to(pid, transition.target);
        if let Some(inner) = inner {
            let rest = self.d_step(receiver, outer, inner.target as usize, watch);
            rest.map_err(|(trouble, statement)| Failure {
                trouble,
                proctype: other,
                pid: receiver,
                statement,
            })?;
        }
        self.go_to(receiver, taken.target);
        Ok(Some((receiver, taken.atom)))
    }

    /// How a deterministic step of a receiver begins that takes what is sent.
    fn taken_from(&self, send: &Op, sender: usize, receiver: usize, first: usize) -> Option<Transition> {
        let Op::Send { chan, arguments, .. } = send else { return None };
        let chan = self.chan(chan, sender)?;
        let message = self.clipped(chan, arguments, sender);
        let taken = self.taken_first(first, chan, &message, receiver);
        self.trouble.set(None);
        taken
    }

    fn go_to(&mut self, pid: usize, location: u32) {
        let at = self.processes[pid].base as usize + 1;
        self.set_of_process(pid, at, location as i32);
    }

    fn settled<T>(&self, value: T) -> Result<T, Trouble> {
        self.trouble.take().map_or(Ok(value), Err)
    }

    /// The value of an expression in which a process may be started.
    fn value_of(&mut self, expr: &Expr, pid: usize) -> Result<i32, Trouble> {
        if let Some((proctype, arguments)) = started(expr) {
            if self.processes.len() >= MAX_PROCESSES {
                return Err(Trouble::TooManyProcesses);
            }
            let values: Vec<i32> = arguments.iter().map(|argument| self.eval(argument, pid)).collect();
            self.settled(())?;
            self.started.set(self.processes.len() as i32);
            self.spawn(proctype, &values);
        }
        let value = self.eval(expr, pid);
        self.settled(value)
    }

    fn assign(&mut self, place: &VarRef, value: i32, pid: usize) -> Result<(), Trouble> {
        let address = self.address(place, pid);
        let address = self.settled(address)?;
        let Some(at) = address else { return Ok(()) };
        let value = place.scalar.clip(value);
        match place.is_local {
            true => self.set_of_process(pid, at, value),
            false => self.set_global(at, value),
        }
        Ok(())
    }

    fn execute(
        &mut self,
        op: &Op,
        pid: usize,
        number: usize,
        watch: &mut dyn Watch,
    ) -> Result<(), (Trouble, usize)> {
        let at = |trouble| (trouble, number);
        match op {
            Op::Skip | Op::Else | Op::Print { .. } | Op::Event { .. } => Ok(()),
            Op::Condition(expr) => self.value_of(expr, pid).map(|_| ()).map_err(at),
            Op::Assign(place, expr) => {
                let value = self.value_of(expr, pid).map_err(at)?;
                self.assign(place, value, pid).map_err(at)
            }
            Op::Assert(expr) => match self.value_of(expr, pid).map_err(at)? {
                0 => Err(at(Trouble::Assertion)),
                _ => Ok(()),
            },
            Op::Send { chan, arguments, is_sorted } => {
                self.send(chan, arguments, *is_sorted, pid).map_err(at)
            }
            Op::Receive { chan, patterns, is_random, keeps } => {
                self.receive(chan, patterns, (*is_random, *keeps), pid).map_err(at)
            }
            Op::DStep(first) => self.d_step(pid, number, *first as usize, watch),
            Op::End => {
                self.end_last();
                Ok(())
            }
        }
    }

    fn d_step(
        &mut self,
        pid: usize,
        number: usize,
        first: usize,
        watch: &mut dyn Watch,
    ) -> Result<(), (Trouble, usize)> {
        let program = self.program.clone();
        let automat = &program.processes[self.proctype(pid)].automat;
        let mut at = first;
        for _ in 0..MAX_DSTEP {
            if automat.within[at] != number as u32 + 1 {
                return Ok(());
            }
            let Some(taken) = self.first_enabled(pid, at) else { return Err((Trouble::BlockedDStep, at)) };
            let statement = taken.statement as usize;
            let op = &automat.statements[statement].op;
            let meets = |chan: &VarRef| self.chan(chan, pid).is_some_and(|chan| self.shape(chan).2 == 0);
            if let Op::Send { chan, .. } = op
                && meets(chan)
            {
                return Err((Trouble::RendezvousInDStep, statement));
            }
            watch.about_to(self, pid, statement, None);
            self.execute(op, pid, statement, watch)?;
            self.executed += 1;
            at = taken.target as usize;
        }
        Err((Trouble::EndlessDStep, number))
    }

    /// The message, as the channel keeps it.
    fn message(&self, chan: usize, arguments: &[Expr], pid: usize) -> Result<Vec<i32>, Trouble> {
        let (_, wanted, _) = self.shape(chan);
        if wanted != arguments.len() {
            return Err(Trouble::Fields { given: arguments.len(), wanted });
        }
        let message = self.clipped(chan, arguments, pid);
        self.settled(message)
    }

    /// Values as fields of this channel have them.
    pub(super) fn clipped(&self, chan: usize, arguments: &[Expr], pid: usize) -> Vec<i32> {
        let (base, ..) = self.shape(chan);
        let fields = &self.program.chans[self.words[base] as usize].fields;
        let values = arguments.iter().map(|argument| self.eval(argument, pid));
        fields.iter().zip(values).map(|(scalar, value)| scalar.clip(value)).collect()
    }

    fn known_chan(&self, chan: &VarRef, pid: usize) -> Result<usize, Trouble> {
        let found = self.chan(chan, pid);
        self.settled(found)?.ok_or(Trouble::NoChannel)
    }

    fn send(
        &mut self,
        chan: &VarRef,
        arguments: &[Expr],
        is_sorted: bool,
        pid: usize,
    ) -> Result<(), Trouble> {
        let chan = self.known_chan(chan, pid)?;
        let message = self.message(chan, arguments, pid)?;
        let (base, fields, _) = self.shape(chan);
        let (first, length) = (base + CHAN_HEAD, self.words[base + 1] as usize);
        let mut slot = length;
        if is_sorted {
            let is_after =
                |i: &usize| message[..] <= self.words[first + i * fields..first + (i + 1) * fields];
            slot = (0..length).find(is_after).unwrap_or(length);
        }
        for i in (slot * fields..length * fields).rev() {
            self.set_of_chan(chan, first + i + fields, self.words[first + i]);
        }
        for (i, &value) in message.iter().enumerate() {
            self.set_of_chan(chan, first + slot * fields + i, value);
        }
        self.set_of_chan(chan, base + 1, length as i32 + 1);
        self.happen(chan, true, &message)
    }

    fn receive(
        &mut self,
        chan: &VarRef,
        patterns: &[Pattern],
        (is_random, keeps): (bool, bool),
        pid: usize,
    ) -> Result<(), Trouble> {
        let chan = self.known_chan(chan, pid)?;
        let (base, fields, capacity) = self.shape(chan);
        if capacity == 0 {
            return Err(Trouble::PolledRendezvous);
        }
        if fields != patterns.len() {
            return Err(Trouble::Fields { given: patterns.len(), wanted: fields });
        }
        let slot = self.matching(chan, patterns, is_random, pid);
        let Some(slot) = self.settled(slot)? else { return Ok(()) };
        let (first, length) = (base + CHAN_HEAD, self.words[base + 1] as usize);
        let message = self.words[first + slot * fields..first + (slot + 1) * fields].to_vec();
        self.bind(&message, patterns, pid)?;
        if keeps {
            return Ok(());
        }
        for i in slot * fields..length * fields {
            let after = if i + fields < length * fields { self.words[first + i + fields] } else { 0 };
            self.set_of_chan(chan, first + i, after);
        }
        self.set_of_chan(chan, base + 1, length as i32 - 1);
        self.happen(chan, false, &message)
    }

    fn bind(&mut self, message: &[i32], patterns: &[Pattern], pid: usize) -> Result<(), Trouble> {
        for (&value, pattern) in message.iter().zip(patterns) {
            if let Pattern::Bind(place) = pattern {
                self.assign(place, value, pid)?;
            }
        }
        Ok(())
    }

    /// A message goes from one process to another at once.
    fn meet(&mut self, ops: (&Op, &Op), sender: usize, receiver: usize) -> Result<(), Trouble> {
        let (Op::Send { chan, arguments, .. }, Op::Receive { patterns, .. }) = ops else { return Ok(()) };
        let chan = self.known_chan(chan, sender)?;
        let message = self.message(chan, arguments, sender)?;
        if message.len() != patterns.len() {
            return Err(Trouble::Fields { given: patterns.len(), wanted: message.len() });
        }
        self.happen(chan, true, &message)?;
        self.bind(&message, patterns, receiver)?;
        self.happen(chan, false, &message)
    }

    /// The words of a process's variables.
    pub fn variables(&self, pid: usize) -> &[i32] {
        let base = self.processes[pid].base as usize + HEAD;
        let size = self.program.processes[self.proctype(pid)].size as usize;
        &self.words[base..base + size]
    }
}

/// The process that an expression starts.
fn started(expr: &Expr) -> Option<(u32, &[Expr])> {
    match expr {
        Expr::Run { proctype, arguments } => Some((*proctype, arguments)),
        Expr::Not(inner) | Expr::Minus(inner) | Expr::Complement(inner) => started(inner),
        Expr::Binary(_, pair) => started(&pair.0).or_else(|| started(&pair.1)),
        Expr::Choose(three) => started(&three.0).or_else(|| started(&three.1)).or_else(|| started(&three.2)),
        _ => None,
    }
}
