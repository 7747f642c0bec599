//! How a file stands among the others of its tree, in the words of a line. What it means is said in `conclude`.

use code::project::{EntryKind, Link, Reach};

use super::{Subject, short};
use crate::facts::{BrokenFact, FileFacts, ReachFact, Wire, WiringFact};

/// Users that are named.
const USERS_MAX: usize = 5;
/// Broken imports that are named.
const BROKEN_MAX: usize = 20;

impl Subject<'_> {
    pub(super) fn wiring(&self, facts: &mut FileFacts) {
        let path = self.path.as_str();
        if self.ground.project.facts(path).is_none() {
            return;
        }
        let broken = self.ground.project.broken(path).take(BROKEN_MAX);
        facts.broken = broken
            .map(|import| BrokenFact {
                path: short(&import.path),
                line: import.line,
                fresh: self.is_fresh(&import.path),
            })
            .collect();
        let found = self.ground.project.wiring(path);
        let is_test = |kind: EntryKind| kind == EntryKind::Test;
        facts.wiring = Some(WiringFact {
            test: found.entry.as_ref().is_some_and(|it| is_test(it.kind)),
            entry: found.entry.map(|it| short(&it.why)),
            users: found
                .users
                .into_iter()
                .filter(|user| !user.test)
                .take(USERS_MAX)
                .map(|user| user.path)
                .collect(),
            reach: match found.reach {
                Reach::From(chain) => ReachFact::From(chain),
                Reach::Tests => ReachFact::Tests,
                Reach::Nothing => ReachFact::Nothing,
                Reach::NoEntry => ReachFact::NoEntry,
                Reach::Unknown(why) => ReachFact::Unknown(why),
            },
        });
    }
}

impl Subject<'_> {
    /// Whether an import was not there before the change, or led somewhere.
    fn is_fresh(&self, specifier: &str) -> bool {
        let Some(base) = self.ground.base else {
            return false;
        };
        let path = self.path.as_str();
        !base.broken(path).any(|it| it.path == specifier)
    }
}

/// How one file is joined to another, in the words of a line.
pub(super) fn wire(link: Link) -> Wire {
    match link {
        Link::None => Wire::None,
        Link::Idle(line) => Wire::Unused(line),
        Link::Tests(line) => Wire::Tests(line),
        Link::Maybe(line, why) => Wire::Maybe(line, why.to_owned()),
        Link::Used(import, used) => Wire::Used(import, used),
    }
}
