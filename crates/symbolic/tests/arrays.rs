//! Arrays of arrays, by indices that depend on the state: every element is compared with itself by its numbers.

use sym::{Answer, SymbolicModel};

const HEAD: &str = "MODULE part(row, at)
DEFINE own := row[at];
MODULE main
VAR m : array 1..2 of array 0..2 of 0..2; i : 1..2; j : 0..2; p : part(m[i], j);
DEFINE
  row := m[3 - i];
  tab := [[j, 2, m[1][j]], [i, m[i][0], 0]];
";

/// What is written by indices, and what it is by numbers.
fn pairs(a: usize, b: usize) -> Vec<(&'static str, String)> {
    let tab = [["j", "2", "m[1][j]"], ["i", "m[i][0]", "0"]];
    vec![
        ("m[i][j]", format!("m[{a}][{b}]")),
        ("p.own", format!("m[{a}][{b}]")),
        ("row[j]", format!("m[{}][{b}]", 3 - a)),
        ("m[i][(j + 1) mod 3]", format!("m[{a}][{}]", (b + 1) % 3)),
        ("tab[i - 1][j]", tab[a - 1][b].to_string()),
        ("m[(i = 1 ? 2 : 1)][2 - j]", format!("m[{}][{}]", 3 - a, 2 - b)),
    ]
}

fn answers(text: &str) -> Vec<Answer> {
    let model: SymbolicModel = match smv::read("arrays.smv", text, &[]) {
        Ok(read) => read.model,
        Err(problem) => panic!("{problem:?}\n{text}"),
    };
    let options = bdd::BddOptions { node_limit: 1 << 20, squaring: true, stop_at_first: false };
    bdd::answer(&model, &options, &mut |_| true).answers
}

#[test]
fn elements_are_those_that_the_indices_name() {
    let mut text = HEAD.to_string();
    let mut expected = Vec::new();
    for (a, b) in [(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)] {
        for (written, meant) in pairs(a, b) {
            text += &format!("INVARSPEC (i = {a} & j = {b}) -> {written} = {meant}\n");
            // Another place of the array is another value.
            text += &format!("INVARSPEC (i = {a} & j = {b}) -> {written} = m[1][0] + m[2][2] + 1\n");
            expected.extend([true, false]);
        }
    }
    let found: Vec<bool> = answers(&text).iter().map(|answer| *answer == Answer::Holds).collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn after_a_step_indices_are_those_after_it() {
    let text = format!(
        "{HEAD}TRANS next(m[i][j]) = 1 & next(i) = 2 & next(j) = 1\nINIT m[2][1] = 1 & i = 1 & j = 0\n\
         INVARSPEC m[2][1] = 1\nINVARSPEC m[2][2] = 1\n"
    );
    let found: Vec<bool> = answers(&text).iter().map(|answer| *answer == Answer::Holds).collect();
    assert_eq!(found, [true, false]);
}
