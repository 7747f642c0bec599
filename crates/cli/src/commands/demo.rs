//! The whole story on a sample repository.

use harness::demo::Demo;
use harness::repository::{Call, Site};
use harness::session;

use super::drive::{exit, finish, follow};
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
    // The page that follows tells more than the last words of a run would.
    if global.quiet || global.json {
        return finish(global, &rest);
    }
    let told = harness::runs::read(&site.store()?, &run)?;
    let summary = audit::summary(&told.state, &told.lines);
    let style = screen::style(false);
    put("\n── the run, as `interlock show` tells it ──\n\n")?;
    let standing = audit::standing(&told.state);
    put(&render::state(&standing, &summary, false, &style))?;
    put("\n── the figures, as `interlock stats` tells them ──\n\n")?;
    put(&render::figures(&audit::figures(&[summary]), &style))?;
    note(&format!(
        "\nNow look around:\n  cd {}\n  interlock log {run}\n  interlock diff {run}\n  git log --stat",
        demo.repository.display()
    ));
    Ok(exit(&rest))
}
