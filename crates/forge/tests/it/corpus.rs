//! The deliveries in the repository: written by hand, and recorded from real servers.

use std::fs;
use std::path::{Path, PathBuf};

use forge::delivery::{Envelope, Read, envelope, read};
use forge::secret::Secret;
use serde_json::Value;

/// One delivery as it came.
pub(crate) struct Delivery {
    pub(crate) name: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

pub(crate) const FOLDERS: [&str; 6] = [
    "written",
    "recorded/gitea-1.26",
    "recorded/gitea-1.26-ci",
    "recorded/gitea-1.26-transport",
    "recorded/gitea-1.27",
    "recorded/forgejo-14",
];

pub(crate) fn secret() -> Secret {
    Secret::new("interlock-test-secret")
}

fn folder(name: &str) -> PathBuf {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    top.join("../../corpus/forge").join(name)
}

/// The deliveries of one folder, in the order of their numbers.
pub(crate) fn deliveries(name: &str) -> Vec<Delivery> {
    let entries = fs::read_dir(folder(name)).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.to_str().unwrap().ends_with(".headers.json"));
    paths.sort();
    paths.iter().map(|path| delivery(path)).collect()
}

/// The delivery whose name begins so.
pub(crate) fn one(name: &str, begins: &str) -> Delivery {
    let mut all = deliveries(name).into_iter();
    all.find(|one| one.name.starts_with(begins)).unwrap()
}

fn delivery(path: &Path) -> Delivery {
    let about: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    let headers = about["headers"].as_object().unwrap().iter();
    let file = path.file_name().unwrap().to_str().unwrap();
    Delivery {
        name: file.trim_end_matches(".headers.json").to_owned(),
        headers: headers
            .map(|(name, value)| (name.clone(), value.as_str().unwrap().to_owned()))
            .collect(),
        body: fs::read(path.with_file_name(about["body_file"].as_str().unwrap())).unwrap(),
    }
}

impl Delivery {
    pub(crate) fn envelope(&self) -> Envelope {
        let headers = self.headers.iter();
        envelope(headers.map(|(name, value)| (name.as_str(), value.as_str()))).unwrap()
    }

    /// Opened and read.
    pub(crate) fn read(&self) -> Read {
        let envelope = self.envelope();
        let json = envelope.open(&self.body, &[secret()]).unwrap();
        read(envelope.kind, &envelope.event, &json).unwrap()
    }
}
