# The mixed model of single answers: probit regression with crossed random effects of people and items.
#
#   Rscript analysis/model.R     # needs the package lme4 (Debian: r-cran-lme4)
#
# With truth coded -0.5 (authentic) and +0.5 (manipulated), the coefficient of truth is d', the intercept is -c, "truth:arm"
# is the change in d' and "arm" minus the change in c (DeCarlo 1998, Psychological Methods 3, 186-205). People differ in
# d' and in c. Items differ in how suspicious they look, in how hard they are, and in how much each arm helps with them:
# without the last, a result holds for these items only (Clark 1973, Journal of Verbal Learning and Verbal Behavior 12,
# 335-359; Judd, Westfall & Kenny 2012, Journal of Personality and Social Psychology 103, 54-69). An item has one deviation
# for each arm, with one SD for all arms: the covariances of truth * arm by item (21 of three arms) can't be estimated
# from few items. All randomised participants are included with the answers they gave.

library(lme4)

design <- {{ r }}

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
after$arm <- factor(after$arm, levels = design$arms)
if (length(design$comparisons)) after$arm <- relevel(after$arm, ref = design$arms[design$comparisons[[1]][2] + 1])
if (tested_before) {
  after$pre <- as.numeric(pre[after$participant_id])
  after$pre <- after$pre - mean(tapply(after$pre, after$participant_id, mean))
}
after$form <- factor(after$form)
after$kind <- factor(after$kind)

terms <- c("truth * arm", if (tested_before) c("pre", "truth:pre"), if (nlevels(after$form) > 1) "form", if (nlevels(after$kind) > 1) "kind")
# Where an item has one truth for everybody, its intercept and its slope are the same.
crossed <- any(tapply(after$manipulated, after$item, function(truth) length(unique(truth))) > 1)
random <- c(
  "(truth | participant_id)", "(1 | item)", "(1 | item:arm)", if (crossed) c("(0 + truth | item)", "(0 + truth | item:arm)")
)
formula <- as.formula(paste("altered ~", paste(c(terms, random), collapse = " + ")))

# An optimiser can stop where the likelihood is not highest, with a spread of people at 0, and say no more than "boundary
# (singular) fit". So the model is fitted in several ways, and the highest log-likelihood is kept.
probit <- binomial("probit")
diagonal <- suppressMessages(glFormula(formula, data = after, family = probit))$reTrms$lower == 0
middle <- list(theta = ifelse(diagonal, 0.3, 0))
ways <- list(
  "bobyqa" = list(optimizer = "bobyqa"),
  "bobyqa, SDs from 0.3" = list(optimizer = "bobyqa", start = middle),
  "nloptwrap" = list(optimizer = "nloptwrap"),
  "Nelder_Mead" = list(optimizer = "Nelder_Mead")
)
fit_by <- function(way) {
  told <- character()
  hear <- function(restart) function(condition) {
    told <<- c(told, trimws(conditionMessage(condition)))
    invokeRestart(restart)
  }
  model <- tryCatch(
    withCallingHandlers(
      glmer(formula, data = after, family = probit, start = way$start, control = glmerControl(optimizer = way$optimizer)),
      warning = hear("muffleWarning"), message = hear("muffleMessage")
    ),
    error = function(error) {
      told <<- c(told, conditionMessage(error))
      NULL
    }
  )
  list(model = model, height = if (is.null(model)) NA_real_ else as.numeric(logLik(model)), told = unique(told))
}
fits <- lapply(ways, fit_by)
heights <- vapply(fits, function(fit) fit$height, 0)
cat("Log-likelihood by optimiser\n")
for (name in names(fits)) {
  reached <- if (is.na(heights[[name]])) "failed" else sprintf("%.3f", heights[[name]])
  cat(paste(c(sprintf("  %-26s%s", name, reached), fits[[name]]$told), collapse = "; "), "\n", sep = "")
}
if (all(is.na(heights))) stop("no optimiser could fit the model: there may be too few participants or answers")
# Of those that are as high as each other the one with the fewest warnings, and then the first.
highest <- which(heights > max(heights, na.rm = TRUE) - 1e-3)
kept <- highest[[which.min(vapply(fits[highest], function(fit) length(fit$told), 0L))]]
model <- fits[[kept]]$model
cat("Kept: ", names(fits)[kept], "\n", sep = "")
if (isSingular(model)) cat("The fit is singular: a variance is 0, or a correlation is 1 or -1.\n")
cat("\n")
print(summary(model), correlation = FALSE)

# The p values take few items as few: t, with degrees of freedom by Satterthwaite (1946, Biometrics Bulletin 2, 110-114)
# from two parts of the variance, that of items (with two fewer degrees than items) and that of people (one fewer in each
# arm).
sds <- as.data.frame(VarCorr(model))
by_arm <- function(term) sum(sds$vcov[grepl("^item.arm", sds$grp) & sds$var1 == term])
items <- nlevels(factor(after$item))
people <- length(unique(after$participant_id))
of_items <- 2 * (if (crossed) by_arm("truth") else 4 * by_arm("(Intercept)")) / items
wald <- summary(model)$coefficients
rows <- grep("^truth:arm", rownames(wald))
estimate <- wald[rows, "Estimate"]
error <- wald[rows, "Std. Error"]
share <- pmin(of_items, error^2)
df <- error^4 / (share^2 / (items - 2) + (error^2 - share)^2 / (people - nlevels(droplevels(after$arm))))
p <- 2 * pt(-abs(estimate / error), df)
result <- data.frame(
  change_in_d_prime = estimate, low = estimate - qt(0.975, df) * error, high = estimate + qt(0.975, df) * error,
  df = df, p = p, p_holm = p.adjust(p, "holm"), row.names = rownames(wald)[rows]
)
cat("\nChange in d' against", levels(after$arm)[1], "\n")
print(result, digits = 4)
