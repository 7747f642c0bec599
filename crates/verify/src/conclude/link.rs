//! Level 3 of a key link: does the one file use the other?

use code::Language;
use code::project::{is_beside_path, is_test_path};
use ledger::plan::KeyLink;

use super::files::{Files, Kind};
use super::judged::Judged;
use super::texts::{self, Sort};
use crate::facts::{FileFacts, Found, LinkFacts, Read, Wire};

/// How a link stands. The places are its numbers among the plan's links that start, and end, in the same files.
pub(super) fn judge(link: &KeyLink, (start, end): (usize, usize), files: &Files<'_>) -> Judged {
    for (name, path) in [("to", link.to.as_str()), ("from", link.from.as_str())] {
        match files.get(path).map(|it| it.kind) {
            None => {
                return Judged::unknown(1, "not-looked-at", format!("nobody looked at `{path}`"));
            }
            Some(Kind::Strange) => {
                return Judged::unknown(
                    1,
                    "not-looked-at",
                    format!("what stands at `{path}` is not known"),
                );
            }
            Some(kind) if !kind.is_file() => {
                let reason = format!("the `{name}` of the link, `{path}`: {}", kind.words());
                let judged = Judged::failed("NOT_WIRED", 1, "missing", reason);
                return judged.mend(format!("create the file `{path}`"));
            }
            Some(_) => {}
        }
    }
    let Some(facts) = files.facts(link.from.as_str()) else {
        let reason = format!("`{}` can't be looked into", link.from);
        return Judged::unknown(3, "unreadable", reason);
    };
    if let Read::Unreadable(why) = &facts.read {
        let reason = format!("`{}` can't be read as its language: {why}", link.from);
        return Judged::unknown(3, "unreadable", reason);
    }
    let Some(said) = facts.links.get(start) else {
        return Judged::unknown(3, "not-looked-at", "nobody looked for the link");
    };
    let own = files.facts(link.to.as_str());
    let wired = Link {
        link,
        facts,
        said,
        target: own.and_then(|it| it.targets.get(end).copied().flatten()),
    };
    match &said.pattern {
        // What does not build holds nothing together, whatever its text says.
        Some(_) if matches!(said.wire, Wire::Shut(..)) => wired.wired(said.wire.clone()),
        Some(found) => wired.by_pattern(found),
        None if link.from == link.to => Judged::verified(
            "WIRED",
            3,
            "both ends are this file: nothing has to be imported",
        ),
        None => wired.by_import(),
    }
}

struct Link<'f> {
    link: &'f KeyLink,
    facts: &'f FileFacts,
    said: &'f LinkFacts,
    /// Where the pattern stands in the target itself.
    target: Option<u32>,
}

impl Link<'_> {
    fn not_wired(&self, rule: &'static str, reason: String) -> Judged {
        Judged::failed("NOT_WIRED", 3, rule, reason).mend(self.wish())
    }

    fn partial(&self, rule: &'static str, line: u32, reason: String) -> Judged {
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
        format!("use `{}` in `{}`{via}", self.link.to, self.link.from)
    }

    /// The plan says how the use looks.
    fn by_pattern(&self, found: &Found) -> Judged {
        let pattern = self.link.pattern.as_deref().unwrap_or("");
        if let Some(bad) = &found.bad {
            return Judged::failed("NOT_WIRED", 3, "bad-pattern", bad.clone()).of_the_plan();
        }
        // Where all else that names it is a type, or nothing at all, the pattern stands in vain.
        if let (Some(_), Wire::Unused(line)) = (found.code, &self.said.wire)
            && !asks_for_import(pattern)
            && is_script(self.link.from.as_str())
        {
            let reason = format!(
                "`{}` is imported, line {line}, and nothing is done with it",
                self.link.to
            );
            return self.partial("unused-import", *line, reason);
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

    /// The pattern matches imports alone: then the import has to be of the target, and used, unless an import is what
    /// the pattern asks for.
    fn by_matched_import(&self, pattern: &str) -> Judged {
        let imports = &self.said.imports;
        let wire = imports.iter().map(|import| import.wire.clone()).max();
        match wire.unwrap_or_default() {
            Wire::Unused(line) if asks_for_import(pattern) => {
                let reason = format!("imported as `{pattern}` asks, line {line}, and not used");
                let judged = Judged::verified("WIRED", 3, reason).at(Some(line));
                judged.worth_saying("unused-import")
            }
            Wire::None => {
                let first = imports.first();
                let path = first.map_or("", |it| it.path.as_str());
                let reason = format!(
                    "`{pattern}` matches only the import of `{path}`: the pattern is too loose"
                );
                self.not_wired("loose-pattern", reason)
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
            Judged::unknown(3, "flagged", reason).at(Some(line))
        } else if let (Some(line), true) = (found.string, found.address) {
            let reason =
                format!("the address `{pattern}` stands in a string of its code, line {line}");
            Judged::verified("WIRED", 3, reason).at(Some(line))
        } else if let (Some(line), true) = (found.string, self.is_shown(pattern)) {
            let reason = format!(
                "`{pattern}`, which can only be a text, stands in a string of its code, line {line}"
            );
            Judged::verified("WIRED", 3, reason).at(Some(line))
        } else if let Some(line) = found.text {
            self.by_words(pattern, line)
        } else if let Some(line) = found.string {
            let reason = format!("`{pattern}` stands only in a string, line {line}");
            self.partial("string-only", line, reason)
        } else if let Some(line) = found.dead {
            let reason = format!(
                "`{pattern}` stands only in a comment or in code that never runs, line {line}"
            );
            self.not_wired("dead", reason).at(Some(line))
        } else if self.facts.read == Read::Damaged {
            let reason = format!("`{pattern}` was not found, and parts of the file can't be read");
            Judged::unknown(3, "unreadable", reason)
        } else {
            self.nowhere(pattern)
        }
    }

    /// Whether a pattern has no sign of one, and is a text that no code is: a word that begins with `@`, a message.
    fn is_shown(&self, pattern: &str) -> bool {
        let plain = !pattern.contains(|c: char| "\\^$*+?()[]{}|".contains(c));
        let starts = |c: char| !(c.is_alphanumeric() || c == '_');
        plain
            && match texts::sort(pattern, self.link.from.as_str()) {
                Sort::Shown => true,
                Sort::Value => pattern.starts_with(starts),
                Sort::Code | Sort::Name => false,
            }
    }

    fn nowhere(&self, pattern: &str) -> Judged {
        let mut reason = format!("`{pattern}` is not in `{}`", self.link.from);
        if let (Some(line), Wire::None) = (self.target, &self.said.wire) {
            reason = format!(
                "{reason}; that `{}` holds it, line {line}, is no use of it",
                self.link.to
            );
        }
        match self.said.wire.clone() {
            Wire::Used(line, _) => {
                let reason = format!("`{}` is imported and used, but {reason}", self.link.to);
                self.partial("pattern-missing", line, reason)
            }
            Wire::None
            | Wire::Shut(..)
            | Wire::Maybe(..)
            | Wire::Declared(_)
            | Wire::Unused(_)
            | Wire::Tests(_) => self.not_wired("pattern-missing", reason),
        }
    }

    fn by_words(&self, pattern: &str, line: u32) -> Judged {
        match self.facts.read {
            Read::Unknown | Read::Unreadable(_) => {
                let reason = format!(
                    "`{pattern}`, line {line}; comment or not can't be told in this language"
                );
                Judged::unknown(3, "weak", reason).at(Some(line))
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
                Judged::unknown(3, "weak", reason)
            }
            Wire::None if self.said.address.is_some() => {
                let line = self.said.address.unwrap_or(0);
                let reason = format!("no import; a string, line {line}, may be its address");
                Judged::unknown(3, "address", reason).at(self.said.address)
            }
            Wire::None if self.said.through.is_some() => {
                let between = self.said.through.as_deref().unwrap_or_default();
                let reason = format!("the test gets to it through `{between}`, which uses it");
                Judged::verified("WIRED", 3, reason)
            }
            Wire::None if self.facts.read == Read::Damaged || self.facts.cut => {
                let reason = "no import was found, and not all of the file could be read";
                Judged::unknown(3, "unreadable", reason)
            }
            Wire::None => {
                let reason = format!("`{}` does not import `{}`", self.link.from, self.link.to);
                self.not_wired("not-imported", reason)
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
                        self.link.to, self.link.from
                    );
                    return self.partial("passed-by", line, reason);
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
                self.partial("shut", line, reason)
            }
            Wire::Unused(line) => {
                let reason = format!("imported, line {line}, and never used");
                self.partial("unused-import", line, reason)
            }
            Wire::Maybe(line, why) => {
                Judged::unknown(3, "import-unknown", format!("line {line}: {why}")).at(Some(line))
            }
            Wire::None => {
                let reason = format!("`{}` does not import `{}`", self.link.from, self.link.to);
                self.not_wired("not-imported", reason)
            }
        }
    }

    fn in_tests(&self, line: u32) -> Judged {
        let from = self.link.from.as_str();
        let to = self.link.to.as_str();
        // What is itself a test is used by nothing else.
        let test = is_test_path(to, Language::of_path(to));
        if test || is_beside_path(from, Language::of_path(from)) {
            let reason = format!("used by the test, line {line}");
            return Judged::verified("WIRED", 3, reason).at(Some(line));
        }
        self.partial(
            "tests-only",
            line,
            format!("used by tests alone, line {line}"),
        )
    }
}

/// Whether a file is read so that every use of an import is known.
fn is_script(path: &str) -> bool {
    [".ts", ".tsx"].iter().any(|end| path.ends_with(end))
}

/// Whether a pattern speaks of an import itself.
fn asks_for_import(pattern: &str) -> bool {
    let words = pattern.split(|c: char| !c.is_ascii_alphanumeric());
    words
        .filter(|word| !word.is_empty())
        .any(|word| ["import", "require", "use", "from", "mod", "export"].contains(&word))
}
