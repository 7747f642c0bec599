//! `/repos/{owner}/{name}/issues`.

use serde_json::Value;

use super::shape;
use crate::api::{Call, Fields, Filter, Routed};
use crate::http::Answer;
use crate::issues::{EditIssue, NewIssue};
use crate::options::{Access, Refused};
use crate::world::{Id, Label};

pub(super) fn route(call: &mut Call<'_>, rest: &[&str]) -> Routed {
    let number = |text: &str| text.parse::<u64>().map_err(|_| Refused::missing());
    Some(match (call.ask.method.as_str(), rest) {
        ("GET", []) => list(call),
        ("POST", []) => make(call),
        ("GET", ["comments"]) => all_comments(call),
        ("GET", ["comments", id]) => number(id).and_then(|id| show_comment(call, id, 200)),
        ("PATCH", ["comments", id]) => number(id).and_then(|id| {
            let (doer, body) = (call.doer()?, call.fields().text_or_empty("body"));
            call.world.edit_comment(call.repo, doer, id, &body)?;
            show_comment(call, id, 200)
        }),
        ("DELETE", ["comments", id]) => number(id).and_then(|id| {
            let doer = call.doer()?;
            call.world.delete_comment(call.repo, doer, id)?;
            Ok(Answer::empty(204))
        }),
        ("GET", [n]) => number(n).and_then(|n| show(call, n, 200)),
        ("PATCH", [n]) => number(n).and_then(|n| edit(call, n)),
        ("GET", [n, "comments"]) => number(n).and_then(|n| comments(call, n)),
        ("POST", [n, "comments"]) => number(n).and_then(|n| {
            let (doer, body) = (call.doer()?, call.fields().text_or_empty("body"));
            let id = call.world.comment(call.repo, doer, n, &body)?;
            show_comment(call, id, 201)
        }),
        ("GET", [n, "labels"]) => number(n).and_then(|n| labels(call, n)),
        ("POST" | "PUT", [n, "labels"]) => number(n).and_then(|n| put_labels(call, n)),
        ("DELETE", [n, "labels", name]) => number(n).and_then(|n| remove_label(call, n, name)),
        ("POST", [n, "assignees"]) => number(n).and_then(|n| assign(call, n, true)),
        ("DELETE", [n, "assignees"]) => number(n).and_then(|n| assign(call, n, false)),
        _ => return None,
    })
}

fn show(call: &Call<'_>, number: u64, status: u16) -> Result<Answer, Refused> {
    let issue = call.world.issue(call.repo, number)?;
    let shape = shape::issue(call.world, call.at()?, issue);
    Ok(Answer::json(status, &shape))
}

/// Pull requests are among them.
fn list(call: &Call<'_>) -> Result<Answer, Refused> {
    let (filter, at) = (Filter::of(call), call.at()?);
    let issues = at.issues.values().rev();
    let taken = issues.filter(|issue| filter.takes(call.world, call.repo, issue));
    let list: Vec<Value> = taken
        .map(|issue| shape::issue(call.world, at, issue))
        .collect();
    Ok(call.page(&list))
}

/// The ids of labels by name. Unknown ones are made, as GitHub makes them.
fn label_ids(call: &mut Call<'_>, names: &[String]) -> Result<Vec<Id>, Refused> {
    let mut ids = Vec::new();
    for name in names {
        let known = call.world.label_id(call.repo, name);
        ids.push(match known {
            Some(id) => id,
            None => call.world.make_label(
                call.repo,
                Label {
                    id: 0,
                    name: name.clone(),
                    color: "ededed".to_owned(),
                    description: String::new(),
                    exclusive: false,
                },
            )?,
        });
    }
    Ok(ids)
}

/// Names in a list of names, or of objects that have one.
fn names(fields: &Fields) -> Option<Vec<String>> {
    let list = fields.list("labels")?.iter();
    let name = |one: &Value| {
        one.as_str()
            .or_else(|| one.get("name")?.as_str())
            .map(str::to_owned)
    };
    Some(list.filter_map(name).collect())
}

fn make(call: &mut Call<'_>) -> Result<Answer, Refused> {
    let doer = call.doer()?;
    let fields = call.fields();
    let may_write = call.doer_with(Access::Write).is_ok();
    let labels = match may_write {
        true => label_ids(call, &names(&fields).unwrap_or_default())?,
        false => Vec::new(),
    };
    let mut assignees = fields.texts("assignees").unwrap_or_default();
    // Whom it does not know it leaves out.
    assignees.retain(|login| call.world.assignable(call.repo, login).is_some());
    let new = NewIssue {
        title: fields.text_or_empty("title"),
        body: fields.text_or_empty("body"),
        labels,
        assignees,
        milestone: fields.number("milestone"),
        closed: false,
    };
    let number = call.world.open_issue(call.repo, doer, new)?;
    show(call, number, 201)
}

pub(super) fn edit_of(fields: &Fields) -> EditIssue {
    EditIssue {
        title: fields.text("title"),
        body: fields.text("body"),
        assignees: fields.texts("assignees"),
        milestone: fields.number("milestone"),
        open: fields.open(),
        base: fields.text("base"),
        content_version: None,
    }
}

fn edit(call: &mut Call<'_>, number: u64) -> Result<Answer, Refused> {
    let doer = call.doer()?;
    let fields = call.fields();
    let mut edit = edit_of(&fields);
    edit.base = None;
    call.world.edit_issue(call.repo, doer, number, edit)?;
    if let Some(names) = names(&fields) {
        let ids = label_ids(call, &names)?;
        call.world.replace_labels(call.repo, doer, number, &ids)?;
    }
    show(call, number, 200)
}

fn comments(call: &Call<'_>, number: u64) -> Result<Answer, Refused> {
    let (since, at) = (Filter::of(call).since(), call.at()?);
    let issue = call.world.issue(call.repo, number)?;
    let all = issue.comments.iter();
    let taken = all.filter(|one| since.is_none_or(|since| one.updated >= since));
    let list: Vec<Value> = taken
        .map(|one| shape::comment(call.world, at, issue, one))
        .collect();
    Ok(call.page(&list))
}

fn all_comments(call: &Call<'_>) -> Result<Answer, Refused> {
    let (since, at) = (Filter::of(call).since(), call.at()?);
    let mut list = Vec::new();
    for issue in at.issues.values() {
        let all = issue.comments.iter();
        let taken = all.filter(|one| since.is_none_or(|since| one.updated >= since));
        list.extend(taken.map(|one| shape::comment(call.world, at, issue, one)));
    }
    Ok(call.page(&list))
}

fn show_comment(call: &Call<'_>, id: Id, status: u16) -> Result<Answer, Refused> {
    let (number, comment) = call.world.comment_place(call.repo, id)?;
    let issue = call.world.issue(call.repo, number)?;
    let shape = shape::comment(call.world, call.at()?, issue, &comment);
    Ok(Answer::json(status, &shape))
}

fn labels(call: &Call<'_>, number: u64) -> Result<Answer, Refused> {
    let issue = call.world.issue(call.repo, number)?;
    Ok(Answer::json(200, &shape::labels(call.at()?, &issue.labels)))
}

fn put_labels(call: &mut Call<'_>, number: u64) -> Result<Answer, Refused> {
    let doer = call.doer_with(Access::Write)?;
    let names = names(&call.fields()).unwrap_or_default();
    let ids = label_ids(call, &names)?;
    match call.ask.method == "PUT" {
        true => call.world.replace_labels(call.repo, doer, number, &ids)?,
        false => call.world.add_labels(call.repo, doer, number, &ids)?,
    }
    labels(call, number)
}

fn remove_label(call: &mut Call<'_>, number: u64, name: &str) -> Result<Answer, Refused> {
    let doer = call.doer()?;
    let id = call.world.label_id(call.repo, name);
    let has = &call.world.issue(call.repo, number)?.labels;
    let id = id.filter(|id| has.contains(id));
    let id = id.ok_or_else(|| Refused::new(404, "Label does not exist"))?;
    call.world.remove_label(call.repo, doer, number, id)?;
    labels(call, number)
}

fn assign(call: &mut Call<'_>, number: u64, adds: bool) -> Result<Answer, Refused> {
    let doer = call.doer()?;
    let logins = call.fields().texts("assignees").unwrap_or_default();
    let now = call.world.issue(call.repo, number)?.assignees.clone();
    let mut now: Vec<String> = now.iter().map(|who| call.world.login(*who)).collect();
    now.retain(|login| !logins.contains(login));
    if adds {
        now.extend(logins);
    }
    call.world.set_assignees(call.repo, doer, number, &now)?;
    show(call, number, if adds { 201 } else { 200 })
}
