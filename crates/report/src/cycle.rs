//! Who waits for whom: the circle in which threads wait for each other, if there is one.

use lts::{ActorView, Picture};

/// `A -> Fork#2 -> B -> Fork#1 -> A`, beginning with the first thread of the circle.
pub fn wait_cycle(picture: &Picture) -> Option<String> {
    let next = |view: &ActorView| {
        let holder = view.held_by.filter(|_| view.is_alive)?;
        picture.actors.iter().find(|other| other.actor == holder && other.is_alive)
    };
    for first in &picture.actors {
        let mut steps = vec![first.name.clone()];
        let mut at = first;
        // A path that does not come back within as many steps as there are threads never will.
        for _ in 0..picture.actors.len() {
            let Some(holder) = next(at) else { break };
            let wants = at.wants.clone().unwrap_or_default();
            // Waiting for a thread's end is waiting for the thread itself.
            if wants != holder.name {
                steps.push(wants);
            }
            steps.push(holder.name.clone());
            if holder.actor == first.actor {
                return Some(steps.join(" -> "));
            }
            at = holder;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(actor: u32, wants: &str, held_by: Option<u32>) -> ActorView {
        ActorView {
            actor,
            name: format!("T{actor}"),
            doing: String::new(),
            is_alive: true,
            wants: Some(wants.to_string()),
            held_by,
            stack: Vec::new(),
            locals: Vec::new(),
        }
    }

    #[test]
    fn the_circle_is_found_and_nothing_else() {
        let actors = vec![view(0, "T1", Some(1)), view(1, "A", Some(2)), view(2, "B", Some(1))];
        let picture = Picture { actors, objects: Vec::new() };
        assert_eq!(wait_cycle(&picture).unwrap(), "T1 -> A -> T2 -> B -> T1");
        let actors = vec![view(0, "A", Some(1)), view(1, "B", None)];
        assert_eq!(wait_cycle(&Picture { actors, objects: Vec::new() }), None);
    }
}
