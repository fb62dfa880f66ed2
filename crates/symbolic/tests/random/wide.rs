//! The words of random models with more in them.

use super::Kind;

/// A module within a module, which gives its own parameter on; an array; names among numbers; signed words.
pub const HEAD: &str = "MODULE middle(y)\nVAR k : part(y);\nDEFINE r := k.r; both := k.r & y;\n\
    MODULE main\nVAR p : boolean; q : boolean; s : {a, 2, c}; ar : array 0..1 of 0..2; g : signed word[2];\n";

pub const NAMES: [(&str, Kind); 6] = [
    ("p", Kind::Bool),
    ("q", Kind::Bool),
    ("s", Kind::Symbol),
    ("ar[0]", Kind::Number),
    ("ar[1]", Kind::Number),
    ("g", Kind::Word),
];

pub fn values(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Bool => &["p"],
        Kind::Symbol => &["a", "2", "c", "s"],
        Kind::Number => &[
            "0",
            "2",
            "ar[0]",
            "ar[1]",
            "2 - ar[1]",
            "(ar[0] + 1) mod 3",
            "ar[toint(unsigned(g)) mod 2]",
            "min(ar[0], ar[1])",
            "count(p, q)",
            "(m.both ? ar[0] : 1)",
            "abs(toint(g))",
        ],
        Kind::Word => &[
            "0sd2_1",
            "-0sd2_1",
            "g",
            "g + 0sd2_1",
            "-g",
            "g * g",
            "!g",
            "g << 1",
            "g >> 1",
            "signed(word1(p) :: word1(m.r))",
            "resize(extend(g, 2), 2)",
            "signed(extend(unsigned(g), 3)[2:1])",
            "swconst(-2, 2)",
            "signed(uwconst(3, 2))",
            "g xor 0sd2_1",
            "g mod swconst(-2, 2)",
            "g / 0sd2_1",
            "(g & -0sd2_1) | 0sd2_1",
        ],
    }
}

pub const ATOMS: [&[&str]; 4] = [
    &["s = a", "s = 2", "s != c", "s in {2, c}"],
    &["ar[0] < ar[1]", "ar[1] = 2", "ar[0] + ar[1] in 1..2", "ar[ar[0] / 2] = 0"],
    &[
        "g < 0sd2_0",
        "g >= -0sd2_1",
        "g[0:0] = 0ub1_1",
        "toint(g) = -2",
        "unsigned(g) > 0ud2_1",
        "(g >> 1) = g",
        "extend(g, 1) = 0sd3_1",
        "(unsigned(g) :: word1(p)) = 0ud3_5",
        "sizeof(g) = 2 & bool(g[1:1])",
    ],
    &["m.r", "m.both", "m.k.r"],
];
