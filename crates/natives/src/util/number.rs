//! java.lang.Integer and Long: bits and decimal text.

use super::view;
use vm::{Answer, Args, Context, Registry, Trap, int};

const INTEGER: &str = "java/lang/Integer";
const LONG: &str = "java/lang/Long";

pub fn register(registry: &mut Registry) {
    registry.add(INTEGER, "bitCount(I)I", |_, args| Ok(u64::from(args.int(0).count_ones())));
    registry.add(INTEGER, "numberOfLeadingZeros(I)I", |_, args| Ok(u64::from(args.int(0).leading_zeros())));
    registry.add(INTEGER, "numberOfTrailingZeros(I)I", |_, args| Ok(u64::from(args.int(0).trailing_zeros())));
    registry.add(INTEGER, "reverse(I)I", |_, args| Ok(int(args.int(0).reverse_bits())));
    registry.add(INTEGER, "reverseBytes(I)I", |_, args| Ok(int(args.int(0).swap_bytes())));
    registry.add(INTEGER, "highestOneBit(I)I", |_, args| Ok(highest_bit(u64::from(args.int(0) as u32))));
    registry.add(LONG, "bitCount(J)I", |_, args| Ok(u64::from(args.long(0).count_ones())));
    registry.add(LONG, "numberOfLeadingZeros(J)I", |_, args| Ok(u64::from(args.long(0).leading_zeros())));
    registry.add(LONG, "numberOfTrailingZeros(J)I", |_, args| Ok(u64::from(args.long(0).trailing_zeros())));
    registry.add(LONG, "reverse(J)J", |_, args| Ok(args.long(0).reverse_bits() as u64));
    registry.add(LONG, "reverseBytes(J)J", |_, args| Ok(args.long(0).swap_bytes() as u64));
    registry.add(LONG, "highestOneBit(J)J", |_, args| Ok(highest_bit(args.long(0) as u64)));
    registry.add(INTEGER, "toString(I)Ljava/lang/String;", |cx, args| text(cx, &args.int(0).to_string()));
    registry.add(LONG, "toString(J)Ljava/lang/String;", |cx, args| text(cx, &args.long(0).to_string()));
    registry.add(INTEGER, "stringSize(I)I", |_, args| Ok(args.int(0).to_string().len() as u64));
    registry.add(LONG, "stringSize(J)I", |_, args| Ok(args.long(0).to_string().len() as u64));
    registry.add(INTEGER, "parseInt(Ljava/lang/String;)I", |cx, args| {
        let number = parse(cx, &args)?;
        i32::try_from(number).map(int).map_err(|_| Trap::Original)
    });
    registry.add(LONG, "parseLong(Ljava/lang/String;)J", |cx, args| Ok(parse(cx, &args)? as u64));
}

fn highest_bit(bits: u64) -> u64 {
    bits.checked_ilog2().map_or(0, |bit| 1 << bit)
}

fn text(cx: &mut Context<'_>, digits: &str) -> Answer {
    Ok(u64::from(view::new_latin1(cx, digits.as_bytes())?.0))
}

/// ASCII digits with or without a sign. All else, errors among it, is left to the bytecode.
fn parse(cx: &Context<'_>, args: &Args<'_>) -> Result<i64, Trap> {
    let string = view::object(args, 0)?;
    let text = cx.latin1(string).and_then(|bytes| std::str::from_utf8(bytes).ok());
    text.and_then(|text| text.parse().ok()).ok_or(Trap::Original)
}
