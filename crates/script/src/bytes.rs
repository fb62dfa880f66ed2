//! Plain data as bytes: numbers of variable length, texts and lists with their lengths before them.

use crate::event::Broken;
use lts::{Choice, Path};

/// Puts data behind each other.
#[derive(Default)]
pub struct Packer(pub Vec<u8>);

impl Packer {
    pub fn number(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }

    pub fn wide(&mut self, value: u128) {
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    pub fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.extend_from_slice(text.as_bytes());
    }

    pub fn list<T>(&mut self, list: &[T], mut each: impl FnMut(&mut Packer, &T)) {
        self.number(list.len() as u64);
        list.iter().for_each(|item| each(self, item));
    }

    pub fn path(&mut self, path: &[Choice]) {
        self.list(path, |packer, choice| {
            packer.number(u64::from(choice.actor));
            packer.number(u64::from(choice.value));
        });
    }
}

/// Takes data apart again. Nothing is believed: no length is longer than what is left.
pub struct Unpacker<'a>(pub &'a [u8]);

impl Unpacker<'_> {
    fn short() -> Broken {
        Broken::because("is damaged: its description ends in the middle")
    }

    pub fn number(&mut self) -> Result<u64, Broken> {
        let (mut value, mut shift) = (0u64, 0);
        loop {
            let (&byte, rest) = self.0.split_first().ok_or_else(Unpacker::short)?;
            self.0 = rest;
            if shift > 63 {
                return Err(Broken::because("is damaged: a number has too many bytes"));
            }
            value |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
            shift += 7;
        }
    }

    pub fn small(&mut self) -> Result<u32, Broken> {
        u32::try_from(self.number()?).map_err(|_| Broken::because("is damaged: a number is too large"))
    }

    pub fn wide(&mut self) -> Result<u128, Broken> {
        let (bytes, rest) = self.0.split_first_chunk::<16>().ok_or_else(Unpacker::short)?;
        self.0 = rest;
        Ok(u128::from_le_bytes(*bytes))
    }

    pub fn text(&mut self) -> Result<String, Broken> {
        let length = self.number()?;
        if length > self.0.len() as u64 {
            return Err(Unpacker::short());
        }
        let (text, rest) = self.0.split_at(length as usize);
        self.0 = rest;
        String::from_utf8(text.to_vec()).map_err(|_| Broken::because("is damaged: a text is none"))
    }

    pub fn list<T>(
        &mut self,
        mut each: impl FnMut(&mut Self) -> Result<T, Broken>,
    ) -> Result<Vec<T>, Broken> {
        let length = self.number()?;
        // Everything takes a byte at least.
        if length > self.0.len() as u64 {
            return Err(Unpacker::short());
        }
        (0..length).map(|_| each(self)).collect()
    }

    pub fn path(&mut self) -> Result<Path, Broken> {
        self.list(|unpacker| Ok(Choice { actor: unpacker.small()?, value: unpacker.small()? }))
    }

    /// Everything was taken.
    pub fn end(&self) -> Result<(), Broken> {
        match self.0.is_empty() {
            true => Ok(()),
            false => {
                Err(Broken::because("is damaged: there is more in its description than there should be"))
            }
        }
    }
}
