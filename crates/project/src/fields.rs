//! What the whole tree does with fields and with types of errors: by their names alone, so that what is found idle is idle
//! whatever its type.

use std::collections::{BTreeMap, BTreeSet};

use super::{EntryKind, Project};
use code::Facts;
use code::Language;
use code::{Field, How, Setting};
use code::{name_words, names_an_error, tells_a_place};

/// What a tree does with members, by name.
#[derive(Debug, Default)]
pub(super) struct Members {
    set: BTreeMap<String, Setting>,
    placed: BTreeSet<String>,
    made: BTreeSet<String>,
    /// Types of errors that tests make.
    tried: BTreeSet<String>,
}

/// What becomes of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldUse {
    /// It is set and read, as far as is known.
    Used,
    /// Nothing reads it.
    NeverRead,
    /// It is read, and nothing ever puts anything into it.
    NeverFed,
    /// It tells a place in what is read, and is the same literal wherever it is set.
    Fixed,
}

/// What is known of a name that nothing looks at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// A type says that it may be left out.
    pub optional: bool,
    /// Code says it, and not only declarations.
    pub written: bool,
    /// Something is worked out for it.
    pub computed: bool,
    /// Something hangs on whether it is there.
    pub asked: bool,
}

/// Whether a field stands for what a function is given at one of its places: `newParseError#1`.
fn is_argument(name: &str) -> bool {
    // A field of JavaScript that begins so is a private one.
    name.find('#').is_some_and(|at| at > 0)
}

/// Whether a type by its name holds what others choose: whoever offers the choice has to look at it.
fn is_of_options(owner: &str) -> bool {
    const LAST: [&str; 6] = [
        "options",
        "opts",
        "option",
        "config",
        "configuration",
        "settings",
    ];
    let words = name_words(owner);
    words.last().is_some_and(|it| LAST.contains(&it.as_str()))
}

impl Project {
    /// What becomes of a field. A public one that is computed is for others to read, but for options, which are theirs to
    /// set; one that they may set is for them to set.
    #[must_use]
    pub fn field(&self, field: &Field) -> FieldUse {
        let Some(found) = self.members().set.get(&field.name) else {
            return FieldUse::Used;
        };
        let how = match self.members().placed.contains(&field.owner) {
            true => How::Computed,
            false => found.how,
        };
        // In Rust a method tells whose field it looks at.
        let own = format!("{}::{}", field.owner, field.name);
        let read = found.read || self.members().set.get(&own).is_some_and(|it| it.read);
        match (read, how) {
            (false, How::Computed) if !field.private && !is_of_options(&field.owner) => {
                FieldUse::Used
            }
            (false, _) => FieldUse::NeverRead,
            (true, How::Empty | How::Constant) if is_argument(&field.name) => FieldUse::Fixed,
            (true, How::Never | How::Empty) if is_argument(&field.name) => FieldUse::Used,
            (true, How::Never | How::Empty) if field.private => FieldUse::NeverFed,
            (true, How::Constant) if tells_a_place(&field.name) => FieldUse::Fixed,
            // Whoever makes an error says where, and by a zero nowhere.
            (true, How::Empty) if tells_a_place(&field.name) && names_an_error(&field.owner) => {
                FieldUse::Fixed
            }
            (true, _) => FieldUse::Used,
        }
    }

    /// Whether something in the tree makes an error of a type, or may: where that is not known, it may.
    #[must_use]
    pub fn makes(&self, path: &str, error: &str) -> bool {
        let known = self.facts(path).is_some_and(|it| it.made.is_some());
        // A type inside another is made by its last name.
        let last = error.rsplit('.').next().unwrap_or(error);
        let tried = || self.members().tried.contains(last) && self.is_expected(last);
        !known || self.members().made.contains(last) || tried()
    }

    /// Whether the program says the name of an error somewhere, so that others may make it: what only a test makes, and
    /// nothing catches, was never raised.
    fn is_expected(&self, error: &str) -> bool {
        let mut files = self.all().filter(|(path, _)| !self.is_test(path));
        files.any(|(_, facts)| {
            let uses = [&facts.references, &facts.members].into_iter();
            let mut uses = uses.filter_map(|it| it.get(error)).flatten();
            facts.truncated || uses.any(|it| !it.test)
        })
    }

    /// Whether the tree calls a function and takes what it gives nowhere, tests aside; known of Go, Java, Python and
    /// TypeScript.
    #[must_use]
    pub fn throws_away(&self, function: &str) -> bool {
        let lying = format!("{function}()");
        let mut files = self.all().filter(|(path, facts)| {
            let said = facts.references.contains_key(function)
                || facts.members.contains_key(function)
                || facts.set.contains_key(&lying);
            said && !self.is_test(path)
        });
        let mut called = false;
        files.all(|(_, facts)| {
            let here = facts.set.contains_key(&lying);
            called |= here;
            // Where it is only defined, it is defined once more.
            here && !facts.truncated
        }) && called
    }

    /// Whether the tree calls a function that others may call too, and takes what it gives nowhere, tests aside; known of
    /// Go, Java, Python and TypeScript.
    #[must_use]
    pub fn works_out_for_nothing(&self, function: &str) -> bool {
        let [lying, taken] = [format!("{function}()"), format!("{function}!")];
        let mut called = false;
        let mut files = self.all().filter(|(path, _)| !self.is_test(path));
        let all = files.all(|(_, facts)| {
            let here = facts.set.contains_key(&lying);
            called |= here;
            let mut names = facts.imports.iter().flat_map(|it| &it.names);
            let mut own = facts.definitions.iter();
            let known = names.any(|it| it.local.as_deref().unwrap_or(&it.name) == function)
                || own.any(|it| it.name == function);
            let uses = facts.members.contains_key(function)
                || facts.references.contains_key(function) && !known;
            !facts.truncated && (here || !(facts.set.contains_key(&taken) || uses))
        });
        all && called
    }

    /// Whether something in the tree compares with a named value, tests aside; known of Go and Java.
    #[must_use]
    pub fn compares(&self, name: &str) -> bool {
        self.members().set.contains_key(&format!("=={name}"))
    }

    /// Whether all that scripts of the tree do with a name is to declare it, to set it or to check it, tests aside; and
    /// whether a type says that it may be left out. `None` where something looks at it, or it is not known.
    #[must_use]
    pub fn idle_choice(&self, name: &str) -> Option<Choice> {
        let mark = |before: &str, after: &str| format!("{before}{name}{after}");
        let (idle, asked) = (mark("", "~"), mark("", "="));
        let (optional, valued) = (mark("?", ""), mark("", "#"));
        let mut more = false;
        let mut found = Choice::default();
        for (path, facts) in self.all() {
            let said = facts.set.contains_key(name)
                || facts.references.contains_key(name)
                || facts.members.contains_key(name);
            let test = || {
                self.entry(path)
                    .is_some_and(|it| it.kind == EntryKind::Test)
            };
            if !said || test() {
                continue;
            }
            let here = facts.set.contains_key(&asked);
            if !(here || facts.set.contains_key(&idle)) || facts.truncated {
                return None;
            }
            found.asked |= here;
            more |= facts.set.contains_key(&valued);
            found.optional |= facts.set.contains_key(&optional);
            found.written |= !path.ends_with(".d.ts");
            let computed = facts.set.get(name).is_some_and(|it| it.how > How::Constant);
            found.computed |= computed;
        }
        // Of what is only there or not, nothing more is to be looked at.
        (!found.asked || more).then_some(found)
    }

    /// Whether scripts of the tree start something as an empty list, look at it, and never put anything in; tests aside.
    #[must_use]
    pub fn never_fed(&self, name: &str) -> bool {
        let test = |path: &str| {
            self.entry(path)
                .is_some_and(|it| it.kind == EntryKind::Test)
        };
        let all = self.all().filter(|(path, _)| !test(path));
        let mut all = all.filter_map(|(_, it)| it.set.get(name)).peekable();
        let mut read = false;
        all.peek().is_some()
            && all.all(|it| {
                read |= it.read;
                it.how <= How::Empty
            })
            && read
    }

    fn members(&self) -> &Members {
        self.members.get_or_init(|| Members::of(self))
    }
}

impl Members {
    fn of(project: &Project) -> Self {
        let mut members = Self::default();
        for (path, facts) in &project.files {
            members.placed.extend(facts.placed.iter().cloned());
            let made = facts.made.iter().flatten().cloned();
            match facts.made.is_some() && project.is_test(path) {
                true => members.tried.extend(made),
                false => members.made.extend(made),
            }
            for (name, here) in &facts.set {
                let all = members.set.entry(name.clone()).or_insert(*here);
                all.read |= here.read;
                all.how = all.how.max(here.how);
            }
        }
        let fields = project.files.values().flat_map(|it| &it.fields);
        let loose = fields.filter(|it| it.owner.is_empty());
        let loose: BTreeSet<&str> = loose.map(|it| it.name.as_str()).collect();
        for facts in project.files.values() {
            members.read_by(facts, &loose);
        }
        members
    }

    /// Names that a file sets nothing of are read where it says them. In Go and Python a name without a dot is no field's, but
    /// in Go it may be that of a variable (`loose`).
    fn read_by(&mut self, facts: &Facts, loose: &BTreeSet<&str>) {
        // Of a value of its own that only tests know, the program makes no use.
        let works = |name: &str| {
            let uses = facts.references.get(name);
            uses.is_some_and(|it| it.iter().any(|it| !it.test))
        };
        let bare = |name: &&String| match facts.language {
            Language::Go => loose.contains(name.as_str()) && works(name),
            Language::Python => false,
            Language::Rust
            | Language::TypeScript
            | Language::Tsx
            | Language::Vue
            | Language::Java
            | Language::Other => true,
        };
        let names = facts.references.keys().filter(bare);
        let names = facts.members.keys().chain(names);
        for name in names.chain(facts.macro_words.keys()) {
            if facts.set.contains_key(name) {
                continue;
            }
            if let Some(all) = self.set.get_mut(name) {
                all.read = true;
            }
        }
        // What could not be read whole may hold anything.
        if facts.truncated {
            for name in facts.set.keys() {
                if let Some(all) = self.set.get_mut(name) {
                    *all = Setting {
                        read: true,
                        how: How::Computed,
                    };
                }
            }
        }
    }
}
