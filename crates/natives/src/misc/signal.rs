//! jdk.internal.misc.Signal: signals have numbers, but none ever arrives.

use crate::nothing;
use vm::{Answer, Args, Context, Registry, int};

const SIGNAL: &str = "jdk/internal/misc/Signal";

pub fn register(registry: &mut Registry) {
    registry.add(SIGNAL, "findSignal0(Ljava/lang/String;)I", find);
    // The handler before was the default one, 0.
    registry.add(SIGNAL, "handle0(IJ)J", nothing);
}

/// Numbers of Linux; -1 for names it does not know.
fn find(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let number = match cx.text(args.object(0)?).as_str() {
        "HUP" => 1,
        "INT" => 2,
        "QUIT" => 3,
        "ILL" => 4,
        "TRAP" => 5,
        "ABRT" => 6,
        "BUS" => 7,
        "FPE" => 8,
        "KILL" => 9,
        "USR1" => 10,
        "SEGV" => 11,
        "USR2" => 12,
        "PIPE" => 13,
        "ALRM" => 14,
        "TERM" => 15,
        "CHLD" => 17,
        "CONT" => 18,
        "STOP" => 19,
        "TSTP" => 20,
        "TTIN" => 21,
        "TTOU" => 22,
        "WINCH" => 28,
        _ => -1,
    };
    Ok(int(number))
}
