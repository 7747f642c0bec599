//! Which files are tests by their name and place, as the runners of each language find them.

use crate::language::Language;

/// Folders of Python's tests; some packages are called so and are none.
pub const PYTHON_TEST_FOLDERS: [&str; 3] = ["test", "tests", "testing"];

/// Folders of tests of JavaScript; Jasmine's are called `spec`.
const SCRIPT_FOLDERS: [&str; 8] = [
    "__tests__",
    "__mocks__",
    "test",
    "tests",
    "spec",
    "specs",
    "e2e",
    "cypress",
];

/// Folders of JavaScript's sources, where a module may rightly be called `test`.
const SOURCES: [&str; 4] = ["src", "source", "lib", "dist"];

/// Folders of code that stands beside what is shipped and is no test.
const BESIDE: [&str; 2] = ["benches", "examples"];

/// Whether a file is a test, an example or a benchmark by its path: nothing of it is shipped.
#[must_use]
pub fn is_beside_path(path: &str, language: Language) -> bool {
    let folders = path.rsplit_once('/').map_or("", |(folders, _)| folders);
    is_test_path(path, language) || folders.split('/').any(|it| BESIDE.contains(&it))
}

/// Whether a file is a test by its path. Who knows the whole tree asks where the file begins instead
/// (`project::Project::entry`): not every folder that is called so holds tests.
#[must_use]
pub fn is_test_path(path: &str, language: Language) -> bool {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = name.split('.').next().unwrap_or("");
    let in_folder = |names: &[&str]| folders.split('/').any(|word| names.contains(&word));
    match language {
        Language::Rust => {
            in_folder(&["tests", "benches"])
                || matches!(stem, "tests" | "test")
                || stem.ends_with("_test")
                || stem.ends_with("_tests")
        }
        Language::TypeScript | Language::Tsx | Language::Vue => {
            in_folder(&SCRIPT_FOLDERS)
                || [".test.", ".spec.", ".cy.", ".e2e.", "-test.", "_test."]
                    .iter()
                    .any(|sign| name.contains(sign))
                || stem.ends_with("Spec") && stem != "Spec"
                || is_run_by_node(folders, stem)
        }
        Language::Python => in_folder(&PYTHON_TEST_FOLDERS) || is_named_python_test(path),
        Language::Go => name.ends_with("_test.go"),
        Language::Java => {
            path.contains("src/test/")
                || in_folder(&["test", "tests"])
                || ["Test", "Tests", "TestCase", "IT"]
                    .iter()
                    .any(|end| stem.ends_with(end) && stem != *end)
        }
        Language::Other => false,
    }
}

/// Whether a file, in whatever language, is a test by its path; in one that is not read here, one of its words says so, or
/// a folder for tests holds it.
#[must_use]
pub fn is_any_test_path(path: &str) -> bool {
    let language = Language::of_path(path);
    match language.has_syntax() {
        true => is_test_path(path, language),
        false => is_foreign_test(path),
    }
}

fn is_foreign_test(path: &str) -> bool {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let Some((stem, ending)) = name.rsplit_once('.').filter(|it| !it.0.is_empty()) else {
        return false;
    };
    let says = |word: &str| {
        let word = word.to_ascii_lowercase();
        matches!(word.as_str(), "test" | "tests" | "spec" | "specs")
    };
    // `sums_test.rb`, `SumsTest.php`, `sums.bats`, `spec/sums_spec.rb`, `Sums.Tests/Add.cs`
    let words = |text: &str| {
        let mut words: Vec<String> = vec![String::new()];
        let mut before = ' ';
        for c in text.chars() {
            let begins = !c.is_alphanumeric() || before.is_lowercase() && c.is_uppercase();
            if begins {
                words.push(String::new());
            }
            if let Some(last) = words.last_mut().filter(|_| c.is_alphanumeric()) {
                last.push(c);
            }
            before = c;
        }
        words
    };
    let of_name = words(stem);
    let ends = of_name.last().is_some_and(|it| says(it));
    let begins = of_name.first().is_some_and(|it| says(it)) && of_name.len() > 1;
    let held = folders
        .split('/')
        .any(|it| words(it).last().is_some_and(|it| says(it)));
    ending.eq_ignore_ascii_case("bats") || ends || begins || held
}

/// Whether the runners of Node and AVA take a file of JavaScript by its name alone: `test.js` of a package, and `test-*.js`.
/// A module of a library may be called so; right below `src` and `source` AVA looks too.
fn is_run_by_node(folders: &str, stem: &str) -> bool {
    let is_source = |it: &str| SOURCES.contains(&it);
    let (above, last) = folders.rsplit_once('/').unwrap_or(("", folders));
    let outside = !above.split('/').any(is_source);
    match stem {
        "test" | "tests" => outside && !matches!(last, "lib" | "dist"),
        _ => outside && !is_source(last) && stem.starts_with("test-"),
    }
}

/// Whether Python's runners take a file by its name alone.
#[must_use]
pub fn is_named_python_test(path: &str) -> bool {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = name.split('.').next().unwrap_or("");
    // The tests of one of Django's applications; a module of a library may be called `test`.
    let whole = stem == "tests" || stem == "test" && folders.is_empty();
    whole || stem.starts_with("test_") || stem.ends_with("_test") || stem == "conftest"
}
