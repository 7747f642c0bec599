//! Work left undone, as it is told of a file that the plan names; and how each such finding is said anywhere.

use ledger::options::Severity;

use super::findings::{Doubt, Severities};
use super::input::Input;
use super::judgement::Judged;
use super::subject::subject_at;
use crate::facts::{FileFacts, StubFact};
use crate::rules::{self, Rule};

/// Stubs that are named one by one.
const STUBS_SAID_MAX: usize = 5;

/// Work left undone for certain, a judgement for each rule.
pub(super) fn stubs(facts: &FileFacts, input: &Input<'_>) -> Vec<Judged> {
    let levels = &input.options.levels;
    let severities = Severities::new(input.options, input.planned);
    let on = |it: &&StubFact| counts(it) && levels.contains(&it.level) && is_gap(it, severities);
    let certain: Vec<&StubFact> = facts.stubs.iter().filter(on).collect();
    let (meant, certain): (Vec<&StubFact>, Vec<&StubFact>) =
        certain.into_iter().partition(|it| it.meant);
    if certain.is_empty() {
        return perhaps_meant(&meant).into_iter().collect();
    }
    let mut rows: Vec<(Rule, Vec<&StubFact>)> = Vec::new();
    for stub in certain {
        match rows.iter_mut().find(|it| it.0 == stub.rule) {
            Some((_, row)) => row.push(stub),
            None => rows.push((stub.rule, vec![stub])),
        }
    }
    let rows = rows.into_iter();
    rows.map(|(rule, row)| undone(rule, &row)).collect()
}

/// All work of an artifact that one rule finds undone.
fn undone(rule: Rule, row: &[&StubFact]) -> Judged {
    let said: Vec<String> = row.iter().take(STUBS_SAID_MAX).map(|it| said(it)).collect();
    let more = row.len().saturating_sub(said.len());
    let mut reason = said.join("; ");
    if more > 0 {
        reason = format!("{reason} and {more} more");
    }
    // Work that is missing says more than data that does not get through.
    let (word, level) = match row.iter().map(|it| it.level).min() {
        Some(4) => ("HOLLOW", 4),
        Some(_) | None => ("STUB", 2),
    };
    let line = row.first().map(|it| it.line);
    let judged = Judged::failed(word, level, rule, reason).at(line);
    let mends = row.iter().take(STUBS_SAID_MAX);
    mends.fold(judged, |judged, stub| judged.mend(wish(stub)))
}

/// Whether a finding is a gap where it stands in a file that the plan names.
pub(super) fn is_gap(stub: &StubFact, severities: Severities<'_>) -> bool {
    severities.of(&stub.rule.into(), Doubt::None) == Severity::Gap
}

/// Why somebody has to say.
pub(super) const PERHAPS_MEANT: &str =
    "the plan speaks of going on where something fails, and whether here is not known";

/// What may be as the plan wants it: somebody has to say.
fn perhaps_meant(found: &[&StubFact]) -> Option<Judged> {
    let first = found.first()?;
    let said: Vec<String> = found
        .iter()
        .take(STUBS_SAID_MAX)
        .map(|it| said(it))
        .collect();
    let reason = format!("{}; {PERHAPS_MEANT}", said.join("; "));
    Some(Judged::unknown(first.level, first.rule, reason).at(Some(first.line)))
}

/// What takes a stub away.
pub(super) fn wish(stub: &StubFact) -> String {
    let what = subject_at(stub);
    match stub.rule {
        rules::STATE_NEVER_FILLED => format!("fill {what}"),
        rules::ERROR_DROPPED => format!("hand on the error that {what}, drops, or make up for it"),
        rules::RESULT_UNUSED => format!("use what {what}, gives"),
        rules::PARAMETER_UNUSED => format!("let {what}, heed what it is given"),
        rules::VALUE_NEVER_READ | rules::IMPORT_UNUSED => format!("use {what}, or take it out"),
        rules::ASSERTION_CONSTANT | rules::TEST_WITHOUT_ASSERTION => {
            format!("let {what}, fail where the code is wrong")
        }
        rules::SUBJECT_MOCKED => format!("let {what}, ask the thing itself"),
        _ => format!("do the work of {what}"),
    }
}

/// Whether a stub fails a check by itself: it is certain, and it is not a stand-in that a test needs.
pub(super) fn counts(stub: &StubFact) -> bool {
    stub.certain && (!stub.test || stub.hollow_test)
}

pub(super) fn said(stub: &StubFact) -> String {
    format!("{}, {}", subject_at(stub), stub.why)
}
