//! `/repos/{owner}/{name}/pulls`.

use serde_json::{Value, json};

use super::issues::edit_of;
use super::shape;
use crate::api::{Call, Filter, Routed, new_review, pull_commits, pull_files};
use crate::http::Answer;
use crate::issues::NewIssue;
use crate::merge::{Merge, MergeDone};
use crate::options::Refused;
use crate::pulls::NewPull;
use crate::world::Id;

pub(super) fn route(call: &mut Call<'_>, rest: &[&str]) -> Routed {
    let number = |text: &str| text.parse::<u64>().map_err(|_| Refused::missing());
    Some(match (call.ask.method.as_str(), rest) {
        ("GET", []) => list(call),
        ("POST", []) => make(call),
        ("GET", [n]) => number(n).and_then(|n| show(call, n, 200)),
        ("PATCH", [n]) => number(n).and_then(|n| edit(call, n)),
        ("PUT", [n, "merge"]) => number(n).and_then(|n| merge(call, n)),
        ("GET", [n, "merge"]) => number(n).and_then(|n| {
            let is_merged = call.world.pull(call.repo, n)?.merged.is_some();
            Ok(Answer::empty(if is_merged { 204 } else { 404 }))
        }),
        ("GET", [n, "files"]) => number(n).and_then(|n| pull_files(call, n)),
        ("GET", [n, "commits"]) => number(n).and_then(|n| pull_commits(call, n)),
        ("GET", [n, "comments"]) => number(n).and_then(|n| line_comments(call, n, None)),
        ("POST" | "DELETE", [n, "requested_reviewers"]) => {
            number(n).and_then(|n| ask_reviewers(call, n))
        }
        ("GET", [n, "reviews"]) => number(n).and_then(|n| reviews(call, n)),
        ("POST", [n, "reviews"]) => number(n).and_then(|n| review(call, n)),
        ("GET", [n, "reviews", id]) => number(n).and_then(|n| show_review(call, n, number(id)?)),
        ("GET", [n, "reviews", id, "comments"]) => {
            number(n).and_then(|n| line_comments(call, n, Some(number(id)?)))
        }
        ("PUT", [n, "reviews", id, "dismissals"]) => number(n).and_then(|n| {
            let (doer, id) = (call.doer()?, number(id)?);
            call.world.dismiss(call.repo, doer, n, id, true)?;
            show_review(call, n, id)
        }),
        _ => return None,
    })
}

fn show(call: &mut Call<'_>, number: u64, status: u16) -> Result<Answer, Refused> {
    call.world.pull(call.repo, number)?;
    if call.world.issue(call.repo, number)?.open {
        call.world.refresh(call.repo, number)?;
    }
    let issue = call.world.issue(call.repo, number)?;
    let shape = shape::pull(call.world, call.at()?, issue);
    Ok(Answer::json(status, &shape))
}

/// In the list nobody is told whether one can be merged.
fn list(call: &Call<'_>) -> Result<Answer, Refused> {
    let (filter, at) = (Filter::of(call).only_pulls(), call.at()?);
    let head = call.ask.query("head");
    let base = call.ask.query("base");
    let mut list = Vec::new();
    for issue in at.issues.values().rev() {
        let Some(pull) = &issue.pull else { continue };
        let full = format!("{}:{}", call.world.login(at.owner), pull.head);
        let is_asked = head.as_ref().is_none_or(|head| *head == full)
            && base.as_ref().is_none_or(|base| *base == pull.base);
        if is_asked && filter.takes(call.world, call.repo, issue) {
            let mut shape = shape::pull(call.world, at, issue);
            for gone in ["mergeable", "mergeable_state", "merged", "merged_by"] {
                shape.as_object_mut().and_then(|map| map.shift_remove(gone));
            }
            list.push(shape);
        }
    }
    Ok(call.page(&list))
}

fn make(call: &mut Call<'_>) -> Result<Answer, Refused> {
    let doer = call.doer()?;
    let fields = call.fields();
    let head = fields.text_or_empty("head");
    // The owner may stand before it.
    let head = head
        .split_once(':')
        .map_or(head.as_str(), |(_, branch)| branch);
    let new = NewPull {
        head: head.to_owned(),
        base: fields.text_or_empty("base"),
        issue: NewIssue {
            title: fields.text_or_empty("title"),
            body: fields.text_or_empty("body"),
            ..NewIssue::default()
        },
        reviewers: Vec::new(),
        draft: fields.flag("draft").unwrap_or(false),
    };
    let number = call.world.open_pull(call.repo, doer, new)?;
    show(call, number, 201)
}

fn edit(call: &mut Call<'_>, number: u64) -> Result<Answer, Refused> {
    let doer = call.doer()?;
    call.world.pull(call.repo, number)?;
    let mut edit = edit_of(&call.fields());
    // Assignees and milestone are the issue's.
    (edit.assignees, edit.milestone) = (None, None);
    call.world.edit_issue(call.repo, doer, number, edit)?;
    show(call, number, 200)
}

fn merge(call: &mut Call<'_>, number: u64) -> Result<Answer, Refused> {
    let doer = call.doer()?;
    let fields = call.fields();
    let merge = Merge {
        how: fields
            .text("merge_method")
            .unwrap_or_else(|| "merge".to_owned()),
        title: fields.text_or_empty("commit_title"),
        message: fields.text_or_empty("commit_message"),
        head: fields.text_or_empty("sha"),
        ..Merge::default()
    };
    let done = call.world.merge(call.repo, doer, number, merge);
    match done {
        Ok(MergeDone::Merged(sha)) => {
            let words = "Pull Request successfully merged";
            let shape = json!({"sha": sha, "merged": true, "message": words});
            Ok(Answer::json(200, &shape))
        }
        Ok(MergeDone::Scheduled) => Err(Refused::new(405, "Pull Request is not mergeable")),
        Err(why) if why.status == 409 => Err(Refused::new(
            409,
            "Head branch was modified. Review and try the merge again.",
        )),
        Err(why) if why.message == "Please try again later" => {
            Err(Refused::new(405, "Pull Request is not mergeable"))
        }
        Err(why) => Err(why),
    }
}

fn ask_reviewers(call: &mut Call<'_>, number: u64) -> Result<Answer, Refused> {
    let doer = call.doer()?;
    let logins = call.fields().texts("reviewers").unwrap_or_default();
    call.world.pull(call.repo, number)?;
    if call.ask.method == "DELETE" {
        call.world
            .withdraw_requests(call.repo, doer, number, &logins)?;
        return show(call, number, 200);
    }
    let asked = call.world.request_reviews(call.repo, doer, number, &logins);
    match asked {
        Ok(()) => show(call, number, 201),
        Err(why) if why.status == 404 => Err(Refused::invalid(
            "Reviews may only be requested from collaborators.",
        )),
        Err(why) => Err(why),
    }
}

fn reviews(call: &Call<'_>, number: u64) -> Result<Answer, Refused> {
    let (at, issue) = (call.at()?, call.world.issue(call.repo, number)?);
    let all = call.world.pull(call.repo, number)?.reviews.iter();
    let list: Vec<Value> = all
        .map(|one| shape::review(call.world, at, issue, one, false))
        .collect();
    Ok(call.page(&list))
}

fn show_review(call: &Call<'_>, number: u64, id: Id) -> Result<Answer, Refused> {
    let issue = call.world.issue(call.repo, number)?;
    let mut reviews = call.world.pull(call.repo, number)?.reviews.iter();
    let review = reviews
        .find(|one| one.id == id)
        .ok_or_else(Refused::missing)?;
    let shape = shape::review(call.world, call.at()?, issue, review, false);
    Ok(Answer::json(200, &shape))
}

fn review(call: &mut Call<'_>, number: u64) -> Result<Answer, Refused> {
    let doer = call.doer()?;
    let new = new_review(&call.fields());
    if new.event == "APPROVED" {
        return Err(Refused::invalid(
            "Variable $event was provided an invalid value",
        ));
    }
    let is_own = call.world.issue(call.repo, number)?.poster == doer;
    if is_own && new.event == "APPROVE" {
        return Err(Refused::invalid("Can not approve your own pull request"));
    }
    let id = call.world.review(call.repo, doer, number, new)?;
    show_review(call, number, id)
}

fn line_comments(call: &Call<'_>, number: u64, of: Option<Id>) -> Result<Answer, Refused> {
    let reviews = call.world.pull(call.repo, number)?.reviews.iter();
    let mut list = Vec::new();
    for review in reviews.filter(|one| of.is_none_or(|id| one.id == id)) {
        let all = review.comments.iter();
        list.extend(all.map(|one| shape::line_comment(call.world, review, one)));
    }
    Ok(call.page(&list))
}
