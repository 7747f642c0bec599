//! Words of containers, clusters, clouds and migrations whose meaning decides: what is mounted, which resource is shown,
//! what is dropped where.

use super::{Deed, Found};

mod cluster;
mod container;
mod database;
mod document;
mod provider;
pub(super) use cluster::resource;
pub(super) use container::{container_path, container_word, daemon, mount, namespace};
pub(super) use database::{migration, server_action, throwaway};
pub(super) use document::{media, media_out, tex};
pub(super) use provider::{action, credential, store};

fn found(deed: Option<Deed>) -> Found {
    Found {
        deeds: deed.into_iter().collect(),
        plain: true,
    }
}
