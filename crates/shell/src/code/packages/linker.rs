//! Options of compilers that name a linker, or tell it what to load.

use super::ask;
use crate::code::Deed;

/// `-Wl,…`: what the linker is told.
pub(super) fn linker_option(text: &str) -> Vec<Deed> {
    let bad = ["plugin", "dynamic-linker", "--run"];
    if text.split(',').any(|one| {
        bad.iter().any(|it| {
            one.trim_start_matches('-')
                .starts_with(it.trim_start_matches('-'))
        })
    }) {
        return vec![Deed::deny(
            "loads-code",
            "the linker loads a plugin or names a program",
        )];
    }
    Vec::new()
}

pub(super) fn linker_name(text: &str) -> Vec<Deed> {
    if matches!(text, "lld" | "mold" | "gold" | "bfd" | "ld" | "wild") {
        return Vec::new();
    }
    vec![Deed::deny(
        "runs-programs",
        "any program becomes the linker",
    )]
}

/// `-C key=value` of rustc: a linker is a program, and its arguments can name more.
pub(super) fn codegen(text: &str) -> Vec<Deed> {
    const LINKERS: &[&str] = &[
        "lld",
        "rust-lld",
        "clang",
        "gcc",
        "cc",
        "mold",
        "ld",
        "ld.lld",
        "wasm-ld",
        "rust-lld.exe",
    ];
    let (key, value) = text.split_once('=').unwrap_or((text, ""));
    match key.trim() {
        "linker" if !LINKERS.contains(&value.trim()) => vec![Deed::deny(
            "runs-programs",
            "any program becomes the linker",
        )],
        "link-arg" | "link-args" | "pre-link-arg" | "post-link-arg" => {
            let plain = [
                "-fuse-ld=lld",
                "-fuse-ld=mold",
                "-s",
                "-Wl,--gc-sections",
                "-static",
                "-lm",
            ];
            if value.starts_with("-Wl,-rpath") || plain.contains(&value) {
                Vec::new()
            } else {
                ask("linker-options", "options of the linker can load code")
            }
        }
        "llvm-args" | "passes" | "incremental" | "profile-use" | "profile-generate" | "dlltool" => {
            ask(
                "compiler-options",
                "options of the compiler name files or programs",
            )
        }
        _ => Vec::new(),
    }
}
