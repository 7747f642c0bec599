//! Entries of what commands may reach: names of registries, hosts.

use tools::proxy::{Allowed, NotAllowed, Registry};
use tools::sandbox::toolchains::registries;

use super::fault::Fault;
use super::nearest::nearest;
use super::node::short;
use super::place::Place;
use super::problem::Problem;
use super::value::Value;

/// An entry of what is reached. Which word of a registry was meant is said, where one is near.
pub(super) fn reached(key: &str, text: &str, place: &Place) -> Result<Value, Problem> {
    let known = registries();
    let entry = text.to_owned();
    let Err(why) = Allowed::read(std::slice::from_ref(&entry), &known) else {
        return Ok(Value::Text(entry));
    };
    let names = || known.iter().map(|it| it.name.clone());
    let fault = match why {
        NotAllowed::Unknown(found) => {
            let near = registry_of(&found, &known);
            Fault::NotOneOf {
                key: key.to_owned(),
                found: short(&found),
                choices: names()
                    .chain(["a host with a dot in its name".to_owned()])
                    .collect(),
                near,
            }
        }
        NotAllowed::NotHost(..) | NotAllowed::TooWide(..) | NotAllowed::Closed(..) => {
            Fault::NotReached {
                key: key.to_owned(),
                why: why.to_string(),
            }
        }
    };
    Err(Problem::new(fault, place.clone()))
}

/// The registry that somebody meant: by the name of a tool that loads from it, or by a word that is near.
pub(crate) fn registry_of(word: &str, known: &[Registry]) -> Option<String> {
    let by_tool = known
        .iter()
        .find(|it| it.tools.iter().any(|tool| tool == word));
    by_tool
        .map(|it| it.name.clone())
        .or_else(|| nearest(word, known.iter().map(|it| it.name.as_str())))
}
