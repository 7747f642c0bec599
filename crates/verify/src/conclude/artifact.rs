//! Levels 1 and 2 of an artifact: is it there, is it real?

use code::Language;
use code::is_test_path;
use ledger::plan::Artifact;

use super::export::export;
use super::files::{Files, Kind, Standing};
use super::input::Input;
use super::judgement::Judged;
use super::reachability;
use super::texts::{self, Sort};
use super::undone_work::stubs;
use crate::facts::{ArtifactFacts, FileFacts, Found, Read};
use crate::rules::{
    ARTIFACT_EMPTY, ARTIFACT_MISSING, ARTIFACT_TOO_SHORT, ARTIFACT_WITHOUT_CODE,
    ARTIFACT_WRONG_CASE, BAD_PATTERN, BEHIND_CONSTANT, CONFLICT_MARKER, NO_GRAMMAR, NOT_LOOKED_AT,
    ONLY_IN_STRING, TEXT_MISSING, UNREADABLE,
};

/// Files that may be empty: being there is all they do.
const MAY_BE_EMPTY: [&str; 5] = ["__init__.py", ".gitkeep", ".keep", "py.typed", ".nojekyll"];
/// How many lines are asked of one small function.
const SMALL: std::ops::RangeInclusive<u32> = 5..=12;
/// What is asked for letter by letter.
const TEXT: &str = "the text";

/// How an artifact stands. `place` is its number among the plan's artifacts of this path.
pub(super) fn judge(
    artifact: &Artifact,
    place: usize,
    files: &Files<'_>,
    input: &Input<'_>,
) -> Judged {
    let levels = &input.options.levels;
    let path = artifact.path.as_str();
    let Some(standing) = files.get(path) else {
        return Judged::unknown(1, NOT_LOOKED_AT, "nobody looked at it");
    };
    let asks_more = artifact.min_lines.is_some()
        || artifact.contains.is_some()
        || artifact.contains_regex.is_some()
        || !artifact.exports.is_empty();
    let off = [1, 2].into_iter().find(|level| !levels.contains(level));
    match standing.kind {
        Kind::Absent | Kind::Ignored | Kind::Directory | Kind::LinkOutside | Kind::Special => {
            missing(path, standing)
        }
        Kind::TooLarge | Kind::NotText if asks_more => {
            Judged::unknown(2, UNREADABLE, standing.kind.words())
        }
        Kind::TooLarge | Kind::NotText => Judged::verified("VERIFIED", 1, "it is there"),
        Kind::Strange => Judged::unknown(1, NOT_LOOKED_AT, standing.kind.words()),
        Kind::File => match &standing.facts {
            Some(facts) if off.is_some() && !facts.blank => match off {
                Some(2) if !asks_more => Judged::verified("VERIFIED", 1, "it is there"),
                level => Judged::off(level.unwrap_or(1)),
            },
            None => Judged::unknown(1, NOT_LOOKED_AT, "what was found there can't be read"),
            Some(facts) => text(artifact, place, facts, input),
        },
    }
}

fn missing(path: &str, standing: &Standing<'_>) -> Judged {
    match standing.almost {
        Some(other) => {
            let reason = format!("there is no such file; `{other}` differs in its letters' case");
            Judged::failed("MISSING", 1, ARTIFACT_WRONG_CASE, reason)
                .mend(format!("call the file `{path}`"))
        }
        None => Judged::failed("MISSING", 1, ARTIFACT_MISSING, standing.kind.words())
            .mend(format!("create the file `{path}`")),
    }
}

fn text(artifact: &Artifact, place: usize, facts: &FileFacts, input: &Input<'_>) -> Judged {
    let levels = &input.options.levels;
    let path = artifact.path.as_str();
    let name = path.rsplit('/').next().unwrap_or(path);
    if facts.blank && !MAY_BE_EMPTY.contains(&name) {
        return Judged::failed("STUB", 1, ARTIFACT_EMPTY, "the file is empty")
            .mend(format!("write `{path}`"));
    }
    let unasked = ArtifactFacts::default();
    let asked = facts.artifacts.get(place).unwrap_or(&unasked);
    let mut all = vec![Judged::verified("VERIFIED", 1, "it is there")];
    all.extend(conflict(facts));
    all.extend(unreadable(facts));
    all.extend(lines(artifact, facts));
    let undone = stubs(facts, input).into_iter();
    all.extend(undone.map(|it| it.if_generated(facts.generated)));
    if let Some(text) = &artifact.contains {
        let sort = texts::sort(text, path);
        let quoted = sort == Sort::Shown
            || texts::is_settings(path)
            // What a test gives and expects stands in its texts.
            || (is_test_path(path, Language::of_path(path)) && sort == Sort::Value);
        let found = asked.contains.as_ref().map(|it| it.quoted(quoted));
        // A file that says which package it documents, and nothing else, is there for its comment.
        let told = texts::is_comment(text)
            || (facts.told && sort != Sort::Code)
            || (texts::is_documentation(name) && facts.code <= 1 && sort == Sort::Shown);
        let dead = found
            .as_ref()
            .and_then(|it| it.only_dead())
            .filter(|_| told);
        all.push(match dead {
            Some(line) => {
                let reason = format!("{TEXT} `{text}` is in a comment, line {line}");
                Judged::verified("VERIFIED", 2, reason)
            }
            None => contains(text, (TEXT, sort), found.as_ref(), facts),
        });
    }
    if let Some(text) = &artifact.contains_regex {
        all.push(contains(
            text,
            ("the pattern", Sort::Code),
            asked.regex.as_ref(),
            facts,
        ));
    }
    for (at, name) in artifact.exports.iter().enumerate() {
        all.push(export(name, asked.exports.get(at)));
    }
    if levels.contains(&3) && !input.partial {
        all.extend(reachability::judge(facts));
    }
    Judged::worst(all).unwrap_or_else(|| Judged::unknown(1, NOT_LOOKED_AT, "nobody looked at it"))
}

fn conflict(facts: &FileFacts) -> Option<Judged> {
    let line = *facts.conflicts.first()?;
    let reason = format!("a merge conflict is not resolved, line {line}");
    Some(
        Judged::failed("STUB", 2, CONFLICT_MARKER, reason)
            .at(Some(line))
            .mend("resolve the conflict"),
    )
}

fn unreadable(facts: &FileFacts) -> Option<Judged> {
    match &facts.read {
        Read::Unreadable(why) => {
            let reason = format!("the file can't be read as its language: {why}");
            Some(Judged::unknown(2, UNREADABLE, reason))
        }
        Read::Parsed | Read::Damaged | Read::Words | Read::Prose | Read::Unknown => None,
    }
}

/// Lines of code, not blank lines or comments. A file of comments alone is none, whatever is asked.
fn lines(artifact: &Artifact, facts: &FileFacts) -> Option<Judged> {
    let min = artifact.min_lines.unwrap_or(0);
    if facts.code == 0 && facts.by_syntax() && !facts.blank && !facts.told {
        let judged = Judged::failed("STUB", 2, ARTIFACT_WITHOUT_CODE, "the file holds no code");
        return Some(judged.mend("write the code"));
    }
    if min == 0 {
        return None;
    }
    // Whoever asks for so many lines has mostly counted as an editor does; a file that is comments for the most part is
    // still none of them.
    let near = facts.code.saturating_mul(3) >= min.saturating_mul(2);
    // In Java more than half of what is written is comments by custom, and the licence stands above.
    let java = artifact.path.as_str().ends_with(".java");
    let near = near || java && facts.code.saturating_mul(3) >= min;
    // So is half of one small function whose few lines are documented.
    let near = near || SMALL.contains(&min) && facts.code.saturating_mul(2) >= min;
    if facts.code < min && facts.total >= min && near {
        let reason = format!(
            "{} lines, {} of them code, {min} are asked",
            facts.total, facts.code
        );
        return Some(weakly(facts, Judged::verified("VERIFIED", 2, reason)));
    }
    if facts.code < min {
        let reason = format!(
            "{} lines of code ({} with comments and blanks), {min} are asked",
            facts.code, facts.total
        );
        let judged = Judged::failed("STUB", 2, ARTIFACT_TOO_SHORT, reason);
        return Some(judged.mend(format!("at least {min} lines of code")));
    }
    let reason = format!("{} lines of code", facts.code);
    Some(weakly(facts, Judged::verified("VERIFIED", 2, reason)))
}

fn contains(
    text: &str,
    (what, sort): (&str, Sort),
    found: Option<&Found>,
    facts: &FileFacts,
) -> Judged {
    let Some(found) = found else {
        return Judged::unknown(
            2,
            NOT_LOOKED_AT,
            format!("nobody looked for {what} `{text}`"),
        );
    };
    if let Some(bad) = &found.bad {
        return Judged::failed("STUB", 2, BAD_PATTERN, bad.clone()).of_the_plan();
    }
    let missing = |reason: String, line: Option<u32>| {
        Judged::failed("STUB", 2, TEXT_MISSING, reason)
            .at(line)
            .mend(format!("code with `{text}`"))
    };
    if let Some(line) = found.code.or(found.test) {
        let reason = format!("{what} `{text}` is in its code, line {line}");
        Judged::verified("VERIFIED", 2, reason)
    } else if let Some(line) = found.text {
        by_words(text, what, line, facts)
    } else if let Some(line) = found.flagged {
        let reason = format!("{what} `{text}`, line {line}, is behind a constant that is `false`");
        Judged::unknown(2, BEHIND_CONSTANT, reason).at(Some(line))
    } else if let Some(line) = found.value.filter(|_| sort == Sort::Value) {
        let reason = format!("{what} `{text}` is a value in its code, line {line}");
        Judged::verified("VERIFIED", 2, reason)
    } else if let Some(line) = found.string.filter(|_| sort != Sort::Code) {
        let reason = format!(
            "{what} `{text}` stands only in a string, line {line}, where a name may be meant or not"
        );
        Judged::unknown(2, ONLY_IN_STRING, reason).at(Some(line))
    } else if let Some(line) = found.string {
        missing(
            format!("{what} `{text}` is only in a string, line {line}"),
            Some(line),
        )
    } else if let Some(line) = found.dead {
        let reason =
            format!("{what} `{text}` is only in a comment or in code that never runs, line {line}");
        missing(reason, Some(line))
    } else if facts.read == Read::Damaged {
        let reason = format!("{what} `{text}` was not found, and parts of the file can't be read");
        Judged::unknown(2, UNREADABLE, reason)
    } else {
        missing(format!("{what} `{text}` is not in it"), None)
    }
}

/// Without a grammar: outside comments at best.
fn by_words(text: &str, what: &str, line: u32, facts: &FileFacts) -> Judged {
    match facts.read {
        Read::Prose | Read::Words | Read::Parsed | Read::Damaged => {
            let reason = format!("{what} `{text}` is in it, line {line}");
            weakly(facts, Judged::verified("VERIFIED", 2, reason))
        }
        Read::Unknown | Read::Unreadable(_) => {
            let reason = format!(
                "{what} `{text}` is in it, line {line}; comment or not can't be told in this language"
            );
            Judged::unknown(2, NO_GRAMMAR, reason).at(Some(line))
        }
    }
}

/// Says that no syntax stands behind an answer.
fn weakly(facts: &FileFacts, mut judged: Judged) -> Judged {
    if facts.read == Read::Words {
        judged.reason = format!("{} (weak: by words, not by syntax)", judged.reason);
    }
    judged
}
