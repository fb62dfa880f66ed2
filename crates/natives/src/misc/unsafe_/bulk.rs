//! Copying and filling memory that others can see: unit by unit, in the largest units that addresses and
//! length allow, as the documentation of `Unsafe.copyMemory` has it.

use super::UNSAFE;
use ir::operand::{Dst, Imm, Src};
use ir::{Builder, CallKind, Op};
use vm::{Args, Context, MethodId, Trap, member};

/// The largest unit that all of these are multiples of: its size in bytes.
pub(super) fn unit_bytes(places: &[u64]) -> u64 {
    let all = places.iter().fold(0, |all, place| all | place);
    [8, 4, 2].into_iter().find(|unit| all % unit == 0).unwrap_or(1)
}

/// The name of a unit in `Unsafe`'s methods, and its descriptor.
fn named(unit_bytes: u64) -> (&'static str, &'static str) {
    match unit_bytes {
        8 => ("Long", "J"),
        4 => ("Int", "I"),
        2 => ("Short", "S"),
        _ => ("Byte", "B"),
    }
}

/// `this, from, offset, to, offset, count`.
pub(super) fn copy(cx: &mut Context<'_>, args: &Args<'_>, unit_bytes: u64, is_upward: bool) -> Trap {
    let key = format!("copy memory {unit_bytes} {is_upward}");
    let desc = format!("(L{UNSAFE};Ljava/lang/Object;JLjava/lang/Object;JJ)V");
    let made = adapter(cx, args.method, &key, &desc, || {
        let mut b = Builder::new(&[true, true, false, true, false, false]);
        let value = b.reg(false);
        looped(&mut b, 5, unit_bytes, is_upward, |b, at| {
            get(b, unit_bytes, 1, 2, at, value);
            put(b, unit_bytes, 3, 4, at, value);
        });
        b
    });
    made.map_or_else(|trap| trap, |made| Trap::Call(made, args.words.to_vec()))
}

/// `this, base, offset, count, value`.
pub(super) fn fill(cx: &mut Context<'_>, args: &Args<'_>, unit_bytes: u64) -> Trap {
    let (_, letter) = named(unit_bytes);
    let key = format!("fill memory {unit_bytes}");
    let desc = format!("(L{UNSAFE};Ljava/lang/Object;JJ{letter})V");
    let made = adapter(cx, args.method, &key, &desc, || {
        let mut b = Builder::new(&[true, true, false, false, false]);
        looped(&mut b, 3, unit_bytes, true, |b, at| put(b, unit_bytes, 1, 2, at, 4));
        b
    });
    let mut words = args.words.to_vec();
    let all = u64::from_ne_bytes([args.int(4) as u8; 8]);
    words[4] = match unit_bytes {
        8 => all,
        4 => u64::from(all as u32),
        2 => vm::int(i32::from(all as i16)),
        _ => vm::int(i32::from(all as i8)),
    };
    made.map_or_else(|trap| trap, |made| Trap::Call(made, words))
}

fn adapter(
    cx: &mut Context<'_>,
    shown_as: MethodId,
    key: &str,
    desc: &str,
    make: impl FnOnce() -> Builder,
) -> Result<MethodId, Trap> {
    let class = cx.load(UNSAFE)?;
    cx.adapter(key, class, desc, Some(shown_as), make)
}

/// Does `work` for every unit below the count in a register; `work` gets the register of the unit's place.
fn looped(
    b: &mut Builder,
    count: u16,
    unit_bytes: u64,
    is_upward: bool,
    mut work: impl FnMut(&mut Builder, u16),
) {
    let (at, unit, order) = (b.reg(false), b.reg(false), b.reg(false));
    let (next, out) = (b.label(), b.label());
    let (zero, step) = (b.wide(0), b.wide(unit_bytes));
    b.emit(Op::ConstWide { dst: Dst(unit), value: step });
    match is_upward {
        true => b.emit(Op::ConstWide { dst: Dst(at), value: zero }),
        false => b.emit(Op::Move { dst: Dst(at), src: Src(count) }),
    };
    let end = b.reg(false);
    match is_upward {
        true => b.emit(Op::Move { dst: Dst(end), src: Src(count) }),
        false => b.emit(Op::ConstWide { dst: Dst(end), value: zero }),
    };
    b.place(next);
    b.emit(Op::LCmp { dst: Dst(order), a: Src(at), b: Src(end) });
    if is_upward {
        b.jump(out, |to| Op::IfIGeK { a: Src(order), k: Imm(0), to });
        work(b, at);
        b.emit(Op::LAdd { dst: Dst(at), a: Src(at), b: Src(unit) });
    } else {
        b.jump(out, |to| Op::IfILeK { a: Src(order), k: Imm(0), to });
        b.emit(Op::LSub { dst: Dst(at), a: Src(at), b: Src(unit) });
        work(b, at);
    }
    b.jump(next, |to| Op::Goto { to });
    b.place(out);
    b.emit(Op::ReturnVoid {});
}

fn get(b: &mut Builder, unit_bytes: u64, base: u16, offset: u16, at: u16, value: u16) {
    let (name, letter) = named(unit_bytes);
    let place = b.reg(false);
    b.emit(Op::LAdd { dst: Dst(place), a: Src(offset), b: Src(at) });
    let get = member(UNSAFE, &format!("get{name}"), &format!("(Ljava/lang/Object;J){letter}"));
    b.call(CallKind::Virtual, get, false, &[0, base, place], Some(value));
}

fn put(b: &mut Builder, unit_bytes: u64, base: u16, offset: u16, at: u16, value: u16) {
    let (name, letter) = named(unit_bytes);
    let place = b.reg(false);
    b.emit(Op::LAdd { dst: Dst(place), a: Src(offset), b: Src(at) });
    let put = member(UNSAFE, &format!("put{name}"), &format!("(Ljava/lang/Object;J{letter})V"));
    b.call(CallKind::Virtual, put, false, &[0, base, place, value], None);
}
