//! What `tasks.md` makes a plan of: each group one task, each open box one step, one group after the other. Nobody wrote
//! the must-haves of such a plan; they are derived from scenarios and from the commands that tasks name.

use std::collections::BTreeSet;

use ledger::ids::TaskId;
use ledger::plan::{MustHaves, Plan, Step, StepKind, Task, Truth};
use ledger::scope::Scope;

use crate::openspec::change::{Change, DESIGN};
use crate::openspec::commands;
use crate::openspec::found::Found;
use crate::openspec::promise::{objective, requirements, title, truths};
use crate::openspec::tasks::{Group, Tasks, Tick};
use crate::said::Work;

/// Characters of a task id.
const ID_CHARS_MAX: usize = 64;
/// Characters of all deltas in the brief of a task.
const DELTAS_CHARS_MAX: usize = 24_000;
/// Characters of the design in the brief of a task.
const DESIGN_CHARS_MAX: usize = 8_000;

/// What the tasks of a change leave to be done; without tasks somebody has to plan.
pub(super) fn work(change: &Change<'_>, found: &mut Found) -> Work {
    let ticks = change.tasks.iter().flat_map(Tasks::ticks);
    let (mut any, mut open) = (false, false);
    for tick in ticks {
        any = true;
        open |= !tick.done;
    }
    match (any, open) {
        (false, _) => Work::Unplanned,
        (true, false) => Work::Done("every task of the change is ticked".to_owned()),
        (true, true) => plan(change, found).map_or(Work::Unplanned, Work::Planned),
    }
}

/// The plan in the tasks of a change; `None` if they hold none.
fn plan(change: &Change<'_>, found: &mut Found) -> Option<Plan> {
    let tasks = change.tasks.as_ref()?;
    let first = tasks.ticks().next()?;
    let is_open = |group: &&Group<'_>| group.ticks.iter().any(|tick| !tick.done);
    let open: Vec<&Group<'_>> = tasks.groups.iter().filter(is_open).collect();
    let at = tasks.text.line(first.index).at;
    let commands = all_commands(tasks);
    if commands.is_empty() {
        let message =
            "no task names a command, so a person will be asked whether the scenarios hold";
        let help = "write a task such as `- [ ] 1.4 Run `make test``";
        found.warn(&tasks.text, at, message, help);
    }
    let mut names = Names::new(change.place.id);
    let mut planned: Vec<Task> = Vec::new();
    for (index, group) in open.iter().enumerate() {
        let last = index.saturating_add(1) == open.len();
        let must_haves = match last {
            true => of_the_change(change, group, &commands),
            false => of_the_group(group),
        };
        let position = index.saturating_add(1);
        planned.push(Task {
            id: names.next(group, position)?,
            title: group_title(change, group, tasks),
            brief: brief(change, group, position, open.len()),
            steps: steps(group),
            wave: u32::try_from(position).unwrap_or(u32::MAX),
            depends_on: planned.last().map(|it| it.id.clone()).into_iter().collect(),
            files: Scope::Any,
            deletes: Vec::new(),
            requirements: if last {
                requirements(change)
            } else {
                Vec::new()
            },
            must_haves,
            tdd: false,
        });
    }
    Some(Plan {
        title: crate::sentence::title(&title(change)),
        phase: None,
        tasks: planned,
    })
}

/// The whole change as one task that is done.
pub(super) fn whole(change: &Change<'_>) -> Option<Plan> {
    let commands = change.tasks.as_ref().map(all_commands).unwrap_or_default();
    let truths = truths(change).into_iter();
    let truths = truths.map(|text| truth(text, commands.clone())).collect();
    let title = crate::sentence::title(&title(change));
    let id = Names::new(change.place.id).head;
    let id: String = id.chars().take(ID_CHARS_MAX).collect();
    let mut task = Task::in_words(TaskId::new(id).ok()?, title.clone(), objective(change));
    task.requirements = requirements(change);
    task.must_haves = derived(truths);
    Some(Plan {
        title,
        phase: None,
        tasks: vec![task],
    })
}

/// Boxes without a heading are the whole change, or what comes before its groups.
fn group_title(change: &Change<'_>, group: &Group<'_>, tasks: &Tasks<'_>) -> String {
    let said = match (group.title.as_str(), tasks.groups.len()) {
        ("", 1) => title(change),
        ("", _) => format!("{}: first", title(change)),
        (said, _) => said.to_owned(),
    };
    crate::sentence::title(&said)
}

/// Every command that a task names, those that are ticked included: what was proved once has to hold still.
fn all_commands(tasks: &Tasks<'_>) -> Vec<String> {
    let mut found = Vec::new();
    for tick in tasks.ticks() {
        commands::add(&mut found, tick.commands());
    }
    found
}

/// Ids of tasks: the change's name with the group's number, or the next one that is free.
struct Names {
    head: String,
    taken: BTreeSet<String>,
}

impl Names {
    fn new(id: &str) -> Self {
        let good = |c: char| {
            if c.is_ascii_alphanumeric() || "-_.".contains(c) {
                c
            } else {
                '-'
            }
        };
        let head: String = id.chars().map(good).collect();
        Self {
            head: match head.trim_matches(['-', '.']) {
                "" => "change".to_owned(),
                head => head.to_owned(),
            },
            taken: BTreeSet::new(),
        }
    }

    fn next(&mut self, group: &Group<'_>, position: usize) -> Option<TaskId> {
        let number = group.number.filter(|it| it.len() <= 6).map(str::to_owned);
        let mut number = number.unwrap_or_else(|| position.to_string());
        let mut free = position;
        while !self.taken.insert(number.clone()) {
            free = free.saturating_add(1);
            number = free.to_string();
        }
        let room = ID_CHARS_MAX.saturating_sub(number.len()).saturating_sub(1);
        let head: String = self.head.chars().take(room).collect();
        TaskId::new(format!("{head}-{number}")).ok()
    }
}

fn steps(group: &Group<'_>) -> Vec<Step> {
    let open = group.ticks.iter().filter(|tick| !tick.done);
    open.map(|tick| Step {
        name: name(tick),
        kind: StepKind::Auto,
        files: Vec::new(),
        action: tick.whole(),
        commands: tick.commands(),
        done: String::new(),
    })
    .collect()
}

fn name(tick: &Tick<'_>) -> String {
    let name = tick.name();
    if name.is_empty() {
        format!("line {} of `tasks.md`", tick.index.saturating_add(1))
    } else {
        name
    }
}

/// What the last task has to show: the scenarios of the whole change, by all its commands. Without a scenario, its boxes.
fn of_the_change(change: &Change<'_>, group: &Group<'_>, commands: &[String]) -> MustHaves {
    let mut found: Vec<Truth> = truths(change)
        .into_iter()
        .map(|text| truth(text, commands.to_vec()))
        .collect();
    if found.is_empty() {
        let open = group.ticks.iter().filter(|tick| !tick.done);
        found.extend(open.map(|tick| truth(name(tick), tick.commands())));
    }
    derived(found)
}

/// What any other task has to show: its boxes that name a command, by these.
fn of_the_group(group: &Group<'_>) -> MustHaves {
    let open = group.ticks.iter().filter(|tick| !tick.done);
    let bound = open.map(|tick| truth(name(tick), tick.commands()));
    derived(bound.filter(|truth| !truth.commands.is_empty()).collect())
}

fn truth(text: String, commands: Vec<String>) -> Truth {
    Truth {
        text,
        backstop: false,
        commands,
        ..Truth::default()
    }
}

fn derived(truths: Vec<Truth>) -> MustHaves {
    MustHaves {
        truths,
        artifacts: Vec::new(),
        key_links: Vec::new(),
        derived: true,
    }
}

/// What somebody has to know who does this part: the goal, what is done, what is required, how it was meant.
fn brief(change: &Change<'_>, group: &Group<'_>, position: usize, count: usize) -> String {
    let mut brief = objective(change);
    let path = change.place.path;
    brief.push_str(&format!(
        "\n\nThis is part {position} of {count} of the change in `{path}`. The boxes in its `tasks.md` are ticked for you."
    ));
    let prose = group.prose.join("\n");
    if !prose.trim().is_empty() {
        brief.push_str(&format!("\n\n{}", prose.trim()));
    }
    let done: Vec<String> = group.ticks.iter().filter(|it| it.done).map(name).collect();
    if !done.is_empty() {
        brief.push_str(&format!("\n\nDone already: {}", done.join("; ")));
    }
    let mut room = DELTAS_CHARS_MAX;
    for delta in &change.deltas {
        let text = delta.text.joined(0..delta.text.lines.len());
        brief.push_str(&format!(
            "\n\n## What `{}` is to require\n\n",
            delta.capability
        ));
        brief.push_str(&shortened(&text, room, delta.text.file));
        room = room.saturating_sub(text.chars().count());
    }
    if let Some(design) = change.design.map(str::trim).filter(|it| !it.is_empty()) {
        let design = shortened(design, DESIGN_CHARS_MAX, &change.file(DESIGN));
        brief.push_str(&format!("\n\n## How it is meant\n\n{design}"));
    }
    brief
}

/// The text, or its beginning and where the rest stands.
fn shortened(text: &str, chars_max: usize, file: &str) -> String {
    let text = text.replace("\r\n", "\n");
    if text.chars().count() <= chars_max {
        return text;
    }
    let cut: String = text.chars().take(chars_max).collect();
    format!("{cut}…\n\n(The rest stands in `{file}`.)")
}
