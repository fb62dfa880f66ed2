//! Switches of the generator.

/// What programs may be made of. A program uses some of what is switched on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Feature {
    Volatile,
    Arrays,
    Objects,
    Atomics,
    Monitors,
    Waits,
    Timed,
    Interrupts,
    /// Interrupts may come before their thread is started.
    EarlyInterrupts,
    /// Threads that are interrupted wait and park.
    InterruptedWaits,
    Park,
    Classes,
    Inputs,
    Prints,
    Exceptions,
    Late,
    StartsInside,
    ThreadMonitors,
    Daemons,
    Looks,
    /// `ReentrantLock` and its conditions. What they park with is the thread's own permit, so that such programs
    /// neither park nor interrupt themselves.
    Locks,
}

impl Feature {
    pub const ALL: [Feature; 21] = [
        Feature::Volatile,
        Feature::Arrays,
        Feature::Objects,
        Feature::Atomics,
        Feature::Monitors,
        Feature::Waits,
        Feature::Timed,
        Feature::Interrupts,
        Feature::EarlyInterrupts,
        Feature::InterruptedWaits,
        Feature::Park,
        Feature::Classes,
        Feature::Inputs,
        Feature::Prints,
        Feature::Exceptions,
        Feature::Late,
        Feature::StartsInside,
        Feature::ThreadMonitors,
        Feature::Daemons,
        Feature::Looks,
        Feature::Locks,
    ];

    pub fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }

    pub fn named(name: &str) -> Option<Feature> {
        Feature::ALL.into_iter().find(|feature| feature.name() == name)
    }
}
