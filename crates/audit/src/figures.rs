//! The seven key figures over many runs, each beside its target. Whole numbers all the way: a target is met or not by
//! exact comparison, and what there is no data for is neither.

use serde::Serialize;

use crate::summary::Summary;

/// The seven, in order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Figures {
    /// Runs that were looked at.
    pub runs: u64,
    /// Those that ended or parked of themselves: the rest is under way, a person stopped it or no model ever answered it,
    /// and counts only for compression and pass rate.
    pub settled: u64,
    /// Those that ended or parked before any model had answered: a wrong key or a server that is down says nothing of how
    /// runs do.
    pub unanswered: u64,
    /// Whether the cost of one of them is a guess.
    pub cost_guessed: bool,
    /// One for each [`Kind`], in its order.
    pub figures: Vec<Figure>,
}

/// One figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Figure {
    /// Which.
    pub kind: Kind,
    /// What its numbers are.
    pub unit: Unit,
    /// What it comes to; `None`: no data.
    pub value: Option<Ratio>,
    /// What it shall come to.
    pub target: Target,
    /// Whether it does; `None`: no data, or too little for a share to say anything ([`SHARE_BASE_MIN`]).
    pub met: Option<bool>,
    /// How many runs, verifications or bytes it is based on: the lower number of the value, zero without data.
    pub based_on: u64,
}

/// Runs or verifications from which on a share is held against its target: one failure among fewer would be more than a
/// fifth, which is the widest margin that a target leaves.
pub const SHARE_BASE_MIN: u64 = 5;

/// Which figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Settled runs that are done.
    SuccessRate,
    /// Corrections in a settled run.
    Corrections,
    /// Settled runs that needed people.
    HumanShare,
    /// Activity of a settled run; waiting for people is not in it.
    Duration,
    /// What a settled run cost.
    Cost,
    /// Bytes of prompts before and after history was shortened, in runs where it was long enough for that.
    Compression,
    /// Verifications that passed.
    PassRate,
}

/// What the numbers of a figure are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// A part of a whole.
    Share,
    /// A count for each run.
    Count,
    /// Milliseconds for each run.
    Milliseconds,
    /// Millionths of a dollar for each run.
    MicroUsd,
    /// So many to one.
    ToOne,
}

/// An exact quotient; the lower number is never zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Ratio {
    /// Above the line.
    pub over: u64,
    /// Below it.
    pub under: u64,
}

/// What a figure shall come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// More than this.
    Above(Ratio),
    /// Less than this.
    Below(Ratio),
}

impl Kind {
    /// All of them, in order.
    pub const ALL: [Kind; 7] = [
        Kind::SuccessRate,
        Kind::Corrections,
        Kind::HumanShare,
        Kind::Duration,
        Kind::Cost,
        Kind::Compression,
        Kind::PassRate,
    ];

    /// The name for people.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Kind::SuccessRate => "task success rate",
            Kind::Corrections => "average corrections",
            Kind::HumanShare => "human intervention",
            Kind::Duration => "average duration",
            Kind::Cost => "average cost",
            Kind::Compression => "context compression",
            Kind::PassRate => "verification pass rate",
        }
    }

    /// What it is counted over, for people.
    #[must_use]
    pub fn base(self) -> &'static str {
        match self {
            Kind::SuccessRate
            | Kind::Corrections
            | Kind::HumanShare
            | Kind::Duration
            | Kind::Cost => "runs",
            Kind::Compression => "prompt bytes",
            Kind::PassRate => "verifications",
        }
    }

    /// What it means and why it has this target, in one sentence for people.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Kind::SuccessRate => {
                "runs that were verified and merged; below four of five, tasks are too large or checks too weak"
            }
            Kind::Corrections => {
                "rounds that a run needed after its first attempt; three is where it stops by default"
            }
            Kind::HumanShare => {
                "runs that had to ask, or were handed over; more often than one in five, and a run saves nobody's time"
            }
            Kind::Duration => {
                "time at work in a run, without waiting for people; ten minutes is a coffee"
            }
            Kind::Cost => "money of a run, guesses marked `~`",
            Kind::Compression => {
                "how much longer prompts would be with all of their history; only runs long enough to be shortened count"
            }
            Kind::PassRate => {
                "verifications that found nothing, first attempts included; many gaps mean that the agent claims too early"
            }
        }
    }

    /// What its numbers are.
    #[must_use]
    pub fn unit(self) -> Unit {
        match self {
            Kind::SuccessRate | Kind::HumanShare | Kind::PassRate => Unit::Share,
            Kind::Corrections => Unit::Count,
            Kind::Duration => Unit::Milliseconds,
            Kind::Cost => Unit::MicroUsd,
            Kind::Compression => Unit::ToOne,
        }
    }

    /// What it shall come to.
    #[must_use]
    pub fn target(self) -> Target {
        let ratio = |over, under| Ratio { over, under };
        match self {
            Kind::SuccessRate => Target::Above(ratio(80, 100)),
            Kind::Corrections => Target::Below(ratio(2, 1)),
            Kind::HumanShare => Target::Below(ratio(20, 100)),
            Kind::Duration => Target::Below(ratio(600_000, 1)),
            Kind::Cost => Target::Below(ratio(2_000_000, 1)),
            Kind::Compression => Target::Above(ratio(3, 1)),
            Kind::PassRate => Target::Above(ratio(90, 100)),
        }
    }
}

impl Ratio {
    /// A quotient, if the lower number is not zero.
    #[must_use]
    pub fn new(over: u64, under: u64) -> Option<Self> {
        (under > 0).then_some(Self { over, under })
    }

    /// In thousandths, rounded down; at most the ceiling.
    #[must_use]
    pub fn milli(self) -> u64 {
        let milli = u128::from(self.over).saturating_mul(1000);
        let milli = milli.checked_div(u128::from(self.under)).unwrap_or(0);
        u64::try_from(milli).unwrap_or(u64::MAX)
    }

    /// Smaller, equal or greater; exact.
    #[must_use]
    pub fn compare(self, other: Ratio) -> std::cmp::Ordering {
        let product = |one: u64, two: u64| u128::from(one).saturating_mul(u128::from(two));
        product(self.over, other.under).cmp(&product(other.over, self.under))
    }
}

impl Target {
    /// Whether a value meets it. The bound itself does not.
    #[must_use]
    pub fn is_met(self, value: Ratio) -> bool {
        match self {
            Target::Above(bound) => value.compare(bound).is_gt(),
            Target::Below(bound) => value.compare(bound).is_lt(),
        }
    }
}

/// The seven key figures over these runs.
#[must_use]
pub fn figures(runs: &[Summary]) -> Figures {
    let settled = runs.iter().filter(|it| it.is_settled() && !it.is_stopped());
    let (settled, unanswered): (Vec<&Summary>, Vec<&Summary>) =
        settled.partition(|it| it.turns > 0);
    Figures {
        runs: count(runs.len()),
        settled: count(settled.len()),
        unanswered: count(unanswered.len()),
        cost_guessed: settled.iter().any(|it| it.cost_guessed),
        figures: Kind::ALL
            .iter()
            .map(|kind| figure(*kind, value(*kind, runs, &settled)))
            .collect(),
    }
}

fn figure(kind: Kind, value: Option<Ratio>) -> Figure {
    let target = kind.target();
    Figure {
        kind,
        unit: kind.unit(),
        value,
        target,
        met: value
            .filter(|it| kind.unit() != Unit::Share || it.under >= SHARE_BASE_MIN)
            .map(|it| target.is_met(it)),
        based_on: value.map_or(0, |it| it.under),
    }
}

fn value(kind: Kind, runs: &[Summary], settled: &[&Summary]) -> Option<Ratio> {
    let each = |number: fn(&Summary) -> u64| {
        let sum = sum(settled.iter().map(|it| number(it)));
        Ratio::new(sum, count(settled.len()))
    };
    let all = |number: fn(&Summary) -> u64| sum(runs.iter().map(number));
    let shortened = || {
        let is = |it: &&Summary| it.prompt_bytes < it.prompt_whole_bytes;
        runs.iter().filter(is)
    };
    match kind {
        Kind::SuccessRate => each(|it| u64::from(it.is_done())),
        Kind::Corrections => each(|it| u64::from(it.corrections)),
        Kind::HumanShare => each(|it| u64::from(it.needed_people)),
        Kind::Duration => each(|it| it.active_ms),
        Kind::Cost => each(|it| it.cost.total.0),
        Kind::Compression => Ratio::new(
            sum(shortened().map(|it| it.prompt_whole_bytes)),
            sum(shortened().map(|it| it.prompt_bytes)),
        ),
        Kind::PassRate => Ratio::new(all(|it| it.passed), all(|it| it.verifications)),
    }
}

fn sum(numbers: impl Iterator<Item = u64>) -> u64 {
    numbers.fold(0, u64::saturating_add)
}

fn count(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}
