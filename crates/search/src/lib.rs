//! How a system is explored. Knows [`lts::System`] and [`lts::Store`] and nothing of what is behind them.

#![forbid(unsafe_code)]

mod dfs;
mod limits;

pub use dfs::{Ended, Found, Statistics, depth_first};
pub use limits::{Limits, Progress, Why};
