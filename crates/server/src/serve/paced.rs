//! A connection whose reader has to keep up, however slowly: anyone who takes a few bytes now and then, so that nothing
//! ever stalls, could otherwise hold a place for ever.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

/// Bytes a second that are enough: less than the slowest phone network gives, and what holds every place costs
/// megabytes a second.
const RATE: u64 = 1024;
/// A reader may be so far behind the rate: stalls are another limit's matter.
const GRACE: Duration = Duration::from_mins(1);
/// What was read fast before counts for so long at most.
const MOST: Duration = Duration::from_hours(1);

/// Ends with an error when the reader falls behind [`RATE`]. Only the time in which a write waits counts, so that
/// neither idle connections nor slow answers of ours do. What the kernel has taken and the reader has not yet counts as
/// read, which is in the reader's favour.
pub struct Paced<S> {
    stream: S,
    /// How long writes may still wait, as of `since`.
    credit: Duration,
    /// The write that waits.
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl<S: AsyncWrite + Unpin> Paced<S> {
    /// Watches over the readers of a stream.
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

    /// What becomes of a reply to a client that takes so many bytes at once and then rests.
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
    async fn whoever_takes_a_few_bytes_now_and_then_is_cut() {
        let (sent, read, lasted) = replied(10, Duration::from_secs(10)).await;
        assert_eq!(sent.unwrap_err().kind(), io::ErrorKind::TimedOut);
        assert!(read < SIZE / 10, "{read}");
        let waited = lasted.as_secs_f64() - 16.0 * 1024.0; // The reader goes on with what was on its way.
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
    async fn what_was_read_fast_counts_for_an_hour_at_most() {
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
