//! Everything that can happen in a run: what we **saw**, and what we **decided**. All state is a fold over these.

use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::board::{BoardDecided, BoardSeen};
use crate::connection::Connected;
use crate::evidence::Unfit;
use crate::facts::Fact;
use crate::gate::GateDecision;
use crate::ids::{ActId, CallId, GitId, Hash};
use crate::measure::Measured;
use crate::message::Message;
use crate::money::Usd;
use crate::notice::Notified;
use crate::observation::Observation;
use crate::offered::ServerSeen;
use crate::phase::Phase;
use crate::plan::{Plan, Task};
use crate::promise::{Promise, SourceFile};
use crate::ranking::Relevant;
use crate::reply::{ModelFailure, Reply};
use crate::report::Report;
use crate::session::{SessionDecided, SessionSeen};

pub use crate::ask::{Ask, Need, Park, handed_over};
pub use crate::inspection::Inspection;
pub use crate::nudge::Nudge;
pub use crate::opened::{Claimed, Ground, Held, Opened, Process, RepositoryHook};
pub use crate::stamp::Stamp;

/// One event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The world told us.
    Seen(Seen),
    /// We made up our mind.
    Decided(Decided),
}

/// What we saw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seen {
    /// The first line of a run.
    Opened(Box<Opened>),
    /// A driver took the run.
    Claimed(Claimed),
    /// A model's whole reply to a request.
    Replied {
        /// The request.
        act: ActId,
        /// The reply.
        reply: Reply,
    },
    /// A request failed.
    ModelFailed {
        /// The request.
        act: ActId,
        /// How.
        failure: ModelFailure,
    },
    /// A tool call, with the facts that its gates need.
    Proposed {
        /// The call.
        call: CallId,
        /// The facts.
        facts: Vec<Fact>,
    },
    /// What came of an act.
    Finished {
        /// The act.
        act: ActId,
        /// What came of it.
        observation: Observation,
    },
    /// What the scan after a command found changed.
    Scanned {
        /// The command.
        act: ActId,
        /// Snapshot of the worktree; `None`: nothing had changed.
        tree: Option<GitId>,
        /// Files that differ from the scan before, at most a hundred.
        changed: Vec<String>,
    },
    /// Answers to what verification asked about the candidate's files.
    Inspected {
        /// The inspection.
        act: ActId,
        /// What it found, one for each question.
        found: Vec<Inspection>,
    },
    /// How commands that nobody declared, and that failed, do without the work.
    Compared {
        /// The comparison.
        act: ActId,
        /// Those of them that say nothing of the work.
        unfit: Vec<Unfit>,
    },
    /// Figures of the candidate, for the quality gates.
    Measured {
        /// The measurement.
        act: ActId,
        /// The figures.
        measured: Measured,
    },
    /// Who noticed when what the candidate's artifacts provide was broken in scratch copies.
    Falsified {
        /// The trials.
        act: ActId,
        /// In the verifier's own words (JSON).
        facts: String,
    },
    /// Tracked files, by how much their paths speak of the task; the most relevant first.
    Ranked {
        /// The look.
        act: ActId,
        /// The files, a few.
        files: Vec<Relevant>,
    },
    /// Whole files that were asked for; what is not there is left out.
    Gathered {
        /// The look.
        act: ActId,
        /// The files.
        files: Vec<SourceFile>,
    },
    /// What commands connected to through the proxy of their sandbox.
    Connected(Connected),
    /// A message from the inbox.
    Told(Message),
    /// A timer that we had set.
    Woke {
        /// The timer.
        act: ActId,
    },
    /// People were told of a line, or could not be. For the record; nothing depends on it.
    Notified(Notified),
    /// A hook of an agent that acts by itself told something. Only in streams of sessions.
    Session(SessionSeen),
    /// A server of tools did something that it was not asked for.
    Server(ServerSeen),
    /// Work that comes from a forge. Only in the stream of a daemon.
    Board(BoardSeen),
    /// Somebody pressed Ctrl-C, or asked the process to end.
    Interrupted,
    /// Back to an earlier line: what came after it, but for money spent, no longer counts.
    Rewound {
        /// The line.
        to: crate::ids::Seq,
    },
}

/// What we decided.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decided {
    /// What the run undertakes.
    Promised(Promise),
    /// A model is asked to make the plan: its task.
    Drafting(Task),
    /// How.
    Planned(Plan),
    /// Another phase.
    Moved {
        /// From.
        from: Phase,
        /// To.
        to: Phase,
        /// Why, in a few words.
        why: String,
    },
    /// Gates were asked.
    Gated(GateDecision),
    /// Ask a model. A model act: it need not wait for the disk.
    Requested {
        /// The act.
        act: ActId,
        /// The attempt at the task, from 1.
        attempt: u32,
        /// The prompt, as the digests of its sections.
        sections: Vec<Hash>,
        /// Upper bound of its tokens.
        tokens: u64,
        /// Bytes of the prompt, by our own count.
        bytes: u64,
        /// Bytes that it would have had, had history not been shortened.
        whole_bytes: u64,
        /// Entries of the history that were left out, from the oldest on; older lines do not say.
        #[serde(default, skip_serializing_if = "is_none_left_out")]
        left_out: u32,
        /// Money set aside for it.
        reserve: Usd,
    },
    /// Gather the facts for a tool call. Only looks.
    Weigh {
        /// The call.
        call: CallId,
    },
    /// Leave to act, once. A world act: it waits until this line is durable.
    Allowed {
        /// The act.
        act: ActId,
        /// The tool call it answers, if an agent proposed it.
        call: Option<CallId>,
        /// Digest of the action; the permit is matched against it.
        digest: Hash,
        /// The action itself where no line holds it yet (the harness's own acts).
        action: Option<Action>,
    },
    /// A call is answered without an act.
    Answered {
        /// The call.
        call: CallId,
        /// What the agent is told.
        observation: Observation,
    },
    /// A person is asked; the call or the run waits.
    Asked {
        /// Names the question.
        act: ActId,
        /// The call that waits, if one does.
        call: Option<CallId>,
        /// What is asked.
        ask: Ask,
    },
    /// The question no longer stands.
    Settled {
        /// The question.
        act: ActId,
        /// What was said.
        said: String,
    },
    /// Look at the candidate's files.
    Inspect {
        /// The act.
        act: ActId,
        /// The paths.
        paths: Vec<String>,
        /// The commands that are to be run afterwards.
        commands: Vec<String>,
    },
    /// Run commands that nobody declared, and that failed, without the work too, in scratch copies: what fails there in the
    /// same way says nothing of it. The candidate itself is not touched.
    Compare {
        /// The act.
        act: ActId,
        /// The commands.
        commands: Vec<String>,
    },
    /// Measure the candidate for the quality gates, now that its commands have run.
    Measure {
        /// The act.
        act: ActId,
        /// The gates that need figures.
        gates: Vec<String>,
    },
    /// Break what the artifacts provide in scratch copies, and run what passed on the candidate: evidence that still
    /// passes proves nothing. The candidate itself is not touched.
    Falsify {
        /// The act.
        act: ActId,
        /// The commands, all green on the candidate.
        commands: Vec<String>,
    },
    /// Rank the tracked files for a task's prompt. Only looks.
    Rank {
        /// The act.
        act: ActId,
    },
    /// Read whole files, to make pages of ours from them. Only looks.
    Gather {
        /// The act.
        act: ActId,
        /// Files of the run branch; what ends with `/` stands for all files below it.
        paths: Vec<String>,
        /// Files of the target's present tip.
        target: Vec<String>,
    },
    /// A command that was to be evidence is not run.
    Unchecked {
        /// The command.
        command: String,
        /// Why.
        why: String,
    },
    /// The result of a verification: of the whole, or of what the run branch would be with one task's work.
    Reported(Report),
    /// Another attempt, for the gaps alone: of the run, or of the task that could not be brought in.
    Correcting {
        /// The round, from 1.
        round: u32,
        /// The gaps, by item id.
        gaps: Vec<String>,
        /// Whether the round before was rolled back, since it broke what had passed.
        rolled_back: bool,
    },
    /// People take over.
    Escalated {
        /// Why, as it is configured: `max_retries`, `policy_trigger`, `no_auto_fix`, `fix_failed`, `deadlock`,
        /// `infinite_loop`.
        reason: String,
        /// The same in words; empty in lines of older programs.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        words: String,
    },
    /// The agent is told something that it did not ask for.
    Nudged {
        /// What about.
        about: Nudge,
        /// What it is told.
        text: String,
    },
    /// Wake us.
    Wake {
        /// The timer.
        act: ActId,
        /// When, in milliseconds since 1970.
        at_ms: u64,
        /// For what.
        why: String,
        /// The limit at which it ends what still runs then; `None`: it is something to wait for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        limit: Option<Limit>,
    },
    /// End an act.
    Cancel {
        /// The act.
        act: ActId,
        /// Why.
        why: String,
    },
    /// A task can't go on and waits for something; others do.
    Held {
        /// What for.
        park: Park,
        /// Why people are to take over once nothing else goes on: the reason of an escalation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        escalate: Option<String>,
    },
    /// The run holds no process and waits for something.
    Parked(Park),
    /// A parked run goes on.
    Unparked {
        /// Why.
        why: String,
    },
    /// Nothing follows.
    Ended {
        /// `done` or `fail`.
        phase: Phase,
        /// Why.
        why: String,
    },
    /// Signals of risk force the mode `normal`.
    Forced {
        /// The signals.
        signals: Vec<String>,
    },
    /// About a session of an agent that acts by itself. Only in streams of sessions.
    Session(SessionDecided),
    /// About work that comes from a forge. Only in the stream of a daemon.
    Board(BoardDecided),
    /// Little of the budget is left.
    BudgetLow {
        /// What is left.
        left: Usd,
    },
    /// For the record; nothing depends on it.
    Noted {
        /// Kebab-case kind: `ignored`, `hook`, ...
        kind: String,
        /// In words.
        text: String,
    },
}

fn is_none_left_out(count: &u32) -> bool {
    *count == 0
}

/// A limit that ends what still runs some time after it is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    /// The time of the run.
    Time,
    /// Its money.
    Money,
}
