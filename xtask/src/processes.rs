//! `cargo xtask processes [N] [--part I/K]`: one search by several processes against the same search by one, with all
//! settings.
//!
//! Examples are searched with every partition function, balance, number of siblings, lookahead and transfer together
//! with every other; N random programs each with a few of these settings, so that many programs together have all of
//! them. Verdict, states and transitions must be those of one process.
//!
//! That is 3,868 searches. With `--part 3/16` every sixteenth of them is done, from the third on: all parts together
//! are the whole, each has something of every setting, and one that was stopped can be done again alone.

use crate::bench::Checks;
use oracle::engine::Engine;
use oracle::generate::{Feature, Size, generate};
use oracle::java;
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// Programs with every setting, with what makes their state spaces of a size that several processes share.
const EXAMPLES: [(&str, &[&str], &[&str]); 4] = [
    ("DiningPhilosophers", &["--reduce", "local"], &["3", "1"]),
    ("DiningPhilosophersDeadlock", &["--reduce", "local"], &["3"]),
    ("BoundedBuffer", &[], &[]),
    ("PipelineDeadlock", &[], &[]),
];

const PARTITIONS: [&str; 7] = ["global", "local", "local:1", "pc", "pc:1", "pcs", "pcs:2"];
/// Few states are many, so that classes change hands.
const BALANCES: [&str; 4] = ["", "equal:5", "one:20", "all:40"];
const SIBLINGS: [&str; 3] = ["none", "16", "all"];
const LOOKAHEADS: [&str; 3] = ["0", "1", "2"];
const TRANSFERS: [&str; 3] = ["components", "state", "path"];

/// How many settings a random program is searched with.
const FEW: usize = 9;
/// Random programs, if nothing is said.
const USUAL: u64 = 84;
const FIRST_SEED: u64 = 700_001;
/// Larger ones are left out.
const MOST_STATES: &str = "50000";

pub fn command(arguments: &[&str]) -> Result<(), String> {
    let (arguments, part) = match arguments {
        [first @ .., "--part", part] => (first, Part::of(part)?),
        all => (all, Part { number: 0, of: 1 }),
    };
    let programs = match arguments {
        [] => USUAL,
        [count] => count.parse().map_err(|_| format!("'{count}' is no number of programs"))?,
        _ => return Err(format!("processes takes a number and --part I/K, not `{}`", arguments.join(" "))),
    };
    let checks = Checks::new()?;
    let folder = checks.target.join("processes");
    let api = testkit::repo_root().join("api/src");
    let engine = Engine::new(checks.jaywalk.clone(), checks.jdk.home.clone(), api, folder);
    let mut compared =
        Compared { engine: &engine, part, met: 0, searches: 0, moved: 0, discarded: 0, relayed: 0 };
    if programs > 0 {
        compared.random(programs)?;
    }
    for (class, options, arguments) in EXAMPLES {
        compared.example(class, options, arguments)?;
    }
    println!(
        "{} searches, all as by one process; {} states changed hands, {} were discarded, {} relayed",
        compared.searches, compared.moved, compared.discarded, compared.relayed
    );
    Ok(())
}

/// Every setting with every other.
fn settings() -> Vec<Vec<&'static str>> {
    let mut all = Vec::new();
    for partition in PARTITIONS {
        for balance in BALANCES {
            for siblings in SIBLINGS {
                for lookahead in LOOKAHEADS {
                    for transfer in TRANSFERS {
                        let processes = if all.len() % 2 == 0 { "2" } else { "3" };
                        let mut setting = vec!["--processes", processes, "--partition", partition];
                        setting.extend(["--siblings", siblings, "--lookahead", lookahead]);
                        setting.extend(["--transfer", transfer]);
                        if !balance.is_empty() {
                            setting.extend(["--balance", balance]);
                        }
                        all.push(setting);
                    }
                }
            }
        }
    }
    all
}

/// Some of all comparisons: every so many from one on.
struct Part {
    number: u64,
    of: u64,
}

impl Part {
    /// `3/16`: the third of sixteen parts.
    fn of(text: &str) -> Result<Part, String> {
        let parts =
            text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Part { number: number - 1, of }),
            _ => Err(format!("'{text}' is no part: the third of sixteen is 3/16")),
        }
    }

    fn told(&self) -> String {
        if self.of == 1 { String::new() } else { format!(", of which every {}th was tried", self.of) }
    }

    fn has(&self, comparison: u64) -> bool {
        comparison % self.of == self.number
    }
}

struct Compared<'a> {
    engine: &'a Engine,
    part: Part,
    /// Comparisons so far, those of other parts too.
    met: u64,
    searches: u64,
    moved: u64,
    discarded: u64,
    relayed: u64,
}

impl Compared<'_> {
    /// An example with every setting.
    fn example(&mut self, class: &str, options: &[&str], arguments: &[&str]) -> Result<(), String> {
        let file = testkit::repo_root().join("examples/concurrency").join(format!("{class}.java"));
        let text = std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        self.engine.compile(&[(class.to_string(), text)])?;
        let classes = self.engine.classes().to_string_lossy().into_owned();
        let options = [options, &["--class-path", &classes]].concat();
        let words: Vec<&str> = [&options[..], &[class], arguments].concat();
        let settings = settings();
        self.program(&words, options.len(), settings.iter())?;
        println!("{class}: the same with {} settings{}", settings.len(), self.part.told());
        Ok(())
    }

    fn random(&mut self, programs: u64) -> Result<(), String> {
        let name = |seed: u64| format!("P{seed}");
        let text = |seed: u64| java::print(&generate(seed, &Feature::ALL, Size::SMALL).0, &name(seed));
        let seeds = FIRST_SEED..FIRST_SEED + programs;
        let texts: Vec<_> = seeds.clone().map(|seed| (name(seed), text(seed))).collect();
        self.engine.compile(&texts)?;
        let classes = self.engine.classes().to_string_lossy().into_owned();
        let settings = settings();
        let mut left_out = 0;
        for seed in seeds {
            // Neighbours in the list differ in little: a stride that has no factor in common with its length.
            let at = |i: usize| ((seed as usize * FEW + i) * 205) % settings.len();
            let few: Vec<&Vec<&str>> = (0..FEW).map(|i| &settings[at(i)]).collect();
            let class = name(seed);
            let words = ["--reduce", "local", "--class-path", &classes, &class];
            left_out += u64::from(!self.program(&words, words.len() - 1, few.into_iter())?);
        }
        println!(
            "{programs} random programs are the same with {FEW} settings each{}; {left_out} were too large",
            self.part.told()
        );
        Ok(())
    }

    /// Searches a program with settings: `words` are options, of which there are so many, the program and its
    /// arguments. False if it is too large.
    fn program<'s>(
        &mut self,
        words: &[&str],
        options: usize,
        settings: impl Iterator<Item = &'s Vec<&'static str>>,
    ) -> Result<bool, String> {
        let settings: Vec<_> = settings.zip(self.met..).collect();
        self.met += settings.len() as u64;
        let settings: Vec<_> = settings.into_iter().filter(|(_, number)| self.part.has(*number)).collect();
        if settings.is_empty() {
            return Ok(true);
        }
        let (options, program) = words.split_at(options);
        let one = self.search(options, &["--search", "bfs"], program)?;
        if one["verdict"] == "inconclusive" {
            return Ok(false);
        }
        for (setting, _) in settings {
            let many = self.search(options, setting, program)?;
            for key in ["verdict", "states", "transitions"] {
                if one[key] != many[key] {
                    return Err(format!(
                        "{} {}: {key} is {} and not {}",
                        setting.join(" "),
                        words.join(" "),
                        many[key],
                        one[key]
                    ));
                }
            }
            let nodes = many["nodes"].as_array().map_or(&[][..], Vec::as_slice);
            let sum = |key: &str| nodes.iter().filter_map(|node| node[key].as_u64()).sum::<u64>();
            self.moved += sum("moved");
            self.discarded += sum("discarded");
            self.relayed += sum("relayed");
        }
        Ok(true)
    }

    fn search(&mut self, options: &[&str], setting: &[&str], program: &[&str]) -> Result<Value, String> {
        let file = self.engine.folder.join("record.json");
        std::fs::create_dir_all(&self.engine.folder)
            .map_err(|error| format!("{}: {error}", file.display()))?;
        // What an earlier search has written says nothing of this one.
        drop(std::fs::remove_file(&file));
        let mut command = Command::new(&self.engine.jaywalk);
        command.args(["check", "--all", "--minimize", "0", "--max-states", MOST_STATES, "--jdk"]);
        command.arg(&self.engine.jdk).arg("--json").arg(&file).args(setting).args(options).args(program);
        let output =
            command.output().map_err(|error| format!("{}: {error}", self.engine.jaywalk.display()))?;
        self.searches += 1;
        let told = || {
            let shown = testkit::process::shown(&command);
            format!("{shown}: {:?}\n{}", output.status, String::from_utf8_lossy(&output.stderr))
        };
        let is_good = matches!(output.status.code(), Some(0 | 1 | 3));
        read(&file).filter(|_| is_good).ok_or_else(told)
    }
}

fn read(file: &Path) -> Option<Value> {
    serde_json::from_str(&std::fs::read_to_string(file).ok()?).ok()
}
