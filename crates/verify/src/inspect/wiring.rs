//! How a file stands among the others of its tree, in the words of a line. What it means is said in `conclude`.

use project::{Entry, EntryKind, Link, Project, Reach};

use super::prose::sentences;
use super::{Subject, short};
use crate::facts::{BrokenFact, FileFacts, ReachFact, Wire, WiringFact};

/// Users that are named.
const USERS_MAX: usize = 5;
/// Files of one folder that are asked.
const BESIDE_MAX: usize = 60;
/// As many that nothing reaches are no oversight.
const BESIDE_MIN: usize = 4;
/// Why nobody can tell whether a file of such a folder is reached.
const BY_NAME: &str = "nothing in the tree reached the files beside it either";
/// Broken imports that are named.
const BROKEN_MAX: usize = 20;

impl Subject<'_> {
    pub(super) fn wiring(&self, facts: &mut FileFacts) {
        let path = self.path.as_str();
        if self.context.project.facts(path).is_none() {
            return;
        }
        facts.broken = self.broken();
        let found = self.context.project.wiring(path);
        let entry = found.entry.or_else(|| self.door());
        let before = self.was_alone(path);
        // Whoever joins a new file to one that nothing reaches has joined it.
        let mut users = found.users.iter().filter(|it| !it.test);
        let behind = users.any(|it| self.was_alone(&it.path));
        let is_test = |kind: EntryKind| kind == EntryKind::Test;
        facts.wiring = Some(WiringFact {
            test: entry.as_ref().is_some_and(|it| is_test(it.kind)),
            entry: entry.map(|it| short(&it.why)),
            users: found
                .users
                .into_iter()
                .filter(|user| !user.test)
                .take(USERS_MAX)
                .map(|user| user.path)
                .collect(),
            before: before || behind,
            reach: match found.reach {
                Reach::From(chain) => ReachFact::From(chain),
                Reach::Tests | Reach::Nothing if self.is_one_of_many() => {
                    ReachFact::Unknown(short(BY_NAME))
                }
                Reach::Tests => self.or_named(ReachFact::Tests),
                Reach::Nothing => self.or_named(ReachFact::Nothing),
                Reach::NoEntry => ReachFact::NoEntry,
                Reach::Unknown(why) => ReachFact::Unknown(why),
            },
        });
    }

    /// That nobody can tell, where a text that imports nothing names this file or its folder.
    fn or_named(&self, otherwise: ReachFact) -> ReachFact {
        let (project, path) = (self.context.project, self.path.as_str());
        match self.context.mentions.of_file(project, path) {
            Some((by, line)) => ReachFact::Unknown(short(&format!("`{by}` names it, line {line}"))),
            None => otherwise,
        }
    }

    /// Whether a file was there before the change, and nothing reached it.
    fn was_alone(&self, path: &str) -> bool {
        let base = self.context.base.filter(|it| it.facts(path).is_some());
        base.map(|base| base.wiring(path)).is_some_and(|was| {
            was.entry.is_none() && matches!(was.reach, Reach::Nothing | Reach::Tests)
        })
    }

    /// A file that the plan calls as others import it from outside: `require('package/file')`.
    fn door(&self) -> Option<Entry> {
        let name = self.context.project.name_outside(self.path.as_str())?;
        let quoted = ["'", "\"", "`"].map(|quote| format!("{quote}{name}{quote}"));
        let mut sentences = sentences(self.context).iter();
        let said = sentences.any(|it| quoted.iter().any(|name| it.contains(name)));
        let why = format!("what others import as `{name}`, as the plan says");
        let kind = EntryKind::Library;
        said.then_some(Entry { kind, why })
    }

    /// Whether it came into a folder of files of its sort most of which nothing in the tree reached before: translations,
    /// themes, whatever others take by its name.
    fn is_one_of_many(&self) -> bool {
        let path = self.path.as_str();
        let Some(base) = self.context.base.filter(|it| it.facts(path).is_none()) else {
            return false;
        };
        let folder = |path: &'_ str| path.rsplit_once('/').map_or("", |it| it.0).to_owned();
        let here = folder(path);
        let beside = base
            .all()
            .filter(|(other, facts)| facts.language == self.code.language && folder(other) == here);
        let (mut all, mut idle) = (0_usize, 0_usize);
        for (other, _) in beside.take(BESIDE_MAX) {
            let found = base.wiring(other);
            let alone = matches!(found.reach, Reach::Nothing | Reach::Tests);
            all = all.saturating_add(1);
            idle = idle.saturating_add(usize::from(alone && found.entry.is_none()));
        }
        idle >= BESIDE_MIN && idle.saturating_mul(10) >= all.saturating_mul(8)
    }
}

impl Subject<'_> {
    /// Imports of nothing, and of what may not be imported.
    fn broken(&self) -> Vec<BrokenFact> {
        let (project, path) = (self.context.project, self.path.as_str());
        let missing = project.broken(path).map(|it| (it, None));
        let shut = project.shut(path).map(|(it, _, why)| (it, Some(why)));
        let all = missing.chain(shut).take(BROKEN_MAX);
        all.map(|(import, why)| BrokenFact {
            path: short(&import.path),
            line: import.line,
            fresh: self.is_fresh(&import.path),
            shut: why.map(str::to_owned),
        })
        .collect()
    }

    /// Whether an import was not there before the change, or led somewhere.
    fn is_fresh(&self, specifier: &str) -> bool {
        let Some(base) = self.context.base else {
            return false;
        };
        let path = self.path.as_str();
        let shut = base.shut(path).map(|(it, ..)| it);
        !base.broken(path).chain(shut).any(|it| it.path == specifier)
    }
}

/// How one file is joined to another, or would be if it were allowed to.
pub(super) fn joined(project: &Project, from: &str, to: &str) -> Wire {
    let found = wire(project.link(from, to));
    let mut shut = project
        .shut(from)
        .filter(|(_, files, _)| files.iter().any(|it| it == to));
    match shut.next() {
        Some((import, _, why)) if found == Wire::None => Wire::Shut(import.line, why.to_owned()),
        Some(_) | None => found,
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
