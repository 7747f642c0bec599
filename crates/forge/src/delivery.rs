//! What a forge sends by itself. Pure: a delivery's headers and bytes come in, and what they tell comes out.
//!
//! First [`envelope`]: who says so, and what kind of event it is. Then [`Envelope::open`]: whether it is genuine; there is
//! no other way to its content. Then [`read()`]: the facts. A method is no business of this module: forges deliver by POST
//! alone, and a GET is to be refused by whoever listens, whatever signature it carries.

mod body;
mod envelope;
mod events;
mod read;
mod signature;
mod subjects;
mod told;

pub use envelope::{BadEnvelope, Envelope, envelope};
pub use read::{BODY_BYTES_MAX, Read, read};
pub use signature::NotGenuine;
pub use told::Unread;
