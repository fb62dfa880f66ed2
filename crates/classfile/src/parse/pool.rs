//! The constant pool (JVMS 4.4): read once, checked once, then looked up by index.

use super::reader::{ByteReader, Fault, Parsed};
use crate::{Constant, DynamicRef, HandleKind, HandleRef, MemberRef, descriptor, mutf8};
use base::Symbol;

/// The smallest entry, an empty `CONSTANT_Utf8` or a `CONSTANT_Class`.
const MIN_ENTRY_BYTES: usize = 3;

pub(super) struct Pool<'a> {
    entries: Vec<PoolEntry<'a>>,
    /// As long as `entries`.
    constants: Vec<Constant>,
}

/// An entry as it stands in the file.
struct PoolEntry<'a> {
    raw: Raw<'a>,
    /// File offset of its tag, for messages.
    offset: u32,
}

#[derive(Clone, Copy)]
enum Raw<'a> {
    Unused,
    Utf8(&'a [u8], Symbol),
    Number(Constant),
    Class(u16),
    String(u16),
    Field(u16, u16),
    Method(u16, u16),
    InterfaceMethod(u16, u16),
    NameAndType(u16, u16),
    Handle(u8, u16),
    MethodType(u16),
    Dynamic(u16, u16),
    InvokeDynamic(u16, u16),
    Module(u16),
    Package(u16),
}

impl<'a> Pool<'a> {
    pub fn read(reader: &mut ByteReader<'a>) -> Parsed<Pool<'a>> {
        let count = usize::from(reader.u16()?);
        // Entry 0 is not in the file, and every second half of a long or double is not either.
        reader.fits(count / 2, MIN_ENTRY_BYTES)?;
        let mut entries = Vec::with_capacity(count.max(1));
        entries.push(PoolEntry { raw: Raw::Unused, offset: reader.offset() as u32 });
        while entries.len() < count {
            let offset = reader.offset() as u32;
            let raw = entry(reader)?;
            entries.push(PoolEntry { raw, offset });
            if matches!(raw, Raw::Number(Constant::Long(_) | Constant::Double(_))) {
                entries.push(PoolEntry { raw: Raw::Unused, offset });
            }
        }
        if entries.len() > count.max(1) {
            return Err(reader.fault("the last constant takes two entries, but only one is left".into()));
        }
        let mut pool = Pool { constants: Vec::with_capacity(entries.len()), entries };
        for index in 0..pool.entries.len() {
            let constant = pool.look_up(index).map_err(|what| pool.fault_in(index, what))?;
            pool.constants.push(constant);
        }
        Ok(pool)
    }

    pub fn into_constants(self) -> Box<[Constant]> {
        self.constants.into()
    }

    /// Reads an index and gives the class that it names.
    pub fn class(&self, reader: &mut ByteReader<'_>) -> Parsed<Symbol> {
        let index = reader.u16()?;
        match self.constants.get(usize::from(index)) {
            Some(Constant::Class(name)) => Ok(*name),
            _ => Err(reader.fault_back(2, self.wrong(index, "a Class"))),
        }
    }

    /// As [`Pool::class`]; index 0 means none.
    pub fn class_or_none(&self, reader: &mut ByteReader<'_>) -> Parsed<Option<Symbol>> {
        or_none(reader, |reader| self.class(reader))
    }

    pub fn utf8(&self, reader: &mut ByteReader<'_>) -> Parsed<Symbol> {
        Ok(self.utf8_text(reader)?.0)
    }

    pub fn utf8_or_none(&self, reader: &mut ByteReader<'_>) -> Parsed<Option<Symbol>> {
        or_none(reader, |reader| self.utf8(reader))
    }

    /// As [`Pool::utf8`], with the bytes, which saves asking the symbol table for them.
    pub fn utf8_text(&self, reader: &mut ByteReader<'_>) -> Parsed<(Symbol, &'a [u8])> {
        let index = reader.u16()?;
        match self.entries.get(usize::from(index)).map(|entry| entry.raw) {
            Some(Raw::Utf8(text, symbol)) => Ok((symbol, text)),
            _ => Err(reader.fault_back(2, self.wrong(index, "a Utf8"))),
        }
    }

    pub fn name_and_type_or_none(&self, reader: &mut ByteReader<'_>) -> Parsed<Option<(Symbol, Symbol)>> {
        or_none(reader, |reader| {
            let index = reader.u16()?;
            match self.constants.get(usize::from(index)) {
                Some(Constant::NameAndType { name, desc }) => Ok((*name, *desc)),
                _ => Err(reader.fault_back(2, self.wrong(index, "a NameAndType"))),
            }
        })
    }

    pub fn handle(&self, reader: &mut ByteReader<'_>) -> Parsed<HandleRef> {
        let index = reader.u16()?;
        match self.constants.get(usize::from(index)) {
            Some(Constant::MethodHandle(handle)) => Ok(*handle),
            _ => Err(reader.fault_back(2, self.wrong(index, "a MethodHandle"))),
        }
    }

    /// Reads the index of a constant that `accepts` likes; `expected` says in words what that is.
    pub fn index(
        &self,
        reader: &mut ByteReader<'_>,
        expected: &str,
        accepts: impl FnOnce(&Constant) -> bool,
    ) -> Parsed<u16> {
        let index = reader.u16()?;
        match self.constants.get(usize::from(index)) {
            Some(constant) if accepts(constant) => Ok(index),
            _ => Err(reader.fault_back(2, self.wrong(index, expected))),
        }
    }

    /// Every dynamic constant must name a row of the bootstrap table, which comes last in the file.
    pub fn check_bootstraps(&self, rows: usize) -> Parsed<()> {
        for (index, constant) in self.constants.iter().enumerate() {
            if let Constant::Dynamic(dynamic) | Constant::InvokeDynamic(dynamic) = constant
                && usize::from(dynamic.bootstrap) >= rows
            {
                let row = dynamic.bootstrap;
                return Err(self.fault_in(index, format!("names bootstrap method {row} of {rows}")));
            }
        }
        Ok(())
    }

    /// The constant at `index` with its names in place. What it refers to may come later in the file, so this
    /// follows the raw entries; the kinds only ever refer downwards, so it ends.
    fn look_up(&self, index: usize) -> Result<Constant, String> {
        Ok(match self.entries[index].raw {
            Raw::Unused => Constant::Unused,
            Raw::Utf8(_, symbol) => Constant::Utf8(symbol),
            Raw::Number(number) => number,
            Raw::Class(name) => Constant::Class(self.class_name(name)?),
            Raw::String(text) => Constant::String(self.text(text)?.1),
            Raw::NameAndType(name, desc) => {
                let (name, desc) = self.name_and_desc(name, desc)?;
                Constant::NameAndType { name, desc }
            }
            Raw::Field(class, member) => Constant::Field(self.field(class, member)?),
            Raw::Method(class, member) => Constant::Method(self.method(class, member, true)?),
            Raw::InterfaceMethod(class, member) => {
                Constant::InterfaceMethod(self.method(class, member, false)?)
            }
            Raw::Handle(kind, member) => Constant::MethodHandle(self.method_handle(kind, member)?),
            Raw::MethodType(desc) => {
                let (text, symbol) = self.text(desc)?;
                require(descriptor::is_method(text), || format!("{symbol:?} is no method descriptor"))?;
                Constant::MethodType(symbol)
            }
            Raw::Dynamic(row, member) => Constant::Dynamic(self.dynamic(row, member, false)?),
            Raw::InvokeDynamic(row, member) => Constant::InvokeDynamic(self.dynamic(row, member, true)?),
            Raw::Module(name) => Constant::Module(self.text(name)?.1),
            Raw::Package(name) => Constant::Package(self.text(name)?.1),
        })
    }

    fn text(&self, index: u16) -> Result<(&'a [u8], Symbol), String> {
        match self.raw(index) {
            Raw::Utf8(text, symbol) => Ok((text, symbol)),
            _ => Err(self.wrong(index, "a Utf8")),
        }
    }

    fn class_name(&self, index: u16) -> Result<Symbol, String> {
        let (text, name) = self.text(index)?;
        require(descriptor::is_class_or_array(text), || format!("{name:?} is no class name"))?;
        Ok(name)
    }

    fn name_and_desc(&self, name: u16, desc: u16) -> Result<(Symbol, Symbol), String> {
        let (name_text, name) = self.text(name)?;
        let (desc_text, desc) = self.text(desc)?;
        let sound = match desc_text.first() {
            Some(b'(') => descriptor::is_method(desc_text) && descriptor::is_method_name(name_text),
            _ => descriptor::is_field(desc_text) && descriptor::is_field_name(name_text),
        };
        require(sound, || format!("{name:?} with descriptor {desc:?} can name no member"))?;
        Ok((name, desc))
    }

    /// A member's class, name and descriptor. Names and descriptors were or will be checked at their own
    /// entry.
    fn member(&self, class: u16, member: u16) -> Result<(MemberRef, &'a [u8], &'a [u8]), String> {
        let Raw::Class(class_name) = self.raw(class) else {
            return Err(self.wrong(class, "a Class"));
        };
        let (name, desc) = self.name_and_type(member)?;
        let class = self.text(class_name)?.1;
        Ok((MemberRef { class, name: name.1, desc: desc.1 }, name.0, desc.0))
    }

    #[allow(clippy::type_complexity)] // A name and a descriptor, each with its text: a struct would be used once.
    fn name_and_type(&self, index: u16) -> Result<((&'a [u8], Symbol), (&'a [u8], Symbol)), String> {
        match self.raw(index) {
            Raw::NameAndType(name, desc) => Ok((self.text(name)?, self.text(desc)?)),
            _ => Err(self.wrong(index, "a NameAndType")),
        }
    }

    fn field(&self, class: u16, member: u16) -> Result<MemberRef, String> {
        let (member, _, desc) = self.member(class, member)?;
        require(desc.first() != Some(&b'('), || {
            format!("the field {} has a method's descriptor", member.name)
        })?;
        Ok(member)
    }

    fn method(&self, class: u16, member: u16, constructors: bool) -> Result<MemberRef, String> {
        let (member, name, desc) = self.member(class, member)?;
        require(desc.first() == Some(&b'('), || {
            format!("the method {} has a field's descriptor", member.name)
        })?;
        if name.first() == Some(&b'<') {
            let sound = constructors && name == b"<init>" && desc.ends_with(b")V");
            require(sound, || format!("the method {}{} cannot be called", member.name, member.desc))?;
        }
        Ok(member)
    }

    fn method_handle(&self, kind: u8, index: u16) -> Result<HandleRef, String> {
        use HandleKind::*;
        let kinds = [
            GetField,
            GetStatic,
            PutField,
            PutStatic,
            InvokeVirtual,
            InvokeStatic,
            InvokeSpecial,
            NewInvokeSpecial,
            InvokeInterface,
        ];
        let kind = *usize::from(kind)
            .checked_sub(1)
            .and_then(|kind| kinds.get(kind))
            .ok_or_else(|| format!("there is no method handle kind {kind}"))?;
        let (member, interface) = match (kind, self.raw(index)) {
            (GetField | GetStatic | PutField | PutStatic, Raw::Field(class, member)) => {
                (self.field(class, member)?, false)
            }
            (InvokeVirtual | InvokeStatic | InvokeSpecial | NewInvokeSpecial, Raw::Method(class, member)) => {
                (self.method(class, member, true)?, false)
            }
            (InvokeStatic | InvokeSpecial | InvokeInterface, Raw::InterfaceMethod(class, member)) => {
                (self.method(class, member, false)?, true)
            }
            _ => return Err(self.wrong(index, "a member that fits the method handle's kind")),
        };
        let constructs = member.name == base::names::INIT;
        require(constructs == (kind == NewInvokeSpecial), || {
            format!("a method handle of kind {kind:?} cannot stand for {}", member.name)
        })?;
        Ok(HandleRef { kind, member, interface })
    }

    fn dynamic(&self, bootstrap: u16, index: u16, call: bool) -> Result<DynamicRef, String> {
        let ((_, name), (text, desc)) = self.name_and_type(index)?;
        require((text.first() == Some(&b'(')) == call, || {
            format!("the dynamic constant {name} has the descriptor {desc}")
        })?;
        Ok(DynamicRef { bootstrap, name, desc })
    }

    fn raw(&self, index: u16) -> Raw<'a> {
        self.entries.get(usize::from(index)).map_or(Raw::Unused, |entry| entry.raw)
    }

    #[cold]
    fn wrong(&self, index: u16, expected: &str) -> String {
        match self.entries.get(usize::from(index)) {
            Some(entry) => {
                format!("constant #{index} is {}, but {expected} is needed here", entry.raw.kind())
            }
            None => {
                format!("there is no constant #{index} (the pool ends at #{})", self.entries.len() - 1)
            }
        }
    }

    #[cold]
    fn fault_in(&self, index: usize, what: String) -> Box<Fault> {
        let offset = self.entries[index].offset as usize;
        Box::new(Fault { offset, what: format!("in constant #{index}: {what}") })
    }
}

impl Raw<'_> {
    fn kind(self) -> &'static str {
        match self {
            Raw::Unused => "unused",
            Raw::Utf8(..) => "a Utf8",
            Raw::Number(Constant::Integer(_)) => "an Integer",
            Raw::Number(Constant::Float(_)) => "a Float",
            Raw::Number(Constant::Long(_)) => "a Long",
            Raw::Number(_) => "a Double",
            Raw::Class(_) => "a Class",
            Raw::String(_) => "a String",
            Raw::Field(..) => "a Fieldref",
            Raw::Method(..) => "a Methodref",
            Raw::InterfaceMethod(..) => "an InterfaceMethodref",
            Raw::NameAndType(..) => "a NameAndType",
            Raw::Handle(..) => "a MethodHandle",
            Raw::MethodType(_) => "a MethodType",
            Raw::Dynamic(..) => "a Dynamic",
            Raw::InvokeDynamic(..) => "an InvokeDynamic",
            Raw::Module(_) => "a Module",
            Raw::Package(_) => "a Package",
        }
    }
}

fn entry<'a>(reader: &mut ByteReader<'a>) -> Parsed<Raw<'a>> {
    let tag = reader.u8()?;
    Ok(match tag {
        1 => {
            let length = usize::from(reader.u16()?);
            let text = reader.take(length)?;
            if !mutf8::is_valid(text) {
                return Err(reader.fault_back(length, "text is not modified UTF-8".into()));
            }
            Raw::Utf8(text, Symbol::from_bytes(text))
        }
        3 => Raw::Number(Constant::Integer(reader.u32()? as i32)),
        4 => Raw::Number(Constant::Float(f32::from_bits(reader.u32()?))),
        5 => Raw::Number(Constant::Long(reader.u64()? as i64)),
        6 => Raw::Number(Constant::Double(f64::from_bits(reader.u64()?))),
        7 => Raw::Class(reader.u16()?),
        8 => Raw::String(reader.u16()?),
        9 => Raw::Field(reader.u16()?, reader.u16()?),
        10 => Raw::Method(reader.u16()?, reader.u16()?),
        11 => Raw::InterfaceMethod(reader.u16()?, reader.u16()?),
        12 => Raw::NameAndType(reader.u16()?, reader.u16()?),
        15 => Raw::Handle(reader.u8()?, reader.u16()?),
        16 => Raw::MethodType(reader.u16()?),
        17 => Raw::Dynamic(reader.u16()?, reader.u16()?),
        18 => Raw::InvokeDynamic(reader.u16()?, reader.u16()?),
        19 => Raw::Module(reader.u16()?),
        20 => Raw::Package(reader.u16()?),
        _ => return Err(reader.fault_back(1, format!("there is no constant with tag {tag}"))),
    })
}

fn require(sound: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    match sound {
        true => Ok(()),
        false => Err(what()),
    }
}

fn or_none<T>(
    reader: &mut ByteReader<'_>,
    read: impl FnOnce(&mut ByteReader<'_>) -> Parsed<T>,
) -> Parsed<Option<T>> {
    match reader.peek_u16()? {
        0 => {
            reader.u16()?;
            Ok(None)
        }
        _ => read(reader).map(Some),
    }
}
