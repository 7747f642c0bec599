//! Addresses that nobody reaches through the proxy, whatever is allowed: this machine, its networks, what only looks like
//! an address of the Internet.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Ranges of IPv4 that are closed: the first address, the bits that count, and what it is.
const CLOSED_4: [([u8; 4], u32, &str); 16] = [
    ([0, 0, 0, 0], 8, "no address of a host"),
    ([10, 0, 0, 0], 8, PRIVATE),
    ([100, 64, 0, 0], 10, "a network of a provider"),
    ([127, 0, 0, 0], 8, "the machine itself"),
    // The agent of Azure, with the settings of the machine.
    ([168, 63, 129, 16], 32, METADATA),
    ([169, 254, 0, 0], 16, METADATA),
    ([172, 16, 0, 0], 12, PRIVATE),
    ([192, 0, 0, 0], 24, RESERVED),
    ([192, 0, 2, 0], 24, RESERVED),
    ([192, 88, 99, 0], 24, RESERVED),
    ([192, 168, 0, 0], 16, PRIVATE),
    ([198, 18, 0, 0], 15, RESERVED),
    ([198, 51, 100, 0], 24, RESERVED),
    ([203, 0, 113, 0], 24, RESERVED),
    ([224, 0, 0, 0], 4, "an address of a group"),
    ([240, 0, 0, 0], 4, RESERVED),
];

/// Ranges of IPv6 that are closed among those of the Internet.
const CLOSED_6: [([u16; 3], u32, &str); 4] = [
    // Teredo, ORCHID, measurements.
    ([0x2001, 0, 0], 23, RESERVED),
    ([0x2001, 0x0db8, 0], 32, RESERVED),
    ([0x2002, 0, 0], 16, "a tunnel to an address of IPv4"),
    ([0x3fff, 0, 0], 20, RESERVED),
];

const PRIVATE: &str = "a private network";
const METADATA: &str = "the machine's own network or its metadata";
const RESERVED: &str = "a reserved network";

/// What an address is that nobody reaches through the proxy; `None`: it is one of the Internet.
#[must_use]
pub fn closed(address: IpAddr) -> Option<&'static str> {
    match address.to_canonical() {
        IpAddr::V4(address) => closed_4(address),
        IpAddr::V6(address) => closed_6(address),
    }
}

fn closed_4(address: Ipv4Addr) -> Option<&'static str> {
    let bits = address.to_bits();
    let within = |first: [u8; 4], count: u32| {
        let mask = u32::MAX.checked_shl(32 - count).unwrap_or(0);
        bits & mask == u32::from_be_bytes(first)
    };
    let mut all = CLOSED_4.iter();
    let found = all.find(|(first, count, _)| within(*first, *count));
    found.map(|(_, _, what)| *what)
}

fn closed_6(address: Ipv6Addr) -> Option<&'static str> {
    let [a, b, c, d, e, f, g, h] = address.segments();
    // Behind these an address of IPv4 is reached: that one is looked at.
    if [a, b, c, d, e, f] == [0x64, 0xff9b, 0, 0, 0, 0] {
        let [one, two] = g.to_be_bytes();
        let [three, four] = h.to_be_bytes();
        return closed_4(Ipv4Addr::new(one, two, three, four));
    }
    if a & 0xe000 != 0x2000 {
        return Some(match address.is_loopback() {
            true => "the machine itself",
            false => "no address of the Internet",
        });
    }
    let bits = address.to_bits();
    let within = |[one, two, three]: [u16; 3], count: u32| {
        let first = Ipv6Addr::new(one, two, three, 0, 0, 0, 0, 0).to_bits();
        let mask = u128::MAX.checked_shl(128 - count).unwrap_or(0);
        bits & mask == first
    };
    let mut all = CLOSED_6.iter();
    let found = all.find(|(first, count, _)| within(*first, *count));
    found.map(|(_, _, what)| *what)
}

#[cfg(test)]
mod tests {
    use super::closed;

    #[test]
    fn private_addresses_are_closed_in_every_notation() {
        let shut = [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "100.127.255.254",
            "127.0.0.1",
            "127.255.0.9",
            "169.254.169.254",
            "168.63.129.16",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.168.1.1",
            "198.19.0.1",
            "203.0.113.5",
            "224.0.0.1",
            "239.1.1.1",
            "255.255.255.255",
            "::",
            "::1",
            "::7f00:1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "fc00::1",
            "fd00:ec2::254",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "64:ff9b::7f00:1",
            "64:ff9b::a9fe:a9fe",
            "64:ff9b:1::1",
            "2002:7f00:1::",
            "2002:a00:1::1",
            "2001::1",
            "2001:db8::1",
            "2001:10::1",
            "3fff::1",
            "4000::1",
            "100::1",
        ];
        for it in shut {
            assert!(closed(it.parse().unwrap()).is_some(), "{it}");
        }
    }

    #[test]
    fn addresses_of_the_internet_are_open() {
        let open = [
            "1.1.1.1",
            "8.8.8.8",
            "9.255.255.255",
            "11.0.0.0",
            "100.63.255.255",
            "100.128.0.0",
            "126.0.0.1",
            "128.0.0.1",
            "168.63.129.15",
            "169.253.0.1",
            "172.15.0.1",
            "172.32.0.1",
            "192.0.1.1",
            "192.167.0.1",
            "198.17.0.1",
            "223.255.255.255",
            "2606:4700::1111",
            "2a00:1450::1",
            "2001:4860::8888",
            "64:ff9b::808:808",
            "::ffff:8.8.8.8",
        ];
        for it in open {
            assert_eq!(closed(it.parse().unwrap()), None, "{it}");
        }
    }
}
