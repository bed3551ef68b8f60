//! `unmask power`: how many people the design in the bundle needs.

use std::process::ExitCode;

use anyhow::{Context as _, Result};
use unmask_study::report::Needed;
use unmask_study::report::input::Design;

use crate::config::Settings;
use crate::content::read_bundle;

/// Effects of the table: from small to medium.
const EFFECTS: [f64; 6] = [0.2, 0.25, 0.3, 0.35, 0.4, 0.5];

#[derive(clap::Args)]
pub struct Args {
    /// Smallest difference worth finding, in standard deviations between people; else the bundle's.
    #[arg(long, value_name = "D")]
    effect: Option<f64>,
    /// Probability of finding it; else the bundle's.
    #[arg(long, value_name = "SHARE")]
    power: Option<f64>,
    /// Error rate of the primary tests together; else the bundle's.
    #[arg(long, value_name = "SHARE")]
    alpha: Option<f64>,
    /// Correlation of d' before and afterwards; else the bundle's.
    #[arg(long, value_name = "R", allow_negative_numbers = true)]
    correlation: Option<f64>,
    /// Share of people lost; else the bundle's.
    #[arg(long, value_name = "SHARE")]
    loss: Option<f64>,
}

pub fn run(settings: &Settings, args: &Args) -> Result<ExitCode> {
    let study = read_bundle(&settings.study)?;
    let mut design = Design::of(&study);
    design.alpha = args.alpha.unwrap_or(design.alpha);
    design.sample.effect = args.effect.unwrap_or(design.sample.effect);
    design.sample.power = args.power.unwrap_or(design.sample.power);
    design.sample.correlation = args.correlation.unwrap_or(design.sample.correlation);
    design.sample.loss = args.loss.unwrap_or(design.sample.loss);
    println!("{}", said(&design)?);
    Ok(ExitCode::SUCCESS)
}

fn said(design: &Design) -> Result<String> {
    let sample = design.sample;
    let tests = design.comparisons.len();
    let mut lines = vec![
        format!("{}: {} arms, {tests} primary comparisons", design.title, design.arms.len()),
        String::new(),
        format!(
            "Error rate {} over all primary tests (Holm), so {} for the strictest; power {}; correlation of d' before \
             and afterwards {}; loss {}.",
            design.alpha,
            design.alpha_each(),
            sample.power,
            sample.correlation,
            sample.loss
        ),
        String::new(),
        "People for each arm = smallest n whose two-sided t test has the power (noncentral t; Cohen 1988),".into(),
        "  × (1 - r²) with d' before as covariate (Borm et al. 2007, J Clin Epidemiol 60, 1234), / (1 - loss).".into(),
        String::new(),
        "  effect d   t test   with covariate   randomised   all arms".into(),
    ];
    let mut effects: Vec<f64> = EFFECTS.to_vec();
    if !effects.iter().any(|effect| (effect - sample.effect).abs() < 1e-9) {
        effects.push(sample.effect);
        effects.sort_by(f64::total_cmp);
    }
    for effect in effects {
        let planned = if (effect - sample.effect).abs() < 1e-9 { "  <- the plan" } else { "" };
        let Needed { t_test, adjusted, recruited, total, .. } =
            design.people_needed(effect).context("these numbers give no sample size")?;
        lines.push(format!("  {effect:>8.2}   {t_test:>6}   {adjusted:>14}   {recruited:>10}   {total:>8}{planned}"));
    }
    lines.push(String::new());
    if let Ok(spread) = design.spread_of_d_prime() {
        lines.push(format!(
            "With {} items afterwards, d' differs between people by about {spread:.2} (true differences 0.37, and the \
             error of so few answers), so that d = {} is about {:.2} in d'.",
            design.after.len(),
            sample.effect,
            sample.effect * spread
        ));
    }
    lines.push(target(design)?);
    Ok(lines.join("\n"))
}

/// What the bundle's target gives.
fn target(design: &Design) -> Result<String> {
    let (Some(target), Some(per_arm)) = (design.target, design.analysed_at_target()) else {
        return Ok("The bundle has no target (allocation.target): recruiting has no end.".into());
    };
    let effect = design.sample.effect;
    let power = design.power_with(per_arm.max(2), effect).context("these numbers give no power")?;
    Ok(format!(
        "The bundle's target of {target} leaves {per_arm} for each arm after the loss: power {:.1}% for d = {effect}.",
        power * 100.0
    ))
}
