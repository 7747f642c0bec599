//! Names in braces, replaced by what is known.

/// The text with each `{name}` that is known replaced. What is not known stays as it stands: it is for somebody later, or no
/// name at all. What is put in is not looked at again.
pub(super) fn put(text: &str, known: &[(&str, String)]) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('{') {
        out.push_str(before);
        let value = behind.split_once('}').and_then(|(name, after)| {
            let (_, value) = known.iter().find(|(it, _)| *it == name)?;
            Some((value, after))
        });
        match value {
            Some((value, after)) => {
                out.push_str(value);
                rest = after;
            }
            None => {
                out.push('{');
                rest = behind;
            }
        }
    }
    out.push_str(rest);
    out
}
