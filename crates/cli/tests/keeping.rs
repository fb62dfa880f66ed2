//! Checkpoints of real programs: killed at any moment, with every option, and taken up with others.

mod common;

use common::{TIMEOUT, check, command, scratch};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use testkit::jdk::Jdk;
use testkit::process::{self, Finished};
use testkit::random::Random;

/// The first line without the time, which has the counts, and all findings.
fn told(text: &str) -> Vec<String> {
    let lines = text.lines().enumerate();
    let is_time = |part: &str| part.trim_end_matches(')').ends_with(" s");
    let untimed = |line: &str| line.split(", ").filter(|part| !is_time(part)).collect::<Vec<_>>().join(", ");
    let own = lines.filter(|(i, line)| *i == 0 || line.contains("FAIL") || line.starts_with("deadlock"));
    own.map(|(_, line)| untimed(line)).collect()
}

#[test]
fn a_search_that_is_killed_again_and_again_comes_to_its_end() {
    let mut random = Random(11);
    for (options, count) in [
        ("--reduce full", 7),
        ("--reduce full --all", 7),
        ("--symmetry alloc", 6),
        ("--reduce local --gc refcount", 4),
    ] {
        let program = format!("{options} concurrency/DiningPhilosophers.java {count} 0");
        let (whole, expected) = check(&program);
        let file = scratch("keeping-killed");
        drop(std::fs::remove_file(&file));
        for _ in 0..4 {
            let resume = match file.exists() {
                true => format!("--resume {} ", file.display()),
                false => String::new(),
            };
            let kept = format!("{resume}--checkpoint {} --checkpoint-every 0 {program}", file.display());
            let mut child =
                command(&kept).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
            std::thread::sleep(Duration::from_millis(300 + random.below(1500) as u64));
            drop(child.kill());
            child.wait().expect("it is gone");
        }
        let last = match file.exists() {
            true => check(&format!("--resume {} {program}", file.display())),
            false => continue,
        };
        assert_eq!(last.0.code, whole.code, "{options}: {}", String::from_utf8_lossy(&last.0.stderr));
        assert_eq!(told(&last.1), told(&expected), "{options}");
        drop(std::fs::remove_file(&file));
    }
}

#[test]
fn a_stop_writes_its_checkpoint_and_the_sum_of_all_is_the_whole() {
    for (options, program) in [
        ("--reduce full", "concurrency/DiningPhilosophers.java 4 0"),
        ("--reduce full --all", "concurrency/DiningPhilosophersDeadlock.java 3"),
        ("--symmetry alloc", "concurrency/DiningPhilosophers.java 4 0"),
    ] {
        let (file, program) = (scratch("keeping-stopped"), format!("{options} {program}"));
        let (whole, expected) = check(&program);
        let mut resume = String::new();
        for states in [20, 60, 200] {
            let kept = format!("{resume}--checkpoint {} --max-states {states} {program}", file.display());
            let (stopped, text) = check(&kept);
            assert_eq!(stopped.code, if options.ends_with("--all") { stopped.code } else { 3 }, "{text}");
            assert!(file.exists(), "{kept}: {text}");
            resume = format!("--resume {} ", file.display());
        }
        let (last, text) = check(&format!("{resume}{program}"));
        assert_eq!(last.code, whole.code, "{program}: {}", String::from_utf8_lossy(&last.stderr));
        assert_eq!(told(&text), told(&expected), "{program}");
        drop(std::fs::remove_file(&file));
    }
}

const DINES: &str = "\"philosopher 1 at DiningPhilosophers.dine\"";
const USES: &str = "\"philosopher 1 at DiningPhilosophers$Fork.use\"";
const LAYS: &str = "\"philosopher 1 at DiningPhilosophers$Fork.lay\"";

/// Three who eat once, with these options and properties, from classes that are compiled once.
fn dine(classes: &Path, options: &[String]) -> (Finished, String) {
    let mut command = command("");
    command.arg("-cp").arg(classes).args(options).args(["DiningPhilosophers", "3", "1"]);
    let finished = process::run(&mut command, "", TIMEOUT).expect("it ends");
    let text = String::from_utf8_lossy(&finished.stdout).into_owned();
    (finished, text)
}

/// Runs that are not fair and those that are, and the graph of branching time.
#[test]
fn searches_for_temporal_properties_are_stopped_and_come_to_their_end() {
    let classes = scratch("keeping-classes");
    let mut javac = Jdk::find().expect("a JDK").javac();
    javac.arg("-d").arg(&classes);
    javac.arg(testkit::repo_root().join("examples/concurrency/DiningPhilosophers.java"));
    assert_eq!(process::run(&mut javac, "", TIMEOUT).expect("it ends").code, 0);
    let (returns, ends) = (format!("G ({USES} -> F {LAYS})"), format!("F G !{DINES}"));
    let again = format!("AG EF !{DINES}");
    for (properties, code, stops) in [
        (vec!["--ltl", &returns], 0, 2),
        (vec!["--ltl", &ends, "--fair"], 0, 2),
        (vec!["--ltl", &format!("G F {DINES}")], 1, 0),
        (vec!["--ctl", &format!("AG {DINES}")], 1, 1),
        (vec!["--ctl", &again, "--ctlstar", &format!("A({ends}) && {again}")], 0, 2),
    ] {
        let properties: Vec<String> = properties.into_iter().map(str::to_string).collect();
        stopped_and_taken_up(&classes, &properties, code, stops);
    }
    drop(std::fs::remove_dir_all(&classes));
}

fn stopped_and_taken_up(classes: &Path, properties: &[String], code: i32, stops: usize) {
    let (whole, expected) = dine(classes, properties);
    assert_eq!(whole.code, code, "{properties:?}: {expected}");
    let file = scratch("keeping-temporal");
    let name = file.display().to_string();
    let (mut resume, mut stopped) = (Vec::new(), 0);
    let last = loop {
        // What was counted before counts: each run gets further than the one before.
        let limit = ((1 + stopped) * 1_400).to_string();
        let keep = ["--checkpoint", &name, "--max-states", &limit].map(str::to_string);
        let (ended, text) = dine(classes, &[&keep[..], &resume, properties].concat());
        if ended.code != 3 {
            break (ended, text);
        }
        resume = vec!["--resume".to_string(), name.clone()];
        stopped += 1;
    };
    assert_eq!(last.0.code, code, "{properties:?}: {}", String::from_utf8_lossy(&last.0.stderr));
    assert!(stopped >= stops, "{properties:?}: stopped {stopped} times");
    let holds = |text: &str| text.lines().skip(1).take(2).collect::<Vec<_>>().join("\n");
    if code == 0 {
        assert_eq!(holds(&last.1), holds(&expected), "{properties:?}");
        assert_eq!(told(&last.1), told(&expected), "{properties:?}");
    }
    if stopped > 0 {
        let other = ["--ltl".to_string(), format!("F {DINES}")];
        assert_eq!(dine(classes, &[&resume[..], &other].concat()).0.code, 2, "{properties:?}");
        assert_eq!(dine(classes, &[&resume[..], &other, &other].concat()).0.code, 2, "two searches");
    }
    drop(std::fs::remove_file(&file));
}

#[test]
fn other_options_are_refused_and_named() {
    let (file, program) = (scratch("keeping-options"), "concurrency/DiningPhilosophers.java 3 0");
    let (made, text) = check(&format!("--checkpoint {} --max-states 30 {program}", file.display()));
    assert_eq!(made.code, 3, "{text}");
    for (options, named) in [
        ("-da", "assertions: there on, here off"),
        ("-Dx=1", "-D: there -, here x=1"),
        ("--symmetry alloc", "--symmetry: there heap, here alloc"),
        ("--thread-symmetry", "--thread-symmetry: there off, here on"),
        ("--gc refcount", "--gc: there -, here refcount"),
        ("--reduce local", "--reduce: there order, here local"),
        ("--races", "--races: there off, here on"),
        ("--all", "--all: there off, here on"),
        ("--heap 100", "--heap: there 4096, here 100"),
    ] {
        let (refused, _) = check(&format!("--resume {} {options} {program}", file.display()));
        let complaint = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.code, 2, "{options}: {complaint}");
        assert!(complaint.contains("is for another search") && complaint.contains(named), "{complaint}");
    }
    let mut bytes = std::fs::read(&file).expect("a checkpoint");
    let mut random = Random(3);
    for _ in 0..5 {
        let at = random.below(bytes.len());
        bytes[at] ^= 1 << random.below(8);
        std::fs::write(&file, &bytes).expect("it can be written");
        let (refused, text) = check(&format!("--resume {} {program}", file.display()));
        assert_eq!(refused.code, 2, "byte {at}: {text}");
    }
    drop(std::fs::remove_file(&file));
}

/// A program that reads a file of its class path, one that it was granted, and the names in a folder.
const READER: &str = "import java.io.*;
import java.nio.file.*;
public class Reader {
  static volatile int turns;
  public static void main(String[] args) throws Exception {
    String own = new String(Reader.class.getResourceAsStream(\"/own.txt\").readAllBytes());
    String granted = Files.readString(Path.of(args[0], \"granted.txt\"));
    int files = new File(args[0]).list().length;
    Runnable turn = () -> { for (int i = 0; i < own.length() + granted.length() + files; i++) turns++; };
    for (int i = 0; i < 2; i++) new Thread(turn).start();
  }
}";

#[test]
fn what_a_program_has_read_must_be_as_it_was() {
    let folder = scratch("keeping-reading");
    let (classes, granted) = (folder.join("classes"), folder.join("granted"));
    for place in [&classes, &granted] {
        std::fs::create_dir_all(place).expect("a folder");
    }
    std::fs::write(folder.join("Reader.java"), READER).expect("it can be written");
    let mut javac = Jdk::find().expect("a JDK").javac();
    javac.arg("-d").arg(&classes).arg(folder.join("Reader.java"));
    assert_eq!(process::run(&mut javac, "", TIMEOUT).expect("javac runs").code, 0);
    let write = |place: &Path, text: &str| std::fs::write(place, text).expect("it can be written");
    let (own, other) = (classes.join("own.txt"), granted.join("granted.txt"));
    let renew = || {
        write(&own, "12");
        write(&other, "123");
    };
    renew();
    let time = std::fs::metadata(&other).and_then(|data| data.modified()).expect("files have times");
    let back_in_time = || {
        let file = std::fs::File::options().write(true).open(&other).expect("it is there");
        file.set_modified(time).expect("times can be set");
    };
    let file = folder.join("kept");
    let program = format!("-cp {} --allow-read {1} Reader {1}", classes.display(), granted.display());
    let (made, text) = check(&format!("--checkpoint {} --max-states 40 {program}", file.display()));
    assert_eq!(made.code, 3, "{text}");
    let resume = || check(&format!("--resume {} {program}", file.display()));
    let more = granted.join("more.txt");
    let changes: [(&dyn Fn(), &str); 3] = [
        (&|| write(&own, "13"), "read: /own.txt: there "),
        (&|| write(&other, "124"), "granted.txt: there "),
        (&|| write(&more, ""), "read: names "),
    ];
    for (change, named) in changes {
        change();
        back_in_time();
        let (refused, text) = resume();
        let complaint = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.code, 2, "{named}: {text}{complaint}");
        assert!(complaint.contains("is for another search") && complaint.contains(named), "{complaint}");
        renew();
        back_in_time();
        drop(std::fs::remove_file(&more));
    }
    let (done, text) = resume();
    let complaint = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.code, 0, "{text}{complaint}");
    drop(std::fs::remove_dir_all(&folder));
}
