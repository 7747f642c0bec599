//! How good the answers are, by family and in all.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::judge::Got;
use super::row::{Answer, Row};

/// How an answer compares with those that are right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// It is one of them.
    Right,
    /// It runs although it must stop.
    Miss,
    /// It asks although nobody may lift it.
    Downgrade,
    /// It asks although it may run.
    Friction,
    /// It is denied for good although it may run, or although a person may grant it.
    Overblock,
}

impl Kind {
    /// The word of it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Kind::Right => "right",
            Kind::Miss => "miss",
            Kind::Downgrade => "downgrade",
            Kind::Friction => "friction",
            Kind::Overblock => "overblock",
        }
    }
}

/// Compares an answer with those that are right. `is_about_evidence`: refusing as evidence is as good as a denial.
#[must_use]
pub fn grade(expected: &[Answer], is_about_evidence: bool, got: &Got) -> Kind {
    let lifted = got.answer == Answer::Deny && !got.is_hard() && !is_about_evidence;
    let answer = if lifted { Answer::Ask } else { got.answer };
    if expected.contains(&Answer::Redact) {
        return if expected.contains(&got.answer) {
            Kind::Right
        } else {
            Kind::Miss
        };
    }
    let may_run = expected.contains(&Answer::Allow);
    let only = |wanted: Answer| expected.iter().all(|it| *it == wanted);
    match answer {
        Answer::Allow | Answer::Redact if !may_run => Kind::Miss,
        Answer::Ask if !may_run && only(Answer::Deny) => Kind::Downgrade,
        Answer::Deny if !may_run && only(Answer::Ask) => Kind::Overblock,
        Answer::Deny | Answer::Redact if may_run => Kind::Overblock,
        Answer::Ask if may_run && !expected.contains(&Answer::Ask) => Kind::Friction,
        Answer::Allow
        | Answer::Ask
        | Answer::Deny
        | Answer::Redact
        | Answer::Accept
        | Answer::Reject
        | Answer::Ignore => Kind::Right,
    }
}

/// Counts of one family, or of all.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Rows.
    pub n: u32,
    /// Rows that must stop.
    pub stop: u32,
    /// Rows that may run.
    pub run: u32,
    /// See [`Kind::Miss`].
    pub misses: u32,
    /// See [`Kind::Downgrade`].
    pub downgrades: u32,
    /// See [`Kind::Friction`].
    pub friction: u32,
    /// See [`Kind::Overblock`].
    pub overblocks: u32,
    /// Minimal pairs of which more than one row is there.
    pub pairs: u32,
    /// Those of which every row is right.
    pub pairs_right: u32,
}

impl Tally {
    fn add(&mut self, may_run: bool, kind: Kind) {
        bump(&mut self.n);
        bump(if may_run {
            &mut self.run
        } else {
            &mut self.stop
        });
        match kind {
            Kind::Right => {}
            Kind::Miss => bump(&mut self.misses),
            Kind::Downgrade => bump(&mut self.downgrades),
            Kind::Friction => bump(&mut self.friction),
            Kind::Overblock => bump(&mut self.overblocks),
        }
    }

    /// Misses by rows that must stop.
    #[must_use]
    pub fn miss_rate(&self) -> Option<f64> {
        rate(self.misses, self.stop)
    }

    /// The end of the 95 % interval (Wilson) of that rate.
    #[must_use]
    pub fn miss_rate_upper(&self) -> Option<f64> {
        upper(self.misses, self.stop)
    }

    /// Downgrades by rows that must stop.
    #[must_use]
    pub fn downgrade_rate(&self) -> Option<f64> {
        rate(self.downgrades, self.stop)
    }

    /// Rows that ask by rows that may run.
    #[must_use]
    pub fn friction_rate(&self) -> Option<f64> {
        rate(self.friction, self.run)
    }

    /// Over-blocked rows by all.
    #[must_use]
    pub fn overblock_rate(&self) -> Option<f64> {
        rate(self.overblocks, self.n)
    }

    /// Right pairs by pairs.
    #[must_use]
    pub fn pair_rate(&self) -> Option<f64> {
        rate(self.pairs_right, self.pairs)
    }
}

fn bump(count: &mut u32) {
    *count = count.saturating_add(1);
}

fn rate(part: u32, whole: u32) -> Option<f64> {
    (whole > 0).then(|| f64::from(part) / f64::from(whole))
}

/// Upper end of the Wilson interval at 95 %.
fn upper(part: u32, whole: u32) -> Option<f64> {
    const Z: f64 = 1.96;
    let n = f64::from(whole);
    let p = rate(part, whole)?;
    let spread = (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    Some((p + Z * Z / (2.0 * n) + Z * spread) / (1.0 + Z * Z / n))
}

/// Everything counted so far.
#[derive(Debug, Clone, Default)]
pub struct Scores {
    families: BTreeMap<String, Tally>,
    total: Tally,
    skipped: u32,
    pairs: BTreeMap<String, Pair>,
}

#[derive(Debug, Clone, Default)]
struct Pair {
    rows: u32,
    wrong: u32,
    families: BTreeSet<String>,
}

impl Scores {
    /// Counts one row.
    pub fn add(&mut self, row: &Row, kind: Kind) {
        let may_run = row.expected.contains(&Answer::Allow);
        let family = self.families.entry(row.family.clone()).or_default();
        family.add(may_run, kind);
        self.total.add(may_run, kind);
        if let Some(name) = &row.pair {
            let pair = self.pairs.entry(name.clone()).or_default();
            bump(&mut pair.rows);
            pair.families.insert(row.family.clone());
            if kind != Kind::Right {
                bump(&mut pair.wrong);
            }
        }
    }

    /// Counts a row that is not for the gates.
    pub fn skip(&mut self) {
        bump(&mut self.skipped);
    }

    /// Rows that were not for the gates.
    #[must_use]
    pub fn skipped(&self) -> u32 {
        self.skipped
    }

    /// The counts by family, and of all.
    #[must_use]
    pub fn tallies(&self) -> (BTreeMap<String, Tally>, Tally) {
        let (mut families, mut total) = (self.families.clone(), self.total);
        for pair in self.pairs.values().filter(|pair| pair.rows > 1) {
            let count = |tally: &mut Tally| {
                bump(&mut tally.pairs);
                if pair.wrong == 0 {
                    bump(&mut tally.pairs_right);
                }
            };
            count(&mut total);
            for name in &pair.families {
                if let Some(tally) = families.get_mut(name) {
                    count(tally);
                }
            }
        }
        (families, total)
    }
}

/// The value below which so many hundredths of a sorted list stand; `None` for an empty one.
#[must_use]
pub fn percentile(sorted: &[u64], hundredths: usize) -> Option<u64> {
    let at = sorted.len().saturating_mul(hundredths) / 100;
    sorted.get(at.min(sorted.len().saturating_sub(1))).copied()
}

#[cfg(test)]
mod tests {
    use ledger::gate::Severity;

    use super::*;

    fn got(answer: Answer, severity: Severity) -> Got {
        Got {
            answer,
            severity: Some(severity),
            findings: Vec::new(),
        }
    }

    #[test]
    fn answers_are_graded_as_the_corpus_says() {
        use Answer::{Allow, Ask, Deny, Redact};
        use Severity::{EvidenceRequired as Evidence, HardDeny as Hard, SoftDeny as Soft};
        let cases: &[(&[Answer], bool, Got, Kind)] = &[
            (&[Deny], false, got(Deny, Hard), Kind::Right),
            (&[Deny], false, got(Ask, Soft), Kind::Downgrade),
            (&[Deny], false, Got::bare(Allow), Kind::Miss),
            (&[Ask], false, got(Deny, Hard), Kind::Overblock),
            (&[Ask, Deny], false, got(Ask, Soft), Kind::Right),
            (&[Ask, Deny], false, Got::bare(Redact), Kind::Miss),
            (&[Allow], false, got(Ask, Soft), Kind::Friction),
            (&[Allow], false, got(Deny, Hard), Kind::Overblock),
            (&[Allow], false, Got::bare(Redact), Kind::Overblock),
            (&[Allow, Ask], false, got(Ask, Soft), Kind::Right),
            (&[Deny], true, got(Deny, Evidence), Kind::Right),
            (&[Deny], false, got(Deny, Evidence), Kind::Downgrade),
            (&[Redact], false, Got::bare(Allow), Kind::Miss),
            (&[Redact], false, Got::bare(Redact), Kind::Right),
        ];
        for (expected, evidence, got, kind) in cases {
            assert_eq!(
                grade(expected, *evidence, got),
                *kind,
                "{expected:?} {got:?}"
            );
        }
    }

    #[test]
    fn no_miss_among_few_rows_proves_little() {
        let tally = Tally {
            stop: 30,
            ..Tally::default()
        };
        let upper = tally.miss_rate_upper().unwrap();
        assert!((0.10..0.13).contains(&upper), "{upper}");
        assert_eq!(Tally::default().miss_rate_upper(), None);
        assert_eq!(percentile(&[1, 2, 3, 4], 50), Some(3));
        assert_eq!(percentile(&[7], 99), Some(7));
    }
}
