//! Picking one of several values: each of them while exploring, the first or a seeded one otherwise.

use vm::{Args, Context, Trap};

/// More values than this are not tried one by one: the list of choices itself would take more memory than the
/// states.
const MAX_CHOICES: u64 = 1 << 20;

/// Which of the machine's generators a class uses.
#[derive(Clone, Copy)]
pub enum Generator {
    Verify = 0,
    Verifier = 1,
}

/// A number below `count`, which is not 0.
pub fn pick(cx: &mut Context<'_>, args: &Args<'_>, generator: Generator, count: u64) -> Result<u64, Trap> {
    if !cx.is_exploring() {
        return match i32::try_from(count) {
            Ok(bound) if bound > 1 => random(cx, generator, bound).map(u64::from),
            _ => Ok(0),
        };
    }
    match u32::try_from(count) {
        Ok(few) if count <= MAX_CHOICES => cx.ask(args.thread, few).map(u64::from),
        _ => Err(Trap::unsupported(format!(
            "a choice among {count} values in {}; at most {MAX_CHOICES} are tried",
            cx.full_name(args.method)
        ))),
    }
}

/// The value of a system property that the user has given.
pub fn property(cx: &Context<'_>, key: &str) -> Option<String> {
    cx.options().properties.iter().rev().find(|(name, _)| name == key).map(|(_, value)| value.clone())
}

/// `Random.nextInt(bound)` of a generator with the seed that the user gave; 0 if none.
fn random(cx: &mut Context<'_>, generator: Generator, bound: i32) -> Result<u32, Trap> {
    let Some(text) = property(cx, "jaywalk.seed") else { return Ok(0) };
    let across = cx.across()?;
    let state = &mut across.generators[generator as usize];
    let seed = match *state {
        Some(seed) => seed,
        None => match text.trim().parse::<i64>() {
            Ok(seed) => (seed as u64 ^ MULTIPLIER) & MASK,
            Err(_) => {
                let what = format!("For input string: \"{}\"", text.trim());
                return Err(Trap::raise("java/lang/NumberFormatException", what));
            }
        },
    };
    let (seed, number) = next_int(seed, bound);
    *state = Some(seed);
    Ok(number as u32)
}

/// The constants of `java.util.Random`, as its documentation gives them.
const MULTIPLIER: u64 = 0x5_DEEC_E66D;
const INCREMENT: u64 = 0xB;
const MASK: u64 = (1 << 48) - 1;

fn next_int(mut seed: u64, bound: i32) -> (u64, i32) {
    let mut next = || {
        seed = seed.wrapping_mul(MULTIPLIER).wrapping_add(INCREMENT) & MASK;
        (seed >> 17) as i32
    };
    let mut bits = next();
    let number = if bound & (bound - 1) == 0 {
        ((i64::from(bound) * i64::from(bits)) >> 31) as i32
    } else {
        // The last numbers are drawn again if they do not make up a whole range.
        while bits.wrapping_sub(bits % bound).wrapping_add(bound - 1) < 0 {
            bits = next();
        }
        bits % bound
    };
    (seed, number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_as_java_does() {
        // new Random(42): nextInt(10), nextInt(16), nextInt(1000000000).
        let seed = (42 ^ MULTIPLIER) & MASK;
        let (seed, first) = next_int(seed, 10);
        let (seed, second) = next_int(seed, 16);
        let (_, third) = next_int(seed, 1_000_000_000);
        assert_eq!((first, second, third), (0, 0, 467_211_248));
    }
}
