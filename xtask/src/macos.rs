//! Does what is built on macOS type-check? That takes no Mac: the compiler's metadata of that target, and nothing is
//! linked. Where its standard library is absent and cannot be had, this says so and passes: a person without a network
//! must be able to run the rest.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::Context;

use crate::ci::{cargo, is_our_rust, passes};

const TARGET: &str = "x86_64-apple-darwin";

/// How long the standard library may take to arrive.
const PATIENCE: Duration = Duration::from_secs(90);

pub(crate) fn check(root: &Path) -> anyhow::Result<bool> {
    let is_there = has_standard_library(root)? || (install(root)? && has_standard_library(root)?);
    if !is_there {
        println!("NOT CHECKED: no standard library of {TARGET} here, and rustup did not bring it");
        return Ok(true);
    }
    let mut command = cargo(root);
    // What is checked is ours, in Rust: the C of libraries is compiled where it is linked.
    command
        .env("CC_x86_64_apple_darwin", "true")
        .env("AR_x86_64_apple_darwin", "true")
        .args(["check", "--locked", "--quiet", "-p", "cli"])
        .args(["--target", TARGET]);
    if is_our_rust(root)? {
        command.env("CARGO_TARGET_X86_64_APPLE_DARWIN_RUSTFLAGS", "-D warnings");
    }
    passes(&mut command)
}

fn has_standard_library(root: &Path) -> anyhow::Result<bool> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc)
        .current_dir(root)
        .args(["--print", "target-libdir", "--target", TARGET])
        .output()
        .context("cannot start rustc")?;
    let folder = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    Ok(output.status.success() && folder.is_dir())
}

/// Asks rustup for it; `false` where there is no rustup, it fails, or it takes too long.
fn install(root: &Path) -> anyhow::Result<bool> {
    println!("installing the standard library of {TARGET} with rustup");
    let Ok(mut child) = Command::new("rustup")
        .current_dir(root)
        .args(["--quiet", "target", "add", TARGET])
        .stdin(Stdio::null())
        .spawn()
    else {
        return Ok(false);
    };
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        if let Some(status) = child.try_wait().context("cannot wait for rustup")? {
            return Ok(status.success());
        }
        std::thread::sleep(Duration::from_millis(200));
    }
    child.kill().context("cannot end rustup")?;
    let _status = child.wait().context("cannot wait for rustup")?;
    Ok(false)
}
