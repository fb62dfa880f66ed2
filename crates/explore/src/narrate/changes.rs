//! Which fields the program writes elsewhere than in constructors and initializers.
//!
//! This is read from the code of all classes of the program that are loaded, so that it does not depend on
//! what has been executed.

use super::super::driver::Subject;
use super::is_own;
use base::{FastSet, Symbol, names};
use ir::{Body, Op, Sym};
use vm::program::{FieldId, MethodId};

impl Subject<'_> {
    pub(super) fn changing_fields(&self) -> FastSet<FieldId> {
        let mut found = FastSet::default();
        let classes = self.program.classes.iter().filter(|(_, class)| is_own(class));
        for method in classes.flat_map(|(_, class)| class.methods.iter().copied()) {
            let name = self.program.methods[method].name;
            if name != names::INIT && name != Symbol::new("<clinit>") {
                self.written_in(method, &mut found);
            }
        }
        found
    }

    fn written_in(&self, method: MethodId, found: &mut FastSet<FieldId>) {
        let method = &self.program.methods[method];
        if let Some(code) = method.code() {
            return self.add_written(code.body(), found);
        }
        let file = self.program.classes[method.class].file.as_ref();
        let Some((file, row)) = file.zip(method.row) else { return };
        let declared = &file.methods[usize::from(row)];
        // Code that cannot be lowered is refused when it is called; here it is of no interest.
        if declared.code.is_some()
            && let Ok(body) = ir::lower(file, declared)
        {
            self.add_written(&body, found);
        }
    }

    fn add_written(&self, body: &Body, found: &mut FastSet<FieldId>) {
        for op in &body.ops {
            let (Op::PutField { sym, .. } | Op::PutStatic { sym, .. }) = *op else { continue };
            let Sym::Field(member) = body.syms[usize::from(sym.0)] else { continue };
            let class = self.program.loaded(member.class);
            found.extend(class.and_then(|class| self.program.find_field(class, member.name, member.desc)));
        }
    }
}
