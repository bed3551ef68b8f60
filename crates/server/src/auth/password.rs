//! Password hashing with Argon2id on a few low-priority threads, so that sixty concurrent registrations don't delay
//! answers.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::Duration;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use parking_lot::Mutex;
use tokio::sync::oneshot;

use super::hasher::{Hasher, MEMORY_KIB, PASSES};
use crate::api::error::ApiError;
use crate::api::form::{FormCode, FormError};
use crate::base::background::yield_to_others;
use crate::base::text::normalise;

/// Maximum number of waiting jobs. Further callers get an error and can retry.
const QUEUE: usize = 1024;

/// A thread without work for this time frees its memory. Allocating it again costs 13 ms of processor time, about one
/// per cent for a thread that hashes once a second.
const IDLE: Duration = Duration::from_secs(1);

/// Shortest and longest password, in characters after normalisation.
const LENGTH: std::ops::RangeInclusive<usize> = 8..=256;

/// Minimum number of letters and digits in a password in addition to the username.
const ADDED: usize = 5;

type Job = Box<dyn FnOnce(&Hasher) + Send>;

/// The hashing threads.
#[derive(Clone)]
pub struct Passwords {
    jobs: SyncSender<Job>,
    /// Verified when there is no such user, so that both cases take the same time.
    dummy: Arc<str>,
    /// Hashes computed so far.
    computed: Arc<AtomicU64>,
    /// Jobs waiting or running.
    waiting: Arc<AtomicUsize>,
}

impl Passwords {
    /// Starts `threads` of them. Each has 19 MiB while there is work.
    pub fn start(threads: usize) -> anyhow::Result<Self> {
        Self::start_with(threads, IDLE)
    }

    fn start_with(threads: usize, idle: Duration) -> anyhow::Result<Self> {
        let (jobs, queue) = sync_channel::<Job>(QUEUE);
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..threads {
            let queue = Arc::clone(&queue);
            thread::Builder::new().name("password".into()).spawn(move || work(&queue, idle))?;
        }
        // A hash of zeros: no password has it, and verifying takes as long as for any other.
        let dummy = format!("$argon2id$v=19$m={MEMORY_KIB},t={PASSES},p=1${}${}", "A".repeat(22), "A".repeat(43));
        Ok(Self { jobs, dummy: dummy.into(), computed: Arc::default(), waiting: Arc::default() })
    }

    /// Hashes a new password.
    pub async fn hash(&self, password: &str) -> Result<String, ApiError> {
        let password = normalise(password);
        let computed = Arc::clone(&self.computed);
        let hash = self.run(move |hasher| {
            computed.fetch_add(1, Ordering::Relaxed);
            hasher.hash_password(password.as_bytes())
        });
        let hash = hash.await?.map_err(|error| ApiError::internal(format!("can't hash: {error}")))?;
        Ok(hash.to_string())
    }

    /// Whether the password matches the hash. `None` is a user who does not exist.
    pub async fn verify(&self, password: &str, hash: Option<&str>) -> Result<bool, ApiError> {
        let (password, known) = (normalise(password), hash.is_some());
        let hash = hash.unwrap_or(&self.dummy).to_owned();
        let computed = Arc::clone(&self.computed);
        let right = self.run(move |hasher| {
            PasswordHash::new(&hash).is_ok_and(|hash| {
                computed.fetch_add(1, Ordering::Relaxed);
                hasher.verify_password(password.as_bytes(), &hash).is_ok()
            })
        });
        Ok(right.await? && known)
    }

    /// How many hashes were computed: what sign-ins cost, for known and unknown names.
    pub fn computed(&self) -> u64 {
        self.computed.load(Ordering::Relaxed)
    }

    /// [`error`], on a hashing thread: judging a long password takes milliseconds.
    pub async fn error(&self, password: &str, context: Vec<String>) -> Result<Option<FormError>, ApiError> {
        let password = password.to_owned();
        self.run(move |_| error(&password, &context.iter().map(String::as_str).collect::<Vec<_>>())).await
    }

    /// Jobs waiting or running.
    pub fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    async fn run<T: Send + 'static>(&self, job: impl FnOnce(&Hasher) -> T + Send + 'static) -> Result<T, ApiError> {
        let (answer, result) = oneshot::channel();
        let waiting = Waiting::one(&self.waiting);
        let job: Job = Box::new(move |hasher| {
            let _waiting = waiting;
            // The caller has gone: the result is not needed.
            if !answer.is_closed() {
                let _ = answer.send(job(hasher));
            }
        });
        self.jobs.try_send(job).map_err(|error| match error {
            TrySendError::Full(_) => ApiError::too_many_requests(10),
            TrySendError::Disconnected(_) => ApiError::internal("the password threads have ended"),
        })?;
        result.await.map_err(|_| ApiError::internal("a password thread gave no answer"))
    }
}

/// One more while it lives: a job that is rejected or panics is counted down, too.
struct Waiting(Arc<AtomicUsize>);

impl Waiting {
    fn one(count: &Arc<AtomicUsize>) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(count))
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

fn work(queue: &Mutex<Receiver<Job>>, idle: Duration) {
    yield_to_others();
    let hasher = Hasher::new();
    while let Some(job) = next(queue, idle, || hasher.release()) {
        // A panicking job must not end the thread.
        drop(std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| job(&hasher))));
    }
}

/// Waits for a job: one thread at the queue, the others for their turn there. `on_idle` runs when the wait is long.
/// None when all senders are gone.
fn next(queue: &Mutex<Receiver<Job>>, idle: Duration, on_idle: impl Fn()) -> Option<Job> {
    let queue = queue.try_lock_for(idle).unwrap_or_else(|| {
        on_idle();
        queue.lock()
    });
    match queue.recv_timeout(idle) {
        Err(RecvTimeoutError::Timeout) => {
            on_idle();
            queue.recv().ok()
        }
        job => job.ok(),
    }
}

/// The validation error of a new password. `context` contains words that an attacker would try first.
pub fn error(password: &str, context: &[&str]) -> Option<FormError> {
    let password = normalise(password);
    let length = password.chars().count();
    if !LENGTH.contains(&length) {
        return Some(FormError::length(&LENGTH));
    }
    if is_little_but(&password, context) {
        return Some(FormCode::PasswordNamesStudy.into());
    }
    // zxcvbn tries every reading of digits and signs as letters: 100 chosen characters cost it a second, 32 a
    // twentieth. A password that is weak in its first 32 characters is rejected.
    let start: String = once(&password).chars().take(32).collect();
    let strength = zxcvbn::zxcvbn(&start, context);
    (u8::from(strength.score()) < 2).then(|| FormCode::PasswordGuessable.into())
}

/// A repeated word is no stronger than the word once; zxcvbn detects that only without separators.
fn once(password: &str) -> &str {
    let mut words = password.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_same = |first: &str, word: &str| word.to_lowercase() == first.to_lowercase();
    match (words.next(), words.next()) {
        (Some(first), Some(second)) if is_same(first, second) && words.all(|word| is_same(first, word)) => first,
        _ => password,
    }
}

/// Only letters and digits, in lower case.
fn bare(text: &str) -> String {
    normalise(text).to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Whether a password consists of these words, perhaps repeated, with little added.
fn is_little_but(password: &str, context: &[&str]) -> bool {
    let password = bare(password);
    context.iter().map(|word| bare(word)).filter(|word| word.chars().count() >= 3).any(|word| {
        let rest = password.replace(&word, "");
        rest.len() < password.len() && rest.chars().count() < ADDED
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_verifies_in_any_normal_form_and_an_unknown_user_never() {
        let passwords = Passwords::start(1).unwrap();
        let hash = passwords.hash("café-au-lait-9").await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert!(passwords.verify("cafe\u{301}-au-lait-9", Some(&hash)).await.unwrap());
        assert!(!passwords.verify("café-au-lait-8", Some(&hash)).await.unwrap());
        assert!(!passwords.verify("a password that nobody has", None).await.unwrap());
        let of = |hash: &str| hash.rsplitn(3, '$').nth(2).map(str::to_owned);
        assert_eq!(of(&passwords.dummy), of(&hash), "the same work for a name that nobody has");
        assert_eq!(passwords.computed(), 4);
    }

    #[tokio::test]
    async fn a_thread_keeps_its_memory_until_it_is_idle() {
        const PASSWORD: &str = "lanterns over the harbour";
        let start = |idle| Passwords::start_with(1, idle).unwrap();
        let [hashes, verifies] = [(); 2].map(|()| start(Duration::from_hours(1)));
        let hash = hashes.hash(PASSWORD).await.unwrap();
        assert!(verifies.verify(PASSWORD, Some(&hash)).await.unwrap());
        for busy in [hashes, verifies] {
            assert_eq!(busy.run(Hasher::kept).await.unwrap(), 19_456);
        }
        let idle = start(Duration::from_millis(1));
        idle.hash(PASSWORD).await.unwrap();
        for _ in 0..1000 {
            tokio::time::sleep(Duration::from_millis(20)).await;
            if idle.run(Hasher::kept).await.unwrap() == 0 {
                return;
            }
        }
        panic!("the memory is kept for ever");
    }

    /// One thread waits at the queue, the others for the lock on it.
    #[test]
    fn a_thread_is_idle_at_the_queue_and_behind_another_thread() {
        let (jobs, queue) = sync_channel::<Job>(1);
        let queue = Mutex::new(queue);
        let (idle, is_idle) = std::sync::mpsc::channel();
        let long = Duration::from_mins(1);
        thread::scope(|scope| {
            let other = queue.lock();
            let waiting = scope.spawn(|| next(&queue, Duration::ZERO, || idle.send(()).unwrap()).is_some());
            let behind = is_idle.recv_timeout(long);
            drop(other);
            let first = is_idle.recv_timeout(long);
            jobs.send(Box::new(|_| ())).unwrap();
            assert!(waiting.join().unwrap());
            assert_eq!((behind, first), (Ok(()), Ok(())));
        });
    }

    /// Nothing is cut off, at either end or in the middle.
    #[tokio::test]
    async fn every_character_of_a_password_counts() {
        let passwords = Passwords::start(1).unwrap();
        let long: String = "lanterns over the harbour, and under it eels; ".chars().cycle().take(255).collect();
        let right = format!(" {long}");
        let hash = passwords.hash(&right).await.unwrap();
        assert!(passwords.verify(&right, Some(&hash)).await.unwrap());
        let (front, last) = right.split_at(right.len() - 1);
        for wrong in
            [long.clone(), format!("{right} "), front.to_owned(), format!("{front}{last}{last}"), format!("{front}X")]
        {
            assert!(!passwords.verify(&wrong, Some(&hash)).await.unwrap(), "{wrong}");
        }
    }

    #[test]
    fn a_password_has_eight_to_256_characters() {
        let of = |length: usize| "q7#Vm!x2Zt%Lw9&K".chars().cycle().take(length).collect::<String>();
        for (password, says) in [(of(7), true), (of(8), false), ("$%&7*(é".into(), true), ("$%&7*(éß".into(), false)]
        {
            assert_eq!(
                error(&password, &[]).is_some_and(|error| error.message().contains("8 to 256")),
                says,
                "{password}"
            );
        }
        for long in [64, 128, 256] {
            let words: String = "lanterns over the harbour, and under it eels; ".chars().cycle().take(long).collect();
            assert_eq!(error(&words, &[]), None, "{long} characters");
        }
    }

    /// Those of eight characters and more from the head of `10-million-password-list-top-1000.txt`
    /// (<https://github.com/danielmiessler/SecLists>), which attackers begin with.
    #[test]
    fn common_passwords_are_rejected() {
        let common = "
            password baseball football qwertyuiop superman 1qaz2wsx trustno1 jennifer sunshine iloveyou starwars computer michelle
            11111111 princess 987654321 corvette 1234qwer 88888888 q1w2e3r4t5 internet samantha whatever maverick
            steelers mercedes 123123123 hardcore midnight bigdaddy victoria marlboro asdfasdf 12344321 Password
            jonathan abcd1234 qazwsxedc password1 slipknot qwerty123 startrek butthead asdfghjkl liverpool dolphins
            elephant 1q2w3e4r5t passw0rd 1qazxsw2 blink182 minecraft lasvegas 147258369 explorer qweasdzxc drowssap
            einstein cherokee zaq12wsx";
        for common in common.split_whitespace() {
            assert!(error(common, &[]).is_some(), "{common}");
        }
    }

    #[test]
    fn guessable_passwords_are_rejected_with_a_reason() {
        assert!(error("short", &[]).unwrap().message().contains("8 to 256"));
        assert!(error("password1", &[]).unwrap().message().contains("easy to guess"));
        assert!(error("Quiet-Otter-4821", &["quiet-otter-4821"]).unwrap().message().contains("username"));
        let weak = "aaaaaaaa|aaaaaaaaaaaaaaaa|ａａａａａａａａ|éééééééé|abababab|abcabcabcabc|12345678|heronheron|HERON1234|\
            heron-heron-heron|1heron1heron|norehnoreh|日日日日日日日日|        |!!!!!!!!!!|abcdefghijkl|19840523|\
            password password|Summer, summer, summer!";
        for weak in weak.split('|') {
            assert!(error(weak, &["heron"]).is_some(), "{weak}");
        }
        let named = "original or altered|originaloraltered|Original, or altered: 2026|original or altered original or altered|\
            ORIGINAL_OR_ALTERED?original-or-altered!";
        for named in named.split('|') {
            assert!(
                error(named, &["Original or altered?"]).unwrap().message().contains("name of the study"),
                "{named}"
            );
        }
        for fine in ["lanterns over the harbour", "$%&7*(#@!^+", "the heron over the harbour", "  spaces-and-signs!!"] {
            assert_eq!(error(fine, &["quiet-otter-4821", "heron"]), None, "{fine}");
        }
        assert!(error(&"é".repeat(257), &[]).is_some());
    }
}
