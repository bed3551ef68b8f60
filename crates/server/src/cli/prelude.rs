//! Common imports of the commands.

pub(super) use std::path::{Path, PathBuf};
pub(super) use std::process::ExitCode;

pub(super) use anyhow::{Context as _, Result, bail};
pub(super) use serde_json::json;
pub(super) use unmask_store::{Store, StoreError, audit};
pub(super) use unmask_study::Study;

pub(super) use crate::base::clock::{Clock, Millis};
pub(super) use crate::base::config::Settings;
pub(super) use crate::base::secrets::Secret;
pub(super) use crate::cli::command::{active_study, agree, open_store, prepare_data, visit_store};
