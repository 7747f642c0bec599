//! Which words there are.

use ledger::forge::{MeansKind, Standing};

/// The words of one language. Names in braces are put in later.
pub(super) struct Words {
    pub(super) task: &'static str,
    pub(super) steps: &'static str,
    pub(super) issue: &'static str,
    pub(super) pull: &'static str,
    pub(super) title: &'static str,
    pub(super) no_text: &'static str,
    pub(super) opened_by: &'static str,
    pub(super) comma: &'static str,
    pub(super) semicolon: &'static str,
    pub(super) not_told: &'static str,
    pub(super) coordinator: &'static str,
    pub(super) in_charge: &'static str,
    pub(super) retry: &'static str,
    pub(super) failure: &'static str,
    pub(super) notices: &'static str,
    pub(super) change: &'static str,
    pub(super) parent: &'static str,
    pub(super) prior: &'static str,
    pub(super) parts: &'static str,
    pub(super) open: &'static str,
    pub(super) closed: &'static str,
    pub(super) comments: &'static str,
    /// No rights, may read, may write, administers.
    pub(super) standings: [&'static str; 4],
    pub(super) who: &'static str,
    pub(super) you_are: &'static str,
    pub(super) colleagues: &'static str,
    pub(super) git_work: &'static str,
    pub(super) git_reading: &'static str,
    pub(super) means: &'static str,
    pub(super) means_rule: &'static str,
    /// What [`Words::tool`] tells, in its order.
    pub(super) tools: [&'static str; 6],
    pub(super) git_commit: &'static str,
    pub(super) review: &'static str,
    pub(super) round: &'static str,
    pub(super) constraints: &'static str,
    pub(super) conventions: &'static str,
    pub(super) knowledge: &'static str,
    pub(super) delivery: &'static str,
    pub(super) delivery_work: &'static str,
    pub(super) delivery_report: &'static str,
    pub(super) delivery_answer: &'static str,
    pub(super) delivery_review: &'static str,
    pub(super) delivery_merge: &'static str,
    pub(super) report: &'static str,
    pub(super) report_made: &'static str,
    pub(super) report_written: &'static str,
}

impl Words {
    /// What an issue or a pull request is called.
    pub(super) fn subject(&self, is_pull: bool) -> &'static str {
        if is_pull { self.pull } else { self.issue }
    }

    /// What an account may do.
    pub(super) fn standing(&self, standing: Standing) -> &'static str {
        let [none, read, write, admin] = self.standings;
        match standing {
            Standing::None => none,
            Standing::Read => read,
            Standing::Write => write,
            Standing::Admin => admin,
        }
    }

    /// What a tool is for.
    pub(super) fn tool(&self, means: MeansKind) -> &'static str {
        let [comment, sub_issue, pull, review, merge, close] = self.tools;
        match means {
            MeansKind::Comment => comment,
            MeansKind::OpenSubIssue => sub_issue,
            MeansKind::OpenPullRequest => pull,
            MeansKind::SubmitReview => review,
            MeansKind::MergePullRequest => merge,
            MeansKind::CloseIssue => close,
        }
    }
}
