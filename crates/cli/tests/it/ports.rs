//! Ports that are known before anybody listens at them, or that are listened at again.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::atomic::{AtomicU16, Ordering};

/// Below those that systems give out by themselves, of which another test may get one that was let go a moment ago.
const FIRST: u16 = 20_000;
const COUNT: u16 = 10_000;

/// An address where nobody listens, and where no other test will.
pub(crate) fn unused() -> SocketAddr {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    // Another process of these tests begins elsewhere, far enough from this one.
    let process = u64::from(std::process::id()) * 499 % u64::from(COUNT);
    let process = u16::try_from(process).expect("below the count");
    for _ in 0..COUNT {
        let next = NEXT.fetch_add(1, Ordering::Relaxed) % COUNT;
        let port = FIRST + (process + next) % COUNT;
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        if TcpListener::bind(address).is_ok() {
            return address;
        }
    }
    panic!("no port is free");
}
