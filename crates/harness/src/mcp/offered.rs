//! The tools that are offered, and what comes of calling one.

use std::path::PathBuf;

use ledger::event::Ask;
use ledger::offered;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::gate_service::Gatehouse;
use crate::repository::{Call, Site};
use crate::runs;
use crate::verifier::{self, PlanFile, Request};

/// Runs that are told of at once.
const RUNS_MAX: u32 = 20;

/// A tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tool {
    Verify,
    GateCheck,
    Status,
    Evidence,
    OpenQuestion,
}

impl Tool {
    pub(super) const ALL: [Tool; 5] = [
        Tool::Verify,
        Tool::GateCheck,
        Tool::Status,
        Tool::Evidence,
        Tool::OpenQuestion,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Tool::Verify => "verify",
            Tool::GateCheck => "gate_check",
            Tool::Status => "status",
            Tool::Evidence => "evidence",
            Tool::OpenQuestion => "open_question",
        }
    }

    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }

    /// What a model is told of it.
    pub(super) fn description(self) -> &'static str {
        match self {
            Tool::Verify => {
                "Verify the change in this repository by evidence: what its plan promises, what it breaks, what its commands \
                 show. Names the gaps. `plan` is the path of a PLAN.md, `base` the commit that the change is compared with; one \
                 of them is needed unless the project names a plan. It runs the project's declared commands, in a sandbox."
            }
            Tool::GateCheck => {
                "Ask the gates about a tool call before it is made: `allow`, `ask` (a person would have to agree) or `deny`, \
                 with reasons and what to do instead. It is a question alone: nothing is carried out."
            }
            Tool::Status => {
                "How the newest runs of this repository stand: phase, attempts, money, what they wait for."
            }
            Tool::Evidence => {
                "The evidence of a run: its last report with every item, and each command that was run for it with its exit \
                 code and the end of what it printed. `run` is its name; without it the newest one."
            }
            Tool::OpenQuestion => {
                "What runs of this repository ask a person and wait for, with the command that answers. Only a person answers."
            }
        }
    }

    /// What it takes, as a JSON schema.
    pub(super) fn schema(self) -> Value {
        let text = |about: &str| json!({"type": "string", "description": about});
        let (properties, required) = match self {
            Tool::Verify => (
                json!({
                    "plan": text("path of a PLAN.md, from the repository's root"),
                    "base": text("commit or branch that the change is compared with"),
                }),
                json!([]),
            ),
            Tool::GateCheck => (
                json!({
                    "tool": text("the tool's name, as the agent calls it: `Bash`, `write`, `apply_patch` …"),
                    "args": {"type": "object", "description": "its arguments"},
                }),
                json!(["tool", "args"]),
            ),
            Tool::Evidence => (json!({"run": text("name of the run")}), json!([])),
            Tool::Status | Tool::OpenQuestion => (json!({}), json!([])),
        };
        json!({
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        })
    }

    /// Calls it.
    ///
    /// # Errors
    /// Why not, in words for whoever called.
    pub(super) fn call(self, call: &Call, arguments: Map<String, Value>) -> Result<Value, String> {
        let arguments = Value::Object(arguments);
        match self {
            Tool::Verify => verify(call, read(arguments)?),
            Tool::GateCheck => gate_check(call, &read(arguments)?),
            Tool::Status => read::<Nothing>(arguments).and_then(|_| status(call)),
            Tool::Evidence => evidence(call, &read(arguments)?),
            Tool::OpenQuestion => read::<Nothing>(arguments).and_then(|_| open_questions(call)),
        }
    }
}

fn read<T: for<'de> Deserialize<'de>>(arguments: Value) -> Result<T, String> {
    serde_json::from_value(arguments)
        .map_err(|error| format!("the arguments can't be read: {error}"))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ToVerify {
    plan: Option<String>,
    base: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ToCheck {
    tool: String,
    args: Map<String, Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OfRun {
    run: Option<String>,
}

fn site(call: &Call) -> Result<Site, String> {
    Site::find(call).map_err(|why| why.to_string())
}

fn verify(call: &Call, asked: ToVerify) -> Result<Value, String> {
    let site = site(call)?;
    let plan = match (asked.plan, &asked.base) {
        (Some(shown), _) => Some(PlanFile {
            path: within(&site, &shown)?,
            shown,
        }),
        (None, Some(_)) => None,
        (None, None) => {
            let found = crate::open_spec::specified(&site).map_err(|why| why.to_string())?;
            let found =
                found.ok_or("name a `plan`, or a `base` that the change is compared with")?;
            Some(PlanFile {
                path: found.path,
                shown: found.shown,
            })
        }
    };
    let request = Request {
        plan,
        base: asked.base,
        commands: true,
        again: false,
        fresh: false,
    };
    let verified = verifier::verify(&site, &request, |_| {}).map_err(|why| why.to_string())?;
    let project = verifier::project(&site);
    let text = verifier::json(&verified.report, &project, verified.at_ms);
    Ok(json!({"report": text, "warnings": verified.warnings}))
}

/// A path of the repository. Clients name what they like; other files are not theirs to have read here.
fn within(site: &Site, shown: &str) -> Result<PathBuf, String> {
    let root = &site.repo.root;
    let path = std::fs::canonicalize(root.join(shown))
        .map_err(|error| format!("`{shown}` can't be read: {error}"))?;
    match path.starts_with(root) {
        true => Ok(path),
        false => Err(format!("`{shown}` is outside of the repository")),
    }
}

fn gate_check(call: &Call, asked: &ToCheck) -> Result<Value, String> {
    let house = Gatehouse::open(call).map_err(|why| why.to_string())?;
    let line = json!({"id": "call", "tool": asked.tool, "args": asked.args}).to_string();
    let answer = house.check(line.as_bytes()).ok_or("nothing was asked")?;
    serde_json::from_str(&answer.line).map_err(|error| error.to_string())
}

/// The newest runs of the repository, opened ones only.
fn newest(site: &Site) -> Result<Vec<(runs::Told, bool)>, String> {
    let words = |why: &dyn std::error::Error| why.to_string();
    let store = site.store().map_err(|why| words(&why))?;
    let all = runs::list(site, &store, false, Some(RUNS_MAX)).map_err(|why| words(&why))?;
    let mut told = Vec::new();
    for run in all {
        let (it, interrupted) = runs::look(&store, &run).map_err(|why| words(&why))?;
        if it.state.opened.is_some() {
            told.push((it, interrupted));
        }
    }
    Ok(told)
}

fn status(call: &Call) -> Result<Value, String> {
    let runs = newest(&site(call)?)?;
    let runs = runs.iter().map(|(told, interrupted)| {
        let mut value =
            serde_json::to_value(audit::summary(&told.state, &told.lines)).unwrap_or_default();
        value["interrupted"] = Value::Bool(*interrupted);
        value
    });
    Ok(json!({"runs": runs.collect::<Vec<_>>()}))
}

fn evidence(call: &Call, asked: &OfRun) -> Result<Value, String> {
    let site = site(call)?;
    let store = site.store().map_err(|why| why.to_string())?;
    let told = match &asked.run {
        Some(name) => {
            let run = runs::find(&store, name).map_err(|why| why.to_string())?;
            runs::read(&store, &run).map_err(|why| why.to_string())?
        }
        None => {
            let first = newest(&site)?.into_iter().next();
            first.ok_or("there are no runs here")?.0
        }
    };
    let state = &told.state;
    Ok(json!({
        "run": state.run,
        "report": state.report.as_deref(),
        "commands": state.evidence.as_slice(),
        "merged": state.merged,
    }))
}

fn open_questions(call: &Call) -> Result<Value, String> {
    let mut all = Vec::new();
    for (told, _) in newest(&site(call)?)? {
        let run = &told.state.run;
        for (question, asking) in &told.state.questions {
            let (what, options, answer) = match &asking.ask {
                Ask::Question { text, options } => (text.clone(), options.clone(), "answer"),
                Ask::Permission { what, .. } => {
                    (format!("may it do this? {what}"), Vec::new(), "approve")
                }
                Ask::Plan { .. } => (
                    "is the plan to be carried out?".to_owned(),
                    Vec::new(),
                    "approve",
                ),
                Ask::Tools { server, tools } => {
                    (offered::question(server, tools), Vec::new(), "approve")
                }
                Ask::Review { .. } => (
                    "look at what no machine can see".to_owned(),
                    Vec::new(),
                    "approve",
                ),
            };
            let words = if answer == "answer" { " \"WORDS\"" } else { "" };
            all.push(json!({
                "run": run, "question": question, "asks": what, "options": options,
                "since_ms": asking.asked_ms,
                "a_person_answers_with": format!("interlock {answer} {run} {question}{words}"),
            }));
        }
    }
    Ok(json!({"questions": all}))
}
