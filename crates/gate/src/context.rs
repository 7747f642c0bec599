//! What is known when the gates are asked. All of it is passed in; what is left at its default counts as unknown or as
//! the stricter case.

use ledger::evidence::Evidence;
use ledger::facts::Fact;
use ledger::forge::MeansKind;
use ledger::ids::RunId;
use ledger::money::Usd;
use ledger::phase::{Mode, Phase, Role};
use ledger::plan::Task;
use ledger::promise::Promise;

use crate::followed::Followed;

/// What is known.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// The run; when given, only authorisations of this run count. Else the caller vouches for those it passes.
    pub run: Option<&'a RunId>,
    /// Where the run is.
    pub phase: Phase,
    /// How strong the gates are, risk signals taken in.
    pub mode: Mode,
    /// Whose hand it would be.
    pub role: Role,
    /// The worktree's directory, absolute, if it is known: absolute paths below it count as inside.
    pub worktree: Option<&'a str>,
    /// The branch of the worktree, without `refs/heads/`.
    pub branch: Option<&'a str>,
    /// The task being worked on; `None`: no plan limits what is written.
    pub task: Option<&'a Task>,
    /// All tasks of the plan: what one of them owns, another leaves alone.
    pub siblings: &'a [Task],
    /// What the run undertakes.
    pub promise: Option<&'a Promise>,
    /// A declared command was seen to fail after the task had written a test.
    pub red: bool,
    /// A question to a person stands open.
    pub open_question: bool,
    /// Answers to what [`crate::needs()`] asked.
    pub facts: &'a [Fact],
    /// Commands that the project declares, beyond those in the configuration and in `facts`.
    pub declared: &'a [String],
    /// Money.
    pub purse: Purse,
    /// Whether the task's source is trusted.
    pub trusted: bool,
    /// Children run in an operating-system sandbox. Without one, only plainly read-only commands run unasked.
    pub sandboxed: bool,
    /// Registries and hosts that they reach from it through a proxy, as `network.allow` names them.
    pub network: &'a [String],
    /// Milliseconds since 1970.
    pub now_ms: u64,
    /// Evidence so far.
    pub evidence: &'a [Evidence],
    /// Other runs that are active in this repository.
    pub others: &'a [OtherRun],
    /// The user's home directory, absolute, if it is known: `~` stands for it.
    pub home: Option<&'a str>,
    /// The worktree may hold changes that no commit has.
    pub dirty: bool,
    /// The main checkout of the repository, absolute, where the worktree is a linked one.
    pub main_checkout: Option<&'a str>,
    /// The address of the remote `origin`.
    pub origin: Option<&'a str>,
    /// How many texts that nobody vouches for were read so far: after the first, what goes out, or is remembered, is
    /// judged a step stricter.
    pub taint: u32,
    /// The system that would carry it out; `None`: any, so the traps of all are judged.
    pub platform: Option<Platform>,
    /// The forge that the run is about, and what may be done there; `None`: it is about none.
    pub forge: Option<ForgeLeave<'a>>,
    /// What was followed last; `None`: nothing is kept.
    pub followed: Option<&'a Followed>,
}

/// What may be done on a forge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ForgeLeave<'a> {
    /// The forge's host.
    pub host: &'a str,
    /// The tools that the task has for it.
    pub means: &'a [MeansKind],
    /// The issues and pull requests that it may comment on.
    pub numbers: &'a [u64],
    /// Whether no file may change: the task looks and speaks.
    pub talks_only: bool,
}

/// A system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Platform {
    /// Linux: names differ by case.
    Linux,
    /// macOS: names do not differ by case, nor by how they are composed.
    Macos,
    /// Windows: as well, and dots and blanks at the end, short names and streams mean nothing.
    Windows,
}

/// Money as the gates see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Purse {
    /// Neither spent nor reserved.
    pub remaining: Usd,
    /// Below this no new spending.
    pub floor: Usd,
    /// Of the present segment.
    pub total: Usd,
    /// Warn when less than this share of `total` is left, in hundredths.
    pub warn_pct: u8,
    /// Whether to refuse when it is used up; else it only warns.
    pub stop_on_exhausted: bool,
}

impl Purse {
    /// A purse that never refuses: for judging single tool calls outside a run.
    pub const UNLIMITED: Purse = Purse {
        remaining: Usd(u64::MAX),
        floor: Usd::ZERO,
        total: Usd(u64::MAX),
        warn_pct: 0,
        stop_on_exhausted: true,
    };
}

/// Another run that is active in this repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherRun {
    /// Its name.
    pub run: RunId,
    /// It uses the same worktree.
    pub same_worktree: bool,
    /// It writes to the same branch.
    pub same_branch: bool,
    /// Paths that both may write.
    pub overlap: Vec<String>,
}

impl Default for Context<'_> {
    /// What `gate check` assumes when nothing is said: executing, normal, generator, no plan limits.
    fn default() -> Self {
        Self {
            run: None,
            phase: Phase::Executing,
            mode: Mode::Normal,
            role: Role::Generator,
            worktree: None,
            branch: None,
            task: None,
            promise: None,
            red: false,
            open_question: false,
            facts: &[],
            declared: &[],
            purse: Purse::UNLIMITED,
            trusted: false,
            sandboxed: false,
            network: &[],
            now_ms: 0,
            evidence: &[],
            others: &[],
            siblings: &[],
            home: None,
            dirty: true,
            main_checkout: None,
            origin: None,
            taint: 0,
            platform: None,
            forge: None,
            followed: None,
        }
    }
}
