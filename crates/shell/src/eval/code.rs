//! Text that is run: read and walked like the rest, unless it comes from where nothing may be run from.

use super::{DEPTH_MAX, Eval};
use crate::bash;
use crate::effect::{Origin, What};
use crate::value::{Origins, Text};

impl Eval<'_> {
    /// Text that a shell would run: read and walked like the rest.
    pub(super) fn code(&mut self, text: &Text, dialect: bash::Dialect, stdin: &Text) -> Text {
        if let Some(danger) = self.tainted_code(text) {
            self.deny("runs-foreign-text", danger);
        }
        let Some(whole) = text.whole() else {
            self.say(What::Code {
                language: "sh".to_owned(),
                origin: text.origins.worst(),
            });
            self.salvage(&text.visible(), dialect);
            return Text::unknown(text.origins);
        };
        if self.depth >= DEPTH_MAX {
            self.deny(
                "too-deep",
                "commands within commands, deeper than is followed",
            );
            return Text::default();
        }
        match bash::read(&whole, dialect) {
            Ok(script) => {
                self.depth = self.depth.saturating_add(1);
                let out = self.script(&script, stdin);
                self.depth = self.depth.saturating_sub(1);
                out
            }
            Err(refusal) => {
                self.unknown(format!(
                    "text that a shell would run can't be read: {refusal}"
                ));
                self.refused(&whole, refusal);
                Text::unknown(Origins::of(Origin::Unknown))
            }
        }
    }

    /// What is recognised in text that is not read for certain; it asks in any case.
    fn refused(&mut self, text: &str, refusal: bash::Refusal) {
        if let Some(script) = bash::guess(text, refusal) {
            self.depth = self.depth.saturating_add(1);
            let _ = self.apart(|eval| eval.script(&script, &Text::default()));
            self.depth = self.depth.saturating_sub(1);
            return;
        }
        if self.depth < DEPTH_MAX {
            self.depth = self.depth.saturating_add(1);
            self.pieces(text);
            self.depth = self.depth.saturating_sub(1);
        }
    }

    /// Why text must not be run because of where it comes from.
    pub(super) fn tainted_code(&self, text: &Text) -> Option<String> {
        let worst = text.origins.worst();
        match worst {
            Origin::Network => Some("text from the network would be run".to_owned()),
            Origin::Decoded => Some("text that was decoded or rearranged would be run".to_owned()),
            Origin::Secret => Some("the content of a secret file would be run".to_owned()),
            Origin::Elsewhere => Some("text from outside the worktree would be run".to_owned()),
            Origin::Written
            | Origin::Computed
            | Origin::File
            | Origin::Environment
            | Origin::Program
            | Origin::Unknown => None,
        }
    }

    /// Code that is only partly known: its unknown parts are taken for one unknown word, and what is recognised counts;
    /// it asks in any case.
    pub(super) fn salvage(&mut self, visible: &str, dialect: bash::Dialect) {
        let guess = visible.replace('\u{fffd}', "\"$_interlock_unknown\"");
        if self.depth < DEPTH_MAX
            && let Ok(script) = bash::read(&guess, dialect)
        {
            self.depth = self.depth.saturating_add(1);
            let _ = self.apart(|eval| eval.script(&script, &Text::default()));
            self.depth = self.depth.saturating_sub(1);
        }
    }
}
