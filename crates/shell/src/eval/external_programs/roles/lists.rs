//! Arguments that stand for further words: files that list them, and commands that are put in front of them.

use super::is_stdin;
use crate::bash::Dialect;
use crate::effect::What;
use crate::eval::Eval;
use crate::eval::external_programs::Flow;
use crate::model::Role;
use crate::place::Place;
use crate::plain_argv::argv_of;
use crate::value::{Field, Origins, Text};

/// Lines of a list that are followed one by one.
const LINES_MAX: usize = 256;

impl Eval<'_> {
    /// A file whose size is all that comes out of it.
    pub(super) fn measures(&mut self, field: &Field) {
        if is_stdin(field) || field.text.pattern().is_none() {
            return;
        }
        let place = self.place_of(field);
        self.say(What::List(place));
    }

    /// A file that lists, one a line, what has a role.
    pub(super) fn listed_in(&mut self, role: &Role, field: &Field, flow: &mut Flow) {
        let list = self.content_of(field, flow);
        let unknown = || vec![Text::unknown(list.origins)];
        for line in list
            .lines()
            .unwrap_or_else(unknown)
            .into_iter()
            .take(LINES_MAX)
        {
            let field = Field {
                text: line,
                ..Field::default()
            };
            self.role(role, &field, flow);
        }
    }

    /// A file of further words for the program itself.
    pub(super) fn arguments_in(&mut self, field: &Field, flow: &mut Flow) {
        let words = self.content_of(field, flow);
        let program = self.by.split(' ').next().unwrap_or_default().to_owned();
        if let Some(words) = words.whole() {
            let fields: Vec<Field> = words.split_whitespace().map(Field::known).collect();
            self.as_program(&program, &fields);
        }
        self.unknown(format!(
            "`{program}` takes further words from `{}`",
            field.shown()
        ));
    }

    /// A file whose content is text of a small language: what the command itself has not written is a fact to be looked
    /// up.
    pub(super) fn holds(&mut self, language: &str, field: &Field, flow: &mut Flow) {
        let place = self.place_of(field);
        let looked_up = matches!(place, Place::Inside { glob: false, .. })
            && !is_stdin(field)
            && field.stream.is_none()
            && !self.written.contains_key(&place);
        if looked_up {
            self.reads(field, false, flow);
            self.say(What::Message(place));
            return;
        }
        let text = self.content_of(field, flow);
        let held = Field {
            text,
            ..Field::default()
        };
        self.code_in(language, &held, flow);
    }

    /// What a file holds, as far as the command itself says it.
    fn content_of(&mut self, field: &Field, flow: &mut Flow) -> Text {
        if is_stdin(field) {
            return flow.stdin.clone();
        }
        if let Some(stream) = field.stream.as_deref() {
            return stream.clone();
        }
        let place = self.place_of(field);
        self.reads(field, false, flow);
        let held = self.written.get(&place).cloned();
        held.unwrap_or_else(|| Text::unknown(Origins::of(self.origin_of(&place))))
    }

    /// A command line that the program puts in front of its operands.
    pub(in crate::eval::external_programs) fn in_front_of(
        &mut self,
        command: &Field,
        operands: &[Field],
        flow: &mut Flow,
    ) {
        let text = command.as_text();
        let _ = self.shell_text(&text, Dialect::Bash, &Text::default());
        let Some(words) = text.whole().and_then(|text| argv_of(&text)) else {
            self.unknown("which command is put in front of others is not known");
            return;
        };
        let words: Vec<Field> = words.into_iter().map(Field::known).collect();
        let whole: Vec<Field> = words.iter().chain(operands).cloned().collect();
        let _ = self.steering(|eval| eval.apart(|eval| eval.inner(&whole, flow)));
    }
}
