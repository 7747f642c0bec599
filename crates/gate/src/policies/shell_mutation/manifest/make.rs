//! Rules of a makefile or a justfile: a name, what it needs, and the lines below it.

use std::collections::BTreeMap;

/// Rules that are followed from one target.
const RULES_MAX: usize = 64;

#[derive(Default)]
struct Rule {
    needs: Vec<String>,
    lines: Vec<String>,
}

/// The lines that making these targets runs; none given: the first target. Also what the file has a shell run while it
/// is read.
pub(super) fn recipes(text: &str, targets: &[&str]) -> Vec<String> {
    let (rules, first, variables) = rules(text);
    let mut out = shell_calls(text);
    let mut open: Vec<String> = if targets.is_empty() {
        first.into_iter().collect()
    } else {
        targets.iter().rev().map(|it| (*it).to_owned()).collect()
    };
    let mut seen: Vec<String> = Vec::new();
    while let Some(target) = open.pop() {
        if seen.contains(&target) || seen.len() >= RULES_MAX {
            continue;
        }
        if let Some(rule) = rules.get(&target) {
            out.extend(rule.lines.iter().map(|line| expanded(line, &target, rule, &variables)));
            open.extend(rule.needs.iter().rev().cloned());
        }
        seen.push(target);
    }
    out
}

type Rules = BTreeMap<String, Rule>;

fn rules(text: &str) -> (Rules, Option<String>, BTreeMap<String, String>) {
    let mut rules = Rules::new();
    let mut variables = BTreeMap::new();
    let mut first = None;
    let mut current: Vec<String> = Vec::new();
    let joined = text.replace("\\\n", " ");
    for line in joined.lines() {
        if line.starts_with(['\t', ' ']) {
            for name in &current {
                rules.entry(name.clone()).or_default().lines.push(line.trim().to_owned());
            }
            continue;
        }
        let line = line.split(" #").next().unwrap_or_default().trim_end();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some((name, value)) = assignment(line) {
            variables.insert(name, value);
            current.clear();
            continue;
        }
        let Some((names, rest)) = line.split_once(':') else {
            current.clear();
            continue;
        };
        let (needs, inline) = rest.split_once(';').map_or((rest, None), |(needs, inline)| (needs, Some(inline)));
        current = names.split_whitespace().map(|name| name.trim_start_matches('@').to_owned()).collect();
        if first.is_none() {
            first = current.first().filter(|name| !name.starts_with('.')).cloned();
        }
        for name in &current {
            let rule = rules.entry(name.clone()).or_default();
            rule.needs.extend(needs.trim_start_matches(':').split_whitespace().map(str::to_owned));
            rule.lines.extend(inline.map(|line| line.trim().to_owned()));
        }
    }
    (rules, first, variables)
}

/// `NAME = value`, with any of the ways to write that.
fn assignment(line: &str) -> Option<(String, String)> {
    let (name, value) = line.split_once('=')?;
    let name = name.trim_end_matches([':', '?', '+', '!']).trim().trim_start_matches("export ").trim();
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.' || c == '-';
    (!name.is_empty() && name.chars().all(plain)).then(|| (name.to_owned(), value.trim().to_owned()))
}

/// A line as the shell gets it, as far as the file tells.
fn expanded(line: &str, target: &str, rule: &Rule, variables: &BTreeMap<String, String>) -> String {
    let mut out = line.trim_start_matches(['@', '-', '+']).trim().to_owned();
    for _ in 0..4 {
        for (name, value) in variables {
            out = out.replace(&format!("$({name})"), value).replace(&format!("${{{name}}}"), value);
        }
    }
    let first = rule.needs.first().map_or("", String::as_str);
    let out = out.replace("$@", target).replace("$<", first).replace("$^", &rule.needs.join(" ")).replace("$$", "$");
    out.trim_end().to_owned()
}

/// `$(shell …)`: make runs it while it reads the file.
fn shell_calls(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some((_, behind)) = rest.split_once("$(shell ") {
        let mut depth = 1usize;
        let end = behind.find(|c: char| {
            match c {
                '(' => depth = depth.saturating_add(1),
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        });
        let (call, after) = end.and_then(|end| behind.split_at_checked(end)).unwrap_or((behind, ""));
        out.push(call.replace("$$", "$"));
        rest = after;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::recipes;

    #[test]
    fn lines_follow_targets_and_what_they_need() {
        let text = "CC := gcc\nall: lib app\nlib:\n\t@$(CC) -c $<\napp: lib ; echo $$HOME\nother:\n\trm -rf x\n";
        assert_eq!(recipes(text, &[]), ["gcc -c", "echo $HOME"]);
        assert_eq!(recipes(text, &["other"]), ["rm -rf x"]);
        assert_eq!(recipes("X = $(shell id -u)\na:\n\tb\n", &["a"]), ["id -u", "b"]);
    }
}
