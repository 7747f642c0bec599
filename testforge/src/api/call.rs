//! One call about a repository, and what handlers ask of it.

use serde_json::Value;

use crate::http::{Answer, Ask};
use crate::options::{Access, Kind, Refused};
use crate::world::{Id, Repo, World};

/// A call about a repository that the caller may see.
pub(crate) struct Call<'a> {
    pub(crate) world: &'a mut World,
    pub(crate) repo: Id,
    pub(crate) doer: Option<Id>,
    pub(crate) ask: &'a Ask,
}

const LIMIT_DEFAULT: usize = 30;
const LIMIT_MAX: usize = 50;
const LIMIT_MAX_GITHUB: usize = 100;

impl Call<'_> {
    /// Who asks; refused when nobody is signed in.
    pub(crate) fn doer(&self) -> Result<Id, Refused> {
        self.doer
            .ok_or_else(|| Refused::new(401, "token is required"))
    }

    /// The same, if he may do so much here.
    pub(crate) fn doer_with(&self, least: Access) -> Result<Id, Refused> {
        let doer = self.doer()?;
        self.world.need(self.repo, doer, least)?;
        Ok(doer)
    }

    pub(crate) fn at(&self) -> Result<&Repo, Refused> {
        self.world.repo(self.repo)
    }

    pub(crate) fn fields(&self) -> Fields {
        Fields(self.ask.json())
    }

    /// One page of a list.
    pub(crate) fn page(&self, list: &[Value]) -> Answer {
        page(self.world, self.ask, list)
    }

    /// The same without the header that leads to other pages, as some lists are.
    pub(crate) fn page_without_link(&self, list: &[Value]) -> Answer {
        let mut answer = self.page(list);
        answer.headers.retain(|(name, _)| name != "Link");
        answer
    }
}

/// One page of a list. `Link` leads to the public address, wherever the caller came from.
pub(crate) fn page(world: &World, ask: &Ask, list: &[Value]) -> Answer {
    let (name, max) = match world.kind {
        Kind::Gitea | Kind::Forgejo => ("limit", LIMIT_MAX),
        Kind::Github => ("per_page", LIMIT_MAX_GITHUB),
    };
    let limit = ask.number(name).unwrap_or(LIMIT_DEFAULT).clamp(1, max);
    let page = ask.number("page").unwrap_or(1).max(1);
    let start = page.saturating_sub(1).saturating_mul(limit);
    let shown: Vec<Value> = list.iter().skip(start).take(limit).cloned().collect();
    let mut answer = Answer::json(200, &Value::Array(shown));
    if world.kind != Kind::Github {
        answer = answer.with("X-Total-Count", list.len().to_string());
    }
    let last = list.len().div_ceil(limit).max(1);
    let address = |to: usize| {
        let others = ask.query.split('&').filter(|pair| {
            let key = pair.split_once('=').map_or(*pair, |(key, _)| key);
            !key.is_empty() && !["page", name, "token"].contains(&key)
        });
        let mut pairs: Vec<String> = others.map(str::to_owned).collect();
        pairs.extend([format!("{name}={limit}"), format!("page={to}")]);
        format!("<{}{}?{}>", world.public_url, ask.path, pairs.join("&"))
    };
    let mut links = Vec::new();
    let mut link = |to: usize, rel: &str| links.push(format!("{}; rel=\"{rel}\"", address(to)));
    if page < last {
        link(page + 1, "next");
        link(last, "last");
    }
    if page > 1 {
        link(1, "first");
        link(page - 1, "prev");
    }
    match links.is_empty() {
        true => answer,
        false => answer.with("Link", links.join(",")),
    }
}

/// The fields of a body, each as what it should be; what is something else is not there.
pub(crate) struct Fields(pub(crate) Value);

impl Fields {
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        self.0.get(name)?.as_str().map(str::to_owned)
    }

    pub(crate) fn text_or_empty(&self, name: &str) -> String {
        self.text(name).unwrap_or_default()
    }

    pub(crate) fn number(&self, name: &str) -> Option<u64> {
        self.0.get(name)?.as_u64()
    }

    pub(crate) fn flag(&self, name: &str) -> Option<bool> {
        self.0.get(name)?.as_bool()
    }

    pub(crate) fn list(&self, name: &str) -> Option<&Vec<Value>> {
        self.0.get(name)?.as_array()
    }

    pub(crate) fn texts(&self, name: &str) -> Option<Vec<String>> {
        let list = self.list(name)?.iter();
        Some(
            list.filter_map(|one| one.as_str().map(str::to_owned))
                .collect(),
        )
    }

    pub(crate) fn numbers(&self, name: &str) -> Option<Vec<u64>> {
        Some(self.list(name)?.iter().filter_map(Value::as_u64).collect())
    }

    pub(crate) fn object(&self, name: &str) -> Fields {
        Fields(self.0.get(name).cloned().unwrap_or_default())
    }

    /// `open` or `closed`, in `state`.
    pub(crate) fn open(&self) -> Option<bool> {
        match self.text("state")?.as_str() {
            "open" => Some(true),
            "closed" => Some(false),
            _ => None,
        }
    }
}
