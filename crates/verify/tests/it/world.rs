//! A plan, some files and some records, and what is concluded from them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use ledger::event::Inspection;
use ledger::evidence::{End, Evidence, EvidenceKind, SourceTrust};
use ledger::ids::{ActId, GitId, Hash, RelPath};
use ledger::observation::ChangedFile;
use ledger::options::{Severity, Verification};
use ledger::phase::Mode;
use ledger::plan::Plan;
use ledger::promise::Promise;
use ledger::report::{Item, ItemKind, ItemStatus, Report, ReportStatus};
use project::Project;
use verify::integrity::{Conventions, Telling};
use verify::{Content, Input, InspectionContext};

pub(crate) const TREE: &str = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
pub(crate) const OTHER_TREE: &str = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";

/// What stands at a path.
#[derive(Clone)]
pub(crate) enum At {
    Text(String),
    Directory,
    Ignored,
    LinkOutside,
    Special,
    TooLarge,
    NotText,
}

/// Everything a report follows from.
pub(crate) struct World {
    pub(crate) promise: Promise,
    pub(crate) plan: Plan,
    pub(crate) files: BTreeMap<String, At>,
    /// What stood there before the change; nothing: it is compared with nothing.
    pub(crate) before: BTreeMap<String, String>,
    pub(crate) mode: Mode,
    /// Each write passed a gate.
    pub(crate) gated: bool,
    /// Somebody said what the change is to do.
    pub(crate) planned: bool,
    pub(crate) options: Verification,
    pub(crate) evidence: Vec<Evidence>,
    pub(crate) unfit: Vec<ledger::evidence::Unfit>,
    pub(crate) measured: Option<ledger::measure::Measured>,
    pub(crate) changed: Vec<ChangedFile>,
    pub(crate) undeclared: Vec<String>,
    pub(crate) previous: Option<Report>,
    pub(crate) trials: Vec<verify::Trial>,
    /// Trials of where the tests read the changed code.
    pub(crate) places: Vec<verify::PlaceTrial>,
    pub(crate) guards: Vec<verify::Guarded>,
}

impl World {
    /// A plan with these must-haves, written as they are in a `PLAN.md`.
    pub(crate) fn new(must_haves: &str) -> World {
        let text = format!(
            "---\nphase: 01-x\nplan: 01\ntype: execute\nwave: 1\ndepends_on: []\nfiles_modified: [src/a.rs]\n\
             autonomous: true\nrequirements: [R-1]\nmust_haves:\n{must_haves}\n---\n<objective>\nIt works.\n\
             </objective>\n<tasks>\n<task type=\"auto\">\n<name>Do it</name>\n<action>Do it.</action>\n</task>\n\
             </tasks>\n"
        );
        let (promise, plan, _) = spec::plan_md::read("PLAN.md", &text).unwrap_or_else(|problems| {
            let said: Vec<String> = problems.iter().map(ToString::to_string).collect();
            panic!("{}", said.join("\n"))
        });
        World::of(promise, plan)
    }

    pub(crate) fn of(promise: Promise, plan: Plan) -> World {
        World {
            promise,
            plan,
            files: BTreeMap::new(),
            before: BTreeMap::new(),
            mode: Mode::Normal,
            gated: true,
            planned: true,
            options: options(),
            evidence: Vec::new(),
            measured: None,
            changed: Vec::new(),
            undeclared: Vec::new(),
            previous: None,
            unfit: Vec::new(),
            trials: Vec::new(),
            places: Vec::new(),
            guards: Vec::new(),
        }
    }

    /// All files together.
    fn project(&self) -> Project {
        Project::read(self.files.iter().filter_map(|(path, at)| match at {
            At::Text(text) => Some((path.as_str(), text.as_str())),
            At::Directory
            | At::Ignored
            | At::LinkOutside
            | At::Special
            | At::TooLarge
            | At::NotText => None,
        }))
    }

    pub(crate) fn file(mut self, path: &str, text: &str) -> World {
        self.files
            .insert(path.to_owned(), At::Text(text.to_owned()));
        self
    }

    pub(crate) fn at(mut self, path: &str, at: At) -> World {
        self.files.insert(path.to_owned(), at);
        self
    }

    pub(crate) fn changed(mut self, kind: char, path: &str) -> World {
        self.changed.push(ChangedFile {
            path: path.to_owned(),
            kind,
        });
        self
    }

    pub(crate) fn ran(mut self, command: &str, exit_code: i32) -> World {
        let id = format!("e{}", self.evidence.len() + 1);
        self.evidence.push(record(&id, command, Some(exit_code)));
        self
    }

    /// The last task's only step has these commands.
    pub(crate) fn steps(mut self, commands: &[&str]) -> World {
        let step = &mut self.plan.tasks[0].steps[0];
        step.commands = commands.iter().map(|it| (*it).to_owned()).collect();
        self
    }

    pub(crate) fn report(&self) -> Report {
        self.report_of(&self.inspections())
    }

    /// What is found at each path.
    pub(crate) fn inspections(&self) -> Vec<Inspection> {
        let project = self.project();
        let rules = code::rules::Rules::default();
        let texts = self
            .before
            .iter()
            .map(|(path, text)| (path.as_str(), text.as_str()));
        let base = (!self.before.is_empty()).then(|| Project::read(texts));
        let mut ground = InspectionContext::new(&self.plan, &project, base.as_ref(), &rules);
        let paths = verify::paths(&self.plan, &self.changed);
        let changes: Vec<_> = self
            .changed
            .iter()
            .map(|it| self.change(&it.path))
            .collect();
        let reading = verify::read_change(&ground, &changes);
        let conventions = self.conventions(&verify::wanted_texts(&ground, &reading));
        ground = ground.with_asserting_tests(reading.asserting_tests(&conventions));
        let mut inspections = self.look(&ground, &paths);
        let sought = verify::sought(&project, &inspections);
        if base.is_some() && !sought.words.is_empty() {
            ground = ground.with_mentions(self.mentions(&project, sought.words));
            inspections = self.look(&ground, &paths);
        }
        if base.is_some() {
            let read = (&reading, &conventions);
            inspections.push(verify::inspect_change(&ground, read, Vec::new(), false));
        }
        inspections
    }

    fn look(&self, ground: &InspectionContext<'_>, paths: &[RelPath]) -> Vec<Inspection> {
        let look = |path: &RelPath| {
            let content = match self.files.get(path.as_str()) {
                None => Content::Absent,
                Some(At::Text(text)) => Content::Text(text),
                Some(At::Directory) => Content::Directory,
                Some(At::Ignored) => Content::Ignored,
                Some(At::LinkOutside) => Content::LinkOutside,
                Some(At::Special) => Content::Special,
                Some(At::TooLarge) => Content::TooLarge(9_000_000),
                Some(At::NotText) => Content::NotText,
            };
            let before = self.before.get(path.as_str()).map(String::as_str);
            verify::inspect(ground, path, content, before)
        };
        paths.iter().map(look).collect()
    }

    /// How the tests of this tree assert.
    fn conventions(&self, wanted: &verify::WantedTexts) -> Conventions {
        let tests = wanted.before.iter().filter_map(|path| {
            let text = self.before.get(path)?;
            Some(Telling::Tests { path, text }.lesson())
        });
        let shared = wanted.now.iter().filter_map(|(path, names)| {
            let text = self.text(path)?;
            Some(Telling::Shared { path, text, names }.lesson())
        });
        Conventions::learn(tests.chain(shared))
    }

    /// Where words stand in the texts of this tree.
    fn mentions(&self, project: &Project, words: BTreeSet<String>) -> verify::Mentions {
        let mut found = verify::Mentions::default();
        let names = code::Names::new(words).unwrap();
        for path in self.files.keys() {
            let wanted = RelPath::new(path).is_ok_and(|it| verify::Mentions::may_tell(&it));
            if let Some(text) = self.text(path).filter(|_| wanted) {
                found.add(path, names.mentions(text, project.facts(path)));
            }
        }
        found
    }

    fn text(&self, path: &str) -> Option<&str> {
        self.files.get(path).and_then(|at| match at {
            At::Text(text) => Some(text.as_str()),
            At::Directory
            | At::Ignored
            | At::LinkOutside
            | At::Special
            | At::TooLarge
            | At::NotText => None,
        })
    }

    fn change<'a>(&'a self, path: &'a str) -> verify::integrity::Change<'a> {
        verify::integrity::Change {
            path,
            before: self.before.get(path).map(String::as_str),
            after: self.text(path),
        }
    }

    /// What follows from these inspections, whatever stands in the files.
    pub(crate) fn report_of(&self, inspections: &[Inspection]) -> Report {
        let tree = GitId::new(TREE).unwrap();
        verify::conclude(&Input {
            plan: &self.plan,
            promise: &self.promise,
            partial: false,
            gated: self.gated,
            planned: self.planned,
            mode: self.mode,
            options: &self.options,
            tree: Some(&tree),
            inspections,
            evidence: &self.evidence,
            unfit: &self.unfit,
            unprepared: None,
            switched_off: &[],
            left_out: &[],
            trials: &self.trials,
            places: &self.places,
            guards: &self.guards,
            measured: self.measured.as_ref(),
            changed: &self.changed,
            undeclared: &self.undeclared,
            lost: &[],
            told: &[],
            previous: self.previous.as_ref(),
        })
    }

    /// The only item of a kind.
    #[track_caller]
    pub(crate) fn only(&self, kind: ItemKind) -> Item {
        let report = self.report();
        let items: Vec<&Item> = report.items.iter().filter(|it| it.kind == kind).collect();
        assert_eq!(items.len(), 1, "{items:#?}");
        items[0].clone()
    }
}

pub(crate) fn options() -> Verification {
    Verification {
        commands: Vec::new(),
        commands_found: false,
        prepare: Vec::new(),
        bring: Vec::new(),
        levels: vec![1, 2, 3, 4, 5],
        superpowers: false,
        superpowers_continue_on_fail: false,
        archon: Vec::new(),
        thresholds: BTreeMap::new(),
        type_check: Vec::new(),
        hooks: Vec::new(),
        falsify: ledger::options::Falsify::default(),
        rules: sentences(),
    }
}

/// Most of these tests are about what sentences of a plan say: as gaps they are items, and can be told from one another.
fn sentences() -> BTreeMap<String, Severity> {
    // To list all rules is to compile all shapes.
    static SENTENCES: LazyLock<BTreeMap<String, Severity>> = LazyLock::new(|| {
        let rules = verify::explained().into_iter();
        let rules = rules.filter(|it| it.about == "Sentences of the plan");
        rules.map(|it| (it.rule, Severity::Gap)).collect()
    });
    SENTENCES.clone()
}

pub(crate) fn record(id: &str, command: &str, exit_code: Option<i32>) -> Evidence {
    Evidence {
        id: id.to_owned(),
        kind: EvidenceKind::Verify,
        source_trust: SourceTrust::LocalCommand,
        act: ActId(1),
        producer_trace_id: "t".to_owned(),
        command: Some(command.to_owned()),
        exit_code,
        tree: Some(GitId::new(TREE).unwrap()),
        tree_unchanged: true,
        output: Hash::of(b""),
        tail: "first\nlast line\n".to_owned(),
        source_refs: Vec::new(),
        tests: None,
        end: End::Exited,
        failure: None,
        opened: Vec::new(),
        created_ms: 0,
        duration_ms: 1,
    }
}

/// Whether a report says that something is so, is not so, or is for a person.
pub(crate) fn answer(item: &Item) -> &'static str {
    match item.status {
        ItemStatus::Verified => "yes",
        ItemStatus::Failed => "no",
        ItemStatus::Unknown | ItemStatus::Human => "unknown",
    }
}

/// The one rule that must never break.
pub(crate) fn sound(report: &Report) {
    let all = report
        .items
        .iter()
        .all(|it| it.status == ItemStatus::Verified);
    let failed = report
        .items
        .iter()
        .any(|it| it.status == ItemStatus::Failed);
    let expected = match (all, failed) {
        (true, _) => ReportStatus::Passed,
        (false, true) => ReportStatus::GapsFound,
        (false, false) => ReportStatus::HumanNeeded,
    };
    assert_eq!(report.status, expected);
    let mut ids: Vec<&str> = report.items.iter().map(|it| it.id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), report.items.len(), "ids are unique");
}

/// What is held against a change, where the plan says this. Of each file the text before, empty where there was none, and now.
pub(crate) fn held(says: &str, files: &[(&str, &str, &str)]) -> Vec<String> {
    let mut world = World::new("  truths:\n    - \"It works\"\n");
    world.plan.title = says.to_owned();
    for (path, before, now) in files {
        if !before.is_empty() {
            world
                .before
                .insert((*path).to_owned(), (*before).to_owned());
        }
        world = world.file(path, now);
        if before != now {
            let kind = if before.is_empty() { 'A' } else { 'M' };
            world = world.changed(kind, path);
        }
    }
    let report = world.report();
    let items = report.items.iter().filter(|it| it.id.starts_with("gate:"));
    // Nothing is run in this world, and that is said elsewhere.
    let items = items.filter(|it| it.id != "gate:nothing-run");
    items.map(|it| it.reason.clone()).collect()
}

/// What is held against files as they are now, of which `old` were there before; what is only there stays as it was.
pub(crate) fn held_beside(says: &str, old: &[(&str, &str)], now: &[(&str, &str)]) -> Vec<String> {
    let text = |list: &[(&str, &str)], path: &str| -> Option<String> {
        let found = list.iter().find(|it| it.0 == path);
        found.map(|it| it.1.to_owned())
    };
    let paths: BTreeSet<&str> = old.iter().chain(now).map(|it| it.0).collect();
    let texts = paths.into_iter().map(|path| {
        let before = text(old, path).unwrap_or_default();
        let after = text(now, path).unwrap_or_else(|| before.clone());
        (path, before, after)
    });
    let texts: Vec<(&str, String, String)> = texts.collect();
    let all: Vec<(&str, &str, &str)> = texts
        .iter()
        .map(|(path, before, after)| (*path, before.as_str(), after.as_str()))
        .collect();
    held(says, &all)
}

/// Whether one of several says these words.
pub(crate) fn holds(found: &[String], words: &str) -> bool {
    found.iter().any(|it| it.contains(words))
}

/// What stands between these words and the next backtick in the reasons of gates, in order.
pub(crate) fn named(report: &Report, words: &str) -> Vec<String> {
    let reasons = report.items.iter().map(|it| it.reason.as_str());
    let names = reasons.flat_map(|it| it.split(words).skip(1));
    let names = names.filter_map(|it| it.split('`').next());
    let mut names: Vec<String> = names.map(str::to_owned).collect();
    names.sort();
    names
}
