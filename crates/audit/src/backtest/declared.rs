//! Policies to try, and the commands that count as declared in a run of another day.

use gate::Policies;
use ledger::options::{Options, PolicySet};

/// Policies to try.
#[derive(Debug, Clone)]
pub struct Candidate {
    policies: Policies,
    /// Commands that the configuration names.
    configured: Vec<String>,
    /// Commands that the project declares today.
    detected: Vec<String>,
}

impl Candidate {
    /// Of what is configured; `detected` are the commands that the project declares by itself today.
    #[must_use]
    pub fn new(set: &PolicySet, detected: Vec<String>) -> Self {
        Self {
            policies: Policies::compile(set).0,
            configured: set.declared.clone(),
            detected,
        }
    }

    /// For a run: what the project declared by itself counts as it was recorded, what the configuration names as it
    /// names it now.
    pub(super) fn for_run(&self, then: &Options) -> Policies {
        self.policies.with_declared(self.declared(then))
    }

    /// For a session of an agent that acts by itself.
    pub(super) fn for_session(&self, then: &PolicySet) -> Policies {
        let mut all = self.configured.clone();
        all.extend(
            then.declared
                .iter()
                .filter(|it| !self.configured.contains(it))
                .cloned(),
        );
        self.policies.with_declared(all)
    }

    /// The first line has what was configured and what was found as one list. What was no check of the run was found. A
    /// check may have been either; it counts as found if it still is, and else as configured then.
    fn declared(&self, then: &Options) -> Vec<String> {
        let checks = &then.verification.commands;
        let was_found = |it: &&String| !checks.contains(it) || self.detected.contains(it);
        let found = then.policies.declared.iter().filter(was_found);
        let mut all = self.configured.clone();
        for command in found {
            if !all.contains(command) {
                all.push(command.clone());
            }
        }
        all
    }
}
