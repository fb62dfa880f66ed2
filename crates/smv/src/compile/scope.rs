//! Instances of modules, and what names mean in them.

use super::{Compiler, Instance, Item, Meaning};
use crate::error::{Refusal, Span, unsupported, wrong};
use crate::syntax::{Expr, Kind, Lifetime, Module, ModuleElement, Name, Node};
use crate::token::MAX_WORD;
use base::{FastMap, FastSet};
use std::rc::Rc;
use sym::{Domain, Lit, VariableKind, VariableValue};

/// How deep modules may stand within modules, and how many of them.
const MAX_DEPTH: usize = 60;
const MAX_INSTANCES: usize = 20_000;
const MAX_VARIABLES: usize = 50_000;
const MAX_ELEMENTS: i64 = 1 << 16;
/// Bounds of types and sets: sums and differences of two of them are no larger than numbers can be.
const MAX_NUMBER: u64 = 1 << 60;
/// Names that lead to names.
pub(super) const MAX_CHAIN: usize = 200;

/// Symbols that types and CONSTANTS introduce.
pub fn symbols(modules: &[Module]) -> FastSet<String> {
    fn of(kind: &Kind, out: &mut FastSet<String>) {
        match kind {
            Kind::Values(values) => out.extend(values.iter().filter_map(|value| match &value.node {
                Node::Name(name) => Some(name.clone()),
                _ => None,
            })),
            Kind::Array { of: inner, .. } => of(inner, out),
            _ => {}
        }
    }
    let mut out = FastSet::default();
    for part in modules.iter().flat_map(|module| &module.parts) {
        match part {
            ModuleElement::Variable { kind, .. } => of(kind, &mut out),
            ModuleElement::Constants(names) => out.extend(names.iter().map(|name| name.text.clone())),
            _ => {}
        }
    }
    out
}

impl Compiler<'_> {
    /// Puts a module in place, with all that stands within it.
    pub(super) fn instantiate(
        &mut self,
        module: usize,
        prefix: String,
        arguments: Vec<(Rc<Expr>, usize)>,
        process: usize,
        depth: usize,
    ) -> Result<usize, Refusal> {
        let modules = self.modules;
        let own = &modules[module];
        if depth > MAX_DEPTH {
            return wrong(own.name.place, format!("the module {} stands within itself", own.name.text));
        }
        let number = self.instances.len();
        if number >= MAX_INSTANCES {
            return unsupported(own.name.place, format!("more than {MAX_INSTANCES} modules in place"));
        }
        self.instances.push(Instance { module, prefix: prefix.clone(), names: FastMap::default(), process });
        for (name, (expr, scope)) in own.parameters.iter().zip(arguments) {
            self.mean(number, name, expr, scope)?;
        }
        for part in &own.parts {
            if let ModuleElement::Define(name, expr) = part {
                self.mean(number, name, Rc::new(expr.clone()), number)?;
            }
        }
        for part in &own.parts {
            if let ModuleElement::Variable { name, lifetime, kind } = part {
                let full = format!("{prefix}{}", name.text);
                let item = self.variable(number, &full, *lifetime, kind, name.place, depth)?;
                self.put(number, name, item)?;
            }
        }
        Ok(number)
    }

    fn mean(&mut self, instance: usize, name: &Name, expr: Rc<Expr>, scope: usize) -> Result<(), Refusal> {
        let full = format!("{}{}", self.instances[instance].prefix, name.text);
        self.meanings.push(Meaning { expr, scope, name: full });
        self.put(instance, name, Item::Meaning(self.meanings.len() - 1))
    }

    fn put(&mut self, instance: usize, name: &Name, item: Item) -> Result<(), Refusal> {
        if self.symbols.contains(&name.text) {
            return wrong(name.place, format!("{} is a value of a type already", name.text));
        }
        match self.instances[instance].names.insert(name.text.clone(), item) {
            Some(_) => wrong(name.place, format!("{} is declared twice", name.text)),
            None => Ok(()),
        }
    }

    fn variable(
        &mut self,
        scope: usize,
        name: &str,
        lifetime: Lifetime,
        kind: &Kind,
        place: Span,
        depth: usize,
    ) -> Result<Item, Refusal> {
        let domain = match kind {
            Kind::Array { from, to, of } => {
                let (from, to) = (self.number(from, scope)?, self.number(to, scope)?);
                if to < from || to - from >= MAX_ELEMENTS {
                    return wrong(place, format!("an array has 1 to {MAX_ELEMENTS} elements"));
                }
                let element = |i| self.variable(scope, &format!("{name}[{i}]"), lifetime, of, place, depth);
                return Ok(Item::Array { from, items: (from..=to).map(element).collect::<Result<_, _>>()? });
            }
            Kind::Instance { module, arguments, is_process } => {
                if lifetime != Lifetime::State {
                    return wrong(place, "a module stands in a section VAR");
                }
                return self.place_module(scope, name, module, arguments, *is_process, depth);
            }
            _ => self.domain(kind, scope, place)?,
        };
        if self.model.variables.len() >= MAX_VARIABLES {
            return unsupported(place, format!("more than {MAX_VARIABLES} variables"));
        }
        let role = if lifetime == Lifetime::Input { VariableKind::Input } else { VariableKind::State };
        let before = (self.model.invar.len(), self.model.trans.len());
        let number = self.model.declare(name, role, domain);
        let first = self.model.variables[number].first;
        let constraint = match role {
            VariableKind::State => self.model.invar.get(before.0),
            VariableKind::Input => self.model.trans.get(before.1),
        };
        if let Some(&valid) = constraint {
            self.valid.insert(first, valid);
        }
        self.lifetimes.push(lifetime);
        if lifetime == Lifetime::Frozen {
            for bit in self.model.variables[number].bits() {
                let circuit = &mut self.model.circuit;
                let (now, next) = (circuit.now(bit), circuit.next(bit));
                self.model.trans.push(circuit.iff(now, next));
            }
        }
        Ok(Item::Variable(number))
    }

    fn place_module(
        &mut self,
        scope: usize,
        name: &str,
        module: &Name,
        arguments: &[Expr],
        is_process: bool,
        depth: usize,
    ) -> Result<Item, Refusal> {
        let Some(number) = self.modules.iter().position(|own| own.name.text == module.text) else {
            return wrong(module.place, format!("there is no module {}", module.text));
        };
        let wanted = self.modules[number].parameters.len();
        if wanted != arguments.len() {
            let what = format!("{} takes {wanted} arguments, and is given {}", module.text, arguments.len());
            return wrong(module.place, what);
        }
        let arguments = arguments.iter().map(|expr| (Rc::new(expr.clone()), scope)).collect();
        let mut process = self.instances[scope].process;
        if is_process {
            process = self.processes.len();
            self.processes.push(name.to_string());
        }
        let instance = self.instantiate(number, format!("{name}."), arguments, process, depth + 1)?;
        Ok(Item::Instance(instance))
    }

    fn domain(&mut self, kind: &Kind, scope: usize, place: Span) -> Result<Domain, Refusal> {
        match kind {
            Kind::Boolean => Ok(Domain::Bool),
            Kind::Range(from, to) => {
                let (from, to) = (self.number(from, scope)?, self.number(to, scope)?);
                match from <= to && to.checked_sub(from).is_some() {
                    true => Ok(Domain::Range(from, to)),
                    false => wrong(place, format!("there are no numbers from {from} to {to}")),
                }
            }
            Kind::Word { signed, bits } => {
                let width = self.number(bits, scope)?;
                match (1..=i64::from(MAX_WORD)).contains(&width) {
                    true => Ok(Domain::Word { bits: width as u32, signed: *signed }),
                    false => unsupported(bits.place, format!("words of other than 1 to {MAX_WORD} bits")),
                }
            }
            Kind::Values(values) => {
                let mut list: Vec<VariableValue> = Vec::new();
                for value in values {
                    let own = match &value.node {
                        Node::Name(name) => VariableValue::Symbol(name.clone()),
                        _ => VariableValue::Int(self.number(value, scope)?),
                    };
                    if list.contains(&own) {
                        return wrong(value.place, format!("{own} is there twice"));
                    }
                    list.push(own);
                }
                Ok(Domain::Values(list))
            }
            Kind::Array { .. } | Kind::Instance { .. } => wrong(place, "this is no type of a value"),
        }
    }

    /// The number that an expression always is.
    pub(super) fn number(&mut self, expr: &Expr, scope: usize) -> Result<i64, Refusal> {
        match self.scalar(expr, scope)?.constant() {
            Some(number) if number.unsigned_abs() < MAX_NUMBER => Ok(number),
            Some(_) => unsupported(expr.place, "bounds of more than 60 bits"),
            None => wrong(expr.place, "a constant number is expected here"),
        }
    }

    /// What a name, a part of a module or an element of an array stands for; nothing for a symbol.
    pub(super) fn resolve(&mut self, expr: &Expr, scope: usize) -> Result<Option<Item>, Refusal> {
        self.follow(expr, scope, 0)
    }

    pub(super) fn follow(
        &mut self,
        expr: &Expr,
        scope: usize,
        chain: usize,
    ) -> Result<Option<Item>, Refusal> {
        if chain > MAX_CHAIN {
            return wrong(expr.place, "this is defined by itself");
        }
        let item = match &expr.node {
            Node::Name(name) if name == "self" => Item::Instance(scope),
            Node::Name(name) => match self.instances[scope].names.get(name) {
                Some(item) => item.clone(),
                None if name == "running" => return Ok(None),
                None if self.symbols.contains(name) => return Ok(None),
                None => return wrong(expr.place, unknown(name)),
            },
            Node::Dot(base, name) => match self.follow(base, scope, chain + 1)? {
                Some(Item::Instance(instance)) => match self.instances[instance].names.get(name) {
                    Some(item) => item.clone(),
                    None if name == "running" => return Ok(None),
                    None => return wrong(expr.place, format!("this module has no {name}")),
                },
                _ => return wrong(base.place, "this is no module, so it has no parts"),
            },
            Node::Index(base, index) => match self.follow(base, scope, chain + 1)? {
                Some(Item::Array { from, items }) => {
                    let (is_next, allows) = (self.is_next, self.allows_next);
                    (self.is_next, self.allows_next) = (false, false);
                    let number = self.number(index, scope);
                    (self.is_next, self.allows_next) = (is_next, allows);
                    let number = number?;
                    let at = number.checked_sub(from).and_then(|at| usize::try_from(at).ok());
                    match at.and_then(|at| items.get(at)) {
                        Some(item) => item.clone(),
                        None => return wrong(index.place, format!("the array has no element {number}")),
                    }
                }
                _ => return wrong(base.place, "this is no array"),
            },
            _ => return wrong(expr.place, "a name is expected here"),
        };
        // An argument or definition that is itself a name stands for what that one does.
        if let Item::Meaning(number) = item {
            let Meaning { expr: inner, scope, .. } = self.meanings[number].clone();
            match &inner.node {
                Node::Name(_) | Node::Dot(..) => {
                    if let Some(item) = self.follow(&inner, scope, chain + 1)? {
                        return Ok(Some(item));
                    }
                }
                // Where the state decides which array it is, the definition is looked into where it is used.
                Node::Index(base, index) if is_constant(index) => {
                    if let Some(Item::Array { .. }) = self.follow(base, scope, chain + 1)? {
                        return self.follow(&inner, scope, chain + 1);
                    }
                }
                Node::Array(elements) => return Ok(Some(self.array_of(number, elements, scope))),
                _ => {}
            }
        }
        Ok(Some(item))
    }

    /// Which process moves is a part of the state, where there are processes.
    pub(super) fn select_processes(&mut self) {
        if self.processes.len() > 1 {
            let names = self.processes.iter().map(|name| VariableValue::Symbol(name.clone())).collect();
            let before = self.model.invar.len();
            let number = self.model.declare("_process_selector_", VariableKind::State, Domain::Values(names));
            let first = self.model.variables[number].first;
            if let Some(&valid) = self.model.invar.get(before) {
                self.valid.insert(first, valid);
            }
            self.lifetimes.push(Lifetime::State);
            self.selector = Some(number);
        }
    }

    /// It is the turn of a process.
    pub(super) fn is_running(&mut self, process: usize) -> Lit {
        let Some(selector) = self.selector else { return Lit::TRUE };
        let is_next = self.is_next;
        let circuit = &mut self.model.circuit;
        let bits = self.model.variables[selector].bits().enumerate();
        let lits: Vec<Lit> = bits
            .map(|(i, bit)| {
                if is_next { circuit.next(bit) } else { circuit.now(bit) }.flip(process >> i & 1 == 0)
            })
            .collect();
        circuit.all(&lits)
    }
}

fn is_constant(index: &Expr) -> bool {
    match &index.node {
        Node::Int(_) => true,
        Node::Minus(inner) => is_constant(inner),
        _ => false,
    }
}

fn unknown(name: &str) -> String {
    match name.contains('-') {
        true => format!("{name} is not declared; it is one name, as SMV has it: put spaces around a minus"),
        false => format!("{name} is not declared"),
    }
}
