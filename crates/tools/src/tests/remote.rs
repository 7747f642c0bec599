//! Calls that reach another machine, from real repositories.

use std::io::Read;
use std::net::TcpListener;
use std::thread;

use super::git::{git, repository, write};
use crate::cached_clone::CachedClone;
use crate::git::{GitError, Remote, Repo};

/// What a repository's own configuration may say so that a credential goes elsewhere, with the key that is told.
fn leads(elsewhere: &str, url: &str) -> Vec<(String, String)> {
    let told = |key: &str, section: String| (key.to_owned(), section);
    vec![
        told(
            &format!("url.{elsewhere}/.insteadof"),
            format!("[url \"{elsewhere}/\"]\n\tinsteadOf = {url}\n"),
        ),
        told(
            &format!("url.{elsewhere}/.pushinsteadof"),
            format!("[url \"{elsewhere}/\"]\n\tpushInsteadOf = http\n"),
        ),
        told("http.proxy", format!("[http]\n\tproxy = {elsewhere}\n")),
        told(
            &format!("http.{url}.proxy"),
            format!("[http \"{url}\"]\n\tproxy = {elsewhere}\n"),
        ),
        told("http.sslverify", "[http]\n\tsslVerify\n".to_owned()),
        told(
            &format!("remote.{url}.url"),
            format!("[remote \"{url}\"]\n\turl = {elsewhere}/x.git\n"),
        ),
        told("http.proxy", "[include]\n\tpath = more\n".to_owned()),
    ]
}

#[test]
fn no_credential_goes_where_a_repository_leads() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let elsewhere = format!("http://{}", listener.local_addr().unwrap());
    let url = "http://forge.invalid/a/b.git";
    let remote = Remote::new(url, Some("Basic c2VjcmV0".to_owned()));
    for (key, section) in leads(&elsewhere, url) {
        let (_room, root) = repository();
        let repo = Repo::discover(&root).unwrap();
        // What was read before it was written does not count.
        repo.config().unwrap();
        let file = root.join(".git/config");
        let before = std::fs::read_to_string(&file).unwrap();
        write(&root, ".git/config", &format!("{before}{section}"));
        let more = format!("[http]\n\tproxy = {elsewhere}\n");
        write(&root, ".git/more", &more);
        let commit = ledger::ids::GitId::new(git(&root, "rev-parse HEAD")).unwrap();
        let ends = [
            repo.remote_tips(&remote, &["main"]).map(|_| ()),
            repo.fetch_branch(&remote, "main").map(|_| ()),
            repo.push(&remote, &commit, ("work", None)).map(|_| ()),
        ];
        for end in ends {
            assert!(
                matches!(&end, Err(GitError::Rerouted(it)) if *it == key),
                "{key}: {end:?}"
            );
        }
    }
    listener.set_nonblocking(true).unwrap();
    assert!(listener.accept().is_err(), "somebody was reached");
}

/// Settings of protocols that a repository brings open no other way, and none of its options goes along.
#[test]
fn nothing_but_http_is_spoken() {
    let (room, root) = repository();
    git(&root, "config protocol.file.allow always");
    git(&root, "config protocol.ext.allow always");
    let repo = Repo::discover(&root).unwrap();
    for url in [
        root.display().to_string(),
        format!("ext::touch {}", room.path().join("ran").display()),
    ] {
        let end = repo.remote_tips(&Remote::new(url, None), &[]);
        assert!(matches!(end, Err(GitError::Failed { .. })), "{end:?}");
    }
    assert!(!room.path().join("ran").exists());
}

#[test]
fn an_address_that_nothing_leads_away_from_is_asked() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/a/b.git", listener.local_addr().unwrap());
    let asked = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut bytes = [0; 4096];
        let count = stream.read(&mut bytes).unwrap();
        String::from_utf8_lossy(&bytes[..count]).into_owned()
    });
    let folder = tempfile::tempdir().unwrap();
    let clone = CachedClone::open(folder.path()).unwrap();
    let remote = Remote::new(url, Some("Basic c2VjcmV0".to_owned()));
    assert!(clone.fetch(&remote, "main").is_err(), "nobody answers");
    let asked = asked.join().unwrap();
    assert!(asked.contains("Authorization: Basic c2VjcmV0"), "{asked}");
}
