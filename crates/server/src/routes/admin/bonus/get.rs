//! `GET /api/admin/bonus`

use unmask_store::bonus::{self, RunSummary};
use unmask_study::bonus::decimal;
use unmask_study::definition::{Amount, Bonus};

use super::{is_withheld, rule};
use crate::recruiters::bonus::List;
use crate::routes::prelude::*;

/// What participants get in addition.
#[derive(Debug, Serialize, ToSchema)]
pub struct BonusOverview {
    /// The rule of the study; null if it has none, or if the recruitment IDs are deleted.
    pub rule: Option<BonusRule>,
    /// Whom a new list would have; null without a rule, and for those who are blinded if amounts reveal the arms.
    pub next: Option<NextBonusList>,
    /// Earlier lists, the newest first.
    pub runs: Vec<BonusRun>,
}

/// `bonus` of the study.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BonusRule {
    pub currency: String,
    /// The ID of the part whose completion is needed; null for the first one.
    pub after: Option<String>,
    pub amounts: Vec<BonusRuleAmount>,
    /// The most that a participant gets; null for no limit.
    pub at_most: Option<String>,
    /// Whether amounts depend on a block that differs between arms.
    pub reveals_arms: bool,
}

/// An amount for each point of a score, or for each correct answer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BonusRuleAmount {
    /// The block with the answers.
    pub block: String,
    /// The scale; null for each correct answer.
    pub score: Option<String>,
    pub amount: String,
    /// The most that a participant gets of it; null for no limit.
    pub at_most: Option<String>,
}

/// Who would be listed now.
#[derive(Debug, Serialize, ToSchema)]
pub struct NextBonusList {
    /// By participant code.
    pub people: Vec<BonusOfParticipant>,
    /// The sum of their amounts, in hundredths of the currency's unit.
    pub cents: i64,
    /// The same as people read it.
    pub total: String,
    /// Listed before, or twice in the study.
    pub before: usize,
    /// Completed, without a bonus by their answers.
    pub nothing: usize,
    /// With an ID that no recruiter has.
    pub unusable: usize,
}

/// Somebody who gets a bonus.
#[derive(Debug, Serialize, ToSchema)]
pub struct BonusOfParticipant {
    /// Participant code.
    pub participant: String,
    pub amount: String,
}

/// An earlier list.
#[derive(Debug, Serialize, ToSchema)]
pub struct BonusRun {
    pub number: i64,
    pub at: String,
    pub people: i64,
    /// The sum of all amounts; null for those who are blinded if amounts reveal the arms.
    pub total: Option<String>,
    pub currency: String,
}

/// Returns the rule, whom a new list would have, and the earlier lists. Without recruitment IDs.
#[utoipa::path(get, path = "/api/admin/bonus", operation_id = "admin_bonus", tag = "admin", security(("bearer" = [])),
    responses((status = 200, body = BonusOverview), AdminOnly, Always))]
pub async fn bonus(State(app): State<App>, admin: Admin) -> Result<Json<BonusOverview>> {
    let version = app.versions.active();
    let definition = &version.study;
    let withheld = is_withheld(&app, &admin, definition).await?;
    let runs = bonus::runs(&app.store).await?.into_iter().map(|own| run(own, withheld)).collect();
    let Some((own, parameter)) = rule(&app, definition).await? else {
        return Ok(Json(BonusOverview { rule: None, next: None, runs }));
    };
    let next = if withheld {
        None
    } else {
        let list = List::new(&app.store, &app.key, definition, own, parameter).await;
        Some(next(&list.map_err(|error| ApiError::internal(format!("{error:#}")))?))
    };
    Ok(Json(BonusOverview { rule: Some(shown(own, definition.bonus_reveals_arms())), next, runs }))
}

fn shown(own: &Bonus, reveals_arms: bool) -> BonusRule {
    let amounts = own.amounts.iter().map(|one| BonusRuleAmount {
        block: one.block.name().to_owned(),
        score: one.score.clone(),
        amount: one.amount.decimal(),
        at_most: one.at_most.map(Amount::decimal),
    });
    BonusRule {
        currency: own.currency.clone(),
        after: own.after.map(|wave| wave.to_string()),
        amounts: amounts.collect(),
        at_most: own.at_most.map(Amount::decimal),
        reveals_arms,
    }
}

fn next(list: &List) -> NextBonusList {
    let person = |payee: &crate::recruiters::bonus::Payee| {
        let participant = payee.new.as_ref()?.code.clone();
        Some(BonusOfParticipant { participant, amount: decimal(payee.cents) })
    };
    let mut people: Vec<_> = list.payees.iter().filter_map(person).collect();
    people.sort_by(|one, other| one.participant.cmp(&other.participant));
    let (cents, before, nothing, unusable) = (list.total(), list.before, list.nothing, list.unusable);
    NextBonusList { people, cents, total: decimal(cents), before, nothing, unusable }
}

fn run(own: RunSummary, withheld: bool) -> BonusRun {
    let total = (!withheld).then(|| decimal(own.cents));
    BonusRun { number: own.number, at: rfc3339(own.at), people: own.people, total, currency: own.currency }
}
