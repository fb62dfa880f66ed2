//! Class bytes to [`Class`], and the places that class bytes come from: folders, jars, the JDK's image.
//!
//! This is the only room that reads files. It knows the format, not the meaning: nothing here resolves, links
//! or runs.

// `deny` and not `forbid`: `image` maps one file into memory, and that is the only unsafe block of the room.
#![deny(unsafe_code)]

mod classpath;
pub mod descriptor;
mod error;
mod folder;
mod image;
mod image_index;
mod jar;
mod javac;
mod jdk;
mod manifest;
mod model;
mod module_info;
pub mod mutf8;
mod noted;
mod parse;
mod source;
mod url;
pub mod weave;

pub use classpath::ClassPath;
pub use descriptor::{Kind, MethodDesc};
pub use error::Error;
pub use folder::Folder;
pub use image::Image;
pub use jar::Jar;
pub use javac::{compile, compile_all, compile_patch, pack};
pub use jdk::Jdk;
pub use model::*;
pub use module_info::{Export, ModuleInfo};
pub use noted::Noted;
pub use parse::parse;
pub use source::{FoundClass, Source};
