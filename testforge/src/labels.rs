//! Labels of issues and pull requests. Gitea and Forgejo tell changes that are none, too.

use crate::events::{Change, Happened, LabelsShown};
use crate::options::{Access, Kind, Refused};
use crate::world::{Id, Label, World};

impl World {
    pub(crate) fn make_label(&mut self, repo: Id, label: Label) -> Result<Id, Refused> {
        let id = self.next_id("label");
        self.repo_mut(repo)?.labels.push(Label { id, ..label });
        Ok(id)
    }

    /// The id of a label of this name.
    pub(crate) fn label_id(&self, repo: Id, name: &str) -> Option<Id> {
        let labels = &self.repo(repo).ok()?.labels;
        labels
            .iter()
            .find(|label| label.name == name)
            .map(|label| label.id)
    }

    /// Puts labels on. One of a scope takes the place of the other of it.
    pub(crate) fn add_labels(
        &mut self,
        repo: Id,
        doer: Id,
        number: u64,
        ids: &[Id],
    ) -> Result<(), Refused> {
        self.need_label_right(repo, doer, number)?;
        let old = self.issue(repo, number)?.labels.clone();
        let mut now = old.clone();
        for id in ids {
            let one = self.repo(repo)?;
            let Some(label) = one.label(*id) else {
                continue;
            };
            let scope = label.exclusive.then(|| scope(&label.name)).flatten();
            now.retain(|other| {
                let name = one.label(*other).map(|label| label.name.as_str());
                other != id && (scope.is_none() || name.and_then(self::scope) != scope)
            });
            now.push(*id);
        }
        self.put_labels(repo, doer, number, &old, now, LabelsShown::True)
    }

    /// Replaces all labels. What Gitea tells of it is wrong.
    pub(crate) fn replace_labels(
        &mut self,
        repo: Id,
        doer: Id,
        number: u64,
        ids: &[Id],
    ) -> Result<(), Refused> {
        self.need_label_right(repo, doer, number)?;
        let old = self.issue(repo, number)?.labels.clone();
        let mut now = ids.to_vec();
        now.retain(|id| self.repo(repo).is_ok_and(|one| one.label(*id).is_some()));
        self.put_labels(repo, doer, number, &old, now, LabelsShown::None)
    }

    pub(crate) fn remove_label(
        &mut self,
        repo: Id,
        doer: Id,
        number: u64,
        id: Id,
    ) -> Result<(), Refused> {
        self.need_label_right(repo, doer, number)?;
        if self.repo(repo)?.label(id).is_none() {
            return Err(Refused::invalid("label does not exist"));
        }
        let old = self.issue(repo, number)?.labels.clone();
        let mut now = old.clone();
        now.retain(|one| *one != id);
        self.put_labels(repo, doer, number, &old, now, LabelsShown::True)
    }

    pub(crate) fn clear_labels(&mut self, repo: Id, doer: Id, number: u64) -> Result<(), Refused> {
        self.need_label_right(repo, doer, number)?;
        let old = self.issue(repo, number)?.labels.clone();
        let shown = LabelsShown::Old(old.clone());
        self.put_labels(repo, doer, number, &old, Vec::new(), shown)
    }

    fn need_label_right(&self, repo: Id, doer: Id, number: u64) -> Result<(), Refused> {
        self.issue(repo, number)?;
        self.need(repo, doer, Access::Write)?;
        self.need_live(repo)
    }

    fn put_labels(
        &mut self,
        repo: Id,
        doer: Id,
        number: u64,
        old: &[Id],
        now: Vec<Id>,
        shown: LabelsShown,
    ) -> Result<(), Refused> {
        let without = |list: &[Id], other: &[Id]| -> Vec<Id> {
            list.iter()
                .copied()
                .filter(|id| !other.contains(id))
                .collect()
        };
        let (added, removed) = (without(&now, old), without(old, &now));
        let is_same = added.is_empty() && removed.is_empty();
        self.issue_mut(repo, number)?.labels = now;
        if !is_same {
            self.touch(repo, number)?;
        }
        if !(is_same && self.kind == Kind::Github) {
            let what = Change::Labels {
                added,
                removed,
                shown,
            };
            self.tell(repo, doer, &Happened::Subject(number, what));
        }
        Ok(())
    }
}

/// What stands before the last `/` of an exclusive label's name.
fn scope(name: &str) -> Option<&str> {
    name.rsplit_once('/').map(|(scope, _)| scope)
}
