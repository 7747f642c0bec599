//! Targets in one canonical form, and what is allowed of them.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use proptest::prelude::*;
use tools::proxy::host::{Host, NotHost, Target};
use tools::proxy::{Allowed, NotAllowed, Registry, closed};

fn read(text: &str) -> Result<String, NotHost> {
    Target::read(text, Some(443)).map(|it| it.to_string())
}

#[test]
fn a_target_has_one_form() {
    let same = [
        ("Example.COM", "example.com:443"),
        ("example.com.", "example.com:443"),
        ("EXAMPLE.com.:8080", "example.com:8080"),
        ("xn--bcher-kva.example", "xn--bcher-kva.example:443"),
        ("a-b.c1.example", "a-b.c1.example:443"),
        ("192.0.2.1", "192.0.2.1:443"),
        ("192.0.2.1.", "192.0.2.1:443"),
        ("[2001:DB8::0:1]", "[2001:db8::1]:443"),
        ("[::ffff:192.0.2.1]:80", "192.0.2.1:80"),
    ];
    for (text, form) in same {
        assert_eq!(read(text).as_deref(), Ok(form), "{text}");
    }
}

#[test]
fn what_could_be_read_in_two_ways_is_no_target() {
    let refused = [
        "",
        ".",
        "..",
        ":443",
        "example.com..",
        ".example.com",
        "a..b",
        "-a.b",
        "a-.b",
        "a_b.c",
        "example.com:",
        "example.com:0",
        "example.com:00443",
        "example.com:+443",
        "example.com:65536",
        "example.com:443:443",
        "example.com:x",
        "a@example.com",
        "a:b@example.com",
        "example.com@evil.example",
        "exa%6dple.com",
        "example.com%00.evil.example",
        "example.com\0.evil.example",
        "example.com\n",
        "example.com\r\nX: y",
        " example.com",
        "example.com ",
        "example.com/",
        "example.com/x",
        "example.com?x",
        "example.com#x",
        "example.com\\.evil.example",
        "bücher.example",
        "example。com",
        "１２７.0.0.1",
        "2130706433",
        "017700000001",
        "0x7f000001",
        "127.1",
        "127.0.1",
        "0177.0.0.1",
        "0x7f.0.0.1",
        "127.0.0.01",
        "1.2.3.4.5",
        "256.0.0.1",
        "example.0x",
        "example.123",
        "[::1",
        "::1]",
        "::1",
        "[]",
        "[127.0.0.1]",
        "[fe80::1%eth0]",
        "[fe80::1%25eth0]",
        "[::1]x",
        "[::1]x:80",
        "[[::1]]",
    ];
    for text in refused {
        assert!(read(text).is_err(), "{text:?} is {:?}", read(text));
    }
    assert_eq!(Target::read("example.com", None), Err(NotHost::Port));
    let long = format!("{}.example", "a".repeat(64));
    assert_eq!(read(&long), Err(NotHost::Label));
    assert_eq!(read(&"a.".repeat(200)), Err(NotHost::TooLong));
}

fn allowed(entries: &[&str]) -> Result<Allowed, NotAllowed> {
    let entries: Vec<String> = entries.iter().map(|it| (*it).to_owned()).collect();
    Allowed::read(&entries, &registries())
}

fn registries() -> [Registry; 1] {
    [Registry {
        name: "crates".into(),
        hosts: vec!["index.crates.io".into(), "static.crates.io".into()],
        tools: vec!["cargo".into()],
    }]
}

fn permits(allowed: &Allowed, target: &str) -> bool {
    allowed.permits(&Target::read(target, Some(443)).unwrap())
}

#[test]
fn names_are_compared_by_whole_parts() {
    let list = allowed(&[
        "crates",
        "Example.org.",
        "*.docs.example",
        "api.example:8443",
    ])
    .unwrap();
    for target in [
        "index.crates.io",
        "static.crates.io:80",
        "EXAMPLE.ORG",
        "example.org.:80",
        "a.docs.example",
        "b.a.docs.example:80",
        "api.example:8443",
    ] {
        assert!(permits(&list, target), "{target}");
    }
    for target in [
        "crates.io",
        "index.crates.io:22",
        "x.index.crates.io",
        "evilexample.org",
        "a.example.org",
        "example.org.evil.example",
        "docs.example",
        "evildocs.example",
        "api.example",
        "api.example:80",
        "1.1.1.1",
    ] {
        assert!(!permits(&list, target), "{target}");
    }
    assert!(list.permits_all(&registries()[0].hosts));
    let half = allowed(&["index.crates.io"]).unwrap();
    assert!(!half.permits_all(&registries()[0].hosts));
    assert!(!permits(&Allowed::default(), "example.org"));
}

#[test]
fn an_address_is_allowed_as_that_address_alone() {
    let list = allowed(&["1.1.1.1", "[2606:4700::1111]:443"]).unwrap();
    assert!(permits(&list, "1.1.1.1"));
    assert!(permits(&list, "[::ffff:1.1.1.1]:80"));
    assert!(permits(&list, "[2606:4700:0::1111]"));
    assert!(!permits(&list, "1.1.1.2") && !permits(&list, "[2606:4700::1111]:80"));
}

#[test]
fn entries_that_would_allow_too_much_or_nothing_are_refused() {
    let refused = [
        "*",
        "*.",
        "*.com",
        "localhost",
        "intranet",
        "cartes",
        "127.0.0.1",
        "10.0.0.1:443",
        "169.254.169.254",
        "[::1]",
        "[::ffff:10.0.0.1]",
        "[64:ff9b::7f00:1]",
        "*.1.1.1.1",
        "https://example.org",
        "example.org/x",
        "a@example.org",
        "*.*.example.org",
        "exa mple.org",
    ];
    for entry in refused {
        assert!(allowed(&[entry]).is_err(), "{entry}");
    }
    let unknown = allowed(&["cartes"]).unwrap_err();
    assert_eq!(unknown, NotAllowed::Unknown("cartes".into()));
}

/// Notations of one address of IPv4, odd ones among them.
fn notations(it: Ipv4Addr) -> Vec<String> {
    let [a, b, c, d] = it.octets();
    let number = it.to_bits();
    let six = it.to_ipv6_mapped();
    vec![
        it.to_string(),
        format!("{it}."),
        format!("{number}"),
        format!("0{number:o}"),
        format!("0x{number:x}"),
        format!("0X{number:X}"),
        format!("{a}.{}", number & 0x00ff_ffff),
        format!("{a}.{b}.{}", number & 0xffff),
        format!("0{a:o}.0{b:o}.0{c:o}.0{d:o}"),
        format!("0x{a:x}.0x{b:x}.0x{c:x}.0x{d:x}"),
        format!("{a}.{b}.{c}.0x{d:x}"),
        format!("[{six}]"),
        format!("[::ffff:{a:02x}{b:02x}:{c:02x}{d:02x}]"),
        format!("[0:0:0:0:0:FFFF:{it}]"),
        format!("[::{it}]"),
        format!("[64:ff9b::{it}]"),
        format!("[2002:{a:02x}{b:02x}:{c:02x}{d:02x}::1]"),
        format!("[{six}%1]"),
    ]
}

proptest! {
    #[test]
    fn no_text_stops_the_reader(text in any::<String>()) {
        let _either = Target::read(&text, Some(443));
        let _either = Target::read(&text, None);
        let _either = Allowed::read(&[text], &registries());
    }

    #[test]
    fn a_form_is_its_own_form(text in "[a-zA-Z0-9.:@%_\\[\\] -]{0,40}|\\[[0-9a-fA-F:.]{2,20}\\](:[0-9]{1,6})?") {
        if let Ok(target) = Target::read(&text, Some(443)) {
            let form = target.to_string();
            prop_assert_eq!(Target::read(&form, None), Ok(target));
            prop_assert_eq!(form.to_lowercase(), form);
        }
    }

    #[test]
    fn a_private_address_is_refused_in_any_notation(range in 0..6_usize, low in any::<u32>()) {
        let (first, mask): ([u8; 4], u32) = [
            ([127, 0, 0, 0], 0x00ff_ffff),
            ([10, 0, 0, 0], 0x00ff_ffff),
            ([172, 16, 0, 0], 0x000f_ffff),
            ([192, 168, 0, 0], 0xffff),
            ([169, 254, 0, 0], 0xffff),
            ([100, 64, 0, 0], 0x003f_ffff),
        ][range];
        let address = Ipv4Addr::from_bits(u32::from_be_bytes(first) | (low & mask));
        for text in notations(address) {
            prop_assert!(allowed(&[&text]).is_err(), "{} may be allowed", text);
            if let Ok(Target { host: Host::Address(it), .. }) = Target::read(&text, Some(443)) {
                prop_assert!(closed(it).is_some(), "{} is open", text);
            } else {
                prop_assert!(Target::read(&text, Some(443)).is_err(), "{} is a name", text);
            }
        }
    }

    #[test]
    fn what_is_behind_an_address_of_ipv6_is_looked_at(bits in any::<u128>()) {
        let address = Ipv6Addr::from_bits(bits);
        if let Some(four) = address.to_ipv4_mapped() {
            prop_assert_eq!(closed(IpAddr::V6(address)), closed(IpAddr::V4(four)));
        }
        let open = closed(IpAddr::V6(address)).is_none();
        prop_assert!(!open || address.segments()[0] & 0xe000 == 0x2000 || address.segments()[0] == 0x64
            || address.to_ipv4_mapped().is_some());
    }
}
