//! Curves as SVG: how much faster than one, by the number of nodes, both by powers of two.

use super::{FUNCTIONS, NODES, Predicted};
use std::fmt::Write;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 400.0;
const MARGIN: f64 = 48.0;
/// Room for the names at the right.
const NAMES: f64 = 80.0;

/// Told apart by who sees colours otherwise, too.
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#666666"];

pub fn drawn(all: &[Vec<Predicted>]) -> String {
    let most = NODES.iter().max().map_or(1.0, |most| (*most as f64).log2());
    let x = |nodes: f64| MARGIN + nodes.log2() / most * (WIDTH - 2.0 * MARGIN - NAMES);
    let y = |speed: f64| HEIGHT - MARGIN - speed.max(1.0).log2() / most * (HEIGHT - 2.0 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"11\">\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    for nodes in NODES {
        let (at, nodes) = (x(nodes as f64), nodes as f64);
        let _ = writeln!(
            svg,
            "<line x1=\"{at:.1}\" y1=\"{:.1}\" x2=\"{at:.1}\" y2=\"{:.1}\" stroke=\"#ddd\"/><text x=\"{at:.1}\" \
             y=\"{:.1}\" text-anchor=\"middle\">{nodes}</text><text x=\"{:.1}\" y=\"{:.1}\" \
             text-anchor=\"end\">{nodes}</text>",
            y(1.0),
            y(4096.0),
            HEIGHT - MARGIN + 16.0,
            MARGIN - 6.0,
            y(nodes) + 4.0
        );
    }
    let _ = writeln!(
        svg,
        "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"#bbb\" stroke-dasharray=\"4 3\"/>",
        x(1.0),
        y(1.0),
        x(4096.0),
        y(4096.0)
    );
    let ends: Vec<f64> = all.iter().map(|row| y(row.last().map_or(1.0, |last| last.speedup))).collect();
    for (((row, colour), name), end) in all.iter().zip(COLOURS).zip(FUNCTIONS).zip(apart(&ends)) {
        let points: Vec<String> = NODES
            .iter()
            .zip(row)
            .map(|(nodes, predicted)| format!("{:.1},{:.1}", x(*nodes as f64), y(predicted.speedup)))
            .collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/><text x=\"{:.1}\" \
             y=\"{:.1}\" fill=\"{colour}\">{name}</text>",
            points.join(" "),
            x(4096.0) + 6.0,
            end + 4.0
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">nodes</text><text x=\"{:.1}\" y=\"{:.1}\">times \
         as fast as one</text>\n</svg>",
        (WIDTH - NAMES) / 2.0,
        HEIGHT - 10.0,
        MARGIN - 30.0,
        MARGIN - 24.0
    );
    svg
}

/// Heights of names, near these but so far apart that each can be read.
fn apart(wanted: &[f64]) -> Vec<f64> {
    const LINE: f64 = 12.0;
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|&a, &b| wanted[a].total_cmp(&wanted[b]));
    let mut heights = wanted.to_vec();
    for pair in order.windows(2) {
        heights[pair[1]] = heights[pair[1]].max(heights[pair[0]] + LINE);
    }
    heights
}

#[cfg(test)]
mod tests {
    use super::apart;

    #[test]
    fn names_do_not_cover_each_other() {
        assert_eq!(apart(&[50.0, 10.0, 52.0, 11.0]), [50.0, 10.0, 62.0, 22.0]);
        assert!(apart(&[]).is_empty());
    }
}
