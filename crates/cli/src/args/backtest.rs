//! What can be said to `gate backtest`.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct BacktestArgs {
    /// Also the rules of this policy file, as if it were your own; repeatable
    #[arg(long, value_name = "FILE")]
    pub(crate) policies: Vec<PathBuf>,
    /// Only this run: its name, or how it begins
    #[arg(long, value_name = "RUN", conflicts_with_all = ["all", "since"])]
    pub(crate) run: Option<String>,
    /// Runs of all repositories
    #[arg(long)]
    pub(crate) all: bool,
    /// Only runs opened since a date or time, or so long ago: `7d`, `12h`
    #[arg(long, value_name = "WHEN")]
    pub(crate) since: Option<String>,
    /// List at most so many actions; all are counted
    #[arg(long, value_name = "COUNT", default_value_t = 200)]
    pub(crate) limit: usize,
}
