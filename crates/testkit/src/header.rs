//! The header of a case: the `//@ key: value` lines that stand before everything else in its file.
//!
//! A key that is not known is an error, because a misspelt key would silently weaken the test.

use std::path::PathBuf;

/// What the header of one case asks for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Header {
    /// `run-native`: the real `java` is the oracle of `jaywalk run`.
    pub run_native: bool,
    /// `args: a b "c d"`: the program's arguments.
    pub args: Vec<String>,
    /// `options: -ea`: options for both `java` and `jaywalk run`, before the main class.
    pub options: Vec<String>,
    /// `reads: data`: a folder beside the case, in which both run and which is granted to `jaywalk`.
    pub reads: Option<String>,
    /// `writes`: `jaywalk` lets it write files, in memory.
    pub writes: bool,
    /// `needs: rhino js.jar`: a package of Debian's and the jars of it that stand on the class path of both.
    pub needs: Option<Needs>,
    /// `stdin: text`: what the program reads; `\n`, `\t` and `\\` are understood.
    pub stdin: String,
    /// `stderr: ignore`: the standard error stream is not compared.
    pub stderr: StderrRule,
    /// `unsupported: java.util.zip.Inflater`: the case is ahead of us, and stops with exit code 3 at what
    /// begins like this.
    pub unsupported: Option<String>,
    /// `jdk: 21+` or `jdk: 17`: the JDKs for which the case means anything.
    pub jdk: JdkRule,
    /// `check: deadlock`: what exploring the program comes to.
    pub check: Option<Expected>,
    /// `run: dfs bfs workers=2`: the engines that must agree.
    pub run: Vec<String>,
    /// `states: 26`: how many states a complete search stores.
    pub states: Option<u64>,
    /// `outputs: 0 1 | 1 0`: all that runs which end well can print.
    pub outputs: Option<Vec<String>>,
    /// `structures: 188`: how many different structures `Verify.stopIfVisited` sees.
    pub structures: Option<u64>,
    /// `expanded: 146`: how many of them are not first reached by the last of its calls.
    pub expanded: Option<u64>,
    /// `holds: ltl G main.ok`, `fails: ctl fair AG AF main.ok`: temporal properties, any number of them.
    pub temporal: Vec<Temporal>,
    /// `bench`: the case is also measured.
    pub bench: bool,
}

/// A library that a case runs with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Needs {
    pub package: String,
    /// Names of files in the folder of jars.
    pub jars: Vec<String>,
}

impl Needs {
    fn parse(value: &str) -> Result<Needs, String> {
        let mut words = words(value)?;
        match words.len() {
            0 | 1 => Err("needs is a package and the jars of it: `needs: rhino js.jar`".to_string()),
            _ => Ok(Needs { package: words.remove(0), jars: words }),
        }
    }

    /// Where the jars are; none if one of them is missing. `JAYWALK_TEST_JARS` names another folder.
    pub fn found(&self) -> Option<Vec<PathBuf>> {
        let folder = std::env::var_os("JAYWALK_TEST_JARS").map_or("/usr/share/java".into(), PathBuf::from);
        let jars: Vec<PathBuf> = self.jars.iter().map(|jar| folder.join(jar)).collect();
        jars.iter().all(|jar| jar.is_file()).then_some(jars)
    }
}

/// A temporal property and what becomes of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Temporal {
    pub holds: bool,
    /// `ltl`, `ctl`, `ctlstar` or `mu`.
    pub logic: String,
    pub fair: bool,
    /// It speaks of the next state, and makes sense without reduction only.
    pub unreduced: bool,
    pub formula: String,
}

/// `ltl fair unreduced FORMULA`; the two words in the middle may be left out.
fn temporal(holds: bool, value: &str) -> Result<Temporal, String> {
    let (logic, mut rest) = value.split_once(' ').unwrap_or((value, ""));
    if !["ltl", "ctl", "ctlstar", "mu"].contains(&logic) {
        return Err(format!("a property begins with ltl, ctl, ctlstar or mu, not `{logic}`"));
    }
    let mut takes = |word: &str| {
        let without = rest.trim_start().strip_prefix(word).filter(|rest| rest.starts_with(' '));
        rest = without.unwrap_or(rest);
        without.is_some()
    };
    let (fair, unreduced) = (takes("fair"), takes("unreduced"));
    let formula = rest.trim().to_string();
    if formula.is_empty() {
        return Err("the formula is missing".to_string());
    }
    Ok(Temporal { holds, logic: logic.to_string(), fair, unreduced, formula })
}

/// What a check comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expected {
    Safe,
    /// The property that is violated.
    Violation(String),
    Inconclusive,
}

/// What can be violated.
const PROPERTIES: [&str; 8] =
    ["deadlock", "partial-deadlock", "livelock", "assertion", "exception", "race", "temporal", "trace"];

fn expected(value: &str) -> Result<Expected, String> {
    match value {
        "safe" => Ok(Expected::Safe),
        "inconclusive" => Ok(Expected::Inconclusive),
        property if PROPERTIES.contains(&property) => Ok(Expected::Violation(property.to_string())),
        _ => {
            Err(format!("check is `safe`, `inconclusive` or one of {}, not `{value}`", PROPERTIES.join(", ")))
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StderrRule {
    #[default]
    Same,
    Ignore,
}

/// Which major versions of the JDK a case is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum JdkRule {
    #[default]
    Any,
    AtLeast(u32),
    Only(u32),
}

impl JdkRule {
    pub fn admits(self, major: u32) -> bool {
        match self {
            JdkRule::Any => true,
            JdkRule::AtLeast(least) => major >= least,
            JdkRule::Only(only) => major == only,
        }
    }
}

const MARK: &str = "//@";

impl Header {
    /// Reads the header of a case. The error names the line, counted from 1.
    pub fn parse(source: &str) -> Result<Header, String> {
        let mut header = Header::default();
        let mut seen: Vec<&str> = Vec::new();
        let mut in_header = true;
        for (index, line) in source.lines().enumerate() {
            let Some(rest) = line.trim_start().strip_prefix(MARK) else {
                in_header = false;
                continue;
            };
            let place = |message: String| format!("line {}: {message}", index + 1);
            if !in_header {
                return Err(place(format!("`{MARK}` lines stand at the very top of the file")));
            }
            let (key, value) = split_key(rest);
            if seen.contains(&key) && !matches!(key, "holds" | "fails") {
                return Err(place(format!("key `{key}` stands twice")));
            }
            seen.push(key);
            header.set(key, value).map_err(place)?;
        }
        if seen.is_empty() {
            return Err(format!("line 1: a case begins with a `{MARK}` line, such as `{MARK} run-native`"));
        }
        Ok(header)
    }

    fn set(&mut self, key: &str, value: Option<&str>) -> Result<(), String> {
        let needed = || value.ok_or_else(|| format!("key `{key}` needs a value: `{MARK} {key}: ...`"));
        match key {
            "run-native" => self.run_native = flag(key, value)?,
            "bench" => self.bench = flag(key, value)?,
            "args" => self.args = words(needed()?)?,
            "options" => self.options = words(needed()?)?,
            "writes" => self.writes = flag(key, value)?,
            "reads" => self.reads = Some(needed()?.to_string()),
            "needs" => self.needs = Some(Needs::parse(needed()?)?),
            "stdin" => self.stdin = unescape(needed()?)?,
            "stderr" => self.stderr = stderr_rule(needed()?)?,
            "unsupported" => self.unsupported = Some(needed()?.to_string()),
            "jdk" => self.jdk = jdk_rule(needed()?)?,
            "check" => self.check = Some(expected(needed()?)?),
            "holds" | "fails" => self.temporal.push(temporal(key == "holds", needed()?)?),
            "run" => self.run = words(needed()?)?,
            "states" => self.states = Some(number(needed()?)?),
            "outputs" => self.outputs = Some(outputs(needed()?)),
            "structures" => self.structures = Some(number(needed()?)?),
            "expanded" => self.expanded = Some(number(needed()?)?),
            _ => return Err(format!("unknown key `{key}`; {KNOWN}")),
        }
        Ok(())
    }
}

const KNOWN: &str = "known keys: args, bench, check, expanded, fails, holds, jdk, needs, options, outputs, \
    reads, run, run-native, states, stderr, stdin, structures, unsupported, writes";

fn split_key(rest: &str) -> (&str, Option<&str>) {
    match rest.split_once(':') {
        Some((key, value)) => (key.trim(), Some(value.trim())),
        None => (rest.trim(), None),
    }
}

/// What stands between bars; quotes may stand around it, and `none` says that no run ends well.
fn outputs(value: &str) -> Vec<String> {
    let parts = value.split('|').map(|part| part.trim().trim_matches('"').to_string());
    let mut outputs: Vec<String> = if value == "none" { Vec::new() } else { parts.collect() };
    outputs.sort();
    outputs
}

fn flag(key: &str, value: Option<&str>) -> Result<bool, String> {
    match value {
        None => Ok(true),
        Some(_) => Err(format!("key `{key}` takes no value")),
    }
}

fn stderr_rule(value: &str) -> Result<StderrRule, String> {
    match value {
        "ignore" => Ok(StderrRule::Ignore),
        "same" => Ok(StderrRule::Same),
        _ => Err(format!("stderr is `ignore` or `same`, not `{value}`")),
    }
}

fn jdk_rule(value: &str) -> Result<JdkRule, String> {
    match value.strip_suffix('+') {
        Some(least) => Ok(JdkRule::AtLeast(number(least)?)),
        None => Ok(JdkRule::Only(number(value)?)),
    }
}

fn number<N: std::str::FromStr>(value: &str) -> Result<N, String> {
    value.replace('_', "").parse().map_err(|_| format!("`{value}` is not a number"))
}

/// Splits at white space; double quotes keep a word together, and `""` is the empty word.
fn words(value: &str) -> Result<Vec<String>, String> {
    let mut out = Vec::new();
    let mut word: Option<String> = None;
    let mut quoted = false;
    for c in value.chars() {
        match c {
            '"' => {
                quoted = !quoted;
                word.get_or_insert_with(String::new);
            }
            c if c.is_whitespace() && !quoted => out.extend(word.take()),
            c => word.get_or_insert_with(String::new).push(c),
        }
    }
    if quoted {
        return Err(format!("a quote is left open in `{value}`"));
    }
    out.extend(word);
    Ok(out)
}

fn unescape(value: &str) -> Result<String, String> {
    let mut out = String::new();
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('\\') => out.push('\\'),
            other => return Err(format!("unknown escape `\\{}`", other.unwrap_or(' '))),
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_every_key() {
        let header = Header::parse(concat!(
            "//@ run-native\n//@ reads: data\n//@ writes\n//@ args: a \"b c\" \"\"\n//@ options: -ea\n//@ stdin: \
                one\\ntwo: 2\n",
            "//@ needs: rhino js.jar\n//@ stderr: ignore\n//@ jdk: 21+\n//@ check: deadlock\n//@ run: dfs bfs \
                workers=2\n",
            "//@ states: 1_000\n//@ outputs: 1 0 | \"\"\n//@ structures: 188\n//@ expanded: 146\n//@ \
                bench\nclass A {}\n"
        ))
        .unwrap();
        let expected = Header {
            run_native: true,
            reads: Some("data".into()),
            writes: true,
            args: vec!["a".into(), "b c".into(), String::new()],
            options: vec!["-ea".into()],
            stdin: "one\ntwo: 2".into(),
            needs: Some(Needs { package: "rhino".into(), jars: vec!["js.jar".into()] }),
            stderr: StderrRule::Ignore,
            unsupported: None,
            jdk: JdkRule::AtLeast(21),
            check: Some(Expected::Violation("deadlock".into())),
            run: vec!["dfs".into(), "bfs".into(), "workers=2".into()],
            states: Some(1000),
            outputs: Some(vec![String::new(), "1 0".into()]),
            structures: Some(188),
            expanded: Some(146),
            bench: true,
            temporal: vec![],
        };
        assert_eq!(header, expected);
    }

    #[test]
    fn refuses_what_it_does_not_know() {
        let errors = [
            ("//@ run-natve\n", "line 1: unknown key `run-natve`"),
            ("class A {}\n", "line 1: a case begins with"),
            ("//@ bench\nclass A {}\n//@ run-native\n", "line 3: `//@` lines stand at the very top"),
            ("//@ needs: rhino\n", "line 1: needs is a package and the jars of it"),
            ("//@ bench\n//@ bench\n", "line 2: key `bench` stands twice"),
            ("//@ run-native: yes\n", "line 1: key `run-native` takes no value"),
            ("//@ args\n", "line 1: key `args` needs a value"),
            ("//@ jdk: new\n", "line 1: `new` is not a number"),
            ("//@ stdin: a\\q\n", "line 1: unknown escape `\\q`"),
            ("//@ check: deadlok\n", "line 1: check is `safe`"),
            ("//@ args: \"a\n", "line 1: a quote is left open"),
        ];
        for (source, message) in errors {
            let error = Header::parse(source).unwrap_err();
            assert!(error.starts_with(message), "{source:?} gave {error:?}");
        }
    }

    #[test]
    fn jdk_rules_admit() {
        assert!(JdkRule::Any.admits(8) && JdkRule::AtLeast(17).admits(25) && JdkRule::Only(17).admits(17));
        assert!(!JdkRule::AtLeast(21).admits(17) && !JdkRule::Only(17).admits(21));
    }
}
