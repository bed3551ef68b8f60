# Computes the numbers of results/report.json again from the tables, and the outcomes of each person, and compares them with
# results/numbers.csv, which is the report made flat, and with results/people.csv.
#
#   Rscript analysis/report.R
#
# Nothing here is taken from the report: judgements come from the table responses, arms from participants, scores from
# questionnaires. Prints how many numbers agree to 1e-9; the exit code is not zero if one does not.

design <- {{ r }}

script <- sub("^--file=", "", grep("^--file=", commandArgs(FALSE), value = TRUE))
folder <- if (length(script)) dirname(dirname(normalizePath(script))) else "."
source(file.path(folder, "analysis", "load.R"))
tables <- read_package(folder)

arms <- seq_along(design$arms)
measures <- c("d_prime", "criterion", "accuracy", "hit_rate", "false_alarm_rate", "auc", "confidence", "overconfidence", "calibration_gap", "brier")
z95 <- qnorm(0.975)
# A standard error of at most this share of the values that it comes from is none but for rounding: such sums round at 1e-15, and
# answers on scales of some points make no error below 1e-5. One rule in the program, in report.py and here.
rounding <- 1e-9
# A column is determined by others if it makes an angle with them whose sine is not larger.
collinear <- 1e-7
long <- function(x) sqrt(sum(x^2))

# What the report calls a number: n, value, low, high, deviation.

mean_number <- function(values, ends = c(-Inf, Inf)) {
  values <- values[!is.na(values)]
  found <- list(n = length(values))
  if (length(values)) found$value <- mean(values)
  if (length(values) > 1) {
    found$deviation <- sd(values)
    error <- sd(values) / sqrt(length(values))
    if (error > rounding * max(abs(values))) {
      margin <- qt(0.975, length(values) - 1) * error
      # Cut off where values end.
      found$low <- min(max(found$value - margin, ends[1]), ends[2])
      found$high <- min(max(found$value + margin, ends[1]), ends[2])
    }
  }
  found
}

wilson <- function(events, of) {
  p <- events / of
  shrink <- 1 + z95^2 / of
  centre <- (p + z95^2 / (2 * of)) / shrink
  margin <- z95 * sqrt(p * (1 - p) / of + (z95 / (2 * of))^2) / shrink
  c(if (events == 0) 0 else centre - margin, if (events == of) 1 else centre + margin)
}

share_number <- function(events, of) {
  if (of == 0) return(list(n = 0))
  limits <- wilson(events, of)
  list(n = of, value = events / of, low = limits[1], high = limits[2])
}

quartiles <- function(values) {
  if (!length(values)) return(list(n = 0))
  q <- quantile(values, c(0.25, 0.5, 0.75), names = FALSE)
  list(n = length(values), low = q[1], median = q[2], high = q[3])
}

placements <- function(signal, noise) {
  below <- function(value, others) (sum(others < value) + sum(others <= value)) / (2 * length(others))
  list(below = vapply(signal, below, 0, noise), above = 1 - vapply(noise, below, 0, signal))
}

# People, and what they judged: one row for each judgement.

people <- tables$participants
people$who <- seq_len(nrow(people))
people$arm_number <- match(as.character(people$arm), design$arms)
if (is.null(people$excluded)) people$excluded <- FALSE
answers <- tables$responses[as.character(tables$responses$phase) %in% c("pre", "treatment", "post"), ]
# Of a judgement with advice, the final answer counts.
initial_answers <- answers[as.character(answers$stage) == "initial", ]
answers <- answers[as.character(answers$stage) != "initial", ]
answer_of <- function(variable, among = answers) {
  rows <- among[among$variable == variable, ]
  rows[match(people$participant_id, rows$participant_id), ]
}

# Whether words, one for each person, say that something was manipulated, in the version that the person took part in.
says <- function(words) {
  found <- rep(FALSE, length(words))
  for (version in names(design$versions)) {
    own <- people$study_version == version
    found[own] <- words[own] %in% design$versions[[version]]$signal
  }
  found
}

judge_item <- function(item, among = answers) {
  given <- answer_of(item, among)
  sure <- answer_of(paste0(item, "_confidence"), among)$value_number / 100
  altered <- says(given$value)
  suspicion <- ifelse(is.na(sure), 0.75, sure)
  manipulated <- says(given$truth)
  data.frame(
    who = people$who, item = rep(item, nrow(people)), altered = altered, manipulated = manipulated,
    right = as.numeric(altered == manipulated), confidence = sure,
    rating = ifelse(altered, suspicion, 1 - suspicion) + altered
  )[!is.na(given$value), ]
}
judge <- function(phase) {
  none <- data.frame(
    who = integer(), item = character(), altered = logical(), manipulated = logical(), right = numeric(),
    confidence = numeric(), rating = numeric()
  )
  do.call(rbind, c(list(none), lapply(design[[phase]], judge_item)))
}
judged <- list(before = judge("before"), after = judge("after"))

# One value for each person; NA where the judgements don't give one. What is 0 but for rounding is 0.
measured <- function(name, rows, items) {
  by_person <- split(rows, factor(rows$who, levels = people$who))
  found <- vapply(by_person, function(all) {
    signal <- all[all$manipulated, ]
    noise <- all[!all$manipulated, ]
    both <- nrow(signal) && nrow(noise) && nrow(all) >= design$minimumJudged * items - 1e-9
    z <- function(some) qnorm((sum(some$altered) + 0.5) / (nrow(some) + 1))
    sure <- all[!is.na(all$confidence), ]
    rate <- function(some) mean(some$altered)
    replaced <- function(some) qnorm(min(max(rate(some), 0.5 / nrow(some)), 1 - 0.5 / nrow(some)))
    a_prime <- function(h, f) if (h == f) 0.5 else 0.5 + sign(h - f) * ((h - f)^2 + abs(h - f)) / (4 * max(h, f) - 4 * h * f)
    switch(name,
      d_prime_replaced = if (both) replaced(signal) - replaced(noise) else NA,
      a_prime = if (nrow(signal) && nrow(noise)) a_prime(rate(signal), rate(noise)) else NA,
      d_prime = if (both) z(signal) - z(noise) else NA,
      criterion = if (both) -(z(signal) + z(noise)) / 2 else NA,
      accuracy = if (nrow(all)) mean(all$right) else NA,
      hit_rate = if (nrow(signal)) mean(signal$altered) else NA,
      false_alarm_rate = if (nrow(noise)) mean(noise$altered) else NA,
      auc = if (nrow(signal) > 1 && nrow(noise) > 1) mean(placements(signal$rating, noise$rating)$below) else NA,
      confidence = if (nrow(sure)) mean(sure$confidence) else NA,
      overconfidence = if (nrow(sure)) mean(sure$confidence - sure$right) else NA,
      calibration_gap = if (nrow(sure)) abs(mean(sure$confidence - sure$right)) else NA,
      brier = if (nrow(sure)) mean((sure$confidence - sure$right)^2) else NA
    )
  }, 0, USE.NAMES = FALSE)
  ifelse(abs(found) < 1e-12, 0, found)
}
values <- lapply(list(before = "before", after = "after"), function(phase) {
  found <- lapply(measures, measured, rows = judged[[phase]], items = length(design[[phase]]))
  matrix(unlist(found), nrow(people), length(measures), dimnames = list(NULL, measures))
})
# A study without judgements before adjusts for none.
tested_before <- length(design$before) > 0
has_outcome <- (!tested_before | !is.na(values$before[, "d_prime"])) & !is.na(values$after[, "d_prime"])
second_form <- as.numeric(as.character(people$form) %in% "y")
on_phone <- as.numeric(as.character(people$stratum) %in% "phone")
score_of <- function(name) {
  tables$questionnaires[[name]][match(people$participant_id, tables$questionnaires$participant_id)]
}

# Items of the test afterwards in the version that each person took part in, and how many of them they answered.
test_items <- tested <- rep(0, nrow(people))
for (version in names(design$versions)) {
  own <- people$study_version == version
  test_items[own] <- length(design$versions[[version]]$test)
  for (item in design$versions[[version]]$test) tested <- tested + (own & !is.na(answer_of(item)$value))
}

randomised <- people$exposed & !is.na(people$arm_number)
kept <- randomised & !people$excluded

# Time, and flags.

steps <- tables$steps[tables$steps$wave == "main", ]
steps <- steps[order(steps$participant_id, steps$step), ]
steps$who <- match(steps$participant_id, people$participant_id)
steps$at <- round(as.numeric(steps$measured_at) * 1000)
whole <- rep(NA_real_, nrow(people))
for (own in split(steps, steps$who)) {
  who <- own$who[1]
  spent <- (own$at[nrow(own)] - own$at[1]) / 1000
  # A time that ends before it began was measured while the clock was set back.
  if (people$completed[who] && nrow(own) > 1 && spent >= 0) whole[who] <- spent
}
failed_check <- rep(FALSE, nrow(people))
for (version in names(design$versions)) {
  for (check in design$versions[[version]]$attention) {
    given <- answer_of(check$id)$value
    failed <- !is.na(given) & !(given %in% as.character(check$pass))
    failed_check <- failed_check | (failed & people$study_version == version)
  }
}
same <- vapply(split(judged$after$altered, factor(judged$after$who, levels = people$who)),
               function(altered) length(altered) >= 8 && length(unique(altered)) == 1, TRUE, USE.NAMES = FALSE)
# Flags of later waves do not change the comparisons of the first one.
broken <- people$participant_id %in% tables$exposures$participant_id[tables$exposures$wave == "main" & !is.na(tables$exposures$error)]
apart <- rep(FALSE, nrow(people))
for (check in design$apart) {
  given <- answer_of(check$id)$value
  for (arm in seq_along(check$keep)) {
    apart <- apart | (people$arm_number %in% arm & !is.na(given) & !(given %in% check$keep[[arm]]))
  }
}
# One arm may be longer than another by design, and simulated participants are faster than people.
median_of_arm <- ave(whole, people$arm_number, people$simulated, FUN = function(times) median(times, na.rm = TRUE))
unseen <- people$unseen_media >= design$unseenMedia
unchecked <- people$unchecked_posts >= design$uncheckedPosts
not_timed <- people$flag_not_timed
flagged <- cbind(!is.na(whole) & whole < median_of_arm / 3, same, failed_check, broken, unseen, unchecked, not_timed, apart)
flagged[is.na(flagged)] <- FALSE

# Arm against arm: ANCOVA with HC3 errors.

# The model of given columns; NULL where it has no errors.
least_squares <- function(x, y) {
  if (nrow(x) <= ncol(x)) return(NULL)
  model <- lm.fit(x, y, tol = collinear)
  if (model$rank < ncol(x)) return(NULL)
  size <- max(abs(y))
  # If the columns determine the outcome exactly, for example if all values are equal, errors can't be estimated.
  if (long(model$residuals) <= rounding * size * sqrt(nrow(x))) return(NULL)
  q <- qr.Q(model$qr)
  list(b = unname(model$coefficients), q = q, r = qr.R(model$qr), left = 1 - rowSums(q^2), df = nrow(x) - ncol(x), n = nrow(x),
       residuals = model$residuals, size = size)
}

# What a model adjusts for, a column for each: the measure before, and form and stratum if each arm has at least two people of both
# levels.
covariates <- function(rows) {
  found <- if (anyNA(rows$before)) list() else list(rows$before)
  for (level in c("form", "stratum")) {
    second <- rows[[level]]
    sizes <- table(rows$arm, factor(second, 0:1))
    if (all(sizes >= 2)) found <- c(found, list(second))
  }
  found
}

fit <- function(rows, reference) {
  present <- arms[vapply(arms, function(arm) sum(rows$arm == arm) >= 2, TRUE)]
  if (!(reference %in% present) || length(present) < 2) return(NULL)
  rows <- rows[rows$arm %in% present, ]
  others <- setdiff(present, reference)
  known <- covariates(rows)
  x <- cbind(1, vapply(others, function(arm) as.numeric(rows$arm == arm), numeric(nrow(rows))))
  model <- least_squares(do.call(cbind, c(list(x), known)), rows$after)
  if (!is.null(model)) c(model, list(present = present, others = others, rows = rows, known = known))
}

# The means of units, each with the same weight and with one variance (Donner and Klar 2000).
unit_fit <- function(rows) {
  units <- lapply(arms, units_of, rows = rows)
  present <- arms[lengths(units) >= 2]
  if (length(present) < 2) return(NULL)
  others <- present[-1]
  arm <- rep(present, lengths(units[present]))
  x <- cbind(1, vapply(others, function(other) as.numeric(arm == other), numeric(length(arm))))
  model <- least_squares(x, unlist(lapply(units[present], function(own) vapply(own, mean, 0))))
  if (is.null(model)) return(NULL)
  model$n <- sum(unlist(lapply(units[present], lengths)))
  c(model, list(present = present, others = others, known = list(), one_variance = TRUE))
}

# One number for each person, whose squares add up to the variance (HC3) of the weighted sum of coefficients; NULL where that has
# no error. The sum is that of a_i y_i over people. The residual of a person with leverage 1 is always 0: where they
# count (a_i is not 0) there is no error, where they don't the others have one.
deviations <- function(model, weights) {
  counts <- drop(model$q %*% backsolve(model$r, weights, transpose = TRUE))
  if (!is.null(model$one_variance)) {
    found <- counts * sqrt(sum(model$residuals^2) / model$df)
    return(if (long(found) > rounding * model$size * long(counts)) found)
  }
  alone <- model$left <= rounding
  if (any(alone & abs(counts) > rounding * long(counts))) return(NULL)
  found <- ifelse(alone, 0, counts * model$residuals / ifelse(alone, 1, model$left))
  if (long(found) > rounding * model$size * long(counts)) found
}

estimate <- function(model, weights) {
  value <- sum(weights * model$b)
  by_person <- deviations(model, weights)
  if (is.null(by_person)) return(list(value = value))
  error <- long(by_person)
  margin <- qt(0.975, model$df) * error
  list(value = value, low = value - margin, high = value + margin, standardError = error, t = value / error,
       df = model$df, p = 2 * pt(-abs(value / error), model$df))
}

one_of <- function(model, index) as.numeric(seq_along(model$b) == index)

# Wald F of "all values are 0"; with several outcomes as for Hotelling's T squared. NULL where one has no error, or varies only with
# those before it.
f_test <- function(columns, values, outcomes, df) {
  if (any(vapply(columns, is.null, TRUE)) || df < outcomes) return(NULL)
  errors <- vapply(columns, long, 0)
  found <- qr(sapply(seq_along(columns), function(i) columns[[i]] / errors[i]), tol = collinear)
  if (found$rank < length(values)) return(NULL)
  solved <- backsolve(qr.R(found), values / errors, transpose = TRUE)
  left <- df - outcomes + 1
  f <- sum(solved^2) / length(values) * left / df
  list(f = f, numeratorDf = length(values), denominatorDf = left, p = pf(f, length(values), left, lower.tail = FALSE))
}

joint_p <- function(model, chosen) {
  f_test(lapply(chosen, function(index) deviations(model, one_of(model, index))), model$b[chosen], 1, model$df)$p
}

number_of <- function(one) one[intersect(c("value", "low", "high"), names(one))]

# Hedges' g: the adjusted difference and its interval in standard deviations within both arms.
standardised <- function(difference, rows, pair) {
  after <- lapply(pair, function(arm) rows$after[rows$arm == arm])
  df <- sum(lengths(after) - 1)
  deviation <- sqrt(sum(vapply(after, var, 0) * (lengths(after) - 1)) / df)
  if (deviation > 0) lapply(difference[c("value", "low", "high")], function(number) number * (1 - 3 / (4 * df - 1)) / deviation)
}

# The outcomes of the members of each unit of an arm.
units_of <- function(arm, rows) unname(split(rows$after[rows$arm == arm], rows$unit[rows$arm == arm]))

# The means of units, each with the same weight: t test (Donner and Klar 2000).
between_units <- function(pair, rows) {
  units <- lapply(pair + 1, units_of, rows = rows)
  one <- list(arm = pair[1], against = pair[2], n = sum(unlist(lapply(units, lengths))))
  if (min(lengths(units)) < 2) return(one)
  means <- lapply(units, function(own) vapply(own, mean, 0))
  df <- sum(lengths(means)) - 2
  error <- sqrt(sum(vapply(means, var, 0) * (lengths(means) - 1)) / df * sum(1 / lengths(means)))
  if (error <= rounding * max(abs(unlist(means)))) return(one)
  value <- mean(means[[1]]) - mean(means[[2]])
  margin <- qt(0.975, df) * error
  difference <- list(value = value, low = value - margin, high = value + margin, standardError = error, t = value / error,
                     df = df, p = 2 * pt(-abs(value / error), df))
  c(one, difference, list(standardised = standardised(difference, rows, pair + 1)))
}

# Number of units by arm, intraclass correlation by one-way analysis of variance, and design effect (Kish 1965).
clusters_of <- function(rows) {
  units <- lapply(arms, units_of, rows = rows)
  found <- list(arms = lapply(arms, function(arm) {
    list(arm = arm - 1, clusters = length(units[[arm]]), people = sum(lengths(units[[arm]])))
  }))
  present <- units[lengths(units) > 0]
  sizes <- unlist(lapply(present, lengths))
  values <- unlist(present)
  n <- length(values)
  count <- length(sizes)
  if (count) found$sizeVariation <- sqrt(mean((sizes - mean(sizes))^2)) / mean(sizes)
  if (count <= length(present) || n <= count) return(found)
  between <- within <- unequal <- 0
  for (own in present) {
    means <- vapply(own, mean, 0)
    between <- between + sum(lengths(own) * (means - mean(unlist(own)))^2)
    within <- within + sum(unlist(Map(function(values, mean) (values - mean)^2, own, means)))
    unequal <- unequal + sum(lengths(own)^2) / length(unlist(own))
  }
  between <- between / (count - length(present))
  within <- within / (n - count)
  total <- between + ((n - unequal) / (count - length(present)) - 1) * within
  if (total <= (rounding * max(abs(values)))^2) return(found)
  correlation <- (between - within) / total
  # With the sizes that there are, and with equal ones (Eldridge et al. 2006).
  effect <- function(size) 1 + (size - 1) * max(correlation, 0)
  c(found, list(intraclass = correlation, designEffect = effect(sum(sizes^2) / n), equalDesignEffect = effect(mean(sizes))))
}

contrast_of <- function(pair, rows) {
  if (design$byUnit) return(between_units(pair, rows))
  one <- list(arm = pair[1], against = pair[2])
  model <- fit(rows, pair[2] + 1)
  if (is.null(model)) return(one)
  one$n <- model$n
  place <- match(pair[1] + 1, model$others)
  if (is.na(place)) return(one)
  difference <- estimate(model, one_of(model, 1 + place))
  # Without its error a difference says nothing.
  if (is.null(difference$p)) return(one)
  c(one, difference, list(standardised = standardised(difference, rows, pair + 1)))
}

# The primary comparisons, which Holm corrects (in d', together with the hypotheses about factors), and then those that the plan names
# for the outcome.
contrasts_of <- function(rows, outcome, corrected = FALSE) {
  named <- lapply(Filter(function(one) one$outcome == outcome, design$secondary), function(one) one$pair)
  found <- lapply(c(design$comparisons, named), contrast_of, rows = rows)
  if (corrected) {
    tested <- which(vapply(found[seq_along(design$comparisons)], function(one) !is.null(one$p), TRUE))
    others <- if (outcome == "d_prime") effect_tests(rows)
    adjusted <- p.adjust(c(vapply(found[tested], function(one) one$p, 0), others), "holm")
    for (i in seq_along(tested)) found[[tested[i]]]$pHolm <- adjusted[i]
  }
  found
}

rows_of <- function(chosen, before, after, adjusted = tested_before) {
  complete <- chosen & !is.na(after) & (!adjusted | !is.na(before))
  data.frame(arm = people$arm_number, before = before, after = after, form = second_form, stratum = on_phone, unit = people$unit)[complete, ]
}
by_arm <- function(chosen, value, ends = c(-Inf, Inf)) {
  lapply(arms, function(arm) mean_number(value[chosen & people$arm_number %in% arm], ends))
}
primary_rows <- function(chosen) rows_of(chosen, values$before[, "d_prime"], values$after[, "d_prime"])

of_measure <- function(name) {
  before <- values$before[, name]
  after <- values$after[, name]
  ends <- if (name %in% c("d_prime", "criterion")) c(-Inf, Inf) else c(if (name == "overconfidence") -1 else 0, 1)
  list(before = if (tested_before) by_arm(kept, before, ends) else list(), after = by_arm(kept, after, ends),
       contrasts = contrasts_of(rows_of(kept, before, after), name, name %in% c("d_prime", "criterion")))
}
part_d_prime <- function(part) measured("d_prime", judged$after[judged$after$item %in% part$items, ], length(part$items))
of_part <- function(part) {
  after <- part_d_prime(part)
  list(after = by_arm(kept, after),
       contrasts = contrasts_of(rows_of(kept, values$before[, "d_prime"], after), paste0("d_prime_", part$id)))
}
of_scale <- function(scale) {
  after <- score_of(scale$after)
  before <- if (is.null(scale$before)) rep(NA_real_, nrow(people)) else score_of(scale$before)
  rows <- rows_of(kept, before, after, !is.null(scale$before))
  found <- list(after = by_arm(kept, after), contrasts = contrasts_of(rows, paste0("scale_", scale$id)))
  if (!is.null(scale$before)) found$before <- by_arm(kept, before)
  found
}
# Sharing discernment: the mean rating of the authentic items minus that of the manipulated ones, of those judged.
discernment <- function(items) {
  one <- function(item) {
    given <- answer_of(item)
    rating <- as.numeric(answer_of(paste0(item, "_sharing"))$value)
    ifelse(is.na(given$value), NA, ifelse(says(given$truth), -1, 1)) * rating
  }
  # Below 0 of manipulated items.
  ratings <- do.call(cbind, lapply(items, one))
  mean_of <- function(sign) {
    own <- ifelse(!is.na(ratings) & sign * ratings > 0, sign * ratings, NA)
    ifelse(rowSums(!is.na(own)) > 0, rowMeans(own, na.rm = TRUE), NA)
  }
  mean_of(1) - mean_of(-1)
}
# The share of the judgements that a participant believes to be correct, minus accuracy.
overestimation <- function(item) as.numeric(answer_of(item)$value) / test_items - values$after[, "accuracy"]
derived <- lapply(design$derived, function(outcome) {
  if (outcome$kind == "estimate") return(list(after = overestimation(outcome$after), range = outcome$range))
  list(before = if (length(outcome$before)) discernment(outcome$before), after = discernment(outcome$after),
       range = outcome$range)
})
names(derived) <- vapply(design$derived, function(outcome) outcome$id, "")
of_derived <- function(id) {
  adjusted <- !is.null(derived[[id]]$before)
  before <- if (adjusted) derived[[id]]$before else rep(NA_real_, nrow(people))
  after <- derived[[id]]$after
  found <- list(after = by_arm(kept, after, derived[[id]]$range),
                contrasts = contrasts_of(rows_of(kept, before, after, adjusted), paste0("outcome_", id)))
  if (adjusted) found$before <- by_arm(kept, before, derived[[id]]$range)
  found
}

model_of <- function(rows) {
  reference <- if (length(design$comparisons)) design$comparisons[[1]][2] + 1 else 1
  model <- fit(rows, reference)
  if (is.null(model)) return(list())
  means <- lapply(arms, function(arm) {
    found <- list(n = sum(rows$arm == arm))
    if (!(arm %in% model$present)) return(found)
    weights <- c(1, as.numeric(model$others == arm), vapply(model$known, mean, 0))
    c(found, number_of(estimate(model, weights)))
  })
  slope <- if (tested_before) number_of(estimate(model, one_of(model, 2 + length(model$others))))
  squares <- sum(model$residuals^2)
  list(n = model$n, adjustedMeans = means, slope = c(list(n = if (tested_before) model$n else 0), slope),
       armsP = joint_p(model, 1 + seq_along(model$others)),
       rSquared = 1 - squares / sum((model$rows$after - mean(model$rows$after))^2), residual = sqrt(squares / model$df))
}

# The factors of a factorial design: means of levels, main effects and interactions, over cells that count equally, in the model of the
# primary outcome.
factors_of <- function(rows) {
  if (!length(design$factors)) return(NULL)
  size <- function(own) sum(rows$arm %in% own)
  enough <- arms[vapply(arms, function(arm) size(arm) >= 2, TRUE)]
  model <- if (design$byUnit) unit_fit(rows) else fit(rows, if (length(enough)) enough[1] else 1)
  if (is.null(model)) {
    nobody <- function(one) list(levels = lapply(one$levels, function(level) list(mean = list(n = 0))))
    return(c(list(n = 0, factors = lapply(design$factors, nobody)), hypotheses_of(rows, function(one) list(n = 0))))
  }
  counts <- vapply(design$factors, function(one) length(one$levels), 0L)
  of_arm <- vapply(design$factors, function(one) one$arms, numeric(length(arms)))
  # The last list changes fastest.
  crossed <- function(lists) as.matrix(expand.grid(rev(lists)))[, rev(seq_along(lists)), drop = FALSE]
  cells <- crossed(lapply(counts, function(count) seq_len(count) - 1))
  weights_of <- function(by_arm) {
    c(sum(by_arm), by_arm[model$others], sum(by_arm) * vapply(model$known, mean, 0))
  }
  # `weight`: of the levels of each factor, whose product is the weight of a cell. NULL without one of the cells.
  sum_of <- function(weight) {
    by_arm <- numeric(length(arms))
    for (i in seq_len(nrow(cells))) {
      own <- Filter(function(arm) all(of_arm[arm, ] == cells[i, ]), model$present)
      counted <- prod(vapply(seq_along(counts), function(at) weight[[at]][cells[i, at] + 1], 0))
      if (counted != 0 && !length(own)) return(NULL)
      by_arm[own] <- counted / length(own)
    }
    weights_of(by_arm)
  }
  mean_of <- function(own, weights) c(list(n = size(own)), if (!is.null(weights)) number_of(estimate(model, weights)))
  equal <- lapply(counts, function(count) rep(1 / count, count))
  level_of <- function(at, level) {
    weight <- equal
    weight[[at]] <- as.numeric(seq_len(counts[at]) - 1 == level)
    list(mean = mean_of(arms[of_arm[, at] == level], sum_of(weight)))
  }
  effect_of <- function(effect) {
    chosen <- crossed(lapply(counts[effect], function(count) seq_len(count - 1)))
    all_weights <- lapply(seq_len(nrow(chosen)), function(i) {
      weight <- equal
      for (j in seq_along(effect)) {
        weight[[effect[j]]] <- replace(c(-1, numeric(counts[effect[j]] - 1)), chosen[i, j] + 1, 1)
      }
      sum_of(weight)
    })
    contrasts <- lapply(seq_along(all_weights), function(i) {
      tested <- if (!is.null(all_weights[[i]])) estimate(model, all_weights[[i]])
      c(list(levels = as.list(unname(chosen[i, ])), n = model$n), if (!is.null(tested$p)) tested)
    })
    test <- if (!any(vapply(all_weights, is.null, TRUE))) {
      f_test(lapply(all_weights, function(one) deviations(model, one)), vapply(all_weights, function(one) sum(one * model$b), 0), 1, model$df)
    }
    c(list(factors = as.list(effect - 1), contrasts = contrasts), test)
  }
  # The contrast of a hypothesis: of each of its factors, the second level less the first.
  planned <- function(one) {
    weight <- equal
    for (j in seq_along(one$factors)) {
      at <- one$factors[j] + 1
      weight[[at]] <- replace(numeric(counts[at]), one$levels[[j]] + 1, c(-1, 1))
    }
    weights <- sum_of(weight)
    tested <- if (!is.null(weights)) estimate(model, weights)
    c(list(n = model$n), if (!is.null(tested$p)) tested)
  }
  cell_of <- function(arm) {
    weights <- if (arm %in% model$present) weights_of(as.numeric(arms == arm))
    list(arm = arm - 1, levels = as.list(unname(of_arm[arm, ])), mean = mean_of(arm, weights))
  }
  sizes <- seq_len(min(3, length(counts)))
  effects <- unlist(lapply(sizes, function(size) combn(length(counts), size, simplify = FALSE)), FALSE)
  level_means <- lapply(seq_along(counts), function(at) list(levels = lapply(seq_len(counts[at]) - 1, function(level) level_of(at, level))))
  c(list(n = model$n, factors = level_means, cells = lapply(arms, cell_of), effects = lapply(effects, effect_of)),
    hypotheses_of(rows, planned))
}

# The hypotheses about factors, which Holm corrects together with the primary comparisons; nothing without any.
hypotheses_of <- function(rows, planned) {
  if (!length(design$effects)) return(NULL)
  found <- lapply(design$effects, function(one) {
    of_pairs <- function(at) as.list(vapply(one$levels, function(pair) pair[at], 0))
    contrast <- c(list(levels = of_pairs(2)), planned(one))
    list(factors = as.list(one$factors), references = of_pairs(1), contrast = contrast)
  })
  p_of <- function(contrasts) unlist(lapply(contrasts, function(one) one$p))
  tested <- which(vapply(found, function(one) !is.null(one$contrast$p), TRUE))
  primary <- p_of(lapply(design$comparisons, contrast_of, rows = rows))
  adjusted <- p.adjust(c(p_of(lapply(found[tested], function(one) one$contrast)), primary), "holm")
  for (i in seq_along(tested)) found[[tested[i]]]$pHolm <- adjusted[i]
  list(hypotheses = found)
}

# The p values of the hypotheses about factors that can be computed with these rows.
effect_tests <- function(rows) {
  if (!length(design$effects)) return(NULL)
  unlist(lapply(factors_of(rows)$hypotheses, function(one) one$contrast$p))
}

# The p value against a margin and the interval that decides: one-sided for non-inferiority, two one-sided tests for equivalence.
against_margin <- function(kind, margin, worse, contrast) {
  both <- identical(kind, "equivalence")
  signs <- if (both) c(1, -1) else worse
  outside <- if (both) 2 * design$alpha else design$alpha
  half <- qt(1 - outside / 2, contrast$df) * contrast$standardError
  list(p = max(pt((signs * contrast$value - margin) / contrast$standardError, contrast$df)),
       interval = list(level = 1 - outside, low = contrast$value - half, high = contrast$value + half))
}

secondary_d_prime <- Filter(function(one) one$outcome == "d_prime", design$secondary)

# The planned comparisons in d' with a margin, of which contrasts are the last.
margin_tests <- function(contrasts) {
  tests <- Map(function(one, contrast) {
    if (is.null(one$margin)) return(NULL)
    c(list(margin = one$margin), if (!is.null(contrast$p)) against_margin(one$kind, one$margin, -1, contrast))
  }, secondary_d_prime, contrasts[-seq_along(design$comparisons)])
  unname(Filter(Negate(is.null), tests))
}

population <- function(chosen) {
  rows <- primary_rows(chosen)
  contrasts <- contrasts_of(rows, "d_prime", TRUE)
  list(people = lapply(arms, function(arm) sum(rows$arm == arm)), contrasts = contrasts, margins = margin_tests(contrasts))
}
trained <- !is.na(people$training_items) & people$training_answered >= design$perProtocol * people$training_items
populations <- list(kept, kept & trained, kept & rowSums(flagged[, colnames(flagged) != "unchecked", drop = FALSE]) == 0)
if (any(randomised & people$excluded)) populations <- c(populations, list(randomised))

# Specification curves: each comparison under every combination of choices.

# Means of two arms, without covariates.
welch <- function(pair, rows) {
  after <- lapply(pair + 1, function(arm) rows$after[rows$arm == arm])
  found <- list(n = sum(lengths(after)))
  if (min(lengths(after)) < 2) return(found)
  parts <- vapply(after, var, 0) / lengths(after)
  error <- sqrt(sum(parts))
  if (error <= rounding * max(abs(unlist(after)))) return(found)
  value <- mean(after[[1]]) - mean(after[[2]])
  margin <- qt(0.975, sum(parts)^2 / sum(parts^2 / (lengths(after) - 1))) * error
  difference <- list(value = value, low = value - margin, high = value + margin)
  c(found, difference, list(standardised = standardised(difference, rows, pair + 1)))
}

# The outcomes that answer the same question: values before and after, and whether there are any before.
alternatives <- function(outcome) {
  of <- function(name, items = NULL) {
    after <- judged$after
    if (length(items)) after <- after[after$item %in% items, ]
    list(before = measured(name, judged$before, length(design$before)), adjusted = tested_before,
         after = measured(name, after, if (length(items)) length(items) else length(design$after)))
  }
  both <- c("d_prime", "d_prime_replaced")
  if (outcome %in% c("d_prime", "accuracy")) return(lapply(c(both, "accuracy", "a_prime"), of))
  for (part in design$parts) if (outcome == paste0("d_prime_", part$id)) return(lapply(both, of, items = part$items))
  if (outcome %in% measures) return(list(of(outcome)))
  variable <- function(before, after) {
    list(list(before = if (is.null(before)) rep(NA_real_, nrow(people)) else before, after = after, adjusted = !is.null(before)))
  }
  for (one in design$compared) {
    if (outcome == paste0("scale_", one$id)) return(variable(if (length(one$before)) score_of(one$before), score_of(one$after)))
  }
  for (id in names(derived)) if (outcome == paste0("outcome_", id)) return(variable(derived[[id]]$before, derived[[id]]$after))
}

curves_of <- function(outcome) {
  own <- lapply(Filter(function(one) one$outcome == outcome, design$secondary), function(one) one$pair)
  pairs <- c(if (outcome == "d_prime") design$comparisons, own)
  results <- list()
  starts <- c()
  for (quantity in alternatives(outcome)) {
    starts <- c(starts, length(results) + 1)
    seen <- list()
    for (chosen in c(populations[1:3], list(randomised))) {
      complete <- chosen & !is.na(quantity$after) & (!quantity$adjusted | !is.na(quantity$before))
      # Populations with the same participants count once.
      if (any(vapply(seen, identical, TRUE, complete))) next
      seen <- c(seen, list(complete))
      rows <- rows_of(complete, quantity$before, quantity$after, quantity$adjusted)
      results <- c(results, list(lapply(pairs, contrast_of, rows = rows)), list(lapply(pairs, welch, rows = rows)))
    }
  }
  # The planned one is the first with the planned outcome.
  planned <- starts[if (outcome == "accuracy") 3 else 1]
  lapply(seq_along(pairs), function(at) {
    found <- lapply(results, function(one) one[[at]][intersect(c("n", "value", "low", "high", "standardised"), names(one[[at]]))])
    c(list(arm = pairs[[at]][1], against = pairs[[at]][2], specifications = found), in_numbers(found, planned))
  })
}
in_numbers <- function(specifications, planned) {
  of <- function(name, chosen = specifications) {
    unlist(lapply(chosen, function(one) if (is.null(one$standardised)) NULL else one$standardised[[name]]))
  }
  effects <- of("value")
  sign_of <- function(effect) ifelse(abs(effect) <= rounding, 0, sign(effect))
  found <- list(computed = length(effects), above = sum(of("low") > 0), below = sum(of("high") < 0))
  if (length(effects)) found <- c(found, list(median = median(effects), smallest = min(effects), largest = max(effects)))
  own <- of("value", specifications[planned])
  if (length(own)) found$sameSign <- sum(sign_of(effects) == sign_of(own))
  found
}

bound <- function(pair) {
  after <- values$after[, "d_prime"]
  half <- length(design$after) %/% 2
  most <- max(c(if (half) 2 * qnorm((half + 0.5) / (half + 1)) else 0, abs(after[kept])), na.rm = TRUE)
  of <- function(arm, missing) {
    own <- after[kept & people$arm_number %in% (arm + 1)]
    if (!any(!is.na(own))) return(NULL)
    mean(if (is.na(missing)) own[!is.na(own)] else ifelse(is.na(own), missing, own))
  }
  if (is.null(of(pair[1], NA)) || is.null(of(pair[2], NA))) return(list())
  list(observed = of(pair[1], NA) - of(pair[2], NA), worst = of(pair[1], -most) - of(pair[2], most),
       best = of(pair[1], most) - of(pair[2], -most))
}

# How much of the training was taken, and the effect of taking it, by two-stage least squares.

# y on x with the instruments z; HC3 errors with the leverages of the second stage.
instrumented <- function(x, z, y) {
  fitted <- z %*% qr.coef(qr(z), x)
  bread <- solve(crossprod(fitted))
  b <- drop(bread %*% crossprod(fitted, y))
  left <- 1 - rowSums((fitted %*% bread) * fitted)
  scores <- fitted * drop(y - x %*% b) / left
  list(b = b, errors = sqrt(diag(bread %*% crossprod(scores) %*% bread)), df = length(y) - ncol(x))
}

# Minutes that participants of an arm watched of the recordings in a part of the study. Of each recording, the submission that
# reports most of it counts.
reported <- tables$exposures[!is.na(tables$exposures$watched_s) & !is.na(tables$exposures$stimulus), ]
watched_of <- function(part) {
  is_planned <- if (part$wave == "main") rep(TRUE, nrow(people)) else
    people$participant_id %in% tables$waves$participant_id[as.character(tables$waves$wave) == part$wave]
  of_arm <- function(one) {
    mine <- which(kept & people$arm_number %in% (one$arm + 1) & is_planned)
    each <- lapply(mine, function(who) {
      all <- design$versions[[as.character(people$study_version[who])]]$recordings[[design$arms[one$arm + 1]]]
      own <- Filter(function(recording) recording$wave == part$wave, all)
      seconds <- vapply(own, function(recording) {
        rows <- reported$participant_id == people$participant_id[who] & as.character(reported$block) == recording$block &
          as.character(reported$stimulus) == recording$stimulus
        if (any(rows)) min(max(reported$watched_s[rows]), recording$seconds) else NA_real_
      }, 0)
      c(sum(seconds, na.rm = TRUE), sum(vapply(own, function(recording) recording$seconds, 0)), any(!is.na(seconds)))
    })
    each <- matrix(unlist(each), ncol = 3, byrow = TRUE)
    share <- function(least) share_number(sum(each[, 2] > 0 & each[, 1] >= least * each[, 2] - 1e-9 * each[, 2]), nrow(each))
    list(arm = one$arm, length = one$seconds / 60, people = nrow(each), minutes = quartiles(each[each[, 3] == 1, 1] / 60),
         half = share(0.5), all = share(0.95))
  }
  list(arms = lapply(part$arms, of_arm))
}

compliance_of <- function() {
  c(list(watched = lapply(design$watched, watched_of)), training_of())
}

training_of <- function() {
  items <- ifelse(is.na(people$training_items), 0, people$training_items)
  share <- ifelse(items > 0, pmin(people$training_answered / items, 1), 0)
  complied <- trained & items > 0
  those <- arms[vapply(arms, function(arm) any(kept & people$arm_number %in% arm & items > 0), TRUE)]
  if (!length(those)) return(list())
  have <- kept & !is.na(values$after[, "d_prime"]) & (!tested_before | !is.na(values$before[, "d_prime"]))
  of_arm <- function(arm) {
    own <- people$arm_number %in% arm
    list(arm = arm - 1, randomised = sum(kept & own), compliers = sum(kept & own & complied), analysed = sum(have & own),
         analysedCompliers = sum(have & own & complied), meanDose = if (any(have & own)) mean(share[have & own]))
  }
  effect <- function(pair, dose) {
    found <- list(arm = pair[1], against = pair[2])
    model <- fit(primary_rows(kept), pair[2] + 1)
    if (is.null(model) || !((pair[1] + 1) %in% model$others)) return(list(contrast = found))
    own <- which(have & people$arm_number %in% model$present)
    dose <- ifelse(people$arm_number[own] == pair[1] + 1, as.numeric(dose[own]), 0)
    if (all(dose == 0)) return(list(contrast = found))
    of <- function(arm) as.numeric(people$arm_number[own] == arm)
    exogenous <- do.call(cbind, c(list(rep(1, length(own))), lapply(setdiff(model$others, pair[1] + 1), of), model$known))
    z <- cbind(of(pair[1] + 1), exogenous)
    second <- instrumented(cbind(dose, exogenous), z, model$rows$after)
    value <- second$b[1]
    error <- second$errors[1]
    margin <- qt(0.975, second$df) * error
    found <- c(found, list(n = length(own), value = value, low = value - margin, high = value + margin, standardError = error,
                           t = value / error, df = second$df, p = 2 * pt(-abs(value / error), second$df)))
    first <- least_squares(z, dose)
    list(contrast = found, firstStage = qr.coef(qr(z), dose)[[1]],
         firstStageF = if (!is.null(first)) estimate(first, one_of(first, 1))$t^2)
  }
  own <- Filter(function(pair) (pair[1] + 1) %in% those, design$comparisons)
  effects <- unlist(lapply(own, function(pair) list(effect(pair, share), effect(pair, complied))), FALSE)
  list(threshold = design$perProtocol, arms = lapply(those, of_arm), effects = effects)
}

# Multiple imputation of missing d' in each arm, and Rubin's rules.

# Wichmann and Hill (1982): the same random numbers as the program's.
drawn <- c(12345, 23456, 13579)
normals <- function(n) {
  found <- numeric(n)
  for (i in seq_len(n)) {
    drawn <<- (c(171, 172, 170) * drawn) %% c(30269, 30307, 30323)
    found[i] <- (drawn[1] / 30269 + drawn[2] / 30307 + drawn[3] / 30323) %% 1
  }
  qnorm(found)
}

filled <- function(value) if (any(!is.na(value))) ifelse(is.na(value), mean(value, na.rm = TRUE), value)

# What predicts d' of some people: what the comparison adjusts for, then the other characteristics of the baseline table.
predictors <- function(own) {
  others <- Filter(function(one) one$kind != "measure" || one$id != "d_prime", design$dropouts)
  others <- lapply(others, function(one) {
    value <- characteristic_of(one)[own]
    if (one$kind == "answer") lapply(seq_along(one$answers), function(place) as.numeric(value %in% place)) else list(filled(value))
  })
  columns <- c(list(filled(values$before[own, "d_prime"]), second_form[own], on_phone[own]), unlist(others, FALSE))
  Filter(Negate(is.null), columns)
}

# Least squares in an orthonormal basis of the columns, over the people with the outcome: at most one column for each ten of them,
# none that the earlier ones determine, and no answer that fewer than five gave, or all but four.
imputation_model <- function(y, columns) {
  known <- !is.na(y)
  n <- sum(known)
  basis <- list(rep(1 / sqrt(n), length(y)))
  for (column in columns) {
    if (length(basis) == max(1, n %/% 10)) break
    ones <- sum(column[known] == 1)
    if (all(column %in% 0:1) && min(ones, n - ones) < 5) next
    vector <- column
    for (earlier in basis) vector <- vector - sum(earlier[known] * vector[known]) * earlier
    left <- long(vector[known])
    if (left > collinear * long(column[known])) basis <- c(basis, list(vector / left))
  }
  basis <- do.call(cbind, basis)
  b <- drop(crossprod(basis[known, , drop = FALSE], y[known]))
  list(b = b, squares = sum((y[known] - basis[known, , drop = FALSE] %*% b)^2), df = n - length(b),
       missing = basis[!known, , drop = FALSE])
}

# Estimates of several data sets, a row of value and standard error for each (Rubin 1987; Barnard and Rubin 1999).
pool <- function(estimates, complete_df) {
  m <- nrow(estimates)
  value <- mean(estimates[, 1])
  within <- mean(estimates[, 2]^2)
  added <- (1 + 1 / m) * var(estimates[, 1])
  error <- sqrt(within + added)
  lambda <- added / error^2
  df <- 1 / (lambda^2 / (m - 1) + 1 / ((complete_df + 1) / (complete_df + 3) * complete_df * (1 - lambda)))
  margin <- qt(0.975, df) * error
  list(found = list(value = value, low = value - margin, high = value + margin, standardError = error, t = value / error,
                    df = df, p = 2 * pt(-abs(value / error), df)),
       information = (added / within + 2 / (df + 3)) / (added / within + 1))
}

imputation_of <- function() {
  own <- which(kept)
  own <- own[order(as.character(people$participant_id[own]), method = "radix")]
  after <- values$after[own, "d_prime"]
  arm <- people$arm_number[own]
  lacks <- is.na(after)
  imputed <- lapply(arms, function(one) sum(lacks[arm == one]))
  if (!any(lacks)) return(list(imputations = 0))
  pairs <- c(design$comparisons, lapply(secondary_d_prime, function(one) one$pair))
  found <- lapply(pairs, function(pair) list(arm = pair[1], against = pair[2]))
  those <- unique(arm[lacks])
  known <- vapply(those, function(one) sum(arm == one & !lacks), 0)
  if (any(known < 2)) return(list(imputations = 100, imputed = imputed, contrasts = found, margins = margin_tests(found)))
  columns <- predictors(own)
  models <- lapply(those, function(one) imputation_model(after[arm == one], lapply(columns, function(column) column[arm == one])))
  outcomes <- lapply(1:100, function(set) {
    for (i in seq_along(those)) {
      model <- models[[i]]
      sigma <- sqrt(model$squares / sum(normals(model$df)^2))
      b <- model$b + sigma * normals(length(model$b))
      after[lacks & arm == those[i]] <- drop(model$missing %*% b) + sigma * normals(nrow(model$missing))
    }
    after
  })
  before <- filled(values$before[own, "d_prime"])
  rows <- data.frame(arm = arm, before = if (is.null(before)) NA_real_ else before, form = second_form[own], stratum = on_phone[own])
  compared_in <- function(after, pairs) lapply(pairs, function(pair) {
    model <- fit(cbind(rows, after = after), pair[2] + 1)
    place <- match(pair[1] + 1, model$others)
    c(list(n = model$n), if (!is.null(model) && !is.na(place)) estimate(model, one_of(model, 1 + place)))
  })
  sets <- lapply(outcomes, compared_in, pairs)
  of_pair <- function(sets) {
    if (any(vapply(sets, function(one) is.null(one$p), TRUE))) return(NULL)
    t(vapply(sets, function(one) c(one$value, one$standardError), c(0, 0)))
  }
  estimates <- lapply(seq_along(pairs), function(at) of_pair(lapply(sets, `[[`, at)))
  complete <- lapply(seq_along(pairs), function(at) sets[[1]][[at]]$df)
  information <- vector("list", length(pairs))
  for (at in seq_along(pairs)) {
    found[[at]]$n <- sets[[1]][[at]]$n
    if (is.null(estimates[[at]])) next
    pooled <- pool(estimates[[at]], complete[[at]])
    found[[at]] <- c(found[[at]], pooled$found)
    information[[at]] <- pooled$information
  }
  primary <- seq_along(design$comparisons)
  tested <- Filter(function(at) !is.null(found[[at]]$p), primary)
  ps <- vapply(tested, function(at) found[[at]]$p, 0)
  # Hypotheses about factors keep the p values of the participants who have the outcome.
  others <- effect_tests(primary_rows(kept))
  adjusted <- p.adjust(c(ps, others), "holm")
  for (i in seq_along(tested)) found[[tested[i]]]$pHolm <- adjusted[i]
  levels <- last_levels()
  # The pooled comparison by the shift of the imputed values in its arm; NULL without any.
  shifting <- function(at) {
    pair <- pairs[[at]]
    shifted <- lacks & arm == pair[1] + 1
    if (is.null(found[[at]]$value) || !any(shifted)) return(NULL)
    # With values in the arm shifted by -1, 0 and 1, the difference is a line and its variance a parabola of the shift.
    moved <- lapply(c(-1, 1), function(shift) {
      of_pair(lapply(outcomes, function(after) compared_in(after + shift * shifted, list(pair))[[1]]))
    })
    if (any(vapply(moved, is.null, TRUE))) return(NULL)
    variances <- cbind(moved[[1]][, 2], estimates[[at]][, 2], moved[[2]][, 2])^2
    slope <- moved[[2]][, 1] - estimates[[at]][, 1]
    function(shift) {
      variance <- variances[, 2] + shift * (variances[, 3] - variances[, 1]) / 2 +
        shift^2 * ((variances[, 1] + variances[, 3]) / 2 - variances[, 2])
      pool(cbind(estimates[[at]][, 1] + shift * slope, sqrt(variance)), complete[[at]])$found
    }
  }
  tips <- function(at, point) {
    now <- point(0)$decision
    first <- function(sign) {
      for (step in 1:30) if (point(sign * step / 10)$decision != now) return(sign * step / 10)
      NULL
    }
    c(list(arm = pairs[[at]][1], against = pairs[[at]][2]), list(down = first(-1), up = first(1)), list(points = lapply(seq(-30, 30, 5) / 10, function(shift) point(shift)$point)))
  }
  tipping_of <- function(at) {
    pooled_at <- shifting(at)
    if (is.null(pooled_at)) return(NULL)
    tips(at, function(shift) {
      pooled <- pooled_at(shift)
      shifted <- ifelse(tested == at, pooled$p, ps)
      holm <- p.adjust(c(shifted, others), "holm")[which(tested == at)]
      rejected <- if (is.null(levels)) holm <= design$alpha else rejects(levels, shifted, which(tested == at))
      list(point = c(list(shift = shift), pooled[c("value", "low", "high")], list(pHolm = holm)),
           decision = if (rejected) sign(pooled$value) else 0)
    })
  }
  margin_tipping_of <- function(which) {
    plan <- secondary_d_prime[[which]]
    pooled_at <- if (!is.null(plan$margin)) shifting(length(primary) + which)
    if (is.null(pooled_at)) return(NULL)
    least <- design$alpha / if (identical(plan$kind, "equivalence")) 1 else 2
    tips(length(primary) + which, function(shift) {
      pooled <- pooled_at(shift)
      test <- against_margin(plan$kind, plan$margin, -1, pooled)
      list(point = c(list(shift = shift, value = pooled$value), test), decision = if (test$p <= least) 1 else if (1 - test$p <= least) -1 else 0)
    })
  }
  list(imputations = 100, imputed = imputed, contrasts = found, missingInformation = information,
       tipping = Filter(Negate(is.null), lapply(primary, tipping_of)), margins = margin_tests(found),
       marginTipping = Filter(Negate(is.null), lapply(seq_along(secondary_d_prime), margin_tipping_of)))
}

# Moderators: means and contrasts by group, and the test. `model_for` gives for an arm that others are compared with the number of
# people, the test, and an estimate by arm and group; or NULL.
compared <- function(means, model_for) {
  references <- unique(vapply(design$comparisons, function(pair) pair[2], 0)) + 1
  models <- lapply(references, model_for)
  groups <- lapply(seq_along(means), function(group) {
    contrasts <- lapply(design$comparisons, function(pair) {
      one <- list(arm = pair[1], against = pair[2], n = 0)
      model <- models[[match(pair[2] + 1, references)]]
      if (is.null(model)) return(one)
      one$n <- model$n
      difference <- model$difference(pair[1] + 1, group)
      if (is.null(difference$p)) one else c(one, difference)
    })
    list(after = means[[group]], contrasts = contrasts)
  })
  first <- if (length(models)) models[[1]]
  c(list(groups = groups, n = if (is.null(first)) 0 else first$n), first$test)
}
group_of_answer <- function(moderator) {
  given <- answer_of(moderator$item)$value
  group_of <- rep(NA_integer_, nrow(people))
  for (group in seq_along(moderator$groups)) group_of[given %in% moderator$groups[[group]]] <- group
  group_of
}
by_answer <- function(moderator) {
  group_of <- group_of_answer(moderator)
  before <- values$before[, "d_prime"]
  after <- values$after[, "d_prime"]
  means <- lapply(seq_along(moderator$groups), function(group) by_arm(kept & group_of %in% group, after))
  own <- kept & has_outcome & !is.na(group_of)
  present <- arms[vapply(arms, function(arm) sum(own & people$arm_number %in% arm) >= 2, TRUE)]
  enough <- function(group) all(vapply(present, function(arm) sum(own & people$arm_number %in% arm & group_of %in% group) >= 2, TRUE))
  groups <- Filter(enough, seq_along(moderator$groups))
  own <- own & people$arm_number %in% present & group_of %in% groups
  known <- covariates(rows_of(own, before, after))
  compared(means, function(reference) {
    if (!(reference %in% present) || length(present) < 2 || length(groups) < 2) return(NULL)
    # A mean for each cell of arm and group: another way to write the same model.
    cells <- expand.grid(arm = present, group = groups)
    x <- sapply(seq_len(nrow(cells)), function(i) {
      as.numeric(people$arm_number[own] == cells$arm[i] & group_of[own] == cells$group[i])
    })
    model <- least_squares(do.call(cbind, c(list(x), known)), after[own])
    if (is.null(model)) return(NULL)
    weights <- function(arm, group) {
      c((cells$arm == arm & cells$group == group) - (cells$arm == reference & cells$group == group), rep(0, length(known)))
    }
    others <- setdiff(present, reference)
    differences <- unlist(lapply(groups[-1], function(group) {
      lapply(others, function(arm) weights(arm, group) - weights(arm, groups[1]))
    }), FALSE)
    test <- f_test(lapply(differences, function(one) deviations(model, one)),
                   vapply(differences, function(one) sum(one * model$b), 0), 1, model$df)
    list(n = model$n, test = test, difference = function(arm, group) {
      if (arm %in% present && group %in% groups) estimate(model, weights(arm, group))
    })
  })
}
by_items <- function(moderator) {
  after <- lapply(moderator$groups, function(items) {
    measured("d_prime", judged$after[judged$after$item %in% items, ], length(items))
  })
  before <- values$before[, "d_prime"]
  own <- kept & (!tested_before | !is.na(before)) & rowSums(is.na(do.call(cbind, after))) == 0
  means <- lapply(after, function(value) by_arm(kept, value))
  compared(means, function(reference) {
    models <- lapply(after, function(value) fit(rows_of(own, before, value), reference))
    if (any(vapply(models, is.null, TRUE))) return(NULL)
    others <- models[[1]]$others
    changes <- lapply(after[-1], function(value) fit(rows_of(own, before, value - after[[1]]), reference))
    test <- NULL
    if (!any(vapply(changes, is.null, TRUE))) {
      columns <- unlist(lapply(changes, function(model) {
        lapply(seq_along(others), function(i) deviations(model, one_of(model, 1 + i)))
      }), FALSE)
      coefficients <- unlist(lapply(changes, function(model) model$b[1 + seq_along(others)]))
      test <- f_test(columns, coefficients, length(changes), changes[[1]]$df)
    }
    list(n = models[[1]]$n, test = test, difference = function(arm, group) {
      if (arm %in% others) estimate(models[[group]], one_of(models[[group]], 1 + match(arm, others)))
    })
  })
}
number_before <- function(name) if (name == "d_prime") values$before[, "d_prime"] else as.numeric(score_of(name))
by_number <- function(moderator) {
  number <- number_before(moderator$number)
  before <- values$before[, "d_prime"]
  after <- values$after[, "d_prime"]
  own <- kept & has_outcome & !is.na(number)
  present <- arms[vapply(arms, function(arm) sum(own & people$arm_number %in% arm) >= 2, TRUE)]
  own <- own & people$arm_number %in% present
  rows <- rows_of(own, before, after)
  if (moderator$number == "d_prime") rows$before <- rep(NA_real_, nrow(rows))
  known <- covariates(rows)
  arm <- people$arm_number[own]
  m <- number[own]
  deviation <- if (length(m) > 1) sd(m) else 0
  references <- unique(vapply(design$comparisons, function(pair) pair[2], 0)) + 1
  models <- lapply(references, function(reference) {
    if (!(reference %in% present) || length(present) < 2 || deviation <= rounding * max(abs(m))) return(NULL)
    # A line for each arm: another way to write the same model.
    lines <- sapply(present, function(one) as.numeric(arm == one))
    least_squares(do.call(cbind, c(list(lines, lines * (m - mean(m))), known)), after[own])
  })
  weights <- function(one, reference, itself, change) {
    difference <- (present == one) - (present == reference)
    c(itself * difference, change * difference, rep(0, length(known)))
  }
  contrasts <- function(itself, change) lapply(design$comparisons, function(pair) {
    found <- list(arm = pair[1], against = pair[2], n = 0)
    model <- models[[match(pair[2] + 1, references)]]
    if (is.null(model)) return(found)
    found$n <- model$n
    if (!(pair[1] + 1) %in% present) return(found)
    difference <- estimate(model, weights(pair[1] + 1, pair[2] + 1, itself, change))
    if (is.null(difference$p)) found else c(found, difference)
  })
  model <- if (length(models)) models[[1]]
  others <- setdiff(present, if (length(references)) references[1])
  test <- if (!is.null(model)) {
    slopes <- lapply(others, function(one) weights(one, references[1], 0, 1))
    f_test(lapply(slopes, function(one) deviations(model, one)), vapply(slopes, function(one) sum(one * model$b), 0), 1, model$df)
  }
  spread <- if (!is.null(model)) list(mean = mean(m), sd = deviation)
  points <- lapply(c(-1, 0, 1), function(at) {
    c(if (!is.null(model)) list(value = mean(m) + at * deviation), list(contrasts = contrasts(1, at * deviation)))
  })
  continuous <- c(spread, list(slopes = contrasts(0, 1), points = points))
  c(list(groups = list(), continuous = continuous, n = if (is.null(model)) 0 else model$n), test)
}
moderator_of <- function(moderator) {
  if (!is.null(moderator$number)) by_number(moderator) else if (is.null(moderator$item)) by_items(moderator) else by_answer(moderator)
}
# Holm's correction over the confirmatory moderators that could be tested.
moderators_of <- function() {
  found <- lapply(design$moderators, moderator_of)
  tested <- Filter(function(at) design$moderators[[at]]$confirmatory && !is.null(found[[at]]$p), seq_along(found))
  adjusted <- p.adjust(vapply(tested, function(at) found[[at]]$p, 0), "holm")
  for (i in seq_along(tested)) found[[tested[i]]]$pHolm <- adjusted[i]
  found
}

# Curves, items, scales, flow.

# Area over all ratings of several people (Obuchowski 1997); `signal` says of each row whether it is one.
clustered_auc <- function(who, signal, rating) {
  found <- list(n = length(unique(who)))
  if (sum(signal) < 2 || sum(!signal) < 2) return(found)
  v <- placements(rating[signal], rating[!signal])
  area <- mean(v$below)
  everybody <- factor(who)
  a <- as.vector(xtabs(v$below - area ~ everybody[signal], drop.unused.levels = FALSE))
  b <- as.vector(xtabs(v$above - area ~ everybody[!signal], drop.unused.levels = FALSE))
  sizes <- c(length(unique(who[signal])), length(unique(who[!signal])), length(unique(who)))
  if (min(sizes[1:2]) < 2) return(found)
  scale <- sizes / (sizes - 1)
  m <- sum(signal)
  n <- sum(!signal)
  error <- sqrt(max(scale[1] * sum(a^2) / m^2 + scale[2] * sum(b^2) / n^2 + 2 * scale[3] * sum(a * b) / (m * n), 0))
  found$value <- area
  if (error > rounding) found <- c(found, list(low = max(area - z95 * error, 0), high = min(area + z95 * error, 1)))
  found
}

curve_of <- function(phase, arm) {
  all <- judged[[phase]][judged[[phase]]$who %in% people$who[kept & people$arm_number %in% arm], ]
  sure <- all[!is.na(all$confidence), ]
  calibration <- lapply(sort(unique(sure$confidence)), function(level) {
    right <- sure$right[sure$confidence == level]
    limits <- wilson(sum(right), length(right))
    list(confidence = level, answers = length(right), accuracy = mean(right), low = limits[1], high = limits[2])
  })
  roc <- list()
  if (any(all$manipulated) && any(!all$manipulated)) {
    points <- lapply(sort(unique(all$rating), decreasing = TRUE), function(rating) {
      list(falseAlarms = mean(all$rating[!all$manipulated] >= rating), hits = mean(all$rating[all$manipulated] >= rating))
    })
    roc <- c(list(list(falseAlarms = 0, hits = 0)), points)
  }
  list(arm = arm - 1, calibration = calibration, roc = roc, auc = clustered_auc(all$who, all$manipulated, all$rating),
       type2Auc = clustered_auc(sure$who, sure$right == 1, sure$confidence))
}

item_of <- function(phase, item) {
  all <- judged[[phase]][judged[[phase]]$who %in% people$who[kept], ]
  own <- all[all$item == item, ]
  rest <- all[all$item != item, ]
  others <- tapply(rest$right, factor(rest$who, levels = people$who), mean)[own$who]
  pair <- !is.na(others)
  x <- own$right[pair]
  y <- others[pair]
  discrimination <- list(n = sum(pair))
  if (sum(pair) > 2 && sum((x - mean(x))^2) > 1e-12 && sum((y - mean(y))^2) > 1e-12) discrimination$value <- cor(x, y)
  share <- function(some) share_number(sum(some$altered), nrow(some))
  list(right = share_number(sum(own$right), nrow(own)), hits = share(own[own$manipulated, ]),
       falseAlarms = share(own[!own$manipulated, ]), discrimination = discrimination)
}

scale_of <- function(scale) {
  coded <- matrix(NA_real_, nrow(people), length(scale$items))
  for (version in names(design$versions)) {
    own <- people$study_version == version
    for (i in seq_along(scale$items)) {
      coding <- design$versions[[version]]$codings[[scale$items[[i]]]]
      if (is.null(coding)) next
      given <- answer_of(scale$items[[i]])$value[own]
      coded[own, i] <- switch(coding$kind,
        right = ifelse(is.na(given), NA, as.numeric(given == coding$answer)),
        reverse = coding$sum - as.numeric(given),
        plain = as.numeric(given))
    }
  }
  coded <- coded[kept, , drop = FALSE]
  coded <- coded[rowSums(is.na(coded)) == 0, , drop = FALSE]
  k <- length(scale$items)
  alpha <- list(n = nrow(coded))
  if (scale$hasAlpha && nrow(coded) > 1 && var(rowSums(coded)) > 1e-12) {
    alpha$value <- k / (k - 1) * (1 - sum(apply(coded, 2, var)) / var(rowSums(coded)))
  }
  list(items = k, alpha = alpha, arms = by_arm(kept, score_of(scale$score)))
}

# What all randomised participants were like before, also the excluded ones. Nothing is tested. Of answers, the value is their
# place among those of the study.
characteristic_of <- function(one) {
  given <- answer_of(one$id)$value
  value <- switch(one$kind,
    measure = values$before[, one$id],
    score = as.numeric(score_of(one$id)),
    number = suppressWarnings(as.numeric(given)),
    answer = rep(NA_real_, nrow(people)))
  for (place in seq_along(one$answers)) value[given %in% one$answers[[place]]] <- place
  value
}
described <- function(one, own) {
  known <- own[!is.na(own)]
  row <- list(n = length(known), missing = length(own) - length(known))
  if (one$kind == "answer") row$people <- lapply(seq_along(one$answers), function(place) sum(known == place))
  if (one$kind != "answer" && length(known)) row$mean <- mean(known)
  if (one$kind != "answer" && length(known) > 1) row$deviation <- sd(known)
  row
}
baseline_of <- function(one) {
  value <- characteristic_of(one)
  list(arms = lapply(arms, function(arm) described(one, value[randomised & people$arm_number %in% arm])))
}

# Those without the primary outcome next to those with it, with standardised differences (Austin 2009).
standardised_by <- function(variances, difference, size) {
  deviation <- sqrt(mean(variances))
  if (!is.na(deviation) && deviation > rounding * size) difference / deviation
}
dropouts_of <- function(one) {
  value <- characteristic_of(one)
  list(arms = lapply(arms, function(arm) {
    own <- kept & people$arm_number %in% arm
    with <- described(one, value[own & has_outcome])
    without <- described(one, value[own & !has_outcome])
    differences <- if (one$kind == "answer") lapply(seq_along(one$answers), function(place) {
      p <- c(without$people[[place]] / without$n, with$people[[place]] / with$n)
      standardised_by(p * (1 - p), p[1] - p[2], 0)
    }) else list(if (!is.null(without$deviation) && !is.null(with$deviation)) {
      standardised_by(c(without$deviation, with$deviation)^2, without$mean - with$mean, max(abs(c(without$mean, with$mean))))
    })
    list(with = with, without = without, differences = differences)
  }))
}

# Randomised people who had everything erased are in no table, only in a count.
consort <- read.csv(file.path(folder, "results", "consort.csv"), colClasses = "character")
consort <- consort[consort$wave == "main", ]
counted <- function(figure, arm) {
  people <- as.numeric(consort$people[consort$figure == figure & consort$arm == design$arms[arm]])
  if (length(people)) people else 0
}
gone_of <- function(arm) max(0, counted("exposed", arm) - sum(randomised & people$arm_number %in% arm))
gone_before_end <- function(arm) counted("withdrawnErasedBeforeEnd", arm)
arm_flow <- function(arm) {
  own <- randomised & people$arm_number %in% arm
  status <- as.character(people$status)
  with_training <- own & people$training_items > 0
  trained <- if (any(with_training, na.rm = TRUE)) list(
    trainingStarted = sum(own & people$training_answered > 0, na.rm = TRUE),
    trainingCompleted = sum(with_training & people$training_answered >= people$training_items, na.rm = TRUE))
  c(trained, list(arm = arm - 1, randomised = sum(own) + gone_of(arm), erased = gone_of(arm), erasedBeforeEnd = gone_before_end(arm),
       testStarted = sum(own & tested > 0), testCompleted = sum(own & test_items > 0 & tested >= test_items),
       # Who reached the end and had everything erased later stays counted.
       completed = sum(own & people$completed) + gone_of(arm) - gone_before_end(arm),
       unfinished = sum(own & status == "active" & !people$completed), withdrew = sum(own & status == "withdrawn"),
       withdrewBeforeEnd = sum(own & status == "withdrawn" & !people$completed), excluded = sum(own & people$excluded),
       analysed = sum(own & has_outcome & !people$excluded)))
}
# The figures of the whole flow, and how far the study is without simulated participants. Whether people who had everything
# erased had consented, or were simulated, is in no table.
total_of <- function(figure) sum(as.numeric(consort$people[consort$figure == figure]))
totals_of <- function() {
  erased <- total_of("withdrawnErased")
  registered <- nrow(people) + erased
  to_arms <- sum(randomised) + sum(vapply(arms, gone_of, 0))
  c(list(registered = registered, randomised = to_arms, notRandomised = registered - to_arms),
    if (erased == 0) list(consented = length(unique(tables$consents$participant_id))))
}
stage_of <- function() {
  real <- randomised & !people$simulated
  outcomes <- values$after[real & has_outcome & !people$excluded, "d_prime"]
  gone <- sum(vapply(arms, gone_of, 0))
  simulated <- total_of("simulated")
  c(list(n = length(outcomes), outcomeSd = if (length(outcomes) > 1) sd(outcomes)),
    if (gone == 0 || simulated %in% c(0, total_of("registered"))) list(randomised = sum(real) + if (simulated) 0 else gone))
}
lost <- vapply(arms, function(arm) {
  own <- randomised & people$arm_number %in% arm
  c(sum(own & !has_outcome), sum(own)) + gone_of(arm)
}, c(0, 0))
reference <- if (length(design$comparisons)) design$comparisons[[1]][2] + 1 else 1

# Shares of several arms, compared: a row of events and one of people, with a column for each arm.
shares_lost <- function(lost, arms) {
  own <- match(reference, arms)
  complete <- all(lost[2, ] > 0)
  found <- list(arms = lapply(seq_along(arms), function(at) {
    one <- list(arm = arms[at] - 1, share = share_number(lost[1, at], lost[2, at]))
    if (arms[at] != reference && !is.na(own) && complete) {
      p <- lost[1, at] / lost[2, at]
      q <- lost[1, own] / lost[2, own]
      limits <- wilson(lost[1, at], lost[2, at])
      other <- wilson(lost[1, own], lost[2, own])
      one$difference <- list(n = lost[2, at], value = p - q, low = p - q - sqrt((p - limits[1])^2 + (other[2] - q)^2),
                             high = p - q + sqrt((limits[2] - p)^2 + (q - other[1])^2))
    }
    one
  }))
  found$share <- share_number(sum(lost[1, ]), sum(lost[2, ]))
  if (complete) found$spread <- diff(range(lost[1, ] / lost[2, ]))
  pooled <- sum(lost[1, ]) / sum(lost[2, ])
  if (complete && length(arms) > 1 && pooled > 0 && pooled < 1) {
    found$chiSquare <- sum((lost[1, ] - lost[2, ] * pooled)^2 / (lost[2, ] * pooled * (1 - pooled)))
    found$df <- length(arms) - 1
    found$p <- pchisq(found$chiSquare, found$df, lower.tail = FALSE)
  }
  found
}
loss <- shares_lost(lost, arms)
loss$arms <- lapply(arms, function(arm) c(loss$arms[[arm]], list(lost = lost[1, arm], randomised = lost[2, arm])))

# The later waves.

wave_of <- function(wave) {
  own_arms <- wave$arms + 1
  own <- tables$waves[as.character(tables$waves$wave) == wave$id, ]
  own <- own[match(people$participant_id, own$participant_id), ]
  planned <- randomised & !is.na(own$participant_id)
  in_arms <- function(which) vapply(own_arms, function(arm) sum(which & people$arm_number %in% arm), 0)
  earlier <- tables$waves[as.character(tables$waves$wave) == wave$after & !is.na(tables$waves$completed_at), ]
  completed_earlier <- if (wave$after == "main") people$completed else people$participant_id %in% earlier$participant_id
  counts <- list(completedBefore = in_arms(randomised & completed_earlier), planned = in_arms(planned), begun = in_arms(planned & !is.na(own$started_at)),
                 completed = in_arms(planned & !is.na(own$completed_at)),
                 withdrew = in_arms(planned & is.na(own$completed_at) & as.character(people$status) == "withdrawn"),
                 excluded = in_arms(planned & people$excluded))
  counts$notCompleted <- counts$planned - counts$completed
  lost_here <- shares_lost(rbind(counts$notCompleted, counts$planned), own_arms)
  lost_here$arms <- lapply(seq_along(own_arms), function(at) c(lost_here$arms[[at]], lapply(counts, function(count) count[at])))
  all_of <- lost[2, own_arms]
  lost_here$arms <- lapply(seq_along(own_arms), function(at) c(lost_here$arms[[at]],
    list(shareOfRandomised = share_number(all_of[at] - counts$completed[at], all_of[at]))))
  lost_here$shareOfRandomised <- share_number(sum(all_of) - sum(counts$completed), sum(all_of))
  found <- list(loss = lost_here, items = length(wave$items))
  if (!length(wave$items)) return(found)
  pairs <- Filter(function(pair) all(pair %in% wave$arms), design$comparisons)
  rows <- do.call(rbind, lapply(wave$items, judge_item))
  later <- lapply(c(d_prime = "d_prime", criterion = "criterion"), measured, rows = rows, items = length(wave$items))
  analysed <- in_arms(planned & !people$excluded & !is.na(later$d_prime))
  found$loss$arms <- lapply(seq_along(own_arms), function(at) c(found$loss$arms[[at]], list(analysed = analysed[at])))
  found$outcomes <- lapply(names(later), function(name) list(
    means = by_arm(kept, later[[name]]),
    contrasts = lapply(pairs, contrast_of, rows = rows_of(kept, values$before[, name], later[[name]]))
  ))
  part <- if (!is.null(wave$part)) design$parts[[wave$part + 1]]
  first <- if (is.null(part)) values$after[, "d_prime"] else part_d_prime(part)
  both <- kept & has_outcome & !is.na(first) & !is.na(later$d_prime)
  alike <- length(wave$items) == length(if (is.null(part)) design$after else part$items)
  if (!design$byUnit) found$retained <- lapply(pairs, share_retained, both = both, first = first, later = later$d_prime, alike = alike)
  found
}

# Judgements before and after advice.

advice_of <- function(test) {
  pair_of <- function(item) {
    before <- judge_item(item, initial_answers)
    after <- judge_item(item)
    both <- intersect(before$who, after$who)
    before <- before[match(both, before$who), ]
    after <- after[match(both, after$who), ]
    first <- as.character(answer_of(item, initial_answers)$value)[both]
    last <- as.character(answer_of(item)$value)[both]
    truth <- as.character(answer_of(item)$truth)[both]
    named <- truth
    for (version in names(design$versions)) {
      wrong <- design$versions[[version]]$wrongAdvice[[item]]
      own <- people$study_version[both] == version
      if (!is.null(wrong)) named[own] <- ifelse(truth[own] == wrong[1], wrong[2], wrong[1])
    }
    list(before = before, after = after,
         pairs = data.frame(who = both, switched = first != last, disagreed = first != named, followed = last == named,
                            right = named == truth, initial = before$right, final = after$right))
  }
  found <- lapply(test$items, pair_of)
  of_all <- function(name) do.call(rbind, lapply(found, function(one) one[[name]]))
  pairs <- of_all("pairs")
  values_of <- function(name, stage) measured(name, of_all(stage), length(test$items))
  names <- c("d_prime", "accuracy", "confidence")
  initial <- lapply(names, values_of, stage = "before")
  final <- lapply(names, values_of, stage = "after")
  of_arm <- function(arm) {
    mine <- kept & people$arm_number %in% (arm + 1)
    own <- pairs[pairs$who %in% people$who[mine], ]
    share <- function(holds, among = rep(TRUE, nrow(own))) {
      counted <- own[among, ]
      mean_number(vapply(split(holds[among], counted$who), mean, 0), c(0, 1))
    }
    measure <- function(at) {
      both <- mine & !is.na(initial[[at]]) & !is.na(final[[at]])
      ends <- if (names[at] == "d_prime") c(-Inf, Inf) else c(0, 1)
      change <- final[[at]][both] - initial[[at]][both]
      list(initial = mean_number(initial[[at]][both], ends), final = mean_number(final[[at]][both], ends),
           change = mean_number(ifelse(abs(change) < 1e-12, 0, change), c(-ends[2], ends[2])))
    }
    list(arm = arm, answers = nrow(own), disagreed = sum(own$disagreed), measures = lapply(seq_along(names), measure),
         switched = share(own$switched), toCorrect = share(own$initial == 0 & own$final == 1),
         fromCorrect = share(own$initial == 1 & own$final == 0), adopted = share(own$followed, own$disagreed),
         adoptedRight = share(own$followed, own$disagreed & own$right),
         adoptedWrong = share(own$followed, own$disagreed & !own$right))
  }
  list(items = length(test$items), arms = lapply(test$arms, of_arm))
}

# The difference in a later wave divided by the first one, in the same model of the same people (Fieller 1954).
share_retained <- function(pair, both, first, later, alike) {
  sizes <- vapply(arms, function(arm) sum(both & people$arm_number %in% arm), 0)
  n <- if (sizes[pair[2] + 1] >= 2) sum(sizes[sizes >= 2]) else 0
  found <- list(arm = pair[1], against = pair[2], first = list(n = n), later = list(n = n), share = list(n = n))
  models <- lapply(list(first = first, later = later), function(after) {
    fit(rows_of(both, values$before[, "d_prime"], after), pair[2] + 1)
  })
  if (any(vapply(models, is.null, TRUE))) return(found)
  place <- match(pair[1] + 1, models$first$others)
  if (is.na(place)) return(found)
  weights <- one_of(models$first, 1 + place)
  columns <- lapply(models, deviations, weights)
  if (any(vapply(columns, is.null, TRUE))) return(found)
  for (name in names(models)) found[[name]] <- c(found[[name]], number_of(estimate(models[[name]], weights)))
  value <- vapply(models, function(model) model$b[1 + place], 0)
  # The roots of the quadratic in r: (later - r first)^2 = t^2 var(later - r first).
  left <- outer(value, value) - qt(0.975, models$first$df)^2 * crossprod(do.call(cbind, columns))
  # If the interval of the first difference includes 0, or d' is of another number of items, there is no share.
  if (left[1, 1] > 0 && alike) {
    root <- sqrt(max(left[1, 2]^2 - left[1, 1] * left[2, 2], 0))
    found$share <- c(found$share, list(value = value[[2]] / value[[1]], low = (left[1, 2] - root) / left[1, 1],
                                       high = (left[1, 2] + root) / left[1, 1]))
  }
  found
}

# Times of simulated participants are shown only if there are no others.
timed_people <- people$simulated == all(people$simulated[randomised])
times_of <- function(arm) {
  own <- steps[people$arm_number[steps$who] %in% arm, ]
  rows <- lapply(seq_len(design$steps[arm]) - 1, function(number) {
    entered <- own[own$step == number, ]
    later <- own[own$step > number, ]
    after <- later$at[match(entered$who, later$who)]
    spent <- (after - entered$at) / 1000
    timed <- !is.na(spent) & spent >= 0 & timed_people[entered$who]
    list(entered = nrow(entered), stayed = sum(is.na(spent)), time = quartiles(spent[timed]))
  })
  list(arm = arm - 1, whole = quartiles(whole[people$arm_number %in% arm & !is.na(whole) & timed_people]), steps = rows)
}

told <- c(lapply(measures, of_measure), lapply(design$parts, of_part), lapply(design$compared, of_scale), lapply(names(derived), of_derived))
later <- lapply(design$waves, wave_of)
# Where there is a margin, also the one-sided p value against it. Equivalence has two such tests, and the interval that belongs
# to them.
rest_of <- function(one) {
  outcomes <- if (is.null(one$wave)) told else later[[one$wave + 1]]$outcomes
  contrast <- outcomes[[one$outcome + 1]]$contrasts[[one$contrast + 1]]
  found <- list(contrast = contrast)
  if (is.null(one$margin)) return(found)
  found$margin <- one$margin
  if (is.null(contrast$p)) return(found)
  test <- against_margin(one$kind, one$margin, one$worse, contrast)
  found$pMargin <- test$p
  if (identical(one$kind, "equivalence")) found$marginInterval <- test$interval
  found
}
rests <- lapply(design$hypotheses, rest_of)

# The bounds of planned looks: the density of the score of studies that have crossed no bound, integrated from look to look.

# Points and weights of the Gauss-Legendre rule on -1 to 1, from the eigenvalues of its matrix (Golub and Welsch 1969).
gauss_legendre <- function(n) {
  k <- seq_len(n - 1)
  beside <- k / sqrt(4 * k^2 - 1)
  rule <- matrix(0, n, n)
  rule[cbind(k, k + 1)] <- rule[cbind(k + 1, k)] <- beside
  parts <- eigen(rule, symmetric = TRUE)
  list(points = parts$values, weights = 2 * parts$vectors[1, ]^2)
}

spent_up_to <- function(alpha, share) {
  if (design$sequential$spending == "pocock") alpha * log(1 + (exp(1) - 1) * share) else 4 * pnorm(qnorm(alpha / 4) / sqrt(share))
}

# The bound of the last of some looks.
last_bound <- function(alpha, information, share, rule = gauss_legendre(400)) {
  points <- weights <- NULL
  before <- spent_before <- 0
  for (k in seq_along(information)) {
    step <- sqrt(information[k] - before)
    beyond <- function(edge) {
      if (is.null(points)) return(2 * pnorm(-edge / step))
      sum(weights * (pnorm((points - edge) / step) + pnorm((-points - edge) / step)))
    }
    spent <- max(spent_before, spent_up_to(alpha, share[k]))
    edge <- uniroot(function(edge) beyond(edge) - (spent - spent_before), c(0, 40 * sqrt(information[k])), tol = 1e-13)$root
    inside <- edge * rule$points
    density <- if (is.null(points)) dnorm(inside / step) / step else
      vapply(inside, function(at) sum(weights * dnorm((at - points) / step)) / step, 0)
    points <- inside
    weights <- edge * rule$weights * density
    before <- information[k]
    spent_before <- spent
  }
  z <- edge / sqrt(before)
  list(z = z, p = 2 * pnorm(-z))
}

sequential_of <- function(plan) {
  if (is.null(plan)) return(NULL)
  n <- floor(plan$target * (1 - plan$loss) + 0.5)
  information <- vapply(plan$looks, function(look) look$n, 0)
  share <- vapply(plan$looks, function(look) if (look$complete) 1 else look$n / n, 0)
  look_of <- function(k) {
    bounds <- lapply(seq_along(design$comparisons), function(open) last_bound(design$alpha / open, information[1:k], share[1:k]))
    list(n = information[k], share = share[k], spent = max(vapply(share[1:k], function(one) spent_up_to(design$alpha, one), 0)), bounds = bounds)
  }
  list(plannedN = n, planned = lapply(plan$planned, function(one) list(share = one$share, n = ceiling(one$share * n))),
       looks = lapply(seq_along(plan$looks), look_of))
}

# The p values at which the last look rejects a hypothesis while one remains, two, and so on; NULL without looks.
last_levels <- function() {
  looks <- sequential_of(design$sequential)$looks
  if (length(looks)) vapply(looks[[length(looks)]]$bounds, function(bound) bound$p, 0)
}

# Whether Holm's procedure with these levels rejects one of some p values.
rejects <- function(levels, ps, own) {
  order <- order(ps)
  passed <- ps[order] <= rev(levels)[seq_along(ps)]
  all(passed[seq_len(match(own, order))])
}

# The probability that a design with these bounds crosses one of them upwards, if Z at the last look has the mean `drift`.
crossed_upwards <- function(z, information, drift, rule = gauss_legendre(400)) {
  points <- weights <- NULL
  before <- total <- 0
  for (k in seq_along(information)) {
    step <- sqrt(information[k] - before)
    mean <- drift / sqrt(max(information)) * (information[k] - before)
    edge <- z[k] * sqrt(information[k])
    total <- total + if (is.null(points)) pnorm((mean - edge) / step) else sum(weights * pnorm((points + mean - edge) / step))
    inside <- edge * rule$points
    density <- if (is.null(points)) dnorm((inside - mean) / step) / step else
      vapply(inside, function(at) sum(weights * dnorm((at - points - mean) / step)) / step, 0)
    points <- inside
    weights <- edge * rule$weights * density
    before <- information[k]
  }
  total
}

# How many times the people of a design without looks a design with looks needs for the same power.
inflation <- function(alpha, power) {
  if (is.null(design$sequential)) return(1)
  share <- c(vapply(design$sequential$planned, function(one) one$share, 0), 1)
  z <- vapply(seq_along(share), function(k) last_bound(alpha, share[1:k], share[1:k])$z, 0)
  drift <- uniroot(function(drift) crossed_upwards(z, share, drift) - power, c(0, 20), tol = 1e-10)$root
  (drift / (qnorm(power) - qnorm(alpha / 2)))^2
}

# The smallest difference that each primary test finds with the planned power: the solution of the power of the t test, with
# as many people as the covariate is worth. If the items are a sample, the variance and the degrees of freedom have their part.
detectable_of <- function(sample) {
  per_arm <- min(vapply(arms, function(arm) as.numeric(arm_flow(arm)$analysed), 0))
  alpha <- design$alpha / sample$tests
  if (is.null(sample$correlation) || is.null(sample$itemEffects)) return(NULL)
  n <- floor(per_arm / inflation(alpha, sample$power) / (1 - sample$correlation^2) + 1e-9)
  if (n < 2) return(NULL)
  people <- 2 / n
  items <- sample$itemEffects^2 / length(design$after)
  df <- (people + items)^2 / (people^2 / (2 * n - 2) + if (items > 0) items^2 / (length(design$after) - 2) else 0)
  critical <- qt(1 - alpha / 2, df)
  is_found <- function(effect) {
    shift <- effect / sqrt(people + items)
    suppressWarnings(pt(critical, df, shift, lower.tail = FALSE) + pt(-critical, df, shift)) >= sample$power
  }
  low <- 0
  high <- 10
  if (!is_found(high)) return(NULL)
  while (high - low > 1e-12) if (is_found((low + high) / 2)) high <- (low + high) / 2 else low <- (low + high) / 2
  list(perArm = per_arm, alpha = alpha, power = sample$power, correlation = sample$correlation, effect = high)
}

report <- list(
  trial = list(detectable = if (!design$byUnit) detectable_of(design$sample)),
  sequential = sequential_of(design$sequential),
  flow = c(totals_of(), list(arms = lapply(arms, arm_flow))),
  stage = stage_of(),
  loss = loss,
  baseline = lapply(design$baseline, baseline_of),
  dropouts = lapply(design$dropouts, dropouts_of),
  hypotheses = rests, outcomes = told,
  model = model_of(primary_rows(kept)),
  factors = factors_of(primary_rows(kept)),
  populations = lapply(populations, population),
  specifications = unlist(lapply(unique(c("d_prime", vapply(design$secondary, function(one) one$outcome, ""))), curves_of), FALSE),
  bounds = lapply(design$comparisons, bound),
  compliance = compliance_of(),
  imputation = imputation_of(),
  moderators = moderators_of(),
  curves = unlist(lapply(c("before", "after"), function(phase) lapply(arms, function(arm) curve_of(phase, arm))), FALSE),
  items = unlist(lapply(c("before", "after"), function(phase) lapply(design[[phase]], function(item) item_of(phase, item))), FALSE),
  scales = lapply(design$scales, scale_of),
  times = lapply(arms, times_of),
  flags = lapply(1:8, function(i) list(people = sum(flagged[randomised, i]), arms = lapply(arms, function(arm) sum(flagged[randomised & people$arm_number %in% arm, i])))),
  waves = later,
  advice = lapply(design$advised, advice_of),
  clusters = if (design$byUnit) clusters_of(primary_rows(kept))
)

flat <- function(value, path = NULL) {
  if (is.null(value)) return(NULL)
  if (!is.list(value)) return(setNames(as.numeric(value), path))
  keys <- if (is.null(names(value))) seq_along(value) - 1 else names(value)
  unlist(lapply(seq_along(value), function(i) flat(value[[i]], paste(c(path, keys[i]), collapse = "."))))
}

# The columns of results/people.csv, called like the numbers of the report.
named <- function(ids, columns) {
  all <- setNames(as.numeric(as.matrix(columns)), outer(sprintf("people.%s", ids), names(columns), paste, sep = "."))
  all[!is.na(all)]
}
measured_in <- function(phase) setNames(as.data.frame(values[[phase]]), paste0(phase, "_", measures))
belongs <- setNames(as.data.frame(do.call(cbind, populations[1:3])), c("modified_intention_to_treat", "per_protocol", "unflagged"))
of_each <- function(id) {
  Filter(Negate(is.null), setNames(derived[[id]][c("before", "after")], paste0(c("before", "after"), "_outcome_", id)))
}
each <- cbind(belongs, measured_in("before"), measured_in("after"))
for (one in lapply(names(derived), of_each)) each <- cbind(each, as.data.frame(one))
# A moderator's number, or the place of its group's label.
for (one in Filter(function(one) !is.null(one$number) || !is.null(one$item), design$moderators)) {
  each[[paste0("moderator_", one$id)]] <- if (!is.null(one$number)) number_before(one$number) else
    match(one$labels[group_of_answer(one)], one$labels)
}
each <- each[randomised, ]

found <- c(flat(report), named(people$participant_id[randomised], each))
reported <- read.csv(file.path(folder, "results", "numbers.csv"))
wanted <- setNames(reported$value, reported$name)
# These are no results, or count people who are in no table; analysis/item_response.R compares the item response.
ours <- "^(itemResponse|about|stage\\.target|trial\\.versions|trial\\.plan|flow\\.notRandomisedReasons)"
# Before the target, the report has no results by arm: its model and its imputation are empty.
withheld <- !any(grepl("^outcomes\\.", reported$name))
if (withheld) wanted <- wanted[!grepl("^(model|imputation)\\.", names(wanted))]
wanted <- wanted[!grepl(ours, names(wanted)) & !grepl("\\.(unfinishedAt|excludedReasons)\\.", names(wanted))]
# Whether erased people had consented, or were simulated, may be in no table. The spread is told only before the target.
wanted <- wanted[!(names(wanted) %in% setdiff(c("flow.consented", "stage.randomised"), names(found)))]
if (!withheld) found <- found[names(found) != "stage.outcomeSd"]
# What was found at an earlier look is in no table.
wanted <- wanted[!grepl("^sequential\\.looks\\.[0-9]+\\.tests", names(wanted))]
told <- read.csv(file.path(folder, "results", "people.csv"))
for (one in Filter(function(one) !is.null(one$item), design$moderators)) {
  column <- paste0("moderator_", one$id)
  told[[column]] <- match(as.character(told[[column]]), one$labels)
}
wanted <- c(wanted, named(told$participant_id, told[names(each)]))
# Without participants to count, the report has n = 0 and no other number; this script has nothing.
empty <- grepl("\\.n$", names(wanted)) & wanted == 0 & !(names(wanted) %in% names(found))
wanted <- wanted[!empty]
missing <- setdiff(names(wanted), names(found))
extra <- if (withheld) character() else setdiff(names(found), names(wanted))
both <- intersect(names(wanted), names(found))
apart <- abs(found[both] - wanted[both]) / pmax(1, abs(wanted[both]))
wrong <- both[is.na(apart) | apart > 1e-9]
for (name in missing) message(name, ": in the report, not computed here")
for (name in extra) message(name, ": computed here, not in the report")
for (name in wrong) message(name, ": ", format(found[[name]], digits = 15), " here, ", format(wanted[[name]], digits = 15), " in the report")
cat(length(both) - length(wrong), " of ", length(wanted), " numbers agree; the largest difference is ",
    format(max(apart, 0, na.rm = TRUE), digits = 2), ".\n", sep = "")
if (any(empty)) cat("Not compared: ", sum(empty), " numbers with n = 0 in the report.\n", sep = "")
if (withheld) cat("The report of this package withholds results by arm, because the target was not reached.\n")
if (!nrow(told)) cat("This package contains no randomised participants. Simulated participants are included only with --simulated.\n")
quit(status = if (length(missing) + length(extra) + length(wrong)) 1 else 0)
