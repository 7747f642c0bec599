//! What a main spec becomes when a delta is applied to it. Which of its requirements become what is [`Desk`]'s business.

use std::collections::BTreeSet;

use crate::openspec::change::Change;
use crate::openspec::check::main_spec;
use crate::openspec::delta::Delta;
use crate::openspec::desk::{Desk, Slot, State};
use crate::openspec::found::Found;
use crate::openspec::main_spec::{Main, Standing};
use crate::openspec::rebuild::{rebuild, unnamed};
use crate::openspec::skeleton::{self, skeleton};
use crate::problem::{Problem, Severity};

/// What a main spec becomes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Outcome {
    /// What it is.
    Same,
    /// This.
    Text(String),
    /// It goes: its last requirement is removed, and the change may do that.
    Retired,
}

/// How a delta is to be applied.
#[derive(Debug, Clone, Copy)]
pub(super) struct Order<'a, 't> {
    /// Whose delta it is.
    pub(super) change: &'a Change<'t>,
    /// What is so already is no error.
    pub(super) may_stand: bool,
}

/// Says what is in the way of a delta that is good by itself. Writes the main spec anew only where something could be
/// wrong with the result: good requirements among good ones are good.
pub(super) fn tried<'t>(
    delta: &Delta<'t>,
    standing: Option<&Standing<'t>>,
    order: Order<'_, 't>,
    found: &mut Found,
) {
    let plain = standing.filter(|it| it.is_good() && !it.main.text.is_open && is_plain(delta));
    match plain {
        None => {
            apply(delta, standing, order, found);
        }
        Some(standing) => {
            let before = found.errors();
            let mut desk = Desk::new(delta, Some(standing), order.may_stand, found);
            desk.work();
            if desk.found.errors() == before {
                fate(&desk.slots, order, delta, &standing.main, desk.found);
            }
        }
    }
}

/// Applies a delta that is good by itself. `None` after an error.
pub(super) fn apply<'t>(
    delta: &Delta<'t>,
    standing: Option<&Standing<'t>>,
    order: Order<'_, 't>,
    found: &mut Found,
) -> Option<Outcome> {
    let before = found.errors();
    if let Some(problem) = standing.and_then(|it| it.unsound.as_ref()) {
        blame(
            delta,
            "can't be changed before it is mended",
            problem,
            found,
        );
    }
    let mut desk = Desk::new(delta, standing, order.may_stand, found);
    desk.work();
    let (slots, names) = (desk.slots, desk.names);
    if found.errors() > before {
        return None;
    }
    let text = match standing {
        None if slots.is_empty() => return Some(Outcome::Same),
        None => skeleton(delta, order, found),
        Some(standing) => match fate(&slots, order, delta, &standing.main, found)? {
            Fate::Same => return Some(Outcome::Same),
            Fate::Goes => return Some(Outcome::Retired),
            Fate::Changes => rebuild(delta, &standing.main, &slots),
        },
    };
    let names: BTreeSet<&str> = names.into_keys().collect();
    valid(delta, order, &text, &names, found);
    (found.errors() == before).then_some(Outcome::Text(text))
}

/// Nothing in it can hide or end what stands below it in a main spec.
fn is_plain(delta: &Delta<'_>) -> bool {
    let text = &delta.text;
    let mut blocks = delta.added.iter().chain(&delta.modified);
    !text.is_open && blocks.all(|block| block.foreign(text).is_none())
}

/// What comes out has to be a good main spec, with every requirement that it is to have.
fn valid(
    delta: &Delta<'_>,
    order: Order<'_, '_>,
    text: &str,
    names: &BTreeSet<&str>,
    found: &mut Found,
) {
    let file = order.change.place.main_spec(delta.capability);
    let mut own = Found::default();
    let result = Main::read(&file, text);
    let there: BTreeSet<&str> = result.blocks.iter().map(|block| block.name).collect();
    if let Some(hidden) = names.difference(&there).next() {
        let message = format!("nobody would find `{hidden}` in it");
        own.error_of(&file, &message, "look for a code fence that does not end");
    }
    main_spec(&result, &mut own);
    let problems = own.into_problems();
    let first = problems.first();
    if let Some(first) = first.filter(|it| it.severity == Severity::Error) {
        let what = "would not be a good main spec afterwards";
        blame(delta, what, first, found);
    }
}

fn blame(delta: &Delta<'_>, what: &str, problem: &Problem, found: &mut Found) {
    let message = format!("`{}` {what}: {}", problem.file, problem.message);
    let help = problem.help.as_deref().unwrap_or("");
    found.error(&delta.text, delta.place(), &message, help);
}

/// What happens to a main spec as a whole.
enum Fate {
    Same,
    Changes,
    Goes,
}

fn fate(
    slots: &[Slot<'_, '_>],
    order: Order<'_, '_>,
    delta: &Delta<'_>,
    main: &Main<'_>,
    found: &mut Found,
) -> Option<Fate> {
    let changes = |slot: &Slot<'_, '_>| !matches!(slot.state, State::Kept);
    if !slots.iter().any(changes) {
        return Some(Fate::Same);
    }
    skeleton::ignored(delta, main, found);
    if !slots.iter().all(|slot| matches!(slot.state, State::Gone)) {
        return Some(Fate::Changes);
    }
    let message = format!("the last requirement of `{}` goes", delta.capability);
    if !order.change.metadata.retires {
        let help =
            "set `retire_capabilities: true` in `.openspec.yaml` if its main spec is to go as well";
        found.error(&delta.text, delta.place(), &message, help);
        return None;
    }
    if let Some(index) = unnamed(main) {
        let line = main.text.line(index).text.trim();
        let message =
            format!("{message}, and its main spec holds more than requirements: `{line}`");
        let help = "move that elsewhere, or take the main spec away by hand";
        found.error(&delta.text, delta.place(), &message, help);
        return None;
    }
    Some(Fate::Goes)
}
