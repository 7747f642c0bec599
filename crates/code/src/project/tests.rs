//! Which files are tests by their name and place, as the runners of each language find them.

use crate::language::Language;

/// Folders of Python's tests; some packages are called so and are none.
pub(super) const PYTHON_FOLDERS: [&str; 3] = ["test", "tests", "testing"];

/// Folders of code that stands beside what is shipped and is no test.
const BESIDE: [&str; 2] = ["benches", "examples"];

/// Whether a file is a test, an example or a benchmark by its path: nothing of it is shipped.
#[must_use]
pub fn is_beside_path(path: &str, language: Language) -> bool {
    let folders = path.rsplit_once('/').map_or("", |(folders, _)| folders);
    is_test_path(path, language) || folders.split('/').any(|it| BESIDE.contains(&it))
}

/// Whether a file is a test by its path. Who knows the whole tree asks where the file begins instead
/// ([`super::Project::entry`]): not every folder that is called so holds tests.
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
            in_folder(&["__tests__", "__mocks__", "test", "tests", "e2e", "cypress"])
                || [".test.", ".spec.", ".cy.", ".e2e.", "-test.", "_test."]
                    .iter()
                    .any(|sign| name.contains(sign))
        }
        Language::Python => in_folder(&PYTHON_FOLDERS) || is_named_test(path),
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

/// Whether Python's runners take a file by its name alone.
pub(super) fn is_named_test(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.split('.').next().unwrap_or("");
    stem.starts_with("test_") || stem.ends_with("_test") || stem == "conftest"
}
