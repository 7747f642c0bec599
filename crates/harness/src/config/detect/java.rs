//! Commands of a project of Java: those of Maven or Gradle, by the wrapper that the project brings if there is one.

use super::folder::Folder;
use super::{Detected, Language, Purpose};

/// Finds them.
pub(super) fn detect(dir: &Folder, found: &mut Detected) {
    maven(dir, found);
    gradle(dir, found);
}

fn maven(dir: &Folder, found: &mut Detected) {
    if dir.text("pom.xml").is_none() {
        return;
    }
    found.language(Language::Java);
    // A wrapper fetches the very version that the project is built with.
    let program = dir.text("mvnw").map_or("mvn", |_| "./mvnw");
    let goals = [
        ("test", Purpose::Test),
        ("compile", Purpose::Check),
        ("test-compile", Purpose::Other),
        ("verify", Purpose::Other),
    ];
    for (goal, purpose) in goals {
        found.command(format!("{program} {goal}"), purpose, "pom.xml");
    }
}

fn gradle(dir: &Folder, found: &mut Detected) {
    let files = ["build.gradle", "build.gradle.kts"];
    let Some(manifest) = files.into_iter().find(|it| dir.text(it).is_some()) else {
        return;
    };
    found.language(Language::Java);
    let program = dir.text("gradlew").map_or("gradle", |_| "./gradlew");
    let tasks = [
        ("test", Purpose::Test),
        ("classes", Purpose::Check),
        ("testClasses", Purpose::Other),
        ("check", Purpose::Other),
        ("build", Purpose::Other),
    ];
    for (task, purpose) in tasks {
        found.command(format!("{program} {task}"), purpose, manifest);
    }
}
