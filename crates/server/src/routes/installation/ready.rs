//! `/readyz` of the whole process.

use std::borrow::Cow;
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
            None => (StatusCode::SERVICE_UNAVAILABLE, not_open(study.fault().as_deref())),
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

/// On one line, because each study has one.
fn not_open(fault: Option<&str>) -> Cow<'static, str> {
    match fault {
        Some(why) => format!("not open: {}\n", why.lines().next().unwrap_or_default()).into(),
        None => "not open yet\n".into(),
    }
}
