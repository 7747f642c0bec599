//! Level 5: evidence that passes whatever the artifact does, or without the link, proves nothing.

use std::collections::BTreeMap;

use ledger::report::{Category, Feedback};

use super::judgement::Judged;
use super::note::note;
use crate::rules::{BREAK_UNNOTICED, BREAK_UNTRIED, EVIDENCE_CANNOT_FAIL};
use crate::trial::{How, Outcome, Trial};

/// Functions that are named.
const SAID_MAX: usize = 5;

/// One judgement for each artifact that was broken, with its path.
pub(super) fn judge(trials: &[Trial]) -> Vec<(&str, Judged)> {
    let mut files: BTreeMap<&str, Vec<&Trial>> = BTreeMap::new();
    for trial in trials.iter().filter(|it| it.link.is_none()) {
        files.entry(trial.path.as_str()).or_default().push(trial);
    }
    let judged = files.into_iter();
    judged
        .filter_map(|(path, trials)| Some((path, file(&trials)?)))
        .collect()
}

/// One judgement for each link that was dropped, with the link and the file where it starts. What does not build with it
/// may have been tried in another way.
pub(super) fn links(trials: &[Trial]) -> Vec<(&str, &str, Judged)> {
    let dropped = trials
        .iter()
        .filter_map(|it| Some((it.link.as_deref()?, it)));
    let judged =
        dropped.filter_map(|(link, it)| Some((link, it.path.as_str(), dropped_link(link, it)?)));
    judged.collect()
}

fn dropped_link(link: &str, trial: &Trial) -> Option<Judged> {
    let Trial { name, path, .. } = trial;
    match &trial.outcome {
        Outcome::Noticed(command) => {
            let reason = format!("`{command}` notices when `{name}` is cut off in `{path}`");
            Some(Judged::verified("VERIFIED", 5, reason).at(Some(trial.line)))
        }
        Outcome::Survived => {
            let reason = format!(
                "its evidence passes although `{path}` makes no use of `{name}` any more: nothing goes by way of the link"
            );
            let judged =
                Judged::failed("HOLLOW", 5, EVIDENCE_CANNOT_FAIL, reason).at(Some(trial.line));
            Some(judged.mend(format!("a test that fails without the link {link}")))
        }
        Outcome::Untried(why) => Some(unknown(why).at(Some(trial.line))),
        // Nothing was learnt: notes say so.
        Outcome::Unbuilt(_) => None,
    }
}

/// What was not tried to its end is not known, and nothing passes for it.
fn unknown(why: &str) -> Judged {
    let reason = format!("whether its evidence can fail is not known: {why}");
    Judged::unknown(5, BREAK_UNTRIED, reason)
}

/// What is no gap by itself: some of what was broken went unnoticed.
pub(super) fn notes(trials: &[Trial]) -> Vec<Feedback> {
    let untried = untried(trials);
    let survived = trials.iter().filter(|it| it.outcome == Outcome::Survived);
    // A link that was dropped is an item by itself.
    let survived = survived.filter(|it| it.link.is_none());
    survived
        .map(|it| {
            let text = format!("no evidence notices when `{}` {}", it.name, it.how.words());
            let mut note = note(
                &BREAK_UNNOTICED.into(),
                Category::Quality,
                &it.path,
                Some(it.line),
                text,
            );
            note.level = Some(5);
            note
        })
        .chain(untried)
        .collect()
}

/// One note for each reason why something was not tried, at the first such place.
fn untried(trials: &[Trial]) -> Vec<Feedback> {
    let mut reasons: BTreeMap<String, Vec<&Trial>> = BTreeMap::new();
    for trial in trials {
        if let Some(why) = trial.outcome.why() {
            reasons.entry(why).or_default().push(trial);
        }
    }
    let tried = trials
        .len()
        .saturating_sub(reasons.values().map(Vec::len).sum());
    let notes = reasons.into_iter().filter_map(|(why, of)| {
        let first = of.first()?;
        let names = of.iter().take(SAID_MAX);
        let names: Vec<String> = names.map(|it| format!("`{}`", it.name)).collect();
        let more = match of.len().saturating_sub(SAID_MAX) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let text = format!(
            "{tried} of {} breaks were tried; whether evidence can fail is not known for {}{more}: {why}",
            trials.len(),
            names.join(", ")
        );
        let mut note = note(&BREAK_UNTRIED.into(), Category::Quality, &first.path, Some(first.line), text);
        note.level = Some(5);
        Some(note)
    });
    notes.collect()
}

fn file(trials: &[&Trial]) -> Option<Judged> {
    for how in [How::Fails, How::ReturnsNothing] {
        let of = || trials.iter().copied().filter(|it| it.how == how);
        let noticed = of().any(|it| matches!(it.outcome, Outcome::Noticed(_)));
        // Of what the plan asks for each has to be noticed, of the rest one.
        let survived = of().filter(|it| it.outcome == Outcome::Survived && (it.asked || !noticed));
        let survived: Vec<&Trial> = survived.collect();
        if !survived.is_empty() {
            return Some(unnoticed(how, &survived));
        }
    }
    let noticed = trials.iter().find_map(|it| match &it.outcome {
        Outcome::Noticed(command) => Some((it, command)),
        Outcome::Survived | Outcome::Unbuilt(_) | Outcome::Untried(_) => None,
    });
    if let Some((trial, command)) = noticed {
        let reason = format!(
            "`{command}` notices when `{}` {}",
            trial.name,
            trial.how.words()
        );
        return Some(Judged::verified("VERIFIED", 5, reason));
    }
    // What was tried and does not build says nothing of tests: notes say so.
    let untried = trials.iter().find_map(|it| match &it.outcome {
        Outcome::Untried(why) => Some((it, why)),
        Outcome::Noticed(_) | Outcome::Survived | Outcome::Unbuilt(_) => None,
    });
    untried.map(|(trial, why)| unknown(why).at(Some(trial.line)))
}

fn unnoticed(kind: How, survived: &[&Trial]) -> Judged {
    let names = survived.iter().take(SAID_MAX);
    let names: Vec<String> = names.map(|it| format!("`{}`", it.name)).collect();
    let reason = match kind {
        How::Fails => format!(
            "its evidence passes although {} fails at once: nothing runs it",
            names.join(", ")
        ),
        How::ReturnsNothing | How::DropsLink => format!(
            "its evidence passes although {} {}: nothing looks at what it does",
            names.join(", "),
            kind.words()
        ),
    };
    let line = survived.first().map(|it| it.line);
    let judged = Judged::failed("HOLLOW", 5, EVIDENCE_CANNOT_FAIL, reason).at(line);
    judged.mend("a test that fails when this does not work")
}
