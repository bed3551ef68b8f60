//! A small HTTP/1.1 client on one kept connection: a load client must cost less than what it measures.

use std::net::SocketAddr;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

pub struct Client {
    address: SocketAddr,
    stream: BufReader<TcpStream>,
    line: String,
    body: Vec<u8>,
    /// Sent as the bearer token once known.
    pub token: Option<String>,
}

impl Client {
    pub async fn connect(address: SocketAddr) -> Result<Self> {
        Ok(Self { address, stream: open(address).await?, line: String::new(), body: Vec::new(), token: None })
    }

    /// Sends one request and returns its JSON reply. A reply that is not 2xx is an error with its text.
    pub async fn call(&mut self, method: &str, path: &str, body: Option<&Value>) -> Result<Value> {
        let body = body.map(Value::to_string).unwrap_or_default();
        let bearer = self.token.as_ref().map(|t| format!("authorization: Bearer {t}\r\n")).unwrap_or_default();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\ncontent-length: {}\r\n{bearer}\r\n",
            body.len()
        );
        let request = [head.as_bytes(), body.as_bytes()].concat();
        self.stream.get_mut().write_all(&request).await?;
        let status = match self.status().await {
            Ok(status) => status,
            // The server closes a connection that was idle for ten seconds, as browsers expect.
            Err(_) if self.line.is_empty() => {
                self.stream = open(self.address).await?;
                self.stream.get_mut().write_all(&request).await?;
                self.status().await?
            }
            Err(error) => return Err(error),
        };
        let length = self.length().await?;
        self.body.resize(length, 0);
        self.stream.read_exact(&mut self.body).await?;
        if !(200..300).contains(&status) {
            bail!("{method} {path}: {status} {}", String::from_utf8_lossy(&self.body));
        }
        if length == 0 { Ok(Value::Null) } else { Ok(serde_json::from_slice(&self.body)?) }
    }

    async fn status(&mut self) -> Result<u16> {
        self.read_line().await?;
        self.line.split(' ').nth(1).and_then(|s| s.parse().ok()).with_context(|| format!("status line {:?}", self.line))
    }

    async fn length(&mut self) -> Result<usize> {
        let mut length = 0;
        loop {
            self.read_line().await?;
            if self.line.is_empty() {
                return Ok(length);
            }
            let (name, value) = self.line.split_once(':').context("header")?;
            if name.eq_ignore_ascii_case("content-length") {
                length = value.trim().parse()?;
            }
            ensure!(!name.eq_ignore_ascii_case("transfer-encoding"), "chunked replies are not expected here");
        }
    }

    async fn read_line(&mut self) -> Result<()> {
        self.line.clear();
        ensure!(self.stream.read_line(&mut self.line).await? > 0, "the server closed the connection");
        self.line.truncate(self.line.trim_end().len());
        Ok(())
    }
}

async fn open(address: SocketAddr) -> Result<BufReader<TcpStream>> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    Ok(BufReader::new(stream))
}

/// Reads and discards the complete reply of an address, and returns its size in bytes, with the headers.
pub async fn download(address: SocketAddr, path: &str) -> Result<u64> {
    let mut stream = open(address).await?;
    let request = format!("GET {path} HTTP/1.1\r\nhost: bench\r\nconnection: close\r\n\r\n");
    stream.get_mut().write_all(request.as_bytes()).await?;
    let mut line = String::new();
    stream.read_line(&mut line).await?;
    ensure!(line.starts_with("HTTP/1.1 200"), "GET {path}: {line}");
    Ok(tokio::io::copy(&mut stream, &mut tokio::io::sink()).await?)
}
