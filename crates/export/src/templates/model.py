"""The mixed model of single answers: probit regression with crossed random effects of people and items.

    python analysis/model.py     # needs pandas, NumPy and SciPy

The model is that of analysis/model.R, fitted here by Laplace's approximation as lme4 does (Bates et al. 2015, Journal of
Statistical Software 67/1): for given spreads, penalised weighted least squares finds the random effects; the spreads and
the fixed effects maximise what is left.

With truth coded -0.5 (authentic) and +0.5 (manipulated), the coefficient of truth is d', the intercept is -c, truth:arm is
the change in d' and arm minus the change in c (DeCarlo 1998, Psychological Methods 3, 186-205).
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
from scipy.stats import norm

DESIGN = json.loads(r'''{{ json }}''')


def data(folder):
    """Judgements afterwards, with d' before of each person, centred."""
    everything = pd.read_csv(Path(folder) / "results" / "judgements.csv")
    everything = everything[everything["excluded"] == 0]
    if everything[everything["phase"] == "after"]["participant_id"].nunique() < 2:
        print("Fewer than two participants judged anything after the training: no model is fitted.")
        sys.exit(0)
    before = everything[everything["phase"] == "before"]
    sums = before.groupby(["participant_id", "manipulated"])["altered"].agg(["sum", "count"])
    z = pd.Series(norm.ppf((sums["sum"] + 0.5) / (sums["count"] + 1)), index=sums.index).unstack()
    pre = (z[1] - z[0]).dropna()
    after = everything[(everything["phase"] == "after") & everything["participant_id"].isin(pre.index)].copy()
    after["truth"] = after["manipulated"] - 0.5
    pre = pre[pre.index.isin(after["participant_id"])]
    after["pre"] = after["participant_id"].map(pre - pre.mean())
    return after


def fixed(after):
    """Names and columns of the fixed effects."""
    reference = DESIGN["arms"][DESIGN["comparisons"][0][1]] if DESIGN["comparisons"] else DESIGN["arms"][0]
    columns = {"(Intercept)": np.ones(len(after)), "truth": after["truth"]}
    others = [arm for arm in DESIGN["arms"] if arm != reference and (after["arm"] == arm).any()]
    columns |= {f"arm {arm}": (after["arm"] == arm).astype(float) for arm in others}
    columns |= {"pre": after["pre"]}
    for name in ("form", "kind"):
        columns |= {f"{name} {level}": (after[name] == level).astype(float) for level in sorted(after[name].unique())[1:]}
    columns |= {f"truth:arm {arm}": after["truth"] * (after["arm"] == arm) for arm in others}
    columns |= {"truth:pre": after["truth"] * after["pre"]}
    return list(columns), np.column_stack([np.asarray(column, float) for column in columns.values()])


class Probit:
    def __init__(self, after, x):
        self.x, self.y = x, after["altered"].to_numpy(float)
        person, people = pd.factorize(after["participant_id"])
        item, items = pd.factorize(after["item"])
        rows, n = np.arange(len(after)), len(after)
        self.people, self.items = len(people), len(items)
        self.intercepts = sparse.csc_matrix((np.ones(n), (rows, person)), (n, self.people))
        self.slopes = sparse.csc_matrix((after["truth"].to_numpy(float), (rows, person)), (n, self.people))
        self.of_items = sparse.csc_matrix((np.ones(n), (rows, item)), (n, self.items))
        self.u = np.zeros(2 * self.people + self.items)

    def effects(self, spreads):
        """Z Λ for spreads (a, b, c of the Cholesky factor of people; d of items)."""
        a, b, c, d = spreads
        return sparse.hstack([self.intercepts * a + self.slopes * b, self.slopes * c, self.of_items * d]).tocsc()

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
        k = self.x.shape[1]
        start = np.concatenate([[0.3, 0.0, 0.3, 0.3], np.linalg.lstsq(self.x, (self.y - 0.5) * 2.5, rcond=None)[0]])
        bounds = [(0, None), (None, None), (0, None), (0, None)] + [(None, None)] * k
        goal = lambda at: self.deviance(at[:4], at[4:])
        found = minimize(goal, start, method="L-BFGS-B", jac="3-point", bounds=bounds,
                         options={"maxiter": 500, "maxfun": 10**6, "ftol": 1e-12, "gtol": 1e-4, "finite_diff_rel_step": 1e-4})
        spreads, beta = found.x[:4], found.x[4:]
        return spreads, beta, self.errors(goal, found.x), -found.fun / 2

    def errors(self, goal, at):
        """Standard errors of the fixed effects from the curvature of the deviance, as lme4's."""
        # A spread of zero has no curvature to both sides; the others are estimated as if it were known.
        free = [i for i in range(len(at)) if i > 3 or abs(at[i]) > 2e-3]
        h, k = 1e-3, len(free)
        move = lambda i, j, a, b: goal(at + a * h * np.eye(len(at))[free[i]] + b * h * np.eye(len(at))[free[j]])
        hessian = np.empty((k, k))
        for i in range(k):
            for j in range(i, k):
                hessian[i, j] = hessian[j, i] = (
                    move(i, j, 1, 1) - move(i, j, 1, -1) - move(i, j, -1, 1) + move(i, j, -1, -1)) / (4 * h * h)
        covariance = 2 * np.linalg.inv(hessian)
        return np.sqrt(np.diag(covariance))[-self.x.shape[1]:]


def holm(p):
    order, adjusted, least = np.argsort(p), np.zeros(len(p)), 0.0
    for rank, index in enumerate(order):
        least = min(max(least, p[index] * (len(p) - rank)), 1.0)
        adjusted[index] = least
    return adjusted


def main():
    after = data(Path(__file__).resolve().parent.parent)
    names, x = fixed(after)
    (a, b, c, d), beta, errors, likelihood = Probit(after, x).fit()
    slope = math.hypot(b, c)
    print(f"{len(after)} answers of {after['participant_id'].nunique()} participants to {after['item'].nunique()} items")
    print(f"log-likelihood {likelihood:.3f}")
    print(f"standard deviations of participants: intercept {a:.4f}, truth {slope:.4f}, correlation {b / slope if slope else 0:.3f}; of items: {d:.4f}\n")
    table = pd.DataFrame({"estimate": beta, "standard_error": errors, "z": beta / errors, "p": 2 * norm.sf(abs(beta / errors))}, index=names)
    print(table.to_string(float_format=lambda value: f"{value:.4f}"))
    change = table[table.index.str.startswith("truth:arm")].copy()
    change["low"], change["high"] = change["estimate"] - norm.ppf(0.975) * change["standard_error"], change["estimate"] + norm.ppf(0.975) * change["standard_error"]
    change["p_holm"] = holm(change["p"].to_numpy())
    print("\nChange in d'\n" + change.to_string(float_format=lambda value: f"{value:.4f}"))


if __name__ == "__main__":
    main()
