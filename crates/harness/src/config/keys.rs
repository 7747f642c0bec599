//! Every key of the configuration: what it takes, its built-in value, what an untrusted project may do with it, and
//! what it means. The reader, the schema, `config show` and the trust rules all come from this one table.

mod forge;
mod key;

use std::sync::LazyLock;

use super::built_in::{GATES, HOOKS, NOTICES, PROVIDERS};
use super::kind::{Form, Kind};
use super::user_hook::HookList;
use key::{
    ARGV, DOLLARS, GLOBS, LINE, LINES, PATH, REGEXES, REQUIREMENTS, RULES, SECONDS, SHARE,
    TEMPERATURE, TIMES, TOKENS, URL, VARIABLE, keys,
};

#[cfg(test)]
pub(crate) use forge::BODY_MB_MAX;
pub use key::Stricter;
pub(crate) use key::{Key, RULES_MAX};

/// The paths of all keys.
#[cfg(test)]
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    KEYS.iter().map(|it| it.path)
}

/// All keys, in the order in which they are shown.
pub(crate) static KEYS: LazyLock<Vec<Key>> = LazyLock::new(|| [OF_RUNS, forge::OF_FORGES].concat());

/// Keys that every run depends on.
const OF_RUNS: &[Key] = keys! {
    "project.name": LINE, "", Ignored,
        "Name of the project in reports, on hand-over pages and in `status --json`; without it the folder's name.";
    "project.open_spec_path": PATH, "", Ignored,
        "The specification that `interlock run` takes when none is named, from the repository's root: a `PLAN.md`, a phase folder, an OpenSpec change or an OpenAPI file. `interlock verify` takes it if it is a `PLAN.md`.";
    "project.target_branch": LINE, "", Ignored,
        "The branch that a run is merged into; without it the branch that is checked out.";
    "mode": Kind::Choice(&["quick", "normal"]), "normal", Higher,
        "How strong the gates are; risk signals force `normal`, and so does doubt: it is the built-in value. A sentence is worked on in `quick` where nobody says anything, in any of the layers.";

    "loop.max_total_time": SECONDS, "3600", Lower,
        "Seconds from start to end, waiting for a person not counted. An hour is six times the expected run.";
    "loop.max_state_cycles": TIMES, "10", Lower,
        "How often one phase may be entered; more is a deadlock.";
    "loop.deadlock_detection": Kind::Switch, "true", SwitchOn,
        "Whether entering a phase too often stops the run.";
    "loop.on_deadlock": Kind::Choice(&["escalate_to_human", "pause", "fail"]), "escalate_to_human", Ignored,
        "What follows a deadlock.";
    "loop.turns_max": TIMES, "200", Lower,
        "Model requests of a run. Honest runs take tens; hundreds are a loop.";
    "loop.tool_calls_max": TIMES, "600", Lower,
        "Tool calls of a run: three for each turn.";
    "loop.verify_attempts_max": TIMES, "12", Lower,
        "Verifications of a run: one more than corrections, and one for a target that moved.";
    "loop.delegations_max": Kind::Count(0, 1_000), "16", Lower,
        "Delegations of a run, nested ones included; for the delegations that are to come.";
    "loop.context_tokens_max": TOKENS, "", Lower,
        "Tokens of any prompt, whatever `context.max_tokens` says.";
    "loop.tool_timeout_s": SECONDS, "120", Lower,
        "Seconds that one tool may run; then its process tree is ended.";
    "loop.check_timeout_s": SECONDS, "900", Lower,
        "Seconds that one verify command may run. Whole test suites take longer than tools.";
    "loop.idle_turns_nudge": TIMES, "6", Lower,
        "Turns without any durable change, and without anything new being looked at, before the agent is told so.";
    "loop.idle_turns_max": TIMES, "12", Lower,
        "Turns without any durable change, and without anything new being looked at, before the run stops as stuck.";
    "loop.repeats_max": Kind::Count(2, 1_000), "4", Lower,
        "The same action, failure or question so often in a row is stuck; one less is a nudge.";
    "loop.nonsense_max": TIMES, "3", Lower,
        "Replies in a row that can't be understood.";
    "loop.model_failures_max": TIMES, "5", Lower,
        "Failed model requests in a row that are repeated after some seconds; those that follow are repeated after minutes, and then hours.";
    "loop.provider_wait_s": Kind::Count(0, 604_800), "28800", Lower,
        "Seconds of waiting for a provider that is overloaded or can't be reached, all waits in a row together: a night. Then the run waits for a person.";
    "loop.wait_in_process_s": SECONDS, "3600", Lower,
        "Seconds that a process waits at once. A run that has to wait longer stays parked, its process ends, and `interlock resume` goes on with it.";
    "plan.approve": Kind::Switch, "false", SwitchOn,
        "Whether a person is asked before a plan is carried out. A sentence in `quick` needs none.";
    "plan.attempts_max": Kind::Count(1, 20), "3", Lower,
        "Plans of a model that may be refused before the run waits for somebody.";
    "tasks.parallel_max": Kind::Count(1, 200), "4", Lower,
        "Tasks that are worked on side by side, where the plan lets them. They draw from one purse.";

    "budget.total": DOLLARS, "10.0", Lower,
        "Dollars for a run. Five times what a task should cost.";
    "budget.warn_threshold": SHARE, "0.2", Higher,
        "Warn when less than this share is left.";
    "budget.stop_on_exhausted": Kind::Switch, "true", SwitchOn,
        "Whether a run stops when its budget is used up; else it only warns.";
    "budget.floor": DOLLARS, "0.10", Higher,
        "Dollars below which nothing new is spent.";
    "budget.reserve": DOLLARS, "0.50", Higher,
        "Dollars set aside for one model request before it is made: a full prompt at a usual price.";
    "budget.grace_s": Kind::Count(0, 3_600), "30", Lower,
        "Seconds that what runs may go on once time or money is used up; then it is cancelled. Verification costs no money, and goes on.";

    "context.max_tokens": TOKENS, "64000", Lower,
        "Tokens of a prompt, by what the provider counted for those before. Most models take more, and few get better from it. `interlock resume RUN --set context.max_tokens=N` gives a run more.";
    "context.relevance_threshold": SHARE, "0.7", Ignored,
        "Relevance below which a tracked file is not named to the agent: the share of what is special about its path that the task names too. At most ten files are named.";
    "context.compression_method": Kind::Choice(&["none", "sliding-window", "claude-style"]), "claude-style", Ignored,
        "How history is shortened: `sliding-window` leaves the oldest turns out, `claude-style` puts a line for each call in their place; in both, what was refused, said, changed and read stays told. `none` stops a run whose prompt gets too long.";
    "context.include_history": Kind::Switch, "true", Ignored,
        "Whether earlier turns go into the prompt.";
    "context.max_history_turns": Kind::Count(0, 1_000), "3", Lower,
        "Turns that always stay whole. They pile up to eight times as many; then all but these are left out at once, since leaving out one at every turn would throw the provider's cache away.";
    "context.file_relevance_cache_ttl": Kind::Count(0, 604_800), "3600", Lower,
        "Seconds for which that ranking is kept; the next request after them makes it anew.";

    "models.default": LINE, "", Ignored,
        "Name of the model that does what no role says otherwise; without it the one in `tools.llm`.";
    "models.roles.executor": LINE, "", Ignored,
        "Name of the model that writes the change.";
    "models.price.*.input": DOLLARS, "", Ignored,
        "Dollars for a million prompt tokens of the model with this own name.";
    "models.price.*.output": DOLLARS, "", Ignored,
        "Dollars for a million reply tokens.";
    "models.price.*.cache_read": DOLLARS, "", Ignored,
        "Dollars for a million prompt tokens read from the provider's cache; without it as `input`.";
    "models.price.*.cache_write": DOLLARS, "", Ignored,
        "Dollars for a million prompt tokens written to the provider's cache; without it as `input`.";
    "models.price_ceiling.input": DOLLARS, "30.0", Ignored,
        "Dollars for a million prompt tokens of a model that has no price. Dear on purpose (the sample's `gpt-4` costs this): unknown is not free.";
    "models.price_ceiling.output": DOLLARS, "75.0", Ignored,
        "Dollars for a million reply tokens of a model that has no price.";
    "models.price_ceiling.cache_read": DOLLARS, "3.0", Ignored,
        "Dollars for a million prompt tokens from the cache of a model that has no price.";
    "models.price_ceiling.cache_write": DOLLARS, "37.5", Ignored,
        "Dollars for a million prompt tokens into the cache of a model that has no price.";
    "models.*.provider": Kind::Choice(&PROVIDERS), "", Ignored,
        "Who serves the model, and in which format: `openai-compatible` needs a `base_url`, `scripted` reads a file.";
    "models.*.model": LINE, "", Ignored,
        "The model's own name, as the provider knows it; for `scripted` the file with the conversation.";
    "models.*.base_url": URL, "", Ignored,
        "Where requests go; without it the provider's own address.";
    "models.*.key_env": VARIABLE, "", Ignored,
        "The environment variable that holds the key; keys are never in a file.";
    "models.*.reply_tokens_max": Kind::Count(1, 1_000_000), "", Ignored,
        "Tokens of one reply (8192).";
    "models.*.first_byte_timeout_s": SECONDS, "", Ignored,
        "Seconds from a request to the first byte of its reply (300). Models that think are silent for minutes.";
    "models.*.idle_timeout_s": SECONDS, "", Ignored,
        "Seconds between two pieces of a reply (300); over that the line counts as dead, and the request is repeated.";
    "models.*.temperature": TEMPERATURE, "", Ignored,
        "How freely the model chooses its words; without it the provider's own value.";
    "models.*.headers.*": LINE, "", Ignored,
        "A header that is sent with every request; never a key.";

    "tools.llm.provider": Kind::Choice(&PROVIDERS), "", Ignored,
        "The provider of the model named `llm`; what else there is to say about it stands under `models.llm`.";
    "tools.llm.model": LINE, "", Ignored,
        "Its own name, as the provider knows it.";
    "tools.llm.temperature": TEMPERATURE, "", Ignored,
        "How freely it chooses its words.";
    "tools.git.worktree_base": PATH, "", Ignored,
        "The folder for worktrees, from the repository's root; without it one in the state directory.";
    "tools.git.programs": LINES, "[]", Yours,
        "Settings of a repository's own configuration (`filter.NAME`, `gpg.program`) that may name programs for git to run. Those of your own configuration may.";

    "agents.default": LINE, "", Ignored,
        "The agent that works on the tasks of runs: one below `agents`, or a known one (`claude`, `codex`, `gemini`, `opencode`, `pi`); without it, and with `loop`, the built-in loop and a model.";
    "agents.*.kind": Kind::Choice(&["cli", "acp", "loop"]), "", Yours,
        "How it is talked to: `cli`, as where nothing is said, starts it for each turn, with its hooks asking the run; `acp` speaks the Agent Client Protocol with it; `loop` is the built-in one.";
    "agents.*.profile": Kind::Choice(&["claude", "codex", "gemini", "opencode", "pi"]), "", Yours,
        "Which of the known agents it is; without it the one of its name.";
    "agents.*.command": ARGV, "", Yours,
        "The program, with arguments of your own; without it the known agent's name, as it is found on the path.";
    "agents.*.model": LINE, "", Yours,
        "The model that it is told to use; without it its own settings say.";
    "agents.*.roles": Kind::List(&Kind::Choice(&["executor", "planner"]), 16), "", Yours,
        "What it does in a run: `executor` works on tasks, as where nothing is said; `planner` makes the plan where there is none. What it does not do the built-in loop does.";
    "agents.*.network": Kind::List(&Kind::Text(Form::Reached), 64), "", Yours,
        "Hosts that it reaches from its sandbox besides those of its provider. What it starts reaches them too.";
    "agents.*.local_ports": Kind::List(&Kind::Count(1024, 65_535), 16), "", Yours,
        "Ports of this machine's own loopback that it reaches, such as that of a model server. What it starts reaches them too.";
    "agents.*.env.*": LINE, "", Yours,
        "A variable that it gets: a text, or `secret:NAME`, the value of your own variable `NAME`. What it starts sees it.";

    "mcp.servers.*.command": ARGV, "", Yours,
        "A server of the Model Context Protocol that is a program: it is started in a sandbox, and its tools are offered to the built-in loop.";
    "mcp.servers.*.url": URL, "", Yours,
        "The same for a server behind an address that speaks HTTP.";
    "mcp.servers.*.tools": GLOBS, "", Yours,
        "Tools that are offered, by their names; without it all. Each costs room in every prompt.";
    "mcp.servers.*.allow": GLOBS, "", Yours,
        "Tools that may be used unasked, by their names; also by agents of yours that name them `mcp__SERVER__TOOL`, for which nothing else has to be said. What the server itself says of them opens nothing.";
    "mcp.servers.*.timeout_s": SECONDS, "", Yours,
        "Seconds that one use of a tool may take (60); then the server is closed.";
    "mcp.servers.*.network": Kind::List(&Kind::Text(Form::Reached), 64), "", Yours,
        "Hosts that a program reaches from its sandbox; without it none.";
    "mcp.servers.*.read": Kind::List(&PATH, 64), "", Yours,
        "Files and folders that a program may read beside the system and its own packages. The worktrees are not among them.";
    "mcp.servers.*.env.*": LINE, "", Yours,
        "A variable that a program gets: a text, or `secret:NAME`, the value of your own variable `NAME`.";
    "mcp.servers.*.key_env": VARIABLE, "", Yours,
        "The environment variable with the key that an address is sent as `Authorization: Bearer`.";
    "mcp.servers.*.headers.*": LINE, "", Yours,
        "A header that an address is sent: a text, or `secret:NAME`, the value of your own variable `NAME`.";

    "sandbox.read": Kind::List(&PATH, 64), "[]", Yours,
        "Files and folders that commands may read beside the worktree, the system and the folders of toolchains.";
    "sandbox.network": Kind::Choice(&["none", "machine"]), "none", Yours,
        "What commands reach: `none` is their own loopback alone. With `machine` they reach what the machine reaches, and ask like commands that no sandbox holds.";
    "sandbox.env.*": LINE, "", Yours,
        "A variable that commands get in their sandbox: a text, or `secret:NAME`, the value of your own variable `NAME`. Where such a value comes back in what they print, a marker stands in its place.";
    "sandbox.verify": Kind::Switch, "true", Yours,
        "Whether what `interlock verify` runs for you is held too: it is code of a change that nobody may have read.";
    "sandbox.processes": Kind::Count(301, 1_000_000), "1024", Lower,
        "Processes and threads of all commands of a sandbox together.";
    "sandbox.memory_mb": Kind::Count(64, 16_777_216), "16384", Lower,
        "Megabytes of memory that they hold together; beyond it the largest command is ended.";
    "sandbox.scratch_mb": Kind::Count(16, 16_777_216), "4096", Lower,
        "Megabytes of private files: `/tmp`, the home folder and what is written over folders of toolchains. They lie in memory and end with the sandbox.";

    "network.allow": Kind::List(&Kind::Text(Form::Reached), 64), "[]", Yours,
        "What commands reach from their sandbox through a proxy: registries by name (`crates`, `npm`, `pypi`, `go`, `maven` …), `host`, `host:port`, `*.host`; without a port 443 and 80. It is a way out for data as well as a way in. `interlock authorise grant --network NAME` allows it for one run.";

    "guardrails.protected_branches": GLOBS, "[main, master, release/*]", United,
        "Branches that nothing is pushed to or deleted; the built-in ones always stay.";
    "guardrails.danger_patterns": LINES, "[]", United,
        "Words of what a command really does that make it ask. None are built in: the policies judge effects.";
    "guardrails.secret_patterns": REGEXES,
        r#"['(^|/)\.env(\.local|\.production|\.staging)?$', 'credentials\.json$', '\.(pem|p12|pfx|key)$', '(^|/)id_(rsa|dsa|ecdsa|ed25519)$']"#,
        United,
        "Regular expressions of names of files that hold secrets.";
    "guardrails.rules": RULES, "[]", Asking,
        "Your own rules: `{name, action: allow | ask | deny, pattern, when, applies_to, message, matches, passes}`; see above.";
    "guardrails.project_may_allow": Kind::Switch, "false", Yours,
        "Whether rules of a project that allow count. They never do before the project is trusted.";
    "guardrails.protected_paths": GLOBS, "[]", United,
        "Globs of paths that an agent must not change, besides the built-in ones (configuration, CI, hooks).";
    "guardrails.documentation_hosts": LINES,
        "[docs.rs, doc.rust-lang.org, docs.python.org, developer.mozilla.org]", Ignored,
        "Hosts whose pages an agent may read unasked.";

    "hooks.enabled": Kind::List(&Kind::Choice(&HOOKS), 16), "[prevent-secrets-commit]", Ignored,
        "Built-in hooks around acts. `enforce-pr-description` holds pull requests that a run proposes.";
    "hooks.before": Kind::List(&Kind::Hook(HookList::Before), 32), "[]", Together,
        "Programs that are asked before something is done: `{name, on: {tool, checkpoint, phase}, run: [program, argument], timeout_s, outside}`. See [hooks](hooks.md).";
    "hooks.after": Kind::List(&Kind::Hook(HookList::After), 32), "[]", Together,
        "Programs that are told afterwards, in the same form.";
    "hooks.on_failure": Kind::List(&Kind::Hook(HookList::Failure), 32), "[]", Together,
        "After a failure: programs in the same form, and the built-in hook `cleanup-worktree-on-fail`. None are on: what a failed run left is worth a look.";
    "hooks.repository": Kind::Choice(&["skip", "run"]), "skip", Ignored,
        "Whether the repository's own hooks `pre-commit`, `pre-merge-commit` and `commit-msg` have a say before a merge, as far as they stand as they stood when the run began. Else they are named.";

    "correction.max_retries": Kind::Count(0, 1_000), "3", Lower,
        "Corrections in a row for one task.";
    "correction.max_total_attempts": Kind::Count(0, 10_000), "10", Lower,
        "Corrections of a run.";
    "correction.escalate_on": LINES, "[security, infinite_loop, no_auto_fix]", Added,
        "Categories, or words of a finding, that go to a person at once.";
    "correction.escalate_action": Kind::Choice(&["pause", "create_pr", "notify"]), "pause", Ignored,
        "What an escalation does besides parking the run. `pause` tells nobody outside; `create_pr` needs a forge, and without one the hand-over page says how to publish the branch.";
    "correction.notify": ARGV, "", Ignored,
        "The command for `escalate_action: notify`, as program and arguments; it gets the hand-over page as JSON on standard input. Without it `notify.command` or `notify.webhook` tells of the run that parks.";

    "notify.command": ARGV, "[]", Yours,
        "A program of yours and its arguments that is told of a run: a notice as JSON on standard input. See [notices.md](notices.md).";
    "notify.webhook": Kind::Text(Form::SecretUrl), "", Yours,
        "An address that is told of a run: a POST of a notice as JSON, with a `text` as chat services take it. `https`, or `http` on this machine. Only its host is ever shown.";
    "notify.on": Kind::List(&Kind::Choice(&NOTICES), 4), "[park, question, stop, end]", Yours,
        "What they are told of: a run that waits, a question, a run that somebody stopped, the end.";
    "notify.timeout_s": Kind::Count(1, 300), "10", Yours,
        "Seconds for one attempt; then the program is ended with all that it started.";
    "notify.attempts": Kind::Count(1, 10), "3", Yours,
        "Attempts at one notice, with growing pauses. The end of a run waits for them, and for nothing longer.";

    "verification.commands": LINES, "", Ignored,
        "Command lines that must end with 0 before a merge; without it the tests that the project declares.";
    "verification.prepare": LINES, "", Ignored,
        "Command lines that make the clean checkout ready in which the others are run, in order (`npm ci`). They must end with 0.";
    "verification.bring": Kind::List(&Kind::Text(Form::Below), 64), "", Ignored,
        "What a clean checkout gets from yours: folders that git ignores (`node_modules`, `.venv`), submodules. Paths below the top.";
    "verification.levels": Kind::List(&Kind::Count(1, 5), 5), "[1, 2, 3, 4, 5]", Added,
        "Levels that are checked: 1 exists, 2 substantive, 3 wired, 4 flows, 5 falsifiable. They cost no model.";
    "verification.rules.*": Kind::Choice(&["off", "note", "gap"]), "", Ignored,
        "What findings of the rule with this id lead to: nothing, a note, or a gap; without it what [rules.md](rules.md) says. What a plan or a command asks for always holds. Where a change edits this, it counts as it stood before.";
    "verification.falsify.breaks": Kind::Count(0, 1_000), "24", Ignored,
        "Level 5: things that are broken in scratch copies in one verification, the most telling first.";
    "verification.falsify.seconds": Kind::Count(1, 86_400), "180", Ignored,
        "Level 5: wall time of all trials together; what was not tried by then, the report says.";
    "verification.falsify.copies": Kind::Count(1, 16), "2", Ignored,
        "Level 5: scratch copies side by side.";
    "verification.superpowers.enabled": Kind::Switch, "false", SwitchOn,
        "Whether a model is to judge meaning. No evaluator exists yet: the report says that meaning was not judged.";
    "verification.superpowers.continue_on_fail": Kind::Switch, "false", SwitchOff,
        "Whether verification goes on after meaning was found wrong; for the evaluator that is to come.";
    "verification.archon.enabled": Kind::Switch, "false", SwitchOn,
        "Whether quality gates hold the changed files; off, because not every project is built for them.";
    "verification.archon.gates": Kind::List(&Kind::Choice(&GATES), 16),
        "[coverage, complexity, security, type-check]", Added,
        "Which quality gates.";
    "verification.archon.thresholds.coverage": Kind::Count(0, 100), "80", Higher,
        "Lines that have to run, in percent of all.";
    "verification.archon.thresholds.complexity": Kind::Count(1, 10_000), "10", Lower,
        "Ways through one function, at most.";

    "evidence.required": REQUIREMENTS,
        r#"[{when: '**/*.sql', kind: evaluation, message: 'was the SQL tried on data like the real?'}, {when: '**/migrations/**', kind: evaluation, message: 'was the migration tried on data like the real, and back?'}]"#,
        Added,
        "Evidence that a change of such files needs before it is merged: `{when, kind, message}`. What no record shows, a person is asked.";

    "risk.files_max": Kind::Count(0, 100_000), "20", Lower,
        "More changed files than this force `normal`.";
    "risk.deletes_max": Kind::Count(0, 100_000), "5", Lower,
        "More deleted files than this force `normal`.";

    "store": PATH, "", Ignored,
        "The folder of the ledger and its blobs, from the repository's root; without it the state directory.";
};
