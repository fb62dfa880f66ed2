//! How a system is explored. Knows [`lts::System`] and [`lts::Store`] and nothing of what is behind them.

#![forbid(unsafe_code)]

mod alone;
mod checkpoint;
mod codec;
mod company;
mod components;
mod core;
mod cycles;
mod dfs;
mod ended;
mod independence;
mod jump;
mod limits;
mod minimize;
mod nested;
mod parallel;
mod sample;
mod tap;
mod visit;

pub use alone::{Keep, depth_first, keeping, resume};
pub use checkpoint::{Checkpoint, Terms};
pub use components::component_search;
pub use cycles::{Cycles, Lasso};

pub use ended::{Ended, Found, Statistics};
pub use jump::{Order, best_first};
pub use limits::{Limits, Progress, Share, Why};
pub use minimize::{Minimized, minimize, preemptions};
pub use nested::nested_depth_first;
pub use parallel::parallel;
pub use sample::{Sampling, sample};
pub use visit::{Visit, visit};
