//! Level 3 of a key link: does the one file use the other?

use code::Language;
use code::{is_beside_path, is_test_path};
use ledger::plan::KeyLink;

use super::files::Files;
use super::judgement::Judged;
use super::link_ends::Between;
use super::link_files::{end, start};
use super::outside_links;
use super::texts::{self, Sort};
use crate::facts::{FileFacts, Found, LinkFacts, Read, Wire};
use crate::rules::{
    BAD_PATTERN, BEHIND_CONSTANT, LINK_BY_ADDRESS, LINK_BY_ANOTHER_NAME, LINK_IN_TESTS_ALONE,
    LINK_NOT_ALLOWED, LINK_NOT_IMPORTED, LINK_UNKNOWN, LINK_UNUSED, NO_GRAMMAR, NOT_LOOKED_AT,
    PATTERN_IN_COMMENT, PATTERN_IN_STRING, PATTERN_IN_TARGET, PATTERN_LOOSE, PATTERN_MISSING, Rule,
    UNREADABLE,
};

/// How a link stands.
pub(super) fn judge(link: &KeyLink, between: &Between<'_>, files: &Files<'_>) -> Judged {
    let from = match start(link, between, files) {
        Ok(from) => from,
        Err(judged) => return *judged,
    };
    let Some(facts) = files.facts(from) else {
        let reason = format!("`{from}` can't be looked into");
        return Judged::unknown(3, UNREADABLE, reason);
    };
    if let Read::Unreadable(why) = &facts.read {
        let reason = format!("`{from}` can't be read as its language: {why}");
        return Judged::unknown(3, UNREADABLE, reason);
    }
    let Some(said) = facts.links.get(between.start) else {
        return Judged::unknown(3, NOT_LOOKED_AT, "nobody looked for the link");
    };
    let to = match end(link, between, said, files) {
        Ok(Some(to)) => to,
        Ok(None) => return outside_links::judge(link, from, facts, said),
        Err(judged) => return *judged,
    };
    let own = files.facts(to);
    let wired = Link {
        link,
        from,
        to,
        facts,
        said,
        target: own.and_then(|it| it.targets.get(between.end).copied().flatten()),
    };
    match &said.pattern {
        // What does not build holds nothing together, whatever its text says.
        Some(_) if matches!(said.wire, Wire::Shut(..)) => wired.wired(said.wire.clone()),
        Some(found) => wired.by_pattern(found),
        None if from == to => Judged::verified(
            "WIRED",
            3,
            "both ends are this file: nothing has to be imported",
        ),
        None => wired.by_import(),
    }
}

struct Link<'f> {
    link: &'f KeyLink,
    from: &'f str,
    to: &'f str,
    facts: &'f FileFacts,
    said: &'f LinkFacts,
    /// Where the pattern stands in the target itself.
    target: Option<u32>,
}

impl Link<'_> {
    fn not_wired(&self, rule: Rule, reason: String) -> Judged {
        Judged::failed("NOT_WIRED", 3, rule, reason).mend(self.wish())
    }

    fn partial(&self, rule: Rule, line: u32, reason: String) -> Judged {
        Judged::failed("PARTIAL", 3, rule, reason)
            .at(Some(line))
            .mend(self.wish())
    }

    fn wish(&self) -> String {
        let via = self
            .link
            .via
            .as_deref()
            .map_or_else(String::new, |via| format!(": {via}"));
        format!("use `{}` in `{}`{via}", self.to, self.from)
    }

    /// The plan says how the use looks.
    fn by_pattern(&self, found: &Found) -> Judged {
        let pattern = self.link.pattern.as_deref().unwrap_or("");
        if let Some(bad) = &found.bad {
            return self.without_pattern(bad, found.proves_nothing);
        }
        // Where all else that names it is a type, or nothing at all, the pattern stands in vain.
        if let (Some(_), Wire::Unused(line)) = (found.code, &self.said.wire)
            && !texts::asks_for_import(pattern)
            && is_script(self.from)
        {
            let reason = format!(
                "`{}` is imported, line {line}, and nothing is done with it",
                self.to
            );
            return self.partial(LINK_UNUSED, *line, reason);
        }
        if let Some(line) = found.code {
            let reason = format!("`{pattern}` stands in its code, line {line}");
            return Judged::verified("WIRED", 3, reason).at(Some(line));
        }
        if let Some(line) = found.test {
            return self.in_tests(line);
        }
        if !self.said.imports.is_empty() {
            return self.by_matched_import(pattern);
        }
        self.by_lesser_place(found, pattern)
    }

    /// A pattern that is found anywhere says nothing, so imports decide; of one that can't be read, only a use does.
    fn without_pattern(&self, bad: &str, proves_nothing: bool) -> Judged {
        match &self.said.wire {
            Wire::Used(..) | Wire::Declared(_) | Wire::Tests(_) => {
                self.wired(self.said.wire.clone())
            }
            Wire::None | Wire::Unused(_) | Wire::Maybe(..) | Wire::Shut(..) if proves_nothing => {
                let mut judged = self.by_import();
                judged.reason = format!("{}; {bad}", judged.reason);
                judged
            }
            Wire::None | Wire::Unused(_) | Wire::Maybe(..) | Wire::Shut(..) => {
                Judged::unknown(3, BAD_PATTERN, bad.to_owned())
                    .mend("write a pattern that can be read, or none")
            }
        }
    }

    /// The pattern matches imports alone: then the import has to be of the target, and used, unless an import is what
    /// the pattern asks for.
    fn by_matched_import(&self, pattern: &str) -> Judged {
        let imports = &self.said.imports;
        let wire = imports.iter().map(|import| import.wire.clone()).max();
        match wire.unwrap_or_default() {
            Wire::Unused(line) if texts::asks_for_import(pattern) => {
                let reason = format!("imported as `{pattern}` asks, line {line}, and not used");
                let judged = Judged::verified("WIRED", 3, reason).at(Some(line));
                judged.worth_saying(LINK_UNUSED)
            }
            Wire::None => {
                let first = imports.first();
                let path = first.map_or("", |it| it.path.as_str());
                let reason = format!(
                    "`{pattern}` matches only the import of `{path}`: the pattern is too loose"
                );
                self.not_wired(PATTERN_LOOSE, reason)
                    .at(first.map(|it| it.line))
            }
            wire @ (Wire::Used(..)
            | Wire::Tests(_)
            | Wire::Unused(_)
            | Wire::Declared(_)
            | Wire::Maybe(..)
            | Wire::Shut(..)) => self.wired(wire),
        }
    }

    /// The pattern stands nowhere in live code.
    fn by_lesser_place(&self, found: &Found, pattern: &str) -> Judged {
        if let Some(line) = found.flagged {
            let reason = format!("`{pattern}`, line {line}, is behind a constant that is `false`");
            Judged::unknown(3, BEHIND_CONSTANT, reason).at(Some(line))
        } else if let (Some(line), true) = (found.string, found.address) {
            let reason =
                format!("the address `{pattern}` stands in a string of its code, line {line}");
            Judged::verified("WIRED", 3, reason).at(Some(line))
        } else if let (Some(line), true) = (found.string, self.is_shown(pattern, found)) {
            let reason = format!(
                "`{pattern}`, which can only be a text, stands in a string of its code, line {line}"
            );
            Judged::verified("WIRED", 3, reason).at(Some(line))
        } else if let Some(line) = found.text {
            self.by_words(pattern, line)
        } else if let (Some(line), true) = (found.string, self.may_be_meant(pattern, found)) {
            let reason = format!(
                "`{pattern}` stands only in a string, line {line}, where a name may be meant or not"
            );
            Judged::unknown(3, PATTERN_IN_STRING, reason).at(Some(line))
        } else if let Some(line) = found.string {
            let reason = format!("`{pattern}` stands only in a string, line {line}");
            self.partial(PATTERN_IN_STRING, line, reason)
        } else if let Some(line) = found.dead {
            let reason = format!(
                "`{pattern}` stands only in a comment or in code that never runs, line {line}"
            );
            self.not_wired(PATTERN_IN_COMMENT, reason).at(Some(line))
        } else if self.facts.read == Read::Damaged {
            let reason = format!("`{pattern}` was not found, and parts of the file can't be read");
            Judged::unknown(3, UNREADABLE, reason)
        } else {
            self.nowhere(pattern)
        }
    }

    /// Whether what stands in a string can only be a text, since no code is written so: a class of a style sheet, the name
    /// of a file, a message.
    fn is_shown(&self, pattern: &str, found: &Found) -> bool {
        let plain = !pattern.contains(|c: char| "\\^$*+?()[]{}|".contains(c));
        let starts = |c: char| !(c.is_alphanumeric() || c == '_');
        let text = found.matched.as_deref();
        let text = text.or_else(|| plain.then_some(pattern));
        text.filter(|text| plain || !texts::is_module(text, self.from))
            .is_some_and(|text| match texts::sort(text, self.from) {
                Sort::Shown => true,
                Sort::Value => text.starts_with(starts) || text.contains('-'),
                Sort::Code | Sort::Name => false,
            })
    }

    /// Whether what stands in a string is a name, by which things are often looked up, and not code.
    fn may_be_meant(&self, pattern: &str, found: &Found) -> bool {
        let text = found.matched.as_deref().unwrap_or(pattern);
        texts::sort(text, self.from) != Sort::Code && !texts::is_module(text, self.from)
    }

    fn nowhere(&self, pattern: &str) -> Judged {
        let mut reason = format!("`{pattern}` is not in `{}`", self.from);
        if let Some(line) = self.target {
            match self.said.wire {
                // The author named the two ends the other way round.
                Wire::None if self.said.turned => {
                    let reason = format!(
                        "`{}` uses `{}`, and `{pattern}` stands there, line {line}",
                        self.to, self.from
                    );
                    return Judged::verified("WIRED", 3, reason);
                }
                Wire::None => {
                    let to = self.to;
                    reason =
                        format!("{reason}; that `{to}` holds it, line {line}, is no use of it");
                }
                Wire::Used(..) => return self.by_target(pattern, line),
                Wire::Shut(..)
                | Wire::Maybe(..)
                | Wire::Declared(_)
                | Wire::Unused(_)
                | Wire::Tests(_) => {}
            }
        }
        match self.said.wire.clone() {
            Wire::Used(line, _) => {
                let reason = format!("`{}` is imported and used, but {reason}", self.to);
                self.partial(PATTERN_MISSING, line, reason)
            }
            Wire::None
            | Wire::Shut(..)
            | Wire::Maybe(..)
            | Wire::Declared(_)
            | Wire::Unused(_)
            | Wire::Tests(_) => self.not_wired(PATTERN_MISSING, reason),
        }
    }

    /// The pattern stands in what is used, and what uses it does use it: whether by that is known only if it is called so.
    fn by_target(&self, pattern: &str, line: u32) -> Judged {
        let names = self.said.names.iter();
        let word = |c: char| !(c.is_alphanumeric() || c == '_');
        let says = |name: &&String| pattern.split(word).any(|it| it == name.as_str());
        let reason = format!(
            "`{}` is imported and used, and `{pattern}` stands there, line {line}",
            self.to
        );
        match names.into_iter().find(says) {
            Some(name) => Judged::verified("WIRED", 3, format!("{reason}; `{name}` is used")),
            None => Judged::unknown(3, PATTERN_IN_TARGET, reason),
        }
    }

    fn by_words(&self, pattern: &str, line: u32) -> Judged {
        match self.facts.read {
            Read::Unknown | Read::Unreadable(_) => {
                let reason = format!(
                    "`{pattern}`, line {line}; comment or not can't be told in this language"
                );
                Judged::unknown(3, NO_GRAMMAR, reason).at(Some(line))
            }
            Read::Words | Read::Prose | Read::Parsed | Read::Damaged => {
                let reason = format!(
                    "`{pattern}` stands in it, line {line} (weak: by words, not by syntax)"
                );
                Judged::verified("WIRED", 3, reason).at(Some(line))
            }
        }
    }

    /// Only imports can tell.
    fn by_import(&self) -> Judged {
        match self.said.wire.clone() {
            Wire::None if !self.facts.by_syntax() => {
                let reason =
                    "what this language imports is not known here, and the plan gives no pattern";
                Judged::unknown(3, NO_GRAMMAR, reason)
            }
            Wire::None if self.said.address.is_some() => {
                let line = self.said.address.unwrap_or(0);
                let reason = format!("no import; a string, line {line}, may be its address");
                Judged::unknown(3, LINK_BY_ADDRESS, reason).at(self.said.address)
            }
            Wire::None if self.said.through.is_some() => {
                let between = self.said.through.as_deref().unwrap_or_default();
                let reason = format!("the test gets to it through `{between}`, which uses it");
                Judged::verified("WIRED", 3, reason)
            }
            Wire::None if self.facts.read == Read::Damaged || self.facts.cut => {
                let reason = "no import was found, and not all of the file could be read";
                Judged::unknown(3, UNREADABLE, reason)
            }
            Wire::None => {
                let reason = format!("`{}` does not import `{}`", self.from, self.to);
                self.not_wired(LINK_NOT_IMPORTED, reason)
            }
            wire @ (Wire::Used(..)
            | Wire::Tests(_)
            | Wire::Unused(_)
            | Wire::Declared(_)
            | Wire::Maybe(..)
            | Wire::Shut(..)) => self.wired(wire),
        }
    }

    fn wired(&self, wire: Wire) -> Judged {
        match wire {
            Wire::Used(line, used) => {
                if let Some(name) = &self.said.passed_by {
                    let reason = format!(
                        "`{}` is used, but not through `{name}`, as the plan says: the name is not in `{}`",
                        self.to, self.from
                    );
                    return self.partial(LINK_BY_ANOTHER_NAME, line, reason);
                }
                let reason = format!("imported, line {line}, and used, line {used}");
                Judged::verified("WIRED", 3, reason).at(Some(used))
            }
            Wire::Tests(line) => self.in_tests(line),
            Wire::Declared(line) => {
                let reason = format!("declared as its module, line {line}, and used elsewhere");
                Judged::verified("WIRED", 3, reason).at(Some(line))
            }
            Wire::Shut(line, why) => {
                let reason = format!("imported, line {line}, and must not be: {why}");
                self.partial(LINK_NOT_ALLOWED, line, reason)
            }
            Wire::Unused(line) => {
                let reason = format!("imported, line {line}, and never used");
                self.partial(LINK_UNUSED, line, reason)
            }
            Wire::Maybe(line, why) => {
                Judged::unknown(3, LINK_UNKNOWN, format!("line {line}: {why}")).at(Some(line))
            }
            Wire::None => {
                let reason = format!("`{}` does not import `{}`", self.from, self.to);
                self.not_wired(LINK_NOT_IMPORTED, reason)
            }
        }
    }

    fn in_tests(&self, line: u32) -> Judged {
        let (from, to) = (self.from, self.to);
        // What is itself a test is used by nothing else.
        let test = is_test_path(to, Language::of_path(to));
        if test || is_beside_path(from, Language::of_path(from)) {
            let reason = format!("used by the test, line {line}");
            return Judged::verified("WIRED", 3, reason).at(Some(line));
        }
        self.partial(
            LINK_IN_TESTS_ALONE,
            line,
            format!("used by tests alone, line {line}"),
        )
    }
}

/// Whether a file is read so that every use of an import is known.
fn is_script(path: &str) -> bool {
    [".ts", ".tsx"].iter().any(|end| path.ends_with(end))
}
