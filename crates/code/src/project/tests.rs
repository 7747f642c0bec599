//! Which files are tests by their name and place, as the runners of each language find them.

use crate::language::Language;

/// Whether a file is a test by its path.
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
        Language::Python => {
            in_folder(&["test", "tests", "testing"])
                || stem.starts_with("test_")
                || stem.ends_with("_test")
                || stem == "conftest"
        }
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
