//! Finding the tests of a class path without running any of it: JUnit 4 and 5 by their annotations, JUnit 3
//! by its names.
//!
//! A test becomes a list of methods to call: what comes before all and before each, the test, what comes
//! after. Timeouts are ignored: while a program is explored, time means nothing. Where its arguments come
//! from is found out while it runs, each set of them being a path of its own.

mod marks;

use crate::program::LaunchError;
use base::{FastMap, Symbol, names};
use classfile::{Access, Class, ClassPath, Method, MethodDesc, Source};
use marks::{Role, Runner};
use std::path::PathBuf;
use std::rc::Rc;
use vm::program::Annotation;

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
    /// What there is to know beside the calls: `rows`, `expects=pkg.Exception`. The runner's `OneTest` says
    /// what they mean.
    ways: Vec<String>,
    /// `phase:class#method(parameters)`, in order.
    calls: Vec<String>,
}

impl TestCase {
    /// `pkg.Cls#method`.
    pub fn name(&self) -> String {
        format!("{}#{}", self.class, self.method)
    }

    /// The arguments of [`crate::prepare_one_test`]'s main class.
    pub fn arguments(&self) -> Vec<String> {
        let words = self.ways.iter().chain(&self.calls);
        std::iter::once(&self.class).chain(words).cloned().collect()
    }
}

/// All tests in these folders and jars, in the order of their names. `class_path` is where the classes are
/// that they need.
pub fn find_tests(paths: &[PathBuf], class_path: &[PathBuf]) -> Result<Vec<TestCase>, LaunchError> {
    let own = ClassPath::open(paths)?;
    let all: Vec<PathBuf> = paths.iter().chain(class_path).cloned().collect();
    let mut finder = TestFinder { path: ClassPath::open(&all)?, classes: FastMap::default() };
    let mut tests = Vec::new();
    for name in own.classes()? {
        if let Some(class) = finder.class(name)? {
            finder.tests_of(&class, &mut tests)?;
        }
    }
    tests.sort_by(|a: &TestCase, b| (&a.class, &a.method).cmp(&(&b.class, &b.method)));
    // A folder may be among the paths twice, or one below another.
    tests.dedup();
    Ok(tests)
}

struct TestFinder {
    path: ClassPath,
    classes: FastMap<Symbol, Option<Rc<Class>>>,
}

impl TestFinder {
    fn class(&mut self, name: Symbol) -> Result<Option<Rc<Class>>, LaunchError> {
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
    fn line(&mut self, class: &Rc<Class>) -> Result<Vec<Rc<Class>>, LaunchError> {
        let mut line = vec![class.clone()];
        while let Some(name) = line.last().and_then(|last| last.super_name) {
            match self.class(name)? {
                Some(above) if line.len() < MAX_DEPTH => line.push(above),
                _ => break,
            }
        }
        Ok(line)
    }

    fn tests_of(&mut self, class: &Rc<Class>, out: &mut Vec<TestCase>) -> Result<(), LaunchError> {
        if class.access.is_abstract() || class.access.is_interface() {
            return Ok(());
        }
        let line = self.line(class)?;
        let is_old =
            line.iter().any(|c| c.super_name.is_some_and(|s| s.as_str() == "junit/framework/TestCase"))
                || line.iter().any(|c| c.name.as_str() == "junit/framework/TestCase");
        let mut found: Vec<(Rc<Class>, &Method)> = Vec::new();
        for owner in &line {
            for method in &*owner.methods {
                let is_test = match is_old {
                    true => method.name.as_str().starts_with("test") && method.desc == names::VOID_DESC,
                    false => marks::role(owner, method) == Some(Role::Test),
                };
                let is_overridden = found.iter().any(|(_, m)| (m.name, m.desc) == (method.name, method.desc));
                if is_test && !is_overridden {
                    found.push((owner.clone(), method));
                }
            }
        }
        for (owner, method) in &found {
            let mut test = self.test(class, owner, method, is_old)?;
            // Tests of one name are told apart by their parameters.
            if found.iter().filter(|(_, m)| m.name == method.name).count() > 1 {
                test.method += &shown_parameters(method);
            }
            out.push(test);
        }
        Ok(())
    }

    fn test(
        &mut self,
        class: &Rc<Class>,
        owner: &Rc<Class>,
        method: &Method,
        is_old: bool,
    ) -> Result<TestCase, LaunchError> {
        let own = marks::of_method(owner, method);
        let around = self.around(class)?;
        let mut skipped = None;
        let mut ways = self.ways(&around, &mut skipped)?;
        let has_rows = marks::has(&own, marks::PARAMETERIZED);
        ways.extend(has_rows.then(|| "rows".to_string()));
        ways.extend(expected(&own).map(|exception| format!("expects={exception}")));
        ways.extend(repeats(&own).map(|times| format!("repeats={times}")));
        let mut calls = Vec::new();
        let mut unfit = marks::beyond_of_parameters(owner, method, has_rows);
        for (phase, role) in [('a', Role::BeforeAll), ('b', Role::BeforeEach)] {
            // What stands further out or further up comes first.
            for class in around.iter().rev() {
                self.add_calls(class, (phase, role), is_old, &mut calls, &mut unfit)?;
            }
        }
        calls.push(format!("t:{}#{}{}", external(owner.name), method.name, parameters(method)));
        for (phase, role) in [('e', Role::AfterEach), ('z', Role::AfterAll)] {
            for class in &around {
                self.add_calls(class, (phase, role), is_old, &mut calls, &mut unfit)?;
            }
        }
        let is_disabled = marks::is_disabled(&own) || marks::is_disabled(&marks::of_class(class));
        let disabled = is_disabled.then(|| "disabled by its annotation".to_string());
        let skipped = disabled.or_else(|| marks::beyond(&own)).or(skipped).or(unfit);
        Ok(TestCase { class: external(class.name), method: method.name.to_string(), skipped, ways, calls })
    }

    /// How the class's own annotations and those above and around it have its tests run, and what of that is
    /// not followed.
    fn ways(
        &mut self,
        around: &[Rc<Class>],
        skipped: &mut Option<String>,
    ) -> Result<Vec<String>, LaunchError> {
        let (mut is_parameterized, mut has_rules) = (false, false);
        for class in around {
            for above in self.line(class)? {
                let found = marks::of_class(&above);
                match marks::runner(&found) {
                    Runner::Usual => {}
                    Runner::Parameterized => is_parameterized = true,
                    Runner::Other(name) => {
                        let why = marks::unsupported(&format!("the runner {name} (@RunWith)"));
                        skipped.get_or_insert(why);
                    }
                }
                match marks::rules(&above) {
                    Ok(rules) => has_rules |= rules,
                    Err(why) => drop(skipped.get_or_insert(why)),
                }
                let of_methods = above.methods.iter().flat_map(|method| marks::of_method(&above, method));
                let around_rows: Vec<Annotation> =
                    of_methods.filter(|a| a.name.starts_with("Lorg/junit/runners/")).collect();
                if let Some(why) = marks::beyond(&found).or_else(|| marks::beyond(&around_rows)) {
                    skipped.get_or_insert(why);
                }
            }
        }
        let ways = [(is_parameterized, "parameterized"), (has_rules, "rules")];
        Ok(ways.iter().filter(|(on, _)| *on).map(|(_, way)| way.to_string()).collect())
    }

    /// The class and those around it, innermost first: an inner class runs with what its outer classes have.
    fn around(&mut self, class: &Rc<Class>) -> Result<Vec<Rc<Class>>, LaunchError> {
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

    /// Adds the methods with a role. What comes before goes downwards from the highest class, what comes
    /// after goes upwards.
    fn add_calls(
        &mut self,
        class: &Rc<Class>,
        (phase, wanted): (char, Role),
        is_old: bool,
        calls: &mut Vec<String>,
        unfit: &mut Option<String>,
    ) -> Result<(), LaunchError> {
        let mut line = self.line(class)?;
        if matches!(wanted, Role::BeforeAll | Role::BeforeEach) {
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
                let fits =
                    old && method.desc == names::VOID_DESC || marks::role(&owner, method) == Some(wanted);
                let call = format!("{phase}:{}#{}{}", external(owner.name), method.name, parameters(method));
                // A method that is overridden is called once, as its lowest form.
                let overridden = !is_static(method) && calls.iter().any(|c| same_method(c, &call));
                if fits && !overridden {
                    calls.push(call);
                    let why = marks::beyond_of_parameters(&owner, method, false);
                    *unfit = unfit.take().or(why);
                }
            }
        }
        Ok(())
    }
}

/// The exception that a test of JUnit 4 must throw.
fn expected(own: &[Annotation]) -> Option<String> {
    let named = own.iter().flat_map(|a| &a.classes).find(|(name, _)| name == "expected");
    named.map(|(_, desc)| marks::external(desc)).filter(|name| name != "org.junit.Test$None")
}

/// How often JUnit 5 would repeat a test.
fn repeats(own: &[Annotation]) -> Option<i32> {
    let repeated = own.iter().find(|a| a.name == marks::REPEATED)?;
    repeated.ints.iter().find(|(name, _)| name == "value").map(|(_, times)| *times)
}

fn external(name: Symbol) -> String {
    name.text().replace('/', ".")
}

/// `(ILjava/lang/String;)`.
fn parameters(method: &Method) -> &str {
    let desc = method.desc.as_str();
    desc.find(')').map_or("()", |end| &desc[..=end])
}

/// `(int,String)`.
fn shown_parameters(method: &Method) -> String {
    let taken_apart = MethodDesc::parse(method.desc);
    let simple = |(kind, desc): &(classfile::Kind, Symbol)| {
        let full = kind.java_name().map_or_else(|| marks::external(desc.as_str()), str::to_string);
        full.rsplit(['.', '$']).next().unwrap_or_default().to_string()
    };
    let names: Vec<String> = taken_apart.iter().flat_map(|desc| &desc.params).map(simple).collect();
    format!("({})", names.join(","))
}

/// The same phase and the same method, by name and parameters.
fn same_method(a: &str, b: &str) -> bool {
    a[..1] == b[..1] && a.split_once('#').map(|(_, name)| name) == b.split_once('#').map(|(_, name)| name)
}
