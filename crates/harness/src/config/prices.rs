//! What well-known models cost, as their providers list it: data with a date, in `prices.yml`.

use std::sync::LazyLock;

use ledger::money::{Price, Usd};
use model::price::is_edition_of;
use serde::Deserialize;

/// The list, as it stands in its file.
static LIST: LazyLock<Option<List>> =
    LazyLock::new(|| serde_saphyr::from_str(include_str!("prices.yml")).ok());

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    /// The month in which it was read.
    #[expect(
        dead_code,
        reason = "for readers of the file; a test looks that it is there"
    )]
    as_of: String,
    /// Where it was read.
    #[expect(
        dead_code,
        reason = "for readers of the file; a test looks that it is there"
    )]
    source: String,
    models: Vec<Listed>,
}

/// Models of one price, in dollars for a million tokens.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    names: Vec<String>,
    input: f64,
    output: f64,
    cache_read: Option<f64>,
    cache_write: Option<f64>,
    above: Option<Above>,
}

/// What longer prompts cost.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Above {
    /// Longer than so many tokens.
    tokens: u32,
    input: f64,
    output: f64,
    cache_read: Option<f64>,
    cache_write: Option<f64>,
}

/// What a model costs by its provider's list, if it is known there: by its name, without its date or the provider's name
/// before a slash. Where prompts may be longer than what the usual price is for, the dearer one.
pub(crate) fn published(model: &str, prompt_tokens_max: u32) -> Option<Price> {
    let name = plain(model);
    let known = LIST.as_ref()?.models.iter().flat_map(|listed| {
        let names = listed.names.iter();
        names.map(move |known| (known.as_str(), listed))
    });
    let (_, listed) = known
        .filter(|(known, _)| is_edition_of(known, &name))
        .max_by_key(|(known, _)| known.len())?;
    Some(listed.price(prompt_tokens_max))
}

/// A name as the list writes it: providers differ in dots and capitals.
fn plain(name: &str) -> String {
    name.to_lowercase().replace('.', "-")
}

impl Listed {
    fn price(&self, prompt_tokens_max: u32) -> Price {
        match &self.above {
            Some(it) if prompt_tokens_max > it.tokens => {
                price(it.input, it.output, it.cache_read, it.cache_write)
            }
            Some(_) | None => price(self.input, self.output, self.cache_read, self.cache_write),
        }
    }
}

fn price(input: f64, output: f64, cache_read: Option<f64>, cache_write: Option<f64>) -> Price {
    let dollars = |amount: f64| Usd::from_dollars(amount).0;
    Price {
        input: dollars(input),
        output: dollars(output),
        cache_read: dollars(cache_read.unwrap_or(input)),
        cache_write: dollars(cache_write.unwrap_or(input)),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_list_is_plausible_and_names_no_model_twice() {
        let list: List = serde_saphyr::from_str(include_str!("prices.yml")).expect("a list");
        let mut names = BTreeSet::new();
        for it in &list.models {
            for name in &it.names {
                assert_eq!(*name, plain(name));
                assert!(names.insert(name.clone()), "{name} stands there twice");
            }
            assert!(
                !it.names.is_empty() && it.input > 0.0 && it.output >= it.input,
                "{it:?}"
            );
            assert!(it.cache_read.is_none_or(|read| read <= it.input), "{it:?}");
            if let Some(above) = &it.above {
                assert!(above.input > it.input && above.output > it.output, "{it:?}");
            }
        }
    }

    #[test]
    fn a_model_is_known_by_each_of_its_names() {
        let input = |name: &str| published(name, 64_000).map(|it| it.input);
        for (name, dollars) in [
            ("claude-sonnet-4-5", Some(3.0)),
            ("claude-sonnet-4-5-20250929", Some(3.0)),
            ("claude-sonnet-4-5@20250929", Some(3.0)),
            ("anthropic/claude-sonnet-4.5", Some(3.0)),
            ("Claude-Opus-4-1", Some(15.0)),
            ("claude-opus-4-20250514", Some(15.0)),
            ("gpt-5", Some(1.25)),
            ("gpt-5-2025-08-07", Some(1.25)),
            ("openai/gpt-5.1", Some(1.25)),
            ("gpt-4o-2024-05-13", Some(5.0)),
            ("gpt-4-0613", Some(30.0)),
            ("gpt-5-mine", None),
            ("claude-sonnet-4-55", None),
            ("my-gpt-5", None),
            ("qwen3-coder", None),
            ("", None),
        ] {
            assert_eq!(
                input(name),
                dollars.map(|it| Usd::from_dollars(it).0),
                "{name}"
            );
        }
        let long = published("claude-sonnet-4-5", 300_000).map(|it| (it.input, it.output));
        assert_eq!(long, Some((6_000_000, 22_500_000)));
    }
}
