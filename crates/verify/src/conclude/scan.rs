//! What every changed file is looked at for, whether the plan names it or not: conflicts, stubs, notes of debt.

use std::collections::{BTreeMap, BTreeSet};

use ledger::report::{Category, Feedback, Item, ItemKind};

use super::changed;
use super::files::Files;
use super::findings::{Doubt, Finding, Severities};
use super::input::Input;
use super::judgement::Judged;
use super::note::note;
use super::scope;
use super::subject::subject;
use super::undone_work::{PERHAPS_MEANT, counts, is_gap, said, wish};
use super::untouched::untouched;
use crate::facts::{FileFacts, LIKELY_MAX, Read, StubFact, WholeFacts};
use crate::rules::{CONFLICT_MARKER, DEBT_UNTRACKED, VENDORED_UNJUDGED};

/// Notes of one sort about one file.
const NOTES_MAX: usize = 10;

/// What was found.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// What has to be mended, whatever its rule leads to elsewhere.
    pub(super) items: Vec<(Item, Option<Feedback>)>,
    /// What should be known.
    pub(super) notes: Vec<Feedback>,
    /// What is held against it.
    pub(super) findings: Vec<Finding>,
    /// What the item of an artifact tells of it.
    pub(super) told: Vec<Finding>,
    /// Where a test is a gap already, beside what it was before.
    weakened: BTreeSet<(String, u32)>,
}

/// Looks at everything that changed.
pub(super) fn scan(
    input: &Input<'_>,
    files: &Files<'_>,
    wholes: &[Option<WholeFacts>],
    severities: Severities<'_>,
) -> Scan {
    let (plan, changed) = (input.plan, input.changed);
    let mut scan = Scan {
        weakened: weakened(wholes),
        ..Scan::default()
    };
    let artifacts = plan
        .tasks
        .iter()
        .flat_map(|task| &task.must_haves.artifacts);
    let artifacts: BTreeSet<&str> = artifacts.map(|it| it.path.as_str()).collect();
    let mut vendored: BTreeMap<String, usize> = BTreeMap::new();
    for file in changed.iter().filter(|file| file.kind != 'D') {
        let Some(facts) = files.facts(&file.path) else {
            continue;
        };
        let artifact = artifacts.contains(file.path.as_str());
        let sample = facts.sample || is_sample(&file.path);
        let new = file.kind == 'A' && !sample;
        if !artifact {
            scan.conflicts(&file.path, facts);
        }
        // Somebody else answers for it, unless the plan names it.
        if let Some(by) = facts.vendored_by.as_ref().filter(|_| !artifact) {
            let count = vendored.entry(by.clone()).or_default();
            *count = count.saturating_add(1);
            continue;
        }
        // An artifact's own item says what is wrong with it.
        let told = |it: &StubFact| artifact && is_gap(it, severities);
        scan.stubs(&file.path, facts, new, told);
        let new = file.kind == 'A' && !artifact;
        let found = changed::judge(&file.path, facts, new, input);
        scan.findings.extend(found);
        let notes = changed::notes(&file.path, facts, file.kind == 'A');
        scan.findings.extend(notes);
        scan.hollow(&file.path, facts);
        scan.debts(&file.path, facts);
    }
    scan.findings.extend(vendored.into_iter().map(unjudged));
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

/// Somebody else's work that the change brings or changes: anybody can write into it, so that a person looks.
fn unjudged((by, count): (String, usize)) -> Finding {
    let files = match count {
        1 => "one file".to_owned(),
        _ => format!("{count} files"),
    };
    let said = format!(
        "vendored by `{by}`, and so not judged: {files}; see whether they are what they are called"
    );
    Finding::new(VENDORED_UNJUDGED, (&by, None), "UNCERTAIN", said).doubted(Doubt::Person)
}

/// The lines of tests that the change as a whole is told to have weakened, or to bring weak.
fn weakened(wholes: &[Option<WholeFacts>]) -> BTreeSet<(String, u32)> {
    let all = wholes.iter().flatten().flat_map(|it| &it.weakened);
    let failed = all.filter(|it| it.failed);
    failed
        .filter_map(|it| Some((it.path.clone(), it.line?)))
        .collect()
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
                &CONFLICT_MARKER.into(),
                Category::Quality,
                path,
                Some(line),
                reason,
            ));
            return;
        }
        let judged = Judged::failed("STUB", 2, CONFLICT_MARKER, reason).at(Some(line));
        let id = format!("gate:conflict-marker:{path}");
        self.fail(
            judged.mend("resolve the conflict"),
            id,
            "no merge conflicts".to_owned(),
            path,
        );
    }

    /// In a new file a stub is of this change; in an old one it may have been there before. `said`: what an item of its own
    /// says already.
    fn stubs(
        &mut self,
        path: &str,
        facts: &FileFacts,
        new: bool,
        said: impl Fn(&StubFact) -> bool,
    ) {
        let told =
            |it: &StubFact| it.hollow_test && self.weakened.contains(&(path.to_owned(), it.line));
        let certain = facts.stubs.iter().filter(|it| counts(it) && !told(it));
        let (certain, old): (Vec<&StubFact>, Vec<&StubFact>) =
            certain.partition(|it| new || (it.fresh && !is_sample(path) && !facts.sample));
        // What was there before is no matter of this change.
        let old = old.iter().filter(|_| facts.change.is_none());
        let old = old.take(NOTES_MAX).map(|stub| Finding {
            confidence_pct: 90,
            ..undone(path, stub).doubted(Doubt::Much)
        });
        let (elsewhere, certain): (Vec<&StubFact>, Vec<&StubFact>) =
            certain.into_iter().partition(|it| said(it));
        self.told
            .extend(elsewhere.iter().map(|it| undone(path, it)));
        let certain = certain.iter();
        let certain = certain.map(|stub| undone(path, stub).if_generated(facts.generated));
        let found: Vec<Finding> = old.chain(certain).collect();
        self.findings.extend(found);
    }

    fn hollow(&mut self, path: &str, facts: &FileFacts) {
        let new = |it: &&StubFact| it.fresh || facts.change.is_none();
        let likely = facts.stubs.iter().filter(|it| !it.certain && !it.test);
        let likely = likely.filter(new).take(LIKELY_MAX);
        self.findings.extend(likely.map(|stub| Finding {
            confidence_pct: 60,
            ..undone(path, stub).doubted(Doubt::Much)
        }));
    }

    fn debts(&mut self, path: &str, facts: &FileFacts) {
        // Where a change is compared with what was before, a rule finds what is new.
        let old = facts.debts.iter().filter(|_| facts.change.is_none());
        self.findings.extend(old.take(NOTES_MAX).map(|debt| {
            let text = format!("a note of work left, kept track of nowhere: {}", debt.text);
            let found = Finding::new(DEBT_UNTRACKED, (path, Some(debt.line)), "STUB", text);
            Finding {
                category: Category::Style,
                ..found.doubted(Doubt::Much)
            }
        }));
    }
}

/// By itself, its line beside it.
fn told(stub: &StubFact) -> String {
    match stub.within.as_str() {
        "" => format!("{} {}", subject(stub), stub.why),
        name => format!("{} in `{name}` {}", subject(stub), stub.why),
    }
}

/// Work left undone, as a finding.
fn undone(path: &str, stub: &StubFact) -> Finding {
    let word = if stub.level == 4 { "HOLLOW" } else { "STUB" };
    let at = (path, Some(stub.line));
    let found = Finding::new(stub.rule, at, word, said(stub));
    let found = Finding {
        told: told(stub),
        mend: wish(stub),
        ..found.named(&stub.what).level(stub.level)
    };
    match stub.meant {
        true => Finding {
            said: format!("{}; {PERHAPS_MEANT}", found.said),
            ..found.doubted(Doubt::Person)
        },
        false => found,
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
