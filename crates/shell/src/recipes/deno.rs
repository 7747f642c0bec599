//! `tasks` of `deno.json`, and scripts of `package.json` where deno takes those.

use serde_json::Value;

use super::source::Source;
use super::words::{directory_of, line};
use super::{Line, Recipes, package};

/// Tasks that need tasks are followed so far.
const TASKS_MAX: usize = 64;

/// What tasks of these names run.
pub(super) fn lines(
    recipes: &Recipes,
    files: &[(String, String)],
    source: &mut Source<'_>,
) -> Vec<Line> {
    let mut out = Vec::new();
    for (path, text) in files {
        if path.ends_with("package.json") {
            out.extend(package::lines(
                recipes,
                &[(path.clone(), text.clone())],
                source,
            ));
            continue;
        }
        let Ok(held) = serde_json::from_str::<Value>(&without_comments(text)) else {
            source.unread.push(format!("`{path}` is not understood"));
            continue;
        };
        let directory = directory_of(path);
        let before = out.len();
        let mut open: Vec<(String, bool)> = recipes
            .names
            .iter()
            .map(|name| (name.clone(), true))
            .collect();
        let mut seen: Vec<String> = Vec::new();
        while let Some((name, own)) = open.pop() {
            if seen.contains(&name) || seen.len() >= TASKS_MAX {
                continue;
            }
            let task = held.get("tasks").and_then(|it| it.get(&name));
            let command = task.and_then(|it| {
                it.as_str()
                    .or_else(|| it.get("command").and_then(Value::as_str))
            });
            if let Some(command) = command {
                let behind = if own {
                    recipes.arguments.join(" ")
                } else {
                    String::new()
                };
                out.push(line(format!("{command} {behind}"), directory));
            }
            let needs = task
                .and_then(|it| it.get("dependencies"))
                .and_then(Value::as_array);
            open.extend(
                needs
                    .into_iter()
                    .flatten()
                    .filter_map(Value::as_str)
                    .map(|it| (it.to_owned(), false)),
            );
            seen.push(name);
        }
        if out.len() == before {
            // What deno does not find there is a script of the package.
            let beside = super::words::joined(directory, "package.json").unwrap_or_default();
            let held = source.text(&beside).map(str::to_owned);
            out.extend(
                held.map(|text| package::lines(recipes, &[(beside, text)], source))
                    .unwrap_or_default(),
            );
        }
    }
    out
}

/// JSON without its comments and trailing commas.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    let mut quoted = false;
    while let Some(c) = rest.next() {
        match (c, rest.peek()) {
            ('"', _) => quoted = !quoted,
            ('\\', Some(_)) if quoted => {
                out.push(c);
                out.extend(rest.next());
                continue;
            }
            ('/', Some('/')) if !quoted => {
                while rest.next_if(|c| *c != '\n').is_some() {}
                continue;
            }
            ('/', Some('*')) if !quoted => {
                let mut before = ' ';
                rest.next();
                for c in rest.by_ref() {
                    if before == '*' && c == '/' {
                        break;
                    }
                    before = c;
                }
                out.push(' ');
                continue;
            }
            (']' | '}', _) if !quoted && out.trim_end().ends_with(',') => {
                out.truncate(out.trim_end().len().saturating_sub(1));
            }
            (_, _) => {}
        }
        out.push(c);
    }
    out
}
