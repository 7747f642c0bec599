//! The whole story on a sample repository.

use harness::demo::Demo;
use harness::session;
use harness::site::{Call, Site};

use super::drive::{finish, follow};
use super::{Outcome, note, put};
use crate::args::{DemoArgs, Global};
use crate::{render, screen};

pub(crate) fn demo(global: &Global, args: DemoArgs) -> Outcome {
    let demo = Demo::lay_out(args.into)?;
    let site = Site::find(&Call {
        directory: demo.repository.clone(),
        ..Call::default()
    })?;
    if !global.quiet && !global.json {
        put(&demo.introduction())?;
    }
    let (model, store) = (site.model()?, site.store()?);
    let fresh = harness::runs::open(&site, &store, demo.source()?, None)?;
    let run = fresh.run.clone();
    let quiet = Global {
        quiet: global.quiet || global.json,
        ..global.clone()
    };
    let follower = follow::Follower::unattended(&quiet, &run);
    let rest = follower.drive(|_, watcher| {
        session::drive(&site, store, model, &run, Some(fresh.opened), None, watcher)
    })?;
    let exit = finish(global, &rest)?;
    if !global.quiet && !global.json {
        let told = harness::runs::read(&site.store()?, &run)?;
        let summary = audit::summary(&told.state, &told.lines);
        put("\n── the run, as `interlock show` tells it ──\n\n")?;
        put(&render::state(
            &audit::standing(&told.state),
            &summary,
            false,
            &screen::style(false),
        ))?;
        put("\n── the figures, as `interlock stats` tells them ──\n\n")?;
        put(&render::figures(
            &audit::figures(&[summary]),
            &screen::style(false),
        ))?;
        note(&format!(
            "\nNow look around:\n  cd {}\n  interlock log {run}\n  interlock diff {run}\n  git log --stat",
            demo.repository.display()
        ));
    }
    Ok(exit)
}
