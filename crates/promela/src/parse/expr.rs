//! Expressions.

use super::{Parser, Read};
use crate::error::{unsupported, wrong};
use crate::syntax::{Binary, Expr, LabelRef, Pattern, Probe, VariableRef};
use crate::token::Tok;

/// Binary operators, those that bind least first.
const LEVELS: [&[(&str, Binary)]; 10] = [
    &[("||", Binary::Or)],
    &[("&&", Binary::And)],
    &[("|", Binary::BitOr)],
    &[("^", Binary::BitXor)],
    &[("&", Binary::BitAnd)],
    &[("==", Binary::Eq), ("!=", Binary::Ne)],
    &[("<", Binary::Lt), (">", Binary::Gt), ("<=", Binary::Le), (">=", Binary::Ge)],
    &[("<<", Binary::Shl), (">>", Binary::Shr)],
    &[("+", Binary::Add), ("-", Binary::Sub)],
    &[("*", Binary::Mul), ("/", Binary::Div), ("%", Binary::Rem)],
];

impl Parser {
    pub(super) fn expr(&mut self) -> Read<Expr> {
        self.binary(0)
    }

    fn binary(&mut self, level: usize) -> Read<Expr> {
        let Some(signs) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        while let Tok::Sign(sign) = self.peek().tok {
            let Some((_, binary)) = signs.iter().find(|(own, _)| *own == sign) else { break };
            self.take();
            let right = self.binary(level + 1)?;
            left = Expr::Binary(*binary, Box::new((left, right)));
        }
        Ok(left)
    }

    fn unary(&mut self) -> Read<Expr> {
        if let Some(pending) = self.pending.take() {
            return Ok(pending);
        }
        if self.eat("!") {
            return Ok(Expr::Not(Box::new(self.deeper(Parser::unary)?)));
        }
        if self.eat("-") {
            return Ok(match self.deeper(Parser::unary)? {
                Expr::Const(value) => Expr::Const(value.wrapping_neg()),
                other => Expr::Minus(Box::new(other)),
            });
        }
        if self.eat("~") {
            return Ok(Expr::Complement(Box::new(self.deeper(Parser::unary)?)));
        }
        self.deeper(Parser::primary)
    }

    fn primary(&mut self) -> Read<Expr> {
        let token = self.peek().clone();
        match &token.tok {
            Tok::Number(number) => {
                self.take();
                Ok(Expr::Const(*number))
            }
            Tok::Sign("(") => {
                self.take();
                let first = self.expr()?;
                if !self.eat("->") {
                    self.want(")")?;
                    return Ok(first);
                }
                let second = self.expr()?;
                self.want(":")?;
                let third = self.expr()?;
                self.want(")")?;
                Ok(Expr::Choose(Box::new((first, second, third))))
            }
            Tok::Name(name) => self.named(name),
            _ => self.unexpected("an expression"),
        }
    }

    fn named(&mut self, name: &str) -> Read<Expr> {
        let pos = self.pos();
        let simple = match name {
            "true" | "skip" => Some(Expr::Const(1)),
            "false" => Some(Expr::Const(0)),
            "timeout" => Some(Expr::Timeout),
            "np_" if !self.in_claim => return wrong(pos, "np_ is for claims and formulas alone"),
            "np_" => Some(Expr::NonProgress),
            "_pid" => Some(Expr::Pid),
            "_nr_pr" => Some(Expr::Processes),
            "_last" => {
                self.unit.has_last = true;
                Some(Expr::Last)
            }
            _ => None,
        };
        if let Some(simple) = simple {
            self.take();
            return Ok(simple);
        }
        match name {
            "run" => return self.run(),
            "len" => return self.probe(Probe::Len),
            "full" => return self.probe(Probe::Full),
            "nfull" => return self.probe(Probe::NotFull),
            "empty" => return self.probe(Probe::Empty),
            "nempty" => return self.probe(Probe::NotEmpty),
            "enabled" => return Ok(Expr::Enabled(Box::new(self.in_parentheses()?))),
            "pc_value" => return Ok(Expr::PcValue(Box::new(self.in_parentheses()?))),
            // Whoever asks would be told what is not so: nobody goes first here.
            "get_priority" | "_priority" => {
                return unsupported(
                    pos,
                    format!("asking for a priority ({name}), as priorities are ignored"),
                );
            }
            "_" => return wrong(pos, "_ can only be written to"),
            _ if super::UNSUPPORTED.contains(&name) => return self.unexpected("an expression"),
            _ => {}
        }
        if self.scopes.find(name).is_some() {
            let place = self.place()?;
            return self.loaded(place);
        }
        if let Some(&(_, value)) = self.mtypes.get(name) {
            self.take();
            return Ok(Expr::Const(value));
        }
        match self.proctype_number(name) {
            Some(number) => self.remote(number),
            None => wrong(pos, format!("{name} is not declared")),
        }
    }

    /// What stands behind a reference belongs to it if it asks a channel.
    pub(super) fn loaded(&mut self, place: crate::syntax::VarRef) -> Read<Expr> {
        let asks = (self.is("?") || self.is("??")) && self.peek_at(1).is("[");
        if !asks {
            return Ok(Expr::Load(place));
        }
        let pos = self.pos();
        let chan = self.as_chan(place, pos)?;
        let is_random = self.take().is("??");
        self.take();
        let patterns = self.patterns("]")?;
        self.want("]")?;
        Ok(Expr::Poll { chan, patterns, is_random })
    }

    fn in_parentheses(&mut self) -> Read<Expr> {
        self.take();
        self.want("(")?;
        let inner = self.expr()?;
        self.want(")")?;
        Ok(inner)
    }

    fn probe(&mut self, probe: Probe) -> Read<Expr> {
        self.take();
        self.want("(")?;
        let chan = self.chan()?;
        self.want(")")?;
        Ok(Expr::Probe(probe, chan))
    }

    fn run(&mut self) -> Read<Expr> {
        let pos = self.take().pos;
        if !self.scopes.in_process() {
            return wrong(pos, "processes are started by processes");
        }
        let (name, pos) = self.name("a proctype")?;
        let Some(proctype) = self.proctype_number(&name) else {
            return wrong(pos, format!("there is no proctype {name}"));
        };
        self.want("(")?;
        let mut arguments = Vec::new();
        while !self.is(")") {
            self.argument(&mut arguments)?;
            if !self.eat(",") {
                break;
            }
        }
        self.want(")")?;
        if self.eat_name("priority") {
            self.unit.has_priorities = true;
            self.constant()?;
        }
        self.runs.push((proctype, arguments.len(), pos));
        Ok(Expr::Run { proctype, arguments })
    }

    /// A label or a variable of another process.
    fn remote(&mut self, proctype: u32) -> Read<Expr> {
        let pos = self.take().pos;
        let pid = match self.eat("[") {
            true => {
                let pid = self.expr()?;
                self.want("]")?;
                Some(Box::new(pid))
            }
            false => None,
        };
        if self.eat("@") {
            let (label, pos) = self.name("a label")?;
            self.unit.labels.push(LabelRef { proctype, label, pos });
            return Ok(Expr::AtLabel { label: self.unit.labels.len() as u32 - 1, pid });
        }
        if !self.eat(":") {
            return wrong(pos, "this is the name of a proctype, not of a variable");
        }
        let (variable, pos) = self.name("a variable of the process")?;
        let index = match self.eat("[") {
            true => {
                let index = self.expr()?;
                self.want("]")?;
                Some(Box::new(index))
            }
            false => None,
        };
        self.unit.remotes.push(VariableRef { proctype, variable, pos });
        Ok(Expr::Remote { variable: self.unit.remotes.len() as u32 - 1, pid, index })
    }

    /// What a receive does with the fields of a message.
    pub(super) fn patterns(&mut self, end: &str) -> Read<Vec<Pattern>> {
        let mut patterns = Vec::new();
        let mut open = 0;
        loop {
            while self.eat("(") {
                open += 1;
            }
            if !(open > 0 && self.is(")")) {
                self.pattern(&mut patterns)?;
            }
            while open > 0 && self.eat(")") {
                open -= 1;
            }
            // `q?type(a, b)` is `q?type, a, b`.
            if !(self.eat(",") || self.is("(")) {
                break;
            }
        }
        match open == 0 || self.is(end) {
            true if open == 0 => Ok(patterns),
            _ => self.unexpected("')'"),
        }
    }

    fn pattern(&mut self, out: &mut Vec<Pattern>) -> Read<()> {
        if self.is_name("eval") {
            out.push(Pattern::Match(self.in_parentheses()?));
            return Ok(());
        }
        if self.eat_name("_") {
            out.push(Pattern::Drop);
            return Ok(());
        }
        let is_variable = match &self.peek().tok {
            Tok::Name(name) => self.scopes.find(name).is_some(),
            _ => false,
        };
        if is_variable {
            let reference = self.reference()?;
            out.extend(self.leaves(reference)?.into_iter().map(Pattern::Bind));
            return Ok(());
        }
        let pos = self.pos();
        let is_minus = self.eat("-");
        match self.deeper(Parser::primary)? {
            Expr::Const(value) => {
                out.push(Pattern::Match(Expr::Const(if is_minus { value.wrapping_neg() } else { value })));
                Ok(())
            }
            _ => wrong(pos, "a field is received into a variable, or compared with a constant or eval(...)"),
        }
    }

    /// A number that is known now.
    pub(super) fn constant(&mut self) -> Read<i32> {
        let pos = self.pos();
        let expr = self.binary(8)?;
        match fold(&expr) {
            Some(value) => Ok(value),
            None => wrong(pos, "this must be a constant"),
        }
    }
}

fn fold(expr: &Expr) -> Option<i32> {
    use Binary::{Add, Div, Mul, Rem, Sub};
    match expr {
        Expr::Const(value) => Some(*value),
        Expr::Minus(inner) => Some(fold(inner)?.wrapping_neg()),
        Expr::Binary(binary, pair) if matches!(binary, Add | Sub | Mul | Div | Rem) => {
            binary.apply(fold(&pair.0)?, fold(&pair.1)?)
        }
        _ => None,
    }
}
