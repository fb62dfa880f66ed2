//! Folders that are being listed: `opendir`, `readdir`, `closedir`.
//!
//! All names are read when the folder is opened. They stand in a block of memory behind the number of bytes
//! that were given out, so how far the listing is belongs to the state, like all memory.

use super::access;
use super::dispatcher::{path, unix_exception};
use super::layer::by_address;
use crate::reflect::word;
use vm::{Answer, Args, Context, Registry, Trap, Use};

/// The first bytes of a block: where the next name begins.
const CURSOR_BYTES: u64 = 4;

pub fn register(registry: &mut Registry) {
    let unix = "sun/nio/fs/UnixNativeDispatcher";
    registry.add(unix, "opendir0(J)J", |cx, args| by_address(cx, args, open));
    for name in ["readdir", "readdir0"] {
        registry.add(unix, &format!("{name}(J)[B"), next);
    }
    registry.add(unix, "closedir(J)V", close);
}

fn open(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let path = path(cx, &args)?;
    let names = match access::names(cx, &path) {
        Ok(names) => names,
        Err(refusal) => return Err(unix_exception(cx, refusal)),
    };
    let text: Vec<u8> = names.iter().flat_map(|name| name.iter().copied().chain([0])).collect();
    listed(cx, &text)
}

/// The block for names, each of which ends with a zero.
pub(super) fn listed(cx: &mut Context<'_>, names: &[u8]) -> Answer {
    debug_assert!(names.last().is_none_or(|&last| last == 0), "`next` would not come to the last name");
    let content = [&[0; CURSOR_BYTES as usize][..], names].concat();
    cx.allocate_filled(&content).ok_or(Trap::Raise("java/lang/OutOfMemoryError", None))
}

/// The name, or null at the end.
fn next(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let (address, left) = listing(cx, &args)?;
    let place = cx.spot_in_memory(address, Use::Write)?;
    let bytes = place.and_then(|place| cx.peek_bytes(place, left)).unwrap_or_default();
    let (cursor, names) = bytes.split_at(CURSOR_BYTES as usize);
    let from = u32::from_ne_bytes([cursor[0], cursor[1], cursor[2], cursor[3]]);
    let rest = names.get(from as usize..).unwrap_or_default();
    let Some(end) = rest.iter().position(|&byte| byte == 0) else { return Ok(0) };
    let name = rest[..end].to_vec();
    let cursor = (from + end as u32 + 1).to_ne_bytes();
    cx.write_memory(address, &cursor)?;
    Ok(word(cx.new_bytes(&name)?))
}

fn listing(cx: &Context<'_>, args: &Args<'_>) -> Result<(u64, u64), Trap> {
    let address = args.long(0) as u64;
    cx.memory_left(address)
        .filter(|&left| left >= CURSOR_BYTES)
        .map(|left| (address, left))
        .ok_or_else(|| Trap::unsupported("reading a folder that is not open"))
}

fn close(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    cx.free_memory(args.long(0) as u64)?;
    Ok(0)
}
