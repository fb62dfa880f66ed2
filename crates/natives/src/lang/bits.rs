//! java.lang.Float and Double: the bits of floating point numbers. In a register a number is its bits already.

use vm::{Answer, Args, Machine, Registry};

pub fn register(registry: &mut Registry) {
    registry.add("java/lang/Float", "floatToRawIntBits(F)I", same);
    registry.add("java/lang/Float", "intBitsToFloat(I)F", same);
    registry.add("java/lang/Double", "doubleToRawLongBits(D)J", same);
    registry.add("java/lang/Double", "longBitsToDouble(J)D", same);
}

fn same(_: &mut Machine, args: Args<'_>) -> Answer {
    Ok(args.words[0])
}
