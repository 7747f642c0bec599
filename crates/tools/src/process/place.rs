//! Where a supervisor stands: as a plain process, or around a sandbox. Each is our own binary started with other words.

use std::os::fd::OwnedFd;

use super::spawner::Spawner;
use crate::git_door::places::Places;
use crate::sandbox::{Means, Network, PrivateFolder, Sandbox};

/// The hidden argument that makes the binary a supervisor.
pub const SUPERVISE_ARG: &str = "__supervise";

/// The word behind [`SUPERVISE_ARG`] that makes the binary try what a sandbox is to prevent.
pub(crate) const CANARY_WORD: &str = "canary";

/// What a supervisor is to be, as the word behind [`SUPERVISE_ARG`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A plain process, whose children are plain too.
    Plain,
    /// A plain process that makes namespaces, starts the supervisor in them and waits for its end.
    BeforeNamespaces(Network),
    /// The first process of new namespaces.
    InNamespaces,
    /// A plain process whose children are restricted by Landlock.
    Landlock,
    /// A plain process whose children are started through Seatbelt.
    Seatbelt,
}

impl Place {
    pub(super) const ALL: [Place; 6] = [
        Place::Plain,
        Place::BeforeNamespaces(Network::Loopback),
        Place::BeforeNamespaces(Network::Machine),
        Place::InNamespaces,
        Place::Landlock,
        Place::Seatbelt,
    ];

    /// Where the supervisor of a sandbox is started that is enforced so.
    pub(super) fn of(sandbox: &Sandbox) -> Self {
        match sandbox.means {
            Means::Namespaces => Place::BeforeNamespaces(sandbox.layout.network),
            Means::Landlock => Place::Landlock,
            Means::Seatbelt => Place::Seatbelt,
        }
    }

    pub(super) fn word(self) -> &'static str {
        match self {
            Place::Plain => "plain",
            Place::BeforeNamespaces(Network::Loopback) => "namespaces",
            Place::BeforeNamespaces(Network::Machine) => "namespaces-but-network",
            Place::InNamespaces => "inside",
            Place::Landlock => "landlock",
            Place::Seatbelt => "seatbelt",
        }
    }

    /// Who starts children before a sandbox was built.
    pub(super) fn spawner(self) -> Spawner {
        match self {
            Place::Plain => Spawner::Plain,
            Place::BeforeNamespaces(_)
            | Place::InNamespaces
            | Place::Landlock
            | Place::Seatbelt => Spawner::Nothing("the sandbox does not stand yet".to_owned()),
        }
    }

    /// Builds a sandbox here, once.
    #[cfg(target_os = "linux")]
    pub(super) fn enter(
        self,
        mut sandbox: Sandbox,
        git: Option<(&Places, OwnedFd)>,
    ) -> Result<Entered, String> {
        let (private, leads_out) = match (self, sandbox.means) {
            (Place::InNamespaces, Means::Namespaces) => {
                let leads_out = crate::sandbox::build(&sandbox.layout)?;
                if let Some((places, asked_on)) = git {
                    crate::git_door::furnish::furnish(places, &asked_on)
                        .map_err(|error| format!("git can't be put into it: {error}"))?;
                }
                (None, leads_out)
            }
            (Place::Landlock, Means::Landlock) => {
                let private = PrivateFolder::new(&super::tree::this_process())
                    .map_err(|error| format!("no private folder: {error}"))?;
                sandbox.layout.home = private.home();
                crate::sandbox::give_up_rights(&sandbox.layout, Means::Landlock)?;
                (Some(private), Vec::new())
            }
            (place, means) => {
                return Err(format!(
                    "a supervisor `{}` builds no sandbox by {means:?}",
                    place.word()
                ));
            }
        };
        let variables = private.as_ref().map(PrivateFolder::variables);
        let spawner = Spawner::sandboxed(sandbox, variables.unwrap_or_default())?;
        Ok(Entered {
            spawner,
            private,
            leads_out,
        })
    }

    #[cfg(target_os = "macos")]
    pub(super) fn enter(
        self,
        mut sandbox: Sandbox,
        _: Option<(&Places, OwnedFd)>,
    ) -> Result<Entered, String> {
        if (self, sandbox.means) != (Place::Seatbelt, Means::Seatbelt) {
            return Err("there is no such sandbox for this system".to_owned());
        }
        let private = PrivateFolder::new(&super::tree::this_process())
            .map_err(|error| format!("no private folder: {error}"))?;
        sandbox.layout.home = private.home();
        let words = crate::sandbox::seatbelt::words(&sandbox.layout)?;
        Ok(Entered {
            spawner: Spawner::Behind(words, private.variables()),
            private: Some(private),
            leads_out: Vec::new(),
        })
    }

    #[cfg(not(any(target_os = "linux", target_os = "macos")))]
    pub(super) fn enter(
        self,
        _: Sandbox,
        _: Option<(&Places, OwnedFd)>,
    ) -> Result<Entered, String> {
        Err("there is no sandbox for this system".to_owned())
    }
}

/// A sandbox that stands.
pub(super) struct Entered {
    /// Who starts children in it.
    pub(super) spawner: Spawner,
    /// Its folder for private files, if that is one on the disk; to be dropped at its end.
    pub(super) private: Option<PrivateFolder>,
    /// The sockets that lead out, if it has a network of its own.
    pub(super) leads_out: Vec<OwnedFd>,
}
