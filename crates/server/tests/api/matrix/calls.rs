//! The operations of the API as concrete calls: one for each thing that a caller could name.

use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

use super::positions::pages;
use crate::support::{PASSWORD, Server};

/// A call that can be sent from anywhere.
pub struct Call {
    /// What it names: an item, a page, an id; empty if there is nothing to name.
    pub about: String,
    pub path: String,
    /// In order, where it belongs.
    pub body: Option<Value>,
    /// The same, but invalid: if the call is allowed, the reply says so and nothing is stored.
    pub invalid: Option<Value>,
}

/// All submissions. With `!`: one that the study does not have there.
const ITEMS: &str = "
    pre pre/you pre/views pre/first_look/pre_1 pre/first_look/pre_2 pre/none! treatment treatment/expectancy post post/second_look post/last
    post/none! practice flow-a/fa_1 flow-a/fa_2 flow-a/fa_3 flow-a/fa_4 flow-a/none! flow-a/fb_1! flow-a/fa_1/followup
    flow-a/fa_2/followup flow-a/fa_3/followup flow-a/fa_4/followup flow-a/none!/followup flow-a/maren!/followup
    flow-b/fb_1 flow-b/fb_2 flow-b/fb_3 flow-b/fb_4 flow-b/none! flow-b/fa_1! flow-b/persona/maren
    flow-b/persona/jonas flow-b/persona/none! flow-b/persona/fb_1! control/cf_1 control/cf_2 control/none!
    control/fa_1!";

/// The calls of an operation (`METHOD /path` as in the OpenAPI document); the first is the typical one.
pub fn calls(operation: &str, server: &Server) -> Vec<Call> {
    let wire = |id: &str| server.app.versions.active().ids.opaque(id).unwrap_or_else(|| "aaaaaaaaaaaa".into());
    let path = operation.split_once(' ').unwrap().1;
    let plain = || vec![Call { about: String::new(), path: path.into(), body: None, invalid: None }];
    let one = |body: Value| vec![Call { about: String::new(), path: path.into(), body: Some(body), invalid: None }];
    let each = |names: &[&str], to: &dyn Fn(&str) -> String| {
        let call = |name: &&str| Call { about: (*name).into(), path: to(name), body: None, invalid: None };
        names.iter().map(call).collect::<Vec<_>>()
    };
    let pages = pages();
    let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
    let submissions = |of: &dyn Fn(&str) -> bool| -> Vec<Call> {
        let of = ITEMS.split_whitespace().filter(|item| of(item));
        of.map(|item| submission(item, wire)).collect()
    };
    match operation {
        "POST /api/auth/login" => {
            // A new name each time: repeated attempts have to wait.
            static NAME: AtomicUsize = AtomicUsize::new(0);
            let name = format!("nobody-{}", NAME.fetch_add(1, Ordering::Relaxed));
            one(json!({ "username": name, "password": PASSWORD }))
        }
        "POST /api/auth/register" => one(json!({ "username": "x", "password": "short" })),
        "POST /api/auth/refresh" => one(json!({ "refresh_token": "nothing" })),
        "POST /api/collect/track"
        | "POST /api/collect/engage"
        | "POST /api/collect/groups"
        | "POST /api/collect/import" => one(json!([])),
        "GET /api/collect/track"
        | "GET /api/collect/engage"
        | "GET /api/collect/groups"
        | "GET /api/collect/import" => each(&[""], &|_| format!("{path}?data=[]")),
        "POST /api/exposures" => {
            let key = "0198c0de-0000-7000-8000-000000000001";
            one(json!({ "exposures": [{ "key": key, "item": "aaaaaaaaaaaa" }] }))
        }
        "POST /api/users/consent" => one(json!({ "version": "1", "locale": "en", "ticks": { "take_part": false } })),
        "POST /api/users/withdraw" => one(json!({ "mode": "somehow" })),
        "PUT /api/users/address" => one(json!({ "address": "heron@example.org" })),
        "GET /api/auth/invitation" => each(&[""], &|_| format!("{path}?token=AAAA")),
        "POST /api/auth/invitation" => one(json!({ "token": "AAAA" })),
        "POST /api/auth/link" => one(json!({ "recruitment": { "PROLIFIC_PID": "5f3" } })),
        "PUT /api/users/password" => one(json!({ "password": PASSWORD })),
        "PATCH /api/users/profile" => one(json!({})),
        "PUT /api/users/current-state" => {
            let to = |page: &&str| Call {
                about: (*page).into(),
                path: path.into(),
                body: Some(json!({ "currentState": on_the_wire(page, wire) })),
                invalid: None,
            };
            // The end first: the most attractive page.
            let mut all: Vec<Call> = pages.iter().map(to).collect();
            all.sort_by_key(|call| call.about != "/end");
            all
        }
        "GET /api/page-flow/correct-page" => {
            each(&pages, &|page| format!("{path}?currentPath={}", on_the_wire(page, wire)))
        }
        "GET /api/page-flow/validate" => {
            // The same rule as that of `correct-page`, so that some pages will do.
            let some: Vec<&str> = pages.into_iter().step_by(3).collect();
            let mut all = each(&some, &|page| format!("{path}?groupType=OWN&page={}", on_the_wire(page, wire)));
            all.push(of_a_foreign_group(format!("{path}?groupType=FOREIGN&page=/home")));
            all
        }
        "GET /api/page-flow/next" | "GET /api/page-flow/previous" => {
            let mut all = each(&["/home", "/end"], &|page| format!("{path}?groupType=OWN&currentPage={page}"));
            all.push(of_a_foreign_group(format!("{path}?groupType=FOREIGN&currentPage=/home")));
            all
        }
        "GET /api/page-flow/group/{groupType}" => vec![
            Call { about: "own".into(), path: "/api/page-flow/group/OWN".into(), body: None, invalid: None },
            of_a_foreign_group("/api/page-flow/group/FOREIGN".into()),
        ],
        "GET /api/questionnaires/{page}" => {
            each(&["pre", "treatment", "post", "none"], &|name| format!("/api/questionnaires/{name}"))
        }
        "GET /api/study/pages/{name}" => {
            let names = "home home-right flow-a-start flow-a-interim flow-a-end flow-b control-flow end none";
            each(&names.split(' ').collect::<Vec<_>>(), &|name| format!("/api/study/pages/{name}"))
        }
        "GET /api/personas/{id}" | "GET /api/personas/{id}/profile-picture" | "GET /api/personas/{id}/flow-b" => {
            each(&["maren", "jonas", "none", "fa_1"], &|name| path.replace("{id}", &wire(name)))
        }
        "GET /api/media/{ticket}" => each(&["none"], &|_| "/api/media/AAAA".into()),
        "POST /api/users/save-pre-questionnaire-answers" => submissions(&|item| item.starts_with("pre")),
        "POST /api/users/save-treatment-answers" => submissions(&|item| item.starts_with("treatment")),
        "POST /api/users/save-post-questionnaire-answers" => submissions(&|item| item.starts_with("post")),
        "POST /api/practice/answer" => submissions(&|item| item == "practice"),
        "POST /api/flow-a/questions/{id}/answer" => {
            submissions(&|item| item.starts_with("flow-a") && !item.ends_with("followup"))
        }
        "POST /api/flow-a/questions/{id}/followup" => {
            submissions(&|item| item.starts_with("flow-a") && item.ends_with("followup"))
        }
        "POST /api/flow-b/posts/{id}/answer" => {
            submissions(&|item| item.starts_with("flow-b") && !item.contains("persona"))
        }
        "POST /api/users/complete-persona/{id}" => submissions(&|item| item.starts_with("flow-b/persona")),
        "POST /api/control-flow/clips/{id}/ratings" => submissions(&|item| item.starts_with("control")),
        _ => plain(),
    }
}

fn of_a_foreign_group(path: String) -> Call {
    Call { about: "foreign group".into(), path, body: None, invalid: None }
}

/// A page with the ids that the browser knows.
pub fn on_the_wire(page: &str, wire: impl Fn(&str) -> String) -> String {
    let parts = page.split('/').enumerate();
    parts.map(|(at, part)| if at == 3 { wire(part) } else { part.into() }).collect::<Vec<_>>().join("/")
}

/// How an item (`flow-a/fa_1`, `flow-a/fa_1 = altered`) is submitted.
pub fn submission(item: &str, wire: impl Fn(&str) -> String) -> Call {
    let (item, answer) = item.split_once(" = ").map_or((item, None), |(item, answer)| (item, Some(answer)));
    let named = item.replace('!', "");
    let parts: Vec<&str> = named.split('/').collect();
    let judged = |answer: &str| json!({ "answer": answer, "confidence": 70 });
    let save = |page: &str, section: &[&str], answers: Value| {
        let mut body = json!({ "answers": answers });
        if !section.is_empty() {
            body["section"] = json!(section.join("/"));
        }
        (format!("/api/users/save-{page}-answers"), body)
    };
    let (path, body) = match parts.as_slice() {
        ["pre", section @ ..] => save("pre-questionnaire", section, answers(item)),
        ["treatment", section @ ..] => save("treatment", section, answers(item)),
        ["post", section @ ..] => save("post-questionnaire", section, answers(item)),
        ["practice"] => ("/api/practice/answer".into(), json!({ "answer": "original" })),
        ["flow-a", id] => (format!("/api/flow-a/questions/{}/answer", wire(id)), judged(answer.unwrap_or("altered"))),
        ["flow-a", id, _] => (
            format!("/api/flow-a/questions/{}/followup", wire(id)),
            json!({ "answers": { "reasons": ["face"], "words": "Seen." } }),
        ),
        ["flow-b", "persona", id] => (format!("/api/users/complete-persona/{}", wire(id)), json!({})),
        ["flow-b", id] => (format!("/api/flow-b/posts/{}/answer", wire(id)), judged(answer.unwrap_or("misleading"))),
        ["control", id] => (
            format!("/api/control-flow/clips/{}/ratings", wire(id)),
            json!({ "answers": { "pleasant": 2, "clear": 2 } }),
        ),
        _ => panic!("{item}"),
    };
    let mut invalid = body.clone();
    if let Some(answers) = invalid.get_mut("answers") {
        answers["nothing_of_that_name"] = json!(1);
    } else {
        invalid["answer"] = json!("nothing of that name");
    }
    // There is nothing in a completed persona that could be invalid.
    let invalid = (parts.get(1) != Some(&"persona")).then_some(invalid);
    Call { about: item.into(), path, body: Some(body), invalid }
}

fn answers(item: &str) -> Value {
    let you = json!({ "age": 30, "gender": "woman", "channels": ["radio"] });
    let views = json!({ "trust_1": 4, "trust_2": 5, "trust_3": 1, "views_1": 2, "worry": 35, "often": 2 });
    let first = json!({ "pre_1": "altered", "pre_1_confidence": 90 });
    let second = json!({ "pre_2": "altered", "pre_2_confidence": 50, "pre_2_sharing": 6 });
    let judged = json!({ "post_1": "original", "post_1_confidence": 50, "post_2": "altered", "post_2_confidence": 60,
        "post_3": "genuine", "post_3_confidence": 70, "post_4": "genuine", "post_4_confidence": 100 });
    let last = json!({ "knows": "false", "sure_overall": 60 });
    let together = |parts: &[&Value]| {
        let all = parts.iter().flat_map(|part| part.as_object().unwrap().clone());
        Value::Object(all.collect())
    };
    match item {
        "pre" => together(&[&you, &views, &first, &second]),
        "pre/you" => you,
        "pre/views" => views,
        "pre/first_look/pre_1" => first,
        "pre/first_look/pre_2" => second,
        "post" => together(&[&judged, &last]),
        "post/second_look" => judged,
        "post/last" => last,
        item if item.starts_with("treatment") => json!({ "expect_useful": 7 }),
        _ => json!({}),
    }
}
