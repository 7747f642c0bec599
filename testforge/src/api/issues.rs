//! `/repos/{owner}/{name}/issues`.

use serde_json::Value;

use super::{Call, Fields, Routed};
use crate::http::Answer;
use crate::issues::{EditIssue, NewIssue};
use crate::options::Refused;
use crate::shape;
use crate::world::{Id, Issue, World};

pub(super) fn route(call: &mut Call<'_>, rest: &[&str]) -> Routed {
    let method = call.ask.method.as_str();
    let number = |text: &str| text.parse::<u64>().map_err(|_| Refused::missing());
    Some(match (method, rest) {
        ("GET", []) => list(call),
        ("POST", []) => make(call),
        ("GET", ["comments"]) => all_comments(call),
        ("GET", ["comments", id]) => number(id).and_then(|id| show_comment(call, id, 200)),
        ("PATCH", ["comments", id]) => number(id).and_then(|id| edit_comment(call, id)),
        ("DELETE", ["comments", id]) => number(id).and_then(|id| {
            let doer = call.doer()?;
            call.world.delete_comment(call.repo, doer, id)?;
            Ok(Answer::empty(204))
        }),
        ("GET", [n]) => number(n).and_then(|n| show(call, n, 200)),
        ("PATCH", [n]) => number(n).and_then(|n| edit(call, n)),
        ("DELETE", [n]) => number(n).and_then(|n| {
            let doer = call.doer()?;
            call.world.delete_issue(call.repo, doer, n)?;
            Ok(Answer::empty(204))
        }),
        ("GET", [n, "comments"]) => number(n).and_then(|n| comments(call, n)),
        ("POST", [n, "comments"]) => number(n).and_then(|n| comment(call, n)),
        (_, [n, "labels", rest @ ..]) => match number(n) {
            Ok(n) => return labels(call, n, rest),
            Err(why) => Err(why),
        },
        _ => return None,
    })
}

fn show(call: &Call<'_>, number: u64, status: u16) -> Result<Answer, Refused> {
    let issue = call.world.issue(call.repo, number)?;
    let shape = shape::issue(call.world, call.at()?, issue);
    Ok(Answer::json(status, &shape))
}

/// What a list of issues is asked for.
pub(crate) struct Filter {
    open: Option<bool>,
    pulls: Option<bool>,
    since: Option<i64>,
    before: Option<i64>,
    labels: Vec<String>,
    assigned: Option<String>,
    created: Option<String>,
    mentioned: Option<String>,
    words: Option<String>,
}

impl Filter {
    pub(crate) fn of(call: &Call<'_>) -> Filter {
        let ask = call.ask;
        let when = |name: &str| {
            let text = ask.query(name)?;
            text.parse::<jiff::Timestamp>()
                .ok()
                .map(jiff::Timestamp::as_second)
        };
        Filter {
            open: match ask.query("state").as_deref() {
                Some("all") => None,
                Some("closed") => Some(false),
                Some(_) | None => Some(true),
            },
            pulls: match ask.query("type").as_deref() {
                Some("issues") => Some(false),
                Some("pulls") => Some(true),
                Some(_) | None => None,
            },
            since: when("since"),
            before: when("before"),
            labels: ask
                .query("labels")
                .map(|text| text.split(',').map(str::to_owned).collect())
                .unwrap_or_default(),
            assigned: ask.query("assigned_by").or_else(|| ask.query("assignee")),
            created: ask.query("created_by").or_else(|| ask.query("creator")),
            mentioned: ask.query("mentioned_by").or_else(|| ask.query("mentioned")),
            words: ask.query("q"),
        }
    }

    /// Only what changed since then.
    pub(crate) fn since(&self) -> Option<i64> {
        self.since
    }

    pub(crate) fn only_pulls(mut self) -> Filter {
        self.pulls = Some(true);
        self
    }

    pub(crate) fn takes(&self, world: &World, repo: Id, issue: &Issue) -> bool {
        let is = |who: Id, login: &String| world.login(who).eq_ignore_ascii_case(login);
        let has_label = |name: &String| {
            let id = world.label_id(repo, name);
            id.is_some_and(|id| issue.labels.contains(&id))
        };
        let text = format!("{}\n{}", issue.title, issue.body).to_lowercase();
        let says = |words: &String| text.contains(&words.to_lowercase());
        self.open.is_none_or(|open| issue.open == open)
            && self.pulls.is_none_or(|pulls| issue.pull.is_some() == pulls)
            && self.since.is_none_or(|since| issue.updated >= since)
            && self.before.is_none_or(|before| issue.updated <= before)
            && self.labels.iter().all(has_label)
            && self
                .assigned
                .as_ref()
                .is_none_or(|login| issue.assignees.iter().any(|who| is(*who, login)))
            && self
                .created
                .as_ref()
                .is_none_or(|login| is(issue.poster, login))
            && self
                .mentioned
                .as_ref()
                .is_none_or(|login| says(&format!("@{login}")))
            && self.words.as_ref().is_none_or(says)
    }
}

/// Newest first.
fn list(call: &Call<'_>) -> Result<Answer, Refused> {
    let (filter, at) = (Filter::of(call), call.at()?);
    let issues = at.issues.values().rev();
    let taken = issues.filter(|issue| filter.takes(call.world, call.repo, issue));
    let list: Vec<Value> = taken
        .map(|issue| shape::issue(call.world, at, issue))
        .collect();
    Ok(call.page(&list))
}

pub(super) fn new_issue(fields: &Fields) -> NewIssue {
    let mut assignees = fields.texts("assignees").unwrap_or_default();
    assignees.extend(fields.text("assignee").filter(|login| !login.is_empty()));
    NewIssue {
        title: fields.text_or_empty("title"),
        body: fields.text_or_empty("body"),
        labels: fields.numbers("labels").unwrap_or_default(),
        assignees,
        milestone: fields.number("milestone"),
        closed: fields.flag("closed").unwrap_or(false),
    }
}

fn make(call: &mut Call<'_>) -> Result<Answer, Refused> {
    let doer = call.doer()?;
    let new = new_issue(&call.fields());
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
        content_version: fields.number("content_version"),
    }
}

fn edit(call: &mut Call<'_>, number: u64) -> Result<Answer, Refused> {
    let doer = call.doer()?;
    let mut edit = edit_of(&call.fields());
    edit.base = None;
    call.world.edit_issue(call.repo, doer, number, edit)?;
    show(call, number, 201)
}

fn comments(call: &Call<'_>, number: u64) -> Result<Answer, Refused> {
    let (since, at) = (Filter::of(call).since, call.at()?);
    let issue = call.world.issue(call.repo, number)?;
    let all = issue.comments.iter();
    let taken = all.filter(|one| since.is_none_or(|since| one.updated >= since));
    let list: Vec<Value> = taken
        .map(|one| shape::comment(call.world, at, issue, one))
        .collect();
    Ok(call.page(&list))
}

/// The comments of all issues; this list leads to no other page.
fn all_comments(call: &Call<'_>) -> Result<Answer, Refused> {
    let (since, at) = (Filter::of(call).since, call.at()?);
    let all = at
        .issues
        .values()
        .flat_map(|issue| issue.comments.iter().map(move |one| (issue, one)));
    let mut taken: Vec<_> = all
        .filter(|(_, one)| since.is_none_or(|since| one.updated >= since))
        .collect();
    taken.sort_by_key(|(_, one)| one.id);
    let shapes = taken
        .iter()
        .map(|(issue, one)| shape::comment(call.world, at, issue, one));
    Ok(call.page_without_link(&shapes.collect::<Vec<_>>()))
}

fn show_comment(call: &Call<'_>, id: Id, status: u16) -> Result<Answer, Refused> {
    let (number, comment) = call.world.comment_place(call.repo, id)?;
    let issue = call.world.issue(call.repo, number)?;
    let shape = shape::comment(call.world, call.at()?, issue, &comment);
    Ok(Answer::json(status, &shape))
}

fn comment(call: &mut Call<'_>, number: u64) -> Result<Answer, Refused> {
    let doer = call.doer()?;
    let body = call.fields().text_or_empty("body");
    let id = call.world.comment(call.repo, doer, number, &body)?;
    show_comment(call, id, 201)
}

fn edit_comment(call: &mut Call<'_>, id: Id) -> Result<Answer, Refused> {
    let doer = call.doer()?;
    let body = call.fields().text_or_empty("body");
    call.world.edit_comment(call.repo, doer, id, &body)?;
    show_comment(call, id, 200)
}

fn labels(call: &mut Call<'_>, number: u64, rest: &[&str]) -> Routed {
    let method = call.ask.method.clone();
    Some(match (method.as_str(), rest) {
        ("GET", []) => shown_labels(call, number),
        ("POST" | "PUT", []) => put_labels(call, number, method == "PUT"),
        ("DELETE", []) => call.doer().and_then(|doer| {
            call.world.clear_labels(call.repo, doer, number)?;
            Ok(Answer::empty(204))
        }),
        ("DELETE", [id]) => call.doer().and_then(|doer| {
            let id = id.parse().map_err(|_| Refused::missing())?;
            call.world.remove_label(call.repo, doer, number, id)?;
            Ok(Answer::empty(204))
        }),
        _ => return None,
    })
}

fn shown_labels(call: &Call<'_>, number: u64) -> Result<Answer, Refused> {
    let (at, issue) = (call.at()?, call.world.issue(call.repo, number)?);
    let known = issue.labels.iter().filter_map(|id| at.label(*id));
    let list: Vec<Value> = known.map(|one| shape::label(call.world, at, one)).collect();
    Ok(Answer::json(200, &Value::Array(list)))
}

/// Ids and names may stand in one list.
fn put_labels(call: &mut Call<'_>, number: u64, replaces: bool) -> Result<Answer, Refused> {
    let doer = call.doer()?;
    let fields = call.fields();
    let mut ids = Vec::new();
    for one in fields.list("labels").into_iter().flatten() {
        let by_name = || call.world.label_id(call.repo, one.as_str()?);
        ids.extend(one.as_u64().or_else(by_name));
    }
    match replaces {
        true => call.world.replace_labels(call.repo, doer, number, &ids)?,
        false => call.world.add_labels(call.repo, doer, number, &ids)?,
    }
    shown_labels(call, number)
}
