//! `jaywalk run`: one execution, like `java`.

use crate::host::Terminal;
use crate::flags::Run;
use crate::scratch::Scratch;
use java::{ClassPath, Outcome, Problem, Setup, Target};
use std::process::ExitCode;

/// Bad usage, unreadable or invalid input.
const BAD_INPUT: u8 = 2;
/// Something is not supported, or a limit was reached.
const INCONCLUSIVE: u8 = 3;
/// A fault of our own.
const FAULT: u8 = 70;
/// What a deadlocked program ends with, which `java` would never end.
const DEADLOCK: u8 = 1;

pub fn run(run: Run) -> ExitCode {
    let scratch = match Scratch::new() {
        Ok(scratch) => scratch,
        Err(error) => return complain(&format!("cannot make a temporary folder: {error}"), BAD_INPUT),
    };
    let setup = Setup {
        jdk: run.jdk,
        class_path: run.class_path.map(|path| ClassPath::split(&path)).unwrap_or_default(),
        target: Target::of(&run.main),
        assertions: run.assertions,
        heap_bytes: run.heap << 20,
        properties: run.properties,
    };
    let (mut session, class) = match java::prepare(setup, scratch.path(), Box::new(Terminal::new())) {
        Ok(prepared) => prepared,
        Err(problem @ (Problem::Boot(_) | Problem::Memory(_))) => return complain(&problem.to_string(), FAULT),
        Err(problem) => return complain(&problem.to_string(), BAD_INPUT),
    };
    let outcome = session.run_main(class, &run.args);
    // The program's last words come before ours.
    drop(session);
    match outcome {
        Outcome::Exit(code) => ExitCode::from(code as u8),
        Outcome::Deadlock(threads) => {
            complain(&format!("deadlock: no thread can go on\n  {}", threads.join("\n  ")), DEADLOCK)
        }
        Outcome::Unsupported { what, at, stack } => {
            let stack: String = stack.iter().map(|line| format!("\n\tat {line}")).collect();
            eprintln!("unsupported: {what} at {at}{stack}");
            ExitCode::from(INCONCLUSIVE)
        }
        Outcome::Invalid(error) => complain(&error.to_string(), BAD_INPUT),
        Outcome::Internal(what) => complain(&format!("internal fault: {what}"), FAULT),
    }
}

fn complain(what: &str, code: u8) -> ExitCode {
    eprintln!("jaywalk: {what}");
    ExitCode::from(code)
}
