//! The moves of a script that led to new states, as a script of its own.

use crate::event::{Broken, MoveSource, ScriptEvent, Sink, To};
use lts::Choice;

/// A move leads to a new state, or to a violation, which nobody should miss.
fn is_kept(to: To) -> bool {
    matches!(to, To::New(_) | To::Violated)
}

/// Which choices of each state are kept, in the order of states: the lists of the small script are only known when
/// the search has left a state.
///
/// # Errors
/// What is wrong with the script.
pub fn productive(source: &mut dyn MoveSource) -> Result<Vec<Vec<u32>>, Broken> {
    let mut kept: Vec<Vec<u32>> = vec![Vec::new()];
    let mut stack = Vec::new();
    if source.first()? != 0 {
        stack.push(0);
    }
    while let Some(event) = source.next()? {
        let ScriptEvent::Move { index, to } = event else {
            stack.pop();
            continue;
        };
        let Some(&state) = stack.last() else { return Err(Broken::because("goes on behind its end")) };
        if is_kept(to) {
            kept[state].push(index);
        }
        if let To::New(list) = to {
            if list != 0 {
                stack.push(kept.len());
            }
            kept.push(Vec::new());
        }
    }
    Ok(kept)
}

/// Writes the small script. `kept` is what [`productive`] has found in the same one.
///
/// # Errors
/// What is wrong with the script.
pub fn trim(source: &mut dyn MoveSource, kept: &[Vec<u32>], sink: &mut dyn Sink) -> Result<(), Broken> {
    let choices = |source: &dyn MoveSource, list: u32, state: usize| -> Vec<Choice> {
        let all = source.list(list);
        kept[state].iter().filter_map(|&index| all.get(index as usize).copied()).collect()
    };
    let list = source.first()?;
    let first = choices(source, list, 0);
    sink.first(&first, 0);
    // A state of the small script is open if it has choices there. Of each: choices that were taken.
    let mut stack: Vec<Option<u32>> =
        if list == 0 { Vec::new() } else { vec![(!first.is_empty()).then_some(0)] };
    let mut next = 1;
    while let Some(event) = source.next()? {
        let ScriptEvent::Move { to, .. } = event else {
            if stack.pop().flatten().is_some() {
                sink.back();
            }
            continue;
        };
        if !is_kept(to) {
            continue;
        }
        let Some(Some(taken)) = stack.last_mut() else {
            return Err(Broken::because("goes on behind its end"));
        };
        let index = *taken;
        *taken += 1;
        match to {
            To::New(list) => {
                let own = choices(source, list, next);
                sink.go(index, to, &own, 0);
                if list != 0 {
                    stack.push((!own.is_empty()).then_some(0));
                }
                next += 1;
            }
            _ => sink.go(index, to, &[], 0),
        }
    }
    Ok(())
}
