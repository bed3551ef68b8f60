"""The mixed model of single answers: probit regression with crossed random effects of people and items.

    python analysis/model.py     # needs pandas, NumPy and SciPy

The model is that of analysis/model.R, fitted here by Laplace's approximation as lme4 does (Bates et al. 2015, Journal of
Statistical Software 67/1): for given spreads, penalised weighted least squares finds the random effects; the spreads and
the fixed effects maximise what is left.

With truth coded -0.5 (authentic) and +0.5 (manipulated), the coefficient of truth is d', the intercept is -c, truth:arm is
the change in d' and arm minus the change in c (DeCarlo 1998, Psychological Methods 3, 186-205). An item differs from the
others in how suspicious it looks, in how hard it is, and in how much each arm helps with it; analysis/model.R says why.
"""

import json
import math
import sys
from pathlib import Path

import numpy as np
import pandas as pd
from scipy import sparse
from scipy.optimize import minimize
from scipy.sparse.linalg import splu
from scipy.stats import norm, t

DESIGN = json.loads(r'''{{ json }}''')


def data(folder):
    """Judgements afterwards, with d' before of each person, centred; without it if nothing was judged before."""
    everything = pd.read_csv(Path(folder) / "results" / "judgements.csv")
    everything = everything[everything["excluded"] == 0]
    if everything[everything["phase"] == "after"]["participant_id"].nunique() < 2:
        print("Fewer than two participants judged anything after the training: no model is fitted.")
        sys.exit(0)
    before, after = (everything[everything["phase"] == phase].copy() for phase in ("before", "after"))
    after["truth"] = after["manipulated"] - 0.5
    if before.empty:
        return after
    sums = before.groupby(["participant_id", "manipulated"])["altered"].agg(["sum", "count"])
    z = pd.Series(norm.ppf((sums["sum"] + 0.5) / (sums["count"] + 1)), index=sums.index).unstack()
    pre = (z[1] - z[0]).dropna()
    after = after[after["participant_id"].isin(pre.index)].copy()
    pre = pre[pre.index.isin(after["participant_id"])]
    after["pre"] = after["participant_id"].map(pre - pre.mean())
    return after


def fixed(after):
    """Names and columns of the fixed effects."""
    reference = DESIGN["arms"][DESIGN["comparisons"][0][1]] if DESIGN["comparisons"] else DESIGN["arms"][0]
    columns = {"(Intercept)": np.ones(len(after)), "truth": after["truth"]}
    others = [arm for arm in DESIGN["arms"] if arm != reference and (after["arm"] == arm).any()]
    columns |= {f"arm {arm}": (after["arm"] == arm).astype(float) for arm in others}
    is_tested_before = "pre" in after
    columns |= {"pre": after["pre"]} if is_tested_before else {}
    for name in ("form", "kind"):
        columns |= {f"{name} {level}": (after[name] == level).astype(float) for level in sorted(after[name].unique())[1:]}
    columns |= {f"truth:arm {arm}": after["truth"] * (after["arm"] == arm) for arm in others}
    columns |= {"truth:pre": after["truth"] * after["pre"]} if is_tested_before else {}
    return list(columns), np.column_stack([np.asarray(column, float) for column in columns.values()])


def indicators(groups, values=None):
    """A column for each group that has the answer's value (1 if there is none) in the group's rows."""
    group, names = pd.factorize(groups)
    values = np.ones(len(group)) if values is None else values
    return sparse.csc_matrix((values, (np.arange(len(group)), group)), (len(group), len(names)))


class Probit:
    """Spreads: three of people (a, b, c of their Cholesky factor), then one of each set of random effects of items."""

    def __init__(self, after, x):
        self.x, self.y = x, after["altered"].to_numpy(float)
        truth = after["truth"].to_numpy(float)
        # Where an item has one truth for everybody, its intercept and its slope are the same.
        self.crossed = (after.groupby("item")["manipulated"].nunique() > 1).any()
        people, item = after["participant_id"], after["item"]
        by_arm = item + " " + after["arm"]
        self.intercepts, self.slopes = indicators(people), indicators(people, truth)
        self.of_items = {"item": indicators(item), "item:arm": indicators(by_arm)}
        if self.crossed:
            self.of_items |= {"truth by item": indicators(item, truth), "truth by item:arm": indicators(by_arm, truth)}
        self.people, self.items = people.nunique(), item.nunique()
        self.spreads = 3 + len(self.of_items)
        self.u = np.zeros(2 * self.people + sum(columns.shape[1] for columns in self.of_items.values()))

    def effects(self, spreads):
        """Z Λ for the spreads."""
        (a, b, c), of_items = spreads[:3], spreads[3:]
        items = [columns * spread for columns, spread in zip(self.of_items.values(), of_items)]
        return sparse.hstack([self.intercepts * a + self.slopes * b, self.slopes * c, *items]).tocsc()

    def parts(self, eta):
        """Score and expected information of each answer."""
        p = np.clip(norm.cdf(eta), 1e-12, 1 - 1e-12)
        density = norm.pdf(eta)
        return density * (self.y - p) / (p * (1 - p)), density**2 / (p * (1 - p))

    def log_likelihood(self, eta):
        return norm.logcdf(np.where(self.y > 0, eta, -eta)).sum()

    def deviance(self, spreads, beta):
        """-2 log-likelihood by Laplace's approximation."""
        z, offset, u = self.effects(spreads), self.x @ beta, self.u
        penalised = lambda u: self.log_likelihood(offset + z @ u) - u @ u / 2
        value = penalised(u)
        for _ in range(100):
            score, weight = self.parts(offset + z @ u)
            factor = splu((z.T @ z.multiply(weight[:, None]) + sparse.identity(len(u))).tocsc())
            step = factor.solve(z.T @ score - u)
            share = 1.0
            while penalised(u + share * step) < value - 1e-12 and share > 1e-8:
                share /= 2
            u = u + share * step
            value = penalised(u)
            # So exact that differences of deviances are gradients and not noise.
            if np.abs(step).max() < 1e-9:
                break
        self.u = u
        return -2 * value + np.log(np.abs(factor.U.diagonal())).sum()

    def fit(self):
        k, m = self.x.shape[1], self.spreads
        start = np.concatenate([[0.3, 0.0], np.full(m - 2, 0.3), np.linalg.lstsq(self.x, (self.y - 0.5) * 2.5, rcond=None)[0]])
        bounds = [(0, None), (None, None)] + [(0, None)] * (m - 2) + [(None, None)] * k
        goal = lambda at: self.deviance(at[:m], at[m:])
        found = minimize(goal, start, method="L-BFGS-B", jac="3-point", bounds=bounds,
                         options={"maxiter": 500, "maxfun": 10**6, "ftol": 1e-12, "gtol": 1e-4, "finite_diff_rel_step": 1e-4})
        return found.x[:m], found.x[m:], self.errors(goal, found.x), -found.fun / 2

    def errors(self, goal, at):
        """Standard errors of the fixed effects from the curvature of the deviance, as lme4's."""
        # A spread of zero has no curvature to both sides; the others are estimated as if it were known.
        free = [i for i in range(len(at)) if i >= self.spreads or abs(at[i]) > 2e-3]
        h, k = 1e-3, len(free)
        move = lambda i, j, a, b: goal(at + a * h * np.eye(len(at))[free[i]] + b * h * np.eye(len(at))[free[j]])
        hessian = np.empty((k, k))
        for i in range(k):
            for j in range(i, k):
                hessian[i, j] = hessian[j, i] = (
                    move(i, j, 1, 1) - move(i, j, 1, -1) - move(i, j, -1, 1) + move(i, j, -1, -1)) / (4 * h * h)
        covariance = 2 * np.linalg.inv(hessian)
        return np.sqrt(np.diag(covariance))[-self.x.shape[1]:]

    def degrees(self, errors, spreads, arms):
        """Degrees of freedom of changes in d' by Satterthwaite (1946, Biometrics Bulletin 2, 110-114) from two parts of
        their variance: that of items (with two fewer degrees than items) and that of people (one fewer in each arm)."""
        by_arm = dict(zip(self.of_items, spreads[3:] ** 2))
        of_items = 2 * (by_arm["truth by item:arm"] if self.crossed else 4 * by_arm["item:arm"]) / self.items
        share = np.minimum(of_items, errors**2)
        return errors**4 / (share**2 / (self.items - 2) + (errors**2 - share) ** 2 / (self.people - arms))


def holm(p):
    order, adjusted, least = np.argsort(p), np.zeros(len(p)), 0.0
    for rank, index in enumerate(order):
        least = min(max(least, p[index] * (len(p) - rank)), 1.0)
        adjusted[index] = least
    return adjusted


def main():
    after = data(Path(__file__).resolve().parent.parent)
    names, x = fixed(after)
    model = Probit(after, x)
    spreads, beta, errors, likelihood = model.fit()
    a, b, c = spreads[:3]
    slope = math.hypot(b, c)
    print(f"{len(after)} answers of {model.people} participants to {model.items} items")
    print(f"log-likelihood {likelihood:.3f}")
    print(f"standard deviations of participants: intercept {a:.4f}, truth {slope:.4f}, correlation {b / slope if slope else 0:.3f}")
    print("standard deviations of items: " + ", ".join(f"{name} {spread:.4f}" for name, spread in zip(model.of_items, spreads[3:])) + "\n")
    table = pd.DataFrame({"estimate": beta, "standard_error": errors, "z": beta / errors, "p": 2 * norm.sf(abs(beta / errors))}, index=names)
    print(table.to_string(float_format=lambda value: f"{value:.4f}"))
    change = table[table.index.str.startswith("truth:arm")][["estimate", "standard_error"]].copy()
    change["df"] = model.degrees(change["standard_error"].to_numpy(), spreads, after["arm"].nunique())
    change["p"] = 2 * t.sf(abs(change["estimate"] / change["standard_error"]), change["df"])
    half = t.ppf(0.975, change["df"]) * change["standard_error"]
    change["low"], change["high"] = change["estimate"] - half, change["estimate"] + half
    change["p_holm"] = holm(change["p"].to_numpy())
    print("\nChange in d'\n" + change.to_string(float_format=lambda value: f"{value:.4f}"))


if __name__ == "__main__":
    main()
