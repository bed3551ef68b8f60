//! The rules of a blinded package: arms have their blinded labels, participants have other IDs, and whatever differs
//! between the arms by design is left out. Tables and columns are on a list of those that are kept, so that a new one
//! is left out until it is on the list.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use unmask_store::export as stored;
use unmask_study::blinded_variables::{Withheld, blinded_variables};
use unmask_study::blinding::mentions;
use unmask_study::definition::ArmId;
use unmask_study::hex;
use unmask_study::missing::Missing;
use unmask_study::report::{blinded_names, blinded_order};

use crate::bundle::{Version, Versions};
use crate::cell::Cell;
use crate::publication::EXCLUDED;
use crate::schema::{Column, Table};

/// The columns of each table that a blinded package has; no columns of other tables.
const KEPT: [(&str, Columns); 7] = [
    (
        "participants",
        Columns::These(&[
            "participant_id",
            "arm",
            "form",
            "unit",
            "stratum",
            "status",
            "exposed",
            "completed",
            "excluded",
            "excluded_by",
            "exclusion_reason",
            "locale",
            "simulated",
        ]),
    ),
    (
        "responses",
        Columns::These(&[
            "participant_id",
            "receipt",
            "phase",
            "wave",
            "block",
            "submission",
            "attempt",
            "section_position",
            "position",
            "variable",
            "value",
            "value_number",
            "stimulus",
            "truth",
            "correct",
            "within_condition",
            "first_change_ms",
            "last_change_ms",
            "changes",
            "submit_ms",
        ]),
    ),
    ("questionnaires", Columns::All),
    ("variables", Columns::All),
    ("people", Columns::But(&["per_protocol", "unflagged"])),
    ("judgements", Columns::All),
    ("numbers", Columns::All),
];

/// Columns that show what the arm was given, in a study whose content differs by arm.
const BY_CONTENT: [&str; 3] = ["section_position", "position", "stimulus"];

const PARTICIPANTS: &str = "One row for each participant who registered, including those who dropped out. Participants who withdrew and had \
                            everything erased have no row; results/report.json counts them.";

enum Columns {
    All,
    These(&'static [&'static str]),
    But(&'static [&'static str]),
}

/// What a blinded package leaves out besides variables, and why.
pub const LEFT_OUT: [(&str, &str); 11] = [
    ("the names of the arms and of the levels of factors", "replaced by blinded labels, the same as in the console"),
    (
        "participant codes and numbers of receipts and units",
        "replaced by other IDs, so that rows can't be found in the console",
    ),
    (
        "tables allocations, units, consents, submissions, exposures, events, steps, waves, usage and stimuli",
        "steps, pages, media and slots differ between the arms, or their order would show the allocation",
    ),
    (
        "all moments and days",
        "the time from one to the next is that spent in the arm; only times since a page was shown are kept",
    ),
    (
        "columns place, order_seed, last_page, outcome, training_…, flag_…, unseen_media, unchecked_posts, factor_…, and study_version of participants' rows",
        "they differ between the arms, or link a participant to what does",
    ),
    ("judgements before advice", "not all arms may get advice"),
    ("the words of researchers about exclusions", "they may describe the arm"),
    ("materials/, CHANGES.md and documentation/", "they say what each arm was given"),
    (
        "results/consort.json and results/consort.csv",
        "they count pages by arm; results/report.json has the flow without pages",
    ),
    (
        "analysis/report.R, analysis/report.py and analysis/allocation.py",
        "they need the design of the arms, or what is left out here",
    ),
    ("the allocation in manifest.json", "the plan and the seed would reveal the labels"),
];

const LABELS: &str =
    "The arms are called a, b and so on, in an order drawn from the allocation seed, as in the console";
const NO_LABELS: &str = "The target is not reached, so the data do not say who is in which arm, not even by a label";

/// The rules of a blinded package.
#[derive(Clone, Debug)]
pub struct Blinded {
    seed: [u8; 32],
    /// The arms of the active version, in the order of their labels: of participants, and of simulated ones.
    orders: [Vec<ArmId>; 2],
    /// The variables of the package.
    kept: BTreeSet<String>,
    withheld: BTreeMap<String, Withheld>,
    /// The parts of the study that the kept variables belong to.
    phases: BTreeSet<String>,
    /// Names of the arms, which no list of the package has.
    names: BTreeSet<String>,
    /// Whether the package says who is in which arm, by its label.
    has_labels: bool,
    /// Whether arms are given different contents on the same pages.
    by_content: bool,
}

impl Blinded {
    /// The rules for these versions, with the allocation seed. While results by arm are withheld, the package has no
    /// labels: with them, anybody could compute the results.
    pub fn of(versions: &Versions, seed: [u8; 32], has_labels: bool) -> Self {
        let studies: Vec<_> = versions.all().iter().map(|version| &version.study).collect();
        let arms: Vec<ArmId> = versions.active().study.file.arms.keys().copied().collect();
        let ids: Vec<&str> = arms.iter().map(ArmId::name).collect();
        let order = |simulated| blinded_order(&ids, &seed, simulated).into_iter().map(|index| arms[index]).collect();
        let (mut kept, mut withheld) = (BTreeSet::new(), BTreeMap::new());
        for (variable, why) in blinded_variables(&studies) {
            match why {
                None => drop(kept.insert(variable)),
                Some(why) => drop(withheld.insert(variable, why)),
            }
        }
        let of_version = |version: &Version| {
            let rows = version.rows.iter().filter(|row| kept.contains(&row.variable));
            rows.map(|row| version.phase(&row.part).into_owned()).collect::<Vec<_>>()
        };
        let phases = versions.all().iter().flat_map(of_version).collect();
        let arms = studies.iter().flat_map(|study| &study.file.arms);
        Self {
            seed,
            orders: [order(false), order(true)],
            kept,
            withheld,
            phases,
            names: arms.flat_map(|(id, arm)| [id.name().to_owned(), arm.label.clone()]).collect(),
            has_labels,
            by_content: studies.iter().any(|study| !study.by_arm.is_empty()),
        }
    }

    /// The seed from which labels are drawn.
    pub fn seed(&self) -> &[u8; 32] {
        &self.seed
    }

    /// Whether the package says who is in which arm, by its label.
    pub fn has_labels(&self) -> bool {
        self.has_labels
    }

    /// Whether the package has a variable.
    pub fn has(&self, variable: &str) -> bool {
        self.kept.contains(variable)
    }

    /// The ID of a participant in the package.
    pub fn id(&self, code: &str) -> String {
        hex(&self.hash("participant", code)[..8])
    }

    /// The receipt of a submission in the package.
    pub fn receipt(&self, receipt: &str) -> String {
        hex(&self.hash("receipt", receipt)[..16])
    }

    fn unit(&self, number: i64) -> i64 {
        let hash = self.hash("unit", &number.to_string());
        // Positive, and small enough for every program.
        i64::from(u32::from_le_bytes([hash[0], hash[1], hash[2], hash[3]]) >> 1) + 1
    }

    /// Without the seed, nobody can compute it.
    fn hash(&self, purpose: &str, of: &str) -> [u8; 32] {
        let keyed = Sha256::new().chain_update(self.seed).chain_update(format!("blinded package/{purpose}/{of}"));
        keyed.finalize().into()
    }

    /// A participant as the package has them, with their own arm, which decides what is missing and why.
    pub fn person(&self, person: stored::Person) -> stored::Person {
        stored::Person {
            code: self.id(&person.code),
            unit: person.unit.map(|number| self.unit(number)),
            excluded: person.excluded.as_ref().map(|_| EXCLUDED.to_owned()),
            ..person
        }
    }

    /// All participants, in the order of their IDs in the package: that of their codes would tell which is which.
    pub fn order(&self, mut codes: Vec<String>) -> Vec<String> {
        codes.sort_by_cached_key(|code| self.id(code));
        codes
    }

    /// The label of an arm in the data. An arm that the active version lacks has none.
    pub fn arm(&self, arm: Option<ArmId>, simulated: bool) -> Cell<'static> {
        let Some(arm) = arm else { return Cell::Missing(Missing::NotAssigned) };
        let place = self.orders[usize::from(simulated)].iter().position(|own| *own == arm);
        let label = place.and_then(|place| blinded_names().nth(place)).map(|(id, _)| Cell::text(id));
        label.unwrap_or(Cell::Missing(Missing::NotInVersion))
    }

    /// Leaves out columns of a table, or all, and the names of the arms.
    pub fn reduce(&self, table: &mut Table) {
        let columns = KEPT.iter().find(|(name, _)| *name == table.name).map(|(_, columns)| columns);
        let has = |name: &str| {
            let is_on_list = columns.is_some_and(|columns| match columns {
                Columns::All => true,
                Columns::These(names) => names.contains(&name),
                Columns::But(names) => !names.contains(&name),
            });
            is_on_list
                && (self.has_labels || name != "arm")
                && !(self.by_content && BY_CONTENT.contains(&name) && table.name != "questionnaires")
        };
        let kept = (0..table.columns.len()).filter(|index| has(&table.columns[*index].name)).collect();
        table.columns.retain(|column| has(&column.name));
        table.kept = Some(kept);
        if table.name == "participants" {
            table.description = PARTICIPANTS;
        }
        for column in &mut table.columns {
            match column.name.as_str() {
                "arm" => self.label(column),
                "phase" if table.name == "responses" => column.values.retain(|(phase, _)| self.phases.contains(phase)),
                _ => {}
            }
        }
    }

    fn label(&self, column: &mut Column) {
        column.values = blinded_names().take(self.orders[0].len()).collect();
        "Blinded label of the arm, the same as in the console".clone_into(&mut column.label);
    }

    /// For the manifest.
    pub fn described(&self) -> Value {
        let one = |(what, why): &(&str, &str)| json!({ "what": what, "why": why });
        json!({
            "labels": if self.has_labels { LABELS } else { NO_LABELS },
            "hasLabels": self.has_labels,
            "leftOut": LEFT_OUT.iter().map(one).collect::<Vec<_>>(),
            "variablesLeftOut": self.variables_left_out(),
        })
    }

    /// The names of the variables that are left out, by reason. A name of an arm is not listed.
    pub fn variables_left_out(&self) -> Vec<Value> {
        let named = |why: Withheld| {
            let of = self.withheld.iter().filter(move |(_, own)| **own == why).map(|(variable, _)| variable.as_str());
            of.filter(|variable| !self.names.iter().any(|name| mentions(variable, name))).collect::<Vec<_>>()
        };
        let reasons = Withheld::ALL.into_iter().map(|why| (why, named(why))).filter(|(_, named)| !named.is_empty());
        reasons.map(|(why, named)| json!({ "why": why.reason(), "variables": named })).collect()
    }
}
