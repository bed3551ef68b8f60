#!/usr/bin/env Rscript
# How often Fieller's interval of the share retained contains the true share, among the studies in which it is shown: those whose
# interval of the first difference excludes 0. Two arms of 40, normal outcomes with standard deviation 1 and correlation 0.3
# between both parts, everything retained (true share 1). Prints the power of the first difference, the coverage, and the median
# share. Base R, some seconds: Rscript scripts/share_retained.R
set.seed(1)
per_arm <- 40
studies <- 20000
correlation <- 0.3
df <- 2 * per_arm - 2
t2 <- qt(0.975, df)^2
one <- function(difference) {
  first <- rnorm(2 * per_arm)
  later <- correlation * first + sqrt(1 - correlation^2) * rnorm(2 * per_arm)
  arm <- rep(0:1, each = per_arm)
  outcomes <- cbind(first, later) + difference * arm
  means <- rowsum(outcomes, arm) / per_arm
  d <- means[2, ] - means[1, ]
  v <- crossprod(outcomes - means[arm + 1, ]) / df * 2 / per_arm
  left <- outer(d, d) - t2 * v
  if (left[1, 1] <= 0) return(c(shown = 0, covered = NA, share = NA))
  # The true share is in the interval where the quadratic is not positive at 1.
  c(shown = 1, covered = left[1, 1] - 2 * left[1, 2] + left[2, 2] <= 0, share = d[[2]] / d[[1]])
}
for (difference in c(0.2, 0.4, 0.6, 0.8)) {
  found <- replicate(studies, one(difference))
  shown <- found["shown", ] == 1
  cat(sprintf("difference %.1f: power %.0f%%, coverage %.3f, median share %.2f\n", difference, 100 * mean(shown),
              mean(found["covered", shown]), median(found["share", shown])))
}
# The expected d' (log-linear correction, criterion in the middle) by the number of items of each kind.
expected <- function(d, items) {
  z <- qnorm((0:items + 0.5) / (items + 1))
  sum(dbinom(0:items, items, pnorm(d / 2)) * z) - sum(dbinom(0:items, items, pnorm(-d / 2)) * z)
}
for (items in c(10, 5, 3, 2)) {
  cat(sprintf("%d + %d items: d' of 1.9 becomes %.2f, of 0.9 %.2f\n", items, items, expected(1.9, items), expected(0.9, items)))
}
