//! Native methods of the JDK in Rust: one file for each Java class, in folders by package.
//!
//! `lang` is java.lang, `misc` jdk.internal.misc and its like, `reflect` java.lang.Class and reflection,
//! `invoke` java.lang.invoke, `io` streams and files, `verify` the calls to the model checker, `zip`
//! compressed streams, `util` the rest. Each file has a `register` function that lists what it provides. Some
//! methods listed here have bytecode of their own and are replaced: for speed, or because the original would
//! need what the machine does not have.

#![forbid(unsafe_code)]

mod invoke;
mod io;
mod lang;
mod misc;
mod reflect;
mod util;
mod verify;
mod zip;

use vm::{Answer, Args, Context, Registry};

/// Everything we have.
pub fn registry() -> Registry {
    let mut registry = Registry::default();
    for register in [
        lang::register,
        misc::register,
        reflect::register,
        invoke::register,
        io::register,
        util::register,
        verify::register,
        zip::register,
    ] {
        register(&mut registry);
    }
    registry
}

/// For `registerNatives`, `initIDs` and the like, which set up what we do not need.
pub(crate) fn nothing(_: &mut Context<'_>, _: Args<'_>) -> Answer {
    Ok(0)
}
