//! Lists that come in pages. Of a `Link` only the number of a page is taken: its address is not that of the forge as we
//! know it, and the token would go there.

use ledger::forge::ForgeKind;
use reqwest::Url;
use reqwest::header::{HeaderMap, LINK};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::call::{Answer, Call, Client};
use super::failure::Failure;
use crate::wire::items;

impl Client {
    /// All items of a list. `key`: the field in which the list is, if it is not the answer itself.
    pub(crate) async fn list<T: DeserializeOwned>(
        &self,
        call: Call,
        key: Option<&str>,
    ) -> Result<Vec<T>, Failure> {
        let mut all = Vec::new();
        let take = |items: Vec<T>| {
            all.extend(items);
            false
        };
        self.each_page(call, key, take).await?;
        Ok(all)
    }

    /// The pages of a list, until one is enough: true if one was.
    pub(crate) async fn each_page<T: DeserializeOwned>(
        &self,
        call: Call,
        key: Option<&str>,
        mut is_enough: impl FnMut(Vec<T>) -> bool,
    ) -> Result<bool, Failure> {
        let mut call = match self.kind {
            ForgeKind::Github => call.query("per_page", "100"),
            ForgeKind::Gitea | ForgeKind::Forgejo => call.query("limit", "50"),
        };
        let (mut page, mut count, mut before) = (1, 0_u64, Vec::new());
        for _ in 0..self.patience.pages_max {
            call = call.query("page", page.to_string());
            let answer = self.send(&call).await?;
            let values = values(&answer, key)?;
            // A list that knows no pages comes again and again.
            if values.is_empty() || answer.body == before {
                return Ok(false);
            }
            count = count.saturating_add(u64::try_from(values.len()).unwrap_or(u64::MAX));
            if is_enough(items(Value::Array(values)).unwrap_or_default()) {
                return Ok(true);
            }
            page = match next(self.kind, &answer.headers, page, count) {
                Next::Page(page) => page,
                Next::None => return Ok(false),
            };
            before = answer.body;
        }
        Err(Failure::TooMany {
            pages_max: self.patience.pages_max,
        })
    }
}

fn values(answer: &Answer, key: Option<&str>) -> Result<Vec<Value>, Failure> {
    let mut value = answer.value()?;
    if let Some(key) = key {
        value = value
            .get_mut(key)
            .map(Value::take)
            .ok_or_else(|| answer.wrong_shape())?;
    }
    match value {
        Value::Array(values) => Ok(values),
        // Forges write an empty list so.
        Value::Null => Ok(Vec::new()),
        Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_) => {
            Err(answer.wrong_shape())
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Next {
    Page(u32),
    None,
}

/// Which page follows. GitHub has no `Link` where there is one page alone. On Gitea and Forgejo, without it and a count, the
/// one after this is asked for until one is empty: how many items a page has is the forge's to say.
fn next(kind: ForgeKind, headers: &HeaderMap, page: u32, count: u64) -> Next {
    if let Some(link) = headers.get(LINK).and_then(|it| it.to_str().ok()) {
        return match next_in_link(link, page).filter(|next| *next > page) {
            Some(next) => Next::Page(next),
            None => Next::None,
        };
    }
    match kind {
        ForgeKind::Github => return Next::None,
        ForgeKind::Gitea | ForgeKind::Forgejo => {}
    }
    let total = headers.get("x-total-count").and_then(|it| it.to_str().ok());
    match total.and_then(|total| total.parse::<u64>().ok()) {
        Some(total) if count >= total => Next::None,
        Some(_) | None => Next::Page(page.saturating_add(1)),
    }
}

/// The number in the link to the next page. Where there is such a link without a number, it is the page after this one.
fn next_in_link(link: &str, page: u32) -> Option<u32> {
    let is_next = |one: &&str| one.contains("rel=\"next\"") || one.contains("rel=next");
    let next = link.split(',').find(is_next)?;
    let url = next
        .split_once('<')
        .and_then(|(_, rest)| rest.split_once('>'));
    let url = url.and_then(|(url, _)| Url::parse(url).ok());
    let told = url.and_then(|url| {
        let (_, told) = url.query_pairs().find(|(name, _)| name == "page")?;
        told.parse().ok()
    });
    told.or_else(|| page.checked_add(1))
}

#[cfg(test)]
mod tests {
    use super::{ForgeKind, HeaderMap, Next};

    fn next(headers: &HeaderMap, page: u32, count: u64) -> Next {
        super::next(ForgeKind::Gitea, headers, page, count)
    }

    #[test]
    fn the_next_page_is_a_number_and_nothing_else() {
        let link = |value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert("link", value.parse().unwrap());
            next(&headers, 1, 30)
        };
        let there = "<https://evil.example/x?page=2&limit=3>; rel=\"next\"";
        assert_eq!(link(there), Next::Page(2));
        let both = "<https://x/y?page=9>; rel=\"last\", <https://x/y?a=b&page=3>; rel=\"next\"";
        assert_eq!(link(both), Next::Page(3));
        for none in [
            "<https://x/y?page=9>; rel=\"last\"",
            "<https://x/y?page=1>; rel=\"next\"",
            "",
        ] {
            assert_eq!(link(none), Next::None, "{none}");
        }
        for unnumbered in ["<https://x/y?after=abc>; rel=\"next\"", "rel=\"next\""] {
            assert_eq!(link(unnumbered), Next::Page(2), "{unnumbered}");
        }
        let total = |value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert("x-total-count", value.parse().unwrap());
            next(&headers, 1, 30)
        };
        assert_eq!(total("30"), Next::None);
        assert_eq!(total("31"), Next::Page(2));
        assert_eq!(total("many"), Next::Page(2));
        let none = HeaderMap::new();
        assert_eq!(next(&none, 4, 30), Next::Page(5));
        assert_eq!(super::next(ForgeKind::Github, &none, 1, 30), Next::None);
    }
}
