//! What the processes of one sandbox reach, as a plain value: no kernel in sight.
//!
//! It becomes mounts and Landlock rules on Linux; for other systems nothing enforces it yet.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// What the processes of one sandbox reach. All paths are absolute and lead through no link; what none of the lists
/// names does not exist in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layout {
    /// Folders that may be changed, at their own places: the worktree.
    pub writable: Vec<PathBuf>,
    /// Files and folders that may be read and executed. Where a path is a link, the link is made again.
    pub readable: Vec<PathBuf>,
    /// Folders of tools: seen as they are; what is written to them is gone with the sandbox.
    pub overlaid: Vec<PathBuf>,
    /// What stays as it is below the writable folders.
    pub protected: Vec<PathBuf>,
    /// What looks empty below the others: keys, passwords.
    pub hidden: Vec<PathBuf>,
    /// The home folder: empty at first but for what the lists above name, and gone with the sandbox.
    pub home: PathBuf,
    /// Whether processes reach anything beyond their own loopback.
    pub network: Network,
    /// Ports of the machine's own loopback that are reached at the same ports of the sandbox's.
    pub forwarded: Vec<u16>,
    /// How much of the machine they may use.
    pub limits: Limits,
}

/// The port on the loopback of a sandbox at which the way out is, where there is one. The network is new with the sandbox,
/// so nobody else can have taken it; it is none that systems give to those who ask for any.
pub const PROXY_PORT: u16 = 30128;

/// What of the network there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Network {
    /// Loopback only, and no other process than those of the sandbox on it; with namespaces, the proxy's socket besides.
    Loopback,
    /// What the machine itself reaches.
    Machine,
}

/// How much of the machine the processes of a sandbox may use, all together unless said otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Processes and threads.
    pub processes: u32,
    /// Descriptors that one process holds.
    pub open_files: u64,
    /// Bytes of memory that processes hold.
    pub memory_bytes: u64,
    /// Bytes of private files: the home folder, `/tmp` and what is written over folders of tools.
    pub scratch_bytes: u64,
    /// Bytes of one file.
    pub file_bytes: u64,
    /// Bytes that stay free on the disk of the writable folders.
    pub disk_free_bytes: u64,
}

/// What enforces a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Means {
    /// Namespaces of its own, with Landlock and seccomp on top.
    Namespaces,
    /// Landlock and seccomp alone, where the machine gives no namespaces.
    Landlock,
    /// Seatbelt, on macOS. It was not tried on one yet.
    Seatbelt,
}

impl Means {
    /// What can hold children on this system, the best first.
    pub(super) const HERE: &[Means] = if cfg!(target_os = "linux") {
        &[Means::Namespaces, Means::Landlock]
    } else if cfg!(target_os = "macos") {
        &[Means::Seatbelt]
    } else {
        &[]
    };
}

/// A sandbox that is wanted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sandbox {
    /// What its processes reach.
    pub layout: Layout,
    /// What enforces that.
    pub means: Means,
}

impl Default for Limits {
    fn default() -> Self {
        const GIB: u64 = 1 << 30;
        Self {
            // Enough for a build on each of many cores; few enough that who ends them still gets a turn.
            processes: 1024,
            open_files: 8192,
            memory_bytes: 16 * GIB,
            scratch_bytes: 4 * GIB,
            file_bytes: 16 * GIB,
            disk_free_bytes: GIB,
        }
    }
}

/// Folders of the system: programs, libraries and their settings, and how many processors there are. Those that are not there are passed over.
pub(super) const SYSTEM: &[&str] = &[
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/etc",
    "/opt",
    "/nix",
    "/gnu",
    "/snap",
    "/sys/devices/system",
    "/System",
    "/Library",
    "/private/etc",
    "/private/var/db/timezone",
    "/private/var/select",
    "/Applications/Xcode.app",
];

/// What holds passwords and keys of the machine in the folders of the system. It is not readable for ordinary users
/// anyway; to children of root it would be.
pub(super) const SYSTEM_SECRETS: &[&str] = &[
    "/etc/shadow",
    "/etc/shadow-",
    "/etc/gshadow",
    "/etc/gshadow-",
    "/etc/sudoers",
    "/etc/sudoers.d",
    "/etc/ssh",
    "/etc/ssl/private",
    "/etc/pki/tls/private",
    "/etc/letsencrypt",
    "/etc/kubernetes",
    "/etc/docker",
    "/etc/wireguard",
    "/etc/openvpn",
    "/etc/NetworkManager/system-connections",
    "/etc/krb5.keytab",
    "/etc/security/opasswd",
];

impl Layout {
    /// A sandbox in which the system is read and nothing is there to be changed.
    #[must_use]
    pub fn system(home: &Path) -> Self {
        let there = |it: &&&str| Path::new(it).symlink_metadata().is_ok();
        let paths = |all: &[&str]| all.iter().filter(there).map(PathBuf::from).collect();
        Self {
            writable: Vec::new(),
            readable: paths(SYSTEM),
            overlaid: Vec::new(),
            protected: Vec::new(),
            hidden: paths(SYSTEM_SECRETS),
            // A home folder that is the root itself can't be private.
            home: match home.parent() {
                Some(_) => home.to_owned(),
                None => PathBuf::from("/home"),
            },
            network: Network::Loopback,
            forwarded: Vec::new(),
            limits: Limits::default(),
        }
    }

    /// Folders that belong to the sandbox alone: they begin empty and end with it.
    #[cfg_attr(
        not(target_os = "linux"),
        expect(dead_code, reason = "only Linux lays folders over others")
    )]
    pub(super) fn scratch(&self) -> Vec<PathBuf> {
        let mut all: Vec<PathBuf> = ["/tmp", "/var/tmp", "/dev/shm", "/run"]
            .map(PathBuf::from)
            .to_vec();
        all.push(self.home.clone());
        all
    }
}
