//! Which file of a tree holds which type, and what is in each package: by what the files themselves say.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::builds::Builds;
use crate::world::World;
use code::Facts;
use code::Language;
use code::is_test_path;
use code::{DefinitionKind, Exported};

/// How many words a name may have.
const WORDS_MAX: usize = 32;

/// Other languages whose types Java may name.
const KIN: [&str; 4] = [".kt", ".groovy", ".scala", ".java"];

/// Folders whose programs show how something is used, and are not what it is.
const ASIDE: [&str; 10] = [
    "example",
    "examples",
    "sample",
    "samples",
    "demo",
    "demos",
    "jmh",
    "benchmark",
    "benchmarks",
    "perf",
];

/// Public types away from a program that make its module a library, and how many more have to be on its way for them not to.
const APART_MIN: usize = 5;
const ON_THE_WAY: usize = 5;

/// Types and packages of a tree.
#[derive(Debug, Default)]
pub(crate) struct Index {
    types: BTreeMap<String, Vec<String>>,
    packages: BTreeMap<String, Vec<String>>,
    /// Files that were not read as Java, by the name of the type that they should hold.
    unread: BTreeMap<String, Vec<String>>,
    /// Modules whose topmost package holds a program.
    programs: BTreeSet<String>,
}

impl Index {
    pub(super) fn of(
        world: &World,
        builds: &Builds,
        files: &BTreeMap<String, Arc<Facts>>,
    ) -> Index {
        let mut index = Index::default();
        let mut tops: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
        let java = files.iter().filter(|(_, it)| it.language == Language::Java);
        for (path, facts) in java {
            let package = index.packages.entry(facts.package.clone()).or_default();
            package.push(path.clone());
            for definition in facts.definitions.iter().filter(|d| is_type(d.kind)) {
                if !definition.nested && !definition.name.contains('.') {
                    let name = within(&facts.package, &definition.name);
                    index.types.entry(name).or_default().push(path.clone());
                }
            }
            if !is_test_path(path, Language::Java) && !facts.definitions.is_empty() {
                let module = builds.module(path).to_owned();
                tops.entry(module).or_default().insert(&facts.package);
            }
        }
        for path in world.paths().filter(|path| !files.contains_key(*path)) {
            let name = path.rsplit('/').next().unwrap_or(path);
            let stem = KIN.iter().find_map(|end| name.strip_suffix(end));
            if let Some(stem) = stem {
                let all = index.unread.entry(stem.to_owned()).or_default();
                all.push(path.to_owned());
            }
        }
        index.programs = programs(builds, files, &tops);
        index
    }

    /// The files that declare the type a name means, or one that it stands inside.
    pub(super) fn types(&self, name: &str) -> Vec<&str> {
        let mut at = name;
        for _ in 0..WORDS_MAX {
            if let Some(files) = self.types.get(at) {
                return files.iter().map(String::as_str).collect();
            }
            match at.rsplit_once('.') {
                Some((of, _)) => at = of,
                None => break,
            }
        }
        self.unread(name)
    }

    /// Files that were not read and stand where the type should.
    fn unread(&self, name: &str) -> Vec<&str> {
        let package = package_of(name);
        let rest = name.strip_prefix(package).unwrap_or(name);
        let class = rest.trim_start_matches('.').split('.').next().unwrap_or("");
        let folder = package.replace('.', "/");
        let files = self.unread.get(class).into_iter().flatten();
        let there = files.filter(|path| {
            let at = path.rsplit_once('/').map_or("", |(at, _)| at);
            at == folder
                || at
                    .strip_suffix(&folder)
                    .is_some_and(|root| root.ends_with('/'))
        });
        there.map(String::as_str).collect()
    }

    /// The files of a package.
    pub(super) fn package(&self, name: &str) -> &[String] {
        self.packages
            .get(name)
            .map(Vec::as_slice)
            .unwrap_or_default()
    }

    /// Whether a package stands below one of the tree's.
    pub(super) fn is_below(&self, package: &str) -> bool {
        let mut up = package;
        while let Some((of, _)) = up.rsplit_once('.') {
            if self.packages.contains_key(of) {
                return true;
            }
            up = of;
        }
        false
    }

    /// Whether a module holds a program at the top of its packages.
    pub(super) fn is_program(&self, module: &str) -> bool {
        self.programs.contains(module)
    }

    /// Modules that do.
    pub(super) fn programs(&self) -> impl Iterator<Item = &str> {
        self.programs.iter().map(String::as_str)
    }

    /// Whether a language that shares packages with Java stands in a folder of that package.
    pub(super) fn has_kin(&self, package: &str) -> bool {
        let folder = package.replace('.', "/");
        let mut all = self.unread.values().flatten();
        all.any(|path| {
            let at = path.rsplit_once('/').map_or("", |(at, _)| at);
            !path.ends_with(".java") && at.ends_with(&folder)
        })
    }
}

/// Modules with a `main` in a package that all of their packages are in, and from where nearly all that is public is got to:
/// the way a program is laid out. A library may have a `main` too, off to a side or for a try, and such a one may lead to
/// most of it.
fn programs(
    builds: &Builds,
    files: &BTreeMap<String, Arc<Facts>>,
    packages: &BTreeMap<String, BTreeSet<&str>>,
) -> BTreeSet<String> {
    let mains = files.iter().filter(|(path, facts)| {
        let aside = path
            .split(['/', '-', '_'])
            .any(|word| ASIDE.contains(&word));
        facts.language == Language::Java
            && facts.starts.is_some()
            && !aside
            && !is_test_path(path, Language::Java)
    });
    let top = mains.filter(|(path, facts)| {
        let all = packages.get(builds.module(path));
        all.is_some_and(|all| all.iter().all(|other| holds(&facts.package, other)))
    });
    let mut starts: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (path, _) in top {
        let module = builds.module(path).to_owned();
        starts.entry(module).or_default().push(path);
    }
    let mut own: BTreeMap<&str, Vec<(&str, &Facts)>> = BTreeMap::new();
    for (path, facts) in files {
        let module = starts.get_key_value(builds.module(path));
        let java = facts.language == Language::Java && !is_test_path(path, Language::Java);
        if let Some((module, _)) = module.filter(|_| java) {
            own.entry(module).or_default().push((path, facts));
        }
    }
    let programs = starts.iter().filter(|(module, mains)| {
        let own = own.get(module.as_str()).map_or(&[][..], Vec::as_slice);
        leads(own, mains)
    });
    programs.map(|(module, _)| module.clone()).collect()
}

/// Whether nearly all public types among the files of a module are named on the way from where it starts.
fn leads(own: &[(&str, &Facts)], mains: &[&str]) -> bool {
    let mut types: BTreeMap<&str, &str> = BTreeMap::new();
    let mut public: BTreeSet<&str> = BTreeSet::new();
    for (path, facts) in own.iter().copied() {
        let all = facts.definitions.iter();
        for it in all.filter(|it| is_type(it.kind) && !it.nested && !it.name.contains('.')) {
            types.insert(&it.name, path);
            if it.exported == Exported::Yes {
                public.insert(path);
            }
        }
    }
    let mut reached: BTreeSet<&str> = mains.iter().copied().collect();
    let mut left: Vec<&str> = mains.to_vec();
    let files: BTreeMap<&str, &Facts> = own.iter().copied().collect();
    while let Some(facts) = left.pop().and_then(|path| files.get(path)) {
        let named = facts
            .references
            .keys()
            .filter_map(|name| types.get(name.as_str()));
        left.extend(named.copied().filter(|it| reached.insert(it)));
    }
    let unreached = public.difference(&reached).count();
    let on_the_way = public.intersection(&reached).count();
    unreached < APART_MIN || unreached.saturating_mul(ON_THE_WAY) <= on_the_way
}

/// Whether a package is another, or the other stands below it.
fn holds(package: &str, other: &str) -> bool {
    let rest = other.strip_prefix(package);
    package.is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The full name of a type.
pub(super) fn within(package: &str, name: &str) -> String {
    match package.is_empty() {
        true => name.to_owned(),
        false => format!("{package}.{name}"),
    }
}

/// What stands before the first type of a full name, as all write them: packages small, types big.
pub(super) fn package_of(name: &str) -> &str {
    let mut end = 0usize;
    for word in name.split('.').take(WORDS_MAX) {
        if word.starts_with(char::is_uppercase) {
            return name.get(..end.saturating_sub(1)).unwrap_or("");
        }
        end = end.saturating_add(word.len()).saturating_add(1);
    }
    name.rsplit_once('.').map_or("", |(of, _)| of)
}

pub(super) fn is_type(kind: DefinitionKind) -> bool {
    match kind {
        DefinitionKind::Struct | DefinitionKind::Enum | DefinitionKind::Trait => true,
        DefinitionKind::Function
        | DefinitionKind::Method
        | DefinitionKind::TypeAlias
        | DefinitionKind::Constant
        | DefinitionKind::Variable
        | DefinitionKind::Module
        | DefinitionKind::Macro => false,
    }
}
