//! sun.nio.fs.UnixNativeDispatcher: enough for paths to be made and compared. What touches a file beyond that is not supported.

use vm::{Answer, Args, Machine, Registry};

pub fn register(registry: &mut Registry) {
    let unix = "sun/nio/fs/UnixNativeDispatcher";
    registry.add(unix, "init()I", crate::nothing);
    registry.add(unix, "getcwd()[B", working_folder);
    registry.add("sun/nio/fs/LinuxNativeDispatcher", "init()V", crate::nothing);
}

/// The same as the property `user.dir`.
fn working_folder(machine: &mut Machine, _: Args<'_>) -> Answer {
    Ok(u64::from(machine.new_bytes(b"/")?.0))
}
