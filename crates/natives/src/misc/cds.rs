//! jdk.internal.misc.CDS: there is no archive of classes, and none is being made.

use crate::nothing;
use vm::Registry;

const CDS: &str = "jdk/internal/misc/CDS";

pub fn register(registry: &mut Registry) {
    // All answer false, 0 or nothing.
    for name in [
        "isDumpingClassList0()Z",
        "isDumpingArchive0()Z",
        "isSharingEnabled0()Z",
        "getCDSConfigStatus()I",
        "getRandomSeedForDumping()J",
        "needsClassInitBarrier0(Ljava/lang/Class;)Z",
        "initializeFromArchive(Ljava/lang/Class;)V",
        "defineArchivedModules(Ljava/lang/ClassLoader;Ljava/lang/ClassLoader;)V",
        "logLambdaFormInvoker(Ljava/lang/String;)V",
    ] {
        registry.add(CDS, name, nothing);
    }
}
