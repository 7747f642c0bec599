//! Money: the budget of a run, and what models cost.

use std::collections::BTreeMap;

use ledger::money::{Price, Usd};
use ledger::options::{Budget, Wire};

use super::endpoint::Endpoint;
use super::merge::Values;
use super::read::Read;
use super::value::Value;

pub(super) fn budget(read: &Read<'_>, values: &Values, executor: Option<&Endpoint>) -> Budget {
    let mut prices = prices(values);
    if let Some(endpoint) = executor
        && endpoint.wire == Wire::Scripted
    {
        // A written conversation costs nothing unless somebody gives it a price.
        prices.entry(endpoint.model.clone()).or_default();
    }
    Budget {
        total: read.dollars("budget.total"),
        warn_pct: read.percent("budget.warn_threshold"),
        stop_on_exhausted: read.switch("budget.stop_on_exhausted"),
        floor: read.dollars("budget.floor"),
        reserve: read.dollars("budget.reserve"),
        grace_s: read.count("budget.grace_s"),
        prices,
        ceiling: Price {
            input: read.dollars("models.price_ceiling.input").0,
            cache_read: read.dollars("models.price_ceiling.cache_read").0,
            cache_write: read.dollars("models.price_ceiling.cache_write").0,
            output: read.dollars("models.price_ceiling.output").0,
        },
    }
}

/// Prices by the model's own name. What is not given is the ceiling's for input and output, and input's for caches.
fn prices(values: &Values) -> BTreeMap<String, Price> {
    let read = Read(values);
    let mut prices = BTreeMap::new();
    for path in values.entries.keys() {
        let [models, price, name, _] = path.as_slice() else {
            continue;
        };
        if models != "models" || price != "price" || prices.contains_key(name) {
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
                    | Value::List(_),
                )
                | None => None,
            }
        };
        let input = part("input").unwrap_or_else(|| read.dollars("models.price_ceiling.input").0);
        let output =
            part("output").unwrap_or_else(|| read.dollars("models.price_ceiling.output").0);
        prices.insert(
            name.clone(),
            Price {
                input,
                output,
                cache_read: part("cache_read").unwrap_or(input),
                cache_write: part("cache_write").unwrap_or(input),
            },
        );
    }
    prices
}
