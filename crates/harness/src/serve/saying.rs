//! Something that people are to be told on a forge, until it stands there.

use std::time::Duration;

use ledger::board::TaskNo;
#[cfg(test)]
use ledger::forge::Deed;
use ledger::forge::ForgeAct;

/// How long something that could not be said is waited with, the first time.
const SAY_AGAIN: Duration = Duration::from_secs(30);
/// The longest wait: a forge may be away for days, or never take it.
const SAY_AGAIN_MAX: Duration = Duration::from_secs(60 * 60);

/// Something that people are to be told of a task.
#[derive(Debug, Clone)]
pub(super) struct Saying {
    pub(super) task: TaskNo,
    pub(super) act: ForgeAct,
    /// It is what this attempt asks; `None`: it is no question.
    pub(super) asked_by: Option<u32>,
    /// How often it could not be said.
    pub(super) failures: u32,
}

impl Saying {
    #[cfg(test)]
    pub(super) fn body(&self) -> &str {
        let Deed::Comment { body, .. } = &self.act.deed else {
            panic!("it is no comment");
        };
        body
    }

    /// How long it is waited with.
    pub(super) fn pause(&self) -> Duration {
        let doublings = self.failures.saturating_sub(1).min(16);
        let factor = 1_u32.checked_shl(doublings).unwrap_or(u32::MAX);
        SAY_AGAIN.saturating_mul(factor).min(SAY_AGAIN_MAX)
    }
}

/// Something to say, asked by an attempt or none.
#[cfg(test)]
pub(super) fn saying(asked_by: Option<u32>) -> Saying {
    Saying {
        task: TaskNo(1),
        act: ForgeAct {
            forge: "home".to_owned(),
            repo: ledger::forge::RepoName::new("team/shop").unwrap(),
            login: ledger::forge::Login::new("coder").unwrap(),
            deed: Deed::Comment {
                number: 1,
                body: "May it?".to_owned(),
                mark: "m".to_owned(),
                replace: false,
            },
        },
        asked_by,
        failures: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_said_is_waited_with_ever_longer() {
        let pause_s = |failures| {
            let saying = Saying {
                failures,
                ..saying(None)
            };
            saying.pause().as_secs()
        };
        assert_eq!([1, 2, 3].map(pause_s), [30, 60, 120]);
        assert_eq!([8, 40, u32::MAX].map(pause_s), [3_600, 3_600, 3_600]);
    }
}
