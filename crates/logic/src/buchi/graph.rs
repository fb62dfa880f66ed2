//! Strongly connected components of small graphs.

/// The component of each node. Components are numbered so that arrows go from higher numbers to lower ones or
/// stay.
pub fn components(successors: &[Vec<u32>]) -> Vec<u32> {
    const UNSEEN: u32 = u32::MAX;
    let count = successors.len();
    let mut index = vec![UNSEEN; count];
    let mut low = vec![0u32; count];
    let mut component = vec![UNSEEN; count];
    let (mut pending, mut next_index, mut next_component) = (Vec::new(), 0, 0);
    for root in 0..count {
        if index[root] != UNSEEN {
            continue;
        }
        let mut path: Vec<(usize, usize)> = vec![(root, 0)];
        while let Some(&mut (node, ref mut edge)) = path.last_mut() {
            if *edge == 0 {
                (index[node], low[node]) = (next_index, next_index);
                next_index += 1;
                pending.push(node);
            }
            if let Some(&to) = successors[node].get(*edge) {
                *edge += 1;
                let to = to as usize;
                if index[to] == UNSEEN {
                    path.push((to, 0));
                } else if component[to] == UNSEEN {
                    low[node] = low[node].min(index[to]);
                }
                continue;
            }
            // A node without arrows comes by here once, as `edge` is then still 0 but nothing is left to see.
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                low[parent] = low[parent].min(low[node]);
            }
            if low[node] == index[node] {
                while let Some(member) = pending.pop() {
                    component[member] = next_component;
                    if member == node {
                        break;
                    }
                }
                next_component += 1;
            }
        }
    }
    component
}
