//! What calls that are one operation touch although it is not theirs: arrays, lists and texts of the program.
//!
//! A call of a linearizable class is one operation on its object, and the work of a pool is one operation on the pool.
//! Neither is one on what the program shares: a parallel stream reads an array while others write it, a parallel
//! prefix writes one, a map compares keys that are lists. So an access to such an object is an operation of its own,
//! with others before and after it. It costs nothing where nobody writes what is looked at, as such accesses are no
//! visible ones.
//!
//! Whose an object is cannot be seen from it alone: the set of a pool's workers is a set like others. So it is judged
//! by the frames of the call, too. What a pool runs are tasks; where the JDK's own code is the body of one, it works
//! on what it was given, but for the objects that tasks are made of. Code of streams has objects and arrays of its own
//! for what comes out, and parts of a source are handed on by spliterators, which belong to one thread at a time. What
//! elements are put into is nobody else's as long as it is private, and so is what is put together at the end.

use super::super::driver::Driver;
use super::super::races::belongs_to_one;
use super::{Seal, Side};
use vm::Machine;
use vm::program::{ClassId, Loader, MethodId};
use vm::state::heap::Ref;
use vm::state::thread::ThreadId;

/// How the names of classes begin of which tasks and pools consist.
const PARTS: [&str; 8] = [
    "java/util/concurrent/ForkJoin",
    "java/util/concurrent/CountedCompleter",
    "java/util/concurrent/ThreadPoolExecutor",
    "java/util/concurrent/ScheduledThreadPoolExecutor",
    "java/util/concurrent/FutureTask",
    "java/util/concurrent/Executors",
    STREAMS,
    "java/lang/Thread",
];

/// Code that has arrays, and atomic variables, of its own.
const STREAMS: &str = "java/util/stream/";

/// What objects are parts of that are used as if they belonged to one thread at a time: tasks and parts of a source.
const BASES: [&str; 3] = ["java/util/concurrent/ForkJoinTask", "java/util/Spliterator", "java/lang/Thread"];

/// Code that only passes on what somebody else wants.
const PASSING: [&str; 6] = [
    "java/util/Arrays",
    "java/util/Objects",
    "java/lang/System",
    "java/lang/invoke/",
    "jdk/internal/",
    "sun/",
];

/// Objects that streams make for themselves, and never get from a program but as the source, which is read by code of
/// theirs.
const HELD_BY_STREAMS: [&str; 2] = ["java/util/concurrent/atomic/", "java/util/concurrent/ConcurrentHashMap"];

/// The only one of the usual collections of which concurrent ones are made.
const INNER: &str = "java/util/PriorityQueue";

/// Classes whose monitors, if any, are taken within calls of linearizable classes by what these were given.
const MONITORED: [&str; 5] = [
    "java/util/Vector",
    "java/util/Stack",
    "java/util/Hashtable",
    "java/util/Collections$Synchronized",
    "java/lang/StringBuffer",
];

/// How pools call what they run.
const BODIES: [&str; 3] = ["exec", "run", "call"];

/// What is known of a class, as bits.
mod trait_of {
    pub const LOOKED_AT: u8 = 1;
    pub const PART: u8 = 1 << 1;
    pub const PASSES: u8 = 1 << 2;
    pub const STREAM: u8 = 1 << 3;
    pub const FOR_STREAMS: u8 = 1 << 4;
    /// Objects of it belong to one thread at a time, if the program keeps to the rules.
    pub const ALONE: u8 = 1 << 5;
    pub const MONITORED: u8 = 1 << 6;
}

/// How the running thread has come to an access, within a call that is one operation.
struct AccessContext {
    /// It does so in the body of a task that a pool runs.
    in_body: bool,
    /// It is in the middle of a pool's code, or the kernel's.
    is_closed: bool,
    /// Rows of the table whose code it is in without a listed call.
    bare: u64,
}

/// What is touched of an object.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum AccessTo {
    Content,
    Monitor,
}

impl Driver {
    /// Within a call that is one operation, the present one is on what is not the library's: it is one of its own.
    #[inline]
    pub(crate) fn leave_for(&mut self, machine: &Machine, object: Ref, what: AccessTo) {
        if self.seal.is_on() {
            self.leave_seal(machine, object, what);
        }
    }

    #[cold]
    fn leave_seal(&mut self, machine: &Machine, object: Ref, what: AccessTo) {
        let Some(thread) = self.gate.running else { return };
        let Some(bare) = self.seal.goes_beyond(machine, thread, object, what) else { return };
        if self.gate.several {
            self.look_into(bare);
        }
        self.unseal(machine, thread);
        self.gate.open = self.gate.first | self.gate.atomic;
    }
}

impl Seal {
    /// An object is not that of the listed call, or of the pool, that the thread is within. Then the rows of the table
    /// whose objects it is looking into.
    fn goes_beyond(
        &mut self,
        machine: &Machine,
        thread: ThreadId,
        object: Ref,
        what: AccessTo,
    ) -> Option<u64> {
        let way = self.way(machine, thread);
        let class = machine.heap.class_of(object);
        if way.is_closed || class == ClassId::STATICS {
            return None;
        }
        let of = self.traits(machine, class);
        if of & trait_of::PART != 0 {
            return None;
        }
        let is_array = machine.program.classes[class].element().is_some();
        let is_beyond = match (way.in_body, what) {
            (true, AccessTo::Monitor) => true,
            (false, AccessTo::Monitor) => of & trait_of::MONITORED != 0,
            (true, AccessTo::Content) => {
                let is_asked = is_array || of & trait_of::FOR_STREAMS != 0;
                let is_streams = is_asked && self.accessor(machine, thread) & trait_of::STREAM != 0;
                !is_streams && !self.is_combining(machine, thread)
            }
            (false, AccessTo::Content) if is_array => self.accessor(machine, thread) & trait_of::ALONE != 0,
            (false, AccessTo::Content) => of & trait_of::ALONE != 0,
        };
        is_beyond.then_some(way.bare)
    }

    fn way(&mut self, machine: &Machine, thread: ThreadId) -> AccessContext {
        let frames = &machine.threads[thread].frames;
        let floor = self.floor.unwrap_or(0);
        let mut way = AccessContext { in_body: false, is_closed: false, bare: 0 };
        let mut above: Option<MethodId> = None;
        for frame in frames.iter().skip(floor).rev() {
            let (side, rows) = self.side(machine, frame.method);
            match side {
                Side::Kernel | Side::Service => {
                    way.is_closed = true;
                    return way;
                }
                Side::Pool
                | Side::Looks
                | Side::Task
                | Side::CancelsTask
                | Side::Future
                | Side::CancelsFuture => {
                    way.in_body = above.is_some_and(|above| self.is_body(machine, above));
                    way.is_closed = !way.in_body && !matches!(side, Side::Future | Side::CancelsFuture);
                    return way;
                }
                Side::Listed => way.bare = 0,
                _ => way.bare |= rows,
            }
            above = Some(frame.method);
        }
        way.bare = 0;
        way
    }

    /// A method that a pool calls is the body of a task.
    fn is_body(&mut self, machine: &Machine, method: MethodId) -> bool {
        let method = &machine.program.methods[method];
        let class = machine.program.classes[method.class].name;
        BODIES.contains(&method.name.as_str()) && !class.as_str().ends_with("$ScheduledFutureTask")
    }

    /// What is known of the class whose code has an access, but for code that is called for such things.
    fn accessor(&mut self, machine: &Machine, thread: ThreadId) -> u8 {
        let frames = &machine.threads[thread].frames;
        for frame in frames.iter().rev() {
            let of = self.traits(machine, machine.program.methods[frame.method].class);
            let goes_on = of & (trait_of::PASSES | trait_of::FOR_STREAMS) != 0 && of & trait_of::PART == 0;
            if !goes_on {
                return of;
            }
        }
        0
    }

    /// Code of a stream puts together what came of two parts. That belongs to the two tasks; if it is the program's, it
    /// has been looked at as such when something was put in.
    fn is_combining(&mut self, machine: &Machine, thread: ThreadId) -> bool {
        for frame in machine.threads[thread].frames.iter().rev() {
            let method = &machine.program.methods[frame.method];
            let of = self.traits(machine, method.class);
            match of & trait_of::STREAM != 0 {
                true if method.name.as_str() == "onCompletion" => return true,
                // Elements come out of their source, or a body begins.
                false if of & trait_of::PART != 0 => return false,
                _ => {}
            }
        }
        false
    }

    fn traits(&mut self, machine: &Machine, class: ClassId) -> u8 {
        let index = class.0 as usize;
        if index >= self.traits.len() {
            self.traits.resize(machine.program.classes.len().max(index + 1), 0);
        }
        if self.traits[index] == 0 {
            self.traits[index] = trait_of::LOOKED_AT | find_traits(machine, class);
        }
        self.traits[index]
    }
}

fn find_traits(machine: &Machine, class: ClassId) -> u8 {
    let program = &machine.program;
    let mut id = class;
    while let Some(element) = program.classes[id].element() {
        id = element;
    }
    let (name, is_own) = (program.classes[id].name.as_str(), program.classes[id].loader == Loader::App);
    let begins = |listed: &[&str]| listed.iter().any(|listed| name.starts_with(listed));
    let is_based = BASES
        .iter()
        .any(|base| program.loaded((*base).into()).is_some_and(|base| program.is_subclass(id, base)));
    if is_own {
        // A list of the program's own is a list; an array of its tasks is the program's.
        let mut above = program.classes[id].ancestors.iter().map(|&above| program.classes[above].name);
        let is_alone = above.any(|above| belongs_to_one(above.as_str()));
        return match (is_based, is_alone) {
            (true, _) if id == class => trait_of::PART,
            (_, true) => trait_of::ALONE,
            _ => 0,
        };
    }
    let is_alone = belongs_to_one(name) && !name.starts_with(INNER);
    [
        (begins(&PARTS) || is_based, trait_of::PART),
        (passes(name), trait_of::PASSES),
        (name.starts_with(STREAMS), trait_of::STREAM),
        (begins(&HELD_BY_STREAMS), trait_of::FOR_STREAMS),
        (is_alone, trait_of::ALONE),
        (begins(&MONITORED), trait_of::MONITORED),
    ]
    .iter()
    .fold(0, |traits, &(holds, of)| if holds { traits | of } else { traits })
}

/// Whole packages end in a slash.
fn passes(class: &str) -> bool {
    let is_it = |listed: &str| class == listed || listed.ends_with('/') && class.starts_with(listed);
    class == vm::BUILTINS || PASSING.iter().any(|listed| is_it(listed))
}
