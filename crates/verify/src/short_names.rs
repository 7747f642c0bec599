//! Which file a short name in a key link means. `Chat.tsx` and `api/chat` stand for files that the plan names in full
//! elsewhere; whoever writes a plan by hand writes links so. Whether a file of that very name is there is not known here.

use ledger::ids::RelPath;
use ledger::plan::Plan;

/// Folders of a path by which it can be called.
const FOLDERS_MAX: usize = 6;
/// Files that stand for the folder they are in.
const OF_FOLDERS: [&str; 8] = [
    "index", "route", "page", "+server", "+page", "mod", "__init__", "handler",
];

/// The files that a plan names in full, by what they can be called for short.
#[derive(Debug, Default)]
pub(crate) struct Names<'p> {
    /// Each name once, in order. `None`: more than one file could be meant.
    short: Vec<(&'p str, Option<&'p RelPath>)>,
}

impl<'p> Names<'p> {
    pub(crate) fn of(plan: &'p Plan) -> Self {
        let mut short = Vec::new();
        for task in &plan.tasks {
            let artifacts = task.must_haves.artifacts.iter().map(|it| &it.path);
            for path in task.files.files().chain(artifacts) {
                let names = names(path.as_str()).flat_map(tails);
                short.extend(names.map(|name| (name, Some(path))));
            }
        }
        // A plan names a thousand files: to sort once is less work than to look for each name.
        short.sort_unstable_by_key(|(name, _)| *name);
        short.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same && next.1 != kept.1 {
                kept.1 = None;
            }
            same
        });
        Self { short }
    }

    /// Whether the plan names this very file.
    pub(crate) fn has(&self, path: &RelPath) -> bool {
        let known = self
            .short
            .binary_search_by_key(&path.as_str(), |(name, _)| name);
        let found = known.ok().and_then(|at| self.short.get(at)?.1);
        found == Some(path)
    }

    /// The file that the end of a link means where nothing has that very name; nothing where the plan names none, more
    /// than one, or this one.
    pub(crate) fn meant(&self, end: &RelPath) -> Option<&'p RelPath> {
        let known = self
            .short
            .binary_search_by_key(&end.as_str(), |(name, _)| name);
        let found = known.ok().and_then(|at| self.short.get(at)?.1);
        found.filter(|it| *it != end)
    }
}

/// What a file is called: its path, that without an extension, and the folder that it stands for.
fn names(whole: &str) -> impl Iterator<Item = &str> {
    let stem = stem(whole);
    let folder = stem.rsplit_once('/').and_then(|(folder, name)| {
        let stands = OF_FOLDERS.contains(&name);
        stands.then_some(folder)
    });
    let names = [Some(whole), (stem != whole).then_some(stem), folder];
    names.into_iter().flatten()
}

/// Without the extension of its last part.
fn stem(path: &str) -> &str {
    match path.rsplit_once('.') {
        Some((stem, end)) if !stem.is_empty() && !stem.ends_with('/') && !end.contains('/') => stem,
        Some(_) | None => path,
    }
}

/// What a path ends with, whole parts each; itself among them.
fn tails(path: &str) -> impl Iterator<Item = &str> {
    let slashes = path.rmatch_indices('/').take(FOLDERS_MAX);
    let tails = slashes.filter_map(|(at, _)| path.get(at.saturating_add(1)..));
    tails.chain([path])
}
