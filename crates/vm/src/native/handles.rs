//! Method handles and the forms of the machine's own.

use super::Context;
use crate::program::FieldId;
use crate::state::heap::Ref;
use crate::trap::Trap;
use base::Symbol;
use classfile::HandleKind;
use classfile::Kind;
use classfile::MemberRef;

impl Context<'_> {
    /// A handle with one more bound value than `handle`. A primitive value is boxed, and the edit that binds
    /// it says so.
    #[inline]
    pub fn extend_combined(
        &mut self,
        handle: Ref,
        handle_type: Ref,
        form: Ref,
        value: (Kind, u64),
    ) -> Result<Ref, Trap> {
        self.machine.extend_combined(handle, handle_type, form, value)
    }

    /// A handle of type `own` that reads or writes a field. Only for calls that are exactly of that type: it
    /// has no `MethodType`.
    #[inline]
    pub fn field_handle(&mut self, field: FieldId, is_setter: bool, own: Symbol) -> Result<Ref, Trap> {
        self.machine.field_handle(field, is_setter, own)
    }

    #[inline]
    pub fn form_text(&mut self, form: Ref) -> Result<String, Trap> {
        self.machine.form_text(form)
    }

    /// A `MemberName` as kind and member.
    #[inline]
    pub fn member_of(&mut self, name: Ref) -> Result<(HandleKind, MemberRef), Trap> {
        self.machine.member_of(name)
    }

    /// A handle with this type, form and bound values.
    #[inline]
    pub fn new_combined(&mut self, handle_type: Ref, form: Ref, values: &[Ref]) -> Result<Ref, Trap> {
        self.machine.new_combined(handle_type, form, values)
    }

    /// The handle that `BoundMethodHandle.SpeciesData.factory` answers.
    #[inline]
    pub fn new_factory(&mut self) -> Result<Ref, Trap> {
        self.machine.new_factory()
    }

    /// A form with this text.
    #[inline]
    pub fn new_form(&mut self, text: &str) -> Result<Ref, Trap> {
        self.machine.new_form(text)
    }

    /// Gives a handle that has just been made its adapter.
    #[inline]
    pub fn prepare_handle(&mut self, handle: Ref) -> Result<(), Trap> {
        self.machine.prepare_handle(handle)
    }

    /// What the constructor of `MethodHandle` does, and the choice of the adapter.
    #[inline]
    pub fn set_form(&mut self, handle: Ref, handle_type: Ref, form: Ref) -> Result<(), Trap> {
        self.machine.set_form(handle, handle_type, form)
    }

    /// The descriptor of a `Class`, a `MethodType`, or what `MemberName.type` holds before it is resolved.
    #[inline]
    pub fn type_descriptor(&mut self, object: Ref) -> Result<Symbol, Trap> {
        self.machine.type_descriptor(object)
    }
}
