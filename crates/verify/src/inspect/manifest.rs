//! What manifests say about names of modules: a crate's own name, a project's path aliases. Read leniently; what can't
//! be read is not said.

use crate::facts::Manifest;

const NAMES_MAX: usize = 100;

/// What the manifest at a path says, if it is one.
pub(super) fn read(path: &str, text: &str) -> Option<Manifest> {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    match name {
        "Cargo.toml" => Some(Manifest::Crate(crate_names(text))),
        "tsconfig.json" | "jsconfig.json" => Some(Manifest::Aliases(aliases(folder, text))),
        _ => None,
    }
}

/// Names in `[package]` and `[lib]`, as code writes them.
fn crate_names(text: &str) -> Vec<String> {
    let mut section = "";
    let mut found = Vec::new();
    for line in text.lines().map(str::trim) {
        if line.starts_with('[') {
            section = line;
        } else if matches!(section, "[package]" | "[lib]")
            && let Some((key, value)) = line.split_once('=')
            && key.trim() == "name"
        {
            let value = value.split('#').next().unwrap_or("").trim();
            found.push(value.trim_matches(['"', '\'']).replace('-', "_"));
        }
    }
    found.truncate(NAMES_MAX);
    found
}

/// `compilerOptions.paths`, each against `baseUrl`, from the repository's top.
fn aliases(folder: &str, text: &str) -> Vec<(String, Vec<String>)> {
    let Ok(json) = serde_json::from_str::<serde_json::Value>(&relaxed(text)) else {
        return Vec::new();
    };
    let options = json.get("compilerOptions");
    let base = options
        .and_then(|it| it.get("baseUrl"))
        .and_then(|it| it.as_str());
    let place = |target: &str| {
        let parts = [folder, base.unwrap_or("."), target];
        joined(&parts)
    };
    let paths = options.and_then(|it| it.get("paths"));
    let paths = paths.and_then(|it| it.as_object());
    let mut found: Vec<(String, Vec<String>)> = paths
        .into_iter()
        .flatten()
        .take(NAMES_MAX)
        .map(|(alias, targets)| {
            let targets = targets.as_array().into_iter().flatten();
            let targets = targets.filter_map(|it| it.as_str()).filter_map(place);
            (alias.clone(), targets.collect())
        })
        .collect();
    if base.is_some() {
        found.push(("*".to_owned(), place("*").into_iter().collect()));
    }
    found
}

/// A path without `.` and `..`; `None` if it leaves the top.
fn joined(parts: &[&str]) -> Option<String> {
    let mut words: Vec<&str> = Vec::new();
    for word in parts.iter().flat_map(|part| part.split('/')) {
        match word {
            "" | "." => {}
            ".." => {
                words.pop()?;
            }
            word => words.push(word),
        }
    }
    Some(words.join("/"))
}

/// JSON without the comments and last commas that configuration files may have.
fn relaxed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    let mut quoted = false;
    while let Some(c) = chars.next() {
        match (quoted, c, chars.peek()) {
            (true, '\\', _) => {
                out.push(c);
                out.extend(chars.next());
            }
            (_, '"', _) => {
                quoted = !quoted;
                out.push(c);
            }
            (false, '/', Some('/')) => {
                chars.by_ref().find(|c| *c == '\n');
            }
            (false, '/', Some('*')) => {
                chars.next();
                let mut last = ' ';
                chars.by_ref().find(|c| {
                    let ends = last == '*' && *c == '/';
                    last = *c;
                    ends
                });
            }
            (false, '}' | ']', _) => {
                let end = out.trim_end().len();
                if out.get(..end).is_some_and(|text| text.ends_with(',')) {
                    out.truncate(end.saturating_sub(1));
                }
                out.push(c);
            }
            (_, c, _) => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_a_crate() {
        let text =
            "[package]\nname = \"my-app\" # x\n[dependencies]\nname = \"no\"\n[lib]\nname='core'\n";
        assert_eq!(
            read("a/Cargo.toml", text),
            Some(Manifest::Crate(vec![
                "my_app".to_owned(),
                "core".to_owned()
            ]))
        );
    }

    #[test]
    fn aliases_of_a_project() {
        let text = "{ // c\n \"compilerOptions\": { /* d */ \"baseUrl\": \".\", \"paths\": { \"@/*\": [\"./src/*\",], }, },\n}";
        let found = read("web/tsconfig.json", text);
        let pair = |a: &str, b: &str| (a.to_owned(), vec![b.to_owned()]);
        assert_eq!(
            found,
            Some(Manifest::Aliases(vec![
                pair("@/*", "web/src/*"),
                pair("*", "web/*")
            ]))
        );
        assert_eq!(
            read("tsconfig.json", "{"),
            Some(Manifest::Aliases(Vec::new()))
        );
        assert_eq!(read("a.json", "{}"), None);
    }
}
