//! A desk over a store of its own, and a forge that nobody asks.

use std::collections::BTreeMap;

use store::Delivery;

use super::*;
use crate::config::{self, Sources, System};

/// A daemon's place.
pub(super) struct Kit {
    dir: tempfile::TempDir,
    env: BTreeMap<String, String>,
}

impl Kit {
    pub(super) fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let own = dir.path().join("home/.config/interlock");
        std::fs::create_dir_all(&own).unwrap();
        std::fs::create_dir_all(dir.path().join("repo")).unwrap();
        let text = "forge:\n  home:\n    kind: gitea\n    url: \"http://127.0.0.1:9\"\n    repositories: [team/*]\n    \
             hook_secret_env: HOOK_SECRET\nroster:\n  coder:\n    login: coder\n    token_env: CODER_TOKEN\n";
        std::fs::write(own.join("config.yml"), text).unwrap();
        let home = dir.path().join("home").display().to_string();
        let env = [
            ("HOME", home.as_str()),
            ("HOOK_SECRET", "secret"),
            ("CODER_TOKEN", "token"),
        ];
        let env = env.map(|(name, value)| (name.to_owned(), value.to_owned()));
        Self {
            dir,
            env: BTreeMap::from(env),
        }
    }

    fn config(&self) -> (Config, Setup) {
        let sources = Sources {
            root: self.dir.path().join("repo"),
            env: self.env.clone(),
            flags: Vec::new(),
            file: None,
            is_trusted_once: false,
            files: Some(Vec::new()),
            system: System::Unix,
        };
        let config = config::load(&sources).unwrap().config;
        let setup = Setup::of(&config, &self.env).unwrap();
        (config, setup)
    }

    pub(super) fn store(&self) -> Store {
        Store::open(&self.config().1.store_dir).unwrap()
    }

    pub(super) fn desk(&self) -> Desk {
        let (config, setup) = self.config();
        let call = Call {
            directory: self.dir.path().join("repo"),
            file: None,
            flags: Vec::new(),
            trust_once: false,
        };
        let forges = Arc::new(Forges::of(&config.forges, &self.env));
        let log: Log = Arc::new(|_| ());
        let watched = setup.forges.first().unwrap();
        Desk::open(&call, &config, &setup, watched, &forges, &log).unwrap()
    }
}

#[test]
fn all_that_waits_is_taken_in_however_large() {
    let kit = Kit::new();
    let large = |at: u64| Delivery {
        forge: "home".to_owned(),
        id: format!("id-{at}"),
        event: "issues".to_owned(),
        received_ms: 1,
        headers: BTreeMap::new(),
        body: vec![b' '; 3 << 20],
    };
    let all: Vec<Delivery> = (0..7).map(large).collect();
    kit.store().accept(&all).unwrap();
    let mut desk = kit.desk();
    let mut turns = 0;
    while desk.take_deliveries().unwrap() {
        turns += 1;
    }
    assert_eq!(desk.stream.board.delivered, 7);
    assert!(turns > 1, "they do not fit at once");
}

#[test]
fn a_question_is_said_again_only_as_long_as_its_run_waits() {
    let kit = Kit::new();
    let mut desk = kit.desk();
    let lines = |desk: &mut Desk| desk.stream.commit().unwrap().len();
    lines(&mut desk);
    desk.say_again(acts::saying(None));
    assert_eq!((lines(&mut desk), desk.sayings.len()), (1, 1));
    desk.say_again(acts::saying(Some(1)));
    assert_eq!((lines(&mut desk), desk.sayings.len()), (0, 1));
}
