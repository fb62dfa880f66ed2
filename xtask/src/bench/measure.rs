//! One run of one child process: wall time and peak memory.
//!
//! `wait4` tells the peak memory of exactly that child. A child's peak begins with what this process itself
//! holds when it starts it, a few megabytes, which is below what any engine measured here needs.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

#[derive(Debug, Clone)]
pub struct Sample {
    pub wall: Duration,
    /// Of all its threads and of children that it has waited for.
    pub cpu: Duration,
    pub peak_bytes: u64,
    /// What it printed: all engines must print the same.
    pub output: Vec<u8>,
}

/// Runs `command` to its end. A run that fails or overruns is an error, in one line.
pub fn sample(command: &mut Command, scratch: &Path, timeout: Duration) -> Result<Sample, String> {
    sample_ending(command, scratch, timeout, &[0])
}

/// The same for a command that may end with any of these exit codes.
pub fn sample_ending(
    command: &mut Command,
    scratch: &Path,
    timeout: Duration,
    good: &[i32],
) -> Result<Sample, String> {
    fs::create_dir_all(scratch).map_err(|e| format!("{}: {e}", scratch.display()))?;
    let (out_path, err_path) = (scratch.join("stdout"), scratch.join("stderr"));
    let file = |path: &Path| File::create(path).map_err(|e| format!("{}: {e}", path.display()));
    command.stdin(Stdio::null()).stdout(file(&out_path)?).stderr(file(&err_path)?);

    let start = Instant::now();
    let child = command.spawn().map_err(|e| format!("{}: {e}", command.get_program().to_string_lossy()))?;
    let ended = wait(child, timeout).map_err(|e| format!("waiting: {e}"))?;
    let wall = start.elapsed();

    let output = fs::read(&out_path).map_err(|e| format!("{}: {e}", out_path.display()))?;
    match ended {
        None => Err(format!("over {} s", timeout.as_secs())),
        Some(End { code, cpu, peak_bytes }) if good.contains(&code) => {
            Ok(Sample { wall, cpu, peak_bytes, output })
        }
        Some(End { code, .. }) => {
            let complaint = fs::read_to_string(&err_path).unwrap_or_default();
            let line = complaint.lines().find(|line| !line.trim().is_empty()).unwrap_or("").to_string();
            Err(format!("exit code {code}: {line}"))
        }
    }
}

struct End {
    code: i32,
    cpu: Duration,
    peak_bytes: u64,
}

/// Waits for the end of the child; `None` when it had to be killed.
fn wait(mut child: Child, timeout: Duration) -> io::Result<Option<End>> {
    let in_time = ends_within(&child, timeout)?;
    if !in_time {
        child.kill()?;
    }
    let mut status = 0;
    // SAFETY: an all-zero rusage is a valid value of that plain C struct.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: both pointers are to live locals, and the child has not been waited for: `child` is ours alone.
    let waited = unsafe { libc::wait4(child.id() as libc::pid_t, &mut status, 0, &mut usage) };
    if waited < 0 {
        return Err(io::Error::last_os_error());
    }
    let code = if libc::WIFEXITED(status) { libc::WEXITSTATUS(status) } else { 128 + libc::WTERMSIG(status) };
    // Linux counts ru_maxrss in kilobytes.
    let peak_bytes = usage.ru_maxrss as u64 * 1024;
    let time = |t: libc::timeval| Duration::new(t.tv_sec as u64, t.tv_usec as u32 * 1000);
    let cpu = time(usage.ru_utime) + time(usage.ru_stime);
    Ok(in_time.then_some(End { code, cpu, peak_bytes }))
}

/// Sleeps until the child ends or the time is over. A process descriptor is readable from the end on, so
/// nothing is polled and nothing disturbs the measurement.
fn ends_within(child: &Child, timeout: Duration) -> io::Result<bool> {
    use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
    // SAFETY: pidfd_open takes a process id and flags; it touches no memory of ours.
    let raw = unsafe { libc::syscall(libc::SYS_pidfd_open, child.id() as libc::pid_t, 0) };
    if raw < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the call above has just opened this descriptor, and nobody else owns it.
    let descriptor = unsafe { OwnedFd::from_raw_fd(raw as i32) };
    let mut poll = libc::pollfd { fd: descriptor.as_raw_fd(), events: libc::POLLIN, revents: 0 };
    // SAFETY: one live pollfd, and the count says one.
    let ready = unsafe { libc::poll(&mut poll, 1, timeout.as_millis() as i32) };
    if ready < 0 { Err(io::Error::last_os_error()) } else { Ok(ready > 0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, timeout: Duration) -> Result<Sample, String> {
        let scratch =
            std::env::temp_dir().join(format!("xtask-measure-{}-{}", std::process::id(), script.len()));
        let mut command = Command::new("sh");
        let sample = sample(command.args(["-c", script]), &scratch, timeout);
        drop(fs::remove_dir_all(&scratch));
        sample
    }

    #[test]
    fn measures_a_child() {
        let sample = shell("sleep 0.1; echo done", Duration::from_secs(20)).unwrap();
        assert_eq!(sample.output, b"done\n");
        assert!(sample.wall >= Duration::from_millis(100) && sample.peak_bytes > 100_000, "{sample:?}");
    }

    #[test]
    fn failures_are_told() {
        assert_eq!(shell("echo no >&2; exit 3", Duration::from_secs(20)).unwrap_err(), "exit code 3: no");
        assert_eq!(shell("exec sleep 30", Duration::from_millis(50)).unwrap_err(), "over 0 s");
    }
}
