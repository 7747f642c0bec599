//! Whether a place holds secrets, or is a pattern that could stand for one that does.

use shell::may_fit;
use shell::place::Place;

use crate::outside_workspace::{Outside, kind, pattern_may_hold};
use crate::policies::Asked;

/// Whether a place holds secrets, or could.
pub(super) fn secret(asked: &Asked<'_>, place: &Place) -> bool {
    let far = !matches!(place, Place::Inside { .. });
    place.text().is_some_and(|text| {
        asked.policies.is_secret_path(&text)
            || pattern_of_secret(place, &text)
            || (far && place.is_pattern() && pattern_may_hold(&text))
            || (far && matches!(kind(&text), Outside::Secret(_)))
    })
}

/// A pattern that could stand for a secret file by its last part or its directory.
fn pattern_of_secret(place: &Place, text: &str) -> bool {
    place.is_pattern() && {
        if fits_secret(text) {
            return true;
        }
        let squeezed: String = text
            .chars()
            .filter(|c| !matches!(c, '*' | '?' | '[' | ']'))
            .collect();
        shell::secret_files::is_secret(&squeezed)
            || text.rsplit('/').next().is_some_and(|last| {
                last.starts_with(".e") || last.starts_with(".*") || last.starts_with(".?")
            })
    }
}

/// Whether a pattern fits a directory or file that holds secrets: `~/.s?h/id_*`, `~/.a*/cred*`.
fn fits_secret(text: &str) -> bool {
    const NAMES: &[&str] = &[
        ".ssh",
        ".aws",
        ".gnupg",
        ".netrc",
        ".env",
        ".kube",
        ".docker",
        ".azure",
        ".npmrc",
        ".pypirc",
        ".pgpass",
        ".git-credentials",
        ".config",
        "id_rsa",
        "id_ed25519",
        "credentials",
        "shadow",
        "config.json",
    ];
    let is_pattern = |part: &&str| {
        part.contains(['*', '?', '['])
            && part.chars().filter(char::is_ascii_alphanumeric).count() > 1
    };
    let parts: Vec<&str> = text.split('/').collect();
    let Some(at) = parts.iter().position(is_pattern) else {
        return false;
    };
    let (before, rest) = parts.split_at_checked(at).unwrap_or((&parts, &[]));
    let behind = rest.get(1..).unwrap_or_default();
    let Some(pattern) = rest.first() else {
        return false;
    };
    NAMES
        .iter()
        .filter(|name| may_fit(pattern, name))
        .any(|name| {
            let all: Vec<&str> = before.iter().chain([name]).chain(behind).copied().collect();
            let path = all.join("/");
            let squeezed: String = path
                .chars()
                .filter(|c| !matches!(c, '*' | '?' | '[' | ']'))
                .collect();
            shell::secret_files::is_secret(&squeezed) || fits_secret(&path)
        })
}
