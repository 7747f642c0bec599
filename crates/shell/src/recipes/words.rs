//! Words and paths, as the readers of recipes put them together.

use super::Line;
use crate::paths;

/// Stands in a line for a word, or several, of which nothing is known: no variable has that name.
pub(super) const UNKNOWN: &str = "${not_known_here}";

/// A word as a shell reads it.
pub(super) fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// The directory of a file; empty: the top.
pub(super) fn directory_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(directory, _)| directory)
}

/// A path below a directory, both from the top of the worktree; `None`: it leads out of it, or is not known.
pub(super) fn joined(directory: &str, path: &str) -> Option<String> {
    if path.starts_with(['/', '~'])
        || path.contains(['$', '{', '*', '?', '\\'])
        || path.contains("://")
    {
        return None;
    }
    let whole = format!("{directory}/{path}");
    match paths::climb(&whole) {
        (parts, 0) => Some(parts.join("/")),
        (_, _) => None,
    }
}

/// Lines that run one after the other, each in a shell of its own, as one text.
pub(super) fn together(lines: &[String]) -> String {
    lines.iter().map(|line| format!("(\n{line}\n)\n")).collect()
}

/// A line that runs in a directory.
pub(super) fn line(text: String, directory: &str) -> Line {
    Line {
        text,
        directory: directory.to_owned(),
        is_program: false,
    }
}

/// A program that an interpreter runs; `None`: it is no language that is read.
pub(super) fn in_language(interpreter: &str, text: &str, directory: &str) -> Option<Line> {
    let plain = interpreter.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let (program, option) = match plain {
        "sh" | "bash" | "dash" | "zsh" | "ksh" => return Some(line(text.to_owned(), directory)),
        "python" => ("python3", "-c"),
        "php" => (plain, "-r"),
        "perl" | "ruby" | "node" => (plain, "-e"),
        _ => return None,
    };
    Some(Line {
        is_program: true,
        ..line(format!("{program} {option} {}", quoted(text)), directory)
    })
}

/// Whether a name fits a pattern with `*` in it.
pub(super) fn fits(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|start| name.strip_prefix(start)) else {
        return false;
    };
    let Some(last) = pattern.rsplit_once('*').map(|(_, last)| last) else {
        return rest.is_empty();
    };
    let mut middle: Vec<&str> = parts.collect();
    middle.pop();
    for part in middle {
        let Some((_, behind)) = rest.split_once(part) else {
            return false;
        };
        rest = behind;
    }
    rest.ends_with(last)
}
