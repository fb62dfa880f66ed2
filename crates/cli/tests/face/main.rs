//! What users see, through the binary: replay strings, tests as entry points, files that are written,
//! configuration, help.

mod behind;
mod book;
mod builds;
mod config;
mod debugger;
mod drivers;
mod env;
mod explore;
mod forged;
mod jpf;
mod lab;
mod linearize;
mod meant;
mod messages;
mod outputs;
mod projects;
mod readers;
mod replay;
mod runs;
mod serve;
mod stories;
mod structures;
mod tests;
mod universal;
mod verify;
