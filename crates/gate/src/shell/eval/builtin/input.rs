//! Builtins that put what comes in into variables: `read` and `mapfile`.

use crate::shell::eval::{Eval, Value};
use crate::shell::value::{Field, Text};

impl Eval<'_> {
    pub(super) fn read(&mut self, rest: &[Field], stdin: &Text) {
        let first_line = |text: &Text| {
            let line = text.map(|text| Some(text.lines().next().unwrap_or_default().to_owned()));
            Text {
                origins: text.origins,
                ..line
            }
        };
        let value = first_line(stdin);
        let mut skip = false;
        let mut array = false;
        let mut names = 0usize;
        for field in rest {
            let shown = field.shown();
            if std::mem::take(&mut skip) {
                continue;
            }
            if shown.starts_with('-') && !field.splits {
                array |= shown.ends_with('a');
                skip = shown.len() == 2 && "dinNptu".contains(shown.trim_start_matches('-'));
                continue;
            }
            self.subscripts(&field.text.visible());
            names = names.saturating_add(1);
            let text = if array {
                let words = value
                    .whole()
                    .map(|text| text.split_whitespace().map(Text::known).collect::<Vec<_>>());
                self.set(
                    &shown,
                    Value::Array(words.unwrap_or_else(|| vec![Text::unknown(value.origins)])),
                );
                continue;
            } else if names > 1 || rest.len() > names.saturating_add(1) {
                Text::unknown(value.origins)
            } else {
                value.clone()
            };
            self.set(&shown, Value::Text(text));
        }
        if names == 0 {
            self.set("REPLY", Value::Text(value));
        }
    }

    pub(super) fn mapfile(&mut self, rest: &[Field], stdin: &Text) {
        let mut callback = false;
        for field in rest {
            if std::mem::take(&mut callback) {
                let text = field.text.clone();
                let _ = self.perhaps(|eval| eval.code(&text, eval.dialect, &Text::default()));
            }
            callback = field.shown() == "-C";
            self.subscripts(&field.text.visible());
        }
        let name = rest
            .last()
            .map(Field::shown)
            .filter(|name| !name.starts_with('-'))
            .unwrap_or_else(|| "MAPFILE".to_owned());
        let lines = match stdin.whole() {
            Some(text) => text.lines().map(Text::known).collect(),
            None => vec![Text::unknown(stdin.origins)],
        };
        self.set(&name, Value::Array(lines));
    }
}
