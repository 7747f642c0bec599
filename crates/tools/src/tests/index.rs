//! The code of a tree: read, remembered, and read again, whatever became of the memory.

use std::fs;
use std::path::Path;

use crate::git::Repo;
use crate::index::{self, Known, Limits};
use project::Project;

use super::git::{git, repository, write};

/// More than are fetched at once.
const FILES: usize = 300;

fn path(number: usize) -> String {
    format!("src/f{number}.ts")
}

fn project(repo: &Repo, memory: Option<&Path>) -> Project {
    let tip = repo.resolve("HEAD").unwrap();
    let tree = repo.tree_of(&tip).unwrap();
    let known = Known::of(memory);
    let (mut projects, _saving) = index::read(repo, &[&tree], known, &Limits::default()).unwrap();
    projects.pop().unwrap()
}

fn same(one: &Project, other: &Project) {
    for number in 0..FILES {
        let (one, other) = (one.facts(&path(number)), other.facts(&path(number)));
        assert!(one.is_some());
        assert_eq!(one, other, "{number}");
    }
}

#[test]
fn what_is_remembered_is_what_was_read() {
    let (room, root) = repository();
    for number in 0..FILES {
        let text = format!("export function f{number}(a: number) {{\n  return a + {number};\n}}\n");
        write(&root, &path(number), &text);
    }
    // Two of one content.
    write(
        &root,
        "src/f1.ts",
        &fs::read_to_string(root.join("src/f0.ts")).unwrap(),
    );
    git(&root, "add -A");
    git(&root, "commit -qm more");
    let repo = Repo::discover(&root).unwrap();
    let fresh = project(&repo, None);
    let named = |number: usize| {
        fresh.facts(&path(number)).unwrap().definitions[0]
            .name
            .clone()
    };
    assert_eq!(
        (named(0), named(1), named(299)),
        ("f0".into(), "f0".into(), "f299".into())
    );

    let memory = room.path().join("memory");
    same(&fresh, &project(&repo, Some(&memory)));
    let written = fs::read(&memory).unwrap();
    same(&fresh, &project(&repo, Some(&memory)));
    assert_eq!(fs::read(&memory).unwrap(), written, "nothing was learnt");

    // A part of it, nothing of it, something else.
    for damaged in [
        &written[..written.len() / 2],
        &written[..1],
        &[],
        b"something else",
    ] {
        fs::write(&memory, damaged).unwrap();
        same(&fresh, &project(&repo, Some(&memory)));
        assert_eq!(fs::read(&memory).unwrap(), written);
    }

    // What is new is read, and what is gone is forgotten.
    write(&root, "src/f2.ts", "export const two = 2;\n");
    git(&root, "commit -qam two");
    let repo = Repo::discover(&root).unwrap();
    same(&project(&repo, None), &project(&repo, Some(&memory)));
    assert_ne!(fs::read(&memory).unwrap(), written);
}

/// A program whose name has no end is read as what its first line starts.
#[test]
fn programs_by_their_first_line() {
    let (_room, root) = repository();
    let table = [
        (
            "bin/serve",
            "#!/usr/bin/env node\nconst { go } = require('../lib/go');\ngo(1);\n",
            true,
        ),
        (
            "scripts/tidy",
            "#!/usr/bin/python3.11 -u\nimport sys\nsys.exit(0)\n",
            true,
        ),
        ("bin/wrap", "#!/bin/sh\nexec go\n", false),
        ("bin/README", "Programs of this project.\n", false),
        ("docs/serve", "#!/usr/bin/env node\ngo(1);\n", false),
    ];
    for (path, text, _) in table {
        write(&root, path, text);
    }
    write(
        &root,
        "package.json",
        "{ \"name\": \"p\", \"bin\": { \"p\": \"bin/serve\" } }",
    );
    write(
        &root,
        "lib/go.js",
        "exports.go = function (x) {\n  return start(x);\n};\n",
    );
    git(&root, "add -A");
    git(&root, "commit -qm programs");
    let repo = Repo::discover(&root).unwrap();
    let found = project(&repo, None);
    for (path, _, read) in table {
        assert_eq!(found.facts(path).is_some(), read, "{path}");
    }
    assert!(found.facts("bin/built").is_none());
    let reach = found.wiring("lib/go.js").reach;
    assert!(matches!(reach, project::Reach::From(_)), "{reach:?}");
}
