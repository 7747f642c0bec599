//! What the change did to one file: work taken out, code that nobody uses, uses that are gone. Levels 2 to 4 of what no
//! plan names.

use ledger::report::Feedback;

use super::Input;
use super::judged::Judged;
use super::scan::{is_sample, note};
use super::wired;
use crate::facts::{ChangeFacts, FileFacts, RuleFact, StubFact, UnusedFact};
use ledger::report::Category;

/// Things of one sort that are named.
const SAID_MAX: usize = 10;

/// What is wrong with one changed file, as (name of the rule, what should hold, judgement).
pub(super) type Wrong = (&'static str, &'static str, Judged);

/// Judges one changed file; `new`: it was not there before.
pub(super) fn judge(path: &str, facts: &FileFacts, new: bool, input: &Input<'_>) -> Vec<Wrong> {
    if is_sample(path) || facts.sample {
        return Vec::new();
    }
    let wrong = all(facts, new, input).into_iter();
    wrong
        .map(|(rule, text, judged)| (rule, text, judged.if_generated(facts.generated)))
        .collect()
}

fn all(facts: &FileFacts, new: bool, input: &Input<'_>) -> Vec<Wrong> {
    let levels = &input.options.levels;
    let mut wrong = Vec::new();
    let on = |level: u8| levels.contains(&level);
    if let Some(change) = &facts.change {
        let gutted: Vec<&StubFact> = change.gutted.iter().filter(|it| on(it.level)).collect();
        wrong.extend(taken_out(&gutted).map(|it| ("gutted", "no work taken out", it)));
    }
    wrong.extend(ruled(facts, new, levels));
    if !on(3) {
        return wrong;
    }
    wrong.extend(broken(facts, new).map(|it| ("broken-import", "imports that lead somewhere", it)));
    // What tests define is for their runner.
    let test = facts.wiring.as_ref().is_some_and(|it| it.test);
    if input.partial || test {
        return wrong;
    }
    if let Some(change) = &facts.change {
        for tests in [false, true] {
            let judged = unused(change, tests);
            wrong.extend(judged.map(|it| ("unused", "new code that is used", it)));
        }
        let judged = last_uses(change).into_iter().chain(cut_off(change));
        wrong.extend(judged.map(|it| ("unwired", "nothing is cut off", it)));
    }
    if new && let Some(wiring) = &facts.wiring {
        let judged = wired::reached(wiring).filter(Judged::is_failed);
        wrong.extend(judged.map(|it| ("orphaned", "a new file that is used", it)));
    }
    wrong
}

/// Rules that find what no honest code has, in what is new.
fn ruled(facts: &FileFacts, new: bool, levels: &[u8]) -> Vec<Wrong> {
    let counts = |it: &&RuleFact| it.certain && (new || it.fresh) && levels.contains(&it.level);
    let certain: Vec<&RuleFact> = facts.rules.iter().filter(counts).collect();
    let Some(first) = certain.first() else {
        return Vec::new();
    };
    let said = certain.iter().take(SAID_MAX);
    let said: Vec<String> = said
        .map(|it| format!("line {}: {} (`{}`)", it.line, it.message, it.rule))
        .collect();
    let judged = Judged::failed("STUB", first.level, "rule", said.join("; ")).at(Some(first.line));
    let mut mends: Vec<&str> = certain.iter().map(|it| it.note.as_str()).collect();
    mends.retain(|it| !it.is_empty());
    mends.dedup();
    let judged = mends.into_iter().take(SAID_MAX).fold(judged, Judged::mend);
    vec![("rule", "no rule broken", judged)]
}

/// What a person should know about it, without more.
pub(super) fn notes(path: &str, facts: &FileFacts, new: bool) -> Vec<Feedback> {
    if is_sample(path) || facts.sample {
        return Vec::new();
    }
    let mut notes = dropped(path, facts);
    let ruled = facts
        .rules
        .iter()
        .filter(|it| !it.certain && (new || it.fresh));
    notes.extend(ruled.take(SAID_MAX).map(|it| {
        let category = match it.category.as_str() {
            "security" => Category::Security,
            "style" => Category::Style,
            "semantic" => Category::Semantic,
            _ => Category::Quality,
        };
        let mut note = note(&it.rule, category, path, Some(it.line), it.message.clone());
        note.level = Some(it.level);
        note.fixable = true;
        note.fix_suggestion = Some(it.note.clone()).filter(|it| !it.is_empty());
        note.confidence_pct = 60;
        note
    }));
    notes
}

fn dropped(path: &str, facts: &FileFacts) -> Vec<Feedback> {
    let Some(change) = &facts.change else {
        return Vec::new();
    };
    let dropped = change.dropped.iter().filter(|it| it.offered);
    dropped
        .take(SAID_MAX)
        .map(|it| {
            let text = format!("nothing here uses `{}` of `{}` any more", it.name, it.file);
            note("unwired", Category::Quality, path, None, text)
        })
        .collect()
}

fn taken_out(gutted: &[&StubFact]) -> Option<Judged> {
    let first = gutted.first()?;
    let said = gutted.iter().take(SAID_MAX);
    let said: Vec<String> = said
        .map(|it| format!("`{}`, line {}, {}", it.what, it.line, it.why))
        .collect();
    let level = gutted.iter().map(|it| it.level).max().unwrap_or(2);
    let word = if level == 4 { "HOLLOW" } else { "STUB" };
    let mut judged = Judged::failed(word, level, "gutted", said.join(", ")).at(Some(first.line));
    for stub in gutted.iter().take(SAID_MAX) {
        judged = judged.mend(format!("do the work of `{}` again", stub.what));
    }
    Some(judged)
}

fn broken(facts: &FileFacts, new: bool) -> Option<Judged> {
    let first = facts.broken.iter().find(|it| new || it.fresh)?;
    let reason = format!("it {}", first.told());
    let judged = Judged::failed("NOT_WIRED", 3, "broken-import", reason).at(Some(first.line));
    let mend = format!("make what `{}` means, or import what is there", first.path);
    Some(judged.mend(mend))
}

/// New code that nobody uses, or (`tests`) that tests alone use.
fn unused(change: &ChangeFacts, tests: bool) -> Option<Judged> {
    let idle = change.unused.iter();
    let idle = idle.filter(|it| !it.offered && it.tests == tests);
    let idle: Vec<&UnusedFact> = idle.collect();
    let first = idle.first()?;
    let judged = Judged::failed("ORPHANED", 3, "unused", said(&idle)).at(Some(first.line));
    Some(judged.mend("use it where it is needed, or take it out"))
}

/// Code that still stands and that this file was the last to use.
fn last_uses(change: &ChangeFacts) -> Option<Judged> {
    let idle: Vec<&UnusedFact> = change.dropped.iter().filter(|it| !it.offered).collect();
    let said = (!idle.is_empty()).then(|| said(&idle))?;
    let reason = format!("it was the last to use what still stands: {said}");
    let judged = Judged::failed("NOT_WIRED", 3, "unwired", reason);
    Some(judged.mend("use it again, or take out what nobody needs any more"))
}

/// Files that this one joined to the rest.
fn cut_off(change: &ChangeFacts) -> Option<Judged> {
    let files = change.cut_off.iter().take(SAID_MAX);
    let files: Vec<String> = files.map(|it| format!("`{it}`")).collect();
    let said = (!files.is_empty()).then(|| files.join(", "))?;
    let reason = format!("nothing reaches {said} any more");
    let judged = Judged::failed("NOT_WIRED", 3, "unwired", reason);
    Some(judged.mend("use it again, or take out what nobody needs any more"))
}

fn said(idle: &[&UnusedFact]) -> String {
    let one = |it: &&UnusedFact| {
        let who = if it.tests {
            "tests alone use"
        } else {
            "nobody uses"
        };
        format!("{who} `{}`, {} line {}", it.name, it.file, it.line)
    };
    let said: Vec<String> = idle.iter().take(SAID_MAX).map(one).collect();
    said.join(", ")
}
