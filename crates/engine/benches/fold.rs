//! How many lines a second become state: a run as `interlock ledger export RUN` writes it, folded again and again.
//!
//! `cargo bench -p engine --bench fold -- run.jsonl`

#![expect(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "run by hand, at a terminal"
)]

use std::hint::black_box;
use std::time::Instant;

use ledger::wire::v1::{self, Line};

/// Lines folded in one pass, at least.
const LINES_MIN: usize = 1_000_000;
/// Passes; their median is told.
const PASSES: usize = 9;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Some(path) = std::env::args().skip(1).find(|it| !it.starts_with("--")) else {
        println!("no run to fold: name a file that `interlock ledger export RUN` wrote");
        return Ok(());
    };
    let text = std::fs::read_to_string(&path)?;
    let begun = Instant::now();
    let lines = text.lines().map(decode).collect::<Result<Vec<_>, _>>()?;
    let decoding = begun.elapsed().as_secs_f64();
    let Some(first) = lines.first() else {
        return Err("the run has no lines".into());
    };
    let run = first.run.clone();
    let folds = LINES_MIN.div_ceil(lines.len());
    let count = (folds * lines.len()) as f64;
    let mut rates = Vec::new();
    for _ in 0..PASSES {
        let begun = Instant::now();
        for _ in 0..folds {
            black_box(engine::fold::fold(run.clone(), black_box(&lines)));
        }
        rates.push(count / begun.elapsed().as_secs_f64());
    }
    rates.sort_by(f64::total_cmp);
    let bytes = text.len() / lines.len();
    println!("lines of the run     {:>12}", lines.len());
    println!("bytes a line, mean   {bytes:>12}");
    println!(
        "decoded a second     {:>12.0}",
        lines.len() as f64 / decoding
    );
    println!("folded in a pass     {count:>12.0}");
    println!("folded a second      {:>12.0}", rates[PASSES / 2]);
    println!(
        "  slowest, fastest   {:>12.0} {:>12.0}",
        rates[0],
        rates[PASSES - 1]
    );
    Ok(())
}

/// The line in `{"seq":…,"hash":"…","line":{…}}`.
fn decode(text: &str) -> Result<Line, Box<dyn std::error::Error>> {
    let object: serde_json::Value = serde_json::from_str(text)?;
    let line = object.get("line").ok_or("a line that is not JSON")?;
    Ok(v1::decode(&serde_json::to_vec(line)?)?)
}
