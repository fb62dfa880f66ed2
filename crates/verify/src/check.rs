//! Type checking against the stack map (JVMS 4.10.1.6): one pass from the first instruction to the last.

use crate::frames::StackMap;
use crate::insns::{Flow, Machine};
use crate::opcodes;
use crate::outline::Outline;
use crate::state::State;
use crate::types::Type;
use crate::{Checked, Hierarchy, Rejected};

pub(crate) fn check(outline: &Outline<'_>, hierarchy: &mut dyn Hierarchy) -> Result<(), Rejected> {
    let map = StackMap::decode(outline).map_err(|(pc, what)| Rejected::at(pc, what))?;
    let mut machine = Machine::new(outline, hierarchy).map_err(|what| Rejected::at(0, what))?;
    let code = &*outline.code.bytes;
    let mut flow = Flow::Next;
    let mut place = 0;
    let mut pc = 0;
    while pc < code.len() {
        let framed = map.pc(place) == Some(pc);
        let stepped = arrive(&mut machine, &map, framed.then_some(place), flow)
            .and_then(|()| check_handlers(&mut machine, &map, pc))
            .and_then(|()| machine.step(pc))
            .and_then(|flow| check_jumps(&mut machine, &map, flow).map(|()| flow));
        flow = stepped.map_err(|what| Rejected::at(pc, what))?;
        place += usize::from(framed);
        // The outline has found a length for every instruction.
        pc += opcodes::length(code, pc).unwrap_or(code.len());
    }
    match flow {
        Flow::Next => Err(Rejected::at(code.len(), "execution can fall off the end of the code")),
        _ => Ok(()),
    }
}

/// Brings the machine to an instruction: by falling into it, by the stack map's word, or both, in which case
/// they must agree.
fn arrive(machine: &mut Machine<'_, '_>, map: &StackMap, place: Option<usize>, flow: Flow) -> Checked {
    let Some(place) = place else {
        return match flow {
            Flow::Next => Ok(()),
            _ => Err("nothing falls into this instruction, and the stack map has no frame for it".into()),
        };
    };
    let frame = map.frame(place);
    let state = &mut machine.state;
    if flow == Flow::Next {
        state.flows_into(&state.stack, frame, machine.hierarchy)?;
    }
    let (locals, stack, this_uninit) = frame;
    state.locals[..locals.len()].copy_from_slice(locals);
    state.locals[locals.len()..].fill(Type::Top);
    state.stack.clear();
    state.stack.extend_from_slice(stack);
    state.this_uninit = this_uninit;
    state.locals_changed = true;
    Ok(())
}

/// Every handler that covers `pc` must accept the locals as they are before the instruction. As long as these
/// do not change the answer does not either, so that handlers are asked again only then, and where their
/// range begins.
fn check_handlers(machine: &mut Machine<'_, '_>, map: &StackMap, pc: usize) -> Checked {
    let State { locals_changed, .. } = machine.state;
    for handler in &machine.outline.code.handlers {
        let (start, end) = (usize::from(handler.start), usize::from(handler.end));
        if pc < start || pc >= end || !(locals_changed || pc == start) {
            continue;
        }
        let caught = handler.catch.map_or(Type::THROWABLE, Type::Object);
        let Some(place) = map.find(usize::from(handler.target)) else {
            return Err(format!("the stack map has no frame for the handler at {}", handler.target));
        };
        machine
            .state
            .flows_into(&[caught], map.frame(place), machine.hierarchy)
            .map_err(|what| format!("{what}, for the handler at {}", handler.target))?;
    }
    machine.state.locals_changed = false;
    Ok(())
}

/// Every jump must lead to a frame that accepts the machine's state. Subroutines have no place in stack maps.
fn check_jumps(machine: &mut Machine<'_, '_>, map: &StackMap, flow: Flow) -> Checked {
    if matches!(flow, Flow::Call | Flow::Return(_)) {
        return Err("jsr and ret cannot be checked against a stack map".into());
    }
    let state = &machine.state;
    for &target in &machine.jumps {
        let Some(place) = usize::try_from(target).ok().and_then(|target| map.find(target)) else {
            return Err(format!("the stack map has no frame for the target {target}"));
        };
        state
            .flows_into(&state.stack, map.frame(place), machine.hierarchy)
            .map_err(|what| format!("{what}, for the target {target}"))?;
    }
    Ok(())
}
