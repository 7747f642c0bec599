//! What the change did to one file: work taken out, code that nobody uses, uses that are gone. Levels 2 to 4 of what no
//! plan names.

use ledger::report::Category;

use super::findings::{Doubt, Finding};
use super::input::Input;
use super::judgement::Judged;
use super::reachability;
use super::scan::is_sample;
use super::subject::{subject, subject_at};
use crate::facts::{ChangeFacts, FileFacts, RuleFact, StubFact, UnusedFact};
use crate::rules::{self, Rule, RuleId};

/// Things of one sort that are told of one file.
const SAID_MAX: usize = 10;

/// What is held against one changed file; `new`: it was not there before, and no artifact says what is wrong with it.
pub(super) fn judge(path: &str, facts: &FileFacts, new: bool, input: &Input<'_>) -> Vec<Finding> {
    if is_sample(path) || facts.sample {
        return Vec::new();
    }
    let found = all(path, facts, new, input).into_iter();
    found.map(|it| it.if_generated(facts.generated)).collect()
}

fn all(path: &str, facts: &FileFacts, new: bool, input: &Input<'_>) -> Vec<Finding> {
    let levels = &input.options.levels;
    let on = |level: u8| levels.contains(&level);
    let mut found = Vec::new();
    if let Some(change) = &facts.change {
        let gutted = change.gutted.iter().filter(|it| on(it.level));
        found.extend(gutted.map(|it| taken_out(path, it)));
    }
    let shapes = facts.rules.iter();
    let shapes = shapes.filter(|it| it.certain && (new || it.fresh) && on(it.level));
    found.extend(shapes.map(|it| shape(path, it, Doubt::None)));
    if !on(3) {
        return found;
    }
    found.extend(broken(path, facts, new));
    // What tests define is for their runner.
    let test = facts.wiring.as_ref().is_some_and(|it| it.test);
    if input.partial || test {
        return found;
    }
    if let Some(change) = &facts.change {
        let unused = change.unused.iter().filter(|it| !it.offered);
        let unused = unused.map(|it| idle(rules::NEW_CODE_UNUSED, path, Some(it.line), it));
        found.extend(unused.map(|it| it.level(3)));
        found.extend(cut_off(path, change));
    }
    if new && let Some(wiring) = &facts.wiring {
        let reached = reachability::reached(wiring).filter(Judged::is_failed);
        found.extend(reached.map(|it| {
            let at = (path, None);
            Finding::new(rules::NEW_FILE_UNREACHED, at, "ORPHANED", it.reason).level(3)
        }));
    }
    found
}

/// What a person should know about it, without more.
pub(super) fn notes(path: &str, facts: &FileFacts, new: bool) -> Vec<Finding> {
    if is_sample(path) || facts.sample {
        return Vec::new();
    }
    let dropped = facts.change.iter().flat_map(|it| &it.dropped);
    let dropped = dropped.filter(|it| it.offered).take(SAID_MAX).map(|it| {
        let (name, file, line) = (&it.name, &it.file, it.line);
        let text = format!("nothing here uses `{name}` of `{file}:{line}` any more");
        let found = Finding::new(rules::OFFERED_USE_REMOVED, (path, None), "NOT_WIRED", text);
        found.named(&it.name).doubted(Doubt::Much)
    });
    let shapes = facts.rules.iter();
    let shapes = shapes.filter(|it| !it.certain && (new || it.fresh));
    let shapes = shapes.take(SAID_MAX).map(|it| Finding {
        confidence_pct: 60,
        ..shape(path, it, Doubt::Much)
    });
    dropped.chain(shapes).collect()
}

/// What a rule of shapes found.
fn shape(path: &str, it: &RuleFact, doubt: Doubt) -> Finding {
    let category = match it.category.as_str() {
        "security" => Category::Security,
        "style" => Category::Style,
        "semantic" => Category::Semantic,
        _ => Category::Quality,
    };
    let said = format!("line {}: {} (`{}`)", it.line, it.message, it.rule);
    let rule = RuleId::shape(&it.rule);
    let found = Finding::new(rule, (path, Some(it.line)), "STUB", said);
    Finding {
        told: it.message.clone(),
        mend: it.note.clone(),
        category,
        ..found.named(&it.within).level(it.level).doubted(doubt)
    }
}

fn taken_out(path: &str, stub: &StubFact) -> Finding {
    let word = if stub.level == 4 { "HOLLOW" } else { "STUB" };
    let said = format!("{}, {}", subject_at(stub), stub.why);
    let found = Finding::new(stub.rule, (path, Some(stub.line)), word, said);
    Finding {
        told: format!("{} {}", subject(stub), stub.why),
        mend: format!("do the work of {} again", subject(stub)),
        ..found.named(&stub.what).level(stub.level)
    }
}

fn broken(path: &str, facts: &FileFacts, new: bool) -> Option<Finding> {
    let first = facts.broken.iter().find(|it| new || it.fresh)?;
    let said = format!("it {}", first.told());
    let at = (path, Some(first.line));
    let found = Finding::new(rules::BROKEN_IMPORT, at, "NOT_WIRED", said);
    Some(Finding {
        mend: format!("make what `{}` means, or import what is there", first.path),
        ..found.named(&first.path).level(3)
    })
}

fn cut_off(path: &str, change: &ChangeFacts) -> Vec<Finding> {
    let dropped = change.dropped.iter().filter(|it| !it.offered);
    let dropped = dropped.map(|it| {
        let found = idle(rules::LAST_USE_REMOVED, path, None, it);
        let said = format!("it was the last to use what still stands: {}", found.said);
        let told = said.clone();
        Finding {
            said,
            told,
            ..found
        }
    });
    let files = change.cut_off.iter().map(|file| {
        let said = format!("nothing reaches `{file}` any more");
        Finding::new(rules::FILE_CUT_OFF, (path, None), "NOT_WIRED", said).named(file)
    });
    dropped.chain(files).map(|it| it.level(3)).collect()
}

/// Something that nobody uses.
fn idle(rule: Rule, path: &str, line: Option<u32>, it: &UnusedFact) -> Finding {
    let who = match it.tests {
        true => "tests alone use",
        false => "nobody uses",
    };
    let said = format!("{who} `{}`, {} line {}", it.name, it.file, it.line);
    let word = match line {
        Some(_) => "ORPHANED",
        None => "NOT_WIRED",
    };
    let found = Finding::new(rule, (path, line), word, said).named(&it.name);
    match line {
        // Its line stands beside it.
        Some(_) => Finding {
            told: format!("{who} `{}`", it.name),
            ..found
        },
        None => found,
    }
}
