//! Methods that objects of the library stand for: a `ResolvedMethodName` has the method's token, one up, since an
//! object that nobody has filled holds zero.

use vm::{Context, MethodId, Ref, Trap};

/// A new `ResolvedMethodName` for a method.
pub(crate) fn new_target(cx: &mut Context<'_>, method: MethodId) -> Result<Ref, Trap> {
    let known = cx.known();
    let (class, cell) = (known.resolved_method_name, known.resolved_target);
    let target = cx.new_object(class)?;
    let token = cx.program().method_token(method);
    debug_assert_eq!(cx.program().method_of_token(token), method, "a token leads back to its method");
    cx.own_put32(target, cell, token + 1);
    Ok(target)
}

/// The method that one stands for. A program can write into the library's objects: then there may be none.
pub(crate) fn method_of(cx: &mut Context<'_>, target: Ref) -> Result<MethodId, Trap> {
    let cell = cx.known().resolved_target;
    let token = cx.get32(target, cell)?.wrapping_sub(1);
    let method = cx.program().method_of_token(token);
    match cx.program().methods.get(method) {
        Some(_) => Ok(method),
        None => Err(Trap::forged("an object of the library that stands for no method")),
    }
}
