//! The words that random models are made of.

pub const HEAD: &str = "mtype = { red, green };\nbyte x, y = 1;\nbit b;\nbyte a[2];\nmtype m;\n\
    chan q = [1] of { byte };\nchan w = [2] of { mtype, bit };\nchan r = [0] of { byte };\n";

/// Records, channels of every kind, an inline and macros that make words.
pub const WIDE_HEAD: &str = "mtype:fruit = { apple, pear };\nmtype:fruit fr = pear;\n\
    typedef In { bit f[2]; byte u };\ntypedef Rec { byte v = 1; short h; In sub[2] };\ntypedef Msg { byte v; bit f };\n\
    Rec g;\nRec ga[2];\nMsg ms;\nshort s;\nint n;\nunsigned z : 3;\n\
    chan e = [3] of { byte, bit };\nchan c = [1] of { chan };\nchan rc = [0] of { chan, byte };\n\
    chan qa[2] = [1] of { short };\nchan qm = [1] of { mtype:fruit, Msg };\nchan e0 = [2] of { byte };\n\
    chan rb = [0] of { mtype, byte };\nchan sb = [2] of { bit };\n\
    #define glue(a, b) a ## b\n#define say(x) printf(#x)\n\
    inline step(from, by, to) { byte t; t = from; to = (t + by) % 2; skip }\n\
    inline twice(it) { it = (it + 1) % 2; it = 1 - it }\n";

pub const WIDE_LOCALS: &str = "\tbyte i; short h; Msg lm; byte la[2];\n";
pub const LOCAL_CHAN: &str = "\tchan lc = [1] of { byte };\n";
pub const LOCAL_ALIAS: &str = "\tchan lc = q;\n";

/// What a deterministic step may wait for.
pub const D_STEP_GUARDS: [&str; 10] = [
    "",
    "",
    "",
    "r?k;",
    "r?1;",
    "q?k;",
    "q!1;",
    "w??red, l;",
    "if :: r?k :: q?k; b = 1 fi;",
    "if :: x == 0 :: r?x fi;",
];

pub const CONDITIONS: [&str; 18] = [
    "x == 0",
    "x == 1",
    "y < 2",
    "b",
    "!b",
    "k == 0",
    "k > 0",
    "l",
    "m == red",
    "a[0] == a[1]",
    "nempty(q)",
    "nfull(w)",
    "len(q) == 1",
    "w?[red, 1]",
    "x + k == 1",
    "_nr_pr > 1",
    "(b -> x : k) == 0",
    "true",
];

pub const WIDE_CONDITIONS: [&str; 26] = [
    "g.v == 1",
    "ga[l].sub[b].f[1 - b]",
    "lm.v == ms.v",
    "s < 0",
    "n >= 0 && n < 3",
    "z & 1",
    "e??[1, 0]",
    "e?[eval(k), _]",
    "len(qa[l]) == 0",
    "empty(c)",
    "full(e0)",
    "c??[eval(q)]",
    "fr == apple",
    "_pid == 1",
    "_nr_pr < 3",
    "WHO == 0",
    "P0[0]:k == 0",
    "P0[0]@BEG",
    "P0[0]@end_stay",
    "glue(x, ) == 0",
    "(x ^ k) | l",
    "~s == 0",
    "nempty(lc)",
    "x << 1 == 2",
    "-n <= x / 2",
    "skip",
];

pub const DEEDS: [&str; 12] = [
    "x = (x + 1) % 3",
    "y = 2 - x % 2",
    "b = 1 - b",
    "k = (k + 1) % 2",
    "l = !l",
    "a[l] = k",
    "m = red",
    "m = green",
    "skip",
    "k = x",
    "a[1 - l] = x % 2",
    "printf(\"%d\\n\", x)",
];

pub const WIDE_DEEDS: [&str; 26] = [
    "g.v = x",
    "g.h = -k",
    "ga[l].v = (ga[l].v + 1) % 2",
    "ga[b].sub[l].f[k % 2] = !ga[b].sub[l].f[k % 2]",
    "ms.f = 1 - ms.f",
    "lm.v = ms.v",
    "ms.v = (ms.v + 1) & 1",
    "s = -s - 1",
    "s = (x << 15) + 3",
    "n = (n * 3 - 7) % 4",
    "n = ~n",
    "z = z - 2",
    "z++",
    "h = x - 2",
    "la[k % 2] = (l -> x : 255)",
    "k = 256 + l",
    "b = 2 + x",
    "lc = q",
    "lc = e0",
    "fr = apple",
    "k = len(e) % 2",
    "say(x + k)",
    "glue(l, a)[0] = 1",
    "m++",
    "h = (h >> 1) & 3",
    "l = (x > 1 && (y / 2) || n)",
];

pub const MESSAGES: [&str; 18] = [
    "q!k",
    "q?k",
    "q!1",
    "q?1",
    "q??0",
    "w!red, l",
    "w?m, l",
    "w??eval(m), l",
    "w!!m(1)",
    "r!k",
    "r!0",
    "r?k",
    "r?1",
    "r?eval(k)",
    "q?<k>",
    "w?red, _",
    "r!x",
    "q?_",
];

pub const WIDE_MESSAGES: [&str; 38] = [
    "e!!k, l",
    "e!!x % 2, 1",
    "e!2, b",
    "e??1, l",
    "e??eval(x), _",
    "e?<k, _>",
    "e??<_, 1>",
    "e?k(l)",
    "e??k, 0",
    "c!q",
    "c!lc",
    "c?lc",
    "c?_",
    "c??eval(e0)",
    "lc!1",
    "lc?k",
    "lc??1",
    "rc!q, k",
    "rc!lc(1)",
    "rc?lc, k",
    "rc?eval(q), _",
    "rc?lc(1)",
    "qa[l]!s",
    "qa[b]!-1",
    "qa[l]?h",
    "qa[1]?-1",
    "qm!fr, ms",
    "qm!apple(lm)",
    "qm?fr, lm",
    "qm?pear(_, 1)",
    "qm?<fr, ms>",
    "rb!red(x)",
    "rb!m, 1",
    "rb?red(k)",
    "rb?m, eval(x)",
    "sb!x",
    "sb?b",
    "sb?<l>",
];
