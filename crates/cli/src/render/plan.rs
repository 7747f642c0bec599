//! A plan for people: its waves, and for each task what it may touch, what it waits for and what must hold.

use ledger::plan::{MustHaves, Plan, Task};
use ledger::scope::Scope;

use super::style::{Style, Tone};
use super::text::{one_line, plural};

/// Entries of one list that are shown.
const ENTRIES_MAX: usize = 30;

/// The plan, whole.
pub(crate) fn plan(plan: &Plan, style: &Style) -> String {
    let mut out = String::new();
    let head = format!("{}{}{}", one_line(&plan.title), style.dot(), size(plan));
    out.push_str(&format!("{}\n", style.paint(Tone::Strong, &head)));
    let mut waves: Vec<u32> = plan.tasks.iter().map(|it| it.wave).collect();
    waves.sort_unstable();
    waves.dedup();
    for wave in waves {
        out.push_str(&format!(
            "\n{}\n",
            style.paint(Tone::Dim, &format!("wave {wave}"))
        ));
        for task in plan.tasks.iter().filter(|it| it.wave == wave) {
            out.push_str(&one(task, style));
        }
    }
    out
}

/// How large it is, in words.
pub(crate) fn size(plan: &Plan) -> String {
    let waves = plan.tasks.iter().map(|it| it.wave).max().unwrap_or(0);
    let must: usize = plan.tasks.iter().map(|it| it.must_haves.count()).sum();
    let waves = usize::try_from(waves).unwrap_or(usize::MAX);
    format!(
        "{} in {}, {}",
        plural(plan.tasks.len(), "task"),
        plural(waves, "wave"),
        plural(must, "must-have")
    )
}

/// One line for each task.
pub(crate) fn tasks(plan: &Plan) -> Vec<String> {
    let one = |task: &Task| {
        let after = match task.depends_on.is_empty() {
            true => String::new(),
            false => format!(", after {}", names(task.depends_on.iter())),
        };
        format!(
            "wave {}: {} {}{after}",
            task.wave,
            task.id,
            one_line(&task.title)
        )
    };
    plan.tasks.iter().map(one).collect()
}

fn one(task: &Task, style: &Style) -> String {
    let id = style.paint(Tone::Strong, task.id.as_str());
    let mut out = format!("  {id}  {}\n", one_line(&task.title));
    let mut line = |label: &str, text: String| {
        if !text.is_empty() {
            let label = style.paint(Tone::Dim, &format!("{label:<9}"));
            out.push_str(&format!("    {label} {text}\n"));
        }
    };
    line("after", names(task.depends_on.iter()));
    line("covers", names(task.requirements.iter()));
    let changes = match &task.files {
        Scope::Any => "any file".to_owned(),
        Scope::Only(entries) if entries.is_empty() => "no file".to_owned(),
        Scope::Only(entries) => names(entries.iter()),
    };
    line("changes", changes);
    line("deletes", names(task.deletes.iter()));
    let label = if task.must_haves.derived {
        "derived"
    } else {
        "must hold"
    };
    for item in must_haves(&task.must_haves) {
        line(label, item);
    }
    out
}

fn must_haves(must: &MustHaves) -> Vec<String> {
    let truths = must.truths.iter().map(|it| {
        let proof = match (it.backstop, it.commands.is_empty()) {
            (true, _) => " (a person looks)".to_owned(),
            (false, true) => String::new(),
            (false, false) => format!(" ({})", it.commands.join("; ")),
        };
        format!("{}{proof}", one_line(&it.text))
    });
    let artifacts = must.artifacts.iter().map(|it| {
        let exports = match it.exports.is_empty() {
            true => String::new(),
            false => format!(" exports {}", it.exports.join(", ")),
        };
        format!("{}{exports}", it.path)
    });
    let links = must
        .key_links
        .iter()
        .map(|it| format!("{} uses {}", it.from, it.to));
    truths.chain(artifacts).chain(links).collect()
}

fn names(of: impl Iterator<Item = impl ToString>) -> String {
    let all: Vec<String> = of.map(|it| it.to_string()).collect();
    let shown = all.iter().take(ENTRIES_MAX).cloned().collect::<Vec<_>>();
    match all.len().saturating_sub(shown.len()) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
