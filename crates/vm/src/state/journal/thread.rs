//! What a thread was doing, as an entry of the journal. Nearly always it is doing nothing in particular, and takes two
//! words.

use super::{Down, both, high, low};
use crate::program::ClassId;
use crate::state::heap::Ref;
use crate::state::thread::{ClockLook, Limit, ThreadState, ThreadStatus};
use base::Pile;

/// In the last word, above the tag and the thread: the kind of status.
const STATUS_AT: u32 = 28;
/// And what there is to be told of the thread, a bit each.
const FLAGS_AT: u32 = 32;

const DAEMON: u32 = 1;
const PERMIT: u32 = 1 << 1;
const NOTIFIED: u32 = 1 << 2;
const IS_PATIENT: u32 = 1 << 3;
const UNCAUGHT: u32 = 1 << 4;
const AT_VISIBLE: u32 = 1 << 5;
/// What comes before: these have words of their own, in this order.
const HELD: u32 = 1 << 6;
const ORDER: u32 = 1 << 7;
const UNTIL: u32 = 1 << 8;
const ASKS: u32 = 1 << 9;
const ANSWER: u32 = 1 << 10;
const LOOK: u32 = 1 << 11;
const LIMIT: u32 = 1 << 12;
const RESULT: u32 = 1 << 13;
/// The result is no exception.
const IS_VALUE: u32 = 1 << 14;

/// Puts a state on top, and behind it a word that begins with `start`.
pub(super) fn put(out: &mut Pile, start: u64, state: &ThreadState) {
    let (status, on) = match state.status {
        ThreadStatus::Runnable => (0, 0),
        ThreadStatus::Locking(on) => (1, on.0),
        ThreadStatus::Waiting { on, .. } => (2, on.0),
        ThreadStatus::Relocking(on) => (3, on.0),
        ThreadStatus::Sleeping { .. } => (4, 0),
        ThreadStatus::Parked { .. } => (5, 0),
        ThreadStatus::Initializing(class) => (6, class.0),
        ThreadStatus::Ended => (7, 0),
    };
    let bits = [
        (state.daemon, DAEMON),
        (state.permit, PERMIT),
        (state.notified, NOTIFIED),
        (state.is_patient, IS_PATIENT),
        (state.uncaught, UNCAUGHT),
        (state.at_visible, AT_VISIBLE),
        (state.held != 0 || state.atomic != 0, HELD),
        (state.wait_order != 0, ORDER),
        (state.status.until_ns().is_some(), UNTIL),
        (state.asks.is_some(), ASKS),
        (state.answer.is_some(), ANSWER),
        (state.look.is_some(), LOOK),
        (state.limit.is_some(), LIMIT),
        (state.result.is_some(), RESULT),
        (matches!(state.result, Some(Ok(_))), IS_VALUE),
    ];
    let flags = bits.iter().fold(0, |sum, &(is_set, bit)| if is_set { sum | bit } else { sum });
    out.push(both(state.object.0, on));
    if flags & (HELD | ORDER | UNTIL | ASKS | ANSWER | LOOK | LIMIT | RESULT) != 0 {
        put_rest(out, flags, state);
    }
    out.push(start | status << STATUS_AT | u64::from(flags) << FLAGS_AT);
}

#[cold]
fn put_rest(out: &mut Pile, flags: u32, state: &ThreadState) {
    if flags & HELD != 0 {
        out.push(both(state.held, state.atomic));
    }
    if flags & ORDER != 0 {
        out.push(state.wait_order);
    }
    if let Some(until_ns) = state.status.until_ns() {
        out.push(until_ns);
    }
    if flags & (ASKS | ANSWER) != 0 {
        out.push(both(state.asks.unwrap_or(0), state.answer.unwrap_or(0)));
    }
    if let Some(look) = state.look {
        let flags = [look.spent, look.polls, look.is_alone, look.disturbed];
        let flags = flags.iter().enumerate().fold(0, |sum, (i, &flag)| sum | u32::from(flag) << i);
        out.extend(&[both(look.place, look.hands), both(look.depth, flags)]);
    }
    if let Some(Limit { frame, since_ns, passed_ns, lag_ns }) = state.limit {
        out.extend(&[u64::from(frame), since_ns, passed_ns, lag_ns]);
    }
    match state.result {
        Some(Ok(value)) => out.push(value),
        Some(Err(thrown)) => out.push(u64::from(thrown.0)),
        None => {}
    }
}

/// The state whose last word has been taken.
pub(super) fn take(down: &mut Down<'_>, last: u64) -> ThreadState {
    let (flags, has) = (high(last), |bit: u32| high(last) & bit != 0);
    let word = |down: &mut Down<'_>, bit: u32| if flags & bit != 0 { down.take() } else { 0 };
    let result = word(down, RESULT);
    let result = has(RESULT).then_some(if has(IS_VALUE) { Ok(result) } else { Err(Ref(low(result))) });
    let limit = has(LIMIT).then(|| {
        let [lag_ns, passed_ns, since_ns, frame] = [down.take(), down.take(), down.take(), down.take()];
        Limit { frame: low(frame), since_ns, passed_ns, lag_ns }
    });
    let look = has(LOOK).then(|| {
        let [depth, place] = [down.take(), down.take()];
        let is = |bit: u32| high(depth) >> bit & 1 != 0;
        let (place, hands, depth) = (low(place), high(place), low(depth));
        ClockLook { place, hands, depth, spent: is(0), polls: is(1), is_alone: is(2), disturbed: is(3) }
    });
    let asked = word(down, ASKS | ANSWER);
    let until = word(down, UNTIL);
    let until_ns = has(UNTIL).then_some(until);
    let wait_order = word(down, ORDER);
    let counts = word(down, HELD);
    let object = down.take();
    let on = high(object);
    let status = match low(last) >> STATUS_AT {
        1 => ThreadStatus::Locking(Ref(on)),
        2 => ThreadStatus::Waiting { on: Ref(on), until_ns },
        3 => ThreadStatus::Relocking(Ref(on)),
        4 => ThreadStatus::Sleeping { until_ns: until },
        5 => ThreadStatus::Parked { until_ns },
        6 => ThreadStatus::Initializing(ClassId(on)),
        7 => ThreadStatus::Ended,
        _ => ThreadStatus::Runnable,
    };
    ThreadState {
        status,
        object: Ref(low(object)),
        daemon: has(DAEMON),
        permit: has(PERMIT),
        held: low(counts),
        notified: has(NOTIFIED),
        wait_order,
        is_patient: has(IS_PATIENT),
        look,
        limit,
        uncaught: has(UNCAUGHT),
        at_visible: has(AT_VISIBLE),
        asks: has(ASKS).then_some(low(asked)),
        answer: has(ANSWER).then_some(high(asked)),
        atomic: high(counts),
        result,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Journal, Undo};
    use super::*;
    use crate::state::thread::{Thread, ThreadId};

    fn with(change: impl FnOnce(&mut ThreadState)) -> ThreadState {
        let mut state = Thread::new(ThreadId(0), Ref(77), false, 0).state;
        change(&mut state);
        state
    }

    /// States in which each field has another value than usual, alone and together with all others.
    fn states() -> Vec<ThreadState> {
        let look = ClockLook {
            place: 1,
            hands: 2,
            depth: 3,
            spent: true,
            polls: false,
            is_alone: true,
            disturbed: false,
        };
        let other = ClockLook { spent: false, polls: true, is_alone: false, disturbed: true, ..look };
        let limit = Limit { frame: 4, since_ns: u64::MAX, passed_ns: 5, lag_ns: 6 };
        let changes: [fn(&mut ThreadState); 11] = [
            |state| state.daemon = true,
            |state| state.permit = true,
            |state| state.notified = true,
            |state| state.is_patient = true,
            |state| state.uncaught = true,
            |state| state.at_visible = true,
            |state| state.held = u32::MAX,
            |state| state.atomic = 9,
            |state| state.wait_order = 1 << 50,
            |state| state.asks = Some(0),
            |state| state.answer = Some(u32::MAX),
        ];
        let statuses = [
            ThreadStatus::Locking(Ref(u32::MAX)),
            ThreadStatus::Waiting { on: Ref(8), until_ns: None },
            ThreadStatus::Waiting { on: Ref(8), until_ns: Some(0) },
            ThreadStatus::Relocking(Ref(9)),
            ThreadStatus::Sleeping { until_ns: 1 << 60 },
            ThreadStatus::Parked { until_ns: None },
            ThreadStatus::Parked { until_ns: Some(5) },
            ThreadStatus::Initializing(ClassId(3)),
            ThreadStatus::Ended,
        ];
        let mut states: Vec<ThreadState> = changes.iter().map(with).collect();
        states.extend(statuses.map(|status| with(|state| state.status = status)));
        states.extend(
            [Ok(0), Ok(u64::MAX), Err(Ref(12))].map(|result| with(|state| state.result = Some(result))),
        );
        states.extend([look, other].map(|look| with(|state| state.look = Some(look))));
        states.push(with(|state| state.limit = Some(limit)));
        let all = |state: &mut ThreadState| {
            changes.iter().for_each(|change| change(state));
            (state.look, state.limit) = (Some(look), Some(limit));
        };
        for status in statuses {
            states.push(with(|state| {
                all(state);
                (state.status, state.result) = (status, Some(Err(Ref(1))));
            }));
        }
        states.push(with(|_| {}));
        states
    }

    #[test]
    fn states_come_back_as_they_were() {
        let (mut journal, states) = (Journal::default(), states());
        for (number, state) in (0..).zip(&states) {
            journal.thread(ThreadId(number), state);
        }
        for (number, state) in states.into_iter().enumerate().rev() {
            let thread = ThreadId(number as u32);
            assert_eq!(journal.pop(0), Some(Undo::Thread { thread, state }));
        }
        assert_eq!(journal.len(), 0);
    }
}
