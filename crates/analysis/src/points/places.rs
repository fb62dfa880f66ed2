//! Places that hold references: fields of objects, elements of arrays, static fields, and which of them the unit can
//! read and write.

use super::Precision;
use super::flow::{Copier, Use};
use super::objects::{ANY, ObjectKind};
use super::opaque::is_opaque;
use super::solve::{Done, ELEMENT, FieldId, FieldInfo, INSIDE, Solver, WILD, Zone};
use crate::hierarchy::ClassId;
use base::{Symbol, names};
use classfile::{MemberRef, descriptor};

impl Solver<'_, '_> {
    /// The object may be of the class that has the field, or an array: Java lets no other come so far.
    pub(super) fn may_have(&mut self, object: u32, field: FieldId) -> Done<bool> {
        if [ELEMENT, WILD, INSIDE].contains(&field) {
            return Ok(true);
        }
        let filter = self.objects.filter(self.hierarchy, self.fields[field.0 as usize].member.class)?;
        Ok(self.objects.passes(self.hierarchy, filter, object))
    }

    /// Lets through what the field of an object, or the element of an array, can hold by its type.
    pub(super) fn filter_of_place(&mut self, object: u32, field: FieldId) -> Done<u32> {
        match descriptor::class_of(self.desc_of_place(object, field)) {
            Some(of) => Ok(self.objects.filter(self.hierarchy, of)?),
            None => Ok(ANY),
        }
    }

    /// What the field of an object is declared as, or what an array is made for.
    pub(super) fn desc_of_place(&self, object: u32, field: FieldId) -> Symbol {
        match field {
            ELEMENT => descriptor::element_of(self.objects.all[object as usize].of)
                .unwrap_or(descriptor::of_class(names::OBJECT)),
            _ => self.fields[field.0 as usize].member.desc,
        }
    }

    /// Everything that holds something from one call to the next.
    pub(super) fn places(&self) -> Vec<u32> {
        let captured = self.captured.values().flatten().flatten().chain([&self.kept, &self.started]);
        self.field_nodes.values().chain(self.static_nodes.values()).chain(captured).copied().collect()
    }

    /// The unit can write it, or does.
    pub(super) fn is_open_place(&mut self, object: u32, field: FieldId) -> Done<bool> {
        let is_open = self.objects.all[object as usize].is_open();
        Ok(is_open || self.fields[field.0 as usize].zone == Zone::Unit || self.is_written_outside(field)?)
    }

    /// The unit names the field and may write it. It only reads what is final.
    fn is_written_outside(&mut self, field: FieldId) -> Done<bool> {
        let member = self.fields[field.0 as usize].member;
        Ok(self.question.open_fields.contains(&member) && !self.is_final(member)?)
    }

    /// Anything of a type that the unit may have.
    pub(super) fn give_outside(&mut self, desc: Symbol, to: u32) -> Done {
        let Some(of) = descriptor::class_of(desc) else { return Ok(()) };
        let filter = self.objects.filter(self.hierarchy, of)?;
        self.give_handed_out(filter, to);
        self.add(to, self.null);
        if self.is_private_to_library(of)? {
            return Ok(());
        }
        let outside = self.objects.object(self.hierarchy, ObjectKind::Outside(of), of)?;
        self.add(to, outside);
        Ok(())
    }

    /// What the unit has of the environment's own. Many ask, so what passes a filter is found once for all of them.
    pub(super) fn give_handed_out(&mut self, filter: u32, to: u32) {
        let from = match self.handed_out_of.get(&filter) {
            _ if filter == ANY => self.handed_out,
            Some(&known) => known,
            None => {
                let node = self.node();
                self.handed_out_of.insert(filter, node);
                self.edge(self.handed_out, node, filter);
                node
            }
        };
        self.edge(from, to, ANY);
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
        if let Some(&known) = self.field_nodes.get(&(object, field)) {
            return Ok(known);
        }
        let node = self.node();
        self.field_nodes.insert((object, field), node);
        self.fields_of.entry(object).or_default().push((field, node));
        if !self.is_filled(object, field)? {
            self.add(node, self.null);
        }
        if self.escaped.contains(&object) {
            self.open_field(object, field, node)?;
        }
        if self.lent_whole.contains(&object) {
            self.lend_content(node)?;
        }
        if self.question.open_fields.contains(&self.fields[field.0 as usize].member) {
            self.edge(node, self.escape, ANY);
        }
        if field != WILD && self.wild.contains(&object) {
            let wild = self.field_node(object, WILD)?;
            self.tie_to_wild(object, (field, node), wild)?;
        }
        Ok(node)
    }

    pub(super) fn make_wild(&mut self, object: u32) -> Done<u32> {
        let others = self.fields_of.get(&object).cloned().unwrap_or_default();
        let is_new = self.wild.insert(object);
        let node = self.field_node(object, WILD)?;
        if is_new {
            for other in others {
                self.tie_to_wild(object, other, node)?;
            }
        }
        Ok(node)
    }

    /// What is in a field may be found by its place, and what is put somewhere by its place may be in the field.
    fn tie_to_wild(&mut self, object: u32, (field, node): (FieldId, u32), wild: u32) -> Done {
        self.edge(node, wild, ANY);
        let filter = self.filter_of_place(object, field)?;
        self.edge(wild, node, filter);
        Ok(())
    }

    /// What the unit has got of the library, it can fill and empty.
    pub(super) fn escapes(&mut self, object: u32) -> Done {
        let of = self.objects.all[object as usize].of;
        if self.objects.all[object as usize].is_open() {
            return Ok(());
        }
        self.add(self.handed_out, object);
        // Whoever has an array can fill it, whatever it is of.
        if of.bytes().first() != Some(&b'[') && self.zone_of(of) != Zone::Rest {
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
        // What is final was written by the constructor, and the environment has called that.
        if field != ELEMENT && self.is_final(self.fields[field.0 as usize].member)? {
            return Ok(());
        }
        self.give_outside(self.desc_of_place(object, field), node)
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
        if !self.is_filled_static(field)? {
            self.add(node, self.null);
        }
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
            if info.zone == Zone::Unit || !self.is_final(info.member)? {
                self.give_outside(info.member.desc, node)?;
            }
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

    /// A copy of an array is one of its own, where objects are told apart, and never one that the unit has given.
    /// Copies of copies are not told apart by those who do not say where. Of other objects, the copy goes by the name
    /// of what it is made of: it holds the same.
    pub(super) fn copied(&mut self, object: u32, to: u32, copier: Copier) -> Done {
        let of = &self.objects.all[object as usize];
        let is_array = of.of.bytes().first() == Some(&b'[');
        let is_units = matches!(of.kind, ObjectKind::Given { .. } | ObjectKind::Outside(_));
        let (by, at) = (copier.by, copier.at);
        // What the unit gives as an object may be an array.
        let array = if is_array { Some(of.of) } else { copier.array.filter(|_| is_units) };
        let is_apart = match of.kind {
            ObjectKind::Site { method, .. } => method != by || at.is_some(),
            ObjectKind::Class(_) => at.is_some(),
            _ => is_units,
        };
        let Some(array) = array.filter(|_| is_apart) else {
            if let ObjectKind::UnitMade { class, .. } = of.kind {
                if !self.may_be_cloned(class)? {
                    return Ok(());
                }
                self.cloned.insert(object);
            }
            self.add(to, object);
            return Ok(());
        };
        let kind = match self.question.precision {
            Precision::Types => ObjectKind::Class(array),
            _ => ObjectKind::Site { method: by, at: at.unwrap_or(object), context: None },
        };
        let copy = self.objects.object(self.hierarchy, kind, array)?;
        self.copies.entry(copy).or_default().insert(object);
        let elements = self.field_node(copy, ELEMENT)?;
        self.apply(&Use::Load { field: ELEMENT, to: elements }, object)?;
        self.add(to, copy);
        Ok(())
    }

    /// The code of a class can clone objects that the unit makes of it, or of its own classes below.
    fn may_be_cloned(&mut self, class: ClassId) -> Done<bool> {
        if self.hierarchy.file(class).access.is_interface() {
            return Ok(false);
        }
        let Some(cloneable) = self.hierarchy.class(names::CLONEABLE)? else { return Ok(false) };
        let mut classes = vec![class];
        for name in &self.question.unit {
            let below = self.hierarchy.class(*name)?;
            classes.extend(below.filter(|&below| self.hierarchy.ancestors(below).contains(&class)));
        }
        Ok(classes.into_iter().any(|class| self.hierarchy.ancestors(class).contains(&cloneable)))
    }

    pub fn outside(&mut self, class: Symbol, to: u32) -> Done {
        self.give_outside(descriptor::of_class(class), to)
    }
}
