//! A provider that is not there, or answers with something else: what is said of it, how it is waited for, and what goes on.

use std::net::TcpListener;
use std::process::{Child, Stdio};

use super::server::{Fault, Server};
use super::wire::Wire;
use super::{FILES, KEY, PLAN, REAL, name, story};
use crate::crash::story as crashed;
use crate::ports;
use crate::support::{Said, World};

/// Long waits begin after two failures; the short one takes a second.
fn world(address: &str, more: &str) -> World {
    let world = World::new(FILES);
    world.configure(&format!(
        "models:\n  default: remote\n  remote: {{provider: openai-compatible, model: the-model, base_url: 'http://{address}/v1', \
         key_env: ACME_KEY}}\n  price: {{the-model: {{input: 0, output: 0}}}}\n\
         verification: {{commands: ['sh check.sh'], levels: [1, 2, 3, 4]}}\n{more}"
    ));
    world
}

const IMPATIENT: &str = "loop: {model_failures_max: 1}\n";

fn run(world: &World, args: &[&str]) -> Said {
    world.finish(world.command(args).env("ACME_KEY", KEY))
}

/// Starts a run, and waits until it is parked for a time.
fn waiting(world: &World) -> Child {
    let mut command = world.command(&["run", PLAN]);
    let command = command
        .env("ACME_KEY", KEY)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let child = command.spawn().expect("interlock starts");
    crashed::until("the run waits", || {
        let inbox = world.run(&["inbox"]).out;
        inbox.contains("time, until").then_some(())
    });
    child
}

fn merged(world: &World) {
    assert_eq!(world.git(&["show", "main:src/slug.ts"]), REAL);
    crashed::ledger_holds(world, &name(world));
}

#[test]
fn a_provider_that_is_away_is_waited_for_and_the_waiting_process_goes_on() {
    let address = ports::unused();
    let world = world(&address.to_string(), IMPATIENT);
    let child = waiting(&world);
    let run_name = name(&world);
    let inbox = world.run(&["inbox"]).out;
    for words in [
        "the provider can't be reached (model `remote`,",
        &address.to_string(),
        "connection refused",
        "check `models.remote.base_url`",
        &format!("interlock resume {run_name}"),
    ] {
        assert!(inbox.contains(words), "{words}: {inbox}");
    }
    let status = world.run(&["status"]).out;
    assert!(status.contains("waits until 20"), "{status}");
    assert!(world.json(&["status", "--json"])["until_ms"].is_u64());
    // It is there again, and whoever waits is told so.
    let listener = TcpListener::bind(address).expect("the same port");
    let _server = Server::behind(listener, Wire::Chat, story, &[], None);
    let told = run(&world, &["resume", &run_name]);
    assert_eq!(told.code, 0, "{told:?}");
    assert!(told.out.contains("tries at once"), "{told:?}");
    let said = world.ended(child);
    assert_eq!(said.code, 0, "{said:?}");
    merged(&world);
    // What went wrong is told in full once for the tries and once for the wait.
    let all = format!("{}{}", said.out, said.err);
    assert!(all.matches("connection refused").count() <= 2, "{all}");
}

#[cfg(unix)]
#[test]
fn a_wait_whose_process_is_gone_is_taken_up_by_resume() {
    for signal in ["-KILL", "-INT"] {
        let address = ports::unused();
        let world = world(&address.to_string(), IMPATIENT);
        let child = waiting(&world);
        let pid = child.id().to_string();
        let sent = std::process::Command::new("kill")
            .args([signal, &pid])
            .status();
        assert!(sent.expect("kill").success());
        let said = world.ended(child);
        if signal == "-INT" {
            assert_eq!(said.code, 130, "{said:?}");
            assert!(said.out.contains("interlock resume"), "{said:?}");
        }
        crashed::nobody_left(&world);
        assert!(
            world.run(&["inbox"]).out.contains("time, until"),
            "{signal}"
        );
        let listener = TcpListener::bind(address).expect("the same port");
        let _server = Server::behind(listener, Wire::Chat, story, &[], None);
        let said = run(&world, &["resume", &name(&world)]);
        assert_eq!(said.code, 0, "{signal}: {said:?}");
        merged(&world);
    }
}

/// A wait that is longer than a process may last leaves the run parked.
#[test]
fn a_wait_that_is_too_long_for_a_process_leaves_the_run_parked() {
    let world = world(
        &ports::unused().to_string(),
        "loop: {model_failures_max: 1, wait_in_process_s: 1}\n",
    );
    let said = run(&world, &["run", PLAN]);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(said.out.contains("time, until"), "{said:?}");
    crashed::nobody_left(&world);
}

#[test]
fn a_wait_beyond_what_is_configured_is_none() {
    let world = world(&ports::unused().to_string(), "loop: {provider_wait_s: 0}\n");
    let said = run(&world, &["run", PLAN]);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(
        said.out.contains("1 model requests in a row failed"),
        "{said:?}"
    );
    assert!(said.out.contains("that to be mended"), "{said:?}");
}

/// Where a web page stands, no model does: it is asked once, and what is said has no markup in it.
#[test]
fn a_web_page_is_no_model_and_is_told_without_its_markup() {
    let server = Server::start(
        Wire::Chat,
        story,
        &[(0, Fault::Page), (1, Fault::BadGateway)],
    );
    let address = server.url.trim_start_matches("http://");
    let world = world(address, IMPATIENT);
    let said = run(&world, &["run", PLAN]);
    assert_eq!(said.code, 3, "{said:?}");
    let all = said.words();
    for words in [
        "the provider rejects the request (model `remote`,",
        address,
        "HTTP 200",
        "Welcome here",
        "`models.remote.base_url`",
    ] {
        assert!(all.contains(words), "{words}: {all}");
    }
    assert!(!all.contains("<html") && !all.contains("DOCTYPE"), "{all}");
    assert_eq!(
        all.matches("Welcome here").count(),
        1,
        "once, at the end: {all}"
    );
    assert_eq!(server.asked().len(), 1);
    // A proxy's page in front of a provider that is down is waited out.
    let said = run(&world, &["resume", &name(&world)]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(
        said.err.contains("HTTP 502") && !said.err.contains("nginx"),
        "{said:?}"
    );
    merged(&world);
}

#[test]
fn a_refused_key_is_named_by_its_variable() {
    let server = Server::start(Wire::Chat, story, &[(0, Fault::Refused)]);
    let world = world(server.url.trim_start_matches("http://"), "");
    let said = run(&world, &["run", PLAN]);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(
        said.out.contains("the key is read from `ACME_KEY`"),
        "{said:?}"
    );
    assert_eq!(server.asked().len(), 1);
}
