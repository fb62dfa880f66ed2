//! Statements.

use super::{MAX_DEPTH, Parser, Read};
use crate::error::{Pos, wrong};
use crate::syntax::{Binary, Block, Expr, LabelName, Node, Op, Scalar, Stmt, VarRef};
use crate::token::{Tok, Token, joined};
use base::FastMap;
use std::rc::Rc;

/// Words that inlines may grow to.
const MAX_WORDS: usize = 500_000;

impl Parser {
    /// What has been read since, as it is written.
    pub(super) fn text_from(&self, begin: usize) -> Rc<str> {
        let read = self.read.get(begin..).unwrap_or(&[]);
        let ends = |token: &&Token| token.is(";") || token.is("->");
        let length = read.len() - usize::from(read.last().filter(ends).is_some());
        joined(&read[..length]).into()
    }

    /// Statements up to a word that ends them.
    pub(super) fn sequence(&mut self, end: &str) -> Read<Block> {
        let mut block = Vec::new();
        let first = self.pos();
        loop {
            while self.eat(";") || self.eat("->") {}
            if self.is(end) || self.ends_sequence() {
                break;
            }
            self.step(&mut block)?;
        }
        if block.is_empty() {
            return wrong(first, "there must be a statement here");
        }
        Ok(block)
    }

    fn ends_sequence(&self) -> bool {
        self.is("}") || self.is("::") || self.is_name("fi") || self.is_name("od") || self.is_end()
    }

    /// A declaration or a statement, with what stands behind `unless`.
    fn step(&mut self, block: &mut Block) -> Read<()> {
        if self.is_declaration() {
            block.extend(self.declaration()?);
            return Ok(());
        }
        if (self.is_name("xr") || self.is_name("xs")) && matches!(self.peek_at(1).tok, Tok::Name(_)) {
            self.take();
            self.chan()?;
            while self.eat(",") {
                self.chan()?;
            }
            return Ok(());
        }
        let statement = self.statement(block)?;
        if !self.is_name("unless") {
            block.push(statement);
            return Ok(());
        }
        let pos = self.take().pos;
        let mut before = Vec::new();
        let escape = self.statement(&mut before)?;
        let escape = match before.is_empty() {
            true => escape,
            false => {
                before.push(escape);
                Stmt { node: Node::Plain(before), pos, text: "".into() }
            }
        };
        block.push(with_escape(statement, escape));
        Ok(())
    }

    /// A statement. What must come before it, as in loops that count, goes to the block.
    fn statement(&mut self, block: &mut Block) -> Read<Stmt> {
        self.deeper(|parser| {
            let begin = parser.read.len();
            let (pos, runs) = (parser.pos(), parser.runs.len());
            let node = parser.node(block)?;
            parser.at_beginning = false;
            let started = parser.runs.len() - runs;
            let is_single = match &node {
                Node::Op(Op::Condition(_) | Op::Assign(..)) => started <= 1,
                Node::Op(_) | Node::DStep(_) => started == 0,
                _ => true,
            };
            if !is_single {
                return wrong(pos, "run stands alone: once in an expression, and in no d_step");
            }
            let text = match &node {
                Node::Op(_) | Node::Goto(_) | Node::Break => parser.text_from(begin),
                _ => "".into(),
            };
            Ok(Stmt { node, pos, text })
        })
    }

    fn node(&mut self, block: &mut Block) -> Read<Node> {
        let token = self.peek().clone();
        let Tok::Name(name) = &token.tok else {
            return match token.is("{") {
                true => {
                    self.take();
                    Ok(Node::Plain(self.braced()?))
                }
                false => self.condition(),
            };
        };
        let is_label = self.peek_at(1).is(":") && self.proctype_number(name).is_none();
        match &**name {
            _ if is_label => self.label(block),
            "if" => self.options("fi").map(Node::If),
            "do" => self.options("od").map(Node::Do),
            "for" => self.counting(block),
            "select" => self.selecting(block),
            "atomic" => self.kept_together().map(Node::Atomic),
            "d_step" => self.kept_together().map(Node::DStep),
            "goto" => {
                self.take();
                let (name, _) = self.name("a label")?;
                Ok(Node::Goto(LabelName { name, expansion: self.expansion }))
            }
            "break" => {
                self.take();
                Ok(Node::Break)
            }
            "skip" => {
                self.take();
                Ok(Node::Op(Op::Skip))
            }
            "else" => {
                self.take();
                Ok(Node::Op(Op::Else))
            }
            "assert" => {
                self.take();
                Ok(Node::Op(Op::Assert(self.expr()?)))
            }
            "printf" | "printm" => self.print(),
            "set_priority" => self.priority(),
            "_priority" if self.peek_at(1).is("=") => self.priority(),
            "return" => self.give_back(),
            _ if self.inlines.contains_key(name) && self.peek_at(1).is("(") => self.expanded(None),
            "_" => self.drop_value(),
            _ if self.scopes.find(name).is_some() => self.with_reference(),
            _ => self.condition(),
        }
    }

    /// `set_priority(who, what)` and `_priority = what`: nothing happens.
    fn priority(&mut self) -> Read<Node> {
        self.unit.has_priorities = true;
        if self.take().is_name("_priority") {
            self.want("=")?;
            self.expr()?;
            return Ok(Node::Op(Op::Skip));
        }
        self.want("(")?;
        self.expr()?;
        self.want(",")?;
        self.expr()?;
        self.want(")")?;
        Ok(Node::Op(Op::Skip))
    }

    fn condition(&mut self) -> Read<Node> {
        Ok(Node::Op(match self.expr()? {
            Expr::Const(1) => Op::Skip,
            expr => Op::Condition(expr),
        }))
    }

    /// Reads a block whose brace has been read.
    pub(super) fn braced(&mut self) -> Read<Block> {
        self.scopes.locals.push(FastMap::default());
        self.at_beginning = false;
        let block = self.sequence("}")?;
        self.scopes.locals.pop();
        self.want("}")?;
        Ok(block)
    }

    fn kept_together(&mut self) -> Read<Block> {
        self.take();
        self.want("{")?;
        self.braced()
    }

    fn label(&mut self, block: &mut Block) -> Read<Node> {
        let (name, pos) = self.name("a label")?;
        self.take();
        let label = LabelName { name, expansion: self.expansion };
        if self.is_declaration() {
            return wrong(pos, "a label stands before a statement, not before a declaration");
        }
        if self.is(";") || self.ends_sequence() {
            let skip = Stmt { node: Node::Op(Op::Skip), pos, text: "skip".into() };
            return Ok(Node::Label(label, Box::new(skip)));
        }
        // A label before a loop that counts is, in SPIN, behind its first assignment.
        let statement = self.statement(block)?;
        Ok(Node::Label(label, Box::new(statement)))
    }

    fn options(&mut self, end: &str) -> Read<Vec<Block>> {
        let pos = self.take().pos;
        let mut options = Vec::new();
        while self.eat("::") {
            self.scopes.locals.push(FastMap::default());
            self.at_beginning = false;
            options.push(self.sequence("::")?);
            self.scopes.locals.pop();
        }
        if options.is_empty() {
            return self.unexpected("'::'");
        }
        let is_else = |block: &&Block| matches!(block[0].node, Node::Op(Op::Else));
        if options.iter().filter(is_else).count() > 1 {
            return wrong(pos, "there is more than one else");
        }
        match self.eat_name(end) {
            true => Ok(options),
            false => self.unexpected(&format!("'{end}'")),
        }
    }

    fn print(&mut self) -> Read<Node> {
        let is_name = self.take().is_name("printm");
        self.want("(")?;
        if is_name {
            let argument = self.expr()?;
            self.want(")")?;
            return Ok(Node::Op(Op::Print { format: "%e".into(), arguments: vec![argument] }));
        }
        let Tok::Text(format) = self.peek().tok.clone() else { return self.unexpected("a text in quotes") };
        self.take();
        let mut arguments = Vec::new();
        while self.eat(",") {
            arguments.push(self.expr()?);
        }
        self.want(")")?;
        Ok(Node::Op(Op::Print { format: (&*format).into(), arguments }))
    }

    /// `_ = x` gives a value away.
    fn drop_value(&mut self) -> Read<Node> {
        self.take();
        self.want("=")?;
        let value = self.expr()?;
        // The value is looked at, for what is wrong with it.
        Ok(Node::Op(Op::Condition(Expr::Binary(Binary::Or, Box::new((Expr::Const(1), value))))))
    }

    /// A statement that begins with a variable.
    fn with_reference(&mut self) -> Read<Node> {
        let pos = self.pos();
        let place = self.place()?;
        let sends = self.is("!") || self.is("!!");
        let receives = (self.is("?") || self.is("??")) && !self.peek_at(1).is("[");
        if self.in_trace && (sends || receives) {
            let chan = self.as_chan(place, pos)?;
            return self.event(chan).map(Node::Op);
        }
        if sends {
            let chan = self.as_chan(place, pos)?;
            let is_sorted = self.take().is("!!");
            let arguments = self.message()?;
            return Ok(Node::Op(Op::Send { chan, arguments, is_sorted }));
        }
        if receives {
            let chan = self.as_chan(place, pos)?;
            let is_random = self.take().is("??");
            let keeps = self.eat("<");
            let patterns = self.patterns(if keeps { ">" } else { ";" })?;
            if keeps {
                self.want(">")?;
            }
            return Ok(Node::Op(Op::Receive { chan, patterns, is_random, keeps }));
        }
        if self.is("++") || self.is("--") {
            let binary = if self.take().is("++") { Binary::Add } else { Binary::Sub };
            if place.scalar == Scalar::Chan {
                return wrong(pos, "channels cannot be counted with");
            }
            let value = Expr::Binary(binary, Box::new((Expr::Load(place.clone()), Expr::Const(1))));
            return Ok(Node::Op(Op::Assign(place, value)));
        }
        if self.is("=") {
            self.take();
            let is_inline = matches!(&self.peek().tok, Tok::Name(name) if self.inlines.contains_key(name));
            if is_inline && self.peek_at(1).is("(") {
                return self.expanded(Some(place));
            }
            let value = self.expr()?;
            return Ok(Node::Op(Op::Assign(place, value)));
        }
        let loaded = self.loaded(place)?;
        self.pending = Some(loaded);
        self.condition()
    }

    /// `a, b` or `type(a, b)`.
    fn message(&mut self) -> Read<Vec<Expr>> {
        let mut arguments = Vec::new();
        loop {
            self.argument(&mut arguments)?;
            if self.eat("(") {
                while !self.is(")") {
                    self.argument(&mut arguments)?;
                    if !self.eat(",") {
                        break;
                    }
                }
                self.want(")")?;
                return Ok(arguments);
            }
            if !self.eat(",") {
                return Ok(arguments);
            }
        }
    }

    fn give_back(&mut self) -> Read<Node> {
        let pos = self.take().pos;
        let value = self.expr()?;
        match self.results.last().cloned().flatten() {
            Some(place) => Ok(Node::Op(Op::Assign(place, value))),
            None => wrong(pos, "there is nothing to give a value back to"),
        }
    }

    /// The text of an inline with its arguments, read in its place.
    fn expanded(&mut self, result: Option<VarRef>) -> Read<Node> {
        let (name, pos) = self.name("an inline")?;
        let Some(inline) = self.inlines.get(&name).cloned() else {
            return wrong(pos, format!("there is no inline {name}"));
        };
        let given = self.given(pos)?;
        if given.len() != inline.parameters.len() {
            let (wanted, given) = (inline.parameters.len(), given.len());
            return wrong(pos, format!("{name} wants {wanted} arguments, not {given}"));
        }
        let mut words = Vec::new();
        for token in &inline.body {
            let number = match &token.tok {
                Tok::Name(name) => inline.parameters.iter().position(|parameter| parameter == name),
                _ => None,
            };
            match number {
                Some(number) => words.extend(given[number].iter().cloned()),
                None => words.push(token.clone()),
            }
        }
        self.words_of_inlines += words.len();
        if self.inline_depth > MAX_DEPTH / 4 || self.words_of_inlines > MAX_WORDS {
            return wrong(pos, format!("{name} grows without end"));
        }
        self.rest.extend(words.into_iter().rev());
        self.expansions += 1;
        let outer = std::mem::replace(&mut self.expansion, self.expansions);
        self.results.push(result);
        self.inline_depth += 1;
        self.want("{")?;
        let block = self.braced()?;
        self.inline_depth -= 1;
        self.results.pop();
        self.expansion = outer;
        Ok(Node::Plain(block))
    }

    /// The words of each argument.
    fn given(&mut self, pos: Pos) -> Read<Vec<Vec<Token>>> {
        self.want("(")?;
        let mut given: Vec<Vec<Token>> = vec![Vec::new()];
        let mut depth = 1;
        loop {
            if self.is_end() {
                return wrong(pos, "the arguments have no end");
            }
            let token = self.take();
            depth += i32::from(token.is("(") || token.is("[")) - i32::from(token.is(")") || token.is("]"));
            if depth == 0 {
                break;
            }
            match given.last_mut() {
                Some(last) if depth > 1 || !token.is(",") => last.push(token),
                _ => given.push(Vec::new()),
            }
        }
        if given.len() == 1 && given[0].is_empty() {
            given.clear();
        }
        Ok(given)
    }
}

/// A statement with its escape. A label before a block stays before the whole.
fn with_escape(statement: Stmt, escape: Stmt) -> Stmt {
    let text: Rc<str> = "".into();
    if let Node::Label(label, inner) = &statement.node
        && let Node::Plain(_) | Node::Atomic(_) | Node::DStep(_) = inner.node
    {
        let inside = with_escape((**inner).clone(), escape);
        let block = Stmt { node: Node::Plain(vec![inside]), pos: statement.pos, text: text.clone() };
        return Stmt { node: Node::Label(label.clone(), Box::new(block)), pos: statement.pos, text };
    }
    let pos = statement.pos;
    Stmt { node: Node::Unless(Box::new(statement), Box::new(escape)), pos, text }
}
