//! GitHub's REST.

use crate::http::{Answer, Ask};
use crate::world::World;

pub(crate) fn serve(_: &mut World, _: &Ask) -> (Answer, String) {
    (Answer::empty(404), String::new())
}
