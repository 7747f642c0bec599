//! Level 5: what came of breaking what an artifact provides. Which breaks are worth trying, and what a trial says.

use code::{Break, BreakKind, Facts, Language, Limits};
use ledger::ids::RelPath;
use ledger::plan::{Plan, Task};
use serde::{Deserialize, Serialize};

use crate::needs;
use ledger::options::Verification;

/// Breaks of one sort that are tried in one artifact.
const BREAKS_MAX: usize = 2;

/// A break that is worth a trial, and the evidence that should notice.
#[derive(Debug, Clone)]
pub struct Suspect {
    /// The artifact.
    pub path: RelPath,
    /// What is broken in it.
    pub broken: Break,
    /// Commands that claim to cover it.
    pub commands: Vec<String>,
    /// What is broken where nothing builds with the first.
    pub instead: Option<Break>,
}

impl Suspect {
    /// The same with the other break, if there is one.
    #[must_use]
    pub fn other(&self) -> Option<Self> {
        Some(Self {
            broken: self.instead.clone()?,
            instead: None,
            ..self.clone()
        })
    }
}

/// What came of one break.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trial {
    /// The artifact.
    pub path: String,
    /// The function.
    pub name: String,
    /// Its first line.
    pub line: u32,
    /// How it was broken.
    pub how: How,
    /// Who noticed.
    pub outcome: Outcome,
}

/// A prohibition's check, and the fixtures that show whether it can fail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fixtures {
    /// The prohibition.
    pub truth: String,
    /// The file in whose place they are put.
    pub target: RelPath,
    /// What is forbidden.
    pub violation: RelPath,
    /// What is not.
    pub clean: Option<RelPath>,
    /// The check.
    pub commands: Vec<String>,
}

/// What came of a prohibition's fixtures.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guarded {
    /// The prohibition.
    pub truth: String,
    /// Who noticed the violation.
    pub violated: Outcome,
    /// Who minds the clean one, which nobody should.
    pub clean: Option<Outcome>,
}

/// What came of everything that was tried, as a run records it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tried {
    /// Breaks.
    #[serde(default)]
    pub trials: Vec<Trial>,
    /// Fixtures of prohibitions.
    #[serde(default)]
    pub guards: Vec<Guarded>,
}

impl Tried {
    /// As it is recorded (JSON).
    #[must_use]
    pub fn facts(&self) -> String {
        // INVARIANT: texts and numbers alone always have a form in JSON.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// As it was recorded; nothing tried where that can't be read.
    #[must_use]
    pub fn read(facts: &str) -> Self {
        serde_json::from_str(facts).unwrap_or_default()
    }
}

/// The prohibitions whose checks can be tried.
#[must_use]
pub fn guards(plan: &Plan) -> Vec<Fixtures> {
    let one = |task: &Task, truth: &ledger::plan::Truth| {
        let guard = truth.guard.as_ref()?;
        let of_steps = task.steps.iter().flat_map(|step| &step.commands);
        let commands: Vec<&String> = match truth.commands.as_slice() {
            [] => of_steps.collect(),
            own => own.iter().collect(),
        };
        Some(Fixtures {
            truth: truth.text.clone(),
            target: guard.target.clone()?,
            violation: guard.violation.clone()?,
            clean: guard.clean.clone(),
            commands: commands.iter().map(|it| it.trim().to_owned()).collect(),
        })
    };
    let tasks = plan.tasks.iter();
    tasks
        .flat_map(|task| task.must_haves.truths.iter().map(move |it| (task, it)))
        .filter_map(|(task, truth)| one(task, truth))
        .collect()
}

/// How a function was broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// It fails as soon as it is called.
    Fails,
    /// It returns at once, with nothing.
    ReturnsNothing,
}

impl How {
    /// What the function does then.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            How::Fails => "fails at once",
            How::ReturnsNothing => "returns at once with nothing",
        }
    }
}

impl Outcome {
    /// In words that follow what was broken.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Outcome::Noticed(command) => format!("`{command}` notices"),
            Outcome::Survived => "nobody notices".to_owned(),
            Outcome::Unbuilt(command) => format!("`{command}` does not build"),
            Outcome::Untried(why) => format!("not tried: {why}"),
        }
    }

    /// Why nothing was learnt, if nothing was.
    pub(crate) fn why(&self) -> Option<String> {
        match self {
            Outcome::Noticed(_) | Outcome::Survived => None,
            Outcome::Unbuilt(command) => Some(format!(
                "`{command}` does not build with it, which says nothing about tests"
            )),
            Outcome::Untried(why) => Some(why.clone()),
        }
    }
}

/// Who noticed a break.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// This command.
    Noticed(String),
    /// Nobody: every command passed.
    Survived,
    /// Nobody could: this command does not build with it, and no other notices.
    Unbuilt(String),
    /// It was not tried to the end, and why.
    Untried(String),
}

/// Breaks of the plan's artifacts in the order in which they are worth most, the largest function of each first.
/// `text`: what stands at a path.
#[must_use]
pub fn suspects(
    plan: &Plan,
    options: &Verification,
    text: impl Fn(&RelPath) -> Option<String>,
) -> Vec<Suspect> {
    let mut rounds: Vec<Vec<Suspect>> = Vec::new();
    for task in &plan.tasks {
        let commands = claims(task, options);
        // Of what was derived nobody said that these commands cover it.
        if commands.is_empty() || task.must_haves.derived {
            continue;
        }
        for artifact in &task.must_haves.artifacts {
            let path = &artifact.path;
            let language = Language::of_path(path.as_str());
            if !may_break(path.as_str(), language) {
                continue;
            }
            let Some(source) = text(path) else { continue };
            let facts = code::facts(language, &source, &Limits::default());
            let found = chosen(&facts, &source, &artifact.exports);
            for (round, (broken, instead)) in found.into_iter().enumerate() {
                if rounds.len() <= round {
                    rounds.push(Vec::new());
                }
                if let Some(at) = rounds.get_mut(round) {
                    at.push(Suspect {
                        path: path.clone(),
                        broken,
                        commands: commands.clone(),
                        instead,
                    });
                }
            }
        }
    }
    rounds.into_iter().flatten().collect()
}

/// Whether what stands in a file runs, and not as a test.
fn may_break(path: &str, language: Language) -> bool {
    !code::project::is_test_path(path, language) && !code::project::is_declaration(path)
}

/// Whether all checks of a prohibition are among these commands.
fn is_green(fixtures: &Fixtures, commands: &[String]) -> bool {
    let own = &fixtures.commands;
    !own.is_empty() && own.iter().all(|it| commands.contains(it))
}

/// Whether any of these commands claims to cover an artifact that could be broken, or guards a prohibition.
#[must_use]
pub fn may_falsify(plan: &Plan, options: &Verification, commands: &[String]) -> bool {
    let breakable = |task: &Task| {
        let mut artifacts = task.must_haves.artifacts.iter();
        artifacts.any(|it| {
            let language = Language::of_path(it.path.as_str());
            language.has_syntax() && may_break(it.path.as_str(), language)
        })
    };
    let claimed = |task: &Task| {
        !task.must_haves.derived && claims(task, options).iter().any(|it| commands.contains(it))
    };
    let guarded = || guards(plan).iter().any(|it| is_green(it, commands));
    plan.tasks.iter().any(|it| breakable(it) && claimed(it)) || guarded()
}

/// What claims to cover a task's artifacts: commands of its steps and truths, and those of the configuration.
fn claims(task: &Task, options: &Verification) -> Vec<String> {
    let plan = Plan {
        tasks: vec![task.clone()],
        ..Plan::default()
    };
    needs::asked(&plan, options)
}

/// The breaks of one file that say most: of what it exports first, then of the largest. Beside each what may be tried
/// instead: the other kind in the same function, else the same kind in the next one.
fn chosen(facts: &Facts, source: &str, exports: &[String]) -> Vec<(Break, Option<Break>)> {
    let mut all = code::breaks(facts, source, &Limits::default());
    all.sort_by_key(|it| !exports.contains(&it.name));
    let of = |kind: BreakKind| {
        all.iter()
            .filter(move |it| it.kind == kind)
            .take(BREAKS_MAX)
    };
    let first: Vec<&Break> = of(BreakKind::Fails)
        .chain(of(BreakKind::ReturnsNothing))
        .collect();
    let mut free: Vec<&Break> = all.iter().filter(|it| !first.contains(it)).collect();
    let mut found = Vec::new();
    for broken in first {
        let same = |it: &&Break| it.name == broken.name && it.line == broken.line;
        let other = free.iter().position(same);
        let at = other.or_else(|| free.iter().position(|it| it.kind == broken.kind));
        let instead = at.map(|at| free.remove(at).clone());
        found.push((broken.clone(), instead));
    }
    found
}

impl From<BreakKind> for How {
    fn from(kind: BreakKind) -> Self {
        match kind {
            BreakKind::Fails => How::Fails,
            BreakKind::ReturnsNothing => How::ReturnsNothing,
        }
    }
}
