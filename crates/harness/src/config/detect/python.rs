//! Commands of a project of Python: pytest where a manifest names it, else what its tests are written for.

use std::path::Path;

use super::{Detected, Language, Purpose, sources, text};

/// Not every system has a `python`.
const PYTHON: &str = match cfg!(windows) {
    true => "python",
    false => "python3",
};

/// Finds them.
pub(super) fn detect(dir: &Path, found: &mut Detected) {
    let mut names_pytest = None;
    let mut is_project = false;
    for (file, mark) in [
        ("pyproject.toml", "pytest"),
        ("pytest.ini", ""),
        ("setup.cfg", "pytest"),
        ("tox.ini", "pytest"),
        ("requirements-dev.txt", "pytest"),
        ("requirements.txt", "pytest"),
        ("setup.py", "pytest"),
    ] {
        let Some(content) = text(dir, file) else {
            continue;
        };
        is_project = true;
        if content.contains(mark) {
            names_pytest = names_pytest.or(Some(file));
        }
    }
    if !is_project {
        return;
    }
    found.language(Language::Python);
    match names_pytest {
        Some(manifest) => pytest(manifest, found),
        None => unsaid(dir, found),
    }
}

fn pytest(declared_in: &'static str, found: &mut Detected) {
    found.command("pytest", Purpose::Test, declared_in);
    found.command("python -m pytest", Purpose::Other, declared_in);
}

/// No manifest says how the tests are run. Those that name no other framework run with what Python brings, and pytest
/// runs them all.
fn unsaid(dir: &Path, found: &mut Detected) {
    for folder in ["tests", "test"] {
        let texts = sources::below(dir, folder, is_test);
        if !texts.is_empty() {
            let top = text(dir, &format!("{folder}/__init__.py")).map_or("", |_| " -t .");
            let line = format!("{PYTHON} -m unittest discover -s {folder}{top}");
            return of(&texts, line, folder, found);
        }
    }
    let texts = sources::beside(dir, is_test);
    if !texts.is_empty() {
        of(&texts, format!("{PYTHON} -m unittest"), "the tests", found);
    }
}

fn of(texts: &[String], unittest: String, place: &'static str, found: &mut Detected) {
    // What no framework has to import is pytest's too: tests that are functions of their own.
    let of_pytest =
        |it: &String| imports(it, "pytest") || it.lines().any(|line| line.starts_with("def test_"));
    let of_unittest = texts.iter().any(|it| imports(it, "unittest"));
    match of_unittest && !texts.iter().any(of_pytest) {
        true => found.command(unittest, Purpose::Test, place),
        false => pytest(place, found),
    }
}

fn imports(text: &str, module: &str) -> bool {
    let names = |line: &str| {
        let rest = line.strip_prefix("import ").or(line.strip_prefix("from "));
        rest.and_then(|it| it.trim_start().strip_prefix(module))
            .is_some_and(|it| !it.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    };
    text.lines().any(names)
}

/// What `unittest` finds by itself.
fn is_test(name: &str) -> bool {
    name.starts_with("test") && name.ends_with(".py")
}
