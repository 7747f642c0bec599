//! Verbs of git that only look, with the options under which they do. An option that is not listed is not understood.

/// A verb that only looks, and the options under which it does.
pub(super) struct Verb {
    pub(super) name: &'static str,
    /// Short options without a value, joined; `#` stands for a number (`-5`).
    pub(super) flags: &'static str,
    /// Short options with a value.
    pub(super) valued: &'static str,
    /// Long options, with or without `=value`; those that take the next word end in `=`.
    pub(super) long: &'static str,
    /// Whether operands are allowed at all: without them `branch`, `tag`, `remote` list.
    pub(super) operands: bool,
}

const HISTORY: &str = "oneline graph decorate no-decorate all branches tags remotes stat shortstat numstat name-only \
             name-status summary patch no-patch raw pretty format abbrev-commit no-abbrev-commit abbrev \
             author committer grep since until after before max-count skip merges no-merges first-parent \
             reverse follow date relative-date topo-order date-order left-right cherry-pick cherry-mark \
             boundary full-history simplify-merges diff-filter find-renames no-renames find-copies word-diff \
             color no-color unified ignore-all-space ignore-space-change ignore-blank-lines no-ext-diff \
             no-textconv cached staged merge-base exit-code quiet check minimal patience histogram \
             patch-with-stat compact-summary dirstat full-index binary text relative no-prefix \
             function-context regexp-ignore-case fixed-strings extended-regexp perl-regexp invert-grep \
             all-match source no-walk pickaxe-regex pickaxe-all children parents count notes no-notes mailmap \
             no-mailmap diff-algorithm ignore-submodules submodule cc diff-merges remerge-diff no-relative \
             objects reflog walk-reflogs";

pub(super) const VERBS: &[Verb] = &[
    Verb {
        name: "status",
        flags: "sbuvz",
        valued: "",
        long: "short branch porcelain long untracked-files ignored verbose show-stash ahead-behind \
             no-ahead-behind renames no-renames null column no-column ignore-submodules find-renames",
        operands: true,
    },
    Verb {
        name: "log",
        flags: "pciEFPgmstuwbz#",
        valued: "nGSUL",
        long: HISTORY,
        operands: true,
    },
    Verb {
        name: "show",
        flags: "pciEFPmstuwbz#",
        valued: "nGSUL",
        long: HISTORY,
        operands: true,
    },
    Verb {
        name: "diff",
        flags: "pciabmstuwzMRWB#",
        valued: "GSU",
        long: HISTORY,
        operands: true,
    },
    Verb {
        name: "diff-tree",
        flags: "pcmrstuwz",
        valued: "GSU",
        long: HISTORY,
        operands: true,
    },
    Verb {
        name: "diff-index",
        flags: "pmrstuwz",
        valued: "GSU",
        long: HISTORY,
        operands: true,
    },
    Verb {
        name: "diff-files",
        flags: "pqrstuwz",
        valued: "GSU",
        long: HISTORY,
        operands: true,
    },
    Verb {
        name: "whatchanged",
        flags: "pciEFPmstuwbz#",
        valued: "nGSU",
        long: HISTORY,
        operands: true,
    },
    Verb {
        name: "rev-list",
        flags: "ciEFPm#",
        valued: "n",
        long: HISTORY,
        operands: true,
    },
    Verb {
        name: "shortlog",
        flags: "nsec#",
        valued: "",
        long: "numbered summary email committer all since until no-merges",
        operands: true,
    },
    Verb {
        name: "blame",
        flags: "bcefklnpstwCM",
        valued: "L",
        long: "porcelain line-porcelain show-email root date color-lines since",
        operands: true,
    },
    Verb {
        name: "ls-files",
        flags: "cdikmostuvz",
        valued: "x",
        long: "cached deleted modified others ignored stage unmerged killed exclude-standard full-name \
             error-unmatch eol directory deduplicate no-empty-directory abbrev format",
        operands: true,
    },
    Verb {
        name: "ls-tree",
        flags: "drtlz",
        valued: "",
        long: "name-only name-status long full-name full-tree abbrev format object-only",
        operands: true,
    },
    Verb {
        name: "rev-parse",
        flags: "q",
        valued: "",
        long: "abbrev-ref show-toplevel git-dir git-common-dir absolute-git-dir is-inside-work-tree \
             is-inside-git-dir is-bare-repository short verify quiet symbolic symbolic-full-name show-prefix \
             show-cdup all branches tags remotes show-object-format end-of-options is-shallow-repository",
        operands: true,
    },
    Verb {
        name: "grep",
        flags: "aciEFGHhIlLnoPpqvwWz#",
        valued: "ABCefm",
        long: "ignore-case line-number count files-with-matches name-only files-without-match word-regexp \
             extended-regexp fixed-strings perl-regexp heading break show-function function-context cached \
             and or not all-match quiet column only-matching max-depth context after-context before-context \
             color no-color full-name untracked exclude-standard invert-match text max-count",
        operands: true,
    },
    Verb {
        name: "cat-file",
        flags: "pest",
        valued: "",
        long: "",
        operands: true,
    },
    Verb {
        name: "describe",
        flags: "",
        valued: "",
        long: "tags all always long dirty abbrev match exclude exact-match contains candidates first-parent",
        operands: true,
    },
    Verb {
        name: "merge-base",
        flags: "a",
        valued: "",
        long: "all is-ancestor octopus independent fork-point",
        operands: true,
    },
    Verb {
        name: "name-rev",
        flags: "",
        valued: "",
        long: "name-only tags always refs",
        operands: true,
    },
    Verb {
        name: "for-each-ref",
        flags: "",
        valued: "",
        long: "format sort count points-at merged no-merged contains no-contains ignore-case",
        operands: true,
    },
    Verb {
        name: "show-ref",
        flags: "dqs",
        valued: "",
        long: "heads branches tags verify hash abbrev dereference quiet head exists",
        operands: true,
    },
    Verb {
        name: "branch",
        flags: "arvqi",
        valued: "",
        long: "show-current all remotes list verbose sort format column no-column color no-color merged \
             no-merged contains no-contains points-at ignore-case",
        operands: false,
    },
    Verb {
        name: "tag",
        flags: "lni#",
        valued: "",
        long: "list sort format merged no-merged contains no-contains points-at column no-column ignore-case \
             color",
        operands: false,
    },
    Verb {
        name: "remote",
        flags: "v",
        valued: "",
        long: "verbose",
        operands: false,
    },
    Verb {
        name: "count-objects",
        flags: "vH",
        valued: "",
        long: "verbose human-readable",
        operands: false,
    },
    Verb {
        name: "check-ignore",
        flags: "qvnz",
        valued: "",
        long: "quiet verbose non-matching no-index",
        operands: true,
    },
    Verb {
        name: "check-attr",
        flags: "az",
        valued: "",
        long: "all cached",
        operands: true,
    },
    Verb {
        name: "version",
        flags: "",
        valued: "",
        long: "build-options",
        operands: false,
    },
    Verb {
        name: "cherry",
        flags: "v",
        valued: "",
        long: "verbose abbrev",
        operands: true,
    },
    Verb {
        name: "range-diff",
        flags: "",
        valued: "",
        long: "no-color creation-factor stat",
        operands: true,
    },
];
