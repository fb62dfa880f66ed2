//! What can be said of a method before its instructions are typed: where they begin, that they jump to
//! instructions, that its handlers are in order (the static constraints of JVMS 4.9.1), and the types it is
//! entered with.

use crate::members::callable;
use crate::opcodes::{self, *};
use crate::types::{Type, assignable};
use crate::{Hierarchy, Rejected};
use base::{BitSet, names};
use classfile::{Class, Code, Constant, Method, MethodDesc};

/// Code is shorter than this (JVMS 4.7.3), so that offsets fit 16 bits.
const MAX_CODE_BYTES: usize = 65535;

/// A method whose code can be walked: every byte offset in `starts` begins an instruction, and every jump and
/// handler leads to one.
pub(crate) struct Outline<'a> {
    pub class: &'a Class,
    pub code: &'a Code,
    pub starts: BitSet,
    /// The receiver and the arguments as local variables.
    pub entry: Vec<Type>,
    /// `None` for void.
    pub result: Option<Type>,
}

impl<'a> Outline<'a> {
    pub fn new(
        class: &'a Class,
        method: &'a Method,
        code: &'a Code,
        hierarchy: &mut dyn Hierarchy,
    ) -> Result<Outline<'a>, Rejected> {
        let (entry, result) = entry_types(class, method)?;
        let starts = starts(&code.bytes)?;
        let outline = Outline { class, code, starts, entry, result };
        outline.check_jumps()?;
        outline.check_handlers(hierarchy)?;
        Ok(outline)
    }

    pub fn is_start(&self, pc: usize) -> bool {
        self.starts.contains(pc)
    }

    fn check_jumps(&self) -> Result<(), Rejected> {
        let bytes = &self.code.bytes;
        let mut jumps = Vec::new();
        for pc in self.starts.iter() {
            opcodes::jumps(bytes, pc, &mut jumps);
            let lands = |&target: &i64| usize::try_from(target).is_ok_and(|target| self.is_start(target));
            if let Some(target) = jumps.iter().find(|target| !lands(target)) {
                return Err(Rejected::at(pc, format!("a jump to {target}, which is no instruction")));
            }
            if bytes[pc] == LOOKUPSWITCH && !opcodes::keys_in_order(bytes, pc) {
                return Err(Rejected::at(pc, "the keys of a lookupswitch are not in order"));
            }
        }
        Ok(())
    }

    /// Checks local variables and constants of all instructions, for the sake of those that are never reached
    /// and therefore never typed.
    pub fn check_operands(&self) -> Result<(), Rejected> {
        let bytes = &*self.code.bytes;
        for pc in self.starts.iter() {
            let constant = match bytes[pc] {
                opcodes::LDC => usize::from(bytes[pc + 1]),
                _ => usize::from(opcodes::u16_at(bytes, pc + 1)),
            };
            let constant = self.class.constants.get(constant).copied().unwrap_or(Constant::Unused);
            let (op, local) = opcodes::local_operand(bytes, pc);
            let good = match op {
                ILOAD..=ALOAD | ISTORE..=ASTORE | IINC | RET => {
                    let wide = matches!(op, LLOAD | DLOAD | LSTORE | DSTORE);
                    local + usize::from(wide) < usize::from(self.code.max_locals)
                }
                LDC | LDC_W => !matches!(
                    constant,
                    Constant::Unused | Constant::Utf8(_) | Constant::Long(_) | Constant::Double(_)
                ),
                LDC2_W => matches!(constant, Constant::Long(_) | Constant::Double(_) | Constant::Dynamic(_)),
                GETSTATIC..=PUTFIELD => matches!(constant, Constant::Field(_)),
                INVOKEVIRTUAL..=INVOKEDYNAMIC => callable(op, constant, self.class.major),
                NEW | ANEWARRAY | CHECKCAST | INSTANCEOF | MULTIANEWARRAY => {
                    matches!(constant, Constant::Class(_))
                }
                NEWARRAY => matches!(bytes[pc + 1], 4..=11),
                _ => true,
            };
            if !good {
                return Err(Rejected::at(pc, "an operand that does not fit its instruction"));
            }
        }
        Ok(())
    }

    fn check_handlers(&self, hierarchy: &mut dyn Hierarchy) -> Result<(), Rejected> {
        for handler in &self.code.handlers {
            let (start, end, target) =
                (usize::from(handler.start), usize::from(handler.end), usize::from(handler.target));
            let end_is_good = end == self.code.bytes.len() || self.is_start(end);
            if start >= end || !self.is_start(start) || !end_is_good || !self.is_start(target) {
                let what = format!("the exception handler for {start}..{end} at {target} cuts instructions");
                return Err(Rejected::at(target, what));
            }
            if let Some(catch) = handler.catch
                && !assignable(Type::Object(catch), Type::THROWABLE, hierarchy)
            {
                return Err(Rejected::at(
                    target,
                    format!("a handler catches {catch}, which is no Throwable"),
                ));
            }
        }
        Ok(())
    }
}

/// The local variables that a method begins with, and its result.
fn entry_types(class: &Class, method: &Method) -> Result<(Vec<Type>, Option<Type>), Rejected> {
    let malformed = || Rejected::at(0, format!("malformed descriptor {}", method.desc));
    let desc = MethodDesc::parse(method.desc).ok_or_else(malformed)?;
    let constructor = method.name == names::INIT;
    let mut entry = Vec::new();
    if !method.access.is_static() {
        let raw = constructor && class.name != names::OBJECT;
        entry.push(if raw { Type::UninitThis } else { Type::Object(class.name) });
    }
    for &(kind, desc) in &desc.params {
        let param = Type::of_kind(kind, desc).ok_or_else(malformed)?;
        entry.push(param);
        entry.extend(param.end());
    }
    let result = Type::of_kind(desc.ret.0, desc.ret.1);
    if constructor && (result.is_some() || method.access.is_static()) {
        return Err(Rejected::at(0, "a constructor that is static or returns a value"));
    }
    Ok((entry, result))
}

/// Where instructions begin, if the code is nothing but instructions.
fn starts(bytes: &[u8]) -> Result<BitSet, Rejected> {
    if bytes.is_empty() || bytes.len() > MAX_CODE_BYTES {
        return Err(Rejected::at(0, format!("code of {} bytes", bytes.len())));
    }
    let mut starts = BitSet::with_capacity(bytes.len());
    let mut pc = 0;
    while pc < bytes.len() {
        starts.insert(pc);
        let length = opcodes::length(bytes, pc);
        pc += length.ok_or_else(|| Rejected::at(pc, format!("no instruction: {:#04x}", bytes[pc])))?;
    }
    Ok(starts)
}
