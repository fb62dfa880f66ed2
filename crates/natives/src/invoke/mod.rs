//! `java.lang.invoke`: method handles and variable handles.

use crate::nothing;
use vm::Registry;

pub fn register(registry: &mut Registry) {
    registry.add("java/lang/invoke/MethodHandleNatives", "registerNatives()V", nothing);
}
