//! Whether an artifact exports a name that the plan asks of it.

use super::judgement::Judged;
use crate::facts::Answer;
use crate::rules::{EXPORT_MISSING, EXPORT_UNKNOWN, NOT_LOOKED_AT, TYPE_ONLY};

/// How it stands with one name.
pub(super) fn export(name: &str, answer: Option<&Answer>) -> Judged {
    let Some(answer) = answer else {
        return Judged::unknown(
            2,
            NOT_LOOKED_AT,
            format!("nobody looked for the export `{name}`"),
        );
    };
    let missing = |reason: String, line: Option<u32>| {
        Judged::failed("STUB", 2, EXPORT_MISSING, reason)
            .at(line)
            .mend(format!("export `{name}`"))
    };
    let yes = |how: &str| Judged::verified("VERIFIED", 2, format!("it exports `{name}`{how}"));
    match answer {
        Answer::Yes(_) => yes(""),
        Answer::Type(line) if name.starts_with(char::is_lowercase) => {
            let reason = format!("`{name}` is exported as a type alone, line {line}");
            Judged::unknown(2, TYPE_ONLY, reason).at(Some(*line))
        }
        Answer::Type(_) => yes(" as a type"),
        Answer::Default(_) => yes(" as its default"),
        Answer::Passed(from) => yes(&format!(" from `{from}`")),
        Answer::Broken { from, name: there } => {
            missing(format!("`{from}` does not offer `{there}`"), None)
        }
        Answer::Member(of) => yes(&format!(" as a member, `{of}`")),
        Answer::Restricted(line) => {
            let reason = format!("`{name}` is visible within its crate alone, line {line}");
            missing(reason, Some(*line))
        }
        Answer::Package(line) => {
            let reason = format!(
                "`{name}` is visible within its package alone, line {line}, and nothing there uses it"
            );
            missing(reason, Some(*line))
        }
        Answer::Unknown(why) => {
            let reason = format!("whether it exports `{name}` is not known: {why}");
            Judged::unknown(2, EXPORT_UNKNOWN, reason)
        }
        Answer::No(Some(line)) => missing(
            format!("`{name}` is defined, line {line}, and not exported"),
            Some(*line),
        ),
        Answer::No(None) => missing(format!("`{name}` is not exported"), None),
    }
}
