//! What can be said on the command line.

mod agent;
mod answers;
mod authorise;
mod backtest;
mod batch;
mod doctor;
mod serve;
mod verify;
mod within;

use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};

pub(crate) use agent::{HookArgs, InitArgs};
pub(crate) use answers::{AnswerArgs, ApproveArgs, RewindArgs, StopArgs};
pub(crate) use authorise::{AuthoriseCommand, GrantArgs};
pub(crate) use backtest::BacktestArgs;
pub(crate) use batch::{Again, BatchArgs};
pub(crate) use doctor::DoctorArgs;
pub(crate) use serve::ServeArgs;
pub(crate) use verify::{Annotations, FailOn, VerifyArgs};
pub(crate) use within::{
    ConfigCommand, GateCommand, GateTestArgs, JudgedWith, LedgerCommand, RulesCommand,
};

/// Interlock takes a change from a written task to a verified, merged branch, with any model doing the typing, behind
/// gates that cannot be talked open.
#[derive(Debug, Parser)]
#[command(
    name = "interlock",
    version,
    max_term_width = 100,
    propagate_version = true
)]
#[command(
    after_help = "Example:\n  interlock demo\n  interlock run \"make the parser accept an empty list\"\n  interlock status\n\n\
    Exit status: 0 done or passed, 1 failed or gaps found, 2 bad usage, configuration or input,\n\
    3 a person is needed, 4 refused by a gate, 5 budget used up, 70 internal error,\n\
    130 interrupted (resumable)."
)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What every command takes.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct Global {
    /// Print JSON: one value, or one a line
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Take this configuration file instead of the project's
    #[arg(long, global = true, value_name = "PATH")]
    pub(crate) config: Option<PathBuf>,
    /// Keep the ledger here instead of in the state directory
    #[arg(long, global = true, value_name = "PATH")]
    pub(crate) store: Option<String>,
    /// Set one key of the configuration, such as `budget.total=5`
    #[arg(long = "set", global = true, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,
    /// Trust the project's configuration for this once
    #[arg(long, global = true)]
    pub(crate) trust: bool,
    /// Work in this directory
    #[arg(short = 'C', global = true, value_name = "DIR", default_value = ".")]
    pub(crate) directory: PathBuf,
    /// Say less
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    /// Say more
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// The whole story on a sample repository: no key, no network
    #[command(after_help = "Example:\n  interlock demo\n  interlock demo --into /tmp/slugs")]
    Demo(DemoArgs),
    /// Take a task to a verified, merged branch
    #[command(
        after_help = "Example:\n  interlock run \"rename Foo to Bar in src/lib.rs\"\n  interlock run .planning/phases/01-ledger\n  interlock run --model claude --mode normal \"add a --json flag\"\n  interlock run --batch tasks.txt --parallel 2 --budget-total 20\n\n\
        A batch has one task a line: words or a path, as above, or an object such as\n  \
        {\"task\": \"add a --json flag\", \"mode\": \"normal\", \"model\": \"claude\", \"target\": \"main\", \"budget\": 2,\n   \
        \"archive\": true}\n\
        Each task is a run of its own. Nobody is asked: what would ask parks its run. The same\n\
        batch again goes on: merged tasks stay merged, parked and interrupted runs are resumed,\n\
        new lines are begun. Its exit status is 0 when all are merged, else the first of 70, 130,\n\
        2, 4, 1, 5, 3 that any task came to."
    )]
    Run(RunArgs),
    /// A plan that is not carried out: show, check, make or save it
    #[command(
        after_help = "Example:\n  interlock plan \"add a --json flag to every command\"\n  interlock plan openspec/changes/add-limit --check\n  interlock plan k3f9 --save .planning/phases"
    )]
    Plan(PlanArgs),
    /// What is running, what waits, what is done
    #[command(after_help = "Example:\n  interlock status\n  interlock status --all --json")]
    Status(StatusArgs),
    /// A run as a story
    #[command(
        after_help = "Example:\n  interlock log k3f9\n  interlock log k3f9 --json | jq .event"
    )]
    Log(RunRef),
    /// One run, or one line of it
    #[command(
        after_help = "Example:\n  interlock show k3f9\n  interlock show k3f9@42\n  interlock show k3f9 --report"
    )]
    Show(ShowArgs),
    /// The change that a run made
    #[command(after_help = "Example:\n  interlock diff k3f9")]
    Diff(RunRef),
    /// Go on with a run after a crash, a pause, or once it has what it needs
    #[command(
        after_help = "Example:\n  interlock resume k3f9\n  interlock resume k3f9 --hint \"the schema is in docs/api.md\"\n  interlock resume k3f9 --budget 5"
    )]
    Resume(ResumeArgs),
    /// Stop a run that is driven, or end one that rests; branches stay
    #[command(after_help = "Example:\n  interlock stop k3f9 --reason \"wrong branch\"")]
    Stop(StopArgs),
    /// Take a run back to an earlier line
    #[command(after_help = "Example:\n  interlock rewind k3f9@42 && interlock resume k3f9")]
    Rewind(RewindArgs),
    /// What waits for a person
    #[command(after_help = "Example:\n  interlock inbox --all")]
    Inbox(InboxArgs),
    /// A screen of all runs that follows them, and answers what they ask
    #[command(
        after_help = "Example:\n  interlock watch\n  interlock watch --once --json\n\n\
        Keys: up and down move, y says yes to what is shown, n says no (with a reason, if you type\n\
        one), a answers in words, tab shows the next question of a run, space and b read on and back,\n\
        q ends it. An answer is left in the inbox, as `approve`, `deny` and `answer` leave it with\n\
        `--no-resume`: whoever drives the run takes it in; a run that nobody drives goes on with\n\
        `interlock resume RUN`."
    )]
    Watch(WatchArgs),
    /// Drive agents through the issues of a forge
    #[command(
        after_help = "Example:\n  interlock serve --check\n  interlock serve\n\nForges, agents and tokens are named in your own configuration: see docs/forges.md."
    )]
    Serve(ServeArgs),
    /// Say yes to what a run asks, once
    #[command(after_help = "Example:\n  interlock approve k3f9 a7")]
    Approve(ApproveArgs),
    /// Say no to what a run asks
    #[command(after_help = "Example:\n  interlock deny k3f9 a7 \"use the staging database\"")]
    Deny(AnswerArgs),
    /// What runs may do besides: grants of a person, bound, limited and recorded
    #[command(
        subcommand,
        after_help = "Example:\n  interlock authorise list\n  interlock authorise grant './deploy.sh staging' --uses 2 --for 2h\n  interlock authorise revoke g12\n\n\
        A grant lifts what only asks, never what is denied. It holds for one very command, in one\n\
        directory, with the scripts that it names as they are now."
    )]
    Authorise(AuthoriseCommand),
    /// Answer a question of a run
    #[command(after_help = "Example:\n  interlock answer k3f9 a7 \"the second one\"")]
    Answer(AnswerArgs),
    /// The verifier alone: any project, any agent, no model
    #[command(
        after_help = "Example:\n  interlock verify .planning/phases/01-ledger/01-01-PLAN.md\n  interlock verify PLAN.md --base main --write\n  interlock verify PLAN.md --standing\n  interlock verify PLAN.md --fresh\n  interlock verify --base origin/main --annotations github"
    )]
    Verify(VerifyArgs),
    /// Decisions of the gates
    #[command(
        subcommand,
        after_help = "Example:\n  interlock gate policies\n  interlock gate check calls.jsonl\n  interlock gate test corpus/security/*.jsonl\n  interlock gate backtest --since 7d"
    )]
    Gate(GateCommand),
    /// The ledger itself
    #[command(
        subcommand,
        after_help = "Example:\n  interlock ledger verify\n  interlock ledger export k3f9 > k3f9.jsonl"
    )]
    Ledger(LedgerCommand),
    /// The configuration
    #[command(
        subcommand,
        after_help = "Example:\n  interlock config show\n  interlock config check"
    )]
    Config(ConfigCommand),
    /// Write a configuration here, and trust it; or put the gates in front of an agent
    #[command(
        after_help = "Example:\n  interlock init\n  interlock init --agent claude\n  interlock init --agent codex --user\n  interlock init --agent claude --remove\n  interlock init --forge gitea\n\n\
        With --agent its own settings name `interlock hook AGENT` for every tool: what it wants to do is\n\
        judged first, what comes back has its secrets masked, and when it says that it is done, the\n\
        change is verified. What else stands in the settings stays.\n\n\
        With --forge issue forms, a text for pull requests and a workflow that verifies them are written,\n\
        for the kind of forge that is named, else for that of the configuration or of the remote `origin`.\n\
        What is there stays."
    )]
    Init(InitArgs),
    /// Answer an event of an agent's hook, in that agent's own form
    #[command(
        after_help = "Example:\n  interlock init --agent claude     # names this command in the agent's settings\n  interlock hook claude < event.json\n\n\
        Exit status: 0 nothing against it, or the answer stands on standard output; 2 refused, and why\n\
        stands on standard error."
    )]
    Hook(HookArgs),
    /// Offer verification and the gates to any client of MCP
    #[command(
        after_help = "Example:\n  interlock mcp                             # what a client is told to start\n  claude mcp add interlock -- interlock mcp\n\n\
        Tools: verify, gate_check, status, evidence, open_question. Standard input and output are those\n\
        of the Model Context Protocol. Nothing that is offered changes a repository or answers a question."
    )]
    Mcp,
    /// Accept this repository's own configuration, as it is now
    #[command(after_help = "Example:\n  interlock config show && interlock trust")]
    Trust,
    /// The key figures over the runs of this repository, beside their targets
    #[command(
        after_help = "Example:\n  interlock stats\n  interlock stats --all --json\n\n\
        What each figure means and why it has its target: interlock stats --verbose. Targets are the same everywhere: what\n\
        Interlock holds itself to on ordinary tasks, no limit of yours. A figure without enough data is neither met nor\n\
        missed."
    )]
    Stats {
        /// Runs of all repositories
        #[arg(long)]
        all: bool,
    },
    /// Find what a crash, an upgrade or a person left behind, and mend it
    #[command(
        after_help = "Example:\n  interlock doctor\n  interlock doctor --mend\n  interlock doctor --all --json\n\n\
        A worktree is removed once a snapshot has its files and a ref its commits, a branch once\n\
        another ref has its commits. Runs that are driven, that wait or were interrupted keep all\n\
        that is theirs. Exit status: 0 nothing was left behind, or all of it is mended, 1 something\n\
        is still to be done."
    )]
    Doctor(DoctorArgs),
    /// Completions for a shell
    #[command(
        after_help = "Example:\n  interlock completions bash > ~/.local/share/bash-completion/completions/interlock"
    )]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

#[derive(Debug, ClapArgs)]
pub(crate) struct DemoArgs {
    /// Lay the sample repository out here, instead of in a new temporary directory
    #[arg(long, value_name = "DIR")]
    pub(crate) into: Option<PathBuf>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) batch: BatchArgs,
    /// A task in words, or the path of a specification (PLAN.md, phase, change folder, OpenAPI file);
    /// `-` reads it from standard input. Without it what `project.open_spec_path` names
    pub(crate) task: Option<String>,
    /// Apply an OpenSpec change to the main specs and archive it, in the same merge
    #[arg(long)]
    pub(crate) archive: bool,
    /// The agent that does the work, such as claude; `loop` is the built-in one, with a model
    #[arg(long, value_name = "NAME")]
    pub(crate) agent: Option<String>,
    /// The model, by its name in the configuration
    #[arg(long, value_name = "NAME")]
    pub(crate) model: Option<String>,
    /// How strong the gates are
    #[arg(long, value_enum)]
    pub(crate) mode: Option<Mode>,
    /// Money for this run, in dollars
    #[arg(long, value_name = "DOLLARS")]
    pub(crate) budget: Option<String>,
    /// The branch to merge into
    #[arg(long, value_name = "BRANCH")]
    pub(crate) target: Option<String>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct PlanArgs {
    /// A task in words, the path of a specification (PLAN.md, phase, change folder, OpenAPI file; with `--check` a
    /// whole folder `openspec`), or a run
    #[arg(value_name = "TASK|PATH|RUN")]
    pub(crate) task: String,
    /// Only say whether the specification is right; no model is asked
    #[arg(long)]
    pub(crate) check: bool,
    /// Write the plan below this folder, one PLAN.md a task, to be edited and run
    #[arg(long, value_name = "DIR")]
    pub(crate) save: Option<PathBuf>,
    /// Replace what stands there
    #[arg(long, requires = "save")]
    pub(crate) force: bool,
    /// The model, by its name in the configuration
    #[arg(long, value_name = "NAME")]
    pub(crate) model: Option<String>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Mode {
    /// For one sentence: what is missing warns
    Quick,
    /// Everything
    Normal,
}

impl From<Mode> for ledger::phase::Mode {
    fn from(mode: Mode) -> Self {
        match mode {
            Mode::Quick => Self::Quick,
            Mode::Normal => Self::Normal,
        }
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct StatusArgs {
    /// Runs of all repositories
    #[arg(long)]
    pub(crate) all: bool,
    /// At most so many, the newest first
    #[arg(long, default_value_t = 20)]
    pub(crate) limit: u32,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct InboxArgs {
    /// Runs of all repositories
    #[arg(long)]
    pub(crate) all: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct WatchArgs {
    /// Print it once and end, as where standard output is no terminal
    #[arg(long)]
    pub(crate) once: bool,
    /// At most so many runs, the newest
    #[arg(long, default_value_t = 50)]
    pub(crate) limit: u32,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct RunRef {
    /// The run: its name, or how it begins; `@` and a number for a line
    #[arg(value_name = "RUN")]
    pub(crate) run: String,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct ShowArgs {
    /// The run, or one line of it: `RUN@SEQ`
    #[arg(value_name = "RUN[@SEQ]")]
    pub(crate) run: String,
    /// The last verification, or the last up to that line, as VERIFICATION.md
    #[arg(long)]
    pub(crate) report: bool,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct ResumeArgs {
    /// The run
    #[arg(value_name = "RUN")]
    pub(crate) run: String,
    /// Something that the agent should know
    #[arg(long)]
    pub(crate) hint: Option<String>,
    /// A new budget segment of so many dollars; without a value as much again as configured
    #[arg(long, value_name = "DOLLARS", num_args = 0..=1, default_missing_value = "")]
    pub(crate) budget: Option<String>,
    /// The model, by its name in the configuration
    #[arg(long, value_name = "NAME")]
    pub(crate) model: Option<String>,
}
