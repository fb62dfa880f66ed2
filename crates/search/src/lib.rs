//! How a system is explored. Knows [`lts::System`] and [`lts::Store`] and nothing of what is behind them.

#![forbid(unsafe_code)]

mod dfs;
mod ended;
mod jump;
mod limits;
mod minimize;
mod parallel;
mod sample;

pub use dfs::depth_first;
pub use ended::{Ended, Found, Statistics};
pub use jump::{Order, best_first};
pub use limits::{Limits, Progress, Why};
pub use minimize::{Minimized, minimize, preemptions};
pub use parallel::parallel;
pub use sample::{Sampling, sample};
