//! java.util.zip.Inflater and Deflater.
//!
//! A stream's state is packed into a block of the machine's memory, whose address is what the Java object
//! holds. So it is saved, compared and taken back like everything else, and this room keeps nothing.

mod deflate;
mod huffman;
mod inflate;
mod pack;
#[cfg(test)]
mod tests;

use crate::nothing;
use crate::reflect::set_int;
use crate::util::loops;
use deflate::{Deflate, Flush};
use inflate::Inflate;
use vm::{Answer, Args, Context, Location, Registry, Trap, Use};

/// Where the length of what was put out, and the flags, stand in what natives answer.
const WRITTEN_SHIFT: u32 = 31;
const FINISHED: u64 = 1 << 62;
const NEEDS_DICTIONARY: u64 = 1 << 63;

pub fn register(registry: &mut Registry) {
    let inflater = "java/util/zip/Inflater";
    registry.add(inflater, "initIDs()V", nothing);
    registry.add(inflater, "init(Z)J", |m, a| begin(m, &Inflate::new(a.boolean(0))));
    for name in [
        "inflateBytesBytes(J[BII[BII)J",
        "inflateBytesBuffer(J[BIIJI)J",
        "inflateBufferBytes(JJI[BII)J",
        "inflateBufferBuffer(JJIJI)J",
    ] {
        registry.add(inflater, name, inflate);
    }
    let deflater = "java/util/zip/Deflater";
    registry.add(deflater, "init(IIZ)J", |m, a| begin(m, &Deflate::new(a.int(0), a.int(1), a.boolean(2))));
    for name in [
        "deflateBytesBytes(J[BII[BIIII)J",
        "deflateBytesBuffer(J[BIIJIII)J",
        "deflateBufferBytes(JJI[BIIII)J",
        "deflateBufferBuffer(JJIJIII)J",
    ] {
        registry.add(deflater, name, deflate);
    }
    for name in ["setDictionary(J[BII)V", "setDictionaryBuffer(JJI)V"] {
        registry.add(inflater, name, set_dictionary::<Inflate>);
        registry.add(deflater, name, set_dictionary::<Deflate>);
    }
    registry.add(inflater, "getAdler(J)I", checksum::<Inflate>);
    registry.add(deflater, "getAdler(J)I", checksum::<Deflate>);
    registry.add(inflater, "reset(J)V", reset::<Inflate>);
    registry.add(deflater, "reset(J)V", reset::<Deflate>);
    for class in [inflater, deflater] {
        registry.add(class, "end(J)V", end);
    }
}

/// What both kinds of streams have in common.
trait Stream {
    fn unpack(bytes: &[u8]) -> Self;
    fn pack(&self) -> Vec<u8>;
    fn reset(&mut self);
    fn checksum(&self) -> u32;
    fn set_dictionary(&mut self, dictionary: &[u8]) -> bool;
}

macro_rules! stream {
    ($kind:ty) => {
        impl Stream for $kind {
            fn unpack(bytes: &[u8]) -> Self {
                Self::unpack(bytes)
            }
            fn pack(&self) -> Vec<u8> {
                self.pack()
            }
            fn reset(&mut self) {
                self.reset();
            }
            fn checksum(&self) -> u32 {
                self.checksum()
            }
            fn set_dictionary(&mut self, dictionary: &[u8]) -> bool {
                self.set_dictionary(dictionary)
            }
        }
    };
}
stream!(Inflate);
stream!(Deflate);

fn begin<S: Stream>(cx: &mut Context<'_>, state: &S) -> Answer {
    let address = cx.allocate_filled(&packed(state));
    address.ok_or(Trap::Raise("java/lang/OutOfMemoryError", None))
}

/// What `stream` will read.
fn packed<S: Stream>(state: &S) -> Vec<u8> {
    let bytes = state.pack();
    debug_assert_eq!(S::unpack(&bytes).pack(), bytes, "a stream is read as it was written");
    bytes
}

fn keep<S: Stream>(cx: &mut Context<'_>, address: u64, state: &S) -> Result<(), Trap> {
    match cx.replace_memory(address, &packed(state))? {
        true => Ok(()),
        false => Err(Trap::Raise("java/lang/OutOfMemoryError", None)),
    }
}

/// The stream at an address. While all interleavings are explored, the step may have to end before it is
/// used.
fn stream<S: Stream>(cx: &mut Context<'_>, address: u64) -> Result<S, Trap> {
    let found = cx.spot_in_memory(address, Use::Write)?;
    let block = found.ok_or_else(|| Trap::unsupported("a compressed stream that has ended"))?;
    let left = cx.memory_left(address).unwrap_or(0);
    Ok(S::unpack(cx.peek_bytes(block, left).unwrap_or_default()))
}

/// Bytes of an array, or of memory.
#[derive(Clone, Copy)]
struct Span {
    place: Option<Location>,
    count: usize,
}

/// The arguments of a native one after the other.
struct Arguments<'a> {
    args: Args<'a>,
    next: usize,
}

impl Arguments<'_> {
    fn int(&mut self) -> i32 {
        self.next += 1;
        self.args.int(self.next - 1)
    }

    /// An array with offset and length, or an address with a length: what it is, the native's own parameters
    /// say.
    fn span(&mut self, cx: &mut Context<'_>, used: Use) -> Result<Span, Trap> {
        let declared = &cx.program().methods[self.args.method];
        let is_array = declared.params[self.next] == classfile::Kind::Ref;
        let at = self.next;
        self.next += 1;
        if is_array {
            let (array, offset, count) = (self.args.object(at)?, self.int(), self.int());
            if count > 1 && used == Use::Read && cx.is_divisible(array, 0, used) {
                return Err(loops::over_copy(cx, &self.args, at, offset, count));
            }
            let place = match count > 0 {
                true => Some(cx.spot_in_array(array, offset.max(0) as u64, used)?),
                false => None,
            };
            return Ok(Span { place, count: count.max(0) as usize });
        }
        let count = self.int().max(0) as usize;
        if count == 0 {
            return Ok(Span { place: None, count });
        }
        match cx.spot_in_memory(self.args.long(at) as u64, used)? {
            Some(place) => Ok(Span { place: Some(place), count }),
            None => Err(Trap::unsupported("a compressed stream over memory that is not allocated")),
        }
    }
}

impl Span {
    fn read(self, cx: &Context<'_>) -> Result<Vec<u8>, Trap> {
        let Some(place) = self.place else { return Ok(Vec::new()) };
        let bytes = cx.peek_bytes(place, self.count as u64);
        bytes.map(<[u8]>::to_vec).ok_or(Trap::Raise("java/lang/ArrayIndexOutOfBoundsException", None))
    }

    fn write(self, cx: &mut Context<'_>, bytes: &[u8]) -> Result<(), Trap> {
        let Some(place) = self.place.filter(|_| !bytes.is_empty()) else { return Ok(()) };
        let done = cx.poke_bytes(place, bytes);
        done.ok_or(Trap::Raise("java/lang/ArrayIndexOutOfBoundsException", None))
    }
}

/// What it takes to make a byte, and to compress one, in bytes that are looked at.
const INFLATING: u64 = 4;
const DEFLATING: u64 = 32;

fn inflate(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let address = args.long(1) as u64;
    let mut reader = Arguments { args, next: 2 };
    let (input, output) = (reader.span(cx, Use::Read)?, reader.span(cx, Use::Write)?);
    let mut state: Inflate = stream(cx, address)?;
    let given = input.read(cx)?;
    let piece = state.go_on(&given, output.count);
    cx.works(INFLATING * piece.output.len() as u64);
    output.write(cx, &piece.output)?;
    keep(cx, address, &state)?;
    if let Some(wrong) = piece.wrong {
        let this = args.object(0)?;
        set_int(cx, this, "inputConsumed", "I", piece.read as i32)?;
        set_int(cx, this, "outputConsumed", "I", piece.output.len() as i32)?;
        return Err(Trap::raise("java/util/zip/DataFormatException", wrong));
    }
    let mut answer = counts(piece.read, piece.output.len());
    if piece.finished {
        answer |= FINISHED;
    }
    if piece.needs_dictionary {
        answer |= NEEDS_DICTIONARY;
    }
    Ok(answer)
}

fn deflate(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let address = args.long(1) as u64;
    let mut reader = Arguments { args, next: 2 };
    let (input, output) = (reader.span(cx, Use::Read)?, reader.span(cx, Use::Write)?);
    let (flush, parameters) = (Flush::of(reader.int()), reader.int());
    let mut state: Deflate = stream(cx, address)?;
    let given = input.read(cx)?;
    // The lowest bit says that there are some; two bits of strategy and the level follow.
    if parameters & 1 != 0 {
        state.set_parameters(parameters >> 3, parameters >> 1 & 3);
    }
    let piece = state.go_on(&given, output.count, flush);
    cx.works(DEFLATING * piece.read as u64);
    output.write(cx, &piece.output)?;
    keep(cx, address, &state)?;
    let finished = if piece.finished { FINISHED } else { 0 };
    Ok(counts(piece.read, piece.output.len()) | finished)
}

/// How much was read and written, as the library takes it apart: 31 bits each.
fn counts(read: usize, written: usize) -> u64 {
    let (read, written) = (read as u64, written as u64);
    debug_assert!(read >> WRITTEN_SHIFT == 0 && written >> WRITTEN_SHIFT == 0, "both are lengths of arrays");
    read | written << WRITTEN_SHIFT
}

/// `address, dictionary`.
fn set_dictionary<S: Stream>(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let address = args.long(0) as u64;
    let given = Arguments { args, next: 1 }.span(cx, Use::Read)?;
    let mut state: S = stream(cx, address)?;
    let dictionary = given.read(cx)?;
    if !state.set_dictionary(&dictionary) {
        return Err(Trap::Raise("java/lang/IllegalArgumentException", None));
    }
    keep(cx, address, &state)?;
    Ok(0)
}

fn checksum<S: Stream>(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let state: S = stream(cx, args.long(0) as u64)?;
    Ok(u64::from(state.checksum()))
}

fn reset<S: Stream>(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let address = args.long(0) as u64;
    let mut state: S = stream(cx, address)?;
    state.reset();
    keep(cx, address, &state)?;
    Ok(0)
}

fn end(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    cx.free_memory(args.long(0) as u64)?;
    Ok(0)
}
