//! Media from a bucket: the real program and a store that speaks S3, against the same program with a folder.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

use serde_json::json;
use tempfile::TempDir;
use unmask_faults::s3::{BUCKET, S3};
use unmask_server::app::App;
use unmask_server::base::clock::Clock;
use unmask_server::base::config::Settings;
use unmask_server::routes;
use unmask_store::testing::tools::free_port;
use unmask_store::{Options, Store};
use unmask_study::quality::Flag;

use crate::support::{Client, PASSWORD, Program, SERVE, Walker, command, consent, exchange, fails, fixture, settings};

/// A store, and folders for it and for what the program makes.
struct World {
    folder: TempDir,
    s3: S3,
}

/// A reply without its date and its id, which differ between any two.
#[derive(Debug, PartialEq)]
struct Reply {
    status: u16,
    headers: Vec<String>,
    body: Vec<u8>,
}

impl World {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let s3 = S3::start(&folder.path().join("s3")).await.unwrap();
        Self { folder, s3 }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = command(self.folder.path(), arguments);
        command.envs(self.s3.environment());
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    fn push(&self) -> String {
        let done = self.run(&["media", "push", "--media-url", &url()]);
        assert!(done.status.success(), "{done:?}");
        String::from_utf8(done.stdout).unwrap()
    }

    /// A server with its own port and data folder.
    fn serve(&self, name: &str, arguments: &[&str]) -> Program {
        let url = format!("sqlite:{name}/unmask.db");
        let own = ["--data", name, "--database-url", &url];
        Program::serve(self.command(&[&SERVE, &own[..], arguments].concat())).unwrap()
    }

    fn object(&self, file: &str) -> PathBuf {
        self.folder.path().join("s3").join(BUCKET).join("trial/one").join(file)
    }
}

fn url() -> String {
    format!("s3://{BUCKET}/trial/one")
}

fn ask(program: &Program, method: &str, path: &str, headers: &[&str]) -> Reply {
    send(&program.address, &format!("{method} {path}"), headers, "")
}

fn send(address: &str, request: &str, headers: &[&str], body: &str) -> Reply {
    let reply = exchange(address, request, headers, body);
    let end = reply.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
    let head = String::from_utf8(reply[..end].to_vec()).unwrap();
    let own = |line: &&str| !["date:", "x-request-id:"].iter().any(|name| line.starts_with(name));
    let mut headers: Vec<String> = head.lines().skip(1).filter(own).map(str::to_owned).collect();
    headers.sort();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Reply { status, headers, body: reply[end + 4..].to_vec() }
}

const PICTURE: &str = "/study-media/step.svg";

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_bucket_answers_every_range_as_a_folder_does() {
    let world = World::new().await;
    world.push();
    let folder = world.serve("folder", &[]);
    let bucket = world.serve("bucket", &["--media-url", &url()]);
    let whole = std::fs::read(fixture().join("media/step.svg")).unwrap();
    let size = whole.len();
    let content_range = |part: String| format!("content-range: bytes {part}/{size}");
    // The requested range, and the reply by RFC 9110, section 14.
    let cases = [
        ("bytes=2-5".to_owned(), 206, &whole[2..6], content_range("2-5".into())),
        ("bytes=0-0".into(), 206, &whole[..1], content_range("0-0".into())),
        ("bytes=3-".into(), 206, &whole[3..], content_range(format!("3-{}", size - 1))),
        ("bytes=-4".into(), 206, &whole[size - 4..], content_range(format!("{}-{}", size - 4, size - 1))),
        ("bytes=-99999999".into(), 206, &whole[..], content_range(format!("0-{}", size - 1))),
        ("bytes=4-99999999".into(), 206, &whole[4..], content_range(format!("4-{}", size - 1))),
        (format!("bytes={size}-"), 416, &[], content_range("*".into())),
        ("bytes=99999999-99999999".into(), 416, &[], content_range("*".into())),
        ("bytes=-0".into(), 416, &[], content_range("*".into())),
        ("bytes=5-2".into(), 200, &whole[..], String::new()),
        ("bytes=0-1,3-4".into(), 200, &whole[..], String::new()),
        ("lines=1-2".into(), 200, &whole[..], String::new()),
        ("nonsense".into(), 200, &whole[..], String::new()),
    ];
    for (range, status, body, content_range) in cases {
        let asked = format!("range: {range}");
        for condition in
            ["accept: */*", "if-range: \"x\"", "if-none-match: *", "if-modified-since: Fri, 20 Nov 2099 10:00:00 GMT"]
        {
            let replies = [&folder, &bucket].map(|program| ask(program, "GET", PICTURE, &[&asked, condition]));
            assert_eq!(replies[0], replies[1], "{range} {condition}");
            let [reply, _] = replies;
            assert_eq!((reply.status, &reply.body[..]), (status, body), "{range} {condition}");
            assert!(content_range.is_empty() || reply.headers.contains(&content_range), "{range} {reply:?}");
            assert!(reply.headers.contains(&"accept-ranges: bytes".into()), "{reply:?}");
            let told = ["etag", "last-modified", "x-amz", "location", "server"];
            assert!(!reply.headers.iter().any(|line| told.iter().any(|name| line.starts_with(name))), "{reply:?}");
        }
    }
    for (method, range) in [("GET", "accept: */*"), ("HEAD", "accept: */*"), ("HEAD", "range: bytes=2-5")] {
        let replies = [&folder, &bucket].map(|program| ask(program, method, PICTURE, &[range]));
        assert_eq!(replies[0], replies[1], "{method} {range}");
        let length = if range.starts_with("range") { 4 } else { size };
        assert!(replies[0].headers.contains(&format!("content-length: {length}")), "{replies:?}");
        assert_eq!(replies[0].body.len(), if method == "HEAD" { 0 } else { size });
    }
}

/// One is made when the clock says so, with the database and the key of the program that serves the bucket.
async fn ticket(database_url: &str, data: &Path, at: i64, name: &str) -> (Client, String) {
    let settings = Settings { database_url: database_url.into(), ..settings(data) };
    let store = Store::open(database_url, Options::default()).await.unwrap();
    // As every server does: the other one may listen already and not have come to it.
    store.migrate().await.unwrap();
    let app = App::open(settings, Clock::fixed(at), store).await.unwrap();
    for number in 0..20 {
        let mut client = Client::new(routes::router(app.clone()));
        let body = json!({ "username": format!("{name}-{number}"), "password": PASSWORD, "consent": consent() });
        client.take_session(&client.clone().post("/api/auth/register", body).await);
        if client.user["groupType"] == "treatment_0" {
            let mut walker = Walker::new(client).await;
            walker.until(|position| position == "/flow-a/start").await;
            let questions = walker.client.get("/api/flow-a/questions").await.ok();
            return (walker.client, questions[0]["media"]["sources"][0]["url"].as_str().unwrap().to_owned());
        }
    }
    panic!("no participant reached Flow A");
}

/// The permission to see a medium is the same in a folder and in a bucket.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_ticket_ends_with_its_time_and_its_session_also_at_a_bucket() {
    let world = World::new().await;
    world.push();
    let program = world.serve("data", &["--media-url", &url()]);
    let data = world.folder.path().join("data");
    let database_url = format!("sqlite:{}", data.join("unmask.db").display());
    let now = Clock::system().now();
    let (_, old) = ticket(&database_url, &data, now - 5 * 60 * 60 * 1000, "early").await;
    let (mut heron, good) = ticket(&database_url, &data, now, "late").await;

    let part = ask(&program, "GET", &good, &["range: bytes=0-1"]);
    assert_eq!((part.status, part.body.len()), (206, 2), "{part:?}");
    assert!(part.headers.iter().any(|line| line.starts_with("cache-control: private")), "{part:?}");
    assert!(part.headers.contains(&"x-content-type-options: nosniff".into()), "{part:?}");
    let none = ask(&program, "GET", "/api/media/AAAA", &[]);
    assert_eq!(none.status, 404);
    let changed = format!("{}{}", &good[..good.len() - 1], if good.ends_with('A') { 'B' } else { 'A' });
    for (what, address) in [("its time is over", &old), ("a letter is another", &changed)] {
        assert_eq!(ask(&program, "GET", address, &["range: bytes=0-1"]), none, "{what}");
    }
    assert_eq!(heron.send("POST", "/api/auth/logout", &[], vec![]).await.status, 204);
    assert_eq!(ask(&program, "GET", &good, &[]), none, "signed out");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_push_resumes_and_replaces_damaged_objects() {
    let world = World::new().await;
    let first = world.push();
    assert!(!first.contains(" 0 sent"), "{first}");
    assert!(world.push().contains(" 0 sent"));

    let started = world.serve("data", &["--media-url", &url()]);
    let doctor = |world: &World| {
        let said = world.run(&["doctor", "--json", "--database-url", "sqlite:data/unmask.db", "--media-url", &url()]);
        let said: serde_json::Value = serde_json::from_slice(&said.stdout).unwrap();
        let media = said["findings"].as_array().unwrap().iter().find(|one| one["check"] == "media").unwrap().clone();
        (media["outcome"].as_str().unwrap().to_owned(), media.to_string())
    };
    assert_eq!(doctor(&world).0, "ok");
    std::fs::write(world.object("m01a.png"), "something else").unwrap();
    std::fs::remove_file(world.object("step.svg")).unwrap();
    let (outcome, said) = doctor(&world);
    assert_eq!(outcome, "failed", "{said}");
    assert!(
        said.contains("m01a.png has different contents") && said.contains("step.svg") && said.contains("media push")
    );
    assert_eq!(ask(&started, "GET", PICTURE, &[]).status, 404);
    assert!(world.push().contains(" 2 sent"));
    assert_eq!((doctor(&world).0.as_str(), ask(&started, "GET", PICTURE, &[]).status), ("ok", 200));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_bucket_that_rejects_or_is_gone_is_reported_without_a_crash() {
    let world = World::new().await;
    world.push();
    let mut wrong = world.command(&["media", "push", "--media-url", &url()]);
    let wrong = wrong.env("AWS_SECRET_ACCESS_KEY", "another").output().unwrap();
    fails(&wrong, &["can't read the stored file"]);
    let said = String::from_utf8_lossy(&wrong.stderr);
    assert!(!said.contains("another"), "{said}");
    fails(&world.run(&["media", "push", "--media-url", "ftp://x/y"]), &["s3://bucket/prefix", "ftp"]);
    fails(&world.run(&["media", "push"]), &["--media-url is missing"]);

    let program = world.serve("data", &["--media-url", &url()]);
    assert_eq!(ask(&program, "GET", PICTURE, &[]).status, 200);
    let World { folder: _folder, s3 } = world;
    drop(s3);
    tokio::time::sleep(Duration::from_millis(100)).await;
    let gone = ask(&program, "GET", PICTURE, &[]);
    assert_eq!(gone.status, 503, "{gone:?}");
    let said = String::from_utf8_lossy(&gone.body);
    assert!(!said.contains(BUCKET) && !said.contains("step.svg") && !said.contains("127.0.0.1"), "{said}");
}

/// A medium is lost in the bucket under a running server: the metrics say so, and the judgement has it in its data.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_medium_that_a_bucket_lost_is_in_the_metrics_and_the_judgement() {
    let world = World::new().await;
    world.push();
    let metrics = format!("127.0.0.1:{}", free_port());
    let program = world.serve("data", &["--media-url", &url(), "--metrics", &metrics]);
    let data = world.folder.path().join("data");
    let database_url = format!("sqlite:{}", data.join("unmask.db").display());
    let (client, url) = ticket(&database_url, &data, Clock::system().now(), "heron").await;
    let mut walker = Walker::new(client).await;
    walker.until(|position| position.starts_with("/flow-a/question/")).await;
    assert_eq!(ask(&program, "GET", &url, &[]).status, 200);
    for object in std::fs::read_dir(world.object("m01a.png").parent().unwrap()).unwrap() {
        std::fs::remove_file(object.unwrap().path()).unwrap();
    }
    assert_eq!(ask(&program, "GET", &url, &[]).status, 404);

    let body = json!({ "answer": "original", "confidence": 60 }).to_string();
    let question = walker.position.split('/').nth(3).unwrap();
    let token = format!("authorization: Bearer {}", walker.client.token);
    let headers = [token.as_str(), "content-type: application/json"];
    let request = format!("POST /api/flow-a/questions/{question}/answer");
    let judged = send(&program.address, &request, &headers, &body);
    assert_eq!(judged.status, 200, "{}", String::from_utf8_lossy(&judged.body));
    let store = Store::open(&database_url, Options::default()).await.unwrap();
    let flags = unmask_store::read_models::flags(&store).await.unwrap();
    assert!(
        flags.iter().any(|flagged| flagged.flag == Flag::MediaFailed && flagged.item.starts_with("flow-a/")),
        "{flags:?}"
    );

    let World { folder: _folder, s3 } = world;
    drop(s3);
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(ask(&program, "GET", &url, &[]).status, 503);
    let told = String::from_utf8(send(&metrics, "GET /metrics", &[], "").body).unwrap();
    for reason in ["missing", "unavailable"] {
        let line = format!("unmask_media_failures_total{{reason=\"{reason}\"}} 1");
        assert!(told.contains(&line), "{told}");
    }
}
