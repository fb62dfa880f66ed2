//! Calls and call sites as statements.

use super::Walk;
use crate::points::stmts::{CallKind, CallStmt, Scalar, Stmt, Var, result_class};
use base::{Symbol, names};
use classfile::{DynamicRef, HandleRef, MemberRef};
use ir::Sym;

impl Walk<'_> {
    fn args(&self, call: ir::operand::Call) -> Box<[Option<Var>]> {
        let shape = &self.body.calls[call.0 as usize];
        shape.args.iter().map(|&register| self.is_ref(register).then(|| self.read(register))).collect()
    }

    fn result(&mut self, register: u16) -> Option<Var> {
        if register == ir::operand::Dst::NONE.0 {
            return None;
        }
        if self.is_ref(register) {
            return Some(self.define(register));
        }
        self.scalars.insert(register, Scalar::Unknown);
        None
    }

    pub(super) fn call(&mut self, kind: CallKind, register: u16, call: ir::operand::Call) {
        let shape = &self.body.calls[call.0 as usize];
        let Sym::Method { member, .. } = self.body.syms[usize::from(shape.sym)] else { return };
        let args = self.args(call);
        if kind == CallKind::Static {
            self.stmts.push(Stmt::Touch(member.class));
        }
        let to = self.result(register);
        self.stmts.push(Stmt::Call(CallStmt { kind, member, args, to }));
    }

    pub(super) fn dynamic(&mut self, register: u16, call: ir::operand::Call) {
        let shape = &self.body.calls[call.0 as usize];
        let Sym::CallSite(site) = self.body.syms[usize::from(shape.sym)] else { return };
        let args = self.args(call);
        let to = self.result(register);
        match (self.lambda(&site), to) {
            (Some((interface, target)), Some(to)) => {
                self.stmts.push(Stmt::Lambda { to, interface, name: site.name, target, captured: args });
            }
            _ => {
                self.components(&site, &args);
                // A text is asked nothing.
                let desc = classfile::MethodDesc::parse(site.desc);
                let params = desc.iter().flat_map(|desc| desc.params.iter().map(|(_, param)| *param));
                let is_text = |param| classfile::descriptor::class_of(param) == Some(names::STRING);
                let args =
                    args.iter().zip(params).map(|(arg, param)| arg.filter(|_| !is_text(param))).collect();
                self.stmts.push(Stmt::Dynamic { to, class: result_class(site.desc), args });
            }
        }
    }

    /// What a record has in common with others is asked of its components.
    fn components(&mut self, site: &DynamicRef, args: &[Option<Var>]) {
        let bootstrap = self.class.bootstraps.get(usize::from(site.bootstrap));
        let is_record = bootstrap
            .is_some_and(|one| one.method.member.class.as_str() == "java/lang/runtime/ObjectMethods");
        let Some(&Some(this)) = args.first().filter(|_| is_record) else { return };
        let desc = match site.name.as_str() {
            "toString" => "()Ljava/lang/String;",
            "hashCode" => "()I",
            _ => "(Ljava/lang/Object;)Z",
        };
        let member = MemberRef { class: names::OBJECT, name: site.name, desc: Symbol::new(desc) };
        let fields: Vec<MemberRef> = (self.class.fields.iter())
            .filter(|field| {
                !field.access.is_static() && classfile::descriptor::class_of(field.desc).is_some()
            })
            .map(|field| MemberRef { class: self.class.name, name: field.name, desc: field.desc })
            .collect();
        for field in fields {
            let mut parts = Vec::new();
            for base in std::iter::once(this).chain(args.get(1).copied().flatten()) {
                let to = self.vars;
                self.vars += 1;
                self.stmts.push(Stmt::Load { to, base, field });
                parts.push(Some(to));
            }
            let (kind, args) = (CallKind::Virtual, parts.into());
            self.stmts.push(Stmt::Call(CallStmt { kind, member, args, to: None }));
        }
    }

    /// The interface of a lambda, and the method that it is.
    fn lambda(&self, site: &DynamicRef) -> Option<(Symbol, HandleRef)> {
        let bootstrap = self.class.bootstraps.get(usize::from(site.bootstrap))?;
        if bootstrap.method.member.class.as_str() != "java/lang/invoke/LambdaMetafactory" {
            return None;
        }
        let target =
            bootstrap.arguments.iter().find_map(|&row| match self.class.constants.get(usize::from(row)) {
                Some(classfile::Constant::MethodHandle(handle)) => Some(*handle),
                _ => None,
            })?;
        Some((result_class(site.desc)?, target))
    }
}
