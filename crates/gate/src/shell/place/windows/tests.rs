//! Paths as Windows spells them, and the places they lead to.

use super::*;

const HERE: Ground<'_> = Ground {
    worktree: Some(r"C:\Users\dev\wt\f"),
    home: Some(r"C:\Users\dev"),
};
const POSIX: Ground<'_> = Ground {
    worktree: Some("/home/dev/wt/f"),
    home: Some("/home/dev"),
};

fn shown(place: &Place) -> String {
    match place {
        Place::Inside { path, .. } => format!("in {path}"),
        Place::Home { path, .. } => format!("home {path}"),
        Place::Outside { path, .. } => format!("out {path}"),
        Place::Unknown { known, why } => {
            let known = known.as_deref().map(shown).unwrap_or_default();
            format!("? {why} [{known}]")
        }
    }
}

#[test]
fn paths_lead_where_windows_leads_them() {
    for (path, expected) in [
        (r"src\a.rs", "in src/a.rs"),
        (r".\src\..\Cargo.toml", "in Cargo.toml"),
        (r"C:\users\DEV\wt\f\x", "in x"),
        (r"\\?\C:\Users\dev\wt\f\x", "in x"),
        (r"\\localhost\C$\Users\dev\wt\f\x", "in x"),
        (r"..\g\x", "home wt/g/x"),
        ("~", "home "),
        (r"~\.ssh\id_rsa", "home .ssh/id_rsa"),
        (r"C:\Windows\System32", "out C:/Windows/System32"),
        (r"\Windows", "out C:/Windows"),
        ("C:x", "? a path relative to the directory of a drive []"),
        (r"\\srv\share\x", "out //srv/share/x"),
        (r"\\.\PhysicalDrive0", "out //./physicaldrive0"),
        ("NUL", "out /dev/null"),
        (r"src\nul.txt", "out /dev/null"),
        ("com1", "out //./com1"),
        (r"HKCU:\Software\X", "out hkcu:/software/x"),
        (r"Registry::HKEY_LOCAL_MACHINE\SAM", "out hklm:/sam"),
        ("env:PATH", "out env:/path"),
        (r".git.\hooks\x", "in .git/hooks/x"),
        (r"GIT~1\hooks", "in .git/hooks"),
        (r".git::$INDEX_ALLOCATION\x", "in .git/x"),
        ("a.txt:evil", "? an alternate data stream [in a.txt]"),
        (r"C:\PROGRA~1\x", "? a short name [out C:/PROGRA~1/x]"),
        ("FileSystem::C:\\x", "out C:/x"),
    ] {
        let place = Place::of_windows(HERE, "", path, false);
        assert_eq!(shown(&place), expected, "{path}");
    }
}

#[test]
fn a_ground_without_drives_is_the_same_ground() {
    for (path, expected) in [
        (r"src\a.rs", "in src/a.rs"),
        (r"C:\Users\dev\x", "home x"),
        (r"C:\Users\dev\wt\f\x", "in x"),
        (r"C:\Users\eve\x", "out C:/Users/eve/x"),
        ("/home/dev/wt/f/x", "in x"),
        (r"..\..\..\..\etc", "out /etc"),
        (r"C:\x", "out C:/x"),
    ] {
        let place = Place::of_windows(POSIX, "", path, false);
        assert_eq!(shown(&place), expected, "{path}");
    }
    let place = Place::of_windows(Ground::default(), "sub", r"..\..\x", false);
    assert_eq!(shown(&place), "out ../x");
}
