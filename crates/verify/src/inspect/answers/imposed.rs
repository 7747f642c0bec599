//! Findings that look like work left undone and follow from what others in the tree say: how functions of a family are
//! called, what the same function is given on another platform, who else reads what a component is given.

use std::collections::{BTreeMap, BTreeSet};

use code::{Certainty, Definition, Language, ParameterUse, Reason, Stub};
use project::Project;

use crate::inspect::prose::{says, sentences};
use crate::inspect::{InspectionContext, Subject};

/// As many functions that take the same are a family.
const FAMILY_MIN: usize = 2;
/// As many names of what a function takes are no coincidence.
const LONG_MIN: usize = 5;
/// As many functions that two files of a folder have in common make them two forms of one thing.
const TWINS_MIN: usize = 2;

/// What functions of the tree take, as it was before the change.
#[derive(Default)]
pub(in crate::inspect) struct Families {
    /// How many take these names, and how many of those leave one of them alone.
    taken: BTreeMap<String, (usize, usize)>,
    /// Functions that take so many names that nobody comes by them by chance, behind their own name.
    long: BTreeSet<(String, String)>,
    /// What is taken by functions that stand side by side in a thing of a thing (`Table.aggr.sum`), behind that.
    beside: BTreeSet<(String, String)>,
}

impl Families {
    pub(in crate::inspect) fn of(base: Option<&Project>) -> Families {
        let mut found = Families::default();
        let files = base.into_iter().flat_map(Project::all);
        for (name, parameter_use) in files.flat_map(|(_, facts)| &facts.parameter_use) {
            let (takes, count) = taken(parameter_use);
            if count >= LONG_MIN {
                found.long.insert((own(name).to_owned(), takes.clone()));
            }
            if let Some(around) = around(name) {
                found.beside.insert((around.to_owned(), takes.clone()));
            }
            let (all, ignoring) = found.taken.entry(takes).or_default();
            *all = all.saturating_add(1);
            *ignoring = ignoring.saturating_add(usize::from(!parameter_use.ignores.is_empty()));
        }
        found
    }

    /// Whether what a function takes is said by others: it is one of a family of which not all look at everything.
    fn say(&self, name: &str, parameter_use: &ParameterUse) -> bool {
        let (takes, count) = taken(parameter_use);
        let family = self
            .taken
            .get(&takes)
            .is_some_and(|(all, ignoring)| count > 1 && *all >= FAMILY_MIN && *ignoring > 0);
        let beside =
            around(name).is_some_and(|it| self.beside.contains(&(it.to_owned(), takes.clone())));
        family || beside || self.long.contains(&(own(name).to_owned(), takes))
    }
}

/// The names of what a function takes, and how many there are.
fn taken(parameter_use: &ParameterUse) -> (String, usize) {
    let all = parameter_use.reads.iter().chain(&parameter_use.ignores);
    let all: BTreeSet<&str> = all.map(|it| it.trim_start_matches('_')).collect();
    let count = all.len();
    (all.into_iter().collect::<Vec<_>>().join(","), count)
}

/// `Table.aggr` of `Table.aggr.sum`: what holds functions that are chosen among. A class alone holds methods of all sorts.
fn around(name: &str) -> Option<&str> {
    let (around, _) = name.rsplit_once('.')?;
    around.contains('.').then_some(around)
}

fn own(name: &str) -> &str {
    name.rsplit(['.', ':']).next().unwrap_or(name)
}

impl Subject<'_> {
    /// Whether others say that a thing has to look so. What no honest code looks like is never excused.
    pub(in crate::inspect) fn is_dictated(&self, stub: &Stub) -> bool {
        if stub.certainty == Certainty::Certain {
            return false;
        }
        match stub.reason {
            Reason::ParameterIgnored => self.is_of_a_family(stub) || self.has_a_twin(stub.line),
            Reason::FixedValue | Reason::DefaultValue => self.has_a_twin(stub.line),
            Reason::NeverRead => self.is_read_elsewhere(stub),
            Reason::Empty
            | Reason::NotImplemented
            | Reason::OnlyPreventsDefault
            | Reason::Identity
            | Reason::EmptyTest
            | Reason::ConstantAssertion
            | Reason::SwallowedError
            | Reason::ResultDiscarded
            | Reason::StateNeverFed
            | Reason::Admitted
            | Reason::NoAssertion
            | Reason::MocksSubject => false,
        }
    }

    /// The innermost function that a finding stands in.
    fn function(&self, line: u32) -> Option<&str> {
        let around = |it: &&Definition| {
            it.kind.is_function() && it.span.line <= line && line <= it.span.end_line
        };
        let all = self.code.definitions.iter().filter(around);
        all.max_by_key(|it| it.span.line).map(|it| it.name.as_str())
    }

    fn is_of_a_family(&self, stub: &Stub) -> bool {
        // Elsewhere a type says by itself what it has to look like.
        let loose = self.code.language != Language::Rust;
        let Some(name) = self.function(stub.line).filter(|_| loose) else {
            return false;
        };
        let parameter_use = self.code.parameter_use.get(name);
        parameter_use.is_some_and(|it| self.context.families().say(name, it))
    }

    /// Whether another file of the folder has the same function, and others in common: files of platforms, of which one is
    /// built.
    pub(in crate::inspect) fn has_a_twin(&self, line: u32) -> bool {
        let platforms = match self.code.language {
            Language::Rust | Language::Go => true,
            Language::TypeScript
            | Language::Tsx
            | Language::Vue
            | Language::Python
            | Language::Java
            | Language::Other => false,
        };
        let Some(name) = self.function(line).filter(|_| platforms) else {
            return false;
        };
        let path = self.path.as_str();
        if speaks_of_platform(sentences(self.context), path) {
            return false;
        }
        let folder = |path: &'_ str| path.rsplit_once('/').map_or("", |it| it.0).to_owned();
        let here = folder(path);
        let outer = |facts: &code::Facts| -> BTreeSet<String> {
            let all = facts.definitions.iter();
            let all = all.filter(|it| it.kind.is_function() && !it.nested && !it.test);
            all.map(|it| it.name.clone()).collect()
        };
        let own = outer(&self.code);
        let mut beside = self.context.project.all().filter(|(other, facts)| {
            *other != path && facts.language == self.code.language && folder(other) == here
        });
        // What stands above others is no form of one of them.
        let root = |path: &str| {
            ["lib.rs", "main.rs", "mod.rs"]
                .iter()
                .any(|it| path.ends_with(it))
        };
        beside.any(|(at, facts)| {
            let other = outer(facts);
            let forms = !root(path) && !root(at);
            forms && other.contains(name) && own.intersection(&other).count() >= TWINS_MIN
        })
    }

    /// Whether another file looks at what a component is given, under its name: `this.table.stripe`.
    fn is_read_elsewhere(&self, stub: &Stub) -> bool {
        let name = stub.what.strip_prefix("props(");
        let Some(name) = name.and_then(|it| it.strip_suffix(')')) else {
            return false;
        };
        let path = self.path.as_str();
        let mut others = self.context.project.all().filter(|(it, _)| *it != path);
        others.any(|(_, facts)| facts.members.contains_key(name))
    }
}

/// Whether a plan wants of the platform that a file is for what it wants of others: "On Windows too."
pub(in crate::inspect) fn speaks_of_platform(texts: &[&str], path: &str) -> bool {
    const PLATFORMS: [&str; 9] = [
        "windows", "linux", "darwin", "unix", "posix", "freebsd", "macos", "wasm", "plan9",
    ];
    const TOO: [&str; 7] = [
        "too",
        "also",
        "both",
        "as well",
        "everywhere",
        "every platform",
        "all platforms",
    ];
    const OTHERWISE: [&str; 8] = [
        "not on",
        "except",
        "unsupported",
        "not supported",
        "ignored",
        "no effect",
        "no-op",
        "only",
    ];
    let stem = path.rsplit('/').next().unwrap_or(path);
    let stem = stem.split('.').next().unwrap_or(stem);
    let platform = stem.rsplit('_').next().unwrap_or(stem);
    if !PLATFORMS.contains(&platform) {
        return false;
    }
    let mut lower = texts.iter().map(|it| it.to_lowercase());
    lower.any(|text| {
        let mut clauses = text.split([';', '\n']).flat_map(|it| it.split(". "));
        clauses.any(|it| {
            says(it, platform)
                && TOO.iter().any(|word| says(it, word))
                && !OTHERWISE.iter().any(|word| it.contains(word))
        })
    })
}

impl InspectionContext<'_> {
    /// What functions of the tree took before the change.
    fn families(&self) -> &Families {
        self.families.get_or_init(|| Families::of(self.base))
    }
}
