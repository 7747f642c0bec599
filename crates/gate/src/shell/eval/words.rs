//! Words become fields: braces, expansions, splitting, patterns, quotes, in the order of the shell.

use super::parameter::{is_list, is_star};
use super::{Eval, Value};
use crate::shell::effect::{Origin, What};
use crate::shell::tree::{Part, Word};
use crate::shell::value::{Field, Origins, Piece, Text};

/// Words that one word may become.
const FIELDS_MAX: usize = 1_024;

/// Characters at which values split.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
enum Separators {
    #[default]
    Blanks,
    These(String),
    Unknown,
}

/// Fields that are being put together.
#[derive(Default)]
struct Builder {
    done: Vec<Field>,
    current: Option<Field>,
    /// Something quoted is in the current field, so it is a word even when it is empty.
    quoted: bool,
    separators: Separators,
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
        field.glob |= is_pattern(text);
    }

    /// The value of an expansion.
    fn value(&mut self, text: &Text, quoted: bool) {
        if quoted {
            self.quoted = true;
            self.field().text.push(text);
            return;
        }
        for piece in &text.pieces {
            match piece {
                Piece::Unknown | Piece::Perhaps(_) => self.splitting(piece, text.origins),
                Piece::Known(_) if self.separators == Separators::Unknown => {
                    self.splitting(piece, text.origins);
                }
                Piece::Known(known) => self.split(known, text.origins),
            }
        }
    }

    /// Text that may be no word, or several.
    fn splitting(&mut self, piece: &Piece, origins: Origins) {
        let text = Text {
            pieces: vec![piece.clone()],
            origins,
        };
        let field = self.field();
        field.text.push(&text.perhaps());
        field.splits = true;
    }

    /// A word of a list that is no single text.
    fn listed(&mut self, field: &Field, quoted: bool) {
        self.value(&field.text, quoted);
        if field.splits {
            self.field().splits = true;
        }
    }

    /// Known text splits at blanks; what a pattern in it stands for is a pattern still.
    fn split(&mut self, known: &str, origins: Origins) {
        let separators = match &self.separators {
            Separators::Blanks => " \t\n".to_owned(),
            Separators::These(all) => all.clone(),
            Separators::Unknown => String::new(),
        };
        let mut rest = known;
        loop {
            let end = rest.find(|c| separators.contains(c)).unwrap_or(rest.len());
            let (word, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
            if !word.is_empty() {
                let text = Text {
                    pieces: vec![Piece::Known(word.to_owned())],
                    origins,
                };
                let field = self.field();
                field.text.push(&text);
                field.glob |= is_pattern(word);
            }
            if after.is_empty() {
                return;
            }
            // Blanks around one other separator belong to it; two others have an empty word between them.
            let next = after.trim_start_matches(|c: char| separators.contains(c) && c.is_whitespace());
            let mut chars = next.chars();
            let other = chars.next().is_some_and(|c| separators.contains(c));
            if other {
                self.field();
                self.quoted = true;
            }
            self.end();
            rest = if other { chars.as_str() } else { next };
            if other {
                rest = rest.trim_start_matches(|c: char| separators.contains(c) && c.is_whitespace());
            }
        }
    }

    fn end(&mut self) {
        if let Some(field) = self.current.take()
            && (self.quoted || !field.text.pieces.is_empty())
        {
            self.full |= self.done.len() >= FIELDS_MAX;
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
    fn joined_list(&mut self, param: &crate::shell::tree::Param, star: bool) -> Text {
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
            Part::Param { param, quoted } if is_list(param) => self.list_part(param, *quoted, builder),
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
    fn list_part(&mut self, param: &crate::shell::tree::Param, quoted: bool, builder: &mut Builder) {
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
        let known = field.text.start();
        let fixed = known.find(['*', '?', '[']).unwrap_or(known.len());
        let (before, _) = known.split_at_checked(fixed).unwrap_or((&known, ""));
        let mut out = Text::known(before);
        out.push(&Text::unknown(Origins::of(Origin::File)));
        out
    }
}

/// Whether the shell would look for names: a bracket alone is no pattern.
fn is_pattern(text: &str) -> bool {
    let bracket = text
        .find('[')
        .and_then(|at| text.get(at..))
        .is_some_and(|rest| rest.contains(']'));
    text.contains(['*', '?']) || bracket
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
