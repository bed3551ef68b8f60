//! What a simulated participant does on each page.

use anyhow::{Context as _, Result, bail};
use serde::Deserialize as _;
use serde_json::{Map, Value, json};
use unmask_study::public::{PublicItem, PublicKind};

use super::sending::Renewals;
use super::{Act, SimulatedParticipant};
use crate::response_model::{Judged, Question, ResponseModel, Seen};

impl<M: ResponseModel> SimulatedParticipant<M> {
    pub(super) async fn decide(&mut self) -> Result<Act> {
        let page = self.position.page.clone();
        if self.position.may_retry && self.model.tries_again() {
            return Ok(Act::Move(page.trim_end_matches("/incorrect").to_owned()));
        }
        if let Some(next) = self.position.next.clone() {
            return Ok(Act::Move(next));
        }
        let parts: Vec<&str> = page.trim_start_matches('/').split('/').collect();
        match parts.as_slice() {
            ["home"] => self.practise().await,
            ["pre-questionnaire"] => self.section("pre", "save-pre-questionnaire-answers").await,
            ["treatment-questionnaire"] => self.section("treatment", "save-treatment-answers").await,
            ["post-questionnaire"] => self.section("post", "save-post-questionnaire-answers").await,
            ["flow-a", "question", id] => self.question(id).await,
            ["flow-a", "question", id, "followup"] => self.followup(id).await,
            ["flow-b", "question", id] => self.post(id).await,
            ["flow-b", "question", ..] => self.complete_persona().await,
            ["control-flow"] => self.rate().await,
            _ => bail!("no action is known for {page}"),
        }
    }

    async fn practise(&mut self) -> Result<Act> {
        let reply = self.call("GET", "/api/practice", None).await?;
        let practice = Question::of(&reply["practice"]);
        let answer = self.model.judge(&practice, &[]).answer;
        let body = json!({ "answer": answer });
        Ok(self.with_timing("/api/practice/answer".into(), body, &practice))
    }

    /// Usually one section; sometimes all remaining ones, in the payload of the specification.
    async fn section(&mut self, name: &str, call: &str) -> Result<Act> {
        let reply = self.call("GET", &format!("/api/questionnaires/{name}"), None).await?;
        let done = usize::try_from(reply["done"].as_u64().context("done")?)?;
        let sections = reply["sections"].as_array().and_then(|all| all.get(done..)).context("sections")?;
        // Advice comes between two submissions.
        let whole = self.model.submits_whole() && sections.iter().all(|section| section["stage"].is_null());
        let (mut given, mut media, mut texts) = (Map::new(), Vec::new(), Vec::new());
        for section in if whole { sections } else { &sections[..1] } {
            for item in Vec::<PublicItem>::deserialize(&section["items"])? {
                if item.is_shown(&self.knowledge.answers) {
                    let own = self.model.item(None, &item)?;
                    let values = if section["advice"].is_object() { self.model.advised(&item, own) } else { own };
                    self.knowledge.answers.extend(values.clone());
                    given.extend(values);
                    media.extend(item.kind.media().map(|medium| json!(medium)));
                    if matches!(item.kind, PublicKind::Judgement(_) | PublicKind::Information(_))
                        && item.kind.media().is_none()
                    {
                        texts.push(text_name(&section["id"], &item.id));
                    }
                }
            }
        }
        let answered: Vec<String> = given.keys().cloned().collect();
        let mut body = json!({ "answers": given });
        self.knowledge.texts = texts;
        if !whole {
            body["section"] = sections[0]["id"].clone();
            let what = format!("{name}/{}", sections[0]["id"].as_str().unwrap_or_default());
            self.measure(&mut body, Seen { what: &what, answered: &answered, media: &media, evidence: &[] });
        }
        Ok(Act::Submit(format!("/api/users/{call}"), body))
    }

    async fn question(&mut self, id: &str) -> Result<Act> {
        if !self.knowledge.questions.contains_key(id) {
            self.read_questions().await?;
        }
        self.judge(id, format!("/api/flow-a/questions/{id}/answer"))
    }

    /// Fetches the questions of Flow A and their media.
    async fn read_questions(&mut self) -> Result<()> {
        'anew: for renewals in Renewals::all() {
            let reply = self.call("GET", "/api/flow-a/questions", None).await?;
            for question in reply.as_array().into_iter().flatten() {
                if !self.watch(&question["media"], renewals).await? {
                    continue 'anew;
                }
            }
            self.learn(&reply);
            break;
        }
        Ok(())
    }

    async fn post(&mut self, id: &str) -> Result<Act> {
        if !self.knowledge.questions.contains_key(id) {
            let persona = self.persona_under_way().await?;
            let reply = self.call("GET", &format!("/api/personas/{persona}/flow-b"), None).await?;
            self.learn(&reply["posts"]);
        }
        self.judge(id, format!("/api/flow-b/posts/{id}/answer"))
    }

    fn learn(&mut self, questions: &Value) {
        for found in questions.as_array().into_iter().flatten() {
            let known = Question::of(found);
            self.knowledge.questions.insert(known.id.clone(), known);
        }
    }

    fn judge(&mut self, id: &str, path: String) -> Result<Act> {
        let question = self.knowledge.questions.get(id).with_context(|| format!("{id} was not shown"))?.clone();
        let signs = self.knowledge.signs.get(id).filter(|signs| !signs.is_empty());
        if let Some(signs) = signs {
            let body = json!({ "answer": self.model.second_look(id, signs) });
            return Ok(self.with_timing(path, body, &question));
        }
        let before = self.knowledge.disabled.get(id).cloned().unwrap_or_default();
        let Judged { answer, confidence } = self.model.judge(&question, &before);
        let mut body = json!({ "answer": answer });
        if let Some(confidence) = confidence {
            body["confidence"] = json!(confidence);
        }
        Ok(self.with_timing(path, body, &question))
    }

    async fn followup(&mut self, id: &str) -> Result<Act> {
        if self.knowledge.followup.is_none() {
            let config = self.call("GET", "/api/flow-a/config", None).await?;
            self.knowledge.followup = Some(config["followup"].clone());
        }
        let followup = self.knowledge.followup.clone().context("the follow-up was not shown")?;
        let given = self.model.followup(id, &followup);
        let answered: Vec<String> = given.keys().cloned().collect();
        let mut body = json!({ "answers": given });
        let what = format!("{id}/followup");
        self.measure(&mut body, Seen { what: &what, answered: &answered, media: &[], evidence: &[] });
        Ok(Act::Submit(format!("/api/flow-a/questions/{id}/followup"), body))
    }

    async fn complete_persona(&mut self) -> Result<Act> {
        Ok(Act::Submit(format!("/api/users/complete-persona/{}", self.persona_under_way().await?), json!({})))
    }

    async fn persona_under_way(&mut self) -> Result<String> {
        let personas = self.call("GET", "/api/personas", None).await?;
        let mut personas = personas.as_array().into_iter().flatten();
        let here = personas.find(|persona| persona["state"] == "under_way");
        here.and_then(|persona| Some(persona["id"].as_str()?.to_owned())).context("no persona is under way")
    }

    async fn rate(&mut self) -> Result<Act> {
        let clip = self.next_clip().await?;
        let id = clip["id"].as_str().context("a clip without id")?.to_owned();
        let mut given = Map::new();
        for item in Vec::<PublicItem>::deserialize(&clip["ratings"])? {
            given.extend(self.model.item(Some(&id), &item)?);
        }
        let answered: Vec<String> = given.keys().cloned().collect();
        let mut body = json!({ "answers": given });
        // An opening with its own questions has no medium.
        let media: Vec<Value> = clip["media"].is_object().then(|| clip["media"].clone()).into_iter().collect();
        self.measure(&mut body, Seen { what: &id, answered: &answered, media: &media, evidence: &[] });
        Ok(Act::Submit(format!("/api/control-flow/clips/{id}/ratings"), body))
    }

    /// Fetches the next clip and its medium.
    async fn next_clip(&mut self) -> Result<Value> {
        for renewals in Renewals::all() {
            if self.knowledge.clips.is_empty() {
                let reply = self.call("GET", "/api/control-flow", None).await?;
                let done = usize::try_from(reply["done"].as_u64().unwrap_or_default())?;
                let clips = reply["clips"].as_array().and_then(|all| all.get(done..)).context("clips")?;
                self.knowledge.clips = clips.to_vec().into();
            }
            let clip = self.knowledge.clips.pop_front().context("no clip is left")?;
            if self.watch(&clip["media"], renewals).await? {
                return Ok(clip);
            }
            self.knowledge.clips.clear();
        }
        bail!("the last of its tries ends a simulated participant's walk")
    }

    fn with_timing(&mut self, path: String, mut body: Value, question: &Question) -> Act {
        let mut answered = vec!["answer".to_owned()];
        answered.extend((!body["confidence"].is_null()).then(|| "confidence".to_owned()));
        let media: Vec<Value> = question.media.iter().cloned().collect();
        let seen = Seen { what: &question.id, answered: &answered, media: &media, evidence: &question.evidence };
        self.measure(&mut body, seen);
        Act::Submit(path, body)
    }

    fn measure(&mut self, body: &mut Value, seen: Seen<'_>) {
        if let Some(timing) = self.model.timing(seen) {
            body["timing"] = timing;
        }
    }
}

/// The name of a text without a medium in a questionnaire: `<section>/<item>`, in whatever screens the section is
/// shown.
fn text_name(screen: &Value, item: &str) -> String {
    let section = screen.as_str().and_then(|screen| screen.split('/').next());
    format!("{}/{item}", section.unwrap_or_default())
}
