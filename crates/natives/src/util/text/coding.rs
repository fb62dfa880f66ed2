//! java.lang.StringCoding.

use super::super::view::{self, chars, object, span};
use vm::{Answer, Args, Context, Registry, Trap, int};

const CODING: &str = "java/lang/StringCoding";

pub fn register(registry: &mut Registry) {
    registry.add(CODING, "hasNegatives([BII)Z", |cx, args| {
        Ok(u64::from(!span(cx, &args, 0, (args.int(1), args.int(2)), 1)?.is_ascii()))
    });
    registry.add(CODING, "countPositives([BII)I", count_positives);
    registry.add(CODING, "implEncodeISOArray([BI[BII)I", |cx, args| encode(cx, args, u8::MAX));
    registry.add(CODING, "implEncodeAsciiArray([CI[BII)I", |cx, args| encode(cx, args, 0x7f));
}

fn count_positives(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let bytes = span(cx, &args, 0, (args.int(1), args.int(2)), 1)?;
    Ok(int(bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or(bytes.len()) as i32))
}

/// Characters and from, bytes and from, how many. Ends before the first character above `most`.
fn encode(cx: &mut Context<'_>, args: Args<'_>, most: u8) -> Answer {
    let target = cx.writing_alone(object(&args, 2)?)?;
    let source = chars(span(cx, &args, 0, (args.int(1), args.int(4)), 2)?);
    let bytes: Vec<u8> =
        source.iter().take_while(|pair| pair[1] == 0 && pair[0] <= most).map(|pair| pair[0]).collect();
    if bytes.len() < source.len() {
        return Err(Trap::Original);
    }
    view::write(cx, target, args.int(3), 1, &bytes)?;
    Ok(int(bytes.len() as i32))
}
