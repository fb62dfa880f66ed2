//! A stream's state as bytes, and back: that is how it stands in the machine's memory.

/// Writes numbers and byte strings one after the other.
#[derive(Default)]
pub struct Packer {
    pub bytes: Vec<u8>,
}

impl Packer {
    pub fn number(&mut self, value: u32) -> &mut Packer {
        self.bytes.extend_from_slice(&value.to_le_bytes());
        self
    }

    pub fn text(&mut self, bytes: &[u8]) -> &mut Packer {
        self.number(bytes.len() as u32);
        self.bytes.extend_from_slice(bytes);
        self
    }
}

/// Reads what a [`Packer`] wrote. Behind the end there are zeros and empty strings.
pub struct Unpacker<'a> {
    pub bytes: &'a [u8],
}

impl<'a> Unpacker<'a> {
    pub fn number(&mut self) -> u32 {
        let Some((first, rest)) = self.bytes.split_first_chunk::<4>() else { return 0 };
        self.bytes = rest;
        u32::from_le_bytes(*first)
    }

    pub fn text(&mut self) -> &'a [u8] {
        let length = (self.number() as usize).min(self.bytes.len());
        let (text, rest) = self.bytes.split_at(length);
        self.bytes = rest;
        text
    }
}
