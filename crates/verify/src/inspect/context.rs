//! What every inspection of one verification stands on.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use code::rules::Rules;
use code::{BadPattern, Pattern, Reason, Span, Stub};
use ledger::ids::RelPath;
use ledger::plan::{Artifact, KeyLink, Plan};
use project::Project;

use super::answers::imposed::Families;
use super::prose::lenient;
use super::prose::{errors_are_asked, in_words};
use super::text_references::Mentions;
use crate::accepted::AcceptedList;
use crate::short_names::Names;

/// The plan, the tree as it is, and the tree that the change is compared with.
pub struct InspectionContext<'a> {
    pub(super) plan: &'a Plan,
    pub(super) project: &'a Project,
    pub(super) base: Option<&'a Project>,
    pub(super) rules: &'a Rules,
    /// Files that something reached before the change, and nothing does now.
    pub(super) lost: Vec<String>,
    /// What looked undone before, and is gone from where it stood.
    moved: OnceLock<BTreeSet<(String, Reason)>>,
    /// What functions took before the change, once somebody wants to know.
    pub(super) families: OnceLock<Families>,
    /// What the plan says in words.
    pub(super) sentences: Vec<&'a str>,
    /// Whether it asks that errors are told, once somebody wants to know.
    asks_errors: OnceLock<bool>,
    /// Whether it speaks of going on where something fails, once somebody wants to know.
    goes_on: OnceLock<bool>,
    /// What the plan says about each path, in its order.
    said: BTreeMap<&'a str, Said<'a>>,
    /// Where tests stand that assert as the tree does, file by file.
    asserting: BTreeMap<String, Vec<Span>>,
    /// Where names stand that nothing imports.
    pub(super) mentions: Mentions,
    /// What the repository accepts of what is found.
    pub(super) accepted: Option<&'a AcceptedList>,
}

/// What the plan says about one path.
#[derive(Default)]
struct Said<'a> {
    artifacts: Vec<&'a Artifact>,
    /// Links that start or end there.
    links: Vec<Asked<'a>>,
}

/// A link, with its pattern, which both ends ask for and which is compiled once.
#[derive(Clone)]
pub(super) struct Asked<'a> {
    pub(super) link: &'a KeyLink,
    /// What its ends may mean.
    from: Option<&'a RelPath>,
    to: Option<&'a RelPath>,
    /// Whether the plan names the very file that it leads to.
    planned: bool,
    pattern: Arc<OnceLock<Result<Pattern, BadPattern>>>,
}

/// What a link leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Target {
    /// A file, which need not be there.
    File(RelPath),
    /// A folder that is there.
    Folder(RelPath),
    /// Nothing that the tree could hold: a package, a route, a part of another system.
    Elsewhere,
}

impl Asked<'_> {
    pub(super) fn starts_in(&self, path: &RelPath) -> bool {
        self.link.from.path() == Some(path) || self.from == Some(path)
    }

    pub(super) fn ends_in(&self, path: &RelPath) -> bool {
        self.link.to.path() == Some(path) || self.to == Some(path)
    }

    /// What it leads to: the file of that very name if there is one, else what is meant.
    pub(super) fn target(&self, project: &Project) -> Target {
        let Some(to) = self.link.to.path() else {
            return Target::Elsewhere;
        };
        if project.has(to.as_str()) {
            return Target::File(to.clone());
        }
        if let Some(meant) = self.to {
            return Target::File(meant.clone());
        }
        if project.below(to.as_str()).next().is_some() {
            return Target::Folder(to.clone());
        }
        let called = project.called(to.as_str());
        if let Some(path) = called.and_then(|it| RelPath::new(it).ok()) {
            return Target::File(path);
        }
        match self.planned || is_missing_file(project, to.as_str()) {
            true => Target::File(to.clone()),
            false => Target::Elsewhere,
        }
    }

    pub(super) fn pattern(&self) -> Option<&Result<Pattern, BadPattern>> {
        let text = self.link.pattern.as_deref()?;
        Some(self.pattern.get_or_init(|| Pattern::as_meant(text)))
    }
}

impl<'a> InspectionContext<'a> {
    /// By which folder or pattern somebody else keeps a file, so that the tree only carries it. A change can't say so of what
    /// stood before it, nor of a folder that it puts something into: only of one that it brings whole.
    #[must_use]
    pub fn vendored_by<'p>(&'p self, path: &'p str) -> Option<&'p str> {
        let now = self.project.vendored();
        let Some(base) = self.base else {
            return now.folder_of(path).or_else(|| now.pattern_of(path));
        };
        let then = base.vendored();
        let stood = |folder: &&str| base.below(folder).next().is_some();
        let by_list = then.folder_of(path).filter(stood);
        by_list
            .or_else(|| then.pattern_of(path))
            .or_else(|| now.folder_of(path).filter(|it| !stood(it)))
    }

    /// `base`: what the change is compared with; without one, nothing is said about what a change did.
    #[must_use]
    pub fn new(
        plan: &'a Plan,
        project: &'a Project,
        base: Option<&'a Project>,
        rules: &'a Rules,
    ) -> Self {
        Self {
            plan,
            project,
            base,
            rules,
            lost: base.map_or_else(Vec::new, |base| project.lost(base)),
            moved: OnceLock::new(),
            families: OnceLock::new(),
            sentences: in_words(plan),
            asks_errors: OnceLock::new(),
            goes_on: OnceLock::new(),
            said: said(plan),
            asserting: BTreeMap::new(),
            mentions: Mentions::default(),
            accepted: None,
        }
    }

    /// The same, where a repository accepts something of what is found.
    #[must_use]
    pub fn accepting(self, accepted: Option<&'a AcceptedList>) -> Self {
        Self { accepted, ..self }
    }

    /// The same, where it is known which tests of a change assert as the tree does.
    #[must_use]
    pub fn with_asserting_tests(mut self, asserting: BTreeMap<String, Vec<Span>>) -> Self {
        self.asserting = asserting;
        self
    }

    /// The same, where it is known what other texts of the tree name.
    #[must_use]
    pub fn with_mentions(mut self, mentions: Mentions) -> Self {
        self.mentions = mentions;
        self
    }

    /// Whether a line of a file is in a test that asserts as the tree does.
    pub(super) fn asserts_at(&self, path: &str, line: u32) -> bool {
        let spans = self.asserting.get(path).into_iter().flatten();
        let mut spans = spans.map(|it| it.line..=it.end_line);
        spans.any(|it| it.contains(&line))
    }

    /// Whether the plan asks that errors are told.
    pub(super) fn asks_errors(&self) -> bool {
        *self.asks_errors.get_or_init(|| errors_are_asked(self))
    }

    /// Whether the plan speaks of going on where something fails, without a word to anybody.
    pub(super) fn goes_on(&self) -> bool {
        let said = || lenient::goes_on(&self.sentences);
        *self.goes_on.get_or_init(said)
    }

    /// Whether the same stood in another file before the change, and stands there no more: then it came from there.
    pub(super) fn is_moved(&self, stub: &Stub) -> bool {
        let moved = self.moved.get_or_init(|| {
            let all = self.base.into_iter().flat_map(Project::all);
            let gone = all.flat_map(|(path, facts)| {
                let now = self.project.facts(path);
                let stubs = facts.stubs.iter().filter(|it| !it.test);
                stubs.filter(move |old| {
                    let same = |it: &&Stub| it.what == old.what && it.reason == old.reason;
                    !now.is_some_and(|now| now.stubs.iter().any(|it| same(&it)))
                })
            });
            gone.map(|it| (it.what.clone(), it.reason)).collect()
        });
        !stub.test && moved.contains(&(stub.what.clone(), stub.reason))
    }

    /// The tree as it is.
    #[must_use]
    pub fn project(&self) -> &'a Project {
        self.project
    }

    pub(super) fn artifacts(&self, path: &str) -> &[&'a Artifact] {
        self.said.get(path).map_or(&[], |it| &it.artifacts)
    }

    /// Links that start or end at a path.
    pub(super) fn links(&self, path: &str) -> &[Asked<'a>] {
        self.said.get(path).map_or(&[], |it| &it.links)
    }
}

/// Whether a path that is not there can only be meant as a file of the tree: it has an extension, and stands in a folder that
/// the tree has. A module of a package has neither (`react`, `lodash/fp`), or no such folder (`lib/module.js` of another).
fn is_missing_file(project: &Project, path: &str) -> bool {
    let Some((folder, name)) = path.rsplit_once('/') else {
        return false;
    };
    let top = folder.split('/').next().unwrap_or(folder);
    name.contains('.') && project.below(top).next().is_some()
}

fn said(plan: &Plan) -> BTreeMap<&str, Said<'_>> {
    let names = Names::of(plan);
    let mut said: BTreeMap<&str, Said<'_>> = BTreeMap::new();
    for task in &plan.tasks {
        for artifact in &task.must_haves.artifacts {
            let at = said.entry(artifact.path.as_str()).or_default();
            at.artifacts.push(artifact);
        }
        for link in &task.must_haves.key_links {
            let asked = Asked {
                link,
                from: link.from.path().and_then(|it| names.meant(it)),
                to: link.to.path().and_then(|it| names.meant(it)),
                planned: link.to.path().is_some_and(|it| names.has(it)),
                pattern: Arc::default(),
            };
            let ends = [link.from.path(), link.to.path(), asked.from, asked.to];
            let ends: BTreeSet<&str> = ends.into_iter().flatten().map(RelPath::as_str).collect();
            for end in ends {
                let at = said.entry(end).or_default();
                at.links.push(asked.clone());
            }
        }
    }
    said
}

impl std::fmt::Debug for InspectionContext<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("InspectionContext").finish_non_exhaustive()
    }
}
