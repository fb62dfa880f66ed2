//! What is in objects that code has made which nobody looks into: what such code was given and what it got when it
//! called back. Whatever is got out of such an object, an iterator or a stream, holds what the object holds.

use super::flow::Use;
use super::lend::is_plain;
use super::objects::{ANY, OWN, ObjectKind};
use super::solve::{Calling, Done, ELEMENT, INSIDE, Solver};
use super::stmts::{CallKind, result_class};
use base::{Symbol, names};
use classfile::{MethodDesc, descriptor};

impl Solver<'_, '_> {
    /// A call has made something out of sight: it may hold what the call was given, what its receiver holds, and
    /// what the code has got by calling back. Where the JDK calls, only what is not its own is followed.
    pub(super) fn put_into_result(
        &mut self,
        from: u32,
        call: &Calling,
        receiver: Option<u32>,
        made: Option<u32>,
    ) -> Done {
        let Some(made) = made.filter(|&made| self.can_hold(made)) else { return Ok(()) };
        let inside = self.field_node(made, INSIDE)?;
        let is_program = self.is_program(from);
        let filter = if is_program { ANY } else { OWN };
        let shift = usize::from(call.kind != CallKind::Static);
        let desc = MethodDesc::parse(call.member.desc);
        for (number, (_, param)) in desc.iter().flat_map(|desc| &desc.params).enumerate() {
            let of = descriptor::class_of(*param).filter(|of| !is_plain(*of));
            let (Some(of), Some(&Some(arg))) = (of, call.args.get(number + shift)) else { continue };
            if self.enclose(arg, of, inside, filter)? && is_program {
                self.put_answers(from, of, inside)?;
            }
        }
        if let Some(receiver) = receiver.filter(|&receiver| receiver != made && self.can_hold(receiver)) {
            let held = self.field_node(receiver, INSIDE)?;
            self.copy_of(held, inside, filter);
            // Views let things in, too.
            self.copy_of(inside, held, filter);
        }
        Ok(())
    }

    /// What callbacks through an interface return.
    fn put_answers(&mut self, from: u32, of: Symbol, inside: u32) -> Done {
        let class = match descriptor::is_class_name(of.bytes()) {
            true => self.hierarchy.class(of)?,
            false => None,
        };
        let is_interface = class.is_some_and(|class| self.hierarchy.file(class).access.is_interface());
        for member in if is_interface { self.callable(of)? } else { Vec::new() } {
            if member.class == names::OBJECT {
                continue;
            }
            if let Some(answer) = result_class(member.desc).filter(|of| !is_plain(*of)) {
                let answers = self.world(from, answer)?;
                self.copy(answers, inside);
            }
        }
        Ok(())
    }

    /// Nobody sees what is in it.
    fn can_hold(&self, object: u32) -> bool {
        let object = &self.objects.all[object as usize];
        matches!(object.kind, ObjectKind::Foreign { .. }) && !is_plain(object.of)
    }

    /// The JDK calls something that nobody sees: it may keep what it is given, and what it holds may come out.
    pub(super) fn put_and_take(&mut self, from: u32, call: &Calling, object: u32) -> Done {
        if !self.can_hold(object) {
            return Ok(());
        }
        let inside = self.field_node(object, INSIDE)?;
        let desc = MethodDesc::parse(call.member.desc);
        for (number, (_, param)) in desc.iter().flat_map(|desc| &desc.params).enumerate() {
            let of = descriptor::class_of(*param).filter(|of| !is_plain(*of));
            if let (Some(of), Some(&Some(arg))) = (of, call.args.get(number + 1)) {
                self.enclose(arg, of, inside, OWN)?;
                self.fill_given(arg, of, inside)?;
                self.hand(from, arg, of)?;
            }
        }
        if let Some((to, of)) = call.to.zip(result_class(call.member.desc).filter(|of| !is_plain(*of))) {
            let filter = self.objects.filter(self.hierarchy, of)?;
            self.copy_of(inside, to, filter);
        }
        Ok(())
    }

    /// Code of the JDK gives something to code that nobody looks into, once for all receivers of the call. Only what
    /// is not the JDK's own is of interest, which is little.
    pub(super) fn hand(&mut self, from: u32, arg: u32, of: Symbol) -> Done {
        if self.handed.insert((from, arg, of)) {
            let own = self.node();
            self.edge(arg, own, OWN);
            self.with(own, Use::Hand { from, of })?;
        }
        Ok(())
    }

    pub(super) fn handed(&mut self, from: u32, of: Symbol, object: u32) -> Done {
        let world = self.world(from, of)?;
        self.add(world, object);
        Ok(())
    }

    /// An array of objects that such code is given may be filled by it with what is in its object, as `toArray` does.
    pub(super) fn fill_given(&mut self, arg: u32, of: Symbol, inside: u32) -> Done {
        match of.bytes().first() == Some(&b'[') && self.filled_arrays.insert((arg, inside)) {
            true => self.with(arg, Use::Store { field: ELEMENT, from: inside }),
            false => Ok(()),
        }
    }

    /// Something that was given comes to be inside: itself, and what is in it if it is an array. False if that was
    /// seen to before.
    fn enclose(&mut self, arg: u32, of: Symbol, inside: u32, filter: u32) -> Done<bool> {
        if !self.enclosed.insert((arg, inside)) {
            return Ok(false);
        }
        self.edge(arg, inside, filter);
        let is_array = of.bytes().first() == Some(&b'[');
        if is_array || of == names::OBJECT && filter == ANY {
            self.with(arg, Use::Enclose { inside, filter })?;
        }
        Ok(true)
    }

    pub(super) fn enclose_elements(&mut self, object: u32, inside: u32, filter: u32) -> Done {
        let of = &self.objects.all[object as usize];
        let is_full = matches!(of.kind, ObjectKind::Site { .. } | ObjectKind::Class(_));
        let element = descriptor::element_of(of.of).and_then(descriptor::class_of);
        if is_full && element.is_some_and(|of| !is_plain(of)) {
            let elements = self.field_node(object, ELEMENT)?;
            self.edge(elements, inside, filter);
        }
        Ok(())
    }
}
