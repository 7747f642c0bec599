//! People, organisations and repositories.

use serde_json::{Value, json};

use super::{EPOCH, NEVER};
use crate::options::{Access, Kind};
use crate::sign::unique;
use crate::world::{Id, Repo, User, World, time};

/// A person as nobody in particular sees them: no address of mail, no rights.
pub(crate) fn user(world: &World, one: &User) -> Value {
    let host = world
        .public_url
        .split_once("://")
        .map_or("", |(_, host)| host);
    let mail = match (one.is_org, world.kind) {
        (true, _) => String::new(),
        (false, Kind::Gitea | Kind::Github) => format!("{}+{}@noreply.{host}", one.id, one.login),
        (false, Kind::Forgejo) => format!("{}@noreply.{host}", one.login),
    };
    let mut shape = json!({
        "id": one.id,
        "login": one.login,
        "login_name": "",
        "source_id": 0,
        "full_name": "",
        "email": mail,
        "avatar_url": world.url(&format!("avatars/{}", unique(&["avatar", &one.login]))),
        "html_url": world.url(&one.login),
        "language": "",
        "is_admin": false,
        "last_login": NEVER,
        "created": time(one.created),
        "restricted": false,
        "active": false,
        "prohibit_login": false,
        "location": "",
        "website": "",
        "description": "",
        "visibility": "public",
        "followers_count": 0,
        "following_count": 0,
        "starred_repos_count": 0,
        "username": one.login,
    });
    if world.kind == Kind::Forgejo {
        put(&mut shape, "pronouns", json!(""));
    }
    shape
}

/// The same by id; who is gone is `Ghost`.
pub(crate) fn user_or_ghost(world: &World, id: Id) -> Value {
    match world.user(id) {
        Some(one) => user(world, one),
        None => {
            json!({"id": -1, "login": "Ghost", "full_name": "Ghost", "email": "", "username": "Ghost"})
        }
    }
}

/// Whoever acts where the forge itself runs a workflow: nobody's account, with a number below zero.
pub(crate) fn actions_user(world: &World) -> Value {
    let one = User {
        login: "gitea-actions".to_owned(),
        ..User::default()
    };
    let mut shape = user(world, &one);
    put(&mut shape, "id", json!(-2));
    shape
}

/// An organisation in its own shape, which is not that of a person.
pub(crate) fn organization(world: &World, one: &User) -> Value {
    json!({
        "id": one.id,
        "name": one.login,
        "full_name": "",
        "email": "",
        "avatar_url": world.url(&format!("avatars/{}", unique(&["avatar", &one.login]))),
        "description": "",
        "website": "",
        "location": "",
        "visibility": "public",
        "repo_admin_change_team_access": false,
        "username": one.login,
    })
}

/// A team that may do the same everywhere in a repository.
pub(crate) fn team(name: &str, word: &str) -> Value {
    json!({
        "id": 1,
        "name": name,
        "description": "",
        "organization": null,
        "includes_all_repositories": true,
        "permission": word,
        "units": ["repo.code", "repo.issues", "repo.pulls"],
        "units_map": {"repo.code": word, "repo.issues": word, "repo.pulls": word},
        "can_create_org_repo": word == "owner",
    })
}

/// A repository, with what somebody may do in it.
pub(crate) fn repo(world: &World, one: &Repo, seen_by: Option<Id>) -> Value {
    let name = world.full_name(one);
    let host = world
        .public_url
        .split_once("://")
        .map_or("", |(_, host)| host);
    let access = world.access(one, seen_by);
    let open = one.issues.values().filter(|issue| issue.open);
    let (pulls, issues): (Vec<_>, Vec<_>) = open.partition(|issue| issue.pull.is_some());
    let mut shape = json!({
        "id": one.id,
        "owner": user_or_ghost(world, one.owner),
        "name": one.name,
        "full_name": name,
        "description": "",
        "empty": one.refs.is_empty(),
        "private": one.private,
        "fork": false,
        "template": false,
        "mirror": false,
        "size": 25,
        "language": "",
        "languages_url": world.api_url(&format!("repos/{name}/languages")),
        "html_url": world.url(&name),
        "url": world.api_url(&format!("repos/{name}")),
        "link": "",
        "ssh_url": format!("nobody@{host}:{name}.git"),
        "clone_url": world.url(&format!("{name}.git")),
        "original_url": "",
        "website": "",
        "stars_count": 0,
        "forks_count": 0,
        "watchers_count": 1,
        "branch_count": one.branches().count(),
        "open_issues_count": issues.len(),
        "open_pr_counter": pulls.len(),
        "release_counter": 0,
        "default_branch": one.default_branch,
        "archived": one.archived,
        "created_at": time(one.created),
        "updated_at": time(one.updated),
        "archived_at": EPOCH,
        "permissions": {
            "admin": access >= Some(Access::Admin),
            "push": access >= Some(Access::Write),
            "pull": access >= Some(Access::Read),
        },
    });
    if let (Some(map), Some(rest)) = (shape.as_object_mut(), units(world.kind).as_object()) {
        map.extend(rest.clone());
        if world.kind == Kind::Forgejo {
            map.shift_remove("branch_count");
        }
    }
    shape
}

/// What of a repository is always the same here.
fn units(kind: Kind) -> Value {
    let mut shape = json!({
        "has_code": true,
        "has_issues": true,
        "internal_tracker": {
            "enable_time_tracker": true,
            "allow_only_contributors_to_track_time": true,
            "enable_issue_dependencies": true,
        },
        "has_wiki": true,
        "has_pull_requests": true,
        "has_projects": true,
        "projects_mode": "all",
        "has_releases": true,
        "has_packages": true,
        "has_actions": true,
        "ignore_whitespace_conflicts": false,
        "allow_merge_commits": true,
        "allow_rebase": true,
        "allow_rebase_explicit": true,
        "allow_squash_merge": true,
        "allow_fast_forward_only_merge": true,
        "allow_rebase_update": true,
        "allow_manual_merge": false,
        "autodetect_manual_merge": false,
        "default_delete_branch_after_merge": false,
        "default_merge_style": "merge",
        "default_allow_maintainer_edit": true,
        "avatar_url": "",
        "internal": false,
        "mirror_interval": "",
        "object_format_name": "sha1",
        "mirror_updated": NEVER,
        "topics": [],
        "licenses": [],
    });
    if kind == Kind::Forgejo {
        for gone in [
            "has_code",
            "projects_mode",
            "allow_manual_merge",
            "autodetect_manual_merge",
            "licenses",
        ] {
            shape.as_object_mut().and_then(|map| map.shift_remove(gone));
        }
        for (name, value) in [
            ("parent", Value::Null),
            ("wiki_branch", json!("main")),
            ("globally_editable_wiki", json!(false)),
            ("default_update_style", json!("merge")),
            ("repo_transfer", Value::Null),
        ] {
            put(&mut shape, name, value);
        }
    }
    shape
}

pub(super) fn put(shape: &mut Value, name: &str, value: Value) {
    if let Some(map) = shape.as_object_mut() {
        map.insert(name.to_owned(), value);
    }
}
