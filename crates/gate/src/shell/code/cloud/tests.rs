//! What the words of containers, clusters and migrations are judged to be.

use super::{container_word, migration, mount, resource};
use crate::shell::code::Deed;
use crate::shell::effect::Level;

#[test]
fn mounts_name_what_the_container_may_change() {
    assert_eq!(mount("data:/data").deeds, []);
    assert!(
        mount("/:/host")
            .deeds
            .contains(&Deed::Write("/".to_owned()))
    );
    assert!(
        mount("type=bind,source=/etc,target=/e")
            .deeds
            .contains(&Deed::Write("/etc".to_owned()))
    );
    assert!(matches!(
        mount("/run/docker.sock:/x").deeds.first(),
        Some(Deed::Mark {
            level: Level::Deny,
            ..
        })
    ));
}

#[test]
fn secrets_and_production_are_seen_by_name() {
    assert!(matches!(
        resource("pods,secrets").deeds.first(),
        Some(Deed::Secret(_))
    ));
    assert_eq!(resource("secretary").deeds, []);
    assert_eq!(migration("head").deeds, []);
    assert!(!migration("db:drop").deeds.is_empty() && !migration("env=prod").deeds.is_empty());
    assert_eq!(migration("reproduce").deeds, []);
    assert_eq!(container_word("environment").deeds, []);
}
