//! The kinds of events that our web app sends, with their fields. The web app's types are generated from this list.
//! Events of other clients are stored without a kind.

use serde_json::{Map, Value};

use unmask_study::report::Language;

use self::Type::{Flag, List, Number, Text};

/// What a field contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Text,
    Number,
    Flag,
    List,
}

/// The name of a field, and what it contains.
pub type Field = (&'static str, Type);

/// Fields of every event of ours.
pub const COMMON: &[Field] = &[
    ("sessionId", Text),
    ("viewportWidth", Number),
    ("viewportHeight", Number),
    ("screenWidth", Number),
    ("screenHeight", Number),
    ("timestamp", Text),
];

macro_rules! kinds {
    ($($kind:ident = $id:literal, $name:literal, $english:literal, $german:literal:
        [$($field:ident: $type:ident),*];)+) => {
        /// A kind of event.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Kind { $($kind),+ }

        impl Kind {
            pub const ALL: &[Self] = &[$(Self::$kind),+];

            /// How it is stored.
            pub fn id(self) -> &'static str {
                match self { $(Self::$kind => $id),+ }
            }

            /// How it is sent.
            pub fn name(self) -> &'static str {
                match self { $(Self::$kind => $name),+ }
            }

            /// What it is called in the console.
            pub fn label(self, language: Language) -> &'static str {
                match (self, language) {
                    $((Self::$kind, Language::English) => $english, (Self::$kind, Language::German) => $german),+
                }
            }

            /// Its own fields, without the common ones.
            pub fn fields(self) -> &'static [Field] {
                match self { $(Self::$kind => &[$((stringify!($field), $type)),*]),+ }
            }
        }
    };
}

kinds! {
    PageViewed = "page_viewed", "Page Viewed", "Page viewed", "Seite aufgerufen": [page: Text, path: Text];
    PersonaViewed = "persona_viewed", "Persona Viewed", "Person viewed", "Person angesehen":
        [personaId: Text, personaName: Text];
    PersonaSelected = "persona_selected", "Persona Selected", "Person selected", "Person ausgewählt":
        [personaId: Text, personaName: Text];
    FlowAQuestion = "flow_a_question", "Flow A Question Answered",
        "Flow A: question answered", "Flow A: Frage beantwortet":
        [questionId: Text, questionNumber: Number, answer: Text, isCorrect: Flag, timeSpent: Number,
         mediaType: Text, mediaUrl: Text];
    FlowACompleted = "flow_a_completed", "Flow A Completed", "Flow A: completed", "Flow A: abgeschlossen":
        [totalQuestions: Number, correctAnswers: Number, accuracy: Number, totalTime: Number];
    FlowBPrompt = "flow_b_prompt", "Flow B Prompt Answered", "Flow B: post judged", "Flow B: Beitrag beurteilt":
        [promptId: Text, promptNumber: Number, response: Text, timeSpent: Number, mediaType: Text, mediaUrl: Text];
    FlowBCompleted = "flow_b_completed", "Flow B Completed", "Flow B: completed", "Flow B: abgeschlossen":
        [totalPrompts: Number, totalTime: Number];
    Questionnaire = "questionnaire", "Questionnaire Completed", "Questionnaire completed", "Fragebogen abgeschlossen":
        [questionnaireType: Text, numberOfQuestions: Number, timeSpent: Number];
    ProfileViewed = "profile_viewed", "Profile Viewed", "Profile viewed", "Profil aufgerufen": [];
    ProfileUpdated = "profile_updated", "Profile Updated", "Profile updated", "Profil geändert":
        [fieldsUpdated: List, numberOfFieldsUpdated: Number];
    DashboardViewed = "dashboard_viewed", "Dashboard Viewed", "Dashboard viewed", "Übersicht aufgerufen": [];
    DashboardAction = "dashboard_action", "Dashboard Action", "Left the dashboard", "Übersicht verlassen":
        [action: Text];
    Performance = "performance", "Performance Measured", "Performance measured", "Ladezeit gemessen":
        [metric: Text, value: Number];
    Error = "error", "Error Occurred", "Error occurred", "Fehler aufgetreten":
        [errorType: Text, errorMessage: Text, url: Text, userAgent: Text, stack: Text, componentStack: Text];
}

impl Type {
    /// A value of it, for the web app's types.
    #[cfg(test)]
    fn example(self) -> Value {
        match self {
            Text => "".into(),
            Number => 0.into(),
            Flag => false.into(),
            List => vec![""].into(),
        }
    }
}

impl Kind {
    /// The kind of an event with this name, if it has the kind's fields: a funnel must not count what only has
    /// the name.
    pub fn of(name: &str, properties: &Map<String, Value>) -> Option<Self> {
        let kind = Self::ALL.iter().copied().find(|kind| kind.name() == name)?;
        let whole = COMMON.iter().chain(kind.fields()).all(|(field, _)| properties.contains_key(*field));
        whole.then_some(kind)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::json;

    use super::*;

    #[test]
    fn an_event_without_its_fields_has_no_kind() {
        let mut properties: Map<_, _> =
            COMMON.iter().chain(Kind::PageViewed.fields()).map(|(f, _)| ((*f).to_owned(), json!(1))).collect();
        assert_eq!(Kind::of("Page Viewed", &properties), Some(Kind::PageViewed));
        assert_eq!(Kind::of("Page View", &properties), None);
        properties.remove("timestamp");
        assert_eq!(Kind::of("Page Viewed", &properties), None);
    }

    /// The web app takes its types and labels from this file, and the browser tests the names.
    #[test]
    fn the_generated_events_are_up_to_date() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/generated/events.json");
        let examples = |fields: &[Field]| -> Value {
            fields.iter().map(|(name, of)| ((*name).to_owned(), of.example())).collect()
        };
        let events: Value = Kind::ALL.iter().map(|kind| (kind.name().to_owned(), examples(kind.fields()))).collect();
        let labels = |language: Language| -> Value {
            Kind::ALL.iter().map(|kind| (kind.name().to_owned(), Value::from(kind.label(language)))).collect()
        };
        let labels = json!({ "en": labels(Language::English), "de": labels(Language::German) });
        let declared = json!({ "common": examples(COMMON), "events": events, "labels": labels });
        let now = serde_json::to_string_pretty(&declared).unwrap() + "\n";
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &now).unwrap();
        }
        let stored = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(stored == now, "docs/generated/events.json is out of date; run: make generate");
    }
}
