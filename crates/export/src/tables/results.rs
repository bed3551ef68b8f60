//! Tables in `results/`: results computed from the data. A cell without a value is empty.

use unmask_study::report::input::{Design, Grouping};
use unmask_study::report::{Language, Measure};

use super::{arm, form, participant, table};
use crate::bundle::Versions;
use crate::schema::{Column, Kind, Table, column};

const PHASES: [(&str, &str); 2] = [("before", "Before the training"), ("after", "After the training")];

pub(super) fn judgements(versions: &Versions) -> Table {
    let description = "One row for each judgement of a randomised participant before and after the training: the format \
                       for models of single answers (mixed models).";
    let sure = "Confidence from 0 to 1: 0.5 is a guess, 1 is certain. The tables in data/ use per cent";
    table("judgements", "Judgements", description, &["participant_id", "phase", "item"])
        .at("results/judgements.csv")
        .with([
            participant(),
            arm(versions).required(),
            form(versions, "Parallel test form, or list"),
            column("excluded", Kind::Flag, "Excluded from the analysis, by the plan or by a researcher").required(),
            column("simulated", Kind::Flag, "A simulated participant").required(),
            column("phase", Kind::Text, "When").required().of(&PHASES),
            column("item", Kind::Text, "Variable of the item").required(),
            column("kind", Kind::Text, "Kind of medium, or post").required(),
            column("cue", Kind::Text, "Family of what was altered"),
            column("manipulated", Kind::Flag, "The item was altered, or misleading").required(),
            column("altered", Kind::Flag, "The answer was that the item is").required(),
            Column { min: Some(0.0), max: Some(1.0), ..column("confidence", Kind::Number, sure) },
        ])
        .of_participants()
}

pub(super) fn people(versions: &Versions) -> Table {
    let description = "One row for each randomised participant: scores from their judgements before and after the training, \
                       and the populations of the analysis to which they belong.";
    let belongs = |name: &str, label: &str| column(name, Kind::Flag, label).required();
    let with_outcome = "compared if their d′ is known before and afterwards";
    let measures = PHASES.iter().flat_map(|(phase, when)| {
        Measure::ALL.map(|measure| {
            let (min, max) = measure.range().unzip();
            let label = format!("{when}: {}", measure.meaning());
            Column { min, max, ..column(format!("{phase}_{}", measure.name()), Kind::Number, label) }
        })
    });
    let design = Design::of(&versions.active().study);
    let derived = design.derived.iter().flat_map(|outcome| {
        let phases = PHASES.into_iter().filter(|(phase, _)| *phase == "after" || outcome.before.is_some());
        phases.map(|(phase, when)| {
            let label = format!("{when}: {}. {}", outcome.name(), outcome.meaning());
            let (min, max) = outcome.range();
            let number = column(format!("{phase}_{}", outcome.outcome()), Kind::Number, label);
            Column { min: Some(min), max: Some(max), ..number }
        })
    });
    let moderators = design.moderators.iter().filter_map(|one| {
        let name = one.named(Language::English);
        let (kind, what) = match one.by {
            Grouping::Answer { .. } => (Kind::Text, "the group of the participant"),
            Grouping::DPrimeBefore | Grouping::Score { .. } | Grouping::Modality(_) => (Kind::Number, "the number"),
        };
        let label = format!("Moderator of the differences in d′, {name}: {what}, before the arms differ");
        Some(column(one.column()?, kind, label))
    });
    table("people", "Outcomes of each participant", description, &["participant_id"])
        .at("results/people.csv")
        .with([
            participant(),
            arm(versions).required(),
            form(versions, "Parallel test form, or list"),
            column("simulated", Kind::Flag, "A simulated participant").required(),
            belongs(
                "modified_intention_to_treat",
                &format!("Randomised and eligible, not excluded from the analysis; {with_outcome}"),
            ),
            belongs("per_protocol", &format!("Of these, answered the planned share of the training; {with_outcome}")),
            belongs("unflagged", &format!("Of the randomised and eligible, those without a flag; {with_outcome}")),
        ])
        .with(measures)
        .with(derived)
        .with(moderators)
        .of_participants()
}

pub(super) fn numbers() -> Table {
    let description = "One row for each number of results/report.json, named by its path, such as \
                       outcomes.0.after.1.low; lists count from 0.";
    table("numbers", "Numbers of the report", description, &["name"]).at("results/numbers.csv").with([
        column("name", Kind::Text, "Path in results/report.json").required(),
        column("value", Kind::Number, "The number, in the unit of the report").required(),
    ])
}

pub(super) fn consort() -> Table {
    let description = "One row for each figure of the CONSORT flow diagram; results/consort.json contains the same figures \
                       with explanations.";
    let arm = "Arm of the trial; all for the whole study, none for participants without a slot";
    let figure = "What is counted; for exclusions, with who excluded and why; simulated counts those among the registered; \
                  due to analysable of a later part are explained in results/consort.json";
    table("consort", "CONSORT figures", description, &[]).at("results/consort.csv").with([
        column("arm", Kind::Text, arm).required(),
        column("figure", Kind::Text, figure).required(),
        column("wave", Kind::Text, "Part of the study; main for the first one, and for the whole study").required(),
        column("step", Kind::Integer, "Number of the step of the arm that was entered"),
        column("page", Kind::Text, "First page of that step, or the page where participants stopped"),
        column("people", Kind::Integer, "Number of participants").required(),
    ])
}
