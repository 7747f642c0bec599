//! Sessions of agents that act by themselves: as a list, one in full, and all of them in numbers.

use agents::session::{CanaryState, Counts, Session};
use harness::agent_session::{Coverage, Listed};

use super::style::{Mark, Style, Tone, graded};
use super::text::{columns, count, duration, one_line, pad, plural};

/// `status`: one line for each session.
pub(crate) fn sessions(all: &[Listed], now_ms: u64, style: &Style) -> String {
    let mut rows: Vec<[String; 5]> =
        vec![["SESSION", "AGENT", "CALLS", "VERIFIED", "LAST HEARD"].map(str::to_owned)];
    rows.extend(all.iter().map(|it| {
        let ago = duration(now_ms.saturating_sub(it.heard_ms));
        let heard = match &it.session.ended {
            Some(_) => format!("ended {ago} ago"),
            None => format!("{ago} ago"),
        };
        [
            it.name.to_string(),
            agent(&it.session),
            calls(&it.session.counts),
            verified(&it.session),
            heard,
        ]
    }));
    let widths: Vec<usize> = (0..5)
        .map(|at| rows.iter().map(|it| columns(&it[at])).max().unwrap_or(0))
        .collect();
    let mut out = String::new();
    for (at, row) in rows.iter().enumerate() {
        let cells: String = (0..5)
            .map(|at| format!("{}  ", pad(&row[at], widths[at], style.unicode)))
            .collect();
        let line = match at {
            0 => style.paint(Tone::Dim, cells.trim_end()),
            _ => cells.trim_end().to_owned(),
        };
        let mark = at
            .checked_sub(1)
            .map_or(Mark::None, |at| mark(&all[at].session));
        out.push_str(&format!("{} {line}\n", style.mark(mark)));
    }
    out
}

/// `show`: one session.
pub(crate) fn session(it: &Listed, style: &Style) -> String {
    let session = &it.session;
    let mut out = format!(
        "{}\n",
        style.paint(Tone::Strong, &format!("session {}", it.name))
    );
    let mut row = |name: &str, text: &str| {
        out.push_str(&format!("  {name:<12}{}\n", one_line(text)));
    };
    row("agent", &agent(session));
    if let Some(opened) = &session.opened {
        row("works in", &opened.directory);
        if let Some(base) = &opened.base {
            row("began at", base.short());
        }
        for words in &opened.lacks {
            row("lacks", words);
        }
    }
    row("calls", &calls(&session.counts));
    let counts = &session.counts;
    if counts.masked > 0 {
        row(
            "masked",
            &format!("secrets in {}", plural(at_most(counts.masked), "result")),
        );
    }
    row("refusals", binds(session));
    let sent_back = match counts.sent_back {
        0 => String::new(),
        many => format!(", sent back {}", times(many)),
    };
    row("verified", &format!("{}{sent_back}", verified(session)));
    if let Some(why) = &session.lowered {
        row("trust", why);
    }
    if let Some(reason) = &session.ended {
        row("ended", reason);
    }
    out
}

/// `stats`: all of them in numbers.
pub(crate) fn session_figures(all: &[Listed]) -> String {
    let total = total(all);
    let lowered = all.iter().filter(|it| it.session.lowered.is_some()).count();
    let mut text = format!(
        "{} of other agents: {}; sent back {}; {} of {} passed\n",
        plural(all.len(), "session"),
        calls(&total),
        times(total.sent_back),
        count(total.passed),
        plural(at_most(total.verifications), "verification"),
    );
    if lowered > 0 {
        text.push_str(&format!("in {lowered} of them a refusal did not bind\n"));
    }
    text
}

/// The sum over all.
pub(crate) fn total(all: &[Listed]) -> Counts {
    all.iter()
        .fold(Counts::default(), |sum, it| sum.plus(&it.session.counts))
}

fn at_most(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

fn times(many: u64) -> String {
    match many {
        1 => "once".to_owned(),
        many => format!("{} times", count(many)),
    }
}

fn agent(session: &Session) -> String {
    match &session.opened {
        Some(it) => match &it.version {
            Some(version) => one_line(&format!("{} {version}", it.agent)),
            None => one_line(&it.agent),
        },
        None => String::new(),
    }
}

fn calls(counts: &Counts) -> String {
    let mut text = plural(at_most(counts.calls), "call");
    for (many, what) in [(counts.denied, "refused"), (counts.asked, "asked")] {
        if many > 0 {
            text.push_str(&format!(", {} {what}", count(many)));
        }
    }
    text
}

fn verified(session: &Session) -> String {
    match session.verified {
        Some(status) => status.word().to_owned(),
        None => "-".to_owned(),
    }
}

fn binds(session: &Session) -> &'static str {
    match session.canary {
        CanaryState::None => "none was tried yet",
        CanaryState::Set { .. } => "it was told to try one, and did not yet",
        CanaryState::Tried => "one was tried, and the turn is not over yet",
        CanaryState::Bound => "bind",
        CanaryState::Unbound => "do not bind",
    }
}

fn mark(session: &Session) -> Mark {
    match (&session.lowered, session.verified) {
        (Some(_), _) => Mark::Bad,
        (None, Some(status)) => graded(status).0,
        (None, None) if session.ended.is_some() => Mark::Note,
        (None, None) => Mark::Go,
    }
}

/// `gate coverage --agent`: what stands in front of an agent, and what goes past it.
pub(crate) fn coverage(name: &str, found: &Coverage) -> String {
    let mut out = format!("{name}\n");
    for (file, named) in &found.settings {
        let how = if *named { "names the hook" } else { "does not" };
        out.push_str(&format!("  {} {how}\n", file.display()));
    }
    for it in &found.versions {
        let lacks = match it.lacks.as_slice() {
            [] => String::new(),
            some => format!("; not: {}", some.join(", ")),
        };
        out.push_str(&format!(
            "  version {}: honours {}{lacks} (tried {})\n",
            it.versions,
            it.honours.join(", "),
            it.probed
        ));
    }
    out.push_str("  any other version is counted on for nothing but refusals\n");
    match found.unseen.as_slice() {
        [] => out.push_str("Its hooks see every tool that is known.\n"),
        some => {
            out.push_str("Its hooks do not see:\n");
            for it in some {
                let off = match (&it.off, it.is_off) {
                    (_, Some(true)) => "; it is switched off".to_owned(),
                    (Some(off), Some(false)) => format!("; it is ON, and goes off with {off}"),
                    (Some(off), None) => format!("; off with {off}"),
                    (None, _) => String::new(),
                };
                out.push_str(&format!("  {}: {}{off}\n", it.tool, it.does));
            }
        }
    }
    if !found.fails_open.is_empty() {
        out.push_str("What lets a call through:\n");
        for it in &found.fails_open {
            out.push_str(&format!("  {it}\n"));
        }
    }
    out
}
