//! A repository itself: its labels, milestones, and who may do what in it.

use serde_json::{Value, json};

use super::{Call, Routed};
use crate::http::Answer;
use crate::options::{Access, Refused};
use crate::shape;
use crate::world::{Label, Milestone, User, now};

pub(super) fn route(call: &mut Call<'_>, rest: &[&str]) -> Routed {
    Some(match (call.ask.method.as_str(), rest) {
        ("GET", []) => show(call),
        ("PATCH", []) => change(call),
        ("DELETE", []) => call.doer_with(Access::Admin).and_then(|_| {
            call.world.delete_repo(call.repo)?;
            Ok(Answer::empty(204))
        }),
        ("GET", ["labels"]) => labels(call),
        ("POST", ["labels"]) => make_label(call),
        ("GET", ["milestones"]) => milestones(call),
        ("POST", ["milestones"]) => make_milestone(call),
        ("GET", ["assignees"]) => assignees(call),
        ("GET", ["teams"]) => teams(call),
        ("GET", ["collaborators"]) => collaborators(call),
        ("GET", ["collaborators", login]) => collaborator(call, login),
        ("PUT", ["collaborators", login]) => add(call, login),
        ("DELETE", ["collaborators", login]) => remove(call, login),
        ("GET", ["collaborators", login, "permission"]) => permission(call, login),
        _ => return None,
    })
}

fn show(call: &Call<'_>) -> Result<Answer, Refused> {
    let shape = shape::repo(call.world, call.at()?, call.doer);
    Ok(Answer::json(200, &shape))
}

fn change(call: &mut Call<'_>) -> Result<Answer, Refused> {
    call.doer_with(Access::Admin)?;
    let fields = call.fields();
    let at = call.world.repo_mut(call.repo)?;
    if let Some(private) = fields.flag("private") {
        at.private = private;
    }
    if let Some(archived) = fields.flag("archived") {
        at.archived = archived;
    }
    if let Some(branch) = fields.text("default_branch") {
        at.default_branch = branch;
    }
    let owner = at.owner;
    if let Some(name) = fields.text("name").filter(|name| !name.is_empty()) {
        call.world.move_repo(call.repo, owner, &name)?;
    }
    show(call)
}

fn labels(call: &Call<'_>) -> Result<Answer, Refused> {
    let at = call.at()?;
    let list: Vec<Value> = at
        .labels
        .iter()
        .map(|one| shape::label(call.world, at, one))
        .collect();
    Ok(call.page(&list))
}

fn make_label(call: &mut Call<'_>) -> Result<Answer, Refused> {
    call.doer_with(Access::Write)?;
    let fields = call.fields();
    let label = Label {
        id: 0,
        name: fields.text_or_empty("name"),
        color: fields
            .text_or_empty("color")
            .trim_start_matches('#')
            .to_owned(),
        description: fields.text_or_empty("description"),
        exclusive: fields.flag("exclusive").unwrap_or(false),
    };
    if label.name.is_empty() || label.color.len() != 6 {
        return Err(Refused::invalid("[Name]: Required, [Color]: Required"));
    }
    let id = call.world.make_label(call.repo, label)?;
    let at = call.at()?;
    let label = at.label(id).ok_or_else(Refused::missing)?;
    Ok(Answer::json(201, &shape::label(call.world, at, label)))
}

fn milestones(call: &Call<'_>) -> Result<Answer, Refused> {
    let at = call.at()?;
    let list: Vec<Value> = at
        .milestones
        .iter()
        .map(|one| shape::milestone(at, one))
        .collect();
    Ok(call.page(&list))
}

fn make_milestone(call: &mut Call<'_>) -> Result<Answer, Refused> {
    call.doer_with(Access::Write)?;
    let milestone = Milestone {
        id: call.world.next_id("milestone"),
        title: call.fields().text_or_empty("title"),
        created: now(),
    };
    call.world
        .repo_mut(call.repo)?
        .milestones
        .push(milestone.clone());
    Ok(Answer::json(201, &shape::milestone(call.at()?, &milestone)))
}

/// Who may write, and who is in a team that may read pull requests.
fn assignees(call: &Call<'_>) -> Result<Answer, Refused> {
    let can_be = |one: &&User| call.world.assignable(call.repo, &one.login).is_some();
    let people = call.world.users.iter().filter(|one| !one.is_org);
    let list = people
        .filter(can_be)
        .map(|one| shape::user(call.world, one));
    Ok(Answer::json(200, &list.collect()))
}

/// The teams of an organisation that are let into a repository, all of them in one page.
fn teams(call: &Call<'_>) -> Result<Answer, Refused> {
    let at = call.at()?;
    if !call.world.user(at.owner).is_some_and(|owner| owner.is_org) {
        let why = "repo is not owned by an organization";
        return Err(Refused::new(405, why));
    }
    let mut list = vec![shape::team("Owners", "owner")];
    if !at.team_readers.is_empty() {
        list.push(shape::team("Readers", "read"));
    }
    Ok(Answer::json(200, &list.into()))
}

fn collaborators(call: &Call<'_>) -> Result<Answer, Refused> {
    let access = &call.at()?.access;
    let ours = call
        .world
        .users
        .iter()
        .filter(|user| access.contains_key(&user.id));
    let list: Vec<Value> = ours.map(|one| shape::user(call.world, one)).collect();
    Ok(call.page(&list))
}

fn collaborator(call: &Call<'_>, login: &str) -> Result<Answer, Refused> {
    let who = call.world.user_id(login)?;
    let is_one = call.at()?.access.contains_key(&who);
    Ok(Answer::empty(if is_one { 204 } else { 404 }))
}

fn add(call: &mut Call<'_>, login: &str) -> Result<Answer, Refused> {
    call.doer_with(Access::Admin)?;
    let who = call.world.user_id(login)?;
    let word = call.fields().text("permission");
    let access = word.as_deref().and_then(Access::parse);
    call.world
        .repo_mut(call.repo)?
        .access
        .insert(who, access.unwrap_or(Access::Write));
    Ok(Answer::empty(204))
}

fn remove(call: &mut Call<'_>, login: &str) -> Result<Answer, Refused> {
    call.doer_with(Access::Admin)?;
    let who = call.world.user_id(login)?;
    // He stays assigned to whatever he is assigned to.
    call.world.repo_mut(call.repo)?.access.remove(&who);
    Ok(Answer::empty(204))
}

/// What somebody may do. Only administrators of the repository may ask about others than themselves.
fn permission(call: &Call<'_>, login: &str) -> Result<Answer, Refused> {
    let doer = call.doer()?;
    let at = call.at()?;
    let asks_for_self = call.world.login(doer).eq_ignore_ascii_case(login);
    if !asks_for_self && call.world.access(at, Some(doer)) < Some(Access::Admin) {
        return Err(Refused::forbidden(
            "Only admins can query all permissions, repo admins can query all repo permissions, \
             collaborators can query only their own",
        ));
    }
    let who = call.world.user_id(login)?;
    let word = match call.world.access(at, Some(who)) {
        Some(_) if at.owner == who => "owner",
        Some(access) => access.word(),
        None => "none",
    };
    let user = shape::user_or_ghost(call.world, who);
    let shape = json!({"permission": word, "role_name": word, "user": user});
    Ok(Answer::json(200, &shape))
}
