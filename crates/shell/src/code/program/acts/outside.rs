//! Calls that start programs or talk to other machines.

use crate::code::Deed;
use crate::code::calls::Use;
use crate::code::program::{Report, elements, is_blank};
use crate::value::Text;

/// Stands in a command for what is not known of it: no variable has that name.
const UNKNOWN: &str = "${not_known_here}";

/// A text that a shell reads, as far as it is known.
fn shown(text: &Text) -> String {
    text.visible().replace('\u{fffd}', UNKNOWN)
}

/// A word as a shell reads it.
fn quoted(word: &Text) -> String {
    match word.whole() {
        Some(word) => format!("'{}'", word.replace('\'', r"'\''")),
        None => UNKNOWN.to_owned(),
    }
}

impl Report<'_> {
    /// A program is started: its command, where it is written, is judged as well.
    pub(super) fn starts(&mut self, one: &Use<'_>) {
        self.started();
        let mut words: Vec<Text> = Vec::new();
        for argument in &one.arguments {
            for element in elements(argument) {
                words.push(self.values.value(element));
            }
        }
        if words.first().is_none_or(is_blank) {
            self.asks(
                "unknown-command",
                "which program the code starts is not known",
            );
        }
        words.retain(|word| !is_blank(word));
        match words.as_slice() {
            [] => {}
            [text] => self.say(Deed::Shell(shown(text))),
            words => {
                let quoted: Vec<String> = words.iter().map(quoted).collect();
                self.say(Deed::Shell(quoted.join(" ")));
                // `execSync('rm -rf x', 'utf8')`: the first alone may be the command.
                if let Some(first) = words.first().filter(|it| it.visible().contains(' ')) {
                    self.say(Deed::Shell(shown(first)));
                }
            }
        }
    }

    pub(super) fn connects_to(&mut self, one: &Use<'_>, sends: bool) {
        self.plain = false;
        self.connects = true;
        let mut host = None;
        let mut partly = false;
        let mut bare = None;
        for argument in &one.arguments {
            for element in elements(argument) {
                let text = self.values.value(element);
                partly |= text.whole().is_none() && !is_blank(&text);
                if named_by_data(&text.visible()) {
                    self.say(Deed::deny(
                        "uploads",
                        "data would leave in the name of a host",
                    ));
                }
                let start = text.start();
                if let Some(found) = crate::address::host(&start) {
                    host = host.or(Some(found));
                } else if bare.is_none() && start.contains('.') && !start.contains([' ', '/', ':'])
                {
                    bare = Some(start.to_ascii_lowercase());
                }
            }
        }
        let more = one.arguments.len() > 1;
        self.say(Deed::Connect {
            host: host.or(bare),
            sends: sends || partly || more,
        });
    }
}

/// `….domain.example`, where what stands before is computed: whoever serves the domain learns it.
fn named_by_data(text: &str) -> bool {
    let Some((_, known)) = text.rsplit_once('\u{fffd}') else {
        return false;
    };
    let host = known.split(['/', ':', '?']).next().unwrap_or_default();
    let fits = |c: char| c.is_ascii_alphanumeric() || ".-_".contains(c);
    host.strip_prefix('.')
        .is_some_and(|host| host.contains('.') && host.chars().all(fits))
}
