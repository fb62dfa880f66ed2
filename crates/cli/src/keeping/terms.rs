//! Terms: what must be the same for a search to go on from what another one has kept.

use crate::flags::{Check, Machine, Program};
use crate::liberties;
use crate::naming::Same;
use crate::searching::Searching;
use crate::stores::Storing;
use clap::ValueEnum;
use search::Terms;
use std::collections::BTreeMap;
use std::path::Path;

/// What is not the same there and here, a line each.
pub fn differences(there: &Terms, here: &Terms) -> Option<String> {
    // Of each name what it says there and here first. A file may have any number of names, so none is looked for.
    let mut said: BTreeMap<&str, [&str; 2]> = BTreeMap::new();
    for (side, terms) in [there, here].into_iter().enumerate() {
        for (name, value) in terms {
            let values = said.entry(name).or_default();
            if values[side].is_empty() {
                values[side] = value;
            }
        }
    }
    let lines: String = said
        .into_iter()
        .map(|(name, values)| (name, values.map(|value| if value.is_empty() { "-" } else { value })))
        .filter(|(_, [there, here])| there != here)
        .map(|(name, [there, here])| format!("\n  {name}: there {there}, here {here}"))
        .collect();
    (!lines.is_empty()).then_some(lines)
}

/// What must be the same for a checkpoint to be of use: everything on which it depends what states there are,
/// what they are called, and what counts as a finding. Every flag is named here, so that a new one has
/// to be thought of.
pub fn terms(check: &Check, name: &str, fingerprint: u32) -> Terms {
    let Check {
        program,
        // It is the program.
        env: _,
        reduce: _,
        library,
        // Guards are in the reduction; of the others only the base changes names of states.
        without: _,
        base_from: _,
        searching,
        // Any number of processes can take up what others have kept.
        distributing: _,
        storing,
        same,
        temporal,
        // Symbolic models have no checkpoints.
        symbolic: _,
        allowing,
        keeping: _,
        races,
        outputs,
        script: _,
        loose: _,
        reports: _,
        telling: _,
    } = check;
    let Program { machine, main: _, args } = program;
    // Limits may be others: what they cut is kept, and what they stopped goes on.
    let Searching {
        search: _, // Depth-first alone has checkpoints, by one worker; so these do not matter either.
        heuristic: _,
        prefer: _,
        walks: _,
        walk_after: _,
        seed: _,
        pct_depth: _,
        workers: _,
        all,
        minimize: _,
        max_states: _,
        max_depth: _,
        max_preemptions: _,
        max_seconds: _,
        memory: _,
    } = searching;
    // One store has checkpoints, and where it puts states means nothing.
    let Storing { store: _, compress: _, bitstate_size: _, spill: _ } = storing;
    let Same { symmetry, thread_symmetry, gc } = same;
    let list = [
        ("jaywalk", env!("CARGO_PKG_VERSION").to_string()),
        ("build", build()),
        ("program", name.to_string()),
        ("arguments", format!("{args:?}")),
        ("classes", format!("{fingerprint:08x}")),
        ("--reduce", check.reduction().name().to_string()),
        ("--library", named(library)),
        ("--base-from", check.accelerators().base.to_string()),
        ("--races", on(*races)),
        ("--outputs", on(*outputs)),
        ("--all", on(*all)),
        ("--symmetry", named(symmetry)),
        ("--thread-symmetry", on(*thread_symmetry)),
        ("--gc", gc.as_ref().map_or("-".to_string(), named)),
        ("temporal properties", format!("{:?}", temporal.words())),
        ("automata", temporal.never.iter().map(|file| sum_of(Path::new(file))).collect::<Vec<_>>().join(" ")),
    ];
    in_order(list.into_iter().chain(of_liberties(&allowing.liberties())).chain(of_machine(machine)))
}

/// Terms of names that are each there once.
fn in_order(list: impl Iterator<Item = (&'static str, String)>) -> Terms {
    let terms: Terms = list.map(|(name, value)| (name.to_string(), value)).collect();
    let is_first =
        |(at, (name, _)): (usize, &(String, String))| !terms[..at].iter().any(|(one, _)| one == name);
    debug_assert!(terms.iter().enumerate().all(is_first), "`differences` looks at the first of a name alone");
    terms
}

/// How much of what Java allows is explored.
fn of_liberties(allowed: &java::Liberties) -> [(&'static str, String); 5] {
    [
        ("--timeouts", liberties::timeouts(allowed.patience_ns)),
        ("--spurious-wakeups", on(allowed.spurious_wakeups)),
        ("--weak-cas", on(allowed.weak_cas)),
        ("--random", if allowed.random { "explore" } else { "fixed" }.to_string()),
        ("--handled-exceptions", if allowed.handled { "pass" } else { "fail" }.to_string()),
    ]
}

fn on(is_on: bool) -> String {
    if is_on { "on" } else { "off" }.to_string()
}

/// What of that the machine has been told. The JDK's version is in the program's fingerprint, and so are the classes
/// that it names.
fn of_machine(machine: &Machine) -> [(&'static str, String); 8] {
    let Machine {
        class_path,
        jdk: _,
        enable_assertions,
        disable_assertions,
        heap,
        processors,
        properties,
        allow_read,
        allow_write,
        stub: _,
        stub_precision: _,
        assumption: _,
        // What comes out is the same.
        mixed: _,
    } = machine;
    [
        ("--class-path", format!("{:?}", class_path.as_deref().unwrap_or_default())),
        ("assertions", if *enable_assertions || !disable_assertions { "on" } else { "off" }.to_string()),
        ("--heap", heap.to_string()),
        ("--processors", processors.to_string()),
        ("-D", properties.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(" ")),
        ("--allow-read", format!("{allow_read:?}")),
        ("--allow-write", allow_write.as_ref().map_or("none".to_string(), named)),
        ("--stub and --assumption", machine.environment_words().join(" ")),
    ]
}

fn named(value: &impl ValueEnum) -> String {
    value.to_possible_value().map_or(String::new(), |value| value.get_name().to_string())
}

/// Which build of jaywalk this is: natives, reduction and names of states may differ from one to the next.
fn build() -> String {
    env!("JAYWALK_BUILD").to_string()
}

/// Of all bytes of a file.
fn sum_of(file: &Path) -> String {
    std::fs::read(file)
        .map_or("unknown".to_string(), |bytes| format!("{:016x}", xxhash_rust::xxh3::xxh3_64(&bytes)))
}
