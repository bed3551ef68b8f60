# The item response model of each test: participants and items in one probit model.
#
#   Rscript analysis/item_response.R     # needs the package lme4 (Debian: r-cran-lme4)
#
# Fits the model behind "itemResponse" of results/report.json with lme4, and compares the items. lme4 approximates the
# likelihood with the expected information, the report with the observed one, as TMB does: the spreads of participants differ
# by some hundredths, d' and criterion of the items by less (in docs/ANALYSIS.md: "How it is checked").

library(lme4)

design <- {{ r }}
tolerance <- 0.1

script <- sub("^--file=", "", grep("^--file=", commandArgs(FALSE), value = TRUE))
folder <- if (length(script)) dirname(dirname(normalizePath(script))) else "."
numbers <- read.csv(file.path(folder, "results", "numbers.csv"))
all <- read.csv(file.path(folder, "results", "judgements.csv"))
all <- all[all$excluded == 0, ]
all$truth <- all$manipulated - 0.5
wrong <- FALSE
tests <- Filter(length, list(before = design$before, after = design$after))
for (at in seq_along(tests)) {
  phase <- names(tests)[[at]]
  items <- unlist(tests[[at]])
  # Of the item in the report: empty where there is no such number.
  reported <- function(name) {
    names <- sprintf("itemResponse.%d.items.%d.%s.value", at - 1, seq_along(items) - 1, name)
    numbers$value[match(names, numbers$name)]
  }
  if (all(is.na(reported("sensitivity")))) {
    cat("No model", phase, "the training in the report\n")
    next
  }
  answers <- all[all$phase == phase, ]
  answers$arm <- factor(answers$arm, levels = intersect(design$arms, answers$arm))
  crossed <- any(tapply(answers$manipulated, answers$item, function(truth) length(unique(truth))) > 1)
  by_arm <- phase == "after" && nlevels(answers$arm) > 1
  if (by_arm) contrasts(answers$arm) <- contr.sum(nlevels(answers$arm))
  answers$form <- ifelse(answers$form == "y", 0.5, -0.5)
  terms <- c(
    if (by_arm) "truth * arm" else "truth", if (crossed && length(unique(answers$form)) > 1) "form",
    "(truth | participant_id)", "(1 | item)", if (crossed) "(0 + truth | item)",
    if (by_arm) "(1 | item:arm)", if (by_arm && crossed) "(0 + truth | item:arm)"
  )
  model <- suppressMessages(glmer(
    as.formula(paste("altered ~", paste(terms, collapse = " + "))), data = answers, family = binomial("probit"),
    control = glmerControl(optimizer = "bobyqa", optCtrl = list(maxfun = 1e5), check.conv.singular = "ignore")
  ))
  of <- ranef(model)$item[items, , drop = FALSE]
  truth <- tapply(answers$truth, answers$item, mean)[items]
  slope <- if (crossed) of$truth else 4 * truth * of$`(Intercept)`
  table <- data.frame(
    item = items, sensitivity = fixef(model)[["truth"]] + slope, in_the_report = reported("sensitivity"),
    criterion = if (crossed) -fixef(model)[["(Intercept)"]] - of$`(Intercept)` else NA, in_the_report = reported("criterion"),
    check.names = FALSE
  )
  cat("Items", phase, "the training\n")
  print(table, digits = 3, row.names = FALSE)
  apart <- max(abs(table[[2]] - table[[3]]), abs(table[[4]] - table[[5]]), na.rm = TRUE)
  cat("Largest difference: ", format(apart, digits = 2), "\n\n", sep = "")
  if (apart > tolerance) wrong <- TRUE
}
if (wrong) message("The items differ from those of the report by more than ", tolerance)
quit(status = as.integer(wrong))
