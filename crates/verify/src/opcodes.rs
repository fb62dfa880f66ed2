//! The instruction set (JVMS 6.5): the opcodes' names, how long an instruction is, and where it may jump to.

/// What an instruction spells out about its jumps.
pub(crate) type Jumps = Vec<i64>;

macro_rules! opcodes {
    ($($name:ident)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Number { $($name,)* }
        // Most are only ever inside of ranges.
        $(#[allow(dead_code)] pub(crate) const $name: u8 = Number::$name as u8;)*
    };
}

// In the order of their numbers, from 0 without a gap.
opcodes! {
    NOP ACONST_NULL ICONST_M1 ICONST_0 ICONST_1 ICONST_2 ICONST_3 ICONST_4 ICONST_5 LCONST_0 LCONST_1
    FCONST_0 FCONST_1 FCONST_2 DCONST_0 DCONST_1 BIPUSH SIPUSH LDC LDC_W LDC2_W
    ILOAD LLOAD FLOAD DLOAD ALOAD
    ILOAD_0 ILOAD_1 ILOAD_2 ILOAD_3 LLOAD_0 LLOAD_1 LLOAD_2 LLOAD_3 FLOAD_0 FLOAD_1 FLOAD_2 FLOAD_3
    DLOAD_0 DLOAD_1 DLOAD_2 DLOAD_3 ALOAD_0 ALOAD_1 ALOAD_2 ALOAD_3
    IALOAD LALOAD FALOAD DALOAD AALOAD BALOAD CALOAD SALOAD
    ISTORE LSTORE FSTORE DSTORE ASTORE
    ISTORE_0 ISTORE_1 ISTORE_2 ISTORE_3 LSTORE_0 LSTORE_1 LSTORE_2 LSTORE_3 FSTORE_0 FSTORE_1 FSTORE_2 FSTORE_3
    DSTORE_0 DSTORE_1 DSTORE_2 DSTORE_3 ASTORE_0 ASTORE_1 ASTORE_2 ASTORE_3
    IASTORE LASTORE FASTORE DASTORE AASTORE BASTORE CASTORE SASTORE
    POP POP2 DUP DUP_X1 DUP_X2 DUP2 DUP2_X1 DUP2_X2 SWAP
    IADD LADD FADD DADD ISUB LSUB FSUB DSUB IMUL LMUL FMUL DMUL IDIV LDIV FDIV DDIV IREM LREM FREM DREM
    INEG LNEG FNEG DNEG ISHL LSHL ISHR LSHR IUSHR LUSHR IAND LAND IOR LOR IXOR LXOR IINC
    I2L I2F I2D L2I L2F L2D F2I F2L F2D D2I D2L D2F I2B I2C I2S LCMP FCMPL FCMPG DCMPL DCMPG
    IFEQ IFNE IFLT IFGE IFGT IFLE IF_ICMPEQ IF_ICMPNE IF_ICMPLT IF_ICMPGE IF_ICMPGT IF_ICMPLE IF_ACMPEQ IF_ACMPNE
    GOTO JSR RET TABLESWITCH LOOKUPSWITCH IRETURN LRETURN FRETURN DRETURN ARETURN RETURN
    GETSTATIC PUTSTATIC GETFIELD PUTFIELD
    INVOKEVIRTUAL INVOKESPECIAL INVOKESTATIC INVOKEINTERFACE INVOKEDYNAMIC
    NEW NEWARRAY ANEWARRAY ARRAYLENGTH ATHROW CHECKCAST INSTANCEOF MONITORENTER MONITOREXIT
    WIDE MULTIANEWARRAY IFNULL IFNONNULL GOTO_W JSR_W
}

/// The length of the instruction at `pc`; `None` where there is none, or where it runs over the end of the
/// code.
pub(crate) fn length(code: &[u8], pc: usize) -> Option<usize> {
    let length = match *code.get(pc)? {
        BIPUSH | LDC | ILOAD..=ALOAD | ISTORE..=ASTORE | RET | NEWARRAY => 2,
        SIPUSH | LDC_W | LDC2_W | IINC | IFEQ..=JSR | GETSTATIC..=INVOKESTATIC => 3,
        NEW | ANEWARRAY | CHECKCAST | INSTANCEOF | IFNULL | IFNONNULL => 3,
        MULTIANEWARRAY => 4,
        INVOKEINTERFACE | INVOKEDYNAMIC | GOTO_W | JSR_W => 5,
        WIDE => match *code.get(pc + 1)? {
            ILOAD..=ALOAD | ISTORE..=ASTORE | RET => 4,
            IINC => 6,
            _ => return None,
        },
        TABLESWITCH => {
            let at = switch_operands(pc);
            let count = i64::from(i32_at(code, at + 8)?) - i64::from(i32_at(code, at + 4)?) + 1;
            at - pc + 12 + 4 * usize::try_from(count).ok().filter(|&count| count > 0)?
        }
        LOOKUPSWITCH => {
            let at = switch_operands(pc);
            at - pc + 8 + 8 * usize::try_from(i32_at(code, at + 4)?).ok()?
        }
        0..=JSR_W => 1,
        _ => return None,
    };
    (pc + length <= code.len()).then_some(length)
}

/// Writes the jumps of the instruction at `pc` into `out`, as they are spelled: a target may lie outside of
/// the code. A switch's default comes first. The instruction must have a [`length`]; without one nothing is
/// written.
pub(crate) fn jumps(code: &[u8], pc: usize, out: &mut Jumps) {
    out.clear();
    let Some(length) = length(code, pc) else { return };
    let mut jump = |offset: i32| out.push(pc as i64 + i64::from(offset));
    match code[pc] {
        IFEQ..=JSR | IFNULL | IFNONNULL => jump(i32::from(i16_at(code, pc + 1))),
        GOTO_W | JSR_W => jump(i32_at(code, pc + 1).unwrap_or(0)),
        op @ (TABLESWITCH | LOOKUPSWITCH) => {
            let at = switch_operands(pc);
            let (first, step) = if op == TABLESWITCH { (at + 12, 4) } else { (at + 12, 8) };
            jump(i32_at(code, at).unwrap_or(0));
            for place in (first..pc + length).step_by(step) {
                jump(i32_at(code, place).unwrap_or(0));
            }
        }
        _ => {}
    }
}

/// True if the keys of the `lookupswitch` at `pc` stand in order, as searching them by halves needs.
pub(crate) fn keys_in_order(code: &[u8], pc: usize) -> bool {
    let end = pc + length(code, pc).unwrap_or(0);
    let mut keys = (switch_operands(pc) + 8..end).step_by(8).map(|at| i32_at(code, at));
    let mut last = keys.next();
    keys.all(|key| last.replace(key) < Some(key))
}

/// Where the operands of a switch begin: at the next multiple of four (JVMS 6.5.tableswitch).
fn switch_operands(pc: usize) -> usize {
    (pc + 4) & !3
}

/// The two bytes at `at`; zero past the end, which callers have ruled out by [`length`].
pub(crate) fn u16_at(code: &[u8], at: usize) -> u16 {
    code.get(at..at + 2).map_or(0, |b| u16::from_be_bytes([b[0], b[1]]))
}

pub(crate) fn i16_at(code: &[u8], at: usize) -> i16 {
    u16_at(code, at) as i16
}

fn i32_at(code: &[u8], at: usize) -> Option<i32> {
    code.get(at..at + 4).map(|b| i32::from_be_bytes([b[0], b[1], b[2], b[3]]))
}

/// The local variable that a load, store, `iinc` or `ret` at `pc` names, and its opcode without `wide`.
pub(crate) fn local_operand(code: &[u8], pc: usize) -> (u8, usize) {
    match code[pc] {
        WIDE => (code[pc + 1], usize::from(u16_at(code, pc + 2))),
        op @ ILOAD_0..=ALOAD_3 => (ILOAD + (op - ILOAD_0) / 4, usize::from((op - ILOAD_0) % 4)),
        op @ ISTORE_0..=ASTORE_3 => (ISTORE + (op - ISTORE_0) / 4, usize::from((op - ISTORE_0) % 4)),
        op => (op, usize::from(code.get(pc + 1).copied().unwrap_or(0))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_specification() {
        let known = [
            (ILOAD_0, 0x1a),
            (IALOAD, 0x2e),
            (IASTORE, 0x4f),
            (IADD, 0x60),
            (IINC, 0x84),
            (LCMP, 0x94),
            (GOTO, 0xa7),
            (RETURN, 0xb1),
            (INVOKEDYNAMIC, 0xba),
            (WIDE, 0xc4),
            (JSR_W, 0xc9),
        ];
        for (ours, theirs) in known {
            assert_eq!(ours, theirs);
        }
    }

    #[test]
    fn switches() {
        let mut table = vec![NOP, TABLESWITCH, 0, 0];
        for word in [20i32, 5, 6, -1, 30] {
            table.extend(word.to_be_bytes());
        }
        assert_eq!(length(&table, 1), Some(23));
        let mut out = Vec::new();
        jumps(&table, 1, &mut out);
        assert_eq!(out, [21, 0, 31]);
        table.pop();
        assert_eq!(length(&table, 1), None);

        let mut lookup = vec![LOOKUPSWITCH, 0, 0, 0];
        for word in [20i32, 2, -5, 8, 7, 9] {
            lookup.extend(word.to_be_bytes());
        }
        assert_eq!(length(&lookup, 0), Some(28));
        jumps(&lookup, 0, &mut out);
        assert_eq!(out, [20, 8, 9]);
        assert!(keys_in_order(&lookup, 0));
        lookup[12] = 0x7f;
        assert!(!keys_in_order(&lookup, 0));
        assert_eq!(length(&[LOOKUPSWITCH, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff], 0), None);
        assert_eq!(length(&[TABLESWITCH], 0), None);
    }
}
