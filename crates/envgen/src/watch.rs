//! A specification as a monitor: Java that follows what the code around a unit does, and which calls of it are put
//! into the classes of a real program.
//!
//! The unit's own methods tell when they are called; where the call comes from is the machine's to say. Assignments to
//! fields of the unit are replaced where they stand, in the classes around it.

mod tables;

use crate::plan::{ActionPattern, Choosing, Deed, Driver, Environment, Letter, Member};
use crate::world::{World, in_java, package_of, simple};
use analysis::ClassId;
use base::{FastMap, FastSet, Symbol, names};
use classfile::weave::{Assigned, Given, Hook, Weaver};
use classfile::{Access, Kind, MethodDesc};

/// The class that follows, and its text.
pub const WATCHER: (&str, &str) = ("jaywalk/runner/Assumption", include_str!("watch/Assumption.java"));

/// The class that knows the tables of the specification, and its text.
const SPECIFIED: (&str, &str) = ("jaywalk/runner/Specified", include_str!("watch/Specified.java"));

/// How the names of classes end that are called from within the unit.
const ENDING: &str = "$Watched";

/// A monitor, to be compiled and woven into the program.
pub struct UnitMonitor {
    /// Sources by the classes in them, `pkg/Name`.
    pub files: Vec<(String, String)>,
    /// The unit's classes.
    pub unit: FastSet<Symbol>,
    /// What was assumed without being said.
    pub notes: Vec<String>,
    /// What is done to the unit and nobody sees, as sentences.
    pub unseen: Vec<String>,
    hooks: FastMap<(Symbol, Symbol, Symbol), Hook>,
    setters: FastMap<(Symbol, Symbol, Symbol), (Symbol, Symbol, Symbol)>,
}

impl Weaver for UnitMonitor {
    fn hook(&self, class: Symbol, name: Symbol, desc: Symbol, _: Access) -> Option<Hook> {
        self.hooks.get(&(class, name, desc)).copied()
    }

    fn assignment(&self, from: Symbol, of: Assigned) -> Option<(Symbol, Symbol, Symbol)> {
        if self.unit.contains(&from) {
            return None;
        }
        self.setters.get(&(of.class, of.name, of.desc)).copied()
    }
}

/// Something that the unit tells of, by its number.
struct Event {
    class: ClassId,
    name: Symbol,
    desc: Symbol,
    kind: EventKind,
    /// What else it may be a call of: a bridge passes on to a method with other types.
    passes_to: Vec<Symbol>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum EventKind {
    Method {
        is_static: bool,
    },
    Constructor,
    /// What nobody outside can name.
    Hidden,
    Field {
        is_static: bool,
    },
}

/// The monitor of a specification. `listed` are the classes of the program.
///
/// # Errors
/// What cannot be watched, in a sentence.
pub fn watch(
    plan: &Environment,
    world: &mut World<'_>,
    file: &str,
    listed: &[Symbol],
) -> Result<UnitMonitor, String> {
    let events = events(plan, world);
    let mut unit = FastSet::default();
    unit.extend(world.unit.iter().map(|&class| world.hierarchy.file(class).name));
    let is_seen = |pattern: &ActionPattern| !meant(&pattern.on, world, &events).is_empty();
    let universal = plan.universal.as_ref().map(|driver| driver.watched(&is_seen));
    let drivers: Vec<(&Driver, i64)> = plan
        .threads
        .iter()
        .map(|(driver, count)| (driver, i64::from(*count)))
        .chain(universal.iter().map(|(driver, _)| (driver, -1)))
        .chain(plan.first.iter().map(|driver| (driver, 1)))
        .collect();
    check(plan, &drivers, world, &events)?;
    let class = hooks_class(&plan.package, &plan.name);
    let taken = taken(&drivers, world, &events);
    let writing = tables::Writing { plan, world, events: &events, drivers: &drivers, taken: &taken, file };
    let specified = SPECIFIED.1.replace("TABLES", &class.replace('/', "."));
    let mut files = vec![
        (class.clone(), writing.class(&format!("{}{ENDING}", plan.name))),
        (SPECIFIED.0.to_string(), specified),
    ];
    let hooks = hooks(world, &events, &taken, &class);
    let setters = setters(plan, world, &events, listed, &class, &mut files);
    let mut notes = plan.notes.clone();
    if plan.universal.is_some() {
        notes.retain(|note| !note.starts_with("no thread is described"));
        notes.retain(|note| !note.starts_with("arrays "));
        notes.push("no thread is described: how many threads use the unit is not looked at".to_string());
    }
    if let Some((_, unseen)) = universal.filter(|(_, unseen)| !unseen.is_empty()) {
        let names = crate::offers::listed(&unseen);
        notes.push(format!("what is not code or a field of the unit itself is not watched ({names})"));
    }
    let unseen = inherited(world).map_err(|error| error.to_string())?;
    Ok(UnitMonitor { files, unit, notes, unseen, hooks, setters })
}

/// What the unit's classes inherit from classes around it is not the unit's code, and tells nobody.
fn inherited(world: &mut World<'_>) -> Result<Vec<String>, classfile::Error> {
    let mut names = Vec::new();
    for class in world.visible() {
        let offers = world.offers(class)?;
        let java = world.type_of_class(class).java;
        let methods = offers.methods.iter().map(|method| (method.owner, method.shown()));
        let fields = offers.fields.iter().map(|field| (field.owner, field.name.clone()));
        let outside = methods.chain(fields).filter(|(owner, _)| !world.unit.contains(owner));
        names.extend(outside.map(|(_, name)| format!("{}.{name}", simple(&java))));
    }
    let listed = crate::offers::listed(&names);
    Ok(match names.is_empty() {
        true => Vec::new(),
        false => vec![format!(
            "what the unit inherits from classes around it is not followed ({listed}): name these classes as \
             parts of the unit"
        )],
    })
}

/// `pkg/SlotEnvironment$Watched`.
fn hooks_class(package: &str, name: &str) -> String {
    let place = if package.is_empty() { String::new() } else { package.replace('.', "/") + "/" };
    format!("{place}{name}{ENDING}")
}

fn events(plan: &Environment, world: &World<'_>) -> Vec<Event> {
    let mut events = Vec::new();
    let others: Vec<ClassId> =
        plan.objects.iter().map(|object| object.made).filter(|made| !world.unit.contains(made)).collect();
    let mut classes: Vec<(ClassId, bool)> = world.unit.iter().map(|&class| (class, true)).collect();
    for other in others {
        if !classes.contains(&(other, false)) {
            classes.push((other, false));
        }
    }
    for (class, is_unit) in classes {
        let file = world.hierarchy.file(class);
        for method in file.methods.iter().filter(|method| method.code.is_some()) {
            let (access, name) = (method.access, method.name.as_str());
            let is_of_enum = file.access.has(Access::ENUM) && matches!(name, "values" | "valueOf");
            let is_hidden =
                access.is_private() || access.has(Access::SYNTHETIC) && !access.has(Access::BRIDGE);
            let kind = match (name, is_unit) {
                ("<clinit>", _) => continue,
                ("<init>", _) if !is_hidden && !file.access.has(Access::ENUM) => EventKind::Constructor,
                (_, false) => continue,
                _ if is_of_enum => continue,
                _ if is_hidden => EventKind::Hidden,
                _ => EventKind::Method { is_static: access.is_static() },
            };
            let passes_to = passed_on(file, method);
            events.push(Event { class, name: method.name, desc: method.desc, kind, passes_to });
        }
        for field in file.fields.iter().filter(|field| is_unit && !field.access.is_private()) {
            if !field.access.has(Access::FINAL) && !field.access.has(Access::SYNTHETIC) {
                let kind = EventKind::Field { is_static: field.access.is_static() };
                let (name, desc, passes_to) = (field.name, field.desc, Vec::new());
                events.push(Event { class, name, desc, kind, passes_to });
            }
        }
    }
    events
}

/// Where a bridge may lead: it is not written who, but to a method with its name and as many parameters.
fn passed_on(file: &classfile::Class, method: &classfile::Method) -> Vec<Symbol> {
    if !method.access.has(Access::BRIDGE) {
        return Vec::new();
    }
    let count = |desc: Symbol| MethodDesc::parse(desc).map(|apart| apart.params.len());
    let is_it = |other: &&classfile::Method| {
        other.name == method.name
            && !other.access.has(Access::SYNTHETIC)
            && other.access.is_static() == method.access.is_static()
            && count(other.desc) == count(method.desc)
    };
    file.methods.iter().filter(is_it).map(|other| other.desc).collect()
}

/// What a letter's action may be, by the numbers of events.
fn meant(on: &Member, world: &World<'_>, events: &[Event]) -> Vec<usize> {
    let parameters = |desc: Symbol| desc.text().split(')').next().unwrap_or_default().to_string();
    let is_meant = |event: &Event| match (on, event.kind) {
        (Member::Method { class, name, desc, is_static: true }, EventKind::Method { is_static: true }) => {
            let is_above = world.hierarchy.ancestors(*class).contains(&event.class);
            is_above && event.name.as_str() == name && parameters(event.desc) == parameters(*desc)
        }
        (Member::Method { name, desc, is_static: false, .. }, EventKind::Method { is_static: false }) => {
            let mut descs = std::iter::once(&event.desc).chain(&event.passes_to);
            event.name.as_str() == name && descs.any(|&of| parameters(of) == parameters(*desc))
        }
        (Member::Field { class, name }, EventKind::Field { .. }) => {
            world.hierarchy.ancestors(*class).contains(&event.class) && event.name.as_str() == name
        }
        _ => false,
    };
    (0..events.len()).filter(|&number| is_meant(&events[number])).collect()
}

/// Refuses what cannot be followed.
fn check(
    plan: &Environment,
    drivers: &[(&Driver, i64)],
    world: &World<'_>,
    events: &[Event],
) -> Result<(), String> {
    for object in &plan.objects {
        if !world.is_users(object.made) {
            return Err(format!(
                "the instance {} is of a class of the JDK, {}, and it is not seen where such objects are made",
                object.name, object.class
            ));
        }
    }
    for (driver, _) in drivers {
        for letter in &driver.letters {
            let actions = match &letter.deed {
                Deed::Do(actions) | Deed::Take { actions, .. } => actions,
                Deed::Choose { .. } => continue,
            };
            for action in actions {
                if meant(&action.pattern.on, world, events).is_empty() {
                    return Err(format!(
                        "{} is nothing that code of the unit does: only calls of methods that the unit has itself \
                         can be watched",
                        letter.text
                    ));
                }
            }
        }
        check_scopes(driver)?;
    }
    Ok(())
}

/// A name for an object that the unit may have made must be used at once: it could stand for one that was not there
/// when it was chosen.
fn check_scopes(driver: &Driver) -> Result<(), String> {
    let chooses_reached = |letter: &Letter| match &letter.deed {
        Deed::Choose { local, from: Choosing::Reached, .. } => Some(*local),
        _ => None,
    };
    for state in &driver.order.states {
        for &(letter, to) in &state.arrows {
            let Some(local) = chooses_reached(&driver.letters[letter as usize]) else { continue };
            for &(next, _) in &driver.order.states[to as usize].arrows {
                if !driver.letters[next as usize].uses.contains(&local) {
                    return Err(format!(
                        "the name {} stands for an object that the unit may have made, and is not used at once",
                        driver.locals[local].0
                    ));
                }
            }
        }
    }
    Ok(())
}

/// Events whose results some name stands for.
fn taken(drivers: &[(&Driver, i64)], world: &World<'_>, events: &[Event]) -> FastSet<usize> {
    let mut taken = FastSet::default();
    for letter in drivers.iter().flat_map(|(driver, _)| &driver.letters) {
        if let Deed::Take { actions, .. } = &letter.deed {
            for action in actions {
                taken.extend(meant(&action.pattern.on, world, events));
            }
        }
    }
    let returns = |desc: Symbol| MethodDesc::parse(desc).is_some_and(|apart| apart.ret.0 != Kind::Void);
    taken.retain(|&number| returns(events[number].desc));
    taken
}

fn hooks(
    world: &World<'_>,
    events: &[Event],
    taken: &FastSet<usize>,
    class: &str,
) -> FastMap<(Symbol, Symbol, Symbol), Hook> {
    let mut hooks = FastMap::default();
    for (number, event) in events.iter().enumerate() {
        let given = match event.kind {
            EventKind::Field { .. } => continue,
            EventKind::Hidden => Given::Nothing,
            EventKind::Method { .. } | EventKind::Constructor => Given::Parameters,
        };
        let returned = taken.contains(&number).then(|| Symbol::new(&format!("returned{number}")));
        let name = Symbol::new(&format!("event{number}"));
        let owner = world.hierarchy.file(event.class).name;
        let hook = Hook { class: Symbol::new(class), name, given, returned };
        hooks.insert((owner, event.name, event.desc), hook);
    }
    hooks
}

/// Methods that assign to fields of the unit in the place of other code, in the packages of the fields.
fn setters(
    plan: &Environment,
    world: &mut World<'_>,
    events: &[Event],
    listed: &[Symbol],
    hooks: &str,
    files: &mut Vec<(String, String)>,
) -> FastMap<(Symbol, Symbol, Symbol), (Symbol, Symbol, Symbol)> {
    let mut setters = FastMap::default();
    let mut packages: Vec<(String, String)> = Vec::new();
    let fields: Vec<(usize, &Event, bool)> = events
        .iter()
        .enumerate()
        .filter_map(|(number, event)| match event.kind {
            EventKind::Field { is_static } => Some((number, event, is_static)),
            _ => None,
        })
        .collect();
    for (number, event, is_static) in fields {
        let owner = world.hierarchy.file(event.class).name;
        let package = package_of(owner);
        let class = hooks_class(&package, &format!("{}Assign", plan.name));
        let Ok(of) = world.type_of(Kind::Ref, event.desc.as_str()) else { continue };
        let (java, field) = (in_java(owner), event.name.as_str());
        let (parameters, receiver, target) = match is_static {
            true => (format!("{} value", of.java), "null", java.clone()),
            false => (format!("{java} self, {} value", of.java), "self", "self".to_string()),
        };
        let text = format!(
            "    public static void assign{number}({parameters}) {{\n        {}.event{number}({receiver}, \
                value);\n        \
             {target}.{field} = value;\n    }}\n",
            hooks.replace('/', "."),
        );
        match packages.iter_mut().find(|(of, _)| *of == package) {
            Some((_, all)) => all.push_str(&text),
            None => packages.push((package, text)),
        }
        let desc =
            if is_static { format!("({})V", event.desc) } else { format!("(L{owner};{})V", event.desc) };
        let setter = (Symbol::new(&class), Symbol::new(&format!("assign{number}")), Symbol::new(&desc));
        // Whoever is below the class can name the field by its own name.
        for &name in listed {
            let below = world.hierarchy.class(name).ok().flatten();
            if below
                .is_some_and(|id| id == event.class || world.hierarchy.ancestors(id).contains(&event.class))
            {
                setters.entry((name, event.name, event.desc)).or_insert(setter);
            }
        }
    }
    for (package, text) in packages {
        let class = hooks_class(&package, &format!("{}Assign", plan.name));
        let head = if package.is_empty() { String::new() } else { format!("package {package};\n\n") };
        let name = simple(&class.replace('/', ".")).to_string();
        files.push((class, format!("{head}public final class {name} {{\n{text}}}\n")));
    }
    setters
}

/// The method is `<init>`.
fn is_constructor(event: &Event) -> bool {
    event.name == names::INIT
}
