//! The page flow, read-only. The server decides on which page a user should be; these calls return it.

pub mod config;
pub mod correct_page;
pub mod group;
pub mod next;
pub mod previous;
pub mod validate;

use unmask_study::{Page, flow};
use utoipa::IntoParams;

use crate::api::form::FormCode;
use crate::auth::step_of;
use crate::routes::prelude::*;

/// A page of a group's flow.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct CurrentPage {
    /// The participant's group; the admin can name any group.
    #[param(value_type = String)]
    pub group_type: ArmId,
    pub current_page: String,
}

/// A page to check.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct PageToCheck {
    /// The participant's group; the admin can name any group.
    #[param(value_type = String)]
    pub group_type: ArmId,
    pub page: String,
}

/// Where the browser is. The admin may leave the group out.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct CurrentPath {
    /// The participant's group.
    #[serde(default)]
    #[param(value_type = Option<String>)]
    pub group_type: Option<ArmId>,
    pub current_path: String,
}

/// Rejects a participant who requests another group, and a group that the study does not have.
pub fn require_group(who: &SignedIn, group: ArmId) -> Result<()> {
    if !who.loaded().study.file.arms.contains_key(&group) {
        return Err(ApiError::invalid_fields(vec![FieldProblem::new("groupType", FormCode::GroupUnknown.into())]));
    }
    match who {
        SignedIn::Registrant(registrant)
            if registrant.assigned.as_ref().and_then(|assigned| assigned.arm) != Some(group) =>
        {
            Err(ApiError::of(Code::OtherGroup))
        }
        _ => Ok(()),
    }
}

/// The ordered pages of a group.
pub fn pages(who: &SignedIn, group: ArmId) -> Vec<String> {
    who.loaded().steps(Some(group)).iter().map(|step| step.first_page().to_string()).collect()
}

/// The index of the participant's present step.
fn present(who: &SignedIn) -> Option<usize> {
    match who {
        SignedIn::Registrant(registrant) => Some(registrant.progress.step),
        SignedIn::Admin(_) => None,
    }
}

/// The page `by` steps away from the one that owns `page`; none outside of the flow.
pub fn neighbour(who: &SignedIn, query: &CurrentPage, by: isize) -> Result<Option<String>> {
    require_group(who, query.group_type)?;
    let loaded = who.loaded();
    let steps = loaded.steps(Some(query.group_type));
    let page = loaded.page(&query.current_page);
    let index = page.and_then(|page| {
        let kind = step_of(&page)?;
        // The participant's own step, if several are of the page's kind.
        let present = present(who).filter(|index| steps.get(*index).is_some_and(|step| step.kind == kind));
        present.or_else(|| flow::find_step(&loaded.study, steps, &page))
    });
    let neighbour = index.and_then(|index| {
        // A later part begins with a choice of the participant, not with the next page.
        steps.get(index.checked_add_signed(by)?).filter(|step| step.wave == steps[index].wave)
    });
    Ok(neighbour.map(|step| step.first_page().to_string()))
}

/// The correct page for a caller who requests a path.
pub fn correct(who: &SignedIn, path: &str) -> String {
    let SignedIn::Registrant(registrant) = who else { return path.to_owned() };
    let loaded = &registrant.loaded;
    // An unknown page leads to the landing page, an unknown id on a known page to the present one.
    let Ok(asked) = path.parse::<Page>() else { return Page::Landing.to_string() };
    let asked = asked.map_id(|id| loaded.ids.bundle(id));
    let open = |asked: Option<Page>| asked.filter(|page| page.is_public() || *page == Page::Profile);
    // Participants who withdrew, or for whom a full study has no slot, can only exercise their rights in the profile.
    if registrant.withdrawn {
        return open(asked).unwrap_or(Page::Profile).to_string();
    }
    if registrant.turned_away.is_some() {
        return open(asked).unwrap_or(Page::End).to_string();
    }
    if registrant.consented.is_none() {
        return open(asked).unwrap_or(Page::Consent).to_string();
    }
    let Some(assigned) = &registrant.assigned else { return open(asked).unwrap_or(Page::Profile).to_string() };
    let page = asked.map_or_else(
        || registrant.progress.page.clone(),
        |asked| flow::correct_page(&loaded.study, assigned, &registrant.progress, &asked),
    );
    loaded.path(&page)
}
