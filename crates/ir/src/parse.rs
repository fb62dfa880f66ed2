//! Reads the text form that [`crate::print`] writes. For files written by hand, operation numbers and
//! bytecode offsets can be left out, and jumps can go to labels: `again:` on a line, `goto @again`.

mod line;

use crate::operand::{Call, Dst, Kind, Read, Src, Sym as SymRow, Table, Target, Wide};
use crate::text::kind_name;
use crate::{Body, CallShape, CheckedBody, Handler, Op, SwitchKeys, SwitchTable, Sym};
use base::BitSet;
use classfile::{DynamicRef, HandleKind, HandleRef, MemberRef};
use line::Line;
use std::fmt;

/// What is wrong with a text, and in which line, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    pub line: usize,
    pub what: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for ParseError {}

/// All methods of a text with their titles.
pub fn parse(text: &str) -> Result<Vec<(String, CheckedBody)>, ParseError> {
    let mut lines = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = Line::new(line, number + 1)?;
        if !line.is_done() {
            lines.push(line);
        }
    }
    let mut methods = Vec::new();
    let mut from = 0;
    while from < lines.len() {
        let rest = &lines[from + 1..];
        let to = from + 1 + rest.iter().position(|line| line.is_at("method")).unwrap_or(rest.len());
        methods.push(method(&lines[from..to])?);
        from = to;
    }
    Ok(methods)
}

fn method(lines: &[Line]) -> Result<(String, CheckedBody), ParseError> {
    let mut head = lines[0].clone();
    let (title, body) = header(&mut head)?;
    let mut parser = Parser { body, labels: labels(&lines[1..]) };
    for line in &lines[1..] {
        parser.line(line.clone())?;
    }
    let body = crate::check(parser.body).map_err(|what| head.error(format!("{title}: {what}")))?;
    Ok((title, body))
}

fn header(line: &mut Line) -> Result<(String, Body), ParseError> {
    line.keyword("method")?;
    let title = String::from_utf8_lossy(&line.name("a title")?).into_owned();
    line.keyword("params")?;
    let params = line.number_in(0, 65_535)? as u16;
    line.keyword("registers")?;
    let registers = line.number_in(0, 65_535)? as u16;
    line.keyword("refs")?;
    let mut refs = BitSet::new();
    while !line.is_done() {
        refs.insert(usize::from(line.row_u16('r')?));
    }
    let body = Body {
        params,
        registers,
        refs,
        ops: Vec::new(),
        syms: Vec::new(),
        calls: Vec::new(),
        wides: Vec::new(),
        tables: Vec::new(),
        handlers: Vec::new(),
        bytecode: Vec::new(),
        lines: Vec::new(),
    };
    Ok((title, body))
}

/// The labels of a method with the operations they stand before.
fn labels(lines: &[Line]) -> Vec<(String, u16)> {
    let mut labels = Vec::new();
    let mut op = 0;
    for line in lines {
        let mut rest = line.clone();
        while let Some(label) = rest.label() {
            labels.push((label, op));
        }
        op += u16::from(!rest.is_done() && !rest.is_directive() && op < u16::MAX);
    }
    labels
}

struct Parser {
    body: Body,
    labels: Vec<(String, u16)>,
}

impl Parser {
    fn line(&mut self, mut line: Line) -> Result<(), ParseError> {
        let at = self.body.ops.len();
        while let Some(label) = line.label() {
            if label.parse::<usize>().is_ok_and(|number| number != at) {
                return Err(line.error(format!("this is operation {at}, not {label}")));
            }
        }
        if line.is_done() {
            return Ok(());
        }
        match line.word("an operation")?.as_str() {
            "line" => {
                let number = line.number_in(0, 65_535)? as u16;
                self.body.lines.push((at as u16, number));
            }
            "handler" => self.handler(&mut line)?,
            word if line.is_at("=") => self.definition(word, &mut line)?,
            word => self.operation(word, &mut line)?,
        }
        if line.is_done() { Ok(()) } else { Err(line.expected("the end of the line")) }
    }

    fn operation(&mut self, mnemonic: &str, line: &mut Line) -> Result<(), ParseError> {
        let mut operands = Operands { line, labels: &self.labels };
        let op = Op::read(mnemonic, &mut operands);
        let op = op.ok_or_else(|| line.error(format!("there is no operation {mnemonic}")))??;
        let mut offset = self.body.bytecode.last().copied().unwrap_or(0);
        if !line.is_done() {
            let word = line.word("~ and a bytecode offset")?;
            let number = word.strip_prefix('~').and_then(|text| text.parse().ok());
            offset = number.ok_or_else(|| line.error(format!("{word}: ~ and a bytecode offset expected")))?;
        }
        self.body.ops.push(op);
        self.body.bytecode.push(offset);
        Ok(())
    }

    fn handler(&mut self, line: &mut Line) -> Result<(), ParseError> {
        let range = line.word("a range")?;
        let ends = range.split_once("..").and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        let (start, end) =
            ends.ok_or_else(|| line.error(format!("{range}: a range such as 0..4 expected")))?;
        line.keyword("to")?;
        let target = line.number_in(0, 65_535)? as u16;
        let dst = line.row_u16('r')?;
        line.keyword("catch")?;
        let catch = if line.accept("any") { None } else { Some(line.row_u16('s')?) };
        self.body.handlers.push(Handler { start, end, target, dst, catch });
        Ok(())
    }

    /// `s0 = ...`, `c0 = ...`, `w0 = ...`, `t0 = ...`
    fn definition(&mut self, word: &str, line: &mut Line) -> Result<(), ParseError> {
        line.keyword("=")?;
        let (count, kind) = match word.as_bytes().first() {
            Some(b's') => (self.body.syms.len(), 's'),
            Some(b'c') => (self.body.calls.len(), 'c'),
            Some(b'w') => (self.body.wides.len(), 'w'),
            Some(b't') => (self.body.tables.len(), 't'),
            _ => return Err(line.error(format!("{word}: a row of s, c, w or t expected"))),
        };
        if word != format!("{kind}{count}") {
            return Err(line.error(format!("{word}: rows are numbered in order; {kind}{count} expected")));
        }
        match kind {
            's' => self.body.syms.push(symbol(line)?),
            'c' => {
                let sym = line.row_u16('s')?;
                let mut args = Vec::new();
                while !line.is_done() {
                    args.push(line.row_u16('r')?);
                }
                self.body.calls.push(CallShape { sym, args: args.into() });
            }
            'w' => {
                let word = line.word("a constant")?;
                let hex = word.strip_prefix("0x").and_then(|digits| u64::from_str_radix(digits, 16).ok());
                let value = hex.or_else(|| word.parse::<i64>().ok().map(|value| value as u64));
                let value = value.ok_or_else(|| line.error(format!("{word}: a 64-bit constant expected")))?;
                self.body.wides.push(value);
            }
            _ => {
                let table = table(&mut Operands { line, labels: &self.labels })?;
                self.body.tables.push(table);
            }
        }
        Ok(())
    }
}

fn table(operands: &mut Operands) -> Result<SwitchTable, ParseError> {
    let mut targets = Vec::new();
    let keys = if operands.line.accept("from") {
        let low = operands.number(i64::from(i32::MIN), i64::from(i32::MAX))? as i32;
        while !operands.line.accept("else") {
            targets.push(operands.target()?.0);
        }
        SwitchKeys::From(low)
    } else {
        operands.line.keyword("keys")?;
        let mut keys = Vec::new();
        while !operands.line.accept("else") {
            keys.push(operands.number(i64::from(i32::MIN), i64::from(i32::MAX))? as i32);
            targets.push(operands.target()?.0);
        }
        SwitchKeys::Sorted(keys)
    };
    Ok(SwitchTable { keys, targets, default: operands.target()?.0 })
}

fn symbol(line: &mut Line) -> Result<Sym, ParseError> {
    let kind = line.word("the kind of symbol")?;
    Ok(match kind.as_str() {
        "class" => Sym::Class(line.symbol()?),
        "string" => Sym::String(line.symbol()?),
        "type" => Sym::MethodType(line.symbol()?),
        "field" => Sym::Field(member(line)?),
        "method" | "imethod" => Sym::Method { member: member(line)?, interface: kind == "imethod" },
        "handle" | "ihandle" => {
            let number = line.number_in(1, 9)?;
            let kind_of = HANDLE_KINDS[number as usize - 1];
            Sym::Handle(HandleRef { kind: kind_of, member: member(line)?, interface: kind == "ihandle" })
        }
        "dynamic" => Sym::Dynamic(dynamic(line)?),
        "callsite" => Sym::CallSite(dynamic(line)?),
        _ => return Err(line.error(format!("{kind}: the kind of symbol expected"))),
    })
}

const HANDLE_KINDS: [HandleKind; 9] = [
    HandleKind::GetField,
    HandleKind::GetStatic,
    HandleKind::PutField,
    HandleKind::PutStatic,
    HandleKind::InvokeVirtual,
    HandleKind::InvokeStatic,
    HandleKind::InvokeSpecial,
    HandleKind::NewInvokeSpecial,
    HandleKind::InvokeInterface,
];

fn member(line: &mut Line) -> Result<MemberRef, ParseError> {
    Ok(MemberRef { class: line.symbol()?, name: line.symbol()?, desc: line.symbol()? })
}

fn dynamic(line: &mut Line) -> Result<DynamicRef, ParseError> {
    let bootstrap = line.number_in(0, 65_535)? as u16;
    Ok(DynamicRef { bootstrap, name: line.symbol()?, desc: line.symbol()? })
}

/// The operands of one operation.
struct Operands<'a> {
    line: &'a mut Line,
    labels: &'a [(String, u16)],
}

impl Read for Operands<'_> {
    type Error = ParseError;

    fn dst(&mut self) -> Result<Dst, ParseError> {
        if self.line.accept("_") { Ok(Dst::NONE) } else { self.line.row_u16('r').map(Dst) }
    }
    fn src(&mut self) -> Result<Src, ParseError> {
        self.line.row_u16('r').map(Src)
    }
    fn number(&mut self, low: i64, high: i64) -> Result<i64, ParseError> {
        self.line.number_in(low, high)
    }
    fn wide(&mut self) -> Result<Wide, ParseError> {
        self.line.row('w').map(Wide)
    }
    fn target(&mut self) -> Result<Target, ParseError> {
        let word = self.line.word("@ and where to jump")?;
        let place = word.strip_prefix('@').unwrap_or("");
        let label = || self.labels.iter().find(|(label, _)| label == place).map(|&(_, op)| op);
        let to = place.parse().ok().or_else(label);
        to.map(Target).ok_or_else(|| self.line.error(format!("{word}: @ and an operation or label expected")))
    }
    fn sym(&mut self) -> Result<SymRow, ParseError> {
        self.line.row_u16('s').map(SymRow)
    }
    fn call(&mut self) -> Result<Call, ParseError> {
        self.line.row('c').map(Call)
    }
    fn table(&mut self) -> Result<Table, ParseError> {
        self.line.row('t').map(Table)
    }
    fn kind(&mut self) -> Result<Kind, ParseError> {
        use Kind::*;
        let word = self.line.word("a primitive type")?;
        let kinds = [Boolean, Byte, Char, Short, Int, Long, Float, Double];
        let kind = kinds.into_iter().find(|&kind| kind_name(kind) == word);
        kind.ok_or_else(|| self.line.error(format!("{word}: a primitive type expected")))
    }
}
