//! What a simulated participant was shown, reported like the browser does: before the answer, each once.

use anyhow::{Context as _, Result};
use serde_json::{Value, json};
use unmask_study::flow::Stage;

use super::{Act, SimulatedParticipant};
use crate::log::Exposed;
use crate::random_stream::RandomStream;
use crate::response_model::ResponseModel;

impl<M: ResponseModel> SimulatedParticipant<M> {
    /// Reports the media of the page, and texts without one, before the first answer.
    pub(super) async fn expose(&mut self, act: &Act) -> Result<()> {
        let Act::Submit(path, body) = act else { return Ok(()) };
        let texts = std::mem::take(&mut self.knowledge.texts);
        let Some(item) = item(path, body) else { return Ok(()) };
        if !self.knowledge.exposed.insert(item.clone()) {
            return Ok(());
        }
        let measured = body["timing"]["media"].as_array().into_iter().flatten();
        let mut seen: Vec<(&str, Value)> = measured.map(|medium| (item.as_str(), medium["url"].clone())).collect();
        if self.knowledge.questions.get(&item).is_some_and(|question| question.media.is_none()) {
            seen.push((&item, Value::Null));
        }
        seen.extend(texts.iter().map(|text| (text.as_str(), Value::Null)));
        // A separate stream, so that answers do not depend on the number of exposures.
        let mut chance = RandomStream::of(self.manner.seed, &format!("exposures/{}/{item}", self.number));
        let key =
            |_: &(&str, Value)| uuid::Builder::from_random_bytes(chance.bytes()).into_uuid().hyphenated().to_string();
        let keys: Vec<String> = seen.iter().map(key).collect();
        let shown: Vec<Value> = seen
            .iter()
            .zip(&keys)
            .map(|((item, medium), key)| json!({ "key": key, "item": item, "medium": medium, "shown": 0 }))
            .collect();
        if shown.is_empty() {
            return Ok(());
        }
        // Also those whose reply never arrives have been sent.
        self.remembered.exposures.extend(keys.into_iter().map(|key| Exposed { key, receipt: None }));
        let reply = self.call("POST", "/api/exposures", Some(&json!({ "exposures": shown }))).await?;
        let receipts = reply["receipts"].as_array().context("receipts")?;
        for receipt in receipts {
            let own = self.remembered.exposures.iter_mut().find(|own| receipt["key"] == own.key.as_str());
            own.context("a receipt without an exposure")?.receipt = receipt["receipt"].as_str().map(str::to_owned);
        }
        Ok(())
    }
}

/// The item of a submission, as its exposures name it; none if it is for several pages, or for none with something to
/// see.
fn item(path: &str, body: &Value) -> Option<String> {
    let parts: Vec<&str> = path.trim_start_matches("/api/").split('/').collect();
    match parts[..] {
        ["practice", "answer"] => Some("practice".to_owned()),
        ["flow-a", "questions", id, "answer"]
        | ["flow-b", "posts", id, "answer"]
        | ["control-flow", "clips", id, "ratings"] => Some(id.to_owned()),
        // What is judged again after advice was seen before.
        ["users", ..] => {
            let name = body["section"].as_str().filter(|name| Stage::split(name).1 != Stage::Final);
            name.map(str::to_owned)
        }
        _ => None,
    }
}
