//! `git stash`: what is put aside is a commit as git's own stash makes one, kept outside under a ref of the task.

use ledger::ids::GitId;

use super::super::wire::{Answer, Ask};
use super::staging::Staging;
use super::{Ended, Stopped, Typed, ask, code, path_of, print, show, start};

/// What is put aside: commits and their subjects, the newest first.
type Kept = Vec<(GitId, String)>;

impl Typed {
    pub(super) fn stash(&self) -> Ended {
        let words: Vec<&str> = self
            .after_verb()
            .iter()
            .filter_map(|it| it.to_str())
            .collect();
        let (verb, rest) = match words.split_first() {
            Some((verb, rest)) if !verb.starts_with('-') => (*verb, rest),
            Some(_) | None => ("push", words.as_slice()),
        };
        match verb {
            "push" | "save" => self.put_aside(rest),
            "list" => {
                for (number, (_, title)) in kept()?.iter().enumerate() {
                    print(format!("stash@{{{number}}}: {title}\n").as_bytes());
                }
                Ok(0)
            }
            "show" => {
                let (id, options) = one_of(rest)?;
                let words = [&["stash", "show"], &options[..], &[id.as_str()]].concat();
                let done = start(self.git(&words))?;
                show(&done);
                Ok(code(&done))
            }
            "pop" | "apply" => self.take_back(verb == "pop", rest),
            "drop" => {
                let (id, _) = one_of(rest)?;
                ask(&Ask::Forget(id.clone()))?;
                print(format!("Dropped ({id})\n").as_bytes());
                Ok(0)
            }
            "clear" => {
                for (id, _) in kept()? {
                    ask(&Ask::Forget(id))?;
                }
                Ok(0)
            }
            other => Err(Stopped::Refused(format!(
                "`git stash {other}` is not carried out here; there are push, list, show, pop, apply, drop and clear"
            ))),
        }
    }

    fn put_aside(&self, words: &[&str]) -> Ended {
        let (mut untracked, mut title, mut quiet) = (false, None, false);
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match *word {
                "-u" | "--include-untracked" => untracked = true,
                "-q" | "--quiet" => quiet = true,
                "-m" | "--message" => title = words.next().copied(),
                text if !text.starts_with('-') && title.is_none() => title = Some(text),
                other => {
                    return Err(Stopped::Refused(format!(
                        "`git stash push {other}` is not carried out here; there are -u, -q and -m MESSAGE"
                    )));
                }
            }
        }
        let mut staging = Staging::begin(self)?;
        let others = if untracked {
            self.untracked(&staging)?
        } else {
            Vec::new()
        };
        let Some(commit) = self.stash_commit(&staging, title, &others)? else {
            print(b"No local changes to save\n");
            return Ok(0);
        };
        let pack = staging.pack(self)?;
        let commit_id = GitId::new(&commit).map_err(|error| Stopped::Refused(error.to_string()))?;
        ask(&Ask::Keep {
            pack,
            commit: commit_id,
        })?;
        staging.must(self, &["read-tree", "-u", "--reset", "HEAD"])?;
        staging.hand_over(self)?;
        for path in &others {
            // What is gone already is gone.
            let _gone = std::fs::remove_file(staging.top().join(path_of(path)));
        }
        if !quiet {
            let subject = self.line(&["log", "-1", "--format=%s", &commit])?;
            let line = format!(
                "Saved working directory and index state {}\n",
                subject.unwrap_or_default()
            );
            print(line.as_bytes());
        }
        Ok(0)
    }

    /// Files that git does not know and does not ignore.
    fn untracked(&self, staging: &Staging) -> Result<Vec<Vec<u8>>, Stopped> {
        let mut list = self.git(&["ls-files", "--others", "--exclude-standard", "-z"]);
        list.cwd = staging.top().to_owned();
        let done = start(staging.within(list))?;
        let paths = done.stdout.split(|byte| *byte == 0);
        Ok(paths
            .filter(|it| !it.is_empty())
            .map(<[u8]>::to_vec)
            .collect())
    }

    /// A commit of what is to be put aside; nothing where there is nothing.
    fn stash_commit(
        &self,
        staging: &Staging,
        title: Option<&str>,
        others: &[Vec<u8>],
    ) -> Result<Option<String>, Stopped> {
        let create = [&["stash", "create"], title.as_slice()].concat();
        let made = staging.must(self, &create)?;
        if others.is_empty() {
            return Ok((!made.is_empty()).then_some(made));
        }
        let of_others = self.commit_of(staging, others)?;
        let (tree, index) = if made.is_empty() {
            let tree = "HEAD^{tree}".to_owned();
            let message = "-mindex";
            let index = ["commit-tree", &tree, "-p", "HEAD", message];
            (tree.clone(), staging.must(self, &index)?)
        } else {
            (format!("{made}^{{tree}}"), format!("{made}^2"))
        };
        let branch = self.branch()?;
        let head = self.line(&["log", "-1", "--format=%h %s"])?;
        let message = match title {
            Some(title) => format!("-mOn {branch}: {title}"),
            None => format!("-mWIP on {branch}: {}", head.unwrap_or_default()),
        };
        let parents = ["-p", "HEAD", "-p", &index, "-p", &of_others];
        let words = [&["commit-tree", &tree], &parents[..], &[&message]].concat();
        staging.must(self, &words).map(Some)
    }

    /// A commit that holds these files and nothing else, as git's own stash keeps them.
    fn commit_of(&self, staging: &Staging, files: &[Vec<u8>]) -> Result<String, Stopped> {
        let index = staging.folder().join("others.index");
        let within = |words: &[&str]| {
            let mut plain = self.git(words);
            plain
                .env
                .push(("GIT_INDEX_FILE".into(), Some(index.clone().into())));
            plain
        };
        let mut add = within(&["update-index", "--add", "-z", "--stdin"]);
        add.cwd = staging.top().to_owned();
        add.stdin = files.join(&0);
        add.stdin.push(0);
        staging.must_with(add)?;
        let made = staging.must_with(within(&["write-tree"]))?;
        staging.must(self, &["commit-tree", &made, "-muntracked files"])
    }

    fn take_back(&self, forgets: bool, words: &[&str]) -> Ended {
        let (id, options) = one_of(words)?;
        let mut staging = Staging::begin(self)?;
        let words = [&["stash", "apply"], &options[..], &[id.as_str()]].concat();
        let done = start(staging.within(self.git(&words)))?;
        show(&done);
        // Where it conflicts, both sides are in the index.
        staging.hand_over(self)?;
        if done.code == 0 && forgets {
            ask(&Ask::Forget(id.clone()))?;
            print(format!("Dropped ({id})\n").as_bytes());
        }
        Ok(code(&done))
    }
}

fn kept() -> Result<Kept, Stopped> {
    match ask(&Ask::Kept)? {
        Answer::Kept(all) => Ok(all),
        Answer::Done
        | Answer::Committed { .. }
        | Answer::NothingToCommit
        | Answer::Hook(_)
        | Answer::Refused(_) => Err(Stopped::Refused(
            "an answer that does not belong to what is put aside".to_owned(),
        )),
    }
}

/// The one that is named, `stash@{N}` or `N`, else the newest; and the options beside it.
fn one_of<'a>(words: &[&'a str]) -> Result<(GitId, Vec<&'a str>), Stopped> {
    let (options, named): (Vec<&str>, Vec<&str>) =
        words.iter().partition(|word| word.starts_with('-'));
    let number = named.first().map_or(Ok(0), |name| {
        let inside = name
            .strip_prefix("stash@{")
            .and_then(|it| it.strip_suffix('}'));
        inside.unwrap_or(name).parse::<usize>()
    });
    let all = kept()?;
    let found = number.ok().and_then(|number| all.get(number).cloned());
    match found {
        Some((id, _)) => Ok((id, options)),
        None if all.is_empty() => Err(Stopped::Refused("No stash entries found.".to_owned())),
        None => Err(Stopped::Refused(format!(
            "there is no such entry; {} are put aside",
            all.len()
        ))),
    }
}
