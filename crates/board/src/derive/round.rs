//! Rounds of an issue with parts: when all of them are closed, its coordinator asks what is next.

use ledger::board::{ActionType, Cause, Ending};

use super::wanted::{Key, Team, Wanted};
use crate::known::{Issue, Known};
use crate::names::Place;

pub(super) fn tasks(
    known: &Known,
    team: &Team,
    (place, issue): (Place, &Issue),
    wanted: &mut Vec<Wanted>,
) {
    let Some(coordinator) = team.agent(team.coordinator) else {
        return;
    };
    let parts = known.parts(place).count();
    let rounds = known.rounds.get(&place).into_iter().flatten();
    for (at, (round, closed_ms)) in rounds.enumerate() {
        let key = Key {
            place,
            action: ActionType::RoundReview,
            agent: coordinator,
            cause: Cause::Round(*round),
        };
        let ending = if issue.is_gone() {
            Some(Ending::Withdrawn)
        } else if issue.closed_ms() >= Some(*closed_ms) {
            Some(Ending::Closed)
        } else if usize::try_from(*round).is_ok_and(|it| it < parts) {
            // New parts were opened: that was its outcome.
            Some(Ending::Completed)
        } else if at >= team.rounds_max {
            Some(Ending::RoundsExhausted)
        } else {
            None
        };
        wanted.push(Wanted::open(key).ended(ending));
    }
}

/// How many parts an open issue has, if all of them are closed, and when the last of them was.
pub(super) fn complete(known: &Known, place: Place) -> Option<(u32, u64)> {
    let issue = known.issues.get(&place).filter(|it| it.is_open())?;
    let mut count: u32 = 0;
    // Whenever the issue itself was closed before is no end of this round.
    let mut closed_ms = issue.seen_ms();
    for part in known.parts(place) {
        if !part.is_over() {
            return None;
        }
        count = count.saturating_add(1);
        closed_ms = closed_ms.max(part.closed_ms().unwrap_or_else(|| part.seen_ms()));
    }
    (count > 0).then_some((count, closed_ms))
}
