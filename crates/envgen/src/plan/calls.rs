//! Actions of a specification, as the Java that they stand for.

use super::universe::{Given, Local, literal_of};
use super::{JavaAction, Member, Pattern, Planned, Planner, Taken};
use crate::syntax::{Action, Argument, Call, Name};
use crate::world::{Operation, Type, simple};
use analysis::ClassId;
use classfile::Kind;
use logic::Span;

/// Everybody may throw them, declared or not.
const UNCHECKED: [&str; 2] = ["java.lang.RuntimeException", "java.lang.Error"];

/// On what something is done.
enum Receiver {
    /// One object.
    Object { java: String, class: ClassId, local: Option<usize> },
    /// The class itself, or any object of it.
    Class(ClassId),
    /// Whatever class of the unit has such a member.
    Any,
}

/// The Java of an action, and the names with a scope that it uses.
pub(super) struct Resolved {
    pub actions: Vec<JavaAction>,
    pub uses: Vec<usize>,
    /// Which methods may be called; none for assignments.
    pub methods: Vec<Operation>,
}

impl Planner<'_, '_> {
    pub(super) fn action(&mut self, action: &Action, locals: &[Local]) -> Planned<Resolved> {
        match action {
            Action::Call(call) => self.call(call, locals, None),
            Action::Word(name) => {
                self.call(&Call { method: name.clone(), arguments: None, span: name.span }, locals, None)
            }
            Action::Assign { target, value } => self.assign(target, value, locals),
        }
    }

    /// A call; with `into`, what it returns becomes the value of this name.
    pub(super) fn call(&mut self, call: &Call, locals: &[Local], into: Option<&Local>) -> Planned<Resolved> {
        let (receiver, name) = self.receiver(&call.method, locals)?;
        let arguments = call.arguments.as_deref();
        let owners: Vec<ClassId> = match &receiver {
            Receiver::Object { class, .. } | Receiver::Class(class) => vec![*class],
            Receiver::Any => self.world.visible(),
        };
        let mut methods = Vec::new();
        for owner in owners {
            methods.extend(self.methods_named(owner, &name, call.span)?);
        }
        if methods.is_empty() {
            return Err((call.method.span, self.no_method(&receiver, &name)?));
        }
        let meant = match arguments {
            None => methods,
            Some(arguments) => self.fitting(methods, arguments, locals, &name, call.span)?,
        };
        let mut resolved = Resolved { actions: Vec::new(), uses: Vec::new(), methods: Vec::new() };
        for method in meant {
            if let Some(local) = into {
                self.can_become(&method, local, call.span)?;
            }
            self.one_call(&method, &receiver, call, locals, into, &mut resolved)?;
            resolved.methods.push(method);
        }
        Ok(resolved)
    }

    fn can_become(&self, method: &Operation, local: &Local, span: Span) -> Planned<()> {
        let fits = match (method.returns.class, local.of.class) {
            (Some(returned), Some(wanted)) => {
                self.world.is_below(returned, wanted) || self.world.is_below(wanted, returned)
            }
            _ => method.returns.java == local.of.java,
        };
        match fits {
            true => Ok(()),
            false => Err((
                span,
                format!("{} returns {}, which is no {}", method.shown(), method.returns.java, local.of.java),
            )),
        }
    }

    fn one_call(
        &mut self,
        method: &Operation,
        receiver: &Receiver,
        call: &Call,
        locals: &[Local],
        into: Option<&Local>,
        resolved: &mut Resolved,
    ) -> Planned<()> {
        let taken = self.taken(method, call.span)?;
        let on = Member::Method {
            class: method.class,
            name: method.name.clone(),
            desc: method.desc,
            is_static: method.is_static,
        };
        let mut action = JavaAction::of(on, taken, into.is_some());
        let mut values = Vec::new();
        let object = match (method.is_static, receiver) {
            (true, _) => self.java(method.class),
            (false, Receiver::Object { java, local, .. }) => {
                resolved.uses.extend(*local);
                action.pattern.receiver = Some(named(java, *local));
                java.clone()
            }
            (false, Receiver::Class(_) | Receiver::Any) => {
                let of = self.world.type_of_class(method.class);
                let given = self.value(None, &of, None, locals, call.span)?;
                action.pattern.receiver = Some(given.pattern.clone());
                put(&mut action, &of, given)
            }
        };
        for (number, of) in method.parameters.iter().enumerate() {
            let given = call.arguments.as_ref().and_then(|arguments| arguments.get(number));
            let given = given.filter(|value| !matches!(value, Argument::Rest(_)));
            let value = self.value(given, of, Some((method, number as u32)), locals, call.span)?;
            resolved.uses.extend(value.local);
            action.pattern.values.push(value.pattern.clone());
            values.push(put(&mut action, of, value));
        }
        let text = format!("{object}.{}({})", method.name, values.join(", "));
        action.text = match into {
            None => text,
            Some(local) => format!("({}) {text}", local.of.java),
        };
        resolved.actions.push(action);
        Ok(())
    }

    fn assign(&mut self, target: &Name, value: &Argument, locals: &[Local]) -> Planned<Resolved> {
        let (receiver, name) = self.receiver(target, locals)?;
        let owners: Vec<ClassId> = match &receiver {
            Receiver::Object { class, .. } | Receiver::Class(class) => vec![*class],
            Receiver::Any => self.world.visible(),
        };
        let mut resolved = Resolved { actions: Vec::new(), uses: Vec::new(), methods: Vec::new() };
        let package = self.package.clone();
        for owner in owners {
            let fields = self
                .world
                .fields(owner, package.as_deref())
                .map_err(|error| (target.span, error.to_string()))?;
            let is_meant = |field: &crate::world::FieldOf| {
                field.name == name && !field.access.has(classfile::Access::FINAL)
            };
            let Some(field) = fields.into_iter().find(is_meant) else { continue };
            let on = Member::Field { class: owner, name: name.clone() };
            let mut action = JavaAction::of(on, Taken::default(), false);
            let object = match (field.is_static, &receiver) {
                (true, _) => self.java(owner),
                (false, Receiver::Object { java, local, .. }) => {
                    resolved.uses.extend(*local);
                    action.pattern.receiver = Some(named(java, *local));
                    java.clone()
                }
                (false, _) => {
                    let of = self.world.type_of_class(owner);
                    let given = self.value(None, &of, None, locals, target.span)?;
                    action.pattern.receiver = Some(given.pattern.clone());
                    put(&mut action, &of, given)
                }
            };
            let given = self.value(Some(value), &field.of, None, locals, target.span)?;
            resolved.uses.extend(given.local);
            action.pattern.values.push(given.pattern.clone());
            let value = put(&mut action, &field.of, given);
            action.text = format!("{object}.{name} = {value}");
            resolved.actions.push(action);
        }
        match resolved.actions.is_empty() {
            false => Ok(resolved),
            true => {
                Err((target.span, format!("there is no field {name} that can be assigned to from outside")))
            }
        }
    }

    /// Takes a name apart into what stands before its last dot, and the rest.
    fn receiver(&mut self, name: &Name, locals: &[Local]) -> Planned<(Receiver, String)> {
        let Some((before, last)) = name.text.rsplit_once('.') else {
            return Ok((Receiver::Any, name.text.clone()));
        };
        let last = last.to_string();
        if let Some(number) = locals.iter().rposition(|local| local.name == before) {
            let Some(class) = locals[number].of.class else {
                return Err((name.span, format!("{before} is no object")));
            };
            return Ok((Receiver::Object { java: before.to_string(), class, local: Some(number) }, last));
        }
        if let Some((_, class)) = self.globals.iter().find(|(known, _)| known == before) {
            return Ok((Receiver::Object { java: before.to_string(), class: *class, local: None }, last));
        }
        match self.world.find(before) {
            Ok(Some(class)) => Ok((Receiver::Class(class), last)),
            Ok(None) => {
                let what = format!(
                    "{before} is neither an instance nor a class; instances are named in 'instances' or by 'for'"
                );
                Err((Span { start: name.span.start, end: name.span.end }, what))
            }
            Err(error) => Err((name.span, error.to_string())),
        }
    }

    fn methods_named(&mut self, class: ClassId, name: &str, span: Span) -> Planned<Vec<Operation>> {
        let package = self.package.clone();
        let all = self.world.methods(class, package.as_deref()).map_err(|error| (span, error.to_string()))?;
        Ok(all.into_iter().filter(|method| method.name == name).collect())
    }

    /// What to say where there is no such method, with those that there are.
    fn no_method(&mut self, receiver: &Receiver, name: &str) -> Planned<String> {
        let classes = match receiver {
            Receiver::Object { class, .. } | Receiver::Class(class) => vec![*class],
            Receiver::Any => self.world.visible(),
        };
        let mut known: Vec<String> = Vec::new();
        for class in classes.iter().copied() {
            let offers = self.world.offers(class).unwrap_or_default();
            known.extend(offers.methods.into_iter().map(|method| method.name));
        }
        known.sort();
        known.dedup();
        let owner = match receiver {
            Receiver::Any => "the unit".to_string(),
            _ => simple(&self.java(classes[0])).to_string(),
        };
        Ok(format!(
            "{owner} has no method {name} that can be called from outside; it has {}",
            known.join(", ")
        ))
    }

    /// Of several methods or constructors those that take the parameters. Parameters at the end can be left out if
    /// nothing takes just those that are there.
    pub(super) fn fitting(
        &mut self,
        all: Vec<Operation>,
        arguments: &[Argument],
        locals: &[Local],
        name: &str,
        span: Span,
    ) -> Planned<Vec<Operation>> {
        let has_rest = matches!(arguments.last(), Some(Argument::Rest(_)));
        let given = &arguments[..arguments.len() - usize::from(has_rest)];
        let shown: Vec<String> = all.iter().map(Operation::shown).collect();
        let mut fitting = Vec::new();
        for method in all {
            if let Some(rank) = self.rank(&method, given, locals)? {
                fitting.push((rank, method));
            }
        }
        let exact = |method: &Operation| method.parameters.len() == given.len();
        if !has_rest && fitting.iter().any(|(_, method)| exact(method)) {
            fitting.retain(|(_, method)| exact(method));
        }
        let best = fitting.iter().map(|(rank, _)| *rank).min();
        fitting.retain(|(rank, _)| Some(*rank) == best);
        let has_literal = given.iter().any(|value| matches!(value, Argument::Literal(..)));
        match fitting.len() {
            0 => Err((span, format!("no {name} takes these parameters; there is {}", shown.join(", ")))),
            several
                if several > 1
                    && has_literal
                    && !has_rest
                    && fitting.iter().all(|(_, method)| exact(method)) =>
            {
                let which: Vec<String> = fitting.iter().map(|(_, method)| method.shown()).collect();
                let what = format!(
                    "this may be {}; write '*: TYPE' for a parameter, and give its range",
                    which.join(" or ")
                );
                Err((span, what))
            }
            _ => Ok(fitting.into_iter().map(|(_, method)| method).collect()),
        }
    }

    /// How far parameters are from those that were given; `None` if it does not take them.
    fn rank(&mut self, method: &Operation, given: &[Argument], locals: &[Local]) -> Planned<Option<u32>> {
        if method.parameters.len() < given.len() {
            return Ok(None);
        }
        let mut rank = 0;
        for (value, of) in given.iter().zip(&method.parameters) {
            let fits = match value {
                Argument::Any { class: Some(class), .. } => self.type_named(class)?.java == of.java,
                Argument::Any { class: None, .. } | Argument::Rest(_) => true,
                Argument::Literal(literal, _) => match literal_of(literal, of) {
                    Ok(_) => {
                        rank += distance(of);
                        true
                    }
                    Err(_) => false,
                },
                Argument::Named(name) => self.named_fits(&name.text, of, locals),
            };
            if !fits {
                return Ok(None);
            }
        }
        Ok(Some(rank))
    }

    fn named_fits(&self, name: &str, of: &Type, locals: &[Local]) -> bool {
        let local = locals.iter().rev().find(|local| local.name == name);
        let global = self.globals.iter().find(|(known, _)| known == name).map(|(_, class)| *class);
        let class = match local {
            Some(local) if local.of.java == of.java => return true,
            Some(local) => local.of.class,
            None if global.is_none() => return true,
            None => global,
        };
        matches!((class, of.class), (Some(class), Some(above)) if self.world.is_below(class, above))
    }

    /// Exceptions that a call may end with and nobody is to blame: those that it declares, and those of the
    /// specification.
    fn taken(&mut self, method: &Operation, span: Span) -> Planned<Taken> {
        let (mut classes, mut declared): (Vec<ClassId>, Vec<ClassId>) = Default::default();
        let mut taken = Taken::default();
        for name in &method.thrown {
            declared.extend(self.world.find(name).map_err(|error| (span, error.to_string()))?);
        }
        for &class in &declared {
            match self.java(class).as_str() {
                "java.lang.Throwable" => taken.general = Some("java.lang.Throwable"),
                "java.lang.Exception" => taken.general = taken.general.or(Some("java.lang.Exception")),
                name if UNCHECKED.contains(&name) => {}
                _ => classes.push(class),
            }
        }
        for name in &self.spec.throws {
            let class = self.class(name)?;
            let is_declared = declared.iter().any(|&thrown| self.world.is_below(thrown, class));
            if is_declared || self.is_unchecked(class, name)? {
                classes.push(class);
            }
        }
        // Java takes no class beside one above it in the same clause, nor behind it.
        let is_covered =
            |class: ClassId| classes.iter().any(|&other| other != class && self.world.is_below(class, other));
        taken.named =
            classes.iter().filter(|&&class| !is_covered(class)).map(|&class| self.java(class)).collect();
        taken.named.sort();
        taken.named.dedup();
        for name in UNCHECKED {
            let class = self.world.find(name).map_err(|error| (span, error.to_string()))?;
            let is_named = |class: ClassId| classes.iter().any(|&other| self.world.is_below(class, other));
            if taken.general.is_some() && class.is_some_and(|class| !is_named(class)) {
                taken.unchecked.push(name);
            }
        }
        // An error is no exception: where that is all that is taken, it goes on by itself.
        if taken.general == Some("java.lang.Exception") {
            taken.unchecked.retain(|&name| name == "java.lang.RuntimeException");
        }
        let is_all =
            |name: &str| taken.named.iter().any(|known| known == name || known == "java.lang.Throwable");
        if taken.general.is_some_and(is_all) {
            taken.general = None;
        }
        Ok(taken)
    }

    /// Java lets anybody catch it.
    fn is_unchecked(&mut self, class: ClassId, name: &Name) -> Planned<bool> {
        let mut roots = Vec::new();
        for root in UNCHECKED.into_iter().chain(["java.lang.Throwable"]) {
            roots.extend(self.world.find(root).map_err(|error| (name.span, error.to_string()))?);
        }
        if !roots.last().is_some_and(|&throwable| self.world.is_below(class, throwable)) {
            return Err((name.span, format!("{} is nothing that can be thrown", name.text)));
        }
        let java = self.java(class);
        let is_general = java == "java.lang.Throwable" || java == "java.lang.Exception";
        Ok(is_general || roots[..2].iter().any(|&root| self.world.is_below(class, root)))
    }
}

/// An object by its name.
fn named(java: &str, local: Option<usize>) -> Pattern {
    local.map_or_else(|| Pattern::Global(java.to_string()), Pattern::Local)
}

/// Puts a value into an action: as it is, or chosen before the action is done if it may turn out to be missing.
pub(super) fn put(action: &mut JavaAction, of: &Type, given: Given) -> String {
    if !given.may_be_missing {
        return given.java;
    }
    action.chosen.push((of.java.clone(), given.java));
    action.must_be_there.push(action.chosen.len() - 1);
    format!("${}", action.chosen.len() - 1)
}

/// How far a parameter's type is from that of a literal: Java would take the nearest.
fn distance(of: &Type) -> u32 {
    match of.kind {
        Kind::Int | Kind::Boolean | Kind::Char => 0,
        Kind::Double => 1,
        Kind::Long => 1,
        Kind::Float => 2,
        Kind::Byte | Kind::Short => 3,
        Kind::Ref if of.java == "java.lang.String" => 0,
        Kind::Ref if of.java == "java.lang.Object" => 6,
        Kind::Ref | Kind::Void => 5,
    }
}
