//! A child process with input, captured output and a deadline.

use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// More output than this is cut: a program that prints for ever must not fill the memory.
const MAX_OUTPUT_BYTES: u64 = 32 << 20;

/// How often a running child is looked at. Short against the 50 ms that starting a JVM takes.
const POLL: Duration = Duration::from_millis(2);

/// What a finished process left behind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finished {
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// The exit code; 128 + n for a death by signal n, as a shell has it.
    pub code: i32,
}

#[derive(Debug)]
pub enum Failure {
    /// The program could not be started at all.
    Start(String),
    /// The deadline passed and the process was killed; this is what it had said so far.
    Timeout(Finished),
}

/// Runs `command` to its end or to the deadline.
pub fn run(command: &mut Command, stdin: &str, timeout: Duration) -> Result<Finished, Failure> {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| Failure::Start(format!("{}: {e}", command.get_program().to_string_lossy())))?;
    let mut input = child.stdin.take().expect("stdin is piped");
    let input_text = stdin.as_bytes().to_vec();
    // A child that does not read its input breaks the pipe, which is its right.
    let writer = thread::spawn(move || drop(input.write_all(&input_text)));
    let stdout = drain(child.stdout.take().expect("stdout is piped"));
    let stderr = drain(child.stderr.take().expect("stderr is piped"));

    let start = Instant::now();
    let mut timed_out = false;
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if start.elapsed() < timeout => thread::sleep(POLL),
            Ok(None) => {
                timed_out = true;
                drop(child.kill());
                break child.wait().unwrap_or_default();
            }
            Err(e) => return Err(Failure::Start(format!("waiting for the process: {e}"))),
        }
    };
    drop(writer.join());
    let finished = Finished {
        stdout: stdout.join().unwrap_or_default(),
        stderr: stderr.join().unwrap_or_default(),
        code: code_of(status),
    };
    if timed_out { Err(Failure::Timeout(finished)) } else { Ok(finished) }
}

/// Starts `command`, and kills it as soon as it has made this file; it may also be over by then.
pub fn kill_when_there(command: &mut Command, file: &Path, timeout: Duration) {
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    let start = Instant::now();
    while !file.exists() && start.elapsed() < timeout && child.try_wait().expect("it can be asked").is_none()
    {
        thread::sleep(POLL);
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it is gone");
}

/// The number before a word of a report, `1,234 states`.
pub fn number_before(text: &str, word: &str) -> u64 {
    let before = text.split(&format!(" {word}")).next().unwrap_or_default();
    let number = before.rsplit([' ', '(']).next().unwrap_or_default();
    number.replace(',', "").parse().unwrap_or_else(|_| panic!("no number of {word} in {text}"))
}

fn drain(pipe: impl Read + Send + 'static) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        drop(pipe.take(MAX_OUTPUT_BYTES).read_to_end(&mut bytes));
        bytes
    })
}

fn code_of(status: ExitStatus) -> i32 {
    status.code().or_else(|| status.signal().map(|s| 128 + s)).unwrap_or(-1)
}

/// The command as one would type it, for repeating by hand.
pub fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| quoted(&word.to_string_lossy())).collect::<Vec<_>>().join(" ")
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_string();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn captures_all_three() {
        let done = run(&mut shell("cat; echo oops >&2; exit 7"), "hello", Duration::from_secs(20)).unwrap();
        assert_eq!(done, Finished { stdout: b"hello".into(), stderr: b"oops\n".into(), code: 7 });
    }

    #[test]
    fn death_by_signal_is_a_code() {
        let done = run(&mut shell("kill -SEGV $$"), "", Duration::from_secs(20)).unwrap();
        assert_eq!(done.code, 128 + 11);
    }

    #[test]
    fn deadline_keeps_what_was_said() {
        match run(&mut shell("echo early; exec sleep 60"), "", Duration::from_millis(300)) {
            Err(Failure::Timeout(so_far)) => assert_eq!(so_far.stdout, b"early\n"),
            other => panic!("expected a timeout, got {other:?}"),
        }
    }

    #[test]
    fn shows_a_command_ready_to_paste() {
        assert_eq!(shown(&shell("echo 'a'")), "sh -c 'echo '\\''a'\\'''");
    }
}
