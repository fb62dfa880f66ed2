//! Reads moves back.

use crate::codec::{Codec, SignedMove};
use crate::coder::Decoder;
use crate::event::{Broken, ListId, MoveSource, ScriptEvent, To};
use crate::model::Model;
use crate::style::Style;
use lts::Choice;
use std::io::Read;

/// Moves out of bytes that were pressed.
pub struct Reader<R: Read> {
    pub model: Model,
    codec: Codec,
    style: Style,
    /// Of the state that was new last.
    sign: u32,
    decoder: Decoder<zstd::Decoder<'static, std::io::BufReader<R>>>,
    /// More states or moves than this are not believed.
    states: u64,
    transitions: u64,
}

impl<R: Read> Reader<R> {
    /// `states` and `transitions` are what the script says that it has.
    ///
    /// # Errors
    /// The bytes are not pressed.
    pub fn new(input: R, style: Style, states: u64, transitions: u64) -> Result<Reader<R>, Broken> {
        let pressed = zstd::Decoder::new(input).map_err(|error| Broken(format!("is damaged: {error}")))?;
        Ok(Reader {
            model: Model::new(style),
            codec: Codec::new(style),
            style,
            sign: 0,
            decoder: Decoder::new(pressed),
            states,
            transitions,
        })
    }

    /// How many lists were told.
    pub fn lists(&self) -> ListId {
        self.model.lists.len() as ListId
    }

    fn sound(&mut self) -> Result<(), Broken> {
        if let Some(error) = self.decoder.fault() {
            return Err(Broken(format!("is damaged: {error}")));
        }
        if self.decoder.is_over() {
            return Err(Broken::because("is cut off: its moves end in the middle"));
        }
        let (states, transitions) = (u64::from(self.model.states), self.model.transitions);
        match states > self.states || transitions > self.transitions {
            true => Err(Broken::because("has more states or moves than it says")),
            false => Ok(()),
        }
    }

    /// All choices of the state on top were taken.
    fn is_done(&mut self) -> bool {
        let length = self.model.top().map_or(0, |top| self.model.lists.get(top.list).len()) as u32;
        match self.style.takes_all {
            true => self.model.next_index() >= length,
            false => self.codec.ends(&mut self.decoder, &self.model, false),
        }
    }
}

impl<R: Read + Send> MoveSource for Reader<R> {
    fn first(&mut self) -> Result<ListId, Broken> {
        let list = self.codec.list(&mut self.decoder, &mut self.model, (0, 0), &[])?;
        self.model.open(list, 0);
        self.sound()?;
        Ok(list)
    }

    fn next(&mut self) -> Result<Option<ScriptEvent>, Broken> {
        if self.model.top().is_none() {
            let is_all =
                u64::from(self.model.states) == self.states && self.model.transitions == self.transitions;
            return match (is_all, self.decoder.is_at_end()) {
                (true, true) => Ok(None),
                (true, false) => Err(Broken::because("goes on behind its last move")),
                (false, _) => Err(Broken::because("has fewer states or moves than it says")),
            };
        }
        if self.is_done() {
            self.model.back();
            return Ok(Some(ScriptEvent::Back));
        }
        let told = SignedMove { index: 0, to: To::Pruned, sign: 0 };
        let SignedMove { index, to, sign } = self.codec.go(&mut self.decoder, &mut self.model, told, &[])?;
        self.sign = sign;
        self.sound()?;
        Ok(Some(ScriptEvent::Move { index, to }))
    }

    fn sign(&self) -> u32 {
        self.sign
    }

    fn list(&self, list: ListId) -> &[Choice] {
        self.model.lists.get(list)
    }
}
