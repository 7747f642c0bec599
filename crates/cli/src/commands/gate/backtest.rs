//! What would have been decided with the policies as they are now.

use std::time::Duration;

use harness::backtest::{self, Scope, Told};
use indicatif::{ProgressBar, ProgressStyle};
use jiff::{Span, SpanRelativeTo, Timestamp, Unit, civil::Date, tz::TimeZone};

use crate::args::{BacktestArgs, Global};
use crate::commands::{Outcome, note, put, put_json, site};
use crate::exit::{Exit, Failure};
use crate::{render, screen};

pub(super) fn backtest(global: &Global, args: &BacktestArgs) -> Outcome {
    let site = site(global, Vec::new())?;
    let candidate = backtest::candidate(&site, &args.policies)?;
    let store = site.store()?;
    let scope = Scope {
        run: args.run.clone(),
        all: args.all,
        since_ms: args.since.as_deref().map_or(Ok(0), since)?,
    };
    let runs = backtest::runs(&site, &store, &scope)?;
    let bar = progress(global, runs.len());
    let told = backtest::backtest(&store, &runs, &candidate, args.limit, &mut |done, told| {
        bar.set_position(done as u64);
        bar.set_message(format!("{} actions", told.actions));
    })?;
    bar.finish_and_clear();
    if global.json {
        put_json(&serde_json::to_value(&told).unwrap_or_default())?;
    } else {
        put(&render::backtest(&told, &screen::style(global.verbose)))?;
    }
    Ok(ending(&told))
}

/// What can't be told did not stay the same as far as anybody knows.
fn ending(told: &Told) -> Exit {
    for it in &told.unreadable {
        let (run, why) = (&it.run, render::visible(&it.why));
        note(&format!(
            "error: run `{run}` does not count: {why}\nhelp: `interlock ledger verify {run}` says all that is wrong with it"
        ));
    }
    if !told.unreadable.is_empty() {
        Exit::Usage
    } else if told.counts.changed() + told.counts.unknown > 0 {
        Exit::Failed
    } else {
        Exit::Done
    }
}

/// How far it is, where somebody looks on.
fn progress(global: &Global, runs: usize) -> ProgressBar {
    if global.quiet || !screen::is_watched() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(runs as u64);
    bar.set_style(
        ProgressStyle::with_template("{spinner} {pos} of {len} runs, {msg}")
            .unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    bar.enable_steady_tick(Duration::from_millis(120));
    bar
}

/// A point in time, in milliseconds since 1970: a date, a time, or so long ago.
fn since(text: &str) -> Result<u64, Failure> {
    let at = text
        .parse::<Timestamp>()
        .or_else(|_| midnight(text))
        .or_else(|_| ago(text))
        .map_err(|_| {
            Failure::usage(format!("`--since {text}` is no point in time")).help(
                "write a date (`2026-11-01`), a time (`2026-11-01T08:30:00Z`) or how long ago (`7d`, `12h`)",
            )
        })?;
    Ok(u64::try_from(at.as_millisecond()).unwrap_or(0))
}

/// When a day begins, in UTC.
fn midnight(text: &str) -> Result<Timestamp, jiff::Error> {
    let zoned = text.parse::<Date>()?.to_zoned(TimeZone::UTC)?;
    Ok(zoned.timestamp())
}

fn ago(text: &str) -> Result<Timestamp, jiff::Error> {
    let seconds = text
        .parse::<Span>()?
        .abs()
        .total((Unit::Second, SpanRelativeTo::days_are_24_hours()))?;
    let seconds = Span::new().try_seconds(seconds as i64)?;
    Timestamp::now().checked_sub(seconds)
}
