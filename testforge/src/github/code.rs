//! A repository itself, its branches, and who may do what in it.

use serde_json::{Value, json};

use super::shape;
use crate::api::{Call, Routed, compare, file_contents, long_commit};
use crate::git::ZERO;
use crate::http::Answer;
use crate::options::{Access, Refused};

pub(super) fn route(call: &mut Call<'_>, rest: &[&str]) -> Routed {
    Some(match (call.ask.method.as_str(), rest) {
        ("GET", []) => {
            let shape = call.at().map(|at| shape::repo(call.world, at, call.doer));
            shape.map(|shape| Answer::json(200, &shape))
        }
        ("GET", ["branches"]) => branches(call),
        ("GET", ["branches", name @ ..]) => {
            branch(call, &name.join("/")).map(|shape| Answer::json(200, &shape))
        }
        ("DELETE", ["git", "refs", "heads", name @ ..]) => delete(call, &name.join("/")),
        ("POST", ["git", "refs"]) => make(call),
        ("GET", ["commits", sha]) => commit(call, sha),
        ("GET", ["compare", range @ ..]) => compare(call, &range.join("/")),
        ("GET", ["contents", path @ ..]) => file_contents(call, &path.join("/")),
        ("GET", ["labels"]) => call.at().map(|at| {
            let list: Vec<Value> = at.labels.iter().map(shape::label).collect();
            call.page(&list)
        }),
        ("GET", ["assignees"]) => people(call, Access::Write),
        ("GET", ["collaborators"]) => people(call, Access::Read),
        ("GET", ["collaborators", login, "permission"]) => permission(call, login),
        _ => return None,
    })
}

fn branch(call: &Call<'_>, name: &str) -> Result<Value, Refused> {
    let at = call.at()?;
    let sha = at.branch(name).ok_or_else(Refused::missing)?;
    let is_protected = at.protections.iter().any(|rule| rule.branch == name);
    Ok(json!({"name": name, "commit": {"sha": sha}, "protected": is_protected}))
}

fn branches(call: &Call<'_>) -> Result<Answer, Refused> {
    let names = call.at()?.branches().map(|(name, _)| name);
    let list: Result<Vec<Value>, Refused> = names.map(|name| branch(call, name)).collect();
    Ok(call.page(&list?))
}

fn delete(call: &mut Call<'_>, name: &str) -> Result<Answer, Refused> {
    let doer = call.doer()?;
    let done = call.world.delete_branch(call.repo, doer, name);
    match done {
        Ok(()) => Ok(Answer::empty(204)),
        Err(why) if why.status == 404 => Err(Refused::invalid("Reference does not exist")),
        Err(why) => Err(why),
    }
}

fn make(call: &mut Call<'_>) -> Result<Answer, Refused> {
    let doer = call.doer_with(Access::Write)?;
    let fields = call.fields();
    let (name, sha) = (fields.text_or_empty("ref"), fields.text_or_empty("sha"));
    let at = call.at()?;
    if !name.starts_with("refs/heads/") || at.refs.contains_key(&name) {
        return Err(Refused::invalid("Reference already exists"));
    }
    at.git.move_ref(&name, &sha, ZERO)?;
    call.world.refs_moved(call.repo, doer)?;
    let shape = json!({"ref": name, "object": {"type": "commit", "sha": sha}});
    Ok(Answer::json(201, &shape))
}

fn commit(call: &Call<'_>, sha: &str) -> Result<Answer, Refused> {
    let sha = call.world.commit_of(call.repo, sha)?;
    let commits = call.at()?.git.log(&[&sha], 1)?;
    let commit = commits.first().ok_or_else(Refused::missing)?;
    Ok(Answer::json(200, &long_commit(commit)))
}

fn people(call: &Call<'_>, least: Access) -> Result<Answer, Refused> {
    let at = call.at()?;
    let may = |id| call.world.access(at, Some(id)) >= Some(least);
    let all = call.world.users.iter();
    let list: Vec<Value> = all
        .filter(|one| !one.is_org && may(one.id))
        .map(|one| shape::user(call.world, one.id))
        .collect();
    Ok(call.page(&list))
}

fn permission(call: &Call<'_>, login: &str) -> Result<Answer, Refused> {
    call.doer_with(Access::Write)?;
    let who = call.world.user_id(login)?;
    let access = call.world.access(call.at()?, Some(who));
    let word = access.map_or("none", Access::word);
    let user = shape::user(call.world, who);
    let shape = json!({"permission": word, "role_name": word, "user": user});
    Ok(Answer::json(200, &shape))
}
