//! What holds for all elements of a sequence, however deep they are in it: the escapes that it can be left by, and that
//! it is atomic.

use super::{ElementId, ElementKind, Flow, Seq, SeqId};

impl Flow {
    /// Every element of a sequence can be left by an escape.
    pub(super) fn attach(&mut self, seq: SeqId, escape: SeqId) {
        let Seq { first, extent, .. } = self.seqs[seq];
        let mut at = first;
        while let Some(element) = at {
            self.attach_to(element, escape);
            if element == extent {
                break;
            }
            at = self.elements[element].next;
        }
    }

    fn attach_to(&mut self, element: ElementId, escape: SeqId) {
        let outer = self.elements[element].escapes.clone();
        if outer.contains(&escape) {
            return;
        }
        for seq in outer {
            self.attach(seq, escape);
        }
        self.elements[element].escapes.insert(0, escape);
        match self.elements[element].part.clone() {
            ElementKind::Unless => self.attach(self.elements[element].subs[0], escape),
            ElementKind::If | ElementKind::Do => {
                self.elements[element].subs.clone().into_iter().for_each(|sub| self.attach(sub, escape));
            }
            ElementKind::DStep(seq) => {
                if let Some(first) = self.seqs[seq].first {
                    self.attach_to(first, escape);
                }
            }
            ElementKind::Atomic(seq) | ElementKind::Plain(seq) => self.attach(seq, escape),
            _ => {}
        }
    }

    /// All of a sequence is done at once; `within` is the deterministic step that it is.
    pub(super) fn make_atomic(&mut self, seq: SeqId, within: Option<ElementId>) {
        let Seq { first, last, .. } = self.seqs[seq];
        self.walk_atomic(first, last, within);
        match self.elements[last].part.clone() {
            ElementKind::Plain(inner) | ElementKind::Atomic(inner) => self.make_atomic(inner, within),
            ElementKind::Unless => self.make_atomic(self.elements[last].subs[0], within),
            _ => {
                self.elements[last].atom = false;
                self.elements[last].last_atom = true;
            }
        }
    }

    fn walk_atomic(&mut self, first: Option<ElementId>, last: ElementId, within: Option<ElementId>) {
        let mut at = first;
        while let Some(element) = at {
            self.elements[element].atom = true;
            if within.is_some() {
                self.elements[element].within = within;
            }
            let inner = match self.elements[element].part.clone() {
                ElementKind::Atomic(seq) | ElementKind::Plain(seq) => Some(seq),
                ElementKind::DStep(seq) if within.is_some() => Some(seq),
                _ => None,
            };
            if let Some(seq) = inner {
                self.elements[element].part = ElementKind::Plain(seq);
                let Seq { first, last, .. } = self.seqs[seq];
                self.walk_atomic(first, last, within);
            }
            for sub in self.elements[element].subs.clone() {
                let Seq { first, last, .. } = self.seqs[sub];
                self.walk_atomic(first, last, within);
            }
            if element == last {
                break;
            }
            at = self.elements[element].next;
        }
    }
}
