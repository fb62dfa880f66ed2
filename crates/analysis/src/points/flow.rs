//! How objects travel: nodes with what they hold, edges with filters, and what is to be done with each object that
//! comes to a node. All travel first, in the order of the edges as far as there is one; only then what was met is used,
//! which makes new edges (wave propagation: Pereira and Berlin, 2009). Only what is new in a set travels, many at once.

use super::OverBudget;
use super::objects::{ANY, ObjectKind};
use super::sets::{Set, WORD};
use super::solve::{Calling, Done, ELEMENT, FieldId, Solver, Unsolved};
use crate::hierarchy::MethodId;
use base::{Symbol, names};
use classfile::descriptor;
use std::cmp::Reverse;
use std::rc::Rc;

#[derive(Default)]
pub(super) struct Node {
    pub(super) set: Set,
    /// What of it has not gone on yet.
    pub(super) fresh: Set,
    /// What of it has not been used yet; nothing where there are no uses.
    pub(super) unmet: Set,
    /// To which nodes, and by which filters.
    pub(super) edges: Vec<(u32, u32)>,
    pub(super) uses: Vec<Use>,
}

/// Who makes a copy of an array.
#[derive(Clone, Copy)]
pub(super) struct Copier {
    pub by: MethodId,
    /// The place of it, if that matters.
    pub at: Option<u32>,
    /// What the array is taken for there.
    pub array: Option<Symbol>,
}

/// What is done with each object that a node holds, once.
#[derive(Clone)]
pub(super) enum Use {
    Load {
        field: FieldId,
        to: u32,
    },
    Store {
        field: FieldId,
        from: u32,
    },
    /// A call in an instance, or one of an entry.
    Call {
        from: u32,
        call: Rc<Calling>,
    },
    /// The unit gets it.
    Escape,
    /// Any field is read or written, by its place.
    WildLoad {
        to: u32,
    },
    WildStore {
        from: u32,
    },
    /// Code that nobody looks into has it, and may call what its type has.
    Lent(Symbol),
    /// Code of the JDK gives it to such code, as something of a type.
    Hand {
        from: u32,
        of: Symbol,
    },
    /// What is in it, if it is an array, comes to be in something that such code makes.
    Enclose {
        inside: u32,
        filter: u32,
    },
    /// It is cloned, by a method.
    Copy {
        to: u32,
        by: Copier,
    },
}

impl Solver<'_, '_> {
    /// Until nothing changes any more.
    pub(super) fn settle(&mut self) -> Done {
        loop {
            while let Some(instance) = self.pending.pop() {
                self.constrain(instance)?;
            }
            while let Some(Reverse((_, node))) = self.work.pop() {
                self.visit(node)?;
                self.collapse_at_times()?;
            }
            let unmet = std::mem::take(&mut self.unmet);
            if unmet.is_empty() && self.pending.is_empty() {
                return Ok(());
            }
            for node in unmet {
                self.meet(node)?;
            }
        }
    }

    /// Counts work, and ends it where there is too much.
    pub(super) fn spend(&mut self, steps: u64) -> Done {
        self.steps += steps;
        match self.steps > self.question.budget {
            true => Err(Unsolved::TooLarge(OverBudget { methods: self.instances.len() })),
            false => Ok(()),
        }
    }

    pub fn points_to(&self, node: u32) -> Vec<u32> {
        self.set_of(node).to_vec()
    }

    pub fn set_of(&self, node: u32) -> &Set {
        &self.nodes[self.same[node as usize] as usize].set
    }

    pub fn node(&mut self) -> u32 {
        let id = self.nodes.len() as u32;
        self.same.push(id);
        self.rank.push(id);
        self.nodes.push(Node::default());
        id
    }

    pub fn add(&mut self, node: u32, object: u32) {
        self.add_word(self.same[node as usize], object / WORD, 1 << (object % WORD));
    }

    /// Objects, as the bits of a word, come to a node that stands for itself.
    fn add_word(&mut self, node: u32, at: u32, bits: u64) {
        let here = &mut self.nodes[node as usize];
        let fresh = here.set.insert_word(at, bits);
        if fresh == 0 {
            return;
        }
        if here.fresh.is_empty() {
            self.work.push(Reverse((self.rank[node as usize], node)));
        }
        here.fresh.insert_word(at, fresh);
        if !here.uses.is_empty() {
            if here.unmet.is_empty() {
                self.unmet.push(node);
            }
            here.unmet.insert_word(at, fresh);
        }
    }

    /// Objects go along an edge.
    pub(super) fn send(&mut self, objects: &Set, to: u32, filter: u32) {
        let to = self.same[to as usize];
        objects.each_word(|at, bits| {
            let missing = bits & !self.nodes[to as usize].set.word(at);
            if missing != 0 {
                let passing = self.objects.passing(self.hierarchy, filter, at, missing);
                if passing != 0 {
                    self.add_word(to, at, passing);
                }
            }
        });
    }

    pub(super) fn edge(&mut self, from: u32, to: u32, filter: u32) {
        let (from, to) = (self.same[from as usize], self.same[to as usize]);
        if from == to || !self.known_edges.insert((from, to, filter)) {
            return;
        }
        self.nodes[from as usize].edges.push((to, filter));
        let objects = std::mem::take(&mut self.nodes[from as usize].set);
        self.send(&objects, to, filter);
        self.steps += objects.size() as u64;
        self.nodes[from as usize].set = objects;
    }

    fn visit(&mut self, node: u32) -> Done {
        let fresh = std::mem::take(&mut self.nodes[node as usize].fresh);
        if fresh.is_empty() {
            return Ok(());
        }
        self.spend(fresh.size() as u64 * (1 + self.nodes[node as usize].edges.len() as u64))?;
        let edges = std::mem::take(&mut self.nodes[node as usize].edges);
        for &(to, filter) in &edges {
            self.send(&fresh, to, filter);
        }
        self.nodes[node as usize].edges = edges;
        Ok(())
    }

    /// Uses what has come to a node. Uses that are added meanwhile see to themselves.
    fn meet(&mut self, node: u32) -> Done {
        let objects = std::mem::take(&mut self.nodes[node as usize].unmet).to_vec();
        let count = if objects.is_empty() { 0 } else { self.nodes[node as usize].uses.len() };
        for at in 0..count {
            let one = self.nodes[node as usize].uses[at].clone();
            self.apply_all(&one, &objects)?;
        }
        Ok(())
    }

    pub(super) fn apply_all(&mut self, one: &Use, objects: &[u32]) -> Done {
        self.spend(objects.len() as u64)?;
        objects.iter().try_for_each(|&object| self.apply(one, object))
    }

    pub(super) fn with(&mut self, node: u32, one: Use) -> Done {
        let node = self.same[node as usize];
        // What has not been met comes to this use like to the others.
        let here = &mut self.nodes[node as usize];
        let met = here.set.without(&here.unmet).to_vec();
        here.uses.push(one.clone());
        self.apply_all(&one, &met)
    }

    pub(super) fn apply(&mut self, one: &Use, object: u32) -> Done {
        if object == self.null {
            return Ok(());
        }
        match one {
            Use::Load { field, .. } | Use::Store { field, .. } if !self.may_have(object, *field)? => {}
            Use::Load { field, to } => {
                if let ObjectKind::Unknown(_) = self.objects.all[object as usize].kind {
                    let of = descriptor::class_of(self.fields[field.0 as usize].member.desc);
                    of.map_or(Ok(()), |of| self.give_unknown(of, *to))?;
                }
                if self.is_open_place(object, *field)? {
                    return self.give_outside(self.desc_of_place(object, *field), *to);
                }
                let from = self.field_node(object, *field)?;
                self.edge(from, *to, ANY);
                self.load_hidden(object, *field, *to)?;
            }
            Use::Store { field, from } => {
                if matches!(self.objects.all[object as usize].kind, ObjectKind::Empty(_)) {
                    return Ok(());
                }
                if self.is_open_place(object, *field)? {
                    self.edge(*from, self.escape, ANY);
                    if !self.objects.all[object as usize].is_open() {
                        self.edge(*from, self.kept, ANY);
                    }
                    return Ok(());
                }
                let to = self.field_node(object, *field)?;
                let filter = self.filter_of_place(object, *field)?;
                self.edge(*from, to, filter);
            }
            Use::Call { from, call } => self.dispatch(*from, call, object)?,
            Use::Escape => self.escapes(object)?,
            Use::Lent(of) => self.lent(*of, object)?,
            Use::Hand { from, of } => self.handed(*from, *of, object)?,
            Use::Enclose { inside, filter } => self.enclose_elements(object, *inside, *filter)?,
            Use::Copy { to, by } => self.copied(object, *to, *by)?,
            Use::WildLoad { to } => match self.objects.all[object as usize].is_open() {
                true => return self.give_outside(descriptor::of_class(names::OBJECT), *to),
                false => {
                    let from = self.make_wild(object)?;
                    self.edge(from, *to, ANY);
                }
            },
            Use::WildStore { from } => match self.objects.all[object as usize].is_open() {
                true => self.edge(*from, self.escape, ANY),
                false => {
                    let to = self.make_wild(object)?;
                    // Whatever the place, an array holds what it is made for.
                    let filter = self.filter_of_place(object, ELEMENT)?;
                    self.edge(*from, to, filter);
                }
            },
        }
        Ok(())
    }
}
