//! Writes moves down.

use crate::codec::{Codec, SignedMove};
use crate::coder::Encoder;
use crate::event::{Sink, To};
use crate::model::Model;
use crate::style::Style;
use lts::Choice;
use std::io::{Result, Write};

/// So many bytes are handed on at once.
const BLOCK: usize = 1 << 15;

/// Moves as bytes that are pressed once more.
pub struct Writer<W: Write> {
    pub model: Model,
    codec: Codec,
    style: Style,
    /// The sign of the first state: others are told by how they differ.
    origin: u32,
    encoder: Encoder,
    out: zstd::Encoder<'static, W>,
    /// Why nothing can be written any more.
    fault: Option<std::io::Error>,
}

impl<W: Write> Writer<W> {
    /// # Errors
    /// Not every place can be written to.
    pub fn new(out: W, style: Style) -> Result<Writer<W>> {
        Ok(Writer {
            model: Model::new(style),
            codec: Codec::new(style),
            style,
            origin: 0,
            encoder: Encoder::default(),
            out: zstd::Encoder::new(out, 1)?,
            fault: None,
        })
    }

    /// A choice of the state on top by its place in the list.
    pub fn index_of(&self, choice: Choice) -> Option<u32> {
        let top = self.model.top()?;
        let next = self.model.next_index();
        let list = self.model.lists.get(top.list);
        match list.get(next as usize) == Some(&choice) {
            true => Some(next),
            false => crate::model::index_of(list, choice).map(|at| at as u32),
        }
    }

    /// States that have no more choices are left, where that need not be said.
    fn settle(&mut self) {
        if self.encoder.out.len() >= BLOCK {
            let written = self.out.write_all(&self.encoder.out);
            self.encoder.out.clear();
            if let Err(error) = written {
                self.fault.get_or_insert(error);
            }
        }
    }

    /// Writes what is left, and gives the place back that was written to.
    ///
    /// # Errors
    /// Why something could not be written, now or before.
    pub fn finish(mut self) -> Result<(W, Model)> {
        if let Some(error) = self.fault {
            return Err(error);
        }
        let rest = self.encoder.finish();
        self.out.write_all(&rest)?;
        Ok((self.out.finish()?, self.model))
    }
}

impl<W: Write> Sink for Writer<W> {
    fn first(&mut self, choices: &[Choice], sign: u32) {
        self.origin = sign;
        // What a search meets can be written: only what is read may be more than that.
        if let Ok(list) = self.codec.list(&mut self.encoder, &mut self.model, (0, 0), choices) {
            self.model.open(list, 0);
        }
    }

    fn go(&mut self, index: u32, to: To, choices: &[Choice], sign: u32) {
        if !self.style.takes_all {
            self.codec.ends(&mut self.encoder, &self.model, false);
        }
        let told = SignedMove { index, to, sign: sign.wrapping_sub(self.origin) };
        if let Err(broken) = self.codec.go(&mut self.encoder, &mut self.model, told, choices) {
            self.fault.get_or_insert(std::io::Error::other(broken.0));
        }
        self.settle();
    }

    fn back(&mut self) {
        if !self.style.takes_all {
            self.codec.ends(&mut self.encoder, &self.model, true);
        }
        self.model.back();
    }
}
