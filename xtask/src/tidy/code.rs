//! Rules for one Rust file: sizes, the first comment, `unsafe`, left-over macros.

use super::Problem;
use super::mask::{code_only, words};
use super::rules::{
    ARITHMETIC, BANNED_MACROS, ENGINES, FILE_LINES_AIM, FILE_LINES_MAX, FILE_OPENERS, FUNCTION_LINES_MAX,
    GENERATOR_FILES, GENERATORS, LINE_COLUMNS_MAX, OPCODE_TABLES, STEPPERS, STEPPING, UNSAFE_FILES,
};
use super::tree::File;

pub fn check(file: &File) -> Vec<Problem> {
    let code = code_only(&file.text);
    let functions = functions(&code);
    let mut out = Vec::new();
    out.extend(file_size(file, &functions));
    out.extend(first_comment(file));
    out.extend(words_not_allowed(file, &code));
    out.extend(opens_files(file, &code));
    out.extend(computes(file, &code));
    out.extend(draws(file, &code));
    out.extend(steps(file, &code));
    out.extend(long_functions(file, &functions));
    out.extend(wide_lines(file));
    out
}

/// An exception whose file or function is gone would let in the next one of that name unseen.
pub fn stale_exceptions(files: &[File]) -> Vec<Problem> {
    let code = |path: &str| files.iter().find(|file| file.path == path).map(|file| code_only(&file.text));
    let has_unsafe = |code: &str| words(code).iter().any(|(word, _)| *word == "unsafe");
    let idle_files =
        UNSAFE_FILES.iter().filter(|(path, _)| !code(path).is_some_and(|code| has_unsafe(&code)));
    let idle_tables = OPCODE_TABLES.iter().filter(|(path, name, _)| {
        let functions = code(path).map(|code| functions(&code)).unwrap_or_default();
        !functions.iter().any(|function| function.name == *name && function.lines > FUNCTION_LINES_MAX)
    });
    let takes_steps = |place: &str| {
        let own = files.iter().filter(|file| file.path.starts_with(place) && file.path.ends_with(".rs"));
        own.map(|file| code_only(&file.text)).any(|code| STEPPING.iter().any(|how| code.contains(how)))
    };
    let idle_steppers = STEPPERS.iter().filter(|(place, _)| *place != "crates/lts/" && !takes_steps(place));
    let places = idle_files.map(|(path, _)| path).chain(idle_tables.map(|(path, _, _)| path));
    let places = places.chain(idle_steppers.map(|(place, _)| place));
    places
        .map(|path| Problem::error(*path, "is excepted from a rule without need (xtask/src/tidy/rules.rs)"))
        .collect()
}

/// An opcode table weighs no more than the longest ordinary function: it is read one arm at a time.
fn file_size(file: &File, functions: &[Function]) -> Option<Problem> {
    let tables = functions.iter().filter(|function| is_table(file, function));
    let excepted: usize = tables.map(|table| table.lines.saturating_sub(FUNCTION_LINES_MAX)).sum();
    let lines = file.text.lines().count() - excepted;
    if lines > FILE_LINES_MAX {
        return Some(Problem::error(&file.path, format!("{lines} lines; {FILE_LINES_MAX} at most")));
    }
    let message = format!("{lines} lines; aim under {FILE_LINES_AIM}");
    (lines > FILE_LINES_AIM).then(|| Problem::warning(&file.path, message))
}

/// Text in quotes goes on in the next line, behind a backslash.
fn wide_lines(file: &File) -> Vec<Problem> {
    let is_wide = |line: &str| line.trim_end().chars().count() > LINE_COLUMNS_MAX;
    let wide = file.text.lines().enumerate().filter(|(_, line)| is_wide(line));
    wide.map(|(at, _)| {
        Problem::error(&file.path, format!("line {} has more than {LINE_COLUMNS_MAX} columns", at + 1))
    })
    .collect()
}

fn first_comment(file: &File) -> Option<Problem> {
    let good = file.text.starts_with("//");
    (!good).then(|| Problem::error(&file.path, "begins without a comment (`//!`) that names its duty"))
}

fn words_not_allowed(file: &File, code: &str) -> Vec<Problem> {
    let mut out = Vec::new();
    let mut unsafe_lines = Vec::new();
    for (index, line) in code.lines().enumerate() {
        for (word, next) in words(line) {
            if word == "unsafe" {
                unsafe_lines.push(index + 1);
            }
            if next == '!' && BANNED_MACROS.contains(&word) {
                out.push(Problem::error(
                    format!("{}:{}", file.path, index + 1),
                    format!("`{word}!` is left over"),
                ));
            }
        }
    }
    let unsafe_allowed = UNSAFE_FILES.iter().any(|(path, _)| *path == file.path);
    if let Some(first) = unsafe_lines.first().filter(|_| !unsafe_allowed) {
        let message =
            format!("`unsafe` ({} times) in a file that is not in the list for it", unsafe_lines.len());
        out.push(Problem::error(format!("{}:{first}", file.path), message));
    }
    out
}

/// Rooms take values and return values: whose code names the system's files is in a list. Tests may.
fn opens_files(file: &File, code: &str) -> Option<Problem> {
    let (room, rest) = file.path.strip_prefix("crates/")?.split_once('/')?;
    let is_test = !rest.starts_with("src/") || rest.ends_with("tests.rs") || rest.ends_with("testing.rs");
    if is_test || FILE_OPENERS.iter().any(|(owner, _)| *owner == room) {
        return None;
    }
    let at = shipped(code).lines().position(|line| line.contains("std::fs"))?;
    let message = "`std::fs` in a room that is not in the list for it";
    Some(Problem::error(format!("{}:{}", file.path, at + 1), message))
}

/// An engine of operations has no arithmetic of its own.
fn computes(file: &File, code: &str) -> Option<Problem> {
    let is_engine = ENGINES.iter().any(|engine| file.path.starts_with(engine));
    let at = code.lines().position(|line| ARITHMETIC.iter().any(|how| line.contains(how)))?;
    let message = "computes by itself; what an operation means is in ir::scalar";
    is_engine.then(|| Problem::error(format!("{}:{}", file.path, at + 1), message))
}

/// Generators of chance come from one place, so that a test is known by its seed.
fn draws(file: &File, code: &str) -> Option<Problem> {
    let is_generator =
        |line: &str| GENERATORS.iter().any(|(first, second)| line.contains(&[*first, *second].concat()));
    let at = code.lines().position(is_generator)?;
    let is_allowed = GENERATOR_FILES.iter().any(|(path, _)| *path == file.path);
    let message = "a generator of its own: tests have testkit's, rooms have base's";
    (!is_allowed).then(|| Problem::error(format!("{}:{}", file.path, at + 1), message))
}

/// One core explores; whoever else takes steps of a system is in a list. Tests may.
fn steps(file: &File, code: &str) -> Option<Problem> {
    let (_, rest) = file.path.strip_prefix("crates/")?.split_once('/')?;
    let is_test = !rest.starts_with("src/") || rest.ends_with("tests.rs");
    if is_test || STEPPERS.iter().any(|(place, _)| file.path.starts_with(place)) {
        return None;
    }
    let at = shipped(code).lines().position(|line| STEPPING.iter().any(|how| line.contains(how)))?;
    let message =
        "takes steps of a system: that is search's core's, or needs a reason (xtask/src/tidy/rules.rs)";
    Some(Problem::error(format!("{}:{}", file.path, at + 1), message))
}

/// Code without the tests that stand behind it.
fn shipped(code: &str) -> &str {
    code.split("#[cfg(test)]").next().unwrap_or_default()
}

fn long_functions(file: &File, functions: &[Function]) -> Vec<Problem> {
    let too_long = |function: &&Function| function.lines > FUNCTION_LINES_MAX && !is_table(file, function);
    let complaint = |function: &Function| {
        let message = format!("function `{}` has {} lines", function.name, function.lines);
        let place = format!("{}:{}", file.path, function.line);
        Problem::error(place, format!("{message}; {FUNCTION_LINES_MAX} at most"))
    };
    functions.iter().filter(too_long).map(complaint).collect()
}

fn is_table(file: &File, function: &Function) -> bool {
    OPCODE_TABLES.iter().any(|(path, name, _)| *path == file.path && *name == function.name)
}

#[derive(Debug, PartialEq, Eq)]
struct Function {
    name: String,
    /// Counted from 1.
    line: usize,
    /// From the line of `fn` to the line of the closing brace.
    lines: usize,
}

/// All functions with a body, by counting brackets in masked text.
fn functions(code: &str) -> Vec<Function> {
    let mut out = Vec::new();
    let mut from = 0;
    while let Some(found) = code[from..].find("fn ") {
        let start = from + found;
        from = start + 3;
        let is_own_word = !code[..start].chars().next_back().is_some_and(super::mask::is_word);
        let name = words(code[from..].lines().next().unwrap_or("")).first().map(|(word, _)| word.to_string());
        let (true, Some(name), Some(end)) = (is_own_word, name, body_end(&code[from..])) else { continue };
        let line = code[..start].matches('\n').count() + 1;
        let lines = code[start..from + end].matches('\n').count() + 1;
        out.push(Function { name, line, lines });
    }
    out
}

/// The offset behind the body of the function whose name stands first; none for a declaration.
fn body_end(code: &str) -> Option<usize> {
    let (mut round, mut curly) = (0i32, 0i32);
    for (offset, c) in code.char_indices() {
        match c {
            '(' | '[' => round += 1,
            // A closing bracket of something outside: `fn` was a type such as `Box<fn (i32)>`.
            ')' | ']' if round == 0 => return None,
            ')' | ']' => round -= 1,
            ';' if round == 0 && curly == 0 => return None,
            '{' => curly += 1,
            '}' if curly == 0 => return None,
            '}' => {
                curly -= 1;
                if curly == 0 && round == 0 {
                    return Some(offset);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: &str) -> File {
        File { path: path.into(), text: text.into() }
    }

    fn messages(path: &str, text: &str) -> Vec<String> {
        check(&file(path, text)).iter().map(Problem::to_string).collect()
    }

    #[test]
    fn finds_functions() {
        let code = "fn a() {}\ntrait T { fn b(x: [u8; 3]); }\nconst fn c(\n) -> u8 {\n  { 1 }\n}\ntype F = fn (u8);\n";
        let function = |name: &str, line, lines| Function { name: name.into(), line, lines };
        assert_eq!(functions(code), [function("a", 1, 1), function("c", 3, 4)]);
    }

    #[test]
    fn a_long_function_is_an_error() {
        let text = format!("//! x\nfn f() {{\n{}}}\n", "    g();\n".repeat(FUNCTION_LINES_MAX));
        assert_eq!(messages("a.rs", &text), ["error: a.rs:2: function `f` has 72 lines; 70 at most"]);
    }

    #[test]
    fn rooms_are_handed_their_files() {
        let text = "//! x\nuse std::fs::File;\n";
        let refused = "`std::fs` in a room that is not in the list for it";
        assert_eq!(messages("crates/ir/src/a.rs", text), [format!("error: crates/ir/src/a.rs:2: {refused}")]);
        assert!(messages("crates/cli/src/a.rs", text).is_empty());
        assert!(messages("crates/ir/tests/a.rs", text).is_empty());
        assert!(messages("crates/ir/src/a.rs", "//! x\n#[cfg(test)]\nuse std::fs;\n").is_empty());
        assert!(messages("crates/ir/src/a.rs", "//! std::fs in a comment\n").is_empty());
    }

    #[test]
    fn engines_have_no_arithmetic() {
        let text = "//! x\nfn f(a: i32) -> i32 { a.wrapping_add(1) }\n";
        let refused = "computes by itself; what an operation means is in ir::scalar";
        assert_eq!(
            messages("crates/delta/src/a.rs", text),
            [format!("error: crates/delta/src/a.rs:2: {refused}")]
        );
        assert!(messages("crates/ir/src/scalar.rs", text).is_empty());
    }

    #[test]
    fn one_core_takes_steps() {
        let text = "//! x\nfn f() { self.system.step(choice); }\n";
        assert_eq!(messages("crates/cli/src/a.rs", text).len(), 1);
        assert!(messages("crates/search/src/core.rs", text).is_empty());
        assert!(messages("crates/search/tests/a.rs", text).is_empty());
    }

    #[test]
    fn generators_stand_in_one_place() {
        let (first, second) = GENERATORS[0];
        let text = format!("//! x\nconst A: u64 = {first}{second};\n");
        assert_eq!(messages("crates/search/tests/a.rs", &text).len(), 1);
        assert!(messages("crates/testkit/src/random.rs", &text).is_empty());
    }

    #[test]
    fn a_wide_line_is_an_error() {
        let long = "x".repeat(LINE_COLUMNS_MAX);
        assert_eq!(messages("a.rs", &format!("//! {long}\n")).len(), 1, "a comment");
        assert_eq!(messages("a.rs", &format!("//! a\nfn f() {{ {long}() }}\n")).len(), 1, "code");
        assert_eq!(messages("a.rs", &format!("//! a\nconst A: &str = \"{long}\";\n")).len(), 1, "text");
    }

    #[test]
    fn sizes_of_files() {
        let text = |lines: usize| format!("//! x\n{}", "\n".repeat(lines - 1));
        assert!(messages("a.rs", &text(FILE_LINES_AIM)).is_empty());
        assert_eq!(messages("a.rs", &text(401)), ["warning: a.rs: 401 lines; aim under 400"]);
        assert_eq!(messages("a.rs", &text(701)), ["error: a.rs: 701 lines; 700 at most"]);
    }

    #[test]
    fn words_that_may_not_stand() {
        let text = "//! todo!() unsafe\n#![forbid(unsafe_code)]\nfn f() { unsafe { dbg!(1) } }\n";
        let expected = [
            "error: a.rs:3: `dbg!` is left over",
            "error: a.rs:3: `unsafe` (1 times) in a file that is not in the list for it",
        ];
        assert_eq!(messages("a.rs", text), expected);
        assert_eq!(messages("a.rs", "fn f() {}\n").len(), 1);
    }
}
