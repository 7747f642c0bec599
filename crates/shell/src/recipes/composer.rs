//! `scripts` of `composer.json`.

use serde_json::Value;

use super::source::Source;
use super::words::{directory_of, line, quoted, together};
use super::{Line, Recipes};

/// Scripts in scripts that are followed.
const DEPTH_MAX: usize = 8;

/// What scripts of these names run.
pub(super) fn lines(
    recipes: &Recipes,
    files: &[(String, String)],
    source: &mut Source<'_>,
) -> Vec<Line> {
    let mut out = Vec::new();
    for (path, text) in files {
        let Ok(held) = serde_json::from_str::<Value>(text) else {
            source.unread.push(format!("`{path}` is not understood"));
            continue;
        };
        for name in &recipes.names {
            let lines = script(&held, name, &recipes.arguments, DEPTH_MAX);
            if !lines.is_empty() {
                out.push(line(together(&lines), directory_of(path)));
            }
        }
    }
    out
}

fn script(held: &Value, name: &str, arguments: &[String], depth: usize) -> Vec<String> {
    let found = held.get("scripts").and_then(|it| it.get(name));
    let lines: Vec<&str> = match found {
        Some(Value::Array(lines)) => lines.iter().filter_map(Value::as_str).collect(),
        Some(value) => value.as_str().into_iter().collect(),
        None => return Vec::new(),
    };
    let behind = arguments.join(" ");
    let mut set = String::new();
    let mut out = Vec::new();
    for text in lines {
        let text = text.replace("@additional_args", "");
        let text = text.trim();
        let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
        match first.strip_prefix('@') {
            Some(tool @ ("php" | "composer")) => out.push(format!("{set}{tool} {rest} {behind}")),
            Some("putenv") => set.push_str(&format!("export {}\n", quoted(rest))),
            Some(other) if depth > 0 => {
                let given: Vec<String> = std::iter::once(rest.to_owned())
                    .chain(arguments.iter().cloned())
                    .collect();
                out.extend(script(held, other, &given, depth.saturating_sub(1)));
            }
            // A method of a class of the project.
            None if text.contains("::") && !text.contains(' ') => {}
            None | Some(_) => out.push(format!("{set}{text} {behind}")),
        }
    }
    out
}
