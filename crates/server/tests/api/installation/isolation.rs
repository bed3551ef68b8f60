//! No study sees anything of another one: every call of the API with a token, a ticket or an ID of another study, on
//! both engines, below a path and under a host name.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use unmask_server::auth::simulated::{self, SimulatedParticipant};
use unmask_server::auth::tokens;
use unmask_store::sessions;

use crate::support::{Client, Lab, PASSWORD, Reply, Walker, both_labs, form, operations};

both_labs!(
    a_token_of_another_study_is_none,
    tickets_and_ids_of_another_study_lead_nowhere,
    the_same_name_is_another_person_in_each_study,
    addresses_name_their_own_study,
);

const STUDIES: [&str; 3] = ["main", "pilot", "field"];

async fn participant(lab: &Lab, study: &str) -> Client {
    let mut client = lab.visitor(study);
    client.register(&[], form("heron")).await;
    client
}

/// What a reply says, without what differs between two equal calls.
fn said(reply: &Reply) -> (u16, Value) {
    let mut body = serde_json::from_slice(&reply.body).unwrap_or(Value::Null);
    if let Some(problem) = body.as_object_mut() {
        for name in ["requestId", "instance", "username"] {
            drop(problem.remove(name));
        }
    }
    (reply.status, body)
}

async fn a_token_of_another_study_is_none(lab: Lab) {
    let mut people = Vec::new();
    for study in STUDIES {
        people.push(participant(&lab, study).await);
    }
    let mut compared = 0;
    for (own, owner) in STUDIES.iter().zip(&people) {
        for (other, holder) in STUDIES.iter().zip(&people).filter(|(other, _)| *other != own) {
            // Those about the installation are no study's; `people.rs` has them.
            for (method, path, _) in operations() {
                let path = path.replace('{', "AAAA").replace('}', "");
                let body = if method == "GET" || method == "DELETE" { Vec::new() } else { b"{}".to_vec() };
                let mut foreign = lab.visitor(own);
                foreign.token.clone_from(&holder.token);
                let mut nobody = lab.visitor(own);
                nobody.token = "A".repeat(holder.token.len());
                let (given, expected) = (
                    foreign.send(&method, &path, &[], body.clone()).await,
                    nobody.send(&method, &path, &[], body).await,
                );
                assert_eq!(said(&given), said(&expected), "{method} {path} of {own} with a token of {other}");
                compared += 1;
            }
            let reply =
                lab.visitor(own).post("/api/auth/refresh", json!({ "refresh_token": holder.refresh_token })).await;
            reply.is(401, "refresh_failed");
            let app = lab.app(own).await;
            let now = lab.clock.now();
            assert_eq!(sessions::authenticate(&app.store, &tokens::hash(&holder.token), now).await, Ok(None));
        }
        // All this was worth nothing, and the own token still is what it was.
        owner.clone().get("/api/users/profile").await.ok();
    }
    assert!(compared > 500, "{compared}");
}

async fn tickets_and_ids_of_another_study_lead_nowhere(lab: Lab) {
    let mut media = Vec::new();
    let mut ids: Vec<BTreeSet<String>> = Vec::new();
    for study in STUDIES {
        let mut walker = Walker::new(participant(&lab, study).await).await;
        walker.until(|page| page.starts_with("/pre-questionnaire")).await;
        let app = lab.app(study).await;
        let loaded = app.versions.active();
        ids.push(["fa_1", "fb_1", "maren"].iter().filter_map(|id| loaded.ids.opaque(id)).collect());
        let token = tokens::hash(&walker.client.token);
        let session = sessions::authenticate(&app.store, &token, lab.clock.now()).await.unwrap().unwrap();
        let file = unmask_server::study_versions::named(&loaded.study)[0].file.to_owned();
        media.push(loaded.media.address(&file, &session.family, lab.clock.now()).unwrap());
    }
    for (own, study) in STUDIES.iter().enumerate() {
        // Addresses are complete: they begin with the path of their study.
        let mut visitor = lab.visitor(study);
        visitor.base.clear();
        assert_eq!(visitor.get(&media[own]).await.status, 200, "{study}");
        for (other, address) in media.iter().enumerate().filter(|(other, _)| *other != own) {
            let ticket = address.rsplit('/').next().unwrap();
            let reply = lab.visitor(study).get(&format!("/api/media/{ticket}")).await;
            reply.is(404, "not_found");
            assert!(ids[own].is_disjoint(&ids[other]), "the same IDs on the wire in two studies");
        }
        // A permit for simulated participants is for one study.
        let other = lab.app(STUDIES[(own + 1) % STUDIES.len()]).await;
        let permit = simulated::permit(&other.key, SimulatedParticipant::of(1), lab.clock.now());
        let body = form("simulated").to_string().into_bytes();
        let headers = [(simulated::HEADER, permit.as_str())];
        let reply = lab.visitor(study).send("POST", "/api/auth/register", &headers, body).await;
        reply.is(403, "invalid_permit");
    }
}

async fn the_same_name_is_another_person_in_each_study(lab: Lab) {
    for study in STUDIES {
        participant(&lab, study).await;
    }
    lab.visitor("pilot").register(&[], form("otter")).await;
    // Only in the study in which it was registered.
    let sign_in = json!({ "username": "otter", "password": PASSWORD });
    for (study, status) in [("main", 401), ("pilot", 200), ("field", 401)] {
        assert_eq!(lab.visitor(study).post("/api/auth/login", sign_in.clone()).await.status, status, "{study}");
    }
    // The administrator of the installation sees each study's own people.
    let mut admin = lab.visitor("main");
    admin.sign_in("admin@example.org").await;
    for (study, people) in [("main", 1), ("pilot", 2), ("field", 1)] {
        let mut console = lab.visitor(study);
        console.token.clone_from(&admin.token);
        let list = console.get("/api/admin/participants").await.ok();
        assert_eq!(list["participants"].as_array().unwrap().len(), people, "{study}");
    }
    // A further study has no administrator of its own.
    for study in ["pilot", "field"] {
        let sign_in = json!({ "username": "admin@example.org", "password": PASSWORD });
        lab.visitor(study).post("/api/auth/login", sign_in).await.is(401, "login_failed");
    }
    // Signing out in one console ends the session in all.
    let mut console = lab.visitor("pilot");
    console.token.clone_from(&admin.token);
    console.post("/api/auth/logout", json!({})).await;
    admin.get("/api/admin/overview").await.is(401, "not_authenticated");
}

async fn addresses_name_their_own_study(lab: Lab) {
    for (study, base) in [("main", ""), ("pilot", "/s/pilot"), ("field", "")] {
        let mut client = lab.visitor(study);
        let info = client.get("/api/study").await.ok();
        let pictures =
            info["landing"]["steps"].as_array().unwrap().iter().map(|step| step["picture"].as_str().unwrap());
        for picture in pictures.filter(|picture| !picture.is_empty()) {
            assert!(picture.starts_with(&format!("{base}/study-media/")), "{picture}");
        }
        client.register(&[], form("heron")).await;
        let mut visitor = lab.visitor(study);
        let body = json!({ "username": "heron", "password": PASSWORD });
        let cookie = visitor.post("/api/auth/login", body).await.header("set-cookie").to_owned();
        assert!(cookie.contains(&format!("; Path={base}/api/auth;")), "{cookie}");
    }
}
