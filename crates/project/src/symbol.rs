//! Whether anybody uses one name that a file defines.

use super::graph::Reach;
use super::{EntryKind, Project};
use code::Facts;
use code::Language;
use code::links;
use code::{Definition, DefinitionKind, Exported, Use};

/// How a name that a file defines is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SymbolUse {
    /// In code that is no test, first in this file at this line.
    Used(String, u32),
    /// In tests alone, first in this file at this line.
    Tests(String, u32),
    /// By nobody in the tree, and it is offered to the world.
    Offered,
    /// By nobody.
    Nobody,
    /// It can't be told, and why.
    Unknown(&'static str),
}

impl Project {
    /// How a definition of a file is used. Methods are found by their names alone, so that another type's method of the
    /// same name counts as a use.
    #[must_use]
    pub fn symbol(&self, path: &str, definition: &Definition) -> SymbolUse {
        let Some(facts) = self.facts(path) else {
            return SymbolUse::Unknown("the file was not read");
        };
        let name = last(&definition.name);
        let method = definition.kind == DefinitionKind::Method;
        let mut tests = None;
        for (file, facts) in self.that_may_name(path, facts, method) {
            let test_file = self.is_test(file);
            let found = match definition.secret && file != path {
                // Nobody else calls it by its name alone.
                true => facts.members.get(name).and_then(|it| best(it)),
                false => used_in((file, facts), name, file == path, method),
            };
            match found {
                Some(found) if !found.test && !test_file => {
                    return SymbolUse::Used(file.to_owned(), found.line);
                }
                Some(found) => {
                    tests.get_or_insert((file.to_owned(), found.line));
                }
                None => {}
            }
        }
        if let Some((file, line)) = self.opened_in(path, facts, definition) {
            return SymbolUse::Used(file, line);
        }
        if self.is_started(path, facts, definition) {
            return SymbolUse::Unknown("its file begins something by itself");
        }
        if let Some(why) = unseen(facts, definition) {
            return SymbolUse::Unknown(why);
        }
        match tests {
            Some((file, line)) if !self.is_offered(path, definition) => {
                SymbolUse::Tests(file, line)
            }
            _ if self.is_offered(path, definition) => SymbolUse::Offered,
            Some(_) | None => SymbolUse::Nobody,
        }
    }

    /// Files that are joined to one, itself first; for a method, every file of its language.
    fn that_may_name<'p>(
        &'p self,
        path: &'p str,
        facts: &'p Facts,
        method: bool,
    ) -> Vec<(&'p str, &'p Facts)> {
        let mut files = vec![(path, facts)];
        if method {
            let others = self.files.iter().filter(|(other, it)| {
                other.as_str() != path && it.language.is_akin(facts.language)
            });
            files.extend(others.map(|(path, facts)| (path.as_str(), facts.as_ref())));
            return files;
        }
        let users = self.graph().users_of(path);
        files.extend(users.filter_map(|user| Some((user, self.facts(user)?))));
        files
    }

    /// The first file besides tests that takes what stands in a type of Java, so that it need not name the type:
    /// `import static a.b.Rules.*;`, or one of its members that it uses.
    fn opened_in(
        &self,
        path: &str,
        facts: &Facts,
        definition: &Definition,
    ) -> Option<(String, u32)> {
        if facts.language != Language::Java || definition.kind.is_function() {
            return None;
        }
        let own = last(&definition.name);
        let name = format!(".{own}");
        let all = self.that_may_name(path, facts, false).into_iter();
        let mut opened = all
            .filter(|(file, _)| !self.is_test(file))
            .flat_map(|(file, it)| {
                let opens =
                    |name: &str| name == "*" || (name != own && it.references.contains_key(name));
                let opening = it.imports.iter().filter(|import| {
                    let mut names = import.names.iter();
                    import.path.ends_with(&name) && names.any(|it| opens(&it.name))
                });
                let opening: Vec<_> = opening.collect();
                opening
                    .into_iter()
                    .map(move |import| (file.to_owned(), import.line))
            });
        opened.next()
    }

    pub(super) fn is_test(&self, path: &str) -> bool {
        let entry = self.graph().entry(path);
        entry.is_some_and(|it| it.kind == EntryKind::Test)
    }

    /// Whether a definition is the type that a Java file is there for, and the file is started, or found, as a whole.
    fn is_started(&self, path: &str, facts: &Facts, definition: &Definition) -> bool {
        let name = path.rsplit('/').next().unwrap_or(path);
        let stem = name.strip_suffix(".java");
        let kind = self.graph().entry(path).map(|it| it.kind);
        facts.language == Language::Java
            && stem == Some(definition.name.as_str())
            && kind.is_some_and(|kind| kind != EntryKind::Library)
    }

    /// Whether somebody outside the tree may use a name: it is exported from a file that a library offers.
    fn is_offered(&self, path: &str, definition: &Definition) -> bool {
        if definition.exported != Exported::Yes && definition.exported != Exported::TypeOnly {
            return false;
        }
        let kind = |path: &str| self.graph().entry(path).map(|it| it.kind);
        match self.wiring(path).reach {
            Reach::From(chain) => chain
                .first()
                .and_then(|start| kind(start))
                .is_some_and(|kind| kind != EntryKind::Program),
            Reach::NoEntry | Reach::Unknown(_) => true,
            Reach::Tests | Reach::Nothing => false,
        }
    }
}

/// The first use in code that is no test, or else in one.
fn best(uses: &[Use]) -> Option<Use> {
    let live = uses.iter().find(|it| !it.test);
    live.or(uses.first()).copied()
}

/// Where a file uses a name that it or another defines.
fn used_in((file, facts): (&str, &Facts), name: &str, own: bool, method: bool) -> Option<Use> {
    let free = facts.references.get(name).and_then(|it| best(it));
    let behind = facts.members.get(name).and_then(|it| best(it));
    let found = match (free, behind) {
        (Some(free), _) if !free.test => Some(free),
        (_, Some(behind)) if !behind.test || free.is_none() => Some(behind),
        (free, _) => free,
    };
    if found.is_some() || own || method {
        return found;
    }
    // Brought in under another name, or passed on.
    let imports = facts.imports.iter();
    let renamed = imports.flat_map(|import| import.names.iter().map(move |it| (import, it)));
    let mut renamed = renamed.filter(|(_, it)| it.name == name);
    renamed.find_map(|(import, it)| {
        let local = it.local.as_deref().unwrap_or(name);
        let passed = facts.exports.iter().any(|export| {
            let called = export.local.as_deref().unwrap_or(&export.name);
            (called == local || export.name == name)
                && links::python::passes_on(file, facts, export)
        });
        let used = facts.references.get(local).and_then(|it| best(it));
        used.or_else(|| {
            passed.then_some(Use {
                line: import.line,
                test: import.test,
            })
        })
    })
}

/// Why a name may be used where no syntax shows it.
fn unseen(facts: &Facts, definition: &Definition) -> Option<&'static str> {
    let name = last(&definition.name);
    if !definition.marks.is_empty() {
        Some("a mark on it may register it")
    } else if facts.macro_words.contains_key(name) {
        Some("a macro call names it")
    } else if facts.truncated {
        Some("the file holds more than the limits allow")
    } else {
        None
    }
}

fn last(name: &str) -> &str {
    let name = name.rsplit("::").next().unwrap_or(name);
    name.rsplit('.').next().unwrap_or(name)
}
