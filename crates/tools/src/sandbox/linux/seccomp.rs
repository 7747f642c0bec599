//! System calls that no build and no test needs, and through which processes reach into each other, out of their
//! sandbox, or into parts of the kernel that few have walked.

use std::collections::BTreeMap;

use libc::c_long;
use seccompiler::{
    BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen as Length, SeccompCmpOp as Is,
    SeccompCondition, SeccompFilter, SeccompRule,
};

use crate::sandbox::layout::{Means, Network};

type Rules = BTreeMap<c_long, Vec<SeccompRule>>;

/// Calls that are refused whatever their arguments.
const REFUSED: &[c_long] = &[
    // other processes
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    // mounts and namespaces
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_mount_setattr,
    // files without their paths
    libc::SYS_open_by_handle_at,
    libc::SYS_fanotify_init,
    // keys of the kernel, which know no namespace
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    // programs in the kernel, and calls that pass by this filter
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    // the machine
    libc::SYS_kexec_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_syslog,
    libc::SYS_vhangup,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_iopl,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_ioperm,
];

/// Flags of `clone` that make a namespace.
const NAMESPACES: [i32; 7] = [
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWNS,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWCGROUP,
];

/// Requests to a terminal that type for whoever sits there: `TIOCSTI` and `TIOCLINUX` of `asm-generic/ioctls.h`.
const TYPING: [u64; 2] = [0x5412, 0x541C];

/// `AF_NETLINK` talks to many parts of the kernel; of these only the table of addresses and routes.
const NETLINK_ROUTE: u64 = libc::NETLINK_ROUTE as u64;

/// On x86-64 each call has a second number, for programs with short pointers.
#[cfg(target_arch = "x86_64")]
const SHORT_POINTERS: c_long = 0x4000_0000;

/// Refuses them for this thread and for everything that it starts.
pub(super) fn restrict(means: Means, network: Network) -> Result<(), seccompiler::Error> {
    // A program that is told that there is no `clone3` goes on with `clone`, whose flags can be looked at.
    seccompiler::apply_filter(&refuse(every(&[libc::SYS_clone3]), libc::ENOSYS)?)?;
    seccompiler::apply_filter(&refuse(sockets(means, network)?, libc::EAFNOSUPPORT)?)?;
    let mut rules = every(REFUSED);
    rules.insert(libc::SYS_clone, flags(0, &NAMESPACES)?);
    rules.insert(libc::SYS_ioctl, one_of(1, &TYPING)?);
    seccompiler::apply_filter(&refuse(rules, libc::EPERM)?)
}

/// A filter that answers these calls with an error.
fn refuse(rules: Rules, error: i32) -> Result<BpfProgram, BackendError> {
    let answer = SeccompAction::Errno(error.unsigned_abs());
    let arch = std::env::consts::ARCH.try_into()?;
    SeccompFilter::new(
        with_short_pointers(rules),
        SeccompAction::Allow,
        answer,
        arch,
    )?
    .try_into()
}

#[cfg(target_arch = "x86_64")]
fn with_short_pointers(mut rules: Rules) -> Rules {
    let twins: Vec<_> = rules
        .iter()
        .map(|(call, rules)| (call | SHORT_POINTERS, rules.clone()))
        .collect();
    rules.extend(twins);
    rules
}

#[cfg(not(target_arch = "x86_64"))]
fn with_short_pointers(rules: Rules) -> Rules {
    rules
}

fn every(calls: &[c_long]) -> Rules {
    calls.iter().map(|call| (*call, Vec::new())).collect()
}

fn when(argument: u8, is: Is, value: u64) -> Result<SeccompCondition, BackendError> {
    SeccompCondition::new(argument, Length::Dword, is, value)
}

/// Rules that hold if an argument is one of these values.
fn one_of(argument: u8, values: &[u64]) -> Result<Vec<SeccompRule>, BackendError> {
    let rule = |value: &u64| SeccompRule::new(vec![when(argument, Is::Eq, *value)?]);
    values.iter().map(rule).collect()
}

/// Rules that hold if an argument has one of these flags.
fn flags(argument: u8, flags: &[i32]) -> Result<Vec<SeccompRule>, BackendError> {
    let rule = |flag: &i32| {
        let flag = u64::from(flag.unsigned_abs());
        SeccompRule::new(vec![when(argument, Is::MaskedEq(flag), flag)?])
    };
    flags.iter().map(rule).collect()
}

/// Which kinds of sockets there are not. Where the network is not a namespace, there are none that lead out.
fn sockets(means: Means, network: Network) -> Result<Rules, BackendError> {
    let of = |family: i32| u64::from(family.unsigned_abs());
    let (unix, four, six) = (of(libc::AF_UNIX), of(libc::AF_INET), of(libc::AF_INET6));
    let netlink = of(libc::AF_NETLINK);
    let known: &[u64] = match (means, network) {
        (Means::Namespaces, _) | (Means::Landlock | Means::Seatbelt, Network::Machine) => {
            &[unix, four, six, netlink]
        }
        (Means::Landlock | Means::Seatbelt, Network::Loopback) => &[],
    };
    let unknown = known
        .iter()
        .map(|it| when(0, Is::Ne, *it))
        .collect::<Result<Vec<_>, _>>()?;
    let mut rules = vec![SeccompRule::new(vec![
        when(0, Is::Eq, netlink)?,
        when(2, Is::Ne, NETLINK_ROUTE)?,
    ])?];
    // Without a condition the call is refused whatever its arguments, which an empty list of rules says.
    if unknown.is_empty() {
        return Ok(every(&[libc::SYS_socket]));
    }
    rules.push(SeccompRule::new(unknown)?);
    Ok(BTreeMap::from([(libc::SYS_socket, rules)]))
}
