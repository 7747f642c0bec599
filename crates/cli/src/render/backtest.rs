//! Actions that other policies decide otherwise.

use audit::backtest::{Changed, Now};
use harness::backtest::Told;
use ledger::gate::{Finding, Verdict};

use super::style::{Style, Tone};
use super::text::{fit, one_line, plural};

/// Longest action that is shown, in columns.
const ACTION_COLUMNS_MAX: usize = 400;

/// `gate backtest`: the actions that change, those that can't be told, and how many there were.
pub(crate) fn backtest(told: &Told, style: &Style) -> String {
    let mut out = String::new();
    for it in told.changed.iter().chain(&told.unknown) {
        out.push_str(&row(it, style));
    }
    if !out.is_empty() {
        out.push('\n');
    }
    if told.left_out > 0 {
        let more = told.left_out;
        out.push_str(&format!(
            "{more} more are counted and not listed; `--limit` lists more\n"
        ));
    }
    if told.runs == 0 && told.unreadable.is_empty() {
        out.push_str("no such runs yet; there is nothing to decide again\n");
        return out;
    }
    let count =
        |number: u64, thing: &str| plural(usize::try_from(number).unwrap_or(usize::MAX), thing);
    let counts = told.counts;
    out.push_str(&format!(
        "{}, {}: {} same, {} stricter, {} looser, {} unknown\n",
        count(told.runs, "run"),
        count(told.actions, "action"),
        counts.same,
        counts.stricter,
        counts.looser,
        counts.unknown
    ));
    out
}

/// An action: where it stands, how it changes, and what does it.
fn row(it: &Changed, style: &Style) -> String {
    let (tone, now, why) = match &it.now {
        Now::Stricter { verdict, by } => (Tone::Bad, word(*verdict), reasons("by", by)),
        Now::Looser { verdict, gone } => (Tone::Warn, word(*verdict), reasons("no longer", gone)),
        Now::Unknown { missing } => {
            let missing = missing
                .iter()
                .map(|it| format!("    not recorded: {}\n", one_line(it)));
            (Tone::Ask, "unknown", missing.collect())
        }
    };
    let arrow = if style.unicode { "→" } else { "->" };
    let change = style.paint(tone, &format!("{} {arrow} {now}", word(it.then)));
    let action = fit(&one_line(&it.action), ACTION_COLUMNS_MAX, style.unicode);
    format!("{}@{}  {change}  {action}\n{why}", it.run, it.seq)
}

fn reasons(head: &str, findings: &[Finding]) -> String {
    let line = |it: &Finding| {
        format!(
            "    {head} {}/{}: {}\n",
            one_line(&it.policy),
            one_line(&it.id),
            one_line(&it.message)
        )
    };
    findings.iter().map(line).collect()
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Allow => "allow",
        Verdict::Ask => "ask",
        Verdict::Deny => "deny",
    }
}
