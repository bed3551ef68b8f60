use serde_json::json;
use unmask_store::allocation::SlotRow;
use unmask_store::exclusion::{Exclusion, exclude, exclusion, include};
use unmask_store::export;
use unmask_store::participants::{NewParticipant, Registered};
use unmask_store::previews::{self, NewPreview};
use unmask_store::read_models::{self, Person};
use unmask_store::rights::{Mode, withdraw};
use unmask_store::study::{self, Quotas, Unblinding};
use unmask_store::testing::Database;
use unmask_store::{AuditAction, audit};
use unmask_store::{Store, StoreError};
use unmask_study::definition::ArmId;
use unmask_study::progress::Form;
use unmask_study::quality::Flag;

use crate::support::*;

const CONTROL_0: ArmId = ArmId::literal("control_0");
const TREATMENT_0: ArmId = ArmId::literal("treatment_0");
const TREATMENT_1: ArmId = ArmId::literal("treatment_1");

crate::contract! {
    the_console_sees_people_and_steps_and_flags,
    the_revision_changes_with_everything_that_shows,
    an_exclusion_stays_until_it_is_undone,
    a_recruiters_id_is_found_by_its_whole_alone,
    limits_hold_under_pressure,
    any_number_of_arms_can_be_full,
    each_person_is_unblinded_once_and_everybody_for_good,
    a_study_is_blinded_as_long_as_a_person_takes_part,
    a_preview_is_in_no_list_and_leaves_nothing,
}

async fn people(store: &Store) -> Vec<Person> {
    read_models::people(store).await.unwrap()
}

async fn the_console_sees_people_and_steps_and_flags(db: &Database) {
    ready(db, 2).await;
    ready_for_simulated(db).await;
    for name in ["a", "b"] {
        registered(db, name).await;
    }
    let mut simulated = newcomer("r");
    (simulated.simulated, simulated.at) = (true, NOW + 5);
    simulated.consent = Some(unmask_store::consent::NewConsent { at: NOW, ..consent("r") });
    try_register(db, simulated).await.unwrap();
    let mut flagged = submission("a", "pre/views", None, 1);
    flagged.flags = vec![Flag::TooFast, Flag::FailedAttention];
    submitted(db, flagged.clone(), advance("a", 0, 1)).await.unwrap();
    submitted(db, flagged, advance("a", 1, 1)).await.unwrap();

    let all = people(db).await;
    let told: Vec<_> =
        all.iter().map(|p| (p.code.as_str(), p.simulated, p.consented, p.step, p.page.as_str())).collect();
    let pre = "/pre-questionnaire";
    assert_eq!(
        told,
        [("CODE-r", true, true, 0, pre), ("CODE-a", false, false, 1, "/home"), ("CODE-b", false, false, 0, pre)]
    );
    let steps = read_models::steps(db).await.unwrap();
    let told: Vec<_> = steps.iter().map(|s| (s.participant.as_str(), s.step, s.page.as_str())).collect();
    assert_eq!(told[..2], [("participant-a", 0, pre), ("participant-a", 1, "/home")]);
    assert_eq!(steps.len(), 4);
    let flags: Vec<_> =
        read_models::flags(db).await.unwrap().into_iter().map(|f| (f.participant, f.flag, f.item)).collect();
    let of_a = |flag| ("participant-a".to_owned(), flag, "pre/views".to_owned());
    assert_eq!(flags, [of_a(Flag::FailedAttention), of_a(Flag::TooFast)]);
    let of = read_models::flags_of(db, "participant-a").await.unwrap();
    assert_eq!((of.len(), of[0].item.as_str(), of[0].at), (2, "pre/views", NOW + 1));
    let answered = read_models::answers(db, "pre/views").await.unwrap();
    let whose: Vec<&str> = answered.iter().map(|(participant, _)| participant.as_str()).collect();
    assert_eq!(whose, ["participant-a"], "the first attempt alone");
    assert!(read_models::answers(db, "pre/you").await.unwrap().is_empty());
    assert_eq!(read_models::by_code(db, "CODE-b").await.unwrap().as_deref(), Some("participant-b"));
    assert_eq!(read_models::by_code(db, "CODE-x").await.unwrap(), None);
    assert_eq!(read_models::by_code(db, "CODE\0b").await.unwrap(), None, "no error on PostgreSQL");

    let gone = async move |tx: &mut _| withdraw(tx, "participant-a", Mode::Erase, "receipt", NOW).await;
    assert!(written(db, gone).await);
    assert!(read_models::flags(db).await.unwrap().is_empty());
    assert_eq!(people(db).await.len(), 2);
}

async fn the_revision_changes_with_everything_that_shows(db: &Database) {
    ready(db, 1).await;
    let mut last = export::revision(db).await.unwrap();
    let mut changed = async |what: &str| {
        let now = export::revision(db).await.unwrap();
        assert_ne!(now, last, "{what}");
        assert_eq!(now, export::revision(db).await.unwrap(), "{what}");
        last = now;
    };
    registered(db, "a").await;
    changed("a registration").await;
    submitted(db, submission("a", "pre", None, 1), advance("a", 0, 1)).await.unwrap();
    changed("a move").await;
    let given = async move |tx: &mut _| unmask_store::consent::record_consent(tx, &consent("a")).await;
    written(db, given).await;
    changed("a consent").await;
    let log =
        async move |tx: &mut _| audit::audit(tx, NOW, "admin", AuditAction::SetQuotas, &serde_json::json!({})).await;
    written(db, log).await;
    changed("an act of the researcher").await;
    let gone = async move |tx: &mut _| withdraw(tx, "participant-a", Mode::Erase, "receipt", NOW).await;
    written(db, gone).await;
    changed("a withdrawal").await;
}

async fn an_exclusion_stays_until_it_is_undone(db: &Database) {
    ready_for(db, 1, &["a"]).await;
    let put = async |reason: &str| {
        let new = Exclusion { reason: reason.into(), actor: "admin".into(), at: NOW };
        written(db, async move |tx| exclude(tx, "participant-a", &new).await).await
    };
    assert!(put("a test run").await);
    assert!(!put("another reason").await);
    assert_eq!(exclusion(db, "participant-a").await.unwrap().unwrap().reason, "a test run");
    assert_eq!(people(db).await[0].excluded, Some(("a test run".into(), NOW)));
    let mut excluded = Vec::new();
    let take = |passing| {
        if let export::Passing::Person(person) = passing {
            excluded.push(person.excluded);
        }
        Ok::<_, StoreError>(())
    };
    export::submissions(&mut db.snapshot().await.unwrap(), false, take).await.unwrap();
    assert_eq!(excluded, [Some("a test run".to_owned())]);
    let undo = async || written(db, async move |tx| include(tx, "participant-a").await).await;
    assert!(undo().await && !undo().await);
    assert_eq!(exclusion(db, "participant-a").await.unwrap(), None);
}

async fn a_recruiters_id_is_found_by_its_whole_alone(db: &Database) {
    ready_for(db, 1, &["5f_1", "5fx1", r#"q"%"#]).await;
    let found = async |id: &str| read_models::recruited_as(db, id).await.unwrap();
    assert_eq!(found("5f_1").await, ["participant-5f_1"], "an underscore is no pattern");
    assert_eq!(found(r#"q"%"#).await, [r#"participant-q"%"#]);
    assert!(found("5f").await.is_empty() && found("PROLIFIC_PID").await.is_empty() && found("%").await.is_empty());
}

async fn limits_hold_under_pressure(db: &Database) {
    ready(db, 10).await;
    let quotas = Quotas { total: Some(20), arms: [(CONTROL_0, 3), (TREATMENT_1, 0)].into() };
    let set = quotas.clone();
    written(db, async move |tx| study::set_quotas(tx, &set).await).await;
    assert_eq!(study::quotas(db).await.unwrap(), quotas);
    at_once(40, |number| {
        let store = db.store.clone();
        async move { try_register(&store, newcomer(&format!("p{number}"))).await.unwrap() }
    })
    .await;
    let taken = unmask_store::allocation::taken(db).await.unwrap();
    assert_eq!(taken, [(CONTROL_0, 3), (TREATMENT_0, 17)].into());
}

/// Some IDs are parts of others, or look like them in a pattern.
async fn any_number_of_arms_can_be_full(db: &Database) {
    let arms = ["arm_1", "arm_2", "arm_3", "arm_4", "arm_5", "arm_10", "arma1"].map(ArmId::literal);
    let rows = slots(2).into_iter().zip(arms.into_iter().cycle());
    ready_with(db, rows.map(|(slot, group)| SlotRow { group, ..slot }).collect()).await;
    let quotas = Quotas { total: None, arms: arms[..5].iter().map(|arm| (*arm, 0)).collect() };
    written(db, async move |tx| study::set_quotas(tx, &quotas).await).await;
    let mut taken = Vec::new();
    for name in ["a", "b", "c"] {
        let start_page = arms.map(|arm| (arm, "/pre-questionnaire".into())).into();
        match try_register(db, NewParticipant { start_page, ..newcomer(name) }).await.unwrap() {
            Registered::Done(slot) => taken.push(slot.group.to_string()),
            other => assert!(matches!(other, Registered::Full), "{other:?}"),
        }
    }
    assert_eq!(taken, ["arm_10", "arma1"]);
}

fn unblinding(person: Option<&str>, reason: &str, at: i64) -> Unblinding {
    Unblinding { at, actor: "admin".into(), reason: reason.into(), person: person.map(str::to_owned) }
}

async fn each_person_is_unblinded_once_and_everybody_for_good(db: &Database) {
    let unblind = async |new: Unblinding| written(db, async move |tx| study::unblind(tx, &new).await).await;
    let blinded = async || {
        let done = study::unblindings(db).await.unwrap();
        ["anna", "ben", study::OPERATOR].map(|person| done.of(person).is_none())
    };
    assert_eq!(blinded().await, [true, true, true]);
    assert!(unblind(unblinding(Some("anna"), "it is over", NOW)).await);
    assert!(!unblind(unblinding(Some("anna"), "again", NOW)).await);
    assert_eq!(blinded().await, [false, true, true], "nobody else");
    assert!(unblind(unblinding(None, "it is published", NOW + 1)).await);
    assert!(!unblind(unblinding(None, "again", NOW)).await && !unblind(unblinding(Some("ben"), "late", NOW)).await);
    assert_eq!(blinded().await, [false, false, false]);
    let done = study::unblindings(db).await.unwrap();
    assert_eq!(done.of("anna").unwrap().reason, "it is over", "the first one");
    assert_eq!(done.of("ben"), done.of_everybody());
    let logged = audit::of_action(db, AuditAction::Unblind).await.unwrap();
    let details: Vec<_> = logged.into_iter().rev().map(|entry| (entry.actor, entry.details)).collect();
    let own = json!({ "person": "anna", "reason": "it is over" });
    let all = json!({ "everybody": true, "reason": "it is published" });
    assert_eq!(details, [("admin".to_owned(), own), ("admin".to_owned(), all)]);
}

async fn a_study_is_blinded_as_long_as_a_person_takes_part(db: &Database) {
    ready(db, 1).await;
    ready_for_simulated(db).await;
    assert_eq!(study::has_participants(db).await, Ok(false), "nobody's arm is told");
    let simulated = NewParticipant { simulated: true, ..newcomer("a") };
    try_register(db, simulated).await.unwrap();
    assert_eq!(study::has_participants(db).await, Ok(false), "the arm of a simulated participant is no secret");
    registered(db, "b").await;
    assert_eq!(study::has_participants(db).await, Ok(true));
    written(db, async |tx| withdraw(tx, "participant-b", Mode::Erase, "receipt", NOW).await).await;
    assert_eq!(study::has_participants(db).await, Ok(false), "the place was given back");
    db.run("update allocation set state = 'confirmed' where number = 1").await;
    assert_eq!(study::has_participants(db).await, Ok(true), "the ledger has the slot of an erased participant");
    assert_eq!(study::would_unblind(db, "anna").await, Ok(true));
    let now = unblinding(Some("anna"), "it is over", NOW);
    assert!(written(db, async move |tx| study::unblind(tx, &now).await).await);
    let would = [study::would_unblind(db, "anna").await, study::would_unblind(db, "ben").await];
    assert_eq!(would, [Ok(false), Ok(true)]);
}

async fn a_preview_is_in_no_list_and_leaves_nothing(db: &Database) {
    ready_for(db, 1, &["a"]).await;
    let new = NewPreview {
        account: account("p"),
        participant_id: "participant-p".into(),
        code: "CODE-p".into(),
        group: CONTROL_0,
        form: Form::X,
        seed: 1,
        study_version: VERSION.into(),
        locale: "en".into(),
        consent: consent("p"),
        step: 3,
        page: "/control-flow".into(),
        memory: "{}".into(),
        answered: Some(submission("p", "flow-a/q1", None, 1)),
        at: NOW,
    };
    written(db, async move |tx| previews::open(tx, &new).await).await;
    let mut seen = submission("p", "control/cf_1", None, 1);
    (seen.flags, seen.page) = (vec![Flag::TooFast], "/control-flow".into());
    submitted(db, seen, advance("p", 0, 4)).await.unwrap();
    assert_eq!(read_models::previews(db).await, Ok(1));
    assert_eq!((people(db).await.len(), read_models::steps(db).await.unwrap().len()), (1, 1));
    assert_eq!(read_models::by_code(db, "CODE-p").await, Ok(None));
    let mut snapshot = db.snapshot().await.unwrap();
    assert_eq!(export::people(&mut snapshot).await.unwrap().all, 1);
    let mut exported = 0;
    let take = |_| {
        exported += 1;
        Ok::<_, StoreError>(())
    };
    export::consents(&mut snapshot, true, take).await.unwrap();
    assert_eq!(exported, 0);
    drop(snapshot);
    let forget = async |before| -> usize { written(db, async move |tx| previews::forget(tx, before).await).await };
    assert_eq!((forget(NOW).await, forget(NOW + 1).await), (0, 1));
    for table in ["submission", "flag", "consent"] {
        assert_eq!(db.number(&format!("select count(*) from {table}")).await, 0, "{table}");
    }
    assert_eq!(db.number("select count(*) from account").await, 1);
}
