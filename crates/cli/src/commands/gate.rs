//! Decisions of the gates, outside a run.

mod backtest;
mod explain;

use std::fs::File;
use std::io::{BufRead as _, BufReader, BufWriter, Read, Write as _};

use harness::gatehouse::{self, Gatehouse};

use super::{Outcome, call, put, put_json};
use crate::args::{GateCommand, Global, RulesCommand};
use crate::exit::{Exit, Failure};

mod test;

/// Longest line that is read, in bytes.
const LINE_BYTES_MAX: u64 = 4 * 1024 * 1024;

pub(crate) fn gate(global: &Global, command: GateCommand) -> Outcome {
    match command {
        GateCommand::Check { file } => match file {
            Some(path) => {
                let file = File::open(&path).map_err(|error| {
                    Failure::usage(format!("`{}` can't be read: {error}", path.display()))
                })?;
                check(global, file)
            }
            None => check(global, std::io::stdin().lock()),
        },
        GateCommand::Policies { name, explain } => policies(global, name.or(explain).as_deref()),
        GateCommand::Explain { action } => explain::explain(global, action),
        GateCommand::Coverage => explain::coverage(global),
        GateCommand::Rules(RulesCommand::Check { files }) => explain::rules(global, &files),
        GateCommand::Backtest(args) => backtest::backtest(global, &args),
        GateCommand::Test(args) => test::test(global, &args),
    }
}

/// Answers line for line, in order. A line that can't be read is answered in its place.
fn check(global: &Global, input: impl Read) -> Outcome {
    let house = Gatehouse::open(&call(global)?)?;
    let mut reader = BufReader::new(input);
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = reader
            .by_ref()
            .take(LINE_BYTES_MAX)
            .read_until(b'\n', &mut line)?;
        if read == 0 {
            break;
        }
        let answer = if line.ends_with(b"\n")
            || line.len() < usize::try_from(LINE_BYTES_MAX).unwrap_or(usize::MAX)
        {
            house.check(&line)
        } else {
            let mut rest = Vec::new();
            while reader
                .by_ref()
                .take(LINE_BYTES_MAX)
                .read_until(b'\n', &mut rest)?
                > 0
                && !rest.ends_with(b"\n")
            {
                rest.clear();
            }
            gatehouse::too_long(LINE_BYTES_MAX)
        };
        let Some(answer) = answer else { continue };
        writeln!(out, "{answer}")?;
        // Whoever asks one at a time waits for this.
        if reader.buffer().is_empty() {
            out.flush()?;
        }
    }
    out.flush()?;
    Ok(Exit::Done)
}

fn policies(global: &Global, name: Option<&str>) -> Outcome {
    let all = gatehouse::policies();
    let wanted: Vec<_> = all
        .iter()
        .filter(|it| name.is_none_or(|name| it.name == name))
        .collect();
    if wanted.is_empty() {
        let names: Vec<&str> = all.iter().map(|it| it.name.as_str()).collect();
        return Err(
            Failure::usage(format!("there is no policy `{}`", name.unwrap_or_default()))
                .help(format!("there are: {}", names.join(", "))),
        );
    }
    for policy in wanted {
        if global.json {
            put_json(&serde_json::to_value(policy).unwrap_or_default())?;
        } else if name.is_some() {
            put(&format!(
                "{}\n  asked at: {}\n\n{}\n\nWhy: {}\n\nInstead: {}\n{}{}",
                policy.name,
                policy.checkpoints.join(", "),
                policy.summary,
                policy.why,
                policy.instead,
                examples("It speaks on", &policy.matches),
                examples("It says nothing on", &policy.passes),
            ))?;
        } else {
            put(&format!(
                "{:<26} {}\n{:<26} at {}\n",
                policy.name,
                policy.summary,
                "",
                policy.checkpoints.join(", ")
            ))?;
        }
    }
    Ok(Exit::Done)
}

/// A few examples of a policy.
fn examples(head: &str, lines: &[String]) -> String {
    const SHOWN: usize = 5;
    if lines.is_empty() {
        return String::new();
    }
    let shown: Vec<String> = lines
        .iter()
        .take(SHOWN)
        .map(|line| format!("  {line}\n"))
        .collect();
    format!("\n{head}:\n{}", shown.concat())
}
