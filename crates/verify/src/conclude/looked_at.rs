//! What was looked at, counted from what was found at each path and from the records of commands.

use std::collections::BTreeSet;

use ledger::event::Inspection;
use ledger::report::{CommandCounts, LookedAt, NotRead};

use super::files::{Files, Kind, Standing};
use super::input::Input;
use crate::facts::{Read, WholeFacts};
use crate::{needs, plain_text};

/// Of a change its files; without one, those that the plan asks about.
pub(super) fn looked_at(input: &Input<'_>, files: &Files<'_>) -> LookedAt {
    let mut found = LookedAt {
        of_change: !input.changed.is_empty(),
        commands: commands(input),
        ..LookedAt::default()
    };
    for it in input.changed {
        let why = match it.kind {
            'D' => Some(NotRead::Deleted),
            _ => not_read(&it.path, files.get(&it.path)),
        };
        count(&mut found, why);
        // What nobody read, nobody looked at.
        let facts = files.facts(&it.path).filter(|_| why.is_none());
        let change = facts.and_then(|it| it.change.as_ref());
        let functions = change.map_or(0, |it| it.functions);
        found.functions = found.functions.saturating_add(functions);
    }
    if input.changed.is_empty() {
        let paths = input.inspections.iter().filter_map(|it| match it {
            Inspection::File { path, .. } => Some(path.as_str()),
            Inspection::Change { .. } => None,
        });
        for path in paths.collect::<BTreeSet<&str>>() {
            count(&mut found, not_read(path, files.get(path)));
        }
    }
    let wholes = input.inspections.iter().filter_map(|it| match it {
        Inspection::Change { facts } => WholeFacts::parse(facts),
        Inspection::File { .. } => None,
    });
    let tests = wholes.map(|it| it.written_tests);
    found.tests = tests.fold(0, u32::saturating_add);
    found
}

/// One file more.
fn count(found: &mut LookedAt, why: Option<NotRead>) {
    found.files = found.files.saturating_add(1);
    if let Some(why) = why {
        let of = found.not_read.entry(why).or_default();
        *of = of.saturating_add(1);
    }
}

/// Why no grammar read the code of a file, where none did.
fn not_read(path: &str, standing: Option<&Standing<'_>>) -> Option<NotRead> {
    let Some(standing) = standing else {
        return Some(NotRead::NoFile);
    };
    let Some(facts) = &standing.facts else {
        return Some(match standing.kind {
            Kind::TooLarge => NotRead::TooLarge,
            Kind::NotText => NotRead::Binary,
            Kind::File
            | Kind::Absent
            | Kind::Ignored
            | Kind::Directory
            | Kind::LinkOutside
            | Kind::Special
            | Kind::Strange => NotRead::NoFile,
        });
    };
    match &facts.read {
        Read::Unreadable(_) => Some(NotRead::TooLarge),
        _ if facts.vendored_by.is_some() => Some(NotRead::Vendored),
        _ if facts.generated => Some(NotRead::Generated),
        Read::Parsed | Read::Damaged => None,
        Read::Words | Read::Prose | Read::Unknown => Some(match plain_text::is_code(path) {
            true => NotRead::UnknownLanguage,
            false => NotRead::Text,
        }),
    }
}

/// Commands that count, each once.
fn commands(input: &Input<'_>) -> CommandCounts {
    let mut known: BTreeSet<String> = needs::commands(input.plan, input.options)
        .into_iter()
        .collect();
    known.extend(input.switched_off.iter().cloned());
    let records = input.evidence.iter();
    let records = records.filter(|it| it.tree.as_ref() == input.tree);
    let run: BTreeSet<&str> = records
        .filter_map(|it| it.command.as_deref())
        .filter(|it| known.contains(*it))
        .collect();
    let count = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
    CommandCounts {
        known: count(known.len()),
        run: count(run.len()),
        switched_off: !input.switched_off.is_empty(),
    }
}
