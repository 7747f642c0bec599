//! What is known of a task when its agent is told of it.

use ledger::board::{ActionType, BusinessType};
use ledger::forge::{IssueText, Login, RelatedIssue, Subject};

use crate::duty::Duty;
use crate::templates::{Language, Template};

/// All that a prompt is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Briefing {
    /// The language of the prompt.
    pub language: Language,
    /// What kind of event the task comes from.
    pub action: ActionType,
    /// Whether that is a review that lets its pull request be merged.
    pub is_approval: bool,
    /// What kind of work its issue wants.
    pub business: BusinessType,
    /// Whose task it is.
    pub agent: Who,
    /// Others who may be asked: agents by the configuration.
    pub colleagues: Vec<Who>,
    /// Who is asked where nobody else is in charge.
    pub coordinator: Option<Login>,
    /// Who is in charge of what the code runs on.
    pub infrastructure: Option<Login>,
    /// The issue or pull request.
    pub subject: Subject,
    /// Whether that is a pull request.
    pub is_pull: bool,
    /// The issue that a pull request closes: what is told below is told of it.
    pub issue: Option<u64>,
    /// Who opened it; `None` where the account is gone.
    pub author: Option<Login>,
    /// Its title.
    pub title: String,
    /// Its text.
    pub body: String,
    /// Whether title and text are the words of somebody who may decide here.
    pub body_trusted: bool,
    /// What was said on it, the oldest first.
    pub comments: Vec<IssueText>,
    /// The issue that it is a part of.
    pub parent: Option<RelatedIssue>,
    /// The issues that it depends on; in the review of a round, its parts.
    pub prior: Vec<RelatedIssue>,
    /// The change that is to be reviewed, as a diff; empty where there is none.
    pub change: String,
    /// What went before, if this is not the first attempt.
    pub retry: Option<Retry>,
    /// What the agent only has to know of: titles of notices and what they say.
    pub notices: Vec<String>,
    /// What is to be done.
    pub template: Template,
    /// What is expected of everybody in a discussion.
    pub discussion: String,
    /// What is asked in the review of a round, in place of the template's steps.
    pub round_review: Option<String>,
}

impl Briefing {
    /// What the agent may do, and what it owes.
    #[must_use]
    pub fn duty(&self) -> Duty {
        Duty::of(self.action, self.is_approval)
    }
}

/// An agent, by the configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Who {
    /// Its account.
    pub login: Login,
    /// Its name for people; empty: its account.
    pub display_name: String,
    /// Its role.
    pub role: String,
    /// What it is able to do.
    pub capabilities: Vec<String>,
}

impl Who {
    /// Its name for people.
    #[must_use]
    pub fn name(&self) -> &str {
        match self.display_name.trim() {
            "" => self.login.as_str(),
            name => name,
        }
    }
}

/// What went before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Retry {
    /// Which attempt this is, from 1.
    pub attempt: u32,
    /// How many there are.
    pub attempts_max: u32,
    /// Why the last one did not do.
    pub why: String,
    /// What came of earlier ones: addresses, branches, `#42`; built by us.
    pub links: Vec<String>,
}
