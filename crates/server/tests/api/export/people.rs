//! People who came to different ends, as their browsers know them.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::support::{Client, Server, Walker};

/// A hostile text in the last question.
pub const HOSTILE: &str = "=HYPERLINK(\"https://x.example\",\"a\"); -1+1, \"quoted\"\r\n\tNA_skipped; 5 < 6 é 日本 🙂";

/// What others type: the word for a value that is not there.
pub const CODE: &str = "NA_skipped";

/// With this many slots, each arm occurs for all block sizes.
pub const FINISHERS: usize = 6;

/// All who registered.
pub struct People {
    /// At the end, after a second attempt at everything that was wrong.
    pub finished: Vec<Walker>,
    /// Left some questions open, and is in the middle.
    pub halfway: Walker,
    pub left: Walker,
    /// Pseudonym of an erased participant.
    pub erased: String,
}

impl People {
    /// Those of whom there are data.
    pub fn kept(&self) -> impl Iterator<Item = &Client> {
        self.finished.iter().chain([&self.halfway, &self.left]).map(|walker| &walker.client)
    }
}

/// Lets all of them take part.
pub async fn take_part(server: &Server) -> People {
    let mut finished = Vec::new();
    for number in 0..FINISHERS {
        let mut walker = Walker::new(server.participant(&format!("finisher-{number}")).await).await;
        walker.choice = number % 2;
        walker.until(|position| position == "/home").await;
        look(&mut walker).await;
        train(&mut walker).await;
        walker.step().await;
        let remarks = if number == 0 { HOSTILE } else { CODE };
        let mut last = json!({ "knows": "false", "sure_overall": 70, "remarks": remarks });
        if number > 0 {
            let ranks = [("ask_friend", 2), ("ask_search", 4), ("ask_news", 1), ("ask_other", 3)];
            last.as_object_mut().unwrap().extend(ranks.map(|(name, rank)| (name.to_owned(), rank.into())));
        }
        save(&mut walker.client, "post", json!({ "section": "last", "answers": last })).await;
        finished.push(walker);
    }
    let mut halfway = Walker::new(server.participant("halfway").await).await;
    let you = json!({ "age": 44, "gender": "woman", "channels": ["online", "paper"] });
    save(&mut halfway.client, "pre", json!({ "section": "you", "answers": you })).await;

    let mut left = Walker::new(server.participant("leaver").await).await;
    left.step().await;
    left.client.post("/api/users/withdraw", json!({ "mode": "keep" })).await.ok();

    let mut gone = Walker::new(server.participant("eraser").await).await;
    let erased = gone.client.user["code"].as_str().unwrap().to_owned();
    // As far as the first page that differs between the arms, so that the slot is confirmed.
    gone.until(|position| position.starts_with("/flow-a") || position == "/dashboard" || position == "/control-flow")
        .await;
    gone.client.post("/api/users/withdraw", json!({ "mode": "erase" })).await.ok();
    People { finished, halfway, left, erased }
}

/// To the questionnaire after the training; back to every question that was answered wrongly, once.
async fn train(walker: &mut Walker) {
    let mut again = BTreeSet::new();
    while walker.position != "/post-questionnaire" {
        match walker.position.strip_suffix("/incorrect").map(str::to_owned) {
            Some(question) if again.insert(question.clone()) => {
                let body = json!({ "currentState": question });
                walker.position = walker.client.put("/api/users/current-state", body).await.ok()["currentState"]
                    .as_str()
                    .unwrap()
                    .into();
            }
            _ => walker.step().await,
        }
    }
}

/// Answers the practice item as a browser does that measured a medium.
pub async fn look(walker: &mut Walker) {
    let practice = walker.client.get("/api/practice").await.ok();
    let url = &practice["practice"]["media"]["sources"][0]["url"];
    let medium = json!({ "url": url, "firstFrame": 80.25, "watched": [[1, 2.5], [0, 1.5]], "plays": 2, "stalls": 1, "stalledFor": 0.1 });
    let opened = json!([{ "item": "zoom-2", "at": 90 }]);
    let timing = json!({ "submit": 812.300_000_000_000_1, "media": [medium], "opened": opened });
    let body = json!({ "answer": "original", "timing": timing });
    walker.client.post("/api/practice/answer", body).await.ok();
    walker.position = walker.client.position().await;
}

pub async fn save(client: &mut Client, page: &str, body: Value) {
    client.post(&format!("/api/users/save-{page}-questionnaire-answers"), body).await.ok();
}
