//! What real servers sent, sent again byte for byte: taken, kept, and readable later without its secret.

use std::path::{Path, PathBuf};

use forge::secret::Secret;

use super::super::genuine::{by_signature, kind};
use super::*;

/// A recorded delivery.
struct Recorded {
    name: String,
    head: String,
    body: Vec<u8>,
}

fn recorded() -> Vec<Recorded> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/forge/recorded");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(top)
        .unwrap()
        .map(|it| it.unwrap().path())
        .filter(|it| it.is_dir())
        .flat_map(|it| std::fs::read_dir(it).unwrap())
        .map(|it| it.unwrap().path())
        .filter(|it| it.to_string_lossy().ends_with(".headers.json"))
        .collect();
    paths.sort();
    paths.iter().map(|path| read(path)).collect()
}

fn read(path: &Path) -> Recorded {
    let text = std::fs::read_to_string(path).unwrap();
    let told: serde_json::Value = serde_json::from_str(&text).unwrap();
    let body = std::fs::read(path.with_file_name(told["body_file"].as_str().unwrap())).unwrap();
    let method = told["method"].as_str().unwrap();
    let mut head = format!("{method} /hooks/home HTTP/1.1\r\nhost: x\r\n");
    for (name, value) in told["headers"].as_object().unwrap() {
        head += &format!("{name}: {}\r\n", value.as_str().unwrap());
    }
    head += &format!("content-length: {}\r\n\r\n", body.len());
    Recorded {
        name: path.display().to_string(),
        head,
        body,
    }
}

#[tokio::test]
async fn recorded_deliveries_are_kept_so_that_they_can_be_read() {
    let secrets = ["another", "interlock-test-secret"].map(Secret::new);
    let running = Running::with(Limits::default(), by_signature(secrets.to_vec())).await;
    let all = recorded();
    assert!(all.len() > 300);
    let mut kept = 0;
    for Recorded { name, head, body } in &all {
        let status = match name {
            _ if name.contains("_no_secret_") => 401,
            _ if name.contains("_redirect302_") => 405,
            _ => 200,
        };
        let request = [head.as_bytes(), body].concat();
        let answer = running.ask(&request).await;
        assert_eq!(answer.status, status, "{name}: {}", answer.body);
        kept += usize::from(status == 200 && !answer.body.contains("known"));
    }
    let mut changed = [all[0].head.as_bytes(), &all[0].body].concat();
    let last = changed.len() - 2;
    changed[last] ^= 1;
    let refused = running.ask(&changed).await;
    assert_eq!(refused.body, "wrong signature\n");
    let (found, _) = running.stop().await;
    assert_eq!(found.len(), kept);
    for stored in found {
        let content = stored.content.unwrap();
        let kind = kind(&content.headers).unwrap();
        let told = forge::delivery::read(kind, &stored.event, &content.body);
        assert!(told.is_ok(), "{}: {told:?}", stored.id);
    }
}
