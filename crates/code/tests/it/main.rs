//! What the room answers, at its public surface. Texts in, one line per fact out.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may fail loudly"
)]

mod breaks;
mod checked;
mod comments;
mod delta;
mod exports;
mod go;
mod go_dead_stores;
mod go_fields;
mod go_findings;
mod go_hollow;
mod go_java_no_effect_code;
mod go_java_parameter_use;
mod go_missing_arguments;
mod go_tests;
mod go_unchanging_values;
mod go_unused_callback_results;
mod hollow;
mod integrity;
mod java;
mod java_answers;
mod java_broken_contracts;
mod java_fields;
mod java_findings;
mod java_hollow;
mod java_methods_without_effect;
mod java_planned_results;
mod java_uses;
mod limits;
mod links;
mod masks;
mod mentions;
mod name_words;
mod no_effect_functions;
mod no_effect_statements;
mod overwritten_values;
mod parameter_use;
mod patterns;
mod properties;
mod python;
mod python_discarded_values;
mod python_fields;
mod python_findings;
mod python_hollow;
mod python_methods_without_effect;
mod python_no_op_statements;
mod python_texts;
mod python_unused_results;
mod python_vacuous;
mod result_dependence;
mod rules;
mod rust_discarded_values;
mod rust_flows;
mod rust_hollow;
mod rust_no_effect_code;
mod rust_results_without_input;
mod rust_unchanging_values;
mod rust_unfilled_state;
mod rust_unused_choice;
mod script;
mod script_discarded_objects;
mod script_fields;
mod script_flags;
mod script_flows;
mod script_no_effect_code;
mod script_stand_in_answers;
mod script_untaken_arguments;
mod shapes;
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
