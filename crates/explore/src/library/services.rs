//! Services of the JDK that threads may ask at the same time: security providers, and the random numbers that they
//! make.
//!
//! Their documentation says that they are safe for that; whole calls are what a program sees of them. Too much
//! happens within one to explore it operation by operation: the first one reads the list of providers, loads classes
//! by name and fills caches that all threads have in common. So a call is one operation, up to where it blocks or
//! comes to code of the program, which a provider may be; a verdict rests on that and says so. Objects that are made
//! here and that are no threads' common property by their contract (a `MessageDigest`, a `Cipher`) are used like any
//! other object.

/// Ways to a service: by the name of an algorithm.
const NAMED: &[&str] = &["getInstance", "getInstanceStrong"];

/// Calls that read or write an array of the caller's are none of these: others may look at it meanwhile.
const SERVICES: &[(&str, &[&str])] = &[
    (
        "java/security/SecureRandom",
        &["<init>", "generateSeed", "getInstance", "getInstanceStrong", "getSeed", "next", "reseed"],
    ),
    ("java/security/AlgorithmParameters", NAMED),
    ("java/security/KeyFactory", NAMED),
    ("java/security/KeyPairGenerator", NAMED),
    ("java/security/KeyStore", NAMED),
    ("java/security/MessageDigest", NAMED),
    ("java/security/Signature", NAMED),
    ("javax/crypto/Cipher", NAMED),
    ("javax/crypto/KeyGenerator", NAMED),
    ("javax/crypto/Mac", NAMED),
    ("javax/crypto/SecretKeyFactory", NAMED),
];

/// A call of this method from outside is one operation.
pub(super) fn is_service(class: &str, name: &str, desc: &str) -> bool {
    let takes_array = desc.split(')').next().is_some_and(|taken| taken.contains('['));
    !takes_array && SERVICES.iter().any(|(service, names)| *service == class && names.contains(&name))
}
