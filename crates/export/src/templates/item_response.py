"""The item response model of each test: participants and items in one probit model.

    python analysis/item_response.py     # needs pandas, NumPy and SciPy

Computes the "itemResponse" of results/report.json again and compares the two. The model is that of analysis/model.py,
without covariates that would take something out of the items, with arms and forms coded as deviations from their mean, and
with the observed information in Laplace's approximation (as in TMB; Kristensen et al. 2016, Journal of Statistical Software
70/5).
"""

import json
import math
import sys
from pathlib import Path

import numpy as np
import pandas as pd
from scipy.sparse.linalg import splu
from scipy.sparse import identity
from scipy.stats import norm

from model import DESIGN, Probit

TOLERANCE = 2e-3
NO_SPREAD = 5e-3


class Test(Probit):
    def __init__(self, answers, x, has_arms):
        super().__init__(answers, x)
        if not has_arms:
            self.of_items = {name: columns for name, columns in self.of_items.items() if "arm" not in name}
            self.spreads = 3 + len(self.of_items)
            self.u = np.zeros(2 * self.people + sum(columns.shape[1] for columns in self.of_items.values()))

    def parts(self, eta):
        """Score and observed information of each answer."""
        sign = np.where(self.y > 0, 1.0, -1.0)
        x = sign * eta
        ratio = np.exp(norm.logpdf(x) - norm.logcdf(x))
        return sign * ratio, ratio * (ratio + x)

    def modes(self, spreads, beta):
        """Deviations of the items by set of random effects, in the order of the groups, with their standard errors."""
        self.deviance(spreads, beta)
        z = self.effects(spreads)
        _, weight = self.parts(self.x @ beta + z @ self.u)
        covariance = splu((z.T @ z.multiply(weight[:, None]) + identity(len(self.u))).tocsc()).solve(np.eye(len(self.u)))
        found, first = {}, 2 * self.people
        for (name, columns), spread in zip(self.of_items.items(), spreads[3:]):
            part = slice(first, first + columns.shape[1])
            found[name] = spread * self.u[part], abs(spread) * np.sqrt(np.diag(covariance)[part])
            first = part.stop
        return found


def columns(answers, arms, crossed):
    """Intercept, truth, arms and their truths as deviations from the mean arm, and the form."""
    truth, found = answers["truth"].to_numpy(), [np.ones(len(answers)), answers["truth"].to_numpy()]
    for arm in arms[:-1]:
        code = (answers["arm"] == arm).astype(float) - (answers["arm"] == arms[-1]).astype(float)
        found += [code.to_numpy(), code.to_numpy() * truth]
    in_form_y = answers["form"] == "y"
    if crossed and in_form_y.nunique() > 1:
        found.append(np.where(in_form_y, 0.5, -0.5))
    return np.column_stack(found)


def fitted(answers, phase, items):
    arms = [arm for arm in DESIGN["arms"] if (answers["arm"] == arm).any()] if phase == "after" else ["all"]
    crossed = (answers.groupby("item")["manipulated"].nunique() > 1).any()
    model = Test(answers, columns(answers, arms, crossed), len(arms) > 1)
    spreads, beta, _, _ = model.fit()
    modes = model.modes(spreads, beta)
    names = pd.factorize(answers["item"])[1]
    pairs = pd.factorize(answers["item"] + " " + answers["arm"])[1]
    intercept, slope = beta[:2]
    found = {"people": model.people, "answers": len(answers), "sensitivity": slope, "criterion": -intercept,
             "personSensitivitySd": math.hypot(*spreads[1:3]), "personCriterionSd": abs(spreads[0])}
    by_name = dict(zip(model.of_items, np.abs(spreads[3:])))
    if crossed:
        found |= {"itemSensitivitySd": by_name["truth by item"], "itemCriterionSd": by_name["item"]}
    else:
        found |= {"itemSensitivitySd": 2 * by_name["item"]}
    if len(arms) > 1:
        found["itemArmSd"] = by_name["truth by item:arm"] if crossed else 2 * by_name["item:arm"]
    information, found["items"] = np.zeros((2, 2)), []
    for item in items:
        own = answers[answers["item"] == item]
        truths = sorted(own["truth"].unique())
        # Of an item with one truth, the intercept's deviation is one of d': twice as large, with the sign of the truth.
        factor = 1 if crossed else 4 * truths[0]
        of = lambda name, groups, group: [part[list(groups).index(group)] for part in modes[name]]
        value, error = of("truth by item" if crossed else "item", names, item)
        location, location_error = of("item", names, item) if crossed else (0, 0)
        of_answer = 0
        for truth in truths:
            eta = intercept + location + truth * (slope + factor * value)
            weight = norm.pdf(eta) ** 2 / (norm.cdf(eta) * norm.cdf(-eta)) / len(truths)
            of_answer += truth**2 * weight
            information += weight * np.array([[1, truth], [truth, truth**2]])
        one = {"sensitivity": number(len(own), slope + factor * value, abs(factor) * error), "information": of_answer,
               "criterion": number(len(own), -intercept - location, location_error) if crossed else {"n": len(own)}}
        one["arms"] = []
        for arm in DESIGN["arms"] if len(arms) > 1 else []:
            n = int((own["arm"] == arm).sum())
            if n == 0:
                one["arms"].append({"n": 0})
                continue
            value, error = of("truth by item:arm" if crossed else "item:arm", pairs, f"{item} {arm}")
            one["arms"].append(number(n, factor * value, abs(factor) * error))
        found["items"].append(one)
    variance = np.linalg.inv(information)[1, 1]
    between = found["personSensitivitySd"] ** 2
    return found | {"error": math.sqrt(variance), "reliability": between / (between + variance)}


def number(n, value, error):
    # With a spread of 0, the items are alike as far as the data tell: an interval of no width would claim more.
    if error < NO_SPREAD:
        return {"n": n, "value": value}
    half = norm.ppf(0.975) * error
    return {"n": n, "value": value, "low": value - half, "high": value + half}


def flat(value, path=""):
    if isinstance(value, dict):
        for key, one in value.items():
            yield from flat(one, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for index, one in enumerate(value):
            yield from flat(one, f"{path}.{index}" if path else str(index))
    elif isinstance(value, (int, float, np.number)) and not isinstance(value, bool):
        yield path, float(value)


def main():
    folder = Path(__file__).resolve().parent.parent
    written = json.loads((folder / "results" / "report.json").read_text(encoding="utf-8"))
    everything = pd.read_csv(folder / "results" / "judgements.csv")
    everything = everything[everything["excluded"] == 0]
    everything["truth"] = everything["manipulated"] - 0.5
    apart = {}
    for test in written["itemResponse"]:
        if test["why"]:
            print(f"{test['phase']}: {test['why']}")
            continue
        answers = everything[everything["phase"] == test["phase"]]
        found = dict(flat(fitted(answers, test["phase"], [item["id"] for item in test["items"]])))
        wanted = dict(flat(test))
        for name in found.keys() | wanted.keys():
            apart[f"{test['phase']}.{name}"] = abs(found.get(name, math.inf) - wanted.get(name, math.inf))
    wrong = [name for name, distance in apart.items() if not distance <= TOLERANCE]
    for name in wrong:
        print(f"{name}: {apart[name]:.4f} apart", file=sys.stderr)
    print(f"Item response: {len(apart) - len(wrong)} of {len(apart)} numbers agree within {TOLERANCE}; the largest difference "
          f"is {max(apart.values(), default=0):.1e}.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
