//! Abstract matching (section 4.4.3 of the document, after Visser, Pasareanu and Pelanek): structures are compared by
//! less than all that is in them, so that some are taken for others. What is found is real; what is not found may
//! still be there.
//!
//! The name of a structure and what it is made of again are then two things: the first structure with a name stands
//! for all others.

use crate::call::{self, Callee};
use crate::form;
use crate::judge::stopped;
use crate::system::{Objects, Ran, unsupported};
use base::FastMap;
use delta::Layouts;
use lts::{CompId, Outcome};
use vm::{Machine, MethodId, Trap};

/// By what structures are compared.
#[derive(Clone, Debug, Default)]
pub enum Matching {
    /// All that can be reached from the objects.
    #[default]
    Exact,
    /// Classes, lengths and references: everything but numbers, and which objects of the base.
    Shape,
    /// What these methods give.
    Methods(Vec<Callee>),
}

/// Names of structures that are not their forms.
#[derive(Default)]
pub(crate) struct StructureNames {
    is_shape: bool,
    methods: Vec<MethodId>,
    layouts: Layouts,
    /// The name of the present structure.
    present: Vec<u32>,
    /// The form of the first structure with a name.
    forms: FastMap<CompId, Box<[u32]>>,
}

impl StructureNames {
    pub fn new(machine: &mut Machine, matching: &Matching) -> Result<Option<StructureNames>, Trap> {
        let mut names = StructureNames::default();
        match matching {
            Matching::Exact => return Ok(None),
            Matching::Shape => names.is_shape = true,
            Matching::Methods(list) => {
                for method in list {
                    names.methods.push(call::adapter(machine, method, &[])?);
                }
            }
        }
        Ok(Some(names))
    }

    pub fn clear(&mut self) {
        self.forms.clear();
    }

    /// The name of the structure that was named last.
    pub fn present(&self) -> &[u32] {
        &self.present
    }

    /// The structure that was named last is the first with its name, unless there is one. Whether it is.
    pub fn keep(&mut self, name: CompId, form: &[u32]) -> bool {
        let before = self.forms.len();
        self.forms.entry(name).or_insert_with(|| form.into());
        self.forms.len() > before
    }

    /// Structures are compared by their shape.
    pub fn is_shape(&self) -> bool {
        self.is_shape
    }

    pub fn form(&self, name: CompId, out: &mut Vec<u32>) {
        out.extend_from_slice(self.forms.get(&name).map_or(&[], |form| &**form));
    }
}

impl Objects {
    /// Names the present structure, whose form is at hand.
    pub(crate) fn take_name(&mut self) -> Result<(), Outcome> {
        let Some(mut names) = self.names.take() else { return Ok(()) };
        let named = self.name_into(&mut names);
        self.names = Some(names);
        named
    }

    fn name_into(&mut self, names: &mut StructureNames) -> Result<(), Outcome> {
        names.present.clear();
        if names.is_shape {
            let (mut bytes, mut numbers) = (Vec::new(), Vec::new());
            form::from_words(&self.words, &mut bytes).map_err(unsupported)?;
            form::numbers(&bytes, &mut numbers).map_err(unsupported)?;
            let walked = names.layouts.read(&self.machine, &numbers);
            names.present = walked.map_or(numbers, |walked| walked.key);
            return Ok(());
        }
        for object in 0..self.calls.objects.len() {
            for i in 0..names.methods.len() {
                let word = self.asked(names.methods[i], object)?;
                names.present.extend([word as u32, (word >> 32) as u32]);
            }
        }
        Ok(())
    }

    /// What a method gives for an object. Whatever it does is undone.
    fn asked(&mut self, method: MethodId, object: usize) -> Result<u64, Outcome> {
        let mark = self.machine.mark();
        let ran = self.run(method, &[u64::from(self.roots[object].0)]);
        let answer = match ran {
            Ran::Returned(word) => Ok(word),
            Ran::Stopped(stop) => Err(stopped(stop)),
            _ => Err(unsupported("a method of --match that gives no answer".to_string())),
        };
        self.machine.rewind(mark);
        answer
    }
}
