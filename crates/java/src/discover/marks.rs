//! What annotations make of a class and its methods, in either version of JUnit, and which of them are beyond
//! what is followed.

use classfile::{Class, Method};
use vm::program::{Annotation, annotations, parameter_annotations};

/// What an annotation makes of a method.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Role {
    BeforeAll,
    BeforeEach,
    Test,
    AfterEach,
    AfterAll,
}

const ROLES: [(&str, Role); 14] = [
    ("Lorg/junit/Test;", Role::Test),
    ("Lorg/junit/Before;", Role::BeforeEach),
    ("Lorg/junit/After;", Role::AfterEach),
    ("Lorg/junit/BeforeClass;", Role::BeforeAll),
    ("Lorg/junit/AfterClass;", Role::AfterAll),
    ("Lorg/junit/jupiter/api/Test;", Role::Test),
    (REPEATED, Role::Test),
    (PARAMETERIZED, Role::Test),
    ("Lorg/junit/jupiter/api/TestFactory;", Role::Test),
    ("Lorg/junit/jupiter/api/TestTemplate;", Role::Test),
    ("Lorg/junit/jupiter/api/BeforeEach;", Role::BeforeEach),
    ("Lorg/junit/jupiter/api/AfterEach;", Role::AfterEach),
    ("Lorg/junit/jupiter/api/BeforeAll;", Role::BeforeAll),
    ("Lorg/junit/jupiter/api/AfterAll;", Role::AfterAll),
];
pub const PARAMETERIZED: &str = "Lorg/junit/jupiter/params/ParameterizedTest;";
pub const REPEATED: &str = "Lorg/junit/jupiter/api/RepeatedTest;";
const DISABLED: [&str; 2] = ["Lorg/junit/Ignore;", "Lorg/junit/jupiter/api/Disabled;"];
const RULES: [&str; 2] = ["Lorg/junit/Rule;", "Lorg/junit/ClassRule;"];
const RUN_WITH: &str = "Lorg/junit/runner/RunWith;";
const PARAMETERIZED_RUNNER: &str = "Lorg/junit/runners/Parameterized;";
/// Runners that do what JUnit does without one.
const USUAL_RUNNERS: [&str; 4] = [
    "Lorg/junit/runners/JUnit4;",
    "Lorg/junit/runners/BlockJUnit4ClassRunner;",
    "Lorg/junit/experimental/runners/Enclosed;",
    "Lorg/junit/platform/runner/JUnitPlatform;",
];

/// Annotations that change what a test is in ways that are not followed. A name that ends in a slash is a
/// package.
const BEYOND: [(&str, &str); 10] = [
    ("Lorg/junit/jupiter/api/TestFactory;", "a test factory (@TestFactory)"),
    ("Lorg/junit/jupiter/api/TestTemplate;", "a test template (@TestTemplate)"),
    ("Lorg/junit/jupiter/api/condition/", "a condition (@EnabledIf and its like)"),
    ("Lorg/junit/jupiter/api/extension/", "an extension (@ExtendWith, @RegisterExtension)"),
    ("Lorg/junit/jupiter/api/io/TempDir;", "a folder for files (@TempDir)"),
    (
        "Lorg/junit/jupiter/params/provider/ArgumentsSource;",
        "a source of arguments of its own (@ArgumentsSource)",
    ),
    ("Lorg/junit/jupiter/params/provider/CsvFileSource;", "a source of arguments in a file (@CsvFileSource)"),
    ("Lorg/junit/runners/Parameterized$UseParametersRunnerFactory;", "a runner of its own"),
    ("Lorg/junit/runners/Parameterized$BeforeParam;", "@BeforeParam"),
    ("Lorg/junit/runners/Parameterized$AfterParam;", "@AfterParam"),
];
/// Annotations of parameters: what converts or aggregates arguments, and whatever an extension would resolve.
const BEYOND_OF_PARAMETERS: [(&str, &str); 3] = [
    ("Lorg/junit/jupiter/params/converter/", "a converter of its own (@ConvertWith)"),
    ("Lorg/junit/jupiter/params/aggregator/", "an aggregator of arguments (@AggregateWith)"),
    ("Lorg/junit/jupiter/api/io/TempDir;", "a folder for files (@TempDir)"),
];
/// What JUnit 5 itself gives to methods that ask for it.
const GIVEN: [&str; 3] = [
    "Lorg/junit/jupiter/api/TestInfo;",
    "Lorg/junit/jupiter/api/RepetitionInfo;",
    "Lorg/junit/jupiter/api/TestReporter;",
];

pub fn of_method(class: &Class, method: &Method) -> Vec<Annotation> {
    annotations(class, method.annotations.visible.as_deref())
}

pub fn of_class(class: &Class) -> Vec<Annotation> {
    annotations(class, class.annotations.visible.as_deref())
}

pub fn role(class: &Class, method: &Method) -> Option<Role> {
    let found = of_method(class, method);
    ROLES.iter().find(|(name, _)| has(&found, name)).map(|(_, role)| *role)
}

pub fn has(found: &[Annotation], name: &str) -> bool {
    found.iter().any(|a| a.name == name)
}

pub fn is_disabled(found: &[Annotation]) -> bool {
    DISABLED.iter().any(|name| has(found, name))
}

/// Why a test is skipped, given what it has that is not followed.
pub fn unsupported(what: &str) -> String {
    format!("{what} is not supported; `jaywalk run --test` runs it once")
}

/// What of these annotations is not followed, in words.
pub fn beyond(found: &[Annotation]) -> Option<String> {
    among(found, &BEYOND)
}

fn among(found: &[Annotation], table: &[(&str, &str)]) -> Option<String> {
    let fits = |name: &str, a: &Annotation| match name.ends_with('/') {
        true => a.name.starts_with(name),
        false => a.name == name,
    };
    let known = |a: &Annotation| table.iter().find(|(name, _)| fits(name, a)).map(|(_, what)| *what);
    found.iter().find_map(known).map(unsupported)
}

/// What of a method's parameters is not followed. The first ones of a parameterized test come from its
/// sources.
pub fn beyond_of_parameters(class: &Class, method: &Method, has_rows: bool) -> Option<String> {
    let desc = method.desc.text();
    let found = parameter_annotations(class, method.parameter_annotations.as_deref());
    let marked = among(&found, &BEYOND_OF_PARAMETERS);
    if has_rows || marked.is_some() {
        let accessor = desc.contains("Lorg/junit/jupiter/params/aggregator/");
        let all = "a test that takes all its arguments as one (ArgumentsAccessor)";
        return marked.or_else(|| accessor.then(|| unsupported(all)));
    }
    let parameters = desc.strip_prefix('(').and_then(|rest| rest.split(')').next()).unwrap_or_default();
    let rest = GIVEN.iter().fold(parameters.to_string(), |rest, given| rest.replace(given, ""));
    (!rest.is_empty())
        .then(|| unsupported(&format!("a parameter of {} that an extension would have to give", method.name)))
}

/// What a class is run with.
pub enum Runner {
    Usual,
    /// JUnit 4's `Parameterized`.
    Parameterized,
    /// Its name.
    Other(String),
}

pub fn runner(found: &[Annotation]) -> Runner {
    let named = found.iter().filter(|a| a.name == RUN_WITH).flat_map(|a| &a.classes);
    match named.map(|(_, desc)| desc.as_str()).next() {
        None => Runner::Usual,
        Some(usual) if USUAL_RUNNERS.contains(&usual) => Runner::Usual,
        Some(PARAMETERIZED_RUNNER) => Runner::Parameterized,
        Some(other) => Runner::Other(external(other)),
    }
}

/// Whether JUnit 4's rules are around the tests of this class. Those that write files are refused: no file
/// can be written.
pub fn rules(class: &Class) -> Result<bool, String> {
    let of_fields =
        class.fields.iter().map(|f| (annotations(class, f.annotations.visible.as_deref()), f.desc));
    let of_methods = class.methods.iter().map(|m| (of_method(class, m), m.desc));
    let mut any = false;
    for (found, desc) in of_fields.chain(of_methods) {
        if RULES.iter().any(|rule| has(&found, rule)) {
            any = true;
            if desc.as_str().ends_with("Lorg/junit/rules/TemporaryFolder;") {
                return Err(unsupported("a rule that writes files (TemporaryFolder)"));
            }
        }
        if let Some(why) = beyond(&found).filter(|_| !desc.as_str().starts_with('(')) {
            return Err(why);
        }
    }
    Ok(any)
}

/// `Lpkg/Cls;` as `pkg.Cls`.
pub fn external(desc: &str) -> String {
    desc.trim_start_matches('L').trim_end_matches(';').replace('/', ".")
}
