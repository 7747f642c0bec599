//! What a person is asked before something is done that only asks, and what they granted.

use harness::authorise::{Given, Offer, Stands};
use ledger::authorisation::Terms;
use ledger::event::Ask;
use ledger::gate::{Finding, Severity};

use super::page::{ENTRIES_MAX, Page};
use super::style::{Mark, Style, Tone};
use super::text::{plural, time};

/// What it would do, with what, and what stands against it.
pub(super) fn about(ask: &Ask) -> Vec<(Mark, String)> {
    let Ask::Permission {
        decision,
        effects,
        bound,
        ..
    } = ask
    else {
        return Vec::new();
    };
    let effect = |it: &String| (Mark::Note, format!("would {it}"));
    let mut out: Vec<(Mark, String)> = effects.iter().map(effect).collect();
    let scripts = bound.iter().flat_map(|it| &it.scripts);
    out.extend(scripts.take(ENTRIES_MAX).map(|(path, digest)| {
        let held = match digest {
            Some(digest) => format!("runs {path} as it is now ({})", digest.short()),
            None => format!("runs {path}, whose content nobody has seen: a yes is for once"),
        };
        (Mark::Note, held)
    }));
    let blocks = |it: &&Finding| it.severity >= Severity::SoftDeny;
    out.extend(decision.findings.iter().filter(blocks).map(|it| {
        let text = format!("{} [{}/{}]", it.message, it.policy, it.id);
        (Mark::Warn, text)
    }));
    out
}

/// How often and how long, in words.
pub(super) fn terms(terms: Terms) -> String {
    let uses = match terms.uses {
        Terms::ALWAYS => "as often as the run likes".to_owned(),
        1 => "once".to_owned(),
        uses => format!("{uses} times"),
    };
    match terms.expires_ms {
        Terms::NEVER => format!("{uses}, until the run is over"),
        until => format!("{uses}, until {}", time(until)),
    }
}

/// What is about to be granted.
pub(crate) fn offer(offer: &Offer, style: &Style) -> String {
    let mut page = Page::new(style);
    page.marked(Mark::Ask, Tone::Ask, "granted is:");
    page.whole(&offer.grant.what);
    for (mark, text) in offer.ask.iter().flat_map(about) {
        page.marked(mark, Tone::Plain, &text);
    }
    let bound = &offer.grant.bound;
    let directory = bound.directory.as_deref().unwrap_or("any directory");
    if offer.grant.network.is_empty() {
        page.field("in", directory);
        page.field("lifts", &offer.grant.findings.join(", "));
    } else {
        let text = "commands can send there as well as load from there, whatever they can read";
        page.marked(Mark::Warn, Tone::Warn, text);
    }
    let loose = bound.loose().is_some();
    page.field(
        "terms",
        &terms(match loose {
            true => Terms {
                uses: 1,
                ..offer.grant.terms
            },
            false => offer.grant.terms,
        }),
    );
    if !offer.remains.is_empty() {
        let text = format!("it will still ask for {}", offer.remains.join(", "));
        page.marked(Mark::Warn, Tone::Warn, &text);
    }
    page.out
}

/// `authorise list`.
pub(crate) fn grants(all: &[Given], style: &Style) -> String {
    let mut page = Page::new(style);
    for it in all {
        let (mark, tone) = match it.stands {
            Stands::Yes => (Mark::Good, Tone::Strong),
            Stands::Waiting => (Mark::Wait, Tone::Strong),
            Stands::UsedUp | Stands::Expired | Stands::Revoked | Stands::Over => {
                (Mark::None, Tone::Dim)
            }
        };
        let head = format!("{} for run {}, {}", it.grant, it.run, stands(it.stands));
        page.marked(mark, tone, &head);
        page.whole(&it.what);
        match it.reaches.is_empty() {
            true => page.field("lifts", &it.lifts.join(", ")),
            false => page.field("reaches", &it.reaches.join(", ")),
        }
        let left = it.uses_left.map_or_else(
            || "as often as the run likes".to_owned(),
            |uses| {
                format!(
                    "{} left",
                    plural(usize::try_from(uses).unwrap_or(usize::MAX), "use")
                )
            },
        );
        let until = it.expires_ms.map_or_else(
            || "until the run is over".to_owned(),
            |at| format!("until {}", time(at)),
        );
        page.field("terms", &format!("{left}, {until}"));
        page.field("given", &format!("by {} at {}", it.by, time(it.given_ms)));
        if let Some(bound) = &it.bound {
            let directory = bound.directory.as_deref().unwrap_or("any directory");
            page.field("in", directory);
            for (path, digest) in bound.scripts.iter().take(ENTRIES_MAX) {
                let digest = digest.map_or_else(|| "unknown".to_owned(), |it| it.short());
                page.field("with", &format!("{path} ({digest})"));
            }
        }
    }
    page.out
}

fn stands(stands: Stands) -> &'static str {
    match stands {
        Stands::Yes => "stands",
        Stands::Waiting => "stands once the run goes on",
        Stands::UsedUp => "used up",
        Stands::Expired => "expired",
        Stands::Revoked => "taken back",
        Stands::Over => "over with its run",
    }
}
