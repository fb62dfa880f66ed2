//! Reading and writing fields, elements and memory.

use super::{Place, UNSAFE, Use, place};
use classfile::Kind;
use vm::program::{ClassId, FieldId};
use vm::{Answer, Args, Machine, Native, Ref, Registry, Trap, int};

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
        ("Reference", object, get32, put_reference),
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

fn get_boolean(machine: &mut Machine, args: Args<'_>) -> Answer {
    let bits: u8 = place(machine, &args, 1, Use::Read)?.read(machine)?;
    Ok(u64::from(bits != 0))
}

fn get_byte(machine: &mut Machine, args: Args<'_>) -> Answer {
    let value: i8 = place(machine, &args, 1, Use::Read)?.read(machine)?;
    Ok(int(i32::from(value)))
}

fn get_char(machine: &mut Machine, args: Args<'_>) -> Answer {
    let value: u16 = place(machine, &args, 1, Use::Read)?.read(machine)?;
    Ok(u64::from(value))
}

fn get_short(machine: &mut Machine, args: Args<'_>) -> Answer {
    let value: i16 = place(machine, &args, 1, Use::Read)?.read(machine)?;
    Ok(int(i32::from(value)))
}

fn get32(machine: &mut Machine, args: Args<'_>) -> Answer {
    let value: u32 = place(machine, &args, 1, Use::Read)?.read(machine)?;
    Ok(u64::from(value))
}

fn get64(machine: &mut Machine, args: Args<'_>) -> Answer {
    place(machine, &args, 1, Use::Read)?.read(machine)
}

fn put_boolean(machine: &mut Machine, args: Args<'_>) -> Answer {
    place(machine, &args, 1, Use::Write)?.write8(machine, args.int(3) as u8 & 1)?;
    Ok(0)
}

fn put8(machine: &mut Machine, args: Args<'_>) -> Answer {
    place(machine, &args, 1, Use::Write)?.write8(machine, args.int(3) as u8)?;
    Ok(0)
}

fn put16(machine: &mut Machine, args: Args<'_>) -> Answer {
    place(machine, &args, 1, Use::Write)?.write16(machine, args.int(3) as u16)?;
    Ok(0)
}

fn put32(machine: &mut Machine, args: Args<'_>) -> Answer {
    place(machine, &args, 1, Use::Write)?.write(machine, args.int(3) as u32)?;
    Ok(0)
}

fn put_reference(machine: &mut Machine, args: Args<'_>) -> Answer {
    place(machine, &args, 1, Use::Write)?.write_reference(machine, args.maybe(3))?;
    Ok(0)
}

fn put64(machine: &mut Machine, args: Args<'_>) -> Answer {
    place(machine, &args, 1, Use::Write)?.write(machine, args.long(3) as u64)?;
    Ok(0)
}

impl Place {
    /// Writes a byte: into an array as it is, into a field extended to the field's whole cell.
    pub(super) fn write8(self, machine: &mut Machine, value: u8) -> Result<(), Trap> {
        match self.field_kind(machine) {
            Some(Kind::Boolean) => self.write(machine, u32::from(value & 1)),
            Some(Kind::Byte) => self.write(machine, i32::from(value as i8) as u32),
            _ => self.write(machine, value),
        }
    }

    /// The same for a short or char.
    pub(super) fn write16(self, machine: &mut Machine, value: u16) -> Result<(), Trap> {
        match self.field_kind(machine) {
            Some(Kind::Char) => self.write(machine, u32::from(value)),
            Some(Kind::Short) => self.write(machine, i32::from(value as i16) as u32),
            _ => self.write(machine, value),
        }
    }

    /// The kind of the field that begins here; `None` in arrays, and inside of a field.
    fn field_kind(self, machine: &Machine) -> Option<Kind> {
        if !self.is_field(machine) || !self.byte.is_multiple_of(4) {
            return None;
        }
        let unit = (self.byte / 4) as u32;
        let class = machine.heap.class_of(self.object);
        let program = &machine.program;
        let at = |id: &FieldId, is_static: bool| {
            let field = &program.fields[*id];
            (field.unit == unit && field.access.is_static() == is_static).then_some(field.kind)
        };
        if class == ClassId::STATICS {
            let owner = owner_of(machine, self.object)?;
            return program.classes[owner].fields.iter().find_map(|id| at(id, true));
        }
        let ancestors = program.classes[class].ancestors.iter();
        ancestors.flat_map(|&c| program.classes[c].fields.iter()).find_map(|id| at(id, false))
    }
}

/// The class whose statics a record holds. A search: small static fields are seldom reached this way.
fn owner_of(machine: &Machine, record: Ref) -> Option<ClassId> {
    machine.program.classes.iter().find(|(_, class)| class.statics == record).map(|(id, _)| id)
}
