//! The configuration as the program uses it: types instead of keys. Which key means what is said here and in `keys`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use ledger::options::{
    Budget, Compression, ContextOptions, Correction, EscalateAction, Hooks, Limits, ModelChoice,
    Options, Planning, PolicySet, Risk, Rule, Severity, Verification, Wire,
};
use ledger::phase::Mode;

use super::agents::{AgentSettings, agents, default};
use super::built_in::{PROTECTED_BRANCHES, PROTECTED_PATHS};
use super::detect::Detected;
use super::endpoint::{Endpoint, endpoints, executor};
use super::fault::Fault;
use super::forges::{ForgeSettings, forges};
use super::limits::{check_hooks, hooks, limits, planning};
use super::merge::Values;
use super::money::budget;
use super::notices::{NoticeSettings, check_webhook};
use super::problem::Problem;
use super::read::Read;
use super::sandbox::SandboxSettings;
use super::serve::ServeSettings;
use super::servers::{ServerSettings, allowed_tools, servers};
use super::value::Value;
use super::verification::{check_rules, verification};

/// Tokens of a reply when nothing is said.
pub(crate) const REPLY_TOKENS_DEFAULT: u32 = 8_192;

/// The configuration of one repository, everything decided.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    /// Name of the project where people read of it: the configured one, else the folder's.
    pub project_name: String,
    /// The specification that is taken when none is named.
    pub open_spec_path: Option<PathBuf>,
    /// The branch that runs are merged into, if it is not the one that is checked out.
    pub target_branch: Option<String>,
    /// The user's state directory, outside every worktree.
    pub state_dir: PathBuf,
    /// The SQLite file of the ledger: `ledger.db` in the folder that `store` names.
    pub store: PathBuf,
    /// The folder for worktrees.
    pub worktree_base: PathBuf,
    /// What commands reach, beside what their work needs.
    pub sandbox: SandboxSettings,
    /// Agents of somebody else that can work on tasks, by name: those that are known, and those that are configured.
    pub agents: BTreeMap<String, AgentSettings>,
    /// Servers whose tools the built-in loop may use.
    pub servers: Vec<ServerSettings>,
    /// The one that does, if it is not the built-in loop.
    pub agent: Option<String>,
    /// Forges, and the agents that work there.
    pub forges: ForgeSettings,
    /// The daemon's own settings.
    pub serve: ServeSettings,
    /// Who is told of runs beside the terminal.
    pub notices: NoticeSettings,
    /// Settings of the repository's own git configuration that may name programs.
    pub git_programs: Vec<String>,
    /// Every model by its name in the configuration; the seed's `tools.llm` is `llm`.
    pub endpoints: BTreeMap<String, Endpoint>,
    /// Name of the model that writes the change, if there is any model.
    pub executor: Option<String>,
    /// Commands that must end with 0 before a merge; without it those that the project declares.
    pub verify_commands: Option<Vec<String>>,
    mode: Mode,
    mode_chosen: bool,
    limits: Limits,
    budget: Budget,
    policies: PolicySet,
    plan: Planning,
    correction: Correction,
    context: ContextOptions,
    context_held: bool,
    verification: Verification,
    risk: Risk,
    hooks: Hooks,
}

impl Config {
    /// The directory that holds the ledger and what stands beside it.
    #[must_use]
    pub fn store_dir(&self) -> &Path {
        self.store.parent().unwrap_or(&self.state_dir)
    }

    /// From values; `root` is the repository, `state_dir` the user's state directory.
    ///
    /// # Errors
    /// When values that are right each by itself don't go together.
    pub(crate) fn new(
        values: &Values,
        root: &Path,
        state_dir: &Path,
    ) -> Result<Self, Vec<Problem>> {
        let read = Read(values);
        let mut problems = Vec::new();
        let endpoints = endpoints(values, root, &mut problems);
        let executor = executor(values, &endpoints, &mut problems);
        let agents = agents(values, &read);
        let agent = default(&read, &agents, &mut problems);
        let servers = servers(values, root, &mut problems);
        let forges = forges(values, &read, &mut problems);
        check_notify(&read, &mut problems);
        check_webhook(&read, &mut problems);
        check_rules(values, &mut problems);
        check_hooks(values, &mut problems);
        if !problems.is_empty() {
            return Err(problems);
        }
        let executor_endpoint = executor.as_ref().and_then(|name| endpoints.get(name));
        Ok(Self {
            project_name: read
                .text("project.name")
                .unwrap_or_else(|| folder_name(root)),
            open_spec_path: read.text("project.open_spec_path").map(PathBuf::from),
            target_branch: read.text("project.target_branch"),
            state_dir: state_dir.to_path_buf(),
            store: read
                .text("store")
                .map_or_else(|| state_dir.to_path_buf(), |path| root.join(path))
                .join("ledger.db"),
            worktree_base: read
                .text("tools.git.worktree_base")
                .map_or_else(|| state_dir.join("worktrees"), |path| root.join(path)),
            sandbox: SandboxSettings::of(&read, root),
            verify_commands: read
                .has("verification.commands")
                .then(|| read.texts("verification.commands")),
            mode: mode(&read),
            mode_chosen: read.is_chosen("mode"),
            limits: limits(&read),
            budget: budget(&read, values, executor_endpoint),
            policies: PolicySet {
                allowed_tools: allowed_tools(&servers),
                ..policies(&read)
            },
            plan: planning(&read),
            correction: correction(&read),
            context: context(&read),
            context_held: read.has("loop.context_tokens_max")
                && read.count("loop.context_tokens_max") < read.count("context.max_tokens"),
            verification: verification(&read),
            risk: Risk {
                files_max: read.count("risk.files_max"),
                deletes_max: read.count("risk.deletes_max"),
            },
            agents,
            agent,
            servers,
            forges,
            serve: ServeSettings::of(&read, root),
            notices: NoticeSettings::of(&read),
            git_programs: read.texts("tools.git.programs"),
            hooks: hooks(&read),
            endpoints,
            executor,
        })
    }

    /// Names of what is never committed, as regular expressions.
    pub(crate) fn never_committed(&self) -> Vec<String> {
        engine::actions::never(&self.policies)
    }

    /// Whether rules of the project that allow count.
    pub(crate) fn project_may_allow(&self) -> bool {
        self.policies.project_may_allow
    }

    /// What findings of some rules lead to.
    pub(crate) fn severities(self) -> BTreeMap<String, Severity> {
        self.verification.rules
    }

    /// The same with the rules of policy files, and with those files that can't be used.
    pub(crate) fn with_policy_files(mut self, rules: Vec<Rule>, broken: Vec<String>) -> Self {
        self.policies.rules.extend(rules);
        self.policies.broken = broken;
        self
    }

    /// The model that writes the change.
    ///
    /// # Errors
    /// When no model is configured.
    pub fn executor(&self) -> Result<&Endpoint, Problem> {
        let name = self.executor.as_ref();
        name.and_then(|name| self.endpoints.get(name))
            .ok_or_else(|| Problem::bare(Fault::NoModel))
    }

    /// The agent that works on tasks, if it is not the built-in loop.
    #[must_use]
    pub fn worker(&self) -> Option<&AgentSettings> {
        self.agents.get(self.agent.as_ref()?)
    }

    /// The same, as if somebody said the mode: whoever loads what is shown does.
    #[cfg(test)]
    pub(crate) fn with_its_mode_said(mut self) -> Self {
        self.mode_chosen = true;
        self
    }

    /// Whether somebody says how strong the gates are to be, in whatever place.
    #[must_use]
    pub fn mode_is_chosen(&self) -> bool {
        self.mode_chosen
    }

    /// The size that `loop.context_tokens_max` holds prompts at, where it is below what `context.max_tokens` says.
    pub(crate) fn context_tokens_held(&self) -> Option<u32> {
        self.context_held.then_some(self.context.tokens_max)
    }

    /// What the brain is told. `project` says which commands the project declares. Without a model (`executor` is an
    /// error) the choice names none; only verification works then.
    #[must_use]
    pub fn options(&self, project: &Detected) -> Options {
        let mut declared = project.declared();
        let commands = self
            .verify_commands
            .clone()
            .unwrap_or_else(|| project.checks());
        let checks_types = self.verification.archon.iter().any(|it| it == "type-check");
        let type_check = if checks_types {
            project.type_checks.clone()
        } else {
            Vec::new()
        };
        let prepare = &self.verification.prepare;
        for command in commands.iter().chain(&type_check).chain(prepare) {
            if !declared.contains(command) {
                declared.push(command.clone());
            }
        }
        Options {
            project: self.project_name.clone(),
            mode: self.mode,
            limits: self.limits.clone(),
            budget: self.budget.clone(),
            policies: PolicySet {
                declared,
                ..self.policies.clone()
            },
            plan: self.plan.clone(),
            correction: self.correction.clone(),
            context: self.context.clone(),
            verification: Verification {
                commands,
                commands_found: self.verify_commands.is_none(),
                type_check,
                ..self.verification.clone()
            },
            risk: self.risk.clone(),
            models: self.model_choice(),
            agent: self.worker().and_then(|it| it.choice().cloned()),
            servers: self
                .servers
                .iter()
                .filter_map(|it| it.server.clone())
                .collect(),
            hooks: self.hooks.clone(),
        }
    }

    fn model_choice(&self) -> ModelChoice {
        match self.executor() {
            Ok(endpoint) => ModelChoice {
                executor: endpoint.name.clone(),
                model: endpoint.model.clone(),
                wire: endpoint.wire,
                temperature_milli: endpoint.temperature_milli,
                reply_tokens_max: endpoint.reply_tokens_max,
            },
            Err(_) => ModelChoice {
                executor: String::new(),
                model: String::new(),
                wire: Wire::Scripted,
                temperature_milli: None,
                reply_tokens_max: REPLY_TOKENS_DEFAULT,
            },
        }
    }
}

fn mode(read: &Read<'_>) -> Mode {
    if read.text("mode").as_deref() == Some("quick") {
        Mode::Quick
    } else {
        Mode::Normal
    }
}

fn folder_name(root: &Path) -> String {
    root.file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
}

fn policies(read: &Read<'_>) -> PolicySet {
    PolicySet {
        protected_branches: with_built_in(
            &PROTECTED_BRANCHES,
            read.texts("guardrails.protected_branches"),
        ),
        danger_patterns: read.texts("guardrails.danger_patterns"),
        secret_patterns: read.texts("guardrails.secret_patterns"),
        rules: read.rules("guardrails.rules"),
        hooks: read.texts("hooks.enabled"),
        declared: Vec::new(),
        protected_paths: with_built_in(&PROTECTED_PATHS, read.texts("guardrails.protected_paths")),
        project_may_allow: read.switch("guardrails.project_may_allow"),
        broken: Vec::new(),
        documentation_hosts: read.texts("guardrails.documentation_hosts"),
        allowed_tools: Vec::new(),
        required: read.requirements("evidence.required"),
    }
}

fn with_built_in(built_in: &[&str], more: Vec<String>) -> Vec<String> {
    let mut all: Vec<String> = built_in.iter().map(|item| (*item).to_owned()).collect();
    all.extend(
        more.into_iter()
            .filter(|item| !built_in.contains(&item.as_str())),
    );
    all
}

fn correction(read: &Read<'_>) -> Correction {
    Correction {
        retries_max: read.count("correction.max_retries"),
        total_attempts_max: read.count("correction.max_total_attempts"),
        escalate_on: read.texts("correction.escalate_on"),
        escalate_action: match read.text("correction.escalate_action").as_deref() {
            Some("create_pr") => EscalateAction::CreatePr,
            Some("notify") => EscalateAction::Notify,
            Some(_) | None => EscalateAction::Pause,
        },
        notify: read
            .has("correction.notify")
            .then(|| read.texts("correction.notify")),
    }
}

fn check_notify(read: &Read<'_>, problems: &mut Vec<Problem>) {
    let Some(entry) = read.0.entry("correction.escalate_action") else {
        return;
    };
    let is_notify = entry.value == Value::Text("notify".to_owned());
    let told =
        !read.texts("correction.notify").is_empty() || NoticeSettings::is_somebody_told(read);
    if is_notify && !told {
        let fault = Fault::Lacks {
            key: "correction.escalate_action".to_owned(),
            field: "correction.notify".to_owned(),
        };
        problems.push(Problem::new(fault, entry.origin.place.clone()));
    }
}

fn context(read: &Read<'_>) -> ContextOptions {
    let tokens_max = read.count("context.max_tokens");
    ContextOptions {
        tokens_max: if read.has("loop.context_tokens_max") {
            tokens_max.min(read.count("loop.context_tokens_max"))
        } else {
            tokens_max
        },
        compression: match read.text("context.compression_method").as_deref() {
            Some("none") => Compression::None,
            Some("sliding-window") => Compression::SlidingWindow,
            Some(_) | None => Compression::ClaudeStyle,
        },
        include_history: read.switch("context.include_history"),
        history_turns_max: read.count("context.max_history_turns"),
        relevance_pct: read.percent("context.relevance_threshold"),
        relevance_ttl_s: read.count("context.file_relevance_cache_ttl"),
    }
}
