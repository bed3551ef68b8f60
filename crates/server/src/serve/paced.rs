//! A connection with a minimum read rate. Without it, a client that reads a few bytes now and then could hold a
//! connection forever.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

/// Minimum rate in bytes per second: less than the slowest phone network, but holding all connections needs megabytes
/// per second.
const RATE: u64 = 1024;
/// How far a reader may be behind the rate. Another limit handles stalls.
const GRACE: Duration = Duration::from_mins(1);
/// Maximum credit for fast reading.
const MOST: Duration = Duration::from_hours(1);

/// Ends with an error when the reader falls behind [`RATE`]. Only the time in which a write waits counts: idle
/// connections and slow replies of this server do not. Bytes in the kernel's buffer count as read, in the reader's
/// favour.
pub struct Paced<S> {
    stream: S,
    /// Remaining time that writes may wait, as of `since`.
    credit: Duration,
    /// The write that is waiting.
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl<S: AsyncWrite + Unpin> Paced<S> {
    /// Limits the readers of a stream.
    pub fn new(stream: S) -> Self {
        Self { stream, credit: GRACE, waiting: None }
    }

    fn paced(
        &mut self,
        context: &mut Context<'_>,
        write: impl FnOnce(Pin<&mut S>, &mut Context<'_>) -> Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        let written = write(Pin::new(&mut self.stream), context);
        match &written {
            Poll::Ready(Ok(bytes)) => {
                let waited = self.waiting.take().map_or(Duration::ZERO, |(since, _)| since.elapsed());
                let earned = Duration::from_millis(*bytes as u64 * 1000 / RATE);
                self.credit = (self.credit.saturating_sub(waited) + earned).min(MOST);
            }
            Poll::Ready(Err(_)) => {}
            Poll::Pending => {
                let credit = self.credit;
                let (_, timer) = self.waiting.get_or_insert_with(|| (Instant::now(), Box::pin(sleep(credit))));
                if timer.as_mut().poll(context).is_ready() {
                    return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
                }
            }
        }
        written
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Paced<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.paced(context, |stream, context| stream.poll_write(context, bytes))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.paced(context, |stream, context| stream.poll_write_vectored(context, parts))
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Paced<S> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex};

    use super::*;

    const SIZE: usize = 300_000;

    /// Sends a reply to a client that reads this many bytes at once and then pauses.
    async fn replied(bytes: usize, rest: Duration) -> (io::Result<()>, usize, Duration) {
        let (ours, mut theirs) = duplex(16 * 1024);
        let started = Instant::now();
        let sending = tokio::spawn(async move {
            let mut ours = Paced::new(ours);
            ours.write_all(&vec![0; SIZE]).await
        });
        let (mut part, mut read) = (vec![0; bytes], 0);
        loop {
            match theirs.read(&mut part).await {
                Ok(0) | Err(_) => break,
                Ok(more) => read += more,
            }
            sleep(rest).await;
        }
        (sending.await.unwrap(), read, started.elapsed())
    }

    #[tokio::test(start_paused = true)]
    async fn a_reader_below_the_minimum_rate_is_disconnected() {
        let (sent, read, lasted) = replied(10, Duration::from_secs(10)).await;
        assert_eq!(sent.unwrap_err().kind(), io::ErrorKind::TimedOut);
        assert!(read < SIZE / 10, "{read}");
        let waited = lasted.as_secs_f64() - 16.0 * 1024.0; // The reader first reads the buffered bytes.
        assert!(waited < 200.0, "{lasted:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_network_gets_everything() {
        for (bytes, rest) in [(1500, 1), (12_000, 11), (50, 0)] {
            let (sent, read, _) = replied(bytes, Duration::from_secs(rest)).await;
            assert_eq!((sent.is_ok(), read), (true, SIZE), "{bytes} bytes every {rest} s");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn credit_for_fast_reading_is_limited_to_an_hour() {
        let (ours, mut theirs) = duplex(1024);
        let mut ours = Paced::new(ours);
        let (sent, mut fast) = (vec![0; 10 << 20], vec![0; 10 << 20]);
        let (sent, _) = tokio::join!(ours.write_all(&sent), theirs.read_exact(&mut fast));
        sent.unwrap();
        let started = Instant::now();
        assert!(ours.write_all(&[0; 4096]).await.is_err());
        assert_eq!(started.elapsed().as_secs(), MOST.as_secs());
    }
}
