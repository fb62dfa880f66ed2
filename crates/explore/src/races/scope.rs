//! What a race can be on, and on whose behalf: the program's own fields, and objects of the library that are
//! not made for sharing.
//!
//! The library's concurrent classes race inside themselves by design, and other classes fill their caches
//! that way. What is done on behalf of these is not looked at, nor are their fields. An `ArrayList`, a
//! `HashMap` or a `StringBuilder` that threads share without a lock is as much the program's fault as a field
//! of its own.

use super::super::ghost::State;
use classfile::Access as Flags;
use vm::program::{Field, Loader};
use vm::state::heap::Ref;
use vm::state::thread::{NOT_STARTED, ThreadId};

/// Code that is in the middle of something of its own; what it touches is its business.
const INSIDE: [&str; 6] =
    ["java/util/concurrent/", "java/lang/invoke/", "java/lang/ref/", "java/security/", "jdk/", "sun/"];

/// Of these, what only passes on what somebody else wants.
const BETWEEN: [&str; 5] = [
    "jdk/internal/misc/Unsafe",
    "jdk/internal/misc/ScopedMemoryAccess",
    "jdk/internal/reflect/",
    "jdk/internal/util/",
    "java/lang/invoke/VarHandle",
];

/// What a pool runs of the JDK's own: parallel streams, sorts and sums. They work on what the program gave them.
const TASK: &str = "java/util/concurrent/CountedCompleter";

/// Accessors of single values, by which a program names the order that it wants.
const ATOMIC: &str = "java/util/concurrent/atomic/";

/// Packages and classes whose objects belong to one thread at a time.
const ALONE: [&str; 6] = [
    "java/util/",
    "java/lang/AbstractStringBuilder",
    "java/lang/StringBuilder",
    "java/text/",
    "java/nio/",
    "java/util/regex/Matcher",
];

/// Of `java.util`, what is made for sharing, is never written but for caches, or is a task that sorts or sums.
const SHARED: [&str; 21] = [
    "Vector",
    "Hashtable",
    "Properties",
    "Stack",
    "Random",
    "Locale",
    "Currency",
    "ResourceBundle",
    "ListResourceBundle",
    "PropertyResourceBundle",
    "TimeZone",
    "SimpleTimeZone",
    "Timer",
    "TaskQueue",
    "UUID",
    "Collections$",
    "ImmutableCollections",
    "ServiceLoader",
    "ArrayPrefixHelpers",
    "ArraysParallelSortHelpers",
    "DualPivotQuicksort",
];

/// Views that maps make when they are first asked for. Two threads may both make one, and nobody can tell.
const VIEWS: [&str; 9] = [
    "keySet",
    "values",
    "entrySet",
    "navigableKeySet",
    "descendingMap",
    "keySetView",
    "entrySetView",
    "navigableKeySetView",
    "descendingMapView",
];

/// Objects of this class are not made for sharing.
pub(in super::super) fn belongs_to_one(class: &str) -> bool {
    let is_listed = ALONE.iter().any(|&listed| match listed.strip_suffix('/') {
        // The package itself, not those below it.
        Some(package) => class.rsplit_once('/').is_some_and(|(its, _)| its == package),
        None => class == listed,
    });
    let name = class.strip_prefix("java/util/").unwrap_or_default();
    is_listed && !SHARED.iter().any(|shared| name.starts_with(shared))
}

/// What can be said of a field that somebody accesses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Location {
    /// Ordinary, of the program's own classes.
    Own,
    /// Ordinary, of an object of the library that is not made for sharing.
    Library,
    /// Volatile, of the program's own or of a class for atomic accesses.
    Ordered,
    /// Nobody's business.
    Other,
}

impl State<'_> {
    /// The field at a unit of an object.
    fn field_at(&self, object: Ref, unit: u32) -> Option<&Field> {
        let ancestors = &self.program.classes[self.heap.class_of(object)].ancestors;
        let fields = ancestors.iter().flat_map(|&class| self.program.classes[class].fields.iter());
        fields.map(|&field| &self.program.fields[field]).find(|f| f.unit == unit && !f.access.is_static())
    }

    pub(super) fn field_location(&self, object: Ref, unit: u32) -> Location {
        if object.is_null() {
            return Location::Other;
        }
        self.field_at(object, unit).map_or(Location::Other, |field| self.location(field))
    }

    /// The same for a static field. A thread that must still wait for the class to be initialized is not at
    /// its access yet.
    pub(super) fn static_location(&self, thread: ThreadId, record: Ref, unit: u32) -> Location {
        use vm::program::statics;
        let Some(class) = self.program.class_of_statics(record) else { return Location::Other };
        let state = self.heap.get32(record, statics::STATE);
        let by = self.heap.get32(record, statics::THREAD);
        if state != statics::DONE && !(state == statics::RUNNING && by == thread.0) {
            return Location::Other;
        }
        let mut fields = self.program.classes[class].fields.iter().map(|&field| &self.program.fields[field]);
        let field = fields.find(|f| f.unit == unit && f.access.is_static());
        match field.map_or(Location::Other, |field| self.location(field)) {
            // Static fields of the library are caches and counters.
            Location::Library => Location::Other,
            location => location,
        }
    }

    fn location(&self, field: &Field) -> Location {
        let class = &self.program.classes[field.class];
        let (is_own, name) = (class.loader == Loader::App, class.name.as_str());
        if field.access.has(Flags::VOLATILE) {
            return if is_own || name.starts_with(ATOMIC) { Location::Ordered } else { Location::Other };
        }
        match (field.access.has(Flags::FINAL), is_own) {
            (true, _) => Location::Other,
            (false, true) => Location::Own,
            (false, false) if belongs_to_one(name) && !VIEWS.contains(&field.name.as_str()) => {
                Location::Library
            }
            (false, false) => Location::Other,
        }
    }

    /// What the thread does next it does on behalf of the program: it is the program's code, or was called by
    /// it, or by a task of a pool, and does nothing of its own.
    pub(super) fn is_on_behalf(&self, thread: ThreadId) -> bool {
        let asks = |class: &str| {
            let is_between = BETWEEN.iter().any(|between| class.starts_with(between));
            is_between || !INSIDE.iter().any(|inside| class.starts_with(inside))
        };
        self.is_called_through(thread, asks, Some(TASK))
    }

    /// The program itself has asked for an access in this manner.
    pub(super) fn is_asked_for(&self, thread: ThreadId) -> bool {
        let passes_on = |class: &str| {
            class.starts_with(ATOMIC) || BETWEEN.iter().any(|between| class.starts_with(between))
        };
        self.is_called_through(thread, passes_on, None)
    }

    /// Above the innermost frame of the program's code, or of such a caller's, are only frames of such classes.
    fn is_called_through(
        &self,
        thread: ThreadId,
        passes: impl Fn(&str) -> bool,
        caller: Option<&str>,
    ) -> bool {
        for frame in self.threads[thread].frames.iter().rev().filter(|frame| frame.pc != NOT_STARTED) {
            let class = &self.program.classes[self.program.methods[frame.method].class];
            if class.loader == Loader::App || caller == Some(class.name.as_str()) {
                return true;
            }
            if !passes(class.name.as_str()) {
                return false;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::belongs_to_one;

    #[test]
    fn collections_are_for_one_thread_and_concurrent_ones_are_not() {
        for alone in ["java/util/ArrayList", "java/util/HashMap$Node", "java/lang/StringBuilder"] {
            assert!(belongs_to_one(alone), "{alone}");
        }
        let shared = ["java/util/concurrent/ConcurrentHashMap", "java/util/Vector", "java/lang/String"];
        let shared = shared.into_iter().chain(["java/util/Collections$SynchronizedMap", "java/lang/Thread"]);
        for shared in shared {
            assert!(!belongs_to_one(shared), "{shared}");
        }
    }
}
