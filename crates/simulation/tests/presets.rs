//! The presets of `unmask simulate` on the example study, from the answers of its simulated participants to the report:
//! "works" is found, "null" stays within its error rate, a shift of the criterion alone is no improvement and fails its
//! guardrail, unequal attrition is reported, and participants who fail a check are excluded as planned.

#![expect(clippy::unwrap_used, reason = "in a test a panic is the message")]

use std::collections::BTreeMap;
use std::fs;
use std::ops::{Range, RangeInclusive};
use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::thread;

use serde_json::{Value, json};
use unmask_simulation::offline::OfflineSimulation;
use unmask_simulation::response_model::preset::Preset;
use unmask_study::allocation::{SIMULATED_SEED, Scheme, schedule};
use unmask_study::analysis::power::power;
use unmask_study::answers::Answers;
use unmask_study::definition::ArmId;
use unmask_study::load::{Files, reload};
use unmask_study::progress::Assignment;
use unmask_study::report::input::{Course, Design, Input, Person, Status};
use unmask_study::report::{Contrast, Flag, Number, Reader, Report, Submitted, Verdict, later_waves, primary, report};
use unmask_study::{Page, Study};

const CONTROL_0: ArmId = ArmId::literal("control_0");
const TREATMENT_0: ArmId = ArmId::literal("treatment_0");

/// A study and everything that participants see.
type Simulated = (Arc<Study>, OfflineSimulation);

/// The example study without its media.
static EXAMPLE: LazyLock<Simulated> = LazyLock::new(|| example(|text| text));

/// The example study with another `study.yaml`.
fn example(change: impl Fn(String) -> String) -> Simulated {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies/original-or-altered");
    let mut files = Files::new();
    texts(&folder, "", &mut files);
    let text = change(String::from_utf8(files["study.yaml"].clone()).unwrap());
    files.insert("study.yaml".to_owned(), text.into_bytes());
    let study = Arc::new(reload(&files, "example").unwrap_or_else(|problems| panic!("{problems}")));
    let simulation = OfflineSimulation::new(Arc::clone(&study), Preset::Null, 0).unwrap();
    (study, simulation)
}

fn texts(folder: &Path, prefix: &str, files: &mut Files) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if !entry.path().is_dir() {
            files.insert(name, fs::read(entry.path()).unwrap());
        } else if name != "media" {
            texts(&entry.path(), &format!("{name}/"), files);
        }
    }
}

/// The first slots of the simulated participants' schedule, with their numbers: `per_arm` for each arm.
fn assignments(per_arm: u32) -> Vec<(usize, Assignment)> {
    let slots = schedule(&Scheme::of(&EXAMPLE.0), &SIMULATED_SEED, 3 * per_arm);
    let who = |slot: &unmask_study::allocation::Slot| Assignment {
        arm: Some(slot.group),
        form: slot.form,
        seed: 0,
        contact_again: false,
    };
    (1..).zip(slots.iter().map(who)).take(3 * per_arm as usize).collect()
}

/// A participant's row for the report, as the program reads it from the database.
fn row(design: &Design, reader: &Reader, who: &Assignment, answers: &Answers, scores: &Answers) -> Person {
    let arm = design.arms.iter().position(|arm| Some(arm.id.as_str()) == who.arm.as_ref().map(ArmId::name));
    let mut person = Person { arm, form: Some(who.form), consented: true, exposed: true, ..Person::default() };
    let answers: BTreeMap<_, _> = answers.clone().into_iter().collect();
    reader.read(&mut person, who.form, Submitted { answers: &answers, initial: &BTreeMap::new(), scores });
    person
}

/// A study of people who all complete both tests: only their judgements.
fn judged((study, simulation): &Simulated, preset: Preset, seed: u64, per_arm: u32) -> Input {
    let (design, simulation) = (Design::of(study), simulation.again(preset, seed));
    let reader = Reader::new(&design, study);
    let person = |(number, who): (usize, Assignment)| {
        row(&design, &reader, &who, &simulation.judgements(number, &who).unwrap(), &Answers::new())
    };
    let people = assignments(per_arm).into_iter().map(person).collect();
    drop(reader);
    Input {
        people,
        design,
        erased: Vec::new(),
        simulated_left_out: 0,
        seed_commitment: None,
        course: Course::default(),
        looks: Vec::new(),
    }
}

/// A study of people who take part completely, or leave.
fn simulated(preset: Preset, seed: u64, per_arm: u32) -> Input {
    let (study, simulation) = &*EXAMPLE;
    let (design, simulation) = (Design::of(study), simulation.again(preset, seed));
    let reader = Reader::new(&design, study);
    let person = |(number, who): (usize, Assignment)| {
        let visit = simulation.visit(number, &who).unwrap();
        let answers: Answers = visit.records.iter().flat_map(|record| record.answers.clone()).collect();
        let scores: Answers = visit.records.iter().flat_map(|record| record.scores.clone()).collect();
        let completed = visit.finished;
        Person {
            exposed: visit.exposed,
            completed,
            status: if completed { Status::Completed } else { Status::Active },
            page: visit.progress.page.step().map(|step| step.first_page().to_string()),
            ..row(&design, &reader, &who, &answers, &scores)
        }
    };
    let people = assignments(per_arm).into_iter().map(person).collect();
    drop(reader);
    Input {
        people,
        design,
        erased: Vec::new(),
        simulated_left_out: 0,
        seed_commitment: None,
        course: Course::default(),
        looks: Vec::new(),
    }
}

/// The primary contrasts of a series of studies.
fn series(preset: Preset, seeds: Range<u64>, per_arm: u32) -> Vec<Vec<Contrast>> {
    each(seeds, |seed| primary(&judged(&EXAMPLE, preset, seed, per_arm)))
}

/// A result of each seed, computed on two threads.
fn each<T: Clone + Send>(seeds: Range<u64>, result: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let middle = u64::midpoint(seeds.start, seeds.end);
    LazyLock::force(&EXAMPLE);
    thread::scope(|scope| {
        let half = scope.spawn(|| (seeds.start..middle).map(&result).collect::<Vec<_>>());
        let rest: Vec<_> = (middle..seeds.end).map(&result).collect();
        [half.join().unwrap(), rest].concat()
    })
}

/// The smallest and largest plausible counts of `n` events with this probability, with at most 0.5% below and above:
/// the binomial distribution itself, because the Monte Carlo error √(p (1 - p) / n) of a rejection rate (Morris, White
/// and Crowther 2019, *Statistics in Medicine* 38, 2074-2102, table 6) is far from normal at 5% of 200.
fn likely(n: u32, probability: f64) -> RangeInclusive<usize> {
    let odds = probability / (1.0 - probability);
    let mut chances = vec![(1.0 - probability).powi(i32::try_from(n).unwrap())];
    for k in 1..=n {
        chances.push(chances[k as usize - 1] * f64::from(n + 1 - k) / f64::from(k) * odds);
    }
    let tail = |chances: &mut dyn Iterator<Item = &f64>| {
        chances
            .scan(0.0, |sum, chance| {
                *sum += chance;
                Some(*sum)
            })
            .take_while(|sum| *sum <= 0.005)
            .count()
    };
    let (below, above) = (tail(&mut chances.iter()), tail(&mut chances.iter().rev()));
    below..=n as usize - above
}

/// By hand: of ten throws of a coin none, or all, have 1/1024 each, and one, or nine, 10/1024 more.
#[test]
fn plausible_counts_by_hand() {
    assert_eq!(likely(10, 0.5), 1..=9);
}

fn is_rejected(contrast: &Contrast) -> bool {
    contrast.p_holm.unwrap() <= 0.05
}

fn verdicts(report: &Report, id: &str) -> Vec<Verdict> {
    report.hypotheses.iter().filter(|one| one.id == id).map(|one| one.verdict).collect()
}

#[test]
fn null_stays_within_its_error_rate_over_200_seeds() {
    let studies = series(Preset::Null, 0..200, 18);
    let found = studies.iter().filter(|contrasts| contrasts.iter().any(is_rejected)).count();
    assert!(likely(200, 0.05).contains(&found), "{found} of 200 studies without an effect found one");
}

/// With an effect of 0.8, of which half is left two weeks later. Four numbers of the report: d' two weeks later, the
/// difference from the control arm directly and two weeks later, and the share that is retained.
fn halved(simulated: &Simulated, preset: Preset, seed: u64, per_arm: u32) -> [Number; 4] {
    let [wave] = later_waves(&judged(simulated, preset, seed, per_arm)).try_into().unwrap();
    let retained = wave.retained[0].clone();
    [wave.outcomes[0].means[1].clone(), retained.first, retained.later, retained.share]
}

/// Half of the effect is found two weeks later, and of 200 studies as many intervals contain the number of one with
/// 1,000 participants in each arm as 95% allow. Without effects, as many studies find a difference two weeks later as
/// 5% allow.
#[test]
fn d_prime_and_its_decay_are_recovered_from_simulated_participants() {
    const SEEDS: u32 = 200;
    let expected = "treatment_0: { d_prime: 0.40,";
    let study = example(|text| {
        assert!(text.contains(expected));
        text.replace(expected, "treatment_0: { d_prime: 0.80, retained: 0.5,")
    });
    let large = halved(&study, Preset::Works, 1_000, 1_000);
    let truth = large.clone().map(|one| one.value.unwrap());
    println!("{truth:?}");
    assert!((0.45..0.55).contains(&truth[3]), "{large:?}");
    let studies = each(0..u64::from(SEEDS), |seed| halved(&study, Preset::Works, seed, 40));
    for (index, truth) in truth.into_iter().enumerate() {
        let with = studies.iter().filter(|study| study[index].low.is_some()).count();
        let within = |one: &Number| one.low.is_some_and(|low| (low..=one.high.unwrap()).contains(&truth));
        let covered = studies.iter().filter(|study| within(&study[index])).count();
        println!("{index}: {covered} of {with}");
        assert!(likely(u32::try_from(with).unwrap(), 0.95).contains(&covered), "{index}: {covered} of {with}");
    }
    let null = each(0..u64::from(SEEDS), |seed| {
        let [wave] = later_waves(&judged(&study, Preset::Null, seed, 18)).try_into().unwrap();
        wave.outcomes[0].contrasts[0].p.unwrap() <= 0.05
    });
    let found = null.into_iter().filter(|found| *found).count();
    println!("null: {found}");
    assert!(likely(SEEDS, 0.05).contains(&found), "{found} of {SEEDS} studies without an effect found one later");
}

#[test]
fn works_is_reported_as_working_as_often_as_its_power_says() {
    const PER_ARM: u32 = 180;
    const STUDIES: u32 = 20;
    // The preset's effect on measured d', in standard deviations between people, from a separate study.
    let large = report(&judged(&EXAMPLE, Preset::Works, 1_000, 600));
    let d_prime = &large.outcomes[0];
    let left = (1.0 - large.model.r_squared.unwrap()).sqrt();
    let spread = d_prime.after[0].deviation.unwrap() * left;
    let studies = series(Preset::Works, 0..u64::from(STUDIES), PER_ARM);
    for (index, contrast) in d_prime.contrasts.iter().take(2).enumerate() {
        let power = power(contrast.value.unwrap() / spread, PER_ARM, 0.025).unwrap();
        assert!(power > 0.9, "the power to find effect {index} is {power}");
        let found = studies.iter().filter(|study| is_rejected(&study[index]) && study[index].value.unwrap() > 0.0);
        let found = found.count();
        assert!(likely(STUDIES, power).contains(&found), "{found} of {STUDIES} found effect {index}, of power {power}");
    }
    let report = report(&simulated(Preset::Works, 1, PER_ARM));
    assert_eq!([verdicts(&report, "H1"), verdicts(&report, "H2")].concat(), [Verdict::Supported; 2]);
    assert!(!verdicts(&report, "H3").contains(&Verdict::Harm), "a better eye is no bias");
    assert!(
        report.headline.starts_with("Participants told manipulated from authentic items better"),
        "{}",
        report.headline
    );
}

#[test]
fn bias_alone_is_no_improvement_and_fails_the_guardrail() {
    let report = report(&simulated(Preset::BiasOnly, 1, 120));
    assert_eq!([verdicts(&report, "H1"), verdicts(&report, "H2")].concat(), [Verdict::NotShown; 2]);
    assert_eq!(verdicts(&report, "H3"), [Verdict::Harm; 2], "false alarms rose as well");
    let arms: Vec<String> = report.arms[1..].iter().map(|arm| format!("“{}”", arm.label)).collect();
    let moved = format!("; the answers moved towards “manipulated” after {}.", arms.join(" and "));
    let expected = format!("No improvement in discrimination was found{moved}");
    assert!(report.headline.starts_with(&expected), "{}", report.headline);
    let studies = series(Preset::BiasOnly, 0..20, 60);
    let better = |study: &&Vec<Contrast>| study.iter().any(|one| is_rejected(one) && one.value.unwrap() > 0.0);
    let better = studies.iter().filter(better).count();
    assert!(likely(20, 0.05).contains(&better), "{better} of 20 studies took a shift for an improvement");
}

#[test]
fn unequal_loss_is_named() {
    for seed in 1..=2 {
        let report = report(&simulated(Preset::Attrition, seed, 90));
        assert!(report.loss.p.unwrap() < 0.001, "{:?}", report.loss);
        for arm in &report.loss.arms[1..] {
            assert!(arm.difference.as_ref().unwrap().low.unwrap() > 0.0, "{arm:?}");
        }
        let named = |one: &String| one.contains("A loss of this size can bias");
        assert!(report.cautions.iter().any(named), "{:?}", report.cautions);
        assert_eq!([verdicts(&report, "H1"), verdicts(&report, "H2")].concat(), [Verdict::NotShown; 2]);
    }
    let equal = report(&simulated(Preset::Null, 1, 60));
    assert!(!equal.cautions.iter().any(|one| one.contains("A loss of this size can bias")), "{:?}", equal.cautions);
}

/// Checks before the arms part exclude participants, and later ones flag them for the sensitivity analysis. Both are
/// counted independently here.
#[test]
fn a_failed_check_excludes_or_flags_as_planned() {
    const PER_ARM: u32 = 60;
    let (input, simulation) = (simulated(Preset::Works, 1, PER_ARM), EXAMPLE.1.again(Preset::Works, 1));
    let (mut left_out, mut apart) = (0, 0);
    for ((number, who), person) in assignments(PER_ARM).into_iter().zip(&input.people) {
        let records = simulation.visit(number, &who).unwrap().records;
        let answers: Answers = records.into_iter().flat_map(|record| record.answers).collect();
        let other = |item: &str, pass: &[Value]| answers.get(item).is_some_and(|given| !pass.contains(given));
        let did = match who.arm.unwrap() {
            CONTROL_0 => "rate",
            TREATMENT_0 => "cues",
            _ => "context",
        };
        let early = [
            ("pre_agree_1", json!([3])),
            ("pre_agree_2", json!([1, 2, 3])),
            ("sound_way", json!(["heard", "read"])),
            ("sound_number", json!([47])),
        ];
        let yes = ["serious", "debrief_read", "later_debrief_read"].map(|item| (item, json!(["yes"])));
        let late: Vec<_> = [("did_what", json!([did]))].into_iter().chain(yes).collect();
        let [early, late] = [&early[..], &late[..]]
            .map(|checks| checks.iter().any(|(item, pass)| other(item, pass.as_array().unwrap())));
        assert_eq!((person.excluded.is_some(), person.flagged_for_sensitivity), (early, late), "{answers:?}");
        left_out += u32::from(early && person.exposed);
        apart += u32::from(late && person.exposed);
    }
    let report = report(&input);
    assert_eq!(report.flow.arms.iter().map(|arm| arm.excluded).sum::<u32>(), left_out);
    let reasons = report.flow.arms.iter().flat_map(|arm| &arm.excluded_reasons);
    assert!(reasons.clone().all(|one| one.reason.starts_with("as planned, ")), "{:?}", report.flow);
    assert_eq!(reasons.map(|one| one.people).sum::<u32>(), left_out);
    assert_eq!(report.flags.iter().find(|one| one.flag == Flag::FlaggedForSensitivity).unwrap().people, apart);
    // Four early checks and three late ones, of which a simulated participant passes 97%, or by luck.
    let failed = |probability| likely(3 * PER_ARM, probability);
    assert!(failed(0.085).contains(&(left_out as usize)), "{left_out} failed an early check");
    assert!(failed(0.075).contains(&(apart as usize)), "{apart} failed a late one");
}

/// The shortcut gives the same judgements as the complete participation.
#[test]
fn completed_participants_judge_as_in_the_short_way() {
    let (whole, short) = (simulated(Preset::Works, 3, 12), judged(&EXAMPLE, Preset::Works, 3, 12));
    let mut ended = 0;
    for (whole, short) in whole.people.iter().zip(&short.people).filter(|(whole, _)| whole.completed) {
        assert_eq!((&whole.before, &whole.after), (&short.before, &short.after));
        assert_eq!(whole.page.as_deref(), Some(Page::End.to_string().as_str()));
        ended += 1;
    }
    assert!(ended > 24, "{ended} of 36");
}
