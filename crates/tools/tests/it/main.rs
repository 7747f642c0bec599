//! Tests of what other rooms may call without a permit: looks that change nothing. Cargo makes the program that the tests
//! of processes and of the sandbox start (`tools-fixture`) because this target is here.

#![cfg(unix)]

mod facts;
mod proxy;
#[cfg(target_os = "linux")]
mod wall;
