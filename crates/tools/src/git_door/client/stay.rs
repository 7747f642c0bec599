//! What would leave the branch of the task, and what only looks like it.

use std::ffi::OsString;

use super::{Ended, Stopped, Typed, print, say};

impl Typed {
    /// `checkout` and `switch`: files are taken from a commit, the branch stays.
    pub(super) fn stay(&self) -> Ended {
        let words = self.after_verb();
        if words.iter().any(|it| it == "--") {
            return self.stage(&self.words);
        }
        let named: Vec<&str> = words
            .iter()
            .filter_map(|it| it.to_str())
            .filter(|it| !it.starts_with('-'))
            .collect();
        let quiet = |it: &OsString| it == "-q" || it == "--quiet";
        let options = words.len().saturating_sub(named.len());
        let plain = words.iter().filter(|it| quiet(it)).count() == options;
        let branch = self.branch()?;
        match (plain, named.as_slice()) {
            (true, [only]) if *only == branch || *only == "HEAD" => {
                say(&format!("Already on '{branch}'\n"));
                Ok(0)
            }
            (true, [first, ..]) if self.words[0] == "checkout" => {
                let commit = format!("{first}^{{commit}}");
                let is_commit = self
                    .line(&["rev-parse", "--verify", "--quiet", &commit])?
                    .is_some();
                if is_commit && named.len() == 1 {
                    return Err(stays(&branch));
                }
                self.stage(&self.words)
            }
            _ => Err(stays(&branch)),
        }
    }

    /// `reset`, as far as the branch stays where it is.
    pub(super) fn reset(&self) -> Ended {
        let words = self.after_verb();
        let option = |name: &str| words.iter().any(|it| it == name);
        let here = |it: &OsString| it == "HEAD" || it == "@";
        let rest: Vec<&OsString> = words
            .iter()
            .filter(|it| !it.to_string_lossy().starts_with('-') && !here(it))
            .collect();
        let known = ["-q", "--quiet", "--hard", "--mixed", "--"];
        let strange = words
            .iter()
            .filter_map(|it| it.to_str())
            .any(|it| it.starts_with('-') && !known.contains(&it));
        if strange {
            return Err(moves());
        }
        if rest.is_empty() {
            let how: &[&str] = if option("--hard") {
                &["read-tree", "-u", "--reset", "HEAD"]
            } else {
                &["read-tree", "--reset", "HEAD"]
            };
            let words: Vec<OsString> = how.iter().map(OsString::from).collect();
            let ended = self.stage(&words)?;
            if option("--hard") && !option("-q") {
                let line = self.line(&["log", "-1", "--format=HEAD is now at %h %s"])?;
                print(format!("{}\n", line.unwrap_or_default()).as_bytes());
            }
            return Ok(ended);
        }
        if option("--hard") {
            return Err(moves());
        }
        if !option("--") {
            for word in &rest {
                let commit = format!("{}^{{commit}}", word.to_string_lossy());
                let is_commit = self.line(&["rev-parse", "--verify", "--quiet", &commit])?;
                if is_commit.is_some() {
                    return Err(moves());
                }
            }
        }
        self.stage(&self.words)
    }
}

fn stays(branch: &str) -> Stopped {
    Stopped::Refused(format!(
        "this worktree stays on its branch `{branch}`; Interlock makes branches and brings them together. \
         `git restore --source=REVISION -- PATH` takes files from elsewhere"
    ))
}

fn moves() -> Stopped {
    Stopped::Refused(
        "the branch is not moved back; `git commit --amend` replaces the last commit of the task, \
         `git restore --source=REVISION -- PATH` takes files from another one"
            .to_owned(),
    )
}
