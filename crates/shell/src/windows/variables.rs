//! Variables of the environment that are set.

use super::Session;
use crate::effect::What;

impl Session<'_> {
    /// A variable of the environment is set; `value`: where all of it is known. What it steers is said by the models
    /// that every shell shares. Case does not count in names.
    pub(crate) fn sets(&mut self, name: &str, value: Option<&str>, by: &str) {
        let name = name.trim().to_uppercase();
        let value = value.unwrap_or("\u{fffd}");
        let found = (self.outside)(&[
            "env".to_owned(),
            format!("{name}={value}"),
            "true".to_owned(),
        ]);
        for effect in found {
            if !matches!(effect.what, What::Start(_)) {
                self.say(effect.what, by);
            }
        }
    }
}
