//! Processes on this machine: how they are started, and how they hear of each other.
//!
//! Each opens its own door and says where on standard output; the first one tells all of them on their standard input
//! who there is. That stays open: when it is closed, the first one is gone, and so are the others.

use super::Membership;
use dist::Door;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Any port of this machine.
const HERE: &str = "127.0.0.1:0";

/// How long processes may take to end by themselves.
const ENDING: Duration = Duration::from_secs(5);

/// How long it takes at most until a process is seen to have ended whose connections are closed.
const DYING: Duration = Duration::from_millis(500);

/// The processes that this one has started, by rank from 1 on.
pub struct Local {
    children: Mutex<Vec<Started>>,
}

struct Started {
    child: Child,
    /// What it has said on standard error.
    complaints: Arc<Mutex<Vec<u8>>>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts all other processes.
///
/// # Errors
/// Why that cannot be done.
pub fn start(count: usize) -> Result<Membership, String> {
    let door = Door::open(HERE)?;
    let mut addresses = vec![door.address()];
    let mut local = Local { children: Mutex::new(Vec::new()) };
    let own = std::env::current_exe().map_err(|error| format!("the own program is not found: {error}"))?;
    for rank in 1..count {
        let mut command = Command::new(&own);
        command.args(arguments(rank)).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| format!("node {rank} cannot be started: {error}"))?;
        let complaints = Arc::new(Mutex::new(Vec::new()));
        if let Some(mut errors) = child.stderr.take() {
            let kept = complaints.clone();
            std::thread::spawn(move || {
                let mut buffer = [0; 4096];
                while let Ok(count @ 1..) = errors.read(&mut buffer) {
                    locked(&kept).extend_from_slice(&buffer[..count]);
                }
            });
        }
        locked(&local.children).push(Started { child, complaints });
    }
    for (i, started) in
        local.children.get_mut().unwrap_or_else(PoisonError::into_inner).iter_mut().enumerate()
    {
        let mut line = String::new();
        let said = started.child.stdout.take().map(|out| BufReader::new(out).read_line(&mut line));
        if !matches!(said, Some(Ok(1..))) {
            return Err(started.ended(i + 1).unwrap_or_else(|| format!("node {} says nothing", i + 1)));
        }
        addresses.push(line.trim().to_string());
    }
    let line = format!("{}\n", addresses.join(" "));
    for (i, started) in locked(&local.children).iter_mut().enumerate() {
        let told =
            started.child.stdin.as_mut().map(|to| to.write_all(line.as_bytes()).and_then(|()| to.flush()));
        if !matches!(told, Some(Ok(()))) {
            return Err(started.ended(i + 1).unwrap_or_else(|| format!("node {} does not listen", i + 1)));
        }
    }
    Ok(Membership { rank: 0, addresses, door: Some(door), local: Some(local) })
}

/// The own command line, for the process with this rank.
fn arguments(rank: usize) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let at = arguments.iter().position(|argument| argument == "check").map_or(0, |at| at + 1);
    arguments.splice(at..at, ["--node".into(), rank.to_string().into()]);
    arguments
}

/// Takes the place that the process was started for.
///
/// # Errors
/// It was not started so.
pub fn join(rank: usize) -> Result<Membership, String> {
    let door = Door::open(HERE)?;
    crate::screen::line(&door.address());
    let mut line = String::new();
    let mut input = BufReader::new(std::io::stdin());
    let unasked = || "--node is for processes that --processes has started".to_string();
    if !matches!(input.read_line(&mut line), Ok(1..)) {
        return Err(unasked());
    }
    let addresses: Vec<String> = line.split_whitespace().map(str::to_string).collect();
    if rank == 0 || addresses.len() <= rank {
        return Err(unasked());
    }
    std::thread::spawn(move || {
        // There is nothing to read: it ends when the first process does.
        let _ = input.read_to_end(&mut Vec::new());
        std::process::exit(i32::from(crate::run::INCONCLUSIVE));
    });
    Ok(Membership { rank, addresses, door: Some(door), local: None })
}

impl Started {
    /// That it has ended though it should not have, and how.
    fn ended(&mut self, rank: usize) -> Option<String> {
        // What it said last may still be on its way.
        let until = Instant::now() + Duration::from_millis(100);
        let status = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break status,
                Ok(None) if Instant::now() < until => std::thread::sleep(Duration::from_millis(5)),
                _ => return None,
            }
        };
        let said = String::from_utf8_lossy(&locked(&self.complaints)).trim().to_string();
        let more = if said.is_empty() { String::new() } else { format!(": {said}") };
        Some(format!("node {rank} has ended ({status}){more}"))
    }
}

impl Local {
    /// One of them that has ended, and how.
    pub fn dead(&self) -> Option<String> {
        let mut children = locked(&self.children);
        let is_dead =
            |started: &mut Started| matches!(started.child.try_wait(), Ok(Some(status)) if !status.success());
        let at = children.iter_mut().position(is_dead)?;
        children[at].ended(at + 1)
    }

    /// The same for who has heard that a connection is broken: that may be a moment before the process is gone.
    pub fn just_died(&self) -> Option<String> {
        let until = Instant::now() + DYING;
        loop {
            match self.dead() {
                None if Instant::now() < until => std::thread::sleep(Duration::from_millis(5)),
                known => return known,
            }
        }
    }
}

impl Drop for Local {
    fn drop(&mut self) {
        let until = Instant::now() + ENDING;
        for started in locked(&self.children).iter_mut() {
            drop(started.child.stdin.take());
        }
        for started in locked(&self.children).iter_mut() {
            while matches!(started.child.try_wait(), Ok(None)) && Instant::now() < until {
                std::thread::sleep(Duration::from_millis(2));
            }
            // It may have ended in the meantime.
            let _ = started.child.kill();
            let _ = started.child.wait();
        }
    }
}
