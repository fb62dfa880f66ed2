//! One search by several processes: the same verdict, count and path as by one; processes that die, and searches that
//! are taken up again; bad input.

mod common;
#[path = "processes/flaws.rs"]
mod flaws;

use common::{TIMEOUT, check, command, scratch};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use testkit::jdk::Jdk;
use testkit::random::Random;

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
        let (code, states, transitions, one) = record(&format!("--search bfs {options} {program}"), "one");
        for how in ["--processes 2 --lookahead 1", "--processes 3 --siblings none --transfer state"] {
            let (also, many, steps, record) = record(&format!("{how} {options} {program}"), "many");
            assert_eq!((also, many, steps), (code, states, transitions), "{how} {options} {program}");
            assert_eq!(record.number("max_depth"), one.number("max_depth"), "{how} {options} {program}");
            let processes = how.split(' ').nth(1).and_then(|count| count.parse().ok()).unwrap_or(0);
            assert_eq!(record.count("\"share_of_messages\""), processes, "{how}");
        }
    }
    for program in ["concurrency/DiningPhilosophersDeadlock.java 3", "concurrency/PipelineDeadlock.java"] {
        let (one, told) = check(&format!("--minimize 0 --processes 1 {program}"));
        assert_eq!(one.code, 1, "{told}");
        for how in
            ["--processes 2 --workers 2", "--processes 3 --transfer path", "--processes 2 --lookahead 2"]
        {
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

/// A thread may begin later than any walk looks, or never: it is said if no state has it.
#[test]
fn a_thread_that_does_not_begin() {
    let program = "--reduce local concurrency/DiningPhilosophers.java 2 1";
    let (one, told) = check(&format!("--processes 1 {program}"));
    for (function, is_said) in [("pcs:77", true), ("local:2", false)] {
        let (two, also) = check(&format!("--processes 2 --partition {function} {program}"));
        let complaint = String::from_utf8_lossy(&two.stderr);
        assert_eq!((one.code, two.code), (0, 0), "{told}{also}{complaint}");
        assert_eq!(complaint.contains("no state has a thread 77"), is_said, "{function}: {complaint}");
    }
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

/// Classes of states that change hands.
#[test]
fn verdict_and_count_do_not_depend_on_who_has_which_states() {
    let program = "--reduce local concurrency/DiningPhilosophers.java 3 1";
    let (code, states, transitions, _) = record(&format!("--search bfs {program}"), "dealt");
    for (how, figure) in [
        ("--processes 2 --balance equal:5 --partition pc:2", "moved"),
        ("--processes 3 --balance one:200 --siblings all --transfer path", "moved"),
        ("--processes 3 --balance one:50 --lookahead 2 --partition pcs", "relayed"),
        ("--processes 3 --balance all:300 --lookahead 1", "discarded"),
    ] {
        let (also, many, steps, record) = record(&format!("{how} {program}"), "handed");
        assert_eq!((also, many, steps), (code, states, transitions), "{how}");
        assert!(record.sum(figure) > 0 && record.sum("messages") > 0, "{how}: {}", record.0);
    }
    // There is no reason to split what everybody has.
    let (also, many, steps, record) = record(&format!("--processes 2 --balance all {program}"), "shared");
    assert_eq!((also, many, steps, record.sum("messages")), (code, states, transitions, 0));
    let deadlock = "--minimize 0 concurrency/DiningPhilosophersDeadlock.java 3";
    let (one, told) = check(&format!("--processes 1 {deadlock}"));
    for how in ["one:20", "all:20", "equal:5"] {
        let (two, also) = check(&format!("--processes 2 --balance {how} {deadlock}"));
        assert_eq!((one.code, two.code), (1, 1), "{how}: {told}\n{also}");
        assert_eq!(path(&told), path(&also), "{how}");
    }
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

/// What of a checkpoint is there: the number of files.
fn parts(folder: &Path) -> usize {
    let files = std::fs::read_dir(folder).map(|files| files.filter_map(Result::ok).count());
    files.unwrap_or_default()
}

/// Whatever dies, and whenever: nobody says that the program is safe, and nobody waits for ever. What was kept can be
/// gone on with, by any number of processes, and comes to the same.
#[test]
fn processes_that_die_and_searches_that_go_on() {
    let program = "--reduce local concurrency/DiningPhilosophers.java 4 2";
    let (code, states, transitions, _) = record(&format!("--search bfs {program}"), "undisturbed");
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("a clock");
    let seed = now.as_nanos() as u64 ^ u64::from(std::process::id());
    for (victim, resumed) in [(1, 3), (0, 2), (2, 1)] {
        let (file, _) = hosts(&format!("dying-{victim}"), 3);
        let file = file.display();
        let folder = scratch(&format!("kept-{victim}"));
        let options = format!("--checkpoint {} --checkpoint-every 0.1", folder.display());
        let commands = [0, 1, 2].map(|rank| {
            command(&format!("--cluster {file} --rank {rank} --connect-seconds 60 {options} {program}"))
        });
        let mut running = Running::start(commands.into());
        // All are connected when the first part is there: from now on a death is a loss, and nothing else.
        let until = Instant::now() + TIMEOUT;
        while parts(&folder) < 3 && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(Random::new(seed + victim as u64).below(300) as u64));
        running.0[victim].kill().expect("it can be killed");
        for rank in (0..3).filter(|&rank| rank != victim) {
            let (code, text) = running.end(rank);
            assert_eq!(code, 3, "process {rank} of which {victim} died, seed {seed}: {text}");
            assert!(!text.contains("PASS"), "{text}");
        }
        assert!(parts(&folder) >= 3, "seed {seed}");
        let options = format!("--processes {resumed} --resume {}", folder.display());
        let (also, many, steps, record) = record(&format!("{options} {program}"), "resumed");
        assert_eq!((also, many, steps), (code, states, transitions), "{options}, seed {seed}");
        assert_eq!(record.count("\"share_of_messages\""), resumed, "{options}");
        let _ = std::fs::remove_dir_all(&folder);
    }
}

/// Who dies before all are there has never been one of them: that is bad input, as a host that is not there.
#[test]
fn a_process_that_dies_too_early() {
    let (file, _) = hosts("early", 2);
    let program = "--reduce local concurrency/DiningPhilosophers.java 3 1";
    let options = format!("--cluster {} --connect-seconds 1", file.display());
    let mut running = Running::start(vec![command(&format!("{options} --rank 0 {program}"))]);
    let (code, text) = running.end(0);
    assert!(code == 2 && text.contains("cannot be reached"), "{code} {text}");
}

/// A search that was stopped goes on, and one that was damaged, or is another one's, is refused.
#[test]
fn parts_of_a_search() {
    let program = "--reduce local concurrency/DiningPhilosophers.java 3 1";
    let (code, states, transitions, _) = record(&format!("--search bfs {program}"), "unstopped");
    let folder = scratch("parts-kept");
    let keep = format!("--checkpoint {} --checkpoint-every 0", folder.display());
    let (stopped, _, _, cut) =
        record(&format!("--processes 2 --lookahead 1 {keep} --max-states 900 {program}"), "cut");
    assert_eq!(stopped, 3);
    assert!(cut.sum("kept") > 4 && cut.sum("left_out") > 0 && cut.sum("looked_at") > 0, "{}", cut.0);
    let resume = format!("--resume {}", folder.display());
    for how in ["--processes 3", "--processes 1 --workers 2", "--processes 2 --partition pc:1 --lookahead 2"]
    {
        let (also, many, steps, _) = record(&format!("{how} {resume} {program}"), "again");
        assert_eq!((also, many, steps), (code, states, transitions), "{how}");
    }
    for (options, said) in [
        ("--resume README.md".to_string(), "is no folder"),
        ("--resume concurrency".to_string(), "all parts are whole"),
        (format!("{resume} --races"), "--races: there off, here on"),
        ("--checkpoint README.md".to_string(), "no folder for the parts"),
    ] {
        let (refused, text) = check(&format!("--processes 2 {options} {program}"));
        let complaint = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.code, 2, "{options}: {text}{complaint}");
        assert!(complaint.contains(said), "{options}: {complaint}");
    }
    // The latest part of one node is damaged: there is an earlier one.
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(&folder).expect("parts").map(|file| file.expect("a file").path()).collect();
    assert_eq!(files.len(), 4, "two moments of two nodes: {files:?}");
    for (left, code) in [(3, code), (0, 2)] {
        while files.len() > left {
            std::fs::write(files.pop().expect("a file"), "damaged").expect("it can be damaged");
            if left == 3 {
                break;
            }
        }
        let (also, _) = check(&format!("--processes 2 {resume} {program}"));
        assert_eq!(also.code, code, "{left} of them are whole");
    }
    let _ = std::fs::remove_dir_all(&folder);
}

/// Classes that nobody names are not in the program's fingerprint: they are compared when they have been loaded.
#[test]
fn a_class_that_comes_late_is_another_one() {
    let folder = scratch("late");
    let javac = Jdk::find().expect("a JDK").home.join("bin/javac");
    let main = "public class Late { public static void main(String[] a) throws Exception {\n\
        Thread t = new Thread((Runnable) Class.forName(a[0]).getDeclaredConstructor().newInstance());\n\
        t.start(); t.join(); } }";
    let plug = |body: &str| {
        format!(
            "public class Plug implements Runnable {{ static volatile int k; public void run() {{ {body} }} }}"
        )
    };
    for (name, body) in [("a", "k++; k++;"), ("b", "k++;")] {
        let place = folder.join(name);
        std::fs::create_dir_all(&place).expect("a folder");
        std::fs::write(place.join("Late.java"), main).expect("a file");
        std::fs::write(place.join("Plug.java"), plug(body)).expect("a file");
        let files = [place.join("Late.java"), place.join("Plug.java")];
        let mut compile = Command::new(&javac);
        assert!(compile.arg("-d").arg(&place).args(files).status().is_ok_and(|status| status.success()));
    }
    let (file, _) = hosts("late-hosts", 2);
    for (other, code) in [("b", 2), ("a", 0)] {
        let commands = [(0, "a"), (1, other)].map(|(rank, name)| {
            let place = folder.join(name);
            command(&format!("--cluster {} --rank {rank} -cp {} Late Plug", file.display(), place.display()))
        });
        let mut running = Running::start(commands.into());
        for rank in [0, 1] {
            let (ended, text) = running.end(rank);
            assert_eq!(ended, code, "{text}");
            assert_eq!(text.contains("Plug: is not the same for all processes"), code == 2, "{text}");
        }
    }
    // The same between a checkpoint and its going on.
    let kept = folder.join("kept");
    let place = folder.join("a");
    let of_search = format!("-cp {} Late Plug", place.display());
    let (stopped, text) =
        check(&format!("--processes 2 --checkpoint {} --checkpoint-every 0 {of_search}", kept.display()));
    assert_eq!(stopped.code, 0, "{text}");
    std::fs::copy(folder.join("b/Plug.class"), place.join("Plug.class")).expect("it can be copied");
    let (resumed, text) = check(&format!("--processes 2 --resume {} {of_search}", kept.display()));
    let complaint = String::from_utf8_lossy(&resumed.stderr);
    assert!(resumed.code == 2 && complaint.contains("Plug is not what it was"), "{text}{complaint}");
    let _ = std::fs::remove_dir_all(&folder);
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
        ("--cluster /dev/zero --rank 0".to_string(), "/dev/zero: is too long for a list of hosts"),
        (format!("--processes 2 --cluster {file} --rank 0"), "give one of them"),
        ("--processes 0".to_string(), "0"),
        ("--processes 2 --search dfs".to_string(), "--processes and --cluster go with"),
        ("--processes 2 --lookahead 99".to_string(), "99"),
        ("--lookahead 1".to_string(), "--lookahead goes with"),
        ("--processes 2 --balance fair".to_string(), "'fair' is none of equal, one and all"),
        ("--processes 2 --balance one:0".to_string(), "'0' is no number of states"),
        ("--balance one".to_string(), "--balance goes with"),
        ("--siblings all".to_string(), "--siblings goes with --processes or --cluster"),
        ("--transfer components".to_string(), "--transfer goes with --processes or --cluster"),
        ("--connect-seconds 3".to_string(), "--connect-seconds goes with --processes or --cluster"),
        ("--record-graph graph".to_string(), "--record-graph goes with --processes 1"),
        ("--processes 2 --record-graph graph".to_string(), "a graph is recorded by one process"),
        ("--processes 2 --ltl F(true)".to_string(), "--processes and --cluster go with"),
        ("--processes 2 --store bitstate".to_string(), "--processes and --cluster go with"),
        ("--processes 2 --siblings some".to_string(), "neither none, all nor a number"),
        ("--processes 2 --partition frames".to_string(), "'frames' is none of global, local, pc and pcs"),
        ("--processes 2 --partition pc:main".to_string(), "'main' is no number of a thread"),
        ("--processes 2 --partition global:0".to_string(), "global looks at all threads"),
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
    for (one, other, said) in [
        ("", "", ["arguments: there [\"3\", \"1\"], here [\"3\", \"0\"]"; 2]),
        (
            "--siblings 3",
            "--max-states 70",
            ["--siblings: there 16384, here 3", "--max-states: there 70, here none"],
        ),
    ] {
        let commands = [one, other].into_iter().enumerate().map(|(rank, options)| {
            command(&format!("--cluster {file} --rank {rank} {options} {program} 3 {rank}"))
        });
        let mut running = Running::start(commands.collect());
        let ((one, told), (other, also)) = (running.end(0), running.end(1));
        assert_eq!((one, other), (2, 2), "{told}\n{also}");
        assert!(told.contains("node 1 has another search"), "{told}");
        assert!(said.iter().all(|said| told.contains(said)), "{told}");
    }
}
