//! Paths as Windows spells them, and the places they lead to.

use ledger::proposal::Shell;
use shell::effect::What;
use shell::effects_of_command;
use shell::place::{Ground, Place};

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

/// The place that PowerShell reads for a path in quotes.
fn read(ground: Ground<'_>, cwd: &str, path: &str) -> Place {
    let command = format!("Get-Content -LiteralPath '{path}'");
    let effects = effects_of_command(Shell::Powershell, &command, ground, cwd).unwrap();
    let all = format!("{effects:?}");
    let mut places = effects.into_iter().filter_map(|effect| {
        if let What::Read { place, .. } | What::List(place) = effect.what {
            return Some(place);
        }
        None
    });
    places.next().unwrap_or_else(|| panic!("{command}: {all}"))
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
        ("NUL", "out /dev/null"),
        (r"src\nul.txt", "out /dev/null"),
        (r".git.\hooks\x", "in .git/hooks/x"),
        (r"GIT~1\hooks", "in .git/hooks"),
        (r".git::$INDEX_ALLOCATION\x", "in .git/x"),
        ("a.txt:evil", "? an alternate data stream [in a.txt]"),
        (r"C:\PROGRA~1\x", "? a short name [out C:/PROGRA~1/x]"),
        ("FileSystem::C:\\x", "out C:/x"),
    ] {
        let place = read(HERE, "", path);
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
        let place = read(POSIX, "", path);
        assert_eq!(shown(&place), expected, "{path}");
    }
    let place = read(Ground::default(), "sub", r"..\..\x");
    assert_eq!(shown(&place), "out ../x");
}
