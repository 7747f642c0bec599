//! Rounds of an issue with parts: when all of them are closed, its coordinator asks what is next.

use ledger::board::{ActionType, Cause, Ending};

use super::{Key, Team, Wanted};
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
    let parts = known.parts.get(&place).map_or(0, |it| it.len());
    let rounds = known.rounds.get(&place).into_iter().flatten();
    for (at, round) in rounds.enumerate() {
        let key = Key {
            place,
            action: ActionType::RoundReview,
            agent: coordinator,
            cause: Cause::Round(*round),
        };
        let ending = if !issue.is_open() {
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

/// How many parts an open issue has, if all of them are closed.
pub(super) fn complete(known: &Known, place: Place) -> Option<u32> {
    known.issues.get(&place).filter(|it| it.is_open())?;
    let parts = known.parts.get(&place)?;
    let is_closed = |it: &Place| {
        let part = known.issues.get(it);
        part.is_some_and(|it| !it.is_open())
    };
    let count = u32::try_from(parts.len()).ok()?;
    (count > 0 && parts.iter().all(is_closed)).then_some(count)
}
