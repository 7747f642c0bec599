//! Any bytes as the head of a request to the proxy: what is passed on is one head for one host, in the one form that it has.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tools::proxy::head::{Asked, HEAD_BYTES_MAX, read};
use tools::proxy::host::Target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(Some((asked, length))) = read(bytes) else {
        return;
    };
    assert!(length <= bytes.len() && length <= HEAD_BYTES_MAX);
    let target = match &asked {
        Asked::Tunnel(target) => target,
        Asked::Plain(plain) => {
            assert_eq!(plain.head.matches("\r\n\r\n").count(), 1);
            assert_eq!(plain.head.matches("\r\nHost: ").count(), 1);
            assert!(plain.head.ends_with("\r\nConnection: close\r\n\r\n"));
            // A server reads the same of it.
            let again = plain.head.replacen(' ', &format!(" http://{}", plain.target), 1);
            let Ok(Some((Asked::Plain(read), _))) = read(again.as_bytes()) else {
                panic!("what is passed on can't be read: {again:?}");
            };
            assert_eq!((&read.target, read.body), (&plain.target, plain.body));
            &plain.target
        }
    };
    let form = target.to_string();
    assert_eq!(Target::read(&form, None).as_ref(), Ok(target));
    assert_eq!(form.to_ascii_lowercase(), form);
});
