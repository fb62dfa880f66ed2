//! The filetests as machine code: every call is made often enough that names are linked and code is made, and all
//! times must come to the same.

use super::Interpreter;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use testkit::filetest::{self, Engine, Filetest};
use vm::Mixed;

/// Calls until all that can be is machine code: names are linked one after the other.
const ROUNDS: usize = 8;

struct Compiled(Interpreter);

impl Engine for Compiled {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn load(&mut self, test: &Filetest) -> Result<(), String> {
        self.0.load(test)
    }

    fn call(&mut self, method: &str, args: &[u64]) -> Result<Result<u64, String>, String> {
        let first = self.0.call(method, args)?;
        for round in 1..ROUNDS {
            let next = self.0.call(method, args)?;
            if next != first {
                return Err(format!("{first:?} at first, {next:?} when it was called {round} times before"));
            }
        }
        Ok(first)
    }
}

#[test]
fn machine_code_agrees_with_the_filetests() {
    let mut engine = Compiled(Interpreter::new());
    engine.0.session.machine.mix(Mixed::All, Arc::new(jit::Jit::new().expect("a compiler")));
    let (files, lines) = filetest::check(&mut engine);
    assert!(files >= 60 && lines >= 400, "{files} files, {lines} lines");
    let figures = &engine.0.session.machine.compiled.figures;
    let made = figures.made.load(Ordering::Relaxed);
    let operations = figures.operations.load(Ordering::Relaxed);
    assert!(made >= 150 && operations >= 1_000_000, "{made} pieces, {operations} operations");
}

/// On two machines that do not go back: what one call has written the next one finds.
#[test]
fn machine_code_agrees_where_nothing_is_journaled() {
    let mut engines = [Interpreter::new(), Interpreter::new()];
    engines.iter_mut().for_each(|engine| engine.goes_back = false);
    engines[1].session.machine.mix(Mixed::All, Arc::new(jit::Jit::new().expect("a compiler")));
    let mut lines = 0;
    for test in filetest::all().iter().filter(|test| test.engines.iter().any(|engine| engine == "vm")) {
        for engine in &mut engines {
            engine.load(test).unwrap_or_else(|error| panic!("{}: {error}", test.name));
        }
        for run in &test.runs {
            lines += 1;
            for round in 0..ROUNDS {
                let [expected, found] =
                    engines.each_mut().map(|engine| engine.counted(&run.method, &run.args));
                assert_eq!(found, expected, "{}: round {round} of {} {:x?}", test.name, run.method, run.args);
            }
        }
    }
    let operations = engines[1].session.machine.compiled.figures.operations.load(Ordering::Relaxed);
    assert!(lines >= 400 && operations >= 1_000_000, "{lines} lines, {operations} operations");
}
