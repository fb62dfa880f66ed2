//! A model as a front: what a text is to those who explore.

use crate::model::Model;
use crate::walker::Walker;
use ::front::{Claims, Front, Problem, Profile, Subject, Wanted};
use std::sync::Arc;

pub struct ModelFront {
    name: String,
    model: Arc<Model>,
}

impl ModelFront {
    /// The model that a text describes; `name` is what the user calls it.
    ///
    /// # Errors
    /// What is wrong with the text, and in which line.
    pub fn parse(name: &str, text: &str) -> Result<ModelFront, Problem> {
        let model = Model::parse(text).map_err(|error| Problem::Input(format!("{name}:{error}")))?;
        Ok(ModelFront { name: name.to_string(), model: Arc::new(model) })
    }

    fn atom(&self, number: usize, text: &str) -> Result<u32, Problem> {
        let known = self.model.atoms.iter().position(|name| *name == text);
        known.map(|known| known as u32).ok_or_else(|| {
            let what = format!("no state of {} has this; it has: {}", self.name, self.model.atoms.join(", "));
            Problem::Atom { number, part: None, what }
        })
    }
}

impl Front for ModelFront {
    fn beginnings(&self) -> usize {
        self.model.initial.len()
    }

    fn open(&self, beginning: usize, wanted: &Wanted<'_>) -> Result<Subject, Problem> {
        let from = self.model.initial.get(beginning).copied();
        let from = from.ok_or_else(|| Problem::Input(format!("{}: there is nowhere to begin", self.name)))?;
        let numbered = wanted.atoms.iter().enumerate();
        let atoms = numbered.map(|(number, text)| self.atom(number, text)).collect::<Result<_, _>>()?;
        Ok(Subject {
            system: Box::new(Walker::new(self.model.clone(), from)),
            // A text is at hand whenever its path is, and small enough to be gone by hand.
            fingerprint: None,
            atoms,
            profile: Box::new(Text),
        })
    }
}

/// Of a text there is nothing to say but what it says itself: nothing is wrong with a state as such.
struct Text;

impl Profile for Text {
    fn claims(&self, _is_complete: bool) -> Claims {
        Claims { movers: Some("system"), ..Claims::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::front::Reduction;
    use lts::Choices;

    const WANTED: Wanted<'static> = Wanted {
        reduction: Reduction::Off,
        races: false,
        atoms: &["q", "p"],
        onlookers: 0,
        branching: false,
    };

    #[test]
    fn a_model_is_a_front_with_a_beginning_for_each_initial_state() {
        let front = ModelFront::parse("m", "a* p -> b\nb* q -> a b\n").unwrap();
        assert_eq!(front.beginnings(), 2);
        let mut second = front.open(1, &WANTED).unwrap();
        assert_eq!(second.atoms, [1, 0]);
        second.system.start();
        let mut choices = Choices::default();
        second.system.choices(&mut choices);
        assert_eq!(choices.list.len(), 2);
        assert!(second.system.atoms().unwrap().holds(1));
        assert!(front.open(2, &WANTED).is_err());
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let error = ModelFront::parse("m", "a -> c").err().unwrap();
        assert_eq!(error, Problem::Input("m:1: there is no state c".to_string()));
        let front = ModelFront::parse("m", "a p").unwrap();
        let error = front.open(0, &WANTED).err().unwrap();
        assert!(matches!(error, Problem::Atom { number: 0, part: None, .. }), "{error:?}");
    }
}
