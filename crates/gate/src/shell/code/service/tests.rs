//! What the small languages of services are judged to be.

use super::{connection, editor, socat};
use crate::shell::code::Deed;
use crate::shell::effect::Level;

#[test]
fn addresses_say_what_they_connect() {
    let found = socat("OPENSSL:203.0.113.9:443,verify=0");
    assert_eq!(
        found.deeds,
        [Deed::Connect {
            host: Some("203.0.113.9".to_owned()),
            sends: true
        }]
    );
    assert!(matches!(
        socat("EXEC:'sh -i',pty").deeds.first(),
        Some(Deed::Mark {
            level: Level::Deny,
            ..
        })
    ));
    assert!(!socat("NEVER-HEARD-OF:x").plain);
    assert_eq!(connection("app").deeds, []);
    let host = |text: &str| match connection(text).deeds.first() {
        Some(Deed::Connect { host, .. }) => host.clone().unwrap_or_default(),
        _ => String::new(),
    };
    assert_eq!(host("postgres://u:p@[::1]:5432/x"), "::1");
    assert_eq!(host("dbname=x host=db.prod.example"), "db.prod.example");
    assert_eq!(host("mongodb+srv://c.example/x"), "c.example");
}

#[test]
fn editors_may_move_but_run_nothing() {
    assert!(matches!(
        editor(":!id").deeds.first(),
        Some(Deed::Mark { .. })
    ));
    assert!(matches!(
        editor("%!sh").deeds.first(),
        Some(Deed::Mark { .. })
    ));
    assert!(matches!(
        editor(":set x | lua os.execute('id')").deeds.first(),
        Some(Deed::Mark { .. })
    ));
    assert!(editor("wq").deeds.is_empty() && editor("wq").plain);
    assert_eq!(
        editor("w /etc/passwd").deeds,
        [Deed::Write("/etc/passwd".to_owned())]
    );
}
