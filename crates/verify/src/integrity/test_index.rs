//! The tests and the sources of a change, before and after, read once.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use code::is_test_path;

use code::{Case, Facts, Keep, Language, Limits, ParameterUse, Reading, Suite, facts, suite};
use project::Project;

use super::{Change, Planned};

/// Code with what stands in its strings; what never runs may be what a test is about.
const CODE: Keep = Keep {
    strings: true,
    dead: true,
    tests: true,
};

/// One test and the file that it stands in.
#[derive(Clone, Copy)]
pub(super) struct Entry<'b> {
    pub(super) path: &'b str,
    pub(super) case: &'b Case,
    pub(super) suite: &'b Suite,
}

/// A function of a changed file that nothing is seen to call.
pub(super) struct Alone<'a> {
    pub(super) path: &'a str,
    pub(super) name: String,
    pub(super) line: u32,
}

/// One changed file with tests on either side.
pub(super) struct Page<'a> {
    pub(super) path: &'a str,
    pub(super) before: Suite,
    pub(super) after: Suite,
    /// Names of functions that it defines now, with their lines.
    pub(super) functions: BTreeMap<String, u32>,
    /// Names that the file brings in now, with the specifier that they come from.
    pub(super) imports: Vec<(String, String)>,
    /// Whether the file is gone.
    pub(super) deleted: bool,
    /// Whether the file was not there before.
    pub(super) is_new: bool,
    /// Whether what its tests are about went with it: they stood in a source, or beside one of the same name.
    pub(super) with_source: bool,
    /// Whether the plan names its files, and not this one.
    pub(super) left_out: bool,
}

/// A change as far as tests are concerned.
pub(super) struct Book<'a> {
    pub(super) pages: Vec<Page<'a>>,
    /// Words of the changed sources outside their tests.
    pub(super) before: BTreeSet<String>,
    pub(super) after: BTreeSet<String>,
    /// Functions and methods that the changed sources define, before and after.
    pub(super) defined: (BTreeSet<String>, BTreeSet<String>),
    /// Parameters that functions of the changed sources took and take no more, behind the own name of the function.
    pub(super) shed: BTreeSet<(String, String)>,
    /// Those of them that give something other than yes or no now, as far as they say so.
    pub(super) values: BTreeSet<String>,
    /// Code outside tests has changed.
    pub(super) sources: bool,
    /// Something that is neither a test nor prose has changed.
    pub(super) others: bool,
    /// What the plan quotes of rows that are to go.
    pub(super) unwanted: Vec<String>,
    /// Whether the plan says that tests are switched off.
    pub(super) shelves: bool,
    /// Functions that assert and that neither a runner nor their file calls.
    pub(super) unrun_functions: Vec<Alone<'a>>,
    /// Names of all functions that the changed files defined before.
    pub(super) known: BTreeSet<String>,
    /// Functions that assert and that left a file of tests for another one, by name.
    pub(super) moved: BTreeSet<String>,
    /// Those that left, and those that came, with how much they assert.
    left: BTreeMap<String, u32>,
    came: BTreeMap<String, u32>,
}

/// The tests of a text, and what else is known of it.
type ReadText<'f> = (Suite, Cow<'f, Facts>);

impl<'a> Book<'a> {
    /// Reads a change. `known`: trees, before and now, of which the facts need not be read again.
    pub(super) fn of(
        changes: &[Change<'a>],
        planned: &Planned<'_>,
        known: (Option<&Project>, Option<&Project>),
    ) -> Book<'a> {
        let gone = changes.iter().filter(|it| it.after.is_none());
        let gone = gone.filter(|it| !is_test_path(it.path, Language::of_path(it.path)));
        let stems: BTreeSet<String> = gone.map(|it| stem(it.path)).collect();
        let mut book = Book {
            pages: Vec::new(),
            before: BTreeSet::new(),
            after: BTreeSet::new(),
            defined: (BTreeSet::new(), BTreeSet::new()),
            shed: BTreeSet::new(),
            values: BTreeSet::new(),
            sources: false,
            others: false,
            unwanted: planned.rows.clone(),
            shelves: planned.shelves,
            unrun_functions: Vec::new(),
            known: BTreeSet::new(),
            moved: BTreeSet::new(),
            left: BTreeMap::new(),
            came: BTreeMap::new(),
        };
        for change in changes {
            book.read(change, known);
        }
        let there = |(name, asserts): &(&String, &u32)| {
            book.came.get(*name).is_some_and(|it| it >= *asserts)
        };
        book.moved = book
            .left
            .iter()
            .filter(there)
            .map(|it| it.0.clone())
            .collect();
        for page in &mut book.pages {
            let in_source = !is_test_path(page.path, Language::of_path(page.path));
            page.with_source = page.deleted && (in_source || stems.contains(&stem(page.path)));
            page.left_out = planned.leaves_out(page.path);
        }
        book
    }

    fn read(&mut self, change: &Change<'a>, known: (Option<&Project>, Option<&Project>)) {
        let language = Language::of_path(change.path);
        let before = read_text(change.path, change.before, known.0);
        let after = read_text(change.path, change.after, known.1);
        let imports = after
            .iter()
            .flat_map(|(_, facts)| facts.imports.iter())
            .flat_map(|import| {
                let names = import.names.iter().filter_map(|it| it.local.clone());
                names
                    .map(|it| (it, import.path.clone()))
                    .collect::<Vec<_>>()
            });
        let imports: Vec<(String, String)> = imports.collect();
        let functions = own_names(after.as_ref().map(|it| &*it.1));
        let is_test = is_test_path(change.path, language);
        self.stood(before.as_ref().map(|it| &*it.1));
        if !is_test {
            let facts = |it: &Option<ReadText<'_>>| {
                it.as_ref().map_or_else(BTreeSet::new, |it| defined(&it.1))
            };
            self.defined.0.extend(facts(&before));
            self.defined.1.extend(facts(&after));
            if let (Some(text), Some((_, after))) = (change.after, &after) {
                self.values.extend(code::values_given(text, after));
            }
            if let (Some((_, before)), Some((_, after))) = (&before, &after) {
                self.shed.extend(shed(before, after));
            }
        }
        let texts = (!is_test).then(|| (bare(change.before, &before), bare(change.after, &after)));
        let suite = |it: Option<ReadText<'_>>| it.map(|(suite, _)| suite).unwrap_or_default();
        let (before, after) = (suite(before), suite(after));
        self.unrun_functions(change.path, &after);
        let holds = !before.cases.is_empty() || !after.cases.is_empty();
        if let Some(texts) = texts {
            self.source(change.path, language, (&before, &after), &texts);
        } else {
            let one = |it: &Suite, other: &Suite| {
                let helpers = it.helpers.iter();
                let alone = helpers.filter(|(name, _)| !other.helpers.contains_key(*name));
                alone
                    .map(|(name, it)| (name.clone(), it.asserts))
                    .collect::<Vec<_>>()
            };
            self.left.extend(one(&before, &after));
            self.came.extend(one(&after, &before));
        }
        if holds {
            self.pages.push(Page {
                path: change.path,
                before,
                after,
                functions,
                imports,
                deleted: change.after.is_none(),
                is_new: change.before.is_none(),
                with_source: false,
                left_out: false,
            });
        }
    }

    /// Functions that assert and that nothing of their file calls.
    fn unrun_functions(&mut self, path: &'a str, after: &Suite) {
        let unrun_functions = after.unrun_functions.iter().filter(|_| !after.damaged);
        self.unrun_functions.extend(unrun_functions.map(|it| Alone {
            path,
            name: it.name.clone(),
            line: it.line,
        }));
    }

    /// Names that a file defined before.
    fn stood(&mut self, before: Option<&Facts>) {
        let all = before.into_iter().flat_map(|it| &it.definitions);
        let names = all.filter_map(|it| it.name.rsplit(['.', ':']).next());
        self.known.extend(names.map(str::to_owned));
    }

    fn source(
        &mut self,
        path: &str,
        language: Language,
        (before, after): (&Suite, &Suite),
        (then, now): &(String, String),
    ) {
        let is_prose = [".md", ".txt", ".rst", ".adoc", ".snap", ".lock"]
            .iter()
            .any(|it| path.ends_with(it));
        let changed =
            before.rest != after.rest || (before.cases.is_empty() && after.cases.is_empty());
        self.others |= !is_prose && changed;
        self.sources |= language.has_syntax() && changed;
        if is_prose {
            return;
        }
        words(then, before, &mut self.before);
        words(now, after, &mut self.after);
    }

    /// Functions that assert less where they came than where they left: the name, how much then, and how much now. Nothing
    /// where as much came in all.
    pub(super) fn thinned(&self) -> Vec<(&str, u32, u32)> {
        let sum =
            |it: &BTreeMap<String, u32>| it.values().fold(0, |a: u32, b| a.saturating_add(*b));
        if sum(&self.came) >= sum(&self.left) {
            return Vec::new();
        }
        let both = self.left.iter().filter_map(|(name, then)| {
            let now = self.came.get(name)?;
            (now < then).then_some((name.as_str(), *then, *now))
        });
        both.collect()
    }

    /// Tests before, file by file.
    pub(super) fn olds(&self) -> Vec<Entry<'_>> {
        self.entries(|it| &it.before)
    }

    /// Tests now.
    pub(super) fn news(&self) -> Vec<Entry<'_>> {
        self.entries(|it| &it.after)
    }

    fn entries<'b>(&'b self, side: impl Fn(&'b Page<'a>) -> &'b Suite) -> Vec<Entry<'b>> {
        let all = self.pages.iter().flat_map(|page| {
            let suite = side(page);
            suite.cases.iter().map(move |case| Entry {
                path: page.path,
                case,
                suite,
            })
        });
        all.collect()
    }

    /// Whether nothing in a file was to be replaced: the plan names its files, and not this one.
    pub(super) fn leaves_out(&self, path: &str) -> bool {
        self.page(path).is_some_and(|it| it.left_out)
    }

    /// The test that stands at a line now.
    pub(super) fn test_at(&self, path: &str, line: Option<u32>) -> Option<String> {
        let (page, line) = (self.page(path)?, line?);
        let mut cases = page.after.cases.iter();
        let case = cases.find(|it| it.span.line <= line && line <= it.span.end_line)?;
        Some(case.name.clone())
    }

    pub(super) fn page(&self, path: &str) -> Option<&Page<'a>> {
        self.pages.iter().find(|it| it.path == path)
    }
}

/// Reads the tests of a text, and the text itself where the tree does not know it.
fn read_text<'f>(
    path: &str,
    text: Option<&str>,
    known: Option<&'f Project>,
) -> Option<ReadText<'f>> {
    let language = Language::of_path(path);
    let text = text.filter(|_| language.has_syntax())?;
    let known = known.and_then(|it| it.facts(path)).map(Cow::Borrowed);
    let facts = known.unwrap_or_else(|| Cow::Owned(facts(language, text, &Limits::default())));
    let suite = suite(path, text, &facts);
    Some((suite, facts))
}

/// A text without comments, where they are known: a name that stands in nothing else is no code any more.
fn bare(text: Option<&str>, read: &Option<ReadText<'_>>) -> String {
    let text = text.unwrap_or_default();
    match read {
        Some((_, facts)) if is_read(facts) => facts.code_only(text, CODE),
        Some(_) | None => text.to_owned(),
    }
}

/// Whether comments are known in a file.
fn is_read(facts: &Facts) -> bool {
    match facts.reading {
        Reading::Parsed | Reading::Damaged { .. } => true,
        Reading::Words | Reading::Unreadable(_) => false,
    }
}

/// The own names of all functions of a file, with their lines.
fn own_names(facts: Option<&Facts>) -> BTreeMap<String, u32> {
    let functions = facts.into_iter().flat_map(|it| &it.definitions);
    let functions = functions.filter(|it| it.kind.is_function());
    let names = functions.filter_map(|it| {
        let own = it.name.rsplit(['.', ':']).next()?;
        Some((own.to_owned(), it.span.line))
    });
    names.collect()
}

/// The own names of functions and methods outside tests.
fn defined(facts: &Facts) -> BTreeSet<String> {
    let functions = facts
        .definitions
        .iter()
        .filter(|it| it.kind.is_function() && !it.test);
    let own = functions.filter_map(|it| it.name.rsplit(['.', ':']).next());
    own.map(str::to_owned).collect()
}

/// Parameters that functions of a file took and take no more.
fn shed(before: &Facts, after: &Facts) -> Vec<(String, String)> {
    let all = |it: &ParameterUse| {
        it.reads
            .union(&it.ignores)
            .cloned()
            .collect::<BTreeSet<_>>()
    };
    let functions = before.parameter_use.iter().filter_map(|(name, then)| {
        let now = after.parameter_use.get(name)?;
        // A class is called to make one of it.
        let path = name.strip_suffix(".__init__").unwrap_or(name);
        let own = path.rsplit(['.', ':']).next().unwrap_or(path);
        let gone: Vec<String> = all(then).difference(&all(now)).cloned().collect();
        Some(gone.into_iter().map(|it| (own.to_owned(), it)))
    });
    functions.flatten().collect()
}

/// The name of a file without what says that it is a test, and without its language.
fn stem(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    let name = name.split('.').next().unwrap_or(name);
    let name = name
        .trim_start_matches("test_")
        .trim_end_matches("_test")
        .trim_end_matches("-test");
    name.trim_end_matches("Tests")
        .trim_end_matches("Test")
        .to_lowercase()
}

/// The words of a text outside its tests.
fn words(text: &str, suite: &Suite, found: &mut BTreeSet<String>) {
    let mut from = 0;
    let mut take = |start: usize, end: usize| {
        let piece = text.get(start..end.max(start)).unwrap_or_default();
        let all = piece.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-');
        found.extend(
            all.filter(|it| !it.is_empty() && it.len() < 80)
                .map(str::to_owned),
        );
    };
    for case in &suite.cases {
        take(from, case.span.bytes.start);
        from = case.span.bytes.end.max(from);
    }
    take(from, text.len());
}
