//! Simulated participants from a seeded signal-detection model, for tests: person i says "altered" to item j if -(c +
//! C_i) + (d + D_i) x + I_j + noise > 0, with x = ±0.5 for manipulated and authentic. Spreads are those of published
//! studies: between people 0.37 in d' and 0.30 in c, between items 0.42 (Somoray and Miller 2023; Bray et al. 2023).

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::Rng as _;

use super::input::{
    AnswerGroup, Arm, Coding, ComparedScale, Comparison, Course, DerivedOutcome, Design, Grouping, Input, Item, Judged,
    Modality, Part, Person, PlannedModerator, Scale, Secondary, Source, Status,
};
use crate::definition::Reporting;
use crate::definition::analysis::{ComparisonKind, Expected, ModeratorRole, OutcomeRole, Sample};
use crate::exclusion::Exclusions;
use crate::order::generator;
use crate::progress::Form;

/// d' and c of the three arms in the test afterwards, and the share that each loses. Before, all are alike.
#[derive(Clone, Copy, Debug)]
pub struct Model {
    pub d: [f64; 3],
    pub c: [f64; 3],
    pub loss: [f64; 3],
}

pub const NULL: Model = Model { d: [0.54; 3], c: [0.0; 3], loss: [0.0; 3] };
pub const WORKS: Model = Model { d: [0.54, 0.90, 0.80], ..NULL };
pub const BIAS_ONLY: Model = Model { c: [0.0, -0.3, -0.3], ..NULL };
pub const ATTRITION: Model = Model { loss: [0.10, 0.30, 0.30], ..NULL };

const PAGES: [&str; 3] = ["/control-flow", "/flow-a/start", "/dashboard"];

/// Eight items before, twenty afterwards, a scale of three items.
pub fn design() -> Design {
    let arm = |(index, id): (usize, &str)| Arm {
        id: id.into(),
        label: ["Active control", "Cue practice", "Context practice"][index].into(),
        steps: ["/pre-questionnaire", "/home", PAGES[index], "/post-questionnaire", "/end"].map(str::to_owned).into(),
    };
    let items = |phase: &str, count: usize| -> Vec<Item> {
        let item = |number: usize| Item {
            id: format!("{phase}_{number}"),
            title: String::new(),
            stimulus: None,
            // Both kinds have as many manipulated as authentic items in each form.
            kind: if (number / 2).is_multiple_of(2) { "post" } else { "video" }.into(),
            cue: None,
        };
        (0..count).map(item).collect()
    };
    let variables =
        ["cy1", "cy2", "cy3", "cynicism_before", "cynicism_after", "sharing:before", "sharing:after", "age:group"];
    let (id, label) = ("cynicism".to_owned(), "Cynicism".to_owned());
    let scale = Scale {
        id: "cynicism_after".into(),
        label: label.clone(),
        questionnaire: "post".into(),
        score: 4,
        items: vec![0, 1, 2],
        coding: vec![Coding::Plain; 3],
        formative: false,
    };
    let compared = ComparedScale {
        id,
        label,
        before: Some(3),
        after: 4,
        expect: Expected::NoRise,
        hypothesis: Some("H6".into()),
        margin: None,
    };
    let sharing = DerivedOutcome {
        id: "sharing".into(),
        label: None,
        from: Source::Sharing { before: vec!["pre_0".into()], after: vec!["post_0".into()] },
        role: OutcomeRole::Secondary,
        before: Some(5),
        after: 6,
        expect: Expected::Rise,
    };
    let group = |label: &str| AnswerGroup { label: label.into(), answers: vec![label.into()] };
    let age = Grouping::Answer {
        item: "age".into(),
        variable: 7,
        groups: ["18 to 34", "35 to 54", "55 or older"].map(group).into(),
    };
    let kinds = |kind: &str, first: usize| Modality {
        kind: kind.into(),
        items: (0..20).filter(|item| item / 2 % 2 == first).collect(),
    };
    let modality = Grouping::Modality(vec![kinds("post", 0), kinds("video", 1)]);
    let moderator = |id: &str, by: Grouping| PlannedModerator {
        id: id.into(),
        label: None,
        role: ModeratorRole::Exploratory,
        hypothesis: None,
        by,
    };
    let cynicism = PlannedModerator {
        role: ModeratorRole::Confirmatory,
        hypothesis: Some("H8".into()),
        ..moderator("cynical", Grouping::Score { scale: "cynicism_before".into(), variable: 3 })
    };
    Design {
        title: "Made up".into(),
        catalog: std::sync::Arc::default(),
        version: "0".into(),
        arms: ["control_0", "treatment_0", "treatment_1"].into_iter().enumerate().map(arm).collect(),
        by_unit: false,
        signal: vec!["altered".into()],
        attention: Vec::new(),
        exclusions: Exclusions::default(),
        before: items("pre", 8),
        after: items("post", 20),
        waves: Vec::new(),
        advised: Vec::new(),
        watched: Vec::new(),
        factors: Vec::new(),
        effects: Vec::new(),
        variables: variables.map(str::to_owned).into(),
        scales: vec![scale],
        compared: vec![compared],
        derived: vec![sharing],
        moderators: vec![
            moderator("age", age),
            moderator("modality", modality),
            moderator("skill", Grouping::DPrimeBefore),
            cynicism,
        ],
        baseline: Vec::new(),
        reporting: Reporting::default(),
        parts: vec![Part {
            id: "far".into(),
            label: "Far items".into(),
            hypothesis: Some("H4".into()),
            items: (0..8).collect(),
        }],
        comparisons: vec![
            Comparison { id: "H1".into(), arm: 1, against: 0 },
            Comparison { id: "H2".into(), arm: 2, against: 0 },
        ],
        secondary: vec![Secondary {
            pair: Comparison { id: "H7".into(), arm: 2, against: 1 },
            kind: ComparisonKind::Equivalence,
            outcome: "d_prime".into(),
            margin: Some(0.2),
        }],
        planned_comparisons: 2,
        model: crate::definition::analysis::PrimaryModel::Ancova,
        alpha: 0.05,
        smallest_effect: Some(0.2),
        false_alarm_margin: 0.05,
        false_alarm_hypothesis: Some("H3".into()),
        confidence_hypothesis: Some("H5".into()),
        smallest_share: 1.0 / 3.0,
        minimum_judged: 0.5,
        per_protocol: 0.75,
        sample: Sample { effect: 0.3.into(), ..Sample::default() },
        target: Some(732),
        interim: None,
        blinded: false,
    }
}

/// So many people in each arm.
pub fn simulate(model: &Model, per_arm: usize, seed: u64) -> Input {
    simulate_with_items_of(model, per_arm, seed, seed)
}

/// Like [`simulate`], but with the items of the study with the seed `items`, as if it were repeated with other people.
pub fn simulate_with_items_of(model: &Model, per_arm: usize, seed: u64, items: u64) -> Input {
    let drawn = |seed: u64| {
        let mut rng = generator(&seed.to_le_bytes(), "made-up participants");
        let item_effects: Vec<f64> = (0..28).map(|_| 0.42 * normal(&mut rng)).collect();
        (item_effects, rng)
    };
    let ((item_effects, _), (_, mut rng)) = (drawn(items), drawn(seed));
    let mut others = generator(&seed.to_le_bytes(), "other answers of made-up participants");
    let people = (0..3 * per_arm).map(|number| person(model, number, &item_effects, [&mut rng, &mut others])).collect();
    Input {
        design: design(),
        people,
        erased: Vec::new(),
        simulated_left_out: 0,
        seed_commitment: None,
        course: Course::default(),
        looks: Vec::new(),
    }
}

/// So many people in each of as many arms as `d` has values of d' in the test afterwards. All complete it.
pub fn in_cells(d: &[f64], per_cell: usize, seed: u64) -> Input {
    let (mut rng, mut others) = (generator(&seed.to_le_bytes(), "cells"), generator(&seed.to_le_bytes(), "others"));
    let item_effects: Vec<f64> = (0..28).map(|_| 0.42 * normal(&mut rng)).collect();
    let mut people = Vec::new();
    for (arm, d) in d.iter().enumerate() {
        let model = Model { d: [*d; 3], ..NULL };
        let mut own =
            |number| Person { arm: Some(arm), ..person(&model, number, &item_effects, [&mut rng, &mut others]) };
        people.extend((0..per_cell).map(&mut own));
    }
    Input { people, ..simulate(&NULL, 0, seed) }
}

fn person(model: &Model, number: usize, items: &[f64], [rng, others]: [&mut ChaCha20Rng; 2]) -> Person {
    let (arm, form) = (number % 3, number / 3 % 2);
    let (d, c) = (0.37 * normal(rng), 0.30 * normal(rng));
    let mut judge = |phase: std::ops::Range<usize>, mean_d: f64, mean_c: f64| -> Box<[Judged]> {
        let first = phase.start;
        let judged = phase.map(|item| {
            // Forms swap the roles of the items; each has as many of both.
            let manipulated = (item + form) % 2 == 0;
            let x = if manipulated { 0.5 } else { -0.5 };
            let evidence = (mean_d + d) * x - (mean_c + c) + items[item] + normal(rng);
            let sure = (0..5_u8).find(|n| evidence.abs() * 2.0 < f64::from(n + 1)).unwrap_or(5);
            let item = u16::try_from(item - first).unwrap_or_default();
            Judged { item, manipulated, called_altered: evidence > 0.0, per_cent: Some(50 + 10 * sure) }
        });
        judged.collect()
    };
    let before = judge(0..8, 0.54, 0.0);
    let after = judge(8..28, model.d[arm], model.c[arm]);
    let lost = uniform(rng) < model.loss[arm];
    let attitude = 3.0 + normal(rng);
    let answers: Vec<f64> = (0..3).map(|_| (attitude + normal(rng)).round().clamp(1.0, 7.0)).collect();
    let score = answers.iter().sum::<f64>() / 3.0;
    let mut values: Vec<Option<f64>> = answers.into_iter().map(Some).collect();
    values.extend([Some((attitude + normal(rng)).clamp(1.0, 7.0)), Some(score)]);
    let discernment = 1.0 + 0.5 * normal(others);
    values.extend([(); 2].map(|()| Some(discernment + 0.5 * normal(others))));
    values.push(Some((3.0 * uniform(others)).floor()));
    let at = i64::try_from(number).unwrap_or_default() * 1000;
    let entered = if lost { 3 } else { 5 };
    Person {
        form: Some(if form == 0 { Form::X } else { Form::Y }),
        arm: Some(arm),
        status: if lost { Status::Active } else { Status::Completed },
        consented: true,
        exposed: true,
        completed: !lost,
        page: Some(if lost { PAGES[arm] } else { "/end" }.to_owned()),
        steps: (0..entered).map(|step| (step, at + i64::try_from(step).unwrap_or_default() * 300_000)).collect(),
        training_items: 16,
        training_answered: if lost { 5 } else { 16 },
        test_items: 20,
        test_answered: if lost { 0 } else { 20 },
        before,
        after: if lost { Box::default() } else { after },
        values: values.into_iter().map(|value| value.filter(|_| !lost)).collect(),
        ..Person::default()
    }
}

fn uniform(rng: &mut ChaCha20Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// Box and Muller's.
fn normal(rng: &mut ChaCha20Rng) -> f64 {
    let (radius, angle) = (1.0 - uniform(rng), uniform(rng));
    (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
}
