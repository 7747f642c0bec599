//! A link that leads to no file of the tree: to a package, a route, a folder, a part of another system. Nobody can ask there
//! whether it is used; how the use looks where it starts is all that there is.

use ledger::plan::KeyLink;

use super::judgement::Judged;
use crate::facts::{FileFacts, Found, LinkFacts, Read, Wire};
use crate::rules::{
    BAD_PATTERN, BEHIND_CONSTANT, LINK_WITHOUT_FILE, NO_GRAMMAR, PATTERN_IN_COMMENT,
    PATTERN_MISSING, UNREADABLE,
};

/// How such a link stands. What the plan does not say in a pattern and the file does not name is not known.
pub(super) fn judge(link: &KeyLink, from: &str, facts: &FileFacts, said: &LinkFacts) -> Judged {
    let pattern = link.pattern.as_deref().unwrap_or_default();
    if let (Some(found), false) = (&said.pattern, pattern.is_empty()) {
        return match &found.bad {
            Some(bad) => Judged::unknown(3, BAD_PATTERN, bad.clone()),
            None => by_pattern(pattern, from, found, facts),
        };
    }
    if let Wire::Used(line, used) = said.wire {
        let reason = format!("a file of it is imported, line {line}, and used, line {used}");
        return Judged::verified("WIRED", 3, reason).at(Some(used));
    }
    let named = said.named.as_ref();
    if let Some(line) = named.and_then(|it| it.code.or(it.string).or(it.text)) {
        let reason = format!("`{}` stands in it, line {line}", link.to);
        return Judged::verified("WIRED", 3, reason).at(Some(line));
    }
    let reason = format!("`{}` is no file, and the plan gives no pattern", link.to);
    Judged::unknown(3, LINK_WITHOUT_FILE, reason).mend("say in `pattern` how the use looks")
}

fn by_pattern(pattern: &str, from: &str, found: &Found, facts: &FileFacts) -> Judged {
    let wired = |place: &str, line: u32| {
        let reason = format!("`{pattern}` stands in {place}, line {line}");
        Judged::verified("WIRED", 3, reason).at(Some(line))
    };
    if let Some(line) = found.code.or(found.test) {
        wired("its code", line)
    } else if let Some(line) = found.string {
        wired("a string of its code", line)
    } else if let Some(line) = found.text {
        match facts.read {
            Read::Unknown | Read::Unreadable(_) => {
                let reason = format!(
                    "`{pattern}`, line {line}; comment or not can't be told in this language"
                );
                Judged::unknown(3, NO_GRAMMAR, reason).at(Some(line))
            }
            Read::Words | Read::Prose | Read::Parsed | Read::Damaged => wired("it", line),
        }
    } else if let Some(line) = found.flagged {
        let reason = format!("`{pattern}`, line {line}, is behind a constant that is `false`");
        Judged::unknown(3, BEHIND_CONSTANT, reason).at(Some(line))
    } else if let Some(line) = found.dead {
        let reason =
            format!("`{pattern}` stands only in a comment or in code that never runs, line {line}");
        Judged::unknown(3, PATTERN_IN_COMMENT, reason).at(Some(line))
    } else if facts.read == Read::Damaged {
        let reason = format!("`{pattern}` was not found, and parts of the file can't be read");
        Judged::unknown(3, UNREADABLE, reason)
    } else {
        let reason = format!("`{pattern}` is not in `{from}`");
        let judged = Judged::failed("NOT_WIRED", 3, PATTERN_MISSING, reason);
        judged.mend(format!("let `{from}` have `{pattern}`"))
    }
}
