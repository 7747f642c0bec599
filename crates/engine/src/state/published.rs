//! What of a run's work stands on its forge.

use std::collections::BTreeSet;

use ledger::action::Action;
use ledger::forge::{CheckState, Deed, ForgeDone, Means, MeansKind};
use ledger::ids::GitId;
use ledger::observation::{Observation, Outcome};
use ledger::proposal::Proposal;

use crate::deeds;

/// What of a run's work stands on its forge.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Published {
    /// Where the branch of the run stands there, once it was pushed.
    pub tip: Option<GitId>,
    /// Its pull request.
    pub pull: Option<u64>,
    /// The pull request's address, for people.
    pub url: String,
    /// Whether that is a draft, as far as this run knows.
    pub draft: bool,
    /// The commit that a status was set on, and how it stands.
    pub status: Option<(GitId, CheckState)>,
    /// The commit that the work was reported for.
    pub reported: Option<GitId>,
    /// What agents did there with their tools.
    pub used: BTreeSet<MeansKind>,
    /// What was done there without a tool, by its marks.
    pub marks: BTreeSet<String>,
    /// How an agent described the pull request last, past the gates: title and text.
    pub described: Option<(String, String)>,
}

impl Published {
    /// A commit was pushed.
    pub(crate) fn pushed(&mut self, commit: &GitId) {
        self.tip = Some(commit.clone());
    }

    /// An agent had something done there with a tool.
    pub(crate) fn proposed(&mut self, proposal: &Proposal, observation: &Observation) {
        let is_done = matches!(observation.outcome, Outcome::OnForge(_));
        if let Proposal::OnForge { means } = proposal
            && is_done
        {
            self.used.insert(means.kind());
        }
    }

    /// An agent's description of the pull request was let through, if that is what it used.
    pub(crate) fn describes(&mut self, means: &Means) {
        if let Some((title, body)) = means.description() {
            self.described = Some((title.to_owned(), body.to_owned()));
        }
    }

    /// The last words of an agent had something done there.
    pub(crate) fn said(&mut self, action: Option<&Action>) {
        if let Some(Action::Forge(act)) = action {
            self.used.extend(deeds::kind_of(&act.deed));
        }
    }

    /// Something was done on the forge for the work of the run.
    pub(crate) fn done(&mut self, action: Option<&Action>, done: &ForgeDone) {
        let Some(Action::Forge(act)) = action else {
            return;
        };
        self.marks.insert(deeds::key(&act.deed));
        match &act.deed {
            Deed::OpenPull { draft, .. } => {
                self.pull = done.number.or(self.pull);
                self.url.clone_from(&done.url);
                // One that stood already may be either.
                self.draft = *draft || done.stood;
            }
            Deed::EditPull { draft, .. } => self.draft = draft.unwrap_or(self.draft),
            Deed::Status { commit, state, .. } => self.status = Some((commit.clone(), *state)),
            Deed::Comment { .. } => self.reported.clone_from(&self.tip),
            Deed::OpenIssue { .. }
            | Deed::SetOpen { .. }
            | Deed::Review { .. }
            | Deed::MergePull { .. } => {}
        }
    }
}
