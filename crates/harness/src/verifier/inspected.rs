//! What stands at the paths that plan and change name: looked at, or remembered from when this very tree was looked at for
//! this very plan.
//!
//! A memory and no verdict: what it can't be read from is looked at again, and what is concluded from it is concluded anew.

use std::fs;
use std::io::Read;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use ledger::event::Inspection;
use ledger::ids::{GitId, Hash, RelPath};
use ledger::observation::ChangedFile;
use ledger::plan::Plan;
use ledger::verdict::Inputs;
use serde::{Deserialize, Serialize};
use tools::acts::Folder;
use tools::cores;
use tools::index::{Known, Limits, Saving};
use verify::Files;

use super::{Request, earlier_verdicts};
use crate::accepted;
use crate::project::{self, FILE_BYTES_MAX, Looked};
use crate::repository::{NoSite, Site};

/// Largest memory that is kept, in bytes.
const BYTES_MAX: u64 = 64 * 1024 * 1024;
/// Inspections that a thread reads at once.
const READ_AT_ONCE: usize = 100;

/// What was found, and what is wrong with the repository's own rules.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Found {
    pub(super) inspections: Vec<Inspection>,
    pub(super) faults: Vec<String>,
}

/// The file.
#[derive(Debug, Serialize, Deserialize)]
struct Kept<F> {
    /// The program that wrote it: another one may see something else.
    program: String,
    /// Digest of everything that it follows from, but for what is in no tree.
    key: Hash,
    found: F,
}

/// What was found, and what of it is being written down. Whoever drops it waits until it is.
pub(super) struct Answers {
    pub(super) found: Arc<Found>,
    writing: Option<JoinHandle<()>>,
    _saving: Option<Saving>,
}

impl Answers {
    /// What was found, as conclusions are drawn from it.
    pub(super) fn files(&self) -> Files<'_> {
        let parts = cores::in_batches(&self.found.inspections, READ_AT_ONCE, Files::new);
        Files::joined(parts)
    }
}

impl Drop for Answers {
    fn drop(&mut self) {
        // What is not written costs time, and nothing else.
        let _ = self.writing.take().map(JoinHandle::join);
    }
}

/// The code of a tree, read while nobody has asked for it yet.
pub(super) struct Ahead(JoinHandle<Known>);

impl Ahead {
    /// Begins to read a tree if all of it will be asked for: where nothing is remembered of this plan.
    pub(super) fn begin(site: &Site, request: &Request, tree: &GitId) -> Option<Self> {
        let nothing = request.fresh || !place(site, request).exists();
        nothing.then(|| {
            let memory = project::memory(&site.config().state_dir, &site.repo);
            let (repo, tree) = (site.repo.clone(), tree.clone());
            Self(thread::spawn(move || {
                let mut known = Known::of(Some(&memory));
                known.ahead(&repo, &tree, &Limits::default());
                known
            }))
        })
    }

    fn known(self) -> Known {
        self.0.join().unwrap_or_else(|it| resume_unwind(it))
    }
}

/// Looks at everything that plan and change name. `base`: the commit that it is compared with.
pub(super) fn look(
    (site, request): (&Site, &Request),
    (plan, changed): (&Plan, &[ChangedFile]),
    (inputs, base): (&Inputs, Option<&GitId>),
    ahead: Option<Ahead>,
) -> Result<Answers, NoSite> {
    let (file, key) = (place(site, request), key(request, inputs, base));
    let root = &site.repo.root;
    if !request.fresh
        && let Some(found) = remembered(&file, &key).filter(|it| stands(it, root))
    {
        return Ok(Answers {
            found: Arc::new(found),
            writing: None,
            _saving: None,
        });
    }
    let paths = verify::paths(plan, changed);
    // Without anything to compare with nothing is new, and rules are about what is.
    let ruled = base.map_or(&[][..], |_| &paths);
    let (rules, faults) = project::rules(&site.repo, base.unwrap_or(&inputs.tree), ruled)?;
    let accepted = match base {
        Some(base) => accepted::read(&site.repo, (base, &inputs.tree), &rules)?,
        None => None,
    };
    let looked = Looked {
        repo: &site.repo,
        root,
        tree: &inputs.tree,
        base,
        changed,
        plan,
        rules: &rules,
        accepted: accepted.as_ref(),
    };
    let known = ahead.map_or_else(
        || Known::of(Some(&project::memory(&site.config().state_dir, &site.repo))),
        Ahead::known,
    );
    let (inspections, saving) = project::inspect(&looked, known, &paths)?;
    let found = Arc::new(Found {
        inspections,
        faults,
    });
    let kept = Arc::clone(&found);
    Ok(Answers {
        found,
        writing: Some(thread::spawn(move || keep(&file, key, &kept))),
        _saving: Some(saving),
    })
}

/// Everything that is looked at follows from what the verdict follows from; without a plan, also from how the base is
/// called.
fn key(request: &Request, inputs: &Inputs, base: Option<&GitId>) -> Hash {
    let subject = (inputs, base, request.plan.is_some(), &request.base);
    // INVARIANT: texts alone always have a form in JSON.
    Hash::of(&serde_json::to_vec(&subject).unwrap_or_default())
}

fn place(site: &Site, request: &Request) -> PathBuf {
    earlier_verdicts::place(site, request, "inspections").with_extension("bin")
}

fn remembered(place: &Path, key: &Hash) -> Option<Found> {
    // Nothing but a file is opened: a pipe would be waited for.
    let is_file = fs::symlink_metadata(place).ok()?.is_file();
    let file = is_file.then(|| fs::File::open(place).ok())??;
    let mut bytes = Vec::new();
    file.take(BYTES_MAX).read_to_end(&mut bytes).ok()?;
    let kept: Kept<Found> = postcard::from_bytes(&bytes).ok()?;
    let same = kept.key == *key && kept.program == tools::index::program();
    same.then_some(kept.found)
}

/// Whether on disk it stands as it stood: the tree says so of plain files, and nobody of what is in no tree.
fn stands(found: &Found, root: &Path) -> bool {
    let Ok(folder) = Folder::open(root) else {
        return false;
    };
    found.inspections.iter().all(|it| match it {
        Inspection::Change { .. } => true,
        Inspection::File { path, kind, .. } => match kind.as_str() {
            "file" => fs::symlink_metadata(root.join(path)).is_ok_and(|it| it.is_file()),
            kind => RelPath::held(path).is_ok_and(|path| {
                let standing = folder.standing(&path, FILE_BYTES_MAX);
                let now = project::content(&standing).word();
                now == kind || (now, kind) == ("file", "ignored")
            }),
        },
    })
}

/// That it can't be kept costs time, and nothing else.
fn keep(place: &Path, key: Hash, found: &Found) {
    let kept = Kept {
        program: tools::index::program(),
        key,
        found,
    };
    if let Ok(bytes) = postcard::to_stdvec(&kept)
        && u64::try_from(bytes.len()).is_ok_and(|it| it < BYTES_MAX)
    {
        let _ = earlier_verdicts::put(place, &bytes);
    }
}
