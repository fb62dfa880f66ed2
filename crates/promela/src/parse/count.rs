//! Loops that count, and choices among numbers.

use super::{Parser, Read};
use crate::error::{Pos, wrong};
use crate::scope::{Variable, VariableType};
use crate::syntax::{Binary, Block, Expr, Node, Op, Pattern, Probe, Scalar, Stmt, VarRef};
use crate::token::Tok;
use std::rc::Rc;

/// Up to how many values more than one are chosen among at once, as in SPIN; beyond, and below nought (to SPIN `-1` is
/// no constant), one after the other.
const MOST_OPTIONS: i32 = 32;

impl Parser {
    /// `for (i : 1 .. 3) { }`, `for (i in a) { }`, `for (m in q) { }`.
    pub(super) fn counting(&mut self, block: &mut Block) -> Read<Node> {
        let pos = self.take().pos;
        self.want("(")?;
        let reference = self.reference()?;
        if self.eat_name("in") {
            return match reference.shape {
                VariableType::Record(_) => {
                    let bound = self.leaves(reference)?;
                    self.over_messages(bound, pos, block)
                }
                VariableType::Scalar(_) => {
                    let (name, at) = self.name("an array")?;
                    let length = self.scopes.find(&name).and_then(|variable| variable.length);
                    let Some(length) = length else { return wrong(at, format!("{name} is no array")) };
                    self.want(")")?;
                    let last = Expr::Const(length as i32 - 1);
                    self.loop_to(reference.place, Expr::Const(0), last, pos, block)
                }
            };
        }
        self.want(":")?;
        let (VariableType::Scalar(_), None) = (reference.shape, reference.length) else {
            return wrong(reference.pos, "a loop counts with a single variable");
        };
        let from = self.expr()?;
        self.want("..")?;
        let to = self.expr()?;
        self.want(")")?;
        self.loop_to(reference.place, from, to, pos, block)
    }

    fn loop_to(&mut self, place: VarRef, from: Expr, to: Expr, pos: Pos, block: &mut Block) -> Read<Node> {
        block.push(made(Op::Assign(place.clone(), from), pos, "the first value of a loop"));
        let is_within = Expr::Binary(Binary::Le, Box::new((Expr::Load(place.clone()), to)));
        let mut body = vec![made(Op::Condition(is_within), pos, "a loop goes on")];
        body.extend(self.loop_body()?);
        body.push(made(Op::Assign(place.clone(), one_more(place)), pos, "the next value of a loop"));
        Ok(Node::Count(vec![body, vec![made(Op::Else, pos, "a loop ends"), leave(pos)]]))
    }

    fn loop_body(&mut self) -> Read<Block> {
        self.eat(";");
        self.want("{")?;
        self.braced()
    }

    /// Each message is taken and put back in its turn.
    fn over_messages(&mut self, bound: Vec<VarRef>, pos: Pos, block: &mut Block) -> Read<Node> {
        let (name, at) = match &self.peek().tok {
            Tok::Name(name) => (name.clone(), self.pos()),
            _ => return self.unexpected("a channel"),
        };
        let chan = self.chan()?;
        self.want(")")?;
        let fields = self.scopes.find(&name).and_then(|variable| variable.chan);
        let fields = fields.map(|chan| self.unit.chans[chan as usize].fields.len());
        if fields != Some(bound.len()) {
            return wrong(at, format!("the messages of {name} are not of the type of the variable"));
        }
        let counter: Rc<str> = format!("message {} of {name}", self.rest.len()).into();
        let shape = VariableType::Scalar(Scalar::Byte);
        let variable = Variable { is_local: true, base: 0, shape, length: None, names: 0, chan: None };
        let variable = self.scopes.declare(&counter, variable, pos)?;
        let place = VarRef { is_local: true, base: variable.base, steps: Vec::new(), scalar: Scalar::Byte };
        block.push(made(Op::Assign(place.clone(), Expr::Const(0)), pos, "the first message"));
        let count = Expr::Probe(Probe::Len, chan.clone());
        let is_within = Expr::Binary(Binary::Lt, Box::new((Expr::Load(place.clone()), count)));
        let patterns = bound.iter().cloned().map(Pattern::Bind).collect();
        let take = Op::Receive { chan: chan.clone(), patterns, is_random: false, keeps: false };
        let arguments = bound.into_iter().map(Expr::Load).collect();
        let put = Op::Send { chan, arguments, is_sorted: false };
        let mut body = vec![made(Op::Condition(is_within), pos, "there is another message")];
        body.push(made(take, pos, "the message is taken"));
        body.push(made(put, pos, "the message is put back"));
        body.extend(self.loop_body()?);
        body.push(made(Op::Assign(place.clone(), one_more(place)), pos, "the next message"));
        Ok(Node::Count(vec![body, vec![made(Op::Else, pos, "a loop ends"), leave(pos)]]))
    }

    /// `select (i : 1 .. 3)`.
    pub(super) fn selecting(&mut self, block: &mut Block) -> Read<Node> {
        let pos = self.take().pos;
        self.want("(")?;
        let place = self.place()?;
        self.want(":")?;
        let from = self.expr()?;
        self.want("..")?;
        let to = self.expr()?;
        self.want(")")?;
        if let (Expr::Const(from), Expr::Const(to)) = (&from, &to)
            && *from >= 0
            && *to >= 0
            && to.wrapping_sub(*from) <= MOST_OPTIONS
        {
            let option = |value| {
                let text = format!("the value {value} is chosen");
                vec![made(Op::Assign(place.clone(), Expr::Const(value)), pos, &text)]
            };
            return match from <= to {
                true => Ok(Node::If((*from..=*to).map(option).collect())),
                false => wrong(pos, "there is no value to choose: the first is larger than the last"),
            };
        }
        block.push(made(Op::Assign(place.clone(), from), pos, "the smallest value of a choice"));
        let is_within = Expr::Binary(Binary::Lt, Box::new((Expr::Load(place.clone()), to)));
        let next = Op::Assign(place.clone(), one_more(place));
        let more =
            vec![made(Op::Condition(is_within), pos, "a larger value"), made(next, pos, "a larger value")];
        Ok(Node::Count(vec![more, vec![leave(pos)]]))
    }
}

fn made(op: Op, pos: Pos, text: &str) -> Stmt {
    Stmt { node: Node::Op(op), pos, text: text.into() }
}

fn leave(pos: Pos) -> Stmt {
    Stmt { node: Node::Break, pos, text: "break".into() }
}

fn one_more(place: VarRef) -> Expr {
    Expr::Binary(Binary::Add, Box::new((Expr::Load(place), Expr::Const(1))))
}
