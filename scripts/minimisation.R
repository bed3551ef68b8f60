# Minimisation, written independently of the program: known answers for its tests.
#
#   Rscript scripts/minimisation.R fixtures/allocation/minimisation.csv
#       writes the arms of participants in made-up studies
#   Rscript scripts/minimisation.R
#       prints how unequal the arms are in 1,000 studies of 200 participants with five factors of two levels (minutes)
#
# Pocock and Simon (1975), Biometrics 31, 103-115, with the variance as measure and equal weights of factors. Unequal
# weights of arms as in Han, Enas and McEntegart (2009), Statistics in Medicine 28, 3329-3346: numbers are divided by the
# weights, and the probability of the best arm depends on its weight. Base R is enough.

# How unequal the arms are at these levels with one more participant in `candidate`: over all pairs of arms, the squared
# difference of their numbers per weight. That is the variance times a constant, and exact in whole numbers.
imbalance <- function(earlier, arms, levels, weights, candidate) {
  each <- prod(1:5)^2 / weights
  total <- 0
  for (factor in seq_along(levels)) {
    at_level <- arms[earlier[seq_along(arms), factor] == levels[factor]]
    numbers <- sapply(seq_along(weights), function(arm) sum(at_level == arm) + (arm == candidate)) * each
    total <- total + sum(outer(numbers, numbers, "-")[lower.tri(diag(length(weights)))]^2)
  }
  total
}

# The probability of each arm if `best` is the best one.
given_best <- function(weights, p, best) {
  if (length(weights) == 1) return(1)
  others <- sum(weights) - min(weights)
  probability <- weights * (1 - p) / others
  probability[best] <- 1 - sum(weights[-best]) * (1 - p) / others
  probability
}

assign <- function(earlier, arms, levels, weights, open, p, drawn) {
  unequal <- sapply(open, function(arm) {
    kept <- arms %in% open
    imbalance(earlier[which(kept), , drop = FALSE], match(arms[kept], open), levels, weights[open], match(arm, open))
  })
  tied <- which(unequal == min(unequal))
  probability <- 0
  for (best in tied) {
    probability <- probability + weights[open][best] / sum(weights[open][tied]) * given_best(weights[open], p, best)
  }
  open[which(drawn < cumsum(probability))[1]]
}

# A whole number below 2^53.
number <- function() floor(runif(1) * 2^26) * 2^27 + floor(runif(1) * 2^27)

study <- function(people, weights, levels_of, p, full_from = Inf, full = 0) {
  factors <- length(levels_of)
  earlier <- matrix("", people, factors)
  arms <- integer(0)
  random <- numeric(people)
  for (person in 1:people) {
    levels <- sapply(levels_of, function(count) sample(letters[1:count], 1))
    open <- setdiff(seq_along(weights), if (person >= full_from) full)
    random[person] <- number()
    arm <- assign(earlier, arms, levels, weights, open, p, random[person] / 2^53)
    earlier[person, ] <- levels
    arms <- c(arms, arm)
  }
  list(levels = apply(earlier, 1, paste, collapse = "/"), random = random, arms = arms, earlier = earlier)
}

known_answers <- function(path) {
  set.seed(20261128)
  rows <- list()
  for (case in 1:40) {
    count <- sample(2:6, 1)
    weights <- if (case %% 2) rep(1, count) else sample(1:5, count, replace = TRUE)
    p <- sample(c(0.7, 0.8, 0.9, 1), 1)
    full <- sample(count, 1)
    full_from <- if (case %% 4 == 0) 20 else 1000
    made <- study(30, weights, sample(2:3, sample(1:5, 1), replace = TRUE), p, full_from, full)
    rows[[case]] <- data.frame(
      case, weights = paste(weights, collapse = " "), p, levels = made$levels,
      full = ifelse(1:30 >= full_from, full - 1, ""), random = sprintf("%.0f", made$random), arm = made$arms - 1
    )
  }
  write.csv(do.call(rbind, rows), path, row.names = FALSE, quote = FALSE)
}

greatest_difference <- function(made, arms) {
  differences <- apply(made$earlier, 2, function(levels) {
    max(apply(table(levels, factor(made$arms, arms)), 1, function(counts) max(counts) - min(counts)))
  })
  max(differences)
}

path <- commandArgs(trailingOnly = TRUE)
if (length(path)) {
  known_answers(path[1])
} else {
  # 0.5 is by chance; 1 always assigns the best arm.
  for (p in c(0.8, 0.5, 1)) {
    set.seed(1975)
    found <- replicate(1000, greatest_difference(study(200, c(1, 1), rep(2, 5), p), 1:2))
    print(table(found))
    cat(sprintf(
      "p = %g, at most 2: %.1f%%, half of the studies: at most %g, 99%%: at most %g\n",
      p, 100 * mean(found <= 2), quantile(found, 0.5, type = 1), quantile(found, 0.99, type = 1)
    ))
  }
}
