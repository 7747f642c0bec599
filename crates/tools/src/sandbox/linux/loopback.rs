//! Switches on the loopback device of a new network namespace: servers that tests start are reached through it.

use std::io;

use rustix::net::netlink::SocketAddrNetlink;
use rustix::net::{
    AddressFamily, RecvFlags, SendFlags, SocketFlags, SocketType, recv, sendto, socket_with,
};

/// `RTM_NEWLINK` of `linux/rtnetlink.h`.
const NEW_LINK: u16 = 16;
/// `NLM_F_REQUEST | NLM_F_ACK` of `linux/netlink.h`.
const REQUEST_WITH_ANSWER: u16 = 0x1 | 0x4;
/// `NLMSG_ERROR`: the answer to a request, with 0 for success.
const ANSWER: u16 = 2;
/// `IFF_UP` of `linux/if.h`.
const UP: u32 = 0x1;
/// The number of the loopback device: it is the first of every namespace.
const LOOPBACK: i32 = 1;

/// Switches it on.
pub(super) fn switch_on() -> io::Result<()> {
    let socket = socket_with(
        AddressFamily::NETLINK,
        SocketType::RAW,
        SocketFlags::CLOEXEC,
        // The protocol with number 0: addresses, routes and devices.
        None,
    )?;
    sendto(
        &socket,
        &request(),
        SendFlags::empty(),
        &SocketAddrNetlink::new(0, 0),
    )?;
    let mut answer = [0; 256];
    let (count, _) = recv(&socket, &mut answer, RecvFlags::empty())?;
    read_answer(&answer[..count])
}

/// `nlmsghdr` and `ifinfomsg`: the device, the flags, and which of them are to change.
fn request() -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes[0..4].copy_from_slice(&32_u32.to_ne_bytes());
    bytes[4..6].copy_from_slice(&NEW_LINK.to_ne_bytes());
    bytes[6..8].copy_from_slice(&REQUEST_WITH_ANSWER.to_ne_bytes());
    bytes[20..24].copy_from_slice(&LOOPBACK.to_ne_bytes());
    bytes[24..28].copy_from_slice(&UP.to_ne_bytes());
    bytes[28..32].copy_from_slice(&UP.to_ne_bytes());
    bytes
}

/// `nlmsghdr` and `nlmsgerr`, whose first field is the negative error number.
fn read_answer(bytes: &[u8]) -> io::Result<()> {
    let odd = || io::Error::new(io::ErrorKind::InvalidData, "an odd answer from the kernel");
    let kind = bytes
        .get(4..6)
        .and_then(|it| it.try_into().ok())
        .map(u16::from_ne_bytes);
    let code = bytes
        .get(16..20)
        .and_then(|it| it.try_into().ok())
        .map(i32::from_ne_bytes);
    match (kind, code) {
        (Some(ANSWER), Some(0)) => Ok(()),
        (Some(ANSWER), Some(code)) => Err(io::Error::from_raw_os_error(code.saturating_neg())),
        _ => Err(odd()),
    }
}
