use serde::Deserialize as _;
use serde_json::{Value, json};
use unmask_study::answers::Answers;
use unmask_study::order;
use unmask_study::public::{PublicItem, PublicKind};

use super::Client;

/// Walks through the study as the browser does: reads what a page shows, answers it, goes where it is told.
pub struct Walker {
    pub client: Client,
    pub place: String,
    /// Every page, in the order of the visits.
    pub visited: Vec<String>,
    /// The option of every judgement; the last one is taken if there are fewer.
    pub choice: usize,
    /// Reports every medium, and stores its address and number.
    pub watches: Option<Vec<(String, u64)>>,
}

impl Walker {
    pub async fn new(mut client: Client) -> Self {
        let place = client.place().await;
        Self { client, visited: vec![place.clone()], place, choice: 0, watches: None }
    }

    /// One who has got to the end.
    pub async fn finished(client: Client) -> Self {
        let mut walker = Self::new(client).await;
        walker.finish().await;
        walker
    }

    /// To the end.
    pub async fn finish(&mut self) {
        self.until(|place| place == "/end").await;
    }

    pub async fn until(&mut self, there: impl Fn(&str) -> bool) {
        for _ in 0..200 {
            if there(&self.place) {
                return;
            }
            self.step().await;
        }
        panic!("lost at {}: {:?}", self.place, self.visited);
    }

    /// One submission or one move.
    pub async fn step(&mut self) {
        let place = self.place.clone();
        let parts: Vec<&str> = place.trim_start_matches('/').split('/').collect();
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
        reply["currentState"].as_str().unwrap().clone_into(&mut self.place);
        self.visited.push(self.place.clone());
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
        let media: Vec<_> = media.zip(1..).collect();
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

/// Passes checks of attention, and gives words and numbers that tests look for; anything else is any valid answer.
fn answer(item: &PublicItem, choice: usize) -> Answers {
    let mut answers = item.kind.answer_any(&item.id, &mut order::generator(b"walker", &item.id));
    let own: Value = match &item.kind {
        // "Another" would ask for more.
        PublicKind::Single(single) => {
            single.options.iter().find(|option| option.value != "other").unwrap().value.as_str().into()
        }
        PublicKind::Multiple(multiple) if multiple.options.iter().any(|option| option.value == "paper") => {
            json!(["paper"])
        }
        PublicKind::Likert(likert) => likert.points[1].value.into(),
        PublicKind::Confidence(confidence) => confidence.points[1].value.into(),
        PublicKind::Matrix(matrix) => {
            answers.values_mut().for_each(|answer| *answer = matrix.points[1].value.into());
            return answers;
        }
        PublicKind::Slider(slider) => slider.min.into(),
        PublicKind::Number(number) => number.min.map_or(30.0, |min| min + 12.0).into(),
        PublicKind::Text(_) => "Nothing, thank you.".into(),
        PublicKind::Judgement(judgement) => {
            let options = &judgement.options;
            options[choice.min(options.len() - 1)].value.as_str().into()
        }
        _ => return answers,
    };
    answers.insert(item.id.clone(), own);
    answers
}
