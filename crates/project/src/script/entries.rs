//! Where programs and libraries of TypeScript and JavaScript begin.

use std::collections::BTreeMap;

use super::files::{self, joined};
use super::frameworks::Place;
use super::globs::Glob;
use super::packages::Package;
use crate::world::{World, above};
use crate::{At, Entry, EntryKind};

/// Most files that one pattern of exports offers.
const PATTERN_FILES_MAX: usize = 5_000;

/// Commands that only look at the files they are given.
const READERS: [&str; 9] = [
    "eslint", "prettier", "biome", "rimraf", "cp", "rm", "mv", "echo", "oxlint",
];

/// Commands that run the file they are given.
const RUNNERS: [&str; 12] = [
    "start",
    "dev",
    "serve",
    "develop",
    "watch",
    "preview",
    "prod",
    "production",
    "server",
    "debug",
    "worker",
    "cron",
];

/// Why a file begins something by itself, if it does.
pub(super) fn entry(world: &World, at: At<'_>) -> Option<Entry> {
    let (folder, package) = home(world, at.path);
    let rest = match folder {
        "" => at.path,
        folder => at.path.strip_prefix(folder)?.trim_start_matches('/'),
    };
    if let Some(found) = tool(rest) {
        return Some(Entry::new(EntryKind::Tool, found));
    }
    if let Some(found) = world
        .script
        .starts
        .get_or_init(|| starts(world))
        .get(at.path)
    {
        return Some(found.clone());
    }
    if at.facts.starts.is_some() {
        return Some(Entry::new(
            EntryKind::Program,
            "a file that says it runs by itself",
        ));
    }
    if let Some(framework) = framework(world, folder, package, rest) {
        return Some(Entry::new(
            EntryKind::Framework,
            format!("found by {framework} at its place"),
        ));
    }
    if package.is_some_and(|it| is_door(it, rest, at)) {
        let why = "a door of the package, which others import by its path";
        return Some(Entry::new(EntryKind::Library, why));
    }
    usual(package, rest)
}

/// Whether a file beside a manifest that closes nothing off only passes on what another one holds.
fn is_door(package: &Package, rest: &str, at: At<'_>) -> bool {
    let passes = at.facts.definitions.is_empty() && !at.facts.exports.is_empty();
    // `signer/index.js` that passes on what lies beside its folder.
    let of_folder = || {
        let (folder, name) = rest.split_once('/').unwrap_or_default();
        let inner = ["src", "lib", "test", "tests", "dist", "build", "internal"];
        let mut imports = at.facts.imports.iter();
        name.starts_with("index.")
            && !name.contains('/')
            && !inner.contains(&folder)
            && imports.all(|it| it.path.starts_with("../"))
    };
    let beside = !rest.contains('/') || of_folder();
    package.is_open() && passes && beside && at.facts.imports.len() == 1
}

/// `package/file`, where the package names its main file and lets others have every other one too.
pub(super) fn name_outside(world: &World, path: &str) -> Option<String> {
    let (folder, package) = home(world, path);
    let package = package.filter(|it| it.is_open() && !it.name.is_empty())?;
    let rest = path.strip_prefix(folder)?.trim_start_matches('/');
    let (stem, _) = rest.rsplit_once('.')?;
    let stem = stem.strip_suffix("/index").unwrap_or(stem);
    Some(format!("{}/{stem}", package.name))
}

/// The folder of the package a file is of: the nearest with a manifest, or else with another sign of a project.
fn home<'w>(world: &'w World, path: &'w str) -> (&'w str, Option<&'w Package>) {
    let folder = files::folder(path);
    if let Some((folder, package)) = world.script.package_of(folder) {
        return (folder, Some(package));
    }
    let signs = [
        "tsconfig.json",
        "jsconfig.json",
        "deno.json",
        "index.html",
        "vite.config.ts",
        "vite.config.js",
    ];
    let project = above(folder).find(|at| {
        let mut paths = signs.iter().filter_map(|sign| joined(at, sign));
        paths.any(|path| world.has(&path))
    });
    (project.unwrap_or(""), None)
}

/// Files that tools read, by their names and places.
fn tool(rest: &str) -> Option<&'static str> {
    let name = files::name(rest);
    let (bare, _) = name.rsplit_once('.').unwrap_or((name, ""));
    let folders = || files::folder(rest).split('/');
    let top = files::folder(rest);
    if files::is_declaration(rest) {
        return Some("declarations for the compiler");
    }
    if name.contains(".stories.") || name.contains(".story.") {
        return Some("a story for Storybook");
    }
    let configures = bare.ends_with(".config")
        || bare.ends_with(".conf")
        || bare.contains(".config.")
        || name.starts_with('.')
        || bare.starts_with("webpack.")
        || bare.starts_with("rollup.")
        || [
            "gulpfile",
            "Gruntfile",
            "gruntfile",
            "Jakefile",
            "plopfile",
            "knexfile",
            "karma.conf",
            "tailwind",
        ]
        .contains(&bare);
    if configures {
        return Some("configuration of a tool");
    }
    if folders().any(|word| word.len() > 1 && word.starts_with('.')) {
        return Some("in a folder of a tool");
    }
    if folders().any(|word| matches!(word, "migrations" | "seeders" | "seeds")) {
        return Some("a step that the database's tool runs");
    }
    let by_hand = [
        "scripts",
        "script",
        "bin",
        "examples",
        "example",
        "benchmarks",
        "benchmark",
        "bench",
    ];
    let alone = top.is_empty() && by_hand.iter().skip(3).any(|it| *it == bare);
    if by_hand.contains(&top.split('/').next().unwrap_or("")) || alone {
        return Some("a script that is run by hand");
    }
    let setup = bare.starts_with("setupTests")
        || bare.ends_with(".setup")
        || bare.starts_with("setup-jest");
    if setup || matches!(bare, "jest-setup" | "test-setup" | "vitest-setup") {
        return Some("what tests are set up with");
    }
    (top == "public" || top.starts_with("public/")).then_some("served as it is")
}

/// Everything that manifests name.
fn starts(world: &World) -> BTreeMap<String, Entry> {
    let mut found: BTreeMap<String, Entry> = BTreeMap::new();
    let mut put = |paths: Vec<String>, kind: EntryKind, why: &str| {
        for path in paths.into_iter().filter(|path| files::is_code(path)) {
            found.entry(path).or_insert_with(|| Entry::new(kind, why));
        }
    };
    for (folder, package) in &world.script.packages {
        let source = |target: &String| files::source(world, folder, target);
        for bin in &package.bins {
            put(
                source(bin),
                EntryKind::Program,
                "named by `package.json` as `bin`",
            );
        }
        for (field, target) in &package.mains {
            put(
                source(target),
                EntryKind::Library,
                &format!("named by `package.json` as `{field}`"),
            );
        }
        let exported = package
            .exports
            .iter()
            .flatten()
            .flat_map(|(_, targets)| targets);
        for target in exported {
            let paths = match target.contains('*') {
                true => offered(world, folder, target),
                false => source(target),
            };
            put(
                paths,
                EntryKind::Library,
                "named by `package.json` in `exports`",
            );
        }
        for (name, command) in &package.scripts {
            let runs = RUNNERS
                .iter()
                .any(|word| name.split(':').any(|part| part == *word));
            let kind = if runs {
                EntryKind::Program
            } else {
                EntryKind::Tool
            };
            let why = format!("run by the script `{name}` of `package.json`");
            put(commanded(world, folder, command), kind, &why);
        }
        for setup in &package.setups {
            let setup = setup.trim_start_matches("<rootDir>/").to_owned();
            let there = setup.contains('/') || setup.contains('.');
            put(
                source(&setup).into_iter().filter(|_| there).collect(),
                EntryKind::Test,
                "what tests are set up with",
            );
        }
    }
    for (path, entry) in by_others(world) {
        found.entry(path).or_insert(entry);
    }
    found
}

/// What pages and manifests of tools name.
fn by_others(world: &World) -> Vec<(String, Entry)> {
    let named = world.script.named.iter().filter_map(|named| {
        let path = named.path.trim_start_matches('/');
        let tries = [joined(&named.folder, path), Some(path.to_owned())];
        let mut tries = tries.into_iter().flatten();
        let file = tries.find_map(|base| files::file(world, &base, true))?;
        let entry = Entry::new(named.kind, format!("named by `{}`", named.by));
        files::is_code(&file).then_some((file, entry))
    });
    named.collect()
}

/// The files that a pattern of exports offers, as sources.
fn offered(world: &World, folder: &str, target: &str) -> Vec<String> {
    let target = target.trim_start_matches("./");
    let (before, after) = target.split_once('*').unwrap_or((target, ""));
    let top = before.rsplit_once('/').map_or("", |(top, _)| top);
    let ending = after.rsplit_once('.').map_or("", |_| ".*");
    let built = joined(folder, target).unwrap_or_default();
    let inner = top.split_once('/').map_or("", |(_, inner)| inner);
    let from_source = joined(folder, "src").and_then(|at| joined(&at, inner));
    let patterns = [
        Some(built.replacen('*', "**", 1)),
        from_source.map(|at| format!("{at}/**{ending}")),
    ];
    let mut found = Vec::new();
    for pattern in patterns.into_iter().flatten() {
        let glob = Glob::new(&pattern);
        let start = pattern.split('*').next().unwrap_or("");
        let start = start.rsplit_once('/').map_or("", |(start, _)| start);
        let fits = world.under(start).filter(|path| glob.matches(path));
        found.extend(fits.take(PATTERN_FILES_MAX).map(str::to_owned));
        if !found.is_empty() {
            break;
        }
    }
    found
}

/// The files of the tree that a command names.
fn commanded(world: &World, folder: &str, command: &str) -> Vec<String> {
    let mut found = Vec::new();
    for part in command.split(['&', '|', ';']) {
        let mut words = part
            .split([' ', '\t', '=', '"', '\''])
            .filter(|word| !word.is_empty());
        let reads = words.clone().take(4).any(|word| READERS.contains(&word));
        if reads {
            continue;
        }
        let named = words.by_ref().filter(|word| {
            let word = word.trim_start_matches("./");
            !word.starts_with('-') && !word.contains('*') && word.contains(['/', '.'])
        });
        let paths = named.filter_map(|word| joined(folder, word));
        found.extend(paths.filter_map(|base| files::file(world, &base, true)));
    }
    found
}

fn framework(
    world: &World,
    folder: &str,
    package: Option<&Package>,
    rest: &str,
) -> Option<&'static str> {
    let packages = || above(folder).filter_map(|at| world.script.packages.get(at));
    let unsaid = package.is_none();
    // Without a manifest only names that mean nothing else are taken for a framework's.
    let plain = ["next", "@sveltejs/kit"];
    let has = |name: &str| {
        let depends = packages().any(|p| p.dependencies.contains_key(name));
        depends || (unsaid && plain.contains(&name))
    };
    let stands = |stem: &str| {
        let endings = [
            "js", "ts", "mjs", "mts", "json", "toml", "yml", "yaml", "jsonc",
        ];
        let mut names = endings
            .iter()
            .filter_map(|ending| joined(folder, &format!("{stem}.{ending}")));
        names.any(|path| world.has(&path))
    };
    Place { path: rest }.found_by(has, stands)
}

/// Names that beginnings usually bear.
fn usual(package: Option<&Package>, rest: &str) -> Option<Entry> {
    let inner = rest.strip_prefix("src/").unwrap_or(rest);
    if inner.contains('/') {
        return None;
    }
    let (bare, _) = inner.rsplit_once('.').unwrap_or((inner, ""));
    let offered = package.is_some_and(|p| !p.private || p.exports.is_some() || !p.mains.is_empty());
    match bare {
        "index" | "mod" if offered => {
            Some(Entry::new(EntryKind::Library, "the index of its package"))
        }
        // `index-rsc.ts`, `index.browser.ts`: what is built out of it stands in the manifest.
        _ if offered
            && ["index-", "index.", "index_"]
                .iter()
                .any(|it| bare.starts_with(it)) =>
        {
            Some(Entry::new(EntryKind::Library, "an index of its package"))
        }
        "index" | "main" | "server" | "app" | "cli" | "mod" | "bootstrap" | "polyfills"
        | "service-worker" | "sw" => Some(Entry::new(
            EntryKind::Program,
            "where its package usually begins",
        )),
        _ => None,
    }
}
