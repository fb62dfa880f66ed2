//! Sizes of automata: never above what is published, and never above what they were.

use logic::buchi::translate;
use logic::{Logic, parse};

fn states(text: &str) -> usize {
    let formula = parse(Logic::Ltl, text).unwrap_or_else(|error| panic!("{error}")).formula;
    translate(&formula).unwrap_or_else(|error| panic!("{text}: {error}")).states.len()
}

fn joined(count: usize, part: &str) -> String {
    (0..count).map(|i| format!("{part} p{i}")).collect::<Vec<_>>().join(" && ")
}

/// J. Cichoń, A. Czubak, A. Jasiński: Minimal Büchi automata for certain classes of LTL formulas (DepCoS
/// 2009) proves these least sizes, and reports 25 states by LTL2BA and 31 by SPOT for the last formula, whose
/// least automaton has 16.
#[test]
fn least_sizes_are_reached() {
    for n in 1..=6 {
        assert_eq!(states(&joined(n, "GF")), n + 1, "infinitely often, {n} times");
    }
    for n in 1..=5 {
        assert_eq!(states(&joined(n, "F")), 1 << n, "sometime, {n} times");
    }
    assert_eq!(states("F(a && F(b && F c)) && F(d && F(e && F f))"), 16);
}

/// The lecture shows what SPIN makes of the negated properties of its mutual exclusion protocol: two states
/// each.
#[test]
fn as_small_as_the_lectures_never_claims() {
    assert_eq!(states("! [] (! (cs1 && cs2))"), 2);
    assert_eq!(states("! [] (wait1 -> <> (cs1))"), 2);
}

/// The formulas on which Gastin and Oddoux (CAV 2001) measured their construction: one state more for each
/// assumption.
#[test]
fn fairness_assumptions_cost_one_state_each() {
    for n in 1..=6 {
        assert_eq!(states(&format!("!(({}) -> G(q -> F r))", joined(n, "GF"))), n + 2);
    }
}

/// The collections of Etessami and Holzmann (CONCUR 2000) and of Somenzi and Bloem (CAV 2000). The numbers
/// are ours: they may fall.
#[test]
fn collections_do_not_grow() {
    const COLLECTIONS: [(&str, usize); 38] = [
        ("p U (q & G r)", 2),
        ("p U (q & X(r U s))", 3),
        ("p U (q & X(r & F(s & X(F(t & X(F(u & X F v)))))))", 7),
        ("F(p & X G q)", 2),
        ("F(p & X(q & X F r))", 4),
        ("F(q & X(p U r))", 3),
        ("(F G q) | (G F p)", 5),
        ("G(p -> (q U r))", 2),
        ("F(p & XF(q & XF(r & XF s)))", 5),
        ("GF p & GF q & GF r & GF s & GF t", 6),
        ("(p U (q U r)) | (q U (r U p)) | (r U (p U q))", 2),
        ("G(p -> (q U (G r | G s)))", 4),
        ("p U q", 2),
        ("p U (q U r)", 3),
        ("!(p U (q U r))", 3),
        ("GF p -> GF q", 5),
        ("F p U G q", 3),
        ("G p U q", 4),
        ("!(F F p <-> F p)", 1),
        ("!(GF p -> GF q)", 3),
        ("!(GF p <-> GF q)", 7),
        ("p R (p | q)", 2),
        ("(X p U X q) | !X(p U q)", 1),
        ("(X p U q) | !X(p U (p & q))", 4),
        ("G(p -> F q) & ((X p U q) | !X(p U (p & q)))", 6),
        ("G(p -> F q) & ((X p U X q) | !X(p U q))", 2),
        ("G(p -> F q)", 2),
        ("!G(p -> X(q R r))", 3),
        ("!(GF p | FG q)", 3),
        ("G(F p & F q)", 3),
        ("F p & F !p", 4),
        ("(X(q) & r) R X(((s U p) R r) U (s R r))", 5),
        ("(G(q | GF p) & G(r | GF !p)) | G q | G r", 11),
        ("(G(q | FG p) & G(r | FG !p)) | G q | G r", 8),
        ("!((G(q | GF p) & G(r | GF !p)) | G q | G r)", 10),
        ("!((G(q | FG p) & G(r | FG !p)) | G q | G r)", 10),
        ("G(q | XG p) & G (r | XG !p)", 3),
        ("G(q | (X p & X !p))", 1),
    ];
    for (text, most) in COLLECTIONS {
        let found = states(text);
        assert!(found <= most, "{text}: {found} states, were {most}");
    }
}
