//! What a `NullPointerException` thrown by the machine says (JEP 358), word for word as HotSpot says it.
//!
//! The message has two halves: what could not be done, which the instruction tells, and what was null, which
//! is found by asking where the instruction's operand came from. That walk back ends at local variables,
//! static fields, constants and calls, or after [`MAX_DEPTH`] steps.

mod names;
mod sources;

use crate::opcodes::*;
use classfile::{Class, Constant, MemberRef, Method, descriptor};
use names::{class_name, local_name, method_name};
use sources::Sources;
use std::fmt::Write;

/// So many dereferences are spelled out, counted from the null outwards; what is before them is left out.
const MAX_DEPTH: u32 = 5;

/// The message of the exception that the instruction at `bytecode_offset` throws for a null operand. `None`
/// if it throws none that way: it dereferences nothing, or it calls a constructor, where the exception is one
/// that the program makes itself.
pub fn null_message(class: &Class, method: &Method, bytecode_offset: u32) -> Option<String> {
    let code = method.code.as_ref()?;
    let pc = bytecode_offset as usize;
    length(&code.bytes, pc)?;
    let describer = Describer { class, method, code: &code.bytes, sources: Sources::until(class, code, pc) };
    let entry = describer.null_entry(pc)?;
    let mut out = describer.failed_action(pc)?;
    if describer.describe(&mut out, pc, entry, MAX_DEPTH, Role::Null) {
        out.push_str("\" is null");
    }
    Some(out)
}

/// What an expression is described for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// The null itself.
    Null,
    /// What was dereferenced, or an index, on the way to it.
    Part,
}

struct Describer<'a> {
    class: &'a Class,
    method: &'a Method,
    code: &'a [u8],
    sources: Sources,
}

impl Describer<'_> {
    /// How far under the top of the stack the instruction at `pc` has the reference that must not be null.
    fn null_entry(&self, pc: usize) -> Option<usize> {
        match self.code[pc] {
            GETFIELD | ARRAYLENGTH | ATHROW | MONITORENTER | MONITOREXIT => Some(0),
            IALOAD..=SALOAD => Some(1),
            LASTORE | DASTORE => Some(3),
            IASTORE..=SASTORE => Some(2),
            PUTFIELD => {
                let kind = descriptor::field_kind(self.field(pc)?.desc.bytes())?;
                Some(usize::from(kind.slots()))
            }
            INVOKEVIRTUAL | INVOKESPECIAL | INVOKEINTERFACE => {
                let callee = self.callee(pc).filter(|callee| callee.name != base::names::INIT)?;
                descriptor::parameter_slots(callee.desc.bytes()).map(usize::from)
            }
            _ => None,
        }
    }

    fn failed_action(&self, pc: usize) -> Option<String> {
        const ELEMENTS: [&str; 8] =
            ["int", "long", "float", "double", "object", "byte/boolean", "char", "short"];
        Some(match self.code[pc] {
            op @ IALOAD..=SALOAD => format!("Cannot load from {} array", ELEMENTS[usize::from(op - IALOAD)]),
            op @ IASTORE..=SASTORE => {
                format!("Cannot store to {} array", ELEMENTS[usize::from(op - IASTORE)])
            }
            ARRAYLENGTH => "Cannot read the array length".into(),
            ATHROW => "Cannot throw exception".into(),
            MONITORENTER => "Cannot enter synchronized block".into(),
            MONITOREXIT => "Cannot exit synchronized block".into(),
            GETFIELD => format!("Cannot read field \"{}\"", self.field(pc)?.name),
            PUTFIELD => format!("Cannot assign field \"{}\"", self.field(pc)?.name),
            _ => format!("Cannot invoke \"{}\"", method_name(self.callee(pc)?)),
        })
    }

    /// Writes where the stack entry `entry` under the top at `pc` came from. False if nothing can be said.
    fn describe(&self, out: &mut String, pc: usize, entry: usize, depth: u32, role: Role) -> bool {
        if depth == 0 {
            return false;
        }
        let Some(source) = self.sources.of(pc, entry) else { return false };
        let (op, local) = local_operand(self.code, source);
        let call = matches!(op, INVOKEVIRTUAL..=INVOKEINTERFACE);
        if role == Role::Null {
            // HotSpot opens the second half before it knows whether it can say anything, and so do we.
            out.push_str(if call { " because the return value of \"" } else { " because \"" });
        }
        match op {
            ILOAD | ALOAD => {
                out.push_str(&local_name(self.method, source, local, self.sources.is_written(pc, local)));
            }
            ACONST_NULL => out.push_str("null"),
            ICONST_M1..=ICONST_5 => write_number(out, i32::from(op) - i32::from(ICONST_0)),
            BIPUSH => write_number(out, i32::from(self.code[source + 1] as i8)),
            // HotSpot forgets the sign here.
            SIPUSH => write_number(out, i32::from(u16_at(self.code, source + 1))),
            IALOAD | AALOAD => {
                if !self.describe(out, source, 1, depth - 1, Role::Part) {
                    out.push_str("<array>");
                }
                out.push('[');
                // An index does not lead further away from the null, so it costs no depth.
                if !self.describe(out, source, 0, depth, Role::Part) {
                    out.push_str("...");
                }
                out.push(']');
            }
            GETSTATIC => match self.field(source) {
                Some(field) => drop(write!(out, "{}.{}", class_name(field.class), field.name)),
                None => return false,
            },
            GETFIELD => {
                if self.describe(out, source, 0, depth - 1, Role::Part) {
                    out.push('.');
                }
                out.push_str(&self.field(source).map_or_else(Default::default, |field| field.name.text()));
            }
            _ if call => match self.callee(source) {
                Some(callee) => out.push_str(&method_name(callee)),
                None => return false,
            },
            _ => return false,
        }
        true
    }

    fn constant(&self, pc: usize) -> Option<Constant> {
        self.class.constants.get(usize::from(u16_at(self.code, pc + 1))).copied()
    }

    fn field(&self, pc: usize) -> Option<MemberRef> {
        match self.constant(pc)? {
            Constant::Field(field) => Some(field),
            _ => None,
        }
    }

    fn callee(&self, pc: usize) -> Option<MemberRef> {
        match self.constant(pc)? {
            Constant::Method(method) | Constant::InterfaceMethod(method) => Some(method),
            _ => None,
        }
    }
}

fn write_number(out: &mut String, number: i32) {
    // Writing into a string cannot fail.
    let _ = write!(out, "{number}");
}
