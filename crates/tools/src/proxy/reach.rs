//! Whether a target is reached, and at which addresses: the name against what is allowed, then every address of it against
//! what is closed. All of it is a plain value, so that tests bring their own.

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;

use super::address::closed;
use super::allowed::Allowed;
use super::host::{Host, Target};

/// Addresses of one name that are looked at and tried; more of them are none that anybody means.
const ADDRESSES_MAX: usize = 32;
/// Time that a name has to be resolved.
const RESOLVE_MAX: Duration = Duration::from_secs(10);

/// Looks up the addresses of a name. It may take its time, and is given up after ten seconds.
pub type Resolve = Arc<dyn Fn(&str) -> io::Result<Vec<IpAddr>> + Send + Sync>;

/// What may be reached, and how it is found.
#[derive(Clone)]
pub struct Reach {
    /// Hosts and ports.
    pub allowed: Allowed,
    /// How names are resolved.
    pub resolve: Resolve,
    /// What an address is that is never reached; `None`: it may be.
    pub closed: fn(IpAddr) -> Option<&'static str>,
}

/// Why a target is not reached.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotReached {
    /// No entry allows it.
    #[error("it is not allowed")]
    NotAllowed,
    /// One of its addresses is never reached.
    #[error("its address {0} is {1}")]
    Closed(IpAddr, &'static str),
    /// It has no address.
    #[error("its name can't be resolved")]
    Unresolved,
    /// Nobody answers at any of its addresses.
    #[error("nobody answers there")]
    Unanswered,
}

impl fmt::Debug for Reach {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Reach")
            .field("allowed", &self.allowed)
            .finish_non_exhaustive()
    }
}

impl Default for Reach {
    /// Nothing yet, with the machine's own resolver.
    fn default() -> Self {
        Self {
            allowed: Allowed::default(),
            resolve: Arc::new(|name| {
                let found = (name, 0).to_socket_addrs()?;
                Ok(found.map(|it| it.ip()).collect())
            }),
            closed,
        }
    }
}

impl Reach {
    /// The addresses at which a target is to be tried, in order. If one of them is closed none is tried: whoever answers
    /// for the name would else choose by answering again.
    ///
    /// # Errors
    /// [`NotReached`].
    pub async fn addresses(&self, target: &Target) -> Result<Vec<SocketAddr>, NotReached> {
        // Nobody can allow these, so nobody is told to ask for it.
        if let Host::Address(address) = &target.host
            && let Some(what) = (self.closed)(*address)
        {
            return Err(NotReached::Closed(*address, what));
        }
        if !self.allowed.permits(target) {
            return Err(NotReached::NotAllowed);
        }
        let found = match &target.host {
            Host::Address(address) => vec![*address],
            Host::Name(name) => {
                let (resolve, name) = (Arc::clone(&self.resolve), name.clone());
                let looked_up = tokio::task::spawn_blocking(move || resolve(name.as_str()));
                match tokio::time::timeout(RESOLVE_MAX, looked_up).await {
                    Ok(Ok(Ok(found))) => found,
                    Ok(Ok(Err(_)) | Err(_)) | Err(_) => return Err(NotReached::Unresolved),
                }
            }
        };
        let mut out = Vec::new();
        for address in found.into_iter().map(|it| it.to_canonical()) {
            if let Some(what) = (self.closed)(address) {
                return Err(NotReached::Closed(address, what));
            }
            let address = SocketAddr::new(address, target.port);
            if !out.contains(&address) {
                out.push(address);
            }
        }
        out.truncate(ADDRESSES_MAX);
        match out.is_empty() {
            true => Err(NotReached::Unresolved),
            false => Ok(out),
        }
    }
}
