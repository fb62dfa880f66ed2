//! Small steps: what each instruction does, after JLS 17 and JVMS 5.5, under sequential consistency.

use crate::code::{Code, Handler, Instr, keeps_order};
use crate::program::{AtomicOp, Cond, Expr, Lock, Place, RefPlace, ThreadId, Throwable};
use crate::state::{ClassState, Frame, NodeId, State, Status};
use crate::sync::{notify, notify_all, waiting};

/// Where a step leads.
#[derive(Debug, Clone)]
pub enum Next {
    To(State),
    /// A thread ends by something that nobody catches; nothing of the run is looked at behind that.
    Uncaught(Throwable),
}

/// Why an instruction does not simply go on.
pub(crate) enum Stop {
    /// The thread cannot go on now.
    Blocked,
    Thrown(Throwable),
    /// It is in a new frame, and comes back to the same instruction.
    Again,
}

pub(crate) type Done<T> = Result<T, Stop>;

/// Where main begins.
pub fn first(code: &Code) -> State {
    let mut state = State::start(code);
    settle(code, &mut state, 0);
    state
}

/// All steps of all threads.
pub fn successors(code: &Code, state: &State) -> Vec<(ThreadId, Next)> {
    let mut found = Vec::new();
    for thread in 0..state.threads.len() {
        let from = found.len();
        Step { code, thread }.take(state, &mut found);
        for (_, next) in &mut found[from..] {
            if let Next::To(next) = next {
                settle(code, next, thread);
            }
        }
    }
    found
}

/// Runs what concerns the thread alone and cannot fail: nobody can tell when it happens.
pub(crate) fn settle(code: &Code, state: &mut State, thread: ThreadId) {
    while state.threads[thread].status == Status::Running {
        let frame = state.frame(thread);
        match code.blocks[frame.block].instrs[frame.at] {
            Instr::Let { to, value } => frame.locals[to] = number(frame, value),
            Instr::Jump(to) => {
                frame.at = to;
                continue;
            }
            Instr::Branch { cond, otherwise } => {
                frame.at = if holds(frame, cond) { frame.at + 1 } else { otherwise };
                continue;
            }
            Instr::New { to, value } => {
                state.nodes.push(crate::state::Node { value, next: None });
                let node = state.nodes.len() - 1;
                state.frame(thread).refs[to] = Some(node);
            }
            _ => return,
        }
        state.frame(thread).at += 1;
    }
}

fn number(frame: &Frame, value: Expr) -> i32 {
    match value {
        Expr::Const(value) => value,
        Expr::Local(local) => frame.locals[local],
        Expr::Sum(local, by) => frame.locals[local].wrapping_add(by),
    }
}

fn holds(frame: &Frame, cond: Cond) -> bool {
    (frame.locals[cond.local] == cond.value) == cond.is
}

pub(crate) struct Step<'a> {
    pub(crate) code: &'a Code,
    pub(crate) thread: ThreadId,
}

impl Step<'_> {
    fn take(&self, state: &State, found: &mut Vec<(ThreadId, Next)>) {
        let me = &state.threads[self.thread];
        let mut next = state.clone();
        match me.status {
            Status::New | Status::Ended => return,
            Status::Waiting { on, depth, timed } => {
                if !me.interrupted && !timed {
                    return;
                }
                next.monitors[on].waiting.retain(|waiting| *waiting != self.thread);
                next.threads[self.thread].status = Status::Returning { on, depth, notified: false };
            }
            Status::Returning { on, depth, notified } => {
                let signalled = &mut next.monitors[on].signalled;
                let is_first = !keeps_order(on) || !notified || signalled.first() == Some(&self.thread);
                if !state.is_free(on) || !is_first {
                    return;
                }
                signalled.retain(|signalled| *signalled != self.thread);
                next.monitors[on].owner = Some((self.thread, depth));
                // HotSpot looks at the flag unless a notification has taken the thread out of the wait set.
                if me.interrupted && !notified {
                    next.threads[self.thread].interrupted = false;
                    next.threads[self.thread].status = Status::Throwing(Throwable::Interrupted);
                } else {
                    next.threads[self.thread].status = Status::Running;
                    next.frame(self.thread).at += 1;
                }
            }
            Status::Throwing(thrown) => return found.push((self.thread, self.raise(next, thrown))),
            Status::Running => return self.running(next, found),
        }
        found.push((self.thread, Next::To(next)));
    }

    fn running(&self, mut next: State, found: &mut Vec<(ThreadId, Next)>) {
        let frame = next.frame(self.thread);
        let instr = self.code.blocks[frame.block].instrs[frame.at].clone();
        let several = self.several(&next, &instr);
        if !several.is_empty() {
            return found.extend(several.into_iter().map(|next| (self.thread, Next::To(next))));
        }
        let before = next.frame(self.thread).at;
        match self.execute(&mut next, &instr) {
            Ok(()) => {
                // Ends of threads and jumps have moved already.
                if next.threads[self.thread].status == Status::Running
                    && next.frame(self.thread).at == before
                    && !matches!(instr, Instr::End)
                {
                    next.frame(self.thread).at += 1;
                }
            }
            Err(Stop::Again) => {}
            Err(Stop::Blocked) => return,
            Err(Stop::Thrown(thrown)) => return found.push((self.thread, self.raise(next, thrown))),
        }
        found.push((self.thread, Next::To(next)));
    }

    /// Instructions with more than one way to go; none for all others.
    fn several(&self, state: &State, instr: &Instr) -> Vec<State> {
        let to = |change: &dyn Fn(&mut State)| {
            let mut next = state.clone();
            next.frame(self.thread).at += 1;
            change(&mut next);
            next
        };
        match *instr {
            Instr::Choose { to: local, most } => {
                (0..=most).map(|value| to(&|next| next.frame(self.thread).locals[local] = value)).collect()
            }
            Instr::MayJump(target) => {
                vec![to(&|_| {}), to(&|next| next.frame(self.thread).at = target)]
            }
            Instr::Notify { on, all: false } if state.depth(self.thread, on) > 0 => {
                let all = waiting(state, on);
                let count = if keeps_order(on) { 1 } else { all.len() };
                all.into_iter().take(count).map(|other| to(&|next| notify(next, other))).collect()
            }
            _ => Vec::new(),
        }
    }

    fn execute(&self, state: &mut State, instr: &Instr) -> Done<()> {
        let me = self.thread;
        match *instr {
            Instr::Read { to, from } => state.frame(me).locals[to] = *self.place(state, from)?,
            Instr::Write { to, value } => {
                let value = number(state.frame(me), value);
                *self.place(state, to)? = value;
            }
            Instr::Fetch(place) => state.frame(me).fetched = *self.place(state, place)?,
            Instr::StoreSum(place, by) => {
                let sum = std::mem::take(&mut state.frame(me).fetched).wrapping_add(by);
                *self.place(state, place)? = sum;
            }
            Instr::Atomic { to, op } => self.atomic(state, to, op),
            Instr::ReadRef { to, from } => state.frame(me).refs[to] = *self.ref_place(state, from)?,
            Instr::WriteRef { to, from } => {
                let value = from.and_then(|from| state.frame(me).refs[from]);
                *self.ref_place(state, to)? = value;
            }
            Instr::Print(value) => {
                let value = number(state.frame(me), value);
                state.output += &format!("{value};");
            }
            Instr::Throw => return Err(Stop::Thrown(Throwable::IllegalState)),
            Instr::Assert(cond) if holds(state.frame(me), cond) => {}
            Instr::Assert(_) => return Err(Stop::Thrown(Throwable::Assertion)),
            Instr::Divide { local } => {
                let value = state.frame(me).locals[local];
                state.frame(me).locals[local] =
                    6i32.checked_div(value).ok_or(Stop::Thrown(Throwable::Arithmetic))?;
            }
            Instr::Pass => {}
            Instr::Initialize(class) => self.initialized(state, class)?,
            Instr::End => self.end(state)?,
            Instr::Rethrow => {
                let thrown = state.threads[me].thrown.take().expect("a handler has something in its hands");
                return Err(Stop::Thrown(thrown));
            }
            Instr::IfEnded { thread, to } if !state.is_alive(thread) => state.frame(me).at = to,
            Instr::IfEnded { .. } => {}
            Instr::PrintThrown => {
                let thrown = state.threads[me].thrown.take().expect("a handler has something in its hands");
                state.output += &format!("t{me}!{};", thrown.name());
            }
            Instr::Show(_)
            | Instr::ShowCounter
            | Instr::ShowHead
            | Instr::ShowHeadValue
            | Instr::PrintShown
            | Instr::Probe => return self.show(state, instr),
            _ => return self.synchronize(state, instr),
        }
        Ok(())
    }

    /// The last line of main: places are read one by one, then it is printed.
    fn show(&self, state: &mut State, instr: &Instr) -> Done<()> {
        let me = self.thread;
        match *instr {
            Instr::Show(place) => {
                let value = *self.place(state, place)?;
                state.frame(me).shown.push(value);
            }
            Instr::ShowCounter => {
                let value = state.counters[0];
                state.frame(me).shown.push(value);
            }
            Instr::ShowHead => state.frame(me).seen_head = state.head,
            Instr::ShowHeadValue => {
                let head = state.frame(me).seen_head.take();
                let value = head.map_or(-1, |node| state.nodes[node].value);
                state.frame(me).shown.push(value);
            }
            Instr::PrintShown => {
                let line = state.frame(me).line();
                state.output += &line;
            }
            Instr::Probe => {
                let line = state.frame(me).line();
                state.frame(me).shown.clear();
                if self.code.probe.as_ref() == Some(&line) {
                    return Err(Stop::Thrown(Throwable::Assertion));
                }
            }
            _ => unreachable!("{instr:?} shows nothing"),
        }
        Ok(())
    }

    fn atomic(&self, state: &mut State, to: usize, op: AtomicOp) {
        let old = state.counters[0];
        let frame = state.frame(self.thread);
        let (new, result) = match op {
            AtomicOp::Get => (old, old),
            AtomicOp::Set(value) => (number(frame, value), frame.locals[to]),
            AtomicOp::GetAndAdd(by) => (old.wrapping_add(by), old),
            AtomicOp::GetAndSet(value) => (number(frame, value), old),
            AtomicOp::CompareAndSet(expected, value) if old == expected => (number(frame, value), 1),
            AtomicOp::CompareAndSet(..) => (old, 0),
        };
        frame.locals[to] = result;
        state.counters[0] = new;
    }

    fn place<'s>(&self, state: &'s mut State, place: Place) -> Done<&'s mut i32> {
        Ok(match place {
            Place::Plain(i) => &mut state.plain[i],
            Place::Volatile(i) => &mut state.volatile[i],
            Place::Element(i) => state.elements.get_mut(i).ok_or(Stop::Thrown(Throwable::Bounds))?,
            Place::Class(class) => {
                self.initialized(state, class)?;
                &mut state.class_fields[class]
            }
            Place::Field(local) => {
                let node = self.node(state, local)?;
                &mut state.nodes[node].value
            }
        })
    }

    fn ref_place<'s>(&self, state: &'s mut State, place: RefPlace) -> Done<&'s mut Option<NodeId>> {
        Ok(match place {
            RefPlace::Head => &mut state.head,
            RefPlace::Next(local) => {
                let node = self.node(state, local)?;
                &mut state.nodes[node].next
            }
        })
    }

    fn node(&self, state: &mut State, local: usize) -> Done<NodeId> {
        state.frame(self.thread).refs[local].ok_or(Stop::Thrown(Throwable::NullPointer))
    }

    /// JVMS 5.5: one thread initializes, others wait for it, itself goes on.
    fn initialized(&self, state: &mut State, class: usize) -> Done<()> {
        match state.classes[class] {
            ClassState::Ready => Ok(()),
            ClassState::Running(thread) if thread == self.thread => Ok(()),
            ClassState::Running(_) => Err(Stop::Blocked),
            ClassState::Erroneous => Err(Stop::Thrown(Throwable::NoClass)),
            ClassState::Fresh => {
                state.classes[class] = ClassState::Running(self.thread);
                let frame = Frame::new(self.code.initializer(class), Some(class));
                state.threads[self.thread].frames.push(frame);
                Err(Stop::Again)
            }
        }
    }

    /// The end of an initializer, or of the thread.
    fn end(&self, state: &mut State) -> Done<()> {
        let me = &mut state.threads[self.thread];
        if let Some(class) = me.frames.last().expect("it runs").initializes {
            me.frames.pop();
            state.classes[class] = ClassState::Ready;
            return Ok(());
        }
        // A thread takes its own monitor to tell those who wait for its end.
        let own = crate::code::monitor(Lock::Thread(self.thread));
        if !state.is_free(own) && state.depth(self.thread, own) == 0 {
            return Err(Stop::Blocked);
        }
        let me = &mut state.threads[self.thread];
        me.status = Status::Ended;
        me.frames.clear();
        me.permit = false;
        notify_all(state, own);
        Ok(())
    }

    /// Goes to the handler, or a frame up, or ends the run.
    fn raise(&self, mut state: State, thrown: Throwable) -> Next {
        let (block, at) = (state.frame(self.thread).block, state.frame(self.thread).at);
        let covers = |handler: &&Handler| {
            (handler.from..handler.to).contains(&at) && handler.catch.is_none_or(|catch| catch.takes(thrown))
        };
        let me = &mut state.threads[self.thread];
        if let Some(handler) = self.code.blocks[block].handlers.iter().find(covers) {
            let (target, keeps) = (handler.target, handler.catch.is_none());
            me.frames.last_mut().expect("it runs").at = target;
            me.thrown = keeps.then_some(thrown);
            me.status = Status::Running;
            return Next::To(state);
        }
        let Some(class) = me.frames.pop().and_then(|frame| frame.initializes) else {
            return Next::Uncaught(thrown);
        };
        state.classes[class] = ClassState::Erroneous;
        let thrown = if thrown.is_error() { thrown } else { Throwable::Initializer };
        state.threads[self.thread].status = Status::Throwing(thrown);
        Next::To(state)
    }
}
