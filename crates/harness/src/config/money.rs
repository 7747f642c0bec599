//! Money: the budget of a run, and what models cost.

use std::collections::{BTreeMap, BTreeSet};

use ledger::money::{Price, Usd};
use ledger::options::{Budget, PriceBasis, Wire};
use model::price::Prices;

use super::endpoint::Endpoint;
use super::merge::Values;
use super::prices::published;
use super::read::Read;
use super::value::Value;

pub(super) fn budget(read: &Read<'_>, values: &Values, executor: Option<&Endpoint>) -> Budget {
    let ceiling = Price {
        input: read.dollars("models.price_ceiling.input").0,
        cache_read: read.dollars("models.price_ceiling.cache_read").0,
        cache_write: read.dollars("models.price_ceiling.cache_write").0,
        output: read.dollars("models.price_ceiling.output").0,
    };
    let prompt_tokens_max = read.count("context.max_tokens");
    let Configured { table, partly } = configured(values, &ceiling, prompt_tokens_max);
    let mut prices = Prices { table, ceiling };
    let basis = executor.map_or(PriceBasis::Unknown, |endpoint| {
        if let Some(name) = prices.name_of(&endpoint.model) {
            return match partly.contains(name) {
                true => PriceBasis::Guessed,
                false => PriceBasis::Configured,
            };
        }
        let (price, basis) = unconfigured(endpoint, prompt_tokens_max);
        if let Some(price) = price {
            prices.table.insert(endpoint.model.clone(), price);
        }
        basis
    });
    Budget {
        total: read.dollars("budget.total"),
        warn_pct: read.percent("budget.warn_threshold"),
        stop_on_exhausted: read.switch("budget.stop_on_exhausted"),
        floor: read.dollars("budget.floor"),
        reserve: read.dollars("budget.reserve"),
        grace_s: read.count("budget.grace_s"),
        prices: prices.table,
        ceiling,
        basis,
    }
}

/// The price of a model of which the configuration says none, and where it comes from. A server of one's own takes
/// nothing, unless it serves a model that its maker alone has: then something stands there that passes requests on.
fn unconfigured(endpoint: &Endpoint, prompt_tokens_max: u32) -> (Option<Price>, PriceBasis) {
    if endpoint.wire == Wire::Scripted {
        return (Some(Price::default()), PriceBasis::Local);
    }
    match published(&endpoint.model, prompt_tokens_max) {
        Some(price) => (Some(price), PriceBasis::Published),
        None if endpoint.is_nearby() => (Some(Price::default()), PriceBasis::Local),
        None => (None, PriceBasis::Guessed),
    }
}

/// Prices of the configuration.
struct Configured {
    /// By the model's own name.
    table: BTreeMap<String, Price>,
    /// Those of which a part is the ceiling's.
    partly: BTreeSet<String>,
}

/// Prices by the model's own name. What is not given of input and output is the provider's, else the ceiling's; caches
/// cost as input does.
fn configured(values: &Values, ceiling: &Price, prompt_tokens_max: u32) -> Configured {
    let mut all = Configured {
        table: BTreeMap::new(),
        partly: BTreeSet::new(),
    };
    for path in values.entries.keys() {
        let [models, price, name, _] = path.as_slice() else {
            continue;
        };
        if models != "models" || price != "price" || all.table.contains_key(name) {
            continue;
        }
        let part = |kind: &str| {
            let path = ["models", "price", name, kind].map(str::to_owned);
            match values
                .entries
                .get(path.as_slice())
                .map(|entry| &entry.value)
            {
                Some(Value::Decimal(dollars)) => Some(Usd::from_dollars(*dollars).0),
                Some(
                    Value::Text(_)
                    | Value::Switch(_)
                    | Value::Count(_)
                    | Value::Rule(_)
                    | Value::Requirement(_)
                    | Value::Hook(_)
                    | Value::List(_),
                )
                | None => None,
            }
        };
        let (input, output) = (part("input"), part("output"));
        let known = published(name, prompt_tokens_max);
        if known.is_none() && (input.is_none() || output.is_none()) {
            all.partly.insert(name.clone());
        }
        let rest = known.unwrap_or(*ceiling);
        let input = input.unwrap_or(rest.input);
        let price = Price {
            input,
            output: output.unwrap_or(rest.output),
            cache_read: part("cache_read").unwrap_or(input),
            cache_write: part("cache_write").unwrap_or(input),
        };
        all.table.insert(name.clone(), price);
    }
    all
}
