//! Programs that builds and other tools are told to run: compilers, pagers, editors.

use crate::code::Deed;

/// Variables of builds that name programs.
pub(super) const TOOLS: &[&str] = &[
    "SHELL",
    ".SHELLFLAGS",
    "SHELLFLAGS",
    "CC",
    "CXX",
    "LD",
    "AR",
    "AS",
    "NM",
    "RANLIB",
    "STRIP",
    "OBJCOPY",
    "MAKE",
    "LEX",
    "YACC",
    "INSTALL",
    "RM",
    "PYTHON",
    "NODE",
    "CARGO",
    "GO",
];

/// Programs that such a variable may well name.
const COMPILERS: &[&str] = &[
    "gcc",
    "g++",
    "cc",
    "c++",
    "clang",
    "clang++",
    "ld",
    "lld",
    "mold",
    "ar",
    "llvm-ar",
    "as",
    "nm",
    "ranlib",
    "strip",
    "objcopy",
    "sh",
    "/bin/sh",
    "bash",
    "/bin/bash",
    "/usr/bin/env bash",
    "make",
    "python3",
    "python",
    "node",
    "cargo",
    "go",
    "ccache",
    "sccache",
    "cachepot",
    "rustc",
    "clippy-driver",
    "rustdoc",
    "rustfmt",
    "ccache gcc",
    "ccache clang",
    "sccache gcc",
    "/usr/bin/gcc",
    "/usr/bin/clang",
    "musl-gcc",
    "install",
    "rm",
];

/// Of those, the ones that with arguments run anything.
const RUNS_ARGUMENTS: &[&str] = &[
    "sh",
    "bash",
    "/bin/sh",
    "/bin/bash",
    "python",
    "python3",
    "node",
    "rm",
    "make",
    "install",
];

pub(super) fn is_compiler(value: &str) -> bool {
    let name = value.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-' || c == '.');
    COMPILERS.contains(&value) || COMPILERS.contains(&name)
}

/// `CC=gcc -m32`: a compiler by name, with options, or any program.
pub(super) fn tool_program(text: &str) -> Vec<Deed> {
    let first = text.split_whitespace().next().unwrap_or_default();
    if text.trim().is_empty()
        || is_compiler(text.trim())
        || (is_compiler(first) && !RUNS_ARGUMENTS.contains(&first))
        || first.ends_with("-gcc")
        || first.ends_with("-g++")
    {
        return Vec::new();
    }
    vec![Deed::deny(
        "runs-programs",
        format!("`{first}` would be run as a tool of the build"),
    )]
}

/// A pager, an editor or a browser by name, with plain options.
pub(super) fn viewer(text: &str) -> Vec<Deed> {
    const KNOWN: &[&str] = &[
        "", "cat", "less", "more", "most", "bat", "batcat", "delta", "true", ":", "none", "echo",
        "head", "vi", "vim", "nvim", "nano", "emacs", "ed", "micro", "hx", "code", "subl",
        "firefox", "chromium", "open", "xdg-open", "false",
    ];
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or_default();
    let plain = |word: &str| {
        word.starts_with('-')
            && word
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "-=".contains(c))
            && word != "-c"
            && word != "-S"
    };
    if KNOWN.contains(&first) && words.all(plain) {
        return Vec::new();
    }
    vec![Deed::deny(
        "runs-programs",
        format!("programs would start `{text}` to show or edit text"),
    )]
}
