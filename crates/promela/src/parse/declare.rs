//! Declarations.

use super::{Inline, Parser, Read};
use crate::error::{Pos, wrong};
use crate::scope::{Variable, VariableType};
use crate::syntax::{Block, ChanType, Expr, Init, Node, Op, Scalar, Stmt, VarRef};
use crate::token::{Tok, Token};
use std::rc::Rc;

/// What a name is declared to be.
#[derive(Clone, Copy)]
struct Declared {
    shape: VariableType,
    /// The kind of its names, if it is an mtype.
    names: u32,
}

/// How a variable begins.
enum Beginning {
    Zero,
    Value(Expr),
    List(Vec<i32>),
    Chan(u32),
}

impl Parser {
    /// The next words declare something.
    pub(super) fn is_declaration(&self) -> bool {
        let Tok::Name(name) = &self.peek().tok else { return false };
        matches!(&**name, "hidden" | "show" | "local")
            || scalar_of(name).is_some()
            || &**name == "unsigned"
            || self.record(name).is_some()
    }

    pub(super) fn record(&self, name: &str) -> Option<usize> {
        self.scopes.records.iter().position(|record| &*record.name == name)
    }

    /// Declares variables. What they begin with becomes statements, where something has been done before.
    pub(super) fn declaration(&mut self) -> Read<Block> {
        while ["hidden", "show", "local"].iter().any(|word| self.eat_name(word)) {}
        if self.is_name("mtype") && !self.in_mtype_variable() {
            self.mtype()?;
            return Ok(Vec::new());
        }
        let declared = self.declared()?;
        let mut statements = Vec::new();
        loop {
            let begin = self.read.len();
            self.variable(declared, begin, &mut statements)?;
            if !self.eat(",") {
                return Ok(statements);
            }
        }
    }

    /// `mtype x` or `mtype:kind x`, and no list of names.
    fn in_mtype_variable(&self) -> bool {
        let after = if self.peek_at(1).is(":") { 3 } else { 1 };
        !(self.peek_at(after).is("=") || self.peek_at(after).is("{"))
    }

    fn declared(&mut self) -> Read<Declared> {
        let (name, pos) = self.name("a type")?;
        if &*name == "unsigned" {
            return Ok(Declared { shape: VariableType::Scalar(Scalar::Unsigned(0)), names: 0 });
        }
        if let Some(record) = self.record(&name) {
            return Ok(Declared { shape: VariableType::Record(record), names: 0 });
        }
        let Some(scalar) = scalar_of(&name) else {
            return wrong(pos, format!("{name} is neither a type nor the beginning of a statement"));
        };
        let names = if scalar == Scalar::Mtype { self.kind()? } else { 0 };
        Ok(Declared { shape: VariableType::Scalar(scalar), names })
    }

    /// `:fruit`, the kind of an mtype's names.
    fn kind(&mut self) -> Read<u32> {
        if !self.eat(":") {
            return Ok(0);
        }
        let (name, _) = self.name("a kind of mtype")?;
        if let Some(kind) = self.kinds.iter().position(|known| *known == name) {
            return Ok(kind as u32);
        }
        self.kinds.push(name);
        self.unit.mtypes.push(Vec::new());
        Ok(self.kinds.len() as u32 - 1)
    }

    fn mtype(&mut self) -> Read<()> {
        let pos = self.take().pos;
        if self.scopes.in_process() {
            return wrong(pos, "mtypes are declared outside of processes");
        }
        let kind = self.kind()?;
        self.eat("=");
        self.want("{")?;
        let mut names = Vec::new();
        while !self.is("}") {
            if !self.eat(",") {
                names.push(self.name("a name")?);
            }
        }
        self.want("}")?;
        // The last name has the smallest number.
        for (name, pos) in names.into_iter().rev() {
            let known = &mut self.unit.mtypes[kind as usize];
            known.push(name.clone());
            let value = known.len() as i32;
            if value > 255 {
                return wrong(pos, "there are more than 255 names");
            }
            if self.mtypes.insert(name.clone(), (kind, value)).is_some() {
                return wrong(pos, format!("{name} is there twice"));
            }
            if self.scopes.globals.contains_key(&name) {
                return wrong(pos, format!("{name} is a variable already"));
            }
        }
        Ok(())
    }

    fn variable(&mut self, mut declared: Declared, begin: usize, statements: &mut Block) -> Read<()> {
        let (name, pos) = self.new_name("a name")?;
        let mut length = None;
        if self.eat(":") {
            let at = self.pos();
            let bits = self.constant()?;
            match declared.shape {
                VariableType::Scalar(Scalar::Unsigned(_)) if (1..=31).contains(&bits) => {
                    declared.shape = VariableType::Scalar(Scalar::Unsigned(bits as u8));
                }
                VariableType::Scalar(Scalar::Unsigned(_)) => return wrong(at, "unsigned has 1 to 31 bits"),
                _ => return wrong(at, "only unsigned has a number of bits"),
            }
        } else if self.eat("[") {
            let at = self.pos();
            let count = self.constant()?;
            self.want("]")?;
            if count < 1 || count as u32 > crate::scope::MAX_WORDS {
                return wrong(at, format!("an array has 1 to {} elements", crate::scope::MAX_WORDS));
            }
            length = Some(count as u32);
        }
        if declared.shape == VariableType::Scalar(Scalar::Unsigned(0)) {
            return wrong(pos, "say how many bits it has: unsigned x : 3");
        }
        let beginning = self.beginning(declared, length)?;
        let chan = if let Beginning::Chan(chan) = beginning { Some(chan) } else { None };
        let variable =
            Variable { is_local: false, base: 0, shape: declared.shape, length, names: declared.names, chan };
        let variable = self.scopes.declare(&name, variable, pos)?;
        self.begin(&variable, beginning, (pos, begin), statements)
    }

    /// The name of something that is declared here: none that stands for a value.
    fn new_name(&mut self, wanted: &str) -> Read<(Rc<str>, Pos)> {
        let (name, pos) = self.name(wanted)?;
        match self.mtypes.contains_key(&name) {
            true => wrong(pos, format!("{name} is a value of an mtype already")),
            false => Ok((name, pos)),
        }
    }

    fn beginning(&mut self, declared: Declared, length: Option<u32>) -> Read<Beginning> {
        let pos = self.pos();
        if !self.eat("=") {
            return Ok(Beginning::Zero);
        }
        if declared.shape == VariableType::Scalar(Scalar::Chan) && self.is("[") {
            return Ok(Beginning::Chan(self.chan_type()?));
        }
        if let VariableType::Record(_) = declared.shape {
            return wrong(pos, "a record begins as its fields say");
        }
        if self.eat("{") {
            let mut values = Vec::new();
            while !self.is("}") {
                values.push(self.constant()?);
                if !self.eat(",") {
                    break;
                }
            }
            self.want("}")?;
            return match length {
                Some(length) if values.len() as u64 <= u64::from(length) => Ok(Beginning::List(values)),
                Some(_) => wrong(pos, "there are more values than elements"),
                None => wrong(pos, "only an array begins with several values"),
            };
        }
        let runs = self.runs.len();
        let value = self.expr()?;
        match self.runs.len() == runs {
            true => Ok(Beginning::Value(value)),
            false => wrong(
                pos,
                "no process is started where a variable is declared: make it a statement of its own",
            ),
        }
    }

    /// Notes how a variable begins.
    fn begin(
        &mut self,
        variable: &Variable,
        beginning: Beginning,
        (pos, begin): (Pos, usize),
        statements: &mut Block,
    ) -> Read<()> {
        let Variable { base, length, shape, .. } = *variable;
        let fields = self.scopes.field_inits(shape, length, base);
        self.inits.extend(fields);
        let is_statement = self.scopes.in_process() && !self.at_beginning;
        let VariableType::Scalar(scalar) = shape else {
            // To SPIN this is a step, in which nothing happens.
            if is_statement {
                statements.push(Stmt { node: Node::Op(Op::Skip), pos, text: self.text_from(begin) });
            }
            return Ok(());
        };
        let count = length.unwrap_or(1);
        let value = match beginning {
            Beginning::Zero if !is_statement => return Ok(()),
            Beginning::Zero => Expr::Const(0),
            Beginning::Value(value) => value,
            Beginning::List(values) if is_statement => {
                return wrong(pos, format!("put this before the first statement: {} values", values.len()));
            }
            Beginning::List(values) => {
                self.inits.push(Init::List { base, scalar, values });
                return Ok(());
            }
            Beginning::Chan(_) if is_statement => {
                return wrong(
                    pos,
                    "channels are made where a process begins: put this before the first statement",
                );
            }
            Beginning::Chan(chan) => {
                self.inits.push(Init::Chan { base, count, stride: 1, chan });
                return Ok(());
            }
        };
        if !is_statement {
            self.inits.push(Init::Set { base, count, stride: 1, scalar, value, pos });
            return Ok(());
        }
        // Of an array, the first element alone, as in SPIN: the others are as they were.
        let steps = match length {
            Some(length) => vec![crate::syntax::Index { value: Expr::Const(0), length, stride: 1 }],
            None => Vec::new(),
        };
        let place = VarRef { is_local: true, base, steps, scalar };
        let text = self.text_from(begin);
        statements.push(Stmt { node: Node::Op(Op::Assign(place, value)), pos, text });
        Ok(())
    }

    /// `[2] of { byte, mtype }`.
    fn chan_type(&mut self) -> Read<u32> {
        self.want("[")?;
        let pos = self.pos();
        let capacity = self.constant()?;
        self.want("]")?;
        if !(0..=255).contains(&capacity) {
            return wrong(pos, "a channel holds 0 to 255 messages");
        }
        if !self.eat_name("of") {
            return self.unexpected("'of'");
        }
        self.want("{")?;
        let mut fields = Vec::new();
        loop {
            let pos = self.pos();
            let declared = self.declared()?;
            match declared.shape {
                VariableType::Scalar(Scalar::Unsigned(_)) => {
                    return wrong(pos, "unsigned is no type of messages");
                }
                shape => self.flatten(shape, None, &mut fields),
            }
            if !self.eat(",") {
                break;
            }
        }
        self.want("}")?;
        if let [only @ Scalar::Bit] = &mut fields[..] {
            // SPIN's verifier gives a single bit a byte, and so keeps what is sent there.
            *only = Scalar::Byte;
        }
        let fields_and_slots = fields.len() as u64 * u64::from(capacity.max(1) as u32);
        if fields_and_slots > u64::from(crate::scope::MAX_WORDS) {
            return wrong(pos, "the channel is too large");
        }
        let made = ChanType { capacity: capacity as u32, fields };
        let known = self.unit.chans.iter().position(|chan| *chan == made);
        Ok(known.unwrap_or_else(|| {
            self.unit.chans.push(made);
            self.unit.chans.len() - 1
        }) as u32)
    }

    fn flatten(&self, shape: VariableType, length: Option<u32>, out: &mut Vec<Scalar>) {
        for _ in 0..length.unwrap_or(1) {
            match shape {
                VariableType::Scalar(scalar) => out.push(scalar),
                VariableType::Record(record) => {
                    for field in &self.scopes.records[record].fields {
                        self.flatten(field.shape, field.length, out);
                    }
                }
            }
        }
    }

    /// The types of a process's parameters, which become its first variables.
    pub(super) fn parameters(&mut self) -> Read<Vec<Scalar>> {
        let mut scalars = Vec::new();
        while !self.is(")") {
            let declared = self.declared()?;
            loop {
                let (name, pos) = self.new_name("a parameter")?;
                if self.is("=") || self.is("[") {
                    return wrong(self.pos(), "parameters are single values, and begin as the caller says");
                }
                let Declared { shape, names } = declared;
                let variable = Variable { is_local: true, base: 0, shape, length: None, names, chan: None };
                self.scopes.declare(&name, variable, pos)?;
                self.flatten(shape, None, &mut scalars);
                if !self.eat(",") {
                    break;
                }
            }
            if !self.eat(";") {
                break;
            }
        }
        Ok(scalars)
    }

    /// Keeps the text of an `inline`.
    pub(super) fn inline(&mut self) -> Read<()> {
        self.take();
        let (name, pos) = self.name("the name of an inline")?;
        self.want("(")?;
        let mut parameters = Vec::new();
        while !self.is(")") {
            parameters.push(self.name("a parameter")?.0);
            if !self.eat(",") {
                break;
            }
        }
        self.want(")")?;
        if !self.is("{") {
            return self.unexpected("'{'");
        }
        let mut depth = 0;
        let mut body: Vec<Token> = Vec::new();
        loop {
            if self.is_end() {
                return wrong(pos, "the inline has no end");
            }
            let token = self.take();
            depth += i32::from(token.is("{")) - i32::from(token.is("}"));
            body.push(token);
            if depth == 0 {
                break;
            }
        }
        self.inlines.insert(name, Rc::new(Inline { parameters, body }));
        Ok(())
    }
}

fn scalar_of(name: &str) -> Option<Scalar> {
    Some(match name {
        "bit" | "bool" => Scalar::Bit,
        "byte" => Scalar::Byte,
        "short" => Scalar::Short,
        "int" => Scalar::Int,
        "mtype" => Scalar::Mtype,
        "pid" => Scalar::Pid,
        "chan" => Scalar::Chan,
        _ => return None,
    })
}
