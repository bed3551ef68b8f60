//! Landing page, consent page, and the texts of the steps' pages.

use super::Texts;
use super::front::{
    PublicConsent, PublicConsentSection, PublicContact, PublicEthics, PublicFact, PublicLanding, PublicLandingStep,
    PublicTick,
};
use crate::definition::Study;
use crate::definition::consent::Purpose;
use crate::text::{Locale, html};

impl<'a> Texts<'a> {
    /// The texts of a study in a language.
    pub fn new(study: &'a Study, locale: &'a Locale) -> Self {
        Self { catalog: &study.catalog, file: &study.file, stimuli: &study.stimuli, locale }
    }
}

/// The landing page.
pub fn landing(study: &Study, locale: &Locale) -> PublicLanding {
    let words = Texts::new(study, locale);
    let file = &study.file;
    let step = |step: &crate::definition::study::LandingStep| PublicLandingStep {
        title: words.say(&step.title),
        text: words.say(&step.text),
        picture: step.picture.clone(),
    };
    let fact = |fact: &crate::definition::study::Fact| PublicFact {
        label: words.say(&fact.label),
        value: words.say(&fact.value),
    };
    PublicLanding {
        title: words.say(&file.title),
        eyebrow: words.say(&file.landing.eyebrow),
        lead: words.say(&file.landing.lead),
        button: words.say(&file.landing.button),
        chips: file.landing.chips.iter().map(|chip| words.say(chip)).collect(),
        steps: file.landing.steps.iter().map(step).collect(),
        facts: file.landing.facts.iter().map(fact).collect(),
        minutes: file.minutes,
        minimum_age: file.minimum_age,
        contact: PublicContact {
            name: words.say(&file.contact.name),
            institution: words.say(&file.contact.institution),
            email: file.contact.email.clone(),
        },
        ethics: file
            .ethics
            .as_ref()
            .map(|ethics| PublicEthics { board: words.say(&ethics.board), id: ethics.id.clone() }),
    }
}

/// The consent page.
pub fn consent(study: &Study, locale: &Locale) -> PublicConsent {
    let words = Texts::new(study, locale);
    let consent = &study.consent;
    let section = |section: &crate::definition::consent::ConsentSection| PublicConsentSection {
        title: words.say(&section.title),
        html: words.html(&section.text),
    };
    let tick = |tick: &crate::definition::ConsentStatement| PublicTick {
        id: tick.id.clone(),
        label: words.say(&tick.label),
        note: words.maybe(tick.note.as_ref()),
        required: tick.required,
        analytics: tick.purpose == Purpose::Analytics,
    };
    PublicConsent {
        version: consent.version.clone(),
        key_facts: consent.key_facts.iter().map(|fact| words.say(fact)).collect(),
        sections: consent.sections.iter().map(section).collect(),
        ticks: consent.ticks.iter().map(tick).collect(),
        declined: page_text(study, locale, "declined").unwrap_or_default(),
    }
}

/// HTML of `pages/<stem>.md`.
pub fn page_text(study: &Study, locale: &Locale, stem: &str) -> Option<String> {
    study.pages.get(stem).map(|page| html(&study.catalog.page(locale, stem, page).0))
}
