//! What no delivery told: the forge is asked.

use forge::client::{Client, Failure};
use ledger::board::LookAt;
use ledger::forge::{Fact, RepoName, Subject, What};

use super::intake::clean;

/// Parts of one issue that are looked at.
const PARTS_MAX: usize = 200;

/// Looks, and tells what is there.
pub(super) async fn look(
    client: &Client,
    at: &LookAt,
    parts: &[u64],
) -> Result<Vec<Fact>, Failure> {
    let facts = match at {
        LookAt::Subject(subject) => one(client, &subject.repo, subject.number).await?,
        LookAt::Parts(parent) => parts_of(client, parent, parts).await?,
        LookAt::Since { repo, since_ms } => since(client, repo, *since_ms).await?,
    };
    Ok(facts.into_iter().map(clean).collect())
}

/// One issue or pull request, and what was said of it; nothing where it is gone and its repository is there.
async fn one(client: &Client, repo: &RepoName, number: u64) -> Result<Vec<Fact>, Failure> {
    match client.look(repo, number).await {
        Err(Failure::NotFound { .. }) => {
            client.repository(repo).await?;
            Ok(Vec::new())
        }
        found => found,
    }
}

/// The parts of an issue that are known, and those that refer to it and were opened or changed since it was.
async fn parts_of(client: &Client, parent: &Subject, known: &[u64]) -> Result<Vec<Fact>, Failure> {
    let mut facts = client.look(&parent.repo, parent.number).await?;
    let created = facts.iter().find_map(|it| {
        let What::Issue { issue, .. } = &it.what else {
            return None;
        };
        Some(issue.created_ms)
    });
    let (issues, _) = client
        .issues_since(&parent.repo, created.unwrap_or_default())
        .await?;
    for issue in issues {
        facts.push(Fact {
            repo: parent.repo.clone(),
            by: None,
            origin: ledger::forge::Origin::Look,
            what: What::Issue {
                action: ledger::forge::IssueAction::Seen,
                issue: Box::new(issue),
            },
        });
    }
    for number in known.iter().take(PARTS_MAX) {
        let told = facts.iter().any(|it| is_issue(it, *number));
        if !told {
            facts.extend(one(client, &parent.repo, *number).await?);
        }
    }
    Ok(facts)
}

fn is_issue(fact: &Fact, number: u64) -> bool {
    matches!(&fact.what, What::Issue { issue, .. } if issue.number == number)
}

/// Whatever changed, and the checks of pull requests that are open.
async fn since(client: &Client, repo: &RepoName, since_ms: u64) -> Result<Vec<Fact>, Failure> {
    let mut facts = client.look_since(repo, since_ms).await?;
    for pull in client.open_pulls(repo).await? {
        if let Some(head) = &pull.head.commit {
            facts.extend(client.look_at_checks(repo, head).await?);
        }
    }
    Ok(facts)
}
