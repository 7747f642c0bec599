//! The files of program models: each can be read, and no program has two.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

fn files(folder: &str) -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("programs")
        .join(folder);
    let entries = std::fs::read_dir(&folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut out: Vec<(String, Value)> = paths
        .filter(|path| path.extension().is_some_and(|it| it == "yml"))
        .map(|path| {
            let text = std::fs::read_to_string(&path).unwrap();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let value = serde_saphyr::from_str(&text).unwrap_or_else(|why| panic!("{name}: {why}"));
            (name, value)
        })
        .collect();
    out.sort_by(|one, other| one.0.cmp(&other.0));
    out
}

/// The names under which a file's program is called.
fn names(file: &Value) -> Vec<&str> {
    let also = file["also"].as_array().into_iter().flatten();
    let all = std::iter::once(&file["program"]).chain(also);
    all.filter_map(Value::as_str).collect()
}

#[test]
fn every_file_describes_its_program_and_says_its_source() {
    let files = files("");
    assert!(files.len() > 400, "{}", files.len());
    for (name, file) in &files {
        if name == "environment.yml" {
            continue;
        }
        assert!(file["source"].is_string(), "programs/{name}: no source");
        let called = names(file);
        assert!(!called.is_empty(), "programs/{name}: no program");
        for program in called {
            assert!(shell::has_model(program), "programs/{name}: `{program}`");
        }
    }
}

#[test]
fn no_program_has_two_files() {
    let mut seen = BTreeMap::new();
    let mut twice = Vec::new();
    let files = files("");
    for (name, file) in &files {
        for program in names(file) {
            if let Some(other) = seen.insert(program, name) {
                twice.push(format!("`{program}`: {other} and {name}"));
            }
        }
    }
    assert!(twice.is_empty(), "{}", twice.join("\n"));
}
