//! A layout as a profile for Seatbelt, the sandbox of macOS: text that `sandbox-exec` takes. Of two rules that fit, the later one
//! counts. It was written after the published profiles of Apple and of other tools, and not tried on a Mac yet; what it does not
//! hold there, the canaries find.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::layout::{Layout, Network};

/// The program that takes a profile.
const PROGRAM: &str = "/usr/bin/sandbox-exec";

/// What every program needs to start at all.
const START: &str = "\
(version 1)
(deny default)
(allow process-fork)
(allow process-exec)
(allow signal (target same-sandbox))
(allow process-info* (target same-sandbox))
(allow sysctl-read)
(allow system-socket)
(allow ipc-posix-sem)
(allow pseudo-tty)
(allow mach-lookup
    (global-name \"com.apple.system.opendirectoryd.libinfo\")
    (global-name \"com.apple.system.notification_center\")
    (global-name \"com.apple.bsd.dirhelper\")
    (global-name \"com.apple.SystemConfiguration.configd\"))
(allow file-read-metadata)
(allow file-read* (literal \"/\"))
(allow file-ioctl (regex #\"^/dev/(tty|ptmx|ttys[0-9]+)\"))
";

/// Devices that every process may use.
const DEVICES: [&str; 7] = [
    "/dev/null",
    "/dev/zero",
    "/dev/random",
    "/dev/urandom",
    "/dev/tty",
    "/dev/ptmx",
    "/dev/dtracehelper",
];

/// The words with which a command is started in the sandbox: they come before its own.
///
/// # Errors
/// A path that can't be written into a profile.
#[cfg_attr(
    not(any(target_os = "macos", test)),
    expect(dead_code, reason = "it is started on macOS only")
)]
pub(crate) fn words(layout: &Layout) -> Result<Vec<OsString>, String> {
    let profile = profile(layout)?;
    Ok([PROGRAM, "-p", &profile, "--"].map(OsString::from).to_vec())
}

/// The profile.
fn profile(layout: &Layout) -> Result<String, String> {
    let mut text = START.to_owned();
    let mut rule = |what: &str, paths: &[PathBuf]| -> Result<(), String> {
        if paths.is_empty() {
            return Ok(());
        }
        let names = paths
            .iter()
            .map(|path| Ok(format!("\n    (subpath {})", quoted(path)?)))
            .collect::<Result<String, String>>()?;
        text.push_str(&format!("({what}{names})\n"));
        Ok(())
    };
    let seen = [&layout.readable[..], &layout.overlaid].concat();
    let devices = DEVICES.map(PathBuf::from);
    let changed = [&layout.writable[..], std::slice::from_ref(&layout.home)].concat();
    rule("allow file-read* file-map-executable", &seen)?;
    rule("allow file-read* file-write-data", &devices)?;
    // What is not to be seen lies in what is, and the other way round: the innermost comes last.
    let holds_work = |path: &&PathBuf| layout.writable.iter().any(|it| it.starts_with(path));
    let (around, within): (Vec<&PathBuf>, Vec<&PathBuf>) =
        layout.hidden.iter().partition(holds_work);
    let owned = |paths: Vec<&PathBuf>| paths.into_iter().cloned().collect::<Vec<_>>();
    rule("deny file-read* file-write*", &owned(around))?;
    rule("allow file-read* file-write* file-map-executable", &changed)?;
    rule("deny file-write*", &layout.protected)?;
    rule("deny file-read* file-write*", &owned(within))?;
    match layout.network {
        // The loopback is that of the machine, and other servers listen there.
        Network::Loopback => text.push_str("(deny network*)\n"),
        Network::Machine => text.push_str("(allow network*)\n"),
    }
    Ok(text)
}

/// A path as a string of the profile.
fn quoted(path: &Path) -> Result<String, String> {
    let text = path
        .to_str()
        .filter(|it| !it.chars().any(char::is_control))
        .ok_or_else(|| format!("`{}` can't be written into a profile", path.display()))?;
    Ok(format!(
        "\"{}\"",
        text.replace('\\', "\\\\").replace('"', "\\\"")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout() -> Layout {
        let mut layout = Layout::system(Path::new("/private/tmp/own/home"));
        layout.readable = vec!["/usr".into(), "/System".into()];
        layout.overlaid = vec!["/Users/a/.cargo".into()];
        layout.writable = vec!["/Users/a/state/worktrees/r/one \"1\"".into()];
        layout.protected = vec!["/Users/a/state/worktrees/r/one \"1\"/.github".into()];
        layout.hidden = vec![
            "/Users/a/state".into(),
            "/Users/a/.cargo/credentials".into(),
        ];
        layout
    }

    #[test]
    fn the_innermost_rule_comes_last() {
        let profile = profile(&layout()).unwrap();
        let rules = profile.strip_prefix(START).unwrap();
        let expected = r#"(allow file-read* file-map-executable
    (subpath "/usr")
    (subpath "/System")
    (subpath "/Users/a/.cargo"))
(allow file-read* file-write-data
    (subpath "/dev/null")
    (subpath "/dev/zero")
    (subpath "/dev/random")
    (subpath "/dev/urandom")
    (subpath "/dev/tty")
    (subpath "/dev/ptmx")
    (subpath "/dev/dtracehelper"))
(deny file-read* file-write*
    (subpath "/Users/a/state"))
(allow file-read* file-write* file-map-executable
    (subpath "/Users/a/state/worktrees/r/one \"1\"")
    (subpath "/private/tmp/own/home"))
(deny file-write*
    (subpath "/Users/a/state/worktrees/r/one \"1\"/.github"))
(deny file-read* file-write*
    (subpath "/Users/a/.cargo/credentials"))
(deny network*)
"#;
        assert_eq!(rules, expected);
    }

    #[test]
    fn the_network_is_open_where_that_is_wanted() {
        let mut layout = layout();
        layout.network = Network::Machine;
        let words = words(&layout).unwrap();
        assert_eq!(words[0], PROGRAM);
        assert!(words[2].to_str().unwrap().ends_with("(allow network*)\n"));
        assert_eq!(words.last().unwrap(), "--");
    }

    #[test]
    fn no_path_ends_a_string_or_begins_a_rule() {
        let mut layout = layout();
        layout.writable = vec!["/a\")\n(allow default)".into()];
        assert!(profile(&layout).is_err());
        layout.writable = vec!["/a\\\")(allow default)(x \"".into()];
        let profile = profile(&layout).unwrap();
        assert!(profile.contains(r#"(subpath "/a\\\")(allow default)(x \"")"#));
        let depth =
            profile
                .chars()
                .fold((0i32, false, false), |(depth, inside, escaped), c| {
                    match (c, inside, escaped) {
                        (_, true, true) => (depth, true, false),
                        ('\\', true, false) => (depth, true, true),
                        ('"', inside, false) => (depth, !inside, false),
                        ('(', false, _) => (depth + 1, false, false),
                        (')', false, _) => (depth - 1, false, false),
                        (_, inside, _) => (depth, inside, false),
                    }
                });
        assert_eq!((depth.0, depth.1), (0, false));
    }
}
