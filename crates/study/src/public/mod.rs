//! What participants see, and how it is derived from the definition.
//!
//! The types have no fields for truth, cue, explanation, checks or weights, so none of these can be sent. Feedback is a
//! separate type, which is created only after the answer.

mod after;
mod front;
mod key;
mod media;
mod questionnaire;
mod questionnaire_types;
mod study;
#[cfg(test)]
mod tests;
mod texts;
mod training;
mod training_types;
mod types;
mod view;

pub use after::{Shown, debrief, estimate, feedback, training};
pub use front::*;
pub use media::media_type;
pub use questionnaire::questionnaire;
pub use questionnaire_types::{PublicItem, PublicQuestionnaire, PublicSection};
pub use study::{consent, debrief_texts, landing, landing_portraits, page_text};
pub(crate) use texts::Texts;
pub use training::{clips, flow_a_config, followup, persona_intro, personas, posts, practice, questions};
pub use training_types::*;
pub use types::{
    PublicCaptions, PublicChoice, PublicCondition, PublicMedia, PublicPersona, PublicPoint, PublicPost, PublicSource,
};
pub(crate) use view::View;

pub use crate::items::{PublicKind, PublicRow};
