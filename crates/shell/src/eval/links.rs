//! Symbolic links that a script makes: what is written below one is written where it leads.

use crate::effect::What;
use crate::place::Place;

/// Links that are followed.
pub(super) const LINKS_MAX: usize = 32;

/// An effect on a path below a link that leads out of the worktree, as one on where it leads.
pub(super) fn followed(links: &[(Place, Place)], what: What) -> What {
    match what {
        What::Write(place) => What::Write(led(links, place)),
        What::Delete { place, goes } => match below(links, &place) {
            // The link itself is deleted, not what it leads to.
            Some((_, rest)) if rest.is_empty() => What::Delete { place, goes },
            Some(_) | None => What::Delete {
                place: led(links, place),
                goes,
            },
        },
        What::Read { place, walk } => What::Read {
            place: led(links, place),
            walk,
        },
        What::List(_)
        | What::Start(_)
        | What::Execute { .. }
        | What::Code { .. }
        | What::Network(_)
        | What::Git { .. }
        | What::Build(_)
        | What::Script { .. }
        | What::Install { .. }
        | What::Privilege(_)
        | What::Configure(_)
        | What::Secret(_)
        | What::Dashed { .. }
        | What::Message(_)
        | What::Recipes(_)
        | What::Shadowed { .. }
        | What::Marked { .. }
        | What::Unknown(_) => what,
    }
}

fn led(links: &[(Place, Place)], place: Place) -> Place {
    let Some((target, rest)) = below(links, &place) else {
        return place;
    };
    let glob = place.is_pattern();
    let join = |path: &str| {
        if rest.is_empty() {
            path.to_owned()
        } else {
            format!("{}/{rest}", path.trim_end_matches('/'))
        }
    };
    match target {
        Place::Home { path, .. } => Place::Home {
            path: join(path).trim_start_matches('/').to_owned(),
            glob,
        },
        Place::Outside { path, .. } => Place::Outside {
            path: join(path),
            glob,
        },
        Place::Inside { .. } | Place::Unknown { .. } => place,
    }
}

/// The link that a path goes through, and what follows behind it.
fn below<'a>(links: &'a [(Place, Place)], place: &Place) -> Option<(&'a Place, String)> {
    let Place::Inside { path, .. } = place else {
        return None;
    };
    links.iter().rev().find_map(|(link, target)| {
        let Place::Inside { path: link, .. } = link else {
            return None;
        };
        let rest = path.strip_prefix(link.as_str())?;
        let whole = rest.is_empty() || rest.starts_with('/');
        (whole && !link.is_empty()).then(|| (target, rest.trim_start_matches('/').to_owned()))
    })
}
