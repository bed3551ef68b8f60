use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// A mail server that keeps what it accepts.
#[derive(Clone)]
pub struct MailServer {
    pub url: String,
    state: Arc<Mutex<State>>,
}

/// What it does with the next messages.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Accept,
    /// Rejects the recipient with this reply, which quotes the address.
    Reject(u16),
    /// Rejects the sender for good.
    RefuseSender,
    /// Takes the message, and ends the connection before it has replied.
    BreakOff,
    /// Takes the message, and replies only in another mode.
    Wait,
}

struct State {
    mode: Mode,
    letters: Vec<String>,
}

impl MailServer {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("smtp://user:secret-of-the-mail@{}", listener.local_addr().unwrap());
        let state = Arc::new(Mutex::new(State { mode: Mode::Accept, letters: vec![] }));
        let own = Arc::clone(&state);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                // A client that breaks off is no failure.
                tokio::spawn(serve(stream, Arc::clone(&own)));
            }
        });
        Self { url, state }
    }

    pub fn set(&self, mode: Mode) {
        self.state.lock().unwrap().mode = mode;
    }

    /// Waits until a message has arrived.
    pub async fn arrival(&self) {
        while self.state.lock().unwrap().letters.is_empty() {
            tokio::task::yield_now().await;
        }
    }

    /// What arrived since the last call.
    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.state.lock().unwrap().letters)
    }
}

async fn serve(stream: TcpStream, state: Arc<Mutex<State>>) -> std::io::Result<()> {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    write.write_all(b"220 mail.example.org\r\n").await?;
    while let Some(line) = lines.next_line().await? {
        let mode = state.lock().unwrap().mode;
        let command = line.split(' ').next().unwrap_or_default().to_ascii_uppercase();
        let reply = match (command.as_str(), mode) {
            ("EHLO", _) => "250-mail.example.org\r\n250-8BITMIME\r\n250 AUTH PLAIN\r\n".into(),
            ("AUTH", _) => "235 welcome\r\n".into(),
            ("RCPT", Mode::Reject(code)) => format!("{code} {}.1.1 {line}: not possible\r\n", code / 100),
            ("MAIL", Mode::RefuseSender) => "550 5.7.1 sender rejected\r\n".into(),
            ("DATA", _) => {
                write.write_all(b"354 go on\r\n").await?;
                let mut letter = String::new();
                while let Some(line) = lines.next_line().await? {
                    if line == "." {
                        break;
                    }
                    letter += &line;
                    letter.push('\n');
                }
                state.lock().unwrap().letters.push(letter);
                if mode == Mode::BreakOff {
                    return Ok(());
                }
                while state.lock().unwrap().mode == Mode::Wait {
                    tokio::task::yield_now().await;
                }
                match state.lock().unwrap().mode {
                    Mode::Reject(code) => format!("{code} {}.3.0 not possible\r\n", code / 100),
                    _ => "250 accepted\r\n".into(),
                }
            }
            ("QUIT", _) => {
                write.write_all(b"221 bye\r\n").await?;
                return Ok(());
            }
            _ => "250 ok\r\n".into(),
        };
        write.write_all(reply.as_bytes()).await?;
    }
    Ok(())
}
