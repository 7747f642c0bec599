//! What other rooms can't call: these don't compile, and differ from what does in one name alone.
//!
//! ```
//! use tools::{acts, files, git, process, snapshot};
//! let _ = (acts::Workshop::new, files::Limits::default, git::Repo::resolve);
//! let _ = (process::Supervisor::end, snapshot::Snapshots::last);
//! ```
//!
//! A room writes no file:
//!
//! ```compile_fail
//! use tools::{acts, files, git, process, snapshot};
//! let _ = files::write;
//! ```
//!
//! A room edits no file:
//!
//! ```compile_fail
//! use tools::{acts, files, git, process, snapshot};
//! let _ = files::edit;
//! ```
//!
//! A room deletes no file:
//!
//! ```compile_fail
//! use tools::{acts, files, git, process, snapshot};
//! let _ = files::delete;
//! ```
//!
//! A room makes no pipe:
//!
//! ```compile_fail
//! use tools::{acts, files, git, process, snapshot};
//! let _ = files::make_pipe;
//! ```
//!
//! A room moves no branch:
//!
//! ```compile_fail
//! use tools::{acts, files, git, process, snapshot};
//! let _ = git::Repo::update_ref;
//! ```
//!
//! A room deletes no branch:
//!
//! ```compile_fail
//! use tools::{acts, files, git, process, snapshot};
//! let _ = git::Repo::delete_ref;
//! ```
//!
//! A room commits no tree:
//!
//! ```compile_fail
//! use tools::{acts, files, git, process, snapshot};
//! let _ = git::Repo::commit_tree;
//! ```
//!
//! A room commits no whole tree:
//!
//! ```compile_fail
//! use tools::{acts, files, git, process, snapshot};
//! let _ = git::Repo::commit_whole;
//! ```
//!
//! A room commits no texts:
//!
//! ```compile_fail
//! use tools::{acts, files, git, process, snapshot};
//! let _ = git::Repo::commit_texts;
//! ```
//!
//! A room makes no worktree:
//!
//! ```compile_fail
//! use tools::{acts, files, git, process, snapshot};
//! let _ = git::Repo::worktree_add;
//! ```
//!
//! A room removes no worktree:
//!
//! ```compile_fail
//! use tools::{acts, files, git, process, snapshot};
//! let _ = git::Repo::worktree_remove;
//! ```
//!
//! A room overwrites no checkout:
//!
//! ```compile_fail
//! use tools::{acts, files, git, process, snapshot};
//! let _ = git::Repo::sync_checkout;
//! ```
//!
//! A room makes no repository:
//!
//! ```compile_fail
//! use tools::{acts, files, git, process, snapshot};
//! let _ = git::Repo::init;
//! ```
//!
//! A room puts no worktree back:
//!
//! ```compile_fail
//! use tools::{acts, files, git, process, snapshot};
//! let _ = snapshot::Snapshots::restore;
//! ```
//!
//! A room opens no snapshots of a run:
//!
//! ```compile_fail
//! use tools::{acts, files, git, process, snapshot};
//! let _ = snapshot::Snapshots::open;
//! ```
//!
//! A room starts nothing under a supervisor:
//!
//! ```compile_fail
//! use tools::{acts, files, git, process, snapshot};
//! let _ = process::Supervisor::spawn;
//! ```
//!
//! A room starts nothing without one:
//!
//! ```compile_fail
//! use tools::{acts, files, git, process, snapshot};
//! let _ = process::plain::start;
//! ```
//!
//! A room ends no process:
//!
//! ```compile_fail
//! use tools::{acts, files, git, process, snapshot};
//! let _ = process::tree::end_leftover;
//! ```
//!
//! A room clears no worktree:
//!
//! ```compile_fail
//! use tools::{acts, files, git, process, snapshot};
//! let _ = acts::Workshop::clear;
//! ```
