//! One run of a symbolic model, chosen at random.

use lts::{Choice, System};
use std::sync::Arc;
use sym::{Assignment, Explicit, SymbolicModel, VariableKind};

/// How a run came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChanceEnd {
    /// It has as many steps as were asked for.
    Steps,
    NoBeginning,
    /// No step leaves its last state.
    DeadEnd,
    /// Its last state has more successors than can be listed.
    TooMany,
}

/// Goes so many steps from an initial state. `show` is told of each state: its number, from 1 on, and what is another
/// value than before, `x = 1, y = 2`. The same seed gives the same run.
pub fn simulate(
    model: &Arc<SymbolicModel>,
    seed: u64,
    steps: u64,
    show: &mut dyn FnMut(u64, &str),
) -> ChanceEnd {
    let mut system = Explicit::new(model.clone(), &[]);
    let mut random = seed.wrapping_mul(base::SPREAD) | 1;
    system.start();
    let mut before: Option<Assignment> = None;
    for step in 0..=steps {
        let Ok(found) = system.successors() else { return ChanceEnd::TooMany };
        if found.is_empty() {
            return if step == 0 { ChanceEnd::NoBeginning } else { ChanceEnd::DeadEnd };
        }
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let value = (random >> 33) as usize % found.len();
        system.step(Choice { actor: 0, value: value as u32 });
        if let Some(state) = system.state() {
            show(step + 1, &changes(model, before.as_ref(), state));
            before = Some(state.clone());
        }
    }
    ChanceEnd::Steps
}

fn changes(model: &SymbolicModel, before: Option<&Assignment>, state: &Assignment) -> String {
    let states = model.variables.iter().filter(|variable| variable.kind == VariableKind::State);
    let changed =
        states.filter(|variable| before.is_none_or(|before| variable.value(before) != variable.value(state)));
    let texts: Vec<String> =
        changed.map(|variable| format!("{} = {}", variable.name, variable.value(state))).collect();
    texts.join(", ")
}
