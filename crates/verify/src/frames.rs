//! The `StackMapTable` attribute (JVMS 4.7.4): the types that the compiler promises at the targets of jumps.
//!
//! Frames are stored expanded, in one arena. A frame that keeps its predecessor's locals, or a part of them
//! from the front, shares their place in it.

use crate::Checked;
use crate::opcodes::{NEW, u16_at};
use crate::outline::Outline;
use crate::types::Type;
use classfile::Constant;
use std::ops::Range;

/// Types of all frames of one method. Real methods stay far below it; a hostile table would unfold to
/// gigabytes.
const MAX_ARENA_TYPES: usize = 1 << 24;

#[derive(Default)]
pub(crate) struct StackMap {
    arena: Vec<Type>,
    /// By rising offset.
    frames: Vec<Frame>,
}

struct Frame {
    pc: usize,
    /// Local variables from 0 on; those that are not listed are `Top`.
    locals: Range<usize>,
    stack: Range<usize>,
    this_uninit: bool,
}

impl StackMap {
    /// Reads the table of `outline`'s code; a method without one has no frames. The error's number is the
    /// offset that the bad frame is for, as far as it was known.
    pub fn decode(outline: &Outline<'_>) -> Result<StackMap, (usize, String)> {
        let mut map = StackMap::default();
        let Some(bytes) = outline.code.stack_map.as_deref() else { return Ok(map) };
        map.arena.extend(&outline.entry);
        let mut reader = FrameReader { bytes, outline };
        let mut pc = 0;
        map.read(&mut reader, &mut pc).map_err(|what| (pc, format!("stack map: {what}")))?;
        Ok(map)
    }

    /// The place of the frame for `pc` in the order of frames.
    pub fn find(&self, pc: usize) -> Option<usize> {
        self.frames.binary_search_by_key(&pc, |frame| frame.pc).ok()
    }

    /// The offset that the frame at this place is for.
    pub fn pc(&self, place: usize) -> Option<usize> {
        self.frames.get(place).map(|frame| frame.pc)
    }

    /// Locals, stack, and whether `this` is uninitialized.
    pub fn frame(&self, place: usize) -> (&[Type], &[Type], bool) {
        let frame = &self.frames[place];
        (&self.arena[frame.locals.clone()], &self.arena[frame.stack.clone()], frame.this_uninit)
    }

    fn read(&mut self, reader: &mut FrameReader<'_>, pc: &mut usize) -> Checked {
        let mut locals = 0..self.arena.len();
        for number in 0..reader.u16()? {
            let tag = reader.u8()?;
            let delta = match tag {
                0..=127 => u16::from(tag & 63),
                247..=255 => reader.u16()?,
                _ => return Err(format!("frame type {tag} is reserved")),
            };
            *pc = match number {
                0 => usize::from(delta),
                _ => *pc + usize::from(delta) + 1,
            };
            if !reader.outline.is_start(*pc) {
                return Err("a frame for something that is no instruction".into());
            }
            let mut stack = 0..0;
            match tag {
                64..=127 | 247 => stack = self.types(reader, 0..0, 1)?,
                248..=250 => locals = self.chop(locals, 251 - tag)?,
                252..=254 => locals = self.types(reader, locals, u16::from(tag - 251))?,
                255 => {
                    let count = reader.u16()?;
                    locals = self.types(reader, 0..0, count)?;
                    let count = reader.u16()?;
                    stack = self.types(reader, 0..0, count)?;
                }
                _ => {}
            }
            let code = reader.outline.code;
            if locals.len() > usize::from(code.max_locals) || stack.len() > usize::from(code.max_stack) {
                return Err("a frame larger than the method's locals and stack".into());
            }
            let this_uninit = self.arena[locals.clone()].contains(&Type::UninitThis);
            self.frames.push(Frame { pc: *pc, locals: locals.clone(), stack, this_uninit });
        }
        match reader.bytes.len() {
            0 => Ok(()),
            left => Err(format!("{left} bytes too many")),
        }
    }

    /// The locals without the last `count` of them, where a long or double counts as one.
    fn chop(&self, mut locals: Range<usize>, count: u8) -> Checked<Range<usize>> {
        for _ in 0..count {
            if locals.is_empty() {
                return Err("more locals chopped off than there are".into());
            }
            let wide = self.arena[locals.end - 1].is_end();
            locals.end -= 1 + usize::from(wide);
        }
        Ok(locals)
    }

    /// Reads `count` types and writes them behind a copy of what stands at `before`.
    fn types(
        &mut self,
        reader: &mut FrameReader<'_>,
        before: Range<usize>,
        count: u16,
    ) -> Checked<Range<usize>> {
        let start = self.arena.len();
        if start + before.len() + 2 * usize::from(count) > MAX_ARENA_TYPES {
            return Err("the frames are too large".into());
        }
        self.arena.extend_from_within(before);
        for _ in 0..count {
            let kind = reader.kind()?;
            self.arena.push(kind);
            self.arena.extend(kind.end());
        }
        Ok(start..self.arena.len())
    }
}

struct FrameReader<'a> {
    bytes: &'a [u8],
    outline: &'a Outline<'a>,
}

impl FrameReader<'_> {
    fn u8(&mut self) -> Checked<u8> {
        let (&byte, rest) = self.bytes.split_first().ok_or("cut short")?;
        self.bytes = rest;
        Ok(byte)
    }

    fn u16(&mut self) -> Checked<u16> {
        Ok(u16::from_be_bytes([self.u8()?, self.u8()?]))
    }

    /// One `verification_type_info`.
    fn kind(&mut self) -> Checked<Type> {
        Ok(match self.u8()? {
            0 => Type::Top,
            1 => Type::Int,
            2 => Type::Float,
            3 => Type::Double,
            4 => Type::Long,
            5 => Type::Null,
            6 => Type::UninitThis,
            7 => {
                let index = self.u16()?;
                match self.outline.class.constants.get(usize::from(index)) {
                    Some(&Constant::Class(name)) => {
                        Type::of_class(name).ok_or_else(|| format!("malformed array {name}"))?
                    }
                    _ => return Err(format!("constant {index} is no class")),
                }
            }
            8 => {
                let pc = self.u16()?;
                let code = &self.outline.code.bytes;
                if !self.outline.is_start(usize::from(pc)) || code[usize::from(pc)] != NEW {
                    return Err(format!("there is no new instruction at {pc}"));
                }
                Type::Uninit(pc)
            }
            tag => return Err(format!("there is no type {tag}")),
        })
    }
}

/// The class that the `new` at `pc` makes an instance of. The outline has seen that there is such an
/// instruction, or a [`Type::Uninit`] for it would not exist.
pub(crate) fn made_by_new(outline: &Outline<'_>, pc: u16) -> Checked<base::Symbol> {
    let index = u16_at(&outline.code.bytes, usize::from(pc) + 1);
    match outline.class.constants.get(usize::from(index)) {
        Some(&Constant::Class(name)) => Ok(name),
        _ => Err(format!("constant {index} is no class")),
    }
}
