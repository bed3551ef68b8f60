use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::sleep;

/// A receiver of webhooks that keeps what it gets.
#[derive(Clone)]
pub struct Receiver {
    pub url: String,
    state: Arc<Mutex<State>>,
}

/// What it does with an event.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// Replies with this status, after a moment.
    Status(u16),
    /// Takes the event, and ends the connection before it has replied.
    BreakOff,
    /// Takes the event, and never replies.
    Silence,
}

/// An event as it arrived.
#[derive(Clone, Debug)]
pub struct Received {
    pub id: String,
    pub timestamp: i64,
    pub signature: String,
    /// The exact bytes.
    pub body: String,
}

impl Received {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    /// Kind, part and participant code, with `-` for what there is not.
    pub fn about(&self) -> String {
        let json = self.json();
        let word = |value: &Value| value.as_str().unwrap_or("-").to_owned();
        let data = &json["data"];
        format!("{} {} {}", word(&json["type"]), word(&data["wave"]), word(&data["participant"]))
    }
}

struct State {
    answer: Answer,
    /// What it does with the events of a participant, by code, instead.
    others: Vec<(String, Answer)>,
    received: Vec<Received>,
    /// IDs of the events that it is reading or answering.
    open: Vec<String>,
    /// IDs of events that came while the same event was open.
    doubled: Vec<String>,
}

impl Receiver {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hook?study=small", listener.local_addr().unwrap());
        let state =
            State { answer: Answer::Status(204), others: vec![], received: vec![], open: vec![], doubled: vec![] };
        let state = Arc::new(Mutex::new(state));
        let own = Arc::clone(&state);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                // A sender that breaks off is no failure.
                tokio::spawn(serve(stream, Arc::clone(&own)));
            }
        });
        Self { url, state }
    }

    pub fn set(&self, answer: Answer) {
        let mut state = self.state.lock().unwrap();
        state.answer = answer;
        state.others.clear();
    }

    /// For the events of one participant.
    pub fn set_for(&self, code: &str, answer: Answer) {
        self.state.lock().unwrap().others.push((code.to_owned(), answer));
    }

    /// Without the part of the address that may be a secret.
    pub fn host(&self) -> &str {
        self.url.split('/').nth(2).unwrap()
    }

    /// What arrived since the last call.
    pub fn take(&self) -> Vec<Received> {
        std::mem::take(&mut self.state.lock().unwrap().received)
    }

    /// The same, as [`Received::about`].
    pub fn told(&self) -> Vec<String> {
        self.take().iter().map(Received::about).collect()
    }

    /// IDs of events that were sent twice at the same time.
    pub fn doubled(&self) -> Vec<String> {
        self.state.lock().unwrap().doubled.clone()
    }
}

async fn serve(stream: TcpStream, state: Arc<Mutex<State>>) -> std::io::Result<()> {
    let (read, mut write) = stream.into_split();
    let mut read = BufReader::new(read);
    loop {
        let mut head = Vec::new();
        loop {
            let mut line = String::new();
            if read.read_line(&mut line).await? == 0 {
                return Ok(());
            }
            if line == "\r\n" {
                break;
            }
            head.push(line.trim_end().to_owned());
        }
        let header = |name: &str| {
            let line = head.iter().find(|line| line.to_ascii_lowercase().starts_with(&format!("{name}: ")));
            line.map(|line| line[name.len() + 2..].to_owned()).unwrap_or_default()
        };
        let mut body = vec![0; header("content-length").parse().unwrap()];
        read.read_exact(&mut body).await?;
        assert_eq!(head[0], "POST /hook?study=small HTTP/1.1");
        assert_eq!(header("content-type"), "application/json");
        let received = Received {
            id: header("webhook-id"),
            timestamp: header("webhook-timestamp").parse().unwrap(),
            signature: header("webhook-signature"),
            body: String::from_utf8(body).unwrap(),
        };
        let id = received.id.clone();
        let answer = {
            let mut state = state.lock().unwrap();
            if state.open.contains(&id) {
                state.doubled.push(id.clone());
            }
            state.open.push(id.clone());
            let code = received.json()["data"]["participant"].as_str().unwrap_or_default().to_owned();
            let own = state.others.iter().find(|(of, _)| *of == code).map(|(_, answer)| *answer);
            state.received.push(received);
            own.unwrap_or(state.answer)
        };
        sleep(Duration::from_millis(5)).await;
        if answer == Answer::Silence {
            sleep(Duration::from_mins(1)).await;
        }
        state.lock().unwrap().open.retain(|open| *open != id);
        let Answer::Status(status) = answer else { return Ok(()) };
        // A redirect leads back here.
        let reply = format!("HTTP/1.1 {status} Reply\r\nlocation: /hook?study=small\r\ncontent-length: 0\r\n\r\n");
        write.write_all(reply.as_bytes()).await?;
    }
}
