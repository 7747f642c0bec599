//! What every changed file is looked at for, whether the plan names it or not: conflicts, stubs, notes of debt.

use std::collections::BTreeSet;

use ledger::event::Inspection;
use ledger::report::{Category, Feedback, FeedbackStatus, Item, ItemKind, Location};

use super::Input;
use super::artifact::{counts, perhaps_meant, said, wish};
use super::changed;
use super::files::Files;
use super::judged::Judged;
use super::scope;
use super::untouched::untouched;
use crate::facts::{FileFacts, LIKELY_MAX, Read, StubFact, WholeFacts};

/// Notes of one sort about one file.
const NOTES_MAX: usize = 10;
const NO_STUB: &str = "no work left undone";

/// What was found.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// What has to be mended.
    pub(super) items: Vec<(Item, Option<Feedback>)>,
    /// What should be known.
    pub(super) notes: Vec<Feedback>,
    /// Where a test is a gap already, beside what it was before.
    weakened: BTreeSet<(String, u32)>,
}

/// Looks at everything that changed.
pub(super) fn scan(input: &Input<'_>, files: &Files<'_>) -> Scan {
    let (plan, changed) = (input.plan, input.changed);
    let mut scan = Scan {
        weakened: weakened(input),
        ..Scan::default()
    };
    let artifacts = plan
        .tasks
        .iter()
        .flat_map(|task| &task.must_haves.artifacts);
    let artifacts: BTreeSet<&str> = artifacts.map(|it| it.path.as_str()).collect();
    for file in changed.iter().filter(|file| file.kind != 'D') {
        let Some(facts) = files.facts(&file.path) else {
            continue;
        };
        // An artifact's own item says what is wrong with it.
        if !artifacts.contains(file.path.as_str()) {
            scan.conflicts(&file.path, facts);
            let sample = facts.sample || is_sample(&file.path);
            scan.stubs(&file.path, facts, file.kind == 'A' && !sample);
        }
        let new = file.kind == 'A' && !artifacts.contains(file.path.as_str());
        for (rule, text, judged) in changed::judge(&file.path, facts, new, input) {
            let id = format!("gate:{rule}:{}", file.path);
            scan.fail(judged, id, text.to_owned(), &file.path);
        }
        scan.notes
            .extend(changed::notes(&file.path, facts, file.kind == 'A'));
        scan.hollow(&file.path, facts);
        scan.debts(&file.path, facts);
    }
    scope::judge(input, &mut scan);
    // Where each write passed a gate, the plan says what may be written, and no more.
    let left = untouched(plan, changed)
        .into_iter()
        .filter(|_| !input.gated);
    for (path, judged) in left.filter(|_| !input.partial) {
        let id = format!("gate:untouched:{path}");
        scan.fail(judged, id, "what the plan means to write".to_owned(), path);
    }
    scan
}

/// The lines of tests that the change as a whole is told to have weakened, or to bring weak.
fn weakened(input: &Input<'_>) -> BTreeSet<(String, u32)> {
    let mut lines = BTreeSet::new();
    for inspection in input.inspections {
        let Inspection::Change { facts } = inspection else {
            continue;
        };
        let whole = WholeFacts::parse(facts).unwrap_or_default();
        let failed = whole.weakened.into_iter().filter(|it| it.failed);
        for it in failed {
            let all = it.line.into_iter().chain(it.also);
            lines.extend(all.map(|line| (it.path.clone(), line)));
        }
    }
    lines
}

impl Scan {
    pub(super) fn fail(&mut self, judged: Judged, id: String, text: String, path: &str) {
        let feedback = judged.feedback(&text, Some(path));
        let item = judged.item(ItemKind::Gate, id, text, Some(path));
        self.items.push((item, feedback));
    }

    fn conflicts(&mut self, path: &str, facts: &FileFacts) {
        let Some(line) = facts.conflicts.first().copied() else {
            return;
        };
        let reason = format!("a merge conflict is not resolved, line {line}");
        if facts.read == Read::Prose && !path.ends_with(".json") && !path.ends_with(".lock") {
            self.notes.push(note(
                "conflict-marker",
                Category::Quality,
                path,
                Some(line),
                reason,
            ));
            return;
        }
        let judged = Judged::failed("STUB", 2, "conflict-marker", reason).at(Some(line));
        let id = format!("gate:conflict-marker:{path}");
        self.fail(
            judged.mend("resolve the conflict"),
            id,
            "no merge conflicts".to_owned(),
            path,
        );
    }

    /// In a new file a stub is of this change; in an old one it may have been there before.
    fn stubs(&mut self, path: &str, facts: &FileFacts, new: bool) {
        let told =
            |it: &StubFact| it.hollow_test && self.weakened.contains(&(path.to_owned(), it.line));
        let certain = facts.stubs.iter().filter(|it| counts(it) && !told(it));
        let (certain, old): (Vec<&StubFact>, Vec<&StubFact>) =
            certain.partition(|it| new || (it.fresh && !is_sample(path) && !facts.sample));
        // What was there before is no matter of this change.
        let old = old.iter().filter(|_| facts.change.is_none());
        for stub in old.take(NOTES_MAX) {
            self.notes.push(hollow(path, stub, 90));
        }
        let (meant, certain): (Vec<&StubFact>, Vec<&StubFact>) =
            certain.into_iter().partition(|it| it.meant);
        let id = format!("gate:stub:{path}");
        let Some(first) = certain.first() else {
            if let Some(judged) = perhaps_meant(&meant) {
                self.fail(judged, id, NO_STUB.to_owned(), path);
            }
            return;
        };
        let reasons: Vec<String> = certain.iter().take(NOTES_MAX).map(|it| said(it)).collect();
        let mut judged = Judged::failed("STUB", 2, "stub", reasons.join("; ")).at(Some(first.line));
        for stub in certain.iter().take(NOTES_MAX) {
            judged = judged.mend(wish(stub));
        }
        self.fail(
            judged.if_generated(facts.generated),
            id,
            NO_STUB.to_owned(),
            path,
        );
    }

    fn hollow(&mut self, path: &str, facts: &FileFacts) {
        let new = |it: &&StubFact| it.fresh || facts.change.is_none();
        let likely = facts.stubs.iter().filter(|it| !it.certain && !it.test);
        let likely = likely.filter(new);
        for stub in likely.take(LIKELY_MAX) {
            self.notes.push(hollow(path, stub, 60));
        }
    }

    fn debts(&mut self, path: &str, facts: &FileFacts) {
        // Where a change is compared with what was before, a rule finds what is new.
        let old = facts.debts.iter().filter(|_| facts.change.is_none());
        for debt in old.take(NOTES_MAX) {
            let text = format!("a note of work left, kept track of nowhere: {}", debt.text);
            self.notes
                .push(note("debt", Category::Style, path, Some(debt.line), text));
        }
    }
}

/// Whether a file is there to be read by tests: a stub in it may be what is tested.
pub(super) fn is_sample(path: &str) -> bool {
    const FOLDERS: [&str; 6] = [
        "fixtures",
        "fixture",
        "__fixtures__",
        "testdata",
        "corpus",
        "__mocks__",
    ];
    // What a checker of types is run over, and nothing else.
    let typed = path.contains("tests/typing/");
    typed || path.split('/').any(|word| FOLDERS.contains(&word))
}

fn hollow(path: &str, stub: &StubFact, confidence_pct: u8) -> Feedback {
    let text = format!("`{}` {}", stub.what, stub.why);
    let mut note = note("hollow", Category::Quality, path, Some(stub.line), text);
    note.rule.clone_from(&stub.rule);
    note.level = Some(stub.level);
    note.fixable = true;
    note.confidence_pct = confidence_pct;
    note
}

pub(super) fn note(
    rule: &str,
    category: Category,
    path: &str,
    line: Option<u32>,
    text: String,
) -> Feedback {
    Feedback {
        status: FeedbackStatus::Warning,
        category,
        level: None,
        location: Some(Location {
            file: path.to_owned(),
            line,
            column: None,
        }),
        message: format!("{path}: {text}"),
        fixable: false,
        fix_suggestion: None,
        confidence_pct: 100,
        rule: rule.to_owned(),
    }
}
