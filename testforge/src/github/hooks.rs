//! Webhooks. A change is partial here, a new hook is told at once, and deliveries can be asked for again.

use serde_json::Value;

use super::shape;
use crate::api::{Call, Routed};
use crate::events::Happened;
use crate::hooks::{Hook, Place, subscribed};
use crate::http::Answer;
use crate::options::{Access, Kind, Refused};
use crate::world::{Id, now};

pub(super) fn route(call: &mut Call<'_>, rest: &[&str]) -> Routed {
    let doer = match call.doer_with(Access::Admin) {
        Ok(doer) => doer,
        // Who may not see hooks is told that there are none.
        Err(_) => return Some(Err(Refused::missing())),
    };
    let id = |text: &str| text.parse::<Id>().map_err(|_| Refused::missing());
    Some(match (call.ask.method.as_str(), rest) {
        ("GET", []) => {
            let place = Place::Repo(call.repo);
            let ours = call.world.hooks.iter().filter(|hook| hook.place == place);
            let list: Vec<Value> = ours.map(shape::hook).collect();
            Ok(call.page(&list))
        }
        ("POST", []) => make(call, doer),
        ("GET", [one]) => id(one).and_then(|id| {
            let hook = find(call, id)?;
            Ok(Answer::json(200, &shape::hook(hook)))
        }),
        ("PATCH", [one]) => id(one).and_then(|id| change(call, id)),
        ("DELETE", [one]) => id(one).and_then(|id| {
            find(call, id)?;
            call.world.hooks.retain(|hook| hook.id != id);
            call.world.sender.drop_of(id);
            Ok(Answer::empty(204))
        }),
        ("POST", [one, "pings" | "tests"]) => id(one).and_then(|id| {
            let hook = find(call, id)?.clone();
            ping(call, doer, &hook);
            Ok(Answer::empty(204))
        }),
        ("GET", [one, "deliveries"]) => id(one).map(|id| {
            let log = call.world.sender.log();
            let ours = log.iter().rev().filter(|one| one.hook == id);
            let list: Vec<Value> = ours.map(shape::delivery).collect();
            call.page(&list)
        }),
        ("POST", [_, "deliveries", one, "attempts"]) => id(one).and_then(|id| {
            let again = call.world.sender.again(id, true);
            again
                .map(|_| Answer::json(202, &Value::Object(serde_json::Map::new())))
                .ok_or_else(Refused::missing)
        }),
        _ => return None,
    })
}

fn find<'a>(call: &'a mut Call<'_>, id: Id) -> Result<&'a mut Hook, Refused> {
    let place = Place::Repo(call.repo);
    let mut hooks = call.world.hooks.iter_mut();
    let found = hooks.find(|hook| hook.id == id && hook.place == place);
    found.ok_or_else(Refused::missing)
}

fn ping(call: &mut Call<'_>, doer: Id, hook: &Hook) {
    let happened = Happened::Tried(String::new());
    call.world.tell_one(hook, call.repo, doer, &happened);
}

fn make(call: &mut Call<'_>, doer: Id) -> Result<Answer, Refused> {
    let fields = call.fields();
    let config = fields.object("config");
    let url = config
        .text("url")
        .ok_or_else(|| Refused::invalid("Validation Failed"))?;
    let place = Place::Repo(call.repo);
    let is_same = |hook: &&Hook| hook.place == place && hook.url == url;
    if call.world.hooks.iter().any(|hook| is_same(&hook)) {
        return Err(Refused::invalid("Hook already exists on this repository"));
    }
    let hook = Hook {
        id: call.world.next_id("hook"),
        place,
        flavour: "web".to_owned(),
        name: "web".to_owned(),
        active: fields.flag("active").unwrap_or(true),
        url,
        content_type: config
            .text("content_type")
            .unwrap_or_else(|| "form".to_owned()),
        secret: config.text_or_empty("secret"),
        events: subscribed(Kind::Github, &fields.texts("events").unwrap_or_default()),
        branch_filter: String::new(),
        authorization: String::new(),
        created: now(),
        updated: now(),
    };
    call.world.hooks.push(hook.clone());
    ping(call, doer, &hook);
    Ok(Answer::json(201, &shape::hook(&hook)))
}

fn change(call: &mut Call<'_>, id: Id) -> Result<Answer, Refused> {
    let fields = call.fields();
    let config = fields.object("config");
    let hook = find(call, id)?;
    if let Some(url) = config.text("url") {
        hook.url = url;
        // A configuration is replaced whole.
        hook.secret = config.text_or_empty("secret");
        hook.content_type = config
            .text("content_type")
            .unwrap_or_else(|| "form".to_owned());
    }
    if let Some(words) = fields.texts("events") {
        hook.events = subscribed(Kind::Github, &words);
    }
    if let Some(active) = fields.flag("active") {
        hook.active = active;
    }
    hook.updated = now();
    Ok(Answer::json(200, &shape::hook(hook)))
}
