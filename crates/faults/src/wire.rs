//! HTTP/1.1 messages as the proxy cuts and copies them: a head, and a body of a stated length.

use std::io::{Error, ErrorKind, Result};
use std::net::SocketAddr;

use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;

/// A connection with its read buffer.
pub type Link = BufReader<TcpStream>;

/// A request or a response.
#[derive(Clone, Debug)]
pub struct Message {
    /// First line and headers, with the empty line.
    pub head: String,
    pub body: Vec<u8>,
}

impl Message {
    /// Reads one; none if the other side has closed the connection between two messages.
    pub async fn read(link: &mut Link) -> Result<Option<Self>> {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if link.read_line(&mut head).await? == 0 {
                return if head.is_empty() { Ok(None) } else { Err(ErrorKind::UnexpectedEof.into()) };
            }
        }
        let mut message = Self { head, body: Vec::new() };
        if message.header("transfer-encoding").is_some() {
            return Err(Error::new(ErrorKind::Unsupported, "a message without a length"));
        }
        let length = message.header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
        message.body.resize(length, 0);
        link.read_exact(&mut message.body).await?;
        Ok(Some(message))
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.head.lines().skip(1).filter_map(|line| line.split_once(':'));
        headers.find(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }

    /// As it goes over the network.
    pub fn bytes(&self) -> Vec<u8> {
        [self.head.as_bytes(), &self.body].concat()
    }
}

/// Opens a connection.
pub async fn connect(address: SocketAddr) -> Result<Link> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    Ok(BufReader::new(stream))
}

/// Sends a request and waits for its response.
pub async fn exchange(link: &mut Link, request: &Message) -> Result<Message> {
    link.get_mut().write_all(&request.bytes()).await?;
    Message::read(link).await?.ok_or_else(|| ErrorKind::UnexpectedEof.into())
}
