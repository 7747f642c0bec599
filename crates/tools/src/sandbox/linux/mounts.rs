//! The root of a sandbox, mounted piece by piece: what the layout names, and nothing else.
//!
//! It is done by the first process of new namespaces. Three file systems of memory are its ground: one for the private
//! files, whose size is limited, one that holds only the places where others are mounted, and one for devices.

use std::ffi::{CString, OsStr};
use std::fs;
use std::hash::{Hash, Hasher};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use rustix::io::Errno;
use rustix::mount::{
    MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind, mount_bind_recursive,
    mount_change, mount_remount, unmount,
};
use rustix::process::pivot_root;

use super::mount_table::{Mounted, mounted_below};
use super::step::{Fault, fault, file, folder, io_step, step, text};
use crate::sandbox::layout::Layout;

/// Where the machine's own root is while the sandbox's is built.
const OLD: &str = "/old";
/// Where the sandbox's root is built.
const NEW: &str = "/new";
/// Private files.
const PRIVATE: &str = "/private";

/// Devices that every process may use.
const DEVICES: [&str; 6] = ["null", "zero", "full", "random", "urandom", "tty"];
/// Links in `/dev`, and where they lead.
const DEVICE_LINKS: [(&str, &str); 5] = [
    ("fd", "/proc/self/fd"),
    ("stdin", "/proc/self/fd/0"),
    ("stdout", "/proc/self/fd/1"),
    ("stderr", "/proc/self/fd/2"),
    ("ptmx", "pts/ptmx"),
];
/// What of `/proc` says or changes something about the machine and not about a process.
const PROC_FIXED: [&str; 5] = [
    "/proc/sys",
    "/proc/irq",
    "/proc/bus",
    "/proc/fs",
    "/proc/sysrq-trigger",
];
/// What of `/proc` shows memory of the kernel.
const PROC_HIDDEN: [&str; 3] = ["/proc/kcore", "/proc/keys", "/proc/kmsg"];

/// Builds the root and moves into it.
pub(super) fn build(layout: &Layout) -> Result<(), Fault> {
    let mut layout = layout.clone();
    ground(&layout)?;
    for (place, mode) in [("/tmp", 0o1777), ("/var/tmp", 0o1777), ("/run", 0o755)] {
        private(Path::new(place), mode)?;
    }
    private(&layout.home, 0o700)?;
    devices()?;
    for path in &layout.readable {
        see(path)?;
    }
    overlays(&mut layout)?;
    let holds_work = |path: &&PathBuf| layout.writable.iter().any(|it| it.starts_with(path));
    for path in layout.hidden.iter().filter(holds_work) {
        hide(path)?;
    }
    for path in &layout.writable {
        see(path)?;
    }
    processes(&layout)?;
    for path in &layout.protected {
        fix(path)?;
    }
    for path in layout.hidden.iter().filter(|path| !holds_work(path)) {
        hide(path)?;
    }
    read_only(&layout)?;
    move_in()
}

/// Shows the folders of tools. One over which nothing can be laid is only read.
fn overlays(layout: &mut Layout) -> Result<(), Fault> {
    for path in std::mem::take(&mut layout.overlaid) {
        if overlay(&path).is_ok() {
            layout.overlaid.push(path);
        } else {
            see(&path)?;
            layout.readable.push(path);
        }
    }
    Ok(())
}

/// The file systems that the rest stands on; from here on the machine's root is at [`OLD`].
fn ground(layout: &Layout) -> Result<(), Fault> {
    let alone = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
    step("the mounts can't be had alone", || mount_change("/", alone))?;
    // Any folder would do: it is covered in this namespace only.
    let base = Path::new("/tmp");
    memory(base, layout.limits.scratch_bytes)?;
    for place in [OLD, NEW, PRIVATE] {
        folder(&base.join(place.trim_start_matches('/')))?;
    }
    step("the root can't be moved", || {
        pivot_root(base, base.join("old"))
    })?;
    io_step("the root can't be entered", std::env::set_current_dir("/"))?;
    memory(Path::new(NEW), 16 << 20)
}

/// A file system of memory with at most so many bytes.
fn memory(at: &Path, bytes: u64) -> Result<(), Fault> {
    let data = text(format!("size={bytes},mode=0755"))?;
    let what = format!("no memory can be mounted at {}", at.display());
    step(what, || {
        mount(
            "tmpfs",
            at,
            "tmpfs",
            MountFlags::NOSUID | MountFlags::NODEV,
            data.as_c_str(),
        )
    })
}

/// The private folder that stands behind a path. Its name has a length that every file system takes.
fn behind(kind: &str, path: &Path) -> PathBuf {
    let mut digest = std::hash::DefaultHasher::new();
    path.hash(&mut digest);
    Path::new(PRIVATE).join(format!("{kind}-{:016x}", digest.finish()))
}

/// A folder that belongs to the sandbox alone.
fn private(at: &Path, mode: u32) -> Result<(), Fault> {
    let behind = behind("own", at);
    folder(&behind)?;
    let permissions = fs::Permissions::from_mode(mode);
    io_step(
        format!("{} can't be opened up", at.display()),
        fs::set_permissions(&behind, permissions),
    )?;
    folder(&new(at))?;
    step(format!("{} can't be mounted", at.display()), || {
        mount_bind(&behind, new(at))
    })
}

/// The devices that every process may use, terminals of its own, and shared memory.
fn devices() -> Result<(), Fault> {
    let dev = Path::new("/dev");
    folder(&new(dev))?;
    for name in DEVICES {
        let device = dev.join(name);
        if old(&device).exists() {
            file(&new(&device))?;
            step(format!("{} can't be mounted", device.display()), || {
                mount_bind(old(&device), new(&device))
            })?;
        }
    }
    for (name, target) in DEVICE_LINKS {
        io_step(
            format!("/dev/{name} can't be made"),
            symlink(target, new(&dev.join(name))),
        )?;
    }
    let terminals = dev.join("pts");
    folder(&new(&terminals))?;
    let flags = MountFlags::NOSUID | MountFlags::NOEXEC;
    let data = text("newinstance,ptmxmode=0666,mode=0620")?;
    step("no terminals can be mounted", || {
        mount("devpts", new(&terminals), "devpts", flags, data.as_c_str())
    })?;
    private(&dev.join("shm"), 0o1777)
}

/// Makes a path of the machine visible with all that is mounted below it, or makes the same link.
fn see(path: &Path) -> Result<(), Fault> {
    let what = || format!("{} can't be shown", path.display());
    let here = io_step(what(), fs::symlink_metadata(old(path)))?;
    if here.is_symlink() {
        let target = io_step(what(), fs::read_link(old(path)))?;
        if let Some(parent) = path.parent() {
            folder(&new(parent))?;
        }
        return match symlink(target, new(path)) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                io_step(what(), Err(error))
            }
            _ => Ok(()),
        };
    }
    if here.is_dir() {
        folder(&new(path))?;
    } else {
        file(&new(path))?;
    }
    step(what(), || mount_bind_recursive(old(path), new(path)))
}

/// Shows a folder so that what is written to it goes to memory.
fn overlay(path: &Path) -> Result<(), Fault> {
    let layers = behind("over", path);
    let (upper, work) = (layers.join("upper"), layers.join("work"));
    folder(&upper)?;
    folder(&work)?;
    folder(&new(path))?;
    let mut data = b"lowerdir=".to_vec();
    data.extend(escaped(old(path).as_os_str()));
    for (key, layer) in [("upperdir", &upper), ("workdir", &work)] {
        data.extend(format!(",{key}=").bytes());
        data.extend(escaped(layer.as_os_str()));
    }
    data.extend(b",userxattr");
    let data = CString::new(data).map_err(|_| fault("a path holds a NUL", Errno::INVAL.into()))?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    step("no overlay can be mounted", || {
        mount("overlay", new(path), "overlay", flags, data.as_c_str())
    })
}

/// A path as the options of an overlay want it.
fn escaped(path: &OsStr) -> Vec<u8> {
    let special = |byte: &u8| matches!(byte, b'\\' | b':' | b',');
    path.as_bytes()
        .iter()
        .flat_map(|byte| special(byte).then_some(b'\\').into_iter().chain([*byte]))
        .collect()
}

/// Mounts a path over itself, so that it can be made read-only alone. One that is not there is nobody's to hold here.
fn fix(path: &Path) -> Result<(), Fault> {
    if new(path)
        .symlink_metadata()
        .is_ok_and(|it| !it.is_symlink())
    {
        step(format!("{} can't be protected", path.display()), || {
            mount_bind(new(path), new(path))
        })?;
    }
    Ok(())
}

/// Lets a path look empty.
fn hide(path: &Path) -> Result<(), Fault> {
    let there = new(path).symlink_metadata();
    let what = || format!("{} can't be hidden", path.display());
    match there {
        Ok(it) if it.is_dir() => {
            let nothing = behind("hidden", path);
            folder(&nothing)?;
            step(what(), || mount_bind(&nothing, new(path)))
        }
        Ok(it) if it.is_symlink() => Ok(()),
        Ok(_) => step(what(), || {
            mount_bind(new(Path::new("/dev/null")), new(path))
        }),
        Err(_) => Ok(()),
    }
}

/// The sandbox's own view of processes: its own, and nothing about the machine that can be changed.
fn processes(layout: &Layout) -> Result<(), Fault> {
    let proc = new(Path::new("/proc"));
    folder(&proc)?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    step("the processes can't be shown", || {
        mount("proc", &proc, "proc", flags, None)
    })?;
    // Kernels before 6.14 know one limit for the whole machine, and refuse.
    let _one_for_all = fs::write(
        proc.join("sys/kernel/pid_max"),
        layout.limits.processes.to_string(),
    );
    for path in PROC_FIXED {
        fix(Path::new(path))?;
    }
    for path in PROC_HIDDEN {
        hide(Path::new(path))?;
    }
    Ok(())
}

/// Everything that nobody may change becomes read-only, with all that is mounted below it.
fn read_only(layout: &Layout) -> Result<(), Fault> {
    let table = io_step(
        "the mounts can't be listed",
        fs::read(new(Path::new("/proc/self/mountinfo"))),
    )?;
    for mounted in mounted_below(&table, Path::new(NEW)) {
        let Mounted { path, flags } = mounted;
        let flags = flags | MountFlags::BIND | MountFlags::NOSUID | access(layout, &path);
        match mount_remount(new(&path), flags, "") {
            // It is covered by another mount, or in a folder that this user may not enter: nobody reaches it.
            Ok(()) | Err(Errno::INVAL | Errno::NOENT | Errno::ACCESS) => {}
            Err(error) => {
                return Err(fault(
                    format!("{} can't be held", path.display()),
                    error.into(),
                ));
            }
        }
    }
    Ok(())
}

/// What of a mount is taken away: what the innermost of the layout's lists that holds it says.
fn access(layout: &Layout, path: &Path) -> MountFlags {
    if path.starts_with("/dev") && path != Path::new("/dev/shm") {
        return MountFlags::empty();
    }
    let scratch = layout.scratch();
    let fixed = PROC_FIXED.map(PathBuf::from);
    let hidden = PROC_HIDDEN.map(PathBuf::from);
    let depth = |all: &[PathBuf]| {
        all.iter()
            .filter(|it| path.starts_with(it))
            .map(|it| it.components().count())
            .max()
            .unwrap_or(0)
    };
    let proc = if path == Path::new("/proc") { 1 } else { 0 };
    let changed = depth(&layout.writable)
        .max(depth(&layout.overlaid))
        .max(depth(&scratch))
        .max(proc);
    let held = [&layout.readable, &layout.protected, &layout.hidden]
        .map(|it| depth(it))
        .into_iter()
        .chain([depth(&fixed), depth(&hidden)])
        .max()
        .unwrap_or(0);
    if changed > held {
        MountFlags::NODEV
    } else {
        MountFlags::NODEV | MountFlags::RDONLY
    }
}

/// The new root becomes the root, and the machine's own is gone.
fn move_in() -> Result<(), Fault> {
    io_step(
        "the new root can't be entered",
        std::env::set_current_dir(NEW),
    )?;
    // One over the other: the old one is then on top and is taken away.
    step("the root can't be moved", || pivot_root(".", "."))?;
    step("the old root can't be taken away", || {
        unmount(".", UnmountFlags::DETACH)
    })?;
    io_step("the root can't be entered", std::env::set_current_dir("/"))
}

fn old(path: &Path) -> PathBuf {
    below(OLD, path)
}

fn new(path: &Path) -> PathBuf {
    below(NEW, path)
}

fn below(root: &str, path: &Path) -> PathBuf {
    Path::new(root).join(path.strip_prefix("/").unwrap_or(path))
}
