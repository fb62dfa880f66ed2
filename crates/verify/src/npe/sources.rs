//! Where the entries of the operand stack come from: a simulation that knows of each entry only which
//! instruction pushed it.
//!
//! It follows HotSpot's in what it leaves undone too: instructions are visited in the order of the file, each
//! pass as far as the place in question, and only as long as new places turn up. What a loop carries back may
//! therefore never be seen, and messages depend on it.

use crate::opcodes::{self, *};
use base::FastMap;
use classfile::{Class, Code, Constant, descriptor};

/// Entries of all stacks of one method; HotSpot gives up here too.
const MAX_ENTRIES: usize = 1_000_000;
/// Writes are tracked for so many local variables. Those behind count as written.
const TRACKED_LOCALS: usize = 64;

/// The stack before one instruction: of each entry the instruction that pushed it, if it is always the same
/// one.
#[derive(Clone, Default)]
struct Stack {
    entries: Vec<Option<u16>>,
    /// A bit for each local variable that may have been written since the method began.
    written: u64,
}

pub(super) struct Sources {
    stacks: FastMap<usize, Stack>,
    entries: usize,
}

impl Sources {
    /// Simulates until the stack before `pc` is known.
    pub fn until(class: &Class, code: &Code, pc: usize) -> Sources {
        let mut sources = Sources { stacks: FastMap::default(), entries: 0 };
        sources.stacks.insert(0, Stack::default());
        for handler in &code.handlers {
            let caught = Stack { entries: vec![Some(handler.target)], written: 0 };
            sources.stacks.entry(usize::from(handler.target)).or_insert(caught);
        }
        while sources.pass(class, &code.bytes, pc) {}
        sources
    }

    /// The instruction that pushed the entry that lies `entry` under the top before `pc`.
    pub fn of(&self, pc: usize, entry: usize) -> Option<usize> {
        let entries = &self.stacks.get(&pc)?.entries;
        let at = entries.len().checked_sub(entry + 1)?;
        entries[at].map(usize::from)
    }

    /// Whether local variable `slot` may have been written before `pc`.
    pub fn is_written(&self, pc: usize, slot: usize) -> bool {
        match self.stacks.get(&pc) {
            Some(stack) if slot < TRACKED_LOCALS => stack.written >> slot & 1 == 1,
            _ => true,
        }
    }

    /// Visits all instructions once. True if another pass can find more.
    fn pass(&mut self, class: &Class, code: &[u8], until: usize) -> bool {
        let (mut unknown, mut found) = (false, false);
        let mut jumps = Vec::new();
        let mut pc = 0;
        while let Some(length) = opcodes::length(code, pc) {
            let next = pc + length;
            match self.stacks.get(&pc).cloned() {
                None => unknown = true,
                Some(mut stack) => {
                    stack.execute(class, code, pc);
                    // A switch ends the flow too, but HotSpot lets it fall through.
                    if !matches!(code[pc], GOTO | GOTO_W | JSR | JSR_W | RET | IRETURN..=RETURN | ATHROW) {
                        found |= self.join(next, &mut stack);
                    }
                    opcodes::jumps(code, pc, &mut jumps);
                    for &target in &jumps {
                        found |= usize::try_from(target).is_ok_and(|target| self.join(target, &mut stack));
                    }
                }
            }
            pc = next;
            if (pc == until && self.stacks.contains_key(&pc)) || self.entries > MAX_ENTRIES {
                return false;
            }
        }
        unknown && found
    }

    /// Merges `stack` with the one before `pc`; the result stands in both afterwards. True if there was none.
    fn join(&mut self, pc: usize, stack: &mut Stack) -> bool {
        match self.stacks.get_mut(&pc) {
            Some(known) => {
                for (entry, other) in stack.entries.iter_mut().zip(&known.entries) {
                    if entry != other {
                        *entry = None;
                    }
                }
                stack.written |= known.written;
                known.clone_from(stack);
                false
            }
            None => {
                self.entries += stack.entries.len();
                self.stacks.insert(pc, stack.clone());
                true
            }
        }
    }
}

impl Stack {
    fn execute(&mut self, class: &Class, code: &[u8], pc: usize) {
        let constant =
            || class.constants.get(usize::from(u16_at(code, pc + 1))).copied().unwrap_or(Constant::Unused);
        let (op, local) = local_operand(code, pc);
        let (pops, pushes) = match op {
            ACONST_NULL..=ICONST_5 | FCONST_0..=FCONST_2 | BIPUSH | SIPUSH | LDC | LDC_W | NEW => (0, 1),
            LCONST_0 | LCONST_1 | DCONST_0 | DCONST_1 | LDC2_W | LLOAD | DLOAD => (0, 2),
            ILOAD | FLOAD | ALOAD | JSR | JSR_W => (0, 1),
            LALOAD | DALOAD => (2, 2),
            IALOAD..=SALOAD => (2, 1),
            ISTORE..=ASTORE => {
                if local < TRACKED_LOCALS {
                    self.written |= 1 << local;
                }
                (if matches!(op, LSTORE | DSTORE) { 2 } else { 1 }, 0)
            }
            LASTORE | DASTORE => (4, 0),
            IASTORE..=SASTORE => (3, 0),
            DUP..=DUP_X2 => return self.duplicate(1, usize::from(op - DUP)),
            DUP2..=DUP2_X2 => return self.duplicate(2, usize::from(op - DUP2)),
            SWAP => return self.swap(),
            IADD..=DREM if op % 2 == IADD % 2 => (2, 1),
            IADD..=DREM => (4, 2),
            LNEG | DNEG | L2D | D2L => (2, 2),
            INEG | FNEG | I2F | F2I | I2B | I2C | I2S => (1, 1),
            ISHL | ISHR | IUSHR | IAND | IOR | IXOR => (2, 1),
            LSHL | LSHR | LUSHR => (3, 2),
            LAND | LOR | LXOR => (4, 2),
            I2L | I2D | F2L | F2D => (1, 2),
            L2I | L2F | D2I | D2F => (2, 1),
            LCMP | DCMPL | DCMPG => (4, 1),
            FCMPL | FCMPG => (2, 1),
            IFEQ..=IFLE | IFNULL | IFNONNULL | TABLESWITCH | LOOKUPSWITCH => (1, 0),
            IF_ICMPEQ..=IF_ACMPNE | POP2 | LRETURN | DRETURN => (2, 0),
            IRETURN | FRETURN | ARETURN | ATHROW | POP | MONITORENTER | MONITOREXIT => (1, 0),
            GETSTATIC..=PUTFIELD => {
                let Constant::Field(field) = constant() else { return };
                let size = descriptor::field_kind(field.desc.bytes()).map_or(1, |kind| kind.slots());
                let object = u16::from(matches!(op, GETFIELD | PUTFIELD));
                if matches!(op, GETSTATIC | GETFIELD) { (object, size) } else { (object + size, 0) }
            }
            INVOKEVIRTUAL..=INVOKEDYNAMIC => {
                let desc = match constant() {
                    Constant::Method(callee) | Constant::InterfaceMethod(callee) => callee.desc,
                    Constant::InvokeDynamic(site) => site.desc,
                    _ => return,
                };
                let receiver = u16::from(!matches!(op, INVOKESTATIC | INVOKEDYNAMIC));
                let arguments = descriptor::parameter_slots(desc.bytes()).unwrap_or(0);
                let result = descriptor::return_kind(desc.bytes()).map_or(0, |kind| kind.slots());
                (receiver + arguments, result)
            }
            NEWARRAY | ANEWARRAY | INSTANCEOF | ARRAYLENGTH => (1, 1),
            MULTIANEWARRAY => (u16::from(code[pc + 3]), 1),
            // `checkcast` among them: what it leaves is what it found.
            _ => (0, 0),
        };
        let left = self.entries.len().saturating_sub(usize::from(pops));
        self.entries.truncate(left);
        // Offsets fit 16 bits, because code is shorter.
        self.entries.resize(left + usize::from(pushes), u16::try_from(pc).ok());
    }

    /// Copies the topmost `count` entries to below the `under` entries that lie under them.
    fn duplicate(&mut self, count: usize, under: usize) {
        let Some(bottom) = self.entries.len().checked_sub(count + under) else { return };
        self.entries.extend_from_within(bottom + under..);
        self.entries[bottom..].rotate_right(count);
    }

    fn swap(&mut self) {
        if let [.., a, b] = &mut *self.entries {
            std::mem::swap(a, b);
        }
    }
}
