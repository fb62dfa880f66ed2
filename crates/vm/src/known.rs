//! The classes and fields of the library that the machine itself touches, looked up once at boot.

use crate::machine::Machine;
use crate::program::{ClassId, FieldId};
use crate::trap::Trap;
use base::{Symbol, names};

macro_rules! known {
    (
        classes { $($class:ident = $class_name:literal,)* }
        fields { $($field:ident = $owner:ident . $name:literal : $desc:literal,)* }
        not_in_all { $($other:ident = $of:ident . $other_name:literal : $other_desc:literal,)* }
    ) => {
        /// Classes by id, fields by their unit in an object; `None` for those that this library does not have.
        #[derive(Clone, Debug)]
        pub struct WellKnown {
            $(pub $class: ClassId,)*
            $(pub $field: u32,)*
            $(pub $other: Option<u32>,)*
        }

        impl WellKnown {
            pub(crate) fn look_up(machine: &mut Machine) -> Result<WellKnown, Trap> {
                $(let $class = machine.load($class_name)?;)*
                $(let $field = unit(machine, $owner, $name, $desc)?;)*
                $(let $other = unit(machine, $of, $other_name, $other_desc).ok();)*
                Ok(WellKnown { $($class,)* $($field,)* $($other,)* })
            }
        }
    };
}

fn unit(machine: &Machine, class: ClassId, name: &str, desc: &str) -> Result<u32, Trap> {
    let program = &machine.program;
    let field: FieldId = program.resolve_field(class, Symbol::new(name), Symbol::new(desc))?;
    Ok(program.fields[field].unit)
}

known! {
    classes {
        object = "java/lang/Object",
        class = "java/lang/Class",
        string = "java/lang/String",
        thread = "java/lang/Thread",
        thread_group = "java/lang/ThreadGroup",
        throwable = "java/lang/Throwable",
        error = "java/lang/Error",
        method_type = "java/lang/invoke/MethodType",
        method_handle = "java/lang/invoke/MethodHandle",
        member_name = "java/lang/invoke/MemberName",
        resolved_method_name = "java/lang/invoke/ResolvedMethodName",
        reference = "java/lang/ref/Reference",
        stack_trace_element = "java/lang/StackTraceElement",
        builder = "java/lang/AbstractStringBuilder",
        boolean = "java/lang/Boolean",
        byte = "java/lang/Byte",
        character = "java/lang/Character",
        short = "java/lang/Short",
        integer = "java/lang/Integer",
        long = "java/lang/Long",
        float = "java/lang/Float",
        double = "java/lang/Double",
        bytes = "[B",
        booleans = "[Z",
        chars = "[C",
        ints = "[I",
        longs = "[J",
        objects = "[Ljava/lang/Object;",
        strings = "[Ljava/lang/String;",
        classes = "[Ljava/lang/Class;",
    }
    fields {
        string_value = string."value": "[B",
        string_coder = string."coder": "B",
        string_hash = string."hash": "I",
        string_hash_is_zero = string."hashIsZero": "Z",
        class_cell = class."$class": "I",
        class_component = class."componentType": "Ljava/lang/Class;",
        class_module = class."module": "Ljava/lang/Module;",
        class_loader = class."classLoader": "Ljava/lang/ClassLoader;",
        throwable_message = throwable."detailMessage": "Ljava/lang/String;",
        throwable_cause = throwable."cause": "Ljava/lang/Throwable;",
        throwable_backtrace = throwable."backtrace": "Ljava/lang/Object;",
        throwable_depth = throwable."depth": "I",
        throwable_trace = throwable."stackTrace": "[Ljava/lang/StackTraceElement;",
        throwable_suppressed = throwable."suppressedExceptions": "Ljava/util/List;",
        thread_eetop = thread."eetop": "J",
        thread_interrupted = thread."interrupted": "Z",
        reference_referent = reference."referent": "Ljava/lang/Object;",
        builder_value = builder."value": "[B",
        builder_coder = builder."coder": "B",
        builder_count = builder."count": "I",
        boolean_value = boolean."value": "Z",
        byte_value = byte."value": "B",
        character_value = character."value": "C",
        short_value = short."value": "S",
        integer_value = integer."value": "I",
        long_value = long."value": "J",
        float_value = float."value": "F",
        double_value = double."value": "D",
        handle_target = method_handle."$target": "I",
        handle_type = method_handle."type": "Ljava/lang/invoke/MethodType;",
        member_class = member_name."clazz": "Ljava/lang/Class;",
        member_simple_name = member_name."name": "Ljava/lang/String;",
        member_type = member_name."type": "Ljava/lang/Object;",
        member_flags = member_name."flags": "I",
        member_method = member_name."method": "Ljava/lang/invoke/ResolvedMethodName;",
        resolved_target = resolved_method_name."$target": "I",
    }
    not_in_all {
        thread_handler = thread."uncaughtExceptionHandler": "Ljava/lang/Thread$UncaughtExceptionHandler;",
        thread_in_group = thread."group": "Ljava/lang/ThreadGroup;",
        thread_target = thread."target": "Ljava/lang/Runnable;",
        thread_locals = thread."threadLocals": "Ljava/lang/ThreadLocal$ThreadLocalMap;",
        thread_inherited = thread."inheritableThreadLocals": "Ljava/lang/ThreadLocal$ThreadLocalMap;",
    }
}

impl Machine {
    /// Looks up what the machine must know of the library. Nothing can run before.
    pub fn look_up_known(&mut self) -> Result<(), Trap> {
        let known = WellKnown::look_up(self)?;
        self.program.known = Some(Box::new(known));
        self.look_up_arrays()
    }

    /// The known classes. Boot looks them up before anything runs.
    #[inline]
    pub fn known(&self) -> &WellKnown {
        self.program.known.as_ref().expect("boot has looked up the known classes")
    }

    /// Loads a class of the library by its internal name.
    pub fn load(&mut self, name: &str) -> Result<ClassId, Trap> {
        self.load_class(Symbol::new(name))
    }

    pub fn load_class(&mut self, name: Symbol) -> Result<ClassId, Trap> {
        Ok(self.program.load(&mut self.heap, name)?)
    }

    /// `java.lang.Object`, before and after boot.
    pub fn object_class(&mut self) -> Result<ClassId, Trap> {
        self.load_class(names::OBJECT)
    }
}
