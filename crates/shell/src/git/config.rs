//! What git's configuration keys do. Many of them name programs, other files, other servers: whoever sets one decides
//! what git runs. The same table serves `-c`, `git config` and the variables that stand for a key.

use crate::effect::Level;
use crate::model::words::fits;

/// What stands against a setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Against {
    /// Whether a person may grant it.
    pub level: Level,
    /// The name of the rule, kebab-case.
    pub id: &'static str,
    /// The reason, for people.
    pub why: String,
}

/// What a key is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Means {
    /// A program or a shell line that git runs.
    Runs,
    /// A directory or file that holds programs, hooks or more configuration.
    Loads,
    /// Where connections go, or through whom.
    Redirects,
    /// A guard, on by default: `false` switches it off.
    Guards,
    /// What is trusted, signed or published: a person's choice.
    Chooses,
    /// Who is said to have written and committed something.
    Signs,
    /// How things look, are named or are merged.
    Shapes,
}

/// Keys in lower case, the first that fits counts; `*` is any text.
const KEYS: &[(Means, &str)] = &[
    (
        Means::Runs,
        "core.sshcommand core.pager pager.* core.editor sequence.editor core.fsmonitor credential.*helper core.askpass \
         core.gitproxy core.alternaterefscommand diff.external diff.*.command diff.*.textconv merge.*.driver \
         filter.*.clean filter.*.smudge filter.*.process gpg.*program gpg.ssh.defaultkeycommand \
         remote.*.uploadpack remote.*.receivepack remote.*.vcs uploadpack.packobjectshook \
         interactive.difffilter difftool.*.cmd difftool.*.path mergetool.*.cmd mergetool.*.path man.*.cmd man.*.path \
         man.viewer browser.*.cmd browser.*.path web.browser help.browser instaweb.* sendemail.*smtpserver sendemail.*cmd \
         trailer.*.command trailer.*.cmd tar.*.command guitool.*.cmd hook.*.command imap.tunnel imap.*.tunnel alias.* \
         submodule.*.update lfs.customtransfer.* lfs.extension.* diff.guitool merge.guitool",
    ),
    (
        Means::Loads,
        "core.hookspath init.templatedir include.path includeif.* core.worktree core.attributesfile core.gitdir \
         extensions.* fsmonitor.* receive.procreceiverefs",
    ),
    (
        Means::Redirects,
        "url.*.insteadof url.*.pushinsteadof http.*proxy https.*proxy remote.*.proxy remote.*.url remote.*.pushurl \
         protocol.allow protocol.*.allow http.*curloptresolve http.*extraheader sendemail.* lfs.url lfs.pushurl submodule.*.url",
    ),
    (
        Means::Guards,
        "http.*sslverify https.*sslverify core.protecthfs core.protectntfs core.symlinks transfer.fsckobjects \
         fetch.fsckobjects receive.* clean.requireforce commit.gpgsign tag.gpgsign push.gpgsign core.checkroundtripencoding",
    ),
    (
        Means::Chooses,
        "safe.* ssh.variant gpg.* user.signingkey http.* https.* credential.* remote.* transfer.* push.recursesubmodules \
         push.pushoption gc.* maintenance.* uploadpack.* uploadarchive.* gitweb.* help.autocorrect core.sharedrepository \
         core.bare core.repositoryformatversion submodule.* lfs.* core.excludesfile diff.tool merge.tool difftool.* \
         mergetool.* imap.* svn.* commit.template",
    ),
    (Means::Signs, "user.name user.email author.* committer.*"),
    (
        Means::Shapes,
        "user.* color.* column.* advice.* log.* diff.* merge.* pull.* rebase.* branch.* status.* \
         stash.* tag.* blame.* grep.* rerere.* format.* i18n.* pack.* index.* feature.* versionsort.* showbranch.* \
         notes.* init.defaultbranch core.* push.* fetch.* checkout.* switch.* commit.* apply.* mailmap.* am.* help.* \
         revert.* protocol.version sequence.* interactive.* worktree.* show.* gui.* pager fetch.prune clone.*",
    ),
];

/// Values with which a key that runs something runs nothing.
const NOTHING: [&str; 12] = [
    "",
    "true",
    "false",
    "yes",
    "no",
    "on",
    "off",
    "0",
    "1",
    ":",
    "cat",
    "/bin/true",
];

/// Programs that only show or edit text, which a person may want in a place where git runs one.
const SHOWS: [&str; 14] = [
    "less",
    "more",
    "delta",
    "bat",
    "most",
    "vim",
    "vi",
    "nano",
    "emacs",
    "ed",
    "code",
    "difft",
    "diff-so-fancy",
    "head",
];

/// What stands against setting a key, for one command. The value may hold `\u{fffd}` for what is not known.
pub fn setting(key: &str, value: &str) -> Option<Against> {
    let key = key.trim().to_lowercase();
    let value = value.trim();
    let found = KEYS.iter().find(|(_, patterns)| {
        patterns
            .split_whitespace()
            .any(|pattern| fits(pattern, &key))
    });
    let Some((means, _)) = found else {
        return asks("git-config", format!("what `{key}` does is not known"));
    };
    match means {
        Means::Runs => runs(&key, value),
        Means::Loads if key == "core.hookspath" && matches!(value, "" | "/dev/null") => {
            asks("skips-checks", "the project's own hooks are left out")
        }
        Means::Loads => denies(
            "runs-programs",
            format!("`{key}` makes git load or run what stands elsewhere"),
        ),
        Means::Redirects if value.is_empty() => None,
        Means::Redirects if key.starts_with("protocol.") => protocol(&key, value),
        Means::Redirects => denies("redirects", format!("`{key}` changes where connections go")),
        Means::Guards if off(value) && key.ends_with("gpgsign") => {
            asks("skips-checks", "commits would not be signed")
        }
        Means::Guards if off(value) => {
            denies("skips-checks", format!("`{key}` switches a guard off"))
        }
        Means::Shapes if value.starts_with(['/', '~']) || value.starts_with("../") => asks(
            "reads-outside",
            format!("`{key}` names a file outside the worktree"),
        ),
        Means::Signs => asks(
            "forges-author",
            format!("`{key}` has commits made in another name"),
        ),
        Means::Guards | Means::Shapes => None,
        Means::Chooses => asks(
            "git-config",
            format!("`{key}` changes what git trusts or keeps"),
        ),
    }
}

/// Whether everybody may see the value of a key: it holds neither passwords nor programs.
pub fn is_plain(key: &str) -> bool {
    let key = key.to_lowercase();
    let found = KEYS.iter().find(|(_, patterns)| {
        patterns
            .split_whitespace()
            .any(|pattern| fits(pattern, &key))
    });
    match found {
        Some((Means::Redirects | Means::Chooses, _)) => {
            let secret = [
                "header", "password", "token", "secret", "cookie", "helper", "proxy",
            ];
            !secret.iter().any(|word| key.contains(word))
        }
        Some(_) => true,
        None => false,
    }
}

fn runs(key: &str, value: &str) -> Option<Against> {
    if key.starts_with("alias.") || key.starts_with("submodule.") {
        return if value.starts_with('!') {
            denies("runs-programs", format!("`{key}` would run `{value}`"))
        } else if key.starts_with("alias.") {
            asks("git-config", "an alias gives other words another meaning")
        } else {
            None
        };
    }
    if NOTHING.contains(&value) {
        return None;
    }
    let first = value.split_whitespace().next().unwrap_or_default();
    let whole = !value.contains(['|', ';', '&', '$', '`', '<', '>', '\n', '\u{fffd}', '!']);
    let shows = whole && SHOWS.contains(&first);
    let named = whole && key.ends_with("helper") && !value.contains(['/', ' ']);
    if shows || named {
        return asks("runs-programs", format!("`{key}` would start `{value}`"));
    }
    denies("runs-programs", format!("`{key}` makes git run `{value}`"))
}

fn protocol(key: &str, value: &str) -> Option<Against> {
    match value {
        "never" => None,
        _ if matches!(
            key,
            "protocol.allow" | "protocol.ext.allow" | "protocol.fd.allow"
        ) =>
        {
            denies("runs-programs", "it opens transports that run any command")
        }
        _ => asks(
            "git-config",
            format!("`{key}` opens a transport that is closed by default"),
        ),
    }
}

fn off(value: &str) -> bool {
    matches!(
        value.to_lowercase().as_str(),
        "false" | "no" | "off" | "0" | ""
    ) || value.contains('\u{fffd}')
}

fn asks(id: &'static str, why: impl Into<String>) -> Option<Against> {
    Some(Against {
        level: Level::Ask,
        id,
        why: why.into(),
    })
}

fn denies(id: &'static str, why: impl Into<String>) -> Option<Against> {
    Some(Against {
        level: Level::Deny,
        id,
        why: why.into(),
    })
}
