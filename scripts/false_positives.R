#!/usr/bin/env Rscript
# How often do the two analyses find an effect that is 0 on average, if it varies between items?
#
#   scripts/false_positives.R [runs] [participants per arm] [SD of the effect between items] [items]
#
# Each simulated study has two arms, its own items, half of them manipulated, and one truth for each item. People and
# items differ as in `unmask power --simulate`. The mixed model is that of analysis/model.R in the data package: the same
# formula, and the same degrees of freedom. The t test of d' takes the items as given. Needs the package lme4.

suppressMessages(library(lme4))

given <- as.numeric(commandArgs(TRUE))
setting <- function(index, default) if (length(given) >= index) given[[index]] else default
runs <- setting(1, 1000)
per_arm <- setting(2, 100)
effect_sd <- setting(3, 0.3)
items <- setting(4, 20)

simulated <- function() {
  people <- 2 * per_arm
  manipulated <- rep(c(1, 0), each = items / 2)
  pull <- rnorm(items, sd = 0.42)
  gain <- rnorm(items, sd = effect_sd)
  arm <- rep(0:1, per_arm)
  d_prime <- rnorm(people, 0.54, 0.37)
  criterion <- rnorm(people, sd = 0.30)
  answers <- expand.grid(item = seq_len(items), person = seq_len(people))
  truth <- manipulated[answers$item] - 0.5
  trained <- arm[answers$person]
  evidence <- truth * d_prime[answers$person] + pull[answers$item] - criterion[answers$person] +
    ifelse(truth > 0, trained * gain[answers$item], 0) + rnorm(nrow(answers))
  data.frame(
    altered = as.integer(evidence > 0), truth, arm = factor(trained), item = factor(answers$item),
    participant_id = factor(answers$person)
  )
}

p_of_mixed_model <- function(answers) {
  formula <- altered ~ truth * arm + (truth | participant_id) + (1 | item) + (1 | item:arm)
  diagonal <- suppressMessages(glFormula(formula, answers, family = binomial("probit")))$reTrms$lower == 0
  start <- ifelse(diagonal, 0.3, 0)
  model <- suppressMessages(suppressWarnings(glmer(
    formula, answers, binomial("probit"), start = list(theta = start), control = glmerControl(optimizer = "bobyqa")
  )))
  sds <- as.data.frame(VarCorr(model))
  of_items <- 8 * sum(sds$vcov[sds$grp == "item:arm"]) / items
  wald <- summary(model)$coefficients["truth:arm1", ]
  variance <- wald[["Std. Error"]]^2
  share <- min(of_items, variance)
  df <- variance^2 / (share^2 / (items - 2) + (variance - share)^2 / (2 * per_arm - 2))
  2 * pt(-abs(wald[["Estimate"]] / wald[["Std. Error"]]), df)
}

p_of_t_test <- function(answers) {
  rate <- function(is_manipulated) {
    of_kind <- answers[(answers$truth > 0) == is_manipulated, ]
    (tapply(of_kind$altered, of_kind$participant_id, sum) + 0.5) / (items / 2 + 1)
  }
  d_prime <- qnorm(rate(TRUE)) - qnorm(rate(FALSE))
  arm <- answers$arm[match(names(d_prime), answers$participant_id)]
  t.test(d_prime ~ arm, var.equal = TRUE)$p.value
}

set.seed(20)
p <- t(replicate(runs, {
  answers <- simulated()
  c(mixed = tryCatch(p_of_mixed_model(answers), error = function(error) NA), items_as_given = p_of_t_test(answers))
}))
cat(sprintf("%d studies, 2 arms of %d, %d items, SD of the effect between items %g\n", runs, per_arm, items, effect_sd))
for (analysis in colnames(p)) {
  fitted <- p[!is.na(p[, analysis]), analysis]
  limits <- 100 * binom.test(sum(fitted <= 0.05), length(fitted))$conf.int
  cat(sprintf(
    "  %-16s %5.1f%% false positives (95%% interval %.1f to %.1f, %d fits failed)\n",
    analysis, 100 * mean(fitted <= 0.05), limits[1], limits[2], runs - length(fitted)
  ))
}
