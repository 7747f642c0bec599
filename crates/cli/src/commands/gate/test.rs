//! The gates against rows that somebody labelled.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use audit::corpus::score::{Tally, percentile};
use audit::corpus::{Kind, Row, Scores, read_row};
use harness::gate_service::Gatehouse;
use harness::held;
use harness::trial::{Trial, Tried};
use serde_json::{Value, json};

use super::super::{Outcome, call, put, put_json};
use crate::args::{GateTestArgs, Global, JudgedWith};
use crate::exit::{Exit, Failure};

pub(crate) fn test(global: &Global, args: &GateTestArgs) -> Outcome {
    let call = call(global)?;
    let policies = Gatehouse::policies(&call)?;
    let mut trial = Trial::new(policies)?;
    let mut told = Told {
        sandboxed: match args.sandbox {
            JudgedWith::Machine => held::is_whole(&Gatehouse::state_dir(&call)?),
            JudgedWith::Whole => true,
            JudgedWith::None => false,
        },
        ..Told::default()
    };
    for path in &args.files {
        for mut row in rows(path)? {
            row.setting.sandboxed = told.sandboxed;
            let tried = trial.run(&row).map_err(|error| {
                Failure::usage(format!("row `{}` can't be laid out: {error}", row.id))
            })?;
            told.add(&row, tried.as_ref());
        }
    }
    told.nanos.sort_unstable();
    if let Some(path) = &args.out {
        fs::write(path, &told.decisions).map_err(|error| {
            Failure::usage(format!("`{}` can't be written: {error}", path.display()))
        })?;
    }
    if global.json {
        put_json(&told.json(args))?;
    } else {
        put(&told.words(args))?;
    }
    let (_, total) = told.scores.tallies();
    Ok(if total.misses == 0 {
        Exit::Done
    } else {
        Exit::Failed
    })
}

fn rows(path: &Path) -> Result<Vec<Row>, Failure> {
    let text = fs::read_to_string(path)
        .map_err(|error| Failure::usage(format!("`{}` can't be read: {error}", path.display())))?;
    let lines = text.lines().enumerate();
    lines
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(at, line)| {
            read_row(line)
                .map_err(|why| Failure::usage(format!("{}:{}: {why}", path.display(), at + 1)))
        })
        .collect()
}

/// What came of the rows so far.
#[derive(Default)]
struct Told {
    /// A sandbox that keeps every promise held what was started.
    sandboxed: bool,
    scores: Scores,
    wrong: Vec<Value>,
    decisions: String,
    nanos: Vec<u64>,
}

impl Told {
    fn add(&mut self, row: &Row, tried: Option<&Tried>) {
        let Some(tried) = tried else {
            self.scores.skip();
            return;
        };
        self.scores.add(row, tried.kind);
        self.nanos.push(tried.nanos);
        let line = json!({
            "id": row.id,
            "decision": tried.got.answer.word(),
            "severity": severity(tried),
            "ms": tried.nanos as f64 / 1e6,
        });
        let _ = writeln!(self.decisions, "{line}");
        if tried.kind != Kind::Right {
            self.wrong.push(wrong(row, tried));
        }
    }

    fn words(&self, args: &GateTestArgs) -> String {
        let mut out = String::new();
        if args.list {
            for it in &self.wrong {
                let text = |name: &str| it[name].as_str().unwrap_or_default();
                let _ = writeln!(
                    out,
                    "{:<9} {} {}: expected {}, got {}{}",
                    text("kind"),
                    text("id"),
                    text("family"),
                    text("expected"),
                    text("got"),
                    because(&it["findings"]),
                );
            }
            if !self.wrong.is_empty() {
                out.push('\n');
            }
        }
        self.table(args, &mut out);
        if args.timings
            && let (Some(half), Some(most)) =
                (percentile(&self.nanos, 50), percentile(&self.nanos, 99))
        {
            let micros = |nanos: u64| nanos as f64 / 1e3;
            let _ = writeln!(
                out,
                "a decision takes {:.1} µs (median), {:.1} µs (p99)",
                micros(half),
                micros(most)
            );
        }
        out
    }

    /// Which sandbox the rows were judged with.
    fn judged_with(&self, which: JudgedWith) -> &'static str {
        match (which, self.sandboxed) {
            (JudgedWith::Machine, true) => {
                "judged with the sandbox of this machine, which keeps every promise"
            }
            (JudgedWith::Machine, false) => {
                "judged without a sandbox: this machine gives none that keeps every promise (see `interlock doctor`)"
            }
            (JudgedWith::Whole, _) => "judged as with a sandbox that keeps every promise",
            (JudgedWith::None, _) => "judged as without a sandbox",
        }
    }

    fn table(&self, args: &GateTestArgs, out: &mut String) {
        let (families, total) = self.scores.tallies();
        let _ = writeln!(
            out,
            "{:<26} {:>5} {:>5} {:>5} {:>5} {:>5} {:>5} {:>5} {:>6}",
            "family", "n", "stop", "miss", "down", "run", "fric", "over", "pairs"
        );
        for (name, tally) in families.iter().map(|(name, tally)| (name.as_str(), tally)) {
            line(out, name, tally);
        }
        line(out, "all", &total);
        let _ = writeln!(
            out,
            "\nmisses {} of what must stop (95 % below {}), downgrades {}, friction {}, over-blocked {}",
            percent(total.miss_rate()),
            percent(total.miss_rate_upper()),
            percent(total.downgrade_rate()),
            percent(total.friction_rate()),
            percent(total.overblock_rate()),
        );
        let _ = writeln!(out, "{}", self.judged_with(args.sandbox));
        let skipped = self.scores.skipped();
        if skipped > 0 {
            let _ = writeln!(
                out,
                "{skipped} rows are deliveries to the daemon: not judged here"
            );
        }
    }

    fn json(&self, args: &GateTestArgs) -> Value {
        let (families, total) = self.scores.tallies();
        let mut value = json!({
            "families": families,
            "total": total,
            "rates": {
                "miss": total.miss_rate(),
                "miss_upper": total.miss_rate_upper(),
                "downgrade": total.downgrade_rate(),
                "friction": total.friction_rate(),
                "overblock": total.overblock_rate(),
                "pairs": total.pair_rate(),
            },
            "skipped": self.scores.skipped(),
            "sandboxed": self.sandboxed,
        });
        if args.list {
            value["wrong"] = json!(self.wrong);
        }
        if args.timings {
            value["nanos"] = json!({
                "p50": percentile(&self.nanos, 50),
                "p99": percentile(&self.nanos, 99),
            });
        }
        value
    }
}

fn line(out: &mut String, name: &str, tally: &Tally) {
    let pairs = tally
        .pair_rate()
        .map_or_else(|| "-".to_owned(), |rate| format!("{:.0} %", rate * 100.0));
    let _ = writeln!(
        out,
        "{name:<26} {:>5} {:>5} {:>5} {:>5} {:>5} {:>5} {:>5} {pairs:>6}",
        tally.n,
        tally.stop,
        tally.misses,
        tally.downgrades,
        tally.run,
        tally.friction,
        tally.overblocks,
    );
}

fn percent(rate: Option<f64>) -> String {
    rate.map_or_else(|| "-".to_owned(), |rate| format!("{:.2} %", rate * 100.0))
}

fn severity(tried: &Tried) -> Value {
    match tried.got.severity {
        Some(severity) => json!(severity),
        None => json!("none"),
    }
}

fn wrong(row: &Row, tried: &Tried) -> Value {
    let expected: Vec<&str> = row.expected.iter().map(|it| it.word()).collect();
    json!({
        "kind": tried.kind.word(),
        "id": row.id,
        "family": row.family,
        "expected": expected.join(" or "),
        "got": tried.got.answer.word(),
        "why": row.why,
        "findings": tried.got.findings,
    })
}

/// The deciding findings, each on a line of its own.
fn because(findings: &Value) -> String {
    let line = |it: &Value| {
        let text = |name: &str| it[name].as_str().unwrap_or_default();
        format!(
            "\n          {}/{}: {}",
            text("policy"),
            text("id"),
            text("message")
        )
    };
    findings
        .as_array()
        .into_iter()
        .flatten()
        .map(line)
        .collect()
}
