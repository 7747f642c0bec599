//! Decisions of the gates, outside a run.

mod backtest;
mod explain;

use std::fs::File;
use std::io::{BufRead as _, BufReader, BufWriter, Read, Write as _};

use harness::gate_service::{self, Answer, Gatehouse};
use ledger::gate::Verdict;

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
        GateCommand::Coverage { agent: None } => explain::coverage(global),
        GateCommand::Coverage { agent: Some(host) } => super::hook::coverage(global, host),
        GateCommand::Rules(RulesCommand::Check { files }) => explain::rules(global, &files),
        GateCommand::Backtest(args) => backtest::backtest(global, &args),
        GateCommand::Test(args) => test::test(global, &args),
    }
}

/// Lines that are answered together, where as many wait.
const BATCH_MAX: usize = 512;
/// Lines that are worth a thread of their own.
const SHARE_MIN: usize = 32;
/// Bytes that are read at once.
const BUFFER_BYTES: usize = 1 << 18;

/// Answers line for line, in order. A line that can't be read is answered in its place. The status says the worst of all:
/// that something could not be read, else that something was denied.
fn check(global: &Global, input: impl Read) -> Outcome {
    let house = Gatehouse::open(&call(global)?)?;
    let mut reader = BufReader::with_capacity(BUFFER_BYTES, input);
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut exit = Exit::Done;
    while let Some(first) = line(&mut reader)? {
        let mut batch = vec![first];
        while batch.len() < BATCH_MAX && waits(&reader) {
            batch.extend(line(&mut reader)?);
        }
        for answer in answers(&house, &batch).into_iter().flatten() {
            writeln!(out, "{}", answer.line)?;
            match answer.outcome {
                gate_service::Outcome::Unread => exit = Exit::Failed,
                gate_service::Outcome::Judged(Verdict::Deny) if exit == Exit::Done => {
                    exit = Exit::Refused;
                }
                gate_service::Outcome::Judged(Verdict::Deny | Verdict::Ask | Verdict::Allow) => {}
            }
        }
        // Whoever asks one at a time waits for this.
        if !waits(&reader) {
            out.flush()?;
        }
    }
    out.flush()?;
    Ok(exit)
}

/// Whether a whole line is there already.
fn waits(reader: &BufReader<impl Read>) -> bool {
    reader.buffer().contains(&b'\n')
}

/// The next line, `None` in it where it is too long; nothing at the end.
fn line(reader: &mut BufReader<impl Read>) -> std::io::Result<Option<Option<Vec<u8>>>> {
    let mut next = || {
        let mut line = Vec::new();
        let read = reader
            .by_ref()
            .take(LINE_BYTES_MAX)
            .read_until(b'\n', &mut line)?;
        std::io::Result::Ok((read, line))
    };
    let (read, line) = next()?;
    let whole =
        line.ends_with(b"\n") || line.len() < usize::try_from(LINE_BYTES_MAX).unwrap_or(usize::MAX);
    if read == 0 || whole {
        return Ok((read > 0).then_some(Some(line)));
    }
    loop {
        let (read, rest) = next()?;
        if read == 0 || rest.ends_with(b"\n") {
            return Ok(Some(None));
        }
    }
}

/// The answers, in the order of the lines; many lines are shared out among the processors.
fn answers(house: &Gatehouse, lines: &[Option<Vec<u8>>]) -> Vec<Option<Answer>> {
    let answer = |line: &Option<Vec<u8>>| match line {
        Some(line) => house.check(line),
        None => gate_service::too_long(LINE_BYTES_MAX),
    };
    let all = |lines: &[Option<Vec<u8>>]| lines.iter().map(answer).collect::<Vec<_>>();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let share = lines.len().div_ceil(threads).max(SHARE_MIN);
    if share >= lines.len() {
        return all(lines);
    }
    std::thread::scope(|scope| {
        let shares: Vec<_> = lines
            .chunks(share)
            .map(|it| scope.spawn(move || all(it)))
            .collect();
        shares
            .into_iter()
            .flat_map(|it| {
                it.join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            })
            .collect()
    })
}

fn policies(global: &Global, name: Option<&str>) -> Outcome {
    let all = gate_service::policies();
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
