//! Which file a path without its ending means, as loaders and bundlers look for it.

use crate::world::World;

/// What may be left out at the end of a path, in the order it is tried. What only the type checker reads comes last.
const ENDINGS: [&str; 17] = [
    ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte", ".astro",
    ".json", ".node", ".mdx", ".d.ts", ".d.mts", ".d.cts",
];

/// What a written ending stands for in sources.
const SOURCES: [(&str, &[&str]); 4] = [
    (".js", &[".ts", ".tsx", ".jsx", ".d.ts"]),
    (".jsx", &[".tsx"]),
    (".mjs", &[".mts", ".d.mts"]),
    (".cjs", &[".cts", ".d.cts"]),
];

/// Variants of one file for platforms; a bundler takes one of them.
const PLATFORMS: [&str; 7] = [
    ".ios", ".android", ".native", ".web", ".desktop", ".server", ".client",
];

/// Folders that builds write to.
const BUILT: [&str; 20] = [
    "dist", "lib", "build", "out", "output", "es", "esm", "cjs", "umd", "types", "typings",
    "module", "modules", "commonjs", "bundles", "bundle", "_esm", "_cjs", "_types", ".output",
];

/// Two paths as one, without `.` and `..`; `None` if it leaves the top.
pub(super) fn joined(folder: &str, rest: &str) -> Option<String> {
    let mut words: Vec<&str> = Vec::new();
    for word in folder.split('/').chain(rest.split('/')) {
        match word {
            "" | "." => {}
            ".." => {
                words.pop()?;
            }
            word => words.push(word),
        }
    }
    Some(words.join("/"))
}

/// The folder of a path.
pub(super) fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The last word of a path.
pub(super) fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// A file's name up to its first dot.
pub(super) fn stem(path: &str) -> &str {
    let name = name(path);
    let dotted = name.strip_prefix('.').unwrap_or(name);
    dotted.split('.').next().unwrap_or(dotted)
}

/// Whether a path ends as code of this language does.
pub(super) fn is_code(path: &str) -> bool {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    matches!(
        ending,
        "ts" | "tsx" | "mts" | "cts" | "js" | "jsx" | "mjs" | "cjs" | "vue"
    ) && !is_declaration(path)
}

/// Whether a file holds nothing but types (`.d.ts`).
pub(super) fn is_declaration(path: &str) -> bool {
    [".d.ts", ".d.mts", ".d.cts"]
        .iter()
        .any(|ending| path.ends_with(ending))
}

/// The files a path means: itself, with an ending, or the index of a folder. Nearly always one.
pub(super) fn find(world: &World, base: &str, from_script: bool) -> Vec<String> {
    let found = file(world, base, from_script).or_else(|| index(world, base));
    match found {
        Some(found) => vec![found],
        None => variants(world, base),
    }
}

/// The one file a path means, folders left aside.
pub(super) fn file(world: &World, base: &str, from_script: bool) -> Option<String> {
    if base.is_empty() {
        return None;
    }
    let whole = || world.has(base).then(|| base.to_owned());
    // What stands there as written wins for plain scripts; the type checker looks for sources first.
    if from_script && let Some(found) = whole() {
        return Some(found);
    }
    let written = SOURCES.iter().find(|(ending, _)| base.ends_with(ending));
    if let Some((ending, sources)) = written {
        let stem = base.strip_suffix(ending).unwrap_or(base);
        if let Some(found) = first(world, stem, sources) {
            return Some(found);
        }
    }
    whole().or_else(|| first(world, base, &ENDINGS))
}

/// The index of a folder.
pub(super) fn index(world: &World, folder: &str) -> Option<String> {
    let base = match folder {
        "" => "index".to_owned(),
        folder => format!("{folder}/index"),
    };
    first(world, &base, &ENDINGS)
}

fn variants(world: &World, base: &str) -> Vec<String> {
    let found = PLATFORMS.iter().filter_map(|platform| {
        let base = format!("{base}{platform}");
        first(world, &base, &ENDINGS)
    });
    found.collect()
}

fn first(world: &World, stem: &str, endings: &[&str]) -> Option<String> {
    let mut paths = endings.iter().map(|ending| format!("{stem}{ending}"));
    paths.find(|path| world.has(path))
}

/// The source of a file that a manifest names, which a build may have yet to write: `dist/a.js` is `src/a.ts`.
pub(super) fn source(world: &World, package: &str, target: &str) -> Vec<String> {
    let Some(base) = joined(package, target) else {
        return Vec::new();
    };
    let there = find(world, &base, true);
    if !there.is_empty() {
        return there;
    }
    let target = target.trim_start_matches("./");
    let mut words: Vec<&str> = target.split('/').filter(|word| !word.is_empty()).collect();
    let built = |word: &str| BUILT.contains(&word) || word.starts_with("dist");
    let Some(last) = words.pop() else {
        return Vec::new();
    };
    let inner: Vec<&str> = words
        .iter()
        .copied()
        .skip_while(|word| built(word))
        .collect();
    if inner.len() == words.len() && !words.is_empty() {
        return Vec::new();
    }
    let inner = inner.join("/");
    let full = last
        .strip_suffix(".d.ts")
        .or_else(|| last.strip_suffix(".d.mts"))
        .or_else(|| last.strip_suffix(".d.cts"))
        .or_else(|| last.rsplit_once('.').map(|(stem, _)| stem))
        .unwrap_or(last);
    for name in [full, stem(last)] {
        for top in ["src", "source", "lib", "ts", ""] {
            let folder = joined(package, top).and_then(|at| joined(&at, &inner));
            let base = folder.and_then(|at| joined(&at, name));
            let found = base.map_or_else(Vec::new, |base| find(world, &base, false));
            if !found.is_empty() {
                return found;
            }
        }
    }
    Vec::new()
}
