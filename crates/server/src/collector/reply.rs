//! The replies that the official clients expect. An invalid item is reported and does not affect the others.

use std::collections::BTreeMap;

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use utoipa::IntoResponses;
use utoipa::openapi::content::ContentBuilder;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{self, RefOr, ResponseBuilder};

use super::event::Rejection;
use super::wire::Style;
use crate::api::json::Json;
use crate::metrics;

/// The outcome of a delivery.
pub struct Outcome {
    /// Number of items that are stored now, or were stored before.
    pub accepted: usize,
    pub rejected: Vec<Rejection>,
    /// Format of the reply.
    pub style: Style,
}

impl Outcome {
    /// Clients drop their items after any of these. They retry only after 429 and 5xx.
    fn status(&self) -> u8 {
        u8::from(self.accepted > 0 || self.rejected.is_empty())
    }

    fn failed(&self) -> serde_json::Value {
        self.rejected
            .iter()
            .map(|one| json!({ "index": one.index, "insert_id": one.insert_id, "message": one.message }))
            .collect()
    }

    fn verbose(&self) -> Response {
        let error = (self.status() == 0).then(|| self.rejected.first().map(|one| &one.message));
        let mut body = json!({ "status": self.status(), "error": error });
        if !self.rejected.is_empty() {
            body["failed_records"] = self.failed();
        }
        Json(body).into_response()
    }

    fn strict(&self) -> Response {
        if self.rejected.is_empty() {
            return Json(json!({ "code": 200, "num_records_imported": self.accepted, "status": "OK" })).into_response();
        }
        let body = json!({ "code": 400, "num_records_imported": self.accepted, "status": "Bad Request",
            "error": "some data points in the request failed validation", "failed_records": self.failed() });
        (StatusCode::BAD_REQUEST, Json(body)).into_response()
    }
}

/// In the OpenAPI document.
impl IntoResponses for Outcome {
    fn responses() -> BTreeMap<String, RefOr<openapi::Response>> {
        let plainly = |kind| ContentBuilder::new().schema(Some(ObjectBuilder::new().schema_type(kind))).build();
        let response = ResponseBuilder::new()
            .description("`1`, or with `verbose=1` `{status, error, failed_records}`")
            .content("text/plain", plainly(Type::String))
            .content("application/json", plainly(Type::Object));
        BTreeMap::from([("200".to_owned(), RefOr::T(response.build()))])
    }
}

impl IntoResponse for Outcome {
    fn into_response(self) -> Response {
        metrics::dropped(self.rejected.len());
        match self.style {
            Style::Verbose => self.verbose(),
            Style::Strict => self.strict(),
            Style::Bare => ([(header::CONTENT_TYPE, "text/plain")], self.status().to_string()).into_response(),
        }
    }
}
