//! Embeds the program models: every file of `programs/`, by its name, so that adding one is adding a file.
#![expect(
    clippy::disallowed_methods,
    reason = "a build script reads the folder that it embeds"
)]

use std::fmt::Write as _;
use std::path::Path;

fn main() {
    let root = std::env::var("CARGO_MANIFEST_DIR").expect("cargo names the folder of the package");
    let folder = Path::new(&root).join("programs");
    println!("cargo::rerun-if-changed={}", folder.display());
    let target = std::env::var("OUT_DIR").expect("cargo names the folder for output");
    let target = Path::new(&target);
    std::fs::write(target.join("programs.rs"), programs(&folder)).expect("a table can be written");
    std::fs::write(target.join("windows.rs"), windows(&folder)).expect("a table can be written");
}

/// The programs of POSIX systems.
fn programs(folder: &Path) -> String {
    let mut out = String::from("pub(super) static FILES: &[File] = &[\n");
    for name in files(folder) {
        if name == "environment.yml" {
            continue;
        }
        let read = value(&folder.join(&name));
        let (names, text) = (called(&read), read.to_string());
        let _ = writeln!(out, "    File {{ names: &{names:?}, text: {text:?} }},");
    }
    out.push_str("];\n");
    let variables = value(&folder.join("environment.yml")).to_string();
    let _ = writeln!(out, "pub(super) static ENVIRONMENT: &str = {variables:?};");
    out
}

/// Cmdlets and programs of Windows.
fn windows(folder: &Path) -> String {
    let mut out = String::from("pub(crate) static FILES: &[(&str, &str)] = &[\n");
    for part in ["powershell", "cmd"] {
        for name in files(&folder.join(part)) {
            let text = value(&folder.join(part).join(&name)).to_string();
            let _ = writeln!(out, "    ({:?}, {text:?}),", format!("{part}/{name}"));
        }
    }
    out.push_str("];\n");
    out
}

/// The models of a folder, in order.
fn files(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("the folder can be listed")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".yml"))
        .collect();
    names.sort();
    names
}

/// A file as a value; it is kept as JSON, which is read much faster when its program is met. What only people and tests
/// read of it is left out.
fn value(path: &Path) -> serde_json::Value {
    let text = std::fs::read_to_string(path).expect("a program model can be read");
    let mut value: serde_json::Value = match serde_saphyr::from_str(&text) {
        Ok(value) => value,
        Err(error) => panic!("{}: {error}", path.display()),
    };
    if let Some(file) = value.as_object_mut() {
        file.remove("examples");
        file.remove("source");
    }
    value
}

/// The names under which a file's program is called.
fn called(file: &serde_json::Value) -> Vec<String> {
    let also = file
        .get("also")
        .and_then(|it| it.as_array())
        .cloned()
        .unwrap_or_default();
    file.get("program")
        .into_iter()
        .chain(&also)
        .filter_map(|name| name.as_str().map(str::to_owned))
        .collect()
}
