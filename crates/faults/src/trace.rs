//! System calls of the program, as traced by strace: whether writes to the database's log were synced to the disk
//! before a receipt was sent. Killing a process can't test that; only a power cut or a trace can.

use std::collections::HashSet;

/// The relevant system calls, with file names and enough of each reply to recognise a receipt.
pub const STRACE: [&str; 9] = [
    "strace",
    "--follow-forks",
    "--decode-fds=path",
    "--string-limit=4096",
    "--seccomp-bpf",
    "--quiet=all",
    "--signal=none",
    "--trace=pwrite64,write,writev,sendto,sendmsg,fsync,fdatasync",
    "--output",
];

/// The write-ahead log of the database.
const LOG: &str = "unmask.db-wal>";
/// Occurs in every receipt, as strace quotes it.
const RECEIPT: &str = r#"\"receipt\":"#;

/// The result of a trace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    pub receipts: usize,
    /// Of these, sent while a write to the log was not yet synced.
    pub premature: usize,
    /// Number of syncs of the log.
    pub syncs: usize,
}

impl Trace {
    /// Reads a trace. Its lines are in chronological order; an interrupted call has two lines.
    pub fn of(text: &str) -> Self {
        let mut trace = Self::default();
        let (mut unsynced, mut under_way) = (false, HashSet::new());
        for line in text.lines() {
            let Some((thread, call)) = line.trim_start().split_once(' ') else { continue };
            let call = call.trim_start();
            let name = call.split('(').next().unwrap_or_default();
            let to_log = call.contains(LOG);
            match name {
                "pwrite64" if to_log => unsynced = true,
                "fsync" | "fdatasync" if to_log && call.contains("<unfinished") => {
                    under_way.insert(thread.to_owned());
                }
                "fsync" | "fdatasync" if to_log && call.ends_with("= 0") => trace.synced(&mut unsynced),
                _ if call.starts_with("<... f") && call.ends_with("= 0") && under_way.remove(thread) => {
                    trace.synced(&mut unsynced);
                }
                "write" | "writev" | "sendto" | "sendmsg" if call.contains(RECEIPT) => {
                    trace.receipts += 1;
                    trace.premature += usize::from(unsynced);
                }
                _ => {}
            }
        }
        trace
    }

    fn synced(&mut self, unsynced: &mut bool) {
        self.syncs += usize::from(*unsynced);
        *unsynced = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WRITTEN: &str = "7 pwrite64(9</x/unmask.db-wal>, \"abc\"..., 24, 0) = 24\n";
    const SYNCED: &str = "7 fdatasync(9</x/unmask.db-wal>) = 0\n";
    const TOLD: &str = "8 writev(12<socket:[1]>, [{iov_base=\"HTTP/1.1 200 OK\"}, {iov_base=\"{\\\"receipt\\\":\\\"1\\\"}\"}], 2) = 9\n";

    fn premature(lines: &[&str]) -> (usize, usize) {
        let trace = Trace::of(&lines.concat());
        (trace.receipts, trace.premature)
    }

    #[test]
    fn a_receipt_comes_after_the_disk() {
        assert_eq!(premature(&[WRITTEN, SYNCED, TOLD]), (1, 0));
        assert_eq!(premature(&[WRITTEN, TOLD, SYNCED]), (1, 1));
        assert_eq!(premature(&[WRITTEN, SYNCED, WRITTEN, TOLD]), (1, 1));
        let other = "7 fdatasync(9</x/analytics.db-wal>) = 0\n";
        assert_eq!(premature(&[WRITTEN, other, TOLD]), (1, 1));
        let failed = "7 fdatasync(9</x/unmask.db-wal>) = -1 EIO (Input/output error)\n";
        assert_eq!(premature(&[WRITTEN, failed, TOLD]), (1, 1));
    }

    #[test]
    fn a_call_with_two_lines_ends_with_the_second() {
        let begun = "7 fdatasync(9</x/unmask.db-wal> <unfinished ...>\n";
        let done = "7 <... fdatasync resumed>) = 0\n";
        assert_eq!(premature(&[WRITTEN, begun, TOLD, done]), (1, 1));
        assert_eq!(premature(&[WRITTEN, begun, done, TOLD]), (1, 0));
    }
}
