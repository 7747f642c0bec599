//! Commands of a project of PHP: its script for tests, else the runner that it depends on.

use serde_json::Value as Json;

use super::folder::Folder;
use super::{Detected, Language, Purpose};

/// Finds them.
pub(super) fn detect(dir: &Folder, found: &mut Detected) {
    let manifest = dir.text("composer.json");
    let of_phpunit = ["phpunit.xml", "phpunit.xml.dist", "phpunit.dist.xml"]
        .into_iter()
        .find(|it| dir.text(it).is_some());
    if manifest.is_none() && of_phpunit.is_none() {
        return;
    }
    found.language(Language::Php);
    let manifest = manifest.and_then(|it| serde_json::from_str::<Json>(&it).ok());
    let at = |pointer: &str| {
        manifest
            .as_ref()
            .is_some_and(|it| it.pointer(pointer).is_some())
    };
    if at("/scripts/test") {
        found.command("composer test", Purpose::Test, "composer.json");
    } else if at("/require-dev/pestphp~1pest") {
        found.command("vendor/bin/pest", Purpose::Test, "composer.json");
    } else if let Some(file) = of_phpunit {
        found.command("vendor/bin/phpunit", Purpose::Test, file);
    }
}
