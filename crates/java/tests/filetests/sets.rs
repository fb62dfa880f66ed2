//! The filetests on sets of states: all lines of a method are one set, executed once. Each state must come to what its
//! line says.

use super::{Interpreter, class_name};
use delta::{Backtrack, Cannot, DeltaValue, Engine, Finish};
use std::collections::BTreeMap;
use std::rc::Rc;
use testkit::filetest::{self, Engine as _, RunLine};
use vm::{Machine, MethodId, ThreadId};

/// What each line came to, for those that sets can do.
fn executed(
    machine: &Machine,
    method: MethodId,
    runs: &[&RunLine],
    back: Backtrack,
    executions: &mut u64,
) -> BTreeMap<usize, Result<u64, String>> {
    let mut engine: Engine<()> = Engine::new(machine.heap.base_top(), back);
    engine.begin_set(runs.len());
    engine.begin(None);
    let count = runs.first().map_or(0, |run| run.args.len());
    let column = |at: usize| DeltaValue::Each(Rc::new(runs.iter().map(|run| run.args[at]).collect()));
    let words: Vec<DeltaValue> = (0..count).map(column).collect();
    let mut found = BTreeMap::new();
    let mut is_new = true;
    loop {
        *executions += 1;
        let entered = if is_new { engine.enter(machine, method, &words) } else { Ok(()) };
        match entered.and_then(|()| engine.run(machine, None)) {
            Ok(Finish::Returned(value)) => {
                found.extend(engine.states().iter().map(|&state| (state as usize, Ok(value.at(state)))));
            }
            Ok(Finish::Threw(class)) => {
                let name = machine.program.classes[class].name.to_string();
                found.extend(engine.states().iter().map(|&state| (state as usize, Err(name.clone()))));
            }
            Ok(Finish::Asks(..)) => unreachable!("a filetest has no driver"),
            Err(Cannot::Yet | Cannot::Ever { .. }) => {}
        }
        match engine.go_on() {
            Some(is_restored) => is_new = !is_restored,
            None => return found,
        }
    }
}

#[test]
fn sets_of_states_agree_with_the_filetests() {
    let mut interpreter = Interpreter::new();
    let (mut lines, mut by_sets, mut executions) = (0, 0, 0);
    for test in filetest::all().iter().filter(|test| test.engines.iter().any(|engine| engine == "vm")) {
        interpreter.load(test).unwrap();
        let mut by_method: BTreeMap<&str, Vec<&RunLine>> = BTreeMap::new();
        test.runs.iter().for_each(|run| by_method.entry(&run.method).or_default().push(run));
        for (name, runs) in by_method {
            let method = interpreter.methods[name];
            let machine = &mut interpreter.session.machine;
            let start = machine.mark();
            let class = machine.program.methods[method].class;
            if machine.initialize_now(ThreadId(0), class).is_err() {
                machine.rewind(start);
                continue;
            }
            // What was never executed is not linked: sets leave that to the machine.
            for run in &runs {
                let mark = machine.mark();
                if let Err(vm::Failure::Thrown(exception)) = machine.call(ThreadId(0), method, &run.args) {
                    let _ = class_name(machine, exception);
                }
                machine.rewind(mark);
            }
            for back in [Backtrack::Restore, Backtrack::Reexecute] {
                let found = executed(machine, method, &runs, back, &mut executions);
                lines += runs.len();
                by_sets += found.len();
                for (state, outcome) in found {
                    let run = runs[state];
                    let verdict = run.expected.compare(&outcome);
                    assert_eq!(verdict, Ok(()), "{}.ir:{}: {name} {back:?}", test.name, run.line);
                }
            }
            machine.rewind(start);
        }
    }
    // Some things are the machine's alone, as monitors that are not held; most are not. Sets are executed less often
    // than their states would be.
    assert!(by_sets * 10 >= lines * 8, "{by_sets} of {lines} lines");
    assert!(executions < lines as u64, "{executions} executions of {lines} lines");
}
