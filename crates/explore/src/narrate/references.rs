//! Method references to the library: what is made for `latch::countDown` calls the library as the user wrote it, and no
//! code of the user's is in between. It counts as the user's, at the line where it was written.

use super::super::driver::Subject;
use classfile::MemberRef;
use ir::Op;
use ir::operand::Call;
use vm::TraceLine;
use vm::program::{ClassId, MethodId};

/// In the names of classes that are made for lambdas and method references.
const LAMBDA: &str = "$$Lambda$";

impl Subject<'_> {
    /// The method is that of a method reference of the program which leads to the library.
    pub(super) fn is_reference(&self, method: MethodId) -> bool {
        let made = &self.program.methods[method];
        let class = &self.program.classes[made.class];
        if !made.hidden || !super::is_own(class) || !self.is_of_lambda(made.class) {
            return false;
        }
        let target = self.member_of_lambda(made.class).and_then(|member| {
            let owner = self.program.loaded(member.class)?;
            self.program.find_method(owner, member.name, member.desc)
        });
        target.is_some_and(|target| !self.is_users(target))
    }

    /// The class was made for a lambda or a method reference.
    pub(super) fn is_of_lambda(&self, class: ClassId) -> bool {
        let class = &self.program.classes[class];
        class.hidden && class.name.as_str().contains(LAMBDA)
    }

    /// The method that a lambda's class was made to call.
    pub(super) fn member_of_lambda(&self, class: ClassId) -> Option<MemberRef> {
        let mut methods = self.program.classes[class].methods.iter().copied();
        let method = methods.find(|&m| !self.program.methods[m].is_static())?;
        let body = self.program.methods[method].code()?.body();
        let members = body.syms.iter().filter_map(|sym| match sym {
            ir::Sym::Method { member, .. } => Some(*member),
            _ => None,
        });
        // Boxing and unboxing are calls, too.
        let is_adapting = |name: &str| name == "valueOf" || name.ends_with("Value");
        members.into_iter().find(|member| !is_adapting(member.name.as_str()))
    }

    /// Where a method reference was written, from the name of its class: the row of the method in its class, from one
    /// on, and the number of the call in the method.
    pub(super) fn place_of_reference(&self, method: MethodId) -> Option<TraceLine> {
        let class = self.program.methods[method].class;
        let (outer, label) = self.program.classes[class].name.as_str().rsplit_once(LAMBDA)?;
        let (row, number) = label.split_once('_')?;
        let (row, number): (u32, u32) = (row.parse().ok()?, number.parse().ok()?);
        let outer = self.program.loaded(outer.into())?;
        let mut methods = self.program.classes[outer].methods.iter().copied();
        let writer =
            methods.find(|&m| self.program.methods[m].row.is_some_and(|r| u32::from(r) + 1 == row))?;
        let body = self.program.methods[writer].code()?.body();
        let is_site = |op: &Op| matches!(op, Op::InvokeDynamic { call: Call(c), .. } if *c == number);
        let pc = body.ops.iter().position(is_site)?;
        Some(TraceLine { method: writer, bytecode: body.bytecode.get(pc).map(|&offset| u32::from(offset)) })
    }
}
