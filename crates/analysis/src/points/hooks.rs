//! Objects of the library that the unit has: their code calls what the environment gives to it.

use super::solve::{Calling, Done, Solver};
use super::stmts::{CallKind, CallStmt, NOWHERE, result_class};
use base::{Symbol, names};
use classfile::{MemberRef, MethodDesc, descriptor};
use std::rc::Rc;

impl Solver<'_, '_> {
    /// A method of the library is called on something that the unit has, as in `list.forEach(action)`: whoever gives
    /// it an action has that called, with anything that the unit has.
    pub(super) fn hooks(&mut self, from: u32, call: &Calling) -> Done {
        let class = match descriptor::is_class_name(call.member.class.bytes()) {
            true => self.hierarchy.class(call.member.class)?,
            false => None,
        };
        let is_library = class.is_some_and(|class| self.hierarchy.file(class).module.is_some());
        if from == u32::MAX || !is_library {
            return Ok(());
        }
        let desc = MethodDesc::parse(call.member.desc);
        for (number, (_, param)) in desc.iter().flat_map(|desc| &desc.params).enumerate() {
            let Some(of) = descriptor::class_of(*param) else { continue };
            let Some(&Some(given)) = call.args.get(number + 1) else { continue };
            let Some(member) = self.only_method(of)? else { continue };
            if self.hooked.insert((from, given, member)) {
                self.call_with_anything(from, given, member)?;
            }
        }
        Ok(())
    }

    /// The method of an interface that a lambda can stand for.
    fn only_method(&mut self, of: Symbol) -> Done<Option<MemberRef>> {
        let class = match descriptor::is_class_name(of.bytes()) {
            true => self.hierarchy.class(of)?,
            false => None,
        };
        let Some(class) = class.filter(|&class| self.hierarchy.file(class).access.is_interface()) else {
            return Ok(None);
        };
        let object = self.hierarchy.class(names::OBJECT)?;
        let mut only: Option<MemberRef> = None;
        for &above in self.hierarchy.ancestors(class) {
            for method in self.hierarchy.methods_of(above) {
                let member = self.hierarchy.member(method);
                let is_usual = object.is_some_and(|object| {
                    self.hierarchy.declared(object, member.name, member.desc).is_some()
                });
                if is_usual || !self.hierarchy.method(method).access.is_abstract() {
                    continue;
                }
                if only.is_some_and(|known| known.name != member.name || known.desc != member.desc) {
                    return Ok(None);
                }
                only = Some(member);
            }
        }
        Ok(only)
    }

    /// The method runs with anything that the unit has, and the unit gets what it returns.
    fn call_with_anything(&mut self, from: u32, on: u32, member: MemberRef) -> Done {
        let mut args = vec![Some(on)];
        let desc = MethodDesc::parse(member.desc);
        for (_, param) in desc.iter().flat_map(|desc| &desc.params) {
            args.push(match descriptor::class_of(*param) {
                None => None,
                Some(_) => {
                    let node = self.node();
                    self.give_outside(*param, node)?;
                    Some(node)
                }
            });
        }
        let to = match result_class(member.desc) {
            None => None,
            Some(_) => {
                let node = self.node();
                self.copy(node, self.escape);
                Some(node)
            }
        };
        let kind = CallKind::Virtual;
        self.by_reference.push((from, CallStmt { kind, member, args: args.clone().into(), to: None }));
        self.place(from, Rc::new(Calling { kind, member, args, to, entry: None, starts: false, at: NOWHERE }))
    }
}
