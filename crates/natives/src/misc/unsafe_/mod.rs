//! jdk.internal.misc.Unsafe.
//!
//! An offset counts bytes from the start of an object: a field at unit `n` has offset `4 n`, the first
//! element of an array offset 16. The base of a static field is its class's record of statics, which Java
//! code sees as an opaque object. Without a base, an offset is an address of [`Context::allocate_memory`].
//! Every write goes through the journaled methods of the heap. Since one thread runs at a time,
//! plain, opaque, acquire, release and volatile accesses are one.

mod access;
mod cas;
mod classes;
mod memory;
mod park;

use vm::program::ShapeKind;
use vm::state::heap::Element;
use vm::{Args, Context, Ref, Registry, Trap};

const UNSAFE: &str = "jdk/internal/misc/Unsafe";

pub fn register(registry: &mut Registry) {
    for register in [access::register, cas::register, classes::register, memory::register, park::register] {
        register(registry);
    }
}

/// Bytes of the heap: an object and an offset in it.
#[derive(Clone, Copy)]
struct Place {
    object: Ref,
    byte: u64,
}

/// What is done to a place.
#[derive(Clone, Copy, PartialEq)]
enum Use {
    Read,
    Write,
}

/// The place that the arguments at `index` (the base) and `index + 1` (the offset) name. While all
/// interleavings are explored, the step may have to end before it is used.
#[inline]
fn place(cx: &mut Context<'_>, args: &Args<'_>, index: usize, used: Use) -> Result<Place, Trap> {
    let (object, byte) = (args.maybe(index), args.long(index + 1) as u64);
    let place = match object.is_null() {
        false => {
            cx.vouch();
            Place { object, byte }
        }
        true => match cx.locate_memory(byte) {
            Some((object, byte)) => Place { object, byte },
            None => return Err(outside(cx, Place { object, byte })),
        },
    };
    if cx.is_exploring() {
        let unit = if place.is_field(cx) { (place.byte / 4) as u32 } else { 0 };
        cx.gate_access(place.object, unit, used == Use::Write)?;
    }
    Ok(place)
}

impl Place {
    #[inline]
    fn read<T: Element>(self, cx: &Context<'_>) -> Result<T, Trap> {
        cx.heap.peek(self.object, self.byte).ok_or_else(|| outside(cx, self))
    }

    #[inline]
    fn write<T: Element>(self, cx: &mut Context<'_>, value: T) -> Result<(), Trap> {
        match cx.heap.poke(self.object, self.byte, value) {
            Some(()) => Ok(()),
            None => Err(outside(cx, self)),
        }
    }

    /// Writes a reference; what it refers to is shared from now on if the object is.
    #[inline]
    fn write_reference(self, cx: &mut Context<'_>, value: Ref) -> Result<(), Trap> {
        cx.heap.publish(self.object, value);
        self.write(cx, value.0)
    }

    /// Not in an array. A field of a small kind fills a cell of four bytes, the first of which are the
    /// value's: reading needs no care, writing does.
    fn is_field(self, cx: &Context<'_>) -> bool {
        !matches!(cx.heap.shapes[cx.heap.class_of(self.object)].kind, ShapeKind::Array { .. })
    }
}

/// The real machine would crash, or read what is not the program's.
#[cold]
fn outside(cx: &Context<'_>, place: Place) -> Trap {
    let Place { object, byte } = place;
    Trap::unsupported(match object.is_null() {
        true => format!("an access to memory at address {byte}, where nothing is allocated"),
        false => {
            let class = &cx.program().classes[cx.heap.class_of(object)];
            format!("an access outside of an object: offset {byte} in a {}", class.external_name())
        }
    })
}
