//! Redirections: what is read and written besides what the command itself does, and where its output goes.

use super::Eval;
use crate::effect::{Network, Origin, Way, What};
use crate::place::Place;
use crate::tree::{Fd, Part, Redirect, RedirectOp, Script};
use crate::value::{Field, Origins, Text};

/// The streams of one command.
pub(super) struct Streams {
    pub(super) stdin: Text,
    /// Files that standard output goes to instead of the next command; empty: to the next command.
    pub(super) into: Vec<Place>,
    /// Those of them that held something before, as far as the script knows.
    pub(super) fresh: Vec<Place>,
    /// Standard output goes into a file, a descriptor or nowhere.
    pub(super) away: bool,
    /// Processes that standard output goes to.
    pub(super) processes: Vec<Script>,
}

impl Streams {
    /// What one of two combinations of values makes of them.
    pub(super) fn join(&mut self, other: Streams) {
        self.stdin = std::mem::take(&mut self.stdin).either(other.stdin);
        self.into.extend(other.into);
        self.fresh.extend(other.fresh);
        self.away |= other.away;
        self.processes.extend(other.processes);
    }
}

impl Eval<'_> {
    /// Evaluates redirections from left to right.
    pub(super) fn redirect(&mut self, redirects: &[Redirect], stdin: &Text) -> Streams {
        let mut streams = Streams {
            stdin: stdin.clone(),
            into: Vec::new(),
            fresh: Vec::new(),
            away: false,
            processes: Vec::new(),
        };
        for redirect in redirects {
            self.one(redirect, &mut streams);
        }
        streams
    }

    /// What a command is given may be shown by it.
    fn goes_in(&mut self, text: &Text) {
        if text.origins.has(Origin::Secret) {
            self.ask(
                "prints-secret",
                "a variable that may hold a secret goes into a command",
            );
        }
    }

    fn one(&mut self, redirect: &Redirect, streams: &mut Streams) {
        let output = matches!(redirect.fd, Fd::Default | Fd::Number(1));
        let input = matches!(redirect.fd, Fd::Default | Fd::Number(0));
        match redirect.op {
            RedirectOp::Heredoc { .. } => {
                let text = self.one_text(&redirect.target);
                self.goes_in(&text);
                if input {
                    streams.stdin = text;
                }
            }
            RedirectOp::HereString => {
                let mut text = self.one_text(&redirect.target);
                text.push(&Text::known("\n"));
                self.goes_in(&text);
                if input {
                    streams.stdin = text;
                }
            }
            RedirectOp::Read => {
                let text = self.read_target(redirect);
                if input {
                    streams.stdin = text;
                }
            }
            RedirectOp::DupRead => {
                let text = self.one_text(&redirect.target);
                if input && text.whole().as_deref() != Some("0") {
                    streams.stdin = Text::unknown(Origins::of(Origin::Unknown));
                }
            }
            RedirectOp::DupWrite => {
                let text = self.one_text(&redirect.target);
                let number = |text: &str| {
                    text == "-"
                        || text
                            .trim_end_matches('-')
                            .chars()
                            .all(|c| c.is_ascii_digit())
                };
                match text.whole() {
                    Some(text) if number(&text) => streams.away |= output && text != "1",
                    Some(_) | None => self.write_target(redirect, streams, true),
                }
            }
            RedirectOp::Write
            | RedirectOp::Clobber
            | RedirectOp::Append
            | RedirectOp::ReadWrite
            | RedirectOp::WriteBoth
            | RedirectOp::AppendBoth => self.write_target(redirect, streams, output),
        }
    }

    fn target(&mut self, redirect: &Redirect) -> Field {
        let fields = self.fields(std::slice::from_ref(&redirect.target));
        match <[Field; 1]>::try_from(fields) {
            Ok([field]) => field,
            // Several words are an error of the shell; none is an empty name.
            Err(_) => Field {
                text: Text::unknown(Origins::of(Origin::Unknown)),
                ..Field::default()
            },
        }
    }

    fn read_target(&mut self, redirect: &Redirect) -> Text {
        let field = self.target(redirect);
        self.read_field(&field)
    }

    /// The content of what a field names, with the effect of reading it.
    pub(super) fn read_field(&mut self, field: &Field) -> Text {
        if let Some(stream) = &field.stream {
            return (**stream).clone();
        }
        let place = self.place_of(field);
        if place.text().as_deref() == Some("/dev/null") {
            return Text::known("");
        }
        if self.is_socket(&place) {
            return Text::unknown(Origins::of(Origin::Network));
        }
        if let Some(text) = self.written.get(&place) {
            return text.clone();
        }
        let origin = self.origin_of(&place);
        self.say(What::Read { place, walk: false });
        Text::unknown(Origins::of(origin))
    }

    /// Where the content of a place comes from.
    pub(super) fn origin_of(&self, place: &Place) -> Origin {
        let secret = place
            .text()
            .is_some_and(|text| crate::secret_files::is_secret(&text));
        match place {
            _ if secret => Origin::Secret,
            Place::Inside { .. } => Origin::File,
            Place::Home { .. } | Place::Outside { .. } => Origin::Elsewhere,
            Place::Unknown { .. } => Origin::Unknown,
        }
    }

    /// `/dev/tcp/host/port` opens a connection.
    fn is_socket(&mut self, place: &Place) -> bool {
        let text = place.text().unwrap_or_default();
        let rest = text
            .strip_prefix("/dev/tcp/")
            .or_else(|| text.strip_prefix("/dev/udp/"));
        let known = match place {
            Place::Unknown {
                known: Some(known), ..
            } => known
                .text()
                .is_some_and(|text| text.starts_with("/dev/tcp") || text.starts_with("/dev/udp")),
            Place::Unknown { known: None, .. }
            | Place::Inside { .. }
            | Place::Home { .. }
            | Place::Outside { .. } => false,
        };
        if rest.is_none() && !known {
            return false;
        }
        let host = rest
            .and_then(|rest| rest.split('/').next())
            .map(crate::address::bare);
        self.say(What::Network(Network::to(host, Way::Upload)));
        self.deny("network-shell", "it opens a connection through the shell");
        true
    }

    fn write_target(&mut self, redirect: &Redirect, streams: &mut Streams, output: bool) {
        if let [
            Part::Process {
                output: true,
                script,
            },
        ] = redirect.target.parts.as_slice()
            && output
        {
            streams.away = true;
            streams.processes.push(script.clone());
            return;
        }
        let field = self.target(redirect);
        if field.stream.is_some() {
            streams.away |= output;
            return;
        }
        let place = self.place_of(&field);
        if self.is_socket(&place) {
            streams.away |= output;
            return;
        }
        let cuts = matches!(redirect.op, RedirectOp::Write | RedirectOp::Clobber);
        if cuts && !self.written.contains_key(&place) {
            streams.fresh.push(place.clone());
        }
        self.opened(&place, redirect.op, output);
        self.say(What::Write(place.clone()));
        if output {
            streams.away = true;
            streams.into.push(place);
        }
    }

    /// What a file holds when it has just been opened for writing.
    fn opened(&mut self, place: &Place, op: RedirectOp, output: bool) {
        let held = self.written.get(place).cloned();
        let keeps = matches!(
            op,
            RedirectOp::Append | RedirectOp::AppendBoth | RedirectOp::ReadWrite
        );
        let text = match (keeps, held) {
            // Errors, or whatever is sent to this descriptor later.
            _ if !output => Text::unknown(Origins::of(Origin::Program)),
            (true, Some(held)) => held,
            // What the file held before, if there is one.
            (true, None) => {
                let mut before = Text::unknown(Origins::of(self.origin_of(place)));
                before.push(&Text::known("\n"));
                before
            }
            (false, Some(held)) if self.doubt > 0 => held.perhaps(),
            (false, _) => Text::known(""),
        };
        self.written.insert(place.clone(), text);
    }

    /// `: > file`, `cat /dev/null > file`: nothing goes into it, so what it held is gone.
    pub(super) fn emptied(&mut self, streams: &Streams) {
        if matches!(
            self.by.as_str(),
            "" | ":" | "true" | "cat /dev/null" | "echo -n" | "echo" | "echo ''" | "printf ''"
        ) {
            for place in streams.fresh.clone() {
                self.empties(&place);
            }
        }
    }

    /// A source or a document of the project that loses all that it holds. What builds make, and logs, are no matter.
    pub(super) fn empties(&mut self, place: &Place) {
        const KEPT: [&str; 30] = [
            "rs", "py", "js", "jsx", "ts", "tsx", "mjs", "cjs", "go", "java", "kt", "c", "h", "cc",
            "cpp", "hpp", "cs", "rb", "php", "swift", "scala", "sql", "toml", "json", "yml",
            "yaml", "md", "lock", "html", "css",
        ];
        const MADE: [&str; 8] = [
            "target",
            "dist",
            "build",
            "out",
            "coverage",
            "tmp",
            "node_modules",
            "fixtures",
        ];
        let Place::Inside { path, glob } = place else {
            return;
        };
        let last = path.rsplit('/').next().unwrap_or_default();
        let kept = last.rsplit_once('.').is_some_and(|(stem, end)| {
            !stem.is_empty() && stem != "__init__" && KEPT.contains(&end)
        });
        if (kept || *glob) && !path.split('/').any(|part| MADE.contains(&part)) {
            self.ask("deletes", format!("it empties `{}`", place.shown()));
        }
    }

    /// Sends what a command printed where its output goes; what is left for the next command.
    pub(super) fn deliver(&mut self, streams: &Streams, out: Text) -> Text {
        let endless = self
            .effects
            .iter()
            .any(|it| it.by == self.by && it.what.program() == Some("yes"));
        let nowhere = |place: &Place| place.text().as_deref() == Some("/dev/null");
        // Only `timeout` ends it.
        let ends = self.by.starts_with("timeout ") && streams.into.iter().all(nowhere);
        if endless && !ends && !streams.into.is_empty() {
            self.deny("fills-disk", "output without end goes into a file");
        } else if endless && streams.away {
            self.ask("endless", "it prints without end");
        }
        for place in &streams.into {
            let out = if self.doubt > 0 && self.written.contains_key(place) {
                out.clone().perhaps()
            } else {
                out.clone()
            };
            self.written.entry(place.clone()).or_default().push(&out);
        }
        for script in &streams.processes {
            let _ = self.apart(|eval| eval.script(script, &out));
        }
        if streams.away { Text::default() } else { out }
    }
}
