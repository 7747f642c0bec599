//! What a batch says, checked: each task with the repository as it wants it, and with the run that was begun for it.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

use harness::batch::file::{self, Entry, Fault};
use harness::batch::pool::Begin;
use harness::batch::record::{Past, Record};
use harness::repository::Site;
use harness::resume_options;
use harness::runs;
use harness::source::Found;
use ledger::ids::{Hash, RunId};
use ledger::phase;
use ledger::promise::Source;

use super::super::drive::task;
use super::super::{call, site};
use crate::args::{Again, Global, RunArgs};
use crate::exit::Failure;

/// A batch, ready.
pub(super) struct Batch {
    /// The repository, as the call alone configures it.
    pub(super) site: Arc<Site>,
    /// Which runs were begun for it.
    pub(super) record: Record,
    /// Its tasks, in their order.
    pub(super) tasks: Vec<Task>,
}

/// One task.
pub(super) struct Task {
    /// What its line says.
    pub(super) entry: Entry,
    /// The run that was begun for it, if that counts.
    pub(super) run: Option<RunId>,
    /// What is to be done; nothing if its run has ended.
    pub(super) todo: Option<(Arc<Site>, Begin)>,
    /// Why nothing is left to be done without any run.
    pub(super) done: Option<String>,
}

/// Reads and checks a batch. Nothing is begun; all that is wrong is told at once.
pub(super) fn batch(global: &Global, args: &RunArgs, path: &Path) -> Result<Batch, Failure> {
    let shown = path.display().to_string();
    let bytes = bytes(global, path, &shown)?;
    let (entries, faults) = file::read(&bytes);
    let mut reader = Reader {
        global,
        args,
        sites: BTreeMap::new(),
        faults,
    };
    let site = Arc::new(site(global, reader.flags(None))?);
    let on_disk = (path != Path::new("-")).then(|| global.directory.join(path));
    let record = Record::open(&site, on_disk.as_deref(), &bytes)?;
    let keys = file::keys(&entries);
    let mut tasks = Vec::new();
    for (entry, key) in entries.into_iter().zip(keys) {
        let line = entry.line;
        match reader.task(&site, &record, entry, key) {
            Ok(task) => tasks.push(task),
            Err(failure) => reader.faults.push(Fault {
                line,
                what: failure.message,
                help: failure.help,
            }),
        }
    }
    if !reader.faults.is_empty() {
        return Err(wrong(&shown, reader.faults));
    }
    if tasks.is_empty() {
        return Err(Failure::usage(format!("there is no task in `{shown}`"))
            .help("write one a line; `#` begins a comment"));
    }
    Ok(Batch {
        site,
        record,
        tasks,
    })
}

/// Keys of the configuration and their values.
type Flags = Vec<(String, String)>;

/// What is known while lines are read.
struct Reader<'a> {
    global: &'a Global,
    args: &'a RunArgs,
    /// The repository for each set of flags, and whether a run can be opened with it.
    sites: BTreeMap<Flags, (Arc<Site>, bool)>,
    faults: Vec<Fault>,
}

impl Reader<'_> {
    /// The flags of a task; what its line says counts more than what the call says.
    fn flags(&self, entry: Option<&Entry>) -> Flags {
        let args = self.args;
        let model = entry
            .and_then(|it| it.model.as_ref())
            .or(args.model.as_ref());
        let model = model
            .into_iter()
            .flat_map(|it| resume_options::model_flags(it));
        let pairs = [
            (
                "budget.total",
                entry.and_then(|it| it.budget.as_ref()),
                &args.budget,
            ),
            (
                "project.target_branch",
                entry.and_then(|it| it.target.as_ref()),
                &args.target,
            ),
        ];
        pairs
            .into_iter()
            .filter_map(|(key, own, all)| Some((key.to_owned(), own.or(all.as_ref())?.clone())))
            .chain(model)
            .collect()
    }

    /// A task: what was begun for it, or what is to be begun.
    fn task(
        &mut self,
        base: &Site,
        record: &Record,
        entry: Entry,
        key: Hash,
    ) -> Result<Task, Failure> {
        let past = record.past(base, &key)?;
        match (past, self.args.batch.again) {
            (Past::None, _) | (_, Some(Again::All)) | (Past::Failed(_), Some(Again::Failed)) => {}
            (Past::Done(run) | Past::Failed(run), _) => {
                let (run, todo) = (Some(run), None);
                let done = None;
                return Ok(Task {
                    entry,
                    run,
                    todo,
                    done,
                });
            }
            (Past::Unfinished(run), _) => {
                let todo = Some((self.site(&entry, false)?, Begin::GoOn(run.clone())));
                let run = Some(run);
                let done = None;
                return Ok(Task {
                    entry,
                    run,
                    todo,
                    done,
                });
            }
        }
        let archive = entry.archive.unwrap_or(self.args.archive);
        let Found { source, done } = task::source(self.global, base, &entry.task, archive)?;
        if entry.archive == Some(true) && !matches!(source, Source::Change { .. }) {
            return Err(Failure::usage("only an OpenSpec change can be archived"));
        }
        if done.is_some() {
            return Ok(Task {
                entry,
                run: None,
                todo: None,
                done,
            });
        }
        let site = self.site(&entry, true)?;
        let mode = entry.mode.or(self.args.mode.map(phase::Mode::from));
        let begin = Begin::Open { source, mode, key };
        Ok(Task {
            entry,
            run: None,
            todo: Some((site, begin)),
            done: None,
        })
    }

    /// The repository as a task wants it, with a model that can be asked; and if a run is to be opened, one that can be.
    fn site(&mut self, entry: &Entry, opens: bool) -> Result<Arc<Site>, Failure> {
        let flags = self.flags(Some(entry));
        let known = self.sites.get(&flags).cloned();
        let (site, can_open) = match known {
            Some(known) => known,
            None => {
                let mut call = call(self.global)?;
                call.flags.extend(flags.clone());
                let site = Arc::new(Site::find(&call)?);
                site.model()?;
                (site, false)
            }
        };
        if opens && !can_open {
            runs::may_open(&site)?;
        }
        self.sites
            .insert(flags, (Arc::clone(&site), opens || can_open));
        Ok(site)
    }
}

fn bytes(global: &Global, path: &Path, shown: &str) -> Result<Vec<u8>, Failure> {
    let unread = |error| Failure::usage(format!("`{shown}` can't be read: {error}"));
    let mut bytes = Vec::new();
    let bytes_max = file::FILE_BYTES_MAX;
    let read = if path == Path::new("-") {
        let input = std::io::stdin().lock();
        input.take(bytes_max + 1).read_to_end(&mut bytes)
    } else {
        let file = std::fs::File::open(global.directory.join(path)).map_err(unread)?;
        file.take(bytes_max + 1).read_to_end(&mut bytes)
    };
    let read = read.map_err(unread)?;
    if u64::try_from(read).is_ok_and(|it| it <= bytes_max) {
        return Ok(bytes);
    }
    Err(Failure::usage(format!(
        "`{shown}` is longer than {bytes_max} bytes"
    )))
}

/// All that is wrong, in the order of lines.
fn wrong(shown: &str, mut faults: Vec<Fault>) -> Failure {
    faults.sort_by_key(|it| it.line);
    let told: Vec<String> = faults
        .iter()
        .map(|it| {
            let what = it.what.trim();
            let what = what.strip_prefix("error: ").unwrap_or(what);
            let what = what.replace('\n', "\n  ");
            let help = it.help.iter().map(|it| format!("\n  help: {it}"));
            format!("{shown}:{}: {what}{}", it.line, help.collect::<String>())
        })
        .collect();
    Failure::usage(told.join("\n"))
        .help("nothing was begun; mend these lines and run the batch again")
}
