//! What nothing was run for: where there is something to run, a look alone is no pass.

use ledger::event::Inspection;
use ledger::evidence::EvidenceKind;
use ledger::ids::RelPath;
use ledger::observation::ChangedFile;
use ledger::phase::Mode;
use ledger::report::{Category, ItemKind};

use super::files::Files;
use super::input::Input;
use super::judgement::Judged;
use super::{ReportBuilder, note};
use crate::facts::{Read, WholeFacts};
use crate::rules::{NOTHING_CHECKED, NOTHING_RUN};
use crate::{needs, plain_text};

/// Code that the change brought or touched, and that is text.
pub(super) fn changed_code<'a>(
    input: &Input<'a>,
    files: &Files<'_>,
) -> impl Iterator<Item = &'a str> {
    code_of(input.changed, files)
}

/// Code that a change brought or touched, and that is text.
pub(crate) fn code_of<'a>(
    changed: &'a [ChangedFile],
    files: &Files<'_>,
) -> impl Iterator<Item = &'a str> {
    let standing = changed.iter().filter(|it| it.kind != 'D');
    let standing = standing.map(|it| it.path.as_str());
    standing.filter(|path| {
        let text = files.facts(path).is_some_and(|it| match &it.read {
            Read::Parsed | Read::Damaged | Read::Words | Read::Unknown => true,
            Read::Prose | Read::Unreadable(_) => false,
        });
        text && plain_text::is_code(path)
    })
}

/// Code that a change brought or touched, tests left out: what commands that test it have to read.
#[must_use]
pub fn shipped_code(changed: &[ChangedFile], inspections: &[Inspection]) -> Vec<RelPath> {
    let files = Files::new(inspections);
    let code = code_of(changed, &files).filter(|it| !code::is_any_test_path(it));
    code.filter_map(|it| RelPath::new(it).ok()).collect()
}

impl ReportBuilder {
    /// Code was changed, and neither a command nor anything else was run: a person is asked where tests stand that could
    /// have been, and told where there are none.
    pub(super) fn unrun(&mut self, input: &Input<'_>, files: &Files<'_>) {
        let counts = |kind| matches!(kind, EvidenceKind::Verify | EvidenceKind::TddGreen);
        let mut records = input.evidence.iter();
        let ran = records.any(|it| counts(it.kind) && it.tree.as_ref() == input.tree);
        let asked = !needs::asked(input.plan, input.options).is_empty();
        // A command that was asked for and not run has its own item.
        if ran || asked || input.partial {
            return;
        }
        if changed_code(input, files).next().is_none() {
            return self.note_unrun("nothing was run, and no code was changed");
        }
        let whole = input.inspections.iter().find_map(|it| match it {
            Inspection::Change { facts } => WholeFacts::parse(facts),
            Inspection::File { .. } => None,
        });
        let tests = whole.map(|it| it.tests).unwrap_or_default();
        let reason = match (input.switched_off, tests.first()) {
            ([], None) => {
                let why = "no command is known, and there are no tests";
                return self.note_unrun(&format!("nothing was run: {why}"));
            }
            ([], Some(test)) => format!(
                "nothing was run: no command is known that runs the tests of this project (`{test}`)"
            ),
            ([command, ..], _) => {
                format!("`{command}` was not run, since commands are switched off")
            }
        };
        let mend = match input.switched_off {
            [] => "name a command in `verification.commands`, or say that it is well as it is",
            [_, ..] => "leave out `--no-commands`, or let something else run it",
        };
        let judged = Judged::human("UNCERTAIN", NOTHING_RUN, reason).mend(mend);
        let (id, text) = ("gate:nothing-run", "something was run");
        self.judge(ItemKind::Gate, id, text, None, judged);
    }

    fn note_unrun(&mut self, text: &str) {
        let rule = NOTHING_RUN.into();
        let note = note::note(&rule, Category::Quality, "", None, text.to_owned());
        self.feedback.push(note);
    }

    /// A plan that asks for nothing proves nothing.
    pub(super) fn anything(&mut self, mode: Mode) {
        if !self.items.is_empty() || mode == Mode::Quick {
            return;
        }
        let reason = "the plan has no must-haves, and no command is declared";
        let judged = Judged::failed("MISSING", 0, NOTHING_CHECKED, reason)
            .no_level()
            .of_the_plan()
            .mend("say what has to hold, or declare a command in `verification.commands`");
        let (id, text) = ("gate:nothing-to-check", "something to check");
        self.judge(ItemKind::Gate, id, text, None, judged);
    }
}
