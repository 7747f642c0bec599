//! `/repos/{owner}/{name}/pulls`.

use serde_json::Value;

use super::issues::{Filter, edit_of, new_issue};
use super::{Call, Fields, Routed};
use crate::http::Answer;
use crate::merge::{Merge, MergeDone};
use crate::options::{Kind, Refused};
use crate::pulls::{NewPull, NewReview};
use crate::shape;
use crate::world::{Id, Issue, Pull, Review};

pub(super) fn route(call: &mut Call<'_>, rest: &[&str]) -> Routed {
    let method = call.ask.method.clone();
    let Some((first, rest)) = rest.split_first() else {
        return Some(match method.as_str() {
            "GET" => list(call),
            "POST" => make(call),
            _ => return None,
        });
    };
    let Ok(number) = first.parse::<u64>() else {
        return by_branches(call, first, rest);
    };
    Some(match (method.as_str(), rest) {
        ("GET", []) => show(call, number, 200),
        ("PATCH", []) => edit(call, number),
        ("GET", ["merge"]) => call
            .world
            .pull(call.repo, number)
            .map(|pull| Answer::empty(if pull.merged.is_some() { 204 } else { 404 })),
        ("POST", ["merge"]) => merge(call, number),
        ("DELETE", ["merge"]) => call.doer().and_then(|_| {
            call.world.pull_mut(call.repo, number)?.scheduled = None;
            Ok(Answer::empty(204))
        }),
        ("POST", ["requested_reviewers"]) => ask_reviewers(call, number, true),
        ("DELETE", ["requested_reviewers"]) => ask_reviewers(call, number, false),
        (_, ["reviews", rest @ ..]) => return reviews(call, number, rest),
        ("GET", ["files"]) => files(call, number),
        ("GET", ["commits"]) => commits(call, number),
        _ => return None,
    })
}

fn shape_of(call: &Call<'_>, issue: &Issue, pull: &Pull) -> Result<Value, Refused> {
    let asked = &pull.requested;
    Ok(shape::pull(
        call.world,
        call.at()?,
        issue,
        pull,
        asked,
        call.doer,
    ))
}

fn show(call: &mut Call<'_>, number: u64, status: u16) -> Result<Answer, Refused> {
    if call.world.issue(call.repo, number)?.open {
        call.world.refresh(call.repo, number)?;
    }
    let issue = call.world.issue(call.repo, number)?;
    let pull = call.world.pull(call.repo, number)?;
    Ok(Answer::json(status, &shape_of(call, issue, pull)?))
}

fn list(call: &Call<'_>) -> Result<Answer, Refused> {
    let filter = Filter::of(call).only_pulls();
    let mut list = Vec::new();
    for issue in call.at()?.issues.values().rev() {
        if let Some(pull) = &issue.pull
            && filter.takes(call.world, call.repo, issue)
        {
            list.push(shape_of(call, issue, pull)?);
        }
    }
    Ok(call.page(&list))
}

/// The pull request from one branch into another: `/pulls/{base}/{head}`.
fn by_branches(call: &mut Call<'_>, base: &str, rest: &[&str]) -> Routed {
    if call.ask.method != "GET" || rest.is_empty() {
        return None;
    }
    let head = rest.join("/");
    let is_it = |issue: &&Issue| {
        let pull = issue.pull.as_ref();
        pull.is_some_and(|pull| pull.base == base && pull.head == head)
    };
    let found = match call.at() {
        Ok(at) => at
            .issues
            .values()
            .rev()
            .find(is_it)
            .map(|issue| issue.number),
        Err(why) => return Some(Err(why)),
    };
    Some(match found {
        Some(number) => show(call, number, 200),
        None => Err(Refused::missing()),
    })
}

fn make(call: &mut Call<'_>) -> Result<Answer, Refused> {
    let doer = call.doer()?;
    let fields = call.fields();
    let new = NewPull {
        head: fields.text_or_empty("head"),
        base: fields.text_or_empty("base"),
        issue: new_issue(&fields),
        reviewers: fields.texts("reviewers").unwrap_or_default(),
        draft: false,
    };
    let number = call.world.open_pull(call.repo, doer, new)?;
    show(call, number, 201)
}

fn edit(call: &mut Call<'_>, number: u64) -> Result<Answer, Refused> {
    let doer = call.doer()?;
    call.world.pull(call.repo, number)?;
    let fields = call.fields();
    call.world
        .edit_issue(call.repo, doer, number, edit_of(&fields))?;
    if let Some(labels) = fields.numbers("labels") {
        call.world
            .replace_labels(call.repo, doer, number, &labels)?;
    }
    show(call, number, 201)
}

/// Both spellings of each field are taken; where both stand, the old one with the capital.
fn merge_of(fields: &Fields) -> Merge {
    let either = |old: &str, new: &str| fields.text(old).or_else(|| fields.text(new));
    let flag = |name: &str| fields.flag(name).unwrap_or(false);
    Merge {
        how: either("Do", "do").unwrap_or_default(),
        title: fields.text_or_empty("MergeTitleField"),
        message: fields.text_or_empty("MergeMessageField"),
        head: fields.text_or_empty("head_commit_id"),
        delete_branch: flag("delete_branch_after_merge"),
        when_ready: flag("merge_when_checks_succeed"),
        force: flag("force_merge"),
    }
}

fn merge(call: &mut Call<'_>, number: u64) -> Result<Answer, Refused> {
    let doer = call.doer()?;
    let merge = merge_of(&call.fields());
    if merge.how.is_empty() {
        return Err(Refused::invalid("[Do]: Required"));
    }
    match call.world.merge(call.repo, doer, number, merge)? {
        MergeDone::Merged(_) => Ok(Answer::empty(200)),
        MergeDone::Scheduled => Ok(Answer::empty(201)),
    }
}

fn ask_reviewers(call: &mut Call<'_>, number: u64, asks: bool) -> Result<Answer, Refused> {
    let doer = call.doer()?;
    let logins = call.fields().texts("reviewers").unwrap_or_default();
    call.world.pull(call.repo, number)?;
    if !asks {
        call.world
            .withdraw_requests(call.repo, doer, number, &logins)?;
        return Ok(Answer::empty(204));
    }
    call.world
        .request_reviews(call.repo, doer, number, &logins)?;
    Ok(Answer::json(201, &Value::Array(Vec::new())))
}

fn reviews(call: &mut Call<'_>, number: u64, rest: &[&str]) -> Routed {
    let method = call.ask.method.clone();
    let id = |text: &str| text.parse::<Id>().map_err(|_| Refused::missing());
    Some(match (method.as_str(), rest) {
        ("GET", []) => list_reviews(call, number),
        ("POST", []) => review(call, number, None),
        ("GET", [one]) => id(one).and_then(|id| show_review(call, number, id)),
        ("POST", [one]) => id(one).and_then(|id| review(call, number, Some(id))),
        ("GET", [one, "comments"]) => id(one).and_then(|id| line_comments(call, number, id)),
        ("POST", [one, "dismissals"]) => id(one).and_then(|id| dismiss(call, number, id, true)),
        ("POST", [one, "undismissals"]) => id(one).and_then(|id| dismiss(call, number, id, false)),
        ("DELETE", [one]) => id(one).and_then(|id| {
            call.doer()?;
            let pull = call.world.pull_mut(call.repo, number)?;
            pull.reviews.retain(|review| review.id != id);
            Ok(Answer::empty(204))
        }),
        _ => return None,
    })
}

/// Whether a review is about an older commit is only right at the second look: nobody may count on it.
fn list_reviews(call: &mut Call<'_>, number: u64) -> Result<Answer, Refused> {
    let (at, issue) = (call.at()?, call.world.issue(call.repo, number)?);
    let pull = call.world.pull(call.repo, number)?;
    let mut all: Vec<&Review> = pull.reviews.iter().chain(&pull.asks).collect();
    all.sort_by_key(|one| one.id);
    let list: Vec<Value> = all
        .into_iter()
        .map(|one| shape::review(call.world, at, issue, one))
        .collect();
    let pull = call.world.pull_mut(call.repo, number)?;
    for review in &mut pull.reviews {
        review.stale = review.commit != pull.head_sha;
    }
    Ok(call.page(&list))
}

fn find_review<'a>(call: &'a Call<'_>, number: u64, id: Id) -> Result<&'a Review, Refused> {
    let mut reviews = call.world.pull(call.repo, number)?.reviews.iter();
    reviews
        .find(|review| review.id == id)
        .ok_or_else(Refused::missing)
}

fn show_review(call: &Call<'_>, number: u64, id: Id) -> Result<Answer, Refused> {
    let issue = call.world.issue(call.repo, number)?;
    let review = find_review(call, number, id)?;
    let shape = shape::review(call.world, call.at()?, issue, review);
    Ok(Answer::json(200, &shape))
}

pub(crate) fn new_review(fields: &Fields) -> NewReview {
    let comments = fields.list("comments").into_iter().flatten().map(|one| {
        let one = Fields(one.clone());
        let line = one.number("new_position").or_else(|| one.number("line"));
        (
            one.text_or_empty("path"),
            line.unwrap_or(0),
            one.text_or_empty("body"),
        )
    });
    NewReview {
        event: fields.text_or_empty("event"),
        body: fields.text_or_empty("body"),
        commit: fields.text_or_empty("commit_id"),
        comments: comments.collect(),
    }
}

fn review(call: &mut Call<'_>, number: u64, pending: Option<Id>) -> Result<Answer, Refused> {
    let doer = call.doer()?;
    let new = new_review(&call.fields());
    let (repo, world) = (call.repo, &mut *call.world);
    let id = match pending {
        None => world.review(repo, doer, number, new)?,
        Some(id) => world.submit_review(repo, doer, number, id, new)?,
    };
    show_review(call, number, id)
}

fn line_comments(call: &Call<'_>, number: u64, id: Id) -> Result<Answer, Refused> {
    let review = find_review(call, number, id)?;
    let all = review.comments.iter();
    let list = all.map(|one| shape::line_comment(call.world, review, one));
    Ok(Answer::json(200, &list.collect()))
}

fn dismiss(call: &mut Call<'_>, number: u64, id: Id, dismissed: bool) -> Result<Answer, Refused> {
    let doer = call.doer()?;
    call.world.dismiss(call.repo, doer, number, id, dismissed)?;
    show_review(call, number, id)
}

pub(crate) fn files(call: &Call<'_>, number: u64) -> Result<Answer, Refused> {
    let pull = call.world.pull(call.repo, number)?;
    let (from, to) = (pull.diff.merge_base.as_str(), pull.head_sha.as_str());
    let git = &call.at()?.git;
    let text = git.run(&["diff", "--name-status", "--no-renames", from, to])?;
    let list = text.lines().filter_map(|line| {
        let (status, name) = line.split_once('\t')?;
        let status = match status {
            "A" => "added",
            "D" => match call.world.kind {
                Kind::Gitea | Kind::Forgejo => "deleted",
                Kind::Github => "removed",
            },
            _ => "changed",
        };
        Some(serde_json::json!({"filename": name, "status": status}))
    });
    Ok(call.page(&list.collect::<Vec<_>>()))
}

pub(crate) fn commits(call: &Call<'_>, number: u64) -> Result<Answer, Refused> {
    const COMMITS_MAX: usize = 1000;
    let pull = call.world.pull(call.repo, number)?;
    let range = format!("{}..{}", pull.diff.merge_base, pull.head_sha);
    let commits = call.at()?.git.log(&[&range], COMMITS_MAX)?;
    let list: Vec<Value> = commits.iter().map(super::code::long_commit).collect();
    Ok(call.page(&list))
}
