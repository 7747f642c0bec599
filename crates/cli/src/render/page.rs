//! A page that grows line by line: title, names with texts, headings, signs with texts, longer texts.

use super::style::{Mark, Style, Tone};
use super::text::{cut, fit, one_line, pad, plural, visible, wrap};

/// Columns of the names at the left.
const NAMES: usize = 10;
/// Entries of a list that are shown; more are counted.
pub(super) const ENTRIES_MAX: usize = 40;
/// Lines of a longer text that are shown.
const LINES_MAX: usize = 12;

/// A page that grows line by line.
pub(super) struct Page<'s> {
    /// How to print.
    pub(super) style: &'s Style,
    /// How the program is called in the commands that are shown.
    pub(super) program: String,
    /// What is written so far.
    pub(super) out: String,
}

impl<'s> Page<'s> {
    pub(super) fn new(style: &'s Style) -> Self {
        Self {
            style,
            program: audit::answers::HERE.to_owned(),
            out: String::new(),
        }
    }
}

impl Page<'_> {
    pub(super) fn title(&mut self, text: &str) {
        let text = fit(&one_line(text), self.style.width, self.style.unicode);
        self.out.push_str(&self.style.paint(Tone::Strong, &text));
        self.out.push('\n');
    }

    /// A name at the left, a text at the right.
    pub(super) fn field(&mut self, name: &str, text: &str) {
        let room = self.style.width.saturating_sub(NAMES + 2);
        let name = self
            .style
            .paint(Tone::Dim, &pad(name, NAMES, self.style.unicode));
        let text = fit(&one_line(text), room, self.style.unicode);
        self.out.push_str(&format!("  {name}{text}\n"));
    }

    /// The same, over as many lines as it needs.
    pub(super) fn wrapped_field(&mut self, name: &str, text: &str) {
        let room = self.style.width.saturating_sub(NAMES + 2);
        for (nth, line) in wrap(&one_line(text), room).into_iter().enumerate() {
            let name = if nth == 0 { name } else { "" };
            self.field(name, &line);
        }
    }

    /// A heading, with an empty line before it.
    pub(super) fn heading(&mut self, text: &str) {
        self.out
            .push_str(&format!("\n  {}\n", self.style.paint(Tone::Strong, text)));
    }

    /// A sign and a text on one line.
    pub(super) fn marked(&mut self, mark: Mark, tone: Tone, text: &str) {
        let room = self.style.width.saturating_sub(4);
        let text = fit(&one_line(text), room, self.style.unicode);
        let text = self.style.paint(tone, &text);
        self.out
            .push_str(&format!("  {} {text}\n", self.style.mark(mark)));
    }

    /// A sign and a text that says why or what: over as many lines as it needs.
    pub(super) fn told(&mut self, mark: Mark, tone: Tone, text: &str) {
        let room = self.style.width.saturating_sub(4);
        for (nth, line) in wrap(&one_line(text), room).into_iter().enumerate() {
            let line = self.style.paint(tone, &line);
            let head = match nth {
                0 => self.style.mark(mark),
                _ => " ".to_owned(),
            };
            self.out.push_str(&format!("  {head} {line}\n"));
        }
    }

    /// A command to be typed or pasted: neither cut nor broken.
    pub(super) fn command(&mut self, text: &str) {
        let text = self.style.paint(Tone::Strong, &one_line(text));
        self.out
            .push_str(&format!("  {} {text}\n", self.style.mark(Mark::Next)));
    }

    /// A longer text, whole lines, bounded.
    pub(super) fn block(&mut self, text: &str) {
        let room = self.style.width.saturating_sub(6);
        let visible = visible(text.trim());
        let lines: Vec<String> = visible
            .lines()
            .flat_map(|it| wrap(it.trim_end(), room))
            .collect();
        for line in lines.iter().take(LINES_MAX) {
            self.out.push_str(&format!("      {line}\n"));
        }
        self.and_more(lines.len(), LINES_MAX, "line");
    }

    /// A text on lines of its own as they are: commands are meant to be taken from it.
    pub(super) fn uncut(&mut self, text: &str) {
        for line in visible(text).lines() {
            self.out.push_str(&format!("      {line}\n"));
        }
    }

    /// A text that is shown to its last character, for nobody says yes to what was left out.
    pub(super) fn whole(&mut self, text: &str) {
        let room = self.style.width.saturating_sub(6);
        for line in visible(text).lines().flat_map(|it| cut(it, room)) {
            self.out.push_str(&format!("      {line}\n"));
        }
    }

    /// How many entries are not shown.
    pub(super) fn and_more(&mut self, all: usize, shown: usize, thing: &str) {
        if all > shown {
            let text = format!("and {} more", plural(all - shown, thing));
            self.marked(Mark::Note, Tone::Dim, &text);
        }
    }
}
