//! Scripts in R and Python that recompute the report's numbers from the tables, and fit the mixed model.

use unmask_study::Study;
use unmask_study::definition::Questionnaire;
use unmask_study::definition::analysis::{ComparisonKind, Expected, ModeratorRole, PrimaryModel};
use unmask_study::exclusion::SensitivityQuestion;
use unmask_study::items::{Advised, Judgement};
use unmask_study::quality;
use unmask_study::report::input::{
    AnswerGroup, Baseline, Characteristic, Coding, ComparedScale, Comparison, DerivedOutcome, Design, Grouping, Item,
    Part, PlannedModerator, Scale, Source,
};
use unmask_study::report::{Measure, Report, Sequential, dropouts};

use unmask_study::watched;

use crate::prelude::*;

/// They need tables and the design of the arms, which a blinded package does not have.
const REPORT: [(&str, &str); 2] = [
    ("analysis/report.R", include_str!("../templates/report.R")),
    ("analysis/report.py", include_str!("../templates/report.py")),
];

/// They need the judgements alone, with the arms.
const MODELS: [(&str, &str); 5] = [
    ("analysis/model.R", include_str!("../templates/model.R")),
    ("analysis/model.py", include_str!("../templates/model.py")),
    ("analysis/bayes.R", include_str!("../templates/bayes.R")),
    ("analysis/item_response.R", include_str!("../templates/item_response.R")),
    ("analysis/item_response.py", include_str!("../templates/item_response.py")),
];

pub fn write(
    package: &mut Package,
    versions: &Versions,
    design: &Design,
    report: &Report,
    looks: Option<&Sequential>,
) -> Result<()> {
    let hypotheses = hypotheses(design, report);
    let looks = looks.map(|looks| sequential(design, looks));
    let mut design = facts(design);
    design["sequential"] = looks.into();
    design["hypotheses"] = hypotheses;
    let is_blinded = package.blinded.is_some();
    let read = versions.all().iter().filter(|_| !is_blinded);
    design["versions"] = read.map(|one| (one.study.hash.clone(), read_by(&one.study))).collect();
    let json = serde_json::to_string(&design).unwrap_or_default();
    let facts = json!({ "json": json, "r": in_r(&design) });
    let has_labels = package.blinded.as_ref().is_none_or(|blinded| blinded.has_labels());
    let models = MODELS.into_iter().filter(|_| has_labels);
    for (path, template) in REPORT.into_iter().filter(|_| !is_blinded).chain(models) {
        package.render(path, template, facts.clone())?;
    }
    Ok(())
}

/// The design; indices count from 0, as in the report.
fn facts(design: &Design) -> Value {
    let ids = |items: &[Item]| items.iter().map(|item| item.id.clone()).collect::<Vec<_>>();
    let names = |items: &[usize]| items.iter().map(|item| design.variables[*item].clone()).collect::<Vec<_>>();
    let part = |part: &Part| json!({ "id": part.id, "items": part.items.iter().map(|item| &design.after[*item].id).collect::<Vec<_>>() });
    let compared = |scale: &ComparedScale| {
        json!({ "id": scale.id, "after": design.variables[scale.after],
            "before": scale.before.map(|variable| design.variables[variable].clone()) })
    };
    let derived = |outcome: &DerivedOutcome| {
        let (low, high) = outcome.range();
        let (kind, before, after) = match &outcome.from {
            Source::Sharing { before, after } => ("sharing", outcome.before.map(|_| json!(before)), json!(after)),
            Source::Estimate { item } => ("estimate", None, json!(item)),
        };
        json!({ "id": outcome.id, "kind": kind, "before": before, "after": after, "range": [low, high] })
    };
    let scale =
        |scale: &Scale| json!({ "score": scale.id, "items": names(&scale.items), "hasAlpha": scale.has_alpha() });
    json!({
        "arms": design.arms.iter().map(|arm| &arm.id).collect::<Vec<_>>(),
        "steps": design.arms.iter().map(|arm| arm.steps.len()).collect::<Vec<_>>(),
        "byUnit": design.by_unit,
        "comparisons": design.comparisons.iter().map(|one| json!([one.arm, one.against])).collect::<Vec<_>>(),
        "secondary": design.secondary.iter().map(|one| json!({ "outcome": one.outcome, "pair": [one.pair.arm, one.pair.against], "kind": one.kind, "margin": one.margin })).collect::<Vec<_>>(),
        "planned": planned(design),
        "smallestEffect": design.smallest_effect,
        "alpha": design.alpha,
        "sample": sample(design),
        "before": ids(&design.before),
        "after": ids(&design.after),
        "factors": design.factors.iter().map(|one| json!({ "id": one.id, "levels": one.levels.iter().map(|level| &level.id).collect::<Vec<_>>(), "arms": one.of_arms })).collect::<Vec<_>>(),
        "effects": design.effects.iter().map(|one| json!({ "factors": one.factors, "levels": one.levels })).collect::<Vec<_>>(),
        "waves": design.waves.iter().map(|wave| json!({ "id": wave.id, "after": wave.after, "arms": wave.arms, "items": ids(&wave.items), "part": wave.part })).collect::<Vec<_>>(),
        "watched": design.watched.iter().map(|one| json!({ "wave": one.wave, "arms": one.arms.iter().map(|(arm, length)| json!({ "arm": arm, "seconds": length })).collect::<Vec<_>>() })).collect::<Vec<_>>(),
        "advised": design.advised.iter().map(|one| json!({ "wave": one.wave, "arms": one.arms, "items": one.items })).collect::<Vec<_>>(),
        "parts": design.parts.iter().map(part).collect::<Vec<_>>(),
        "compared": design.compared.iter().map(compared).collect::<Vec<_>>(),
        "derived": design.derived.iter().map(derived).collect::<Vec<_>>(),
        "moderators": design.moderators.iter().map(|one| moderator(design, one)).collect::<Vec<_>>(),
        "baseline": design.baseline.iter().map(characteristic).collect::<Vec<_>>(),
        "dropouts": dropouts::characteristics(design).iter().map(characteristic).collect::<Vec<_>>(),
        "scales": design.scales.iter().map(scale).collect::<Vec<_>>(),
        "apart": design.exclusions.sensitivity.iter().map(apart).collect::<Vec<_>>(),
        "minimumJudged": design.minimum_judged,
        "perProtocol": design.per_protocol,
        "unseenMedia": quality::UNSEEN_MEDIA,
        "uncheckedPosts": quality::UNCHECKED_POSTS,
    })
}

/// What the smallest detectable difference assumes. `itemEffects`: of a model for which the items are a sample.
fn sample(design: &Design) -> Value {
    let item_effects = match design.model {
        PrimaryModel::Ancova => Some(0.0),
        PrimaryModel::ProbitMixed => design.item_effects().ok(),
    };
    json!({
        "power": design.sample.power,
        "correlation": design.correlation().ok(),
        "tests": design.planned_comparisons.max(1),
        "itemEffects": item_effects,
    })
}

/// The planned comparisons in d'.
fn planned(design: &Design) -> Value {
    let one = |pair: &Comparison, kind: ComparisonKind, margin: Option<f64>| json!({ "hypothesis": pair.id, "pair": [pair.arm, pair.against], "kind": kind, "margin": margin });
    let primary = design.comparisons.iter().map(|pair| one(pair, ComparisonKind::Superiority, None));
    let secondary = design.secondary.iter().filter(|secondary| secondary.outcome == Measure::DPrime.name());
    primary.chain(secondary.map(|secondary| one(&secondary.pair, secondary.kind, secondary.margin))).collect()
}

/// The planned looks and when they were taken. `complete`: alpha is spent as at the target.
fn sequential(design: &Design, looks: &Sequential) -> Value {
    let taken = looks.looks.iter().map(|look| json!({ "n": look.n, "complete": look.share >= 1.0 }));
    json!({
        "spending": looks.spending,
        "target": design.target,
        "loss": design.sample.loss,
        "planned": looks.planned.iter().map(|look| json!({ "share": look.share })).collect::<Vec<_>>(),
        "looks": taken.collect::<Vec<_>>(),
    })
}

/// `labels`: of groups by an answer, as in results/people.csv. `number`: the score that moderates, or `d_prime` for d'
/// before.
fn moderator(design: &Design, planned: &PlannedModerator) -> Value {
    let labels: Vec<&str> = match &planned.by {
        Grouping::Answer { groups, .. } => groups.iter().map(|group| group.label.as_str()).collect(),
        Grouping::Modality(_) | Grouping::DPrimeBefore | Grouping::Score { .. } => Vec::new(),
    };
    let facts = |item: Option<&str>, groups: Vec<Vec<String>>, number: Option<&str>| {
        let is_confirmatory = planned.role == ModeratorRole::Confirmatory;
        json!({ "id": planned.id, "confirmatory": is_confirmatory, "item": item, "groups": groups, "labels": labels,
            "number": number })
    };
    match &planned.by {
        Grouping::Answer { item, groups, .. } => {
            // As written in the tables.
            let answers = |group: &AnswerGroup| group.answers.iter().map(|one| plain(one).into_owned()).collect();
            let groups: Vec<Vec<String>> = groups.iter().map(answers).collect();
            facts(Some(item), groups, None)
        }
        Grouping::Modality(modalities) => {
            let ids = |items: &[usize]| items.iter().map(|item| design.after[*item].id.clone()).collect();
            let groups: Vec<Vec<String>> = modalities.iter().map(|modality| ids(&modality.items)).collect();
            facts(None, groups, None)
        }
        Grouping::DPrimeBefore => facts(None, Vec::new(), Some(Measure::DPrime.name())),
        Grouping::Score { scale, .. } => facts(None, Vec::new(), Some(scale)),
    }
}

fn characteristic(one: &Characteristic) -> Value {
    // As written in the tables.
    let answers = |group: &AnswerGroup| group.answers.iter().map(|one| plain(one).into_owned()).collect();
    let (kind, groups): (_, Option<Vec<Vec<String>>>) = match &one.from {
        Baseline::Measure(_) => ("measure", None),
        Baseline::Score(_) => ("score", None),
        Baseline::Number { .. } => ("number", None),
        Baseline::Answer { answers: groups, .. } => ("answer", Some(groups.iter().map(answers).collect())),
    };
    json!({ "id": one.id, "kind": kind, "answers": groups })
}

/// The meaning of answers by study version: a later version may correct a key or a check.
fn read_by(study: &Study) -> Value {
    let design = Design::of(study);
    let mut codings = Map::new();
    for (item, by) in design.scales.iter().flat_map(|scale| scale.items.iter().zip(&scale.coding)) {
        codings.entry(&design.variables[*item]).or_insert_with(|| coding(by));
    }
    json!({
        "signal": design.signal,
        "test": design.after.iter().map(|item| &item.id).collect::<Vec<_>>(),
        "attention": design.attention.iter().map(|(id, pass)| json!({ "id": id, "pass": pass })).collect::<Vec<_>>(),
        "codings": codings,
        "wrongAdvice": wrong_advice(study),
        "recordings": recordings(study),
    })
}

/// The recordings without a question, of each arm.
fn recordings(study: &Study) -> Value {
    let arms = study.file.arms.keys().map(|arm| (arm, watched::recordings(study, *arm)));
    let arms = arms.filter(|(_, own)| !own.is_empty()).map(|(arm, own)| {
        let own = own.iter().map(
            |one| json!({ "wave": one.wave, "block": one.block, "stimulus": one.stimulus, "seconds": one.seconds }),
        );
        (arm.to_string(), own.collect::<Vec<_>>().into())
    });
    arms.collect::<Map<_, _>>().into()
}

/// Both answers of each judgement of which the advice names the wrong one; of all others it names the correct one.
fn wrong_advice(study: &Study) -> Value {
    let items = study.questionnaires.values().flat_map(Questionnaire::items);
    let judged = items.filter_map(|item| Some((item, item.judgement()?)));
    let wrong = judged.filter(|(_, judgement)| judgement.advised == Advised::Wrong);
    let both = |judgement: &Judgement| judgement.options.iter().map(|option| option.value.clone()).collect::<Vec<_>>();
    wrong.map(|(item, judgement)| (item.id.clone(), json!(both(judgement)))).collect::<Map<_, _>>().into()
}

/// Answers that do not flag a participant for the sensitivity analysis, by arm, as written in the tables.
fn apart(one: &SensitivityQuestion) -> Value {
    let words = |keep: &Vec<Value>| keep.iter().map(|value| plain(value).into_owned()).collect::<Vec<_>>();
    json!({ "id": one.item, "keep": one.keep.iter().map(words).collect::<Vec<_>>() })
}

/// The outcome and the comparison of each hypothesis, in the first part or in a later wave, and how it is tested
/// against its margin. `worse` is the sign of a difference that is feared.
fn hypotheses(design: &Design, report: &Report) -> Value {
    let rests = report.hypotheses.iter().filter_map(|one| {
        let wave = one.wave.as_ref().and_then(|wave| report.waves.iter().position(|known| known.id == *wave));
        let outcomes: Vec<_> = match wave {
            None => report.outcomes.iter().map(|known| (&known.id, &known.contrasts)).collect(),
            Some(wave) => report.waves[wave].outcomes.iter().map(|known| (&known.id, &known.contrasts)).collect(),
        };
        let outcome = outcomes.iter().position(|(id, _)| **id == one.outcome)?;
        let contrasts = outcomes[outcome].1;
        let contrast = contrasts.iter().position(|known| known.comparison == one.contrast.comparison)?;
        let worse = if one.kind.is_some() && design.expected(&one.outcome) != Expected::NoRise { -1 } else { 1 };
        let (margin, kind) = (one.margin, one.kind);
        Some(json!({
            "wave": wave, "outcome": outcome, "contrast": contrast, "margin": margin, "kind": kind, "worse": worse,
        }))
    });
    rests.collect()
}

fn coding(coding: &Coding) -> Value {
    match coding {
        Coding::Plain => json!({ "kind": "plain" }),
        Coding::Reverse(sum) => json!({ "kind": "reverse", "sum": sum }),
        Coding::Right(answer) => json!({ "kind": "right", "answer": answer }),
    }
}

/// A value as R code: objects and lists of several things are lists, lists of words or numbers vectors. The strings of
/// JSON are strings of R.
fn in_r(value: &Value) -> String {
    match value {
        Value::Null => "NULL".into(),
        Value::Array(list) => {
            let kind =
                if list.iter().all(Value::is_string) || list.iter().all(Value::is_number) { "c" } else { "list" };
            format!("{kind}({})", list.iter().map(in_r).collect::<Vec<_>>().join(", "))
        }
        Value::Object(object) => {
            let named = object.iter().map(|(name, one)| format!("`{name}` = {}", in_r(one)));
            format!("list({})", named.collect::<Vec<_>>().join(", "))
        }
        Value::Bool(flag) => if *flag { "TRUE" } else { "FALSE" }.into(),
        other => other.to_string(),
    }
}
