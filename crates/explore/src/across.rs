//! What outlives going back beside the machine's own [`vm::Across`].
//!
//! None of this is part of a state. It begins anew whenever the exploration does.

use super::driver::Driver;
use super::ghost::State;
use super::structures::Structures;
use super::tally::locked;
use vm::Machine;
use vm::Trap;
use vm::state::heap::Ref;

#[derive(Default)]
pub(crate) struct AcrossPaths {
    pub structures: Structures,
    /// The program does keep something across paths.
    pub is_used: bool,
}

impl Driver {
    pub(super) fn crosses_paths(&mut self) -> Result<(), Trap> {
        if self.is_sibling {
            let what = "something that Verify keeps across paths, in a search by several workers or processes (use \
                        --workers 1, and neither --processes nor --cluster)";
            return Err(Trap::unsupported(what));
        }
        locked(&self.across).is_used = true;
        Ok(())
    }

    pub(super) fn visit_structure(&mut self, machine: &Machine, root: Ref) -> Result<bool, Trap> {
        let depth = self.ghost.visits;
        self.ghost.visits += 1;
        self.crosses_paths()?;
        let form = self.canon.of_object(State { machine, ghost: &self.ghost }, root);
        Ok(locked(&self.across).structures.visit(form, depth))
    }
}
