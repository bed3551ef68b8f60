//! Every kind of event that our own browser app sends, with its fields. The same list stands in
//! `web/src/features/analytics/events.ts`; a test keeps both equal. Others may send what they like: their events
//! are kept too, without a kind.

use serde_json::{Map, Value};

/// Fields that every event of ours carries.
pub const COMMON: &[&str] =
    &["sessionId", "viewportWidth", "viewportHeight", "screenWidth", "screenHeight", "timestamp"];

macro_rules! kinds {
    ($($kind:ident = $id:literal, $name:literal: [$($field:literal),*];)+) => {
        /// A kind of event.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[expect(missing_docs, reason = "the names say it")]
        pub enum Kind { $($kind),+ }

        impl Kind {
            /// All kinds.
            pub const ALL: &[Self] = &[$(Self::$kind),+];

            /// How it is stored.
            pub fn id(self) -> &'static str {
                match self { $(Self::$kind => $id),+ }
            }

            /// How it is sent.
            pub fn name(self) -> &'static str {
                match self { $(Self::$kind => $name),+ }
            }

            /// Its own fields, without the common ones.
            pub fn fields(self) -> &'static [&'static str] {
                match self { $(Self::$kind => &[$($field),*]),+ }
            }
        }
    };
}

kinds! {
    PageViewed = "page_viewed", "Page Viewed": ["page", "path"];
    PersonaViewed = "persona_viewed", "Persona Viewed": ["personaId", "personaName"];
    PersonaSelected = "persona_selected", "Persona Selected": ["personaId", "personaName"];
    FlowAQuestion = "flow_a_question", "Flow A Question Answered":
        ["questionId", "questionNumber", "answer", "isCorrect", "timeSpent", "mediaType", "mediaUrl"];
    FlowACompleted = "flow_a_completed", "Flow A Completed": ["totalQuestions", "correctAnswers", "accuracy", "totalTime"];
    FlowBPrompt = "flow_b_prompt", "Flow B Prompt Answered":
        ["promptId", "promptNumber", "response", "timeSpent", "mediaType", "mediaUrl"];
    FlowBCompleted = "flow_b_completed", "Flow B Completed": ["totalPrompts", "totalTime"];
    Questionnaire = "questionnaire", "Questionnaire Completed": ["questionnaireType", "numberOfQuestions", "timeSpent"];
    ProfileViewed = "profile_viewed", "Profile Viewed": [];
    ProfileUpdated = "profile_updated", "Profile Updated": ["fieldsUpdated", "numberOfFieldsUpdated"];
    DashboardViewed = "dashboard_viewed", "Dashboard Viewed": [];
    DashboardAction = "dashboard_action", "Dashboard Action": ["action"];
    Performance = "performance", "Performance Measured": ["metric", "value"];
    Error = "error", "Error Occurred": ["errorType", "errorMessage", "url", "userAgent", "stack", "componentStack"];
}

impl Kind {
    /// The kind of an event with this name, if it has the kind's fields: a funnel must not count what only has
    /// the name.
    pub fn of(name: &str, properties: &Map<String, Value>) -> Option<Self> {
        let kind = Self::ALL.iter().copied().find(|kind| kind.name() == name)?;
        let whole = COMMON.iter().chain(kind.fields()).all(|field| properties.contains_key(*field));
        whole.then_some(kind)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_event_without_its_fields_has_no_kind() {
        let mut properties: Map<_, _> =
            COMMON.iter().chain(&["page", "path"]).map(|f| ((*f).to_owned(), json!(1))).collect();
        assert_eq!(Kind::of("Page Viewed", &properties), Some(Kind::PageViewed));
        assert_eq!(Kind::of("Page View", &properties), None);
        properties.remove("timestamp");
        assert_eq!(Kind::of("Page Viewed", &properties), None);
    }

    /// The browser's list, line by line: `'Page Viewed': ['page', 'path'],`.
    #[test]
    fn the_browser_has_the_same_list() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/features/analytics/events.ts");
        let text = std::fs::read_to_string(path).unwrap();
        let (_, list) = text.split_once("export const EVENTS = {").expect("EVENTS");
        let (list, _) = list.split_once("} as const").expect("the end of EVENTS");
        let list: String = list.split_whitespace().collect::<Vec<_>>().join(" ");
        let written: Vec<String> = Kind::ALL
            .iter()
            .map(|kind| {
                let fields: Vec<_> = kind.fields().iter().map(|field| format!("'{field}'")).collect();
                format!("'{}': [{}],", kind.name(), fields.join(", "))
            })
            .collect();
        let tidy = list.replace("[ ", "[").replace(", ]", "]").replace(" ]", "]");
        assert_eq!(tidy.trim(), written.join(" "));
        let (_, common) = text.split_once("export const COMMON = [").expect("COMMON");
        let common: Vec<_> = common.split(']').next().unwrap_or_default().split('\'').skip(1).step_by(2).collect();
        assert_eq!(common, COMMON);
    }
}
