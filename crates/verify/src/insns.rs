//! What every instruction asks of the types it finds and leaves behind (JVMS 4.10.1.9), one arm per group of
//! opcodes.

use crate::opcodes::*;
use crate::outline::Outline;
use crate::state::State;
use crate::types::{Type, reference_element};
use crate::{Checked, Hierarchy};
use base::{Symbol, names};
use classfile::Constant;

/// From here on class files may not use `jsr` and `ret` (JVMS 4.9.1).
const FIRST_MAJOR_WITHOUT_SUBROUTINES: u16 = 51;

/// The types that arithmetic, loads and stores cycle through, in the order of the opcodes.
const NUMBERS: [Type; 4] = [Type::Int, Type::Long, Type::Float, Type::Double];

/// Executes instructions over types instead of values.
pub(crate) struct Machine<'a, 'h> {
    pub outline: &'a Outline<'a>,
    pub hierarchy: &'h mut dyn Hierarchy,
    pub state: State,
    /// Where the last instruction may jump, besides its [`Flow`]. All of them are instructions' beginnings.
    pub jumps: Jumps,
}

/// How control leaves an instruction, apart from its jumps and exceptions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flow {
    Next,
    Stop,
    /// A `jsr`: its jump calls the subroutine.
    Call,
    /// A `ret` to behind the `jsr` at this offset.
    Return(u16),
}

impl<'a, 'h> Machine<'a, 'h> {
    pub fn new(outline: &'a Outline<'a>, hierarchy: &'h mut dyn Hierarchy) -> Checked<Machine<'a, 'h>> {
        let code = outline.code;
        let state = State::new(&outline.entry, usize::from(code.max_locals), usize::from(code.max_stack))?;
        Ok(Machine { outline, hierarchy, state, jumps: Vec::new() })
    }

    /// Executes the instruction at `pc`, which must be one of the outline's starts.
    pub fn step(&mut self, pc: usize) -> Checked<Flow> {
        let code = &*self.outline.code.bytes;
        self.jumps.clear();
        let op = code[pc];
        match op {
            NOP => {}
            ACONST_NULL => self.state.push(Type::Null)?,
            ICONST_M1..=ICONST_5 | BIPUSH | SIPUSH => self.state.push(Type::Int)?,
            LCONST_0 | LCONST_1 => self.state.push(Type::Long)?,
            FCONST_0..=FCONST_2 => self.state.push(Type::Float)?,
            DCONST_0 | DCONST_1 => self.state.push(Type::Double)?,
            LDC => self.constant(usize::from(code[pc + 1]), false)?,
            LDC_W => self.constant(self.index(pc), false)?,
            LDC2_W => self.constant(self.index(pc), true)?,
            ILOAD..=ALOAD | ILOAD_0..=ALOAD_3 => self.load(pc)?,
            IALOAD..=SALOAD => self.array_load(op)?,
            ISTORE..=ASTORE | ISTORE_0..=ASTORE_3 => self.store(pc)?,
            IASTORE..=SASTORE => self.array_store(op)?,
            POP => self.state.discard(1)?,
            POP2 => self.state.discard(2)?,
            DUP..=DUP_X2 => self.state.duplicate(1, usize::from(op - DUP))?,
            DUP2..=DUP2_X2 => self.state.duplicate(2, usize::from(op - DUP2))?,
            SWAP => self.swap()?,
            IADD..=DREM => self.binary(NUMBERS[usize::from(op - IADD) % 4])?,
            INEG..=DNEG => self.convert(NUMBERS[usize::from(op - INEG)], NUMBERS[usize::from(op - INEG)])?,
            ISHL..=LUSHR => {
                self.pop(Type::Int)?;
                let number = NUMBERS[usize::from(op - ISHL) % 2];
                self.convert(number, number)?;
            }
            IAND..=LXOR => self.binary(NUMBERS[usize::from(op - IAND) % 2])?,
            IINC => self.increment(pc)?,
            I2L => self.convert(Type::Int, Type::Long)?,
            I2F => self.convert(Type::Int, Type::Float)?,
            I2D => self.convert(Type::Int, Type::Double)?,
            L2I => self.convert(Type::Long, Type::Int)?,
            L2F => self.convert(Type::Long, Type::Float)?,
            L2D => self.convert(Type::Long, Type::Double)?,
            F2I => self.convert(Type::Float, Type::Int)?,
            F2L => self.convert(Type::Float, Type::Long)?,
            F2D => self.convert(Type::Float, Type::Double)?,
            D2I => self.convert(Type::Double, Type::Int)?,
            D2L => self.convert(Type::Double, Type::Long)?,
            D2F => self.convert(Type::Double, Type::Float)?,
            I2B | I2C | I2S => self.convert(Type::Int, Type::Int)?,
            LCMP => self.compare(Type::Long)?,
            FCMPL | FCMPG => self.compare(Type::Float)?,
            DCMPL | DCMPG => self.compare(Type::Double)?,
            IFEQ..=IFLE => {
                self.pop(Type::Int)?;
                jumps(code, pc, &mut self.jumps);
            }
            IF_ICMPEQ..=IF_ICMPLE => {
                self.pop(Type::Int)?;
                self.pop(Type::Int)?;
                jumps(code, pc, &mut self.jumps);
            }
            IF_ACMPEQ | IF_ACMPNE => {
                self.state.pop_reference()?;
                self.state.pop_reference()?;
                jumps(code, pc, &mut self.jumps);
            }
            IFNULL | IFNONNULL => {
                self.state.pop_reference()?;
                jumps(code, pc, &mut self.jumps);
            }
            GOTO | GOTO_W => {
                jumps(code, pc, &mut self.jumps);
                return Ok(Flow::Stop);
            }
            JSR | JSR_W => {
                self.subroutines_allowed()?;
                self.state.push(Type::Return(pc as u16))?;
                jumps(code, pc, &mut self.jumps);
                return Ok(Flow::Call);
            }
            RET => return self.ret(pc),
            TABLESWITCH | LOOKUPSWITCH => {
                self.pop(Type::Int)?;
                jumps(code, pc, &mut self.jumps);
                return Ok(Flow::Stop);
            }
            IRETURN..=RETURN => return self.method_return(op),
            GETSTATIC..=PUTFIELD => self.field(pc, op)?,
            INVOKEVIRTUAL..=INVOKEDYNAMIC => self.invoke(pc, op)?,
            NEW => self.new_object(pc)?,
            NEWARRAY => {
                self.pop(Type::Int)?;
                let array = primitive_array(code[pc + 1])?;
                self.state.push(array)?;
            }
            ANEWARRAY => {
                self.pop(Type::Int)?;
                let element = self.class_operand(pc)?;
                let array = element.array_of().ok_or("an array of too many dimensions")?;
                self.state.push(array)?;
            }
            ARRAYLENGTH => {
                match self.state.pop_any()? {
                    Type::Null | Type::Array(_) => {}
                    found => return Err(format!("the length of {found}, which is no array")),
                }
                self.state.push(Type::Int)?;
            }
            ATHROW => {
                self.pop(Type::THROWABLE)?;
                return Ok(Flow::Stop);
            }
            CHECKCAST => {
                self.pop(Type::OBJECT)?;
                let class = self.class_operand(pc)?;
                self.state.push(class)?;
            }
            INSTANCEOF => {
                self.pop(Type::OBJECT)?;
                self.class_operand(pc)?;
                self.state.push(Type::Int)?;
            }
            MONITORENTER | MONITOREXIT => drop(self.state.pop_reference()?),
            WIDE => return self.wide(pc),
            MULTIANEWARRAY => self.new_multi_array(pc)?,
            _ => return Err(format!("no instruction: {op:#04x}")),
        }
        Ok(Flow::Next)
    }

    pub(crate) fn pop(&mut self, expected: Type) -> Checked<Type> {
        self.state.pop(expected, self.hierarchy)
    }

    /// The constant-pool index that follows the opcode.
    pub(crate) fn index(&self, pc: usize) -> usize {
        usize::from(u16_at(&self.outline.code.bytes, pc + 1))
    }

    pub(crate) fn constant_at(&self, index: usize) -> Constant {
        self.outline.class.constants.get(index).copied().unwrap_or(Constant::Unused)
    }

    /// The type that the class constant of the instruction at `pc` names.
    fn class_operand(&self, pc: usize) -> Checked<Type> {
        match self.constant_at(self.index(pc)) {
            Constant::Class(name) => Type::of_class(name).ok_or_else(|| format!("malformed array {name}")),
            _ => Err(format!("constant {} is no class", self.index(pc))),
        }
    }

    fn constant(&mut self, index: usize, wide: bool) -> Checked {
        let value = match self.constant_at(index) {
            Constant::Integer(_) => Type::Int,
            Constant::Float(_) => Type::Float,
            Constant::Long(_) => Type::Long,
            Constant::Double(_) => Type::Double,
            Constant::String(_) => Type::Object(names::STRING),
            Constant::Class(_) => Type::Object(names::CLASS),
            Constant::MethodHandle(_) => Type::Object(names::METHOD_HANDLE),
            Constant::MethodType(_) => Type::Object(names::METHOD_TYPE),
            Constant::Dynamic(dynamic) => Type::of_descriptor(dynamic.desc)
                .ok_or_else(|| format!("malformed descriptor {}", dynamic.desc))?,
            _ => return Err(format!("constant {index} cannot be loaded")),
        };
        match value.end().is_some() == wide {
            true => self.state.push(value),
            false => Err(format!("constant {index} is {value}: the wrong size for this instruction")),
        }
    }

    fn load(&mut self, pc: usize) -> Checked {
        let (op, index) = local_operand(&self.outline.code.bytes, pc);
        let found = self.state.local(index)?;
        let good = match op {
            ALOAD => found.is_reference(),
            _ => found == NUMBERS[usize::from(op - ILOAD)],
        };
        match good {
            true => self.state.push(found),
            false => Err(format!("local variable {index} is {found}, which this instruction cannot load")),
        }
    }

    fn store(&mut self, pc: usize) -> Checked {
        let (op, index) = local_operand(&self.outline.code.bytes, pc);
        let value = match op {
            ASTORE => match self.state.pop_any()? {
                found if found.is_reference() || matches!(found, Type::Return(_)) => found,
                found => return Err(format!("{found} stored as a reference")),
            },
            _ => self.pop(NUMBERS[usize::from(op - ISTORE)])?,
        };
        self.state.set_local(index, value)
    }

    fn increment(&mut self, pc: usize) -> Checked {
        let (_, index) = local_operand(&self.outline.code.bytes, pc);
        match self.state.local(index)? {
            Type::Int => Ok(()),
            found => Err(format!("local variable {index} is {found}, which cannot be incremented")),
        }
    }

    /// The outline has seen that what follows is one of these.
    fn wide(&mut self, pc: usize) -> Checked<Flow> {
        match self.outline.code.bytes[pc + 1] {
            ILOAD..=ALOAD => self.load(pc)?,
            ISTORE..=ASTORE => self.store(pc)?,
            RET => return self.ret(pc),
            _ => self.increment(pc)?,
        }
        Ok(Flow::Next)
    }

    fn ret(&mut self, pc: usize) -> Checked<Flow> {
        self.subroutines_allowed()?;
        let (_, index) = local_operand(&self.outline.code.bytes, pc);
        match self.state.local(index)? {
            Type::Return(jsr) => Ok(Flow::Return(jsr)),
            found => Err(format!("local variable {index} is {found}, which is no return address")),
        }
    }

    fn subroutines_allowed(&self) -> Checked {
        match self.outline.class.major < FIRST_MAJOR_WITHOUT_SUBROUTINES {
            true => Ok(()),
            false => Err("jsr and ret are not allowed in class files of this version".into()),
        }
    }

    fn array_load(&mut self, op: u8) -> Checked {
        self.pop(Type::Int)?;
        let element = self.pop_array(op - IALOAD)?;
        self.state.push(element)
    }

    fn array_store(&mut self, op: u8) -> Checked {
        match op - IASTORE {
            // The element's class is looked at when the store is executed (JVMS 6.5.aastore).
            4 => self.pop(Type::OBJECT)?,
            number @ 0..4 => self.pop(NUMBERS[usize::from(number)])?,
            _ => self.pop(Type::Int)?,
        };
        self.pop(Type::Int)?;
        self.pop_array(op - IASTORE).map(drop)
    }

    /// Takes an array that fits the array instruction of this number and gives the type of its elements.
    fn pop_array(&mut self, number: u8) -> Checked<Type> {
        let array = self.state.pop_any()?;
        let element = match (array, number) {
            (Type::Null, 4) => Some(Type::Null),
            (Type::Array(desc), 4) => reference_element(desc),
            (Type::Null, _) => Some(NUMBERS.get(usize::from(number)).copied().unwrap_or(Type::Int)),
            (Type::Array(desc), _) => match (desc.bytes(), number) {
                (b"[I", 0) | (b"[B" | b"[Z", 5) | (b"[C", 6) | (b"[S", 7) => Some(Type::Int),
                (b"[J", 1) => Some(Type::Long),
                (b"[F", 2) => Some(Type::Float),
                (b"[D", 3) => Some(Type::Double),
                _ => None,
            },
            _ => None,
        };
        element.ok_or_else(|| format!("{array} is not the array that this instruction works on"))
    }

    fn swap(&mut self) -> Checked {
        self.state.cut(1)?;
        self.state.cut(2)?;
        let top = self.state.stack.len();
        self.state.stack.swap(top - 1, top - 2);
        Ok(())
    }

    fn binary(&mut self, number: Type) -> Checked {
        self.pop(number)?;
        self.convert(number, number)
    }

    fn compare(&mut self, number: Type) -> Checked {
        self.pop(number)?;
        self.convert(number, Type::Int)
    }

    fn convert(&mut self, from: Type, to: Type) -> Checked {
        self.pop(from)?;
        self.state.push(to)
    }

    fn method_return(&mut self, op: u8) -> Checked<Flow> {
        if self.state.this_uninit {
            return Err("a constructor returns without having called another one".into());
        }
        let result = self.outline.result;
        let fits = match (op, result) {
            (RETURN, None) => true,
            (ARETURN, Some(Type::Object(_) | Type::Array(_))) => true,
            (IRETURN..=DRETURN, Some(value)) => value == NUMBERS[usize::from(op - IRETURN)],
            _ => false,
        };
        if !fits {
            return Err("a return that does not fit the method's result".into());
        }
        if let Some(value) = result {
            self.pop(value)?;
        }
        Ok(Flow::Stop)
    }

    fn new_object(&mut self, pc: usize) -> Checked {
        let Type::Object(_) = self.class_operand(pc)? else {
            return Err("new cannot make an array".into());
        };
        let made = Type::Uninit(pc as u16);
        // Two different objects may never look alike, or initializing one would seem to initialize both.
        if self.state.stack.contains(&made) {
            return Err("an uninitialized object made here before is still on the stack".into());
        }
        if self.state.locals.contains(&made) {
            self.state.replace(made, Type::Top);
        }
        self.state.push(made)
    }

    fn new_multi_array(&mut self, pc: usize) -> Checked {
        let Type::Array(array) = self.class_operand(pc)? else {
            return Err("multianewarray of something that is no array".into());
        };
        let dimensions = array.bytes().iter().take_while(|&&byte| byte == b'[').count();
        let count = usize::from(self.outline.code.bytes[pc + 3]);
        if count == 0 || count > dimensions {
            return Err(format!("multianewarray of {count} dimensions for {array}"));
        }
        for _ in 0..count {
            self.pop(Type::Int)?;
        }
        self.state.push(Type::Array(array))
    }
}

/// The array that `newarray` makes (JVMS table 6.5.newarray-A).
fn primitive_array(code: u8) -> Checked<Type> {
    let desc = match code {
        4 => "[Z",
        5 => "[C",
        6 => "[F",
        7 => "[D",
        8 => "[B",
        9 => "[S",
        10 => "[I",
        11 => "[J",
        _ => return Err(format!("newarray of type {code}")),
    };
    Ok(Type::Array(Symbol::new(desc)))
}
