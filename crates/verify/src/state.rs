//! The types of a frame's local variables and operand stack at one point of a method.

use crate::types::{Type, assignable};
use crate::{Checked, Hierarchy};

/// A frame, in types. `locals` always has `max_locals` entries; `stack` never more than `max_stack`.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub locals: Vec<Type>,
    pub stack: Vec<Type>,
    /// `flagThisUninit`: no constructor was called yet, so that this frame may not return.
    pub this_uninit: bool,
    /// A local variable changed since somebody last cleared this: handlers must look at the locals again.
    pub locals_changed: bool,
    pub max_stack: usize,
}

impl State {
    /// `entry` holds the receiver and the arguments, ends included.
    pub fn new(entry: &[Type], max_locals: usize, max_stack: usize) -> Checked<State> {
        if entry.len() > max_locals {
            return Err(format!("the arguments take {} local variables of {max_locals}", entry.len()));
        }
        let mut locals = entry.to_vec();
        locals.resize(max_locals, Type::Top);
        let this_uninit = entry.contains(&Type::UninitThis);
        Ok(State { locals, stack: Vec::new(), this_uninit, locals_changed: true, max_stack })
    }

    pub fn push(&mut self, value: Type) -> Checked {
        self.push_raw(value)?;
        match value.end() {
            Some(end) => self.push_raw(end),
            None => Ok(()),
        }
    }

    fn push_raw(&mut self, half: Type) -> Checked {
        if self.stack.len() >= self.max_stack {
            return Err(format!("the operand stack would grow past its {} entries", self.max_stack));
        }
        self.stack.push(half);
        Ok(())
    }

    /// Takes the topmost entry, whatever it is; a second half is the caller's to refuse.
    pub fn pop_any(&mut self) -> Checked<Type> {
        self.stack.pop().ok_or_else(|| "the operand stack is empty".to_string())
    }

    pub fn pop(&mut self, expected: Type, hierarchy: &mut dyn Hierarchy) -> Checked<Type> {
        let mut found = self.pop_any()?;
        if let Some(end) = expected.end()
            && found == end
        {
            // An end never stands without its first half: `push` and the stack maps only make pairs.
            found = self.pop_any()?;
        }
        match assignable(found, expected, hierarchy) {
            true => Ok(found),
            false => Err(format!("the operand stack has {found} where {expected} is expected")),
        }
    }

    /// An object or array, initialized or not.
    pub fn pop_reference(&mut self) -> Checked<Type> {
        match self.pop_any()? {
            found if found.is_reference() => Ok(found),
            found => Err(format!("the operand stack has {found} where a reference is expected")),
        }
    }

    pub fn local(&self, index: usize) -> Checked<Type> {
        let found = self.locals.get(index).copied();
        found.ok_or_else(|| format!("there is no local variable {index}"))
    }

    /// Writes a local variable. What was there is destroyed as a whole, even if only one half is overwritten.
    pub fn set_local(&mut self, index: usize, value: Type) -> Checked {
        let end = value.end();
        let last = index + usize::from(end.is_some());
        if last >= self.locals.len() {
            return Err(format!("there is no local variable {last}"));
        }
        if self.locals[index].is_end() && index > 0 {
            self.locals[index - 1] = Type::Top;
        }
        if let Some(behind) = self.locals.get_mut(last + 1)
            && behind.is_end()
        {
            *behind = Type::Top;
        }
        self.locals[index] = value;
        if let Some(end) = end {
            self.locals[last] = end;
        }
        self.locals_changed = true;
        Ok(())
    }

    /// Every copy of an object changes its type at once, as its constructor returns or as its `new` runs
    /// again.
    pub fn replace(&mut self, old: Type, new: Type) {
        for slot in self.locals.iter_mut().chain(&mut self.stack).filter(|slot| **slot == old) {
            *slot = new;
        }
        self.locals_changed = true;
    }

    /// Copies the topmost `count` entries to below the `under` entries that lie under them (`dup` and its
    /// kin).
    pub fn duplicate(&mut self, count: usize, under: usize) -> Checked {
        self.cut(count)?;
        self.cut(count + under)?;
        let top = self.stack.len();
        if top + count > self.max_stack {
            return Err(format!("the operand stack would grow past its {} entries", self.max_stack));
        }
        for i in top - count..top {
            self.stack.push(self.stack[i]);
        }
        self.stack[top - count - under..].rotate_right(count);
        // What was rotated is now copies, the entries under them, and the originals.
        Ok(())
    }

    /// Removes the topmost `count` entries.
    pub fn discard(&mut self, count: usize) -> Checked {
        self.cut(count)?;
        self.stack.truncate(self.stack.len() - count);
        Ok(())
    }

    /// Checks that `count` entries can be lifted off the stack without tearing a long or double apart.
    /// Entries of which nothing is known may be halves, so they cannot be lifted.
    pub fn cut(&self, count: usize) -> Checked {
        let Some(at) = self.stack.len().checked_sub(count) else {
            return Err(format!("the operand stack has fewer than {count} entries"));
        };
        match self.stack.get(at) {
            Some(lowest) if lowest.is_end() => Err("half of a long or double cannot be moved".into()),
            _ if self.stack[at..].contains(&Type::Top) => Err("an unusable entry cannot be moved".into()),
            _ => Ok(()),
        }
    }

    /// `frameIsAssignable` from this frame, with `stack` in place of its own, to a frame whose further locals
    /// are `Top`.
    pub fn flows_into(
        &self,
        stack: &[Type],
        target: (&[Type], &[Type], bool),
        hierarchy: &mut dyn Hierarchy,
    ) -> Checked {
        let (locals, target_stack, target_this_uninit) = target;
        if stack.len() != target_stack.len() {
            let (ours, theirs) = (stack.len(), target_stack.len());
            return Err(format!("the operand stack has {ours} entries where the stack map has {theirs}"));
        }
        if self.this_uninit && !target_this_uninit {
            return Err("the stack map forgets that this is not initialized".into());
        }
        for (index, (&from, &to)) in self.locals.iter().zip(locals).enumerate() {
            if !assignable(from, to, hierarchy) {
                return Err(format!("local variable {index} is {from} where the stack map has {to}"));
            }
        }
        for (&from, &to) in stack.iter().zip(target_stack) {
            if !assignable(from, to, hierarchy) {
                return Err(format!("the operand stack has {from} where the stack map has {to}"));
            }
        }
        Ok(())
    }
}
