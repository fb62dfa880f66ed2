//! Where a native asks to be let through, and what it may know of being explored.

use super::Context;
use crate::across::Across;
use crate::policy::Touch;
use crate::program::ClassId;
use crate::state::heap::Ref;
use crate::state::thread::ThreadId;
use crate::trap::Trap;

impl Context<'_> {
    /// For natives that access an object: `unit` as in the object's layout, 0 for arrays.
    #[inline]
    pub fn gate_access(&mut self, object: Ref, unit: u32, is_write: bool) -> Result<(), Trap> {
        self.policy.gate_access(self.machine, object, unit, is_write)
    }

    /// For what is asked of a thread, or done to it.
    #[inline]
    pub fn gate_asking(&mut self, object: Ref) -> Result<(), Trap> {
        self.policy.gate_asking(self.machine, object)
    }

    /// For natives that others always see: starting, interrupting, parking.
    #[inline]
    pub fn gate_always(&mut self, touch: Touch) -> Result<(), Trap> {
        self.policy.gate_always(self.machine, touch)
    }

    /// What is done touches more than its gate has said.
    #[inline]
    pub fn touches(&mut self, touch: Touch) {
        self.policy.touches(self.machine, touch);
    }

    /// The running thread finds that the thread of this `java.lang.Thread` is not alive.
    #[inline]
    pub fn saw_end(&mut self, object: Ref) {
        self.policy.saw_end(self.machine, object);
    }

    /// `Verify.beginAtomic`: the whole block is one operation that others see. Blocks may be nested.
    #[inline]
    pub fn begin_atomic(&mut self, thread: ThreadId, touch: Touch) -> Result<(), Trap> {
        self.policy.begin_atomic(self.machine, thread, touch)
    }

    /// `Verify.endAtomic`. Ends nothing where nothing was begun.
    #[inline]
    pub fn end_atomic(&mut self, thread: ThreadId) {
        self.policy.end_atomic(self.machine, thread)
    }

    /// For natives with a choice: one of `count` values. When it is only run, the first.
    #[inline]
    pub fn ask(&mut self, thread: ThreadId, count: u32) -> Result<u32, Trap> {
        self.policy.ask(self.machine, thread, count)
    }

    /// The machine is being explored, and not just run.
    #[inline]
    pub fn is_exploring(&self) -> bool {
        self.policy.is_exploring()
    }

    /// The path is being told to somebody, so what it prints is wanted.
    #[inline]
    pub fn is_narrating(&self) -> bool {
        self.policy.is_narrating()
    }

    /// What was chosen for a path that is being told, in words.
    #[inline]
    pub fn note_choice(&mut self, text: &str) {
        self.policy.note_choice(self.machine, text)
    }

    /// What is printed on a path that is being told.
    #[inline]
    pub fn note_output(&mut self, text: &str) {
        self.policy.note_output(self.machine, text)
    }

    /// Text for standard output (1) or standard error (2) of an explored program.
    pub fn print(&mut self, fd: i32, text: Ref, end: &str) -> Result<(), Trap> {
        self.policy.print(self.machine, fd, text, end)
    }

    /// What is kept across paths.
    ///
    /// # Errors
    /// A step that changes it cannot be taken back, as steps of one worker among many sometimes must be.
    #[inline]
    pub fn across(&mut self) -> Result<&mut Across, Trap> {
        self.policy.crosses_paths()?;
        Ok(&mut self.machine.across)
    }

    /// `Verify.stopIfVisited`: false if what can be reached from `root` was there before, in a call of this
    /// method after as few such calls or fewer. A depth-first search may reach a structure by a detour
    /// first; were that to count, a program with a bound on its operations would have fewer left for the
    /// rest, and miss what follows.
    #[inline]
    pub fn visit_structure(&mut self, root: Ref) -> Result<bool, Trap> {
        self.policy.visit_structure(self.machine, root)
    }

    /// `Delta.newStates`: the structure that a round of a driver begins with.
    ///
    /// # Errors
    /// [`Trap::Visible`] until there is one.
    pub fn new_states(&mut self, structure: Ref) -> Result<Ref, Trap> {
        self.policy.new_states(self.machine, structure)
    }

    /// `Delta.merge`: a structure that a later round may begin with.
    ///
    /// # Errors
    /// [`Trap::Visible`] until it is kept.
    pub fn merge(&mut self, structure: Ref) -> Result<(), Trap> {
        self.policy.merge(self.machine, structure)
    }

    /// Somebody wants to know of all objects, also of those that their threads have not shared. From then on every step
    /// ends before each access, so that this is told exactly.
    #[inline]
    pub fn look_at_objects(&mut self) {
        self.policy.looks_at_objects(self.machine)
    }

    /// The objects of a class that threads can reach, in an order that the state alone fixes. Objects of the
    /// base are not among them.
    #[inline]
    pub fn objects_of(&mut self, class: ClassId) -> Vec<Ref> {
        self.policy.objects_of(self.machine, class)
    }

    /// `Verify.label`: sets or takes away a label, if some atom looks at it.
    #[inline]
    pub fn set_label(&mut self, name: &str, holds: bool) -> Result<(), Trap> {
        self.policy.set_label(name, holds)
    }

    /// For natives whose outcome depends on nothing but their arguments, their own thread, and objects that
    /// the machine sees them look at.
    #[inline]
    pub fn vouch(&mut self) {
        self.machine.vouch()
    }

    /// More than one thread may be able to reach the object.
    pub fn is_shared(&self, object: Ref) -> bool {
        self.machine.heap.is_shared(object)
    }

    /// From now on the object, and all that can be reached from it, counts as shared.
    pub fn share(&mut self, object: Ref) {
        self.machine.heap.share(object);
    }

    /// The most that the program's objects may take.
    pub fn heap_limit_bytes(&self) -> u64 {
        self.machine.heap.limit_bytes()
    }

    pub fn heap_used_bytes(&self) -> u64 {
        self.machine.heap.used_bytes()
    }
}
