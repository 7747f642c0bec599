//! Names that stand many times in a board, each kept once.

use std::collections::BTreeMap;
use std::sync::Arc;

use ledger::forge::{Login, RepoName, Subject};
use serde::{Deserialize, Serialize};

/// An account, by its place in the list of names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Who(u32);

impl Who {
    /// The one before all others.
    pub(crate) const FIRST: Self = Self(0);
}

/// Adds accounts to a list of them.
pub(crate) fn add_all(list: &mut Box<[Who]>, more: &[Who]) {
    let new: Vec<Who> = more
        .iter()
        .filter(|it| !list.contains(it))
        .copied()
        .collect();
    if !new.is_empty() {
        *list = list.iter().copied().chain(new).collect();
    }
}

/// An issue or a pull request, by the place of its repository in the list of names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    /// The repository.
    repo: u32,
    /// Its number there.
    pub number: u64,
}

impl Place {
    /// Another issue or pull request of the same repository.
    #[must_use]
    pub fn beside(self, number: u64) -> Self {
        Self { number, ..self }
    }

    /// The repository alone, to name what belongs to it.
    #[must_use]
    pub(crate) fn repository(self) -> u32 {
        self.repo
    }
}

/// The lists.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Names {
    logins: List<Login>,
    repos: List<RepoName>,
}

impl Names {
    /// An account; a new one is added.
    pub fn who(&mut self, login: &Login) -> Who {
        Who(self.logins.add(login))
    }

    /// An account, if it has been named.
    #[must_use]
    pub fn known(&self, login: &Login) -> Option<Who> {
        self.logins.find(login).map(Who)
    }

    /// The login of an account.
    #[must_use]
    pub fn login(&self, who: Who) -> Option<&Login> {
        self.logins.get(who.0)
    }

    /// A repository; a new one is added.
    pub(crate) fn repo(&mut self, repo: &RepoName) -> u32 {
        self.repos.add(repo)
    }

    /// The repositories that have been named.
    pub fn repositories(&self) -> impl Iterator<Item = &RepoName> {
        self.repos.all.iter().map(Arc::as_ref)
    }

    /// An issue or pull request; its repository is added.
    pub fn place(&mut self, repo: &RepoName, number: u64) -> Place {
        let repo = self.repos.add(repo);
        Place { repo, number }
    }

    /// An issue or pull request, if its repository has been named.
    #[must_use]
    pub fn find(&self, subject: &Subject) -> Option<Place> {
        let repo = self.repos.find(&subject.repo)?;
        let number = subject.number;
        Some(Place { repo, number })
    }

    /// The issue or pull request as others know it.
    #[must_use]
    pub fn subject(&self, place: Place) -> Option<Subject> {
        let repo = self.repos.get(place.repo)?.clone();
        let number = place.number;
        Some(Subject { repo, number })
    }
}

/// Values in the order in which they were first named.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(from = "Vec<T>", into = "Vec<T>")]
#[serde(bound(
    serialize = "T: Ord + Clone + Serialize",
    deserialize = "T: Ord + Clone + Deserialize<'de>"
))]
struct List<T: Ord + Clone> {
    all: Vec<Arc<T>>,
    places: BTreeMap<Arc<T>, u32>,
}

impl<T: Ord + Clone> Default for List<T> {
    fn default() -> Self {
        Self {
            all: Vec::new(),
            places: BTreeMap::new(),
        }
    }
}

impl<T: Ord + Clone> List<T> {
    fn find(&self, value: &T) -> Option<u32> {
        self.places.get(value).copied()
    }

    fn get(&self, place: u32) -> Option<&T> {
        let place = usize::try_from(place).ok()?;
        self.all.get(place).map(Arc::as_ref)
    }

    fn add(&mut self, value: &T) -> u32 {
        if let Some(place) = self.find(value) {
            return place;
        }
        let place = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        let value = Arc::new(value.clone());
        self.all.push(Arc::clone(&value));
        self.places.insert(value, place);
        place
    }
}

impl<T: Ord + Clone> From<Vec<T>> for List<T> {
    fn from(all: Vec<T>) -> Self {
        let mut list = Self::default();
        for value in &all {
            list.add(value);
        }
        list
    }
}

impl<T: Ord + Clone> From<List<T>> for Vec<T> {
    fn from(list: List<T>) -> Self {
        list.all.iter().map(|it| it.as_ref().clone()).collect()
    }
}
