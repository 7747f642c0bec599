//! How the change itself is checked: CI, settings of runners, thresholds, and the lists that this verifier reads.

use super::rule::Looks::Anywhere;

super::rule::rules! { Checks:
    CHECK_REMOVED = "check-removed", Anywhere, Gap / Gap,
        "checks as strong as before",
        "A script or step that ran tests or other checks is gone.",
        "What it held is held by nothing any more.",
        "Bring it back.";
    CHECK_WEAKENED = "check-weakened", Anywhere, Gap / Gap,
        "checks as strong as before",
        "A failure of a check no longer counts, or tests are left out of it.",
        "It passes where it failed.",
        "Bring it back as it was.";
    CHECK_NARROWED = "check-narrowed", Anywhere, Note / Note,
        "checks as strong as before",
        "Something more than before is left out of the checks.",
        "Somebody should know.",
        "Nothing, if it is meant so.";
    THRESHOLD_LOWERED = "threshold-lowered", Anywhere, Gap / Gap,
        "checks as strong as before",
        "A threshold that checks have to reach is lower, or gone.",
        "Less is enough now.",
        "Bring it back as it was.";
    JUDGE_CHANGED = "judge-changed", Anywhere, Note / Note,
        "checks as strong as before",
        "A file was changed that decides how this very change is checked.",
        "Somebody should know.",
        "Nothing, if it is meant so.";
    ACCEPTED_CHANGED = "accepted-changed", Anywhere, Note / Note,
        "what is accepted was agreed to",
        "The change adds entries to `.interlock/accepted.yml`, or takes some out.",
        "No change accepts its own findings: what it adds counts after it is merged.",
        "Merge the entry by itself first.";
    ACCEPTED_STALE = "accepted-stale", Anywhere, Note / Note,
        "what is accepted is still there",
        "An entry of `.interlock/accepted.yml` names a place that stands nowhere any more.",
        "It may let something else pass one day.",
        "Take the entry out.";
    VENDORED_UNJUDGED = "vendored-unjudged", Anywhere, Gap / Gap,
        "vendored files are what they are called",
        "The change brings or changes files below the list of a package manager (`vendor/modules.txt`, `.cargo-checksum.json`) or `node_modules`, or such that `.gitattributes` calls vendored.",
        "They are somebody else's work and are not judged; that they are is only what the list says.",
        "See whether they are what they are called; keep own work elsewhere.";
}
