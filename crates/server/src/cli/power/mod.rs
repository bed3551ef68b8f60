//! `unmask power`: computes the number of participants that the design in the bundle needs.

mod simulated;

use unmask_study::analysis::detection::RateSpread;
use unmask_study::analysis::power::power;
use unmask_study::definition::allocation::UnitPlan;
use unmask_study::definition::analysis::{Effect, PrimaryModel, Sample};
use unmask_study::report::input::Design;
use unmask_study::report::{EffectAhead, Later, LooksAhead, Needed, ScaleGuardrail, WaveAhead};

use self::simulated::Asked;
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
    /// Correlation of d' before and after. Default: the bundle's, or the greatest that the numbers of items allow.
    #[arg(long, value_name = "R", allow_negative_numbers = true)]
    correlation: Option<f64>,
    /// Standard deviation of true d' between participants. Default: the bundle's.
    #[arg(long, value_name = "SD")]
    spread: Option<f64>,
    /// Standard deviation, between items, of the difference in d' that an arm makes. Default: the bundle's.
    #[arg(long, value_name = "SD")]
    item_effects: Option<f64>,
    /// Attrition as a share of participants. Default: the bundle's.
    #[arg(long, value_name = "SHARE")]
    loss: Option<f64>,
    /// Intraclass correlation of d' in units such as classes, if the study allocates units.
    #[arg(long, value_name = "SHARE", default_value_t = 0.05)]
    icc: f64,
    /// Members of a unit who are analysed, if the study allocates units. Default: 25, or the bundle's limit if it is
    /// lower.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..))]
    members: Option<u32>,
    /// Share of those who completed a part of the study who do not complete the next one. Default: by the least
    /// `returning` that the bundle expects, or the bundle's loss.
    #[arg(long, value_name = "SHARE")]
    wave_loss: Option<f64>,
    /// Share of the effect that is left from one part of the study to the next. Default: the bundle's, or all.
    #[arg(long, value_name = "SHARE")]
    retained: Option<f64>,
    /// Also simulates this number of studies (100 to 100,000), for the power of all planned tests together.
    #[arg(long, value_name = "STUDIES", num_args = 0..=1, default_missing_value = "2000",
          value_parser = clap::value_parser!(u32).range(100..=100_000))]
    simulate: Option<u32>,
}

pub fn run(settings: &Settings, args: &Args) -> Result<ExitCode> {
    let study = read_bundle(&settings.study)?;
    let mut design = Design::of(&study);
    design.alpha = args.alpha.unwrap_or(design.alpha);
    let asked = args.effect.map(|d| Effect { d, planned: false });
    design.sample.effect = asked.unwrap_or(design.sample.effect);
    design.sample.power = args.power.unwrap_or(design.sample.power);
    design.sample.correlation = args.correlation.or(design.sample.correlation);
    design.sample.spread = args.spread.unwrap_or(design.sample.spread);
    design.sample.item_effects = args.item_effects.unwrap_or(design.sample.item_effects);
    design.sample.loss = args.loss.unwrap_or(design.sample.loss);
    possible(&design, args)?;
    let later = Later {
        loss: share("--wave-loss", args.wave_loss)?.unwrap_or_else(|| wave_loss(&study, &design)),
        retained: share("--retained", args.retained)?.unwrap_or_else(|| retained(&study, &design)),
    };
    if let Some(plan) = &study.file.allocation.unit {
        if args.simulate.is_some() {
            bail!("--simulate allocates participants, but this study allocates units: leave it out");
        }
        println!("{}", by_unit(&design, plan, args)?);
        return Ok(ExitCode::SUCCESS);
    }
    println!("{}", described(&study, &design, asked.is_some())?);
    let more = [factors(&design)?, waves(&design, later)?].concat();
    if !more.is_empty() {
        println!("{}", more.join("\n"));
    }
    if let Some(runs) = args.simulate {
        let asked = Asked { loss: args.wave_loss, retained: args.retained };
        println!("\n{}", simulated::described(&study, &design, asked, runs as usize)?);
    }
    Ok(ExitCode::SUCCESS)
}

/// The number of units. Their means are compared by a t test, so what is found depends on the number of units k of an
/// arm: the standard deviation of a mean of m members is √((1 + (m - 1) ICC) / m) of that of a participant, and t has
/// 2k - 2 degrees of freedom (Donner and Klar 2000, chapter 5; Kish 1965).
fn by_unit(design: &Design, plan: &UnitPlan, args: &Args) -> Result<String> {
    if !(0.0..=1.0).contains(&args.icc) {
        bail!("--icc is {}; use a number from 0 to 1", args.icc);
    }
    let members = args.members.unwrap_or_else(|| plan.limit.map_or(25, |limit| limit.min(25)));
    let effect = 1.0 + f64::from(members.saturating_sub(1)) * args.icc;
    let (d, wanted, alpha) = (design.sample.effect.d, design.sample.power, design.alpha_each());
    let of_means = d * (f64::from(members) / effect).sqrt();
    let power_of = |units: u32| power(of_means, units, alpha).context("these numbers give no power");
    let mut units = 2;
    while power_of(units)? < wanted {
        units += 1;
        if units > 10_000 {
            bail!("more than 10,000 units of each arm would be needed: plan for a larger effect");
        }
    }
    let arms = count(design.arms.len());
    let listed = count(plan.codes.len()) / arms.max(1);
    let now = if listed < 2 {
        "too few for a test".to_owned()
    } else {
        format!("with {listed} of each arm, the power is {:.0}%", 100.0 * power_of(listed)?)
    };
    let registered = (f64::from(members) / (1.0 - design.sample.loss)).ceil();
    Ok(format!(
        "Units are allocated, and their means are compared (t test). With {members} analysed members of each unit and an \
         intraclass\ncorrelation of {}, the design effect is {effect:.2} (Kish 1965). To find d = {d} with {:.0}% power at {alpha:.4}, each arm \
         needs {units} units:\n{} units in all, each with about {registered} members who take part, if {:.0}% are lost.\nThe study lists {}: {now}. \
         Units of different sizes need more.\nChange the assumptions with --members, --icc, --effect, --power, --alpha and --loss.",
        args.icc,
        100.0 * wanted,
        units * arms,
        100.0 * design.sample.loss,
        counted(plan.codes.len(), "unit")
    ))
}

fn count(of: usize) -> u32 {
    u32::try_from(of).unwrap_or(u32::MAX)
}

/// A share that the command states. Errors: it is none, or nobody would be left.
fn share(name: &str, stated: Option<f64>) -> Result<Option<f64>> {
    match stated {
        Some(share) if !(0.0..=1.0).contains(&share) => bail!("{name} is {share}: state a share from 0 to 1"),
        Some(share) if name == "--wave-loss" && share > 0.9 => bail!("{name} is {share}: state a share up to 0.9"),
        stated => Ok(stated),
    }
}

/// The least share that the study expects an arm with a primary hypothesis to retain.
fn retained(study: &Study, design: &Design) -> f64 {
    let arms = design.comparisons.iter().filter_map(|one| study.file.arms.get_index(one.arm));
    arms.filter_map(|(arm, _)| study.file.expected(*arm).retained).fold(1.0, f64::min)
}

/// The greatest share of those who completed a part that the study expects to miss a later one, in any arm; the loss of
/// the plan if the study states none. At most 0.9, as on the command line.
fn wave_loss(study: &Study, design: &Design) -> f64 {
    let arms = study.file.arms.keys().filter_map(|arm| study.file.expected(*arm).returning);
    let least = arms.filter_map(|own| study.file.waves.iter().filter_map(|wave| own.of(wave.id)).reduce(f64::min));
    least.reduce(f64::min).map_or(design.sample.loss, |returning| (1.0 - returning).min(0.9))
}

/// A level of significance with four significant digits.
fn level(alpha: f64) -> f64 {
    let digits = (3.0 - alpha.log10().floor()).clamp(0.0, 12.0);
    let scale = 10_f64.powf(digits);
    (alpha * scale).round() / scale
}

/// The power of main effects and interactions.
fn factors(design: &Design) -> Result<Vec<String>> {
    if design.factors.is_empty() {
        return Ok(Vec::new());
    }
    let (d, wanted, per_arm) = (design.sample.effect.d, 100.0 * design.sample.power, analysed(design)?);
    let ahead = design.effects_ahead(per_arm, d).context("these numbers give no power")?;
    if ahead.is_empty() {
        let missing = "\nFactors: the study has not one arm for each combination of levels, so that no power is computed for their effects.";
        return Ok(vec![missing.into()]);
    }
    let wide = ahead.iter().map(|one| one.name.chars().count()).max().unwrap_or_default().max(6);
    let column = format!("per cell for {wanted}%");
    let room = column.len();
    let names: Vec<&str> = design.effects.iter().map(|one| one.hypothesis.as_str()).collect();
    let corrected = match names.as_slice() {
        [] => String::new(),
        names => format!(
            "; of the hypotheses {}, tested at {} (Holm’s strictest step)",
            names.join(", "),
            level(design.alpha_each())
        ),
    };
    let mut lines = vec![format!(
        "\nFactors: a contrast of d = {d} with {per_arm} analysed participants in each cell, tested at {} (exploratory, not \
         corrected){corrected}:\n  {:<wide$}    power   {column}",
        design.alpha, "effect"
    )];
    let line = |EffectAhead { name, power, per_cell }| {
        format!("  {name:<wide$}   {:>5.1}%   {per_cell:>room$}", 100.0 * power)
    };
    lines.extend(ahead.into_iter().map(line));
    let same = "A main effect is a difference of means over all cells, an interaction of two factors a difference of differences: with two \
         levels each, it needs four times as many participants to be found at the same size.";
    lines.push(same.into());
    Ok(lines)
}

/// The power of a comparison in later waves.
fn waves(design: &Design, later: Later) -> Result<Vec<String>> {
    let (d, per_arm) = (design.sample.effect.d, analysed(design)?);
    let ahead = design.waves_ahead(per_arm, d, later).context("these numbers give no power")?;
    if ahead.is_empty() {
        return Ok(Vec::new());
    }
    let wide = ahead.iter().map(|one| one.title.chars().count()).max().unwrap_or_default().max(4);
    let column = format!("randomised per arm for {}%", 100.0 * design.sample.power);
    let mut lines = vec![format!(
        "\nLater parts: two arms, tested at {} (not corrected). Of those who complete a part, {} do not complete the \
         next (--wave-loss); from one part to the next, {} of the effect is left (--retained):\n  \
         {:<wide$}   effect d   analysed per arm    power   {column}",
        design.alpha,
        percent(later.loss),
        percent(later.retained),
        "part"
    )];
    let line = |WaveAhead { title, effect, per_arm, power, randomised }| {
        let randomised = randomised.map_or_else(|| "not computed".to_owned(), |people| people.to_string());
        let (power, room) = (100.0 * power, column.len());
        format!("  {title:<wide$}   {effect:>8.2}   {per_arm:>16}   {power:>5.1}%   {randomised:>room$}")
    };
    lines.extend(ahead.into_iter().map(line));
    Ok(lines)
}

/// At most four decimals.
fn shortened(value: f64) -> f64 {
    (value * 10_000.0).round() / 10_000.0
}

fn percent(share: f64) -> String {
    format!("{}%", shortened(100.0 * share))
}

/// A sample that is planned with more correlation than the items allow is too small.
fn possible(design: &Design, args: &Args) -> Result<()> {
    let impossible = design.impossible_correlation().context("these numbers give no correlation")?;
    let Some((stated, greatest)) = impossible else { return Ok(()) };
    let place = if args.correlation.is_some() { "--correlation" } else { "analysis.sample.correlation in study.yaml" };
    bail!(
        "{place} is {stated}, but d' before ({}) and after ({}) can correlate by at most {greatest:.2} if true d' \
         differs between participants by {} (SD). Remove the correlation, so that {greatest:.2} is used, or use --spread or \
         analysis.sample.spread if a pilot study shows that participants differ more.",
        counted(design.before.len(), "item"),
        counted(design.after.len(), "item"),
        design.sample.spread
    )
}

/// `asked` is whether the effect is the command's.
fn described(study: &Study, design: &Design, asked: bool) -> Result<String> {
    let Sample { effect: Effect { d, planned }, power, correlation: stated, spread: between, loss, .. } = design.sample;
    let correlation = design.correlation().context("these numbers give no correlation")?;
    let origin = if stated.is_none() { " (the greatest possible with these items)" } else { "" };
    let before = match design.test_before() {
        Some(_) => format!(" correlation of d' before and afterwards {correlation:.2}{origin};"),
        None => String::new(),
    };
    let adjusted = match (design.test_before(), &design.interim) {
        (Some(_), _) => "with covariate",
        (None, Some(_)) => "with looks",
        (None, None) => "analysed",
    };
    let effects = match design.effects.len() {
        0 => String::new(),
        1 => ", 1 hypothesis about factors".to_owned(),
        many => format!(", {many} hypotheses about factors"),
    };
    let mut lines = vec![
        format!(
            "{}: {}, {}{effects}\n",
            design.title,
            counted(design.arms.len(), "arm"),
            counted(design.comparisons.len(), "primary comparison")
        ),
        format!(
            "Error rate {} over all primary tests (Holm), so {} for the strictest; power {power};{before} loss {loss}.\n",
            design.alpha,
            shortened(design.alpha_each())
        ),
        method(design),
    ];
    if design.interim.is_some() {
        let inflation = design.inflation();
        lines.push(format!(
            "The number {adjusted} is multiplied by {inflation:.3} for the planned looks (Jennison and Turnbull 2000)."
        ));
    }
    let tested = if is_over_items(design) { " mixed" } else { "t test" };
    lines.push(format!("\n  effect d   {tested}   {adjusted:>14}   randomised   all arms"));
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
            "With {} items after, d' differs between participants by about {spread:.2} (true differences {between}, and the \
             error of so few answers), so that d = {d} is about {:.2} in d'.",
            design.after.len(),
            d * spread
        ));
    }
    lines.push(target(design)?);
    let per_arm = analysed(design)?;
    lines.extend(looks(design, per_arm)?);
    lines.extend(guardrails(study, design, per_arm)?);
    Ok(lines.join("\n"))
}

/// Whether the numbers are those of the mixed model and take the items as a sample.
fn is_over_items(design: &Design) -> bool {
    design.model == PrimaryModel::ProbitMixed && design.sample.item_effects > 0.0
}

/// How the number of participants is computed, and what that assumes of the items.
fn method(design: &Design) -> String {
    let rest = match design.test_before() {
        Some(_) => {
            "\n  × (1 - r²) with d' before as covariate (Borm et al. 2007, J Clin Epidemiol 60, 1234), / (1 - loss)."
        }
        None => "\n  / (1 - loss). The study has no judgements before, so d' before is no covariate.",
    };
    let t_test =
        "Participants per arm = smallest n for which a two-sided t test has this power (noncentral t; Cohen 1988),";
    let between = design.sample.item_effects;
    match design.model {
        PrimaryModel::Ancova => format!("{t_test}{rest}"),
        PrimaryModel::ProbitMixed if !is_over_items(design) => format!(
            "{t_test}{rest}\nThe primary analysis is the mixed model, but the plan has no analysis.sample.item_effects: these numbers \
             assume that an arm makes\n  the same difference in each item. If it does not, the mixed model needs more participants \
             (--item-effects)."
        ),
        PrimaryModel::ProbitMixed => format!(
            "Participants per arm = smallest n for which the mixed model has this power if the differences in d' vary between items \
             by {between} (SD)\n  (noncentral t, people and items crossed; Westfall, Kenny and Judd 2014, J Exp Psychol Gen 143, \
             2020),{rest}"
        ),
    }
}

/// Analysed participants in each arm: what the target leaves, or what is needed.
fn analysed(design: &Design) -> Result<u32> {
    let needed = || design.people_needed(design.sample.effect.d).map(|Needed { adjusted, .. }| adjusted);
    let per_arm = design.analysed_at_target().map_or_else(needed, Ok).context("these numbers give no sample size")?;
    Ok(per_arm.max(2))
}

/// When one comparison crosses its bound.
fn looks(design: &Design, per_arm: u32) -> Result<Vec<String>> {
    let d = design.sample.effect.d;
    let ahead = design.looks_ahead(per_arm, d).context("these numbers give no power")?;
    let Some(ahead) = ahead else { return Ok(Vec::new()) };
    let LooksAhead { shares, bounds, with, without, .. } = &ahead;
    let mut lines = vec![format!(
        "\nPlanned looks, for one comparison at the strictest step of Holm with {per_arm} analysed participants in each arm at the end:\n  \
         participants   per arm    p at most   crossed first with d = {d}   without an effect"
    )];
    for (((share, bound), with), without) in shares.iter().zip(bounds).zip(with).zip(without) {
        let number = (share * f64::from(per_arm)).ceil();
        let [with, without] = [with.any(), without.any()].map(|share| format!("{:.1}%", 100.0 * share));
        lines.push(format!(
            "  {:>11.0}%   {number:>7.0}   {:>10.5}   {with:>27}   {without:>17}",
            100.0 * share,
            bound.p
        ));
    }
    let [with, without] = [with, without].map(|crossings| ahead.expected_share(crossings) * f64::from(per_arm));
    lines.push(format!(
        "If recruitment ended at the first crossing, the arms would have {with:.0} analysed participants each on average with d = {d}, \
         and {without:.0} without an effect."
    ));
    Ok(lines)
}

/// The power of each guardrail in one comparison.
fn guardrails(study: &Study, design: &Design, per_arm: u32) -> Result<Vec<String>> {
    let line = |hypothesis: Option<&str>, what: &str, assumed: String, power: f64| {
        format!("  {:<6} {what:<40} {assumed:<18} {:>6.1}%", hypothesis.unwrap_or_default(), 100.0 * power)
    };
    let mut lines = Vec::new();
    if let Ok(RateSpread { sd, correlation }) = design.false_alarm_spread() {
        let power = design.false_alarm_power(per_arm).context("these numbers give no power")?;
        let what = format!("false alarms, {}", design.false_alarm_margin);
        let assumed = assumed(sd, design.test_before().map(|_| correlation));
        lines.push(line(design.false_alarm_hypothesis.as_deref(), &what, assumed, power));
    }
    for scale in ScaleGuardrail::all(study) {
        let power = scale.power(per_arm).context("these numbers give no power")?;
        let what = format!("{}, {}", scale.label, scale.margin);
        lines.push(line(scale.hypothesis.as_deref(), &what, assumed(scale.sd, scale.correlation), power));
    }
    if !lines.is_empty() {
        lines.insert(0, format!(
            "\nPower to rule out a rise by the margin in one arm if nothing rises, with {per_arm} analysed participants in each arm:"
        ));
    }
    Ok(lines)
}

fn assumed(sd: f64, correlation: Option<f64>) -> String {
    correlation.map_or_else(|| format!("SD {sd:.2}"), |r| format!("SD {sd:.2}, r = {r:.2}"))
}

/// `1 arm`, `2 arms`.
fn counted(number: usize, one: &str) -> String {
    format!("{number} {one}{}", if number == 1 { "" } else { "s" })
}

/// The power of the bundle's target.
fn target(design: &Design) -> Result<String> {
    let (Some(target), Some(per_arm)) = (design.target, design.analysed_at_target()) else {
        return Ok("The bundle has no target (allocation.target): recruitment does not end automatically.".into());
    };
    let effect = design.sample.effect.d;
    let power = design.power_with(per_arm.max(2), effect).context("these numbers give no power")?;
    let arm = if design.has_equal_arms() { "each arm" } else { "the smallest arm, the others more," };
    let line = format!(
        "The bundle's target of {target} leaves {per_arm} in {arm} after attrition: power {:.1}% for d = {effect}.",
        power * 100.0
    );
    let between = design.sample.item_effects;
    if between == 0.0 || design.model == PrimaryModel::ProbitMixed {
        return Ok(line);
    }
    let over_items = design.power_over_items(per_arm.max(2), effect).context("these numbers give no power")?;
    Ok(format!(
        "{line}\nThat is the power for the {} items of the test. If the difference varies between items by {between} (SD), the mixed \
             model, whose result holds for other items as well, has a power of {:.1}%.",
        design.after.len(),
        over_items * 100.0
    ))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use unmask_study::analysis::sequential::Spending;
    use unmask_study::definition::analysis::Interim;
    use unmask_study::definition::expect::Returning;
    use unmask_study::report::input::{Factor, FactorLevel, LaterWave};

    use super::*;

    /// The mark is at the plan's line only if the plan has an effect.
    #[test]
    fn the_mark_says_where_the_effect_comes_from() {
        let of = |study: &str, asked: Option<f64>| {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies").join(study);
            let study = read_bundle(&folder).unwrap();
            let mut design = Design::of(&study);
            design.sample.effect = asked.map_or(design.sample.effect, |d| Effect { d, planned: false });
            described(&study, &design, asked.is_some()).unwrap()
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
        assert!(planned.contains("afterwards 0.18 (the greatest possible with these items); loss"), "{planned}");
        assert!(planned.contains("target of 732 leaves 207 in each arm after attrition: power 80."), "{planned}");
        assert_eq!(counted(1, "primary comparison"), "1 primary comparison");
        assert!(planned.contains("  H6     Cynicism, 0.25   ") && planned.contains("SD 1.11, r = 0.59"), "{planned}");
    }

    #[test]
    fn levels_have_four_significant_digits() {
        assert_eq!(level(0.05 / 3.0).to_string(), "0.01667");
        assert_eq!((level(0.05), level(0.001 / 7.0)), (0.05, 0.000_142_9));
    }

    /// Without item effects, the numbers of the mixed model are those of a t test, and say what that assumes.
    #[test]
    fn a_plan_for_the_mixed_model_says_what_it_assumes_of_the_items() {
        let study =
            read_bundle(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies/original-or-altered")).unwrap();
        let mut design = Design::of(&study);
        let note = "the plan has no analysis.sample.item_effects: these numbers assume";
        assert!(!described(&study, &design, false).unwrap().contains(note));
        (design.model, design.sample.item_effects) = (PrimaryModel::ProbitMixed, 0.0);
        let without = described(&study, &design, false).unwrap();
        assert!(without.contains(note) && without.contains("two-sided t test"), "{without}");
        // Westfall's power with 20 items grows with people only up to a limit, so the spread is small.
        (design.sample.item_effects, design.sample.effect.d) = (0.05, 0.5);
        let with = described(&study, &design, false).unwrap_or_default();
        assert!(!with.contains(note) && !with.contains("two-sided t test"), "{with}");
        assert!(with.contains("vary between items by 0.05 (SD)") && with.contains("  effect d    mixed "), "{with}");
    }

    #[test]
    fn a_study_without_judgements_before_has_no_covariate() {
        let study =
            read_bundle(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies/original-or-altered")).unwrap();
        let mut design = Design::of(&study);
        let phrases = ["r²", "correlation of d' before", "with covariate"];
        let with = described(&study, &design, false).unwrap();
        assert!(phrases.iter().all(|phrase| with.contains(phrase)), "{with}");
        design.before.clear();
        let without = described(&study, &design, false).unwrap();
        assert!(phrases.iter().all(|phrase| !without.contains(phrase)), "{without}");
        assert!(
            without.contains("The study has no judgements before") && without.contains("   analysed "),
            "{without}"
        );
    }

    #[test]
    fn planned_looks_are_described() {
        let mut study =
            read_bundle(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies/original-or-altered")).unwrap();
        let spending = Spending::ObrienFleming;
        study.file.analysis.interim = Some(Interim { looks: vec![0.5, 0.75], spending });
        let said = described(&study, &Design::of(&study), false).unwrap();
        // rpact 3.3.4 has a factor of 1.0138080 and the two-sided bounds of z = 3.344619, 2.670264 and 2.281216.
        assert!(said.contains("is multiplied by 1.014 for the planned looks"), "{said}");
        for bound in ["0.00082", "0.00758", "0.02254"] {
            assert!(said.contains(bound), "{said}");
        }
        assert!(said.contains("0.30      213              210          248        744  <- the plan"), "{said}");
        assert!(said.contains("and 207 without an effect."), "{said}");
    }

    /// The example has no factors; they are not named then.
    #[test]
    fn effects_of_factors_and_later_parts_are_described() {
        let study =
            read_bundle(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies/original-or-altered")).unwrap();
        let mut design = Design::of(&study);
        let later = Later { loss: 0.25, retained: 0.5 };
        assert_eq!(factors(&design).unwrap(), Vec::<String>::new());
        let own = std::mem::take(&mut design.waves);
        assert_eq!((own.len(), waves(&design, later).unwrap()), (1, Vec::new()));
        let factor = |id: &str, of_arms: [usize; 4]| Factor {
            id: id.into(),
            levels: ["no", "yes"].map(|id| FactorLevel { id: id.into(), label: id.into() }).into(),
            of_arms: of_arms.into(),
        };
        design.factors = vec![factor("label", [0, 0, 1, 1]), factor("load", [0, 1, 0, 1])];
        assert!(factors(&design).unwrap()[0].contains("has not one arm for each combination"));
        design.arms.push(design.arms[0].clone());
        design.sample.correlation = Some(0.0);
        (design.sample.effect.d, design.target) = (0.5, None);
        // 78 in each arm find d = 0.5 at α = 0.025; 32 in each cell are enough for a main effect at 0.05.
        let said = factors(&design).unwrap().join("\n");
        assert!(
            said.contains("a contrast of d = 0.5 with 78 analysed participants in each cell, tested at 0.05"),
            "{said}"
        );
        let row = |name: &str| said.lines().find(|line| line.trim_start().starts_with(name)).unwrap();
        let last = |name: &str| row(name).split_whitespace().last().unwrap().parse::<u32>().unwrap();
        assert_eq!((last("label  "), last("load  ")), (32, 32), "{said}");
        assert!((126..=128).contains(&last("label × load")), "{said}");
        let wave = LaterWave {
            id: "month".into(),
            title: "Second part".into(),
            after: "main".into(),
            arms: vec![0, 1],
            items: design.after.clone(),
            hypothesis: None,
            part: None,
        };
        design.waves = vec![wave];
        let said = waves(&design, later).unwrap().join("\n");
        assert!(said.contains("25% do not complete the next (--wave-loss)"), "{said}");
        assert!(said.contains("\n  Second part       0.25                 58"), "{said}");
        assert!(share("--wave-loss", Some(0.95)).is_err() && share("--retained", Some(-0.1)).is_err());
        assert_eq!(share("--retained", Some(1.0)).unwrap(), Some(1.0));
    }

    /// The least probability of coming back that an arm is expected to have, for any part.
    #[test]
    fn the_loss_of_later_parts_is_the_expected_one() {
        let mut study =
            read_bundle(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies/original-or-altered")).unwrap();
        let design = Design::of(&study);
        assert!((wave_loss(&study, &design) - design.sample.loss).abs() < 1e-12);
        let part = study.file.waves[0].id;
        study.file.expect[0].returning = Some(Returning { all: Some(0.9), parts: [(part, 0.6)].into_iter().collect() });
        study.file.expect[1].returning = Some(Returning { all: Some(0.8), ..Returning::default() });
        assert!((wave_loss(&study, &design) - 0.4).abs() < 1e-12);
    }
}
