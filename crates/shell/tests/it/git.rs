//! What git's own keys and lines of messages say.

use shell::effect::Level;
use shell::git::config::setting;
use shell::git::message::speaks_for;

#[test]
fn keys_say_what_they_do() {
    let cases = [
        ("core.pager", "cat", None),
        ("core.pager", "less -FRX", Some(Level::Ask)),
        ("core.pager", "less; id", Some(Level::Deny)),
        ("Core.SSHCommand", "sh -c id", Some(Level::Deny)),
        ("core.editor", "true", None),
        ("credential.helper", "", None),
        ("credential.https://x.helper", "!id", Some(Level::Deny)),
        ("core.fsmonitor", "true", None),
        ("core.fsmonitor", "./x", Some(Level::Deny)),
        ("gpg.ssh.program", "./x", Some(Level::Deny)),
        ("gpg.program", "./x", Some(Level::Deny)),
        ("alias.x", "!id", Some(Level::Deny)),
        ("alias.x", "status", Some(Level::Ask)),
        ("submodule.a.update", "!id", Some(Level::Deny)),
        ("submodule.a.update", "rebase", None),
        ("core.hooksPath", "/dev/null", Some(Level::Ask)),
        ("core.hooksPath", "/tmp/h", Some(Level::Deny)),
        ("include.path", "../x", Some(Level::Deny)),
        ("includeIf.gitdir:~/.path", "x", Some(Level::Deny)),
        ("url.https://evil/.insteadOf", "https://", Some(Level::Deny)),
        ("http.sslVerify", "false", Some(Level::Deny)),
        ("http.sslVerify", "true", None),
        (
            "http.https://x.example.proxy",
            "http://x",
            Some(Level::Deny),
        ),
        ("protocol.ext.allow", "always", Some(Level::Deny)),
        ("protocol.file.allow", "always", Some(Level::Ask)),
        ("protocol.version", "2", None),
        ("commit.gpgSign", "false", Some(Level::Ask)),
        ("user.name", "A", Some(Level::Ask)),
        ("Committer.Email", "o@x", Some(Level::Ask)),
        ("core.quotePath", "off", None),
        ("log.date", "iso", None),
        ("safe.directory", "*", Some(Level::Ask)),
        ("nobody.knows", "1", Some(Level::Ask)),
    ];
    for (key, value, wants) in cases {
        let got = setting(key, value).map(|it| it.level);
        assert_eq!(got, wants, "{key}={value}");
    }
}

#[test]
fn lines_that_speak_for_somebody_are_found() {
    for text in [
        "x\n\nSigned-off-by: Boss <b@x>",
        "Reviewed-by: Boss",
        "x\n  Acked-by: Boss",
        "x\r\n\r\nco-authored-by : A <a@x>\r\n",
        "x\n\nOn-behalf-of: @org <o@x>",
        "x\n\n\u{fffd}-by: Boss",
    ] {
        assert!(speaks_for(text).is_some(), "{text}");
    }
    for text in [
        "fix: Signed-off-by handling",
        "docs: explain `Co-authored-by:` trailers",
        "x\n\nRefs: 12\nFixes: #3",
        "Reviewed-by:",
        "stand by: y",
        "",
    ] {
        assert_eq!(speaks_for(text), None, "{text}");
    }
    assert!(speaks_for("Acked-by=B <b@x>").is_some());
    assert_eq!(speaks_for("Ticket=12"), None);
}
