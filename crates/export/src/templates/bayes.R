# The mixed model of single answers with prior distributions: posterior distributions of the differences in d' between arms,
# for three priors.
#
#   Rscript analysis/bayes.R                                   # needs the package brms (Debian: r-cran-brms)
#   Rscript analysis/bayes.R --chains=4 --iterations=4000 --cores=4 --seed=1
#
# Writes analysis/results/bayes.csv and bayes.svg. Fails if a result may not be used.
#
# The model is that of analysis/model.R with the same answers. Only the arms are coded differently: with orthonormal
# contrasts, so that the prior of a difference is the same for each pair of arms (Rouder et al. 2012, Journal of Mathematical
# Psychology 56, 356-374). Hierarchical signal detection: Rouder & Lu 2005, Psychonomic Bulletin & Review 12, 573-604. brms:
# Buerkner 2017, Journal of Statistical Software 80(1).

design <- {{ r }}

if (!requireNamespace("brms", quietly = TRUE)) {
  message(
    "The R package brms is not installed. It fits Bayesian models with Stan. Install it with one of these:\n",
    "  install.packages(\"brms\")            in R; also needs a C++ compiler (Windows: Rtools, macOS: Xcode)\n",
    "  sudo apt install r-cran-brms g++    on Debian and Ubuntu"
  )
  quit(status = 1)
}
suppressPackageStartupMessages(library(brms))
options(width = 160)
# Debian's package of Boost has its headers elsewhere than rstan looks.
if (system.file("include", package = "BH") == "") rstan::rstan_options(boost_lib = "/usr/include")

given <- commandArgs(TRUE)
settings <- list(chains = 4, iterations = 4000, cores = parallel::detectCores(), seed = 1)
for (one in given) {
  parts <- regmatches(one, regexec("^--(chains|iterations|cores|seed)=([0-9]+)$", one))[[1]]
  if (length(parts) == 0) stop("unknown argument ", one, ": give --chains=4, --iterations=4000, --cores=4 or --seed=1")
  settings[[parts[2]]] <- as.integer(parts[3])
}

script <- sub("^--file=", "", grep("^--file=", commandArgs(FALSE), value = TRUE))
folder <- if (length(script)) dirname(dirname(normalizePath(script))) else "."
all <- read.csv(file.path(folder, "results", "judgements.csv"))
all <- all[all$excluded == 0, ]
if (length(unique(all$participant_id[all$phase == "after"])) < 2) {
  cat("Fewer than two participants judged anything after the training: no model is fitted.\n")
  quit(status = 0)
}

# d' before, from log-linear rates, centred. A study without judgements before has none.
z <- function(yes, of) qnorm((yes + 0.5) / (of + 1))
before <- all[all$phase == "before", ]
count <- function(flag, value) tapply(value[before$manipulated == flag], before$participant_id[before$manipulated == flag], sum)
ones <- rep(1, nrow(before))
tested_before <- nrow(before) > 0
pre <- if (tested_before) z(count(1, before$altered), count(1, ones)) - z(count(0, before$altered), count(0, ones))

after <- all[all$phase == "after" & (!tested_before | all$participant_id %in% names(pre)[!is.na(pre)]), ]
after$truth <- after$manipulated - 0.5
after$arm <- factor(after$arm, levels = intersect(design$arms, after$arm))
if (tested_before) {
  after$pre <- as.numeric(pre[after$participant_id])
  after$pre <- after$pre - mean(tapply(after$pre, after$participant_id, mean))
}
after$form <- factor(after$form)
after$kind <- factor(after$kind)

arms <- levels(after$arm)
compared <- Filter(function(one) all(design$arms[one$pair + 1] %in% arms), design$planned)
if (length(compared) == 0) {
  cat("No planned comparison has participants in both arms: no model is fitted.\n")
  quit(status = 0)
}
coding <- contr.helmert(length(arms))
coding <- sweep(coding, 2, sqrt(colSums(coding^2)), "/")
dimnames(coding) <- list(arms, seq_len(ncol(coding)))
contrasts(after$arm) <- coding

terms <- c("truth * arm", if (tested_before) c("pre", "truth:pre"), if (nlevels(after$form) > 1) "form", if (nlevels(after$kind) > 1) "kind")
# Where an item has one truth for everybody, its intercept and its slope are the same.
crossed <- any(tapply(after$manipulated, after$item, function(truth) length(unique(truth))) > 1)
of_items <- if (crossed) "truth" else "1"
formula <- bf(paste(
  "altered ~", paste(terms, collapse = " + "), "+ (truth | participant_id) +",
  sprintf("(%s || item) + (%s || item:arm)", of_items, of_items)
))

# Priors of a difference in d' between two arms: normal, with mean 0 and this standard deviation. The prior of the
# coefficients of orthonormal contrasts has it divided by the square root of 2. docs/ANALYSIS.md of Unmask gives reasons.
smallest <- design$smallestEffect
priors <- c(sceptical = if (is.null(smallest)) 0.2 else smallest, default = 0.5, diffuse = 2.5)
# All others are the same in each fit: weakly informative (Gelman et al. 2008, Annals of Applied Statistics 2, 1360-1383),
# half-normal for standard deviations (Gelman 2006, Bayesian Analysis 1, 515-534), LKJ for the correlation.
effects <- paste0("truth:arm", colnames(coding))
prior <- c(
  set_prior("normal(0, 1)", class = "Intercept"), set_prior("normal(0, 1)", class = "b"),
  set_prior("normal(0, 2.5)", class = "b", coef = "truth"),
  do.call(c, lapply(effects, function(effect) set_prior("normal(0, effect_sd)", class = "b", coef = effect))),
  set_prior("normal(0, 1)", class = "sd"), set_prior("lkj(2)", class = "cor")
)

# The standard deviation is data of the model, so that Stan compiles it once.
of_sd <- function(sd) stanvar(sd / sqrt(2), name = "effect_sd")
sample_with <- function(sd, model) {
  sampling <- list(
    chains = settings$chains, iter = settings$iterations, cores = settings$cores, seed = settings$seed,
    control = list(adapt_delta = 0.95), refresh = 0, silent = 2, stanvars = of_sd(sd)
  )
  # Warnings are about what is checked below.
  suppressWarnings(if (is.null(model)) {
    do.call(brm, c(list(formula, after, bernoulli("probit"), prior = prior), sampling))
  } else {
    do.call(update, c(list(model, recompile = FALSE), sampling))
  })
}
cat("The model is compiled and sampled with", length(priors), "priors: minutes, and hours with thousands of participants.\n")
fits <- list()
for (name in names(priors)) fits[[name]] <- sample_with(priors[[name]], if (length(fits)) fits[[1]])

differences <- function(fit) {
  by_arm <- as.matrix(fit, variable = paste0("b_", effects)) %*% t(coding)
  of_pair <- function(one) by_arm[, design$arms[one$pair[1] + 1]] - by_arm[, design$arms[one$pair[2] + 1]]
  vapply(compared, of_pair, numeric(nrow(by_arm)))
}

# R-hat of all coefficients, standard deviations and correlations at most 1.01, effective sample sizes of the differences at
# least 100 for each chain (Vehtari et al. 2021, Bayesian Analysis 16, 667-718). After a divergent transition, parts of the
# posterior may be missing (Betancourt 2017, arXiv:1701.02434).
least <- 100 * settings$chains
diagnosed <- function(fit) {
  draws <- posterior::as_draws_array(fit)
  draws <- posterior::subset_draws(draws, grep("^(b|sd|cor)_", posterior::variables(draws), value = TRUE))
  by_chain <- lapply(asplit(differences(fit), 2), matrix, ncol = settings$chains)
  transitions <- nuts_params(fit)
  data.frame(
    rhat = max(as.numeric(posterior::summarise_draws(draws, posterior::rhat)[[2]])),
    ess_bulk = min(vapply(by_chain, posterior::ess_bulk, 0)), ess_tail = min(vapply(by_chain, posterior::ess_tail, 0)),
    divergences = sum(transitions$Value[transitions$Parameter == "divergent__"])
  )
}
diagnostics <- do.call(rbind, lapply(fits, diagnosed))
diagnostics$usable <- with(diagnostics, !is.na(rhat) & rhat <= 1.01 & pmin(ess_bulk, ess_tail) >= least & divergences == 0)
cat("\nSampling: R-hat (at most 1.01), effective sample sizes (at least ", least, "), divergent transitions (none)\n", sep = "")
print(diagnostics, digits = 4)

# Bayes factor of "no difference" against the prior: the density of the posterior at 0, divided by that of the prior (Savage
# and Dickey: Wagenmakers et al. 2010, Cognitive Psychology 60, 158-189). Missing if a normal and a kernel estimate of the
# density differ by more than a fifth: then 0 is too far out.
no_difference <- function(draws, sd) {
  normal <- dnorm(0, mean(draws), sd(draws))
  kernel <- mean(dnorm(0, draws, bw.nrd0(draws)))
  if (abs(log(kernel / normal)) > log(1.2)) NA else normal / dnorm(0, 0, sd)
}
# The probability of what the comparison is to show, after and before the data.
shown <- function(draws, one) {
  switch(one$kind,
    superiority = mean(draws > 0), non_inferiority = mean(draws > -one$margin), equivalence = mean(abs(draws) < one$margin)
  )
}
expected <- function(sd, one) {
  switch(one$kind,
    superiority = 0.5, non_inferiority = pnorm(one$margin / sd), equivalence = 2 * pnorm(one$margin / sd) - 1
  )
}
summarised <- function(name, at) {
  one <- compared[[at]]
  draws <- differences(fits[[name]])[, at]
  data.frame(
    hypothesis = one$hypothesis, kind = one$kind,
    arm = design$arms[one$pair[1] + 1], reference = design$arms[one$pair[2] + 1],
    margin = if (is.null(one$margin)) NA else one$margin, prior = name, prior_sd = priors[[name]],
    mean = mean(draws), median = median(draws), sd = sd(draws), low = quantile(draws, 0.025), high = quantile(draws, 0.975),
    p_above_0 = mean(draws > 0), p_above_smallest = if (is.null(smallest)) NA else mean(draws > smallest),
    p_shown = shown(draws, one), p_shown_before = expected(priors[[name]], one),
    bayes_factor_no_difference = no_difference(draws, priors[[name]]), diagnostics[name, ], row.names = NULL
  )
}
each <- expand.grid(name = names(priors), at = seq_along(compared), stringsAsFactors = FALSE)
result <- do.call(rbind, Map(summarised, each$name, each$at))
row.names(result) <- NULL

goals <- c(
  superiority = "is higher in the arm than in the reference",
  non_inferiority = "is higher in the arm, or lower by less than the margin", equivalence = "differs by less than the margin"
)
for (one in compared) {
  rows <- result[result$hypothesis == one$hypothesis, ]
  cat("\n", one$hypothesis, ": d' in ", rows$arm[1], " minus d' in ", rows$reference[1], "\n", sep = "")
  cat("p_shown (p_shown_before: by the prior): that d' ", goals[[one$kind]], if (!is.null(one$margin)) paste(",", one$margin), "\n", sep = "")
  print(rows[grep("^(prior|mean|median|low|high|p_|bayes)", names(rows))], digits = 3, row.names = FALSE)
}
if (!is.null(smallest)) cat("\np_above_smallest: above the smallest effect of interest,", smallest, "\n")
cat("The wider the prior, the more the Bayes factor favours no difference (Lindley 1957, Biometrika 44, 187-192).\n")

to <- file.path(folder, "analysis", "results")
dir.create(to, showWarnings = FALSE)
write.csv(result, file.path(to, "bayes.csv"), row.names = FALSE, na = "")

# A line for each prior: 95% of the prior in grey, then mean and 95% interval of the posterior.
draw <- function() {
  gaps <- rep(rev(seq_along(compared)) - 1, each = length(priors))
  height <- rev(seq_len(nrow(result))) + gaps
  first <- !duplicated(result$hypothesis)
  par(mar = c(4, 17, 2, 1), las = 1)
  plot(
    NA, xlim = range(result$low, result$high, -0.5, 0.5), ylim = c(0.5, max(height) + 1.5), xlab = "Difference in d'",
    ylab = "", yaxt = "n", bty = "n"
  )
  edges <- par("usr")[1:2]
  reach <- 1.96 * result$prior_sd
  segments(pmax(-reach, edges[1]), height, pmin(reach, edges[2]), height, col = "grey85", lwd = 9, lend = 1)
  abline(v = 0, col = "grey40")
  if (!is.null(smallest)) abline(v = c(-1, 1) * smallest, col = "grey40", lty = 3)
  segments(result$low, height, result$high, height, col = "#1f4e79", lwd = 2)
  points(result$mean, height, pch = ifelse(result$usable, 19, 4), col = "#1f4e79")
  axis(2, at = height, labels = paste0(result$prior, ifelse(result$usable, "", " (do not use)")), tick = FALSE)
  pairs <- with(result[first, ], paste0(hypothesis, ": ", arm, " - ", reference))
  axis(2, at = height[first] + 1, labels = pairs, tick = FALSE, font = 2)
  of_smallest <- if (!is.null(smallest)) "; dotted: smallest effect of interest"
  mtext(paste0("Mean and 95% interval of the posterior; grey: 95% of the prior", of_smallest), cex = 0.75, adj = 1, line = 0.5)
}
svg(file.path(to, "bayes.svg"), width = 8.5, height = 1.5 + 0.3 * (nrow(result) + length(compared)))
draw()
invisible(dev.off())
cat("\nWritten: analysis/results/bayes.csv and bayes.svg\n")
if (!all(diagnostics$usable)) {
  cat(
    "\nDo not use the results with these priors, because the chains did not sample the posterior well enough: ",
    paste(rownames(diagnostics)[!diagnostics$usable], collapse = ", "), ".\nRepeat with more iterations, such as --iterations=",
    4 * settings$iterations, ".\n", sep = ""
  )
  quit(status = 1)
}
