#!/usr/bin/env Rscript
# How often does the analysis of covariance find an effect that is 0 on average, if it varies between items?
#
#   scripts/ancova_false_positives.R [runs] [SD of the effect between items]
#
# As the example study: 8 items before and 20 afterwards, two test forms in which each item has the other truth, and the
# analysis of the report (log-linear d' adjusted for d' before and form, HC3). The analysis takes the items as given: what
# differs between the arms on these items is true of them, and not of other items. scripts/false_positives.R has the mixed
# model next to it.

given <- as.numeric(commandArgs(TRUE))
setting <- function(index, default) if (length(given) >= index) given[[index]] else default
runs <- setting(1, 3000)
effect_sd <- setting(2, 0.3)
before <- 8
after <- 20

p_of_ancova <- function(per_arm, effect_sd) {
  people <- 2 * per_arm
  arm <- rep(0:1, each = per_arm)
  form <- rep(0:1, per_arm)
  d_prime <- rnorm(people, 0.54, 0.37)
  criterion <- rnorm(people, sd = 0.30)
  # Log-linear d' over some items, of which the arm changes d' by `effects`.
  judged <- function(effects) {
    items <- length(effects)
    sign <- outer(ifelse(form == 0, 1, -1), rep(c(0.5, -0.5), items / 2))
    own <- matrix(rnorm(items, sd = 0.42), people, items, byrow = TRUE)
    pull <- matrix(rnorm(items, sd = 0.20), people, items, byrow = TRUE)
    altered <- rnorm(people * items) < pull - criterion + sign * (d_prime + own + outer(arm, effects))
    rate <- function(of_kind) (rowSums(altered & of_kind) + 0.5) / (items / 2 + 1)
    qnorm(rate(sign > 0)) - qnorm(rate(sign < 0))
  }
  early <- judged(rep(0, before))
  late <- judged(rnorm(after, sd = effect_sd))
  columns <- cbind(1, arm, early, form)
  inverse <- solve(crossprod(columns))
  fitted <- inverse %*% crossprod(columns, late)
  leverage <- rowSums((columns %*% inverse) * columns)
  spread <- c(late - columns %*% fitted) / (1 - leverage)
  variance <- inverse %*% crossprod(columns * spread) %*% inverse
  2 * pt(-abs(fitted[2]) / sqrt(variance[2, 2]), people - ncol(columns))
}

set.seed(20)
for (per_arm in c(100, 207)) {
  for (sd in c(0, effect_sd)) {
    found <- sum(replicate(runs, p_of_ancova(per_arm, sd)) <= 0.05)
    limits <- 100 * binom.test(found, runs)$conf.int
    cat(sprintf(
      "2 arms of %d, SD of the effect between items %g: %.1f%% of %d (95%% interval %.1f to %.1f)\n",
      per_arm, sd, 100 * found / runs, runs, limits[1], limits[2]
    ))
  }
}
