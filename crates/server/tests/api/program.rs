//! The program itself: every error is one clear sentence and a status that is not zero.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::support::{Program, Server, command, edited, fails, fixture, rewrite, unmask, works};

#[test]
fn a_port_in_use() {
    let folder = tempfile::tempdir().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let says = ["can't listen on", &address, "another program", "--listen"];
    fails(&unmask(folder.path(), &["serve", "--listen", &address]), &says);
    let args = ["serve", "--listen", "127.0.0.1:0", "--metrics", &address];
    let output = unmask(folder.path(), &args);
    fails(&output, &["can't listen on", &address, "another program", "--metrics chooses another address"]);
    assert!(!String::from_utf8_lossy(&output.stderr).contains("--listen"), "{output:?}");
    assert!(!folder.path().join("data").exists(), "nothing was made");
}

#[test]
fn an_address_of_another_machine() {
    let folder = tempfile::tempdir().unwrap();
    // Reserved for documentation: RFC 5737.
    let says = ["can't listen on 192.0.2.1:8080", "this machine does not have that address"];
    fails(&unmask(folder.path(), &["serve", "--listen", "192.0.2.1:8080"]), &says);
}

#[test]
fn a_folder_that_can_not_be_made() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    let args = ["serve", "--listen", "127.0.0.1:0", "--data", "file/data"];
    fails(&unmask(folder.path(), &args), &["can't create the data folder 'file/data'"]);
    let args = ["serve", "--listen", "127.0.0.1:0", "--database-url", "sqlite:file/unmask.db"];
    fails(&unmask(folder.path(), &args), &["can't open the database"]);
}

#[test]
fn a_database_that_does_not_answer_and_its_password_stays_hidden() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["serve", "--listen", "127.0.0.1:0", "--database-url", "postgres://lab:secret@word@127.0.0.1:9/study"];
    let output = unmask(folder.path(), &args);
    fails(&output, &["can't open the database '127.0.0.1:9/study'", "Connection refused", "--database-url"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!said.contains("secret") && !said.contains("word") && said.lines().count() == 1, "{said}");
}

/// As `unmask check | head` does.
#[test]
fn an_output_that_is_closed_early_ends_a_command_silently() {
    let folder = tempfile::tempdir().unwrap();
    for args in [&["check"][..], &["schema"], &["openapi"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = command(folder.path(), args).stdout(writer).stderr(Stdio::piped()).output().unwrap();
        assert_eq!(output.status.code(), Some(141), "{args:?}: {output:?}");
        assert!(output.stderr.is_empty(), "{args:?}: {output:?}");
    }
}

/// As `unmask serve 2>&1 | tee log` does when `tee` ends.
#[test]
fn a_server_whose_log_is_closed_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = command(folder.path(), &["serve", "--listen", "127.0.0.1:0", "--log", "info"]);
    let mut server = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(server.stderr.take().unwrap()).lines().map(Result::unwrap);
    let line = lines.find(|line| line.starts_with("Unmask serves")).unwrap();
    drop(lines);
    let address = line.rsplit_once("http://").unwrap().1;
    for _ in 0..2 {
        let mut connection = TcpStream::connect(address).unwrap();
        write!(connection, "GET /api/study HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
        let mut reply = String::new();
        connection.read_to_string(&mut reply).unwrap();
        assert!(reply.starts_with("HTTP/1.1 200"), "{reply}");
    }
    server.kill().unwrap();
    server.wait().unwrap();
}

/// The password is set and shown only once.
#[test]
fn a_new_password_is_shown_even_if_the_output_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = command(folder.path(), &["admin"]).stdout(writer).stderr(Stdio::piped()).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("password: "), "{output:?}");
}

#[test]
fn a_broken_bundle_is_shown_with_file_line_and_column() {
    let folder = tempfile::tempdir().unwrap();
    let practice = edited(folder.path(), |text| text).join("practice.yaml");
    rewrite(&practice, |text| text.replace("stimulus: practice-1", "stimulus: practise-1"));
    fails(&unmask(folder.path(), &["check", "study"]), &["practice.yaml:2:"]);
    let args = ["serve", "--listen", "127.0.0.1:0", "--study", "study"];
    fails(&unmask(folder.path(), &args), &["practice.yaml:2:", "has errors"]);
    let secret = |file: &str| folder.path().join("data").join(file).exists();
    assert!(!secret("server.key") && !secret("allocation.seed"), "a start that is rejected makes no secret");
    fails(&unmask(folder.path(), &["check", "nowhere"]), &["can't read the study folder 'nowhere'"]);
}

#[test]
fn a_study_begins_as_the_template_that_is_named() {
    let folder = tempfile::tempdir().unwrap();
    for (template, part) in [
        ("training", "treatment_1:"),
        ("arms", "label_ai:"),
        ("follow-up", "reminders:"),
        ("screening", "at: practice"),
    ] {
        works(&unmask(folder.path(), &["new", template, "--template", template]));
        let study = fs::read_to_string(folder.path().join(template).join("study.yaml")).unwrap();
        assert!(study.starts_with(&format!("id: {template}\n")) && study.contains(part), "{template}: {study}");
        works(&unmask(folder.path(), &["check", template]));
    }
    let unknown = unmask(folder.path(), &["new", "mine", "--template", "factorial"]);
    fails(&unknown, &["invalid value 'factorial'", "possible values: training, arms, follow-up, screening"]);
    assert!(!folder.path().join("mine").exists());
}

#[test]
fn a_new_bundle_is_in_order_and_an_old_one_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let said = works(&unmask(folder.path(), &["new", "mine"]));
    let command = said.lines().find_map(|line| line.strip_prefix("  unmask ")).expect("it says how to go on");
    let checked = works(&unmask(folder.path(), &command.split(' ').collect::<Vec<_>>()));
    assert!(
        checked.contains("`contact.email` is still to be written") && checked.contains("'Mine' can run"),
        "{checked}"
    );
    fails(&unmask(folder.path(), &["new", "mine"]), &["'mine' exists; choose another name (nothing was changed)"]);
}

#[test]
fn documents_need_no_database() {
    let folder = tempfile::tempdir().unwrap();
    for command in ["openapi", "schema"] {
        let said = works(&unmask(folder.path(), &[command]));
        serde_json::from_str::<serde_json::Value>(&said).unwrap();
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// G*Power 3.1, two-sided t test of two independent means at 0.05 and power 0.80: 64 in each arm for d = 0.5, 394 for
/// 0.2 (Cohen 1988, table 2.4.1, has 64 and 393). A covariate with r = 0.5 leaves three quarters of them, and a loss of
/// a quarter asks for as many again.
#[test]
fn sample_sizes_are_those_of_the_tables() {
    let folder = tempfile::tempdir().unwrap();
    let plan = ["--power", "0.8", "--correlation", "0.2", "--spread", "1", "--loss", "0.25"];
    let power = |more: &[&str]| unmask(folder.path(), &[&["power"], &plan[..], more].concat());
    // Two primary comparisons share the error rate.
    let said = works(&power(&["--alpha", "0.1", "--effect", "0.5"]));
    assert!(said.contains("3 arms, 2 primary comparisons"), "{said}");
    let row = |effect: &str| {
        let words = said.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        words.into_iter().find(|words| words.first() == Some(&effect)).unwrap_or_default()
    };
    assert_eq!(row("0.50"), ["0.50", "64", "62", "83", "249", "<-", "requested"]);
    assert_eq!(row("0.20"), ["0.20", "394", "379", "506", "1518"]);
    fails(&power(&["--alpha", "0.05", "--effect", "0"]), &["these numbers give no sample size"]);
    let fewer = unmask(folder.path(), &["power", "--correlation", "0.4"]);
    fails(&fewer, &["--correlation is 0.4", "(2 items)", "(4 items)", "Remove the correlation"]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "and it needs no database");
}

#[test]
fn the_admin_gets_a_password_and_the_doctor_is_content() {
    let folder = tempfile::tempdir().unwrap();
    let output = unmask(folder.path(), &["admin"]);
    let said = works(&output);
    assert!(said.contains("Admin 'admin@example.org', password: "), "{said}");
    let noted = |output: &Output| String::from_utf8_lossy(&output.stderr).contains("There was no database");
    assert!(noted(&output) && !noted(&unmask(folder.path(), &["admin"])), "{output:?}");
    works(&unmask(folder.path(), &["doctor"]));
}

#[test]
fn a_database_that_is_not_there_or_empty_is_no_study_without_answers() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("empty.db"), "").unwrap();
    fs::write(folder.path().join("text.db"), "no database at all, whatever its name says").unwrap();
    for command in ["report", "export", "anonymise"] {
        let ask = |database: &str| {
            let target = (command == "export").then_some("package");
            unmask(folder.path(), &[&[command], target.as_slice(), &["--database-url", database]].concat())
        };
        fails(&ask("sqlite:none.db"), &["can't open the database 'sqlite:none.db': there is no file none.db;"]);
        fails(
            &ask("sqlite:empty.db"),
            &["no study was ever started with the database 'sqlite:empty.db'", "--database-url"],
        );
        fails(&ask("sqlite:text.db"), &["file is not a database", "--database-url"]);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing was made");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_another_schema_is_left_alone() {
    let server = Server::sqlite().await;
    let (folder, url) = (tempfile::tempdir().unwrap(), &server.app.settings.database_url);
    let report = || unmask(folder.path(), &["report", "--database-url", url]);
    server.database.run("delete from schema_version where number > 2").await;
    fails(&report(), &["the database has schema 2, but this newer program has", "make a backup"]);
    assert_eq!(server.app.store.schema().await.unwrap().0, 2);
    server.database.run("insert into schema_version values (99, 'from the future')").await;
    fails(&report(), &["the database has schema 99", "use the newer program"]);
}

/// What the program says until it serves, or until it ends.
fn start_with(folder: &Path, more: &[&str]) -> String {
    Program::start(folder, more).map_or_else(|said| said, |program| program.said())
}

/// Two servers with different keys would not know each other's ids and addresses.
#[test]
fn a_server_with_another_key_than_the_database_does_not_start() {
    let folder = tempfile::tempdir().unwrap();
    let serves = |more: &[&str]| {
        let said = start_with(folder.path(), more);
        (said.contains("Unmask serves "), said)
    };
    assert!(serves(&[]).0);
    fs::remove_file(folder.path().join("data/server.key")).unwrap();
    let (served, said) = serves(&[]);
    assert!(!served && said.contains("the server key is missing") && said.contains("--new-server-key"), "{said}");
    assert!(!said.contains("right database"), "{said}");
    let (served, said) = serves(&["--data", "other"]);
    let asks = "Is this the right database? --database-url is sqlite:data/unmask.db, but --data is other.";
    assert!(!served && said.contains(asks), "{said}");
    let doctor = unmask(folder.path(), &["doctor", "--server-key", &"A".repeat(43)]);
    fails(&doctor, &["FAILED   server key", "does not match the database"]);
    assert!(serves(&["--new-server-key"]).0);
    assert!(serves(&[]).0, "from then on it is the database's own");
}

/// As other programs and editors write 32 bytes: the standard alphabet, padding, a mark at the beginning, a line end.
#[test]
fn a_secret_is_read_in_either_alphabet_and_as_editors_save_it() {
    let folder = tempfile::tempdir().unwrap();
    let key = format!("-_{}8", "A".repeat(40));
    let standard = format!("+/{}8=", "A".repeat(40));
    let serves = |more: &[&str]| start_with(folder.path(), more);
    let started = |said: String| assert!(said.contains("Unmask serves "), "{said}");
    started(serves(&["--server-key", &key]));
    started(serves(&["--server-key", &standard]));
    let file = folder.path().join("data/server.key");
    for text in [format!("\u{feff}{key}\r\n"), format!("{standard}\n")] {
        fs::write(&file, text).unwrap();
        started(serves(&[]));
    }
    let wrong =
        [("ab".repeat(32), "gives 48 bytes"), (format!("{key}!"), "Invalid symbol"), (String::new(), "is empty")];
    for (text, says) in wrong {
        let said = serves(&["--server-key", &text]);
        assert!(said.contains("--server-key") && said.contains(says), "'{says}' is not in: {said}");
    }
}

/// No password is the program's: each installation makes its own, says it on the first start and never again.
#[test]
fn the_first_start_shows_a_password_once_and_rejects_a_short_one() {
    let start = |folder: &Path| start_with(folder, &[]);
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let [one, other] = folders.each_ref().map(|folder| {
        let first = start(folder.path());
        let says = "Password of the admin 'admin@example.org', shown only now: ";
        let passwords: Vec<&str> = first.lines().filter_map(|line| line.strip_prefix(says)).collect();
        assert!(passwords.len() == 1 && passwords[0].len() >= 15, "{first}");
        let again = start(folder.path());
        assert!(again.contains("Unmask serves "), "{again}");
        assert!(!again.contains("shown only now") && !again.contains(passwords[0]), "{again}");
        passwords[0].to_owned()
    });
    assert_ne!(one, other);
    let third = tempfile::tempdir().unwrap();
    let said = start_with(third.path(), &["--admin-password", "admin"]);
    assert!(said.contains("the password needs at least 15 characters"), "{said}");
    assert!(!said.contains("Unmask serves"), "{said}");
}

/// What systemd does with `unmask.socket`: the socket is its own, and the program gets it as its third file.
#[test]
fn a_request_during_a_restart_waits_and_is_not_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let socket = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = socket.local_addr().unwrap();
    let start = || {
        let hand_over = "exec 3<&0 0</dev/null; exec env LISTEN_PID=$$ LISTEN_FDS=1 \"$0\" serve";
        let mut serve = Command::new("sh");
        serve.args(["-c", hand_over, env!("CARGO_BIN_EXE_unmask")]).current_dir(folder.path());
        serve.env("UNMASK_STUDY", fixture()).env("UNMASK_LISTEN", "127.0.0.1:1").stdout(Stdio::null());
        serve.stdin(OwnedFd::from(socket.try_clone().unwrap())).stderr(Stdio::null()).spawn().unwrap()
    };
    let ask = || {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").unwrap();
        stream
    };
    let answered = |mut stream: TcpStream| {
        let mut said = String::new();
        stream.read_to_string(&mut said).unwrap();
        assert!(said.starts_with("HTTP/1.1 200"), "{said}");
    };
    let mut first = start();
    answered(ask());
    first.kill().unwrap();
    first.wait().unwrap();
    let meanwhile = ask();
    let mut second = start();
    answered(meanwhile);
    second.kill().unwrap();
    second.wait().unwrap();
}
