//! What is said about an issue or a pull request, and what those who said it may do there.

use std::collections::BTreeMap;

use board::templates::Templates;
use board::text;
use forge::client::{Client, Failure};
use ledger::board::BusinessType;
use ledger::forge::{
    CommentSeen, IssueSeen, IssueTask, IssueText, Login, PullSeen, RelatedIssue, RepoName,
    ReviewVerdict, Standing, Subject,
};

use super::Address;
use super::error::NoIssue;

/// Issues that one depends on and that are looked at.
const DEPENDS_MAX: usize = 16;
/// Comments of one issue that are taken, the newest.
const COMMENTS_MAX: usize = 200;
/// Bytes of the output of a failed check: its end says what failed, and a prompt shows no more from its beginning.
const LOG_BYTES_MAX: usize = 6 * 1024;

/// What was gathered.
#[derive(Debug)]
pub(crate) struct Gathered {
    pub(crate) address: Address,
    pub(crate) task: IssueTask,
    pub(crate) business: BusinessType,
    /// The branch that the work is to come into.
    pub(crate) target: String,
    /// The issue, where there is one.
    pub(crate) issue: Option<u64>,
    pub(crate) parent: Option<u64>,
    /// The pull request, where one stands.
    pub(crate) pull: Option<u64>,
    /// Its branch.
    head: Option<String>,
    is_open: bool,
    from_fork: bool,
    may_write: bool,
    is_archived: bool,
}

impl Gathered {
    /// Why no run begins from it, if none does, and what to do about that.
    pub(crate) fn refusal(&self) -> Option<NoIssue> {
        let subject = &self.task.subject;
        let repo = &subject.repo;
        let (why, help) = if !self.is_open {
            (
                format!("{subject} is closed"),
                "open it again on the forge, or name another",
            )
        } else if self.is_archived {
            (
                format!("{repo} is archived: nothing can be pushed there"),
                "bring it back on the forge first",
            )
        } else if !self.may_write {
            (
                format!("the account may not write to {repo}: nothing could be pushed"),
                "make it a collaborator who may write",
            )
        } else if self.from_fork {
            (
                format!(
                    "the branch of {subject} stands in another repository: its owner has to change it"
                ),
                "open a pull request from a branch of this repository",
            )
        } else {
            return None;
        };
        let help = help.to_owned();
        Some(NoIssue::Refused { why, help })
    }

    /// Where its agent may speak: what was named first, then what belongs to it.
    pub(crate) fn places(&self) -> Vec<u64> {
        let mut places = vec![self.address.number];
        let more = [self.pull, self.issue, self.parent].into_iter().flatten();
        for number in more {
            if !places.contains(&number) {
                places.push(number);
            }
        }
        places
    }

    /// The branch that has the work.
    pub(crate) fn branch(&self, templates: &Templates) -> String {
        if let Some(head) = &self.head {
            return head.clone();
        }
        let kind = templates.branch_type(self.business);
        let number = self.issue.unwrap_or(self.address.number);
        text::branch_name(&kind, number, &self.task.title)
    }
}

/// Reads all of it; `asker` asks what its authors may do.
pub(crate) async fn gather(
    client: &Client,
    asker: &Client,
    address: &Address,
) -> Result<Gathered, NoIssue> {
    let mut reading = Reading {
        client,
        asker,
        repo: &address.repo,
        standings: BTreeMap::new(),
    };
    let repository = client.repository(&address.repo).await;
    let repository = repository.map_err(asked(address.repo.to_string()))?;
    let subject = Subject {
        repo: address.repo.clone(),
        number: address.number,
    };
    let what = subject.to_string();
    let pull = match client.pull(&address.repo, address.number).await {
        Ok(pull) => Some(pull),
        Err(Failure::NotFound { .. }) => None,
        Err(failure) => return Err(asked(what)(failure)),
    };
    let closes = pull.as_ref().and_then(closes);
    let issue = match (&pull, closes) {
        (Some(_), None) => None,
        (Some(_), Some(number)) => client.issue(&address.repo, number).await.ok(),
        (None, _) => {
            let issue = client.issue(&address.repo, address.number).await;
            Some(issue.map_err(|failure| {
                // The repository itself was there a moment ago.
                let is_gone = matches!(failure, Failure::NotFound { .. });
                match is_gone {
                    true => NoIssue::Gone(subject),
                    false => asked(what)(failure),
                }
            })?)
        }
    };
    let task = reading.task(address, issue.as_ref(), pull.as_ref()).await?;
    let labels = issue.as_ref().and_then(|it| it.labels.clone());
    let labels = labels.or_else(|| pull.as_ref().and_then(|it| it.labels.clone()));
    let (business, _) = text::business(&labels.unwrap_or_default());
    let references = issue
        .as_ref()
        .map(|it| text::references(&it.title, &it.body));
    let is_open = pull.as_ref().map_or_else(
        || issue.as_ref().is_some_and(|it| it.open),
        |pull| pull.open,
    );
    Ok(Gathered {
        address: address.clone(),
        task,
        business,
        target: pull
            .as_ref()
            .map_or_else(|| repository.default_branch.clone(), |it| it.base.clone()),
        issue: issue.as_ref().map(|it| it.number),
        parent: references.and_then(|it| it.parent),
        pull: pull.as_ref().map(|it| it.number),
        head: pull.as_ref().map(|it| it.head.branch.clone()),
        is_open,
        from_fork: pull.as_ref().is_some_and(|it| it.from_fork),
        may_write: repository.permission >= Standing::Write,
        is_archived: repository.archived,
    })
}

/// The issue that a pull request closes.
fn closes(pull: &PullSeen) -> Option<u64> {
    let closes = text::closes(&pull.title, &pull.body).into_iter().next();
    closes.or_else(|| text::branch_issue(&pull.head.branch))
}

fn asked(what: String) -> impl FnOnce(Failure) -> NoIssue {
    move |failure| NoIssue::Asked { what, failure }
}

/// What is being read, and what is known of those who wrote it.
struct Reading<'a> {
    client: &'a Client,
    /// Whoever is told what others may do: on some forges administrators alone are.
    asker: &'a Client,
    repo: &'a RepoName,
    standings: BTreeMap<Login, Standing>,
}

impl Reading<'_> {
    /// What an account may do. Who can't be asked about may do nothing.
    async fn standing_of(&mut self, login: Option<&Login>) -> Standing {
        let Some(login) = login else {
            return Standing::None;
        };
        if let Some(known) = self.standings.get(login) {
            return *known;
        }
        let permission = self.asker.permission(self.repo, login).await;
        let found = permission.unwrap_or(Standing::None);
        self.standings.insert(login.clone(), found);
        found
    }

    async fn task(
        &mut self,
        address: &Address,
        issue: Option<&IssueSeen>,
        pull: Option<&PullSeen>,
    ) -> Result<IssueTask, NoIssue> {
        let mut comments = Vec::new();
        let (title, text, author) = match (issue, pull) {
            (Some(it), _) => (it.title.clone(), it.body.clone(), it.author.clone()),
            (None, Some(it)) => (it.title.clone(), it.body.clone(), it.author.clone()),
            (None, None) => (String::new(), String::new(), None),
        };
        if let Some(issue) = issue {
            comments.extend(self.comments(issue.number, "comment").await?);
        }
        if let Some(pull) = pull {
            if issue.is_some() {
                comments.push(self.description(pull).await);
            }
            comments.extend(self.reviews(pull).await?);
            let kind = "comment on the pull request";
            comments.extend(self.comments(pull.number, kind).await?);
            comments.sort_by_key(|it| it.at_ms);
            comments.extend(self.failed_checks(pull).await);
        }
        let left_out = comments.len().saturating_sub(COMMENTS_MAX);
        let related = match issue {
            Some(issue) => self.related(issue).await,
            None => Vec::new(),
        };
        Ok(IssueTask {
            forge: address.forge.clone(),
            subject: Subject {
                repo: address.repo.clone(),
                number: issue.map_or(address.number, |it| it.number),
            },
            standing: self.standing_of(author.as_ref()).await,
            title,
            text,
            author,
            steps: Vec::new(),
            comments: comments.split_off(left_out),
            related,
            errand: None,
        })
    }

    /// What a pull request says of itself, where the task is told by the issue that it closes.
    async fn description(&mut self, pull: &PullSeen) -> IssueText {
        IssueText {
            standing: self.standing_of(pull.author.as_ref()).await,
            author: pull.author.clone(),
            kind: "description of the pull request".to_owned(),
            at_ms: pull.created_ms,
            text: format!("{}\n\n{}", pull.title, pull.body.trim()),
        }
    }

    async fn comments(&mut self, number: u64, kind: &str) -> Result<Vec<IssueText>, NoIssue> {
        let comments = self.client.comments(self.repo, number).await;
        let comments: Vec<CommentSeen> =
            comments.map_err(asked(format!("the comments of #{number}")))?;
        let mut said = Vec::new();
        for comment in comments {
            said.push(IssueText {
                standing: self.standing_of(comment.author.as_ref()).await,
                author: comment.author,
                kind: kind.to_owned(),
                at_ms: comment.created_ms,
                text: comment.body,
            });
        }
        Ok(said)
    }

    async fn reviews(&mut self, pull: &PullSeen) -> Result<Vec<IssueText>, NoIssue> {
        let reviews = self.client.reviews(self.repo, pull.number).await;
        let reviews = reviews.map_err(asked(format!("the reviews of #{}", pull.number)))?;
        let mut said = Vec::new();
        for review in reviews {
            let verdict = match review.verdict {
                ReviewVerdict::Approved => "review: approved",
                ReviewVerdict::Changes => "review: changes are wanted",
                ReviewVerdict::Comment => "review",
            };
            said.push(IssueText {
                standing: self.standing_of(Some(&review.reviewer)).await,
                author: Some(review.reviewer),
                kind: verdict.to_owned(),
                at_ms: review.at_ms,
                text: review.body,
            });
        }
        Ok(said)
    }

    /// What checks of the head that failed printed. What can't be had is not missed: the names of the checks say enough.
    async fn failed_checks(&self, pull: &PullSeen) -> Vec<IssueText> {
        let Some(head) = &pull.head.commit else {
            return Vec::new();
        };
        let of_forge = |kind: String, text: String| IssueText {
            author: None,
            standing: Standing::None,
            kind,
            at_ms: 0,
            text,
        };
        let combined = self.client.combined_status(self.repo, head).await;
        let mut said = Vec::new();
        if let Ok(combined) = combined {
            let red = combined.checks.into_iter().filter(|(_, it)| it.is_red());
            said.extend(
                red.map(|(name, _)| of_forge(format!("failed check {name}"), String::new())),
            );
        }
        if said.is_empty() {
            return said;
        }
        let logs = self.client.failed_job_logs(self.repo, head).await;
        for log in logs.unwrap_or_default() {
            let tail = tail(&log.text, LOG_BYTES_MAX).to_owned();
            said.push(of_forge(
                format!("output of the failed job {}", log.name),
                tail,
            ));
        }
        said
    }

    /// The issue that this one is a part of, and those that it depends on. What can't be read is said to be so.
    async fn related(&mut self, issue: &IssueSeen) -> Vec<RelatedIssue> {
        let references = text::references(&issue.title, &issue.body);
        let parent = references.parent.map(|it| ("parent", it));
        let depends = references.depends.into_iter().take(DEPENDS_MAX);
        let all = parent.into_iter().chain(depends.map(|it| ("depends", it)));
        let mut related = Vec::new();
        for (how, number) in all.filter(|(_, it)| *it != issue.number) {
            related.push(match self.client.issue(self.repo, number).await {
                Ok(other) => RelatedIssue {
                    how: how.to_owned(),
                    number,
                    title: other.title,
                    open: other.open,
                    text: match how {
                        "parent" => other.body,
                        _ => self.report(number).await.unwrap_or(other.body),
                    },
                },
                Err(failure) => RelatedIssue {
                    how: how.to_owned(),
                    number,
                    title: String::new(),
                    open: false,
                    text: format!("it can't be read: {failure}"),
                },
            });
        }
        related
    }

    /// The last action report on an issue.
    async fn report(&self, number: u64) -> Option<String> {
        let comments = self.client.comments(self.repo, number).await.ok()?;
        let mut newest = comments.into_iter().rev();
        let report = newest.find(|it| text::is_report(&it.body));
        report.map(|it| it.body)
    }
}

fn tail(text: &str, bytes_max: usize) -> &str {
    let from = text.len().saturating_sub(bytes_max);
    let from = (from..=text.len()).find(|at| text.is_char_boundary(*at));
    from.and_then(|at| text.get(at..)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_long_output_is_kept() {
        let output = format!("{}error: it failed", "…\n".repeat(20_000));
        let kept = tail(&output, LOG_BYTES_MAX);
        assert!(kept.ends_with("error: it failed"));
        assert!(kept.len() <= LOG_BYTES_MAX && kept.len() > LOG_BYTES_MAX - 4);
        assert_eq!(tail("short", LOG_BYTES_MAX), "short");
    }
}
