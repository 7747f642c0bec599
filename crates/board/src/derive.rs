//! What follows from what is known: which tasks there are, and what ends them. A function of the facts alone, so that the
//! order in which they were told does not matter.

use ledger::board::{ActionType, Cause, Ending};

use crate::known::Known;
use crate::names::Place;

mod issue;
mod pull;
mod round;
mod wanted;

pub use wanted::Key;
use wanted::mentioned;
pub(crate) use wanted::{Team, Wanted};

/// The tasks about an issue or a pull request.
// INVARIANT: a task that follows from some of the facts follows from all of them, and one that has ended has ended. So the
// order in which they come does not matter, although no task is ever made undone or begun again. That is why what is not
// wanted after all (own pushes, mentions of whoever has the issue) is a task that has ended, and not none.
pub(crate) fn tasks(known: &Known, team: &Team, place: Place) -> Vec<Wanted> {
    let mut wanted = Vec::new();
    let mut is_gone = false;
    if let Some(pull) = known.pulls.get(&place) {
        is_gone = pull.is_gone();
        pull::tasks(known, team, (place, pull), &mut wanted);
    } else if let Some(issue) = known.issues.get(&place) {
        is_gone = issue.is_gone();
        issue::tasks(known, team, (place, issue), &mut wanted);
        round::tasks(known, team, (place, issue), &mut wanted);
    }
    let gone = is_gone.then_some(Ending::Withdrawn);
    talk_mentions(known, team, (place, gone), &mut wanted);
    wanted
}

/// Whether all parts of an issue are closed and their list is to be looked at, before a round ends: how many they are, and
/// when the last of them was closed.
pub(crate) fn may_end_round(known: &Known, place: Place) -> Option<(u32, u64)> {
    round::complete(known, place)
}

/// Agents that are mentioned in comments.
fn talk_mentions(
    known: &Known,
    team: &Team,
    (place, gone): (Place, Option<Ending>),
    wanted: &mut Vec<Wanted>,
) {
    let talk = known.talk(place);
    for (id, comment) in talk.all() {
        for agent in mentioned(team, comment.author, &comment.mentions) {
            let key = Key {
                place,
                action: ActionType::Mention,
                agent,
                cause: Cause::Comment(id),
            };
            let ending = if talk.has_after(agent, id) {
                Some(Ending::Commented)
            } else if comment.is_deleted {
                Some(Ending::Withdrawn)
            } else {
                gone
            };
            wanted.push(Wanted::open(key).ended(ending));
        }
    }
}
