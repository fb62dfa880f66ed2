//! Exceptions that exist only because the machine keeps the program from the world: no file, no network. They
//! are marked, and one that nobody catches says nothing about the program, however often it was wrapped.
//!
//! The mark is a last word in the exception's backtrace, so it is part of the state, like the exception.

use crate::machine::Machine;
use crate::program::Loader;
use crate::state::heap::Ref;
use crate::state::thread::ThreadId;
use crate::trace::TraceLine;
use crate::trap::{Stop, Trap};

/// The word behind the places of a marked backtrace: no method has this number.
pub(crate) const MARK: u64 = u64::MAX;

/// What every message of a refusal has in it.
pub const DENIED: &str = "access denied by jaywalk";

/// What the library throws for an address whose host was not found.
const UNRESOLVED: [&str; 2] =
    ["java/net/UnknownHostException", "java/nio/channels/UnresolvedAddressException"];

impl Machine {
    /// An exception for an access that the program was not granted. The message says what would grant it.
    pub fn make_refusal(&mut self, thread: ThreadId, class: &str, message: &str) -> Result<Ref, Trap> {
        let exception = self.make_exception(thread, class, Some(message))?;
        let (unit, longs) = (self.known().throwable_backtrace, self.known().longs);
        let plain = self.heap.get_ref(exception, unit);
        let places = self.heap.len(plain);
        let marked = self.new_array(longs, places as i32 + 1)?;
        for i in 0..places {
            let word: u64 = self.heap.load(plain, i);
            self.heap.store(marked, i, word);
        }
        self.heap.store(marked, places, MARK);
        self.heap.put_ref(exception, unit, marked);
        Ok(exception)
    }

    /// An exception without a mark is there because of the sandbox. The library sometimes copies the message of
    /// an exception into another one and forgets the first, and keeps an address without a host until
    /// somebody wants to connect to it.
    fn tells_of_refusal(&self, exception: Ref) -> bool {
        let message = self.heap.get_ref(exception, self.known().throwable_message);
        (!message.is_null() && self.text(message).contains(DENIED)) || self.is_unresolved(exception)
    }

    /// No host but `localhost` is known. What the program itself throws of this kind is its own.
    fn is_unresolved(&self, exception: Ref) -> bool {
        let class = self.program.classes[self.heap.class_of(exception)].name;
        if !UNRESOLVED.contains(&class.as_str()) {
            return false;
        }
        let places = self.backtrace(self.heap.get_ref(exception, self.known().throwable_backtrace));
        places.first().is_some_and(|&place| !self.is_users(place))
    }

    fn is_users(&self, place: TraceLine) -> bool {
        self.program.classes[self.program.methods[place.method].class].loader == Loader::App
    }

    /// This very exception was made by [`Machine::make_refusal`].
    pub(crate) fn is_marked(&self, exception: Ref) -> bool {
        let array = self.heap.get_ref(exception, self.known().throwable_backtrace);
        let is_backtrace = !array.is_null() && self.heap.class_of(array) == self.known().longs;
        let last = if is_backtrace { self.heap.len(array) } else { 0 };
        last > 0 && self.heap.load::<u64>(array, last - 1) == MARK
    }

    /// The marked exception that this one is, or that it was made because of. Whatever exception it refers
    /// to counts: a cause, the target of a reflective call, a field of a class of the program's own.
    /// Suppressed ones do not, they are no reason.
    pub(crate) fn refusal_behind(&self, exception: Ref) -> Option<Ref> {
        let throwable = self.known().throwable;
        let (mut pending, mut seen) = (vec![exception], Vec::new());
        while let Some(next) = pending.pop() {
            if next.is_null()
                || seen.contains(&next)
                || !self.program.is_subclass(self.heap.class_of(next), throwable)
            {
                continue;
            }
            if self.is_marked(next) {
                return Some(next);
            }
            seen.push(next);
            self.heap.each_ref(next, |to| pending.push(to));
        }
        // The innermost knows most.
        seen.into_iter().rev().find(|&exception| self.tells_of_refusal(exception))
    }

    /// Its class and message; exceptions of `java.nio.file` keep the file beside their message.
    fn describe_refusal(&self, refusal: Ref) -> String {
        let class = self.heap.class_of(refusal);
        let text = |unit: u32| Some(self.heap.get_ref(refusal, unit)).filter(|text| !text.is_null());
        let file = self.program.find_field(class, "file".into(), "Ljava/lang/String;".into());
        let file = file.and_then(|field| text(self.program.fields[field].unit));
        let message = text(self.known().throwable_message);
        let parts = [file, message].into_iter().flatten().map(|text| self.text(text));
        let name = self.program.classes[class].external_name();
        let why = self.is_unresolved(refusal) && !self.is_marked(refusal);
        let why = why.then(|| format!("{DENIED}: no host but localhost is known"));
        std::iter::once(name).chain(parts).chain(why).collect::<Vec<_>>().join(": ")
    }

    /// How an execution ends that an exception ends, if that is the sandbox's doing.
    pub fn refused(&self, exception: Ref) -> Option<Stop> {
        let refusal = self.refusal_behind(exception)?;
        let places = self.backtrace(self.heap.get_ref(refusal, self.known().throwable_backtrace));
        let at = places.iter().find(|&&place| self.is_users(place)).or(places.first());
        Some(Stop::Refused {
            what: self.describe_refusal(refusal),
            at: at.map_or_else(String::new, |&place| self.position(place)),
            stack: places.iter().map(|&place| self.describe(place)).collect(),
        })
    }
}
