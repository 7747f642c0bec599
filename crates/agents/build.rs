//! Embeds what is known of each agent: the files of `hosts/` as JSON, which every hook reads at its start.
#![expect(
    clippy::disallowed_methods,
    reason = "a build script reads the folder that it embeds"
)]

use std::fmt::Write as _;
use std::path::Path;

fn main() {
    let root = std::env::var("CARGO_MANIFEST_DIR").expect("cargo names the folder of the package");
    let folder = Path::new(&root).join("hosts");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .expect("the folder can be listed")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    names.sort();
    let mut out = String::from("static CARDS: &[(&str, &str)] = &[\n");
    for name in names {
        let Some(agent) = name.strip_suffix(".yml") else {
            continue;
        };
        let text = std::fs::read_to_string(folder.join(&name)).expect("it can be read");
        let value: serde_json::Value =
            serde_saphyr::from_str(&text).unwrap_or_else(|error| panic!("hosts/{name}: {error}"));
        let _ = writeln!(out, "    ({agent:?}, {:?}),", value.to_string());
    }
    out.push_str("];\n");
    let target = std::env::var("OUT_DIR").expect("cargo names the folder for output");
    std::fs::write(Path::new(&target).join("cards.rs"), out).expect("a table can be written");
}
