//! `cargo xtask NAME`: the chores of the tree. See README.md of this crate.

mod bench;
mod bless;
mod dist;
mod fuzz;
mod library;
mod mutants;
mod natives;
mod predicted;
mod processes;
mod sanitize;
mod simulate;
mod smv;
mod spin;
mod stubs;
mod tidy;
mod units;

use std::path::PathBuf;
use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask NAME

  tidy                              check the rules of the house
  rooms                             draw the rooms and what they use: docs/rooms.svg
  bless [NAME]                      rewrite golden files: run the tests (of NAME) with JAYWALK_BLESS=1
  dist [--binary FILE]              a package for Debian with man page and completions: target/dist
  sanitize                          rooms with unsafe code and workers under sanitizers, or valgrind
  natives [--why] [CLASSPATH]...    list the native methods that programs can reach, and whether we have them
  natives --docs                    write docs/natives.md
  fuzz [--programs N] [--help]       random programs against an interpreter of their own, in every setting
  library [--jdk HOME] [CLASS]...   whether the classes of the library table are linearizable: docs/library.md
  smv [N]                           N random SMV models by every engine, 3,000 if not said; damaged ones
  spin [N]                          all examples of SPIN's package and N random models against SPIN: same states
  predicted                         what runs of all cases do against what the points-to analysis foretells
  stubs [--classes N] [NAME]...     stubs of the JDK's classes and of the cases', whether they compile
  units [--programs N]              random units in real environments against generated ones: same outcomes, or more
  mutants [N]                       forge N scripts of searches, 10,000 if not said: each is refused, or true
  processes [N] [--part I/K]        searches by several processes as by one: all settings, N random programs
  simulate                          what 2 to 4,096 nodes would do with one search: docs/many-nodes.md
  bench run [--runs N] [PROGRAM]... measure java -Xint, java and jaywalk on bench/programs
  bench collapse                    what states take: no compression, collapse, tree, fingerprints
  bench search                      measure jaywalk check and SPIN on the same philosophers and buffer
  bench real                        programs over java.util.concurrent: states, steps a second, what was in vain
  bench objects [NAME]...           bounded exploration of classes beside enumerators by hand
  bench aodv                        a protocol by hand and by sets of states
  bench env                         how long the code behind stubs is looked at: AWT and Swing, under 10 s
  bench models                      Promela beside SPIN; symbolic engines on bench/smv, each within its time
  bench script [--large] [PROGRAM]... recording and certifying searches, beside check, on the programs of the paper
  bench dist [--large] [--speed]    one search by 1 to 8 processes: partition functions, balance, optimisations
";

/// Bad usage, as for jaywalk itself.
const EXIT_USAGE: u8 = 2;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["tidy"] => tidy::command(),
        ["rooms"] => tidy::draw_rooms(),
        ["bless", filter @ ..] => bless::command(filter),
        ["dist", rest @ ..] => dist::command(rest),
        ["sanitize"] => sanitize::command(),
        ["natives", rest @ ..] => natives::command(rest),
        ["library", rest @ ..] => library::command(rest),
        ["smv", count @ ..] => smv::command(count),
        ["spin", count @ ..] => spin::command(count),
        ["mutants", count @ ..] => mutants::command(count),
        ["stubs", rest @ ..] => stubs::command(rest),
        ["units", rest @ ..] => units::command(rest),
        ["predicted"] => predicted::command(),
        ["fuzz", rest @ ..] => fuzz::command(rest),
        ["processes", count @ ..] => processes::command(count),
        ["simulate"] => simulate::command(),
        ["bench", rest @ ..] => bench::command(rest),
        [] | ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprint!("unknown: {}\n\n{USAGE}", words.join(" "));
            return ExitCode::from(EXIT_USAGE);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// The cargo that runs us; its path is not always that of the `cargo` on the path.
fn cargo() -> std::process::Command {
    let program = std::env::var_os("CARGO").map_or_else(|| PathBuf::from("cargo"), PathBuf::from);
    let mut command = std::process::Command::new(program);
    command.current_dir(testkit::repo_root());
    command
}

/// `cargo metadata` of the workspace members alone.
fn metadata() -> Result<serde_json::Value, String> {
    let output = cargo()
        .args(["metadata", "--format-version", "1", "--no-deps"])
        .output()
        .map_err(|e| format!("cargo metadata: {e}"))?;
    if !output.status.success() {
        return Err(format!("cargo metadata:\n{}", String::from_utf8_lossy(&output.stderr)));
    }
    serde_json::from_slice(&output.stdout).map_err(|e| format!("cargo metadata: {e}"))
}
