//! The console, the data package and the report count the same people in the same boxes, whatever their status.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use unmask_export::Request;

use super::results::results;
use crate::support::{Client, Server, Walker, both, edited, items};

both!(all_counts_agree);

/// Submits a page with a check that is not passed, and one on which a medium failed.
async fn careless(client: &mut Client) {
    let address = "/api/users/save-pre-questionnaire-answers";
    let you = json!({ "age": 30, "gender": "woman", "channels": ["paper"] });
    client.post(address, json!({ "section": "you", "answers": you })).await.ok();
    let views = json!({ "trust_1": 1, "trust_2": 2, "trust_3": 4, "views_1": 3, "worry": 5, "often": 2 });
    client.post(address, json!({ "section": "views", "answers": views })).await.ok();
    let look = client.get("/api/questionnaires/pre").await.ok()["sections"][2]["items"].clone();
    let shown = look.as_array().unwrap().iter().find(|item| item["media"].is_object()).unwrap();
    let media = json!([{ "url": shown["media"]["sources"][0]["url"], "error": "network" }]);
    let timing = json!({ "submit": 60_000, "media": media });
    let answers = items(&look, &json!({}), 0);
    client.post(address, json!({ "section": "first_look/pre_1", "answers": answers, "timing": timing })).await.ok();
}

/// Quality flags by code.
type Signs = BTreeMap<String, BTreeSet<String>>;

/// Whether a participant stops on a page.
type Far = fn(&str) -> bool;

/// A participant, simulated or not, who has got this far.
async fn person(server: &Server, name: &str, simulated: bool, there: Far) -> Client {
    let mut client = if simulated { server.simulated(name).await } else { server.participant(name).await };
    if name.starts_with("under-way-stays") {
        careless(&mut client).await;
    }
    let mut walker = Walker::new(client).await;
    walker.until(there).await;
    walker.client
}

async fn all_counts_agree(server: Server) {
    let far: [(&str, Far); 3] = [
        ("new", |_| true),
        ("under-way", |position| ["/control", "/flow", "/dashboard"].iter().any(|begin| position.starts_with(begin))),
        ("done", |position| position == "/end"),
    ];
    let mut admin = server.admin().await;
    for simulated in [false, true] {
        for (name, there) in far {
            for then in ["stays", "keep", "erase", "excluded"] {
                let mut client = person(&server, &format!("{name}-{then}-{simulated}"), simulated, there).await;
                let code = client.user["code"].as_str().unwrap().to_owned();
                match then {
                    "stays" => {}
                    "excluded" => {
                        let address = format!("/api/admin/participants/{code}/exclusion");
                        admin.post(&address, json!({ "reason": "took part twice" })).await.ok();
                    }
                    mode => drop(client.post("/api/users/withdraw", json!({ "mode": mode })).await.ok()),
                }
            }
        }
    }
    admin.post("/api/admin/unblinding", json!({ "reason": "the data are complete" })).await.ok();
    for simulated in [false, true] {
        agree(&server, &mut admin, simulated).await;
    }
}

async fn agree(server: &Server, admin: &mut Client, simulated: bool) {
    let asked = |what: &str| format!("/api/admin/{what}?simulated={simulated}");
    let overview = admin.get(&asked("overview")).await.ok();
    let console = admin.get(&asked("consort")).await.ok();
    let shown = results(admin, simulated).await;
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("package");
    server.export(Request { csv_alone: true, simulated, ..server.package(&target) }).await;
    let package = read(&target, "consort.json");
    assert_eq!(read(&target, "report.json"), shown, "one report");
    let listed = admin.get(&format!("/api/admin/participants?limit=200&simulated={simulated}")).await.ok();
    assert_eq!(flags(&target), signs(&listed), "one set of signs");
    for sign in ["too_fast", "failed_attention", "media_failed"] {
        let with = signs(&listed).values().filter(|signs| signs.contains(sign)).count();
        assert!(with > 0, "{sign}");
        // The report judges checks and media alike; speed over the whole participation.
        let flags = shown["flags"].as_array().unwrap();
        let counted = flags.iter().find(|one| one["flag"] == sign).map_or(with, |one| people(&one["people"]));
        assert_eq!(counted, with, "{sign}");
    }

    // Twelve people, and as many simulated participants if they are counted.
    let all: u64 = if simulated { 24 } else { 12 };
    for figures in [&package, &console, &shown["flow"]] {
        assert_eq!((&figures["registered"], &figures["consented"]), (&json!(all), &json!(all)), "{figures}");
    }
    let simulated = json!(if simulated { 12 } else { 0 });
    let counted = [&package["simulated"], &console["simulated"], &shown["about"]["simulated"]];
    assert_eq!(counted, [&simulated; 3], "the erased participants include a simulated one");
    let each = all / 12;
    let arms = |figures: &Value| figures["arms"].as_array().unwrap().clone();
    let sum =
        |figures: &Value, name: &str| -> u64 { arms(figures).iter().map(|arm| arm[name].as_u64().unwrap()).sum() };
    // Four reached the end, of whom one kept the data and one had them erased; four left or stopped before.
    let expected = [
        ("exposed", "exposed", "randomised", 8),
        ("completed", "finished", "completed", 4),
        ("withdrawnKeptBeforeEnd", "", "withdrewBeforeEnd", 1),
        ("withdrawnErasedBeforeEnd", "", "erasedBeforeEnd", 1),
        ("withdrawnKept", "", "withdrew", 2),
        ("withdrawnErased", "erased", "erased", 2),
    ];
    for (figure, of_overview, of_report, people) in expected {
        // Participants who left before the arms part no longer have an arm.
        let in_arms = |figures: &Value| -> Vec<u64> {
            arms(figures).iter().filter(|arm| arm["arm"] != "none").map(|arm| arm[figure].as_u64().unwrap()).collect()
        };
        let report: Vec<u64> = arms(&shown["flow"]).iter().map(|arm| arm[of_report].as_u64().unwrap()).collect();
        assert_eq!(in_arms(&package), report, "{figure}");
        assert_eq!(in_arms(&console), report, "{figure}");
        if !of_overview.is_empty() {
            let counted: Vec<u64> = arms(&overview).iter().map(|arm| arm[of_overview].as_u64().unwrap()).collect();
            assert_eq!(counted, report, "{of_overview}");
        }
        assert_eq!(report.iter().sum::<u64>(), people * each, "{figure}");
    }
    assert_eq!(sum(&console, "analysable"), 2 * each, "not the excluded one, not the erased one");
    assert_eq!(arms(&package).iter().map(|arm| arm["analysable"].as_u64().unwrap()).sum::<u64>(), 2 * each);
    assert_eq!(sum(&shown["flow"], "excluded"), 2 * each);
    // Each participant is in one box.
    for arm in arms(&shown["flow"]) {
        let people = |name: &str| arm[name].as_u64().unwrap();
        let left = people("withdrewBeforeEnd") + people("erasedBeforeEnd");
        assert_eq!(people("randomised"), people("completed") + people("unfinished") + left, "{arm}");
    }
    assert_eq!(shown["flow"]["randomised"].as_u64().unwrap() + shown["flow"]["notRandomised"].as_u64().unwrap(), all);
}

/// The quality flags of all participants in the console's list.
fn signs(listed: &Value) -> Signs {
    let of = |row: &Value| {
        let flags = row["flags"].as_array().unwrap().iter().map(|one| one["flag"].as_str().unwrap().to_owned());
        flags.filter(|flag| flag != "inactive").collect()
    };
    let row = |row: &Value| (row["code"].as_str().unwrap().to_owned(), of(row));
    listed["participants"].as_array().unwrap().iter().map(row).collect()
}

/// The quality flags of all participants in the package's table.
fn flags(target: &Path) -> Signs {
    let mut table = csv::Reader::from_path(target.join("data/description-participants_data.csv")).unwrap();
    let head = table.headers().unwrap().clone();
    let of = |record: &csv::StringRecord| {
        let flags = head.iter().zip(record).filter_map(|(name, cell)| Some((name.strip_prefix("flag_")?, cell)));
        // The console does not show the plan's flag, because it may reveal the arm.
        flags.filter(|(name, cell)| *cell == "1" && *name != "set_apart").map(|(name, _)| name.to_owned()).collect()
    };
    table.records().map(Result::unwrap).map(|record| (record[0].to_owned(), of(&record))).collect()
}

fn people(number: &Value) -> usize {
    usize::try_from(number.as_u64().unwrap()).unwrap()
}

fn read(target: &Path, file: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(target.join("results").join(file)).unwrap()).unwrap()
}

/// The small study with a plan: one check leaves people out, one later question sets them apart.
fn with_a_plan(folder: &Path) -> PathBuf {
    let plan = "analysis:\n  exclusions: [{ item: views_1, keep: [2], reason: check failed }]\n  \
                sensitivity_analysis: [{ item: knows, keep: [\"unsure\"] }]\nrecruitment:";
    edited(folder, |text| text.replace("recruitment:", plan))
}

/// A participant whom the plan excludes for a failed check is excluded everywhere, for the same reason. The
/// researcher's own exclusion takes precedence.
#[tokio::test]
async fn a_planned_exclusion_counts_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let study = with_a_plan(folder.path());
    let server = Server::on(unmask_store::testing::sqlite().await, &study).await;
    let mut admin = server.admin().await;
    let (mut codes, end): (BTreeMap<&str, String>, Far) = (BTreeMap::new(), |position| position == "/end");
    for (name, fails, there) in [
        ("passes", false, end),
        ("fails", true, end),
        ("fails-before-the-arms-part", true, |_| true),
        ("fails-and-took-part-twice", true, end),
        ("has-not-answered", false, |_| true),
    ] {
        let mut client = server.participant(name).await;
        codes.insert(name, client.user["code"].as_str().unwrap().to_owned());
        if fails {
            careless(&mut client).await;
        }
        Walker::new(client).await.until(there).await;
    }
    let decision = format!("/api/admin/participants/{}/exclusion", codes["fails-and-took-part-twice"]);
    let row = admin.post(&decision, json!({ "reason": "took part twice" })).await.ok();
    assert_eq!((&row["excluded"], &row["excludedAsPlanned"]), (&json!("took part twice"), &json!(false)));
    let planned = format!("/api/admin/participants/{}/exclusion", codes["fails"]);
    let wish = json!({ "reason": "a second chance" }).to_string().into_bytes();
    admin.send("DELETE", &planned, &[], wish).await.is(409, "not_excluded");
    let looked_at = admin.get(&planned.replace("/exclusion", "")).await.ok();
    assert_eq!((&looked_at["excluded"], &looked_at["excludedBy"]), (&json!("check failed"), &Value::Null));

    let listed = admin.get("/api/admin/participants?excluded=true").await.ok();
    let decided = |row: &Value| (row["excluded"].clone(), row["excludedAsPlanned"].clone());
    let rows = listed["participants"].as_array().unwrap().iter();
    let shown: BTreeMap<_, _> = rows.map(|row| (row["code"].as_str().unwrap().to_owned(), decided(row))).collect();
    let check = (json!("check failed"), json!(true));
    let expected = BTreeMap::from([
        (codes["fails"].clone(), check.clone()),
        (codes["fails-before-the-arms-part"].clone(), check),
        (codes["fails-and-took-part-twice"].clone(), (json!("took part twice"), json!(false))),
    ]);
    assert_eq!(shown, expected);
    assert_eq!(admin.get("/api/admin/overview").await.ok()["all"]["excluded"], 3);

    admin.post("/api/admin/unblinding", json!({ "reason": "the data are complete" })).await.ok();
    let report = results(&mut admin, false).await;
    let console = admin.get("/api/admin/consort").await.ok();
    let target = folder.path().join("package");
    server.export(Request { csv_alone: true, ..server.package(&target) }).await;
    assert_eq!(read(&target, "report.json"), report);
    // The console and the package count all participants with a slot, the report those who were randomised.
    let all = BTreeMap::from([("as planned, check failed".to_owned(), 2), ("took part twice".to_owned(), 1)]);
    assert_eq!(reasons(&console, "excluded"), all);
    assert_eq!(reasons(&read(&target, "consort.json"), "excluded"), all);
    let randomised = BTreeMap::from([("as planned, check failed".to_owned(), 1), ("took part twice".to_owned(), 1)]);
    assert_eq!(reasons(&report["flow"], "excludedReasons"), randomised);
    let before = &report["flow"]["notRandomisedReasons"];
    assert!(
        before.as_array().unwrap().contains(&json!({ "reason": "Excluded: as planned, check failed", "people": 1 }))
    );
    let sum = |of: &Value, figure: &str| -> u64 {
        of["arms"].as_array().unwrap().iter().map(|arm| arm[figure].as_u64().unwrap()).sum()
    };
    assert_eq!((sum(&report["flow"], "analysed"), sum(&console, "analysable")), (1, 1));
    assert_eq!(sum(&read(&target, "consort.json"), "analysable"), 1);

    let mut table = csv::Reader::from_path(target.join("data/description-participants_data.csv")).unwrap();
    let rows: Vec<BTreeMap<String, String>> = table.deserialize().map(Result::unwrap).collect();
    let of = |name: &str| {
        let row = rows.iter().find(|row| row["participant_id"] == codes[name]).unwrap();
        ["excluded", "excluded_by", "exclusion_reason", "flag_set_apart"].map(|column| row[column].as_str())
    };
    assert_eq!(of("fails"), ["1", "plan", "check failed", "1"]);
    assert_eq!(of("fails-before-the-arms-part"), ["1", "plan", "check failed", "0"]);
    assert_eq!(of("fails-and-took-part-twice")[..3], ["1", "researcher", "took part twice"]);
    assert_eq!((of("passes")[0], of("passes")[3], of("has-not-answered")[0]), ("0", "1", "0"));
    let apart = report["flags"].as_array().unwrap().iter().find(|one| one["flag"] == "set_apart").unwrap();
    assert_eq!(apart["people"], 3, "everybody who came to the question answered otherwise");
    let unflagged = report["populations"].as_array().unwrap().iter().find(|one| one["id"] == "unflagged").unwrap();
    assert_eq!(unflagged["people"], json!([0, 0, 0]));
}

/// Excluded people by reason, all arms together.
fn reasons(figures: &Value, list: &str) -> BTreeMap<String, u64> {
    let mut all = BTreeMap::new();
    for one in figures["arms"].as_array().unwrap().iter().flat_map(|arm| arm[list].as_array().unwrap()) {
        let words = one["reason"].as_str().unwrap();
        let reason = if one["asPlanned"] == true { format!("as planned, {words}") } else { words.to_owned() };
        *all.entry(reason).or_default() += one["people"].as_u64().unwrap();
    }
    all
}
