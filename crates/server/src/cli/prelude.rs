//! What the commands have in common.

pub(super) use std::path::{Path, PathBuf};
pub(super) use std::process::ExitCode;

pub(super) use anyhow::{Context as _, Result, bail};
pub(super) use unmask_store::{Store, StoreError};

pub(super) use crate::base::clock::Clock;
pub(super) use crate::base::config::Settings;
pub(super) use crate::base::secrets::Secret;
