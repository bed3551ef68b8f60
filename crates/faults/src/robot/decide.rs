//! What a robot does on each page.

use anyhow::{Context as _, Result, bail};
use serde_json::{Map, Value, json};

use super::{Act, Question, Robot, answers, strings};

impl Robot {
    pub(super) async fn decide(&mut self) -> Result<Act> {
        let page = self.place.page.clone();
        if self.place.may_retry && self.chance.one_in(2) {
            return Ok(Act::Move(page.trim_end_matches("/incorrect").to_owned()));
        }
        if let Some(next) = self.place.next.clone() {
            return Ok(Act::Move(next));
        }
        let parts: Vec<&str> = page.trim_start_matches('/').split('/').collect();
        match parts.as_slice() {
            ["home"] => self.practise().await,
            ["pre-questionnaire"] => self.section("pre", "save-pre-questionnaire-answers").await,
            ["treatment-questionnaire"] => self.section("treatment", "save-treatment-answers").await,
            ["post-questionnaire"] => self.section("post", "save-post-questionnaire-answers").await,
            ["flow-a", "question", id] => self.question(id).await,
            ["flow-a", "question", id, "followup"] => self.followup(id),
            ["flow-b", "question", id] => self.post(id).await,
            ["flow-b", "question", ..] => self.complete_persona().await,
            ["control-flow"] => self.rate().await,
            _ => bail!("the robot does not know what to do on {page}"),
        }
    }

    async fn practise(&mut self) -> Result<Act> {
        let reply = self.call("GET", "/api/practice", None).await?;
        let options = values(&reply["practice"]["options"]);
        Ok(Act::HandIn("/api/practice/answer".into(), json!({ "answer": self.chance.pick(&options) })))
    }

    /// Mostly one section; sometimes all that is left, as the specification's own payload has it.
    async fn section(&mut self, name: &str, call: &str) -> Result<Act> {
        let reply = self.call("GET", &format!("/api/questionnaires/{name}"), None).await?;
        let done = usize::try_from(reply["done"].as_u64().context("done")?)?;
        let sections = reply["sections"].as_array().and_then(|all| all.get(done..)).context("sections")?;
        let whole = self.chance.one_in(6);
        let mut given = Map::new();
        for section in if whole { sections } else { &sections[..1] } {
            for item in section["items"].as_array().context("items")? {
                if answers::is_shown(item, &self.knowledge.answers) {
                    let values = answers::to(item, &mut self.chance)?;
                    self.knowledge.answers.extend(values.clone());
                    given.extend(values);
                }
            }
        }
        let mut body = json!({ "answers": given });
        if !whole {
            body["section"] = sections[0]["id"].clone();
        }
        Ok(Act::HandIn(format!("/api/users/{call}"), body))
    }

    async fn question(&mut self, id: &str) -> Result<Act> {
        if !self.knowledge.questions.contains_key(id) {
            let reply = self.call("GET", "/api/flow-a/questions", None).await?;
            self.learn(&reply);
            let config = self.call("GET", "/api/flow-a/config", None).await?;
            self.knowledge.followup = Some(config["followup"].clone());
        }
        Ok(Act::HandIn(format!("/api/flow-a/questions/{id}/answer"), self.judge(id)?))
    }

    async fn post(&mut self, id: &str) -> Result<Act> {
        if !self.knowledge.questions.contains_key(id) {
            let persona = self.persona_under_way().await?;
            let reply = self.call("GET", &format!("/api/personas/{persona}/flow-b"), None).await?;
            self.learn(&reply["posts"]);
        }
        Ok(Act::HandIn(format!("/api/flow-b/posts/{id}/answer"), self.judge(id)?))
    }

    fn learn(&mut self, questions: &Value) {
        for question in questions.as_array().into_iter().flatten() {
            let known = Question { options: values(&question["options"]), confidence: question["confidence"] == true };
            self.knowledge.questions.insert(question["id"].as_str().unwrap_or_default().to_owned(), known);
        }
    }

    fn judge(&mut self, id: &str) -> Result<Value> {
        let question = self.knowledge.questions.get(id).with_context(|| format!("nobody told about {id}"))?;
        let disabled = self.knowledge.disabled.get(id).map_or(&[][..], Vec::as_slice);
        let open: Vec<&String> = question.options.iter().filter(|option| !disabled.contains(option)).collect();
        let mut body = json!({ "answer": self.chance.pick(&open) });
        if question.confidence {
            body["confidence"] = json!(50 + 10 * self.chance.below(6));
        }
        Ok(body)
    }

    fn followup(&mut self, id: &str) -> Result<Act> {
        let followup = self.knowledge.followup.clone().context("nobody told about a follow-up")?;
        let mut reasons = values(&followup["options"]);
        self.chance.shuffle(&mut reasons);
        reasons.truncate(1 + self.chance.below(reasons.len()));
        let mut given = json!({ "reasons": reasons });
        if followup["mark"] == true && self.chance.one_in(2) {
            given["mark"] = json!({ "x": 0.25, "y": 0.5 });
        }
        if followup["words"] == true && self.chance.one_in(2) {
            given["words"] = json!(answers::words(&mut self.chance));
        }
        Ok(Act::HandIn(format!("/api/flow-a/questions/{id}/followup"), json!({ "answers": given })))
    }

    async fn complete_persona(&mut self) -> Result<Act> {
        Ok(Act::HandIn(format!("/api/users/complete-persona/{}", self.persona_under_way().await?), json!({})))
    }

    async fn persona_under_way(&mut self) -> Result<String> {
        let personas = self.call("GET", "/api/personas", None).await?;
        let mut personas = personas.as_array().into_iter().flatten();
        let here = personas.find(|persona| persona["state"] == "under_way");
        here.and_then(|persona| Some(persona["id"].as_str()?.to_owned())).context("no persona is under way")
    }

    async fn rate(&mut self) -> Result<Act> {
        if self.knowledge.clips.is_empty() {
            let reply = self.call("GET", "/api/control-flow", None).await?;
            self.knowledge.clips = reply["clips"].as_array().context("clips")?.clone().into();
        }
        let clip = self.knowledge.clips.pop_front().context("no clip is left")?;
        let mut given = Map::new();
        for item in clip["ratings"].as_array().context("ratings")? {
            given.extend(answers::to(item, &mut self.chance)?);
        }
        let id = clip["id"].as_str().context("a clip without id")?;
        Ok(Act::HandIn(format!("/api/control-flow/clips/{id}/ratings"), json!({ "answers": given })))
    }
}

/// The values of options.
fn values(options: &Value) -> Vec<String> {
    let values = options.as_array().into_iter().flatten().map(|option| option["value"].clone());
    strings(&values.collect())
}
