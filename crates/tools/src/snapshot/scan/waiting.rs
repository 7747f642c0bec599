//! Files that wait for git to convert them: all of a scan at once.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use ledger::observation::{LeftOut, LeftOutWhy};

use super::Scan;
use crate::git::held_name;
use crate::snapshot::SnapshotError;
use crate::snapshot::convert::{self, Habits, OPAQUE_BYTES_MAX, Pending};
use crate::snapshot::stage::Stage;

impl<'a> Scan<'a> {
    /// Where files wait that git is to convert.
    pub(super) fn stage(&mut self) -> Result<&Stage<'a>, SnapshotError> {
        let stage = match self.stage.take() {
            Some(stage) => stage,
            None => Stage::new(self.ground.repo)?,
        };
        Ok(self.stage.insert(stage))
    }

    /// A file that only what converts it can take in whole.
    pub(super) fn stage_large(&mut self, pending: Pending) -> Result<(), SnapshotError> {
        let root = self.ground.root;
        let file = root.read_raw(OsStr::from_bytes(&pending.path));
        let file = file
            .ok()
            .filter(|it| it.metadata().is_ok_and(|it| it.is_file()));
        if let Some(file) = file {
            self.stage()?.copy(&pending.path, file, OPAQUE_BYTES_MAX)?;
            self.pending.push(pending);
        }
        Ok(())
    }

    /// Has git convert what waits for it.
    pub(super) fn convert(&mut self) -> Result<(), SnapshotError> {
        let pending = std::mem::take(&mut self.pending);
        let Some(stage) = self.stage.take().filter(|_| !pending.is_empty()) else {
            return Ok(());
        };
        let stored = convert::store((self.ground.repo, self.ground.root), &stage, &pending)?;
        for (it, stored) in pending.into_iter().zip(stored) {
            match stored {
                Ok(id) => self.settle(&it.path, (it.mode, id), it.stat, it.known)?,
                Err(why) => {
                    let path = held_name(&it.path);
                    let why = why.lines().last().unwrap_or_default();
                    let why = format!("git can't store it: {why}");
                    self.left_out
                        .push(LeftOut::with(path, LeftOutWhy::Unstored, why));
                }
            }
        }
        Ok(())
    }

    /// Looks once more at what was stored under other attributes than those that hold now.
    pub(super) fn look_again(&mut self) -> Result<(), SnapshotError> {
        let ground = &mut self.ground;
        *ground.habits = Some(Habits::read(ground.repo, ground.root, self.tree)?);
        let mut own = Vec::new();
        self.tree.each(|path, leaf| {
            if leaf.own {
                own.push(path.to_vec());
            }
        });
        for path in own {
            if let Some(leaf) = self.tree.get_mut(&path) {
                leaf.stat = None;
            }
            self.one(&path)?;
        }
        self.convert()
    }
}
