//! Java strings: making and reading. A string is Latin-1 bytes or UTF-16, as `java.lang.String` keeps
//! it.

use crate::machine::Machine;
use crate::program::digest;
use crate::state::heap::Ref;
use crate::trap::Trap;
use base::Symbol;
use classfile::mutf8;

const LATIN1: u32 = 0;
const UTF16: u32 = 1;

impl Machine {
    pub fn new_string(&mut self, text: &str) -> Result<Ref, Trap> {
        if text.is_ascii() {
            return self.string_from_parts(text.as_bytes(), LATIN1);
        }
        let units: Vec<u16> = text.encode_utf16().collect();
        self.new_string_utf16(&units)
    }

    pub fn new_string_utf16(&mut self, units: &[u16]) -> Result<Ref, Trap> {
        let (bytes, coder) = encode(units);
        self.string_from_parts(&bytes, coder)
    }

    pub fn new_string_latin1(&mut self, bytes: &[u8]) -> Result<Ref, Trap> {
        self.string_from_parts(bytes, LATIN1)
    }

    fn string_from_parts(&mut self, bytes: &[u8], coder: u32) -> Result<Ref, Trap> {
        debug_assert!(coder == LATIN1 || bytes.len().is_multiple_of(2), "units of UTF-16 are two bytes each");
        let value = self.new_bytes(bytes)?;
        let string = self.new_object(self.known().string)?;
        let (value_unit, coder_unit) = (self.known().string_value, self.known().string_coder);
        self.heap.put_ref(string, value_unit, value);
        self.heap.put32(string, coder_unit, coder);
        Ok(string)
    }

    /// The string constant with this modified UTF-8 text: one object for all equal constants. Which string stands for
    /// it on the present path is another question, see [`Machine::constant`].
    pub fn literal(&mut self, text: Symbol) -> Result<Ref, Trap> {
        if let Some(&known) = self.literals.get(&text) {
            return Ok(known);
        }
        let units = mutf8::decode(text.bytes());
        let (bytes, coder) = encode(&units);
        let known = self.known();
        let (bytes_class, string_class) = (known.bytes, known.string);
        let (value_unit, coder_unit, hash_unit) = (known.string_value, known.string_coder, known.string_hash);
        let [value, string] = [b"value", b"text "].map(|part: &[u8; 5]| digest(&[part, text.bytes()]));
        let value = self.heap.alloc_static(bytes_class, bytes.len() as u32, value)?;
        let string = self.heap.alloc_static(string_class, 0, string)?;
        // What a constant is made of is not part of any state: it is there before anybody can look.
        self.heap.write_constant(value, |payload| payload[..bytes.len()].copy_from_slice(&bytes));
        self.heap.set_constant(string, value_unit, value.0);
        self.heap.set_constant(string, coder_unit, coder);
        self.heap.set_constant(string, hash_unit, java_hash(&units) as u32);
        self.literals.insert(text, string);
        Ok(string)
    }

    pub fn literal_text(&mut self, text: &str) -> Result<Ref, Trap> {
        self.literal(self.text_symbol(text))
    }

    pub(crate) fn text_symbol(&self, text: &str) -> Symbol {
        let units: Vec<u16> = text.encode_utf16().collect();
        Symbol::from_bytes(&mutf8::encode(&units))
    }

    /// The bytes of a string's text if it is Latin-1.
    pub fn latin1(&self, string: Ref) -> Option<&[u8]> {
        let known = self.known();
        let value = self.heap.get_ref(string, known.string_value);
        (self.heap.get32(string, known.string_coder) == LATIN1).then(|| self.heap.bytes(value))
    }

    pub fn utf16(&self, string: Ref) -> Vec<u16> {
        if let Some(bytes) = self.latin1(string) {
            return bytes.iter().map(|&b| u16::from(b)).collect();
        }
        let value = self.heap.get_ref(string, self.known().string_value);
        let (pairs, _) = self.heap.bytes(value).as_chunks::<2>();
        pairs.iter().map(|pair| u16::from_le_bytes(*pair)).collect()
    }

    /// The text, with replacement characters for unpaired surrogates.
    pub fn text(&self, string: Ref) -> String {
        match self.latin1(string) {
            Some(bytes) if bytes.is_ascii() => String::from_utf8_lossy(bytes).into_owned(),
            _ => String::from_utf16_lossy(&self.utf16(string)),
        }
    }

    /// The text as a symbol in modified UTF-8.
    pub fn symbol(&self, string: Ref) -> Symbol {
        match self.latin1(string) {
            Some(bytes) if bytes.iter().all(|b| (1..128).contains(b)) => Symbol::from_bytes(bytes),
            _ => Symbol::from_bytes(&mutf8::encode(&self.utf16(string))),
        }
    }
}

/// `String.hashCode`.
pub fn java_hash(units: &[u16]) -> i32 {
    units.iter().fold(0i32, |hash, &unit| hash.wrapping_mul(31).wrapping_add(i32::from(unit)))
}

fn encode(units: &[u16]) -> (Vec<u8>, u32) {
    match units.iter().all(|&unit| unit < 256) {
        true => (units.iter().map(|&unit| unit as u8).collect(), LATIN1),
        false => (units.iter().flat_map(|unit| unit.to_le_bytes()).collect(), UTF16),
    }
}
