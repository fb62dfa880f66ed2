//! Machine code for stretches of the interpreter's work, made with cranelift (mixed execution, document 004,
//! chapter 3). See [`vm::compiled`] for what it keeps to.
//!
//! **Why it is sound.** Machine code touches four kinds of memory. Registers of the frame: their numbers are operands
//! of a checked body, and the machine enters it with a frame of that body; behind them there are as many for each call
//! that may be nested as a callee can have. The heap: every address is masked as the heap's own functions do it, or all
//! that a handle and an offset can mean is mapped, so it lies inside the mapping whatever the handle is. The bridge,
//! and the heap's numbers for allocation: by offsets that the compiler of Rust tells. Its own stack: cranelift's, and
//! calls are counted. It calls the functions of the bridge with the types that they have. Its memory is never given
//! back.

mod arith;
mod arrays;
mod calls;
mod emit;
mod exits;
mod heap;
mod loops;
mod objects;
mod ops;
mod plan;

use cranelift_codegen::Context;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::FunctionBuilderContext;
use memmap2::MmapMut;
use std::sync::atomic::{AtomicUsize, Ordering};
use vm::compiled::{CompiledFn, Compiler, Enter, Piece};

/// Code that is longer is left to the interpreter: making machine code of it takes too long.
const MOST_OPERATIONS: usize = 1_500;
/// Every way out writes all registers that were changed.
const MOST_REGISTERS: usize = 120;
/// Machine code is never given back, so there is an end to making it.
const MOST_BYTES: usize = 128 << 20;
/// What a piece counts for at least. Each is a mapping of its own, of which a process may have some 65,000.
const LEAST_BYTES: usize = 8 << 10;

/// A compiler for the processor that it runs on.
pub struct Jit {
    isa: OwnedTargetIsa,
    bytes: AtomicUsize,
}

impl Jit {
    /// # Errors
    /// Why there can be no machine code here, as a sentence.
    pub fn new() -> Result<Jit, String> {
        if cfg!(windows) {
            return Err("no machine code can be made here: two values are returned in another manner".into());
        }
        let told = |error: &dyn std::fmt::Display| format!("no machine code can be made here: {error}");
        let mut flags = settings::builder();
        // Cranelift looks over what it was given where all else is looked over, too.
        let verifies = if cfg!(debug_assertions) { "true" } else { "false" };
        for (name, value) in [("opt_level", "speed"), ("enable_verifier", verifies), ("unwind_info", "false")]
        {
            flags.set(name, value).map_err(|error| told(&error))?;
        }
        let builder = cranelift_native::builder().map_err(|error| told(&error))?;
        let isa = builder.finish(settings::Flags::new(flags)).map_err(|error| told(&error))?;
        Ok(Jit { isa, bytes: AtomicUsize::new(0) })
    }

    /// Puts machine code where the processor can execute it, for ever.
    fn place(&self, code: &[u8]) -> Option<Enter> {
        if self.bytes.fetch_add(code.len().max(LEAST_BYTES), Ordering::Relaxed) > MOST_BYTES {
            return None;
        }
        let mut map = MmapMut::map_anon(code.len()).ok()?;
        map[..code.len()].copy_from_slice(code);
        let map = Box::leak(Box::new(map.make_exec().ok()?));
        // SAFETY: the mapping holds a whole function that cranelift has made with the signature of `CompiledFn`, and is
        // leaked, so it stays; what the function does, see the head of the file.
        unsafe { Some(Enter::new(std::mem::transmute::<*const u8, CompiledFn>(map.as_ptr()))) }
    }
}

impl Compiler for Jit {
    fn compile(&self, piece: &Piece<'_>) -> Option<Enter> {
        let plan = plan::Plan::new(piece)?;
        let mut context = Context::new();
        let mut builders = FunctionBuilderContext::new();
        emit::emit(&mut context.func, &mut builders, &*self.isa, piece, &plan);
        let compiled = context.compile(&*self.isa, &mut ControlPlane::default()).ok()?;
        // Functions are called by their addresses, so there is nothing to relocate; if there were, it would be a
        // library function that cranelift wants.
        if !compiled.buffer.relocs().is_empty() {
            return None;
        }
        let code = compiled.code_buffer().to_vec();
        self.place(&code)
    }
}
