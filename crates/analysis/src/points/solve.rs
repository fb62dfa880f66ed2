//! The constraints and their least solution: inclusion-based (Andersen, 1994), field by field, with the call graph
//! built on the way. Only what is new in a set travels.

use super::extract::{CallKind, CallStmt, Code};
use super::objects::{ANY, Half, ObjectId, ObjectKind, Objects};
use super::opaque::is_opaque;
use super::sets::Set;
use super::{Precision, Question, TooLarge};
use crate::hierarchy::{ClassHierarchy, ClassId, MethodId};
use base::{FastMap, FastSet, Symbol, names};
use classfile::{Error, MemberRef, descriptor};
use std::rc::Rc;

base::dense_id! {
    /// A field as it is declared.
    FieldId
}

/// Why there is no answer.
#[derive(Debug)]
pub enum Failure {
    Class(Error),
    TooLarge(TooLarge),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Class(error)
    }
}

pub(crate) type Done<T = ()> = Result<T, Failure>;

#[derive(Clone)]
pub(crate) struct FieldInfo {
    pub member: MemberRef,
    pub zone: Zone,
}

/// Whose a class is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Zone {
    Unit,
    Stub,
    Rest,
}

/// A method in a context.
pub(crate) struct Instance {
    pub method: MethodId,
    pub context: Option<ObjectId>,
    pub code: Option<Rc<Code>>,
    /// The node of its first variable.
    pub base: u32,
    pub result: u32,
    pub calls: Vec<u32>,
    /// Threads that it starts.
    pub starts: Vec<u32>,
    /// Methods of its call sites that have no analysable body.
    pub blind: Vec<Blind>,
    /// Exceptions that methods declare which it calls and nobody looks into.
    pub throws: Vec<Symbol>,
    /// It stands for all code that nobody looks into.
    pub is_world: bool,
}

/// Code that cannot be looked into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Blind {
    /// A native method.
    Native,
    /// A call by name, or through a method handle.
    Reflection,
}

#[derive(Default)]
pub(super) struct Node {
    set: Set,
    fresh: Vec<u32>,
    edges: Vec<(u32, u32)>,
    uses: Vec<Use>,
}

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
}

pub(crate) struct Calling {
    pub kind: CallKind,
    pub member: MemberRef,
    /// Nodes; receiver first.
    pub args: Vec<Option<u32>>,
    pub to: Option<u32>,
    pub entry: Option<u32>,
    /// A thread begins with it.
    pub starts: bool,
    /// The operation that calls.
    pub at: u32,
}

pub(crate) struct Solver<'a, 'q> {
    pub hierarchy: &'q mut ClassHierarchy<'a>,
    pub question: &'q Question<'q>,
    pub objects: Objects,
    pub(super) nodes: Vec<Node>,
    pub(super) known_edges: FastSet<(u32, u32, u32)>,
    pub(super) work: std::collections::VecDeque<u32>,
    pub fields: Vec<FieldInfo>,
    pub(super) field_ids: FastMap<MemberRef, FieldId>,
    pub(super) declared_fields: FastMap<(ClassId, Symbol), FieldId>,
    pub(super) field_nodes: FastMap<(u32, FieldId), u32>,
    pub(super) fields_of: FastMap<u32, Vec<(FieldId, u32)>>,
    pub(super) static_nodes: FastMap<FieldId, u32>,
    pub(super) wild: FastSet<u32>,
    pub(super) escaped: FastSet<u32>,
    pub instances: Vec<Instance>,
    pub(super) ids: FastMap<(MethodId, Option<ObjectId>), u32>,
    pub(super) codes: FastMap<MethodId, Option<Rc<Code>>>,
    pub(super) known_calls: FastSet<(u32, u32)>,
    pub(crate) escape: u32,
    /// What of the environment's own the unit has: what it gives that is not of these has names of its own.
    pub(super) handed_out: u32,
    pub(super) thrown: u32,
    pub(super) null: u32,
    pub(super) pending: Vec<u32>,
    pub(super) steps: u64,
    /// The instances that an entry may run.
    pub entered: FastMap<u32, Vec<u32>>,
    /// What lambdas have captured.
    pub captured: FastMap<u32, Vec<Option<u32>>>,
    /// Calls of lambdas that have their place: by whom, of which, where and with what.
    pub(super) known_lambda_calls: FastSet<(u32, u32, u32, Vec<Option<u32>>)>,
    /// Calls by way of references to methods, by who makes them.
    pub by_reference: Vec<(u32, CallStmt)>,
    /// What code that nobody looks into has got, by types: who calls it, and the node.
    pub(super) worlds: FastMap<Symbol, (u32, u32)>,
    /// Objects of the JDK that such code has.
    pub(super) lent_whole: FastSet<u32>,
    pub(super) world_calls: FastMap<Symbol, Rc<[Rc<Calling>]>>,
    /// Threads that were started.
    pub(super) started: u32,
    /// Operations that call something which nobody has seen, if they were asked for.
    pub(super) loose: FastSet<(MethodId, u32)>,
    /// What each operation that calls may run, if that was asked for.
    pub(super) targets: Option<FastSet<(MethodId, u32, MethodId)>>,
}

/// The field of an array's elements, and that of all fields of an object that is written by places.
pub(crate) const ELEMENT: FieldId = FieldId(0);
pub(super) const WILD: FieldId = FieldId(1);
/// What code that nobody looks into has put into an object.
pub(super) const INSIDE: FieldId = FieldId(2);

impl<'a, 'q> Solver<'a, 'q> {
    pub fn new(hierarchy: &'q mut ClassHierarchy<'a>, question: &'q Question<'q>) -> Done<Solver<'a, 'q>> {
        let made_up = |name: &str| FieldInfo {
            member: MemberRef {
                class: names::OBJECT,
                name: Symbol::new(name),
                desc: descriptor::of_class(names::OBJECT),
            },
            zone: Zone::Rest,
        };
        let mut objects = Objects::default();
        let null = objects.object(hierarchy, ObjectKind::Null, names::OBJECT)?;
        let mut solver = Solver {
            hierarchy,
            question,
            objects,
            nodes: Vec::new(),
            known_edges: FastSet::default(),
            work: std::collections::VecDeque::new(),
            fields: vec![made_up("[]"), made_up("*"), made_up("?")],
            field_ids: FastMap::default(),
            declared_fields: FastMap::default(),
            field_nodes: FastMap::default(),
            fields_of: FastMap::default(),
            static_nodes: FastMap::default(),
            wild: FastSet::default(),
            escaped: FastSet::default(),
            instances: Vec::new(),
            ids: FastMap::default(),
            codes: FastMap::default(),
            known_calls: FastSet::default(),
            escape: 0,
            handed_out: 0,
            thrown: 0,
            null,
            pending: Vec::new(),
            steps: 0,
            entered: FastMap::default(),
            captured: FastMap::default(),
            known_lambda_calls: FastSet::default(),
            by_reference: Vec::new(),
            worlds: FastMap::default(),
            lent_whole: FastSet::default(),
            world_calls: FastMap::default(),
            started: 0,
            loose: FastSet::default(),
            targets: None,
        };
        solver.escape = solver.node();
        solver.thrown = solver.node();
        solver.handed_out = solver.node();
        solver.started = solver.node();
        solver.nodes[solver.escape as usize].uses.push(Use::Escape);
        Ok(solver)
    }

    /// Everything, from the entries to the end. What an entry returns is in the node that stands beside it.
    pub fn run(&mut self) -> Done<Vec<u32>> {
        let halves: &[Half] = match self.question.precision {
            Precision::Receiver => &[Half::This, Half::Others],
            _ => &[Half::Both],
        };
        for &class in &self.question.made {
            let of = self.hierarchy.file(class).name;
            for &half in halves {
                let made = self.objects.object(self.hierarchy, ObjectKind::UnitMade { class, half }, of)?;
                self.add(self.escape, made);
            }
        }
        let mut results = Vec::new();
        for (number, entry) in self.question.entries.iter().enumerate() {
            results.push(self.enter(number as u32, entry)?);
        }
        loop {
            while let Some(instance) = self.pending.pop() {
                self.constrain(instance)?;
            }
            let Some(node) = self.work.pop_front() else { break };
            self.visit(node)?;
        }
        Ok(results)
    }

    pub fn points_to(&self, node: u32) -> Vec<u32> {
        self.nodes[node as usize].set.to_vec()
    }

    pub fn node(&mut self) -> u32 {
        self.nodes.push(Node::default());
        self.nodes.len() as u32 - 1
    }

    pub fn add(&mut self, node: u32, object: u32) {
        let at = &mut self.nodes[node as usize];
        if at.set.insert(object) {
            if at.fresh.is_empty() {
                self.work.push_back(node);
            }
            at.fresh.push(object);
        }
    }

    pub(super) fn edge(&mut self, from: u32, to: u32, filter: u32) {
        if from == to || !self.known_edges.insert((from, to, filter)) {
            return;
        }
        self.nodes[from as usize].edges.push((to, filter));
        for object in self.nodes[from as usize].set.to_vec() {
            if self.objects.passes(self.hierarchy, filter, object) {
                self.add(to, object);
            }
        }
    }

    pub(super) fn visit(&mut self, node: u32) -> Done {
        let fresh = std::mem::take(&mut self.nodes[node as usize].fresh);
        self.steps += fresh.len() as u64 * (1 + self.nodes[node as usize].edges.len() as u64);
        if self.steps > self.question.budget {
            return Err(Failure::TooLarge(TooLarge { methods: self.instances.len() }));
        }
        for at in 0..self.nodes[node as usize].edges.len() {
            let (to, filter) = self.nodes[node as usize].edges[at];
            for &object in &fresh {
                if self.objects.passes(self.hierarchy, filter, object) {
                    self.add(to, object);
                }
            }
        }
        for at in 0..self.nodes[node as usize].uses.len() {
            let one = self.nodes[node as usize].uses[at].clone();
            for &object in &fresh {
                self.apply(&one, object)?;
            }
        }
        Ok(())
    }

    pub(super) fn with(&mut self, node: u32, one: Use) -> Done {
        for object in self.nodes[node as usize].set.to_vec() {
            self.apply(&one, object)?;
        }
        self.nodes[node as usize].uses.push(one);
        Ok(())
    }

    pub(super) fn apply(&mut self, one: &Use, object: u32) -> Done {
        if object == self.null {
            return Ok(());
        }
        match one {
            Use::Load { field, to } => {
                if let ObjectKind::Unknown(_) = self.objects.all[object as usize].kind {
                    let of = descriptor::class_of(self.fields[field.0 as usize].member.desc);
                    of.map_or(Ok(()), |of| self.give_unknown(of, *to))?;
                }
                if self.is_open_place(object, *field) {
                    return self.give_outside(self.fields[field.0 as usize].member.desc, *to);
                }
                let from = self.field_node(object, *field)?;
                self.edge(from, *to, ANY);
                self.load_hidden(object, *field, *to)?;
            }
            Use::Store { field, from } => {
                if matches!(self.objects.all[object as usize].kind, ObjectKind::Empty(_)) {
                    return Ok(());
                }
                if self.is_open_place(object, *field) {
                    self.edge(*from, self.escape, ANY);
                    return Ok(());
                }
                let to = self.field_node(object, *field)?;
                let of = descriptor::class_of(self.fields[field.0 as usize].member.desc);
                let filter = match of.filter(|_| *field != ELEMENT) {
                    Some(of) => self.objects.filter(self.hierarchy, of)?,
                    None => ANY,
                };
                self.edge(*from, to, filter);
            }
            Use::Call { from, call } => self.dispatch(*from, call, object)?,
            Use::Escape => self.escapes(object)?,
            Use::Lent(of) => self.lent(*of, object)?,
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
                    self.edge(*from, to, ANY);
                }
            },
        }
        Ok(())
    }

    /// The unit can write it, or does.
    pub(super) fn is_open_place(&self, object: u32, field: FieldId) -> bool {
        let object = &self.objects.all[object as usize];
        let info = &self.fields[field.0 as usize];
        object.is_open() || info.zone == Zone::Unit || self.question.open_fields.contains(&info.member)
    }

    /// Anything of a type that the unit may have.
    pub(super) fn give_outside(&mut self, desc: Symbol, to: u32) -> Done {
        let Some(of) = descriptor::class_of(desc) else { return Ok(()) };
        let filter = self.objects.filter(self.hierarchy, of)?;
        self.edge(self.handed_out, to, filter);
        self.add(to, self.null);
        if self.is_private_to_library(of)? {
            return Ok(());
        }
        let outside = self.objects.object(self.hierarchy, ObjectKind::Outside(of), of)?;
        self.add(to, outside);
        Ok(())
    }

    /// Only the package of the JDK that has this class makes objects of it.
    pub(super) fn is_private_to_library(&mut self, of: Symbol) -> Done<bool> {
        let element = of.as_str().trim_start_matches('[');
        let name = match element.len() < of.as_str().len() {
            false => of,
            true => match element.strip_prefix('L') {
                Some(element) => Symbol::new(element.trim_end_matches(';')),
                None => return Ok(false),
            },
        };
        let file = self.hierarchy.class(name)?.map(|class| self.hierarchy.file(class));
        Ok(file.is_some_and(|file| file.module.is_some() && !file.access.has(classfile::Access::PUBLIC)))
    }

    pub(super) fn field_node(&mut self, object: u32, field: FieldId) -> Done<u32> {
        let field = if self.wild.contains(&object) { WILD } else { field };
        if let Some(&known) = self.field_nodes.get(&(object, field)) {
            return Ok(known);
        }
        let node = self.node();
        self.field_nodes.insert((object, field), node);
        self.fields_of.entry(object).or_default().push((field, node));
        // Nobody has written it at first.
        self.add(node, self.null);
        if self.escaped.contains(&object) {
            self.open_field(object, field, node)?;
        }
        if self.lent_whole.contains(&object) {
            self.lend_content(node)?;
        }
        Ok(node)
    }

    pub(super) fn make_wild(&mut self, object: u32) -> Done<u32> {
        let others = self.fields_of.get(&object).cloned().unwrap_or_default();
        let is_new = self.wild.insert(object);
        let node = self.field_node(object, WILD)?;
        if is_new {
            for (_, other) in others {
                self.edge(other, node, ANY);
                self.edge(node, other, ANY);
            }
        }
        Ok(node)
    }

    /// What the unit has got of the library, it can fill and empty.
    pub(super) fn escapes(&mut self, object: u32) -> Done {
        let of = self.objects.all[object as usize].of;
        if self.objects.all[object as usize].is_open() {
            return Ok(());
        }
        self.add(self.handed_out, object);
        if self.zone_of(of) != Zone::Rest {
            return Ok(());
        }
        if self.escaped.insert(object) {
            for (field, node) in self.fields_of.get(&object).cloned().unwrap_or_default() {
                self.open_field(object, field, node)?;
            }
        }
        Ok(())
    }

    pub(super) fn open_field(&mut self, object: u32, field: FieldId, node: u32) -> Done {
        self.edge(node, self.escape, ANY);
        let array = self.objects.all[object as usize].of;
        let desc = match field {
            ELEMENT => descriptor::element_of(array).unwrap_or(descriptor::of_class(names::OBJECT)),
            _ => self.fields[field.0 as usize].member.desc,
        };
        self.give_outside(desc, node)
    }

    pub fn zone_of(&self, class: Symbol) -> Zone {
        let name = class.as_str().trim_start_matches('[');
        let name = if name.len() < class.as_str().len() {
            Symbol::new(name.strip_prefix('L').unwrap_or(name).trim_end_matches(';'))
        } else {
            class
        };
        match (self.question.unit.contains(&name), (self.question.is_stub)(name)) {
            (true, _) => Zone::Unit,
            (_, true) if name == class => Zone::Stub,
            _ => Zone::Rest,
        }
    }

    /// A field as its class declares it.
    pub fn field(&mut self, member: MemberRef) -> Done<FieldId> {
        if let Some(&known) = self.field_ids.get(&member) {
            return Ok(known);
        }
        let mut owner = None;
        if let Some(class) = self.hierarchy.class(member.class)? {
            let above = self.hierarchy.ancestors(class).to_vec();
            owner = above.into_iter().find(|&class| {
                let fields = &self.hierarchy.file(class).fields;
                fields.iter().any(|field| field.name == member.name && field.desc == member.desc)
            });
        }
        let class = owner.map_or(member.class, |owner| self.hierarchy.file(owner).name);
        let declared = MemberRef { class, ..member };
        let known = owner.and_then(|owner| self.declared_fields.get(&(owner, member.name)).copied());
        let id = known.unwrap_or_else(|| {
            let id = FieldId(self.fields.len() as u32);
            self.fields.push(FieldInfo { member: declared, zone: self.zone_of(class) });
            if let Some(owner) = owner {
                self.declared_fields.insert((owner, member.name), id);
            }
            id
        });
        self.field_ids.insert(member, id);
        Ok(id)
    }

    pub(super) fn static_node(&mut self, field: FieldId) -> Done<u32> {
        if let Some(&known) = self.static_nodes.get(&field) {
            return Ok(known);
        }
        let node = self.node();
        self.static_nodes.insert(field, node);
        self.add(node, self.null);
        let info = self.fields[field.0 as usize].clone();
        if info.zone == Zone::Rest
            && is_opaque(info.member.class)
            && let Some(of) = descriptor::class_of(info.member.desc)
        {
            self.give_foreign(of, node)?;
        }
        let is_named = self.question.named.contains(&info.member.class);
        if info.zone == Zone::Unit
            || info.zone == Zone::Rest && is_named
            || self.question.open_fields.contains(&info.member)
        {
            self.edge(node, self.escape, ANY);
            self.give_outside(info.member.desc, node)?;
        }
        Ok(node)
    }

    pub fn load_wild(&mut self, base: u32, to: u32) -> Done {
        self.with(base, Use::WildLoad { to })
    }

    pub fn store_wild(&mut self, base: u32, from: u32) -> Done {
        self.with(base, Use::WildStore { from })
    }

    pub fn copy(&mut self, from: u32, to: u32) {
        self.edge(from, to, ANY);
    }

    pub fn copy_of(&mut self, from: u32, to: u32, filter: u32) {
        self.edge(from, to, filter);
    }

    pub fn copy_elements(&mut self, from: u32, to: u32) -> Done {
        let between = self.node();
        self.with(from, Use::Load { field: ELEMENT, to: between })?;
        self.with(to, Use::Store { field: ELEMENT, from: between })
    }

    pub fn outside(&mut self, class: Symbol, to: u32) -> Done {
        self.give_outside(descriptor::of_class(class), to)
    }
}
