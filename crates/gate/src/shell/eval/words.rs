//! Words become fields: braces, expansions, splitting, patterns, quotes, in the order of the shell.

use super::{Eval, Value};
use crate::shell::effect::{Origin, What};
use crate::shell::tree::{Part, Word};
use crate::shell::value::{Field, Origins, Piece, Text};

/// Words that one word may become.
const FIELDS_MAX: usize = 1_024;

/// Fields that are being put together.
#[derive(Default)]
struct Builder {
    done: Vec<Field>,
    current: Option<Field>,
    /// Something quoted is in the current field, so it is a word even when it is empty.
    quoted: bool,
    /// Characters at which values split, if not blanks.
    separators: Option<String>,
    /// There were more fields than are followed.
    full: bool,
}

impl Builder {
    fn field(&mut self) -> &mut Field {
        self.current.get_or_insert_default()
    }

    fn literal(&mut self, text: &str, quoted: bool) {
        let first = self.current.is_none();
        let field = self.field();
        field.text.push(&Text::known(text));
        if quoted {
            self.quoted = true;
            return;
        }
        if first && text.starts_with('~') {
            field.tilde = true;
        }
        if text.contains(['*', '?', '[']) {
            field.glob = true;
        }
    }

    /// The value of an expansion.
    fn value(&mut self, text: &Text, quoted: bool) {
        if quoted {
            self.quoted = true;
            let pattern = stands_for_names(text);
            let field = self.field();
            field.text.push(text);
            field.glob |= pattern;
            return;
        }
        for piece in &text.pieces {
            match piece {
                Piece::Unknown => {
                    let field = self.field();
                    field.text.push(&Text::unknown(text.origins));
                    field.splits = true;
                }
                Piece::Known(known) => self.split(known, text.origins),
            }
        }
    }

    /// Known text splits at blanks; what a pattern in it stands for is a pattern still.
    fn split(&mut self, known: &str, origins: Origins) {
        let separators = self.separators.clone();
        let blank = |c: char| match &separators {
            Some(all) => all.contains(c),
            None => matches!(c, ' ' | '\t' | '\n'),
        };
        if known.starts_with(blank) {
            self.end();
        }
        let mut words = known
            .split(blank)
            .filter(|word| !word.is_empty())
            .peekable();
        while let Some(word) = words.next() {
            let text = Text {
                pieces: vec![Piece::Known(word.to_owned())],
                origins,
            };
            let field = self.field();
            field.text.push(&text);
            if word.contains(['*', '?', '[']) {
                field.glob = true;
            }
            if words.peek().is_some() || known.ends_with(blank) {
                self.end();
            }
        }
    }

    fn end(&mut self) {
        if let Some(mut field) = self.current.take()
            && (self.quoted || !field.text.pieces.is_empty())
        {
            self.full |= self.done.len() >= FIELDS_MAX;
            // An opening bracket alone is no pattern, but the command `[`.
            field.glob &= field.text.whole().as_deref() != Some("[");
            if !self.full {
                self.done.push(field);
            }
        }
        self.quoted = false;
    }
}

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

    /// The value of `IFS`, where the script set it.
    fn separators(&self) -> Option<String> {
        match self.shell.variables.get("IFS")?.values.first()? {
            Value::Text(text) => text.whole(),
            Value::Array(_) => None,
        }
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
                let values = self.list(param, *quoted);
                let mut first = true;
                for value in values {
                    if !first {
                        builder.end();
                    }
                    first = false;
                    builder.value(&value, *quoted);
                }
            }
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

    /// The text of a part that is no literal.
    fn part_text(&mut self, part: &Part) -> Text {
        match part {
            Part::Literal { text, .. } => Text::known(text.clone()),
            Part::Param { param, .. } if is_list(param) => {
                let mut out = Text::default();
                for (at, value) in self.list(param, true).into_iter().enumerate() {
                    if at > 0 {
                        out.push(&Text::known(" "));
                    }
                    out.push(&value);
                }
                out
            }
            Part::Param { param, .. } => self.parameter(param),
            Part::Command { script, .. } => {
                let stdin = Text::unknown(Origins::of(Origin::Unknown));
                let out = self.apart(|eval| eval.script(script, &stdin));
                let cut = |text: &str| Some(text.trim_end_matches('\n').to_owned());
                if out.pieces.is_empty() {
                    return Text {
                        pieces: vec![Piece::Known(String::new())],
                        origins: out.origins.with(Origins::of(Origin::Computed)),
                    };
                }
                match out.whole() {
                    Some(_) => out.map(cut),
                    None => out,
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
        if let Some(pattern) = field.text.whole() {
            return Text {
                origins: Origins::of(Origin::File),
                ..Text::known(pattern)
            };
        }
        let known = field.text.start();
        let fixed = known.find(['*', '?', '[']).unwrap_or(known.len());
        let (before, _) = known.split_at_checked(fixed).unwrap_or((&known, ""));
        let mut out = Text::known(before);
        out.push(&Text::unknown(Origins::of(Origin::File)));
        out
    }
}

/// Whether a value is a pattern that stands for the names it fits, whatever quotes are around its expansion.
fn stands_for_names(text: &Text) -> bool {
    let wild =
        |piece: &Piece| matches!(piece, Piece::Known(text) if text.contains(['*', '?', '[']));
    text.origins.has(Origin::File) && text.pieces.iter().any(wild)
}

/// Whether a parameter stands for a list of words: `$@`, `${a[@]}`, `${!x@}`.
fn is_list(param: &crate::shell::tree::Param) -> bool {
    let subscript = param.subscript.as_ref().is_some_and(|word| {
        matches!(word.parts.as_slice(), [Part::Literal { text, .. }] if text == "@" || text == "*")
    });
    let all = matches!(param.name.as_str(), "@" | "*");
    (all || subscript) && !param.length && !param.indirect
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
