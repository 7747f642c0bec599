//! `scripts` of `package.json`, for npm and its kind, and the packages of a workspace.

use serde_json::Value;

use super::source::{Source, yaml};
use super::words::{directory_of, fits, joined, line, together};
use super::{Line, Packages, Recipes};

/// Packages of a workspace that are looked at.
const PACKAGES_MAX: usize = 48;

/// A manifest: where it stands, and what it holds.
struct Manifest {
    directory: String,
    held: Value,
}

/// What scripts of these names run, with what runs before and after them.
pub(super) fn lines(
    recipes: &Recipes,
    files: &[(String, String)],
    source: &mut Source<'_>,
) -> Vec<Line> {
    let near: Vec<Manifest> = files
        .iter()
        .filter_map(|(path, text)| manifest(path, text, source))
        .collect();
    let chosen: Vec<Manifest> = match &recipes.packages {
        Packages::Here => near,
        Packages::Chosen(names) => members(recipes, near, source)
            .into_iter()
            .filter(|it| is_chosen(it, names))
            .collect(),
        Packages::All => members(recipes, near, source),
    };
    let mut out = Vec::new();
    for one in chosen {
        for name in &recipes.names {
            out.extend(script(&one, name, &recipes.arguments));
        }
    }
    out
}

fn manifest(path: &str, text: &str, source: &mut Source<'_>) -> Option<Manifest> {
    let Ok(held) = serde_json::from_str(text) else {
        source.unread.push(format!("`{path}` is not understood"));
        return None;
    };
    Some(Manifest {
        directory: directory_of(path).to_owned(),
        held,
    })
}

fn script(manifest: &Manifest, wanted: &str, arguments: &[String]) -> Vec<Line> {
    let Some(scripts) = manifest.held.get("scripts").and_then(Value::as_object) else {
        return Vec::new();
    };
    // pnpm takes `/an expression/`, npm-run-all and others `build:*`.
    let expression = wanted.starts_with('/') || wanted.contains('{');
    let several = expression || wanted.contains('*');
    let mut out = Vec::new();
    for name in scripts
        .keys()
        .filter(|name| name.as_str() == wanted || expression || (several && fits(wanted, name)))
    {
        let held = |name: &str| scripts.get(name).and_then(Value::as_str).map(str::to_owned);
        let own = held(name).map(|text| {
            std::iter::once(text)
                .chain(arguments.iter().cloned())
                .collect::<Vec<_>>()
                .join(" ")
        });
        let all: Vec<String> = [
            held(&format!("pre{name}")),
            own,
            held(&format!("post{name}")),
        ]
        .into_iter()
        .flatten()
        .collect();
        out.push(line(together(&all), &manifest.directory));
    }
    out
}

/// The packages of the workspace, and its top.
fn members(recipes: &Recipes, near: Vec<Manifest>, source: &mut Source<'_>) -> Vec<Manifest> {
    // The top of a workspace is the nearest that names packages, or stands above.
    let mut tops = near;
    for path in recipes.files.paths() {
        if !tops.iter().any(|it| it.directory == directory_of(path)) {
            let above = source.text(path).map(str::to_owned);
            tops.extend(above.and_then(|text| manifest(path, &text, source)));
        }
    }
    let mut directories: Vec<String> = Vec::new();
    for top in &tops {
        for pattern in patterns(top, source) {
            for directory in expanded(&top.directory, &pattern, source) {
                if !directories.contains(&directory) {
                    directories.push(directory);
                }
            }
        }
    }
    if let Packages::Chosen(names) = &recipes.packages {
        // A name may be a directory as well.
        let base = tops
            .first()
            .map(|it| it.directory.clone())
            .unwrap_or_default();
        let named = names
            .iter()
            .filter_map(|name| joined(&base, name))
            .filter(|it| !it.is_empty());
        directories.extend(
            named
                .filter(|it| !directories.contains(it))
                .collect::<Vec<_>>(),
        );
    }
    if directories.len() > PACKAGES_MAX {
        source
            .unread
            .push("the workspace has more packages than are looked at".to_owned());
        directories.truncate(PACKAGES_MAX);
    }
    let mut out = tops;
    for directory in directories {
        let path = format!("{directory}/package.json");
        let held = source.text(&path).map(str::to_owned);
        out.extend(held.and_then(|text| manifest(&path, &text, source)));
    }
    out
}

/// Where the packages of a workspace are, as its top says it.
fn patterns(top: &Manifest, source: &mut Source<'_>) -> Vec<String> {
    let words = |value: Option<&Value>| -> Vec<String> {
        let list = value.and_then(|it| {
            it.as_array()
                .or_else(|| it.get("packages").and_then(Value::as_array))
        });
        list.into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect()
    };
    let mut out = words(top.held.get("workspaces"));
    for name in ["pnpm-workspace.yaml", "lerna.json"] {
        let path = joined(&top.directory, name).unwrap_or_default();
        let Some(text) = source.text(&path) else {
            continue;
        };
        match yaml(text) {
            Some(held) => out.extend(words(held.get("packages"))),
            None => source.unread.push(format!("`{path}` is not understood")),
        }
    }
    out.retain(|pattern| !pattern.starts_with('!'));
    out
}

/// The directories that a pattern (`packages/*`) stands for.
fn expanded(base: &str, pattern: &str, source: &mut Source<'_>) -> Vec<String> {
    let mut out = vec![base.to_owned()];
    for part in pattern.split('/').filter(|part| !matches!(*part, "" | ".")) {
        if part.contains("**") || part == ".." || part.contains(['{', '[', '?']) {
            source.unread.push(format!(
                "which packages `{pattern}` stands for is not known"
            ));
            return Vec::new();
        }
        let mut below = Vec::new();
        for directory in out {
            let names: Vec<String> = if part.contains('*') {
                let names = source.names(&directory).iter();
                names
                    .filter(|name| fits(part, name) && !name.starts_with('.'))
                    .cloned()
                    .collect()
            } else {
                vec![part.to_owned()]
            };
            below.extend(
                names
                    .into_iter()
                    .filter_map(|name| joined(&directory, &name)),
            );
        }
        out = below;
    }
    out
}

/// Whether a package is meant: by its name, its name without its scope, or its directory. Any expression means all.
fn is_chosen(manifest: &Manifest, names: &[String]) -> bool {
    let own = manifest
        .held
        .get("name")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let bare = own.rsplit('/').next().unwrap_or_default();
    names.iter().any(|name| {
        let plain = !name.contains(['*', '[', '{', '!', '^']) && !name.contains("...");
        let place = name.trim_start_matches("./").trim_end_matches('/');
        let directory = &manifest.directory;
        !plain
            || name == own
            || name == bare
            || place == directory
            || directory.ends_with(&format!("/{place}"))
    })
}
