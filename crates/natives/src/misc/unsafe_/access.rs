//! Reading and writing fields, elements and memory.

use super::{CheckedLocation, UNSAFE, place};
use classfile::Kind;
use vm::program::{ClassId, FieldId};
use vm::{Answer, Args, Context, Native, Ref, Registry, Trap, Use, int};

const GET_MODES: [&str; 4] = ["", "Volatile", "Acquire", "Opaque"];
const PUT_MODES: [&str; 4] = ["", "Volatile", "Release", "Opaque"];

pub(super) fn register(registry: &mut Registry) {
    let object = "Ljava/lang/Object;";
    let kinds: [(&str, &str, Native, Native); 9] = [
        ("Boolean", "Z", get_boolean, put_boolean),
        ("Byte", "B", get_byte, put8),
        ("Char", "C", get_char, put16),
        ("Short", "S", get_short, put16),
        ("Int", "I", get32, put32),
        ("Float", "F", get32, put32),
        ("Reference", object, get_reference, put_reference),
        ("Long", "J", get64, put64),
        ("Double", "D", get64, put64),
    ];
    for (kind, desc, get, put) in kinds {
        for mode in GET_MODES {
            registry.add(UNSAFE, &format!("get{kind}{mode}({object}J){desc}"), get);
        }
        for mode in PUT_MODES {
            registry.add(UNSAFE, &format!("put{kind}{mode}({object}J{desc})V"), put);
        }
        if matches!(kind, "Char" | "Short" | "Int" | "Long") {
            registry.add(UNSAFE, &format!("get{kind}Unaligned({object}J){desc}"), get);
            registry.add(UNSAFE, &format!("put{kind}Unaligned({object}J{desc})V"), put);
        }
    }
}

fn get_boolean(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let bits: u8 = place(cx, &args, 1, Use::Read)?.read(cx)?;
    Ok(u64::from(bits != 0))
}

fn get_byte(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let value: i8 = place(cx, &args, 1, Use::Read)?.read(cx)?;
    Ok(int(i32::from(value)))
}

fn get_char(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let value: u16 = place(cx, &args, 1, Use::Read)?.read(cx)?;
    Ok(u64::from(value))
}

fn get_short(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let value: i16 = place(cx, &args, 1, Use::Read)?.read(cx)?;
    Ok(int(i32::from(value)))
}

fn get32(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let value: u32 = place(cx, &args, 1, Use::Read)?.read(cx)?;
    Ok(u64::from(value))
}

fn get_reference(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    let value = place(cx, &args, 1, Use::Read)?.read_reference(cx)?;
    Ok(u64::from(value.0))
}

fn get64(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    place(cx, &args, 1, Use::Read)?.read(cx)
}

fn put_boolean(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    place(cx, &args, 1, Use::Write)?.write8(cx, args.int(3) as u8 & 1)?;
    Ok(0)
}

fn put8(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    place(cx, &args, 1, Use::Write)?.write8(cx, args.int(3) as u8)?;
    Ok(0)
}

fn put16(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    place(cx, &args, 1, Use::Write)?.write16(cx, args.int(3) as u16)?;
    Ok(0)
}

fn put32(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    place(cx, &args, 1, Use::Write)?.write(cx, args.int(3) as u32)?;
    Ok(0)
}

fn put_reference(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    place(cx, &args, 1, Use::Write)?.write_reference(cx, args.thread, args.maybe(3))?;
    Ok(0)
}

fn put64(cx: &mut Context<'_>, args: Args<'_>) -> Answer {
    place(cx, &args, 1, Use::Write)?.write(cx, args.long(3) as u64)?;
    Ok(0)
}

impl CheckedLocation {
    /// Writes a byte: into an array as it is, into a field extended to the field's whole cell.
    pub(super) fn write8(self, cx: &mut Context<'_>, value: u8) -> Result<(), Trap> {
        match self.field_kind(cx) {
            Some(Kind::Boolean) => self.write(cx, u32::from(value & 1)),
            Some(Kind::Byte) => self.write(cx, i32::from(value as i8) as u32),
            _ => self.write(cx, value),
        }
    }

    /// The same for a short or char.
    pub(super) fn write16(self, cx: &mut Context<'_>, value: u16) -> Result<(), Trap> {
        match self.field_kind(cx) {
            Some(Kind::Char) => self.write(cx, u32::from(value)),
            Some(Kind::Short) => self.write(cx, i32::from(value as i16) as u32),
            _ => self.write(cx, value),
        }
    }

    /// The kind of the field that begins here; `None` in arrays, and inside of a field.
    fn field_kind(self, cx: &Context<'_>) -> Option<Kind> {
        if !cx.is_field(self.0) || !self.0.byte().is_multiple_of(4) {
            return None;
        }
        let unit = (self.0.byte() / 4) as u32;
        let class = cx.class_of(self.0.object());
        let program = cx.program();
        let at = |id: &FieldId, is_static: bool| {
            let field = &program.fields[*id];
            (field.unit == unit && field.access.is_static() == is_static).then_some(field.kind)
        };
        if class == ClassId::STATICS {
            let owner = owner_of(cx, self.0.object())?;
            return program.classes[owner].fields.iter().find_map(|id| at(id, true));
        }
        let ancestors = program.classes[class].ancestors.iter();
        ancestors.flat_map(|&c| program.classes[c].fields.iter()).find_map(|id| at(id, false))
    }
}

/// The class whose statics a record holds. A search: small static fields are seldom reached this way.
fn owner_of(cx: &Context<'_>, record: Ref) -> Option<ClassId> {
    cx.program().classes.iter().find(|(_, class)| class.statics == record).map(|(id, _)| id)
}
