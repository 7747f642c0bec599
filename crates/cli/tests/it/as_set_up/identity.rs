//! Who commits, and whether commits are signed.

use super::{commit, refused, run, world};
use crate::agent::work;
use crate::support::{Said, World};

const NEW: &str = "n.txt";

fn new_world() -> World {
    world(&[("a.txt", "x\n")], &work(NEW, "y\n"), "")
}

/// Author and committer of the newest commit.
fn who(world: &World) -> String {
    world
        .git(&["log", "-1", "--format=%an <%ae> / %cn <%ce>", "main"])
        .trim()
        .to_owned()
}

fn run_with(world: &World, variables: &[(&str, &str)]) -> Said {
    let mut command = world.command(&["run", "--mode", "quick", "do it"]);
    world.finish(command.envs(variables.iter().copied()))
}

#[test]
fn the_environment_names_who_commits_before_any_file_does() {
    let world = new_world();
    world.set_up("author.name", "Writer");
    let said = run_with(
        &world,
        &[
            ("GIT_COMMITTER_NAME", "CI"),
            ("GIT_COMMITTER_EMAIL", "ci@example.invalid"),
            ("GIT_AUTHOR_EMAIL", "w@example.invalid"),
        ],
    );
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(
        who(&world),
        "Writer <w@example.invalid> / CI <ci@example.invalid>"
    );
}

/// Identities by folder, as people with two employers have them.
#[test]
fn files_that_are_included_name_who_commits() {
    let world = new_world();
    let more = world.path("home/work.gitconfig");
    std::fs::write(&more, "[user]\n\temail = \"ada@work.invalid\"\n").expect("a file");
    let key = format!("includeIf.gitdir:{}/.path", world.repository().display());
    world.set_up(&key, more.to_str().expect("a path"));
    let said = run(&world);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(
        who(&world),
        "Ada <ada@work.invalid> / Ada <ada@work.invalid>"
    );
    assert!(!said.words().contains("nobody is configured"), "{said:?}");
}

#[test]
fn an_identity_that_is_made_up_is_said() {
    let world = new_world();
    std::fs::remove_file(world.path("home/.gitconfig")).expect("a file");
    let said = run(&world);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(
        who(&world),
        "Interlock <interlock@localhost> / Interlock <interlock@localhost>"
    );
    assert!(
        said.err
            .contains("nobody is configured to commit, so it is Interlock"),
        "{said:?}"
    );
}

#[test]
fn where_nobody_may_be_made_up_nothing_begins_without_a_name() {
    let world = new_world();
    std::fs::remove_file(world.path("home/.gitconfig")).expect("a file");
    world.set_up("user.useConfigOnly", "true");
    let said = run(&world);
    refused(
        &world,
        &said,
        &["user.useConfigOnly", "git config user.name"],
    );
    let both = [
        ("GIT_AUTHOR_NAME", "A"),
        ("GIT_AUTHOR_EMAIL", "a@b"),
        ("GIT_COMMITTER_NAME", "C"),
        ("GIT_COMMITTER_EMAIL", "c@d"),
    ];
    let said = run_with(&world, &both);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(who(&world), "A <a@b> / C <c@d>");
}

/// What signs in these tests: any program that says what the one of OpenPGP says.
const SIGNER: &str = "#!/bin/sh\necho '[GNUPG:] BEGIN_SIGNING' >&2\necho '[GNUPG:] SIG_CREATED ' >&2\ncat > /dev/null\n\
                      echo \"signed $@\" >> \"$HOME/signed\"\nprintf -- '-----BEGIN PGP SIGNATURE-----\\n\\nx\\n-----END PGP SIGNATURE-----\\n'\n";

fn is_signed(world: &World, commit: &str) -> bool {
    let text = world.git(&["cat-file", "commit", commit]);
    text.contains("gpgsig -----BEGIN PGP SIGNATURE-----")
}

#[test]
fn every_commit_that_reaches_the_target_is_signed_where_that_is_wanted() {
    let world = new_world();
    let program = world.program("signer", SIGNER);
    world.set_up("gpg.program", program.to_str().expect("a path"));
    world.set_up("commit.gpgSign", "true");
    world.set_up("user.signingKey", "0123ABCD");
    // The target goes on meanwhile, so that a merge is made too.
    let check = "[ -e \"$HOME/once\" ] || { touch \"$HOME/once\"; cd \"$HOME/../repo with spaces\"; echo t > t.txt; git add t.txt; git commit -qm theirs; }\n";
    world.write("check.sh", check);
    commit(&world, "check");
    let path = world.path("home/.config/interlock/config.yml");
    let text = std::fs::read_to_string(&path).expect("a configuration");
    let checked = text.replace(
        "levels: [1, 2, 3, 4]",
        "levels: [1, 2, 3, 4], commands: [sh check.sh]",
    );
    world.configure(&checked);
    let said = run(&world);
    assert_eq!(said.code, 0, "{said:?}");
    let merged = world.git(&["rev-list", "--merges", "--count", "main"]);
    assert_eq!(merged, "1\n", "{said:?}");
    let ours = world.git(&["rev-list", "--grep", "Interlock-Run", "main"]);
    assert_eq!(ours.lines().count(), 2, "{ours}");
    for commit in ours.lines() {
        assert!(is_signed(&world, commit), "{commit}");
    }
    let asked = std::fs::read_to_string(world.path("home/signed")).expect("it was asked");
    assert!(asked.contains("0123ABCD"), "{asked}");
}

#[test]
fn signatures_of_other_kinds_are_made_as_well() {
    for (format, key) in [
        ("x509", "gpg.x509.program"),
        ("openpgp", "gpg.openpgp.program"),
    ] {
        let world = new_world();
        let program = world.program("signer", SIGNER);
        world.set_up("gpg.format", format);
        world.set_up(key, program.to_str().expect("a path"));
        world.set_up("commit.gpgSign", "true");
        let said = run(&world);
        assert_eq!(said.code, 0, "{format}: {said:?}");
        assert!(
            world
                .git(&["cat-file", "commit", "main"])
                .contains("gpgsig"),
            "{format}"
        );
    }
    let ssh = "#!/bin/sh\nfor f; do :; done\nprintf -- '-----BEGIN SSH SIGNATURE-----\\nx\\n-----END SSH SIGNATURE-----\\n' > \"$f.sig\"\n";
    let world = new_world();
    let program = world.program("signer", ssh);
    world.set_up("gpg.format", "ssh");
    world.set_up("gpg.ssh.program", program.to_str().expect("a path"));
    world.set_up("user.signingKey", "~/key.pub");
    world.set_up("commit.gpgSign", "true");
    std::fs::write(world.path("home/key.pub"), "ssh-ed25519 AAAA x\n").expect("a key");
    let said = run(&world);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(
        world
            .git(&["cat-file", "commit", "main"])
            .contains("BEGIN SSH SIGNATURE")
    );
}

#[test]
fn where_nothing_can_be_signed_nothing_begins() {
    for (program, why) in [
        ("#!/bin/sh\nexit 2\n", "gpg failed to sign"),
        ("#!/nowhere\n", "gpg"),
    ] {
        let world = new_world();
        let program = world.program("signer", program);
        world.set_up("gpg.program", program.to_str().expect("a path"));
        world.set_up("commit.gpgSign", "true");
        refused(
            &world,
            &run(&world),
            &["commit.gpgSign", why, "git config commit.gpgSign false"],
        );
        // As the message says.
        world.git(&["config", "commit.gpgSign", "false"]);
        let said = run(&world);
        assert_eq!(said.code, 0, "{said:?}");
    }
}

/// A key that is lost on the way parks the run with the reason, and once it is back the run goes on.
#[test]
fn a_key_that_goes_away_meanwhile_is_waited_for() {
    let world = new_world();
    let program = world.program("signer", &SIGNER.replace("cat > /dev/null", "cat > /dev/null; [ ! -e \"$HOME/away\" ] || { echo 'card removed' >&2; exit 2; }; touch \"$HOME/away\""));
    world.set_up("gpg.program", program.to_str().expect("a path"));
    world.set_up("commit.gpgSign", "true");
    let said = run(&world);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(
        said.words().contains("gpg failed to sign the data"),
        "{said:?}"
    );
    world.program("signer", SIGNER);
    let said = world.run(&["resume", &crate::crash::story::name(&world)]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(is_signed(&world, "main"));
}

/// Whoever hands over a folder does not name the program that signs.
#[test]
fn a_signing_program_of_the_repositorys_own_configuration_does_not_run() {
    let world = new_world();
    let canary = world.path("canary");
    let program = world.program(
        "signer",
        &format!("#!/bin/sh\ntouch '{}'\n", canary.display()),
    );
    world.git(&["config", "gpg.program", program.to_str().expect("a path")]);
    world.git(&["config", "commit.gpgSign", "true"]);
    refused(
        &world,
        &run(&world),
        &["gpg.program", "repository's own configuration"],
    );
    assert!(!canary.exists());
}
