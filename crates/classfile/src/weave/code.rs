//! What comes before a body, and what comes in the place of assignments.

use super::{Given, Hook, Weaving, Woven};
use crate::descriptor::MethodDesc;
use crate::{Access, Kind};
use base::Symbol;

/// A method.
#[derive(Clone, Copy)]
pub(super) struct Body {
    pub class: Symbol,
    pub name: Symbol,
    pub desc: Symbol,
    pub access: Access,
}

/// What comes before a body.
#[derive(Default)]
pub(super) struct Prefix {
    pub bytes: Vec<u8>,
    pub stack: u16,
    /// Something jumps to its end.
    pub target: bool,
}

const NOP: u8 = 0x00;
const IFEQ: u8 = 0x99;
const PUTSTATIC: u8 = 0xb3;
const PUTFIELD: u8 = 0xb5;
const INVOKESPECIAL: u8 = 0xb7;
const INVOKESTATIC: u8 = 0xb8;
const WIDE: u8 = 0xc4;

impl Weaving<'_> {
    pub(super) fn prefix(&mut self, body: Body, hook: Hook) -> Woven<Prefix> {
        self.woven = true;
        let Some(apart) = MethodDesc::parse(body.desc) else {
            return Err(self.wrong("a descriptor of no method"));
        };
        let is_static = body.access.is_static();
        let has_receiver = !is_static && body.name != base::names::INIT;
        let (mut loads, mut desc, mut stack) = (Vec::new(), "(".to_string(), 0);
        if has_receiver {
            load(&mut loads, Kind::Ref, 0);
            desc.push_str("Ljava/lang/Object;");
            stack += 1;
        }
        let mut local = u16::from(!is_static);
        for &(kind, of) in &apart.params {
            load(&mut loads, kind, local);
            desc.push_str(if kind == Kind::Ref { "Ljava/lang/Object;" } else { of.as_str() });
            let words = if matches!(kind, Kind::Long | Kind::Double) { 2 } else { 1 };
            local += words;
            stack += words;
        }
        let answer = if hook.returned.is_some() { ")Z" } else { ")V" };
        let (arguments, desc) = match hook.given {
            Given::Nothing => (Vec::new(), format!("({answer}")),
            Given::Parameters => (loads.clone(), desc + answer),
        };
        let mut bytes = arguments;
        let called = self.add_method(hook.class, hook.name, Symbol::new(&desc), false)?;
        bytes.push(INVOKESTATIC);
        bytes.extend(called.to_be_bytes());
        let Some(returned) = hook.returned else {
            bytes.resize(bytes.len().next_multiple_of(4), NOP);
            return Ok(Prefix { bytes, stack, target: false });
        };
        let again = self.again(body, &apart, &loads, hook.class, returned)?;
        // The jump goes to the end, which lies at a multiple of four.
        let total = (bytes.len() + 3 + again.len()).next_multiple_of(4);
        let jump = (total - bytes.len()) as u16;
        bytes.push(IFEQ);
        bytes.extend(jump.to_be_bytes());
        // Padding comes first: nothing may stand behind a return that cannot be come to.
        let padding = total - bytes.len() - again.len();
        bytes.resize(bytes.len() + padding, NOP);
        bytes.extend(again);
        Ok(Prefix { bytes, stack: stack + 3, target: true })
    }

    /// The method is called once more, somebody is told what it returned, and that is returned.
    fn again(
        &mut self,
        body: Body,
        apart: &MethodDesc,
        loads: &[u8],
        told: Symbol,
        returned: Symbol,
    ) -> Woven<Vec<u8>> {
        let (kind, of) = apart.ret;
        let mut bytes = loads.to_vec();
        let own = self.add_method(body.class, body.name, body.desc, self.is_interface)?;
        bytes.push(if body.access.is_static() { INVOKESTATIC } else { INVOKESPECIAL });
        bytes.extend(own.to_be_bytes());
        // dup or dup2, the call, and the return of the kind.
        let (dup, back) = match kind {
            Kind::Long => (0x5c, 0xad),
            Kind::Double => (0x5c, 0xaf),
            Kind::Float => (0x59, 0xae),
            Kind::Ref => (0x59, 0xb0),
            Kind::Void => return Err(self.wrong("a method that returns nothing")),
            Kind::Boolean | Kind::Byte | Kind::Char | Kind::Short | Kind::Int => (0x59, 0xac),
        };
        bytes.push(dup);
        let desc = if kind == Kind::Ref { "Ljava/lang/Object;" } else { of.as_str() };
        let tell = self.add_method(told, returned, Symbol::new(&format!("({desc})V")), false)?;
        bytes.push(INVOKESTATIC);
        bytes.extend(tell.to_be_bytes());
        bytes.push(back);
        Ok(bytes)
    }

    pub(super) fn replace_assignments(&mut self, class: Symbol, code: &mut [u8]) -> Woven<()> {
        let mut at = 0;
        while at < code.len() {
            let op = code[at];
            if (op == PUTFIELD || op == PUTSTATIC) && at + 2 < code.len() {
                let number = u16::from_be_bytes([code[at + 1], code[at + 2]]);
                let field = self.field(number, op == PUTSTATIC)?;
                if let Some((owner, name, desc)) = self.weaver.assignment(class, field) {
                    let method = self.add_method(owner, name, desc, false)?;
                    code[at] = INVOKESTATIC;
                    code[at + 1..at + 3].copy_from_slice(&method.to_be_bytes());
                    self.woven = true;
                }
            }
            let length = length_at(code, at).filter(|&length| length > 0);
            at += length.ok_or_else(|| self.wrong("an unknown instruction"))?;
        }
        Ok(())
    }
}

/// The instruction that loads a parameter.
fn load(into: &mut Vec<u8>, kind: Kind, local: u16) {
    let family = match kind {
        Kind::Long => 1,
        Kind::Float => 2,
        Kind::Double => 3,
        Kind::Ref => 4,
        _ => 0,
    };
    match u8::try_from(local) {
        Ok(near @ 0..=3) => into.push(0x1a + family * 4 + near),
        Ok(local) => into.extend([0x15 + family, local]),
        Err(_) => {
            into.extend([WIDE, 0x15 + family]);
            into.extend(local.to_be_bytes());
        }
    }
}

/// How long the instruction is that stands here (JVMS 6.5).
fn length_at(code: &[u8], at: usize) -> Option<usize> {
    let word = |at: usize| -> Option<i64> {
        let four = code.get(at..at + 4)?;
        Some(i64::from(i32::from_be_bytes([four[0], four[1], four[2], four[3]])))
    };
    let table = (at + 4) / 4 * 4;
    Some(match *code.get(at)? {
        0x10 | 0x12 | 0x15..=0x19 | 0x36..=0x3a | 0xa9 | 0xbc => 2,
        0x11 | 0x13 | 0x14 | 0x84 | 0x99..=0xa8 | 0xb2..=0xb8 | 0xbb | 0xbd | 0xc0 | 0xc1 | 0xc6 | 0xc7 => 3,
        0xc5 => 4,
        0xb9 | 0xba | 0xc8 | 0xc9 => 5,
        0xaa => table - at + 12 + 4 * usize::try_from(word(table + 8)? - word(table + 4)? + 1).ok()?,
        0xab => table - at + 8 + 8 * usize::try_from(word(table + 4)?).ok()?,
        WIDE => {
            if *code.get(at + 1)? == 0x84 {
                6
            } else {
                4
            }
        }
        _ => 1,
    })
}
