//! One system in several languages: the same formulas have the same verdicts.

use crate::jaywalk;

/// A way to ask, and how places of the two processes are written there.
struct Language {
    words: &'static [&'static str],
    file: &'static str,
    place: fn(u32, &str) -> String,
    /// Its own fairness cannot be left out.
    is_fair: bool,
}

const LANGUAGES: [Language; 4] = [
    Language {
        words: &["model"],
        file: "examples/models/mutex.model",
        place: |process, place| format!("{place}{process}"),
        is_fair: false,
    },
    Language {
        words: &["model"],
        file: "examples/models/mutex.pml",
        place: |process, place| format!("\"pc{process} == {place}\""),
        is_fair: false,
    },
    Language {
        words: &["model"],
        file: "examples/models/mutex.smv",
        place: |process, place| format!("\"p{process}.pc = {place}\""),
        is_fair: true,
    },
    Language {
        words: &["check", "-cp", "examples/models"],
        file: "examples/models/Mutex.java",
        place: |process, place| format!("\"Mutex.pc{process} == Mutex.{}\"", place.to_uppercase()),
        is_fair: false,
    },
];

/// The logic, the formula with places as `<who> <where>`, and whether it holds: of all runs, and of fair ones.
const FORMULAS: [(&str, &str, bool, bool); 5] = [
    ("--ltl", "G !(<1 cs> && <2 cs>)", true, true),
    ("--ltl", "G (<1 wait> -> F <1 cs>)", false, true),
    ("--ltl", "F G <1 out>", false, false),
    ("--ctl", "AG (<1 wait> -> AF <1 cs>)", false, true),
    ("--ctl", "AG EF <2 cs>", true, true),
];

/// The formula in the words of a language.
fn written(formula: &str, place: fn(u32, &str) -> String) -> String {
    let mut text = formula.to_string();
    for process in [1, 2] {
        for name in ["out", "wait", "cs"] {
            text = text.replace(&format!("<{process} {name}>"), &place(process, name));
        }
    }
    text
}

#[test]
fn formulas_mean_the_same_in_every_language() {
    let mut wrong = Vec::new();
    for language in &LANGUAGES {
        for (logic, formula, of_all, of_fair) in FORMULAS {
            let formula = written(formula, language.place);
            for (is_fair, holds) in [(false, of_all), (true, of_fair)] {
                if language.is_fair && !is_fair {
                    continue;
                }
                let mut words = language.words.to_vec();
                words.extend([logic, &formula]);
                words.extend((is_fair && !language.is_fair).then_some("--fair"));
                words.push(language.file);
                let (code, text) = jaywalk(&words);
                if code != i32::from(!holds) {
                    wrong.push(format!("{words:?}: exit code {code}\n{text}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
