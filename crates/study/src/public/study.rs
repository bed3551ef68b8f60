//! Landing page, consent page, and the texts of the steps' pages.

use super::Texts;
use super::front::{
    DeclinedCode, PublicConsent, PublicConsentSection, PublicContact, PublicEthics, PublicFact, PublicLanding,
    PublicLandingStep, PublicTick,
};
use super::texts::portrait;
use crate::definition::Study;
use crate::definition::consent::Purpose;
use crate::definition::item::{Kind, Section};
use crate::progress::Assignment;
use crate::text::{Locale, html};

impl<'a> Texts<'a> {
    /// The texts of a study in a language.
    pub fn new(study: &'a Study, locale: &'a Locale) -> Self {
        Self { catalog: &study.catalog, file: &study.file, stimuli: &study.stimuli, personas: &study.personas, locale }
    }
}

/// The landing page.
pub fn landing(study: &Study, locale: &Locale) -> PublicLanding {
    let texts = Texts::new(study, locale);
    let file = &study.file;
    let step = |step: &crate::definition::study::LandingStep| PublicLandingStep {
        title: texts.translate(&step.title),
        text: texts.translate(&step.text),
        picture: step.picture.clone(),
    };
    let fact = |fact: &crate::definition::study::Fact| PublicFact {
        label: texts.translate(&fact.label),
        value: texts.translate(&fact.value),
    };
    PublicLanding {
        title: texts.translate(&file.title),
        eyebrow: texts.translate(&file.landing.eyebrow),
        lead: texts.translate(&file.landing.lead),
        button: texts.translate(&file.landing.button),
        chips: file.landing.chips.iter().map(|chip| texts.translate(chip)).collect(),
        steps: file.landing.steps.iter().map(step).collect(),
        facts: file.landing.facts.iter().map(fact).collect(),
        portraits: landing_portraits(study).map(str::to_owned).collect(),
        minutes: file.minutes,
        minimum_age: file.minimum_age,
        contact: PublicContact {
            name: texts.translate(&file.contact.name),
            institution: texts.translate(&file.contact.institution),
            email: file.contact.email.clone(),
        },
        ethics: file
            .ethics
            .as_ref()
            .map(|ethics| PublicEthics { board: texts.translate(&ethics.board), id: ethics.id.clone() }),
    }
}

/// Paths below `media/` of the portraits on the landing page.
pub fn landing_portraits(study: &Study) -> impl Iterator<Item = &str> {
    let personas = study.file.landing.personas.iter().filter_map(|id| study.persona(id));
    personas.filter_map(|persona| portrait(&study.stimuli, persona))
}

/// The consent page.
pub fn consent(study: &Study, locale: &Locale) -> PublicConsent {
    let texts = Texts::new(study, locale);
    let consent = &study.consent;
    let section = |section: &crate::definition::consent::ConsentSection| PublicConsentSection {
        title: texts.translate(&section.title),
        html: texts.html(&section.text),
    };
    let tick = |tick: &crate::definition::ConsentStatement| PublicTick {
        id: tick.id.clone(),
        label: texts.translate(&tick.label),
        note: texts.translate_optional(tick.note.as_ref()),
        required: tick.required,
        analytics: tick.purpose == Purpose::Analytics,
    };
    PublicConsent {
        version: consent.version.clone(),
        key_facts: consent.key_facts.iter().map(|fact| texts.translate(fact)).collect(),
        sections: consent.sections.iter().map(section).collect(),
        ticks: consent.ticks.iter().map(tick).collect(),
        declined: page_text(study, locale, "declined").unwrap_or_default(),
        declined_code: study
            .file
            .outcomes
            .no_consent
            .as_ref()
            .map(|own| DeclinedCode { return_url: own.link(), code: own.code.clone() }),
    }
}

/// HTML of `pages/<stem>.md`.
pub fn page_text(study: &Study, locale: &Locale, stem: &str) -> Option<String> {
    study.pages.get(stem).map(|page| html(&study.catalog.page(locale, stem, page).0))
}

/// The texts of the debrief sections that this participant's arm has, one after the other; empty if there are none.
pub fn debrief_texts(study: &Study, assigned: &Assignment, locale: &Locale) -> String {
    let texts = Texts::new(study, locale);
    let own = study.steps_of(assigned.arm).iter().filter_map(|step| study.questionnaires.get(&step.questionnaire()?));
    let sections = own.flat_map(|own| &own.sections).filter(|section| section.debrief);
    let of = |section: &Section| {
        let informs = section.items.iter().filter_map(|item| match &item.kind {
            Kind::Information(information) => Some(texts.html(&information.text)),
            _ => None,
        });
        let heading = html(&format!("## {}", texts.translate(&section.title)));
        std::iter::once(heading).chain(informs).collect::<String>()
    };
    sections.map(of).collect()
}
