//! The end of a program while it is explored: shutdown hooks run when the last thread that is no daemon has
//! ended, as a Java virtual machine has them run by a thread of its own. Here that is the main thread, which
//! has nothing else to do any more. `System.exit` runs them by itself.

use super::driver::Subject;
use base::Symbol;
use vm::Trap;
use vm::state::heap::Ref;
use vm::state::thread::ThreadId;

const MAIN: ThreadId = ThreadId(0);

impl Subject<'_> {
    /// To be called when a thread has ended. Without hooks nothing happens, and it does nothing a second
    /// time: the library forgets its hooks when it begins to run them. True if they begin to run.
    pub(super) fn begin_shutdown(&mut self) -> Result<bool, Trap> {
        if !self.is_over() || !self.threads[MAIN].frames.is_empty() || !self.has_hooks()? {
            return Ok(false);
        }
        let class = self.load("java/lang/Shutdown")?;
        let (name, desc) = (Symbol::new("shutdown"), Symbol::new("()V"));
        let shutdown = self.program.declared_method(class, name, desc);
        let shutdown = shutdown.ok_or_else(|| Trap::unsupported("shutdown hooks of this JDK"))?;
        self.begin(MAIN, shutdown, &[])?;
        Ok(true)
    }

    /// There are hooks that have not begun to run.
    fn has_hooks(&self) -> Result<bool, Trap> {
        let Some(class) = self.program.loaded(Symbol::new("java/lang/ApplicationShutdownHooks")) else {
            return Ok(false);
        };
        if !self.is_initialized(class) {
            return Ok(false);
        }
        let field = |class, name: &str, desc: &str| {
            let field = self.program.resolve_field(class, Symbol::new(name), Symbol::new(desc))?;
            Ok::<u32, Trap>(self.program.fields[field].unit)
        };
        let hooks = field(class, "hooks", "Ljava/util/IdentityHashMap;")?;
        match self.heap.get_ref(self.program.classes[class].statics, hooks) {
            Ref::NULL => Ok(false),
            map => Ok(self.heap.get32(map, field(self.heap.class_of(map), "size", "I")?) > 0),
        }
    }
}
