//! Tables that name places of a body: shifted by what comes before it.

use super::{Weaving, Woven};
use base::Symbol;

/// A frame with the locals of the one before it and an empty stack.
const SAME_EXTENDED: u8 = 251;

impl Weaving<'_> {
    /// Attributes of a body, shifted.
    pub(super) fn tables(&mut self, shift: u16, target: bool) -> Woven<()> {
        let count = self.u2()?;
        let place = self.out.len();
        self.out.extend(count.to_be_bytes());
        let (mut kept, mut has_frames) = (count, false);
        for _ in 0..count {
            let begin = self.at;
            let name = self.u2()?;
            let length = self.u4()? as usize;
            let end = self.at + length;
            let text = self.text(name)?;
            match text.as_str() {
                _ if shift == 0 => {
                    self.take(length)?;
                    self.out.extend_from_slice(&self.bytes[begin..end]);
                }
                "LineNumberTable" => {
                    self.out.extend_from_slice(&self.bytes[begin..self.at]);
                    self.rows(shift, 2, false)?;
                }
                "LocalVariableTable" | "LocalVariableTypeTable" => {
                    self.out.extend_from_slice(&self.bytes[begin..self.at]);
                    self.rows(shift, 8, true)?;
                }
                "StackMapTable" => {
                    has_frames = true;
                    let frames = self.frames(shift, target)?;
                    self.out.extend(name.to_be_bytes());
                    self.out.extend((frames.len() as u32).to_be_bytes());
                    self.out.extend(frames);
                }
                // They name places of the code, and nobody looks at them.
                "RuntimeVisibleTypeAnnotations" | "RuntimeInvisibleTypeAnnotations" => {
                    self.take(length)?;
                    kept -= 1;
                }
                _ => {
                    self.take(length)?;
                    self.out.extend_from_slice(&self.bytes[begin..end]);
                }
            }
            if self.at != end {
                return Err(self.wrong("a table of another length"));
            }
        }
        if target && !has_frames {
            let name = self.add_text(Symbol::new("StackMapTable"))?;
            self.out.extend(name.to_be_bytes());
            self.out.extend(5u32.to_be_bytes());
            self.out.extend([0, 1, SAME_EXTENDED]);
            self.out.extend(shift.to_be_bytes());
            kept += 1;
        }
        self.out[place..place + 2].copy_from_slice(&kept.to_be_bytes());
        Ok(())
    }

    /// Rows that begin with a place, and a length where `has_length`. What begins with the body begins with the prefix.
    fn rows(&mut self, shift: u16, rest: usize, has_length: bool) -> Woven<()> {
        let count = self.u2()?;
        self.out.extend(count.to_be_bytes());
        for _ in 0..count {
            let start = self.u2()?;
            self.out.extend((if start == 0 { 0 } else { start.wrapping_add(shift) }).to_be_bytes());
            if !has_length {
                self.copy(rest)?;
                continue;
            }
            let length = self.u2()?;
            self.out.extend((if start == 0 { length.wrapping_add(shift) } else { length }).to_be_bytes());
            self.copy(rest - 2)?;
        }
        Ok(())
    }

    /// Frames of the verifier: the first one is as far behind as the prefix is long, and objects that are not
    /// initialized are named by where they are made.
    fn frames(&mut self, shift: u16, target: bool) -> Woven<Vec<u8>> {
        let count = self.u2()?;
        let (mut frames, mut written) = (Vec::new(), count);
        for number in 0..count {
            let tag = self.u1()?;
            let mut delta = match tag {
                0..=63 => u16::from(tag),
                64..=127 => u16::from(tag) - 64,
                247..=255 => self.u2()?,
                _ => return Err(self.wrong("an unknown frame")),
            };
            if number == 0 && target && delta > 0 {
                frames.push(SAME_EXTENDED);
                frames.extend(shift.to_be_bytes());
                written += 1;
                delta -= 1;
            } else if number == 0 {
                delta = delta.wrapping_add(shift);
            }
            let (kind, items) = match tag {
                0..=63 | SAME_EXTENDED => (SAME_EXTENDED, 0),
                64..=127 | 247 => (247, 1),
                248..=250 => (tag, 0),
                252..=254 => (tag, u16::from(tag) - 251),
                _ => (tag, 0),
            };
            frames.push(kind);
            frames.extend(delta.to_be_bytes());
            self.types(items, shift, &mut frames)?;
            if tag == 255 {
                for _ in 0..2 {
                    let items = self.u2()?;
                    frames.extend(items.to_be_bytes());
                    self.types(items, shift, &mut frames)?;
                }
            }
        }
        let mut all = written.to_be_bytes().to_vec();
        all.append(&mut frames);
        Ok(all)
    }

    fn types(&mut self, count: u16, shift: u16, frames: &mut Vec<u8>) -> Woven<()> {
        for _ in 0..count {
            let tag = self.u1()?;
            frames.push(tag);
            match tag {
                0..=6 => {}
                7 => frames.extend(self.u2()?.to_be_bytes()),
                8 => frames.extend(self.u2()?.wrapping_add(shift).to_be_bytes()),
                _ => return Err(self.wrong("an unknown type of a frame")),
            }
        }
        Ok(())
    }
}
