//! Cancels an export that makes no progress. The total time is not limited.

use std::path::Path;
use std::time::Duration;

use tokio::time::sleep;

/// Maximum time in which an export writes nothing, while a database sorts or the report is computed.
pub const PATIENCE: Duration = Duration::from_mins(2);

/// Waits for what is written into a folder as long as the folder grows; nothing if it did not for [`PATIENCE`].
pub async fn while_it_grows<T>(folder: &Path, writing: impl Future<Output = T>) -> Option<T> {
    let mut writing = std::pin::pin!(writing);
    let mut before = bytes(folder);
    loop {
        tokio::select! {
            done = &mut writing => return Some(done),
            () = sleep(PATIENCE) => {}
        }
        let now = bytes(folder);
        if now == before {
            return None;
        }
        before = now;
    }
}

/// Bytes of all files below a folder. What disappears meanwhile counts nothing: files move when a package is complete.
fn bytes(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let size = |entry: std::fs::DirEntry| match entry.metadata() {
        Ok(file) if file.is_dir() => bytes(&entry.path()),
        Ok(file) => file.len(),
        Err(_) => 0,
    };
    entries.map(size).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn what_grows_takes_its_time_and_what_stands_still_ends() {
        let folder = tempfile::tempdir().unwrap();
        let grow = async |times: usize| {
            for number in 0..times {
                sleep(PATIENCE.saturating_sub(Duration::from_secs(1))).await;
                std::fs::create_dir_all(folder.path().join("data")).unwrap();
                std::fs::write(folder.path().join("data/table.csv"), vec![b'.'; number + 1]).unwrap();
            }
        };
        assert_eq!(
            while_it_grows(folder.path(), grow(60)).await,
            Some(()),
            "two hours, and something new all the time"
        );
        let stuck = async {
            grow(2).await;
            sleep(PATIENCE * 3).await;
        };
        assert_eq!(while_it_grows(folder.path(), stuck).await, None);
    }
}
