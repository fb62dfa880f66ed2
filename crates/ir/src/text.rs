//! The text form of a body, for engine tests and for reading. [`crate::parse`] reads it back exactly.
//!
//! ```text
//! method Main.fib(I)I params 1 registers 3 refs      names the method; `refs r0 r2` lists the reference registers
//!   s0 = method Main fib (I)I                        symbols: class, string, type, handle, field, method, imethod, ...
//!   c0 = s0 r1                                       calls: symbol and arguments
//!   w0 = 0x3ff0000000000000                          wide constants
//!   t0 = from 3 @5 @7 else @9                        switch tables; `t1 = keys 1 @5 40 @7 else @9`
//!   handler 0..4 to 6 r2 catch s1                    or `catch any`
//!   line 3
//!   0: if_ige_k r0 2 @3 ~2                           ~2: bytecode offset, where it differs from the line before
//! ```
//!
//! Everything is separated by blanks; `#` begins a comment. Names with blanks or strange characters stand in
//! quotes.

use crate::operand::{Call, Dst, Kind, OperandVisitor, Src, Table, Target, Wide};
use crate::{Body, SwitchKeys, Sym, operand};
use base::Symbol;
use classfile::MemberRef;
use std::fmt::Write;

/// The text of one body; `title` names it.
pub fn print(title: &str, body: &Body) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write_body(&mut out, title, body);
    out
}

fn write_body(out: &mut String, title: &str, body: &Body) -> std::fmt::Result {
    let Body { params, registers, .. } = body;
    write!(out, "method {} params {params} registers {registers} refs", name(title.as_bytes()))?;
    for register in body.refs.iter() {
        write!(out, " r{register}")?;
    }
    out.push('\n');
    for (row, sym) in body.syms.iter().enumerate() {
        writeln!(out, "  s{row} = {}", print_symbol(sym))?;
    }
    for (row, call) in body.calls.iter().enumerate() {
        write!(out, "  c{row} = s{}", call.sym)?;
        for register in &call.args {
            write!(out, " r{register}")?;
        }
        out.push('\n');
    }
    for (row, wide) in body.wides.iter().enumerate() {
        writeln!(out, "  w{row} = {wide:#x}")?;
    }
    for (row, _) in body.tables.iter().enumerate() {
        write_table(out, body, row)?;
    }
    for handler in &body.handlers {
        write!(
            out,
            "  handler {}..{} to {} r{} catch ",
            handler.start, handler.end, handler.target, handler.dst
        )?;
        match handler.catch {
            Some(row) => writeln!(out, "s{row}{}", remark(&[class_name(body, row)]))?,
            None => out.push_str("any\n"),
        }
    }
    write_ops(out, body)
}

fn write_table(out: &mut String, body: &Body, row: usize) -> std::fmt::Result {
    let table = &body.tables[row];
    write!(out, "  t{row} = ")?;
    match &table.keys {
        SwitchKeys::From(low) => {
            write!(out, "from {low}")?;
            table.targets.iter().try_for_each(|to| write!(out, " @{to}"))?;
        }
        SwitchKeys::Sorted(keys) => {
            out.push_str("keys");
            keys.iter().zip(&table.targets).try_for_each(|(key, to)| write!(out, " {key} @{to}"))?;
        }
    }
    writeln!(out, " else @{}", table.default)
}

fn write_ops(out: &mut String, body: &Body) -> std::fmt::Result {
    let mut lines = body.lines.iter().peekable();
    let mut offset = 0;
    for (at, op) in body.ops.iter().enumerate() {
        while let Some((_, line)) = lines.next_if(|(first, _)| usize::from(*first) <= at) {
            writeln!(out, "  line {line}")?;
        }
        write!(out, "  {at}: {}", op.mnemonic())?;
        let mut operands = Operands { out, body, remarks: Vec::new() };
        op.operands(&mut operands);
        let remarks = operands.remarks;
        if let Some(&own) = body.bytecode.get(at).filter(|&&own| own != offset) {
            write!(out, " ~{own}")?;
            offset = own;
        }
        writeln!(out, "{}", remark(&remarks))?;
    }
    Ok(())
}

/// Writes operands, and collects what their rows stand for.
struct Operands<'a> {
    out: &'a mut String,
    body: &'a Body,
    remarks: Vec<String>,
}

impl Operands<'_> {
    fn write(&mut self, text: std::fmt::Arguments) {
        let _ = self.out.write_fmt(text);
    }
}

impl OperandVisitor for Operands<'_> {
    fn dst(&mut self, register: Dst) {
        match register {
            Dst::NONE => self.write(format_args!(" _")),
            Dst(register) => self.write(format_args!(" r{register}")),
        }
    }
    fn src(&mut self, register: Src) {
        self.write(format_args!(" r{}", register.0));
    }
    fn number(&mut self, value: i64) {
        self.write(format_args!(" {value}"));
    }
    fn wide(&mut self, row: Wide) {
        self.write(format_args!(" w{}", row.0));
        if let Some(&value) = self.body.wides.get(row.0 as usize) {
            self.remarks.push(format!("{} or {:?}", value as i64, f64::from_bits(value)));
        }
    }
    fn target(&mut self, to: Target) {
        self.write(format_args!(" @{}", to.0));
    }
    fn sym(&mut self, row: operand::Sym) {
        self.write(format_args!(" s{}", row.0));
        self.remarks.extend(self.body.syms.get(usize::from(row.0)).map(short));
    }
    fn call(&mut self, row: Call) {
        self.write(format_args!(" c{}", row.0));
        let Some(call) = self.body.calls.get(row.0 as usize) else { return };
        self.remarks.extend(self.body.syms.get(usize::from(call.sym)).map(short));
        let args: Vec<_> = call.args.iter().map(|register| format!("r{register}")).collect();
        self.remarks.push(format!("({})", args.join(" ")));
    }
    fn table(&mut self, row: Table) {
        self.write(format_args!(" t{}", row.0));
    }
    fn kind(&mut self, kind: Kind) {
        self.write(format_args!(" {}", kind_name(kind)));
    }
}

/// A comment at the end of a line, for the reader only.
fn remark(remarks: &[String]) -> String {
    if remarks.is_empty() { String::new() } else { format!("  # {}", remarks.join(" ")) }
}

fn short(sym: &Sym) -> String {
    match sym {
        Sym::Class(text) | Sym::MethodType(text) => name(text.bytes()),
        Sym::String(text) => quoted(text.bytes()),
        Sym::Handle(handle) => format!("{:?} {}", handle.kind, member_name(&handle.member)),
        Sym::Field(member) => name(format!("{}.{}", member.class, member.name).as_bytes()),
        Sym::Method { member, .. } => member_name(member),
        Sym::Dynamic(dynamic) | Sym::CallSite(dynamic) => {
            name(format!("{}{}", dynamic.name, dynamic.desc).as_bytes())
        }
    }
}

fn member_name(member: &MemberRef) -> String {
    name(format!("{}.{}{}", member.class, member.name, member.desc).as_bytes())
}

fn class_name(body: &Body, row: u16) -> String {
    body.syms.get(usize::from(row)).map(short).unwrap_or_default()
}

/// A symbol as it stands in the text of a body.
pub fn print_symbol(sym: &Sym) -> String {
    let of = |member: &MemberRef| [member.class, member.name, member.desc].map(plain).join(" ");
    match sym {
        Sym::Class(name) => format!("class {}", plain(*name)),
        Sym::String(text) => format!("string {}", quoted(text.bytes())),
        Sym::MethodType(desc) => format!("type {}", plain(*desc)),
        Sym::Handle(handle) => {
            let word = if handle.interface { "ihandle" } else { "handle" };
            format!("{word} {} {}", handle.kind as u8, of(&handle.member))
        }
        Sym::Field(member) => format!("field {}", of(member)),
        Sym::Method { member, interface: false } => format!("method {}", of(member)),
        Sym::Method { member, interface: true } => format!("imethod {}", of(member)),
        Sym::Dynamic(d) => format!("dynamic {} {} {}", d.bootstrap, plain(d.name), plain(d.desc)),
        Sym::CallSite(d) => format!("callsite {} {} {}", d.bootstrap, plain(d.name), plain(d.desc)),
    }
}

fn plain(symbol: Symbol) -> String {
    name(symbol.bytes())
}

/// As it is where that can be read back, else in quotes.
fn name(bytes: &[u8]) -> String {
    let simple = bytes.iter().all(|&b| b.is_ascii_graphic() && b != b'"' && b != b'#');
    if simple && !bytes.is_empty() { String::from_utf8_lossy(bytes).into_owned() } else { quoted(bytes) }
}

fn quoted(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    let mut rest = bytes;
    while let Some(chunk) = rest.utf8_chunks().next() {
        for c in chunk.valid().chars() {
            match c {
                '"' | '\\' => out.extend(['\\', c]),
                '\n' => out.push_str("\\n"),
                '\t' => out.push_str("\\t"),
                '\r' => out.push_str("\\r"),
                c if c.is_control() || c.is_whitespace() && c != ' ' => {
                    let mut buffer = [0; 4];
                    for byte in c.encode_utf8(&mut buffer).bytes() {
                        let _ = write!(out, "\\x{byte:02x}");
                    }
                }
                c => out.push(c),
            }
        }
        for byte in chunk.invalid() {
            let _ = write!(out, "\\x{byte:02x}");
        }
        rest = &rest[chunk.valid().len() + chunk.invalid().len()..];
    }
    out.push('"');
    out
}

pub(crate) fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Boolean => "boolean",
        Kind::Byte => "byte",
        Kind::Char => "char",
        Kind::Short => "short",
        Kind::Int => "int",
        Kind::Long => "long",
        Kind::Float => "float",
        Kind::Double => "double",
    }
}
