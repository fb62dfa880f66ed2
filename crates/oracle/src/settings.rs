//! The ways to search that are compared with the oracle.

/// How a search is brought to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Course {
    Whole,
    /// The same, but nobody looks at what is printed: it may leave out more.
    Quiet,
    /// It is stopped by a limit of states again and again, and taken up from its checkpoint.
    Limited,
    /// It is killed once it has written a checkpoint, and taken up from there.
    Killed,
}

#[derive(Debug, Clone, Copy)]
pub struct Setting {
    pub name: &'static str,
    pub options: &'static [&'static str],
    pub course: Course,
    /// It may miss something, and says so; what it finds must be true.
    pub may_miss: bool,
}

const fn whole(name: &'static str, options: &'static [&'static str]) -> Setting {
    Setting { name, options, course: Course::Whole, may_miss: false }
}

const fn course(name: &'static str, options: &'static [&'static str], course: Course) -> Setting {
    Setting { name, options, course, may_miss: false }
}

pub const SETTINGS: &[Setting] = &[
    whole("usual", &[]),
    whole("off", &["--reduce", "off"]),
    course("quiet", &[], Course::Quiet),
    course("walks", &["--walk-after", "20"], Course::Quiet),
    whole("full", &["--reduce", "full"]),
    whole("dpor", &["--search", "dpor", "--max-seconds", "20"]),
    whole("local", &["--reduce", "local"]),
    whole("bfs", &["--search", "bfs"]),
    whole("workers", &["--workers", "2"]),
    course("limited", &[], Course::Limited),
    whole("preemptions", &["--search", "preemptions"]),
    whole("bfs-local", &["--search", "bfs", "--reduce", "local"]),
    whole("bfs-off", &["--search", "bfs", "--reduce", "off"]),
    whole("workers-off", &["--workers", "2", "--reduce", "off"]),
    whole("workers-local", &["--workers", "3", "--reduce", "local"]),
    course("limited-off", &["--reduce", "off"], Course::Limited),
    course("limited-local", &["--reduce", "local"], Course::Limited),
    course("killed", &["--reduce", "off"], Course::Killed),
    course("killed-full", &[], Course::Killed),
    course("killed-workers", &["--reduce", "off", "--workers", "2"], Course::Killed),
    whole("no-foresight", &["--without", "foresight"]),
    whole("no-accelerators", &["--without", "foresight,renewal,guards"]),
    whole("base", &["--base-from", "0"]),
    whole("base-bfs", &["--base-from", "0", "--search", "bfs"]),
    whole("base-off", &["--base-from", "0", "--reduce", "off"]),
    whole("base-workers", &["--base-from", "0", "--workers", "2"]),
    course("base-limited", &["--base-from", "0"], Course::Limited),
    whole("library", &["--library", "explore"]),
    whole("library-bfs", &["--library", "explore", "--search", "bfs"]),
    whole("library-off", &["--library", "explore", "--reduce", "off"]),
    whole("mixed", &["--mixed", "all"]),
    whole("mixed-full", &["--mixed", "all", "--reduce", "full"]),
    whole("fingerprint", &["--store", "fingerprint"]),
    whole("collapse", &["--compress", "collapse"]),
    whole("uncompressed", &["--compress", "off", "--search", "bfs"]),
    whole("spill", &["--spill", "SPILL", "--memory", "1", "--reduce", "off"]),
    whole("alloc", &["--symmetry", "alloc"]),
    whole("addresses", &["--symmetry", "off"]),
    whole("garbage", &["--gc", "off"]),
    whole("refcount", &["--gc", "refcount"]),
    whole("best", &["--search", "best"]),
    Setting {
        name: "bitstate",
        options: &["--store", "bitstate", "--bitstate-size", "1"],
        course: Course::Whole,
        may_miss: true,
    },
];

/// The same by several processes, which list no outputs.
pub const PROCESSES: &[Setting] = &[
    course("processes", &["--processes", "2"], Course::Quiet),
    course(
        "processes-off",
        &["--processes", "3", "--reduce", "off", "--partition", "pc", "--lookahead", "1"],
        Course::Quiet,
    ),
    course(
        "processes-equal",
        &["--processes", "2", "--balance", "equal:2", "--partition", "pcs", "--siblings", "none"],
        Course::Quiet,
    ),
    course(
        "processes-one",
        &[
            "--processes",
            "3",
            "--reduce",
            "local",
            "--balance",
            "one:10",
            "--lookahead",
            "2",
            "--siblings",
            "all",
        ],
        Course::Quiet,
    ),
    course(
        "processes-all",
        &["--processes", "2", "--balance", "all:20", "--transfer", "state"],
        Course::Quiet,
    ),
];

/// The usual search, the plain one, and two others that change with the seed.
pub fn rotating(seed: u64) -> Vec<&'static Setting> {
    let (usual, others) = SETTINGS.split_at(2);
    let other = |number: u64| &others[usize::try_from(number).unwrap_or(0) % others.len()];
    vec![&usual[0], &usual[1], other(seed), other(seed / 3 * 7 + 5)]
}

impl Course {
    /// Goes on behind its findings.
    pub fn finds_all(self) -> bool {
        matches!(self, Course::Whole | Course::Quiet)
    }
}

pub fn named(name: &str) -> Option<&'static Setting> {
    SETTINGS.iter().chain(PROCESSES).find(|setting| setting.name == name)
}
