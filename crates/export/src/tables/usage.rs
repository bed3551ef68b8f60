//! The table of usage events, sent by the browsers of participants who agreed. They are not research data.

use super::{participant, table};
use crate::schema::{Column, Kind, Table, column};

/// A field of the program's own events, as a column.
pub struct Field {
    /// Name on the wire.
    pub sent: &'static str,
    pub column: &'static str,
    pub kind: Kind,
    /// Description.
    pub label: &'static str,
    pub unit: Option<&'static str>,
}

const fn field(sent: &'static str, column: &'static str, kind: Kind, label: &'static str) -> Field {
    Field { sent, column, kind, label, unit: None }
}

const fn measured(
    sent: &'static str,
    column: &'static str,
    kind: Kind,
    unit: &'static str,
    label: &'static str,
) -> Field {
    Field { sent, column, kind, label, unit: Some(unit) }
}

/// Every field that an event of the program's own kinds can have.
pub const FIELDS: &[Field] = &[
    field("sessionId", "session_id", Kind::Text, "Session of the browser, made once in each"),
    measured("viewportWidth", "viewport_width", Kind::Integer, "px", "Width of the page's window"),
    measured("viewportHeight", "viewport_height", Kind::Integer, "px", "Height of the page's window"),
    measured("screenWidth", "screen_width", Kind::Integer, "px", "Width of the screen"),
    measured("screenHeight", "screen_height", Kind::Integer, "px", "Height of the screen"),
    field("timestamp", "timestamp", Kind::Time, "When it happened (UTC, the browser's clock), as the page noted it"),
    field("page", "page", Kind::Text, "Friendly name of the page viewed"),
    field("path", "path", Kind::Text, "Address of the page viewed"),
    field("personaId", "persona_id", Kind::Text, "Id of the persona, as the participant's pages have it"),
    field("personaName", "persona_name", Kind::Text, "Name of the persona"),
    field("questionId", "question_id", Kind::Text, "Id of the Flow A question, as the participant's pages have it"),
    field("questionNumber", "question_number", Kind::Integer, "Number of the Flow A question, from 1"),
    field("answer", "answer", Kind::Text, "Option chosen in Flow A"),
    field("isCorrect", "is_correct", Kind::Flag, "Whether the answer was correct, as shown to the participant"),
    measured("timeSpent", "time_spent", Kind::Number, "s", "Seconds from showing to answering, breaks included"),
    field("mediaType", "media_type", Kind::Text, "Kind of the medium shown; none"),
    field("mediaUrl", "media_url", Kind::Text, "The medium, named by the item that shows it"),
    field("totalQuestions", "total_questions", Kind::Integer, "Questions of Flow A"),
    field("correctAnswers", "correct_answers", Kind::Integer, "Number of these that were correct"),
    measured("accuracy", "accuracy", Kind::Number, "%", "Share of correct answers"),
    measured("totalTime", "total_time", Kind::Number, "s", "Seconds from the flow's first page to its last"),
    field("promptId", "prompt_id", Kind::Text, "Id of the Flow B post, as the participant's pages have it"),
    field("promptNumber", "prompt_number", Kind::Integer, "Number of the Flow B post with its persona, from 1"),
    field("response", "response", Kind::Text, "Option chosen in Flow B"),
    field("totalPrompts", "total_prompts", Kind::Integer, "Posts of Flow B"),
    field("questionnaireType", "questionnaire_type", Kind::Text, "Which questionnaire"),
    field("numberOfQuestions", "number_of_questions", Kind::Integer, "Questions of the questionnaire"),
    field(
        "fieldsUpdated",
        "fields_updated",
        Kind::Text,
        "Names of the profile's fields that were changed, a JSON list",
    ),
    field("numberOfFieldsUpdated", "number_of_fields_updated", Kind::Integer, "How many fields were changed"),
    field("action", "action", Kind::Text, "Page opened from the dashboard"),
    field("metric", "metric", Kind::Text, "What was measured"),
    measured("value", "value", Kind::Number, "ms", "The measurement"),
    field("errorType", "error_type", Kind::Text, "How the error was detected"),
    field("errorMessage", "error_message", Kind::Text, "Its message"),
    field("url", "url", Kind::Text, "Page of the error"),
    field("userAgent", "user_agent", Kind::Text, "Browser of the error"),
    field("stack", "stack", Kind::Text, "Where in the program, the first 255 characters"),
    field("componentStack", "component_stack", Kind::Text, "Where on the page, the first 255 characters"),
];

pub(super) fn usage() -> Table {
    let description = "Usage events of participants who agreed to usage analytics, one row each, as reported by their \
                       browsers. These are not research data: answers are in responses. A field that an event of this \
                       kind does not have is not applicable.";
    let kinds = [
        ("page_viewed", "Page viewed"),
        ("persona_viewed", "Persona viewed"),
        ("persona_selected", "Persona selected"),
        ("flow_a_question", "Flow A question answered"),
        ("flow_a_completed", "Flow A completed"),
        ("flow_b_prompt", "Flow B post answered"),
        ("flow_b_completed", "Flow B completed"),
        ("questionnaire", "Questionnaire completed"),
        ("profile_viewed", "Profile viewed"),
        ("profile_updated", "Profile changed"),
        ("dashboard_viewed", "Dashboard viewed"),
        ("dashboard_action", "Dashboard left for another page"),
        ("performance", "Performance measured"),
        ("error", "Error occurred"),
    ];
    table("usage", "Usage events", description, &["participant_id", "event"])
        .with([
            participant(),
            column(
                "event",
                Kind::Integer,
                "Number of the participant's event in the order of the browser's time, from 1",
            )
            .required(),
            column("name", Kind::Text, "What happened, as it was sent").required(),
            column("kind", Kind::Text, "Kind of event, if it is one of the program's own with all its fields").of(&kinds),
            column("happened_at", Kind::Time, "When it happened (UTC, the browser's clock; the server's, if that is more than a day ahead or before 2010)").required(),
            column("received_at", Kind::Time, "When it arrived (UTC, the server's clock)").required(),
            column("imported", Kind::Flag, "Imported, not sent by a browser").required(),
        ])
        .with(
            FIELDS.iter().map(|field| Column {
                unit: field.unit.map(Into::into),
                ..column(field.column, field.kind, field.label)
            }),
        )
        .with([column("other", Kind::Text, "What else was sent, a JSON object, without the browser's own ids")])
        .of_participants()
}
