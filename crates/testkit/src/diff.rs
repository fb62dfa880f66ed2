//! Where two texts part: the first differing lines with a little context, small enough to read in a list.

use std::fmt::Write;

/// Lines of agreement shown before the first difference.
const CONTEXT_LINES: usize = 2;
/// Lines shown of each side from the first difference on.
const SHOWN_LINES: usize = 5;
/// Longer lines are cut: a difference in a very long line is shown around where it begins.
const SHOWN_CHARS: usize = 160;

/// `None` when equal, else a block that shows where `got` leaves `expected`.
pub fn first_difference(what: &str, expected: &[u8], got: &[u8]) -> Option<String> {
    if expected == got {
        return None;
    }
    let (expected, got) = (String::from_utf8_lossy(expected), String::from_utf8_lossy(got));
    let expected: Vec<&str> = expected.split('\n').collect();
    let got: Vec<&str> = got.split('\n').collect();
    let same = expected.iter().zip(&got).take_while(|(a, b)| a == b).count();
    let mut out = format!("{what} differs from line {} on (- expected, + got):\n", same + 1);
    let first = same.saturating_sub(CONTEXT_LINES);
    for (number, line) in expected.iter().enumerate().take(same).skip(first) {
        let _ = writeln!(out, "    {:>4} | {}", number + 1, cut(line, 0));
    }
    let column = match (expected.get(same), got.get(same)) {
        (Some(a), Some(b)) => a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count(),
        _ => 0,
    };
    for (sign, side) in [('-', &expected), ('+', &got)] {
        for (number, line) in side.iter().enumerate().skip(same).take(SHOWN_LINES) {
            let column = if number == same { column } else { 0 };
            let _ = writeln!(out, "  {sign} {:>4} | {}", number + 1, cut(line, column));
        }
        let left = side.len().saturating_sub(same + SHOWN_LINES);
        if left > 0 {
            let _ = writeln!(out, "  {sign}      | ... {left} more lines");
        }
    }
    Some(out)
}

/// At most `SHOWN_CHARS` characters of a line, such that `column` is among them.
fn cut(line: &str, column: usize) -> String {
    if line.chars().count() <= SHOWN_CHARS {
        return line.to_string();
    }
    let skip = column.saturating_sub(SHOWN_CHARS / 2);
    let shown: String = line.chars().skip(skip).take(SHOWN_CHARS).collect();
    format!("{}{shown}...", if skip > 0 { "..." } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_is_none() {
        assert_eq!(first_difference("stdout", b"a\nb\n", b"a\nb\n"), None);
    }

    #[test]
    fn shows_the_parting_of_ways() {
        let text = first_difference("stdout", b"1\n2\n3\nfour\n5\n", b"1\n2\n3\nvier\n5\n").unwrap();
        assert_eq!(
            text,
            concat!(
                "stdout differs from line 4 on (- expected, + got):\n",
                "       2 | 2\n       3 | 3\n",
                "  -    4 | four\n  -    5 | 5\n  -    6 | \n",
                "  +    4 | vier\n  +    5 | 5\n  +    6 | \n"
            )
        );
    }

    #[test]
    fn long_lines_are_cut_around_the_difference() {
        let text = first_difference("x", &[b'a'; 1000], &[&[b'a'; 500][..], b"b"].concat()).unwrap();
        assert!(text.lines().all(|line| line.len() < 200), "{text}");
        assert!(text.contains("ab"), "{text}");
    }
}
