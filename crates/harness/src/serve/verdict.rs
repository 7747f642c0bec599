//! Whether a review is one that an agent acts upon. Anybody may review what is public; the verdict counts of those alone who
//! may write there, and an approval lets nothing be merged but what was approved.

use forge::client::{Client, Failure};
use ledger::forge::{Login, ReviewSeen, ReviewVerdict, Standing};
use ledger::ids::GitId;

use super::brief::Brief;
use super::not_driven::NotDriven;
use crate::from_issue::NoIssue;

/// The commit that was approved, where the task follows from an approval. It is looked up: what was delivered may tell the
/// head of that time in its place, or be older than what the reviewer says now.
///
/// # Errors
/// [`NotDriven`]: the verdict does not count, or it could not be looked up.
pub(super) async fn approved(client: &Client, brief: &Brief) -> Result<Option<GitId>, NotDriven> {
    let Some((reviewer, verdict)) = &brief.review else {
        return Ok(None);
    };
    let failed = |failure: Failure| {
        let what = format!("the review of `{reviewer}`");
        NotDriven::Issue(NoIssue::Asked { what, failure })
    };
    let repo = &brief.subject.repo;
    let permission = client.permission(repo, reviewer).await.map_err(failed)?;
    if permission < Standing::Write {
        let why = format!("the verdict of `{reviewer}` does not count: it may not write to {repo}");
        return Err(NotDriven::NotNeeded(why));
    }
    if *verdict != ReviewVerdict::Approved {
        return Ok(None);
    }
    let reviews = client.reviews(repo, brief.subject.number).await;
    let reviews = reviews.map_err(failed)?;
    match standing(&reviews, reviewer) {
        Some(commit) => Ok(Some(commit)),
        None => {
            let why = format!("the approval of `{reviewer}` does not stand any more");
            Err(NotDriven::NotNeeded(why))
        }
    }
}

/// The commit that a reviewer approves by the last verdict.
fn standing(reviews: &[ReviewSeen], reviewer: &Login) -> Option<GitId> {
    let own = reviews.iter().filter(|it| it.reviewer == *reviewer);
    let verdicts = own.filter(|it| it.verdict != ReviewVerdict::Comment);
    let last = verdicts.max_by_key(|it| it.at_ms)?;
    match last.verdict {
        ReviewVerdict::Approved => last.commit.clone(),
        ReviewVerdict::Changes | ReviewVerdict::Comment => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn review(verdict: &str, commit: &str, at_ms: u64) -> ReviewSeen {
        serde_json::from_value(serde_json::json!({
            "number": 3, "id": at_ms, "reviewer": "judge", "verdict": verdict, "body": "",
            "commit": commit.repeat(40), "at_ms": at_ms,
        }))
        .expect("a review")
    }

    #[test]
    fn the_last_verdict_counts_and_for_its_commit_alone() {
        let judge = Login::new("Judge").expect("a login");
        let approved = review("approved", "a", 10);
        let commit = approved.commit.clone();
        let comment = review("comment", "b", 20);
        let changes = review("changes", "b", 30);
        assert_eq!(standing(&[approved.clone(), comment], &judge), commit);
        assert_eq!(standing(&[changes, approved.clone()], &judge), None);
        let other = Login::new("somebody").expect("a login");
        assert_eq!(standing(&[approved], &other), None);
    }
}
