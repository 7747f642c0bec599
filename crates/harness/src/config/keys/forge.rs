//! Keys of forges, of the agents that work there, and of the daemon that drives them.

use super::key::{Key, LINE, LINES, PATH, SECONDS, Stricter, URL, VARIABLE, keys};
use crate::config::kind::Kind;

/// Accounts and repositories of a list.
const NAMES: Kind = Kind::List(&LINE, 1_000);

/// What is read of one delivery, in megabytes, is no more: a larger limit would let in what is of no use.
pub(crate) const BODY_MB_MAX: u64 = 25;

/// Keys of forges.
pub(super) const OF_FORGES: &[Key] = keys! {
    "forge.*.kind": Kind::Choice(&["gitea", "forgejo", "github"]), "", Yours,
        "A forge, by a name of yours: which kind of server it is.";
    "forge.*.url": URL, "", Yours,
        "Its address, as people open it: `https://forge.example`. Nothing is ever sent to another one, whatever a forge says of itself.";
    "forge.*.api_url": URL, "", Yours,
        "The address of its interface, where that is not the usual one below `url`.";
    "forge.*.login": LINE, "", Yours,
        "The account under which runs are published that no agent of `roster` works on.";
    "forge.*.token_env": VARIABLE, "", Yours,
        "The environment variable that holds that account's token.";
    "forge.*.repositories": NAMES, "", Yours,
        "Repositories that `interlock serve` watches: `owner/name`, or `owner/*` for all of an owner.";
    "forge.*.hook_secret_env": VARIABLE, "", Yours,
        "The environment variable with the secret that deliveries are signed with. Two, with a comma between them, are both taken while one replaces the other.";

    "merge.via": Kind::Choice(&["pull-request", "branch"]), "", Ignored,
        "How verified work comes into its target: `branch` moves the target branch, as where no forge is concerned; `pull-request` pushes the run's branch, opens a pull request, and is done when that stands. Runs from issues do the latter where nothing is said.";
    "merge.forge": LINE, "", Ignored,
        "The forge that pull requests of runs in a checkout go to, where more than one is configured.";
    "merge.repository": LINE, "", Ignored,
        "The repository there, `owner/name`; without it the one that the remote `origin` names.";

    "roster.*.login": LINE, "", Yours,
        "An agent that works on a forge, by a name of yours: its account there.";
    "roster.*.token_env": VARIABLE, "", Yours,
        "The environment variable that holds the token of that account.";
    "roster.*.forge": LINE, "", Yours,
        "The forge that it works on, where more than one is configured.";
    "roster.*.display_name": LINE, "", Yours,
        "How it signs what it says; without it its name.";
    "roster.*.role": LINE, "", Yours,
        "What it is in the team, in a few words: it is told so.";
    "roster.*.capabilities": LINES, "", Yours,
        "What it can do, in words. The one with `coordinator` gets what is assigned to nobody, the one with `infrastructure` what is broken outside the code; those with `review` are asked to review what others open.";
    "roster.*.backend": LINE, "", Yours,
        "Who does the typing: `loop`, or an agent below `agents`; without it `agents.default`.";
    "roster.*.parallel_max": Kind::Count(1, 64), "", Yours,
        "Tasks that it works on side by side (1).";

    "serve.listen": LINE, "127.0.0.1:8470", Yours,
        "Where `interlock serve` takes deliveries: address and port. What is not this machine's own loopback belongs behind a proxy that speaks TLS.";
    "serve.public_url": URL, "", Yours,
        "Where forges reach it; without it `listen` is what hooks are made for.";
    "serve.body_mb_max": Kind::Count(1, BODY_MB_MAX), "25", Yours,
        "Megabytes of one delivery; larger ones are refused.";
    "serve.poll_s": SECONDS, "120", Yours,
        "Seconds between two looks at what deliveries may have missed: open issues, pull requests, and their checks.";
    "serve.parallel_max": Kind::Count(1, 64), "2", Yours,
        "Tasks of all agents side by side.";
    "serve.templates": PATH, "", Yours,
        "A file of templates for tasks, from the folder where `interlock serve` was started; without it the built-in ones of `language`.";
    "serve.language": Kind::Choice(&["en", "zh"]), "en", Yours,
        "The language of the built-in templates: of what agents are told to do, and of the reports that they write. What the daemon itself says on a forge is in English.";

    "tasks.timeout_s": SECONDS, "7200", Lower,
        "Seconds that an agent may work on one task of a forge; waiting for people is not counted.";
    "tasks.attempts_max": Kind::Count(1, 100), "3", Lower,
        "Attempts at one task of a forge; then it has failed, and people are told.";
    "tasks.rounds_max": Kind::Count(1, 100), "5", Lower,
        "Rounds of one pull request (a review that asks for changes, a red check), and of one parent issue; then people are told.";
};
