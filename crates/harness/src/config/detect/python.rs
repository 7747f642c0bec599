//! Commands of a project of Python: pytest where a manifest names it, else what its tests are written for.

use super::folder::{Folder, Source, is_plain};
use super::{Detected, Language, Purpose};

/// Not every system has a `python`.
const PYTHON: &str = match cfg!(windows) {
    true => "python",
    false => "python3",
};
/// Commands that start the tests of one project.
const STARTS_MAX: usize = 4;

/// Finds them.
pub(super) fn detect(dir: &Folder, found: &mut Detected) {
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
        let Some(content) = dir.text(file) else {
            continue;
        };
        is_project = true;
        if content.contains(mark) {
            names_pytest = names_pytest.or(Some(file));
        }
    }
    if is_project {
        found.language(Language::Python);
    }
    match names_pytest {
        Some(manifest) => pytest(manifest, found),
        // Beside the tests of another language, those of Python without a manifest may well be a part of them.
        None if is_project || !found.has_tests() => unsaid(dir, found),
        None => {}
    }
}

fn pytest(declared_in: &str, found: &mut Detected) {
    found.command("pytest", Purpose::Test, declared_in);
    found.command("python -m pytest", Purpose::Other, declared_in);
}

/// No manifest says how the tests are run. Those that name no other framework run with what Python brings, and pytest
/// runs them all.
fn unsaid(dir: &Folder, found: &mut Detected) {
    let places = [("tests", "tests"), ("test", "test"), ("", "the tests")];
    let looked = places.into_iter().find_map(|(folder, place)| {
        let tests = dir.files_below(folder, is_test);
        (!tests.is_empty()).then_some((tests, place))
    });
    let Some((tests, place)) = looked else {
        return;
    };
    found.language(Language::Python);
    // What no framework has to import is pytest's too: tests that are functions of their own.
    let of_pytest = |it: &Source| {
        let mut lines = it.text.lines();
        imports(&it.text, "pytest") || lines.any(|line| line.starts_with("def test_"))
    };
    let of_unittest = tests.iter().any(|it| imports(&it.text, "unittest"));
    let are_plain = tests.iter().all(|it| is_plain(&it.path));
    if !of_unittest || !are_plain || tests.iter().any(of_pytest) {
        return pytest(place, found);
    }
    let mut lines: Vec<String> = tests.iter().map(|it| unittest(dir, it)).collect();
    lines.sort();
    lines.dedup();
    for line in lines.into_iter().take(STARTS_MAX) {
        found.command(line, Purpose::Test, place);
    }
}

/// The command that finds a file of tests: discovery starts at the nearest folder that is no package, since that is what
/// the names of the modules begin below.
fn unittest(dir: &Folder, test: &Source) -> String {
    let is_package = |folder: &str| dir.text(&format!("{folder}/__init__.py")).is_some();
    let pattern = match test.name().starts_with("test") {
        true => "",
        false => " -p '*_test.py'",
    };
    let (mut folder, mut package) = (test.folder(), None);
    while !folder.is_empty() && is_package(folder) {
        package = Some(folder);
        folder = folder.rsplit_once('/').map_or("", |(above, _)| above);
    }
    match (folder, package) {
        ("", Some(package)) => {
            format!("{PYTHON} -m unittest discover -s {package} -t .{pattern}")
        }
        ("", None) if pattern.is_empty() => format!("{PYTHON} -m unittest"),
        ("", None) => format!("{PYTHON} -m unittest discover{pattern}"),
        (start, _) => format!("{PYTHON} -m unittest discover -s {start}{pattern}"),
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

/// What `unittest` or pytest find by themselves.
fn is_test(name: &str) -> bool {
    name.ends_with("_test.py") || (name.starts_with("test") && name.ends_with(".py"))
}
