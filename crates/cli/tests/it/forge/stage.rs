//! What stands on a forge before a story begins: a repository with labels, three agents, a person, and an account that
//! sets statuses as a CI would.

use std::collections::BTreeMap;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde_json::json;
use testforge::{Access, Kind, NewHook, Options, TestForge};

use super::api::Api;
use super::daemon::Daemon;
use super::script;
use crate::agent;
use crate::support::World;

pub(crate) const SECRET: &str = "secret-of-the-hooks-of-tests";
/// How long something may take that a test waits for.
pub(crate) const WAIT_MAX: Duration = Duration::from_secs(60);
pub(crate) const PARK: Duration = Duration::from_millis(20);

/// Everybody, by what they do.
pub(crate) const PEOPLE: [&str; 5] = ["lead", "coder", "reviewer", "mia", "ci"];
const AGENTS: [(&str, &str); 3] = [
    ("lead", "coordinator"),
    ("coder", "code"),
    ("reviewer", "review"),
];
pub(crate) const LABELS: [&str; 7] = [
    "type/feat",
    "type/bug",
    "type/impl",
    "type/docs",
    "type/refactor",
    "type/test",
    "infrastructure",
];

/// A forge, and the machine of whoever runs the daemon.
pub(crate) struct Stage {
    pub(crate) api: Api,
    pub(crate) kind: Kind,
    /// `owner/name`.
    pub(crate) repo: String,
    /// What is behind logins, so that several stories fit on one real server.
    pub(crate) suffix: String,
    pub(crate) tokens: BTreeMap<String, String>,
    pub(crate) forge: Option<TestForge>,
    pub(crate) world: World,
    /// Whether agents ask the reviewer by themselves.
    pub(crate) has_reviewer: bool,
}

impl Stage {
    /// On the test forge. `script` is what the agents say, `more` goes to the configuration.
    pub(crate) fn new(options: Options, script: &str, more: &str) -> Self {
        let kind = options.kind;
        let forge = TestForge::start(options).expect("a forge");
        forge.org("acme");
        let tokens = PEOPLE.map(|who| (who.to_owned(), forge.user(who)));
        forge.repo("acme/widgets").expect("a repository");
        for who in PEOPLE {
            let access = match who {
                "lead" => Access::Admin,
                _ => Access::Write,
            };
            forge
                .allow("acme/widgets", who, Some(access))
                .expect("access");
        }
        for label in LABELS {
            forge.label("acme/widgets", label).expect("a label");
        }
        let prefix = match kind {
            Kind::Gitea | Kind::Forgejo => "/api/v1",
            Kind::Github => "",
        };
        let api = Api {
            host: forge.address().to_string(),
            prefix,
        };
        let stage = Self {
            world: World::scripted(&[], script, ""),
            api,
            kind,
            repo: "acme/widgets".to_owned(),
            suffix: String::new(),
            tokens: tokens.into(),
            forge: Some(forge),
            has_reviewer: true,
        };
        stage.configure(more);
        stage
    }

    /// On a real server, as its administrator: everything is made anew, under names that nobody else has.
    pub(crate) fn real(url: &str, admin: &str) -> Self {
        let api = Api {
            host: url
                .trim_start_matches("http://")
                .trim_end_matches('/')
                .to_owned(),
            prefix: "/api/v1",
        };
        let nanos = SystemTime::now().duration_since(UNIX_EPOCH);
        let suffix = format!("-{:x}", nanos.expect("a time").as_micros());
        let owner = format!("interlock{suffix}");
        let org = json!({"username": owner, "visibility": "private"});
        api.call(admin, "POST", "/orgs", Some(&org));
        let mut tokens = BTreeMap::new();
        for who in PEOPLE {
            let login = format!("{who}{suffix}");
            tokens.insert(who.to_owned(), account(&api, admin, &login));
        }
        let new = json!({
            "name": "widgets", "auto_init": true, "default_branch": "main", "private": true,
        });
        api.call(admin, "POST", &format!("/orgs/{owner}/repos"), Some(&new));
        let repo = format!("{owner}/widgets");
        for who in PEOPLE {
            let access = match who {
                "lead" => "admin",
                _ => "write",
            };
            let path = format!("/repos/{repo}/collaborators/{who}{suffix}");
            api.call(admin, "PUT", &path, Some(&json!({"permission": access})));
        }
        for label in LABELS {
            let new = json!({"name": label, "color": "#00aabb"});
            api.call(admin, "POST", &format!("/repos/{repo}/labels"), Some(&new));
        }
        let script = agent::script(&script::story(&format!("coder{suffix}")));
        let stage = Self {
            world: World::scripted(&[], &script, ""),
            api,
            kind: Kind::Gitea,
            repo,
            suffix,
            tokens,
            forge: None,
            has_reviewer: false,
        };
        stage.configure("");
        stage
    }

    /// Plain: on a forge like Gitea.
    pub(crate) fn plain(script: &str, more: &str) -> Self {
        Self::new(Options::default(), script, more)
    }

    pub(crate) fn forge(&self) -> &TestForge {
        self.forge.as_ref().expect("the test forge")
    }

    pub(crate) fn login(&self, who: &str) -> String {
        format!("{who}{}", self.suffix)
    }

    pub(crate) fn token(&self, who: &str) -> &str {
        &self.tokens[who]
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.api.host)
    }

    /// The configuration of whoever runs the daemon.
    pub(crate) fn configure(&self, more: &str) {
        let kind = match self.kind {
            Kind::Gitea => "gitea",
            Kind::Forgejo => "forgejo",
            Kind::Github => "github",
        };
        let url = self.url();
        let mut text = format!(
            "models:\n  default: written\n  written: {{provider: scripted, model: {}}}\n\
             forge:\n  local: {{kind: {kind}, url: \"{url}\", api_url: \"{url}{}\", repositories: [\"{}\"], hook_secret_env: HOOK_SECRET, login: {}, token_env: CODER_TOKEN}}\n\
             roster:\n",
            self.world.path("home/agent.json").display(),
            match self.kind {
                Kind::Gitea | Kind::Forgejo => "",
                Kind::Github => self.api.prefix,
            },
            self.repo,
            self.login("coder"),
        );
        for (who, capability) in AGENTS {
            let variable = variable(who);
            let capability = match who {
                "reviewer" if !self.has_reviewer => "looks",
                _ => capability,
            };
            text.push_str(&format!(
                "  {who}: {{login: {}, token_env: {variable}, role: {who}, capabilities: [{capability}], display_name: {who}}}\n",
                self.login(who)
            ));
        }
        if !more.contains("verification:") {
            text.push_str("verification: {commands: [\"sh check.sh\"], levels: [1, 2, 3, 4]}\n");
        }
        if !more.contains("mode:") {
            text.push_str("mode: quick\n");
        }
        text.push_str(more);
        self.world.configure(&text);
    }

    /// The variables with tokens and secret, as a process of ours gets them.
    pub(crate) fn environment(&self) -> Vec<(String, String)> {
        let tokens = AGENTS.iter();
        let tokens = tokens.map(|(who, _)| (variable(who), self.token(who).to_owned()));
        tokens
            .chain([("HOOK_SECRET".to_owned(), SECRET.to_owned())])
            .collect()
    }

    /// Starts the daemon and hangs the hook that tells it.
    pub(crate) fn serve(&self) -> Daemon {
        let daemon = Daemon::start(self);
        self.hook(&daemon);
        daemon
    }

    /// Hangs a hook for a daemon's address.
    pub(crate) fn hook(&self, daemon: &Daemon) {
        let url = daemon.url();
        if let Some(forge) = &self.forge {
            let hook = NewHook::all(&url, SECRET);
            forge.hook(&self.repo, hook).expect("a hook");
            return;
        }
        let events = [
            "issues",
            "issue_comment",
            "pull_request",
            "pull_request_review",
            "pull_request_comment",
            "push",
            "create",
            "delete",
            "repository",
            "status",
            "workflow_run",
            "workflow_job",
        ];
        let hook = json!({
            "type": "gitea", "active": true, "events": events,
            "config": {"url": url, "content_type": "json", "secret": SECRET},
        });
        self.as_("lead", "POST", "/hooks", &hook);
    }

    /// The same while deliveries go on.
    pub(crate) fn wait_quietly<T>(&self, what: &str, mut found: impl FnMut() -> Option<T>) -> T {
        let began = Instant::now();
        loop {
            if let Some(found) = found() {
                return found;
            }
            assert!(began.elapsed() < WAIT_MAX, "waited in vain for {what}");
            std::thread::park_timeout(PARK);
        }
    }

    /// Waits until something is there, and gives it.
    pub(crate) fn wait<T>(
        &self,
        daemon: Option<&Daemon>,
        what: &str,
        mut found: impl FnMut() -> Option<T>,
    ) -> T {
        let began = Instant::now();
        let longest = match &self.forge {
            Some(_) => WAIT_MAX,
            None => WAIT_MAX * 4,
        };
        loop {
            if let Some(forge) = &self.forge {
                // What waits for company in a shuffled queue is sent.
                forge.drain();
            }
            if let Some(found) = found() {
                return found;
            }
            if began.elapsed() > longest {
                let log = daemon.map(Daemon::log).unwrap_or_default();
                panic!("waited in vain for {what}; the daemon said:\n{log}");
            }
            std::thread::park_timeout(PARK);
        }
    }
}

/// Makes an account; a token of it.
fn account(api: &Api, admin: &str, login: &str) -> String {
    const PASSWORD: &str = "of-nobody-but-a-test-1";
    let new = json!({
        "username": login, "email": format!("{login}@example.invalid"), "password": PASSWORD,
        "must_change_password": false,
    });
    api.call(admin, "POST", "/admin/users", Some(&new));
    let scopes = [
        "write:repository",
        "write:issue",
        "read:user",
        "read:organization",
    ];
    let wanted = json!({"name": "of-a-test", "scopes": scopes});
    let authorization = format!("Basic {}", base64(&format!("{login}:{PASSWORD}")));
    let path = format!("/users/{login}/tokens");
    let got = api.ask(&authorization, "POST", &path, Some(&wanted));
    let token = got.json()["sha1"].as_str().map(str::to_owned);
    token.unwrap_or_else(|| panic!("no token: {} {}", got.status, got.text))
}

fn base64(text: &str) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in text.as_bytes().chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * at) & 63) as usize];
            out.push(if at <= chunk.len() {
                char::from(letter)
            } else {
                '='
            });
        }
    }
    out
}

fn variable(who: &str) -> String {
    format!("{}_TOKEN", who.to_uppercase())
}
