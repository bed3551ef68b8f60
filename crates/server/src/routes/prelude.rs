//! Common imports of the handlers.

pub(super) use axum::extract::State;
pub(super) use serde::{Deserialize, Serialize};
pub(super) use serde_json::{Map, Value, json};
pub(super) use unmask_store::StoreError;
pub(super) use unmask_study::definition::ArmId;
pub(super) use unmask_study::flow::Submission;
pub(super) use utoipa::ToSchema;

pub(super) use crate::api::error::{ApiError, Code, Result};
pub(super) use crate::api::form::FieldProblem;
pub(super) use crate::api::idempotency::IdempotencyKey;
pub(super) use crate::api::json::Json;
pub(super) use crate::api::locale::LocaleQuery;
pub(super) use crate::api::path::Path;
pub(super) use crate::api::query::Query;
pub(super) use crate::api::responses::*;
pub(super) use crate::app::App;
pub(super) use crate::auth::{Admin, SignedIn, Viewer};
pub(super) use crate::base::clock::{Millis, rfc3339};
pub(super) use crate::read_models::SnapshotView;
pub(super) use crate::routes::receipt::{Receipt, Reply};
pub(super) use crate::routes::submit::Submitter;
pub(super) use crate::study_versions::{LoadedVersion, Seal as _};
