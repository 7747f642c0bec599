//! What the room answers, at its public surface. Texts in, one line per fact out.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may fail loudly"
)]

mod breaks;
mod checked;
mod comments;
mod conduct;
mod deeds;
mod exports;
mod fresh;
mod go;
mod go_fields;
mod go_findings;
mod go_hollow;
mod go_java_deeds;
mod go_java_idle;
mod go_likewise;
mod go_still;
mod go_tests;
mod go_unheeded;
mod go_vain;
mod guards;
mod hollow;
mod integrity;
mod java;
mod java_answers;
mod java_asked;
mod java_findings;
mod java_hollow;
mod java_itself;
mod java_kept;
mod java_unkept;
mod java_uses;
mod limits;
mod links;
mod lost;
mod masks;
mod mentions;
mod moot;
mod name_words;
mod patterns;
mod properties;
mod python;
mod python_asides;
mod python_findings;
mod python_hollow;
mod python_idle;
mod python_itself;
mod python_kept;
mod python_texts;
mod python_unheeded;
mod python_vacuous;
mod rules;
mod rust_aside;
mod rust_flows;
mod rust_hollow;
mod rust_idle;
mod rust_muted;
mod rust_same;
mod rust_stands;
mod rust_still;
mod script;
mod script_decided;
mod script_flags;
mod script_flows;
mod script_given;
mod script_kept;
mod script_nothing;
mod script_vain;
mod seen;
mod tests;
mod traps;
mod uses;
mod values_given;
mod vue;

use code::{Certainty, Facts, Language, Limits, facts};

/// Facts of a text by the name of a file that would hold it.
fn read(path: &str, source: &str) -> Facts {
    facts(Language::of_path(path), source, &Limits::default())
}

/// What is found in each text, but for what only a plan makes a finding of: `what Reason`, with a bar between two.
fn stubs_are(path: &str, cases: &[(&str, &str)]) {
    for (source, expected) in cases {
        let facts = read(path, source);
        let stubs = facts
            .stubs
            .iter()
            .filter(|it| it.certainty != Certainty::Faint);
        let found: Vec<String> = stubs
            .map(|it| format!("{} {:?}", it.what, it.reason))
            .collect();
        let expected: Vec<&str> = expected.split_terminator('|').collect();
        assert_eq!(found, expected, "{source}");
    }
}
