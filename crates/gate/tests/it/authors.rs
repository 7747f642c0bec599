//! Nobody commits, signs or approves in the name of another.

use ledger::facts::{Fact, Question};
use ledger::gate::Verdict;

use crate::world::{base, shell_decision};

fn verdict(command: &str, message: Option<&str>) -> Verdict {
    let told = |question: &Question| match question {
        Question::Text(asked) => Some(Fact::Text {
            asked: asked.clone(),
            text: message.map(str::to_owned),
        }),
        Question::Path(_)
        | Question::Branch
        | Question::Declared
        | Question::DashedName(_)
        | Question::Names(_)
        | Question::InBase(_)
        | Question::Alike(_) => None,
    };
    shell_decision(command, &base(), &told).verdict
}

const FORGED: &[&str] = &[
    // By an option.
    r#"git commit --author="Other <o@x>" -m x"#,
    "git commit --auth 'Other <o@x>' -m x",
    "git commit --amend --no-edit --author='O <o@x>'",
    "git commit --date=2020-01-01 -m x",
    "git commit --amend --reset-author --no-edit",
    "git commit -C HEAD~1",
    "git -c user.name=Other commit -m x",
    "git -c USER.Email=o@x commit -m x",
    "git -c author.name=O commit -m x",
    "git --config-env=user.name=HOME commit -m x",
    "git config user.name Other",
    "git config set --local user.email o@x",
    "git config commit.template m.txt",
    // By a variable.
    "GIT_AUTHOR_NAME=Other git commit -m x",
    "GIT_COMMITTER_EMAIL=o@x git commit -m x",
    "GIT_AUTHOR_DATE='2020-01-01' git commit -m x",
    "EMAIL=o@x git commit -m x",
    "export GIT_AUTHOR_NAME=Other; git commit -m x",
    "GIT_AUTHOR_NAME=x; export GIT_AUTHOR_NAME; git commit -m y",
    "export GIT_AUTHOR_NAME; GIT_AUTHOR_NAME=x; git commit -m y",
    "declare -x GIT_COMMITTER_NAME=x; git commit -m y",
    "set -a; GIT_AUTHOR_NAME=x; git commit -m x",
    "read GIT_AUTHOR_NAME < a.txt; export GIT_AUTHOR_NAME; git commit -m x",
    "f() { local -x GIT_AUTHOR_NAME=x; git commit -m x; }; f",
    "env GIT_AUTHOR_EMAIL=o@x git commit -m x",
    "env -S 'GIT_AUTHOR_NAME=x git commit' -m x",
    "nice timeout 5 env GIT_AUTHOR_NAME=x git commit -m x",
    "sh -c 'GIT_AUTHOR_NAME=x git commit -m y'",
    "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=user.name GIT_CONFIG_VALUE_0=x git commit -m x",
    "XDG_CONFIG_HOME=conf git commit -m x",
    // By what the message says.
    "git commit -m x --trailer 'Reviewed-by: Boss <b@x>'",
    "git commit -m x --trailer=Acked-by=Boss",
    "git commit -m x -m 'Co-authored-by: Boss <b@x>'",
    "git commit -m $'x\n\nReviewed-by: Boss <b@x>'",
    "git commit -m 'x\n\nSigned-off-by: Boss <b@x>'",
    "git commit -F - <<'EOF'\nx\n\nTested-by: Boss <b@x>\nEOF",
    r"printf 'x\n\nTested-by: B <b@x>\n' > m.txt; git commit -F m.txt",
    r#"git commit -m "$(printf 'x\n\nAcked-by: B <b@x>')""#,
    r#"git commit -m "$(cat m.txt)""#,
    r#"git commit -m "$MESSAGE""#,
    "git commit -F unread.txt",
    "git commit -F - < unread.txt",
    "git commit -t unread.txt",
    r"git merge -m 'x\n' -F unread.txt topic",
    "git tag -a v1 -m 'Approved-by: Boss'",
    "git tag -s v1 -m x",
    "git interpret-trailers --in-place --trailer 'Reviewed-by: B' m.txt",
    // Beside the commit.
    "git notes add -m approved HEAD",
    "git notes append -m x",
    "git hash-object -t commit -w --stdin < x",
    "git rebase -x 'git commit --amend --author=x --no-edit' main",
    "git commit-tree -m 'Reviewed-by: B' HEAD^{tree}",
];

const OWN: &[&str] = &[
    "git commit -m 'fix: x'",
    "git commit -s -m x",
    "git commit --signoff -m x",
    "git commit --amend --no-edit",
    "git commit -am 'feat: x' -m 'body text: why'",
    "git commit -m 'fix: x' -m 'Refs: 12'",
    "git commit -m 'fix: x' --trailer 'Fixes: 12'",
    "git commit -m 'docs: explain Co-authored-by: trailers'",
    r#"git commit -m "wip: $(git branch --show-current) $(date +%F)""#,
    "git commit -F - <<'EOF'\nfix: x\n\nlonger\nEOF",
    r"printf 'fix: x\n' > m.txt; git commit -F m.txt",
    "git log --author=Boss",
    "git log --grep='Reviewed-by: Boss'",
    "git config user.name",
    "git config --get user.email",
    "git shortlog -sn",
    "git notes list",
    "git interpret-trailers --parse < m.txt",
    "git tag -l",
    "git merge --no-ff -m 'Merge x' topic",
    "git revert --no-edit HEAD",
];

#[test]
fn a_commit_in_another_name_asks() {
    let allowed: Vec<&&str> = FORGED
        .iter()
        .filter(|line| verdict(line, None) == Verdict::Allow)
        .collect();
    assert!(allowed.is_empty(), "{allowed:#?}");
}

#[test]
fn a_commit_in_the_agents_own_name_is_everyday() {
    let asked: Vec<&&str> = OWN
        .iter()
        .filter(|line| verdict(line, None) != Verdict::Allow)
        .collect();
    assert!(asked.is_empty(), "{asked:#?}");
}

#[test]
fn a_message_in_a_file_is_read_before_it_is_used() {
    for line in [
        "git commit -F m.txt",
        "git commit --file=m.txt",
        "git commit -aFm.txt",
        "git tag -F m.txt v1",
        "git merge -F m.txt topic",
        "git commit -t m.txt",
    ] {
        assert_eq!(verdict(line, Some("fix: x\n")), Verdict::Allow, "{line}");
        let signed = Some("fix: x\n\nReviewed-by: Boss <b@x>\n");
        assert_eq!(verdict(line, signed), Verdict::Ask, "{line}");
        assert_eq!(verdict(line, None), Verdict::Ask, "{line}");
    }
}
