//! Builtins that give names their values, or take them away: variables, aliases, positional parameters.

use crate::shell::effect::{Origin, What};
use crate::shell::eval::{Eval, Value};
use crate::shell::value::{Field, Origins, Text};

impl Eval<'_> {
    pub(super) fn shift(&mut self, rest: &[Field]) {
        let count = match rest.first() {
            None => Some(1),
            Some(field) => field.whole().and_then(|text| text.parse::<usize>().ok()),
        };
        match count {
            Some(count) => {
                self.shell.positional = self.shell.positional.iter().skip(count).cloned().collect();
            }
            None => {
                for text in &mut self.shell.positional {
                    *text = Text::unknown(text.origins);
                }
            }
        }
    }

    pub(super) fn declare(&mut self, name: &str, rest: &[Field]) -> Text {
        let mut names = 0usize;
        let mut integer = false;
        let mut reference = false;
        for field in rest {
            let shown = field.shown();
            if shown.starts_with('-') && !field.splits {
                integer |= shown.contains('i');
                reference |= shown.contains('n');
                continue;
            }
            names = names.saturating_add(1);
            let Some((variable, value)) = split_assignment(field) else {
                self.subscripts(&field.text.visible());
                continue;
            };
            self.subscripts(&variable);
            if integer || reference {
                self.subscripts(&value.visible());
            }
            self.variable_for_all(&variable, &value);
            self.set(&variable, Value::Text(value));
        }
        if names == 0 && !rest.iter().any(|field| field.shown().contains(['f', 'F'])) {
            self.say(What::Secret(format!("`{name}` prints every variable")));
            return Text::unknown(Origins::of(Origin::Secret));
        }
        Text::default()
    }

    pub(super) fn alias(&mut self, rest: &[Field]) {
        for field in rest {
            let Some((name, value)) = split_assignment(field) else {
                continue;
            };
            self.impersonates(&name);
            // Whether aliases are expanded depends on settings: the text counts either way.
            let _ = self.apart(|eval| eval.code(&value, eval.dialect, &Text::default()));
            if let Some(text) = value.whole() {
                self.shell.aliases.insert(name, text);
            }
        }
    }

    pub(super) fn set_positional(&mut self, rest: &[Field]) -> Text {
        if rest.is_empty() {
            self.say(What::Secret("`set` prints every variable".to_owned()));
            return Text::unknown(Origins::of(Origin::Secret));
        }
        let dashes = rest.iter().position(|field| field.shown() == "--");
        let options = rest
            .first()
            .is_some_and(|field| field.shown().starts_with(['-', '+']));
        let from = match (dashes, options) {
            (Some(at), _) => at.saturating_add(1),
            (None, true) => return Text::default(),
            (None, false) => 0,
        };
        self.shell.positional = rest
            .iter()
            .skip(from)
            .map(|field| field.text.clone())
            .collect();
        Text::default()
    }

    /// A variable is taken away: Interlock's own are nobody's.
    pub(in crate::shell::eval) fn unsets(&mut self, name: &str) {
        if name.starts_with("INTERLOCK_") {
            self.deny("gate-tamper", "it takes a setting of Interlock away");
        }
    }

    pub(super) fn unset(&mut self, rest: &[Field]) {
        for field in rest {
            let name = field.shown();
            self.subscripts(&field.text.visible());
            self.unsets(&name);
            if let Some((base, _)) = name.split_once('[') {
                self.shell.variables.remove(base);
            }
            self.shell.variables.remove(&name);
            self.shell.functions.remove(&name);
        }
    }
}

/// `name=value` in one field, as `export` and `alias` take it.
fn split_assignment(field: &Field) -> Option<(String, Text)> {
    let first = field.text.start();
    let at = first.find('=')?;
    let (name, value) = first.split_at_checked(at)?;
    let name = name.strip_suffix('+').unwrap_or(name);
    let mut text = Text::known(value.trim_start_matches('=').to_owned());
    // What follows the first known piece stays as it is.
    let mut rest = field.text.clone();
    if let Some(crate::shell::value::Piece::Known(_)) = rest.pieces.first() {
        rest.pieces.remove(0);
    }
    if value.starts_with("==") {
        text = Text::known(value.replacen('=', "", 1));
    }
    text.push(&rest);
    Some((name.to_owned(), text))
}
