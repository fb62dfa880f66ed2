//! An order of the bits from the structure of the model: what is looked at together stands together (Aloul, Markov and
//! Sakallah 2003: centres of gravity).

use sym::{Bit, Circuit, Gate, Lit, SymbolicModel};

/// Rounds of moving bits to the centre of what they belong to.
const ROUNDS: usize = 60;
/// Functions that look at more bits than this say little about who belongs together.
const MAX_EDGE: usize = 40;

/// The bits in the order in which diagrams have them: the best that is found from the order of the declarations, and
/// from one in which the lowest bits of all variables stand together, and so on.
pub fn order(model: &SymbolicModel) -> Vec<Bit> {
    let edges = edges(model);
    let declared: Vec<Bit> = (0..model.bits() as u32).map(Bit).collect();
    let mut together: Vec<(u32, Bit)> =
        model.variables.iter().flat_map(|variable| (0u32..).zip(variable.bits())).collect();
    together.sort_unstable();
    let together: Vec<Bit> = together.into_iter().map(|(_, bit)| bit).collect();
    let found = [declared, together].map(|start| settle(&edges, &start));
    let [first, second] = found;
    let best = if second.0 < first.0 { second.1 } else { first.1 };
    let mut bits: Vec<Bit> = (0..model.bits() as u32).map(Bit).collect();
    bits.sort_by_key(|bit| best[bit.0 as usize]);
    debug_assert!(
        bits.windows(2).all(|pair| best[pair[0].0 as usize] < best[pair[1].0 as usize]),
        "one place each"
    );
    bits
}

/// The best positions of the bits that are met on the way from an order, with what they cost.
fn settle(edges: &[Vec<usize>], start: &[Bit]) -> (f64, Vec<usize>) {
    let count = start.len();
    let mut position = vec![0; count];
    start.iter().enumerate().for_each(|(at, bit)| position[bit.0 as usize] = at);
    let mut best = (span(edges, &position), position.clone());
    for _ in 0..ROUNDS {
        let mut pull = vec![(0f64, 0f64); count];
        for edge in edges {
            let centre = edge.iter().map(|&bit| position[bit] as f64).sum::<f64>() / edge.len() as f64;
            for &bit in edge {
                pull[bit].0 += centre * weight(edge);
                pull[bit].1 += weight(edge);
            }
        }
        let place = |bit: usize| match pull[bit] {
            (_, 0.0) => position[bit] as f64,
            (sum, weights) => sum / weights,
        };
        let mut bits: Vec<usize> = (0..count).collect();
        bits.sort_by(|&a, &b| place(a).total_cmp(&place(b)).then(position[a].cmp(&position[b])));
        let before = position.clone();
        bits.iter().enumerate().for_each(|(at, &bit)| position[bit] = at);
        let own = span(edges, &position);
        if own < best.0 {
            best = (own, position.clone());
        }
        if before == position {
            break;
        }
    }
    best
}

/// Two bits that are looked at together belong together more than forty do.
fn weight(edge: &[usize]) -> f64 {
    1.0 / (edge.len() - 1) as f64
}

/// The sum of how far each edge reaches, beside how far it must.
fn span(edges: &[Vec<usize>], position: &[usize]) -> f64 {
    let reach = |edge: &Vec<usize>| {
        let places = || edge.iter().map(|&bit| position[bit]);
        (places().max().unwrap_or(0) - places().min().unwrap_or(0)) as f64 * weight(edge)
    };
    edges.iter().map(reach).sum()
}

/// Bits that are looked at together: by parts of the relation, and by single gates close to them.
fn edges(model: &SymbolicModel) -> Vec<Vec<usize>> {
    let circuit = &model.circuit;
    let roots = model.trans.iter().chain(&model.invar).chain(&model.init);
    let mut edges: Vec<Vec<usize>> = roots.map(|lit| together(circuit, *lit)).collect();
    let is_leaf = |lit: Lit| matches!(circuit.gate(lit.node()), Gate::Now(_) | Gate::Next(_));
    for (node, gate) in circuit.gates().iter().enumerate() {
        let is_low = match *gate {
            Gate::And(a, b) | Gate::Xor(a, b) => is_leaf(a) && is_leaf(b),
            Gate::Ite(a, b, c) => is_leaf(a) && is_leaf(b) && is_leaf(c),
            _ => false,
        };
        if is_low {
            edges.push(together(circuit, Lit::new(node, false)));
        }
    }
    edges.retain(|edge| edge.len() > 1 && edge.len() <= MAX_EDGE);
    edges
}

fn together(circuit: &Circuit, lit: Lit) -> Vec<usize> {
    let (now, next) = circuit.support(&[lit]);
    let mut bits: Vec<usize> = now.iter().chain(&next).map(|bit| bit.0 as usize).collect();
    bits.sort_unstable();
    bits.dedup();
    bits
}
