//! What can be done in a state.

use super::{Machine, Trouble};
use crate::program::{Automat, Statement, Transition};
use crate::syntax::{Expr, Op, VarRef};

/// A transition of a process; where sender and receiver meet, with that of the receiver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    pub pid: u32,
    pub transition: u32,
    pub receiver: Option<(u32, u32)>,
}

impl Move {
    /// One number for all but the process; `width` is more than any state has transitions.
    pub fn number(self, width: u32) -> u32 {
        let met = self.receiver.map_or(0, |(pid, transition)| pid * width + transition + 1);
        met * width + self.transition
    }

    /// Back from the number.
    pub fn of(pid: u32, number: u32, width: u32) -> Move {
        let (met, transition) = (number / width, number % width);
        let receiver = (met > 0).then(|| ((met - 1) / width, (met - 1) % width));
        Move { pid, transition, receiver }
    }
}

impl Machine {
    pub(super) fn automat(&self, pid: usize) -> &Automat {
        &self.program.processes[self.proctype(pid)].automat
    }

    /// The transition and its statement, if there are such.
    pub(super) fn transition(&self, pid: usize, number: u32) -> Option<(Transition, &Statement)> {
        if pid >= self.processes.len() {
            return None;
        }
        let automat = self.automat(pid);
        let transition = *automat.locations[self.location(pid)].transitions.get(number as usize)?;
        Some((transition, &automat.statements[transition.statement as usize]))
    }

    /// All that can be done, by whoever has his turn. With nothing else, time-outs are tried.
    pub fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        self.timed_out.set(false);
        self.collect(out);
        if out.is_empty() && self.program.has_timeout {
            self.timed_out.set(true);
            self.collect(out);
        }
    }

    fn collect(&self, out: &mut Vec<Move>) {
        match self.exclusive() {
            Some(pid) => self.moves_of(pid as usize, &mut |found| out.push(found)),
            None => {
                (0..self.processes.len()).for_each(|pid| self.moves_of(pid, &mut |found| out.push(found)))
            }
        }
    }

    /// What was true when the choices of this state were made, found out again.
    pub(super) fn settle_timeout(&self) {
        let mut moves = Vec::new();
        self.moves(&mut moves);
    }

    /// Somebody can do something, be it because nobody else can.
    pub fn anybody_moves(&self) -> bool {
        let before = self.timed_out.get();
        let mut moves = Vec::new();
        self.moves(&mut moves);
        self.timed_out.set(before);
        !moves.is_empty()
    }

    pub(super) fn can_move(&self, pid: usize) -> bool {
        let mut can = false;
        self.moves_of(pid, &mut |_| can = true);
        can
    }

    fn is_provided(&self, pid: usize) -> bool {
        match &self.program.processes[self.proctype(pid)].provided {
            Some(provided) => self.eval(provided, pid) != 0,
            None => true,
        }
    }

    /// What is wrong with the condition under which a process moves.
    pub(super) fn provided_trouble(&self, pid: usize) -> Option<Trouble> {
        self.program.processes[self.proctype(pid)].provided.as_ref()?;
        self.is_provided(pid);
        self.trouble.take()
    }

    /// What a process can do.
    pub(super) fn moves_of(&self, pid: usize, found: &mut dyn FnMut(Move)) {
        let is_provided = self.is_provided(pid);
        if self.trouble.take().is_some() {
            // Whatever is tried, it is told.
            found(Move { pid: pid as u32, transition: 0, receiver: None });
            return;
        }
        if !is_provided {
            return;
        }
        let automat = self.automat(pid);
        let (mut escape, mut has_moved) = (0, false);
        for (number, transition) in (0u32..).zip(&automat.locations[self.location(pid)].transitions) {
            // Of the ways out of an `unless`, the first that is open goes before all others.
            if escape > 0 && transition.escape != escape {
                break;
            }
            let op = &automat.statements[transition.statement as usize].op;
            if let Op::Send { chan, arguments, .. } = op
                && let Some(met) = self.meeting(chan, pid)
            {
                let mut is_met = false;
                self.receivers(met, arguments, pid, &mut |receiver| {
                    is_met = true;
                    found(Move { pid: pid as u32, transition: number, receiver: Some(receiver) });
                });
                if is_met {
                    (has_moved, escape) = (true, transition.escape);
                }
                continue;
            }
            if self.is_enabled(op, pid, has_moved) {
                found(Move { pid: pid as u32, transition: number, receiver: None });
                (has_moved, escape) = (true, transition.escape);
            }
        }
    }

    /// The channel, if sender and receiver meet there.
    fn meeting(&self, chan: &VarRef, pid: usize) -> Option<usize> {
        let chan = self.chan(chan, pid);
        // What is wrong with it is told when it is used.
        self.trouble.set(None);
        chan.filter(|&chan| self.shape(chan).2 == 0)
    }

    /// Processes that can receive a message now.
    fn receivers(&self, chan: usize, arguments: &[Expr], sender: usize, found: &mut dyn FnMut((u32, u32))) {
        // Most of the time nobody waits there, and nobody asks what would be sent.
        let mut message: Option<Vec<i32>> = None;
        for pid in (0..self.processes.len()).filter(|&pid| pid != sender) {
            if !self.is_provided(pid) {
                continue;
            }
            let automat = self.automat(pid);
            let mut escape = 0;
            for (number, transition) in (0u32..).zip(&automat.locations[self.location(pid)].transitions) {
                if escape > 0 && transition.escape != escape {
                    break;
                }
                let op = &automat.statements[transition.statement as usize].op;
                if !self.waits_at(op, chan, pid) {
                    continue;
                }
                let message = message.get_or_insert_with(|| self.clipped(chan, arguments, sender));
                if self.takes(op, chan, message, pid) {
                    found((pid as u32, number));
                    escape = transition.escape;
                }
            }
        }
        self.trouble.set(None);
    }

    /// A statement receives where sender and receiver meet, or may begin with that.
    fn waits_at(&self, op: &Op, chan: usize, pid: usize) -> bool {
        match op {
            Op::Receive { chan: own, keeps: false, .. } => self.meeting(own, pid) == Some(chan),
            Op::DStep(first) => {
                let automat = self.automat(pid);
                let list = &automat.locations[*first as usize].transitions;
                let op = |transition: &Transition| &automat.statements[transition.statement as usize].op;
                list.iter().any(|transition| match op(transition) {
                    Op::Receive { chan: own, keeps: false, .. } => self.meeting(own, pid) == Some(chan),
                    _ => false,
                })
            }
            _ => false,
        }
    }

    /// A statement takes a message from the hand of its sender.
    fn takes(&self, op: &Op, chan: usize, message: &[i32], pid: usize) -> bool {
        match op {
            Op::Receive { patterns, .. } => self.fits(message, patterns, pid),
            Op::DStep(first) => self.taken_first(*first as usize, chan, message, pid).is_some(),
            _ => false,
        }
    }

    /// What a deterministic step begins with, if that takes the message: the first alternative that can be done.
    pub(super) fn taken_first(
        &self,
        first: usize,
        chan: usize,
        message: &[i32],
        pid: usize,
    ) -> Option<Transition> {
        let automat = self.automat(pid);
        for transition in &automat.locations[first].transitions {
            match &automat.statements[transition.statement as usize].op {
                Op::Receive { chan: own, patterns, keeps: false, .. }
                    if self.meeting(own, pid) == Some(chan) && self.fits(message, patterns, pid) =>
                {
                    return Some(*transition);
                }
                Op::Send { chan: own, .. } if self.meeting(own, pid).is_some() => {}
                op if self.is_enabled(op, pid, false) => return None,
                _ => {}
            }
        }
        None
    }

    /// A statement can be done. What runs into trouble can, so that it is told.
    fn is_enabled(&self, op: &Op, pid: usize, has_moved: bool) -> bool {
        let is_enabled = match op {
            Op::Skip | Op::Assign(..) | Op::Assert(_) | Op::Print { .. } => return true,
            Op::Else => return !has_moved,
            Op::Event { .. } => return false,
            Op::End => return pid + 1 == self.processes.len(),
            Op::Condition(expr) => {
                self.started.set(self.processes.len() as i32);
                self.eval(expr, pid) != 0
            }
            Op::Send { chan, .. } => self.chan(chan, pid).is_some_and(|chan| {
                let (base, _, capacity) = self.shape(chan);
                (self.words[base + 1] as u32) < capacity
            }),
            Op::Receive { chan, patterns, is_random, keeps } => self.chan(chan, pid).is_some_and(|chan| {
                let (base, fields, capacity) = self.shape(chan);
                if capacity == 0 && *keeps {
                    self.stumble(Trouble::PolledRendezvous);
                }
                let is_odd = fields != patterns.len() && self.words[base + 1] > 0;
                is_odd || self.matching(chan, patterns, *is_random, pid).is_some()
            }),
            Op::DStep(first) => self.first_enabled(pid, *first as usize).is_some(),
        };
        self.trouble.take().is_some() || is_enabled
    }

    /// The alternative that a deterministic step takes.
    pub(super) fn first_enabled(&self, pid: usize, location: usize) -> Option<Transition> {
        let automat = self.automat(pid);
        let list = &automat.locations[location].transitions;
        let op = |transition: &&Transition| &automat.statements[transition.statement as usize].op;
        let is_meeting = |op: &Op| match op {
            Op::Send { chan, .. } => self.meeting(chan, pid).is_some(),
            _ => false,
        };
        list.iter()
            .find(|transition| {
                let op = op(transition);
                is_meeting(op) || self.is_enabled(op, pid, false)
            })
            .copied()
    }
}

impl Machine {
    /// An expression about the state holds.
    ///
    /// # Errors
    /// Why that cannot be told.
    pub fn holds(&self, expr: &Expr) -> Result<bool, Trouble> {
        if crate::program::asks_timeout(expr) {
            let mut moves = Vec::new();
            self.timed_out.set(false);
            self.collect(&mut moves);
            self.timed_out.set(moves.is_empty());
        }
        let value = self.eval(expr, usize::MAX);
        self.trouble.take().map_or(Ok(value != 0), Err)
    }

    /// Who else could move if it were not one process's turn alone.
    pub fn others(&self) -> Vec<u32> {
        let own = self.exclusive();
        let others = (0..self.processes.len()).filter(|&pid| Some(pid as u32) != own);
        others.filter(|&pid| self.can_move(pid)).map(|pid| pid as u32).collect()
    }
}
