//! Which checkpoints and policies guard each way to a side effect. The rows are written beside the variants they are
//! about, so that a new variant does not compile before somebody says what guards it.

use ledger::action::Action;
use ledger::gate::Checkpoint;
use ledger::proposal::Proposal;

use crate::policies::PolicyInfo;

/// One way to a side effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// What leads there.
    pub way: Way,
    /// Its word.
    pub name: &'static str,
    /// Where the gates are asked about it.
    pub checkpoints: &'static [Checkpoint],
    /// Policies that judge it there; none only where nothing in the world changes, or where the act is our own.
    pub policies: &'static [&'static str],
    /// What else holds it, or why nothing has to.
    pub note: &'static str,
}

/// What leads to a side effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// An agent proposes it.
    Proposal,
    /// A proposal that changes nothing in the world.
    Word,
    /// A permit performs it.
    Act,
    /// A permit performs it, and no agent can propose it: a fixed verb of the machine.
    OwnAct,
}

impl Way {
    /// The word for people.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Way::Proposal => "proposal",
            Way::Word => "word",
            Way::Act => "act",
            Way::OwnAct => "own act",
        }
    }
}

macro_rules! rows {
    ($list:ident, $of:ident, $type:ident, $pattern:tt: $($variant:ident $way:ident $name:literal [$($at:ident),*] [$($policy:literal),*] $note:literal;)*) => {
        /// The rows of this type, in the order of its variants.
        const $list: &[Entry] = &[$(Entry {
            way: Way::$way,
            name: $name,
            checkpoints: &[$(Checkpoint::$at),*],
            policies: &[$($policy),*],
            note: $note,
        }),*];

        /// What the row of this one is called.
        #[must_use]
        pub fn $of(it: &$type) -> &'static str {
            match it {
                $(rows!(@ $type $variant $pattern) => $name,)*
            }
        }
    };
    (@ $type:ident $variant:ident braces) => { $type::$variant { .. } };
    (@ $type:ident $variant:ident tuple) => { $type::$variant(_) };
}

rows! { PROPOSALS, row_of, Proposal, braces:
    Read Proposal "read" [PreTool] ["workspace-path", "secrets", "tool-gateway"] "";
    List Proposal "list" [PreTool] ["workspace-path", "tool-gateway"] "";
    Search Proposal "search" [PreTool] ["workspace-path", "secrets", "tool-gateway"] "";
    Write Proposal "write" [PreTool, PreWrite] ["workspace-path", "protected-path", "secrets", "plan-path", "tool-gateway"] "";
    Edit Proposal "edit" [PreTool, PreWrite] ["workspace-path", "protected-path", "secrets", "plan-path", "tool-gateway"] "";
    Delete Proposal "delete" [PreTool, PreWrite] ["workspace-path", "protected-path", "plan-path", "tool-gateway"] "";
    Exec Proposal "run" [PreTool] ["shell-mutation", "git-safety", "danger-pattern", "plan-path", "source-write", "tool-gateway"] "";
    Shell Proposal "shell" [PreTool] ["shell-mutation", "git-safety", "danger-pattern", "plan-path", "source-write", "tool-gateway"] "";
    Git Proposal "git" [PreTool] ["git-safety", "tool-gateway"] "";
    Commit Proposal "commit" [PreTool] ["git-safety", "tool-gateway"] "";
    Fetch Proposal "fetch" [PreTool] ["network", "tool-gateway"] "";
    Mcp Proposal "mcp" [PreTool] ["server-tools", "secrets", "tool-gateway"] "";
    Delegate Proposal "delegate" [PreTool, PreDelegation] ["delegation", "tool-gateway"] "";
    Verify Proposal "verify" [PreTool, PreVerifyCommand] ["verify-command"] "";
    Ask Word "ask" [PreTool] [] "a question to a person";
    Done Word "done" [PreTool] [] "a claim, never evidence";
    Plan Word "plan" [PreTool] [] "judged as a plan at `pre-plan`";
    OnForge Proposal "forge means" [PreTool] ["forge-means", "secrets", "tool-gateway"] "";
    PullRequest Proposal "pull_request" [PreTool] ["enforce-pr-description", "tool-gateway"] "";
}

rows! { ACTS, act_row_of, Action, tuple:
    Prepare OwnAct "prepare" [PrePhaseTransition] [] "a worktree of our own, outside the user's";
    Look Act "look" [PreTool] ["workspace-path", "secrets"] "";
    Change Act "change" [PreTool, PreWrite] ["workspace-path", "protected-path", "plan-path"] "";
    Exec Act "exec" [PreTool] ["shell-mutation", "git-safety"] "";
    Delegate OwnAct "delegate to an agent" [PrePhaseTransition] [] "an agent that the person's configuration names, in a sandbox; its hooks ask about each tool";
    Commit OwnAct "commit" [PrePhaseTransition] [] "declared changes of a task, hooks and filters off";
    Integrate OwnAct "integrate" [PrePhaseTransition] [] "onto the run branch, which is ours";
    Record OwnAct "record" [PrePhaseTransition] [] "pages of our own onto the run branch";
    Candidate OwnAct "candidate" [PrePhaseTransition] [] "a tree that no ref of the user's names";
    Checkout OwnAct "checkout" [PrePhaseTransition] [] "a checkout of our own, with what the person's configuration brings beside it";
    Check Act "check" [PreVerifyCommand] ["verify-command"] "";
    Trials Act "trials" [PreVerifyCommand] ["verify-command"] "only in copies of our own checkout, which are gone afterwards";
    Restore OwnAct "restore" [PrePhaseTransition] [] "a worktree of our own, after a snapshot";
    Merge Act "merge" [PrePhaseTransition] ["phase-gate", "evidence"] "";
    HandOver OwnAct "hand-over" [PrePhaseTransition] [] "the configured hand-over command, which no project sets untrusted";
    Discard OwnAct "discard" [PrePhaseTransition] [] "a worktree of our own, once its work is kept";
    Connect OwnAct "connect to a server" [PrePhaseTransition] [] "a server that the person's own configuration names, a program in a sandbox of its own";
    UseTool Act "use a tool of a server" [PreTool] ["server-tools", "secrets"] "";
    Push OwnAct "push to a forge" [PrePhaseTransition] [] "the verified commit onto the run's own branch of a forge that the person's configuration names, never forced";
    Forge OwnAct "change on a forge" [PrePhaseTransition] [] "a fixed verb on a forge that the person's configuration names, under the agent's own account";
    Hook OwnAct "hook" [PreTool] [] "a program that the person's configuration names, in a sandbox unless the person's own file says otherwise";
}

/// Every way to a side effect.
pub fn coverage() -> impl Iterator<Item = &'static Entry> {
    PROPOSALS.iter().chain(ACTS)
}

/// What is wrong with an entry, given the policies there are; nothing for one that is guarded.
#[must_use]
pub fn gap(entry: &Entry, registry: &[PolicyInfo]) -> Option<String> {
    if entry.checkpoints.is_empty() {
        return Some("no checkpoint".to_owned());
    }
    let own = match entry.way {
        Way::Word | Way::OwnAct => true,
        Way::Proposal | Way::Act => false,
    };
    if own && entry.note.is_empty() {
        return Some("nothing says why no policy is needed".to_owned());
    }
    if !own && entry.policies.is_empty() {
        return Some("no policy".to_owned());
    }
    let asked = |name: &str| {
        registry.iter().any(|policy| {
            policy.name == name
                && entry
                    .checkpoints
                    .iter()
                    .any(|at| policy.checkpoints.contains(at))
        })
    };
    let missing = entry.policies.iter().find(|name| !asked(name))?;
    Some(format!("the policy `{missing}` is not asked there"))
}
