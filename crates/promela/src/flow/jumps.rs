//! Jumps: where they lead, which of them may be, and what comes behind the last element of a block.

use super::{Element, ElementId, ElementKind, Flow, FlowResult, JumpTarget, Marks, Seq, SeqId};
use crate::error::wrong;
use crate::syntax::{LabelName, Op};
use std::rc::Rc;

impl Flow {
    /// A jump with a label that others look at is no longer followed at once.
    pub(super) fn keep_apart(&mut self, label: &str) {
        let found = self.labels.iter().find(|(name, _)| &*name.name == label).map(|(_, at)| *at);
        let Some(at) = found.filter(|&at| matches!(self.elements[at].part, ElementKind::Goto(_))) else {
            return;
        };
        let copy = self.elements[at].clone();
        self.elements.push(Element { marks: Marks::default(), is_labelled: false, ..copy });
        let jump = self.elements.len() - 1;
        self.elements[at].part = ElementKind::Op(Op::Skip);
        self.elements[at].next = Some(jump);
    }

    /// The last element of every block is followed by what follows the block.
    pub(super) fn tie(&mut self, seq: SeqId) {
        let Seq { first, last, .. } = self.seqs[seq];
        let mut at = first;
        while let Some(element) = at {
            let next = self.elements[element].next;
            if let ElementKind::Atomic(inner) | ElementKind::Plain(inner) | ElementKind::DStep(inner) =
                self.elements[element].part
            {
                self.patch(inner);
                let end = self.seqs[inner].last;
                // A jump that was put behind the last one goes before.
                if self.elements[end].next.is_none_or(|after| !self.is_goto(after)) {
                    self.elements[end].next = next;
                }
                self.tie(inner);
            }
            for sub in self.elements[element].subs.clone() {
                self.tie(sub);
            }
            if element == last {
                break;
            }
            at = next;
        }
    }

    fn is_goto(&self, element: ElementId) -> bool {
        matches!(self.elements[element].part, ElementKind::Goto(_))
    }

    /// Jumps out of an atomic sequence end it, and jumps from one into another go on with it.
    fn patch(&mut self, seq: SeqId) {
        let Seq { first, extent, .. } = self.seqs[seq];
        let mut at = first;
        while let Some(element) = at {
            if self.is_goto(element) {
                if let Some(to) = self.landing(element) {
                    let is_inside = self.elements[to].atom || self.elements[to].last_atom;
                    let own = &mut self.elements[element];
                    if (own.atom || own.last_atom) && !is_inside {
                        (own.atom, own.last_atom) = (false, true);
                    }
                    if own.last_atom && is_inside {
                        (own.atom, own.last_atom) = (true, false);
                    }
                }
            } else {
                self.elements[element].subs.clone().into_iter().for_each(|sub| self.patch(sub));
            }
            if element == extent {
                break;
            }
            at = self.elements[element].next;
        }
    }

    /// Where a jump leads.
    pub fn landing(&self, element: ElementId) -> Option<ElementId> {
        let ElementKind::Goto(target) = &self.elements[element].part else { return None };
        match target {
            JumpTarget::Exit(exit) => self.exits[*exit],
            JumpTarget::Label(label) => self.find_label(label),
        }
    }

    /// The label of the same expansion, else any of that name.
    fn find_label(&self, label: &LabelName) -> Option<ElementId> {
        self.labels.get(label).copied().or_else(|| {
            let named = self.labels.iter().filter(|(known, _)| known.name == label.name);
            named.min_by_key(|(known, _)| known.expansion).map(|(_, at)| *at)
        })
    }

    pub fn label(&self, name: &Rc<str>) -> Option<ElementId> {
        self.find_label(&LabelName { name: name.clone(), expansion: 0 })
    }

    pub(super) fn check_jumps(&self) -> FlowResult<()> {
        for (number, element) in self.elements.iter().enumerate() {
            let ElementKind::Goto(target) = &element.part else { continue };
            let Some(landing) = self.landing(number) else {
                let name = match target {
                    JumpTarget::Label(label) => label.name.to_string(),
                    JumpTarget::Exit(_) => "of a loop".to_string(),
                };
                return wrong(element.pos, format!("there is no label {name}"));
            };
            let (from, to) = (element.within, self.elements[landing].within);
            if from != to && matches!(target, JumpTarget::Label(_)) {
                return wrong(element.pos, "this jumps into or out of a d_step");
            }
        }
        Ok(())
    }
}
