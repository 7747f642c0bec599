//! What runs there are: made, listed, found by the first letters of their name.

use ledger::ids::{Hash, RunId, Seq};
use ledger::journal::Head;
use rusqlite::{OptionalExtension as _, Row, params};

use crate::error::Error;
use crate::limits::TEXT_BYTES_MAX;
use crate::store::Store;

/// What people want to know of a run before they read its lines. The lines say it too; they are right.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Meta {
    /// When it was opened, in milliseconds since 1970.
    pub opened_ms: u64,
    /// The repository's top directory.
    pub repository: String,
    /// The target branch.
    pub target: String,
    /// One line about the task.
    pub title: String,
}

/// A run as listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// Its name.
    pub id: RunId,
    /// What it is about.
    pub meta: Meta,
    /// Epoch of its newest driver; 0 when it never had one.
    pub epoch: u64,
    /// Its last line.
    pub head: Head,
}

/// Which runs to list. The default lists all.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Runs, sessions of agents that act by themselves, or both.
    pub kind: StreamKind,
    /// Only those of this repository.
    pub repository: Option<String>,
    /// Only those opened at this time or later, in milliseconds since 1970.
    pub since_ms: u64,
    /// At most so many, the newest.
    pub count_max: Option<u32>,
}

/// Which kind of stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StreamKind {
    /// Both.
    #[default]
    Any,
    /// Runs.
    Runs,
    /// Sessions of agents that act by themselves: their names have a dash ([`RunId::agent`]). What a daemon knows of a forge
    /// (`board-…`) is neither.
    Sessions,
}

impl StreamKind {
    /// As the query takes it: whether the name has a dash, or nothing.
    fn has_dash(self) -> Option<bool> {
        match self {
            StreamKind::Any => None,
            StreamKind::Runs => Some(false),
            StreamKind::Sessions => Some(true),
        }
    }
}

const COLUMNS: &str = "id, epoch, seq, hash, opened_ms, repository, target, title";

impl Store {
    /// Makes a run without lines. It is durable with its first line, at the latest.
    ///
    /// # Errors
    /// [`Error::RunExists`], [`Error::TooLarge`], or what SQLite said.
    pub fn create_run(&self, run: &RunId, meta: &Meta) -> Result<(), Error> {
        for (what, text) in [
            ("the repository's path", &meta.repository),
            ("the target branch", &meta.target),
            ("the title", &meta.title),
        ] {
            let bytes = text.len() as u64;
            if bytes > TEXT_BYTES_MAX {
                let bytes_max = TEXT_BYTES_MAX;
                return Err(Error::TooLarge {
                    what,
                    bytes,
                    bytes_max,
                });
            }
        }
        self.base.write_ahead(|tx| {
            let none = Head::default();
            let made = tx
                .prepare_cached(
                    "INSERT INTO runs (id, epoch, seq, hash, opened_ms, repository, target, title)
                     VALUES (?1, 0, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (id) DO NOTHING",
                )?
                .execute(params![
                    run.as_str(),
                    none.seq.0,
                    none.hash.0,
                    meta.opened_ms,
                    meta.repository,
                    meta.target,
                    meta.title
                ])?;
            if made == 0 {
                return Err(Error::RunExists { run: run.clone() });
            }
            Ok(())
        })
    }

    /// Lists runs, the newest first.
    ///
    /// # Errors
    /// What SQLite said, or [`Error::Unreadable`].
    pub fn runs(&self, filter: &Filter) -> Result<Vec<Run>, Error> {
        let sql = format!(
            "SELECT {COLUMNS} FROM runs WHERE (?1 IS NULL OR repository = ?1) AND opened_ms >= ?2
               AND (?4 IS NULL OR ((instr(id, '-') > 0) = ?4 AND id NOT GLOB 'board-*'))
             ORDER BY opened_ms DESC, no DESC LIMIT ?3"
        );
        let count_max = filter.count_max.map_or(-1, i64::from);
        let mut query = self.base.reader().prepare_cached(&sql)?;
        let mut rows = query.query(params![
            filter.repository,
            filter.since_ms,
            count_max,
            filter.kind.has_dash()
        ])?;
        let mut runs = Vec::new();
        while let Some(row) = rows.next()? {
            runs.push(read(row)?);
        }
        Ok(runs)
    }

    /// One run.
    ///
    /// # Errors
    /// [`Error::NoSuchRun`], or what SQLite said.
    pub fn run(&self, run: &RunId) -> Result<Run, Error> {
        let sql = format!("SELECT {COLUMNS} FROM runs WHERE id = ?1");
        let mut query = self.base.reader().prepare_cached(&sql)?;
        let mut rows = query.query([run.as_str()])?;
        match rows.next()? {
            Some(row) => read(row),
            None => Err(self.no_such_run(run.as_str())),
        }
    }

    /// The last line of a run.
    ///
    /// # Errors
    /// [`Error::NoSuchRun`], or what SQLite said.
    pub fn head(&self, run: &RunId) -> Result<Head, Error> {
        Ok(self.run(run)?.head)
    }

    /// The run with this name, or the only one whose name starts like this.
    ///
    /// # Errors
    /// [`Error::NoSuchRun`] with names like it, [`Error::Ambiguous`] with some that match, or what SQLite said.
    pub fn find_run(&self, prefix: &str) -> Result<RunId, Error> {
        const SOME: usize = 5;
        let mut query = self.base.reader().prepare_cached(
            "SELECT id FROM runs WHERE substr(id, 1, length(?1)) = ?1
             ORDER BY id <> ?1, opened_ms DESC, no DESC LIMIT ?2",
        )?;
        let mut some: Vec<String> = query
            .query_map(params![prefix, SOME], |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        if prefix.is_empty() || some.is_empty() {
            return Err(self.no_such_run(prefix));
        }
        if some.len() == 1 || some.first().is_some_and(|first| first == prefix) {
            return name(&some.swap_remove(0));
        }
        let prefix = prefix.to_owned();
        Err(Error::Ambiguous { prefix, some })
    }

    /// Number of a run in the database.
    pub(crate) fn number(&self, run: &RunId) -> Result<u64, Error> {
        self.base
            .reader()
            .prepare_cached("SELECT no FROM runs WHERE id = ?1")?
            .query_one([run.as_str()], |row| row.get(0))
            .optional()?
            .ok_or_else(|| self.no_such_run(run.as_str()))
    }

    /// The error, with names like the one looked for if they can be had.
    pub(crate) fn no_such_run(&self, name: &str) -> Error {
        const LOOKED_AT: u32 = 500;
        let newest = Filter {
            count_max: Some(LOOKED_AT),
            ..Filter::default()
        };
        let runs = self.runs(&newest).unwrap_or_default();
        let names: Vec<&str> = runs.iter().map(|run| run.id.as_str()).collect();
        Error::NoSuchRun {
            name: name.chars().take(80).collect(),
            near: near(name, &names),
        }
    }
}

fn read(row: &Row<'_>) -> Result<Run, Error> {
    let id: String = row.get(0)?;
    Ok(Run {
        id: name(&id)?,
        epoch: row.get(1)?,
        head: Head {
            seq: Seq(row.get(2)?),
            hash: Hash(row.get(3)?),
        },
        meta: Meta {
            opened_ms: row.get(4)?,
            repository: row.get(5)?,
            target: row.get(6)?,
            title: row.get(7)?,
        },
    })
}

fn name(text: &str) -> Result<RunId, Error> {
    RunId::new(text).map_err(|_| Error::unreadable("the name of a run", text))
}

/// Up to three names a few slips of the fingers away, the nearest first.
fn near(name: &str, names: &[&str]) -> Vec<String> {
    let slips_max = (name.len() / 2).min(4);
    let mut found: Vec<(usize, &str)> = names
        .iter()
        .map(|other| (slips(name, other), *other))
        .filter(|(slips, _)| *slips <= slips_max && *slips < name.len())
        .collect();
    found.sort_by_key(|(slips, _)| *slips);
    found
        .into_iter()
        .take(3)
        .map(|(_, name)| name.to_owned())
        .collect()
}

/// Edit distance between what was typed and as much of a name (names are also typed by their first letters).
fn slips(typed: &str, name: &str) -> usize {
    let name = name.as_bytes();
    let mut row: Vec<usize> = (0..=name.len()).collect();
    for (at, letter) in typed.bytes().take(80).enumerate() {
        let mut corner = at;
        row[0] = at + 1;
        for (to, other) in name.iter().enumerate() {
            let swapped = corner + usize::from(letter != *other);
            corner = row[to + 1];
            row[to + 1] = swapped.min(corner + 1).min(row[to] + 1);
        }
    }
    row.into_iter().min().unwrap_or(usize::MAX)
}
