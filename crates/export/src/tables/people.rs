//! Tables about participants.

use unmask_study::Study;
use unmask_study::allocation::{OTHER, Stratum};
use unmask_study::definition::allocation::{Factor, KnownFactor};

use super::{arm, block, form, participant, table, time, version, wave};
use crate::bundle::Versions;
use crate::schema::{Column, Kind, Table, column};

const EXCLUDED_BY: [(&str, &str); 2] =
    [("plan", "The plan, by an answer given before the arms differ"), ("researcher", "A researcher's decision")];

const OUTCOMES: [(&str, &str); 6] = [
    ("completed", "Reached the end"),
    ("screened_out", "Turned away before the arms differ: an answer meets a rule of screen_out"),
    ("quota_full", "Turned away before the arms differ: a quota on answers was full"),
    ("withdrawn", "Withdrew before the end, data kept"),
    ("timed_out", "The time limit passed before the end"),
    ("failed", "Failed checks: a rule of screen_out with that outcome, or as many attention checks as failed_checks"),
];

const LATER_OUTCOMES: [(&str, &str); 5] = [
    ("completed", "Reached its end"),
    ("withdrawn", "Withdrew before its end, data kept"),
    ("timed_out", "Its time limit passed before its end"),
    ("failed", "Failed as many attention checks in it as its failed_checks"),
    ("declined", "Said before they began it that they will not take part in it"),
];

pub(super) fn participants(versions: &Versions) -> Table {
    let description = "One row for each participant who registered, including those who dropped out. Participants who \
                       withdrew and had everything erased have no row; results/consort.json counts them.";
    let status = [("active", "In progress"), ("completed", "Completed"), ("withdrawn", "Withdrew, data kept")];
    table("participants", "Participants", description, &["participant_id"])
        .with([participant(), arm(versions)])
        .with(factors(versions))
        .with([
            form(versions, "Parallel test form, or list"),
            column("place", Kind::Integer, "Number of the slot in the allocation schedule"),
            unit(),
            stratum(versions, "Stratum in which the participant was allocated"),
            column("status", Kind::Text, "Status of the participation").required().of(&status),
            column("outcome", Kind::Text, "How the first part of the study ended").of(&OUTCOMES),
            column("exposed", Kind::Flag, "Has seen the first page that differs between the arms").required(),
            column("completed", Kind::Flag, "Has reached the end, of the first part if there are more").required(),
            column("excluded", Kind::Flag, "Excluded from the analysis").required(),
            column("excluded_by", Kind::Text, "Who or what excluded the participant").of(&EXCLUDED_BY),
            column("exclusion_reason", Kind::Text, "Reason, in the words of the plan or of the researcher"),
        ])
        .with(quality("in the first part of the study"))
        .with([
            column(
                "flag_set_apart",
                Kind::Flag,
                "Gave an answer that the plan flags for sensitivity analysis; not an exclusion",
            )
            .required(),
            column(
                "training_items",
                Kind::Integer,
                "Number of training items in the arm, in the first part of the study",
            ),
            column("training_answered", Kind::Integer, "Number of these that were answered"),
            column("locale", Kind::Text, "Language of the participant").required(),
            column("simulated", Kind::Flag, "A simulated participant").required(),
            column("order_seed", Kind::Text, "Seed of all random orders of the participant").required(),
            column("last_page", Kind::Text, "The participant's current or last page"),
            time("registered_at", "Registration").required(),
            time("exposed_at", "First page that differs between the arms"),
            measured("exposed"),
            time("completed_at", "End reached"),
            measured("completed"),
            time("withdrawn_at", "Withdrawal"),
            time("last_moved_at", "Arrival on the last page"),
            measured("last_moved"),
            version(),
        ])
        .refers(&["place"], "allocations", &["place"])
        .refers(&["unit"], "units", &["unit"])
}

/// The unit of a participant or a slot.
fn unit() -> Column {
    column("unit", Kind::Integer, "Number of the unit, such as a class, if units are allocated")
}

pub(super) fn units(versions: &Versions) -> Table {
    let description = "One row for each unit, such as a class, that was allocated in place of participants: all its \
                       members have its arm. Its code is not in the data, because it may tell the school. A package for \
                       publication counts the members who agreed to it. Empty if participants are allocated.";
    table("units", "Units of allocation", description, &["unit"]).with([
        Column {
            label: "Number, in the order in which units were allocated; of simulated participants, from -1 down".into(),
            ..unit().required()
        },
        stratum(versions, "Stratum of the unit"),
        column("slot", Kind::Integer, "Slot in the permuted blocks, from 1 within the stratum").required(),
        column("block", Kind::Integer, "Block, from 1 within the stratum").required(),
        arm(versions).required(),
        column("members", Kind::Integer, "Number of members with a slot, of whom some may have withdrawn").required(),
        column("exposed", Kind::Integer, "Number of members who saw the first page that differs between the arms")
            .required(),
        time("allocated_at", "When its first member was allocated").required(),
    ])
}

pub(super) fn allocations(versions: &Versions) -> Table {
    let description = "The ledger: one row for each assigned slot of the schedule, in the schedule's order. Free slots \
                       are left out, because they would reveal the next assignment.";
    let states = [("reserved", "Registered"), ("confirmed", "Exposed"), ("withdrawn", "Withdrawn, not assigned again")];
    table("allocations", "Allocation ledger", description, &["place"])
        .with([
            column(
                "place",
                Kind::Integer,
                "Slot number, from 1; simulated participants have a separate schedule, from -1 down",
            )
            .required(),
            stratum(versions, "Stratum of the slot"),
            unit(),
            column("block", Kind::Integer, "Block, from 1 within the stratum; 0 if the slot was drawn on its own")
                .required(),
            arm(versions).required(),
            form(versions, "Test form of the slot, or list").required(),
            column("state", Kind::Text, "State of the slot").required().of(&states),
            time("claimed_at", "When the slot was last claimed"),
            Column { required: false, ..participant() },
        ])
        .of_participants()
}

/// The factors of a factorial design, a column each.
fn factors(versions: &Versions) -> impl Iterator<Item = Column> {
    versions.active().study.file.factors.iter().map(|(id, levels)| {
        let levels: Vec<(&str, &str)> = levels.names().into_iter().map(|name| (name, levels.label(name))).collect();
        column(format!("factor_{id}"), Kind::Text, format!("Level of the factor {id} in the arm")).of(&levels)
    })
}

/// How carefully a participant took part in a part of the study.
fn quality(part: &str) -> [Column; 9] {
    let flag = |name: &str, label: &str| {
        column(format!("flag_{name}"), Kind::Flag, format!("{label}, at least once {part}; not an exclusion"))
            .required()
    };
    let number = |name: &str, label: &str| column(name, Kind::Integer, format!("{label}, {part}")).required();
    [
        flag("too_fast", "Submitted a page faster than it can be read (2 s for each question, 1 s for a judgement)"),
        flag("straight_lining", "Gave the same answer to six or more statements in a row"),
        flag("failed_attention", "Failed an attention check"),
        flag("media_failed", "A medium could not be played"),
        flag("answered_unseen", "Judged a medium that had not been played or shown"),
        flag("answered_unchecked", "Judged a post with none of its evidence opened"),
        flag("not_timed", "A submission has no times, or impossible ones that were not stored"),
        number(
            "unseen_media",
            "Number of media that were judged although they had not been played (audio, video) or shown (image)",
        ),
        number("unchecked_posts", "Number of posts that were judged with none of their evidence opened"),
    ]
}

/// The same time as measured. The ordered time never goes back for one participant.
fn measured(what: &str) -> Column {
    time(&format!("{what}_measured_at"), &format!("The same as {what}_at, as the clock showed it; for durations"))
}

/// More combinations of levels than these, as minimisation may have, are not listed.
const MOST_STRATA: usize = 200;

/// All versions of a study have the same strata.
fn stratum(versions: &Versions, label: &str) -> Column {
    let study = &versions.active().study;
    let strata: Vec<(String, String)> = study
        .strata()
        .iter()
        .filter(|stratum| **stratum != Stratum::WHOLE)
        .take(MOST_STRATA + 1)
        .map(|stratum| (stratum.to_string(), described(study, stratum)))
        .collect();
    let strata: Vec<(&str, &str)> = strata.iter().map(|(key, label)| (key.as_str(), label.as_str())).collect();
    let strata = if strata.len() > MOST_STRATA { &[] } else { strata.as_slice() };
    column("stratum", Kind::Text, label).of(strata)
}

/// The levels of a stratum in words; strata of units have only their names.
fn described(study: &Study, stratum: &Stratum) -> String {
    if study.file.allocation.unit.is_some() {
        return stratum.to_string();
    }
    let level = |(factor, level): (&Factor, &str)| match (factor, level) {
        (Factor::Known(KnownFactor::Device), "phone") => "Registered with a phone".to_owned(),
        (Factor::Known(KnownFactor::Device), _) => "Registered with a computer, or no phone".to_owned(),
        (Factor::Known(KnownFactor::Language), language) => format!("Registered in the language {language}"),
        (Factor::Link(link), OTHER) => format!("{}: another value, or none", link.parameter),
        (Factor::Link(link), value) => format!("{}: {value}", link.parameter),
        (Factor::Answer(factor), OTHER) => format!("{}: another answer, or none", factor.answer),
        (Factor::Answer(factor), value) => format!("{}: {value}", factor.answer),
    };
    study.factors().iter().zip(stratum.levels()).map(level).collect::<Vec<_>>().join("; ")
}

pub(super) fn consents(ticks: &[(String, String)]) -> Table {
    let description = "One row for each consent, never changed afterwards.";
    let ticks = ticks.iter().map(|(id, label)| column(format!("tick_{id}"), Kind::Flag, format!("Ticked: {label}")));
    table("consents", "Consents", description, &["participant_id", "consent_version", "given_at"])
        .with([
            participant(),
            column("consent_version", Kind::Text, "Version of the consent text").required(),
            time("given_at", "When it was given").required(),
            column("locale", Kind::Text, "Language in which the text was read").required(),
        ])
        .with(ticks)
        .with([column("text_sha256", Kind::Text, "SHA-256 of the text as it was shown").required(), version()])
        .of_participants()
}

pub(super) fn steps(versions: &Versions) -> Table {
    let description = "One row each time a participant entered a step of their arm.";
    table("steps", "Steps", description, &["participant_id", "step"])
        .with([
            participant(),
            column("step", Kind::Integer, "Number of the step in the arm, from 0; it counts through all waves")
                .required(),
            wave(versions),
            Column { required: false, ..block() },
            column("page", Kind::Text, "First page of the step").required(),
            time("entered_at", "When it was entered; never goes back for one participant").required(),
            time("measured_at", "When it was entered, as the clock showed it; for durations").required(),
        ])
        .of_participants()
}

pub(super) fn waves(versions: &Versions) -> Table {
    let description = "One row for each later part of the study that is planned for a participant: when it is open for \
                       them, whether they came back, and how it ended. Who has not completed it when it closes has \
                       missed it; that is no outcome. It is planned when the earlier part is completed, for a part by \
                       consent only if they agreed to be contacted; the others have no row.";
    table("waves", "Later parts", description, &["participant_id", "wave"])
        .with([
            participant(),
            wave(versions),
            time("opens_at", "When it opens").required(),
            time("closes_at", "When it is over").required(),
            time("started_at", "When its first step was entered"),
            time("completed_at", "When its end was reached"),
            column("outcome", Kind::Text, "How it ended for the participant, if it has").of(&LATER_OUTCOMES),
        ])
        .with(quality("in this part"))
        .of_participants()
}
