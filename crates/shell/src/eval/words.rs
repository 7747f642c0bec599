//! Words become fields: braces, expansions, splitting, patterns, quotes, in the order of the shell.

use super::fields::{Builder, FIELDS_MAX, Separators};
use super::parameter::{is_list, is_star};
use super::{Eval, Value};
use crate::effect::{Origin, What};
use crate::tree::{Part, Word};
use crate::value::{Field, Origins, Piece, Text};

impl Eval<'_> {
    /// All fields of all words.
    pub(super) fn fields(&mut self, words: &[Word]) -> Vec<Field> {
        let mut out = Vec::new();
        for word in words {
            let plain_words = braces(word);
            if plain_words.len() > FIELDS_MAX {
                self.deny("too-long", "it becomes more words than are followed");
            }
            for plain in plain_words.into_iter().take(FIELDS_MAX) {
                let fields = self.word(&plain);
                out.extend(fields);
            }
            if out.len() > FIELDS_MAX.saturating_mul(4) {
                self.deny("too-long", "it becomes more words than are followed");
                break;
            }
        }
        out
    }

    fn word(&mut self, word: &Word) -> Vec<Field> {
        let mut builder = Builder {
            separators: self.separators(),
            ..Builder::default()
        };
        for part in &word.parts {
            self.part(part, &mut builder);
        }
        builder.end();
        if builder.full {
            self.deny("too-long", "it becomes more words than are followed");
        }
        builder
            .done
            .into_iter()
            .map(|field| self.tilde(field))
            .collect()
    }

    /// What `IFS` says.
    fn separators(&self) -> Separators {
        let Some(variable) = self.shell.variables.get("IFS") else {
            return Separators::Blanks;
        };
        match variable.values.as_slice() {
            [Value::Text(text)] => text.whole().map_or(Separators::Unknown, Separators::These),
            [Value::Unset] => Separators::Blanks,
            _ => Separators::Unknown,
        }
    }

    /// A list as one text: `"$*"`.
    fn joined_list(&mut self, param: &crate::tree::Param, star: bool) -> Text {
        let between = match self.separators() {
            Separators::These(all) if star => {
                Text::known(all.chars().next().map(String::from).unwrap_or_default())
            }
            Separators::Unknown if star => Text::unknown(Origins::of(Origin::Computed)),
            Separators::Blanks | Separators::These(_) | Separators::Unknown => Text::known(" "),
        };
        let mut out = Text::known("");
        for (at, field) in self.list(param).into_iter().enumerate() {
            if at > 0 {
                out.push(&between);
            }
            out.push(&field.text);
            if field.splits {
                out.push(&Text::unknown(field.text.origins));
            }
        }
        out
    }

    /// The text of a word where no splitting happens: assignments, subjects, here-strings.
    pub(super) fn one_text(&mut self, word: &Word) -> Text {
        let mut out = Text::default();
        let mut lead = false;
        for (at, part) in word.parts.iter().enumerate() {
            if let Part::Literal { text, quoted } = part {
                lead |= at == 0 && !quoted && text.starts_with('~');
                out.push(&Text::known(text.clone()));
            } else {
                let text = self.part_text(part);
                out.push(&text);
            }
        }
        if out.pieces.is_empty() {
            out = Text::known("");
        }
        if lead {
            let field = Field {
                text: out,
                tilde: true,
                ..Field::default()
            };
            return self.tilde(field).text;
        }
        out
    }

    fn part(&mut self, part: &Part, builder: &mut Builder) {
        match part {
            Part::Literal { text, quoted } => builder.literal(text, *quoted),
            Part::Param { param, quoted } if is_list(param) => {
                self.list_part(param, *quoted, builder)
            }
            Part::Param {
                param,
                quoted: false,
            } if param.op.is_some() => match self.stand_in(param) {
                Some(Some(word)) => {
                    for part in &word.parts {
                        self.part(part, builder);
                    }
                }
                Some(None) => {}
                None => {
                    let text = self.parameter(param);
                    builder.value(&text, false);
                }
            },
            Part::Param { quoted, .. }
            | Part::Command { quoted, .. }
            | Part::Arith { quoted, .. } => {
                let text = self.part_text(part);
                builder.value(&text, *quoted);
            }
            Part::Process { .. } => {
                let text = self.part_text(part);
                let field = builder.field();
                field.text.push(&Text::known("/dev/fd/63"));
                field.stream = Some(Box::new(text));
            }
            Part::Braces(_) | Part::Range { .. } => {
                builder.value(&Text::unknown(Origins::of(Origin::Computed)), false);
            }
        }
    }

    /// `$@`, `${a[@]}` and their like among the words.
    fn list_part(&mut self, param: &crate::tree::Param, quoted: bool, builder: &mut Builder) {
        if let Some(word) = self.stand_in(param) {
            let text = word.map(|word| self.one_text(word));
            if let Some(text) = text {
                builder.value(&text, quoted);
            }
            return;
        }
        if quoted && is_star(param) {
            let text = self.joined_list(param, true);
            builder.value(&text, true);
            return;
        }
        for (at, field) in self.list(param).into_iter().enumerate() {
            if at > 0 {
                builder.end();
            }
            builder.listed(&field, quoted);
        }
    }

    /// The text of a part that is no literal.
    fn part_text(&mut self, part: &Part) -> Text {
        match part {
            Part::Literal { text, .. } => Text::known(text.clone()),
            Part::Param { param, .. } if is_list(param) => match self.stand_in(param) {
                Some(word) => word.map_or_else(|| Text::known(""), |word| self.one_text(word)),
                None => self.joined_list(param, is_star(param)),
            },
            Part::Param { param, .. } => self.parameter(param),
            Part::Command { script, .. } => {
                let stdin = Text::unknown(Origins::of(Origin::Unknown));
                let out = self.apart(|eval| eval.script(script, &stdin));
                if out.pieces.is_empty() {
                    return Text {
                        pieces: vec![Piece::Known(String::new())],
                        origins: out.origins.with(Origins::of(Origin::Computed)),
                    };
                }
                let cut = |text: &str| Some(text.trim_end_matches('\n').to_owned());
                match out.whole() {
                    Some(_) => out.map(cut),
                    None => out.without_last_breaks(),
                }
            }
            Part::Arith { expression, .. } => self.arithmetic(expression),
            Part::Process { output, script } => {
                let stdin = if *output {
                    self.input.clone()
                } else {
                    Text::unknown(Origins::of(Origin::Unknown))
                };
                let text = self.apart(|eval| eval.script(script, &stdin));
                if *output { Text::default() } else { text }
            }
            Part::Braces(_) | Part::Range { .. } => Text::unknown(Origins::of(Origin::Computed)),
        }
    }

    /// Puts the home directory, or what is known of it, in place of `~`.
    fn tilde(&mut self, mut field: Field) -> Field {
        if !field.tilde {
            return field;
        }
        let start = field.text.start();
        let (name, _) = start.split_once('/').unwrap_or((&start, ""));
        let home = match name {
            "~" => self.home(),
            "~+" => self
                .shell
                .cwd
                .clone()
                .map(|cwd| if cwd.is_empty() { ".".to_owned() } else { cwd }),
            "~root" => Some("/root".to_owned()),
            _ => None,
        };
        match home {
            Some(home) => {
                if let Some(Piece::Known(first)) = field.text.pieces.first_mut() {
                    let rest = first.strip_prefix(name).unwrap_or_default();
                    *first = format!("{home}{rest}");
                }
            }
            None => {
                // Another user's home: outside in any case.
                if let Some(Piece::Known(first)) = field.text.pieces.first_mut() {
                    *first = format!("/home/{}", first.trim_start_matches('~'));
                }
            }
        }
        field
    }

    /// The home directory, or `~` where it is not known.
    pub(super) fn home(&self) -> Option<String> {
        if let Some(variable) = self.shell.variables.get("HOME")
            && let Some(Value::Text(text)) = variable.values.first()
        {
            return text.whole();
        }
        Some(self.ground.home.unwrap_or("~").to_owned())
    }

    /// What a loop variable holds that runs over a pattern: some name that fits it.
    pub(super) fn pattern_value(&mut self, field: &Field) -> Text {
        let place = self.place_of(field);
        self.say(What::List(place));
        if let Some(pattern) = field.text.pattern() {
            return Text::names(pattern).from(field.text.origins);
        }
        let known = field.text.start();
        let fixed = known.find(['*', '?', '[']).unwrap_or(known.len());
        let (before, _) = known.split_at_checked(fixed).unwrap_or((&known, ""));
        let mut out = Text::known(before);
        out.push(&Text::unknown(Origins::of(Origin::File)));
        out
    }
}

/// The words that brace expansion makes of one.
fn braces(word: &Word) -> Vec<Word> {
    let Some(at) = word
        .parts
        .iter()
        .position(|part| matches!(part, Part::Braces(_) | Part::Range { .. }))
    else {
        return vec![word.clone()];
    };
    let before = word.parts.get(..at).unwrap_or_default();
    let after = word.parts.get(at.saturating_add(1)..).unwrap_or_default();
    let alternatives = match word.parts.get(at) {
        Some(Part::Braces(words)) => words.clone(),
        Some(Part::Range { from, to, step }) => super::filter::range(from, to, step.as_deref())
            .into_iter()
            .map(|text| Word::literal(&text, false))
            .collect(),
        Some(_) | None => Vec::new(),
    };
    let mut out = Vec::new();
    for alternative in alternatives.into_iter().take(FIELDS_MAX) {
        let mut parts = before.to_vec();
        parts.extend(alternative.parts);
        parts.extend(after.iter().cloned());
        out.extend(braces(&Word { parts }));
        if out.len() > FIELDS_MAX {
            break;
        }
    }
    out
}
