//! Who may depend on whom, from cargo's metadata.

use super::Problem;
use super::rules::{FOREIGN, ROOMS, Room, Wing};
use serde_json::Value;

pub fn check(metadata: &Value) -> Vec<Problem> {
    let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    if packages.is_empty() {
        return vec![Problem::error("Cargo.toml", "cargo metadata lists no packages")];
    }
    packages.iter().flat_map(check_package).collect()
}

fn check_package(package: &Value) -> Vec<Problem> {
    let name = text(&package["name"]);
    let place = format!("crate {name}");
    let Some(room) = ROOMS.iter().find(|room| room.name == name) else {
        return vec![Problem::error(place, "is not in the table of rooms (xtask/src/tidy/rules.rs)")];
    };
    let dependencies = package["dependencies"].as_array().map(Vec::as_slice).unwrap_or_default();
    let complaints = dependencies.iter().filter_map(|dependency| {
        let used = text(&dependency["name"]);
        match ROOMS.iter().find(|room| room.name == used) {
            Some(_) if matches!(used, "testkit" | "oracle") && dependency["kind"] == "dev" => None,
            Some(other) => complain_of_room(room, other),
            None => complain_of_foreign(room, used),
        }
    });
    complaints.map(|message| Problem::error(&place, message)).collect()
}

/// What a room may use and does not: a table that says too much lets in what nobody has thought of.
pub fn idle(metadata: &Value) -> Vec<Problem> {
    let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let of = |package: &Value| -> Vec<Problem> {
        let name = text(&package["name"]);
        let dependencies = package["dependencies"].as_array().map(Vec::as_slice).unwrap_or_default();
        let is_used = |room: &&str| dependencies.iter().any(|dependency| text(&dependency["name"]) == *room);
        let rooms = ROOMS.iter().filter(|room| room.name == name).flat_map(|room| room.may_use);
        let idle = rooms.filter(|room| !is_used(room));
        idle.map(|room| Problem::error(format!("crate {name}"), format!("may use {room}, and does not")))
            .collect()
    };
    packages.iter().flat_map(of).collect()
}

fn complain_of_room(room: &Room, used: &Room) -> Option<String> {
    if room.may_use.contains(&used.name) {
        return None;
    }
    Some(match (room.wing, used.wing) {
        (Wing::Left, Wing::Right) | (Wing::Right, Wing::Left) => {
            format!("depends on {}, but the two wings never name each other", used.name)
        }
        _ => format!("may not depend on {}, only on: {}", used.name, room.may_use.join(", ")),
    })
}

fn complain_of_foreign(room: &Room, used: &str) -> Option<String> {
    match FOREIGN.iter().find(|foreign| foreign.name == used) {
        None => Some(format!("uses {used}, which has no owner yet (xtask/src/tidy/rules.rs)")),
        Some(foreign) if foreign.owners.contains(&room.name) => None,
        Some(foreign) => {
            Some(format!("uses {used}, which belongs to {} ({})", foreign.owners.join(", "), foreign.why))
        }
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn messages(name: &str, dependencies: &[(&str, Option<&str>)]) -> Vec<String> {
        let dependencies: Vec<Value> =
            dependencies.iter().map(|(name, kind)| json!({"name": name, "kind": kind})).collect();
        let metadata = json!({"packages": [{"name": name, "dependencies": dependencies}]});
        check(&metadata).iter().map(Problem::to_string).collect()
    }

    #[test]
    fn rooms_keep_to_their_table() {
        assert!(messages("ir", &[("base", None), ("classfile", None), ("testkit", Some("dev"))]).is_empty());
        assert_eq!(
            messages("ir", &[("vm", None)]),
            ["error: crate ir: may not depend on vm, only on: base, classfile"]
        );
        assert_eq!(
            messages("search", &[("vm", Some("dev"))]),
            ["error: crate search: depends on vm, but the two wings never name each other"]
        );
        assert_eq!(messages("vm", &[("testkit", None)]).len(), 1);
    }

    #[test]
    fn the_table_says_no_more_than_there_is() {
        let metadata =
            json!({"packages": [{"name": "ir", "dependencies": [{"name": "base", "kind": null}]}]});
        let seen: Vec<String> = idle(&metadata).iter().map(Problem::to_string).collect();
        assert_eq!(seen, ["error: crate ir: may use classfile, and does not"]);
    }

    #[test]
    fn a_foreign_crate_has_an_owner() {
        assert!(messages("cli", &[("clap", None)]).is_empty());
        let refused = messages("vm", &[("clap", None)]);
        assert!(refused[0].starts_with("error: crate vm: uses clap, which belongs to cli"), "{refused:?}");
        assert_eq!(messages("vm", &[("left-pad", None)]).len(), 1);
        assert_eq!(messages("cellar", &[]).len(), 1);
    }
}
