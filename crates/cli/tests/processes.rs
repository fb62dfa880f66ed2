//! One search by several processes: the same verdict, count and path as by one; processes that die; bad input.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use testkit::jdk::{Jdk, clean_environment};
use testkit::process::{self, Finished};

const TIMEOUT: Duration = Duration::from_secs(120);

fn jaywalk() -> PathBuf {
    match std::env::var_os("JAYWALK_TEST_BIN") {
        Some(path) => testkit::repo_root().join(path),
        None => PathBuf::from(env!("CARGO_BIN_EXE_jaywalk")),
    }
}

/// `jaywalk check` with these options, a program of the examples and its arguments.
fn command(options: &str) -> Command {
    let mut command = Command::new(jaywalk());
    clean_environment(&mut command);
    command.current_dir(testkit::repo_root().join("examples"));
    command.arg("check").arg("--jdk").arg(&Jdk::find().expect("a JDK").home).args(options.split_whitespace());
    command
}

fn check(options: &str) -> (Finished, String) {
    let finished = process::run(&mut command(options), "", TIMEOUT).expect("it ends");
    let text = String::from_utf8_lossy(&finished.stdout).into_owned();
    (finished, text)
}

fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()))
}

/// Verdict and counts of a search, from its record.
fn record(options: &str, name: &str) -> (i32, u64, u64, serde::Record) {
    let file = scratch(name);
    let (finished, text) = check(&format!("--json {} {options}", file.display()));
    let complaint = String::from_utf8_lossy(&finished.stderr).into_owned();
    let record = std::fs::read_to_string(&file).unwrap_or_else(|_| panic!("{options}: {text}{complaint}"));
    let _ = std::fs::remove_file(&file);
    let record = serde::Record(record);
    (finished.code, record.number("states"), record.number("transitions"), record)
}

/// Just enough of JSON for these records.
mod serde {
    pub struct Record(pub String);

    impl Record {
        pub fn number(&self, key: &str) -> u64 {
            let at = self.0.find(&format!("\"{key}\": ")).unwrap_or_else(|| panic!("no {key} in {}", self.0));
            let rest = &self.0[at + key.len() + 4..];
            rest.split([',', '\n', '}']).next().unwrap_or_default().trim().parse().expect("a number")
        }

        /// Of all nodes.
        pub fn sum(&self, key: &str) -> u64 {
            let key = format!("\"{key}\": ");
            let values = self.0.split(&key).skip(1);
            values.filter_map(|rest| rest.split([',', '\n', '}']).next()?.trim().parse::<u64>().ok()).sum()
        }

        pub fn count(&self, text: &str) -> usize {
            self.0.matches(text).count()
        }
    }
}

/// From the story on: what happened, and in which order.
fn path(text: &str) -> Vec<String> {
    text.lines().skip(1).take_while(|line| !line.contains("node 0")).map(str::to_string).collect()
}

#[test]
fn verdict_count_and_path_do_not_depend_on_the_number_of_processes() {
    for (program, options) in [
        ("concurrency/DiningPhilosophers.java 3 1", "--reduce local"),
        ("concurrency/BoundedBuffer.java", "--reduce full"),
    ] {
        let (code, states, transitions, _) = record(&format!("--search bfs {options} {program}"), "one");
        for how in ["--processes 2", "--processes 3 --siblings none --transfer state"] {
            let (also, many, steps, record) = record(&format!("{how} {options} {program}"), "many");
            assert_eq!((also, many, steps), (code, states, transitions), "{how} {options} {program}");
            let processes = how.split(' ').nth(1).and_then(|count| count.parse().ok()).unwrap_or(0);
            assert_eq!(record.count("\"share_of_messages\""), processes, "{how}");
        }
    }
    for program in ["concurrency/DiningPhilosophersDeadlock.java 3", "concurrency/PipelineDeadlock.java"] {
        let (one, told) = check(&format!("--minimize 0 --processes 1 {program}"));
        assert_eq!(one.code, 1, "{told}");
        for how in ["--processes 2 --workers 2", "--processes 3 --transfer path"] {
            let (many, also) = check(&format!("--minimize 0 {how} {program}"));
            assert_eq!(many.code, 1, "{also}");
            assert_eq!(path(&also), path(&told), "{how} {program}");
        }
    }
}

/// What counts for whose a state is, of all threads and of one.
#[test]
fn verdict_and_count_do_not_depend_on_the_partition_function() {
    let program = "--reduce local concurrency/DiningPhilosophers.java 3 1";
    let (code, states, transitions, _) = record(&format!("--search bfs {program}"), "whole");
    let mut messages = Vec::new();
    for function in ["global", "local", "local:1", "pc", "pc:2", "pcs", "pcs:1"] {
        let how = format!("--processes 2 --partition {function}");
        let (also, many, steps, record) = record(&format!("{how} {program}"), "parts");
        assert_eq!((also, many, steps), (code, states, transitions), "{how}");
        messages.push(record.sum("messages"));
    }
    assert!(messages.iter().all(|&count| count > 0), "{messages:?}");
    // One thread says less of a state than all of it.
    assert!(messages[2] < messages[0] && messages[4] < messages[2], "{messages:?}");
    let deadlock = "--minimize 0 concurrency/DiningPhilosophersDeadlock.java 3";
    let (one, told) = check(&format!("--processes 1 {deadlock}"));
    let (two, also) = check(&format!("--processes 2 --partition pc:1 {deadlock}"));
    assert_eq!((one.code, two.code), (1, 1), "{told}\n{also}");
    assert_eq!(path(&told), path(&also));
}

#[test]
fn models_too() {
    let (one, told) = check("--search bfs temporal/protocol.model --invariant turn");
    let (two, also) = check("--processes 2 temporal/protocol.model --invariant turn");
    assert_eq!((one.code, two.code), (1, 1), "{told}\n{also}");
    let (one, told) = check("--processes 1 models/broken.pml");
    let (two, also) = check("--processes 2 --partition pc:1 models/broken.pml");
    assert_eq!((one.code, two.code), (1, 1), "{told}\n{also}");
    assert_eq!(path(&told), path(&also));
    let (refused, _) = check("--processes 2 --partition pc temporal/protocol.model --invariant turn");
    let complaint = String::from_utf8_lossy(&refused.stderr);
    assert!(refused.code == 2 && complaint.contains("no threads"), "{complaint}");
}

/// Addresses of this machine that were free a moment ago.
fn hosts(name: &str, count: usize) -> (PathBuf, Vec<String>) {
    let doors: Vec<_> =
        (0..count).map(|_| std::net::TcpListener::bind("127.0.0.1:0").expect("a port")).collect();
    let hosts: Vec<String> =
        doors.iter().map(|door| door.local_addr().expect("an address").to_string()).collect();
    let file = scratch(name);
    std::fs::write(&file, format!("# who\n{}\n", hosts.join("\n"))).expect("a file");
    (file, hosts)
}

/// Processes that are ended with the test, however it ends.
struct Running(Vec<Child>);

impl Drop for Running {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Running {
    fn start(commands: Vec<Command>) -> Running {
        let start = |mut command: Command| {
            command
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .expect("it starts")
        };
        Running(commands.into_iter().map(start).collect())
    }

    /// Waits for one of them: its exit code and what it said.
    fn end(&mut self, at: usize) -> (i32, String) {
        use std::io::Read;
        let until = Instant::now() + TIMEOUT;
        let child = &mut self.0[at];
        let code = loop {
            match child.try_wait().expect("it can be waited for") {
                Some(status) => break status.code().unwrap_or(-1),
                None if Instant::now() >= until => panic!("process {at} hangs"),
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        };
        let mut text = String::new();
        child.stdout.take().expect("output").read_to_string(&mut text).expect("text");
        child.stderr.take().expect("errors").read_to_string(&mut text).expect("text");
        (code, text)
    }
}

#[test]
fn a_list_of_hosts() {
    let (file, _) = hosts("hosts", 2);
    let file = file.display();
    let program = "--reduce local concurrency/DiningPhilosophers.java 3 1";
    let commands = [0, 1].map(|rank| command(&format!("--cluster {file} --rank {rank} {program}")));
    let mut running = Running::start(commands.into());
    let (one, told) = running.end(0);
    let (other, also) = running.end(1);
    assert_eq!((one, other), (0, 0), "{told}\n{also}");
    assert!(told.contains("PASS") && told.contains("node 1:"), "{told}");
    assert!(also.contains("--rank 0 tells"), "{also}");
}

/// Whatever dies, and whenever: nobody says that the program is safe, and nobody waits for ever.
#[test]
fn processes_that_die() {
    let program = "--reduce local concurrency/DiningPhilosophers.java 6 0";
    for (victim, after) in [(1, 600), (0, 1_500), (2, 2_500)] {
        let (file, _) = hosts(&format!("dying-{victim}-{after}"), 3);
        let file = file.display();
        let commands = [0, 1, 2]
            .map(|rank| command(&format!("--cluster {file} --rank {rank} --connect-seconds 5 {program}")));
        let mut running = Running::start(commands.into());
        std::thread::sleep(Duration::from_millis(after));
        running.0[victim].kill().expect("it can be killed");
        for rank in (0..3).filter(|&rank| rank != victim) {
            let (code, text) = running.end(rank);
            assert!(code == 3 || code == 2, "process {rank} of which {victim} died: {code} {text}");
            assert!(!text.contains("PASS"), "{text}");
        }
    }
}

#[test]
fn what_is_wrong_is_said() {
    let (file, addresses) = hosts("wrong", 2);
    let file = file.display();
    let taken = std::net::TcpListener::bind(&addresses[1]).expect("it is free");
    let program = "concurrency/DiningPhilosophers.java";
    for (options, said) in [
        (format!("--cluster {file}"), "--rank"),
        ("--rank 1".to_string(), "--cluster"),
        (format!("--cluster {file} --rank 2"), "--rank 2: "),
        (format!("--cluster {file} --rank 1"), &*format!("{}: nobody can be let in there", addresses[1])),
        (format!("--cluster {file} --rank 0 --connect-seconds 0.5"), "node 1 ("),
        ("--cluster no-such-file --rank 0".to_string(), "no-such-file: cannot be read"),
        ("--cluster README.md --rank 0".to_string(), "is no HOST:PORT"),
        (format!("--processes 2 --cluster {file} --rank 0"), "give one of them"),
        ("--processes 0".to_string(), "0"),
        ("--processes 2 --search dfs".to_string(), "--processes and --cluster go with"),
        ("--processes 2 --checkpoint x".to_string(), "--processes and --cluster go with"),
        ("--processes 2 --ltl F(true)".to_string(), "--processes and --cluster go with"),
        ("--processes 2 --store bitstate".to_string(), "--processes and --cluster go with"),
        ("--processes 2 --siblings some".to_string(), "neither none, all nor a number"),
        ("--processes 2 --partition frames".to_string(), "'frames' is none of global, local, pc and pcs"),
        ("--processes 2 --partition pc:main".to_string(), "'main' is no number of a thread"),
        ("--processes 2 --partition global:0".to_string(), "global looks at all threads"),
        ("--processes 2 --partition pcs:77".to_string(), "there is no thread 77"),
        ("--partition pc".to_string(), "--partition goes with --processes or --cluster"),
        ("--processes 2 --node 1".to_string(), "--processes has started"),
    ] {
        let (refused, text) = check(&format!("{options} {program}"));
        let complaint = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.code, 2, "{options}: {text}{complaint}");
        assert!(complaint.contains(said), "{options}: {complaint}");
    }
    drop(taken);
    let (refused, _) = check("--processes 2 NoSuchClass");
    assert_eq!(refused.code, 2);
    // Different programs, and options.
    let commands = ["3 1", "3 2"].iter().enumerate();
    let commands =
        commands.map(|(rank, words)| command(&format!("--cluster {file} --rank {rank} {program} {words}")));
    let mut running = Running::start(commands.collect());
    let ((one, told), (other, also)) = (running.end(0), running.end(1));
    assert_eq!((one, other), (2, 2), "{told}\n{also}");
    assert!(told.contains("node 1 has another search") && told.contains("arguments"), "{told}");
}
