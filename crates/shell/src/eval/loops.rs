//! Loops: their rounds, and those without end.

use super::state::Level;
use super::{Eval, Shell, Value};
use crate::effect::{Origin, What};
use crate::tree::{Kind, Script, Word, walk};
use crate::value::{Origins, Text};

/// Words of a loop that are followed one by one.
const LOOP_WORDS_MAX: usize = 64;

impl Eval<'_> {
    /// `while` and `until`.
    pub(super) fn loops(
        &mut self,
        condition: &Script,
        body: &Script,
        until: bool,
        stdin: &Text,
    ) -> Text {
        let before = self.effects.len();
        let out = self.repeat(|eval| {
            let mut out = eval.script(condition, stdin);
            out.push(&eval.script(body, stdin));
            out
        });
        self.endless(always(condition, until), body, before);
        out
    }

    /// A loop that nothing ends: with each round a process or a piece of a file, it uses the machine up.
    pub(super) fn endless(&mut self, forever: bool, body: &Script, before: usize) {
        if !forever || leaves(body) {
            return;
        }
        let grows = |what: &What| {
            if let What::Write(place) = what {
                return place.text().is_none_or(|path| !path.starts_with("/dev/"));
            }
            false
        };
        let writes = self.effects.iter().skip(before).any(|it| grows(&it.what));
        let waits = |what: &What| matches!(what, What::Start(_));
        let idle = !self.effects.iter().skip(before).any(|it| waits(&it.what));
        if writes || idle || walk::in_script(body).iter().any(|found| found.background) {
            self.deny("resource-abuse", "a loop without end uses the machine up");
        } else {
            self.ask("endless", "a loop without end");
        }
    }

    /// A loop whose rounds are not known: each further round sees what those before left behind, until nothing new
    /// comes; what still changes then is not known.
    pub(super) fn repeat(&mut self, mut run: impl FnMut(&mut Self) -> Text) -> Text {
        let mut out = Text::default();
        for round in 0..3 {
            let before = self.shell.clone();
            let printed = self.doubtful(&mut run);
            self.arrive(Level::Loop(1));
            // How often it is printed is not known.
            out = if round == 0 {
                printed.perhaps()
            } else {
                out.either(printed)
            };
            self.merge(before.clone());
            if self.shell == before || self.left == 0 {
                break;
            }
            if round > 0 {
                self.shell.widen(&before);
            }
        }
        out
    }

    /// Processes that rounds of a number that is not known leave behind.
    fn crowds(&mut self, many: bool, body: &Script) {
        if many && walk::in_script(body).iter().any(|found| found.background) {
            let why = "each round leaves a process behind, and nobody knows how many";
            self.ask("load", why);
        }
    }

    pub(super) fn each(
        &mut self,
        name: &str,
        words: Option<&[Word]>,
        body: &Script,
        stdin: &Text,
        select: bool,
    ) -> Text {
        let fields = match words {
            Some(words) => self.in_rounds(
                |eval| (eval.fields(words), false),
                |(mut one, _), (other, _)| {
                    one.extend(other);
                    (one, true)
                },
            ),
            None => (self.positional_fields(), self.shell.positional.len() > 1),
        };
        let (fields, one_of) = fields;
        let too_many = fields.len() > LOOP_WORDS_MAX;
        self.crowds(too_many || fields.iter().any(|field| field.splits), body);
        let mut out = Text::default();
        let mut broken: Vec<Shell> = Vec::new();
        for field in fields.into_iter().take(LOOP_WORDS_MAX) {
            if self.left == 0 {
                break;
            }
            // How many names a pattern stands for, and how many words are in what is not known, is not known.
            let several = field.glob || field.splits || select || one_of;
            let text = if field.glob {
                self.pattern_value(&field)
            } else {
                field.text
            };
            let mut round = |eval: &mut Self| {
                eval.keep(name, Value::Text(text.clone()));
                if select {
                    eval.set("REPLY", Value::Text(Text::unknown(stdin.origins)));
                }
                let printed = eval.script(body, stdin);
                // A `continue` goes on with the next word, a `break` behind the loop.
                let here = eval.leaves.iter().filter(|(it, _)| *it == Level::Loop(1));
                broken.extend(here.map(|(_, shell)| shell.clone()));
                printed
            };
            let printed = if several {
                self.repeat(round)
            } else {
                let printed = round(self);
                self.arrive(Level::Loop(1));
                if broken.is_empty() {
                    printed
                } else {
                    printed.perhaps()
                }
            };
            out.push(&printed);
        }
        for shell in broken {
            self.merge(shell);
        }
        if too_many {
            let rest = Origins::of(Origin::Written).with(Origins::of(Origin::Unknown));
            self.keep(name, Value::Text(Text::unknown(rest)));
            out.push(&self.repeat(|eval| eval.script(body, stdin)));
        }
        out
    }
}

/// Whether a condition always has the loop go on.
pub(super) fn always(condition: &Script, until: bool) -> bool {
    let [item] = condition.items.as_slice() else {
        return false;
    };
    let [only] = item.first.commands.as_slice() else {
        return false;
    };
    let Kind::Simple(simple) = &only.kind else {
        return false;
    };
    let words: Option<Vec<String>> = simple.words.iter().map(Word::plain).collect();
    let word = words.and_then(|words| words.first().cloned());
    item.rest.is_empty()
        && word.is_some_and(|word| match word.as_str() {
            "true" | ":" => !until,
            "false" => until,
            _ => false,
        })
}

/// Whether something in a loop may leave it.
fn leaves(body: &Script) -> bool {
    let ends = |name: String| matches!(name.as_str(), "break" | "exit" | "return");
    walk::in_script(body)
        .iter()
        .any(|found| found.name().is_some_and(ends))
}
