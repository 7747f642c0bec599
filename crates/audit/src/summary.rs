//! One run in numbers.

use engine::state::State;
use ledger::event::{Decided, Event, Need, Park, Seen};
use ledger::gate::{Checkpoint, Verdict};
use ledger::ids::{GitId, RunId};
use ledger::message::Body;
use ledger::money::{Cost, Usage, Usd};
use ledger::phase::{Phase, Stop};
use ledger::report::ReportStatus;
use ledger::wire::v1::Line;
use serde::Serialize;

/// One run in numbers. What was taken back by a rewind happened all the same: it is in every count except
/// `corrections`, `score` and `merged`, which are of the run as it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// The run.
    pub run: RunId,
    /// How its project is called.
    pub project: String,
    /// What it is about, in one line.
    pub title: String,
    /// Where it is.
    pub phase: Phase,
    /// Which stop it came to, if it parked or is done.
    pub stop: Option<Stop>,
    /// Whether nothing follows any more.
    pub ended: bool,
    /// Why it parked or ended, in words.
    pub why: Option<String>,
    /// When it goes on by itself, in milliseconds since 1970, if time is all that it waits for.
    pub until_ms: Option<u64>,
    /// When it was opened, in milliseconds since 1970.
    pub opened_ms: u64,
    /// Time of its newest line, in milliseconds since 1970.
    pub last_ms: u64,
    /// Corrections.
    pub corrections: u32,
    /// What it cost.
    pub cost: Spent,
    /// Whether some of that was spent at a price that is a guess.
    pub cost_guessed: bool,
    /// Tokens of all replies, as the providers counted them; replies without figures are not in it.
    pub tokens: Usage,
    /// Milliseconds of activity: waiting for people is not in it.
    pub active_ms: u64,
    /// Milliseconds of waiting for people, as far as a driver was there to wait.
    pub waited_ms: u64,
    /// Model requests answered.
    pub turns: u32,
    /// Tool calls.
    pub tool_calls: u32,
    /// What the gates denied: acts, inputs, changes of phase. A check whose red result does not count is none of these.
    pub denied: u64,
    /// Questions to people.
    pub asked: u64,
    /// Whether people took over, once or more often.
    pub escalated: bool,
    /// Whether it could not go on without people: it escalated, asked, or parked for something that only people give. A
    /// run that somebody stopped or interrupted did not need them for that.
    pub needed_people: bool,
    /// Verifications that came to a report.
    pub verifications: u64,
    /// Those that passed.
    pub passed: u64,
    /// How the last report stands.
    pub report: Option<ReportStatus>,
    /// Items verified and all items of the last report.
    pub score: Option<(usize, usize)>,
    /// Bytes of all prompts, had history not been shortened.
    pub prompt_whole_bytes: u64,
    /// Bytes of all prompts as they were sent.
    pub prompt_bytes: u64,
    /// The commit that the target was moved to.
    pub merged: Option<GitId>,
}

/// What was spent, by kind, and the sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Spent {
    /// All kinds together.
    pub total: Usd,
    /// Language models.
    pub llm: Usd,
    /// Paid interfaces other than models.
    pub api: Usd,
    /// Anything else.
    pub other: Usd,
}

impl From<Cost> for Spent {
    fn from(cost: Cost) -> Self {
        Self {
            total: cost.total(),
            llm: cost.llm,
            api: cost.api,
            other: cost.other,
        }
    }
}

/// Sums a run up: its lines, and their fold.
#[must_use]
pub fn summary(state: &State, lines: &[Line]) -> Summary {
    let counts = Counts::of(lines);
    let report = state.report.as_deref();
    Summary {
        run: state.run.clone(),
        project: state.project().to_owned(),
        title: title(state),
        phase: state.ended.as_ref().map_or(state.phase, |it| it.0),
        stop: state.stop(),
        ended: state.ended.is_some(),
        why: why(state),
        until_ms: state.park.as_ref().and_then(until),
        opened_ms: state.clock.opened_ms,
        last_ms: state.clock.now_ms,
        corrections: state.correction.total,
        cost: state.purse.spent.into(),
        cost_guessed: state.purse.guessed,
        tokens: counts.tokens,
        active_ms: state.clock.active_ms,
        waited_ms: state.clock.waited_ms,
        turns: state.counts.turns,
        tool_calls: state.counts.tool_calls,
        denied: counts.denied,
        asked: counts.asked,
        escalated: counts.escalated,
        needed_people: counts.escalated || counts.asked > 0 || counts.parked_for_people,
        verifications: counts.verifications,
        passed: counts.passed,
        report: report.map(|it| it.status),
        score: report.map(ledger::report::Report::score),
        prompt_whole_bytes: counts.whole_bytes,
        prompt_bytes: counts.bytes,
        merged: state.merged.clone(),
    }
}

impl Summary {
    /// Whether it is under way no more: it ended, or it parked.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.ended || self.stop.is_some()
    }

    /// Whether a person ended it, or left it: that says nothing of how runs do.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop == Some(Stop::Stopped)
    }

    /// Whether it reached what it undertook.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.ended && self.phase == Phase::Done
    }
}

/// What a run is about: the plan's title, or the first line of its source.
pub(crate) fn title(state: &State) -> String {
    let planned = state.plan.as_ref().map(|it| it.title.clone());
    let source = || {
        let opened = state.opened.as_ref()?;
        let line = opened
            .source
            .texts()
            .flat_map(str::lines)
            .find(|it| !it.trim().is_empty())?;
        Some(line.trim().chars().take(72).collect())
    };
    planned.or_else(source).unwrap_or_default()
}

/// Until when a parked run waits, if it waits for time alone.
fn until(park: &Park) -> Option<u64> {
    let times = park.needs.iter().map(Need::until_ms);
    times.collect::<Option<Vec<u64>>>()?.into_iter().max()
}

fn why(state: &State) -> Option<String> {
    let ended = state.ended.as_ref().map(|it| it.1.clone());
    ended.or_else(|| state.park.as_ref().map(|it| it.why.clone()))
}

#[derive(Default)]
struct Counts {
    denied: u64,
    asked: u64,
    escalated: bool,
    parked_for_people: bool,
    verifications: u64,
    passed: u64,
    whole_bytes: u64,
    bytes: u64,
    tokens: Usage,
}

impl Counts {
    fn of(lines: &[Line]) -> Self {
        let mut counts = Self::default();
        let mut told_to_stop = false;
        for line in lines {
            match &line.event {
                Event::Seen(seen) => {
                    told_to_stop = tells_to_stop(seen);
                    if let Seen::Replied { reply, .. } = seen {
                        counts.tokens = sum(counts.tokens, reply.usage.unwrap_or_default());
                    }
                }
                Event::Decided(decided) => counts.take(decided, told_to_stop),
            }
        }
        counts
    }

    fn take(&mut self, decided: &Decided, told_to_stop: bool) {
        if let Decided::Gated(decision) = decided {
            let of_evidence = decision.checkpoint == Checkpoint::PostVerifyResult;
            let denied = u64::from(decision.verdict == Verdict::Deny && !of_evidence);
            self.denied = self.denied.saturating_add(denied);
        } else if let Decided::Asked { .. } = decided {
            self.asked = self.asked.saturating_add(1);
        } else if let Decided::Escalated { .. } = decided {
            self.escalated = true;
        } else if let Decided::Parked(park) = decided {
            self.parked_for_people |= !told_to_stop && park.needs.iter().any(of_people);
        } else if let Decided::Reported(report) = decided {
            let passed = u64::from(report.status == ReportStatus::Passed);
            self.verifications = self.verifications.saturating_add(1);
            self.passed = self.passed.saturating_add(passed);
        } else if let Decided::Requested {
            bytes, whole_bytes, ..
        } = decided
        {
            self.bytes = self.bytes.saturating_add(*bytes);
            self.whole_bytes = self.whole_bytes.saturating_add(*whole_bytes);
        }
    }
}

fn sum(a: Usage, b: Usage) -> Usage {
    Usage {
        input: a.input.saturating_add(b.input),
        cache_read: a.cache_read.saturating_add(b.cache_read),
        cache_write: a.cache_write.saturating_add(b.cache_write),
        output: a.output.saturating_add(b.output),
    }
}

/// What a person did of their own accord is no sign that they were needed.
fn tells_to_stop(seen: &Seen) -> bool {
    match seen {
        Seen::Interrupted => true,
        Seen::Told(message) => matches!(message.body, Body::Stop { .. } | Body::End { .. }),
        Seen::Opened(_)
        | Seen::Claimed(_)
        | Seen::Replied { .. }
        | Seen::ModelFailed { .. }
        | Seen::Proposed { .. }
        | Seen::Finished { .. }
        | Seen::Scanned { .. }
        | Seen::Inspected { .. }
        | Seen::Measured { .. }
        | Seen::Compared { .. }
        | Seen::Falsified { .. }
        | Seen::Ranked { .. }
        | Seen::Connected(_)
        | Seen::Server(_)
        | Seen::Session(_)
        | Seen::Board(_)
        | Seen::Gathered { .. }
        | Seen::Woke { .. }
        | Seen::Notified(_)
        | Seen::Rewound { .. } => false,
    }
}

fn of_people(need: &Need) -> bool {
    match need {
        Need::Answer { .. }
        | Need::Budget
        | Need::Context { .. }
        | Need::Hint
        | Need::Mend { .. } => true,
        Need::Time { .. } => false,
    }
}
