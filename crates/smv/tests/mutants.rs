//! Damaged models are refused or read, and never end in a panic.

use testkit::random::Random;

const MODELS: &[&str] = &[
    "MODULE p(a, b)\nVAR pc : {out, wait, cs};\nASSIGN\n  init(pc) := out;\n  next(pc) := case pc = out : {out, wait}; \
        pc = wait & !b : cs; pc = cs : out; TRUE : pc; esac;\n  next(a) := pc = out;\nFAIRNESS running\nMODULE main\n\
        VAR x : boolean; y : boolean; p1 : process p(x, y); p2 : process p(y, x);\n\
        CTLSPEC AG !(p1.pc = cs & p2.pc = cs)\nLTLSPEC G (p1.pc = wait -> F p1.pc = cs)\n",
    "MODULE main\nVAR w : unsigned word[8]; v : signed word[4]; n : -3..9; t : array 0..3 of 0..5;\nIVAR i : boolean;\n\
        FROZENVAR f : 1..4;\nDEFINE d := (n + 2) * 3 mod 7; e := w[3:0] :: 0b4_1010;\nASSIGN\n  init(w) := 0ud8_3;\n\
        next(w) := i ? w + 0ud8_1 : w << 2;\n  next(n) := case n < 9 : n + 1; TRUE : -3 union 2; esac;\n\
        init(t[1]) := {1, 2, 5};\nINIT n = 0 & t[f - 1] > 2\nINVAR d >= 0 -> e != w\nTRANS next(t[0]) = t[0] | \
        toint(v) > 1\n\
        JUSTICE n = 3\nCOMPASSION (i = i & n > 2, w > 0ud8_9)\nINVARSPEC NAME safe := n in -3..9 & t[2] != 7\n\
        CTLSPEC E [n < 3 U AX (w = e)] -> !EG f = 2\nLTLSPEC (n = 1) U (X f = 3 V G n <= 9)\n",
    "MODULE part(row)\nDEFINE own := row[1];\nMODULE main\nVAR m : array 0..1 of array 0..1 of 0..2; i : 0..1; p \
        : part(m[i]);\n\
        DEFINE t := [[i, 2], [m[0][i], p.own]]; r := m[i];\nASSIGN next(m[0][1]) := t[i][1 - i] mod 3;\n\
        TRANS next(m[i][i]) = r[1] | next(t[0][0]) = i\nINVARSPEC r[i] < 3 & t[1][i] < 3\n",
];

fn pieces(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    for c in text.chars() {
        match pieces.last_mut() {
            Some(last) if c.is_alphanumeric() && last.chars().all(char::is_alphanumeric) => last.push(c),
            _ => pieces.push(c.to_string()),
        }
    }
    pieces
}

/// How many: a sample in the usual tests, more where `JAYWALK_SMV_MUTANTS` asks for it.
fn count() -> u64 {
    std::env::var("JAYWALK_SMV_MUTANTS").ok().and_then(|text| text.parse().ok()).unwrap_or(2_000)
}

#[test]
fn damaged_models_never_panic() {
    let own: Vec<Vec<String>> = MODELS.iter().map(|model| pieces(model)).collect();
    let (mut read, mut refused) = (0, 0);
    for seed in 0..count() {
        let mut random = Random::new(seed);
        let mut model = own[random.below(own.len())].clone();
        for _ in 0..1 + random.below(4) {
            if model.len() < 2 {
                break;
            }
            let at = random.below(model.len());
            let other = own[random.below(own.len())].clone();
            let piece = other[random.below(other.len())].clone();
            match random.below(6) {
                0 => drop(model.remove(at)),
                1 => model.insert(at, piece),
                2 => model[at] = piece,
                3 => model.truncate(at.max(1)),
                4 => {
                    model[at] = ["99999999999", "\u{e9}", "(", "-", "0sd64_1", "\"", "0..", "next"]
                        [random.below(8)]
                    .to_string()
                }
                _ => {
                    let to = (at + random.below(12)).min(model.len());
                    let part: Vec<String> = model[at..to].to_vec();
                    model.splice(at..at, part);
                }
            }
        }
        let text = model.concat();
        match smv::read("mutant.smv", &text, &[]) {
            Ok(_) => read += 1,
            Err(_) => refused += 1,
        }
    }
    assert!(read > count() / 50 && refused > count() / 50, "{read} read, {refused} refused");
}

#[test]
fn the_models_themselves_are_read() {
    for model in MODELS {
        let read = smv::read("model.smv", model, &[]);
        assert!(read.is_ok(), "{:?}", read.err());
    }
}

#[test]
fn what_is_too_deep_or_too_large_is_refused() {
    let deep = format!("MODULE main\nVAR x : boolean;\nINVAR {}x{}", "(".repeat(5_000), ")".repeat(5_000));
    let nots = format!("MODULE main\nVAR x : boolean;\nINVAR {}x", "!".repeat(100_000));
    let chain = format!("MODULE main\nVAR x : boolean;\nINVAR x{}", " & x".repeat(50_000));
    let minus = format!("MODULE main\nVAR x : 0..1;\nINVAR {}x = 0", "- ".repeat(50_000));
    let last = "MODULE main\nVAR x : array 9223372036854775807..9223372036854775807 of boolean;".to_string();
    let wide = "MODULE main\nVAR x : -2000000000000000000..9223372036854775807;".to_string();
    let array = "MODULE main\nVAR x : array 0..60000 of array 0..60000 of boolean;".to_string();
    let mut doubling = "MODULE m0\nVAR x : boolean;\n".to_string();
    (1..40).for_each(|i| doubling += &format!("MODULE m{i}\nVAR a : m{}; b : m{};\n", i - 1, i - 1));
    doubling += "MODULE main\nVAR z : m39;\n";
    let mut defines = "MODULE main\nVAR x : 0..1;\nDEFINE d0 := x;\n".to_string();
    (1..300).for_each(|i| defines += &format!("d{i} := d{} + d{};\n", i - 1, i - 1));
    defines += "INVAR d299 > 0";
    for text in [deep, nots, chain, minus, last, wide, array, doubling, defines] {
        assert!(smv::read("large.smv", &text, &[]).is_err());
    }
}
