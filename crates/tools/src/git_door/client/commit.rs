//! `git commit`: the message and what is staged for it are worked out here, the commit is made outside.

use std::ffi::OsString;
use std::fs;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;

use super::super::wire::{Answer, Ask};
use super::{Ended, Stopped, Typed, ask, print, show, start, text_of};

/// Bytes of a message that are read at most.
const MESSAGE_BYTES_MAX: u64 = 1 << 20;

/// What the words behind `commit` say.
#[derive(Debug, Default, PartialEq, Eq)]
struct Wanted {
    messages: Vec<String>,
    file: Option<OsString>,
    all: bool,
    amend: bool,
    allow_empty: bool,
    signoff: bool,
    quiet: bool,
    paths: Vec<OsString>,
}

impl Typed {
    pub(super) fn commit(&self) -> Ended {
        let wanted = Wanted::read(self.after_verb()).map_err(Stopped::Refused)?;
        let message = self.message(&wanted)?;
        if !wanted.paths.is_empty() {
            let nothing_staged = start(self.git(&["diff", "--cached", "--quiet"]))?.code == 0;
            if !nothing_staged {
                let why = "other changes are staged already; `git commit` without paths commits them, \
                           `git restore --staged .` takes them back";
                return Err(Stopped::Refused(why.to_owned()));
            }
            let words = [&["add", "-A", "--"].map(OsString::from)[..], &wanted.paths].concat();
            self.add_first(&words)?;
        } else if wanted.all {
            self.add_first(&["add", "-u", "--", ":/"].map(OsString::from))?;
        }
        let asked = Ask::Commit {
            message,
            amend: wanted.amend,
            allow_empty: wanted.allow_empty,
        };
        match ask(&asked)? {
            Answer::Committed { branch, commit } => {
                if !wanted.quiet {
                    let id = commit.as_str();
                    let head = format!("--format=[{branch} %h] %s");
                    let shown = start(self.git(&["show", "--shortstat", &head, id]))?;
                    let lines = String::from_utf8_lossy(&shown.stdout);
                    let lines: Vec<&str> = lines.lines().filter(|it| !it.is_empty()).collect();
                    print(format!("{}\n", lines.join("\n")).as_bytes());
                }
                Ok(0)
            }
            Answer::NothingToCommit => {
                show(&start(self.git(&["status"]))?);
                Ok(1)
            }
            Answer::Done | Answer::Kept(_) | Answer::Hook(_) | Answer::Refused(_) => Err(
                Stopped::Refused("an answer that does not belong to a commit".to_owned()),
            ),
        }
    }

    fn add_first(&self, words: &[OsString]) -> Result<(), Stopped> {
        text_of(&self.staged(words)?).map(drop)
    }

    /// The message; nothing where that of the commit stays which is replaced.
    fn message(&self, wanted: &Wanted) -> Result<Option<String>, Stopped> {
        let mut message = match &wanted.file {
            Some(file) => {
                let mut text = String::new();
                if file == "-" {
                    let stdin = rustix::stdio::stdin().try_clone_to_owned();
                    fs::File::from(stdin?)
                        .take(MESSAGE_BYTES_MAX)
                        .read_to_string(&mut text)?;
                } else {
                    fs::File::open(self.cwd.join(file))?
                        .take(MESSAGE_BYTES_MAX)
                        .read_to_string(&mut text)?;
                }
                text
            }
            None => wanted.messages.join("\n\n"),
        };
        let given = wanted.file.is_some() || !wanted.messages.is_empty();
        if !given {
            let keeps = wanted.amend;
            let why = "there is no editor here: `git commit -m MESSAGE`";
            return if keeps {
                Ok(None)
            } else {
                Err(Stopped::Refused(why.to_owned()))
            };
        }
        if wanted.signoff {
            let who = self.line(&["log", "-1", "--format=%an <%ae>"])?;
            message = format!(
                "{}\n\nSigned-off-by: {}",
                message.trim_end(),
                who.unwrap_or_default()
            );
        }
        Ok(Some(message))
    }
}

impl Wanted {
    fn read(words: &[OsString]) -> Result<Self, String> {
        let mut wanted = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let text = word.to_string_lossy();
            if text == "--" {
                wanted.paths.extend(words.by_ref().cloned());
            } else if let Some(long) = text.strip_prefix("--") {
                let (name, value) = match long.split_once('=') {
                    Some((name, value)) => (name, Some(value.to_owned())),
                    None => (long, None),
                };
                wanted.long(name, value, &mut words)?;
            } else if word.as_bytes().starts_with(b"-") && word.len() > 1 {
                wanted.short(&text, &mut words)?;
            } else {
                wanted.paths.push(word.clone());
            }
        }
        Ok(wanted)
    }

    fn long<'a>(
        &mut self,
        name: &str,
        value: Option<String>,
        words: &mut impl Iterator<Item = &'a OsString>,
    ) -> Result<(), String> {
        let mut given = || {
            let next = || words.next().map(|it| it.to_string_lossy().into_owned());
            value.clone().or_else(next)
        };
        match name {
            "message" => self.messages.extend(given()),
            "file" => self.file = given().map(OsString::from),
            "all" => self.all = true,
            "amend" => self.amend = true,
            "allow-empty" => self.allow_empty = true,
            "signoff" => self.signoff = true,
            "quiet" => self.quiet = true,
            // Hooks have their say before the merge, and signing is the person's.
            "no-verify" | "no-gpg-sign" | "no-edit" | "verbose" | "no-status" | "only" => {}
            other => return Err(unknown(&format!("--{other}"))),
        }
        Ok(())
    }

    /// Letters behind one dash; the value of one stands in the same word or in the next.
    fn short<'a>(
        &mut self,
        word: &str,
        words: &mut impl Iterator<Item = &'a OsString>,
    ) -> Result<(), String> {
        let mut letters = word.trim_start_matches('-').chars();
        while let Some(letter) = letters.next() {
            match letter {
                'm' | 'F' => {
                    let rest = letters.as_str();
                    let value = if rest.is_empty() {
                        words.next().map(|it| it.to_string_lossy().into_owned())
                    } else {
                        Some(rest.to_owned())
                    };
                    if letter == 'm' {
                        self.messages.extend(value);
                    } else {
                        self.file = value.map(OsString::from);
                    }
                    return Ok(());
                }
                'a' => self.all = true,
                's' => self.signoff = true,
                'q' => self.quiet = true,
                'n' | 'v' | 'o' => {}
                other => return Err(unknown(&format!("-{other}"))),
            }
        }
        Ok(())
    }
}

fn unknown(option: &str) -> String {
    format!(
        "`git commit {option}` is not carried out here; there are -m, -F, -a, -q, -s, --amend, --allow-empty and paths"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Wanted, String> {
        let words: Vec<OsString> = line.split('|').map(OsString::from).collect();
        Wanted::read(&words)
    }

    #[test]
    fn letters_and_words_say_the_same() {
        let wanted = Wanted {
            messages: vec!["a b".to_owned(), "c".to_owned()],
            all: true,
            quiet: true,
            ..Wanted::default()
        };
        assert_eq!(read("-qam|a b|--message=c"), Ok(wanted));
        let message = |line| read(line).map(|it| it.messages);
        assert_eq!(message("-mfix it"), Ok(vec!["fix it".to_owned()]));
        assert_eq!(message("--message|fix it"), Ok(vec!["fix it".to_owned()]));
        let paths = read("-m|x|--|-a|b").map(|it| it.paths);
        assert_eq!(paths, Ok(vec!["-a".into(), "b".into()]));
        assert!(read("--fixup|HEAD").is_err() && read("-e").is_err());
    }
}
