//! Places that nobody ever finds empty: a final field that constructors write before anybody else can have the object,
//! a static one that is written before the initializer runs any code but its own, elements of arrays that are given
//! when these are made. All other places hold null at first.

use super::lend::is_plain;
use super::objects::ObjectKind;
use super::solve::{Done, ELEMENT, FieldId, INSIDE, Solver, WILD};
use super::stmts::{CallKind, CallStmt, Stmt, Var};
use crate::hierarchy::{ClassId, MethodId};
use base::{FastSet, Symbol, names};
use classfile::{Access, MemberRef, MethodDesc, descriptor};

/// The receiver, in code of a constructor.
const THIS: Var = 0;

/// Classes above which no constructor is looked at: theirs give nobody anything.
const QUIET: [&str; 3] = ["java/lang/Object", "java/lang/Enum", "java/lang/Record"];

/// How many constructors may call each other.
const DEPTH_MAX: usize = 8;

impl Solver<'_, '_> {
    /// The place of an object has something in it from the beginning, as far as anybody can see.
    pub(super) fn is_filled(&mut self, object: u32, field: FieldId) -> Done<bool> {
        let object = &self.objects.all[object as usize];
        let is_array = object.of.bytes().first() == Some(&b'[');
        let is_seen = matches!(object.kind, ObjectKind::Site { .. } | ObjectKind::Class(_));
        match field {
            WILD | INSIDE => Ok(false),
            // Whether it has all its elements is seen where it is made.
            ELEMENT => Ok(is_array && is_seen),
            _ if is_seen || matches!(object.kind, ObjectKind::UnitMade { .. }) => {
                self.is_written_first(field, false)
            }
            _ => Ok(false),
        }
    }

    /// The static field is written before anybody can look at it.
    pub(super) fn is_filled_static(&mut self, field: FieldId) -> Done<bool> {
        self.is_written_first(field, true)
    }

    /// Nobody ever finds the field, of whatever object it is, without something in it.
    pub(super) fn is_never_empty(&mut self, member: MemberRef) -> Done<bool> {
        let Some(class) = self.hierarchy.class(member.class)? else { return Ok(false) };
        let mut fields = self.hierarchy.file(class).fields.iter();
        let declared = fields.find(|known| known.name == member.name && known.desc == member.desc);
        let is_static = declared.is_some_and(|known| known.access.is_static());
        let field = self.field(member)?;
        self.is_written_first(field, is_static)
    }

    fn is_written_first(&mut self, field: FieldId, is_static: bool) -> Done<bool> {
        if let Some(&known) = self.written_first.get(&field) {
            return Ok(known);
        }
        let member = self.fields[field.0 as usize].member;
        let is_final = self.is_final(member)?;
        let is_first = match self.hierarchy.class(member.class)? {
            Some(class) if is_final => match is_static {
                true => self.initializer_writes_first(class, member)?,
                false => self.constructors_write_first(class, member)?,
            },
            _ => false,
        };
        self.written_first.insert(field, is_first);
        Ok(is_first)
    }

    pub(super) fn is_final(&mut self, member: MemberRef) -> Done<bool> {
        let class = match descriptor::is_class_name(member.class.bytes()) {
            true => self.hierarchy.class(member.class)?,
            false => None,
        };
        Ok(class.is_some_and(|class| {
            let mut fields = self.hierarchy.file(class).fields.iter();
            let declared = fields.find(|known| known.name == member.name && known.desc == member.desc);
            declared.is_some_and(|known| known.access.has(Access::FINAL))
        }))
    }

    /// Every constructor writes the field, or leaves it to another one, and none lets the object out.
    fn constructors_write_first(&mut self, class: ClassId, member: MemberRef) -> Done<bool> {
        let mut is_written = false;
        for constructor in self.constructors(class) {
            if !self.is_quiet(constructor, DEPTH_MAX)? {
                return Ok(false);
            }
            let Some(code) = self.code(constructor)? else { return Ok(false) };
            let writes = |stmt: &Stmt| {
                matches!(stmt, Stmt::Store { base: THIS, field, .. }
                    | Stmt::StoreScalar { base: THIS, field, .. }
                        if field.name == member.name && field.class == member.class)
            };
            let delegates = |stmt: &Stmt| {
                matches!(stmt, Stmt::Call(call) if is_constructor_of(call, member.class)
                    && call.args.first() == Some(&Some(THIS)))
            };
            if !code.stmts.iter().any(|stmt| writes(stmt) || delegates(stmt)) {
                return Ok(false);
            }
            is_written = true;
        }
        Ok(is_written)
    }

    fn constructors(&self, class: ClassId) -> Vec<MethodId> {
        let mut all = self.hierarchy.methods_of(class);
        all.retain(|&method| self.hierarchy.method(method).name == names::INIT);
        all
    }

    /// Nobody has the object of the constructor before it returns, and its variable is never another one.
    pub(super) fn fills_quietly(&mut self, constructor: MethodId) -> Done<bool> {
        let Some(code) = self.code(constructor)? else { return Ok(false) };
        let is_same =
            |stmt: &Stmt| !matches!(stmt, Stmt::Copy { to: THIS, .. } | Stmt::Catch { to: THIS, .. });
        Ok(code.stmts.iter().all(is_same) && self.is_quiet(constructor, DEPTH_MAX)?)
    }

    /// The constructor gives its object to nobody: it only fills it.
    fn is_quiet(&mut self, constructor: MethodId, depth: usize) -> Done<bool> {
        let owner = self.hierarchy.member(constructor).class;
        if QUIET.contains(&owner.as_str()) {
            return Ok(true);
        }
        if depth == 0 {
            return Ok(false);
        }
        let Some(code) = self.code(constructor)? else { return Ok(false) };
        for stmt in &code.stmts {
            let is_fine = match stmt {
                Stmt::Call(call) if call.args.contains(&Some(THIS)) => self.is_quiet_call(call, depth)?,
                stmt => !lets_out(stmt, THIS),
            };
            if !is_fine {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A call on an object that is being made: of another constructor, or of what looks at nothing.
    fn is_quiet_call(&mut self, call: &CallStmt, depth: usize) -> Done<bool> {
        if call.args.iter().skip(1).any(|arg| *arg == Some(THIS)) || call.kind == CallKind::Static {
            return Ok(false);
        }
        let Some(class) = self.hierarchy.class(call.member.class)? else { return Ok(false) };
        let Some(target) = self.hierarchy.resolve(class, call.member.name, call.member.desc) else {
            return Ok(false);
        };
        let owner = self.hierarchy.member(target).class;
        if call.kind == CallKind::Special && call.member.name == names::INIT {
            return self.is_quiet(target, depth - 1);
        }
        Ok(QUIET.contains(&owner.as_str()) && self.hierarchy.method(target).access.has(Access::FINAL))
    }

    /// The initializer comes to the field before any code of others runs.
    fn initializer_writes_first(&mut self, class: ClassId, member: MemberRef) -> Done<bool> {
        let Some(initializer) = self.hierarchy.declared(class, names::CLINIT, names::VOID_DESC) else {
            return Ok(false);
        };
        let Some(code) = self.code(initializer)? else { return Ok(false) };
        let writes = |stmt: &Stmt| {
            matches!(stmt, Stmt::StoreStatic { field, .. } | Stmt::StoreStaticScalar { field, .. }
                if field.name == member.name && field.class == member.class)
        };
        let Some(at) = code.stmts[..code.straight].iter().position(writes) else { return Ok(false) };
        for now in 0..at {
            if !self.runs_nobody(&code.stmts[..=now], class)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The last of the statements of an initializer runs no code that could look at a field which none of them
    /// has written.
    fn runs_nobody(&mut self, stmts: &[Stmt], class: ClassId) -> Done<bool> {
        let Some((stmt, before)) = stmts.split_last() else { return Ok(true) };
        match stmt {
            Stmt::Touch(other) => self.initializer_never_looks(*other, class, &mut FastSet::default()),
            Stmt::Call(call) => {
                let Some(of) = self.hierarchy.class(call.member.class)? else { return Ok(false) };
                let Some(target) = self.hierarchy.resolve(of, call.member.name, call.member.desc) else {
                    return Ok(false);
                };
                if call.member.name == names::INIT {
                    return self.makes_quietly(target, call, class);
                }
                self.gathers_constants(target, call, class, before)
            }
            Stmt::Dynamic { args, .. } => Ok(args.iter().all(Option::is_none)),
            Stmt::Catch { .. } => Ok(false),
            _ => Ok(true),
        }
    }

    /// `$values()`, which puts constants into an array that are there already.
    fn gathers_constants(
        &mut self,
        target: MethodId,
        call: &CallStmt,
        class: ClassId,
        before: &[Stmt],
    ) -> Done<bool> {
        if call.kind != CallKind::Static || self.hierarchy.class_of(target) != class {
            return Ok(false);
        }
        let Some(code) = self.code(target)? else { return Ok(false) };
        let own = self.hierarchy.file(class).name;
        let is_there = |wanted: &MemberRef| {
            before.iter().any(|stmt| matches!(stmt, Stmt::StoreStatic { field, .. } if field == wanted))
        };
        Ok(code.stmts.iter().all(|stmt| match stmt {
            Stmt::Touch(of) => *of == own,
            Stmt::LoadStatic { field, .. } => is_there(field),
            Stmt::Call(_) | Stmt::Dynamic { .. } | Stmt::Lambda { .. } => false,
            _ => true,
        }))
    }

    /// A constructor of the JDK that is given nothing, or one that fills its object and runs nobody who could look
    /// at the static fields of the class.
    fn makes_quietly(&mut self, constructor: MethodId, call: &CallStmt, class: ClassId) -> Done<bool> {
        if self.is_library(constructor) {
            return Ok(call.args.iter().skip(1).all(Option::is_none));
        }
        self.never_looks(constructor, class, &mut FastSet::default())
    }

    /// Whatever the method runs, none of it reads a static field of the class.
    fn never_looks(&mut self, method: MethodId, class: ClassId, seen: &mut FastSet<MethodId>) -> Done<bool> {
        if !seen.insert(method) {
            return Ok(true);
        }
        let member = self.hierarchy.member(method);
        if QUIET.contains(&member.class.as_str()) {
            return Ok(self.hierarchy.method(method).access.has(Access::FINAL) || member.name == names::INIT);
        }
        // Code of the JDK knows nothing of the program but what it is given.
        if self.is_library(method) {
            let params = MethodDesc::parse(member.desc).map(|desc| desc.params).unwrap_or_default();
            let is_plain = params.iter().all(|(_, param)| descriptor::class_of(*param).is_none_or(is_plain));
            let is_made = member.name == names::INIT && self.hierarchy.file(class).module.is_none();
            return Ok(is_plain && (!is_made || self.is_quiet(method, DEPTH_MAX)?));
        }
        let Some(code) = self.code(method)? else { return Ok(false) };
        let own = self.hierarchy.file(class).name;
        for stmt in &code.stmts {
            let is_fine = match stmt {
                Stmt::LoadStatic { field, .. } => field.class != own,
                Stmt::Touch(other) => self.initializer_never_looks(*other, class, seen)?,
                Stmt::Call(call) => self.call_never_looks(call, class, seen)?,
                Stmt::Dynamic { args, .. } => args.iter().all(Option::is_none),
                Stmt::Literal(other) => *other != own,
                _ => true,
            };
            if !is_fine {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn call_never_looks(
        &mut self,
        call: &CallStmt,
        class: ClassId,
        seen: &mut FastSet<MethodId>,
    ) -> Done<bool> {
        let member = call.member;
        if !descriptor::is_class_name(member.class.bytes()) {
            return Ok(false);
        }
        let Some(of) = self.hierarchy.class(member.class)? else { return Ok(false) };
        let Some(target) = self.hierarchy.resolve(of, member.name, member.desc) else { return Ok(false) };
        let (file, access) = (self.hierarchy.file(of), self.hierarchy.method(target).access);
        let is_one = call.kind != CallKind::Virtual
            || access.has(Access::FINAL)
            || access.is_private()
            || file.access.has(Access::FINAL);
        Ok(is_one && self.never_looks(target, class, seen)?)
    }

    /// What runs when another class is used first does not look either. The class itself is being initialized already.
    fn initializer_never_looks(
        &mut self,
        other: Symbol,
        class: ClassId,
        seen: &mut FastSet<MethodId>,
    ) -> Done<bool> {
        if !descriptor::is_class_name(other.bytes()) {
            return Ok(true);
        }
        let Some(found) = self.hierarchy.class(other)? else { return Ok(false) };
        for above in self.hierarchy.ancestors(found).to_vec() {
            let initializer = self.hierarchy.declared(above, names::CLINIT, names::VOID_DESC);
            let is_known = above == class || self.hierarchy.file(above).module.is_some();
            if let Some(initializer) = initializer.filter(|_| !is_known)
                && !self.never_looks(initializer, class, seen)?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn is_constructor_of(call: &CallStmt, class: Symbol) -> bool {
    call.kind == CallKind::Special && call.member.name == names::INIT && call.member.class == class
}

/// Somebody else may have the variable after the statement.
pub(super) fn lets_out(stmt: &Stmt, var: Var) -> bool {
    match *stmt {
        Stmt::Copy { from, .. }
        | Stmt::Cast { from, .. }
        | Stmt::Store { from, .. }
        | Stmt::StoreStatic { from, .. }
        | Stmt::StoreElement { from, .. }
        | Stmt::Return { from }
        | Stmt::Throw { from } => from == var,
        Stmt::Call(ref call) => call.args.contains(&Some(var)),
        Stmt::Lambda { ref captured, .. } => captured.contains(&Some(var)),
        Stmt::Dynamic { ref args, .. } => args.contains(&Some(var)),
        // Nobody can wait for it, but whoever does is told nothing by a name that is not used yet.
        Stmt::Lock { object } => object == var,
        _ => false,
    }
}
