//! The calls of a participation in each arm, with their replies, are those of the recorded transcripts. Random words
//! (tokens, receipts, addresses of media) are numbered in the order in which they appear, ids on the wire are recorded
//! as the study's. The time is fixed.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::Value;

use crate::support::{Client, Server, Walker, fixture};

#[tokio::test(flavor = "multi_thread")]
async fn a_participation_in_the_control_arm_is_as_recorded() {
    compare("control_0").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_participation_in_flow_a_is_as_recorded() {
    compare("treatment_0").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_participation_in_flow_b_is_as_recorded() {
    compare("treatment_1").await;
}

async fn compare(arm: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/api/transcripts/{arm}.txt"));
    let found = transcript(arm).await;
    if std::env::var_os("RECORD").is_some() {
        std::fs::write(&file, &found).unwrap();
    }
    let recorded = std::fs::read_to_string(&file).unwrap();
    for (number, (found, recorded)) in found.lines().zip(recorded.lines()).enumerate() {
        assert_eq!(found, recorded, "{arm}, line {}", number + 1);
    }
    assert_eq!(found.lines().count(), recorded.lines().count(), "{arm}");
}

/// A participation from registration to the end, with the calls that name the arm before and after it.
async fn transcript(arm: &str) -> String {
    let server = Server::over(&fixture()).await;
    let mut client = server.participant_in(arm).await;
    // The order of items, and the versions that are shown.
    server.database.run("update participant set seed = 7, form = 'x'").await;
    client.get("/api/page-flow/config").await;
    for other in ["control_0", "treatment_0", "treatment_1", "none"] {
        client.get(&format!("/api/page-flow/group/{other}")).await;
    }
    let mut walker = Walker::finished(client).await;
    for path in ["/api/users/profile", "/api/users/completion", "/api/debrief", "/api/users/data"] {
        walker.client.get(path).await;
    }
    let ids = |word: &str| server.app.versions.active().ids.bundle(word);
    let own = walker.client.user["code"].as_str().unwrap().to_owned();
    written(&walker.client, &mut Masks { ids: &ids, random: vec![own] })
}

fn written(client: &Client, masks: &mut Masks) -> String {
    let mut text = String::new();
    for reply in &client.seen {
        let body = serde_json::from_slice(&reply.body).map_or_else(|_| reply.text(), |json: Value| json.to_string());
        writeln!(text, "{} {} {}", masks.mask(&reply.call), reply.status, masks.mask(&body)).unwrap();
    }
    text
}

struct Masks<'a> {
    /// The study's id for one on the wire.
    ids: &'a dyn Fn(&str) -> Option<String>,
    /// Random words so far.
    random: Vec<String>,
}

impl Masks<'_> {
    /// The text with `<1>`, `<2>` … in place of random words, and with the study's ids.
    fn mask(&mut self, text: &str) -> String {
        let is_word = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
        let mut masked = String::new();
        for part in text.split_inclusive(|c| !is_word(c)) {
            let (word, end) = part.split_at(part.trim_end_matches(|c| !is_word(c)).len());
            masked += &self.word(word);
            masked += end;
        }
        masked
    }

    fn word(&mut self, word: &str) -> String {
        if let Some(id) = (self.ids)(word) {
            return format!("<{id}>");
        }
        let is_random = word.len() >= 20 && word.contains(|c: char| c.is_ascii_digit() || c.is_ascii_uppercase());
        let known = self.random.iter().position(|known| known == word);
        match known {
            Some(index) => format!("<{}>", index + 1),
            None if is_random => {
                self.random.push(word.to_owned());
                format!("<{}>", self.random.len())
            }
            None => word.to_owned(),
        }
    }
}
