//! What is not about one repository: people, organisations, tokens, the version.

use serde_json::{Value, json};

use super::call::page;
use super::{Fields, Routed, hooks};
use crate::hooks::Place;
use crate::http::{Answer, Ask};
use crate::options::{Kind, Refused};
use crate::shape;
use crate::world::{Id, World};

pub(super) fn route(world: &mut World, ask: &Ask, doer: Option<Id>, parts: &[&str]) -> Routed {
    let signed_in = || doer.ok_or_else(|| Refused::new(401, "token is required"));
    Some(match (ask.method.as_str(), parts) {
        ("GET", ["version"]) => Ok(version(world)),
        ("GET", ["user"]) => signed_in().map(|doer| person(world, doer)),
        ("GET", ["user", "repos"]) => signed_in().map(|doer| repos_of(world, ask, doer)),
        ("POST", ["user", "repos"]) => {
            signed_in().and_then(|doer| make_repo(world, ask, doer, doer))
        }
        ("GET", ["users", login]) => world.user_id(login).map(|who| person(world, who)),
        ("POST", ["users", login, "tokens"]) => make_token(world, ask, doer, login),
        ("POST", ["admin", "users"]) => make_user(world, ask, doer),
        ("POST", ["orgs"]) => signed_in().and_then(|doer| make_org(world, ask, doer)),
        ("GET", ["orgs", org]) => org_of(world, org).and_then(|id| {
            let org = world.user(id).ok_or_else(Refused::missing)?;
            Ok(Answer::json(200, &shape::organization(world, org)))
        }),
        // Labels hang on repositories here, none on organisations.
        ("GET", ["orgs", org, "labels"]) => org_of(world, org).map(|_| page(world, ask, &[])),
        ("POST", ["orgs", org, "repos"]) => signed_in().and_then(|doer| {
            let org = org_of(world, org)?;
            make_repo(world, ask, org, doer)
        }),
        (_, ["orgs", org, "hooks", ..]) => match org_hooks(world, doer, org) {
            Ok(place) => return hooks::route_at(world, ask, place, parts.get(2..)?),
            Err(why) => Err(why),
        },
        ("GET", ["repositories", id]) => by_id(world, doer, id),
        _ => return None,
    })
}

fn version(world: &World) -> Answer {
    let version = match world.kind {
        Kind::Gitea => "1.26.0",
        Kind::Forgejo => "14.0.5+gitea-1.22.0",
        Kind::Github => "",
    };
    Answer::json(200, &json!({"version": version}))
}

fn person(world: &World, who: Id) -> Answer {
    Answer::json(200, &shape::user_or_ghost(world, who))
}

fn repos_of(world: &World, ask: &Ask, doer: Id) -> Answer {
    let ours = world.repos.iter().filter(|one| {
        one.owner == doer || one.access.contains_key(&doer) || {
            let owner = world.user(one.owner);
            owner.is_some_and(|owner| owner.owners.contains(&doer))
        }
    });
    let list: Vec<Value> = ours
        .map(|one| shape::repo(world, one, Some(doer)))
        .collect();
    page(world, ask, &list)
}

fn make_repo(world: &mut World, ask: &Ask, owner: Id, doer: Id) -> Result<Answer, Refused> {
    let fields = Fields(ask.json());
    let name = fields.text_or_empty("name");
    let private = fields.flag("private").unwrap_or(false);
    let id = world.make_repo(owner, &name, doer, private)?;
    let shape = shape::repo(world, world.repo(id)?, Some(doer));
    Ok(Answer::json(201, &shape))
}

fn need_admin(world: &World, doer: Option<Id>) -> Result<Id, Refused> {
    let doer = doer.ok_or_else(|| Refused::new(401, "token is required"))?;
    match world.user(doer).is_some_and(|user| user.is_admin) {
        true => Ok(doer),
        false => Err(Refused::forbidden("Only site admins are allowed")),
    }
}

/// Real forges want a password here; the test forge takes an administrator's or the person's own token.
fn make_token(
    world: &mut World,
    ask: &Ask,
    doer: Option<Id>,
    login: &str,
) -> Result<Answer, Refused> {
    let who = world.user_id(login)?;
    if doer != Some(who) {
        need_admin(world, doer)?;
    }
    let fields = Fields(ask.json());
    let name = fields.text_or_empty("name");
    if fields.texts("scopes").unwrap_or_default().is_empty() {
        return Err(Refused::new(400, "access token must have a scope"));
    }
    let value = world.make_token(who, &name)?;
    Ok(Answer::json(
        201,
        &json!({"id": who, "name": name, "sha1": value}),
    ))
}

fn make_user(world: &mut World, ask: &Ask, doer: Option<Id>) -> Result<Answer, Refused> {
    need_admin(world, doer)?;
    let login = Fields(ask.json()).text_or_empty("username");
    if login.is_empty() || world.find_user(&login).is_some() {
        return Err(Refused::invalid("user already exists"));
    }
    let id = world.make_user(&login, false);
    Ok(Answer::json(201, &shape::user_or_ghost(world, id)))
}

fn make_org(world: &mut World, ask: &Ask, doer: Id) -> Result<Answer, Refused> {
    let login = Fields(ask.json()).text_or_empty("username");
    if login.is_empty() || world.find_user(&login).is_some() {
        return Err(Refused::invalid("user already exists"));
    }
    let id = world.make_user(&login, true);
    let made = world.users.iter_mut().find(|user| user.id == id);
    let made = made.ok_or_else(Refused::missing)?;
    made.owners.push(doer);
    let made = made.clone();
    Ok(Answer::json(201, &shape::organization(world, &made)))
}

fn org_of(world: &World, login: &str) -> Result<Id, Refused> {
    let found = world.find_user(login).filter(|user| user.is_org);
    found.map(|user| user.id).ok_or_else(Refused::missing)
}

fn org_hooks(world: &World, doer: Option<Id>, org: &str) -> Result<Place, Refused> {
    let id = org_of(world, org)?;
    let doer = doer.ok_or_else(|| Refused::new(401, "token is required"))?;
    let owns = world.user(id).is_some_and(|org| org.owners.contains(&doer));
    if !owns {
        need_admin(world, Some(doer))?;
    }
    Ok(Place::Org(id))
}

fn by_id(world: &World, doer: Option<Id>, id: &str) -> Result<Answer, Refused> {
    let id = id.parse().map_err(|_| Refused::missing())?;
    let one = world.repo(id)?;
    match world.access(one, doer) {
        Some(_) => Ok(Answer::json(200, &shape::repo(world, one, doer))),
        None => Err(Refused::missing()),
    }
}
