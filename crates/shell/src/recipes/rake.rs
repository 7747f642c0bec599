//! Tasks of a Rakefile: programs in ruby, of which the tasks that are wanted and what stands around them are looked at.

use super::source::Source;
use super::words::{directory_of, in_language};
use super::{Line, Recipes};

/// Classes of tasks that libraries bring along, with the name of the task where none is given.
const LIBRARIES: &[(&str, &str)] = &[
    ("TestTask", "test"),
    ("RSpec::Core::RakeTask", "spec"),
    ("RuboCop::RakeTask", "rubocop"),
    ("RDocTask", "rdoc"),
    ("RDoc::Task", "rdoc"),
    ("YardocTask", "yard"),
    ("Cucumber::Rake::Task", "features"),
];

/// A block of a task.
struct Block<'a> {
    name: String,
    needs: Vec<String>,
    lines: Vec<&'a str>,
}

/// What tasks of these names run.
pub(super) fn lines(
    recipes: &Recipes,
    files: &[(String, String)],
    source: &mut Source<'_>,
) -> Vec<Line> {
    let mut out = Vec::new();
    for (path, text) in files {
        let (blocks, around) = blocks(text);
        let goals: Vec<String> = recipes
            .names
            .iter()
            .filter(|name| !name.contains('='))
            .map(|name| task_of(name))
            .collect();
        let mut open = if goals.is_empty() {
            vec!["default".to_owned()]
        } else {
            goals
        };
        let elsewhere = [
            "load_tasks",
            "import ",
            "import(",
            "add_rakelib",
            "install_tasks",
            "gem_tasks",
            "load ",
        ];
        let is_open = around
            .iter()
            .any(|line| elsewhere.iter().any(|word| line.contains(word)));
        let mut wanted: Vec<&str> = around.clone();
        let mut seen: Vec<String> = Vec::new();
        while let Some(name) = open.pop() {
            if seen.contains(&name) {
                continue;
            }
            let mut found = is_of_a_library(text, &name);
            for block in blocks.iter().filter(|block| block.name == name) {
                found = true;
                wanted.extend(&block.lines);
                open.extend(block.needs.iter().cloned());
            }
            if !found && is_open {
                source
                    .unread
                    .push(format!("where the task `{name}` stands is not known"));
            }
            seen.push(name);
        }
        out.extend(in_language("ruby", &wanted.join("\n"), directory_of(path)));
    }
    out
}

/// `build[a,b]` without its arguments.
fn task_of(name: &str) -> String {
    name.split('[').next().unwrap_or_default().to_owned()
}

/// Whether a library brings a task of this name.
fn is_of_a_library(text: &str, name: &str) -> bool {
    LIBRARIES.iter().any(|(class, own)| {
        let Some((_, behind)) = text.split_once(&format!("{class}.new")) else {
            return false;
        };
        let given = behind.lines().next().unwrap_or_default();
        let called = given
            .trim_start_matches(['(', ' '])
            .trim_start_matches([':', '\'', '"']);
        let called: String = called
            .chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect();
        name == if called.is_empty() || called == "do" {
            own
        } else {
            called.as_str()
        }
    })
}

/// The blocks of tasks, by the lines that are indented below them, and all other lines.
fn blocks(text: &str) -> (Vec<Block<'_>>, Vec<&str>) {
    let mut out: Vec<Block<'_>> = Vec::new();
    let mut around = Vec::new();
    let mut spaces: Vec<(usize, String)> = Vec::new();
    let mut inside: Option<(usize, bool)> = None;
    for line in text.lines() {
        let indent = line.len().saturating_sub(line.trim_start().len());
        let words = line.trim();
        if let Some((level, brace)) = inside {
            let closes = indent <= level && (words == "end" || (brace && words.starts_with('}')));
            if !closes {
                if let Some(block) = out.last_mut() {
                    block.lines.push(line);
                }
                continue;
            }
            inside = None;
            continue;
        }
        while spaces
            .last()
            .is_some_and(|(level, _)| indent <= *level && words == "end")
        {
            spaces.pop();
        }
        if let Some(name) = words.strip_prefix("namespace ") {
            spaces.push((indent, named(name)));
            continue;
        }
        let head = ["task ", "task(", "multitask ", "file ", "directory "]
            .iter()
            .find_map(|word| words.strip_prefix(word));
        let Some(head) = head else {
            around.push(line);
            continue;
        };
        let prefix: String = spaces.iter().map(|(_, name)| format!("{name}:")).collect();
        let opens = [" do", "{"].iter().find_map(|word| head.split_once(word));
        let (head, body) = opens.unwrap_or((head, ""));
        let (name, needs) = head
            .split_once("=>")
            .or_else(|| head.split_once(": "))
            .unwrap_or((head, ""));
        let needs = needs
            .split([',', '[', ']', ' ', '(', ')'])
            .map(named)
            .filter(|it| !it.is_empty());
        let one_line = body.trim_end().ends_with(['}']) || body.trim_end().ends_with(" end");
        out.push(Block {
            name: format!("{prefix}{}", named(name)),
            needs: needs.collect(),
            lines: vec![body_of(body)],
        });
        if opens.is_some() && !one_line {
            inside = Some((
                indent,
                line.trim_end().ends_with('{') || !line.contains(" do"),
            ));
        }
    }
    (out, around)
}

/// What a block that begins in this line holds of it, without its parameters and its end.
fn body_of(text: &str) -> &str {
    let text = text.trim();
    let text = match text.strip_prefix('|').and_then(|it| it.split_once('|')) {
        Some((_, body)) => body,
        None => text,
    };
    text.trim_end_matches('}')
        .trim_end()
        .trim_end_matches(" end")
        .trim()
}

/// The name in `:build`, `'build'`, `build:` or `:build, [:a]`.
fn named(text: &str) -> String {
    let text = text
        .trim()
        .trim_start_matches(['(', ':', '\'', '"', '[', ' ']);
    text.chars()
        .take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | ':' | '/' | '.'))
        .collect::<String>()
        .trim_end_matches(':')
        .to_owned()
}
