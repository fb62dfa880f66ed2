//! The one list of operations. Enum, names, effects, operand visitor, printer and parser all come from it.
//!
//! An operation is eight bytes: an opcode and up to three operands. Registers hold 64 bits: `int` and `float`
//! in the low half with the upper half zero, references as 32-bit handles (0 is null), `long` and `double`
//! whole. A register has one kind for the whole method (see [`crate::Body::refs`]), so that roots are found
//! without type maps.
//!
//! The first part of the list is what lowering emits: members are named by [`Sym`] numbers. The second part,
//! the *linked* operations, is what the machine rewrites them to once names are resolved; lowering never
//! emits those.

use crate::operand::{Call, Class, Dst, Imm, Int, Kind, Link, Off, Ref, Src, Sym, Table, Target, Wide};

/// Calls a macro with the whole list: `Name "mnemonic" { operands } [effects]`. Operations without effects
/// compute with registers or jump.
#[macro_export]
macro_rules! for_each_op {
    ($then:ident) => {
        $then! {
            // Moves and constants.
            Nop "nop" {}
            Move "move" { dst: Dst, src: Src }
            /// An `int`, the bits of a `float`, or null (0).
            Const "const" { dst: Dst, value: Int }
            /// A `long` or the bits of a `double`, from the method's table of wide constants.
            ConstWide "wide" { dst: Dst, value: Wide }
            /// A string, class, method type, method handle or dynamic constant.
            Ldc "ldc" { dst: Dst, sym: Sym } [Links ReadsField WritesField Calls Throws]

            // Integer arithmetic.
            IAdd "iadd" { dst: Dst, a: Src, b: Src }
            ISub "isub" { dst: Dst, a: Src, b: Src }
            IMul "imul" { dst: Dst, a: Src, b: Src }
            IDiv "idiv" { dst: Dst, a: Src, b: Src } [Throws]
            IRem "irem" { dst: Dst, a: Src, b: Src } [Throws]
            INeg "ineg" { dst: Dst, a: Src }
            IAnd "iand" { dst: Dst, a: Src, b: Src }
            IOr "ior" { dst: Dst, a: Src, b: Src }
            IXor "ixor" { dst: Dst, a: Src, b: Src }
            IShl "ishl" { dst: Dst, a: Src, b: Src }
            IShr "ishr" { dst: Dst, a: Src, b: Src }
            IUshr "iushr" { dst: Dst, a: Src, b: Src }
            IAddK "iadd_k" { dst: Dst, a: Src, k: Imm }
            IMulK "imul_k" { dst: Dst, a: Src, k: Imm }
            IAndK "iand_k" { dst: Dst, a: Src, k: Imm }
            IShlK "ishl_k" { dst: Dst, a: Src, k: Imm }
            IShrK "ishr_k" { dst: Dst, a: Src, k: Imm }
            IUshrK "iushr_k" { dst: Dst, a: Src, k: Imm }
            LAdd "ladd" { dst: Dst, a: Src, b: Src }
            LSub "lsub" { dst: Dst, a: Src, b: Src }
            LMul "lmul" { dst: Dst, a: Src, b: Src }
            LDiv "ldiv" { dst: Dst, a: Src, b: Src } [Throws]
            LRem "lrem" { dst: Dst, a: Src, b: Src } [Throws]
            LNeg "lneg" { dst: Dst, a: Src }
            LAnd "land" { dst: Dst, a: Src, b: Src }
            LOr "lor" { dst: Dst, a: Src, b: Src }
            LXor "lxor" { dst: Dst, a: Src, b: Src }
            LShl "lshl" { dst: Dst, a: Src, b: Src }
            LShr "lshr" { dst: Dst, a: Src, b: Src }
            LUshr "lushr" { dst: Dst, a: Src, b: Src }
            LAddK "ladd_k" { dst: Dst, a: Src, k: Imm }
            LShlK "lshl_k" { dst: Dst, a: Src, k: Imm }
            LShrK "lshr_k" { dst: Dst, a: Src, k: Imm }
            LUshrK "lushr_k" { dst: Dst, a: Src, k: Imm }

            // Floating point.
            FAdd "fadd" { dst: Dst, a: Src, b: Src }
            FSub "fsub" { dst: Dst, a: Src, b: Src }
            FMul "fmul" { dst: Dst, a: Src, b: Src }
            FDiv "fdiv" { dst: Dst, a: Src, b: Src }
            FRem "frem" { dst: Dst, a: Src, b: Src }
            FNeg "fneg" { dst: Dst, a: Src }
            DAdd "dadd" { dst: Dst, a: Src, b: Src }
            DSub "dsub" { dst: Dst, a: Src, b: Src }
            DMul "dmul" { dst: Dst, a: Src, b: Src }
            DDiv "ddiv" { dst: Dst, a: Src, b: Src }
            DRem "drem" { dst: Dst, a: Src, b: Src }
            DNeg "dneg" { dst: Dst, a: Src }

            // Conversions and three-way comparisons.
            I2L "i2l" { dst: Dst, a: Src }
            I2F "i2f" { dst: Dst, a: Src }
            I2D "i2d" { dst: Dst, a: Src }
            L2I "l2i" { dst: Dst, a: Src }
            L2F "l2f" { dst: Dst, a: Src }
            L2D "l2d" { dst: Dst, a: Src }
            F2I "f2i" { dst: Dst, a: Src }
            F2L "f2l" { dst: Dst, a: Src }
            F2D "f2d" { dst: Dst, a: Src }
            D2I "d2i" { dst: Dst, a: Src }
            D2L "d2l" { dst: Dst, a: Src }
            D2F "d2f" { dst: Dst, a: Src }
            I2B "i2b" { dst: Dst, a: Src }
            I2C "i2c" { dst: Dst, a: Src }
            I2S "i2s" { dst: Dst, a: Src }
            LCmp "lcmp" { dst: Dst, a: Src, b: Src }
            FCmpL "fcmpl" { dst: Dst, a: Src, b: Src }
            FCmpG "fcmpg" { dst: Dst, a: Src, b: Src }
            DCmpL "dcmpl" { dst: Dst, a: Src, b: Src }
            DCmpG "dcmpg" { dst: Dst, a: Src, b: Src }

            // Jumps. The `I` forms compare the low 32 bits, so they serve references too.
            Goto "goto" { to: Target }
            IfIEq "if_ieq" { a: Src, b: Src, to: Target }
            IfINe "if_ine" { a: Src, b: Src, to: Target }
            IfILt "if_ilt" { a: Src, b: Src, to: Target }
            IfIGe "if_ige" { a: Src, b: Src, to: Target }
            IfIGt "if_igt" { a: Src, b: Src, to: Target }
            IfILe "if_ile" { a: Src, b: Src, to: Target }
            IfIEqK "if_ieq_k" { a: Src, k: Imm, to: Target }
            IfINeK "if_ine_k" { a: Src, k: Imm, to: Target }
            IfILtK "if_ilt_k" { a: Src, k: Imm, to: Target }
            IfIGeK "if_ige_k" { a: Src, k: Imm, to: Target }
            IfIGtK "if_igt_k" { a: Src, k: Imm, to: Target }
            IfILeK "if_ile_k" { a: Src, k: Imm, to: Target }
            IfLEq "if_leq" { a: Src, b: Src, to: Target }
            IfLNe "if_lne" { a: Src, b: Src, to: Target }
            IfLLt "if_llt" { a: Src, b: Src, to: Target }
            IfLGe "if_lge" { a: Src, b: Src, to: Target }
            IfLGt "if_lgt" { a: Src, b: Src, to: Target }
            IfLLe "if_lle" { a: Src, b: Src, to: Target }
            Switch "switch" { on: Src, table: Table }
            Return "return" { src: Src } [Monitors Initializes Throws]
            ReturnVoid "return_void" {} [Monitors Initializes Throws]
            Throw "throw" { src: Src } [Throws]

            // Objects and arrays, by name.
            New "new" { dst: Dst, sym: Sym } [Links Initializes Blocks Allocates Throws]
            GetField "getfield" { dst: Dst, obj: Src, sym: Sym } [Links ReadsField Throws]
            PutField "putfield" { obj: Src, src: Src, sym: Sym } [Links WritesField Throws]
            GetStatic "getstatic" { dst: Dst, sym: Sym } [Links Initializes Blocks ReadsStatic Throws]
            PutStatic "putstatic" { src: Src, sym: Sym } [Links Initializes Blocks WritesStatic Throws]
            CheckCast "checkcast" { src: Src, sym: Sym } [Links ReadsHeader Throws]
            InstanceOf "instanceof" { dst: Dst, src: Src, sym: Sym } [Links ReadsHeader Throws]
            NewArray "newarray" { kind: Kind, dst: Dst, len: Src } [Allocates Throws]
            ANewArray "anewarray" { dst: Dst, len: Src, sym: Sym } [Links Allocates Throws]
            /// The arguments of the call are the lengths; its symbol is the array class.
            MultiNewArray "multianewarray" { dst: Dst, call: Call } [Links Allocates Throws]
            ArrayLength "arraylength" { dst: Dst, arr: Src } [ReadsHeader Throws]
            /// Elements of `byte[]` and of `boolean[]`.
            LoadB "load_b" { dst: Dst, arr: Src, at: Src } [ReadsHeader ReadsElement Throws]
            LoadC "load_c" { dst: Dst, arr: Src, at: Src } [ReadsHeader ReadsElement Throws]
            LoadS "load_s" { dst: Dst, arr: Src, at: Src } [ReadsHeader ReadsElement Throws]
            /// Elements of `int[]` and `float[]`.
            Load32 "load_32" { dst: Dst, arr: Src, at: Src } [ReadsHeader ReadsElement Throws]
            Load64 "load_64" { dst: Dst, arr: Src, at: Src } [ReadsHeader ReadsElement Throws]
            LoadRef "load_ref" { dst: Dst, arr: Src, at: Src } [ReadsHeader ReadsElement Throws]
            StoreB "store_b" { arr: Src, at: Src, src: Src } [ReadsHeader WritesElement Throws]
            /// Elements of `char[]` and `short[]`.
            Store16 "store_16" { arr: Src, at: Src, src: Src } [ReadsHeader WritesElement Throws]
            Store32 "store_32" { arr: Src, at: Src, src: Src } [ReadsHeader WritesElement Throws]
            Store64 "store_64" { arr: Src, at: Src, src: Src } [ReadsHeader WritesElement Throws]
            StoreRef "store_ref" { arr: Src, at: Src, src: Src } [ReadsHeader WritesElement Throws]
            MonitorEnter "monitorenter" { obj: Src } [Monitors Blocks Throws]
            MonitorExit "monitorexit" { obj: Src } [Monitors Throws]

            // Calls, by name. A call to a void method has the register `Dst::NONE`.
            InvokeStatic "invokestatic" { dst: Dst, call: Call } [Links Initializes Blocks Calls Throws]
            InvokeSpecial "invokespecial" { dst: Dst, call: Call } [Links ReadsHeader Calls Throws]
            InvokeVirtual "invokevirtual" { dst: Dst, call: Call } [Links ReadsHeader Calls Throws]
            InvokeInterface "invokeinterface" { dst: Dst, call: Call } [Links ReadsHeader Calls Throws]
            InvokeDynamic "invokedynamic" { dst: Dst, call: Call } [Links Initializes Blocks ReadsHeader Calls Throws]

            // Linked operations: what the machine puts in place of the named ones above.
            ConstRef "=ref" { dst: Dst, handle: Ref }
            /// A string of which the path decides which of equal ones it is.
            ConstText "=text" { dst: Dst, sym: Sym } [ReadsField WritesField Throws]
            Get32 "=get_32" { dst: Dst, obj: Src, off: Off } [ReadsField Throws]
            Get64 "=get_64" { dst: Dst, obj: Src, off: Off } [ReadsField Throws]
            Put32 "=put_32" { obj: Src, src: Src, off: Off } [WritesField Throws]
            Put64 "=put_64" { obj: Src, src: Src, off: Off } [WritesField Throws]
            PutRef "=put_ref" { obj: Src, src: Src, off: Off } [WritesField Throws]
            /// Fields of type boolean, byte, char and short: the value is cut to the kind.
            PutNarrow "=put_narrow" { kind: Kind, obj: Src, src: Src, off: Off } [WritesField Throws]
            /// Statics of a class that can be seen uninitialized: the check stays.
            GetStatic32 "=gets_32" { dst: Dst, link: Link } [Initializes Blocks ReadsStatic Throws]
            GetStatic64 "=gets_64" { dst: Dst, link: Link } [Initializes Blocks ReadsStatic Throws]
            /// Statics of a class that is initialized in the base state: an address is enough.
            GetBase32 "=getb_32" { dst: Dst, at: Ref } [ReadsStatic]
            GetBase64 "=getb_64" { dst: Dst, at: Ref } [ReadsStatic]
            PutStaticQ "=puts" { src: Src, link: Link } [Initializes Blocks WritesStatic Throws]
            NewQ "=new" { dst: Dst, class: Class } [Initializes Blocks Allocates Throws]
            NewBase "=newb" { dst: Dst, class: Class } [Allocates Throws]
            CheckCastQ "=checkcast" { src: Src, sym: Sym } [ReadsHeader Throws]
            InstanceOfQ "=instanceof" { dst: Dst, src: Src, sym: Sym } [ReadsHeader]
            ANewArrayQ "=anewarray" { dst: Dst, len: Src, sym: Sym } [Allocates Throws]
            NullCheck "=nullcheck" { src: Src } [Throws]
            /// One known method, no receiver to check: static methods of initialized classes.
            CallDirect "=call" { dst: Dst, call: Call } [Calls Throws]
            /// A static method whose class may still have to be initialized.
            CallStatic "=call_static" { dst: Dst, call: Call } [Initializes Blocks Calls Throws]
            /// One known method with a receiver that must not be null.
            CallSpecial "=call_special" { dst: Dst, call: Call } [Calls Throws]
            CallVirtual "=call_virtual" { dst: Dst, call: Call } [ReadsHeader Calls Throws]
            CallInterface "=call_interface" { dst: Dst, call: Call } [ReadsHeader Calls Throws]
            /// A signature-polymorphic method of `MethodHandle` or `VarHandle`.
            CallHandle "=call_handle" { dst: Dst, call: Call } [ReadsHeader Calls Throws]
        }
    };
}

/// The pattern of the operations by name that the machine rewrites to linked ones when they are first executed: as
/// they stand they are never done.
#[macro_export]
macro_rules! named_op {
    () => {
        $crate::Op::Ldc { .. }
            | $crate::Op::New { .. }
            | $crate::Op::GetField { .. }
            | $crate::Op::PutField { .. }
            | $crate::Op::GetStatic { .. }
            | $crate::Op::PutStatic { .. }
            | $crate::Op::CheckCast { .. }
            | $crate::Op::InstanceOf { .. }
            | $crate::Op::ANewArray { .. }
            | $crate::Op::InvokeStatic { .. }
            | $crate::Op::InvokeSpecial { .. }
            | $crate::Op::InvokeVirtual { .. }
            | $crate::Op::InvokeInterface { .. }
            | $crate::Op::InvokeDynamic { .. }
    };
}

macro_rules! define {
    ($($(#[$doc:meta])* $name:ident $text:literal { $($field:ident : $ty:ident),* } $([$($effect:ident)*])?)*) => {
        /// One operation of the register IR.
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[repr(u8)]
        pub enum Op {
            $($(#[$doc])* $name { $($field: $ty),* },)*
        }

        impl Op {
            /// The mnemonic. Linked operations begin with `=`.
            pub fn mnemonic(&self) -> &'static str {
                match self { $(Op::$name { .. } => $text,)* }
            }

            /// Shows every operand to `visit`, in the order of the text form.
            pub fn operands(&self, visit: &mut impl $crate::operand::OperandVisitor) {
                match *self { $(Op::$name { $($field),* } => { $($crate::operand::Operand::show($field, visit);)* })* }
            }

            /// Reads the operands of `mnemonic` from `from`; `None` for an unknown mnemonic.
            #[allow(clippy::redundant_closure_call, reason = "the closure gives `?` an end inside the arm")]
            pub fn read<F: $crate::operand::Read>(mnemonic: &str, from: &mut F) -> Option<Result<Op, F::Error>> {
                match mnemonic {
                    $($text => Some((|| Ok(Op::$name { $($field: $crate::operand::Operand::read(from)?),* }))()),)*
                    _ => None,
                }
            }
        }
    };
}

for_each_op!(define);

/// Eight bytes: a method of a hundred operations fits in a few cache lines.
const _: () = assert!(size_of::<Op>() == 8);

impl Op {
    /// The machine makes it when names are resolved; lowering never does.
    pub fn is_linked(&self) -> bool {
        self.mnemonic().starts_with('=')
    }

    /// Control never goes on to the next operation.
    pub fn ends_block(&self) -> bool {
        matches!(
            self,
            Op::Goto { .. } | Op::Switch { .. } | Op::Return { .. } | Op::ReturnVoid {} | Op::Throw { .. }
        )
    }
}
