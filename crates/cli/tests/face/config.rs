//! Settings: filled in below.
