//! What SMV says, by expressions whose truth is known before the model is read, and by what must be refused.

use logic::Formula;
use smv::{SmvProblem, read};
use sym::Question;

/// A closed expression that is true, and one that is not.
fn is_true(text: &str) -> bool {
    let model = format!("MODULE main\nVAR unused : boolean;\nINVARSPEC {text}\n");
    let read = read("m.smv", &model, &[]).unwrap_or_else(|problem| panic!("{text}: {problem:?}"));
    match read.model.specs[0].question {
        Question::Invariant(Formula::True) => true,
        Question::Invariant(Formula::False) => false,
        ref other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn numbers_are_computed_with_as_in_c() {
    for a in -9i64..=9 {
        for b in -4i64..=4 {
            let (x, y) = (format!("({a})"), format!("({b})"));
            assert!(is_true(&format!("{x} + {y} = ({})", a + b)));
            assert!(is_true(&format!("{x} - {y} = ({})", a - b)));
            assert!(is_true(&format!("{x} * {y} = ({})", a * b)));
            assert_eq!(is_true(&format!("{x} < {y}")), a < b);
            assert_eq!(is_true(&format!("{x} >= {y}")), a >= b);
            assert!(is_true(&format!("max({x}, {y}) = ({}) & min({x}, {y}) = ({})", a.max(b), a.min(b))));
            if b != 0 {
                assert!(is_true(&format!("{x} / {y} = ({}) & {x} mod {y} = ({})", a / b, a % b)), "{a} {b}");
            }
        }
    }
    assert!(is_true("2 + 3 * 4 = 14 & (1 - 2 - 3) = -4 & -7 / 2 = -3 & -7 mod 2 = -1"));
    assert!(is_true("3 in {1, 3} & !(2 in {1, 3}) & 2 in 1..4 & abs(-3) = 3 & count(TRUE, FALSE, TRUE) = 2"));
}

#[test]
fn words_wrap_around() {
    for bits in [3u32, 4] {
        let (count, half) = (1i64 << bits, 1i64 << (bits - 1));
        let unsigned = |value: i64| format!("0ud{bits}_{}", value.rem_euclid(count));
        let wrap = |value: i64| (value + half).rem_euclid(count) - half;
        let signed = |value: i64| format!("swconst({}, {bits})", wrap(value));
        for a in 0..count {
            for b in 0..count {
                let (x, y) = (unsigned(a), unsigned(b));
                for (op, value) in
                    [("+", a + b), ("-", a - b), ("*", a * b), ("&", a & b), ("|", a | b), ("xor", a ^ b)]
                {
                    assert!(is_true(&format!("({x} {op} {y}) = {}", unsigned(value))), "{x} {op} {y}");
                }
                assert_eq!(is_true(&format!("{x} < {y}")), a < b);
                let (c, d) = (wrap(a), wrap(b));
                let (v, z) = (signed(c), signed(d));
                assert_eq!(is_true(&format!("{v} < {z}")), c < d);
                assert!(is_true(&format!("{v} * {z} = {}", signed(c * d))));
                if b != 0 {
                    assert!(is_true(&format!(
                        "{x} / {y} = {} & {x} mod {y} = {}",
                        unsigned(a / b),
                        unsigned(a % b)
                    )));
                    assert!(is_true(&format!(
                        "{v} / {z} = {} & {v} mod {z} = {}",
                        signed(c / d),
                        signed(c % d)
                    )));
                }
                if b <= i64::from(bits) {
                    assert!(is_true(&format!(
                        "{x} << {b} = {} & {x} >> {b} = {}",
                        unsigned(a << b),
                        unsigned(a >> b)
                    )));
                    assert!(is_true(&format!("{v} >> {b} = {}", signed(c >> b))));
                }
            }
            assert!(is_true(&format!("toint({}) = {a} & toint({}) = ({})", unsigned(a), signed(a), wrap(a))));
            assert!(is_true(&format!(
                "-{} = {} & !{} = {}",
                unsigned(a),
                unsigned(-a),
                unsigned(a),
                unsigned(!a)
            )));
            assert!(is_true(&format!("extend({}, 2) = swconst({}, {})", signed(a), wrap(a), bits + 2)));
            assert!(is_true(&format!("unsigned({}) = {}", signed(a), unsigned(a))));
        }
    }
    assert!(is_true(
        "0b4_1010 :: 0h8_f0 = 0uh12_af0 & 0b4_1010[2:1] = 0b2_01 & bool(0b1_1) & word1(TRUE) = 0b_1"
    ));
    assert!(is_true(
        "sizeof(0ud5_3) = 5 & resize(0ud5_19, 3) = 0ud3_3 & 0ud64_18446744073709551615 + 0ud64_1 = 0ud64_0"
    ));
}

#[test]
fn operators_bind_as_in_nusmv() {
    assert!(
        is_true("TRUE | FALSE & FALSE") && is_true("FALSE -> FALSE -> FALSE") && is_true("!FALSE & TRUE")
    );
    assert!(
        is_true("1 + 1 = 2 & 2 < 3")
            && is_true("FALSE & FALSE <-> FALSE")
            && is_true("TRUE ? FALSE : TRUE | TRUE -> TRUE")
    );
    assert!(is_true("case FALSE : FALSE; TRUE : TRUE; esac") && is_true("1 - -1 = 2"));
}

fn refused(body: &str) -> (String, bool) {
    match read("m.smv", &format!("MODULE main\n{body}"), &[]) {
        Err(SmvProblem::Model(error)) => (error.to_string(), error.is_gap),
        other => panic!("{body}: {:?}", other.map(|_| ())),
    }
}

#[test]
fn mistakes_are_told_with_their_place() {
    for (body, what) in [
        (
            "VAR x : 0..3;\nASSIGN next(x) := x + 1;",
            "m.smv:3:19: x can get a value that its type does not have",
        ),
        (
            "VAR x : boolean;\nASSIGN next(x) := case x : FALSE; esac;",
            "m.smv:3:19: the conditions of this case leave",
        ),
        ("VAR x : 0..3; y : 0..3;\nINVAR x / y = 1", "m.smv:3:7: this can divide by zero"),
        ("VAR x : boolean;\nASSIGN x := TRUE; next(x) := FALSE;", "m.smv:3:24: x is assigned twice"),
        ("VAR x : boolean; y : boolean;\nASSIGN x := y; y := !x;", "m.smv:3:8: x depends on its own value"),
        (
            "VAR x : boolean; y : boolean;\nASSIGN next(x) := next(y); next(y) := !next(x);",
            "depends on its own",
        ),
        ("VAR x : boolean;\nDEFINE a := b; b := a & x;\nINVAR a", "is defined by itself"),
        ("VAR x : boolean;\nDEFINE a := b; b := a;\nINVAR a", "is defined by itself"),
        ("VAR x : boolean;\nINIT next(x)", "m.smv:3:6: next() stands in TRANS"),
        ("VAR x : boolean;\nTRANS next(next(x))", "m.smv:3:12: next() stands in TRANS"),
        ("VAR x : 0..3;\nINVAR x", "m.smv:3:7: a boolean is expected here, and this is a number"),
        ("VAR x : {a, b};\nINVAR x = c", "m.smv:3:11: c is not declared"),
        ("VAR x : 0..3;\nINVAR x-1 = 2", "x-1 is not declared; it is one name"),
        ("VAR x : word[4];\nINVAR x = 0ud3_1", "an unsigned word[4] is never an unsigned word[3]"),
        ("VAR x : boolean; x : boolean;", "m.smv:2:18: x is declared twice"),
        ("VAR m : other;", "m.smv:2:9: there is no module other"),
        ("VAR m : main;", "stands within itself"),
        ("IVAR i : boolean;\nVAR x : boolean;\nINVAR i = x", "inputs belong to steps"),
        ("FROZENVAR x : boolean;\nASSIGN next(x) := TRUE;", "x is frozen"),
        ("VAR x : boolean;\nLTLSPEC AG x", "path quantifiers are of CTL"),
        ("VAR x : boolean;\nCTLSPEC G x", "this is of LTL"),
        ("VAR x : boolean\nINVAR x", "m.smv:3:1: ; is expected here, not INVAR"),
        (
            "VAR a : array 0..2 of boolean; i : 0..3;\nINVAR a[i]",
            "m.smv:3:9: the index can be outside of 0..2",
        ),
        (
            "VAR a : array 0..1 of array 0..2 of boolean; i : 0..2;\nINVAR a[i][i]",
            "m.smv:3:9: the index can be outside of 0..1",
        ),
        (
            "VAR a : array 0..2 of array 0..1 of boolean; i : 0..2;\nINVAR a[i][i]",
            "m.smv:3:12: the index can be outside of 0..1",
        ),
        ("VAR a : array 0..1 of array 0..1 of boolean; i : 0..1;\nINVAR a[i]", "this is a whole array"),
        ("VAR x : boolean;\nDEFINE t := [x, !x];\nINVAR t", "this is a whole array"),
        ("VAR x : boolean;\nDEFINE t := [x, !x];\nINVAR t[2]", "the array has no element 2"),
        ("VAR i : 0..1;\nDEFINE t := [t[0], TRUE];\nINVAR t[i]", "is defined by itself"),
        ("VAR i : 0..1;\nDEFINE t := t[i];\nINVAR t[i]", "is defined by itself"),
        ("VAR x : word[4]; i : 0..3;\nINVAR x[i] = 0ud1_1", "bits of a word are selected by [high:low]"),
        ("VAR x : boolean;\nINVAR (x", "is expected here, not the end of the text"),
    ] {
        let (text, is_gap) = refused(body);
        assert!(text.contains(what) && text.contains('^') && !is_gap, "{body}\n{text}");
    }
    for (body, what) in [
        ("VAR x : boolean;\nLTLSPEC Y x", "operators of the past"),
        ("VAR x : integer;", "the infinite type integer"),
        ("VAR x : boolean;\nCOMPUTE MIN [x, x]", "COMPUTE"),
        ("VAR x : word[65];", "words of other than 1 to 64 bits"),
        ("VAR x : 0..3;\nINVAR x + {1, 2} = 3", "a set of values within an expression"),
    ] {
        let (text, is_gap) = refused(body);
        assert!(text.contains(what) && is_gap, "{body}\n{text}");
    }
}

#[test]
fn modules_arrays_and_processes_are_put_in_place() {
    let text = "MODULE cell(left, tokens)\nVAR has : boolean;\nASSIGN next(has) := left.has;\nDEFINE other := \
        tokens[1];\n\
        MODULE main\nVAR a : cell(b, t); b : cell(a, t); t : array 0..1 of 0..2; i : 0..1;\n\
        ASSIGN init(t[0]) := 2; next(t[1]) := t[i];\nINVAR a.other = t[1]\n\
        CTLSPEC NAME round := AG (a.has -> AX b.has)\n";
    let model = read("ring.smv", text, &[]).expect("a model").model;
    let names: Vec<&str> = model.variables.iter().map(|variable| variable.name.as_str()).collect();
    assert_eq!(names, ["a.has", "b.has", "t[0]", "t[1]", "i"]);
    assert!(model.specs[0].name.starts_with("round: ") && model.specs[0].place == "ring.smv:9");
    let text = "MODULE p(x)\nASSIGN next(x) := !x;\nFAIRNESS running\nMODULE main\nVAR x : boolean; a : process \
        p(x); b : process p(x);\n";
    let model = read("p.smv", text, &[]).expect("a model").model;
    assert_eq!(model.variables.last().map(|variable| variable.name.as_str()), Some("_process_selector_"));
    assert_eq!(model.justice.len(), 2);
}
