//! Where control goes: statements as elements that follow one another.
//!
//! The elements are those that SPIN makes, because what counts as a state of a process is decided here: a jump is
//! followed where it is met, but is a step of its own where it is an alternative, or where it leaves an atomic
//! sequence.

mod jumps;
mod nested;

use crate::error::{Pos, Refusal, wrong};
use crate::syntax::{Block, LabelName, Node, Op, Stmt};
use base::FastMap;
use std::rc::Rc;

pub type ElementId = usize;
type SeqId = usize;

/// What is special about a state of a process.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    pub end: bool,
    pub accept: bool,
    pub progress: bool,
}

impl Marks {
    fn of(label: &str) -> Marks {
        Marks {
            end: label.starts_with("end"),
            accept: label.starts_with("accept"),
            progress: label.starts_with("progress"),
        }
    }

    pub fn add(&mut self, other: Marks) {
        self.end |= other.end;
        self.accept |= other.accept;
        self.progress |= other.progress;
    }
}

#[derive(Clone, Debug)]
pub enum ElementKind {
    Op(Op),
    /// Where alternatives meet again.
    Meet,
    /// Where a loop goes on when it is left.
    Exit,
    Goto(JumpTarget),
    If,
    Do,
    Unless,
    Atomic(SeqId),
    DStep(SeqId),
    Plain(SeqId),
}

#[derive(Clone, Debug)]
pub enum JumpTarget {
    Label(LabelName),
    /// The exit of a loop, by its number.
    Exit(usize),
}

#[derive(Clone, Debug)]
pub struct Element {
    pub part: ElementKind,
    pub next: Option<ElementId>,
    /// Alternatives; of `unless`, what is done and what ends it.
    pub subs: Vec<SeqId>,
    pub escapes: Vec<SeqId>,
    /// What follows it belongs to the same atomic sequence.
    pub atom: bool,
    /// It is the last of an atomic sequence.
    pub last_atom: bool,
    /// The deterministic step that it is in.
    pub within: Option<ElementId>,
    pub marks: Marks,
    pub is_labelled: bool,
    pub pos: Pos,
    pub text: Rc<str>,
}

/// Elements in a row.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seq {
    pub first: Option<ElementId>,
    pub last: ElementId,
    /// The last before what was added by what it is an alternative of.
    pub extent: ElementId,
}

/// The elements of a process.
#[derive(Debug, Default)]
pub struct Flow {
    pub elements: Vec<Element>,
    pub seqs: Vec<Seq>,
    pub labels: FastMap<LabelName, ElementId>,
    /// The first label of the statement that was made last.
    outermost: Option<LabelName>,
    exits: Vec<Option<ElementId>>,
    /// The exits of the loops that are being read.
    open: Vec<usize>,
    pub top: SeqId,
    /// Elements that were made while the text was read.
    pub made: usize,
    keeps_skips: bool,
}

type FlowResult<T> = Result<T, Refusal>;

impl Flow {
    /// The elements of a body. Labels in `referred` are looked at from outside.
    ///
    /// # Errors
    /// Labels and jumps that mean nothing.
    pub fn of(body: &Block, pos: Pos, referred: &[Rc<str>], is_claim: bool) -> FlowResult<Flow> {
        let mut flow = Flow { keeps_skips: is_claim, ..Flow::default() };
        let top = flow.block(body)?;
        let end = flow.element(ElementKind::Op(Op::End), pos, "end of the process".into());
        flow.append(top, end);
        flow.elements[end].marks.end = true;
        flow.top = top;
        flow.made = flow.elements.len();
        for label in referred {
            flow.keep_apart(label);
        }
        flow.tie(top);
        flow.check_jumps()?;
        Ok(flow)
    }

    fn element(&mut self, part: ElementKind, pos: Pos, text: Rc<str>) -> ElementId {
        self.elements.push(Element {
            part,
            next: None,
            subs: Vec::new(),
            escapes: Vec::new(),
            atom: false,
            last_atom: false,
            within: None,
            marks: Marks::default(),
            is_labelled: false,
            pos,
            text,
        });
        self.elements.len() - 1
    }

    fn block(&mut self, block: &Block) -> FlowResult<SeqId> {
        self.seqs.push(Seq::default());
        let seq = self.seqs.len() - 1;
        for statement in block {
            self.add(seq, statement)?;
        }
        self.seqs[seq].extent = self.seqs[seq].last;
        Ok(seq)
    }

    fn append(&mut self, seq: SeqId, element: ElementId) {
        let needs_skip = match self.elements[element].part {
            ElementKind::Goto(_) => self.elements[element].marks != Marks::default(),
            _ => false,
        };
        if needs_skip {
            // A jump is followed at once, so what its label says needs a place of its own.
            let (pos, marks) = (self.elements[element].pos, self.elements[element].marks);
            let skip = self.element(ElementKind::Op(Op::Skip), pos, "skip".into());
            self.elements[skip].marks = marks;
            self.elements[skip].is_labelled = true;
            self.elements[element].marks = Marks::default();
            // Of several labels, SPIN gives it the first; to the others one comes as to a jump without.
            if let Some(at) = self.outermost.take().and_then(|label| self.labels.get_mut(&label)) {
                *at = skip;
            }
            self.append(seq, skip);
        }
        match self.seqs[seq].first {
            None => self.seqs[seq].first = Some(element),
            Some(_) => {
                let last = self.seqs[seq].last;
                self.elements[last].next = Some(element);
            }
        }
        self.seqs[seq].last = element;
    }

    /// Adds a statement. Returns the element that its label is for.
    fn add(&mut self, seq: SeqId, statement: &Stmt) -> FlowResult<ElementId> {
        let (element, is_added) = self.make(seq, statement, &mut Vec::new())?;
        if !is_added {
            self.append(seq, element);
        }
        Ok(element)
    }

    /// Makes the element of a statement with its labels. True if it has been added already.
    fn make(
        &mut self,
        seq: SeqId,
        statement: &Stmt,
        labels: &mut Vec<LabelName>,
    ) -> FlowResult<(ElementId, bool)> {
        let (pos, text) = (statement.pos, statement.text.clone());
        let (element, is_added) = match &statement.node {
            Node::Label(label, inner) => {
                labels.push(label.clone());
                return self.make(seq, inner, labels);
            }
            Node::If(options) => (self.alternatives(seq, options, None, statement)?, true),
            Node::Do(options) | Node::Count(options) => {
                self.exits.push(None);
                let exit = self.exits.len() - 1;
                (self.alternatives(seq, options, Some(exit), statement)?, true)
            }
            Node::Unless(main, escape) => (self.unless(seq, main, escape, pos)?, true),
            Node::Op(op) => (self.element(ElementKind::Op(op.clone()), pos, text), false),
            Node::Goto(label) => {
                (self.element(ElementKind::Goto(JumpTarget::Label(label.clone())), pos, text), false)
            }
            Node::Break => {
                let Some(&exit) = self.open.last() else { return wrong(pos, "there is no loop to leave") };
                (self.element(ElementKind::Goto(JumpTarget::Exit(exit)), pos, text), false)
            }
            Node::Atomic(block) => {
                let inner = self.block(block)?;
                self.make_atomic(inner, None);
                (self.element(ElementKind::Atomic(inner), pos, text), false)
            }
            Node::DStep(block) => {
                let inner = self.block(block)?;
                let element = self.element(ElementKind::DStep(inner), pos, "d_step".into());
                self.make_atomic(inner, Some(element));
                (element, false)
            }
            Node::Plain(block) => {
                let inner = self.block(block)?;
                (self.element(ElementKind::Plain(inner), pos, text), false)
            }
        };
        self.outermost = labels.first().cloned();
        for label in labels.drain(..) {
            self.elements[element].marks.add(Marks::of(&label.name));
            self.elements[element].is_labelled = true;
            if self.labels.insert(label.clone(), element).is_some() {
                return wrong(pos, format!("the label {} is there twice", label.name));
            }
        }
        Ok((element, is_added))
    }

    fn alternatives(
        &mut self,
        seq: SeqId,
        options: &[Block],
        exit: Option<usize>,
        statement: &Stmt,
    ) -> FlowResult<ElementId> {
        let (pos, is_count) = (statement.pos, matches!(statement.node, Node::Count(_)));
        self.open.extend(exit);
        let mut subs = Vec::new();
        for option in options {
            let sub = self.block(option)?;
            if !is_count {
                self.prune(sub);
            }
            subs.push(sub);
        }
        if exit.is_some() {
            self.open.pop();
        }
        // Whether something else can be done is known last.
        let is_else = |flow: &Flow, sub: SeqId| {
            let first = flow.seqs[sub].first.map(|first| &flow.elements[first].part);
            matches!(first, Some(ElementKind::Op(Op::Else)))
        };
        let (last, mut ordered): (Vec<SeqId>, Vec<SeqId>) =
            subs.into_iter().partition(|&sub| is_else(self, sub));
        ordered.extend(last);
        let part = if exit.is_some() { ElementKind::Do } else { ElementKind::If };
        let element = self.element(part, pos, "".into());
        let meet = self.element(ElementKind::Meet, pos, "".into());
        for &sub in &ordered {
            self.append(sub, meet);
        }
        self.elements[element].subs = ordered;
        let mut after = meet;
        if let Some(exit) = exit {
            self.append(seq, meet);
            after = self.element(ElementKind::Exit, pos, "".into());
            self.exits[exit] = Some(after);
        }
        self.append(seq, element);
        self.append(seq, after);
        Ok(element)
    }

    /// Of several skips in a row that nobody can tell apart, one is enough.
    fn prune(&mut self, seq: SeqId) {
        let Seq { first, last, extent } = self.seqs[seq];
        let (mut at, mut before, mut count) = (first, None::<ElementId>, 0);
        if self.keeps_skips {
            return;
        }
        while let Some(element) = at {
            let Element { part, is_labelled, next, .. } = &self.elements[element];
            let next = *next;
            let is_print = matches!(part, ElementKind::Op(Op::Print { .. }));
            if !is_labelled && (is_print || matches!(part, ElementKind::Op(Op::Skip))) {
                count += 1;
                let is_inner = Some(element) != first && element != last && element != extent;
                if let Some(before) = before
                    && count > 1
                    && !is_print
                    && is_inner
                {
                    self.elements[before].next = next;
                    at = next;
                    continue;
                }
            } else {
                count = 0;
            }
            before = Some(element);
            at = next;
        }
    }

    fn unless(&mut self, seq: SeqId, main: &Stmt, escape: &Stmt, pos: Pos) -> FlowResult<ElementId> {
        let inner = |flow: &mut Flow, statement: &Stmt| match &statement.node {
            Node::Plain(block) => flow.block(block),
            _ => flow.block(&vec![statement.clone()]),
        };
        let (main, escape) = (inner(self, main)?, inner(self, escape)?);
        let element = self.element(ElementKind::Unless, pos, "".into());
        let meet = self.element(ElementKind::Meet, pos, "".into());
        self.append(main, meet);
        self.append(escape, meet);
        self.elements[element].subs = vec![main, escape];
        self.attach(main, escape);
        self.append(seq, element);
        self.append(seq, meet);
        Ok(element)
    }
}
