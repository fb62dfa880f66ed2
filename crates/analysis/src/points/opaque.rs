//! Code of the JDK that is not followed: it deals in texts, numbers, files, classes and pictures, and is taken to
//! keep nothing of what it is given. Without this every class that throws an exception reaches most of the library,
//! by way of the text in it.

use base::Symbol;

/// Packages and classes, as beginnings of names.
const OPAQUE: &[&str] = &[
    "java/lang/",
    "java/security/",
    "java/net/",
    "java/nio/",
    "java/io/",
    "java/text/",
    "java/time/",
    "java/math/",
    "java/rmi/",
    "java/sql/",
    "java/util/Locale",
    "java/util/Formatter",
    "java/util/regex/",
    "java/util/logging/",
    "java/util/prefs/",
    "java/util/ResourceBundle",
    "java/util/ListResourceBundle",
    "java/util/PropertyResourceBundle",
    "java/util/zip/",
    "java/util/jar/",
    "java/util/spi/",
    "java/util/ServiceLoader",
    "java/util/TimeZone",
    "java/util/SimpleTimeZone",
    "java/util/Currency",
    "java/util/Calendar",
    "java/util/GregorianCalendar",
    "java/util/Date",
    "java/util/Scanner",
    "java/util/UUID",
    "java/util/Random",
    "java/util/SplittableRandom",
    "java/util/concurrent/ThreadLocalRandom",
    "java/util/Base64",
    "java/awt/image/",
    "java/awt/geom/",
    "java/awt/font/",
    "java/awt/color/",
    "java/awt/print/",
    "javax/imageio/",
    "javax/print/",
    "javax/sound/",
    "javax/security/",
    "javax/crypto/",
    "javax/xml/",
    "org/",
    "com/sun/",
    "jdk/",
    "sun/",
];

/// What stands below one of these names is followed all the same, as it keeps what it is given.
const FOLLOWED: &[&str] = &[
    "java/lang/Object",
    "java/lang/Iterable",
    "java/lang/Runnable",
    "java/lang/Thread",
    "java/lang/InheritableThreadLocal",
    "java/lang/ref/",
    "java/io/ObjectInputFilter",
    "com/sun/java/swing/",
    "sun/awt/AppContext",
    "sun/awt/SunToolkit",
    "sun/awt/AWTAccessor",
    "sun/awt/EventQueueDelegate",
    "sun/swing/",
    "jdk/internal/misc/Unsafe",
    "sun/misc/Unsafe",
];

/// Nobody looks into code of this class of the JDK.
#[must_use]
pub fn is_opaque(class: Symbol) -> bool {
    let name = class.as_str();
    let begins = |list: &[&str]| list.iter().any(|prefix| name.starts_with(prefix));
    begins(OPAQUE) && !begins(FOLLOWED)
}
