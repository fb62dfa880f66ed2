//! How programs are searched: workers, checkpoints, interrupts, namings, and flags that do not go together.

mod common;

use common::{TIMEOUT, check, command, scratch};
use std::process::{Command, Stdio};
use std::time::Duration;
use testkit::process::{self, number_before as count};

/// Without what depends on the day: the time, the memory.
fn story(text: &str) -> Vec<String> {
    let untimed = |line: &str| line.split(';').next().unwrap_or_default().to_string();
    let lines = text.lines().enumerate();
    lines.map(|(i, line)| if i == 0 { untimed(line) } else { line.to_string() }).collect()
}

#[test]
fn workers_change_neither_verdict_nor_trace_nor_count() {
    for program in
        ["concurrency/DiningPhilosophers.java 4 0", "concurrency/DiningPhilosophersDeadlock.java 4"]
    {
        let (one, told) = check(&format!("--reduce full {program}"));
        for workers in [2, 4] {
            let (many, also) = check(&format!("--workers {workers} {program}"));
            assert_eq!(many.code, one.code, "{also}");
            match one.code {
                0 => assert_eq!(count(&also, "states"), count(&told, "states"), "{workers} workers"),
                _ => assert_eq!(story(&also), story(&told), "{workers} workers"),
            }
        }
    }
}

/// Runs that go on for ever, fair ones as well, and branching time: what holds, and the run that is told.
#[test]
fn workers_change_no_verdict_of_a_temporal_property() {
    let dines = "\"some thread at DiningPhilosophers.dine\"";
    for (logic, formula, code) in [
        ("--ltl", format!("F G {dines}"), 0),
        ("--ltl", format!("F G ! {dines}"), 1),
        ("--ctl", format!("AG EF {dines}"), 0),
        ("--ctl", format!("AG ! {dines}"), 1),
    ] {
        for fair in [&[][..], &["--fair"]] {
            let by = |workers: &str| {
                let mut command = command("--workers");
                command.args([workers, logic, &formula]).args(fair);
                command.args(["concurrency/DiningPhilosophers.java", "4", "0"]);
                let finished = process::run(&mut command, "", TIMEOUT).expect("it ends");
                (finished.code, String::from_utf8_lossy(&finished.stdout).into_owned())
            };
            let ((one, told), (many, also)) = (by("1"), by("3"));
            assert_eq!((one, many), (code, code), "{formula} {fair:?}: {told} {also}");
            match code {
                0 => assert_eq!(count(&also, "states"), count(&told, "states"), "{formula} {fair:?}"),
                _ => assert_eq!(story(&also), story(&told), "{formula} {fair:?}"),
            }
        }
    }
}

#[test]
fn a_killed_search_goes_on_from_its_checkpoint() {
    let (file, program) = (scratch("checkpoint"), "--reduce full concurrency/DiningPhilosophers.java 5 0");
    let keeping = format!("--checkpoint {} --checkpoint-every 0 {program}", file.display());
    process::kill_when_there(&mut command(&keeping), &file, TIMEOUT);
    let (_, whole) = check(program);
    let (resumed, also) = check(&format!("--resume {} {program}", file.display()));
    assert_eq!(resumed.code, 0, "{also}");
    for word in ["states", "transitions"] {
        assert_eq!(count(&also, word), count(&whole, word), "{word}");
    }
    let (other, _) =
        check(&format!("--resume {} --reduce full concurrency/DiningPhilosophers.java 4 0", file.display()));
    assert_eq!(other.code, 2);
    assert!(String::from_utf8_lossy(&other.stderr).contains("is for another search"));
    std::fs::write(&file, "something else").expect("it can be written");
    assert_eq!(check(&format!("--resume {} {program}", file.display())).0.code, 2);
    drop(std::fs::remove_file(&file));
}

#[test]
fn an_interrupt_ends_with_the_figures() {
    let mut command = command("concurrency/DiningPhilosophers.java 12 0");
    let child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
    std::thread::sleep(Duration::from_secs(3));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill is there");
    assert!(sent.success());
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{text}");
    assert!(text.contains("the search was interrupted") && count(&text, "states") > 0, "{text}");
}

#[test]
fn reductions_and_namings_only_ever_merge() {
    let program = "concurrency/DiningPhilosophers.java 3 0";
    let states = |options: &str| count(&check(&format!("{options} {program}")).1, "states");
    let (off, local, full) = (states("--reduce off"), states("--reduce local"), states("--reduce full"));
    assert!(off > local && local > full, "{off}, {local}, {full}");
    assert!(states("--reduce order") <= full);
    for naming in ["--symmetry off", "--symmetry alloc", "--gc off", "--gc refcount", "--gc mark-sweep"] {
        assert!(states(naming) >= full, "{naming}");
    }
    assert!(states("--thread-symmetry") <= full);
    for store in ["--store fingerprint", "--compress off", "--compress collapse"] {
        assert_eq!(states(&format!("--reduce full {store}")), full, "{store}");
    }
}

#[test]
fn flags_that_contradict_each_other_are_refused() {
    for (options, said) in [
        ("--workers 2 --search bfs", "--workers goes with --search dfs"),
        ("--workers 2 --search dpor", "--workers goes with --search dfs"),
        ("--search dpor --races", "--search dpor keeps no states"),
        ("--search dpor --reduce full", "--search dpor keeps no states"),
        ("--search dpor --store bitstate", "--search dpor keeps no states"),
        ("--search dpor --spill .", "--spill is for searches that keep visited states"),
        ("--search dpor --checkpoint x", "--checkpoint"),
        ("--search dpor --ltl F(true)", "leave out --search"),
        ("--max-preemptions 2", "--search preemptions"),
        ("--prefer main", "--heuristic threads"),
        ("--search best --heuristic threads", "--prefer"),
        ("--store bitstate --compress off", "--compress"),
        ("--gc off --search bfs", "--search dfs"),
        ("--thread-symmetry --workers 2", "one worker"),
        ("--checkpoint x --search bfs", "--checkpoint"),
        ("--spill . --store fingerprint", "--spill goes with --store exact and --compress tree"),
        ("--spill . --store bitstate", "--spill goes with --store exact and --compress tree"),
        ("--spill . --compress collapse", "--spill goes with --store exact and --compress tree"),
        ("--spill . --compress off", "--spill goes with --store exact and --compress tree"),
        ("--spill . --search random", "--spill is for searches that keep visited states"),
        ("--spill . --ltl F(true)", "--spill is for searches that keep visited states"),
        ("--spill no-such-folder", "--spill no-such-folder: cannot put states there: No such file"),
        ("--spill README.md", "--spill README.md: cannot put states there: Not a directory"),
        ("--spill /proc", "--spill /proc: cannot put states there"),
        ("--max-seconds=-1", "seconds"),
        ("--max-states 0", "0"),
        ("--search sideways", "sideways"),
    ] {
        let (refused, _) = check(&format!("{options} concurrency/DiningPhilosophers.java"));
        let complaint = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.code, 2, "{options}: {complaint}");
        assert!(complaint.contains(said), "{options}: {complaint}");
    }
}

#[test]
fn samples_find_bugs_and_prove_nothing() {
    for search in ["random", "pct"] {
        let (found, text) = check(&format!("--search {search} concurrency/DiningPhilosophersDeadlock.java"));
        assert_eq!(found.code, 1, "{text}");
        let (nothing, text) =
            check(&format!("--search {search} --walks 5 concurrency/DiningPhilosophers.java 3 1"));
        assert_eq!(nothing.code, 3, "{text}");
        assert!(text.contains("only some paths were tried"), "{text}");
    }
}

/// Nothing is stored: the same verdicts, each order of steps that matters once.
#[test]
fn runs_are_explored_without_a_store() {
    let (found, text) = check("--search dpor concurrency/DiningPhilosophersDeadlock.java 3");
    assert_eq!(found.code, 1, "{text}");
    let record = scratch("stateless");
    let json = record.display();
    let (safe, text) = check(&format!("--search dpor --json {json} concurrency/DiningPhilosophers.java 3 1"));
    assert_eq!(safe.code, 0, "{text}");
    let told = std::fs::read_to_string(&record).expect("a record");
    let number = |key: &str| -> u64 {
        let rest = told.split(&format!("\"{key}\":")).nth(1).expect(key).trim_start();
        rest.split(|c: char| !c.is_ascii_digit()).next().and_then(|digits| digits.parse().ok()).expect(key)
    };
    assert!(number("executions") > 1 && number("reversed") > 0, "{told}");
    let (cut, text) = check("--search dpor --max-depth 10 concurrency/DiningPhilosophers.java 3 1");
    assert_eq!(cut.code, 3, "{text}");
    assert!(text.contains("paths were cut at the depth limit"), "{text}");
}

/// A thread that starts another when the first is gone has shorter steps where the first is still there: what was
/// planned behind a long one does not fit behind a short one.
#[test]
fn threads_that_start_others_need_no_store() {
    let folder = scratch("starts-inside");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("StartsInside.java");
    let text = "public class StartsInside {
        static volatile int x;
        public static void main(String[] args) {
            Thread last = new Thread(() -> {});
            new Thread(() -> { last.start(); x = 1; }).start();
            assert x == 0;
        }
    }";
    std::fs::write(&file, text).expect("a program");
    let (plain, text) = check(&file.display().to_string());
    assert_eq!(plain.code, 1, "{text}");
    let (stateless, text) = check(&format!("--search dpor {}", file.display()));
    assert_eq!(stateless.code, 1, "{text}");
}

#[test]
fn preemptions_can_be_bounded() {
    let deadlock = "concurrency/DiningPhilosophersDeadlock.java 3";
    let bounded = |most: u32| check(&format!("--search preemptions --max-preemptions {most} {deadlock}"));
    let (none, text) = bounded(0);
    assert_eq!(none.code, 3, "{text}");
    let (some, text) = bounded(1);
    assert_eq!(some.code, 1, "{text}");
    assert!(text.contains("1 preemption, the fewest possible"), "{text}");
}
