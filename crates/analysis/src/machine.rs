//! What no code shows: the methods that a Java virtual machine calls by itself, and the objects that it
//! makes.

use base::{Symbol, names};
use classfile::{Access, MemberRef};

/// A method as class, name and descriptor.
type MethodName = (&'static str, &'static str, &'static str);

/// What runs in every program, before `main` and after it.
pub const BOOT_ROOTS: &[MethodName] = &[
    ("java/lang/System", "initPhase1", "()V"),
    ("java/lang/ClassLoader", "initSystemClassLoader", "()Ljava/lang/ClassLoader;"),
    ("java/lang/ClassLoader", "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;"),
    ("java/lang/ThreadGroup", "<init>", "()V"),
    ("java/lang/ThreadGroup", "<init>", "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V"),
    ("java/lang/Thread", "<init>", "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V"),
    ("java/lang/Thread", "setContextClassLoader", "(Ljava/lang/ClassLoader;)V"),
    ("java/lang/Thread", "exit", "()V"),
    ("java/lang/Thread", "dispatchUncaughtException", "(Ljava/lang/Throwable;)V"),
    ("java/lang/Module", "<init>", "(Ljava/lang/ClassLoader;)V"),
    ("java/lang/Shutdown", "shutdown", "()V"),
    ("java/lang/reflect/Method", "invoke", "(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;"),
    ("java/lang/ref/Finalizer", "<clinit>", "()V"),
    ("java/lang/ref/Reference", "<clinit>", "()V"),
];

/// Classes of which every machine makes objects.
pub(crate) const MADE: &[&str] = &[
    "java/lang/Object",
    "java/lang/String",
    "java/lang/Class",
    "java/lang/Thread",
    "java/lang/ThreadGroup",
    "java/lang/Module",
    "java/lang/StackTraceElement",
    "java/lang/invoke/MethodType",
    "java/io/ByteArrayInputStream",
    "java/lang/ArithmeticException",
    "java/lang/ArrayIndexOutOfBoundsException",
    "java/lang/ArrayStoreException",
    "java/lang/ClassCastException",
    "java/lang/NullPointerException",
    "java/lang/NegativeArraySizeException",
    "java/lang/IllegalMonitorStateException",
    "java/lang/OutOfMemoryError",
    "java/lang/StackOverflowError",
    "java/lang/ExceptionInInitializerError",
    "java/lang/NoClassDefFoundError",
    "java/lang/IncompatibleClassChangeError",
    "java/lang/AbstractMethodError",
    "java/lang/UnsatisfiedLinkError",
];

/// Native methods that call back: the native, and what it calls on an object that it was given.
const UPCALLS: &[(MethodName, MethodName)] = &[
    (("java/lang/Thread", "start0", "()V"), ("java/lang/Thread", "run", "()V")),
    (
        (
            "java/lang/Class",
            "forName0",
            "(Ljava/lang/String;ZLjava/lang/ClassLoader;Ljava/lang/Class;)Ljava/lang/Class;",
        ),
        ("java/lang/ClassLoader", "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;"),
    ),
];

/// Methods of the library that never run on our machine, though calls of them stand in code that does. An
/// empty name means every method of the class. Without this the graph of an empty program holds the whole of
/// the library's security and network code.
const NEVER: &[(&str, &str, &str)] = &[
    ("java/lang/SecurityManager", "", "there is no security manager"),
    ("java/security/AccessControlContext", "checkPermission", "there is no security manager"),
    ("java/security/AccessControlContext", "optimize", "there is no security manager"),
    ("java/security/AccessController", "checkPermission", "there is no security manager"),
    ("java/security/Policy", "", "there is no security manager"),
    ("java/security/ProtectionDomain", "", "there is no security manager"),
    ("java/security/Permissions", "", "there is no security manager"),
    ("sun/security/util/SecurityConstants", "", "there is no security manager"),
    ("sun/security/util/Debug", "", "java.security.debug is not set"),
    ("jdk/internal/loader/BuiltinClassLoader", "findClass", "the machine is the built-in loader"),
    (
        "jdk/internal/loader/BuiltinClassLoader",
        "findClassOnClassPathOrNull",
        "the machine is the built-in loader",
    ),
    ("jdk/internal/loader/URLClassPath", "", "the machine is the built-in loader"),
];

/// Classes whose code names another class only under a condition that does not hold.
const NEVER_FROM: &[(&str, &str, &str)] = &[(
    "java/util/concurrent/ThreadLocalRandom",
    "java/security/SecureRandom",
    "java.util.secureRandomSeed is not set",
)];

/// True if the machine never enters this method.
pub(crate) fn never_runs(method: MemberRef) -> bool {
    let (class, name) = (method.class.as_str(), method.name.as_str());
    NEVER.iter().any(|(c, n, _)| *c == class && (n.is_empty() || *n == name))
}

/// True if what `class` says about `used` never happens.
pub(crate) fn never_uses(class: Symbol, used: Symbol) -> bool {
    NEVER_FROM.iter().any(|(c, u, _)| *c == class.as_str() && *u == used.as_str())
}

pub(crate) fn member(class: Symbol, name: &str, desc: &str) -> MemberRef {
    MemberRef { class, name: Symbol::new(name), desc: Symbol::new(desc) }
}

/// What a native method calls on objects that it is given.
pub(crate) fn upcalls(native: MemberRef) -> impl Iterator<Item = MemberRef> {
    let found = UPCALLS
        .iter()
        .filter(move |((class, name, desc), _)| member(Symbol::new(class), name, desc) == native);
    found.map(|(_, (class, name, desc))| member(Symbol::new(class), name, desc))
}

/// Methods of `Object` that a call site of this bootstrap class calls on its arguments, where the machine
/// makes such call sites itself. `None`: the bootstrap method is Java code like any other.
pub(crate) fn calls_for_bootstrap(class: Symbol) -> Option<&'static [(&'static str, &'static str)]> {
    const OF_RECORDS: [(&str, &str); 3] =
        [("toString", "()Ljava/lang/String;"), ("hashCode", "()I"), ("equals", "(Ljava/lang/Object;)Z")];
    match class.as_str() {
        "java/lang/invoke/LambdaMetafactory" => Some(&[]),
        "java/lang/runtime/SwitchBootstraps" => Some(&OF_RECORDS[2..]),
        "java/lang/invoke/StringConcatFactory" => Some(&OF_RECORDS[..1]),
        "java/lang/runtime/ObjectMethods" => Some(&OF_RECORDS),
        _ => None,
    }
}

/// A signature-polymorphic method (JVMS 2.9.3): it has no body anywhere, and every machine brings its own.
pub fn is_polymorphic(method: MemberRef, access: Access) -> bool {
    let owner = method.class == names::METHOD_HANDLE || method.class == names::VAR_HANDLE;
    owner && access.has(Access::NATIVE | Access::VARARGS)
}
