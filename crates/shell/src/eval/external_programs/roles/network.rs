//! Arguments that name hosts, and what leaves to them.

use crate::address::{self, Target};
use crate::effect::{Network, Origin, Way, What};
use crate::eval::Eval;
use crate::eval::external_programs::Flow;
use crate::value::{Field, Origins, Text};

impl Eval<'_> {
    pub(super) fn url(&mut self, field: &Field, way: Way, flow: &mut Flow) {
        let text = field.text.visible();
        if text.starts_with(['/', '.', '~']) && field.text.whole().is_some() {
            self.reads(field, false, flow);
            return;
        }
        let (host, port, page) = match address::target(&text) {
            Target::File(path) => {
                self.reads(&Field::known(&path), false, flow);
                return;
            }
            Target::Host { name, port, page } => (Some(name), port, page),
            Target::Unknown => (None, None, false),
        };
        let carries = field.text.whole().is_none() && field.text.origins.foreign();
        // What a program printed, or a file held, leaves with the address.
        let taken = [Origin::Program, Origin::File, Origin::Elsewhere];
        let found = carries && taken.iter().any(|it| field.text.origins.has(*it));
        let way = match (carries, found || field.text.origins.has(Origin::Secret)) {
            (_, true) => Way::Upload,
            (true, false) => Way::Send,
            (false, false) if page && way == Way::Fetch => Way::Page,
            (false, false) => way,
        };
        flow.read = flow.read.with(Origins::of(Origin::Network));
        self.say(What::Network(Network { host, port, way }));
    }

    pub(super) fn host(&mut self, field: &Field) {
        let text = field.text.visible();
        let host = address::bare(&text);
        let known = Some(host).filter(|host| !host.contains('\u{fffd}'));
        let carries = known.is_none() && field.text.origins.foreign() || text.contains('\u{fffd}');
        let way = if carries { Way::Upload } else { Way::Fetch };
        self.say(What::Network(Network::to(known, way)));
    }

    /// `--data`: literal, or `@file`.
    pub(super) fn sends(&mut self, field: &Field, flow: &mut Flow) {
        if field.text.whole().is_some_and(|text| text.is_empty()) {
            return;
        }
        let text = field.text.start();
        let at = text.find('@').filter(|at| {
            *at == 0
                || text.get(..*at).is_some_and(|before| {
                    before.ends_with('=') || !before.contains(['"', '{', ' ', '/'])
                })
        });
        // `name=<file`: the same, without the file's name.
        let at = at.or_else(|| text.find("=<").map(|at| at.saturating_add(1)));
        if let Some(at) = at {
            let path = text
                .get(at.saturating_add(1)..)
                .unwrap_or_default()
                .split(';')
                .next()
                .unwrap_or_default();
            let field = Field {
                text: Text::known(path),
                ..Field::default()
            };
            self.reads(&field, false, flow);
            let way = if path == "-" && !flow.stdin.origins.foreign() {
                Way::Send
            } else {
                Way::Upload
            };
            self.connect(None, way);
            return;
        }
        let way = if field.text.origins.has(Origin::Secret)
            || field.text.origins.has(Origin::File)
            || field.text.origins.has(Origin::Program)
            || field.text.origins.has(Origin::Environment)
            || field.text.origins.has(Origin::Elsewhere)
        {
            Way::Upload
        } else {
            Way::Send
        };
        self.connect(None, way);
    }

    pub(super) fn remote(&mut self, field: &Field, write: bool, flow: &mut Flow) {
        let text = field.text.visible();
        match address::host(&text) {
            Some(host) => {
                let way = if write { Way::Upload } else { Way::Fetch };
                let path = text.rsplit(':').next().unwrap_or_default();
                if !write && crate::secret_files::is_secret(path) {
                    self.say(What::Secret(format!("`{text}` holds secrets")));
                }
                let host = Some(host).filter(|host| !host.contains('\u{fffd}'));
                self.say(What::Network(Network::to(host, way)));
            }
            None if write => self.writes(field, flow),
            None => self.reads(field, true, flow),
        }
    }
}
