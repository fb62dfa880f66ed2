//! Finding the tests of a class path without running any of it: JUnit 4 and 5 by their annotations, JUnit 3 by its names.
//!
//! A test becomes a list of methods to call: what comes before all and before each, the test, what comes after. Timeouts are ignored: while a
//! program is explored, time means nothing.

use crate::program::Problem;
use base::{FastMap, Symbol, names};
use classfile::{Access, Class, ClassPath, Method, Source};
use std::path::PathBuf;
use std::rc::Rc;
use vm::program::{Annotation, annotations};

/// Deeper nests of classes and longer lines of ancestors than this are not followed.
const MAX_DEPTH: usize = 64;
/// Any version of a class file: the JDK that runs it says what is too new.
const ANY_VERSION: u16 = u16::MAX;

/// One test method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestCase {
    /// `pkg.Cls`, or `pkg.Outer$Inner`.
    pub class: String,
    pub method: String,
    /// Why it cannot be, or is not to be, run.
    pub skipped: Option<String>,
    /// The exception that it must throw.
    expected: Option<String>,
    /// `phase:class#method`, in order.
    calls: Vec<String>,
}

impl TestCase {
    /// `pkg.Cls#method`.
    pub fn name(&self) -> String {
        format!("{}#{}", self.class, self.method)
    }

    /// The arguments of [`crate::prepare_one_test`]'s main class.
    pub fn arguments(&self) -> Vec<String> {
        let expected = self.expected.clone().unwrap_or_else(|| "-".to_string());
        [self.class.clone(), expected].into_iter().chain(self.calls.iter().cloned()).collect()
    }
}

/// All tests in these folders and jars, in the order of their names. `class_path` is where the classes are that they need.
pub fn find_tests(paths: &[PathBuf], class_path: &[PathBuf]) -> Result<Vec<TestCase>, Problem> {
    let own = ClassPath::open(paths)?;
    let all: Vec<PathBuf> = paths.iter().chain(class_path).cloned().collect();
    let mut world = World { path: ClassPath::open(&all)?, classes: FastMap::default() };
    let mut tests = Vec::new();
    for name in own.classes()? {
        if let Some(class) = world.class(name)? {
            world.tests_of(&class, &mut tests)?;
        }
    }
    tests.sort_by(|a: &TestCase, b| (&a.class, &a.method).cmp(&(&b.class, &b.method)));
    Ok(tests)
}

struct World {
    path: ClassPath,
    classes: FastMap<Symbol, Option<Rc<Class>>>,
}

/// What an annotation makes of a method, in either version of JUnit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    BeforeAll,
    BeforeEach,
    Test,
    AfterEach,
    AfterAll,
}

const ROLES: [(&str, Role); 11] = [
    ("Lorg/junit/Test;", Role::Test),
    ("Lorg/junit/Before;", Role::BeforeEach),
    ("Lorg/junit/After;", Role::AfterEach),
    ("Lorg/junit/BeforeClass;", Role::BeforeAll),
    ("Lorg/junit/AfterClass;", Role::AfterAll),
    ("Lorg/junit/jupiter/api/Test;", Role::Test),
    ("Lorg/junit/jupiter/api/RepeatedTest;", Role::Test),
    ("Lorg/junit/jupiter/api/BeforeEach;", Role::BeforeEach),
    ("Lorg/junit/jupiter/api/AfterEach;", Role::AfterEach),
    ("Lorg/junit/jupiter/api/BeforeAll;", Role::BeforeAll),
    ("Lorg/junit/jupiter/api/AfterAll;", Role::AfterAll),
];
const DISABLED: [&str; 2] = ["Lorg/junit/Ignore;", "Lorg/junit/jupiter/api/Disabled;"];
/// Annotations that change what a test is in ways that are not followed.
const BEYOND: [(&str, &str); 6] = [
    ("Lorg/junit/jupiter/params/ParameterizedTest;", "a parameterized test"),
    ("Lorg/junit/jupiter/api/TestFactory;", "a test factory"),
    ("Lorg/junit/jupiter/api/TestTemplate;", "a test template"),
    ("Lorg/junit/jupiter/api/extension/ExtendWith;", "extensions (@ExtendWith)"),
    ("Lorg/junit/runner/RunWith;", "a runner of its own (@RunWith)"),
    ("Lorg/junit/Rule;", "a rule (@Rule)"),
];

fn annotations_of(class: &Class, method: &Method) -> Vec<Annotation> {
    annotations(class, method.annotations.visible.as_deref())
}

fn beyond(found: &[Annotation]) -> Option<String> {
    let known = |a: &Annotation| BEYOND.iter().find(|(name, _)| *name == a.name).map(|(_, what)| *what);
    found
        .iter()
        .find_map(known)
        .map(|what| format!("{what} is not supported; `jaywalk run --test` runs it once"))
}

fn role(class: &Class, method: &Method) -> Option<Role> {
    let found = annotations_of(class, method);
    ROLES.iter().find(|(name, _)| found.iter().any(|a| a.name == *name)).map(|(_, role)| *role)
}

impl World {
    fn class(&mut self, name: Symbol) -> Result<Option<Rc<Class>>, Problem> {
        if let Some(known) = self.classes.get(&name) {
            return Ok(known.clone());
        }
        let class = match self.path.class_bytes(name)? {
            Some(found) => Some(Rc::new(classfile::parse(&found.bytes, &found.origin, None, ANY_VERSION)?)),
            None => None,
        };
        self.classes.insert(name, class.clone());
        Ok(class)
    }

    /// The class and its superclasses as far as they are on the class path, the class itself first.
    fn line(&mut self, class: &Rc<Class>) -> Result<Vec<Rc<Class>>, Problem> {
        let mut line = vec![class.clone()];
        while let Some(name) = line.last().and_then(|last| last.super_name) {
            match self.class(name)? {
                Some(above) if line.len() < MAX_DEPTH => line.push(above),
                _ => break,
            }
        }
        Ok(line)
    }

    fn tests_of(&mut self, class: &Rc<Class>, out: &mut Vec<TestCase>) -> Result<(), Problem> {
        if class.access.is_abstract() || class.access.is_interface() {
            return Ok(());
        }
        let line = self.line(class)?;
        let is_old =
            line.iter().any(|c| c.super_name.is_some_and(|s| s.as_str() == "junit/framework/TestCase"))
                || line.iter().any(|c| c.name.as_str() == "junit/framework/TestCase");
        let mut seen: Vec<Symbol> = Vec::new();
        for owner in &line {
            for method in &*owner.methods {
                let is_test = match is_old {
                    true => method.name.as_str().starts_with("test") && method.desc == names::VOID_DESC,
                    false => {
                        role(owner, method) == Some(Role::Test)
                            || beyond(&annotations_of(owner, method)).is_some()
                    }
                };
                if is_test && !seen.contains(&method.name) {
                    seen.push(method.name);
                    let test = self.test(class, owner, method, is_old)?;
                    out.push(test);
                }
            }
        }
        Ok(())
    }

    fn test(
        &mut self,
        class: &Rc<Class>,
        owner: &Rc<Class>,
        method: &Method,
        is_old: bool,
    ) -> Result<TestCase, Problem> {
        let own = annotations_of(owner, method);
        let of_class = annotations(class, class.annotations.visible.as_deref());
        let of_fields: Vec<Annotation> = class
            .fields
            .iter()
            .flat_map(|field| annotations(class, field.annotations.visible.as_deref()))
            .collect();
        let is_disabled = |found: &[Annotation]| found.iter().any(|a| DISABLED.contains(&a.name.as_str()));
        let parameters = (method.desc != names::VOID_DESC).then(|| {
            "a test with parameters is not supported; `jaywalk run --test` runs it once".to_string()
        });
        let disabled =
            (is_disabled(&own) || is_disabled(&of_class)).then(|| "disabled by its annotation".to_string());
        let skipped = disabled
            .or_else(|| beyond(&own))
            .or_else(|| beyond(&of_class))
            .or_else(|| beyond(&of_fields))
            .or(parameters);
        let expected = own.iter().flat_map(|a| &a.classes).find(|(name, _)| name == "expected");
        let expected =
            expected.map(|(_, desc)| desc.trim_start_matches('L').trim_end_matches(';').replace('/', "."));
        let mut calls = Vec::new();
        let around = self.around(class)?;
        for (phase, role) in [('a', Role::BeforeAll), ('b', Role::BeforeEach)] {
            // What stands further out or further up comes first.
            for class in around.iter().rev() {
                self.add_calls(class, phase, role, true, is_old, &mut calls)?;
            }
        }
        calls.push(format!("t:{}#{}", external(owner.name), method.name));
        for (phase, role) in [('e', Role::AfterEach), ('z', Role::AfterAll)] {
            for class in &around {
                self.add_calls(class, phase, role, false, is_old, &mut calls)?;
            }
        }
        let (class, method) = (external(class.name), method.name.to_string());
        Ok(TestCase {
            class,
            method,
            skipped,
            expected: expected.filter(|name| name != "org.junit.Test$None"),
            calls,
        })
    }

    /// The class and those around it, innermost first: an inner class runs with what its outer classes have.
    fn around(&mut self, class: &Rc<Class>) -> Result<Vec<Rc<Class>>, Problem> {
        let mut around = vec![class.clone()];
        while around.len() < MAX_DEPTH {
            let last = &around[around.len() - 1];
            let own = last.inner_classes.iter().find(|row| row.inner == last.name);
            let Some(outer) = own.filter(|row| !row.access.is_static()).and_then(|row| row.outer) else {
                break;
            };
            match self.class(outer)? {
                Some(outer) => around.push(outer),
                None => break,
            }
        }
        Ok(around)
    }

    fn add_calls(
        &mut self,
        class: &Rc<Class>,
        phase: char,
        wanted: Role,
        top_down: bool,
        is_old: bool,
        calls: &mut Vec<String>,
    ) -> Result<(), Problem> {
        let mut line = self.line(class)?;
        if top_down {
            line.reverse();
        }
        let is_static = |method: &Method| method.access.has(Access::STATIC);
        for owner in line {
            for method in &*owner.methods {
                let old = match wanted {
                    Role::BeforeEach => is_old && method.name.as_str() == "setUp",
                    Role::AfterEach => is_old && method.name.as_str() == "tearDown",
                    _ => false,
                };
                let fits = old || role(&owner, method) == Some(wanted);
                let call = format!("{phase}:{}#{}", external(owner.name), method.name);
                // A method that is overridden is called once, as its lowest form.
                let overridden = !is_static(method) && calls.iter().any(|c| same_method(c, &call));
                if fits && method.desc == names::VOID_DESC && !overridden {
                    calls.push(call);
                }
            }
        }
        Ok(())
    }
}

fn external(name: Symbol) -> String {
    name.text().replace('/', ".")
}

/// The same phase and the same method name.
fn same_method(a: &str, b: &str) -> bool {
    a[..1] == b[..1] && a.split_once('#').map(|(_, name)| name) == b.split_once('#').map(|(_, name)| name)
}
