//! The comparison must find each fault: the page flow creates one participant's correct history, and each test damages
//! it once.

use std::path::Path;

use serde_json::{Value, json};
use unmask_study::allocation::Scheme;
use unmask_study::definition::ArmId;
use unmask_study::definition::allocation::{Factor, Factors, KnownFactor};
use unmask_study::flow::{self, Judgement, Submission};
use unmask_study::page::QuestionnairePage;
use unmask_study::progress::{Assignment, Form, Progress};
use unmask_study::{Page, Study, allocation};

use super::{Kind, check, check_participants};
use crate::exported;
use crate::exported::{Allocated, Exported, NOT_APPLICABLE, Participant, Response, Submitted};
use crate::log::{Attempted, Exposed, Receipt, Remembered};
use crate::stored::{Exposure, Person, Row, Slot, Stored};

const SEED: [u8; 32] = [5; 32];

struct World {
    study: Study,
    participants: Vec<Remembered>,
    stored: Stored,
    exported: Exported,
}

impl World {
    /// One participant after the pre-questionnaire and the practice item, on the treatment questionnaire.
    fn new() -> Self {
        let small = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies/_fixtures/small");
        let study = crate::bundle::read(&small).unwrap();
        let slots = allocation::schedule(&Scheme::of(&study), &SEED, 9);
        let assigned = Assignment { arm: Some(slots[0].group), form: slots[0].form, seed: 7, contact_again: false };
        let progress = flow::start(&study, &assigned);
        let mut walk = Walk { study: &study, assigned, progress, rows: vec![], sent: vec![] };
        for (section, answers) in answers() {
            let body = json!({ "answers": answers, "section": section });
            walk.submit("/api/users/save-pre-questionnaire-answers", &body);
        }
        walk.submit("/api/practice/answer", &json!({ "answer": "original" }));
        walk.progress = flow::visit(&study, &walk.assigned, &walk.progress, &Page::TreatmentQuestionnaire).unwrap();
        let (person, rows, submissions) = (person(&walk), walk.rows, walk.sent);
        let participant = Remembered {
            username: "robot-0".into(),
            code: Some("CODE".into()),
            submissions,
            exposures: vec![exposed()],
            ..Remembered::default()
        };
        let mut slots: Vec<Slot> = slots.iter().map(slot).collect();
        slots[0].state = "reserved".into();
        let mut world = Self {
            participants: vec![participant],
            stored: Stored { rows, exposures: vec![exposure()], people: vec![person], slots, ..Stored::default() },
            exported: Exported::default(),
            study,
        };
        world.export();
        world
    }

    fn kinds(&self) -> Vec<Kind> {
        let found = check(&self.study, &SEED, &self.participants, &self.stored, &self.exported).into_iter();
        // The walk stops early, and the comparison reports it.
        found.map(|violation| violation.kind).filter(|kind| *kind != Kind::Unfinished).collect()
    }

    /// The package of the stored data.
    fn export(&mut self) {
        let Stored { rows, exposures, people, slots, .. } = &self.stored;
        let submitted = |row: &Row| Submitted {
            receipt: row.id.clone(),
            participant_id: "CODE".into(),
            submission: row.item.clone(),
            attempt: row.attempt,
            stage: row.stage.clone(),
            step: row.step,
            page: row.page.clone(),
            answers: 0,
        };
        let responses = rows.iter().flat_map(|row| {
            let answers: serde_json::Map<String, Value> = serde_json::from_str(&row.answers).unwrap();
            let plain = |value: Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            answers.into_iter().map(move |(variable, value)| Response {
                receipt: row.id.clone(),
                participant_id: "CODE".into(),
                variable,
                value: plain(value),
            })
        });
        let participant = |person: &Person| Participant {
            participant_id: person.code.clone(),
            arm: person.arm.clone().unwrap(),
            form: person.form.clone().unwrap(),
            place: person.slot.unwrap().to_string(),
            status: person.status.clone(),
        };
        let holder = |slot: &Slot| people.iter().find(|person| person.slot == Some(slot.number));
        let allocated = |slot: &Slot| Allocated {
            place: slot.number,
            block: slot.block,
            arm: slot.arm.clone(),
            form: slot.form.clone(),
            state: slot.state.clone(),
            participant_id: holder(slot).map(|person| person.code.clone()).unwrap_or_default(),
        };
        self.exported = Exported {
            submissions: rows.iter().map(submitted).collect(),
            responses: responses.collect(),
            exposures: exposures.iter().map(reported).collect(),
            participants: people.iter().map(participant).collect(),
            allocations: slots.iter().filter(|slot| slot.state != "free").map(allocated).collect(),
            names: people.iter().map(|person| (person.code.clone(), person.username.clone())).collect(),
        };
    }

    fn row(&mut self) -> &mut Row {
        &mut self.stored.rows[1]
    }

    fn attempted(&mut self) -> &mut Attempted {
        &mut self.participants[0].submissions[1]
    }
}

struct Walk<'a> {
    study: &'a Study,
    assigned: Assignment,
    progress: Progress,
    rows: Vec<Row>,
    sent: Vec<Attempted>,
}

impl Walk<'_> {
    fn submit(&mut self, path: &str, body: &Value) {
        let submission = match body["answers"].as_object() {
            Some(answers) => Submission::Questionnaire {
                page: QuestionnairePage::Pre,
                section: body["section"].as_str().map(str::to_owned),
                answers: answers.clone(),
            },
            None => {
                Submission::Practice(Judgement { answer: body["answer"].as_str().unwrap().into(), confidence: None })
            }
        };
        let accepted = flow::submit(self.study, &self.assigned, &self.progress, submission).unwrap();
        let (record, number) = (accepted.record, self.rows.len());
        self.rows.push(Row {
            id: format!("row-{number}"),
            participant: "person-0".into(),
            item: record.item,
            attempt: record.attempt,
            stage: record.stage.name().into(),
            page: record.page.to_string(),
            step: self.progress.step,
            answers: Value::from(record.answers).to_string(),
            correct: record.correct.map(u8::from),
            scores: Value::from(record.scores).to_string(),
            key: Some(format!("key-{number}")),
            at: 0,
        });
        self.sent.push(Attempted {
            key: format!("key-{number}"),
            page: record.page.to_string(),
            path: path.into(),
            body: body.clone(),
            tries: 1,
            receipts: vec![Receipt { id: format!("row-{number}"), at: String::new() }],
            rejections: vec![],
        });
        self.progress = accepted.progress;
    }
}

fn slot(slot: &allocation::Slot) -> Slot {
    let (arm, form) = (word(slot.group), if slot.form == Form::X { "x" } else { "y" });
    let stratum = slot.stratum.name().into();
    Slot { number: slot.number.into(), stratum, block: slot.block, arm, form: form.into(), state: "free".into() }
}

/// A post without a medium, which was shown and not answered.
fn exposure() -> Exposure {
    Exposure {
        id: "shown-0".into(),
        participant: "person-0".into(),
        item: "flow-b/fb_2".into(),
        file: String::new(),
        key: "shown-key".into(),
    }
}

fn exposed() -> Exposed {
    Exposed { key: "shown-key".into(), receipt: Some("shown-0".into()) }
}

fn reported(row: &Exposure) -> exported::Exposure {
    let file = if row.file.is_empty() { NOT_APPLICABLE } else { &row.file };
    exported::Exposure {
        participant_id: "CODE".into(),
        submission: row.item.clone(),
        file: file.into(),
        variable: NOT_APPLICABLE.into(),
        shown_stored_at: "2026-10-01T10:00:00.000Z".into(),
    }
}

fn word(group: ArmId) -> String {
    group.name().to_owned()
}

fn person(walk: &Walk) -> Person {
    Person {
        id: "person-0".into(),
        username: "robot-0".into(),
        code: "CODE".into(),
        slot: Some(1),
        arm: Some(word(walk.assigned.arm.unwrap())),
        form: Some(if walk.assigned.form == Form::X { "x" } else { "y" }.into()),
        seed: 7,
        status: "active".into(),
        exposed_at: None,
        completed_at: None,
        step: walk.progress.step,
        page: walk.progress.page.to_string(),
        memory: serde_json::to_string(&walk.progress.memory).unwrap(),
        consents: 1,
        ticks: None,
    }
}

fn answers() -> [(&'static str, Value); 4] {
    [
        ("you", json!({ "age": 40, "gender": "woman", "channels": ["paper"] })),
        ("views", json!({ "trust_1": 4, "trust_2": 2, "trust_3": 1, "views_1": 2, "worry": 50, "often": 2 })),
        ("first_look/pre_1", json!({ "pre_1": "original", "pre_1_confidence": 70 })),
        ("first_look/pre_2", json!({ "pre_2": "altered", "pre_2_confidence": 50, "pre_2_sharing": 3 })),
    ]
}

/// Damages the data, exports them, and lists what must be found.
#[track_caller]
fn finds(kind: Kind, damage: impl FnOnce(&mut World)) {
    finds_in_export(kind, |world| {
        damage(world);
        world.export();
    });
}

/// Damages only the export, and lists what must be found.
#[track_caller]
fn finds_in_export(kind: Kind, damage: impl FnOnce(&mut World)) {
    let mut world = World::new();
    damage(&mut world);
    let found = world.kinds();
    assert!(found.contains(&kind), "{kind:?} is not in {found:?}");
}

#[test]
fn a_correct_history_passes() {
    assert_eq!(World::new().kinds(), []);
}

#[test]
fn a_walk_that_stops_early_is_found() {
    let world = World::new();
    let found = check(&world.study, &SEED, &world.participants, &world.stored, &world.exported);
    assert_eq!(found.iter().map(|violation| violation.kind).collect::<Vec<_>>(), [Kind::Unfinished]);
}

#[test]
fn a_lost_row_is_found() {
    finds(Kind::Lost, |world| drop(world.stored.rows.remove(1)));
    finds(Kind::Lost, |world| drop(world.stored.rows.pop()));
}

#[test]
fn a_lost_row_without_a_receipt_is_no_loss_but_leaves_a_gap() {
    let mut world = World::new();
    world.stored.rows.remove(1);
    world.attempted().receipts.clear();
    world.export();
    assert_eq!(world.kinds(), [Kind::Path]);
}

#[test]
fn a_duplicated_row_is_found() {
    finds(Kind::Duplicated, |world| {
        let copy = Row { id: "row-9".into(), ..world.row().clone() };
        world.stored.rows.push(copy);
    });
    // Under another key it is a row that no participant sent.
    finds(Kind::Invented, |world| {
        let copy = Row { id: "row-9".into(), key: None, ..world.row().clone() };
        world.stored.rows.push(copy);
    });
}

#[test]
fn an_altered_row_is_found() {
    finds(Kind::Altered, |world| world.row().answers = world.row().answers.replace("50", "55"));
    finds(Kind::Altered, |world| world.row().scores = "{\"self_efficacy\":5}".into());
    finds(Kind::Altered, |world| world.row().item = "pre/you".into());
    finds(Kind::Altered, |world| world.row().attempt = 2);
    finds(Kind::Altered, |world| world.row().stage = "final".into());
    finds(Kind::Altered, |world| world.row().step = 1);
    finds(Kind::Altered, |world| world.stored.rows[3].correct = Some(0));
    finds(Kind::Altered, |world| world.attempted().receipts[0].id = "row-7".into());
    finds(Kind::Altered, |world| world.attempted().page = "/home".into());
    finds(Kind::Altered, |world| {
        let again = Receipt { id: "row-1".into(), at: "later".into() };
        world.attempted().receipts.push(again);
    });
}

#[test]
fn a_row_that_was_rejected_is_found() {
    finds(Kind::StoredThoughRejected, |world| {
        world.attempted().receipts.clear();
        world.attempted().rejections.push("409 conflict".into());
    });
}

#[test]
fn a_wrong_position_is_found() {
    finds(Kind::Path, |world| world.stored.people[0].page = "/post-questionnaire".into());
    finds(Kind::Path, |world| world.stored.people[0].step = 3);
    finds(Kind::Path, |world| world.stored.people[0].memory = "{\"done\":1}".into());
    finds(Kind::Path, |world| world.row().page = "/home".into());
    finds(Kind::Path, |world| world.participants[0].finished = true);
    finds(Kind::Path, |world| world.stored.people[0].status = "completed".into());
}

#[test]
fn a_wrong_person_is_found() {
    finds(Kind::Lost, |world| world.stored.people.clear());
    finds(Kind::Duplicated, |world| world.stored.people.push(world.stored.people[0].clone()));
    finds(Kind::Duplicated, |world| world.stored.people[0].consents = 2);
    finds(Kind::Altered, |world| world.stored.people[0].code = "OTHER".into());
    finds(Kind::Invented, |world| world.participants.clear());
    finds(Kind::Invented, |world| world.stored.strays = 1);
    finds(Kind::TurnedAway, |world| world.participants[0].rejections.push("409".into()));
}

#[test]
fn each_stratum_is_taken_from_its_nearest_slots() {
    let mut world = World::new();
    world.study.file.allocation.strata = Some(Factors::One(Factor::Known(KnownFactor::Device)));
    world.study.file.allocation.draw_among = 24;
    let slots = allocation::schedule(&Scheme::of(&world.study), &SEED, 60);
    world.stored.slots = slots.iter().map(slot).collect();
    let hold = |world: &mut World, number: u32| {
        let slot = &mut world.stored.slots[number as usize - 1];
        slot.state = "reserved".into();
        let person = &mut world.stored.people[0];
        (person.slot, person.arm, person.form) = (Some(number.into()), Some(slot.arm.clone()), Some(slot.form.clone()));
        world.export();
    };
    // Even slots are those of phones.
    hold(&mut world, 48);
    assert!(!world.kinds().contains(&Kind::Allocation), "the twenty-fourth slot of the phones");
    world.stored.slots[47].state = "free".into();
    hold(&mut world, 50);
    assert!(world.kinds().contains(&Kind::Allocation), "the twenty-fifth, while the first is free");
}

#[test]
fn a_wrong_allocation_is_found() {
    finds(Kind::Allocation, |world| {
        let other = world.stored.slots.iter().find(|slot| slot.arm != world.stored.slots[0].arm);
        world.stored.slots[0].arm = other.unwrap().arm.clone();
        world.stored.people[0].arm = Some(world.stored.slots[0].arm.clone());
    });
    finds(Kind::Allocation, |world| drop(world.stored.slots.remove(4)));
    finds(Kind::Allocation, |world| world.stored.slots[1].state = "reserved".into());
    finds(Kind::Allocation, |world| world.stored.people[0].slot = Some(2));
    finds(Kind::Allocation, |world| world.stored.people[0].exposed_at = Some(1));
    finds(Kind::Allocation, |world| {
        for slot in &mut world.stored.slots {
            slot.arm = "control_0".into();
        }
    });
}

#[test]
fn an_export_that_is_not_what_is_stored_is_found() {
    finds_in_export(Kind::Lost, |world| drop(world.exported.submissions.pop()));
    finds_in_export(Kind::Lost, |world| world.exported.participants.clear());
    finds_in_export(Kind::Duplicated, |world| world.exported.submissions.push(world.exported.submissions[0].clone()));
    finds_in_export(Kind::Duplicated, |world| world.exported.participants.push(world.exported.participants[0].clone()));
    finds_in_export(Kind::Invented, |world| {
        let stranger = Submitted { receipt: "row-99".into(), ..world.exported.submissions[0].clone() };
        world.exported.submissions.push(stranger);
    });
    finds_in_export(Kind::Invented, |world| world.exported.responses[0].receipt = "row-99".into());
    finds_in_export(Kind::Altered, |world| world.exported.responses[0].value = "something else".into());
    finds_in_export(Kind::Altered, |world| drop(world.exported.responses.pop()));
    finds_in_export(Kind::Altered, |world| world.exported.submissions[1].attempt = 2);
    finds_in_export(Kind::Altered, |world| world.exported.submissions[1].stage = "final".into());
    finds_in_export(Kind::Altered, |world| world.exported.submissions[1].participant_id = "OTHER".into());
    finds_in_export(Kind::Altered, |world| world.exported.participants[0].form = "z".into());
    finds_in_export(Kind::Allocation, |world| world.exported.allocations[0].participant_id = "OTHER".into());
    finds_in_export(Kind::Allocation, |world| world.exported.allocations.clear());
}

#[test]
fn each_fault_of_a_submission_is_reported_once() {
    let found = |damage: fn(&mut World)| {
        let mut world = World::new();
        damage(&mut world);
        world.kinds().into_iter().filter(|kind| *kind != Kind::Path).collect::<Vec<_>>()
    };
    let lost = [Kind::Lost];
    assert_eq!(found(|world| drop(world.exported.submissions.remove(1))), lost, "from the export");
    let of_both = |world: &mut World| {
        world.stored.rows.pop();
        world.export();
    };
    assert_eq!(found(of_both), lost, "from the database, and so from the export");
    let database_alone = |world: &mut World| drop(world.stored.rows.pop());
    assert_eq!(found(database_alone).iter().filter(|kind| **kind == Kind::Lost).count(), 1);
    let without_a_receipt = |world: &mut World| {
        world.attempted().receipts.clear();
        world.exported.submissions.remove(1);
    };
    assert_eq!(found(without_a_receipt), lost, "stored and never acknowledged");
    let two = |world: &mut World| drop(world.exported.submissions.drain(1..3));
    assert_eq!(found(two), [Kind::Lost; 2]);
    let twice = |world: &mut World| world.exported.submissions.push(world.exported.submissions[1].clone());
    assert_eq!(found(twice), [Kind::Duplicated]);
    let twice_without_a_receipt = |world: &mut World| {
        world.attempted().receipts.clear();
        world.exported.submissions.push(world.exported.submissions[1].clone());
    };
    assert_eq!(found(twice_without_a_receipt), [Kind::Duplicated]);
    let moved = |world: &mut World| world.exported.submissions[1].participant_id = "OTHER".into();
    assert_eq!(found(moved).iter().filter(|kind| **kind == Kind::Altered).count(), 1);
}

#[test]
fn a_simulation_covers_its_own_participants_in_the_export_and_lists_each_missing_row() {
    let found = |damage: fn(&mut World)| {
        let mut world = World::new();
        let stranger = Submitted { participant_id: "PERSON".into(), ..world.exported.submissions[0].clone() };
        world.exported.submissions.push(Submitted { receipt: "row-99".into(), ..stranger });
        damage(&mut world);
        world.exported.keep(&["CODE"].into());
        let found = check_participants(&world.study, &world.participants, &world.stored, &world.exported).into_iter();
        found.filter(|violation| violation.kind != Kind::Unfinished).collect::<Vec<_>>()
    };
    assert_eq!(found(|_| ()), []);
    let lost = found(|world| drop(world.exported.submissions.remove(1)));
    assert_eq!(lost.iter().map(|one| one.what.as_str()).collect::<Vec<_>>(), ["in the export: robot-0, receipt row-1"]);
    let answer = found(|world| drop(world.exported.responses.remove(0)));
    assert_eq!(answer.iter().map(|one| one.kind).collect::<Vec<_>>(), [Kind::Altered], "{answer:?}");
    let moved = found(|world| world.exported.submissions[1].participant_id = "PERSON".into());
    assert!(moved.iter().any(|one| one.kind == Kind::Lost), "{moved:?}");
    let gone = found(|world| world.exported.participants.clear());
    assert_eq!(gone.iter().map(|one| one.what.as_str()).collect::<Vec<_>>(), ["in the export: participant robot-0"]);
}

#[test]
fn exposures_are_stored_and_exported_once() {
    assert_eq!(World::new().kinds(), []);
    let broken = |break_it: fn(&mut World)| {
        let mut world = World::new();
        break_it(&mut world);
        world.kinds()
    };
    let lost = broken(|world| {
        world.stored.exposures.clear();
        world.exported.exposures.clear();
    });
    assert_eq!(lost, [Kind::Lost]);
    assert_eq!(broken(|world| world.exported.exposures.clear()), [Kind::Lost]);
    assert_eq!(broken(|world| world.participants[0].exposures.clear()), [Kind::Invented]);
    let twice = broken(|world| {
        let again = Exposure { id: "shown-1".into(), ..exposure() };
        world.stored.exposures.push(again);
    });
    assert_eq!(twice, [Kind::Duplicated]);
    let exported_twice = broken(|world| world.exported.exposures.push(reported(&exposure())));
    assert_eq!(exported_twice, [Kind::Duplicated, Kind::Invented]);
    let other = broken(|world| {
        world.exported.exposures.push(exported::Exposure { submission: "flow-b/fb_4".into(), ..reported(&exposure()) });
    });
    assert_eq!(other, [Kind::Invented]);
    // Only reported with an answer.
    let answered = broken(|world| {
        world
            .exported
            .exposures
            .push(exported::Exposure { shown_stored_at: "NA_not_recorded".into(), ..reported(&exposure()) });
    });
    assert_eq!(answered, []);
    // Unknown: sent, without a reply, and not stored.
    let unknown = broken(|world| {
        world.participants[0].exposures.push(Exposed { key: "other".into(), receipt: None });
    });
    assert_eq!(unknown, []);
}
