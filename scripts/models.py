#!/usr/bin/env python3
"""Do R and Python find the same maximum of the mixed model, and the same changes in d'? Does the posterior mean with the
diffuse prior agree with them?

    scripts/models.py <what model.py printed> <what model.R printed> <bayes.csv> <exit status of bayes.R>

What the first two print has three and four decimals; they approximate the same integral in code that shares nothing. A
posterior mean may differ from the estimate by a quarter of the posterior's standard deviation: that of a spread is never 0.
"""

import csv
import re
import sys
from itertools import pairwise
from pathlib import Path


def told(text):
    """The highest log-likelihood, and the change in d' of each arm."""
    reached = re.findall(r"^(?:log-likelihood|  (?:bobyqa|nloptwrap|Nelder_Mead).*?) +(-\d+\.\d{3})\b", text, re.M)
    changes = text[text.index("Change in d'"):]
    arms = dict(re.findall(r"^truth:arm ?(\w+) +(-?\d+\.\d+)", changes, re.M))
    if not reached or not arms:
        sys.exit(f"no log-likelihood or no change in d' in:\n{text}")
    return max(map(float, reached)), {arm: float(change) for arm, change in arms.items()}


(one, in_python), (other, in_r) = (told(Path(path).read_text(encoding="utf-8")) for path in sys.argv[1:3])
apart = max((abs(in_python[arm] - in_r[arm]) for arm in in_python), default=0) if in_python.keys() == in_r.keys() else None
if abs(one - other) > 0.01 or apart is None or apart > 0.001:
    sys.exit(f"the mixed models differ: log-likelihood {one} in Python, {other} in R; change in d' {in_python}, {in_r}")
print(f"Mixed model: log-likelihood {one} in Python, {other} in R; changes in d' at most {apart:.4f} apart")

with open(sys.argv[3], encoding="utf-8", newline="") as file:
    rows = list(csv.DictReader(file))
priors = ["sceptical", "default", "diffuse"]
by_prior = {prior: {row["hypothesis"]: row for row in rows if row["prior"] == prior} for prior in priors}
# The reference of the changes has none.
distances = [
    abs(float(row["mean"]) - (in_r[row["arm"]] - in_r.get(row["reference"], 0))) / float(row["sd"])
    for row in by_prior["diffuse"].values()
]
planned = {row["hypothesis"]: row["kind"] for row in rows}
if planned != {"H1": "superiority", "H2": "superiority", "H8": "equivalence"}:
    sys.exit(f"bayes.R compares {planned}")
if max(distances) > 0.25:
    sys.exit(f"the posterior means with a diffuse prior are {distances} standard deviations from the estimates of R")
# The narrower the prior, the narrower the posterior and the closer to 0, but for Monte Carlo error.
for narrow, wide in pairwise(priors):
    for hypothesis, row in by_prior[narrow].items():
        wider = by_prior[wide][hypothesis]
        is_closer = abs(float(row["mean"])) < abs(float(wider["mean"])) + 0.1 * float(wider["sd"])
        if not is_closer or float(row["sd"]) >= float(wider["sd"]):
            sys.exit(f"{hypothesis}: the {narrow} prior does not shrink more than the {wide} one: {row}, {wider}")
unusable = [row["prior"] for row in rows if row["usable"] != "TRUE"]
if (sys.argv[4] != "0") != bool(unusable):
    sys.exit(f"bayes.R ended with status {sys.argv[4]}, though these priors may not be used: {unusable}")
print(f"Bayes: posterior means with a diffuse prior at most {max(distances):.2f} posterior SD from R's estimates")
