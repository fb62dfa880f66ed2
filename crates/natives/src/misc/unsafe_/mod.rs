//! jdk.internal.misc.Unsafe.
//!
//! An offset counts bytes from the start of an object: a field at unit `n` has offset `4 n`, the first
//! element of an array offset 16. The base of a static field is its class's record of statics, which Java
//! code sees as an opaque object. Without a base, an offset is an address of [`Context::allocate_memory`].
//! Every write goes through the journaled methods of the heap. Since one thread runs at a time,
//! plain, opaque, acquire, release and volatile accesses are one.

mod access;
mod bulk;
mod cas;
mod classes;
mod memory;
mod park;

use vm::state::heap::Element;
use vm::{Args, Context, Location, Ref, Registry, ThreadId, Trap, Use};

const UNSAFE: &str = "jdk/internal/misc/Unsafe";

pub fn register(registry: &mut Registry) {
    for register in [access::register, cas::register, classes::register, memory::register, park::register] {
        register(registry);
    }
}

/// Bytes of the heap that may be used.
#[derive(Clone, Copy)]
struct CheckedLocation(Location);

/// The place that the arguments at `index` (the base) and `index + 1` (the offset) name. While all
/// interleavings are explored, the step may have to end before it is used.
#[inline]
fn place(cx: &mut Context<'_>, args: &Args<'_>, index: usize, used: Use) -> Result<CheckedLocation, Trap> {
    let (object, byte) = (args.maybe(index), args.long(index + 1) as u64);
    match object.is_null() {
        false => {
            cx.vouch();
            Ok(CheckedLocation(cx.spot(object, byte, used)?))
        }
        true => match cx.spot_in_memory(byte, used)? {
            Some(spot) => Ok(CheckedLocation(spot)),
            None => Err(outside(cx, object, byte)),
        },
    }
}

impl CheckedLocation {
    #[inline]
    fn read<T: Element>(self, cx: &Context<'_>) -> Result<T, Trap> {
        cx.peek(self.0).ok_or_else(|| self.outside(cx))
    }

    #[inline]
    fn write<T: Element>(self, cx: &mut Context<'_>, value: T) -> Result<(), Trap> {
        cx.poke(self.0, value).ok_or_else(|| self.outside(cx))
    }

    #[inline]
    fn read_reference(self, cx: &Context<'_>) -> Result<Ref, Trap> {
        cx.peek_ref(self.0).ok_or_else(|| self.no_reference(cx))
    }

    /// Writes a reference; what it refers to is shared from now on if the object is.
    #[inline]
    fn write_reference(self, cx: &mut Context<'_>, thread: ThreadId, value: Ref) -> Result<(), Trap> {
        cx.poke_ref(thread, self.0, value).ok_or_else(|| self.no_reference(cx))
    }

    #[cold]
    fn no_reference(self, cx: &Context<'_>) -> Trap {
        match self.0.object().is_null() {
            true => self.outside(cx),
            false => {
                let name = cx.program().classes[cx.class_of(self.0.object())].external_name();
                let byte = self.0.byte();
                Trap::unsupported(format!(
                    "a reference where there is none, or one of another type: offset {byte} in a {name}"
                ))
            }
        }
    }

    #[cold]
    fn outside(self, cx: &Context<'_>) -> Trap {
        outside(cx, self.0.object(), self.0.byte())
    }
}

/// The real machine would crash, or read what is not the program's.
#[cold]
fn outside(cx: &Context<'_>, object: Ref, byte: u64) -> Trap {
    Trap::unsupported(match object.is_null() {
        true => format!("an access to memory at address {byte}, where nothing is allocated"),
        false => {
            let class = &cx.program().classes[cx.class_of(object)];
            let name = class.external_name();
            format!("an access outside of an object, or a number over a reference: offset {byte} in a {name}")
        }
    })
}
