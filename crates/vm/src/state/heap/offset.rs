//! Offsets from an object's start: small enough that with any handle they make no overflow, the type is the proof.

use super::{HEADER_BYTES, sealed};

/// A distance in bytes from the start of an object, at most [`Offset::MAX`]. It can only be made of numbers
/// that are too small to go further.
#[derive(Clone, Copy)]
pub(super) struct Offset(usize);

impl Offset {
    /// Where the last element of the longest array with the widest elements begins.
    pub(super) const MAX: usize = HEADER_BYTES as usize + u32::MAX as usize * 8;

    /// A field of the header.
    pub(super) const fn header(byte: u8) -> Offset {
        Offset(byte as usize)
    }

    /// A field, by 4-byte units.
    #[inline(always)]
    pub(super) fn unit(unit: u32) -> Offset {
        Offset(unit as usize * 4)
    }

    #[inline(always)]
    pub(super) fn element<T: Element>(index: u32) -> Offset {
        const { assert!(size_of::<T>() <= 8) };
        Offset(HEADER_BYTES as usize + index as usize * size_of::<T>())
    }

    /// Any byte that is not too far away.
    #[inline(always)]
    pub(super) fn within(byte: u64) -> Option<Offset> {
        (byte <= Offset::MAX as u64).then_some(Offset(byte as usize))
    }

    #[inline(always)]
    pub(super) fn bytes(self) -> usize {
        self.0
    }
}

/// What an array can hold: numbers of up to eight bytes, for which any bits are a value. Nobody else can
/// implement it.
pub trait Element: Copy + sealed::Number {}

impl<T: Copy + sealed::Number> Element for T {}
