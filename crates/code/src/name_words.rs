//! The words that a name is made of. Passes ask for those of every function, so that it has to cost little.

/// The words of a name, in small letters: `handleLogIn`, `handle_log_in` and `HandleLogIn` are alike.
#[must_use]
pub fn name_words(name: &str) -> Vec<String> {
    match name.is_ascii() {
        true => ascii_words(name),
        false => any_words(name),
    }
}

/// The same for what nearly all names are made of, cut where words begin.
fn ascii_words(name: &str) -> Vec<String> {
    let mut words = Vec::new();
    for part in name.split(|c: char| !c.is_ascii_alphanumeric()) {
        let humps = part.as_bytes().windows(2).zip(1usize..);
        let humps = humps.filter_map(|(pair, at)| match pair {
            [before, hump] => {
                (hump.is_ascii_uppercase() && !before.is_ascii_uppercase()).then_some(at)
            }
            _ => None,
        });
        let mut from = 0;
        for to in humps.chain([part.len()]) {
            let word = part.get(from..to).filter(|it| !it.is_empty());
            words.extend(word.map(str::to_ascii_lowercase));
            from = to;
        }
    }
    words
}

fn any_words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut fresh = true;
    let mut after_small = false;
    for c in name.chars() {
        if !c.is_alphanumeric() {
            fresh = true;
            continue;
        }
        if fresh || (c.is_uppercase() && after_small) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.extend(c.to_lowercase());
        }
        fresh = false;
        after_small = !c.is_uppercase();
    }
    words
}
