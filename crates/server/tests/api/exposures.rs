//! What participants were shown: stored once, and only what their own pages show.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::export::export;
use crate::support::{Client, Reply, Server, Walker, both, find};

both!(
    each_exposure_is_stored_once,
    only_what_a_page_of_theirs_shows_is_accepted,
    an_invalid_exposure_stores_nothing,
    own_data_have_what_was_shown,
    the_package_has_what_was_shown_without_an_answer,
    posts_of_a_section_are_exposures_of_their_own,
);

fn key(number: usize) -> String {
    format!("0198c0de-0000-7000-8000-{number:012}")
}

async fn send(client: &mut Client, exposures: Value) -> Reply {
    client.post("/api/exposures", json!({ "exposures": exposures })).await
}

/// Someone of the arm with posts who is on the page of the first post, with all posts of its person.
async fn at_a_post(server: &Server) -> (Walker, Value) {
    let mut walker = server.walker_in("treatment_1", |page| page.starts_with("/flow-b/question/")).await;
    let personas = walker.client.get("/api/personas").await.ok();
    let persona = personas.as_array().unwrap().iter().find(|one| one["state"] == "under_way").unwrap();
    let posts = walker.client.get(&format!("/api/personas/{}/flow-b", persona["id"].as_str().unwrap())).await.ok();
    (walker, posts["posts"].clone())
}

/// The posts as they are sent: with their medium, if they have one.
fn shown(posts: &Value) -> Vec<Value> {
    let one = |(number, post): (usize, &Value)| json!({ "key": key(number), "item": post["id"], "medium": post["media"]["sources"][0]["url"], "shown": 120.4 });
    posts.as_array().unwrap().iter().enumerate().map(one).collect()
}

async fn each_exposure_is_stored_once(server: Server) {
    let (mut walker, posts) = at_a_post(&server).await;
    let both = shown(&posts);
    assert_eq!(both.iter().filter(|one| one["medium"].is_null()).count(), 1, "one of two posts has no medium");
    let first = send(&mut walker.client, json!(both)).await.ok()["receipts"].clone();
    assert_eq!((first[0]["key"].clone(), first[0]["repeated"].clone()), (json!(key(0)), json!(false)));
    let again = send(&mut walker.client, json!(both)).await.ok()["receipts"].clone();
    // Another tab has its own keys.
    let mut elsewhere = both[1].clone();
    elsewhere["key"] = json!(key(7));
    let other = send(&mut walker.client, json!([elsewhere])).await.ok()["receipts"].clone();
    for (repeat, first) in [(&again[0], &first[0]), (&again[1], &first[1]), (&other[0], &first[1])] {
        assert_eq!((&repeat["receipt"], &repeat["storedAt"]), (&first["receipt"], &first["storedAt"]));
        assert_eq!(repeat["repeated"], true);
    }
    assert_eq!(server.database.number("select count(*) from exposure").await, 2);
    assert_eq!(server.database.texts("select distinct cast(shown_ms as text) from exposure").await, ["120"]);
    // What was answered meanwhile was shown all the same.
    walker.finish().await;
    assert_eq!(send(&mut walker.client, json!(both)).await.ok()["receipts"][1]["repeated"], true);
    send(&mut walker.client, json!([])).await.ok();
}

async fn only_what_a_page_of_theirs_shows_is_accepted(server: Server) {
    let (mut walker, posts) = at_a_post(&server).await;
    let wire = |id: &str| server.app.versions.active().ids.opaque(id).unwrap();
    let (text, medium) = shown(&posts).into_iter().partition::<Vec<_>, _>(|one| one["medium"].is_null());
    let (text, medium) = (text[0].clone(), medium[0].clone());
    let with = |of: &Value, name: &str, value: Value| {
        let mut changed = of.clone();
        changed[name] = value;
        changed
    };
    let mut foreign = server.participant("someone").await;
    let practice = Walker::new(foreign.clone()).await.position;
    assert_eq!(practice, "/pre-questionnaire");
    for (wrong, field) in [
        // Names of the bundle, of another arm, of a later block, of nothing, of something that is no page.
        (with(&text, "item", json!("fb_2")), "item"),
        (with(&text, "item", json!(wire("fa_1"))), "item"),
        (with(&text, "item", json!("last")), "item"),
        (with(&text, "item", json!("aaaaaaaaaaaa")), "item"),
        (with(&text, "item", json!(wire("maren"))), "item"),
        (with(&text, "item", json!("")), "item"),
        // A medium that the page does not show, and a post without its medium.
        (with(&text, "medium", medium["medium"].clone()), "item"),
        (with(&medium, "medium", json!("/api/media/AAAA")), "item"),
        (with(&medium, "medium", Value::Null), "item"),
        (with(&text, "key", json!("not a UUID")), "key"),
    ] {
        let problem = send(&mut walker.client, json!([wrong])).await.is(422, "invalid_fields");
        assert_eq!(problem["fields"][0]["item"], format!("exposures[0].{field}"), "{wrong}");
    }
    let same = |reply: &Reply| {
        let mut problem = reply.json();
        problem["requestId"] = Value::Null;
        problem
    };
    let later = send(&mut foreign, json!([text])).await;
    let nothing = send(&mut foreign, json!([with(&text, "item", json!("aaaaaaaaaaaa"))])).await;
    assert_eq!(same(&later), same(&nothing), "a later block looks like nothing at all");
    let many: Vec<Value> = (0..51).map(|_| text.clone()).collect();
    send(&mut walker.client, json!(many)).await.is(400, "malformed");
    assert_eq!(server.database.number("select count(*) from exposure").await, 0);
}

async fn an_invalid_exposure_stores_nothing(server: Server) {
    let (mut walker, posts) = at_a_post(&server).await;
    let mut both = shown(&posts);
    both[1]["item"] = json!("aaaaaaaaaaaa");
    let problem = send(&mut walker.client, json!(both)).await.is(422, "invalid_fields");
    assert_eq!(problem["fields"][0]["item"], "exposures[1].item");
    assert_eq!(server.database.number("select count(*) from exposure").await, 0);
    // A key is that of one exposure. A time that no page has is left out.
    let mut both = shown(&posts);
    both[0]["shown"] = json!(1e300);
    send(&mut walker.client, json!([both[0]])).await.ok();
    both[1]["key"] = json!(key(0));
    let problem = send(&mut walker.client, json!([both[1]])).await.is(422, "invalid_fields");
    assert_eq!(problem["fields"][0]["item"], "exposures[0].key");
    assert_eq!(server.database.number("select count(*) from exposure where shown_ms is null").await, 1);
}

async fn own_data_have_what_was_shown(server: Server) {
    let (mut walker, posts) = at_a_post(&server).await;
    assert_eq!(walker.client.get("/api/users/data").await.ok()["research"]["exposures"], Value::Null);
    send(&mut walker.client, json!(shown(&posts))).await.ok();
    let own = walker.client.get("/api/users/data").await.ok()["research"]["exposures"].clone();
    assert_eq!(own[0]["item"], format!("flow-b/{}", posts[0]["id"].as_str().unwrap()));
    assert_eq!((own[0]["shown"].clone(), own[0]["medium"].clone()), (json!(120), Value::Null));
    walker.finish().await;
    let own = walker.client.get("/api/users/data").await.ok()["research"]["exposures"].clone();
    assert!(own.as_array().unwrap().iter().any(|one| one["medium"].as_str().is_some_and(|file| !file.is_empty())));
    assert_eq!(walker.client.post("/api/users/withdraw", json!({ "mode": "erase" })).await.status, 200);
    assert_eq!(server.database.number("select count(*) from exposure").await, 0);
}

async fn the_package_has_what_was_shown_without_an_answer(server: Server) {
    let (mut walker, posts) = at_a_post(&server).await;
    walker.watches = Some(Vec::new());
    let there = walker.position.rsplit('/').next().unwrap().to_owned();
    send(&mut walker.client, json!(shown(&posts))).await.ok();
    walker.step().await;
    let folder = tempfile::tempdir().unwrap();
    let (package, _) = export(&server, &folder.path().join("package")).await;
    let rows = package.table("exposures");
    let of_posts: Vec<_> = rows.iter().filter(|row| row["block"] == "flow-b").collect();
    assert_eq!(of_posts.len(), 2, "{of_posts:#?}");
    let answered = find(&posts, &there)["number"].to_string();
    for row in of_posts {
        let of = |name: &str| row[name].as_str();
        let is_answered = row["position"] == answered;
        assert_eq!(
            (of("answered"), of("wave"), of("first_shown_ms")),
            (if is_answered { "1" } else { "0" }, "main", "120")
        );
        assert_eq!(of("receipt") == "NA_not_applicable", !is_answered);
        assert_eq!((of("attempt"), of("medium")), ("1", "1"));
        assert!(of("shown_stored_at").starts_with("20"), "{row:?}");
        let text = of("submission") == "flow-b/fb_2" || of("submission") == "flow-b/fb_4";
        assert_eq!(of("file") == "NA_not_applicable", text, "{row:?}");
        assert_eq!(of("stimulus") == "NA_not_applicable", text);
    }
}

/// A section with two media and two posts without one.
async fn posts_of_a_section_are_exposures_of_their_own(server: Server) {
    let mut walker = server.walker_in("control_0", |page| page == "/post-questionnaire").await;
    let one = |number: usize, item: &str| json!({ "key": key(number), "item": item, "shown": number });
    let both = [one(3, "second_look/post_3"), one(4, "second_look/post_4")];
    // A judgement of a medium, the section itself, a question, another section and nothing.
    for wrong in
        ["second_look/post_1", "second_look", "last/knows", "last/post_3", "second_look/post_9", "second_look/"]
    {
        let problem = send(&mut walker.client, json!([both[0], one(9, wrong)])).await.is(422, "invalid_fields");
        assert_eq!(problem["fields"][0]["item"], "exposures[1].item", "{wrong}");
    }
    let first = send(&mut walker.client, json!(both)).await.ok()["receipts"].clone();
    assert_ne!(first[0]["receipt"], first[1]["receipt"]);
    // A stage is that of a page.
    send(&mut walker.client, json!([one(5, "second_look/post_4/initial")])).await.is(422, "invalid_fields");
    let folder = tempfile::tempdir().unwrap();
    let (package, _) = export(&server, &folder.path().join("before")).await;
    let of_posts = |rows: Vec<BTreeMap<String, String>>| -> Vec<BTreeMap<String, String>> {
        rows.into_iter().filter(|row| row["variable"] != "NA_not_applicable").collect()
    };
    let before = of_posts(package.table("exposures"));
    let seen = |row: &BTreeMap<String, String>| {
        ["submission", "variable", "file", "stimulus", "answered"].map(|name| row[name].clone())
    };
    let expected = |answered: &str| {
        ["post_3", "post_4"].map(|post| {
            ["post/second_look", post, "NA_not_applicable", "NA_not_applicable", answered].map(str::to_owned)
        })
    };
    assert_eq!(before.iter().map(seen).collect::<Vec<_>>(), expected("0"));
    walker.finish().await;
    let (package, _) = export(&server, &folder.path().join("after")).await;
    let after = of_posts(package.table("exposures"));
    assert_eq!(after.iter().map(seen).collect::<Vec<_>>(), expected("1"));
    // Each has a number on the page, and the position of its question.
    let rows = package.table("exposures");
    let mut numbers: Vec<_> =
        rows.iter().filter(|row| row["block"] == "post").map(|row| row["medium"].clone()).collect();
    numbers.sort();
    assert_eq!(numbers, ["1", "2"]);
    for row in &after {
        let own = package.table("responses").into_iter().find(|own| own["variable"] == row["variable"]).unwrap();
        assert_eq!((&row["position"], &row["receipt"]), (&own["position"], &own["receipt"]));
    }
}
