//! What was left behind, one line a finding.

use harness::doctor::{Finding, Kind, Weight};
use harness::held::Sandbox;

use super::style::{Mark, Style, Tone};
use super::text::{one_line, plural};

/// How much was found.
#[derive(Debug, Default)]
pub(crate) struct Count {
    /// What can be mended here.
    pub(crate) leftovers: usize,
    /// What of it was mended.
    pub(crate) mended: usize,
    /// What a person has to do.
    pub(crate) problems: usize,
    /// What is as it should be.
    pub(crate) notes: usize,
}

impl Count {
    /// One more finding, with what became of it.
    pub(crate) fn add(&mut self, weight: Weight, done: Option<&Result<String, String>>) {
        match weight {
            Weight::Leftover => self.leftovers += 1,
            Weight::Problem => self.problems += 1,
            Weight::Note => self.notes += 1,
        }
        if let Some(Ok(_)) = done {
            self.mended += 1;
        }
    }

    /// What is still to be done.
    pub(crate) fn open(&self) -> usize {
        self.problems + self.leftovers.saturating_sub(self.mended)
    }
}

/// What holds the commands of runs here: each promise, and whether it is kept.
pub(crate) fn held(sandbox: &Sandbox, style: &Style) -> String {
    let by = match (sandbox.by, sandbox.whole) {
        (Some(by), true) => format!("commands run in a sandbox, by {by}"),
        (Some(by), false) => format!("commands run in half a sandbox, by {by}"),
        (None, _) => "commands run without a sandbox".to_owned(),
    };
    let mark = |kept| style.mark(if kept { Mark::Good } else { Mark::Warn });
    let mut out = format!("{} {by}\n", mark(sandbox.whole));
    for why in &sandbox.why {
        out.push_str(&format!("    {}\n", style.paint(Tone::Dim, &one_line(why))));
    }
    for (promise, kept) in &sandbox.promises {
        let not = if *kept { "" } else { "not kept: " };
        out.push_str(&format!("  {} {not}{promise}\n", mark(*kept)));
    }
    out
}

/// A finding, and what was done about it, would be done, or can be done. Nothing is cut: paths and commands are meant to
/// be taken from it.
pub(crate) fn finding(
    finding: &Finding,
    done: Option<&Result<String, String>>,
    style: &Style,
) -> String {
    let (mark, then) = match (finding.weight, done) {
        (_, Some(Ok(done))) => (Mark::Good, done.clone()),
        (_, Some(Err(why))) => (Mark::Bad, format!("it stays: {why}")),
        (Weight::Leftover, None) => (Mark::Warn, finding.then.clone()),
        (Weight::Problem, None) => (Mark::Ask, finding.then.clone()),
        (Weight::Note, None) => (Mark::Note, finding.then.clone()),
    };
    let tone = match finding.weight {
        Weight::Leftover | Weight::Problem => Tone::Plain,
        Weight::Note => Tone::Dim,
    };
    // What is to be done may be several commands, each on a line of its own.
    let mut lines = then.lines();
    let first = lines.next().unwrap_or_default();
    let dash = style.dash();
    let text = format!(
        "{} {}{dash}{}; {}",
        word(finding.kind),
        one_line(&finding.what),
        one_line(&finding.why),
        one_line(first)
    );
    let mut out = format!("{} {}\n", style.mark(mark), style.paint(tone, &text));
    for line in lines {
        out.push_str(&format!("    {}\n", one_line(line)));
    }
    out
}

/// The last line.
pub(crate) fn sum(count: &Count, mend: bool, style: &Style) -> String {
    let open = count.leftovers.saturating_sub(count.mended);
    let mut parts = Vec::new();
    if count.mended > 0 {
        parts.push(format!("{} mended", count.mended));
    }
    if open > 0 && mend {
        parts.push(format!("{open} not mended"));
    } else if open > 0 {
        parts.push(plural(open, "leftover"));
    }
    if count.problems > 0 {
        parts.push(format!("{} for a person", count.problems));
    }
    if parts.is_empty() {
        parts.push("nothing was left behind".to_owned());
    }
    let mut out = style.paint(Tone::Strong, &parts.join(style.dot()));
    out.push('\n');
    if open > 0 && !mend {
        let next = style.mark(Mark::Next);
        out.push_str(&format!("  {next} interlock doctor --mend\n"));
    }
    out
}

fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::Process => "process",
        Kind::Lock => "lock",
        Kind::Checkout => "checkout",
        Kind::Worktree => "worktree",
        Kind::Folder => "folder",
        Kind::Branch => "branch",
        Kind::File => "file",
        Kind::Run => "run",
        Kind::Ledger => "ledger of run",
        Kind::Repository => "repository",
        Kind::Refs => "refs",
    }
}
