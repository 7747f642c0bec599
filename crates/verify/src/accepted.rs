//! What a repository accepts of what is found, as it counts for a change: the list as it stood before. What the change itself
//! adds is told and counts for nothing.

use project::Project;

use crate::facts::{AcceptedFact, WeakenedFact};
use crate::integrity::Change;
use crate::rules::{self, Rule};

/// Findings that are kept of one list.
const TOLD_MAX: usize = 50;

/// One entry of the list.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct AcceptedEntry {
    rule: String,
    path: String,
    name: Option<String>,
    reason: String,
}

impl AcceptedEntry {
    /// `place`: a path, or `path:name`. The name is that of the function, test or import that the finding is about: it survives
    /// edits, which a line does not.
    #[must_use]
    pub fn new(rule: String, place: &str, reason: String) -> Self {
        let (path, name) = match place.split_once(':') {
            Some((path, name)) => (path, Some(name.to_owned())),
            None => (place, None),
        };
        Self {
            rule,
            path: path.strip_prefix("./").unwrap_or(path).to_owned(),
            name: name.filter(|it| !it.is_empty()),
            reason,
        }
    }

    /// The id of its rule.
    #[must_use]
    pub fn rule(&self) -> &str {
        &self.rule
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Whether both accept the same, for whatever reason.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        (&self.rule, &self.path, &self.name) == (&other.rule, &other.path, &other.name)
    }

    fn fact(&self) -> AcceptedFact {
        AcceptedFact {
            rule: self.rule.clone(),
            path: self.path.clone(),
            name: self.name.clone(),
            reason: self.reason.clone(),
        }
    }
}

/// The list before and after a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AcceptedList {
    /// Where it stands.
    pub path: String,
    /// What counts: the entries before the change.
    pub before: Vec<AcceptedEntry>,
    /// Why those could not be read, where they could not.
    pub unread: Option<String>,
    /// The entries now; or why they can't be read.
    pub after: Result<Vec<AcceptedEntry>, String>,
}

impl AcceptedList {
    /// What counts.
    pub(crate) fn facts(&self) -> Vec<AcceptedFact> {
        self.before.iter().map(AcceptedEntry::fact).collect()
    }

    /// What is to be known of the list itself.
    pub(crate) fn told(&self, project: &Project, changes: &[Change<'_>]) -> Vec<WeakenedFact> {
        let after = match &self.after {
            Ok(after) => after.as_slice(),
            Err(why) => {
                return vec![self.fact(rules::ACCEPTED_UNREADABLE, "", why.clone(), true)];
            }
        };
        let beside =
            |one: &[AcceptedEntry], it: &AcceptedEntry| one.iter().any(|one| one.is_same(it));
        let added = after.iter().filter(|it| !beside(&self.before, it));
        let added = added.map(|it| {
            let text = format!(
                "the change accepts `{}` of `{}`: that counts after it is merged",
                it.rule,
                it.fact().place()
            );
            self.fact(rules::ACCEPTED_CHANGED, &it.rule, text, false)
        });
        let gone = self.before.iter().filter(|it| !beside(after, it));
        let gone = gone.map(|it| {
            let place = it.fact().place();
            let text = format!("the change accepts `{}` of `{place}` no more", it.rule);
            self.fact(rules::ACCEPTED_CHANGED, &it.rule, text, false)
        });
        let stale = after.iter().filter(|it| it.is_stale(project, changes));
        let stale = stale.map(|it| {
            let place = it.fact().place();
            let text = format!(
                "`{}` is accepted of `{place}`, which stands nowhere",
                it.rule
            );
            self.fact(rules::ACCEPTED_STALE, &it.rule, text, false)
        });
        let unread = self.unread.iter().map(|why| {
            let text =
                format!("nothing was accepted, since the list before could not be read: {why}");
            self.fact(rules::ACCEPTED_CHANGED, "", text, false)
        });
        let all = added.chain(gone).chain(stale).chain(unread);
        all.take(TOLD_MAX).collect()
    }

    fn fact(&self, rule: Rule, name: &str, message: String, failed: bool) -> WeakenedFact {
        WeakenedFact {
            rule,
            path: self.path.clone(),
            name: name.to_owned(),
            line: None,
            message,
            failed,
        }
    }
}

impl AcceptedEntry {
    /// Whether the file is gone, or the name stands in it no more. Of a file that nobody changed only the first is asked.
    fn is_stale(&self, project: &Project, changes: &[Change<'_>]) -> bool {
        if !project.has(&self.path) {
            return true;
        }
        let Some(name) = &self.name else {
            return false;
        };
        let own = name.rsplit(['.', ':', '/']).next().unwrap_or(name);
        let change = changes.iter().find(|it| it.path == self.path);
        let after = change.and_then(|it| it.after);
        after.is_some_and(|text| !text.contains(own))
    }
}
