//! java.lang.Math and java.lang.StrictMath, and the bits of floating-point numbers.
//!
//! `StrictMath` is fdlibm, bit for bit. Of `Math`, HotSpot replaces some methods by better ones, and so do
//! we: see [`wide`]. The other methods of `Math` call `StrictMath` in bytecode.

mod fdlibm;
mod reduce;
mod wide;

use vm::{Answer, Args, Context, Registry};

const MATH: &str = "java/lang/Math";
const STRICT: &str = "java/lang/StrictMath";

/// A native method from a function on doubles.
macro_rules! double {
    ($function:path) => {
        |_, args| Ok(in_register($function(args.double(0))))
    };
    ($function:path, 2) => {
        |_, args| Ok(in_register($function(args.double(0), args.double(1))))
    };
}

pub fn register(registry: &mut Registry) {
    register_strict(registry);
    registry.add(MATH, "sin(D)D", double!(wide::sin));
    registry.add(MATH, "cos(D)D", double!(wide::cos));
    registry.add(MATH, "tan(D)D", double!(wide::tan));
    registry.add(MATH, "exp(D)D", double!(wide::exp));
    registry.add(MATH, "log(D)D", double!(wide::log));
    registry.add(MATH, "log10(D)D", double!(wide::log10));
    registry.add(MATH, "pow(DD)D", double!(wide::pow, 2));
    registry.add(MATH, "tanh(D)D", tanh);
    registry.add(MATH, "cbrt(D)D", cbrt);
    for class in [MATH, STRICT] {
        registry.add(class, "sqrt(D)D", double!(f64::sqrt));
        registry.add(class, "floor(D)D", double!(f64::floor));
        registry.add(class, "ceil(D)D", double!(f64::ceil));
        registry.add(class, "rint(D)D", double!(f64::round_ties_even));
    }
    registry.add(MATH, "abs(D)D", double!(f64::abs));
    registry.add(MATH, "abs(F)F", |_, args| Ok(u64::from(args.float(0).abs().to_bits())));
    registry.add(MATH, "fma(DDD)D", |_, args| {
        Ok(in_register(args.double(0).mul_add(args.double(1), args.double(2))))
    });
    registry.add(MATH, "fma(FFF)F", |_, args| {
        let fused = args.float(0).mul_add(args.float(1), args.float(2));
        Ok(u64::from(if fused.is_nan() { f32::NAN } else { fused }.to_bits()))
    });
    registry.add(MATH, "multiplyHigh(JJ)J", |_, args| {
        Ok(((i128::from(args.long(0)) * i128::from(args.long(1))) >> 64) as u64)
    });
    register_bits(registry);
}

fn register_strict(registry: &mut Registry) {
    registry.add(STRICT, "sin(D)D", double!(fdlibm::sin));
    registry.add(STRICT, "cos(D)D", double!(fdlibm::cos));
    registry.add(STRICT, "tan(D)D", double!(libm::tan));
    registry.add(STRICT, "asin(D)D", double!(libm::asin));
    registry.add(STRICT, "acos(D)D", double!(libm::acos));
    registry.add(STRICT, "atan(D)D", double!(libm::atan));
    registry.add(STRICT, "atan2(DD)D", double!(fdlibm::atan2, 2));
    registry.add(STRICT, "exp(D)D", double!(libm::exp));
    registry.add(STRICT, "expm1(D)D", double!(libm::expm1));
    registry.add(STRICT, "log(D)D", double!(fdlibm::log));
    registry.add(STRICT, "log10(D)D", double!(fdlibm::log10));
    registry.add(STRICT, "log1p(D)D", double!(fdlibm::log1p));
    registry.add(STRICT, "pow(DD)D", double!(fdlibm::pow, 2));
    registry.add(STRICT, "sinh(D)D", double!(fdlibm::sinh));
    registry.add(STRICT, "cosh(D)D", double!(fdlibm::cosh));
    registry.add(STRICT, "tanh(D)D", double!(fdlibm::tanh));
    registry.add(STRICT, "IEEEremainder(DD)D", double!(libm::remainder, 2));
}

/// Numbers are kept as their bits: these natives answer what they are given.
fn register_bits(registry: &mut Registry) {
    registry.add("java/lang/Float", "floatToRawIntBits(F)I", same);
    registry.add("java/lang/Float", "intBitsToFloat(I)F", same);
    registry.add("java/lang/Double", "doubleToRawLongBits(D)J", same);
    registry.add("java/lang/Double", "longBitsToDouble(J)D", same);
    registry.add("java/lang/Float", "floatToIntBits(F)I", |_, args| {
        let value = args.float(0);
        Ok(u64::from(if value.is_nan() { f32::NAN } else { value }.to_bits()))
    });
    registry.add("java/lang/Double", "doubleToLongBits(D)J", |_, args| Ok(in_register(args.double(0))));
}

fn same(_: &mut Context<'_>, args: Args<'_>) -> Answer {
    Ok(args.words[0])
}

/// There is one NaN, as far as Java tells; the processor has several, and which one comes out of an operation
/// differs.
fn in_register(value: f64) -> u64 {
    if value.is_nan() { f64::NAN.to_bits() } else { value.to_bits() }
}

/// The first version in which HotSpot has its own `tanh`, and `cbrt`.
const OWN_TANH: u16 = 24;
const OWN_CBRT: u16 = 25;

fn tanh(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let x = args.double(0);
    Ok(in_register(if cx.options().jdk_feature >= OWN_TANH { wide::tanh(x) } else { fdlibm::tanh(x) }))
}

fn cbrt(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    if cx.options().jdk_feature >= OWN_CBRT {
        return Ok(in_register(libm::cbrt(args.double(0))));
    }
    let class = cx.load(STRICT)?;
    cx.ensure_initialized(args.thread, class)?;
    Err(cx.tail_call(class, "cbrt", "(D)D", vec![args.words[0]]))
}
