//! How types of the pivot are written in checkpoints. Taking them apart names every field, so that one that is
//! added later cannot be forgotten here.

use lts::{Cause, Choice, Finding, Gap, Property};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Lists of choices.
pub mod path {
    use super::{Choice, Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(path: &[Choice], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(path.iter().map(|&Choice { actor, value }| (actor, value)))
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<Choice>, D::Error> {
        let list: Vec<(u32, u32)> = Deserialize::deserialize(from)?;
        Ok(list.into_iter().map(|(actor, value)| Choice { actor, value }).collect())
    }
}

pub mod choice {
    use super::{Choice, Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(choice: &Choice, to: S) -> Result<S::Ok, S::Error> {
        let Choice { actor, value } = choice;
        (actor, value).serialize(to)
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Choice, D::Error> {
        let (actor, value) = Deserialize::deserialize(from)?;
        Ok(Choice { actor, value })
    }
}

pub mod state {
    use super::{Deserialize, Deserializer, Serialize, Serializer};
    use lts::StateId;

    pub fn serialize<S: Serializer>(state: &StateId, to: S) -> Result<S::Ok, S::Error> {
        let StateId(number) = state;
        number.serialize(to)
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<StateId, D::Error> {
        Ok(StateId(u64::deserialize(from)?))
    }
}

pub mod finding {
    use super::{Deserialize, Deserializer, Finding, Property, Serialize, Serializer};

    pub fn serialize<S: Serializer>(finding: &Finding, to: S) -> Result<S::Ok, S::Error> {
        let Finding { property, message, details } = finding;
        (property.name(), message, details).serialize(to)
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Finding, D::Error> {
        let (name, message, details): (String, String, Vec<String>) = Deserialize::deserialize(from)?;
        // The names of properties are few, and are never freed.
        let property = Property::named(base::Symbol::new(&name).as_str());
        Ok(Finding { property, message, details })
    }
}

pub mod gaps {
    use super::{Cause, Deserialize, Deserializer, Gap, Serializer};
    use serde::de::Error;

    const CAUSES: [Cause; 4] = [Cause::Unsupported, Cause::Input, Cause::Fault, Cause::Refused];

    /// The number of a cause. A new one must be put into the list, too.
    fn number(cause: Cause) -> u8 {
        match cause {
            Cause::Unsupported => 0,
            Cause::Input => 1,
            Cause::Fault => 2,
            Cause::Refused => 3,
        }
    }

    pub fn serialize<S: Serializer>(gaps: &[Gap], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(gaps.iter().map(|Gap { cause, what, place }| (number(*cause), what, place)))
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<Gap>, D::Error> {
        let list: Vec<(u8, String, String)> = Deserialize::deserialize(from)?;
        let gap = |(cause, what, place): (u8, String, String)| {
            let cause = CAUSES.get(usize::from(cause)).ok_or_else(|| D::Error::custom("no cause"))?;
            Ok(Gap { cause: *cause, what, place })
        };
        list.into_iter().map(gap).collect()
    }
}
