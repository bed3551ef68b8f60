//! Scripts that compute the report's numbers again from the tables, and fit the mixed model: in R and in Python, from
//! the same design.

use unmask_study::Study;
use unmask_study::exclusion::SensitivityQuestion;
use unmask_study::report::Report;
use unmask_study::report::input::{Coding, ComparedScale, Design, Item, Part, Scale};

use crate::prelude::*;

const SCRIPTS: [(&str, &str); 4] = [
    ("analysis/report.R", include_str!("../templates/report.R")),
    ("analysis/report.py", include_str!("../templates/report.py")),
    ("analysis/model.R", include_str!("../templates/model.R")),
    ("analysis/model.py", include_str!("../templates/model.py")),
];

pub fn write(package: &mut Package, versions: &Versions, design: &Design, report: &Report) -> Result<()> {
    let mut design = facts(design);
    design["versions"] = versions.all().iter().map(|one| (one.study.hash.clone(), read_by(&one.study))).collect();
    design["hypotheses"] = hypotheses(report);
    let json = serde_json::to_string(&design).unwrap_or_default();
    let facts = json!({ "json": json, "r": in_r(&design) });
    for (path, template) in SCRIPTS {
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
    let scale = |scale: &Scale| json!({ "score": scale.id, "items": names(&scale.items) });
    json!({
        "arms": design.arms.iter().map(|arm| &arm.id).collect::<Vec<_>>(),
        "steps": design.arms.iter().map(|arm| arm.steps.len()).collect::<Vec<_>>(),
        "comparisons": design.comparisons.iter().map(|one| json!([one.arm, one.against])).collect::<Vec<_>>(),
        "before": ids(&design.before),
        "after": ids(&design.after),
        "parts": design.parts.iter().map(part).collect::<Vec<_>>(),
        "compared": design.compared.iter().map(compared).collect::<Vec<_>>(),
        "scales": design.scales.iter().map(scale).collect::<Vec<_>>(),
        "apart": design.exclusions.sensitivity.iter().map(apart).collect::<Vec<_>>(),
        "perProtocol": design.per_protocol,
    })
}

/// What answers mean to anyone who took part in a version: a later one may correct a key or a check.
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
    })
}

/// Answers that set nobody apart, by arm, as the tables have them.
fn apart(one: &SensitivityQuestion) -> Value {
    let words = |keep: &Vec<Value>| keep.iter().map(|value| plain(value).into_owned()).collect::<Vec<_>>();
    json!({ "id": one.item, "keep": one.keep.iter().map(words).collect::<Vec<_>>() })
}

/// On which outcome and which of its comparisons each hypothesis rests.
fn hypotheses(report: &Report) -> Value {
    let rests = report.hypotheses.iter().filter_map(|one| {
        let outcome = report.outcomes.iter().position(|known| known.id == one.outcome)?;
        let contrasts = &report.outcomes[outcome].contrasts;
        let contrast = contrasts.iter().position(|known| known.comparison == one.contrast.comparison)?;
        Some(json!({ "outcome": outcome, "contrast": contrast }))
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
