//! java.util.zip: CRC32, CRC32C and Adler32.

use super::loops;
use vm::{Args, Context, Registry, Trap, Use};

const CRC32: &str = "java/util/zip/CRC32";
const CRC32C: &str = "java/util/zip/CRC32C";
const ADLER32: &str = "java/util/zip/Adler32";

pub fn register(registry: &mut Registry) {
    registry
        .add(CRC32, "update(II)I", |_, args| Ok(crc(&ZIP_TABLE, args.int(0) as u32, &[args.int(1) as u8])));
    registry.add(CRC32, "updateBytes0(I[BII)I", |cx, args| {
        Ok(crc(&ZIP_TABLE, args.int(0) as u32, in_array(cx, &args, args.int(3))?))
    });
    registry.add(CRC32, "updateByteBuffer0(IJII)I", |cx, args| {
        Ok(crc(&ZIP_TABLE, args.int(0) as u32, in_memory(cx, &args, args.int(3), several)?))
    });
    // These two have bytecode, take an end instead of a length, and neither begin nor end by inverting.
    registry.add(CRC32C, "updateBytes(I[BII)I", |cx, args| {
        let bytes = in_array(cx, &args, args.int(3) - args.int(2))?;
        Ok(!crc(&CASTAGNOLI_TABLE, !args.int(0) as u32, bytes) & u64::from(u32::MAX))
    });
    registry.add(CRC32C, "updateDirectByteBuffer(IJII)I", |cx, args| {
        let bytes = in_memory(cx, &args, args.int(3) - args.int(2), || Trap::Original)?;
        Ok(!crc(&CASTAGNOLI_TABLE, !args.int(0) as u32, bytes) & u64::from(u32::MAX))
    });
    registry.add(ADLER32, "update(II)I", |_, args| {
        Ok(u64::from(adler(args.int(0) as u32, &[args.int(1) as u8])))
    });
    registry.add(ADLER32, "updateBytes(I[BII)I", |cx, args| {
        Ok(u64::from(adler(args.int(0) as u32, in_array(cx, &args, args.int(3))?)))
    });
    registry.add(ADLER32, "updateByteBuffer(IJII)I", |cx, args| {
        Ok(u64::from(adler(args.int(0) as u32, in_memory(cx, &args, args.int(3), several)?)))
    });
}

/// `count` bytes of the array at argument 1 from the index at argument 2. The callers have checked the
/// bounds.
fn in_array<'a>(cx: &'a mut Context<'_>, args: &Args<'_>, count: i32) -> Result<&'a [u8], Trap> {
    let (array, from) = (args.object(1)?, args.int(2).max(0));
    if count > 1 && cx.is_divisible(array, 0, Use::Read) {
        return Err(loops::over_copy(cx, args, 1, from, count));
    }
    let array = cx.reading(array)?;
    let bytes = cx.part(array, from as u64, count.max(0) as u64);
    bytes.ok_or(Trap::Raise("java/lang/ArrayIndexOutOfBoundsException", None))
}

/// The same for memory at an address. `divided` is done where others could write to it meanwhile.
fn in_memory<'a>(
    cx: &'a mut Context<'_>,
    args: &Args<'_>,
    count: i32,
    divided: fn() -> Trap,
) -> Result<&'a [u8], Trap> {
    let address = (args.long(1) + i64::from(args.int(2))) as u64;
    let found = cx.spot_in_memory(address, Use::Read)?;
    if let Some(spot) = found
        && count > 1
        && cx.is_divisible(spot.object(), 0, Use::Read)
    {
        return Err(divided());
    }
    let bytes = found.and_then(|spot| cx.peek_bytes(spot, count.max(0) as u64));
    bytes.ok_or_else(|| {
        Trap::unsupported(format!("a checksum of memory at address {address}, where nothing is allocated"))
    })
}

/// One operation would be too few: a real machine reads byte after byte, and others may write in between.
fn several() -> Trap {
    Trap::unsupported(
        "a checksum of a direct buffer that other threads can reach (one of an array is supported)",
    )
}

const ZIP_TABLE: [u32; 256] = table(0xedb8_8320);
const CASTAGNOLI_TABLE: [u32; 256] = table(0x82f6_3b78);

const fn table(polynomial: u32) -> [u32; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut rest = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            rest = if rest & 1 == 1 { polynomial ^ (rest >> 1) } else { rest >> 1 };
            bit += 1;
        }
        table[byte] = rest;
        byte += 1;
    }
    table
}

fn crc(table: &[u32; 256], start: u32, bytes: &[u8]) -> u64 {
    let rest = bytes.iter().fold(!start, |rest, &byte| table[usize::from(rest as u8 ^ byte)] ^ (rest >> 8));
    u64::from(!rest)
}

/// The checksum of RFC 1950, begun with 1.
pub(crate) fn adler(start: u32, bytes: &[u8]) -> u32 {
    const BASE: u32 = 65521;
    /// So many bytes can be summed before the larger sum leaves 32 bits.
    const AT_ONCE: usize = 5552;
    let (mut a, mut b) = (start & 0xffff, start >> 16);
    for chunk in bytes.chunks(AT_ONCE) {
        for &byte in chunk {
            a += u32::from(byte);
            b += a;
        }
        a %= BASE;
        b %= BASE;
    }
    b << 16 | a
}
