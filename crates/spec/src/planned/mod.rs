//! What a planning model answers: tasks with their files, their order, and what must hold afterwards. Read so strictly
//! that what is accepted can be run, written as files and verified; what is wrong is said in sentences for the model.
//!
//! Commands are looked at as text alone here: whether one is allowed is the gate's question.

mod answer;
mod rules;
mod schema;

use ledger::ids::RelPath;
use ledger::plan::{MustHaves, Plan, Step, StepKind, Task};
use ledger::promise::Promise;
use ledger::scope::{Scope, ScopeEntry};

use crate::order::order;
use crate::plan_md::listable;
use crate::sentence::headline;
use answer::Draft;
use rules::Wrong;
pub use schema::SCHEMA;

/// Bytes of an answer.
pub const BYTES_MAX: usize = 256 * 1024;
/// Tasks of one plan.
pub const TASKS_MAX: usize = 200;

/// What is done when a planned task is done, in words.
const DONE: &str = "Everything that has to be true of this task is true.";

/// Reads the answer of a planning model: the arguments of the tool whose schema is [`SCHEMA`].
///
/// Waves follow from the dependencies. Each task has one step, and its must-haves are marked as derived.
///
/// # Errors
/// Everything that is wrong, one sentence each, with the task and what to do; at least one.
pub fn read(json: &str, promise: &Promise) -> Result<Plan, Vec<String>> {
    let mut wrong = Wrong::default();
    let Some((title, drafts)) = answer::read(json, &mut wrong) else {
        return Err(wrong.into_sentences());
    };
    rules::coverage(&drafts, promise, &mut wrong);
    rules::scope(&drafts, promise, &mut wrong);
    rules::own(&drafts, &mut wrong);
    let depends = rules::dependence(&drafts, &mut wrong);
    let order = match order(&depends) {
        Ok(order) => order,
        Err(circles) => {
            rules::circles(&drafts, &circles, &mut wrong);
            return Err(wrong.into_sentences());
        }
    };
    rules::side_by_side(&drafts, &order, &mut wrong);
    rules::others_files(&drafts, &order, &mut wrong);
    if !wrong.is_empty() {
        return Err(wrong.into_sentences());
    }
    let ids: Vec<_> = drafts.iter().filter_map(|draft| draft.id.clone()).collect();
    let mut tasks = Vec::new();
    for (at, (draft, needed)) in drafts.into_iter().zip(&depends).enumerate() {
        let before = needed.iter().filter_map(|it| ids.get(*it).cloned());
        let (before, wave) = (before.collect(), order.wave(at));
        tasks.extend(task(draft, &title, before, wave));
    }
    tasks.sort_by_key(|task| task.wave);
    Ok(Plan {
        title,
        phase: None,
        tasks,
    })
}

/// `None` for a draft without a good name, which was said before.
fn task(
    draft: Draft,
    plan_title: &str,
    depends_on: Vec<ledger::ids::TaskId>,
    wave: u32,
) -> Option<Task> {
    let title = headline(&draft.title);
    let brief = format!("{title}\n\nPart of: {plan_title}");
    let bound = draft.truths.iter().all(|truth| !truth.commands.is_empty());
    let mut commands: Vec<String> = Vec::new();
    // A step's commands speak for every truth that has none of its own; here such a truth is left to a person.
    for command in draft.truths.iter().flat_map(|truth| &truth.commands) {
        if bound && !commands.contains(command) {
            commands.push(command.clone());
        }
    }
    let step = Step {
        name: draft.title,
        kind: StepKind::Auto,
        files: listed(&draft.files, &draft.deletes),
        action: draft.brief,
        commands,
        done: DONE.to_owned(),
    };
    Some(Task {
        id: draft.id?,
        title,
        brief,
        steps: vec![step],
        wave,
        depends_on,
        // No file at all would mean any file.
        files: Scope::of_files(if draft.files.is_empty() {
            draft.deletes.clone()
        } else {
            draft.files
        }),
        deletes: draft.deletes,
        requirements: draft.requirements,
        must_haves: MustHaves {
            truths: draft.truths,
            artifacts: draft.artifacts,
            key_links: draft.key_links,
            derived: true,
        },
        tdd: draft.tdd,
    })
}

/// The files that a plan file can list in one line; all of them stand in its front matter.
fn listed(files: &[RelPath], deletes: &[RelPath]) -> Vec<ScopeEntry> {
    files
        .iter()
        .chain(deletes)
        .filter(|path| listable(path))
        .cloned()
        .map(ScopeEntry::File)
        .collect()
}
