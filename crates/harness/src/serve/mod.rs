//! The daemon that drives agents through issues: deliveries become facts, facts become tasks, tasks become runs.
//!
//! Reading order: `setup` (who works where), `stream` (what is durable), `desk` (one forge: what comes in, what is decided,
//! what is carried out), `intake` (deliveries), `looks` (what no delivery told), `attempt` (a run for a task) with `briefing`
//! (what its agent is told), `parts` (all of it together), `report` (what is told to whoever started the daemon).
//!
//! It decides nothing: the room `board` does.

mod answers;
mod attempt;
mod brief;
mod briefing;
mod check;
mod desk;
mod error;
mod intake;
mod looks;
mod not_driven;
mod parts;
mod report;
mod retention;
mod runtime;
mod saying;
mod setup;
mod stream;
mod told;
mod verdict;

use std::sync::Arc;
use std::thread;

use store::Store;
use tokio::sync::watch;

use crate::config::Config;
use crate::forges::Forges;
use crate::http::health::Health;
use crate::http::listen::Listener;
use crate::http::report::Event as ListenerEvent;
use crate::repository::Call;
use desk::Desk;
use parts::{Part, Stop};
use runtime::for_one_thread;

pub use check::{Checked, check};
pub use error::NotServed;
pub use report::{Event, Log};
pub use setup::{NotSetUp, Setup};

/// Serves until it is told to stop: `signals` counts how often that was.
///
/// # Errors
/// [`NotServed`].
pub fn serve(
    call: &Call,
    config: &Config,
    log: &Log,
    signals: &watch::Receiver<u32>,
) -> Result<(), NotServed> {
    let env = crate::config::process_env();
    let forges = Arc::new(Forges::of(&config.forges, &env));
    let setup = Setup::of(config, &env)?;
    let health = Health::new();
    let runtime = for_one_thread()?;
    let listener = runtime.block_on(Listener::bind(setup.listen))?;
    let address = listener.address();
    let mut desks = Vec::new();
    for forge in &setup.forges {
        let desk = Desk::open(call, config, &setup, forge, &forges, log)?;
        desks.push(desk);
    }
    log(Event::Serving {
        address: address.to_string(),
        forges: setup.forges.iter().map(|it| it.name.clone()).collect(),
    });
    let mut parts = Vec::new();
    for desk in desks {
        let (numbers, health) = (health.last_no(), Arc::clone(&health));
        let work = move |stop| desk.work(stop, numbers, &health);
        parts.push(Part::new("desk", work));
    }
    let (setup, log) = (&setup, Arc::clone(log));
    let work = move |stop| listening(&runtime, listener, setup, health, log, stop);
    parts.push(Part::new("listener", work));
    parts::together(parts, signals)
}

/// Serves until somebody presses Ctrl-C or asks the process to end.
///
/// # Errors
/// [`NotServed`].
pub fn until_told_to_stop(call: &Call, config: &Config, log: &Log) -> Result<(), NotServed> {
    let (count, signals) = watch::channel(0_u32);
    let listen = move || {
        if let Ok(runtime) = for_one_thread() {
            runtime.block_on(crate::drive::signals(|| {
                count.send_modify(|it| *it = it.saturating_add(1));
                true
            }));
        }
    };
    thread::Builder::new()
        .name("signals".to_owned())
        .spawn(listen)
        .map_err(NotServed::Thread)?;
    serve(call, config, log, &signals)
}

/// The time, as a log writes it.
#[must_use]
pub fn now() -> String {
    jiff::Timestamp::now()
        .strftime("%Y-%m-%dT%H:%M:%S%.3fZ")
        .to_string()
}

fn listening(
    runtime: &tokio::runtime::Runtime,
    listener: Listener,
    setup: &Setup,
    health: Arc<Health>,
    log: Log,
    mut stop: Stop,
) -> Result<(), NotServed> {
    let log = Arc::new(move |event: ListenerEvent| log(Event::Listener(event)));
    let options = setup.listener(health, log);
    let store = Store::open(&setup.store_dir)?;
    let stop = async move { stop.told().await };
    Ok(runtime.block_on(listener.serve(store, options, stop))?)
}
