//! Searches with states on disk: the same as in memory, and honest when the disk fails.

mod common;

use common::{TIMEOUT, complete, jaywalk, scratch};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;
use testkit::process::{self, Finished, number_before as count};

/// 76,222 states, which take more than a megabyte.
const PROGRAM: &str = "concurrency/DiningPhilosophers.java 5 0";
/// 660,574 states, which take ten megabytes.
const LARGE_PROGRAM: &str = "concurrency/DiningPhilosophers.java 6 0";

/// With more left out than what others cannot see there would be too few states.
fn unreduced(options: &str) -> String {
    format!("--reduce local {options}")
}

fn check(options: &str) -> (Finished, String) {
    let (finished, text) = common::check(&unreduced(options));
    (finished, on_one_line(&text))
}

/// What is wrapped to the width of the page is one line again.
fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A folder for states.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = scratch(name);
        std::fs::create_dir_all(&path).expect("it can be made");
        Folder(path)
    }

    fn flag(&self) -> String {
        format!("--spill {}", self.0.display())
    }

    /// The folder, which must be empty.
    fn remove(self) {
        std::fs::remove_dir(&self.0).expect("nothing was left behind");
    }
}

#[test]
fn a_search_on_disk_is_the_search_in_memory() {
    is_the_search_in_memory("same", "", PROGRAM, &["--memory 1", "--memory 4 --search bfs"]);
}

/// How deep the paths of two workers get, and so what they take beside the store, differs from run to run:
/// the limit is far above what must stay in memory, and far below what all states take.
#[test]
fn two_workers_on_disk_find_what_they_find_in_memory() {
    is_the_search_in_memory("workers", "--workers 2", LARGE_PROGRAM, &["--memory 5"]);
}

/// Memory that is not enough alone is with a disk, and then the search is that without a limit.
fn is_the_search_in_memory(name: &str, way: &str, program: &str, limits: &[&str]) {
    let folder = Folder::new(name);
    let (plain, whole) = check(&format!("{way} {program}"));
    assert_eq!(plain.code, 0, "{whole}");
    let spilled = |limit: &str| {
        let (spilled, text) = check(&format!("{} {way} {limit} {program}", folder.flag()));
        assert_eq!(spilled.code, 0, "{limit}: {text}");
        for word in ["states", "transitions"] {
            assert_eq!(count(&text, word), count(&whole, word), "{limit}: {text}");
        }
        text
    };
    for limit in limits {
        let (alone, text) = check(&format!("{way} {limit} {program}"));
        assert_eq!(alone.code, 3, "{limit}: {text}");
        assert!(text.contains("the memory limit was reached ("), "{text}");
        let text = spilled(limit);
        assert!(count(&text, "states on disk in") > 30_000, "{limit}: {text}");
    }
    let text = spilled("");
    assert!(text.contains(", no states on disk;"), "{text}");
    folder.remove();
}

#[test]
fn the_json_tells_what_is_on_disk() {
    let folder = Folder::new("json");
    let file = folder.0.with_extension("json");
    check(&format!("{} --memory 1 --json {} {PROGRAM}", folder.flag(), file.display()));
    let json = std::fs::read_to_string(&file).expect("it was written");
    let number = |key: &str| {
        let rest = json.split(&format!("\"{key}\": ")).nth(1).unwrap_or_else(|| panic!("no {key} in {json}"));
        rest.split([',', '\n']).next().unwrap_or_default().parse::<u64>().expect("a number")
    };
    assert!(number("disk_states") > 30_000 && number("disk_bytes") >= 24 * number("disk_states"), "{json}");
    assert!(json.contains("\"disk_fault\": null"), "{json}");
    drop(std::fs::remove_file(file));
    folder.remove();
}

#[test]
fn a_finding_is_found_and_told_alike() {
    let folder = Folder::new("finding");
    let program = "--memory 1 concurrency/DiningPhilosophersDeadlock.java 4";
    let (plain, told) = check(program);
    let (spilled, also) = check(&format!("{} {program}", folder.flag()));
    let story = |text: &str| text.split_once(" s)").map(|(_, story)| story.to_string());
    assert_eq!((plain.code, spilled.code), (1, 1), "{also}");
    assert_eq!(story(&also), story(&told));
    folder.remove();
}

#[test]
fn a_killed_search_on_disk_goes_on_from_its_checkpoint() {
    let folder = Folder::new("checkpoints");
    let file = folder.0.with_extension("checkpoint");
    let spilling = format!("{} --memory 1", folder.flag());
    let keeping = format!("{spilling} --checkpoint {} --checkpoint-every 0.05 {PROGRAM}", file.display());
    // The hard way: even so nothing may be left in the folder.
    process::kill_when_there(&mut common::command(&unreduced(&keeping)), &file, TIMEOUT);
    let (_, whole) = check(PROGRAM);
    for options in [spilling.as_str(), ""] {
        let (resumed, text) = check(&format!("--resume {} {options} {PROGRAM}", file.display()));
        assert_eq!(resumed.code, 0, "{text}");
        for word in ["states", "transitions"] {
            assert_eq!(count(&text, word), count(&whole, word), "{options}: {text}");
        }
        assert_eq!(text.contains("states on disk in"), !options.is_empty(), "{text}");
    }
    drop(std::fs::remove_file(file));
    folder.remove();
}

/// A shell lets files grow to so many blocks only, and then says so instead of killing.
fn with_small_files(blocks: u32, options: &str) -> (Finished, String) {
    let mut shell = Command::new("sh");
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
    shell.args(["-c", &script, "sh"]).arg(jaywalk());
    complete(&mut shell, &unreduced(options));
    let finished = process::run(&mut shell, "", TIMEOUT).expect("it ends");
    let text = on_one_line(&String::from_utf8_lossy(&finished.stdout));
    (finished, text)
}

#[test]
fn a_disk_that_fills_up_loses_nothing() {
    let folder = Folder::new("full");
    // Enough for some states; the others stay in memory, which has a bound.
    let (full, text) = with_small_files(400, &format!("{} --memory 1 {PROGRAM}", folder.flag()));
    assert_eq!(full.code, 3, "{text}");
    let said = format!(
        "the memory limit was reached: cannot write states to {}: File too large",
        folder.0.display()
    );
    assert!(text.contains(&said), "{text}");
    assert!(count(&text, "states on disk in") > 0, "{text}");
    // Where memory is enough for all of them the search is complete, and tells what it could not do.
    let (enough, text) = with_small_files(400, &format!("{} --memory 2 {PROGRAM}", folder.flag()));
    let (_, whole) = check(PROGRAM);
    assert_eq!(enough.code, 0, "{text}");
    assert!(text.contains("(cannot write states to"), "{text}");
    assert_eq!(count(&text, "states"), count(&whole, "states"));
    folder.remove();
}

#[test]
fn states_that_cannot_be_read_back_make_a_search_inconclusive() {
    let folder = Folder::new("lost");
    for what in [".numbered", ".sorted"] {
        // Other orders than depth first read states by their numbers.
        let order = if what == ".numbered" { "--search bfs --memory 8" } else { "--memory 1" };
        let options = format!("{} {order} concurrency/DiningPhilosophers.java 9 0", folder.flag());
        let mut command = common::command(&unreduced(&options));
        let child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
        let file = opened(child.id(), what);
        std::fs::File::options().write(true).truncate(true).open(file).expect("it can be truncated");
        let output = child.wait_with_output().expect("it ends");
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(3), "{text}");
        let said = format!(
            "visited states could not be read back: cannot read states back from {}: ",
            folder.0.display()
        );
        assert!(text.contains(&said), "{text}");
    }
    folder.remove();
}

/// A file of another process by the end of the name that it had, when states are in it.
fn opened(process: u32, what: &str) -> PathBuf {
    for _ in 0..600 {
        std::thread::sleep(Duration::from_millis(100));
        let Ok(files) = std::fs::read_dir(format!("/proc/{process}/fd")) else { continue };
        for file in files.flatten() {
            let name = std::fs::read_link(file.path()).unwrap_or_default();
            let is_it = name.to_string_lossy().ends_with(&format!("{what} (deleted)"));
            if is_it && std::fs::metadata(file.path()).is_ok_and(|data| data.len() > 100_000) {
                return file.path();
            }
        }
    }
    panic!("no states came to disk")
}
