//! The figures of the flow diagram (CONSORT 2025, items 22a and 22b), counted while the data pass by.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use unmask_store::export::{Entered, Person};
use unmask_store::participants::Status;
use unmask_store::rights::{Mode, Withdrawals};

use crate::bundle::Versions;
use crate::manifest::pretty;
use crate::package::Package;
use crate::{ExportError, Result};

/// The figures so far.
#[derive(Default)]
pub struct Consort {
    registered: i64,
    consented: i64,
    last_consent: Option<String>,
    /// By the arm's name; `none` for who has no place at present.
    arms: BTreeMap<String, Arm>,
}

#[derive(Default)]
struct Arm {
    allocated: i64,
    exposed: i64,
    completed: i64,
    under_way: i64,
    withdrawn_kept: i64,
    withdrawn_erased: i64,
    /// By number and first page of the step.
    entered: BTreeMap<(i64, String), i64>,
    /// Where those are who have not completed.
    stopped: BTreeMap<String, i64>,
}

const NO_ARM: &str = "none";

impl Consort {
    /// Counts a participant.
    pub fn person(&mut self, person: &Person) {
        self.registered += 1;
        let arm = self.arm(person.group.map(unmask_study::definition::Group::name));
        arm.allocated += 1;
        arm.exposed += i64::from(person.exposed_at.is_some());
        arm.completed += i64::from(person.completed_at.is_some());
        match person.status {
            Status::Active => arm.under_way += 1,
            Status::Completed => {}
            Status::Withdrawn => arm.withdrawn_kept += 1,
        }
        if let (None, Some(page)) = (person.completed_at, &person.page) {
            *arm.stopped.entry(page.clone()).or_default() += 1;
        }
    }

    /// Counts a consent; they come by participant.
    pub fn consented(&mut self, code: &str) {
        if self.last_consent.as_deref() != Some(code) {
            self.consented += 1;
            self.last_consent = Some(code.to_owned());
        }
    }

    /// Counts an entry into a step.
    pub fn entered(&mut self, entered: &Entered) {
        let arm = self.arm(entered.group.map(unmask_study::definition::Group::name));
        *arm.entered.entry((entered.step.step, entered.step.page.clone())).or_default() += 1;
    }

    /// Adds those who had everything erased: they are in no table any more.
    pub fn withdrawn(&mut self, withdrawals: &[Withdrawals], simulated: bool) {
        for gone in withdrawals.iter().filter(|gone| gone.mode == Mode::Erase && (simulated || !gone.simulated)) {
            self.registered += gone.people;
            self.consented += gone.people;
            let arm = self.arm(gone.arm.as_deref());
            arm.allocated += gone.people;
            arm.withdrawn_erased += gone.people;
            arm.exposed += if gone.exposed { gone.people } else { 0 };
            arm.completed += if gone.completed { gone.people } else { 0 };
        }
    }

    fn arm(&mut self, name: Option<&str>) -> &mut Arm {
        self.arms.entry(name.unwrap_or(NO_ARM).to_owned()).or_default()
    }

    /// Writes them, for programs and for people.
    pub fn write(&self, package: &mut Package, versions: &Versions) -> Result<()> {
        let labels = &versions.newest().study.file.arms;
        let label =
            |name: &str| labels.iter().find(|(group, _)| group.name() == name).map(|(_, arm)| arm.label.as_str());
        let arms: Vec<Value> = self.arms.iter().map(|(name, arm)| arm.figures(name, label(name))).collect();
        let figures = json!({
            "registered": self.registered,
            "consented": self.consented,
            "arms": arms,
            "meaning": {
                "allocated": "Registered with a place in the arm; those who had everything erased are counted",
                "exposed": "Saw the first page that differs between the arms",
                "completed": "Reached the end",
                "underWay": "Neither at the end nor withdrawn",
                "withdrawnKept": "Withdrew; what they gave is kept",
                "withdrawnErased": "Withdrew; everything was erased, so that they are in no table and no step",
                "none": "Registered and never exposed, and the place went back to the schedule",
            },
        });
        package.write("results/consort.json", &pretty(&figures))?;
        let table = self.table().map_err(|error| ExportError::write("results/consort.csv".as_ref(), error))?;
        package.write("results/consort.csv", &table)
    }

    fn table(&self) -> csv::Result<String> {
        let mut csv = csv::Writer::from_writer(Vec::new());
        csv.write_record(["arm", "figure", "step", "page", "people"])?;
        let all = [("registered", self.registered), ("consented", self.consented)];
        for (figure, people) in all {
            csv.write_record(["all", figure, "", "", &people.to_string()])?;
        }
        for (name, arm) in &self.arms {
            for (figure, people) in arm.counts() {
                csv.write_record([name, figure, "", "", &people.to_string()])?;
            }
            for ((step, page), people) in &arm.entered {
                csv.write_record([name, "entered", &step.to_string(), page, &people.to_string()])?;
            }
            for (page, people) in &arm.stopped {
                csv.write_record([name, "stopped", "", page, &people.to_string()])?;
            }
        }
        let bytes = csv.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

impl Arm {
    fn counts(&self) -> [(&'static str, i64); 6] {
        [
            ("allocated", self.allocated),
            ("exposed", self.exposed),
            ("completed", self.completed),
            ("underWay", self.under_way),
            ("withdrawnKept", self.withdrawn_kept),
            ("withdrawnErased", self.withdrawn_erased),
        ]
    }

    fn figures(&self, name: &str, label: Option<&str>) -> Value {
        let mut figures = json!({ "arm": name, "label": label });
        for (figure, people) in self.counts() {
            figures[figure] = people.into();
        }
        let step =
            |((step, page), people): (&(i64, String), &i64)| json!({ "step": step, "page": page, "people": people });
        figures["entered"] = self.entered.iter().map(step).collect();
        figures["stopped"] =
            self.stopped.iter().map(|(page, people)| json!({ "page": page, "people": people })).collect();
        figures
    }
}
