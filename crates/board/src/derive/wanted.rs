//! A task that follows from what is known, and for whom.

use ledger::board::{ActionType, BoardOptions, BusinessType, Cause, Ending};
use ledger::forge::Login;
use ledger::ids::RunId;

use crate::known::Known;
use crate::names::{Place, Who};

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
    /// The words that end it, by the runs that wrote them; `None`: words that were not written in a run of ours. Empty: it
    /// does not matter who wrote them.
    pub(crate) words: Vec<Option<RunId>>,
}

impl Wanted {
    pub(super) fn open(key: Key) -> Self {
        Self {
            key,
            business: BusinessType::default(),
            ending: None,
            in_review: false,
            words: Vec::new(),
        }
    }

    pub(super) fn ended(self, ending: Option<Ending>) -> Self {
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
    pub(super) fn agent(&self, who: Option<Who>) -> Option<Who> {
        who.filter(|it| self.has(*it))
    }
}

/// Mentions of agents in a text of somebody else.
pub(super) fn mentioned<'a>(
    team: &'a Team,
    author: Option<Who>,
    mentions: &'a [Who],
) -> impl Iterator<Item = Who> + 'a {
    let agents = mentions.iter().copied().filter(|it| team.has(*it));
    agents.filter(move |it| Some(*it) != author)
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
