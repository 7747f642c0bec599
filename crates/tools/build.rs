//! Embeds the folders and variables of toolchains: every file of `toolchains/`, so that adding one is adding a file.
use std::path::Path;

fn main() {
    let root = std::env::var("CARGO_MANIFEST_DIR").expect("cargo names the folder of the package");
    let folder = Path::new(&root).join("toolchains");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut paths: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder can be listed")
        .map(|entry| entry.expect("the folder can be listed").path())
        .filter(|path| path.extension().is_some_and(|it| it == "yml"))
        .collect();
    paths.sort();
    // As JSON it is read much faster when it is needed.
    let all: Vec<serde_json::Value> = paths.iter().map(|path| value(path)).collect();
    let text = serde_json::Value::Array(all).to_string();
    let target = std::env::var("OUT_DIR").expect("cargo names the folder for output");
    std::fs::write(Path::new(&target).join("toolchains.json"), text)
        .expect("a file can be written");
}

fn value(path: &Path) -> serde_json::Value {
    let text = std::fs::read_to_string(path).expect("a toolchain can be read");
    match serde_saphyr::from_str(&text) {
        Ok(value) => value,
        Err(error) => panic!("{}: {error}", path.display()),
    }
}
