//! `/readyz` of the whole process.

use std::fmt::Write as _;

use axum::extract::State;
use axum::http::StatusCode;

use crate::installation::Installation;
use crate::routes::health;

/// Ready if a study is. With several studies, those that are not are listed: they keep no other one from running.
pub async fn readyz(State(installation): State<Installation>) -> (StatusCode, String) {
    let studies = installation.studies();
    let (mut ready, mut text) = (0, String::new());
    for study in &studies {
        let (status, said) = match study.now() {
            Some(served) => health::ready(&served.app).await,
            None => (StatusCode::SERVICE_UNAVAILABLE, "not open\n".into()),
        };
        ready += usize::from(status == StatusCode::OK);
        if studies.len() == 1 {
            return (status, said.into_owned());
        }
        if status != StatusCode::OK {
            let _ = write!(text, "study {}: {said}", study.site.id());
        }
    }
    match ready {
        0 => (StatusCode::SERVICE_UNAVAILABLE, text),
        _ => (StatusCode::OK, format!("ready\n{text}")),
    }
}
