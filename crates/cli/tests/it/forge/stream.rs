//! What must be true at the end of any story, whatever went wrong on the way.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;
use testforge::Outcome;

use super::daemon::Daemon;
use super::stage::Stage;

/// What is written down of a forge's tasks.
pub(crate) struct Stream {
    /// Each line's `board` part, seen or decided.
    lines: Vec<Value>,
}

impl Stream {
    /// Reads it back, as a person would.
    pub(crate) fn read(stage: &Stage) -> Self {
        let said = stage.world.run(&["ledger", "export", "board-local"]);
        assert_eq!(said.code, 0, "{said:?}");
        let lines = said.out.lines().filter_map(|line| {
            let line: Value = serde_json::from_str(line).expect("a line of JSON");
            below(&line, "board").cloned()
        });
        let lines = lines.collect();
        Self { lines }
    }

    fn all<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Value> {
        self.lines.iter().filter_map(move |it| it.get(kind))
    }

    /// Ids of what was delivered, in order.
    pub(crate) fn delivered(&self) -> Vec<String> {
        let ids = self.all("delivered").map(|it| it["id"].as_str());
        ids.map(|it| it.expect("an id").to_owned()).collect()
    }

    /// Deliveries that could not be read, and why.
    pub(crate) fn unread(&self) -> Vec<String> {
        let all = self.all("delivered").filter_map(|it| it["unread"].as_str());
        all.map(str::to_owned).collect()
    }

    /// The kinds of tasks that there were, with how each ended so far.
    pub(crate) fn tasks(&self) -> Vec<(String, Vec<String>)> {
        let mut tasks: BTreeMap<u64, (String, Vec<String>)> = BTreeMap::new();
        for it in self.all("created") {
            let action = it["key"]["action"].as_str().expect("an action").to_owned();
            let no = it["task"].as_u64().expect("a number");
            let before = tasks.insert(no, (action, Vec::new()));
            assert!(before.is_none(), "task {no} was made twice");
        }
        for it in self.all("moved") {
            let Some(ending) = it["ending"].as_str() else {
                continue;
            };
            let no = it["task"].as_u64().expect("a number");
            let task = tasks.get_mut(&no).expect("a task that was made");
            task.1
                .push(format!("{}: {ending}", it["to"].as_str().expect("a state")));
        }
        tasks.into_values().collect()
    }

    /// How many tasks of this kind there were.
    pub(crate) fn count(&self, action: &str) -> usize {
        self.tasks().iter().filter(|it| it.0 == action).count()
    }

    /// The runs that were begun, in order.
    pub(crate) fn runs(&self) -> Vec<String> {
        let all = self.all("dispatched").map(|it| it["run"].as_str());
        all.map(|it| it.expect("a run").to_owned()).collect()
    }
}

/// The value of a key, however deep.
fn below<'a>(value: &'a Value, key: &str) -> Option<&'a Value> {
    match value {
        Value::Object(map) => map.get(key).filter(|it| it.is_object()).or_else(|| {
            let mut inside = map.values();
            inside.find_map(|it| below(it, key))
        }),
        Value::Array(all) => all.iter().find_map(|it| below(it, key)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}

impl Stage {
    /// Asserts all that must always be true, and gives the stream.
    pub(crate) fn sound(&self) -> Stream {
        let stream = self.all_taken_in();
        self.chains_are_whole();
        let told = stream.delivered();
        let once: BTreeSet<&String> = told.iter().collect();
        assert_eq!(once.len(), told.len(), "a delivery is there twice");
        for (action, endings) in stream.tasks() {
            assert!(endings.len() <= 1, "{action} ended as {endings:?}");
        }
        self.nothing_is_said_twice();
        self.no_secret_is_told();
        stream
    }

    fn chains_are_whole(&self) {
        let said = self.world.run(&["ledger", "verify"]);
        assert_eq!(said.code, 0, "{said:?}");
        let said = self.world.run(&["ledger", "verify", "board-local"]);
        assert_eq!(said.code, 0, "{said:?}");
    }

    /// Reads the stream in which all is that was answered with 2xx. What was answered just before the daemon ended is in its
    /// store, and the next one takes it in.
    fn all_taken_in(&self) -> Stream {
        let stream = Stream::read(self);
        if self.not_taken_in(&stream).is_empty() {
            return stream;
        }
        let next = Daemon::start(self);
        self.wait(Some(&next), "deliveries of before", || {
            let left = self.not_taken_in(&Stream::read(self));
            left.is_empty().then_some(())
        });
        let (code, log) = next.stop();
        assert_eq!(code, 0, "{log}");
        Stream::read(self)
    }

    /// Deliveries that were answered with 2xx and are not in the stream.
    fn not_taken_in(&self, stream: &Stream) -> Vec<String> {
        let told: BTreeSet<String> = stream.delivered().into_iter().collect();
        let all = self.forge.iter().flat_map(|it| it.deliveries());
        let answered = all.filter(|it| matches!(it.outcome, Outcome::Answered(200..=299)));
        let ids = answered.map(|it| it.uuid);
        ids.filter(|it| !told.contains(it)).collect()
    }

    fn nothing_is_said_twice(&self) {
        let numbers = (1..).take_while(|number| self.exists(*number));
        for number in numbers {
            let mut seen = BTreeSet::new();
            for comment in self.comments(number) {
                assert!(seen.insert(comment.clone()), "#{number} twice: {comment:?}");
            }
        }
    }

    fn exists(&self, number: u64) -> bool {
        let path = format!("/repos/{}/issues/{number}", self.repo);
        let authorization = format!("token {}", self.token("mia"));
        self.api.ask(&authorization, "GET", &path, None).status == 200
    }

    fn no_secret_is_told(&self) {
        let secrets: Vec<&str> = self.tokens.values().map(String::as_str).collect();
        let secrets = [secrets, vec![super::stage::SECRET]].concat();
        let mut files = 0;
        search(&self.world.path("state"), &secrets, &mut files);
        assert!(files > 0, "there is no state");
        for issue in [self.issues(), self.pulls()].concat() {
            let number = issue["number"].as_u64().expect("a number");
            let text = format!("{issue}{:?}", self.comments(number));
            for secret in &secrets {
                assert!(!text.contains(secret), "#{number} tells a secret");
            }
        }
    }
}

/// Fails where a file holds a secret: in its bytes, or in what a store of its own packs and we can unpack with git.
fn search(folder: &Path, secrets: &[&str], files: &mut u32) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_symlink() {
            continue;
        }
        if path.is_dir() {
            search(&path, secrets, files);
            continue;
        }
        let Ok(bytes) = std::fs::read(&path) else {
            continue;
        };
        *files += 1;
        for secret in secrets {
            let secret = secret.as_bytes();
            let told = bytes.windows(secret.len()).any(|it| it == secret);
            assert!(!told, "{} holds a secret", path.display());
        }
    }
}
