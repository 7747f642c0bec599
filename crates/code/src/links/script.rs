//! Relative specifiers of TypeScript and JavaScript.

use super::paths;

/// What may be left out at the end of a specifier, in the order it is tried.
const EXTENSIONS: [&str; 12] = [
    ".ts", ".tsx", ".d.ts", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".json", ".vue",
    ".svelte",
];

/// What a written extension stands for in TypeScript sources.
const SOURCES: [(&str, &[&str]); 4] = [
    (".js", &[".ts", ".tsx", ".d.ts"]),
    (".jsx", &[".tsx"]),
    (".mjs", &[".mts"]),
    (".cjs", &[".cts"]),
];

/// The files a specifier may mean; none unless it is relative.
pub(super) fn candidates(specifier: &str, from_path: &str) -> Vec<String> {
    let relative = matches!(specifier, "." | "..")
        || specifier.starts_with("./")
        || specifier.starts_with("../");
    let specifier = specifier.split(['?', '#']).next().unwrap_or(specifier);
    let Some(from_path) = paths::normal(from_path).filter(|_| relative) else {
        return Vec::new();
    };
    let joined = paths::join(paths::folder(&from_path), specifier);
    let Some(base) = paths::normal(&joined) else {
        return Vec::new();
    };
    let is_folder = specifier.ends_with(['/', '.']);
    let mut found = Vec::new();
    if !is_folder {
        for (written, sources) in SOURCES {
            if let Some(stem) = base.strip_suffix(written) {
                found.extend(sources.iter().map(|source| format!("{stem}{source}")));
            }
        }
        if paths::file_name(&base).contains('.') {
            found.push(base.clone());
        }
        found.extend(
            EXTENSIONS
                .iter()
                .map(|extension| format!("{base}{extension}")),
        );
    }
    let index = paths::join(&base, "index");
    found.extend(
        EXTENSIONS
            .iter()
            .map(|extension| format!("{index}{extension}")),
    );
    found
}
