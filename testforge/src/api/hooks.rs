//! Webhooks of repositories and organisations. Changing one is not partial: what is not said is reset.

use serde_json::Value;

use super::call::page;
use super::{Call, Fields, Routed};
use crate::events::Happened;
use crate::hooks::{Hook, Place, subscribed};
use crate::http::{Answer, Ask};
use crate::options::{Access, Kind, Refused};
use crate::shape;
use crate::world::{Id, World, now};

pub(super) fn route(call: &mut Call<'_>, rest: &[&str]) -> Routed {
    if let Err(why) = call.doer_with(Access::Admin) {
        return Some(Err(why));
    }
    let verb = match call.world.kind {
        Kind::Gitea | Kind::Forgejo => "tests",
        Kind::Github => "pings",
    };
    if let ("POST", ["hooks", id, asked]) = (call.ask.method.as_str(), rest)
        && *asked == verb
    {
        return Some(try_out(call, id));
    }
    route_at(call.world, call.ask, Place::Repo(call.repo), rest)
}

/// The calls that are the same wherever hooks hang. The caller has checked who asks.
pub(super) fn route_at(world: &mut World, ask: &Ask, place: Place, rest: &[&str]) -> Routed {
    let id = |text: &str| text.parse::<Id>().map_err(|_| Refused::missing());
    Some(match (ask.method.as_str(), rest) {
        ("GET", ["hooks"]) => {
            let ours = world.hooks.iter().filter(|hook| hook.place == place);
            let list: Vec<Value> = ours.map(shape::hook).collect();
            Ok(page(world, ask, &list))
        }
        ("POST", ["hooks"]) => make(world, ask, place),
        ("GET", ["hooks", one]) => id(one).and_then(|id| show(world, place, id)),
        ("PATCH", ["hooks", one]) => id(one).and_then(|id| change(world, ask, place, id)),
        ("DELETE", ["hooks", one]) => id(one).and_then(|id| {
            find(world, place, id)?;
            world.hooks.retain(|hook| hook.id != id);
            // What still waits for it goes with it, in silence.
            world.sender.drop_of(id);
            Ok(Answer::empty(204))
        }),
        _ => return None,
    })
}

fn find(world: &mut World, place: Place, id: Id) -> Result<&mut Hook, Refused> {
    let mut hooks = world.hooks.iter_mut();
    let found = hooks.find(|hook| hook.id == id && hook.place == place);
    found.ok_or_else(Refused::missing)
}

fn show(world: &mut World, place: Place, id: Id) -> Result<Answer, Refused> {
    let hook = find(world, place, id)?;
    Ok(Answer::json(200, &shape::hook(hook)))
}

fn make(world: &mut World, ask: &Ask, place: Place) -> Result<Answer, Refused> {
    let fields = Fields(ask.json());
    let config = fields.object("config");
    let flavour = fields.text_or_empty("type");
    let is_known = match world.kind {
        Kind::Gitea => flavour == "gitea" || flavour == "gogs",
        Kind::Forgejo => ["forgejo", "gitea", "gogs"].contains(&flavour.as_str()),
        Kind::Github => true,
    };
    let (Some(url), Some(content_type)) = (config.text("url"), config.text("content_type")) else {
        return Err(Refused::invalid(
            "Missing config option: url or content_type",
        ));
    };
    if !is_known || !["json", "form"].contains(&content_type.as_str()) {
        return Err(Refused::invalid("Invalid hook type or content type"));
    }
    let words = fields.texts("events").unwrap_or_default();
    let hook = Hook {
        id: world.next_id("hook"),
        place,
        flavour,
        name: fields.text_or_empty("name"),
        active: fields.flag("active").unwrap_or(false),
        url,
        content_type,
        secret: config.text_or_empty("secret"),
        events: subscribed(world.kind, &words),
        branch_filter: fields.text_or_empty("branch_filter"),
        authorization: fields.text_or_empty("authorization_header"),
        created: now(),
        updated: now(),
    };
    let answer = Answer::json(201, &shape::hook(&hook));
    world.hooks.push(hook);
    Ok(answer)
}

/// The secret in a change is not taken, and the answer does not say so.
fn change(world: &mut World, ask: &Ask, place: Place, id: Id) -> Result<Answer, Refused> {
    let kind = world.kind;
    let fields = Fields(ask.json());
    let config = fields.object("config");
    let hook = find(world, place, id)?;
    if let Some(url) = config.text("url") {
        hook.url = url;
    }
    if let Some(content_type) = config.text("content_type") {
        hook.content_type = content_type;
    }
    let words = fields.texts("events").unwrap_or_default();
    hook.events = subscribed(kind, &words);
    hook.branch_filter = fields.text_or_empty("branch_filter");
    hook.authorization = fields.text_or_empty("authorization_header");
    if let Some(active) = fields.flag("active") {
        hook.active = active;
    }
    hook.updated = now();
    Ok(Answer::json(200, &shape::hook(hook)))
}

fn try_out(call: &mut Call<'_>, id: &str) -> Result<Answer, Refused> {
    let doer = call.doer()?;
    let id = id.parse().map_err(|_| Refused::missing())?;
    let hook = find(call.world, Place::Repo(call.repo), id)?.clone();
    let at = call.at()?;
    let tip = at.branch(&at.default_branch).cloned().unwrap_or_default();
    let happened = Happened::Tried(tip);
    call.world.tell_one(&hook, call.repo, doer, &happened);
    Ok(Answer::empty(204))
}
