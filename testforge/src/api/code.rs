//! Branches, their protection, commits and files.

use serde_json::{Value, json};

use super::{Call, Routed};
use crate::git::Commit;
use crate::http::{Answer, from_base64, to_base64};
use crate::options::{Access, Refused};
use crate::shape;
use crate::world::Protection;

pub(super) fn route(call: &mut Call<'_>, rest: &[&str]) -> Routed {
    Some(match (call.ask.method.as_str(), rest) {
        ("GET", ["branches"]) => branches(call),
        ("POST", ["branches"]) => make_branch(call),
        ("GET", ["branches", name @ ..]) => {
            branch(call, &name.join("/")).map(|shape| Answer::json(200, &shape))
        }
        ("DELETE", ["branches", name @ ..]) => call.doer().and_then(|doer| {
            call.world.delete_branch(call.repo, doer, &name.join("/"))?;
            Ok(Answer::empty(204))
        }),
        ("GET", ["branch_protections"]) => rules(call),
        ("POST", ["branch_protections"]) => make_rule(call),
        ("GET", ["branch_protections", name @ ..]) => rule(call, &name.join("/"), 200),
        ("PATCH", ["branch_protections", name @ ..]) => change_rule(call, &name.join("/")),
        ("GET", ["git", "commits", sha]) => commit(call, sha),
        ("GET", ["compare", range @ ..]) => compare(call, &range.join("/")),
        ("GET", ["raw", path @ ..]) => raw(call, &path.join("/")),
        ("GET", ["contents", path @ ..]) => contents(call, &path.join("/")),
        ("POST" | "PUT", ["contents", path @ ..]) => write(call, &path.join("/")),
        _ => return None,
    })
}

/// A commit as the API tells it.
pub(crate) fn long_commit(one: &Commit) -> Value {
    let person =
        |who: &crate::git::Person| json!({"name": who.name, "email": who.email, "date": who.date});
    json!({
        "sha": one.id,
        "created": one.committer.date,
        "commit": {
            "message": format!("{}\n", one.message.trim_end_matches('\n')),
            "author": person(&one.author),
            "committer": person(&one.committer),
        },
        "parents": one.parents.iter().map(|sha| json!({"sha": sha})).collect::<Vec<_>>(),
    })
}

fn last_commit(call: &Call<'_>, sha: &str) -> Result<Commit, Refused> {
    let commits = call.at()?.git.log(&[sha], 1)?;
    commits.into_iter().next().ok_or_else(Refused::missing)
}

fn branch(call: &Call<'_>, name: &str) -> Result<Value, Refused> {
    let at = call.at()?;
    let sha = at.branch(name).cloned().ok_or_else(Refused::missing)?;
    let commit = last_commit(call, &sha)?;
    let rule = at.protections.iter().find(|rule| rule.branch == name);
    let may_write = call.world.access(at, call.doer) >= Some(Access::Write);
    Ok(json!({
        "name": name,
        "commit": shape::commit(call.world, at, &commit),
        "protected": rule.is_some(),
        "required_approvals": rule.map_or(0, |rule| rule.required_approvals),
        "enable_status_check": rule.is_some_and(|rule| !rule.required_contexts.is_empty()),
        "status_check_contexts": rule.map_or(Vec::new(), |rule| rule.required_contexts.clone()),
        "user_can_push": may_write && rule.is_none_or(|rule| rule.enable_push),
        "user_can_merge": may_write,
        "effective_branch_protection_name": rule.map_or("", |rule| rule.branch.as_str()),
    }))
}

fn branches(call: &Call<'_>) -> Result<Answer, Refused> {
    let names = call.at()?.branches().map(|(name, _)| name);
    let list: Result<Vec<Value>, Refused> = names.map(|name| branch(call, name)).collect();
    Ok(call.page(&list?))
}

fn make_branch(call: &mut Call<'_>) -> Result<Answer, Refused> {
    let doer = call.doer()?;
    let fields = call.fields();
    let name = fields.text_or_empty("new_branch_name");
    let old = fields
        .text("old_ref_name")
        .or_else(|| fields.text("old_branch_name"));
    call.world
        .make_branch(call.repo, doer, &name, &old.unwrap_or_default())?;
    Ok(Answer::json(201, &branch(call, &name)?))
}

fn rule_shape(rule: &Protection) -> Value {
    json!({
        "branch_name": rule.branch,
        "rule_name": rule.branch,
        "enable_push": rule.enable_push,
        "required_approvals": rule.required_approvals,
        "enable_status_check": !rule.required_contexts.is_empty(),
        "status_check_contexts": rule.required_contexts,
        "block_on_rejected_reviews": rule.block_on_rejected_reviews,
        "dismiss_stale_approvals": false,
        "block_admin_merge_override": false,
    })
}

fn rules(call: &Call<'_>) -> Result<Answer, Refused> {
    call.doer_with(Access::Admin)?;
    let list = call.at()?.protections.iter().map(rule_shape).collect();
    Ok(Answer::json(200, &list))
}

fn rule(call: &Call<'_>, name: &str, status: u16) -> Result<Answer, Refused> {
    call.doer_with(Access::Admin)?;
    let mut rules = call.at()?.protections.iter();
    let rule = rules.find(|rule| rule.branch == name);
    Ok(Answer::json(
        status,
        &rule_shape(rule.ok_or_else(Refused::missing)?),
    ))
}

/// A rule with what a body says of it.
fn changed(call: &Call<'_>, old: Protection) -> Protection {
    let fields = call.fields();
    let checks = fields.flag("enable_status_check");
    let contexts = fields.texts("status_check_contexts");
    Protection {
        branch: old.branch,
        required_approvals: fields
            .number("required_approvals")
            .unwrap_or(old.required_approvals),
        required_contexts: match checks {
            Some(false) => Vec::new(),
            Some(true) | None => contexts.unwrap_or(old.required_contexts),
        },
        block_on_rejected_reviews: fields
            .flag("block_on_rejected_reviews")
            .unwrap_or(old.block_on_rejected_reviews),
        enable_push: fields.flag("enable_push").unwrap_or(old.enable_push),
    }
}

fn make_rule(call: &mut Call<'_>) -> Result<Answer, Refused> {
    call.doer_with(Access::Admin)?;
    let fields = call.fields();
    let name = fields
        .text("rule_name")
        .or_else(|| fields.text("branch_name"));
    let branch = name.filter(|name| !name.is_empty());
    let branch =
        branch.ok_or_else(|| Refused::invalid("both rule_name and branch_name are empty"))?;
    if call
        .at()?
        .protections
        .iter()
        .any(|rule| rule.branch == branch)
    {
        return Err(Refused::forbidden("Branch protection already exist"));
    }
    let new = changed(
        call,
        Protection {
            branch: branch.clone(),
            ..Protection::default()
        },
    );
    call.world.protect(call.repo, new)?;
    rule(call, &branch, 201)
}

fn change_rule(call: &mut Call<'_>, name: &str) -> Result<Answer, Refused> {
    call.doer_with(Access::Admin)?;
    let mut rules = call.at()?.protections.iter();
    let old = rules.find(|rule| rule.branch == name).cloned();
    let new = changed(call, old.ok_or_else(Refused::missing)?);
    call.world.protect(call.repo, new)?;
    rule(call, name, 200)
}

fn commit(call: &Call<'_>, sha: &str) -> Result<Answer, Refused> {
    let sha = call.world.commit_of(call.repo, sha)?;
    Ok(Answer::json(200, &long_commit(&last_commit(call, &sha)?)))
}

pub(crate) fn compare(call: &Call<'_>, range: &str) -> Result<Answer, Refused> {
    const COMMITS_MAX: usize = 1000;
    let found = range.split_once("...").or_else(|| range.split_once(".."));
    let (from, to) = found.ok_or_else(Refused::missing)?;
    let from = call.world.commit_of(call.repo, from)?;
    let to = call.world.commit_of(call.repo, to)?;
    let commits = call
        .at()?
        .git
        .log(&[&format!("{from}..{to}")], COMMITS_MAX)?;
    let list: Vec<Value> = commits.iter().map(long_commit).collect();
    Ok(Answer::json(
        200,
        &json!({"total_commits": list.len(), "commits": list}),
    ))
}

/// The text of a file, at the reference that the query names.
fn text(call: &Call<'_>, path: &str) -> Result<String, Refused> {
    let at = call.at()?;
    let reference = call
        .ask
        .query("ref")
        .unwrap_or_else(|| at.default_branch.clone());
    let sha = call.world.commit_of(call.repo, &reference)?;
    let object = format!("{sha}:{path}");
    let is_file = at.git.maybe(&["cat-file", "-t", &object]).as_deref() == Some("blob");
    match is_file {
        true => at.git.run(&["cat-file", "blob", &object]),
        false => Err(Refused::missing()),
    }
}

fn raw(call: &Call<'_>, path: &str) -> Result<Answer, Refused> {
    Ok(Answer::text(200, &text(call, path)?))
}

pub(crate) fn contents(call: &Call<'_>, path: &str) -> Result<Answer, Refused> {
    let text = text(call, path)?;
    Ok(Answer::json(
        200,
        &json!({
            "name": path.rsplit('/').next(),
            "path": path,
            "type": "file",
            "size": text.len(),
            "encoding": "base64",
            "content": to_base64(text.as_bytes()),
        }),
    ))
}

fn write(call: &mut Call<'_>, path: &str) -> Result<Answer, Refused> {
    let doer = call.doer()?;
    let fields = call.fields();
    let bytes = from_base64(&fields.text_or_empty("content"));
    let content = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
    let content = content.ok_or_else(|| Refused::invalid("content is not base64"))?;
    let default = call.at()?.default_branch.clone();
    let branch = fields
        .text("branch")
        .filter(|name| !name.is_empty())
        .unwrap_or(default);
    let message = fields.text("message").filter(|text| !text.is_empty());
    let message = message.unwrap_or_else(|| format!("Write {path}"));
    let files = [(path, Some(content.as_str()))];
    let sha = call
        .world
        .commit_files(call.repo, doer, &branch, None, &message, &files)?;
    let shape = json!({"content": {"path": path}, "commit": {"sha": sha}});
    Ok(Answer::json(201, &shape))
}
