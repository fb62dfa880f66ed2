//! `org.sosy_lab.sv_benchmarks.Verifier`: inputs of programs from the Competition on Software Verification.
//!
//! Most types have too many values to try each. Some are tried, and one more choice stands for all the
//! others: it ends in what cannot be executed, so that a search without a finding is never called complete. A
//! property of the user's that names the values leaves it out.

use super::pick::{Generator, pick, property};
use vm::{Answer, Args, Context, Registry, Trap};

const CLASS: &str = "org/sosy_lab/sv_benchmarks/Verifier";
/// The same values as in `api/src`, in the same order.
const INTS: [i64; 21] = [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7, 8, -8, 9, -9, 10, -10];
const CHARS: [u16; 10] = [0, 97, 65, 122, 90, 48, 57, 32, 10, 0xFFFF];
const REALS: [f64; 10] = [0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
const STRINGS: [&str; 6] = ["", "a", "A", "0", " ", "ab"];

pub fn register(registry: &mut Registry) {
    registry.provide(CLASS);
    registry.add(CLASS, "<clinit>()V", crate::nothing);
    registry.add(CLASS, "assume(Z)V", |m, a| super::search::leave_out(m, !a.boolean(0)));
    registry.add(CLASS, "nondetBoolean()Z", |m, a| pick(m, &a, Generator::Verifier, 2));
    registry.add(CLASS, "nondetByte()B", nondet_byte);
    registry
        .add(CLASS, "nondetInt()I", |m, a| integer(m, &a, "int", i64::from(i32::MIN), i64::from(i32::MAX)));
    registry.add(CLASS, "nondetShort()S", |m, a| {
        integer(m, &a, "short", i64::from(i16::MIN), i64::from(i16::MAX))
    });
    registry.add(CLASS, "nondetLong()J", |m, a| integer(m, &a, "long", i64::MIN, i64::MAX));
    registry.add(CLASS, "nondetChar()C", nondet_char);
    registry.add(CLASS, "nondetFloat()F", |m, a| Ok(u64::from((real(m, &a, "float")? as f32).to_bits())));
    registry.add(CLASS, "nondetDouble()D", |m, a| Ok(real(m, &a, "double")?.to_bits()));
    registry.add(CLASS, "nondetString()Ljava/lang/String;", nondet_string);
}

/// 0, -1, 1, -2, 2 and so on to the last.
fn nondet_byte(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let which = pick(cx, &args, Generator::Verifier, 256)? as i32;
    Ok(vm::int((which >> 1) ^ -(which & 1)))
}

fn integer(cx: &mut Context<'_>, args: &Args<'_>, name: &str, least: i64, greatest: i64) -> Answer {
    let fits = |number: &i64| (least..=greatest).contains(number);
    let given = given(cx, name, |text| text.parse::<i64>().ok().filter(fits))?;
    let number = match given {
        Some(Values::Range(from, to)) => {
            let count = u64::try_from(i128::from(to) - i128::from(from) + 1).unwrap_or(u64::MAX);
            from.wrapping_add(pick(cx, args, Generator::Verifier, count)? as i64)
        }
        Some(Values::List(list)) => list[pick(cx, args, Generator::Verifier, list.len() as u64)? as usize],
        None => {
            let ends = [least, greatest];
            let which = pick_some(cx, args, name, INTS.len() + 2)?;
            *INTS.iter().chain(&ends).nth(which).unwrap_or(&0)
        }
    };
    // An int is 32 bits of its register, a long all of them.
    Ok(if name == "long" { number as u64 } else { vm::int(number as i32) })
}

fn nondet_char(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let code = |text: &str| {
        let mut units = text.encode_utf16();
        let single = units.next().filter(|_| units.next().is_none()).map(i64::from);
        text.parse::<u16>().ok().map(i64::from).filter(|_| text.len() > 1).or(single)
    };
    match given(cx, "char", code)? {
        Some(Values::Range(from, to)) => {
            let count = u64::try_from(to - from + 1).unwrap_or(1);
            Ok(from as u64 + pick(cx, &args, Generator::Verifier, count)?)
        }
        Some(Values::List(list)) => {
            Ok(list[pick(cx, &args, Generator::Verifier, list.len() as u64)? as usize] as u64)
        }
        None => Ok(u64::from(CHARS[pick_some(cx, &args, "char", CHARS.len())?])),
    }
}

fn real(cx: &mut Context<'_>, args: &Args<'_>, name: &str) -> Result<f64, Trap> {
    let key = format!("jaywalk.nondet.{name}");
    let Some(text) = property(cx, &key) else {
        return Ok(REALS[pick_some(cx, args, name, REALS.len())?]);
    };
    let list: Option<Vec<f64>> = text.split(',').map(|item| item.trim().parse().ok()).collect();
    let list = list.ok_or_else(|| bad_property(&key, &text))?;
    Ok(list[pick(cx, args, Generator::Verifier, list.len() as u64)? as usize])
}

fn nondet_string(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let text = match property(cx, "jaywalk.nondet.string") {
        Some(list) => {
            let list: Vec<&str> = list.split(',').collect();
            list[pick(cx, &args, Generator::Verifier, list.len() as u64)? as usize].to_string()
        }
        None => STRINGS[pick_some(cx, &args, "string", STRINGS.len())?].to_string(),
    };
    Ok(u64::from(cx.new_string(&text)?.0))
}

/// One of the values that are tried; the choice behind them stands for all the others.
fn pick_some(cx: &mut Context<'_>, args: &Args<'_>, name: &str, count: usize) -> Result<usize, Trap> {
    let others = u64::from(cx.is_exploring());
    let which = pick(cx, args, Generator::Verifier, count as u64 + others)? as usize;
    match which < count {
        true => Ok(which),
        false => Err(Trap::unsupported(format!(
            "an input of type {name} beyond the {count} values that are tried; -Djaywalk.nondet.{name}=... says \
                which there are"
        ))),
    }
}

/// The values that the user's property names.
enum Values {
    /// Both ends are among them, and the first is not greater than the last.
    Range(i64, i64),
    /// Never empty.
    List(Vec<i64>),
}

fn given(cx: &Context<'_>, name: &str, number: impl Fn(&str) -> Option<i64>) -> Result<Option<Values>, Trap> {
    let key = format!("jaywalk.nondet.{name}");
    let Some(text) = property(cx, &key) else { return Ok(None) };
    let values = match text.split_once("..") {
        Some((from, to)) => {
            let ends = number(from.trim()).zip(number(to.trim()));
            ends.filter(|(from, to)| from <= to).map(|(from, to)| Values::Range(from, to))
        }
        None => {
            text.split(',').map(|item| number(item.trim())).collect::<Option<Vec<i64>>>().map(Values::List)
        }
    };
    values.map(Some).ok_or_else(|| bad_property(&key, &text))
}

fn bad_property(key: &str, text: &str) -> Trap {
    Trap::unsupported(format!("property {key}={text}: it is LOW..HIGH or a list of values with commas"))
}
