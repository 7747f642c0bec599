//! Scripts made from the grammar, run by bash among stubs, as many as fit into the time: everything that bash starts
//! must be among the effects that are found, and written anew from its tree each script must start the same.
//!
//! `cargo bench -p shell --bench differential -- [SECONDS] [SEED]`: ten minutes and a new seed, if nothing is said. What
//! is missed is written to `target/differential`, shrunk, and is the exit status.

#![expect(
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "run by hand, at a terminal"
)]

use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

#[path = "../tests/it/differential/mod.rs"]
mod differential;

use differential::compare::{Count, rewritten};
use differential::grammar;
use differential::jail::Jail;

/// Seconds, where none are given.
const SECONDS: u64 = 600;

fn main() -> ExitCode {
    let given: Vec<u64> = std::env::args().filter_map(|it| it.parse().ok()).collect();
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let seconds = given.first().copied().unwrap_or(SECONDS);
    let fresh = now.map_or(1, |it| it.as_secs());
    let seed = given.get(1).copied().unwrap_or(fresh);
    let Some(jail) = Jail::new("bench") else {
        println!("bash or timeout is not on this machine: nothing is compared");
        return ExitCode::FAILURE;
    };
    println!("seed {seed}, {seconds} s");
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/differential");
    let begun = Instant::now();
    let mut count = Count::default();
    let mut missed = 0usize;
    let mut index = 0;
    while begun.elapsed() < Duration::from_secs(seconds) {
        let text = grammar::script(seed, index).join("\n");
        let other = rewritten(&jail, &text).and_then(Result::err);
        for script in count.one(&jail, seed, index).into_iter().chain(other) {
            missed += 1;
            std::fs::create_dir_all(&folder).unwrap();
            let file = folder.join(format!("{seed}-{index}.sh"));
            std::fs::write(&file, &script).unwrap();
            println!("{}\n{script}", file.display());
        }
        index += 1;
    }
    println!("seed {seed}: {count}; {missed} missed");
    if missed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
