//! Forges as this process reaches them: accounts with their tokens, taken from the environment and given to nobody else.

use std::collections::BTreeMap;
use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use forge::client::{Client, Credential, Endpoint, Patience};
use ledger::forge::{ForgeKind, Login, RepoName};
use tools::git::Remote;

use crate::config::{ForgeEntry, ForgeSettings};

/// The forges of the configuration, and the accounts that there are tokens for.
#[derive(Default)]
pub struct Forges {
    entries: BTreeMap<String, ForgeEntry>,
    accounts: Vec<Account>,
}

/// An account and its token.
struct Account {
    forge: String,
    login: Login,
    token_env: Option<String>,
    token: Option<String>,
}

/// Why a forge can't be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoForge {
    /// It is not configured.
    #[error("the forge `{0}` is not configured here")]
    Unknown(String),
    /// The account is not configured.
    #[error("no account `{login}` is configured for the forge `{forge}`")]
    NoAccount {
        /// The forge.
        forge: String,
        /// The account.
        login: Login,
    },
    /// No account is named for what a person publishes there.
    #[error("nothing says under which account runs are published on the forge `{0}`")]
    NoLogin(String),
    /// The forge's address or the token is not one.
    #[error("the forge `{forge}` can't be spoken to: {why}")]
    Unusable {
        /// The forge.
        forge: String,
        /// Why not.
        why: String,
    },
    /// Nothing names the variable with its token.
    #[error("nothing names the variable with the token of `{login}` on the forge `{forge}`")]
    NoVariable {
        /// The forge.
        forge: String,
        /// The account.
        login: Login,
    },
    /// Its token is not there.
    #[error(
        "the token of `{login}` on the forge `{forge}` is missing: the environment variable `{variable}` is not set"
    )]
    NoToken {
        /// The forge.
        forge: String,
        /// The account.
        login: Login,
        /// The variable that is to hold it.
        variable: String,
    },
}

impl NoForge {
    /// What to do next.
    #[must_use]
    pub fn help(&self) -> String {
        match self {
            NoForge::Unknown(name) => {
                format!(
                    "name it in your own configuration: `forge.{name}.kind` and `forge.{name}.url`"
                )
            }
            NoForge::NoAccount { forge, .. } => format!(
                "name it in your own configuration: `forge.{forge}.login`, or `roster.NAME.login`"
            ),
            NoForge::NoLogin(forge) => format!(
                "name one in your own configuration: `forge.{forge}.login` and `forge.{forge}.token_env`"
            ),
            NoForge::Unusable { forge, .. } => {
                format!("look at `forge.{forge}.url` and at the variable with the token")
            }
            NoForge::NoVariable { forge, .. } => format!(
                "name one in your own configuration: `forge.{forge}.token_env`, or `roster.NAME.token_env`"
            ),
            NoForge::NoToken { variable, .. } => format!("`export {variable}=…`"),
        }
    }
}

impl Forges {
    /// Those of the configuration, with the tokens that this environment holds.
    #[must_use]
    pub fn of(settings: &ForgeSettings, env: &BTreeMap<String, String>) -> Self {
        let token = |variable: &Option<String>| {
            let text = env.get(variable.as_ref()?)?.trim();
            (!text.is_empty()).then(|| text.to_owned())
        };
        let own = settings.forges.values().filter_map(|it| {
            Some(Account {
                forge: it.name.clone(),
                login: it.login.clone()?,
                token_env: it.token_env.clone(),
                token: token(&it.token_env),
            })
        });
        let team = settings.roster.values().map(|it| Account {
            forge: it.forge.clone(),
            login: it.login.clone(),
            token_env: it.token_env.clone(),
            token: token(&it.token_env),
        });
        Self {
            accounts: own.chain(team).collect(),
            entries: settings.forges.clone(),
        }
    }

    /// A forge by its name.
    ///
    /// # Errors
    /// [`NoForge::Unknown`].
    pub fn entry(&self, name: &str) -> Result<&ForgeEntry, NoForge> {
        let unknown = || NoForge::Unknown(name.to_owned());
        self.entries.get(name).ok_or_else(unknown)
    }

    /// The tokens, by the variables that hold them.
    pub(crate) fn tokens(&self) -> impl Iterator<Item = (&str, &str)> {
        let held = self.accounts.iter();
        held.filter_map(|it| Some((it.token_env.as_deref()?, it.token.as_deref()?)))
    }

    /// The token of an account.
    pub(crate) fn token(&self, forge: &str, login: &Login) -> Result<&str, NoForge> {
        self.entry(forge)?;
        let mut of = self.accounts.iter();
        let account = of.find(|it| it.forge == forge && it.login == *login);
        let (forge, login) = (forge.to_owned(), login.clone());
        let Some(account) = account else {
            return Err(NoForge::NoAccount { forge, login });
        };
        match (&account.token, &account.token_env) {
            (Some(token), _) => Ok(token),
            (None, Some(variable)) => Err(NoForge::NoToken {
                variable: variable.clone(),
                forge,
                login,
            }),
            (None, None) => Err(NoForge::NoVariable { forge, login }),
        }
    }

    /// The one account of the roster on a forge, if there is only one.
    fn only_login(&self, forge: &str) -> Option<Login> {
        let mut of = self.accounts.iter().filter(|it| it.forge == forge);
        let first = of.next()?;
        of.next().is_none().then(|| first.login.clone())
    }

    /// The account of the person's runs on a forge: the forge's own, else the only one of the roster.
    pub(crate) fn own_login(&self, forge: &str) -> Result<Login, NoForge> {
        let entry = self.entry(forge)?;
        let login = entry.login.clone().or_else(|| self.only_login(forge));
        login.ok_or_else(|| NoForge::NoLogin(forge.to_owned()))
    }

    /// A client of a forge under an account.
    ///
    /// # Errors
    /// [`NoForge`].
    pub fn client(&self, forge: &str, login: &Login) -> Result<Client, NoForge> {
        let entry = self.entry(forge)?;
        let token = self.token(forge, login)?;
        let endpoint = Endpoint {
            kind: entry.kind,
            base_url: entry.api_url.clone().unwrap_or_else(|| entry.url.clone()),
            patience: Patience::default(),
        };
        Client::new(endpoint, Credential::new(token)).map_err(|why| NoForge::Unusable {
            forge: forge.to_owned(),
            why: why.to_string(),
        })
    }

    /// A repository as git reaches it under an account. The address is the configured one, whatever the forge says.
    ///
    /// # Errors
    /// [`NoForge`].
    pub fn remote(&self, forge: &str, repo: &RepoName, login: &Login) -> Result<Remote, NoForge> {
        let entry = self.entry(forge)?;
        let token = self.token(forge, login)?;
        let user = match entry.kind {
            ForgeKind::Gitea | ForgeKind::Forgejo => login.as_str(),
            // Any user goes with a token there; this one goes with those of applications too.
            ForgeKind::Github => "x-access-token",
        };
        let basic = STANDARD.encode(format!("{user}:{token}"));
        let url = format!("{}/{repo}.git", entry.url);
        Ok(Remote::new(url, Some(format!("Basic {basic}"))))
    }
}

impl fmt::Debug for Forges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.entries.keys()).finish()
    }
}
