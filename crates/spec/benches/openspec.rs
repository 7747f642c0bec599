//! An `openspec` folder from disk: how long its check takes without the reading, or what closing each of its changes
//! writes.
//!
//! `cargo bench -p spec --bench openspec -- DIR [DATE]`; with a date every change is archived under it, in place.

#![expect(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "run by hand, at a terminal"
)]

use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use ledger::promise::SourceFile;
use spec::openspec::{self, Kind};

/// Passes; their median is told.
const PASSES: usize = 21;
const ROOT: &str = "openspec";

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1).filter(|it| !it.starts_with("--"));
    let Some(top) = words.next() else {
        println!("nothing to check: name the directory that holds `openspec`");
        return Ok(());
    };
    let top = Path::new(&top);
    match words.next() {
        Some(date) => archive(top, &date),
        None => check(top),
    }
}

fn check(top: &Path) -> Result<(), Box<dyn Error>> {
    let files = read(top)?;
    let mut times = Vec::new();
    let mut good = 0;
    for _ in 0..PASSES {
        let begun = Instant::now();
        let items = openspec::check(ROOT, black_box(&files));
        times.push(begun.elapsed().as_secs_f64() * 1000.0);
        good = items.iter().filter(|item| item.is_valid()).count();
    }
    times.sort_by(f64::total_cmp);
    let median = times.get(PASSES / 2).copied().unwrap_or_default();
    println!(
        "{} files, {good} items are good, {median:.1} ms",
        files.len()
    );
    Ok(())
}

fn archive(top: &Path, date: &str) -> Result<(), Box<dyn Error>> {
    let (mut done, mut refused) = (0, 0);
    for item in openspec::check(ROOT, &read(top)?) {
        if item.kind == Kind::Spec {
            continue;
        }
        let path = format!("{ROOT}/changes/{}", item.id);
        let mut files = Vec::new();
        walk(top, &top.join(&path), &mut files)?;
        let own: Vec<String> = files.iter().map(|it| it.path.clone()).collect();
        for needed in openspec::needed(&path, own.iter().map(String::as_str)) {
            if let Ok(text) = fs::read_to_string(top.join(&needed)) {
                files.push(SourceFile { path: needed, text });
            }
        }
        match openspec::close(&path, &files, &files, Some(date)) {
            Ok(written) => {
                for one in written {
                    write(top, one.path.as_str(), one.content.as_deref())?;
                }
                done += 1;
            }
            Err(problems) => {
                refused += 1;
                for problem in problems {
                    println!("{problem}\n");
                }
            }
        }
    }
    println!("{done} archived, {refused} refused");
    Ok(())
}

/// Writes a file, or takes it away with the folders that it leaves empty.
fn write(top: &Path, path: &str, content: Option<&str>) -> Result<(), Box<dyn Error>> {
    let at = top.join(path);
    match content {
        Some(text) => {
            fs::create_dir_all(at.parent().unwrap_or(top))?;
            fs::write(at, text)?;
        }
        None => {
            fs::remove_file(&at)?;
            let mut above = at.parent();
            while let Some(folder) = above.filter(|it| fs::remove_dir(it).is_ok()) {
                above = folder.parent();
            }
        }
    }
    Ok(())
}

fn read(top: &Path) -> Result<Vec<SourceFile>, Box<dyn Error>> {
    let mut files = Vec::new();
    walk(top, &top.join(ROOT), &mut files)?;
    Ok(files)
}

fn walk(top: &Path, folder: &Path, files: &mut Vec<SourceFile>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            walk(top, &path, files)?;
        } else {
            let text = fs::read_to_string(&path)?;
            let path = path.strip_prefix(top)?.to_string_lossy().into_owned();
            files.push(SourceFile { path, text });
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(())
}
