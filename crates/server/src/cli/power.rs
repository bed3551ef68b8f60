//! `unmask power`: how many people the design in the bundle needs.

use unmask_study::definition::analysis::{Effect, Sample};
use unmask_study::report::Needed;
use unmask_study::report::input::Design;

use crate::cli::prelude::*;
use crate::study_versions::read_bundle;

/// Effects of the table: from small to medium.
const EFFECTS: [f64; 6] = [0.2, 0.25, 0.3, 0.35, 0.4, 0.5];

#[derive(clap::Args)]
pub struct Args {
    /// Smallest difference worth finding, in standard deviations. Default: the bundle's, or 0.3 if it has none.
    #[arg(long, value_name = "D")]
    effect: Option<f64>,
    /// Power: probability of finding this difference. Default: the bundle's.
    #[arg(long, value_name = "SHARE")]
    power: Option<f64>,
    /// Familywise error rate of the primary tests. Default: the bundle's.
    #[arg(long, value_name = "SHARE")]
    alpha: Option<f64>,
    /// Correlation of d' before and after. Default: the bundle's.
    #[arg(long, value_name = "R", allow_negative_numbers = true)]
    correlation: Option<f64>,
    /// Attrition as a share of participants. Default: the bundle's.
    #[arg(long, value_name = "SHARE")]
    loss: Option<f64>,
}

pub fn run(settings: &Settings, args: &Args) -> Result<ExitCode> {
    let study = read_bundle(&settings.study)?;
    let mut design = Design::of(&study);
    design.alpha = args.alpha.unwrap_or(design.alpha);
    let asked = args.effect.map(|d| Effect { d, planned: false });
    design.sample.effect = asked.unwrap_or(design.sample.effect);
    design.sample.power = args.power.unwrap_or(design.sample.power);
    design.sample.correlation = args.correlation.unwrap_or(design.sample.correlation);
    design.sample.loss = args.loss.unwrap_or(design.sample.loss);
    println!("{}", described(&design, asked.is_some())?);
    Ok(ExitCode::SUCCESS)
}

/// `asked` is whether the effect is the command's.
fn described(design: &Design, asked: bool) -> Result<String> {
    let Sample { effect: Effect { d, planned }, power, correlation, loss } = design.sample;
    let mut lines = vec![
        format!(
            "{}: {}, {}\n",
            design.title,
            counted(design.arms.len(), "arm"),
            counted(design.comparisons.len(), "primary comparison")
        ),
        format!(
            "Error rate {} over all primary tests (Holm), so {} for the strictest; power {power}; correlation of d' before \
             and afterwards {correlation}; loss {loss}.\n",
            design.alpha,
            design.alpha_each()
        ),
        "Participants per arm = smallest n for which a two-sided t test has this power (noncentral t; Cohen 1988),\n  \
         × (1 - r²) with d' before as covariate (Borm et al. 2007, J Clin Epidemiol 60, 1234), / (1 - loss).\n\n  \
         effect d   t test   with covariate   randomised   all arms"
            .into(),
    ];
    let mut effects: Vec<f64> = EFFECTS.to_vec();
    if !effects.iter().any(|effect| (effect - d).abs() < 1e-9) {
        effects.push(d);
        effects.sort_by(f64::total_cmp);
    }
    for effect in effects {
        let mark = match () {
            () if (effect - d).abs() >= 1e-9 => "",
            () if asked => "  <- requested",
            () if planned => "  <- the plan",
            () => "  <- assumed",
        };
        let Needed { t_test, adjusted, recruited, total, .. } =
            design.people_needed(effect).context("these numbers give no sample size")?;
        lines.push(format!("  {effect:>8.2}   {t_test:>6}   {adjusted:>14}   {recruited:>10}   {total:>8}{mark}"));
    }
    lines.push(String::new());
    if !asked && !planned {
        lines.push(format!("The bundle plans no effect (analysis.sample.effect): the default is d = {d}."));
    }
    if let Ok(spread) = design.spread_of_d_prime() {
        lines.push(format!(
            "With {} items after, d' differs between participants by about {spread:.2} (true differences 0.37, and the \
             error of so few answers), so that d = {d} is about {:.2} in d'.",
            design.after.len(),
            d * spread
        ));
    }
    lines.push(target(design)?);
    Ok(lines.join("\n"))
}

/// `1 arm`, `2 arms`.
fn counted(number: usize, one: &str) -> String {
    format!("{number} {one}{}", if number == 1 { "" } else { "s" })
}

/// What the bundle's target gives.
fn target(design: &Design) -> Result<String> {
    let (Some(target), Some(per_arm)) = (design.target, design.analysed_at_target()) else {
        return Ok("The bundle has no target (allocation.target): recruitment does not end automatically.".into());
    };
    let effect = design.sample.effect.d;
    let power = design.power_with(per_arm.max(2), effect).context("these numbers give no power")?;
    Ok(format!(
        "The bundle's target of {target} leaves {per_arm} in each arm after attrition: power {:.1}% for d = {effect}.",
        power * 100.0
    ))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// The line that is marked is the plan's only if there is one.
    #[test]
    fn the_mark_says_where_the_effect_comes_from() {
        let of = |study: &str, asked: Option<f64>| {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies").join(study);
            let mut design = Design::of(&read_bundle(&folder).unwrap());
            design.sample.effect = asked.map_or(design.sample.effect, |d| Effect { d, planned: false });
            described(&design, asked.is_some()).unwrap()
        };
        let marked = |said: &str| {
            let marked: Vec<&str> = said.lines().filter(|line| line.contains("<-")).collect();
            assert_eq!(marked.len(), 1, "{said}");
            (marked[0].trim().split(' ').next().unwrap().to_owned(), marked[0].split("<- ").nth(1).unwrap().to_owned())
        };
        let (planned, assumed) = (of("original-or-altered", None), of("_fixtures/small", None));
        assert_eq!(marked(&planned), ("0.30".into(), "the plan".into()));
        assert_eq!(marked(&assumed), ("0.30".into(), "assumed".into()));
        assert_eq!(marked(&of("_fixtures/small", Some(0.35))), ("0.35".into(), "requested".into()));
        assert!(assumed.contains("plans no effect") && !planned.contains("plans no effect"));
        assert!(planned.starts_with("Original or Altered?: 3 arms, 2 primary comparisons\n"), "{planned}");
        assert_eq!(counted(1, "primary comparison"), "1 primary comparison");
    }
}
