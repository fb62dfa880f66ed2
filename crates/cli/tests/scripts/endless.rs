//! Scripts that were forged to take for ever, or to have files read, and places where scripts go.

use crate::forged::file;
use crate::further::compiled;
use crate::programs::{Ran, jaywalk, run, scratch};
use lts::Choice;
use script::{Header, Meeting, Script, Subgraphs};
use std::io::Read;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// Whatever a small file says is said of it sooner.
const SOON: Duration = Duration::from_secs(60);

fn told(ran: &Ran) -> String {
    let start = |text: &str| text.chars().take(600).collect::<String>();
    format!("{:?} {}{}", ran.code, start(&ran.out), start(&ran.err))
}

/// A script with its description and its moves.
fn recorded(name: &str, words: &str) -> (String, Header, Vec<u8>) {
    let script = scratch(name);
    let ran = jaywalk("check", &format!("--reduce local --loose --script {script} {words}"));
    assert_eq!(ran.code, Some(0), "{}", told(&ran));
    let bytes = std::fs::read(&script).expect("a script");
    let opened = Script::open(std::io::Cursor::new(bytes.clone())).expect("a script");
    let moves = bytes[bytes.len() - 16 - opened.sizes.moves as usize..bytes.len() - 16].to_vec();
    (script, opened.header, moves)
}

#[test]
fn a_description_cannot_take_for_ever() {
    let (_, header, moves) = recorded("endless", "concurrency/NestedMonitor.java 1 1 1 1");
    let forged = scratch("endless-forged");
    let certify = |header: &Header| {
        std::fs::write(&forged, file(header, &Subgraphs::default(), moves.clone()))
            .expect("it can be written");
        let begun = Instant::now();
        let ran = jaywalk("certify", &format!("--max-seconds 0.3 {forged}"));
        assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
        ran
    };
    let many = |name: &str| (0..200_000).map(|at| format!("{name}{at}")).collect::<Vec<_>>();
    let choice = Choice { actor: 0, value: 0 };
    // Told in full, these paths would take 80 gigabytes.
    let long = Meeting { lessons: Vec::new(), same: 0, rest: vec![choice; 2_000_000] };
    let again = Meeting { lessons: Vec::new(), same: 2_000_000, rest: Vec::new() };
    let meetings = std::iter::once(long).chain((0..5_000).map(|_| again.clone())).collect();
    let ran = certify(&Header { meetings, ..header.clone() });
    assert!(ran.code == Some(2) && ran.err.contains("got to know"), "{}", told(&ran));
    // These are true, and there are many.
    let first = header.meetings.first().expect("a path").clone();
    let same = Meeting { lessons: Vec::new(), same: first.rest.len(), rest: Vec::new() };
    let meetings = std::iter::once(first).chain((0..1_000_000).map(|_| same.clone())).collect();
    let ran = certify(&Header { meetings, ..header.clone() });
    assert!(ran.code == Some(3) && ran.out.contains("time limit"), "{}", told(&ran));
    let sources = many("x").into_iter().map(|name| (name, 1)).chain(header.sources.clone()).collect();
    let ran = certify(&Header { sources, ..header.clone() });
    assert!(ran.code == Some(2) && ran.err.contains("another program"), "{}", told(&ran));
    let terms =
        many("x").into_iter().map(|name| (name, "y".to_string())).chain(header.terms.clone()).collect();
    let ran = certify(&Header { terms, ..header.clone() });
    assert!(ran.code == Some(2) && ran.err.contains("another program"), "{}", told(&ran));
    let words = [header.words.clone(), many("a")[..50_000].to_vec()].concat();
    let ran = certify(&Header { words, ..header.clone() });
    assert!(ran.code == Some(2) && ran.err.contains("arguments"), "{}", told(&ran));
    let words = [many("--all"), header.words.clone()].concat();
    let ran = certify(&Header { words, ..header.clone() });
    assert_eq!(ran.code, Some(2), "{}", told(&ran));
    let words = vec!["--all".to_string(); 200_000];
    let ran = certify(&Header { words: [words, header.words.clone()].concat(), ..header });
    assert!(ran.code == Some(2) && ran.err.contains("more options"), "{}", told(&ran));
}

/// What a program may ask of the disk, no script asks of it.
#[test]
fn no_script_has_files_read() {
    let (_, header, moves) = recorded("asking", "concurrency/NestedMonitor.java 1 1 1 1");
    let forged = scratch("asking-forged");
    for kind in ["content", "facts", "link-facts", "names", "real-path", "link"] {
        let asked = format!("{kind} {forged}");
        let sources = std::iter::once((asked.clone(), 1)).chain(header.sources.clone()).collect();
        let header = Header { sources, ..header.clone() };
        std::fs::write(&forged, file(&header, &Subgraphs::default(), moves.clone()))
            .expect("it can be written");
        let ran = jaywalk("certify", &forged);
        let is_unread = ran.err.contains(&format!("{asked}: there 0000000000000001, here -"));
        assert!(ran.code == Some(2) && is_unread, "{}", told(&ran));
    }
}

/// The time counts for all workers together, and for all that they follow one after the other.
#[test]
fn time_is_over_for_all_workers() {
    let (script, ..) = recorded("timed", "concurrency/DiningPhilosophers.java 5 1");
    for how in ["", "--workers 2", "--trust", "--workers 2 --trust"] {
        let ran = jaywalk("certify", &format!("{how} --max-seconds 0.05 {script}"));
        let seconds = ran.out.lines().next().and_then(|line| line.rsplit_once(" s")?.0.rsplit_once(' '));
        let seconds: f64 = seconds.and_then(|(_, number)| number.parse().ok()).expect("a time");
        assert!(ran.code == Some(3) && seconds < 2.0, "{how}: {}", told(&ran));
    }
}

/// Who found that a script is false is believed, and nobody reads the rest of it.
#[test]
fn nobody_reads_on_behind_a_deviation() {
    let (_, header, _) = recorded("unread", "concurrency/NestedMonitor.java 1 1 1 1");
    // One new state behind the other, all with one choice.
    let choices = [1u8, 0, 0];
    let one = |list: u8| [list << 2, 0, 0, 0, 0];
    let mut moves = [&one(1)[..], &choices].concat();
    (0..8_000_000).for_each(|_| moves.extend_from_slice(&one(1)));
    let header = Header { states: u64::from(u32::MAX) - 9, transitions: 1 << 60, ..header };
    let forged = scratch("unread-forged");
    let pressed = script::pressed(&moves).expect("memory");
    std::fs::write(&forged, file(&header, &Subgraphs::default(), pressed)).expect("it can be written");
    let begun = Instant::now();
    let alone = jaywalk("certify", &forged);
    let ran = jaywalk("certify", &format!("--workers 2 {forged}"));
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
    assert!(ran.code == Some(2) && ran.err == alone.err, "{}{}", told(&ran), told(&alone));
}

/// A link stays a link, and a pipe is written to.
#[test]
fn a_script_goes_where_its_name_leads() {
    let [link, target, pipe] = ["link", "link-target", "pipe"].map(scratch);
    [&link, &target, &pipe].iter().for_each(|file| drop(std::fs::remove_file(file)));
    std::fs::write(&target, "old").expect("it can be written");
    std::os::unix::fs::symlink(&target, &link).expect("a link");
    let check = |file: &str| {
        let ran = jaywalk("check", &format!("--script {file} concurrency/NestedMonitor.java 1 1 1 1"));
        assert_eq!(ran.code, Some(0), "{}", told(&ran));
    };
    check(&link);
    assert!(Path::new(&link).is_symlink() && std::fs::metadata(&target).expect("a file").len() > 3);
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let reader = {
        let pipe = pipe.clone();
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            std::fs::File::open(pipe).and_then(|mut file| file.read_to_end(&mut bytes)).expect("a pipe");
            bytes
        })
    };
    check(&pipe);
    assert!(reader.join().expect("a reader") == std::fs::read(&target).expect("a script"));
    assert!(std::os::unix::fs::FileTypeExt::is_fifo(&std::fs::metadata(&pipe).expect("a pipe").file_type()));
}

/// Pools that are shut down at work: steps that are foreseen must lead where they lead.
#[test]
fn several_workers_follow_what_pools_do() {
    let source = std::fs::read_to_string(
        testkit::repo_root().join("tests/cases/concurrent/executors/PoolIsShutDownAtWork.java"),
    );
    let classes = compiled("pool-at-work", "", &[("PoolIsShutDownAtWork", &source.expect("a case"))])
        .display()
        .to_string();
    let script = scratch("pool-at-work");
    for reduce in ["local", "full"] {
        let program = ["-cp", &classes, "PoolIsShutDownAtWork"];
        let ran = run("check", &[&["--reduce", reduce, "--script", &script][..], &program].concat());
        assert_eq!(ran.code, Some(0), "{}", told(&ran));
        for workers in ["1", "2", "3"] {
            let ran = run("certify", &["--workers", workers, &script]);
            assert_eq!(ran.code, Some(0), "{reduce} {workers}: {}", told(&ran));
        }
    }
}

/// Where objects are named by what a machine did before, its fingerprints say nothing to another one.
#[test]
fn parts_need_names_that_all_machines_give() {
    for symmetry in ["off", "alloc"] {
        let program = "concurrency/DiningPhilosophers.java 3 1";
        let (script, ..) = recorded("named", &format!("--symmetry {symmetry} {program}"));
        assert_eq!(jaywalk("certify", &script).code, Some(0));
        let ran = jaywalk("certify", &format!("--part 1/3 --map {script}.map {script}"));
        assert!(ran.code == Some(2) && ran.err.contains("in one piece"), "{}", told(&ran));
    }
}
