//! Roles and sayings of the models turned into effects.

use super::model::{Over, Role, Said};
use super::names::{is_secret_name, is_store, starts_by_itself};
use super::{NOWHERE, Session, Word, net, registry};
use crate::effect::{Goes, Level, Network, Origin, Way, What};
use crate::place::Place;

/// What goes over connections besides the address.
#[derive(Debug, Clone, Default)]
pub(crate) struct Traffic {
    pub(crate) way: Option<Way>,
}

impl Session<'_> {
    /// What a model says without looking further.
    pub(crate) fn said(&mut self, said: &Said, by: &str) {
        match said {
            Said::Deny(text) => {
                let (id, why) = text.split_once(": ").unwrap_or(("danger", text));
                self.deny(id, why, by);
            }
            Said::Ask(why) => self.mark(Level::Ask, "asks", why, by),
            Said::Unknown(why) => self.unknown(why, by),
            Said::Privilege(why) => self.say(What::Privilege(why.clone()), by),
            Said::Configure(why) => self.say(What::Configure(why.clone()), by),
            Said::Secret(why) => self.say(What::Secret(why.clone()), by),
            Said::Build(tool) => self.say(What::Build(tool.clone()), by),
            Said::Install(tool) => {
                let tool = tool.clone();
                let packages = Vec::new();
                self.say(What::Install { tool, packages }, by);
            }
            Said::Network(over) => {
                let way = match over {
                    Over::Fetch => Way::Fetch,
                    Over::Send => Way::Send,
                    Over::Upload => Way::Upload,
                    Over::Listen => Way::Listen,
                };
                self.say(What::Network(Network::to(None, way)), by);
            }
            Said::Nothing(_) => {}
        }
    }

    /// What a word means in a role.
    pub(crate) fn role(
        &mut self,
        role: Role,
        word: &Word,
        walk: bool,
        traffic: &Traffic,
        by: &str,
    ) {
        match role {
            Role::Flag | Role::Recurse | Role::DryRun | Role::Text | Role::Content | Role::Body => {
            }
            Role::Read => self.read(word, walk, by),
            Role::List => self.list(word, by),
            Role::Write => self.write(word, by),
            Role::Save => {
                self.write(word, by);
                let place = self.place(word);
                self.brought.push(place);
            }
            Role::Delete => self.delete(word, walk, by),
            Role::Move => {
                self.read(word, true, by);
                self.delete(word, false, by);
            }
            Role::Enter => self.enter(word, by),
            Role::Url => {
                let way = traffic.way.unwrap_or(Way::Fetch);
                let network = net::connection(word, way);
                self.say(What::Network(network), by);
            }
            Role::Upload => self.read(word, walk, by),
            Role::Code => self.code("powershell", word, by),
            Role::Program | Role::Arguments => self.unknown("a program in an argument", by),
            Role::Script => self.script(word, by),
            Role::Computer => {
                let network = net::connection(word, Way::Send);
                self.say(What::Network(network), by);
                self.mark(
                    Level::Ask,
                    "other-machine",
                    "it works on another machine",
                    by,
                );
            }
            Role::Credential => self.mark(Level::Ask, "credential", "it uses other rights", by),
            Role::Ask => self.mark(
                Level::Ask,
                "asks",
                "a parameter that a person should look at",
                by,
            ),
            Role::Deny => self.deny("parameter", "a parameter that nobody may use", by),
        }
    }

    pub(crate) fn list(&mut self, word: &Word, by: &str) {
        let place = self.place(word);
        match place.provider() {
            Some(("env", "")) => self.environment("the whole environment", by),
            Some(_) => self.read(word, false, by),
            None => self.say(What::List(place), by),
        }
    }

    fn environment(&mut self, what: &str, by: &str) {
        self.say(What::Secret(format!("{what} is shown")), by);
    }

    pub(crate) fn read(&mut self, word: &Word, walk: bool, by: &str) {
        if word.known().is_none() && word.from.contains(&Origin::Secret) {
            self.say(What::Secret("a file that only secrets name".to_owned()), by);
        }
        let place = self.place(word);
        match place.provider() {
            Some(("env", name)) => {
                if name.is_empty() || name.contains('*') || is_secret_name(name) {
                    self.environment("the environment", by);
                }
            }
            Some(("cert", _)) => self.mark(Level::Ask, "certificates", "it reads certificates", by),
            Some(("function" | "alias" | "variable", _)) => {}
            Some((hive, rest)) => {
                let key = format!("{hive}:/{rest}");
                match registry::read(&key) {
                    registry::Key::Secret => {
                        self.say(What::Secret("secrets of the registry".to_owned()), by);
                    }
                    registry::Key::Starts | registry::Key::Defends | registry::Key::Other => {
                        self.mark(Level::Ask, "registry", "it reads the registry", by);
                    }
                }
            }
            None if is_device(&place) => self.unknown("a device is read", by),
            None => {
                if let Some(text) = place.text().filter(|text| is_store(text)) {
                    let why = format!("`{text}` keeps passwords or history");
                    self.say(What::Secret(why), by);
                }
                self.say(What::Read { place, walk }, by);
            }
        }
    }

    pub(crate) fn write(&mut self, word: &Word, by: &str) {
        let place = self.place(word);
        if self.changes_drive(&place, by) || is_null(&place) {
            return;
        }
        if is_device(&place) {
            self.deny("device", "it writes to a device", by);
            return;
        }
        if place.text().is_some_and(|text| starts_by_itself(&text)) {
            self.deny("persistence", "what stands there is started by itself", by);
        }
        self.say(What::Write(place), by);
    }

    pub(crate) fn delete(&mut self, word: &Word, recursive: bool, by: &str) {
        let place = self.place(word);
        if self.changes_drive(&place, by) {
            return;
        }
        if is_device(&place) && !is_null(&place) {
            self.deny("device", "it changes a device", by);
        }
        let goes = if recursive {
            Goes::WithAllBelow
        } else {
            Goes::Alone
        };
        self.say(What::Delete { place, goes }, by);
    }

    /// A change to a drive that holds no files; `true`: it was one.
    fn changes_drive(&mut self, place: &Place, by: &str) -> bool {
        let Some((drive, rest)) = place.provider() else {
            return false;
        };
        let (drive, rest) = (drive.to_owned(), rest.to_owned());
        match drive.as_str() {
            "env" => self.sets(&rest, None, by),
            "variable" => self.unknown("a variable is set through its drive", by),
            "function" | "alias" => self.unknown("a command is given another meaning", by),
            "cert" => self.deny("trust", "it changes which certificates are trusted", by),
            "wsman" => self.deny("remoting", "it changes how others may connect", by),
            _ => self.changes_key(&format!("{drive}:/{rest}"), by),
        }
        true
    }

    /// A change to a key of the registry.
    pub(crate) fn changes_key(&mut self, key: &str, by: &str) {
        match registry::changed(key) {
            registry::Key::Starts => {
                self.deny(
                    "persistence",
                    "the registry key starts programs by itself",
                    by,
                );
            }
            registry::Key::Defends => {
                self.deny(
                    "defences",
                    "the registry key decides how the machine defends itself",
                    by,
                );
            }
            registry::Key::Secret | registry::Key::Other => {
                self.deny("registry", "it changes the registry", by);
            }
        }
    }

    pub(crate) fn enter(&mut self, word: &Word, by: &str) {
        if matches!(word.known(), Some("-" | "+")) {
            self.cwd = NOWHERE.to_owned();
            self.unknown("it goes back to a directory that is not known", by);
            return;
        }
        let place = self.place(word);
        match place {
            Place::Inside { path, .. } => self.cwd = path,
            Place::Home { .. } | Place::Outside { .. } if place.provider().is_none() => {
                self.cwd = place.text().unwrap_or_default();
                self.say(What::List(place), by);
            }
            Place::Home { .. } | Place::Outside { .. } | Place::Unknown { .. } => {
                // From here on no relative path is known any more.
                self.cwd = place.text().unwrap_or_else(|| NOWHERE.to_owned());
                self.unknown("the directory it goes to is not known", by);
            }
        }
    }

    /// A script, program or library is run.
    pub(crate) fn script(&mut self, word: &Word, by: &str) {
        let text = word.start().to_owned();
        if net::is_address(&text) {
            self.deny("runs-foreign-text", "it runs what stands at an address", by);
            return;
        }
        if word.from.contains(&Origin::Network) {
            self.deny("runs-foreign-text", "it runs what the network says", by);
        }
        let place = self.place(word);
        if self.brought.contains(&place) {
            self.deny(
                "runs-foreign-text",
                "it runs a file that it just brought in",
                by,
            );
        }
        let why = "what a file does is not known".to_owned();
        let program = place;
        self.say(
            What::Execute {
                program,
                why,
                called: true,
            },
            by,
        );
    }
}

fn is_null(place: &Place) -> bool {
    place.text().as_deref() == Some("/dev/null")
}

fn is_device(place: &Place) -> bool {
    place.text().is_some_and(|text| text.starts_with("//./"))
}
