use serde::Deserialize as _;
use serde_json::{Value, json};
use unmask_study::answers::Answers;
use unmask_study::items::PublicJudgement;
use unmask_study::order;
use unmask_study::public::PublicItem;

use super::Client;

/// Of all answers. With this one, walkers pass the attention check of the small study.
const SEED: &[u8] = b"walker 2";

/// Walks through the study like the browser: reads a page, answers it, and moves to the next one.
pub struct Walker {
    pub client: Client,
    pub position: String,
    /// Every page, in the order of the visits.
    pub visited: Vec<String>,
    /// The option of every judgement; the last one is taken if there are fewer.
    pub choice: usize,
    /// Reports every medium, and stores its address and number.
    pub watches: Option<Vec<(String, u64)>>,
}

impl Walker {
    pub async fn new(mut client: Client) -> Self {
        let position = client.position().await;
        Self { client, visited: vec![position.clone()], position, choice: 0, watches: None }
    }

    /// A walker that has reached the end.
    pub async fn finished(client: Client) -> Self {
        let mut walker = Self::new(client).await;
        walker.finish().await;
        walker
    }

    /// To the end.
    pub async fn finish(&mut self) {
        self.until(|position| position == "/end").await;
    }

    pub async fn until(&mut self, there: impl Fn(&str) -> bool) {
        for _ in 0..200 {
            if there(&self.position) {
                return;
            }
            self.step().await;
        }
        panic!("lost at {}: {:?}", self.position, self.visited);
    }

    /// One submission or one move.
    pub async fn step(&mut self) {
        let position = self.position.clone();
        let parts: Vec<&str> = position.trim_start_matches('/').split('/').collect();
        let reply = match parts.as_slice() {
            ["pre-questionnaire"] => self.questionnaire("pre", "save-pre-questionnaire-answers").await,
            ["treatment-questionnaire"] => self.questionnaire("treatment", "save-treatment-answers").await,
            ["post-questionnaire"] => self.questionnaire("post", "save-post-questionnaire-answers").await,
            ["home"] => {
                let practice = self.client.get("/api/practice").await.ok();
                let body = self.judged(&practice["practice"]);
                self.client.post("/api/practice/answer", body).await.ok()
            }
            ["flow-a", "question", id] => {
                let questions = self.client.get("/api/flow-a/questions").await.ok();
                let body = self.judged(find(&questions, id));
                self.client.post(&format!("/api/flow-a/questions/{id}/answer"), body).await.ok()
            }
            ["flow-a", "question", id, "followup"] => {
                let answers = json!({ "reasons": ["face"], "mark": { "x": 0.5, "y": 0.25 }, "words": "The edge." });
                let path = format!("/api/flow-a/questions/{id}/followup");
                self.client.post(&path, json!({ "answers": answers })).await.ok()
            }
            ["flow-b", "question", id] => {
                let persona = self.persona().await;
                let posts = self.client.get(&format!("/api/personas/{persona}/flow-b")).await.ok();
                let body = self.judged(find(&posts["posts"], id));
                self.client.post(&format!("/api/flow-b/posts/{id}/answer"), body).await.ok()
            }
            ["control-flow"] => {
                let flow = self.client.get("/api/control-flow").await.ok();
                let clip = &flow["clips"][usize::try_from(flow["done"].as_u64().unwrap()).unwrap()];
                let answers = items(&clip["ratings"], &json!({}), self.choice);
                let path = format!("/api/control-flow/clips/{}/ratings", clip["id"].as_str().unwrap());
                let mut body = json!({ "answers": answers });
                self.watch(&mut body, &[(clip, clip["number"].as_u64().unwrap())]);
                self.client.post(&path, body).await.ok()
            }
            _ => self.go_on().await,
        };
        reply["currentState"].as_str().unwrap().clone_into(&mut self.position);
        self.visited.push(self.position.clone());
    }

    /// "Continue"; after a persona's last post the persona is completed.
    async fn go_on(&mut self) -> Value {
        let state = self.client.get("/api/users/current-state").await.ok();
        if let Some(next) = state["nextState"].as_str() {
            return self.client.put("/api/users/current-state", json!({ "currentState": next })).await.ok();
        }
        let persona = self.persona().await;
        self.client.post(&format!("/api/users/complete-persona/{persona}"), json!({})).await.ok()
    }

    async fn persona(&mut self) -> String {
        let personas = self.client.get("/api/personas").await.ok();
        let under_way = personas.as_array().unwrap().iter().find(|persona| persona["state"] == "under_way");
        under_way.expect("a persona is under way")["id"].as_str().unwrap().to_owned()
    }

    async fn questionnaire(&mut self, name: &str, save: &str) -> Value {
        let questionnaire = self.client.get(&format!("/api/questionnaires/{name}")).await.ok();
        let done = usize::try_from(questionnaire["done"].as_u64().unwrap()).unwrap();
        let section = &questionnaire["sections"][done];
        let mut body = json!({ "section": section["id"], "answers": items(&section["items"], &questionnaire["known"], self.choice),
            "timing": { "submit": 1200.5, "firstInteraction": 300, "hidden": 0, "changes": [{ "item": "age", "at": 310 }] } });
        let media = section["items"].as_array().unwrap().iter().filter(|item| item["media"].is_object());
        // With one item per page, the number of the page.
        let media: Vec<_> = media.zip(section["counter"]["number"].as_u64().unwrap_or(1)..).collect();
        self.watch(&mut body, &media);
        self.client.post(&format!("/api/users/{save}"), body).await.ok()
    }

    fn judged(&mut self, item: &Value) -> Value {
        let mut body = self.judgement(item);
        self.watch(&mut body, &[(item, item["number"].as_u64().unwrap_or(1))]);
        body
    }

    /// The last one first, as a browser may well list them.
    fn watch(&mut self, body: &mut Value, shown: &[(&Value, u64)]) {
        let Some(met) = &mut self.watches else { return };
        let url = |item: &Value| item["media"]["sources"][0]["url"].as_str().map(str::to_owned);
        let media: Vec<_> = shown.iter().rev().filter_map(|(item, number)| Some((url(item)?, *number))).collect();
        body["timing"] = json!({ "submit": 1200.5, "media": media.iter().map(|(url, _)| json!({ "url": url })).collect::<Vec<_>>() });
        met.extend(media);
    }

    fn judgement(&self, item: &Value) -> Value {
        let options = item["options"].as_array().unwrap();
        let disabled = |option: &Value| item["disabledAnswers"].as_array().is_some_and(|list| list.contains(option));
        let open: Vec<&Value> =
            options.iter().map(|option| &option["value"]).filter(|value| !disabled(value)).collect();
        let answer = open[self.choice.min(open.len() - 1)];
        if item["confidence"] == true {
            json!({ "answer": answer, "confidence": 70 })
        } else {
            json!({ "answer": answer })
        }
    }
}

pub fn find<'a>(list: &'a Value, id: &str) -> &'a Value {
    list.as_array().unwrap().iter().find(|one| one["id"] == id).expect("the item is in the list")
}

/// Valid answers to items as they are shown after the answers `known`: the same ones in every walk, with the option of
/// that number for every judgement.
pub fn items(items: &Value, known: &Value, choice: usize) -> Answers {
    let mut known = known.as_object().cloned().unwrap_or_default();
    let mut answers = Answers::new();
    for item in Vec::<PublicItem>::deserialize(items).unwrap() {
        if item.is_shown(&known) {
            let given = answer(&item, choice);
            known.extend(given.clone());
            answers.extend(given);
        }
    }
    answers
}

/// A valid answer to each variable, and the option of that number for a judgement.
fn answer(item: &PublicItem, choice: usize) -> Answers {
    let mut answers = item.kind.answer_any(&item.id, &mut order::generator(SEED, &item.id));
    if let Some(PublicJudgement { options, .. }) = item.kind.judgement() {
        answers.insert(item.id.clone(), options[choice.min(options.len() - 1)].value.as_str().into());
    }
    answers
}
