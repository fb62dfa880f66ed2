//! Methods that return only arrays which they have just made: the unit cannot know these, whoever keeps other arrays
//! that are made there.

use crate::points::filled::lets_out;
use crate::points::stmts::{CallStmt, Code, Stmt, Var};

/// Whatever the method returns, it has made in this very call, and nobody else has got it. So many of its variables
/// are parameters.
pub(super) fn returns_fresh(code: &Code, parameters: u32) -> bool {
    let returned = code.stmts.iter().filter_map(|stmt| match *stmt {
        Stmt::Return { from } => Some(from),
        _ => None,
    });
    let mut vars: Vec<Var> = returned.collect();
    let mut at = 0;
    while let Some(&var) = vars.get(at) {
        at += 1;
        let Some(from) = sources(code, var).filter(|_| var >= parameters) else { return false };
        for from in from {
            if !vars.contains(&from) {
                vars.push(from);
            }
        }
    }
    !vars.is_empty()
        && code.stmts.iter().all(|stmt| match *stmt {
            Stmt::Return { .. } => true,
            Stmt::Copy { from, to } | Stmt::Cast { from, to, .. } => {
                !vars.contains(&from) || vars.contains(&to)
            }
            ref stmt => !vars.iter().any(|&var| lets_out(stmt, var)),
        })
}

/// The variables from which a variable gets what it does not get anew. None if it gets something else.
fn sources(code: &Code, var: Var) -> Option<Vec<Var>> {
    let mut from_others = Vec::new();
    for stmt in &code.stmts {
        match *stmt {
            Stmt::Copy { from, to } | Stmt::Cast { from, to, .. } if to == var => from_others.push(from),
            Stmt::Call(ref call) if call.to == Some(var) && !is_clone(call) => return None,
            Stmt::Load { to, .. }
            | Stmt::LoadStatic { to, .. }
            | Stmt::LoadElement { to, .. }
            | Stmt::Catch { to, .. }
            | Stmt::Lambda { to, .. }
            | Stmt::Dynamic { to: Some(to), .. }
                if to == var =>
            {
                return None;
            }
            _ => {}
        }
    }
    Some(from_others)
}

/// A copy of an array.
fn is_clone(call: &CallStmt) -> bool {
    call.member.class.bytes().first() == Some(&b'[') && call.member.name.as_str() == "clone"
}
