//! Filetests: small programs in the text form of the IR with inputs and what must come of them. Every engine
//! runs the same lines, so that none can mean something else by an operation.
//!
//! ```text
//! #@ engines: eval vm
//! #@ class: Div
//! #@ run: Div.of(II)I 7 2 -> 3
//! #@ run: Div.of(II)I 7 0 -> throws java/lang/ArithmeticException
//! method Div.of(II)I params 2 registers 3 refs
//!   idiv r2 r0 r1
//!   return r2
//! ```
//!
//! The code is text to this file: engines read it. A key that is not known is an error, because a misspelt
//! key would silently weaken the test.

use std::path::{Path, PathBuf};

pub use value::{LineResult, result_type, types, word};

mod value;

/// The engines that there are. A header that names another is wrong.
pub const ENGINES: &[&str] = &["eval", "vm"];

/// One file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filetest {
    /// The file's name without `.ir`.
    pub name: String,
    pub engines: Vec<String>,
    pub classes: Vec<ClassLine>,
    pub runs: Vec<RunLine>,
    /// The whole file; header lines are comments of the text form.
    pub text: String,
}

/// `class: P extends Q implements I J fields x:I y:J statics s:D`, or `interface: I`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassLine {
    pub name: String,
    pub parent: String,
    pub is_interface: bool,
    pub interfaces: Vec<String>,
    /// Names and descriptors.
    pub fields: Vec<(String, String)>,
    pub statics: Vec<(String, String)>,
}

/// `run: P.m(I)I 7 -> 3`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunLine {
    /// Where it stands, counted from 1.
    pub line: usize,
    /// Class, name and descriptor, as methods are titled.
    pub method: String,
    pub args: Vec<u64>,
    pub expected: LineResult,
}

/// Whatever can run the code of a filetest.
pub trait Engine {
    /// Its name in headers.
    fn name(&self) -> &'static str;
    /// Makes the classes and methods of a file known.
    fn load(&mut self, test: &Filetest) -> Result<(), String>;
    /// Calls a static method of a loaded file; its result as a register holds it, or the class of what it
    /// throws, with slashes.
    fn call(&mut self, method: &str, args: &[u64]) -> Result<Result<u64, String>, String>;
}

/// All filetests of the tree, by name.
pub fn all() -> Vec<Filetest> {
    let folder = crate::repo_root().join("tests/ir");
    let mut pending = vec![folder.clone()];
    let mut paths: Vec<PathBuf> = Vec::new();
    while let Some(at) = pending.pop() {
        let entries = std::fs::read_dir(&at).unwrap_or_else(|error| panic!("{}: {error}", at.display()));
        for path in entries.map(|entry| entry.expect("an entry of a folder").path()) {
            match path.is_dir() {
                true => pending.push(path),
                false if path.extension().is_some_and(|ending| ending == "ir") => paths.push(path),
                false => {}
            }
        }
    }
    paths.sort();
    paths.iter().map(|path| read(&folder, path)).collect()
}

fn read(folder: &Path, path: &Path) -> Filetest {
    let name = path.strip_prefix(folder).unwrap_or(path).with_extension("").to_string_lossy().into_owned();
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    parse(&name, &text).unwrap_or_else(|what| panic!("{}: {what}", path.display()))
}

/// Reads the header of a file.
pub fn parse(name: &str, text: &str) -> Result<Filetest, String> {
    let mut test = Filetest {
        name: name.into(),
        engines: Vec::new(),
        classes: Vec::new(),
        runs: Vec::new(),
        text: text.into(),
    };
    for (number, line) in text.lines().enumerate() {
        let Some(line) = line.trim_start().strip_prefix("#@") else { continue };
        header(&mut test, number + 1, line.trim()).map_err(|what| format!("line {}: {what}", number + 1))?;
    }
    match (test.engines.is_empty(), test.runs.is_empty()) {
        (true, _) => Err("no engine is named".into()),
        (_, true) => Err("nothing is run".into()),
        _ => Ok(test),
    }
}

fn header(test: &mut Filetest, number: usize, line: &str) -> Result<(), String> {
    let (key, value) = line.split_once(':').ok_or("a key and a colon expected")?;
    let words: Vec<&str> = value.split_whitespace().collect();
    match key {
        "engines" => {
            let unknown = words.iter().find(|word| !ENGINES.contains(word));
            if let Some(word) = unknown {
                return Err(format!("there is no engine {word}; there are {}", ENGINES.join(", ")));
            }
            test.engines.extend(words.iter().map(|word| (*word).to_owned()));
        }
        "class" | "interface" => test.classes.push(class(key == "interface", &words)?),
        "run" => test.runs.push(run(number, &words)?),
        _ => return Err(format!("there is no key {key}")),
    }
    Ok(())
}

fn class(is_interface: bool, words: &[&str]) -> Result<ClassLine, String> {
    let [name, rest @ ..] = words else { return Err("a class needs a name".into()) };
    let mut class = ClassLine {
        name: (*name).into(),
        parent: "java/lang/Object".into(),
        is_interface,
        interfaces: Vec::new(),
        fields: Vec::new(),
        statics: Vec::new(),
    };
    let mut part = "";
    for &word in rest {
        let field = || {
            let split = word.split_once(':').ok_or_else(|| format!("{word}: name:descriptor expected"));
            split.map(|(name, desc)| (name.to_owned(), desc.to_owned()))
        };
        match (word, part) {
            ("extends" | "implements" | "fields" | "statics", _) => part = word,
            (_, "extends") => class.parent = word.into(),
            (_, "implements") => class.interfaces.push(word.into()),
            (_, "fields") => class.fields.push(field()?),
            (_, "statics") => class.statics.push(field()?),
            _ => return Err(format!("{word}: extends, implements, fields or statics expected")),
        }
    }
    Ok(class)
}

fn run(line: usize, words: &[&str]) -> Result<RunLine, String> {
    let arrow = words.iter().position(|&word| word == "->").ok_or("-> and a result expected")?;
    let [method, args @ ..] = &words[..arrow] else { return Err("a method expected".into()) };
    let types = types(method)?;
    if types.len() != args.len() {
        return Err(format!("{} arguments for {} parameters", args.len(), types.len()));
    }
    let args = args.iter().zip(&types).map(|(text, &ty)| word(text, ty)).collect::<Result<_, _>>()?;
    let expected = match &words[arrow + 1..] {
        ["throws", class] => LineResult::Throws((*class).into()),
        ["void"] if result_type(method)? == 'V' => LineResult::Void,
        [value] => LineResult::value(value, result_type(method)?)?,
        _ => return Err("one value, void, or throws and a class expected behind ->".into()),
    };
    Ok(RunLine { line, method: (*method).into(), args, expected })
}

/// Runs every filetest that names the engine: the single place through which these tests go. Returns how many
/// files and lines there were.
///
/// # Panics
/// If a line comes to something else than the file says.
pub fn check(engine: &mut dyn Engine) -> (usize, usize) {
    let (mut files, mut lines, mut faults) = (0, 0, Vec::new());
    let name = engine.name();
    for test in all().iter().filter(|test| test.engines.iter().any(|engine| engine == name)) {
        files += 1;
        if let Err(what) = engine.load(test) {
            faults.push(format!("{}.ir: {what}", test.name));
            continue;
        }
        for run in &test.runs {
            lines += 1;
            let verdict = engine.call(&run.method, &run.args).and_then(|found| run.expected.compare(&found));
            if let Err(what) = verdict {
                faults.push(format!("{}.ir:{}: {}: {what}", test.name, run.line, run.method));
            }
        }
    }
    assert!(faults.is_empty(), "{} faults of {}:\n{}", faults.len(), engine.name(), faults.join("\n"));
    (files, lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers() {
        let text = "#@ engines: eval vm\n#@ class: P extends Q implements I fields x:I statics s:J\n\
                    #@ run: P.m(IJ)D -1 0x10 -> 2.5\n#@ run: P.n()V -> throws java/lang/Error\nmethod P.n";
        let test = parse("a", text).unwrap();
        assert_eq!(test.engines, ["eval", "vm"]);
        assert_eq!((test.classes[0].parent.as_str(), test.classes[0].interfaces[0].as_str()), ("Q", "I"));
        assert_eq!(test.classes[0].fields, [("x".to_owned(), "I".to_owned())]);
        assert_eq!(test.runs[0].args, [0xffff_ffff, 16]);
        assert_eq!((test.runs[0].line, test.runs[1].line), (3, 4));
        assert_eq!(test.runs[1].expected, LineResult::Throws("java/lang/Error".into()));
    }

    #[test]
    fn wrong_headers() {
        let fault = |line: &str| parse("a", &format!("#@ engines: vm\n{line}")).unwrap_err();
        assert_eq!(fault("#@ rum: x"), "line 2: there is no key rum");
        assert_eq!(fault("#@ engines: jit"), "line 2: there is no engine jit; there are eval, vm");
        assert_eq!(fault("#@ run: P.m(I)I -> 3"), "line 2: 0 arguments for 1 parameters");
        assert_eq!(fault("#@ run: P.m(I)I 3"), "line 2: -> and a result expected");
        assert_eq!(fault("#@ run: P.m(I)I 3 -> x"), "line 2: x: a value of type I expected");
        assert_eq!(fault("#@ run: P.m()V -> 3"), "line 2: 3: a value of type V expected");
        assert_eq!(fault(""), "nothing is run");
    }
}
