//! What a run costs where the configuration says no price: a list of well-known models, nothing on a server of one's own,
//! and a guess that is said and marked.

use super::server::Server;
use super::wire::{TOKENS, Wire};
use super::{FILES, KEY, PLAN, name, story};
use crate::support::{Said, World};

fn world(wire: Wire, server: &Server, model: &str, more: &str) -> World {
    let world = World::new(FILES);
    world.configure(&format!(
        "models:\n  default: remote\n  remote: {{provider: {}, model: '{model}', base_url: '{}/v1', key_env: ACME_KEY}}\n{more}\
         verification: {{commands: ['sh check.sh'], levels: [1, 2, 3, 4]}}\n",
        wire.provider(),
        server.url
    ));
    world
}

fn run(world: &World, args: &[&str]) -> Said {
    world.finish(world.command(args).env("ACME_KEY", KEY))
}

/// Millionths of a dollar that the run cost.
fn cost(world: &World) -> u64 {
    let shown = world.json(&["show", &name(world), "--json"]);
    shown["summary"]["cost"]["llm"].as_u64().expect("a sum")
}

#[test]
fn well_known_models_cost_what_their_provider_lists() {
    // Plain prompt, from the cache, into the cache, reply: hundredths of a dollar for a million tokens.
    for (wire, model, [input, read, write, output]) in [
        (Wire::Anthropic, "claude-sonnet-4-5", [300, 30, 375, 1500]),
        (
            Wire::Anthropic,
            "claude-opus-4-1-20250805",
            [1500, 150, 1875, 7500],
        ),
        (Wire::Chat, "openai/gpt-4.1", [200, 50, 200, 800]),
        (Wire::Responses, "gpt-5-2025-08-07", [125, 13, 125, 1000]),
    ] {
        let server = Server::start(wire, story, &[]);
        let world = world(wire, &server, model, "");
        let said = run(&world, &["run", PLAN]);
        assert_eq!(said.code, 0, "{model}: {said:?}");
        let dear: u64 = [input, read, write, output]
            .iter()
            .zip(TOKENS)
            .map(|(price, tokens)| price * tokens)
            .sum();
        let (cost, dear) = (cost(&world), super::TURNS * dear.div_ceil(100));
        // A price of half a hundredth is rounded above.
        assert!(
            cost <= dear && cost * 100 > dear * 98,
            "{model}: {cost} of {dear}"
        );
        assert!(
            !said.err.contains('~') && !said.err.contains("no price"),
            "{said:?}"
        );
    }
}

#[test]
fn a_model_on_a_server_of_ones_own_costs_nothing() {
    let server = Server::start(Wire::Chat, story, &[]);
    let world = world(Wire::Chat, &server, "qwen3-coder", "budget: {total: 0.2}\n");
    let said = run(&world, &["run", PLAN]);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(cost(&world), 0);
    assert!(
        !said.err.contains('~') && !said.err.contains("no price"),
        "{said:?}"
    );
}

#[test]
fn a_guessed_price_is_said_once_and_marked_wherever_it_shows() {
    let server = Server::start(Wire::Chat, story, &[]);
    // Half a price: what a reply costs is a guess.
    let half = "  price: {nobodys-model: {input: 3}}\n";
    let world = world(Wire::Chat, &server, "nobodys-model", half);
    let said = run(&world, &["run", PLAN]);
    assert_eq!(said.code, 0, "{said:?}");
    let told = said
        .err
        .matches("no price is known for `nobodys-model`")
        .count();
    assert_eq!(told, 1, "{said:?}");
    assert!(
        said.out.contains("~$") && said.err.contains("~$"),
        "{said:?}"
    );
    let run_name = name(&world);
    for args in [
        vec!["status"],
        vec!["stats"],
        vec!["show", &run_name],
        vec!["log", &run_name],
    ] {
        let said = run(&world, &args);
        assert!(said.out.contains("~$"), "{args:?}: {said:?}");
    }
    let shown = world.json(&["show", &run_name, "--json"]);
    assert_eq!(shown["summary"]["cost_guessed"], true);
}

#[test]
fn what_is_set_aside_is_named_where_it_ends_a_run() {
    let server = Server::start(Wire::Anthropic, story, &[]);
    let world = world(
        Wire::Anthropic,
        &server,
        "claude-opus-4-1",
        "budget: {total: 0.52}\n",
    );
    let said = run(&world, &["run", PLAN]);
    assert_eq!(said.code, 5, "{said:?}");
    let words: Vec<&str> = said.out.split_whitespace().collect();
    assert!(
        words
            .join(" ")
            .contains("$0.5000 is set aside (`budget.reserve`)"),
        "{said:?}"
    );
}

#[test]
fn a_price_that_is_no_amount_is_an_error_with_its_place() {
    let server = Server::start(Wire::Chat, story, &[]);
    for price in ["-1", "free", "'3 dollars'", "[3]", "1e12"] {
        let more = format!("  price: {{some-model: {{input: {price}, output: 1}}}}\n");
        let world = world(Wire::Chat, &server, "some-model", &more);
        let said = run(&world, &["run", PLAN]);
        assert_eq!(said.code, 2, "{price}: {said:?}");
        for words in [
            "models.price.some-model.input",
            "config.yml:4",
            "0 to 1000000",
        ] {
            assert!(said.err.contains(words), "{price}, {words}: {said:?}");
        }
    }
}
