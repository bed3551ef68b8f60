//! A report of made-up people.

use unmask_study::definition::Reporting;
use unmask_study::definition::analysis::{ComparisonKind, Expected, ModeratorRole, OutcomeRole, Sample};
use unmask_study::exclusion::{Exclusions, Planned};
use unmask_study::report::input::{
    Arm, ComparedScale, Comparison, Course, DerivedOutcome, Design, Erased, Excluded, Factor, FactorLevel, Grouping,
    Input, Item, Judged, LaterPart, LaterWave, Modality, Person, PlannedModerator, Secondary, Source, Status,
};
use unmask_study::report::{Report, report};

/// The arms' labels.
pub const ARMS: [&str; 3] = ["Active control", "Cue practice (short)", "Context practice"];
const PAGES: [&str; 3] = ["/control-flow", "/flow-a/start", "/dashboard"];

/// People with varied judgements. Some are simulated participants, withdrawn, excluded, or without an arm.
pub fn made_up() -> Report {
    let mut seed = 7_u64;
    let mut draw = move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as f64 / f64::from(1_u32 << 31)
    };
    let items = |phase: &str, count: usize| -> Vec<Item> {
        let item = |n: usize| Item {
            id: format!("{phase}_{n}"),
            title: format!("A {phase} item <{n}> of those that people were to judge"),
            stimulus: None,
            kind: "post".into(),
            cue: (n.is_multiple_of(2)).then(|| "lips".into()),
        };
        (0..count).map(item).collect()
    };
    let mut judge = |count: u16, skill: f64| -> Box<[Judged]> {
        let one = |item| {
            let drawn = draw();
            let (manipulated, sure) =
                (item % 2 == 0, (0..5).find(|n: &u8| drawn * 5.99 < f64::from(n + 1)).unwrap_or(5));
            let called_altered = manipulated == (draw() < skill);
            Judged { item, manipulated, called_altered, per_cent: Some(50 + 10 * sure) }
        };
        (0..count).map(one).collect()
    };
    // Some have not completed the first part, some have not come back; the others answer a fifth of the items anew.
    let later = |n: usize, judged: &[Judged]| {
        let again = judged.iter().map(|one| {
            let is_other = (n + usize::from(one.item)).is_multiple_of(5);
            Judged { called_altered: one.called_altered != is_other, ..*one }
        });
        let closes = Some(1_796_083_200_000);
        match n % 7 {
            3 => LaterPart::default(),
            5 => LaterPart { closes, begun: n.is_multiple_of(2), ..LaterPart::default() },
            _ => LaterPart { closes, begun: true, completed: true, judged: again.collect(), ..LaterPart::default() },
        }
    };
    let person = |n: usize| {
        let (arm, entered) = (n % 3, if n % 7 == 3 { 3 } else { 5 });
        let at = |step: usize| (step, i64::try_from(n * 1000 + step * (60_000 + n * 777)).unwrap());
        let before = judge(6, 0.6);
        let after = if entered == 5 { judge(9, 0.6 + 0.08 * arm as f64) } else { Box::default() };
        Person {
            code: format!("P{n}"),
            arm: (n % 41 != 40).then_some(arm),
            status: if n % 31 == 5 {
                Status::Withdrawn
            } else if entered == 5 {
                Status::Completed
            } else {
                Status::Active
            },
            simulated: n.is_multiple_of(5),
            consented: n % 37 != 36,
            exposed: n % 41 != 40,
            completed: entered == 5,
            excluded: match n % 29 {
                8 => Some(Excluded::Decided("took part twice".into())),
                9 => Some(Excluded::Planned(0)),
                _ => None,
            },
            page: Some(if entered == 5 { "/end" } else { PAGES[arm] }.into()),
            steps: (0..entered).map(at).collect(),
            training_items: 16,
            training_answered: if n.is_multiple_of(11) { 5 } else { 16 },
            test_items: 9,
            test_answered: if entered == 5 { 9 } else { 0 },
            before,
            later: [later(n, &after)].into(),
            after,
            values: [n % 5, n % 7, n % 4].into_iter().map(|points| (entered == 5).then_some(points as f64)).collect(),
            ..Person::default()
        }
    };
    let step =
        |arm: usize| ["/pre-questionnaire", "/home", PAGES[arm], "/post-questionnaire", "/end"].map(str::to_owned);
    let arm = |n: usize| Arm { id: format!("arm-{n}"), label: ARMS[n].into(), steps: step(n).into() };
    let pair = |(id, arm, against): (&str, usize, usize)| Comparison { id: id.into(), arm, against };
    let factor = |id: &str, labels: [&str; 2], of_arms: [usize; 3]| Factor {
        id: id.into(),
        levels: labels.map(|label| FactorLevel { id: label.to_lowercase(), label: label.into() }).into(),
        of_arms: of_arms.into(),
    };
    let trust = ComparedScale {
        id: "trust".into(),
        label: "Trust".into(),
        before: Some(0),
        after: 1,
        expect: Expected::Open,
        hypothesis: None,
        margin: None,
    };
    let modality = Grouping::Modality(vec![
        Modality { kind: "post".into(), items: (0..4).collect() },
        Modality { kind: "video".into(), items: (4..9).collect() },
    ]);
    let moderator = |id: &str, by: Grouping| PlannedModerator {
        id: id.into(),
        label: None,
        role: ModeratorRole::Exploratory,
        hypothesis: None,
        by,
    };
    let design = Design {
        title: "Made up".into(),
        catalog: std::sync::Arc::default(),
        version: "0".into(),
        arms: (0..3).map(arm).collect(),
        by_unit: false,
        signal: vec!["altered".into()],
        attention: Vec::new(),
        exclusions: Exclusions {
            planned: vec![Planned { item: String::new(), keep: Vec::new(), reason: "audio check failed".into() }],
            sensitivity: Vec::new(),
        },
        before: items("before", 6),
        after: items("after", 9),
        // No arm has the long text without practice.
        factors: vec![
            factor("training", ["None", "Practice"], [0, 1, 1]),
            factor("text", ["Short", "Long"], [0, 0, 1]),
        ],
        effects: Vec::new(),
        advised: Vec::new(),
        watched: Vec::new(),
        waves: vec![LaterWave {
            id: "follow_up".into(),
            title: "Second part".into(),
            after: "main".into(),
            arms: vec![0, 1, 2],
            items: items("again", 9),
            hypothesis: Some("H9".into()),
            part: None,
        }],
        variables: ["trust_before", "trust_after", "sharing:after"].map(str::to_owned).into(),
        scales: Vec::new(),
        compared: vec![trust],
        derived: vec![DerivedOutcome {
            id: "sharing".into(),
            label: None,
            from: Source::Sharing { before: Vec::new(), after: vec!["after_0".into()] },
            role: OutcomeRole::Secondary,
            before: None,
            after: 2,
            expect: Expected::Rise,
        }],
        moderators: vec![moderator("modality", modality), moderator("skill", Grouping::DPrimeBefore)],
        baseline: Vec::new(),
        reporting: Reporting::default(),
        parts: Vec::new(),
        comparisons: [("H1", 1, 0), ("H2", 2, 0)].map(pair).into(),
        secondary: vec![Secondary {
            pair: pair(("H7", 2, 1)),
            kind: ComparisonKind::Equivalence,
            outcome: "d_prime".into(),
            margin: Some(0.2),
        }],
        planned_comparisons: 2,
        model: unmask_study::definition::analysis::PrimaryModel::Ancova,
        alpha: 0.05,
        smallest_effect: None,
        false_alarm_margin: 0.05,
        false_alarm_hypothesis: Some("H3".into()),
        confidence_hypothesis: None,
        smallest_share: 1.0 / 3.0,
        minimum_judged: 0.5,
        per_protocol: 0.75,
        sample: Sample { effect: 0.3.into(), ..Sample::default() },
        target: None,
        interim: None,
        blinded: false,
    };
    let gone = |(completed, people)| Erased {
        arm: Some(1),
        consented: true,
        exposed: true,
        completed,
        simulated: false,
        people,
    };
    let erased = [(false, 1), (true, 2)].map(gone).into();
    report(&Input {
        design,
        people: (0..131).map(person).collect(),
        erased,
        simulated_left_out: 0,
        seed_commitment: None,
        course: Course::default(),
        looks: Vec::new(),
    })
}
