//! What follows from what is known: which tasks there are, and what ends them. A function of the facts alone, so that the
//! order in which they were told does not matter.

use ledger::board::{ActionType, BoardOptions, BusinessType, Cause, Ending};
use ledger::forge::Login;
use ledger::ids::RunId;

use crate::known::Known;
use crate::names::{Place, Who};

mod issue;
mod pull;
mod round;

/// What makes a task this one.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub struct Key {
    /// The issue or pull request.
    pub place: Place,
    /// The kind of event.
    pub action: ActionType,
    /// Whose task it is.
    pub agent: Who,
    /// The fact that it follows from.
    pub cause: Cause,
}

/// A task that follows from what is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Wanted {
    pub(crate) key: Key,
    pub(crate) business: BusinessType,
    /// What ended it, if that is known.
    pub(crate) ending: Option<Ending>,
    /// Whether its pull request waits for others.
    pub(crate) in_review: bool,
    /// The reports that end it, by the runs that wrote them; `None`: one that was not written in a run of ours.
    pub(crate) reports: Vec<Option<RunId>>,
}

impl Wanted {
    fn open(key: Key) -> Self {
        Self {
            key,
            business: BusinessType::default(),
            ending: None,
            in_review: false,
            reports: Vec::new(),
        }
    }

    fn ended(self, ending: Option<Ending>) -> Self {
        Self { ending, ..self }
    }
}

/// The agents, and who of them is what.
#[derive(Debug, Clone, Default)]
pub(crate) struct Team {
    pub(crate) agents: Vec<Who>,
    pub(crate) coordinator: Option<Who>,
    pub(crate) infrastructure: Option<Who>,
    pub(crate) rounds_max: usize,
}

impl Team {
    /// Those of the configuration.
    pub(crate) fn of(options: &BoardOptions, known: &mut Known) -> Self {
        let names = &mut known.names;
        let mut who = |login: &Login| names.who(login);
        let agents: Vec<Who> = options.agents.iter().map(|it| who(&it.login)).collect();
        let coordinator = options.coordinator.as_ref().map(&mut who);
        Self {
            agents,
            coordinator,
            infrastructure: options
                .infrastructure
                .as_ref()
                .map(&mut who)
                .or(coordinator),
            rounds_max: usize::try_from(options.rounds_max).unwrap_or(usize::MAX),
        }
    }

    pub(crate) fn has(&self, who: Who) -> bool {
        self.agents.contains(&who)
    }

    /// An account that is an agent.
    fn agent(&self, who: Option<Who>) -> Option<Who> {
        who.filter(|it| self.has(*it))
    }
}

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

/// Mentions of agents in a text of somebody else.
fn mentioned<'a>(
    team: &'a Team,
    author: Option<Who>,
    mentions: &'a [Who],
) -> impl Iterator<Item = Who> + 'a {
    let agents = mentions.iter().copied().filter(|it| team.has(*it));
    agents.filter(move |it| Some(*it) != author)
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

impl Key {
    /// What comes before every other key about the same place.
    pub(crate) fn first(place: Place) -> Self {
        Self {
            place,
            action: ActionType::IssueAssigned,
            agent: Who::FIRST,
            cause: Cause::Opened(0),
        }
    }
}
