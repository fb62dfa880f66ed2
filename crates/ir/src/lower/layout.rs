//! Puts the lowered blocks into bytecode order and turns block numbers into operation numbers: jumps,
//! switches, handlers, lines.

use super::scan::Block;
use super::{Lowering, Malformed, block_at};
use crate::{Body, Handler};

pub(super) fn finish(mut lowering: Lowering) -> Result<Body, Malformed> {
    let starts = starts(&lowering.blocks);
    patch(&mut lowering, &starts);
    let handlers = handlers(&mut lowering, &starts)?;
    sort(&mut lowering);
    let params = lowering.params.len() as u16;
    let registers = lowering.registers.count();
    let out = lowering.out;
    let lines = lines(&lowering.code.lines, &out.bytecode);
    Ok(Body {
        params,
        registers,
        refs: lowering.registers.refs,
        ops: out.ops,
        syms: out.syms,
        calls: out.calls,
        wides: out.wides,
        tables: out.tables,
        handlers,
        bytecode: out.bytecode,
        lines,
    })
}

/// The first operation of each block, and the number of operations. A block that cannot be reached begins
/// where the next one does.
fn starts(blocks: &[Block]) -> Vec<u16> {
    let mut total = 0;
    let mut starts = Vec::with_capacity(blocks.len() + 1);
    for block in blocks {
        starts.push(total);
        total += block.ops.len() as u16;
    }
    starts.push(total);
    starts
}

fn patch(lowering: &mut Lowering, starts: &[u16]) {
    for &op in &lowering.out.jumps {
        if let Some(target) = lowering.out.ops[op as usize].target_mut() {
            target.0 = starts[usize::from(target.0)];
        }
    }
    for table in &mut lowering.out.tables {
        for target in table.targets.iter_mut().chain([&mut table.default]) {
            *target = starts[usize::from(*target)];
        }
    }
}

/// Handlers that guard at least one operation.
fn handlers(lowering: &mut Lowering, starts: &[u16]) -> Result<Vec<Handler>, Malformed> {
    let code = lowering.code;
    let mut handlers = Vec::new();
    for handler in &code.handlers {
        let op_at = |pc: u16| starts[block_at(&lowering.blocks, usize::from(pc))];
        let (start, end, target) = (op_at(handler.start), op_at(handler.end), op_at(handler.target));
        if start == end {
            continue;
        }
        let dst = lowering.registers.home(0, true).map_err(|what| lowering.error(what))?;
        let catch = handler.catch.map(|name| lowering.catch_row(name)).transpose()?;
        handlers.push(Handler { start, end, target, dst, catch });
    }
    Ok(handlers)
}

/// Blocks were lowered in the order in which they were found; nearly always that is bytecode order already.
fn sort(lowering: &mut Lowering) {
    let lowered = || lowering.blocks.iter().filter(|block| block.done).map(|block| block.ops.clone());
    if lowered().is_sorted_by_key(|ops| ops.start) {
        return;
    }
    let mut ops = Vec::with_capacity(lowering.out.ops.len());
    let mut bytecode = Vec::with_capacity(lowering.out.ops.len());
    for range in lowered() {
        let range = range.start as usize..range.end as usize;
        ops.extend_from_slice(&lowering.out.ops[range.clone()]);
        bytecode.extend_from_slice(&lowering.out.bytecode[range]);
    }
    lowering.out.ops = ops;
    lowering.out.bytecode = bytecode;
}

/// The source line of each operation, as rows where it changes.
fn lines(table: &[(u16, u16)], bytecode: &[u16]) -> Vec<(u16, u16)> {
    let mut sorted;
    let mut table = table;
    if !table.is_sorted_by_key(|&(pc, _)| pc) {
        sorted = table.to_vec();
        sorted.sort_by_key(|&(pc, _)| pc);
        table = &sorted;
    }
    let mut rows: Vec<(u16, u16)> = Vec::with_capacity(table.len());
    let mut next = 0;
    for (op, &pc) in bytecode.iter().enumerate() {
        let before = next;
        while next < table.len() && table[next].0 <= pc {
            next += 1;
        }
        if next > before && rows.last().is_none_or(|&(_, line)| line != table[next - 1].1) {
            rows.push((op as u16, table[next - 1].1));
        }
    }
    rows
}
