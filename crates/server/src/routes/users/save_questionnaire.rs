//! `POST /api/users/save-{pre-questionnaire,treatment,post-questionnaire}-answers`: three addresses, one function.

use unmask_study::page::QuestionnairePage;

use crate::api::whole::answers;
use crate::routes::prelude::*;
use crate::routes::timing::Timing;

/// Answers of a questionnaire.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct QuestionnaireAnswers {
    /// Answers by variable.
    #[serde(deserialize_with = "answers")]
    #[schema(value_type = Object)]
    pub answers: Map<String, Value>,
    /// ID of a section or, with `one_per_page`, of one of its pages: `<section>/<item>`, or
    /// `<section>/<item>/initial` and `<section>/<item>/final` around advice. Default: all remaining pages, if there is
    /// no advice between them.
    #[serde(default)]
    pub section: Option<String>,
    #[serde(default)]
    pub timing: Option<Timing>,
}

async fn save(submitter: Submitter, body: QuestionnaireAnswers, page: QuestionnairePage) -> Result<Json<Reply>> {
    let QuestionnaireAnswers { answers, section, timing } = body;
    submitter.submit(Submission::Questionnaire { page, section, answers }, timing).await
}

/// Saves answers to the questionnaire before the training.
#[utoipa::path(post, path = "/api/users/save-pre-questionnaire-answers", operation_id = "users_save_pre_questionnaire", tag = "users", security(("bearer" = [])),
    request_body = QuestionnaireAnswers, responses((status = 200, body = Receipt), SignedInOnly, Submitting, Always))]
pub async fn pre(submitter: Submitter, Json(body): Json<QuestionnaireAnswers>) -> Result<Json<Reply>> {
    save(submitter, body, QuestionnairePage::Pre).await
}

/// Saves answers to the expectancy questionnaire.
#[utoipa::path(post, path = "/api/users/save-treatment-answers", operation_id = "users_save_treatment", tag = "users", security(("bearer" = [])),
    request_body = QuestionnaireAnswers, responses((status = 200, body = Receipt), SignedInOnly, Submitting, Always))]
pub async fn treatment(submitter: Submitter, Json(body): Json<QuestionnaireAnswers>) -> Result<Json<Reply>> {
    save(submitter, body, QuestionnairePage::Treatment).await
}

/// Saves answers to the questionnaire after the training.
#[utoipa::path(post, path = "/api/users/save-post-questionnaire-answers", operation_id = "users_save_post_questionnaire", tag = "users", security(("bearer" = [])),
    request_body = QuestionnaireAnswers, responses((status = 200, body = Receipt), SignedInOnly, Submitting, Always))]
pub async fn post(submitter: Submitter, Json(body): Json<QuestionnaireAnswers>) -> Result<Json<Reply>> {
    save(submitter, body, QuestionnairePage::Post).await
}
