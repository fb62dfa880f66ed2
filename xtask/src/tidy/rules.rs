//! The tables behind the rules. An exception is an entry here, with its reason, or it does not exist.

/// Where a room stands. The wings never name each other; only the roof sees both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wing {
    /// Ids, hashing, the pivot, formulas: what both wings stand on.
    Ground,
    /// What is explored.
    Left,
    /// How it is explored.
    Right,
    /// Reports and the command line.
    Roof,
    /// Never part of what is shipped.
    Dev,
}

pub struct Room {
    pub name: &'static str,
    pub wing: Wing,
    /// The rooms it may depend on. For its tests, `testkit` is added.
    pub may_use: &'static [&'static str],
}

const fn room(name: &'static str, wing: Wing, may_use: &'static [&'static str]) -> Room {
    Room { name, wing, may_use }
}

/// All rooms, those not opened yet included: the rule stands before the room does.
pub const ROOMS: &[Room] = &[
    room("base", Wing::Ground, &[]),
    room("lts", Wing::Ground, &["base"]),
    room("logic", Wing::Ground, &["base"]),
    room("front", Wing::Ground, &["lts"]),
    room("sym", Wing::Ground, &["base", "lts", "logic"]),
    room("classfile", Wing::Left, &["base"]),
    room("verify", Wing::Left, &["base", "classfile"]),
    room("ir", Wing::Left, &["base", "classfile"]),
    room("analysis", Wing::Left, &["base", "classfile", "ir"]),
    room("vm", Wing::Left, &["base", "classfile", "ir", "verify"]),
    room("explore", Wing::Left, &["base", "lts", "classfile", "ir", "vm"]),
    room("natives", Wing::Left, &["base", "classfile", "ir", "vm"]),
    room("jit", Wing::Left, &["ir", "vm"]),
    room("envgen", Wing::Left, &["base", "classfile", "analysis", "logic"]),
    room("delta", Wing::Left, &["base", "classfile", "ir", "vm"]),
    room("objects", Wing::Left, &["base", "lts", "classfile", "ir", "vm", "explore", "delta"]),
    room(
        "java",
        Wing::Left,
        &["base", "lts", "front", "classfile", "ir", "analysis", "vm", "explore", "natives", "jit", "delta"],
    ),
    room("model", Wing::Left, &["base", "lts", "logic", "front"]),
    room("promela", Wing::Left, &["base", "lts", "logic", "front"]),
    room("smv", Wing::Left, &["base", "logic", "sym"]),
    room("store", Wing::Right, &["base", "lts"]),
    room("wrap", Wing::Right, &["base", "lts", "logic"]),
    room("search", Wing::Right, &["base", "lts"]),
    room("check", Wing::Right, &["base", "lts", "logic", "search"]),
    room("bdd", Wing::Right, &["base", "logic", "sym"]),
    room("script", Wing::Right, &["base", "lts"]),
    room("dist", Wing::Right, &["base", "lts", "store"]),
    room("sat", Wing::Right, &["base", "logic", "sym"]),
    room("report", Wing::Roof, &["lts"]),
    room("replay", Wing::Roof, &["lts", "store"]),
    room("story", Wing::Roof, &["lts", "front", "store", "search", "report", "replay"]),
    room("certify", Wing::Roof, &["lts", "front", "store", "search", "script", "story"]),
    // Of the left wing it knows the models that its tests compare engines on.
    room(
        "temporal",
        Wing::Roof,
        &["lts", "logic", "front", "model", "store", "wrap", "search", "check", "report", "replay", "story"],
    ),
    // Of the left wing it knows the language that its tests compare engines on.
    room(
        "symbolic",
        Wing::Roof,
        &["base", "lts", "logic", "sym", "smv", "bdd", "sat", "store", "search", "check", "report"],
    ),
    room("dap", Wing::Roof, &["lts", "replay"]),
    // Its tests go through a model.
    room("serve", Wing::Roof, &["lts", "front", "model", "report", "replay", "story"]),
    room("linearize", Wing::Roof, &["java"]),
    // It knows fronts and no machine; its tests ask `natives` which there are.
    room(
        "cli",
        Wing::Roof,
        &[
            "lts",
            "logic",
            "front",
            "sym",
            "envgen",
            "objects",
            "natives",
            "java",
            "model",
            "promela",
            "smv",
            "store",
            "wrap",
            "search",
            "script",
            "dist",
            "sat",
            "report",
            "replay",
            "story",
            "certify",
            "temporal",
            "symbolic",
            "dap",
            "serve",
            "linearize",
        ],
    ),
    room("testkit", Wing::Dev, &[]),
    // An oracle shares nothing with what it judges.
    room("oracle", Wing::Dev, &[]),
    room(
        "xtask",
        Wing::Dev,
        &["base", "classfile", "analysis", "envgen", "natives", "report", "testkit", "oracle"],
    ),
];

/// A crate from outside, the rooms that may name it, and why it is there.
pub struct Foreign {
    pub name: &'static str,
    pub owners: &'static [&'static str],
    pub why: &'static str,
}

const fn foreign(name: &'static str, owners: &'static [&'static str], why: &'static str) -> Foreign {
    Foreign { name, owners, why }
}

/// One owner each. Where there are two, the crate does two unrelated jobs.
pub const FOREIGN: &[Foreign] = &[
    foreign(
        "cadical",
        &["sat"],
        "the SAT solver, with its C++ source: incremental, with assumptions and cores",
    ),
    foreign("clap", &["cli"], "command line by the usual conventions"),
    foreign("clap_complete", &["cli"], "completions for shells, from the same list of options"),
    foreign("clap_mangen", &["cli"], "the manual page, from the same list of options"),
    foreign("flate2", &["classfile"], "inflates resources of the JDK image; zip uses the same zlib-rs"),
    foreign("libc", &["xtask"], "wait4 gives the peak memory of one child; the standard library does not"),
    foreign("libtest-mimic", &["cli"], "tests only: each Java case is a test with its own name"),
    foreign("libm", &["natives"], "elementary functions of the fdlibm family, as StrictMath wants them"),
    foreign(
        "memmap2",
        &["classfile", "vm", "jit"],
        "maps the JDK image; reserves the address range of the heap; memory that machine code can lie in",
    ),
    foreign("cranelift-codegen", &["jit"], "makes machine code; maintained, and written in Rust"),
    foreign("cranelift-frontend", &["jit"], "makes cranelift's code of variables and blocks"),
    foreign("cranelift-native", &["jit"], "knows the processor that it runs on"),
    foreign(
        "miniz_oxide",
        &["natives"],
        "compresses for java.util.zip.Deflater, the same on every processor",
    ),
    foreign("zstd", &["script"], "presses scripts of searches"),
    foreign("postcard", &["search", "dist"], "writes checkpoints, by codecs that are derived from the types"),
    foreign(
        "serde",
        &["report", "search", "dist"],
        "derives the codecs of checkpoints and of what processes tell each other; in tests, switches on what \
            serde-sarif needs of it",
    ),
    foreign(
        "serde-sarif",
        &["report"],
        "tests only: types from the official schema, which our logs must fit",
    ),
    foreign(
        "serde_json",
        &["report", "dap", "serve", "xtask", "oracle"],
        "writes reports; speaks to debuggers and to the page; reads cargo's metadata, writes the records of \
            bench runs; reads reports as a user would",
    ),
    foreign("oxidd", &["bdd"], "decision diagrams with complement edges, with limits on their nodes"),
    foreign("ctrlc", &["cli"], "an interrupt ends a search with its figures"),
    foreign("terminal_size", &["cli"], "the width of the terminal, which the standard library does not tell"),
    foreign(
        "rustix",
        &["dist"],
        "asks whether a silent machine is still there, which the standard library cannot",
    ),
    foreign(
        "timely",
        &["dist"],
        "brings states to the processes they belong to, and knows when there are none left",
    ),
    foreign("toml", &["cli"], "reads jaywalk.toml and the files of findings"),
    foreign("xxhash-rust", &["cli"], "the sum over a checkpoint, by which damage is known"),
    foreign("zip", &["classfile"], "reads jars"),
];

/// Files in which `unsafe` may stand, with the reason. Everywhere else it is an error.
pub const UNSAFE_FILES: &[(&str, &str)] = &[
    ("crates/classfile/src/image.rs", "maps the JDK's image file read-only"),
    ("crates/jit/src/lib.rs", "memory with machine code in it becomes a function"),
    ("crates/vm/src/compiled.rs", "what machine code promises; slots of code that the loop has a pointer to"),
    ("crates/vm/src/compiled/slots.rs", "slots of code that the loop has a pointer to"),
    (
        "crates/vm/src/interp/doors.rs",
        "what machine code calls, with pointers to machine, code and registers",
    ),
    (
        "crates/vm/src/interp/stretch.rs",
        "enters machine code, which gives pointers back to machine and policy",
    ),
    (
        "crates/vm/src/interp/run.rs",
        "the loop: operations and registers by pointer, within what `ir::check` has checked",
    ),
    ("crates/vm/src/interp/top.rs", "the pointers of that loop, made of a frame that has been looked at"),
    ("crates/vm/src/state/heap.rs", "objects are words of one mapping, reached by offset"),
    ("crates/vm/src/state/heap/elements.rs", "payloads of objects as slices of that mapping"),
    ("crates/vm/src/state/stable.rs", "threads and code, to which the loop has pointers beside their owner"),
    ("xtask/src/bench/measure.rs", "wait4"),
];

/// Rooms whose own code may name the system's files, with the reason. Others are handed what they need.
pub const FILE_OPENERS: &[(&str, &str)] = &[
    ("classfile", "reads classes, jars and the JDK's image, and runs its compiler"),
    ("java", "unpacks its own sources beside what it compiles, and looks for what the compiler made"),
    ("store", "writes to files that it is given, open and without names"),
    ("cli", "opens what flags name: settings, sources, reports, checkpoints, files that a program may read"),
    ("testkit", "never shipped: cases and golden files"),
    ("oracle", "never shipped: random programs, and what the binary says of them"),
];

/// Words of our own that stood for things with a usual name, or for too many things, and that no type has any more.
pub const RETIRED_NAMES: &[&str] = &[
    "Asked", "Called", "Company", "Desk", "Doubt", "Hand", "Handing", "Kept", "Known", "Made", "Met", "Open",
    "Place", "Told", "Way",
];

/// Names that types of two rooms may have, with the reason. Elsewhere one word is one thing.
pub const SAME_NAMES: &[(&str, &str)] = &[
    ("Call", "a call of a method: in code, in assumptions, in a client, in a sequence of calls on objects"),
    ("Claims", "what a front claims of a verdict, and the same as a report has it: neither knows the other"),
    ("Class", "a class of the program, and the operand that names one"),
    ("ClassId", "classes of a program: as the analysis numbers them, and as the machine does"),
    ("Effects", "what code may do: an operation to a state, a method to the unit around it"),
    ("Figures", "what is counted of a store, and of a whole search"),
    ("Kind", "kinds of values of Java: in a descriptor, and in a register"),
    ("Lasso", "a stem and a loop: of letters, and of the choices of a path"),
    ("MethodId", "as for ClassId"),
    ("ParseError", "what is wrong with a text, of the IR and of a formula"),
    ("Reduction", "how much is left out: as any front is asked for it, and as the explorer does it"),
    ("Ref", "a reference to an object, and the operand that has one"),
    ("Table", "rows of a set of states, and the operand that names a table of jumps"),
    ("Tally", "what is counted beside states: as any front tells it, and as the explorers count it"),
];

/// Words that three rooms and more have for types, seen from outside or not, with the reason: each means in its room
/// what the field means by it there.
pub const FIELD_WORDS: &[(&str, &[&str])] = &[
    (
        "every language has its own",
        &[
            "Binary", "Element", "Event", "Expr", "Field", "Flow", "Index", "Instance", "Line", "Location",
            "Member", "Name", "Number", "Op", "Parser", "Point", "Read", "Role", "Scalar", "Source",
            "Sources", "Token", "Type", "Unit", "Value", "Values", "Variable",
        ],
    ),
    (
        "a program, as each room that has one sees it",
        &["Access", "Code", "Machine", "Model", "Program", "State"],
    ),
    (
        "data structures by their usual name",
        &[
            "Cell", "Frame", "Graph", "Heap", "Lists", "Node", "Row", "Set", "Shared", "Slot", "Walk",
            "Writer",
        ],
    ),
    (
        "what a search goes by",
        &["Path", "Plan", "Progress", "Question", "Reach", "Search", "Step", "Stopped"],
    ),
    ("what was done, noted to be told or taken back", &["Trace", "Undo", "Watch"]),
];

/// Who takes steps of a system, with the reason. Taking a step, judging and counting what came of it, limits and
/// beginning again are `search/core.rs`'s; who has a loop of his own goes a way that is known, or says why not.
pub const STEPPERS: &[(&str, &str)] = &[
    ("crates/lts/", "what a wrapper does not say itself the inner system says"),
    ("crates/wrap/", "wrappers"),
    ("crates/search/src/core.rs", "the exploring core"),
    (
        "crates/search/src/dfs.rs",
        "takes a foreseen step that somebody wants to look at; `core` has counted it",
    ),
    ("crates/search/src/dfs/", "goes the way back to where a search was"),
    ("crates/search/src/checkpoint.rs", "goes the ways on which something was met"),
    ("crates/search/src/minimize.rs", "counts what nobody expects of a path"),
    ("crates/search/src/tighten.rs", "goes variants of a path"),
    ("crates/search/src/caught.rs", "goes to a state, and looks on from there by a visit"),
    ("crates/search/src/nested.rs", "a second search within the first, by its limits (`View::settle`)"),
    (
        "crates/search/src/components.rs",
        "the tour of a component, by the limits of its search (`View::settle`)",
    ),
    (
        "crates/dist/",
        "levels of states that belong to several nodes: what is judged and learnt is news to all",
    ),
    ("crates/script/src/trust.rs", "goes the moves of a script: nothing is named, and nothing chosen"),
    ("crates/script/src/header.rs", "goes the ways on which something was met"),
    ("crates/certify/src/telling.rs", "goes the way to where a script does not fit"),
    ("crates/replay/", "goes paths again, in finer steps, and leaves them for others"),
    ("crates/story/", "goes paths again with the narrator on"),
    ("crates/temporal/src/linear.rs", "goes a run again, to confirm it"),
    ("crates/symbolic/", "goes runs of a model again; one run by chance"),
];
/// How a step is taken.
pub const STEPPING: &[&str] = &["system.step(", "product.step("];

/// Where operations are executed: what they compute is `ir::scalar`'s to say, so nothing here computes as Rust does.
pub const ENGINES: &[&str] = &["crates/vm/src/interp/", "crates/delta/src/", "crates/ir/tests/common/eval"];
/// How Rust spells arithmetic that means what Java's does.
pub const ARITHMETIC: &[&str] = &["wrapping_", "overflowing_"];

/// Numbers by which generators of chance are known, in halves so that this file keeps its own rule.
pub const GENERATORS: &[(&str, &str)] = &[("6_364_136_223_846", "_793_005"), ("0xBF58_476D", "_1CE4_E5B9")];
/// Where they may stand, with the reason.
pub const GENERATOR_FILES: &[(&str, &str)] = &[
    ("crates/base/src/hash.rs", "mixes numbers for every room"),
    ("crates/testkit/src/random.rs", "random systems of the tests of every room"),
    ("crates/oracle/src/random.rs", "an oracle shares nothing with what it judges"),
    (
        "crates/symbolic/src/simulate.rs",
        "a run of a symbolic model is known by its seed, which must stay what it was",
    ),
];

/// Functions that may be longer than the ratchet: tables with one short arm per operation.
pub const OPCODE_TABLES: &[(&str, &str, &str)] = &[
    ("crates/ir/tests/common/eval/step.rs", "step", "the meaning of every operation, for tests"),
    (
        "crates/ir/tests/stack.rs",
        "stack_machine",
        "the meaning of the bytecodes of a random program, for tests",
    ),
    ("crates/ir/src/check.rs", "kinds", "the kinds of every operation's registers"),
    ("crates/delta/src/run.rs", "operation", "every operation, on a set of states"),
    ("crates/verify/src/insns.rs", "step", "the type rule of every bytecode"),
    (
        "crates/vm/src/interp/run.rs",
        "run_loop",
        "the effect of every operation; one loop, so that it is one jump table",
    ),
];

/// A file is worth a second look above the first, and must be divided above the second.
pub const FILE_LINES_AIM: usize = 400;
pub const FILE_LINES_MAX: usize = 700;
pub const FUNCTION_LINES_MAX: usize = 70;
/// Code, comments and text in quotes.
pub const LINE_COLUMNS_MAX: usize = 120;

/// Macros that mark unfinished work or left-over debugging.
pub const BANNED_MACROS: &[&str] = &["todo", "unimplemented", "dbg"];

/// Folders of somebody's machine. Spelt in halves, so that this file keeps its own rule.
pub const MACHINE_FOLDERS: &[(&str, &str)] =
    &[("/ho", "me/"), ("/ro", "ot/"), ("/wo", "rk/"), ("/Us", "ers/")];

#[cfg(test)]
mod tests {
    use super::*;

    fn wing(name: &str) -> Wing {
        ROOMS.iter().find(|room| room.name == name).unwrap_or_else(|| panic!("no room {name}")).wing
    }

    #[test]
    fn the_wings_never_name_each_other() {
        for room in ROOMS {
            for used in room.may_use {
                let pair = (room.wing, wing(used));
                let crossing = matches!(pair, (Wing::Left, Wing::Right) | (Wing::Right, Wing::Left));
                assert!(!crossing, "{} may use {used}", room.name);
                let upwards =
                    matches!(pair.1, Wing::Roof | Wing::Dev) && !matches!(pair.0, Wing::Roof | Wing::Dev);
                assert!(!upwards, "{} may use {used}", room.name);
            }
        }
    }

    #[test]
    fn a_room_uses_only_rooms_above_it_in_the_table() {
        for (index, room) in ROOMS.iter().enumerate() {
            let known: Vec<&str> = ROOMS[..index].iter().map(|r| r.name).collect();
            assert!(room.may_use.iter().all(|used| known.contains(used)), "{} would make a cycle", room.name);
        }
    }

    #[test]
    fn owners_exist() {
        for foreign in FOREIGN {
            assert!(!foreign.owners.is_empty() && !foreign.why.is_empty(), "{}", foreign.name);
            assert!(foreign.owners.iter().all(|owner| wing(owner) != Wing::Ground), "{}", foreign.name);
        }
    }
}
