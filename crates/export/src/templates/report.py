"""Computes the numbers of results/report.json again from the tables, and compares.

    python analysis/report.py     # needs pandas and NumPy

The same is done for what results/people.csv says of each person. Nothing here is taken from the report: judgements come from the table responses, arms from participants, scores from
questionnaires. The formulae and their sources are in the program's document on the analysis. Prints how many numbers
agree to 1e-9; the exit code is not zero if one does not.

What is a standard error and what is left of rounding is decided by one rule in the program, in report.R and here (ROUNDING).
"""

import csv
import itertools
import json
import math
import sys
from pathlib import Path
from statistics import NormalDist

import numpy as np
import pandas as pd

sys.path.insert(0, str(Path(__file__).resolve().parent))
import load

DESIGN = json.loads(r'''{{ json }}''')
NORMAL = NormalDist()
Z95 = NORMAL.inv_cdf(0.975)
# A standard error of at most this share of the values that it comes from is none but for rounding: such sums round at 1e-15, and
# answers on scales of some points make no error below 1e-5.
ROUNDING = 1e-9
# A column is determined by others if it makes an angle with them whose sine is not larger.
COLLINEAR = 1e-7
MEASURES = ["d_prime", "criterion", "accuracy", "hit_rate", "false_alarm_rate", "auc", "confidence", "overconfidence", "calibration_gap", "brier"]


# Distributions that NumPy lacks: Student's t, F and chi-square by continued fractions of the incomplete beta and
# gamma functions (Abramowitz and Stegun 1964, 26.5.8 and 6.5.31).

def incomplete_beta(a, b, x):
    if x <= 0:
        return 0.0
    if x >= 1:
        return 1.0
    if x > (a + 1) / (a + b + 2):
        return 1 - incomplete_beta(b, a, 1 - x)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)) / a
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, 10_000):
        for number in (m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
                       -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))):
            d = 1 / (1 + number * d)
            c = 1 + number / c
            value *= c * d
        if abs(c * d - 1) < 1e-16:
            break
    return front * value


def t_two_sided(t, df):
    return incomplete_beta(df / 2, 0.5, df / (df + t * t))


def t_quantile(df, upper=0.025):
    low, high = 0.0, 1e6
    while high - low > 1e-15 * max(1.0, low):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if t_two_sided(middle, df) / 2 > upper:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def f_upper(f, d1, d2):
    return incomplete_beta(d2 / 2, d1 / 2, d2 / (d2 + d1 * f))


def chi_square_upper(x, df):
    a, x = df / 2, x / 2
    if x <= 0:
        return 1.0
    if x < a + 1:
        term = total = 1 / a
        n = a
        while abs(term) > 1e-17 * abs(total):
            n += 1
            term *= x / n
            total += term
        return 1 - total * math.exp(-x + a * math.log(x) - math.lgamma(a))
    b, c = x + 1 - a, 1e300
    d = 1 / b
    h = d
    for i in range(1, 10_000):
        number = -i * (i - a)
        b += 2
        d = 1 / (number * d + b)
        c = b + number / c
        h *= d * c
        if abs(d * c - 1) < 1e-16:
            break
    return math.exp(-x + a * math.log(x) - math.lgamma(a)) * h


# Small pieces.

def mean_number(values, ends=(-math.inf, math.inf)):
    """A mean with its t interval, cut off where values end, as the report writes it."""
    values = np.asarray([value for value in values if value is not None and not math.isnan(value)], float)
    found = {"n": len(values)}
    if len(values):
        found["value"] = values.mean()
    if len(values) > 1:
        found["deviation"] = values.std(ddof=1)
        error = found["deviation"] / math.sqrt(len(values))
        if error > ROUNDING * abs(values).max():
            margin = t_quantile(len(values) - 1) * error
            found.update(low=float(np.clip(found["value"] - margin, *ends)), high=float(np.clip(found["value"] + margin, *ends)))
    return found


def wilson(events, of):
    p, shrink = events / of, 1 + Z95**2 / of
    centre = (p + Z95**2 / (2 * of)) / shrink
    margin = Z95 * math.sqrt(p * (1 - p) / of + (Z95 / (2 * of)) ** 2) / shrink
    return (0.0 if events == 0 else centre - margin), (1.0 if events == of else centre + margin)


def share_number(events, of):
    if of == 0:
        return {"n": 0}
    low, high = wilson(events, of)
    return {"n": of, "value": events / of, "low": low, "high": high}


def placements(signal, noise):
    signal, noise = np.asarray(signal, float), np.asarray(noise, float)
    below = [(np.sum(noise < s) + np.sum(noise <= s)) / (2 * len(noise)) for s in signal]
    above = [1 - (np.sum(signal < n) + np.sum(signal <= n)) / (2 * len(signal)) for n in noise]
    return np.array(below), np.array(above)


def holm(p):
    order, adjusted, least = np.argsort(p, kind="stable"), [0.0] * len(p), 0.0
    for rank, index in enumerate(order):
        least = min(max(least, p[index] * (len(p) - rank)), 1.0)
        adjusted[index] = least
    return adjusted


def quartiles(values):
    found = {"n": len(values)}
    if len(values):
        found["low"], found["median"], found["high"] = np.quantile(values, [0.25, 0.5, 0.75])
    return found


# People and what they judged.

TESTS = {"before": DESIGN["before"], "after": DESIGN["after"], **{at: wave["items"] for at, wave in enumerate(DESIGN["waves"])}}
# The same judgements before and after advice.
ADVISED = {(stage, at): test["items"] for at, test in enumerate(DESIGN["advised"]) for stage in ("initial", "final")}
LENGTHS = {test: len(items) for test, items in {**TESTS, **ADVISED}.items()}


class Person:
    def __init__(self, row):
        self.code = row["participant_id"]
        self.arm = DESIGN["arms"].index(row["arm"]) if row["arm"] in DESIGN["arms"] else None
        self.exposed, self.completed, self.status = row["exposed"], row["completed"], row["status"]
        self.simulated = bool(row["simulated"])
        self.excluded = bool(row.get("excluded", False))
        self.read_by = DESIGN["versions"][row["study_version"]]
        self.training = (row["training_items"], row["training_answered"])
        # Form and stratum, which models adjust for, and the unit, if units are allocated.
        self.levels = (float(row["form"] == "y"), float(row["stratum"] == "phone"), None if pd.isna(row["unit"]) else row["unit"])
        # In the tests before and after, and in the later waves by their index.
        self.judged = {test: [] for test in LENGTHS}
        self.watched = {}
        self.advised = {test: [] for test in range(len(DESIGN["advised"]))}
        self.later = {}
        self.unseen_media, self.unchecked_posts = row["unseen_media"], row["unchecked_posts"]
        self.not_timed = bool(row["flag_not_timed"])
        self.steps, self.scores, self.answers, self.truths, self.media_failed = [], {}, {}, {}, 0

    def test(self):
        """Items of the test afterwards in the version that they took part in, and how many they answered."""
        return len(self.read_by["test"]), sum(item in self.answers for item in self.read_by["test"])

    def measure(self, name, phase, items=None):
        """One person's value; None where the judgements don't give one. What is 0 but for rounding is 0."""
        value = self.computed(name, phase, items)
        return value if value is None or abs(value) >= 1e-12 else 0.0

    def computed(self, name, phase, items):
        all_ = [one for one in self.judged[phase] if items is None or one["item"] in items]
        signal = [one for one in all_ if one["manipulated"]]
        noise = [one for one in all_ if not one["manipulated"]]
        hits, alarms = sum(one["altered"] for one in signal), sum(one["altered"] for one in noise)
        if name in ("d_prime", "criterion"):
            if not signal or not noise or len(all_) < DESIGN["minimumJudged"] * (len(items or ()) or LENGTHS[phase]) - 1e-9:
                return None
            z_hit = NORMAL.inv_cdf((hits + 0.5) / (len(signal) + 1))
            z_alarm = NORMAL.inv_cdf((alarms + 0.5) / (len(noise) + 1))
            return z_hit - z_alarm if name == "d_prime" else -(z_hit + z_alarm) / 2
        if name == "d_prime_replaced":
            if not signal or not noise or len(all_) < DESIGN["minimumJudged"] * (len(items or ()) or LENGTHS[phase]) - 1e-9:
                return None
            z = [NORMAL.inv_cdf(min(max(count / of, 0.5 / of), 1 - 0.5 / of)) for count, of in ((hits, len(signal)), (alarms, len(noise)))]
            return z[0] - z[1]
        if name == "a_prime":
            if not signal or not noise:
                return None
            h, f = hits / len(signal), alarms / len(noise)
            return 0.5 if h == f else 0.5 + math.copysign(((h - f) ** 2 + abs(h - f)) / (4 * max(h, f) - 4 * h * f), h - f)
        if name == "accuracy":
            return np.mean([one["right"] for one in all_]) if all_ else None
        if name == "hit_rate":
            return hits / len(signal) if signal else None
        if name == "false_alarm_rate":
            return alarms / len(noise) if noise else None
        if name == "auc":
            if len(signal) < 2 or len(noise) < 2:
                return None
            return placements([one["rating"] for one in signal], [one["rating"] for one in noise])[0].mean()
        sure = [(one["confidence"], one["right"]) for one in all_ if one["confidence"] is not None]
        if not sure:
            return None
        if name == "confidence":
            return np.mean([c for c, _ in sure])
        if name == "overconfidence":
            return np.mean([c - r for c, r in sure])
        if name == "calibration_gap":
            return abs(np.mean([c - r for c, r in sure]))
        return np.mean([(c - r) ** 2 for c, r in sure])

    def derived(self, outcome, phase):
        """Sharing discernment: the mean rating of the authentic items minus that of the manipulated ones, of those judged. Estimate:
        the share of the judgements that a participant believes to be correct, minus accuracy."""
        if outcome["kind"] == "estimate":
            estimated, accuracy = self.answers.get(outcome["after"]), self.measure("accuracy", "after")
            known = phase == "after" and estimated is not None and accuracy is not None
            return float(estimated) / len(self.read_by["test"]) - accuracy if known else None
        ratings = {True: [], False: []}
        for item in outcome[phase] or []:
            if item in self.answers and item + "_sharing" in self.answers:
                ratings[self.truths[item] in self.read_by["signal"]].append(float(self.answers[item + "_sharing"]))
        return np.mean(ratings[False]) - np.mean(ratings[True]) if ratings[True] and ratings[False] else None

    def tested_before(self, name="d_prime"):
        """Whether a comparison in this measure has what it adjusts for. A study without judgements before adjusts for none."""
        return not DESIGN["before"] or self.measure(name, "before") is not None

    def has_outcome(self):
        return self.tested_before() and self.measure("d_prime", "after") is not None

    def whole_time(self):
        # A time that ends before it began was measured while the clock was set back.
        spent = (self.steps[-1][1] - self.steps[0][1]) / 1000 if self.completed and len(self.steps) > 1 else -1
        return spent if spent >= 0 else None


def people(tables):
    found = {row["participant_id"]: Person(row) for row in tables["participants"].to_dict("records")}
    responses = tables["responses"]
    # Of a judgement with advice, the final answer counts.
    answered, initial = {}, {}
    for row in responses[responses["phase"].isin(["pre", "treatment", "post"])].to_dict("records"):
        if row["stage"] == "initial":
            initial[row["participant_id"], row["variable"]] = row
            continue
        answered[row["participant_id"], row["variable"]] = row
        found[row["participant_id"]].answers[row["variable"]] = row["value"]
        found[row["participant_id"]].truths[row["variable"]] = row["truth"]
    for phase, items in TESTS.items():
        for item in items:
            for code, person in found.items():
                if (code, item) in answered:
                    person.judged[phase].append(judgement(person, item, answered))
    for at, test in enumerate(DESIGN["advised"]):
        for item in test["items"]:
            for code, person in found.items():
                if (code, item) not in initial or (code, item) not in answered:
                    continue
                before, after = (judgement(person, item, rows) for rows in (initial, answered))
                person.judged["initial", at].append(before)
                person.judged["final", at].append(after)
                first, last, truth = initial[code, item]["value"], answered[code, item]["value"], answered[code, item]["truth"]
                wrong = person.read_by["wrongAdvice"].get(item)
                named = next(answer for answer in wrong if answer != truth) if wrong else truth
                person.advised[at].append({"switched": first != last, "disagreed": first != named, "followed": last == named,
                                           "right": named == truth, "correct": (before["right"], after["right"])})
    for row in tables["questionnaires"].to_dict("records"):
        found[row["participant_id"]].scores = row
    first_part = tables["steps"][tables["steps"]["wave"] == "main"]
    for row in first_part.sort_values(["participant_id", "step"]).to_dict("records"):
        at = row["measured_at"]
        found[row["participant_id"]].steps.append((row["step"], round(at.timestamp() * 1000)))
    for row in tables["waves"].to_dict("records"):
        found[row["participant_id"]].later[row["wave"]] = row
    # Of each recording, the submission that reports most of it.
    for row in tables["exposures"].to_dict("records"):
        if not pd.isna(row["watched_s"]) and not pd.isna(row["stimulus"]):
            own, key = found[row["participant_id"]].watched, (row["block"], row["stimulus"])
            own[key] = max(own.get(key, 0.0), float(row["watched_s"]))
    # Flags of later waves do not change the comparisons of the first one.
    first = tables["exposures"][tables["exposures"]["wave"] == "main"]
    failed = first[first["error"].notna()]
    for code in failed["participant_id"]:
        found[code].media_failed += 1
    return list(found.values())


def judgement(person, item, rows):
    """What a person's answer to an item says, in the version that they took part in."""
    row, sure, signal = rows[person.code, item], rows.get((person.code, item + "_confidence")), person.read_by["signal"]
    sure = None if sure is None else sure["value_number"] / 100
    altered, manipulated = row["value"] in signal, row["truth"] in signal
    suspicion = 0.75 if sure is None else sure
    return {"item": item, "altered": altered, "manipulated": manipulated, "right": float(altered == manipulated),
            "confidence": sure, "rating": (suspicion if altered else 1 - suspicion) + altered}


def number_or_none(value):
    return None if value is None or pd.isna(value) else float(value)


# The flag that the comparison without flags ignores, because only some arms have posts.
UNCHECKED = 5


def flags(person, median):
    time, after = person.whole_time(), person.judged["after"]
    checks = [(check, person.answers.get(check["id"])) for check in person.read_by["attention"]]
    return [
        time is not None and median is not None and time < median / 3,
        len(after) >= 8 and len({one["altered"] for one in after}) == 1,
        any(answer is not None and int(answer) not in check["pass"] for check, answer in checks),
        person.media_failed > 0,
        person.unseen_media >= DESIGN["unseenMedia"],
        person.unchecked_posts >= DESIGN["uncheckedPosts"],
        person.not_timed,
        person.arm is not None and any(person.answers.get(one["id"], None) not in [None, *one["keep"][person.arm]]
                                       for one in DESIGN["apart"]),
    ]


# Arm against arm: ANCOVA with HC3 errors.

def least_squares(x, y):
    """The model of given columns, for `estimate` and `deviations`; None where it has no errors."""
    if len(y) <= x.shape[1]:
        return None
    q, r = np.linalg.qr(x)
    if (abs(np.diag(r)) <= COLLINEAR * np.linalg.norm(x, axis=0)).any():
        return None
    inverse = np.linalg.inv(r)
    b = inverse @ (q.T @ y)
    residuals, size = y - x @ b, abs(y).max()
    # If the columns determine the outcome exactly, for example if all values are equal, errors can't be estimated.
    if np.linalg.norm(residuals) <= ROUNDING * size * math.sqrt(len(y)):
        return None
    return {"b": b, "df": len(y) - x.shape[1], "n": len(y), "q": q, "inverse": inverse, "left": 1 - (q**2).sum(axis=1),
            "residuals": residuals, "size": size}


def covariates(rows):
    """rows: (arm, levels of form and stratum, before or None, ...). What a model adjusts for, a value for each row: the measure before,
    and form and stratum if each arm has at least two people of both levels."""
    found = [[row[2] for row in rows]] if rows and all(row[2] is not None for row in rows) else []
    for level in range(2):
        size = lambda arm, one: sum(row[0] == arm and row[1][level] == one for row in rows)
        if rows and all(size(arm, one) >= 2 for arm in {row[0] for row in rows} for one in (0.0, 1.0)):
            found.append([row[1][level] for row in rows])
    return [np.array(values, float) for values in found]


def fit(rows, reference):
    """rows: (arm, levels of form and stratum, before or None, after)."""
    arms = [arm for arm in range(len(DESIGN["arms"])) if sum(row[0] == arm for row in rows) >= 2]
    if reference not in arms or len(arms) < 2:
        return None
    rows = [row for row in rows if row[0] in arms]
    known = covariates(rows)
    others = [arm for arm in arms if arm != reference]
    x = np.column_stack([np.ones(len(rows))] + [np.array([float(row[0] == arm) for row in rows]) for arm in others] + known)
    y = np.array([row[3] for row in rows], float)
    model = least_squares(x, y)
    return model and {**model, "arms": arms, "others": others, "y": y, "known": known}


def unit_fit(rows):
    """The means of units, each with the same weight and with one variance (Donner and Klar 2000)."""
    units = {arm: units_of(arm, rows) for arm in range(len(DESIGN["arms"]))}
    arms = [arm for arm, own in units.items() if len(own) >= 2]
    if len(arms) < 2:
        return None
    means = [(arm, sum(values) / len(values)) for arm in arms for values in units[arm]]
    others = arms[1:]
    x = np.column_stack([np.ones(len(means))] + [np.array([float(one == arm) for one, _ in means]) for arm in others])
    model = least_squares(x, np.array([mean for _, mean in means]))
    people = sum(len(values) for arm in arms for values in units[arm])
    return model and {**model, "arms": arms, "others": others, "known": [], "one_variance": True, "n": people}


def deviations(model, weights):
    """One number for each person, whose squares add up to the variance (HC3) of the weighted sum of coefficients; None where that
    has no error. The sum is that of a_i y_i over people. A person of leverage 1 has the residual 0 whatever the outcome is: where
    they count (a_i is not 0) there is no error, where they don't the others have one."""
    counts = model["q"] @ (model["inverse"].T @ np.asarray(weights, float))
    length = np.linalg.norm(counts)
    if model.get("one_variance"):
        found = counts * math.sqrt((model["residuals"] ** 2).sum() / model["df"])
        return found if np.linalg.norm(found) > ROUNDING * model["size"] * length else None
    alone = model["left"] <= ROUNDING
    if (alone & (abs(counts) > ROUNDING * length)).any():
        return None
    found = np.where(alone, 0.0, counts * model["residuals"] / np.where(alone, 1.0, model["left"]))
    return found if np.linalg.norm(found) > ROUNDING * model["size"] * length else None


def estimate(model, weights):
    found, by_person = {"value": np.asarray(weights, float) @ model["b"]}, deviations(model, weights)
    if by_person is not None:
        value, error = found["value"], np.linalg.norm(by_person)
        margin = t_quantile(model["df"]) * error
        found.update(standardError=error, t=value / error, df=model["df"], p=t_two_sided(value / error, model["df"]),
                     low=value - margin, high=value + margin)
    return found


def joint_p(model, chosen):
    """Wald F of "all these coefficients are 0"; None where one has no error, or varies only with those before it."""
    test = f_test([deviations(model, alone(model, i)) for i in chosen], model["b"][chosen], 1, model["df"])
    return test and test["p"]


def moderators(chosen):
    found = [by_number(chosen, one["number"]) if one["number"] else by_answer(chosen, one) if one["item"]
             else by_items(chosen, one["groups"]) for one in DESIGN["moderators"]]
    # Holm's correction over the confirmatory moderators that could be tested.
    tested = [one for one, planned in zip(found, DESIGN["moderators"]) if planned["confirmatory"] and "p" in one]
    for one, p in zip(tested, holm([one["p"] for one in tested])):
        one["pHolm"] = p
    return found


def compared(groups, fits):
    """The shape of a moderator: means and contrasts by group, and the test. `fits` gives for each arm that others are compared with
    the number of people, an estimate by arm and group, and the test; or None."""
    reference = DESIGN["comparisons"][0][1] if DESIGN["comparisons"] else None
    for index, group in enumerate(groups):
        group["contrasts"] = []
        for arm, against in DESIGN["comparisons"]:
            one, model = {"arm": arm, "against": against, "n": 0}, fits.get(against)
            if model is not None:
                one["n"] = model["n"]
                difference = model["difference"](arm, index)
                one.update(difference if difference and "p" in difference else {})
            group["contrasts"].append(one)
    model = fits.get(reference)
    return {"groups": groups, "n": model["n"] if model else 0, **((model["test"] or {}) if model else {})}


def f_test(columns, values, outcomes, df):
    """Wald F with HC3 of "all values are 0"; with several outcomes as for Hotelling's T squared."""
    if any(column is None for column in columns):
        return None
    errors = [np.linalg.norm(column) for column in columns]
    r = np.linalg.qr(np.column_stack([column / error for column, error in zip(columns, errors)]), mode="r")
    if (abs(np.diag(r)) <= COLLINEAR).any() or df < outcomes:
        return None
    solved, left = np.linalg.solve(r.T, np.array(values) / errors), df - outcomes + 1
    f = solved @ solved / len(values) * left / df
    return {"f": f, "numeratorDf": len(values), "denominatorDf": left, "p": f_upper(f, len(values), left)}


def group_of_answer(moderator, p):
    return next((i for i, group in enumerate(moderator["groups"]) if p.answers.get(moderator["item"]) in group), None)


def number_before(name, p):
    return p.measure("d_prime", "before") if name == "d_prime" else number_or_none(p.scores.get(name))


def moderator_value(moderator, p):
    """The column of results/people.csv: a number, or the place of the group's label, from 1."""
    if moderator["number"]:
        return number_before(moderator["number"], p)
    group = group_of_answer(moderator, p)
    return None if group is None else 1 + moderator["labels"].index(moderator["labels"][group])


def by_answer(chosen, moderator):
    group_of = lambda p: group_of_answer(moderator, p)
    after = lambda p: p.measure("d_prime", "after")
    found = [{"after": by_arm([p for p in chosen if group_of(p) == index], after)} for index in range(len(moderator["groups"]))]
    rows = [(p.arm, p.levels, p.measure("d_prime", "before"), after(p), group_of(p)) for p in chosen if p.has_outcome()]
    rows = [row for row in rows if row[4] is not None]
    arms = [arm for arm in range(len(DESIGN["arms"])) if sum(row[0] == arm for row in rows) >= 2]
    cell = lambda arm, group: sum(row[0] == arm and row[4] == group for row in rows)
    groups = [group for group in range(len(found)) if all(cell(arm, group) >= 2 for arm in arms)]
    rows = [row for row in rows if row[0] in arms and row[4] in groups]
    known = covariates(rows)
    fits = {}
    for reference in {against for _, against in DESIGN["comparisons"]}:
        if reference not in arms or len(arms) < 2 or len(groups) < 2:
            continue
        others = [arm for arm in arms if arm != reference]
        # A mean for each cell of arm and group: another way to write the same model.
        cells = [(arm, group) for group in groups for arm in arms]
        x = np.column_stack([[float((row[0], row[4]) == one) for row in rows] for one in cells] + known)
        model = least_squares(x, np.array([row[3] for row in rows], float))
        if model is None:
            continue
        def weights(arm, group):
            return np.array([float(one == (arm, group)) - float(one == (reference, group)) for one in cells] + [0.0] * len(known))
        differences = [weights(arm, group) - weights(arm, groups[0]) for group in groups[1:] for arm in others]
        test = f_test([deviations(model, one) for one in differences], [one @ model["b"] for one in differences], 1, model["df"])
        fits[reference] = {"n": model["n"], "test": test, "difference": lambda arm, group, model=model, weights=weights:
                           estimate(model, weights(arm, group)) if arm in arms and group in groups else None}
    return compared(found, fits)


def by_number(chosen, name):
    """A moderator that is a number: d' before, or a score. A line for each arm is another way to write the report's model."""
    is_before = name == "d_prime"
    number = lambda p: number_before(name, p)
    rows = [(p.arm, p.levels, None if is_before else p.measure("d_prime", "before"), p.measure("d_prime", "after"), number(p))
            for p in chosen if p.has_outcome()]
    rows = [row for row in rows if row[4] is not None]
    arms = [arm for arm in range(len(DESIGN["arms"])) if sum(row[0] == arm for row in rows) >= 2]
    rows = [row for row in rows if row[0] in arms]
    known = covariates(rows)
    m = np.array([row[4] for row in rows], float)
    mean, deviation = (m.mean(), m.std(ddof=1)) if len(m) > 1 else (0.0, 0.0)
    is_fitted = len(arms) > 1 and deviation > ROUNDING * abs(m).max()
    model = None
    if is_fitted:
        lines = [np.array([float(row[0] == arm) for row in rows]) for arm in arms]
        model = least_squares(np.column_stack(lines + [line * (m - mean) for line in lines] + known), np.array([row[3] for row in rows], float))

    def weights(arm, against, itself, change):
        difference = np.array([float(one == arm) - float(one == against) for one in arms])
        return np.concatenate([itself * difference, change * difference, np.zeros(len(known))])

    def contrasts(itself, change):
        found = []
        for arm, against in DESIGN["comparisons"]:
            one = {"arm": arm, "against": against, "n": 0}
            if model is not None and against in arms:
                one["n"] = model["n"]
                difference = estimate(model, weights(arm, against, itself, change)) if arm in arms else {}
                one.update(difference if "p" in difference else {})
            found.append(one)
        return found

    continuous = {"slopes": contrasts(0.0, 1.0), "points": [{"contrasts": contrasts(1.0, at * deviation)} for at in (-1.0, 0.0, 1.0)]}
    reference = DESIGN["comparisons"][0][1] if DESIGN["comparisons"] else None
    if model is None or reference not in arms:
        return {"groups": [], "continuous": continuous, "n": 0}
    continuous.update(mean=mean, sd=deviation)
    for at, point in zip((-1.0, 0.0, 1.0), continuous["points"]):
        point["value"] = mean + at * deviation
    slopes = [weights(arm, reference, 0.0, 1.0) for arm in arms if arm != reference]
    test = f_test([deviations(model, one) for one in slopes], [one @ model["b"] for one in slopes], 1, model["df"])
    return {"groups": [], "continuous": continuous, "n": model["n"], **(test or {})}


def by_items(chosen, groups):
    values = {p: [p.measure("d_prime", "after", items) for items in groups] for p in chosen}
    found = [{"after": by_arm(chosen, lambda p: values[p][index])} for index in range(len(groups))]
    rows = [((p.arm, p.levels, p.measure("d_prime", "before")), values[p]) for p in chosen if p.tested_before()]
    rows = [row for row in rows if None not in row[1]]
    fits = {}
    for reference in {against for _, against in DESIGN["comparisons"]}:
        models = [fit([(*who, after[index]) for who, after in rows], reference) for index in range(len(groups))]
        if any(model is None for model in models):
            continue
        others, df = models[0]["others"], models[0]["df"]
        changes = [fit([(*who, after[index] - after[0]) for who, after in rows], reference)
                   for index in range(1, len(groups))]
        test = None
        if all(model is not None for model in changes):
            coefficients = [(model, 1 + index) for model in changes for index in range(len(others))]
            test = f_test([deviations(model, alone(model, index)) for model, index in coefficients],
                          [model["b"][index] for model, index in coefficients], len(changes), df)
        fits[reference] = {"n": models[0]["n"], "test": test, "difference": lambda arm, group, models=models, others=others:
                           estimate(models[group], alone(models[group], 1 + others.index(arm))) if arm in others else None}
    return compared(found, fits)


def alone(model, index):
    return [float(i == index) for i in range(len(model["b"]))]


def standardised(difference, arms):
    """Hedges' g: the adjusted difference and its interval in standard deviations within both arms."""
    df = sum(len(values) - 1 for values in arms)
    deviation = math.sqrt(sum(np.var(values, ddof=1) * (len(values) - 1) for values in arms) / df)
    return {name: difference[name] * (1 - 3 / (4 * df - 1)) / deviation for name in ("value", "low", "high")} if deviation else None


def contrasts(rows, outcome, corrected=False):
    """The primary comparisons, which Holm corrects (in d', together with the hypotheses about factors), and then those that
    the plan names for the outcome."""
    primary = DESIGN["comparisons"]
    found = between(primary + [one["pair"] for one in DESIGN["secondary"] if one["outcome"] == outcome], rows)
    if corrected:
        tested = [one for one in found[:len(primary)] if "p" in one]
        others = effect_tests(rows) if outcome == "d_prime" else []
        for one, p in zip(tested, holm([one["p"] for one in tested] + others)):
            one["pHolm"] = p
    return found


def units_of(arm, rows):
    """The outcomes of the members of each unit of an arm."""
    found = {}
    for row in rows:
        if row[0] == arm and row[1][2] is not None:
            found.setdefault(row[1][2], []).append(row[3])
    return [found[unit] for unit in sorted(found)]


def between_units(arm, against, rows):
    """The means of units, each with the same weight: t test (Donner and Klar 2000)."""
    units = [units_of(one, rows) for one in (arm, against)]
    found = {"arm": arm, "against": against, "n": sum(len(values) for own in units for values in own)}
    sizes = [len(own) for own in units]
    if min(sizes) < 2:
        return found
    means = [[sum(values) / len(values) for values in own] for own in units]
    df = sum(sizes) - 2
    pooled = sum(np.var(own, ddof=1) * (len(own) - 1) for own in means) / df
    error = math.sqrt(pooled * sum(1 / size for size in sizes))
    if error <= ROUNDING * max(abs(mean) for own in means for mean in own):
        return found
    value = sum(means[0]) / sizes[0] - sum(means[1]) / sizes[1]
    margin = t_quantile(df) * error
    difference = {"value": value, "low": value - margin, "high": value + margin}
    return {**found, **difference, "standardError": error, "t": value / error, "df": df, "p": t_two_sided(value / error, df),
            "standardised": standardised(difference, [[row[3] for row in rows if row[0] == one] for one in (arm, against)])}


def clusters(rows):
    """Number of units by arm, intraclass correlation by one-way analysis of variance, and design effect (Kish 1965; with the sizes that
    there are, Eldridge et al. 2006)."""
    units = [units_of(arm, rows) for arm in range(len(DESIGN["arms"]))]
    found = {"arms": [{"arm": arm, "clusters": len(own), "people": sum(map(len, own))} for arm, own in enumerate(units)]}
    present = [own for own in units if own]
    sizes = np.array([len(values) for own in present for values in own], float)
    if len(sizes):
        found["sizeVariation"] = sizes.std() / sizes.mean()
    everything = [value for own in present for values in own for value in values]
    n, count = len(everything), sum(map(len, present))
    if count <= len(present) or n <= count:
        return found
    between = within = unequal = 0.0
    for own in present:
        together = [value for values in own for value in values]
        for values in own:
            mean = sum(values) / len(values)
            between += len(values) * (mean - sum(together) / len(together)) ** 2
            within += sum((value - mean) ** 2 for value in values)
            unequal += len(values) ** 2 / len(together)
    between, within = between / (count - len(present)), within / (n - count)
    total = between + ((n - unequal) / (count - len(present)) - 1) * within
    if total <= (ROUNDING * max(map(abs, everything))) ** 2:
        return found
    correlation = (between - within) / total
    effect = lambda size: 1 + (size - 1) * max(correlation, 0.0)
    return {**found, "intraclass": correlation, "designEffect": effect((sizes**2).sum() / n), "equalDesignEffect": effect(sizes.mean())}


def between(pairs, rows):
    if DESIGN["byUnit"]:
        return [between_units(arm, against, rows) for arm, against in pairs]
    found = []
    for arm, against in pairs:
        one, model = {"arm": arm, "against": against}, fit(rows, against)
        if model is not None:
            one["n"] = model["n"]
            if arm in model["others"]:
                difference = estimate(model, alone(model, 1 + model["others"].index(arm)))
                # Without its error a difference says nothing.
                if "p" in difference:
                    one.update(difference)
                    one["standardised"] = standardised(difference, [[row[3] for row in rows if row[0] == a] for a in (arm, against)])
        found.append(one)
    return found


def ancova_model(rows):
    reference = DESIGN["comparisons"][0][1] if DESIGN["comparisons"] else 0
    model = fit(rows, reference)
    if model is None:
        return {}
    means = []
    for arm in range(len(DESIGN["arms"])):
        found = {"n": sum(row[0] == arm for row in rows)}
        if arm in model["arms"]:
            weights = [1.0] + [float(arm == other) for other in model["others"]] + [one.mean() for one in model["known"]]
            found.update(number_of(estimate(model, weights)))
        means.append(found)
    squares = (model["residuals"] ** 2).sum()
    found = {"n": model["n"], "adjustedMeans": means,
             "rSquared": 1 - squares / ((model["y"] - model["y"].mean()) ** 2).sum(),
             "residual": math.sqrt(squares / model["df"])}
    slope = estimate(model, alone(model, 1 + len(model["others"]))) if DESIGN["before"] else {}
    found["slope"] = {"n": model["n"] if DESIGN["before"] else 0, **number_of(slope)}
    p = joint_p(model, list(range(1, 1 + len(model["others"]))))
    return found if p is None else {**found, "armsP": p}


# The factors of a factorial design.

def factors(rows):
    """Means of levels, main effects and interactions, over cells that count equally, in the model of the primary outcome."""
    factors, arms = DESIGN["factors"], range(len(DESIGN["arms"]))
    if not factors:
        return None
    size = lambda own: sum(row[0] in own for row in rows)
    model = unit_fit(rows) if DESIGN["byUnit"] else fit(rows, next((arm for arm in arms if size([arm]) >= 2), 0))
    if model is None:
        means = [{"levels": [{"mean": {"n": 0}} for _ in one["levels"]]} for one in factors]
        return {"n": 0, "factors": means, "cells": [], "effects": [], **hypotheses_of(rows, lambda one: {"n": 0})}
    levels = [range(len(one["levels"])) for one in factors]
    of_arm = lambda arm: tuple(one["arms"][arm] for one in factors)

    def sum_of(weight):
        """The weights of the coefficients for cells of these weights; None without one of the cells."""
        by_arm = {}
        for cell in itertools.product(*levels):
            own = [arm for arm in model["arms"] if of_arm(arm) == cell]
            counts = math.prod(weight(at, level) for at, level in enumerate(cell))
            if counts and not own:
                return None
            by_arm.update({arm: counts / len(own) for arm in own})
        return weights_of(by_arm)

    def weights_of(by_arm):
        total = sum(by_arm.values())
        return [total] + [by_arm.get(arm, 0.0) for arm in model["others"]] + [total * one.mean() for one in model["known"]]

    def mean_of(own, weights):
        return {"n": size(own), **(number_of(estimate(model, weights)) if weights else {})}

    equal = lambda at: 1 / len(levels[at])
    found = {"n": model["n"], "factors": [], "effects": [], "cells": []}
    for arm in arms:
        mean = mean_of([arm], weights_of({arm: 1.0}) if arm in model["arms"] else None)
        found["cells"].append({"arm": arm, "levels": list(of_arm(arm)), "mean": mean})
    for at, one in enumerate(factors):
        means = [mean_of([arm for arm in arms if one["arms"][arm] == own],
                         sum_of(lambda other, level: float(level == own) if other == at else equal(other))) for own in levels[at]]
        found["factors"].append({"levels": [{"mean": mean} for mean in means]})
    for effect in (effect for number in (1, 2, 3) for effect in itertools.combinations(range(len(factors)), number)):
        contrasts, all_weights = [], []
        for chosen in itertools.product(*(levels[at][1:] for at in effect)):
            sign = dict(zip(effect, chosen))
            weights = sum_of(lambda at, level: float(level == sign[at]) - float(level == 0) if at in sign else equal(at))
            one, tested = {"levels": list(chosen), "n": model["n"]}, estimate(model, weights) if weights else {}
            contrasts.append({**one, **(tested if "p" in tested else {})})
            all_weights.append(weights)
        test = None
        if None not in all_weights:
            test = f_test([deviations(model, one) for one in all_weights], [one @ model["b"] for one in np.array(all_weights)], 1, model["df"])
        found["effects"].append({"factors": list(effect), "contrasts": contrasts, **(test or {})})

    def planned(one):
        """The contrast of a hypothesis: of each of its factors, the second level less the first."""
        pairs = dict(zip(one["factors"], one["levels"]))
        weights = sum_of(lambda at, level: float(level == pairs[at][1]) - float(level == pairs[at][0]) if at in pairs else equal(at))
        tested = estimate(model, weights) if weights else {}
        return {"n": model["n"], **(tested if "p" in tested else {})}

    return {**found, **hypotheses_of(rows, planned)}


def hypotheses_of(rows, planned):
    """The hypotheses about factors, which Holm corrects together with the primary comparisons; nothing without any."""
    effects = DESIGN["effects"]
    if not effects:
        return {}
    found = [{"factors": one["factors"], "references": [pair[0] for pair in one["levels"]],
              "contrast": {"levels": [pair[1] for pair in one["levels"]], **planned(one)}} for one in effects]
    tested = [one for one in found if "p" in one["contrast"]]
    primary = [one["p"] for one in between(DESIGN["comparisons"], rows) if "p" in one]
    for one, p in zip(tested, holm([one["contrast"]["p"] for one in tested] + primary)):
        one["pHolm"] = p
    return {"hypotheses": found}


def effect_tests(rows):
    """The p values of the hypotheses about factors that can be computed with these rows."""
    found = (factors(rows) or {}).get("hypotheses", []) if DESIGN["effects"] else []
    return [one["contrast"]["p"] for one in found if "p" in one["contrast"]]


def number_of(one):
    return {name: one[name] for name in ("value", "low", "high") if name in one}


def primary_rows(chosen):
    return [(p.arm, p.levels, p.measure("d_prime", "before"), p.measure("d_prime", "after")) for p in chosen if p.has_outcome()]


def by_arm(chosen, value, ends=(-math.inf, math.inf)):
    return [mean_number([value(p) for p in chosen if p.arm == arm], ends) for arm in range(len(DESIGN["arms"]))]


def outcomes(chosen):
    found = []
    for name in MEASURES:
        rows = [(p.arm, p.levels, p.measure(name, "before"), p.measure(name, "after")) for p in chosen if p.tested_before(name)]
        rows = [row for row in rows if row[3] is not None]
        ends = (-math.inf, math.inf) if name in ("d_prime", "criterion") else (-1 if name == "overconfidence" else 0, 1)
        before = by_arm(chosen, lambda p: p.measure(name, "before"), ends) if DESIGN["before"] else []
        found.append({"before": before,
                      "after": by_arm(chosen, lambda p: p.measure(name, "after"), ends),
                      "contrasts": contrasts(rows, name, name in ("d_prime", "criterion"))})
    for part in DESIGN["parts"]:
        value = lambda p: p.measure("d_prime", "after", part["items"])
        rows = [(p.arm, p.levels, p.measure("d_prime", "before"), value(p)) for p in chosen if p.tested_before()]
        rows = [row for row in rows if row[3] is not None]
        found.append({"after": by_arm(chosen, value), "contrasts": contrasts(rows, "d_prime_" + part["id"])})
    for scale in DESIGN["compared"]:
        after = lambda p: number_or_none(p.scores.get(scale["after"]))
        before = lambda p: number_or_none(p.scores.get(scale["before"])) if scale["before"] else None
        rows = [(p.arm, p.levels, before(p), after(p)) for p in chosen]
        rows = [row for row in rows if row[3] is not None and (row[2] is not None or not scale["before"])]
        one = {"after": by_arm(chosen, after), "contrasts": contrasts(rows, "scale_" + scale["id"])}
        if scale["before"]:
            one["before"] = by_arm(chosen, before)
        found.append(one)
    for outcome in DESIGN["derived"]:
        after, before = (lambda p: p.derived(outcome, "after")), (lambda p: p.derived(outcome, "before"))
        rows = [(p.arm, p.levels, before(p), after(p)) for p in chosen]
        rows = [row for row in rows if row[3] is not None and (row[2] is not None or not outcome["before"])]
        one = {"after": by_arm(chosen, after, outcome["range"]), "contrasts": contrasts(rows, "outcome_" + outcome["id"])}
        if outcome["before"]:
            one["before"] = by_arm(chosen, before, outcome["range"])
        found.append(one)
    return found


def belongs(p, flagged):
    """The populations of a participant: modified intention to treat, per protocol, without a flag."""
    kept = not p.excluded
    counts = any(has for flag, has in enumerate(flagged[p]) if flag != UNCHECKED)
    return kept, kept and p.training[1] >= DESIGN["perProtocol"] * p.training[0], kept and not counts


def against_margin(kind, margin, worse, contrast):
    """The p value against a margin and the interval that decides: one-sided for non-inferiority, two one-sided tests for equivalence."""
    both = kind == "equivalence"
    ps = []
    for sign in [1, -1] if both else [worse]:
        t = (sign * contrast["value"] - margin) / contrast["standardError"]
        tail = t_two_sided(t, contrast["df"]) / 2
        ps.append(tail if t < 0 else 1 - tail)
    outside = 2 * DESIGN["alpha"] if both else DESIGN["alpha"]
    half = t_quantile(contrast["df"], outside / 2) * contrast["standardError"]
    return max(ps), {"level": 1 - outside, "low": contrast["value"] - half, "high": contrast["value"] + half}


def secondary_d_prime():
    return [one for one in DESIGN["secondary"] if one["outcome"] == "d_prime"]


def margin_tests(contrasts):
    """The planned comparisons in d' with a margin, of which contrasts are the last."""
    found = []
    for one, contrast in zip(secondary_d_prime(), contrasts[len(DESIGN["comparisons"]):]):
        if one["margin"] is not None:
            found.append({"margin": one["margin"]})
            if "p" in contrast:
                found[-1]["p"], found[-1]["interval"] = against_margin(one["kind"], one["margin"], -1, contrast)
    return found


def populations(randomised, flagged):
    chosen = [[p for p in randomised if belongs(p, flagged)[which]] for which in range(3)]
    if len(chosen[0]) < len(randomised):
        chosen.append(randomised)
    found = []
    for some in chosen:
        rows = primary_rows(some)
        compared = contrasts(rows, "d_prime", True)
        found.append({"people": [sum(row[0] == arm for row in rows) for arm in range(len(DESIGN["arms"]))],
                      "contrasts": compared, "margins": margin_tests(compared)})
    return found


# Specification curves: each comparison under every combination of choices.

def welch(pair, rows):
    """Means of two arms, without covariates."""
    groups = [np.array([row[3] for row in rows if row[0] == arm], float) for arm in pair]
    found = {"n": sum(len(group) for group in groups)}
    if min(len(group) for group in groups) < 2:
        return found
    parts = [group.var(ddof=1) / len(group) for group in groups]
    value, error = groups[0].mean() - groups[1].mean(), math.sqrt(sum(parts))
    if error <= ROUNDING * max(abs(group).max() for group in groups):
        return found
    df = sum(parts) ** 2 / sum(part**2 / (len(group) - 1) for part, group in zip(parts, groups))
    margin = t_quantile(df) * error
    difference = {"value": value, "low": value - margin, "high": value + margin}
    return {**found, **difference, "standardised": standardised(difference, groups)}


def alternatives(outcome):
    """The outcomes that answer the same question: for each, the values before and after of a person, and whether there are any before."""
    tested = bool(DESIGN["before"])
    of = lambda name, items=None: (lambda p: p.measure(name, "before"), lambda p: p.measure(name, "after", items), tested)
    if outcome in ("d_prime", "accuracy"):
        return [of("d_prime"), of("d_prime_replaced"), of("accuracy"), of("a_prime")]
    part = next((part for part in DESIGN["parts"] if "d_prime_" + part["id"] == outcome), None)
    if part:
        return [of("d_prime", part["items"]), of("d_prime_replaced", part["items"])]
    if outcome in MEASURES:
        return [of(outcome)]
    score = lambda name: lambda p: number_or_none(p.scores.get(name))
    scales = [(score(one["before"]), score(one["after"]), bool(one["before"])) for one in DESIGN["compared"] if "scale_" + one["id"] == outcome]
    return scales + [(lambda p, one=one: p.derived(one, "before"), lambda p, one=one: p.derived(one, "after"), bool(one["before"]))
                     for one in DESIGN["derived"] if "outcome_" + one["id"] == outcome]


def specification_curves(randomised, flagged):
    chosen = [[p for p in randomised if belongs(p, flagged)[which]] for which in range(3)] + [randomised]
    named = [one["outcome"] for one in DESIGN["secondary"]]
    found = []
    for outcome in dict.fromkeys(["d_prime"] + named):
        pairs = (DESIGN["comparisons"] if outcome == "d_prime" else []) + [one["pair"] for one in DESIGN["secondary"] if one["outcome"] == outcome]
        results, starts = [], []
        for before, after, tested in alternatives(outcome):
            seen = []
            starts.append(len(results))
            for some in chosen:
                rows = [(p, (p.arm, p.levels, before(p) if tested else None, after(p))) for p in some]
                rows = [(p, row) for p, row in rows if row[3] is not None and (row[2] is not None or not tested)]
                # Populations with the same participants count once.
                if [p for p, _ in rows] in seen:
                    continue
                seen.append([p for p, _ in rows])
                rows = [row for _, row in rows]
                results += [between(pairs, rows), [welch(pair, rows) for pair in pairs]]
        # The planned one is the first with the planned outcome.
        planned = starts[2 if outcome == "accuracy" else 0]
        for at, pair in enumerate(pairs):
            own = [{name: one[at][name] for name in ("n", "value", "low", "high", "standardised") if name in one[at]} for one in results]
            found.append({"arm": pair[0], "against": pair[1], "specifications": own, **in_numbers(own, planned)})
    return found


def in_numbers(specifications, planned):
    effects = [one.get("standardised") for one in specifications]
    sign = lambda effect: 0 if abs(effect["value"]) <= ROUNDING else math.copysign(1, effect["value"])
    planned, effects = effects[planned], [effect for effect in effects if effect]
    found = {"computed": len(effects), "above": sum(effect["low"] > 0 for effect in effects), "below": sum(effect["high"] < 0 for effect in effects)}
    if effects:
        values = [effect["value"] for effect in effects]
        found.update(median=np.median(values), smallest=min(values), largest=max(values))
    return {**found, "sameSign": sum(sign(effect) == sign(planned) for effect in effects)} if planned else found


def bounds(kept):
    half = len(DESIGN["after"]) // 2
    most = 2 * NORMAL.inv_cdf((half + 0.5) / (half + 1)) if half else 0.0
    values = {p: p.measure("d_prime", "after") for p in kept}
    most = max([most] + [abs(value) for value in values.values() if value is not None])
    found = []
    for arm, against in DESIGN["comparisons"]:
        one, groups = {}, [[values[p] for p in kept if p.arm == which] for which in (arm, against)]
        if all(any(value is not None for value in group) for group in groups):
            mean = lambda group, missing: np.mean([missing if v is None else v for v in group])
            seen = [np.mean([v for v in group if v is not None]) for group in groups]
            one = {"observed": seen[0] - seen[1],
                   "worst": mean(groups[0], -most) - mean(groups[1], most),
                   "best": mean(groups[0], most) - mean(groups[1], -most)}
        found.append(one)
    return found


# How much of the training was taken, and the effect of taking it, by two-stage least squares.

def instrumented(x, z, y):
    """Two-stage least squares of y on x with the instruments z, HC3 errors with the leverages of the second stage."""
    fitted = z @ np.linalg.lstsq(z, x, rcond=None)[0]
    bread = np.linalg.inv(fitted.T @ fitted)
    b = bread @ (fitted.T @ y)
    left = 1 - np.einsum("ij,jk,ik->i", fitted, bread, fitted)
    scores = fitted * ((y - x @ b) / left)[:, None]
    return b, np.sqrt(np.diag(bread @ (scores.T @ scores) @ bread)), len(y) - x.shape[1]


def watched(wave, one, kept):
    """Minutes that participants of an arm watched of the recordings in a part of the study."""
    mine = [p for p in kept if p.arm == one["arm"] and (wave == "main" or wave in p.later)]
    found = []
    for p in mine:
        own = [recording for recording in p.read_by["recordings"].get(DESIGN["arms"][p.arm], []) if recording["wave"] == wave]
        seconds = [p.watched.get((recording["block"], recording["stimulus"])) for recording in own]
        reported = sum(min(s, recording["seconds"]) for s, recording in zip(seconds, own) if s is not None)
        found.append((reported, sum(recording["seconds"] for recording in own), any(s is not None for s in seconds)))
    share = lambda least: share_number(sum(of > 0 and s >= least * of - 1e-9 * of for s, of, _ in found), len(found))
    return {"arm": one["arm"], "length": one["seconds"] / 60, "people": len(found),
            "minutes": quartiles([s / 60 for s, _, measured in found if measured]), "half": share(0.5), "all": share(0.95)}


def compliance(kept):
    share = lambda p: min(p.training[1] / p.training[0], 1.0) if p.training[0] else 0.0
    complied = lambda p: bool(p.training[0]) and p.training[1] >= DESIGN["perProtocol"] * p.training[0]
    arms = [arm for arm in range(len(DESIGN["arms"])) if any(p.arm == arm and p.training[0] for p in kept)]
    seen = [{"arms": [watched(part["wave"], one, kept) for one in part["arms"]]} for part in DESIGN["watched"]]
    if not arms:
        return {"watched": seen}
    have = [p for p in kept if p.has_outcome()]

    def of_arm(arm):
        everybody, mine = [p for p in kept if p.arm == arm], [p for p in have if p.arm == arm]
        return {"arm": arm, "randomised": len(everybody), "compliers": sum(map(complied, everybody)), "analysed": len(mine),
                "analysedCompliers": sum(map(complied, mine)), "meanDose": np.mean([share(p) for p in mine]) if mine else None}

    def effect(pair, dose_of):
        (arm, against), rows = pair, primary_rows(have)
        found, model = {"arm": arm, "against": against}, fit(rows, against)
        doses = np.array([float(dose_of(p)) if p.arm == arm else 0.0 for p in have if model and p.arm in model["arms"]])
        if model is None or arm not in model["others"] or not doses.any():
            return {"contrast": found}
        one = [float(p.arm == arm) for p in have if p.arm in model["arms"]]
        exogenous = [np.ones(len(one))] + [np.array([float(p.arm == other) for p in have if p.arm in model["arms"]])
                                           for other in model["others"] if other != arm] + model["known"]
        z = np.column_stack([one] + exogenous)
        b, errors, df = instrumented(np.column_stack([doses] + exogenous), z, model["y"])
        margin = t_quantile(df) * errors[0]
        found.update(n=len(one), value=b[0], standardError=errors[0], t=b[0] / errors[0], df=df, p=t_two_sided(b[0] / errors[0], df),
                     low=b[0] - margin, high=b[0] + margin)
        first = least_squares(z, doses)
        result = {"contrast": found, "firstStage": np.linalg.lstsq(z, doses, rcond=None)[0][0]}
        test = estimate(first, alone(first, 0)) if first else {}
        return {**result, "firstStageF": test["t"] ** 2} if "t" in test else result

    return {"threshold": DESIGN["perProtocol"], "watched": seen, "arms": [of_arm(arm) for arm in arms],
            "effects": [effect(pair, dose) for pair in DESIGN["comparisons"] if pair[0] in arms for dose in (share, complied)]}


# Multiple imputation of missing d' in each arm, and Rubin's rules.

def normals():
    """Normal numbers from those of Wichmann and Hill (1982): the same as the program's."""
    x, y, z = 12345, 23456, 13579
    while True:
        x, y, z = 171 * x % 30269, 172 * y % 30307, 170 * z % 30323
        yield NORMAL.inv_cdf((x / 30269 + y / 30307 + z / 30323) % 1)


def filled(values):
    """Values with their mean in place of missing ones."""
    known = [value for value in values if value is not None]
    return [[np.mean(known) if value is None else value for value in values]] if known else []


def predictors(kept):
    """What predicts d': what the comparison adjusts for, then the other characteristics of the baseline table."""
    columns = filled([p.measure("d_prime", "before") for p in kept])
    columns += [[p.levels[level] for p in kept] for level in range(2)]
    for one in DESIGN["dropouts"]:
        if one["kind"] == "measure" and one["id"] == "d_prime":
            continue
        values = [baseline_value(p, one) for p in kept]
        if one["kind"] == "answer":
            columns += [[float(value == place) for value in values] for place in range(len(one["answers"]))]
        else:
            columns += filled(values)
    return [np.array(column, float) for column in columns]


def imputation_model(y, columns):
    """Least squares in an orthonormal basis of the columns, over the people with the outcome: at most one column for each ten of
    them, none that the earlier ones determine, and no answer that fewer than five gave, or all but four."""
    known = ~np.isnan(y)
    n = int(known.sum())
    basis = [np.full(len(y), 1 / math.sqrt(n))]
    for column in columns:
        if len(basis) == max(1, n // 10):
            break
        ones = int((column[known] == 1).sum())
        if np.isin(column, (0.0, 1.0)).all() and min(ones, n - ones) < 5:
            continue
        vector = column
        for earlier in basis:
            vector = vector - (earlier[known] @ vector[known]) * earlier
        left = np.linalg.norm(vector[known])
        if left > COLLINEAR * np.linalg.norm(column[known]):
            basis.append(vector / left)
    basis = np.column_stack(basis)
    b = basis[known].T @ y[known]
    return {"b": b, "squares": ((y[known] - basis[known] @ b) ** 2).sum(), "df": n - len(b), "missing": basis[~known]}


def pool(estimates, complete_df):
    """Rows of a value and its standard error (Rubin 1987; Barnard and Rubin 1999)."""
    m, value = len(estimates), estimates[:, 0].mean()
    within, added = (estimates[:, 1] ** 2).mean(), (1 + 1 / m) * estimates[:, 0].var(ddof=1)
    error = math.sqrt(within + added)
    share = added / error**2
    df = 1 / (share**2 / (m - 1) + 1 / ((complete_df + 1) / (complete_df + 3) * complete_df * (1 - share)))
    margin = t_quantile(df) * error
    found = {"value": value, "low": value - margin, "high": value + margin, "standardError": error, "t": value / error, "df": df,
             "p": t_two_sided(value / error, df)}
    return found, (added / within + 2 / (df + 3)) / (added / within + 1)


def imputation(kept):
    kept = sorted(kept, key=lambda p: p.code)
    after = [p.measure("d_prime", "after") for p in kept]
    after = np.array([np.nan if value is None else value for value in after], float)
    lacks, arm = np.isnan(after), np.array([p.arm for p in kept])
    if not lacks.any():
        return {"imputations": 0}
    pairs = DESIGN["comparisons"] + [one["pair"] for one in secondary_d_prime()]
    found = [{"arm": pair[0], "against": pair[1]} for pair in pairs]
    result = {"imputations": 100, "imputed": [int(lacks[arm == one].sum()) for one in range(len(DESIGN["arms"]))], "contrasts": found}
    those = list(dict.fromkeys(arm[lacks].tolist()))
    if any((~lacks[arm == one]).sum() < 2 for one in those):
        return {**result, "margins": margin_tests(found)}
    columns, draws = predictors(kept), normals()
    draw = lambda n: np.array([next(draws) for _ in range(n)])
    models = [imputation_model(after[arm == one], [column[arm == one] for column in columns]) for one in those]
    outcomes = []
    for _ in range(100):
        complete = after.copy()
        for one, model in zip(those, models):
            sigma = math.sqrt(model["squares"] / (draw(model["df"]) ** 2).sum())
            b = model["b"] + sigma * draw(len(model["b"]))
            complete[lacks & (arm == one)] = model["missing"] @ b + sigma * draw(len(model["missing"]))
        outcomes.append(complete)
    before = filled([p.measure("d_prime", "before") for p in kept])
    before = before[0] if before else [None] * len(kept)

    def compared_in(complete, pair):
        model = fit([(p.arm, p.levels, early, late) for p, early, late in zip(kept, before, complete)], pair[1])
        if model is None:
            return {"n": 0}
        one = {"n": model["n"]}
        if pair[0] in model["others"]:
            one.update(estimate(model, alone(model, 1 + model["others"].index(pair[0]))))
        return one

    def of_pair(some):
        return np.array([[one["value"], one["standardError"]] for one in some]) if all("p" in one for one in some) else None

    sets = [[compared_in(complete, pair) for complete in outcomes] for pair in pairs]
    estimates, information = [of_pair(some) for some in sets], []
    for one, some, each in zip(found, sets, estimates):
        one["n"] = some[0]["n"]
        pooled, share = pool(each, some[0]["df"]) if each is not None else ({}, None)
        one.update(pooled)
        information.append(share)
    primary = [one for one in found[:len(DESIGN["comparisons"])] if "p" in one]
    # Hypotheses about factors keep the p values of the participants who have the outcome.
    others = effect_tests(primary_rows(kept))
    for one, p in zip(primary, holm([one["p"] for one in primary] + others)):
        one["pHolm"] = p
    levels, tipping, margin_tipping = last_levels(), [], []

    def shifting(at):
        """The pooled comparison by the shift of the imputed values in its arm; None without any."""
        shifted = lacks & (arm == pairs[at][0])
        if "value" not in found[at] or not shifted.any():
            return None
        # With values in the arm shifted by -1, 0 and 1, the difference is a line and its variance a parabola of the shift.
        below, above = [of_pair([compared_in(complete + shift * shifted, pairs[at]) for complete in outcomes]) for shift in (-1, 1)]
        if below is None or above is None:
            return None
        v, w, x = (each[:, 1] ** 2 for each in (below, estimates[at], above))

        def pooled(shift):
            values = estimates[at][:, 0] + shift * (above[:, 0] - estimates[at][:, 0])
            errors = np.sqrt(w + shift * (x - v) / 2 + shift**2 * ((v + x) / 2 - w))
            return pool(np.column_stack([values, errors]), sets[at][0]["df"])[0]

        return pooled

    def tips(at, point):
        now = point(0.0)[1]
        first = lambda sign: next((sign * step / 10 for step in range(1, 31) if point(sign * step / 10)[1] != now), None)
        return {"arm": pairs[at][0], "against": pairs[at][1], "down": first(-1), "up": first(1),
                "points": [point(step / 10)[0] for step in range(-30, 31, 5)]}

    for at in range(len(DESIGN["comparisons"])):
        pooled_at = shifting(at)
        if pooled_at is None:
            continue

        def point(shift):
            pooled = pooled_at(shift)
            ps = [pooled["p"] if one is found[at] else one["p"] for one in primary]
            own = next(index for index, one in enumerate(primary) if one is found[at])
            one = {"shift": shift, **{name: pooled[name] for name in ("value", "low", "high")}, "pHolm": holm(ps + others)[own]}
            rejected = one["pHolm"] <= DESIGN["alpha"] if levels is None else rejects(levels, ps, own)
            return one, np.sign(one["value"]) if rejected else 0

        tipping.append(tips(at, point))
    for at, plan in enumerate(secondary_d_prime(), len(DESIGN["comparisons"])):
        pooled_at = shifting(at) if plan["margin"] is not None else None
        if pooled_at is None:
            continue

        def point_against_margin(shift):
            pooled = pooled_at(shift)
            p, interval = against_margin(plan["kind"], plan["margin"], -1, pooled)
            least = DESIGN["alpha"] / (1 if plan["kind"] == "equivalence" else 2)
            decision = 1 if p <= least else -1 if 1 - p <= least else 0
            return {"shift": shift, "value": pooled["value"], "interval": interval, "p": p}, decision

        margin_tipping.append(tips(at, point_against_margin))
    result.update(margins=margin_tests(found), marginTipping=margin_tipping)
    return {**result, "missingInformation": information, "tipping": tipping}


# Curves, items, scales, flow.

def clustered_auc(groups):
    """Pairs of ratings of signal and noise, one for each person (Obuchowski 1997)."""
    groups = [group for group in groups if group[0] or group[1]]
    found = {"n": len(groups)}
    signal, noise = [v for s, _ in groups for v in s], [v for _, n in groups for v in n]
    if len(signal) < 2 or len(noise) < 2:
        return found
    below, above = placements(signal, noise)
    area = below.mean()
    a, b, i, j = [], [], 0, 0
    for s, n in groups:
        a.append((below[i:i + len(s)] - area).sum())
        b.append((above[j:j + len(n)] - area).sum())
        i, j = i + len(s), j + len(n)
    a, b = np.array(a), np.array(b)
    sizes = [sum(bool(s) for s, _ in groups), sum(bool(n) for _, n in groups), len(groups)]
    if min(sizes[:2]) < 2:
        return found
    scale = [size / (size - 1) for size in sizes]
    m, n = len(signal), len(noise)
    variance = scale[0] * (a @ a) / m**2 + scale[1] * (b @ b) / n**2 + 2 * scale[2] * (a @ b) / (m * n)
    error, found["value"] = math.sqrt(max(variance, 0)), area
    if error > ROUNDING:
        low, high = area - Z95 * error, area + Z95 * error
        found.update(low=min(max(low, 0), 1), high=min(max(high, 0), 1))
    return found


def curves(kept):
    found = []
    for phase in ("before", "after"):
        for arm in range(len(DESIGN["arms"])):
            judged = [p.judged[phase] for p in kept if p.arm == arm]
            all_ = [one for some in judged for one in some]
            sure = [one for one in all_ if one["confidence"] is not None]
            calibration = []
            for level in sorted({one["confidence"] for one in sure}):
                of = [one["right"] for one in sure if one["confidence"] == level]
                low, high = wilson(sum(of), len(of))
                calibration.append({"confidence": level, "answers": len(of), "accuracy": sum(of) / len(of), "low": low, "high": high})
            signal, roc = [one for one in all_ if one["manipulated"]], []
            noise = [one for one in all_ if not one["manipulated"]]
            if signal and noise:
                roc = [{"falseAlarms": 0.0, "hits": 0.0}]
                for rating in sorted({one["rating"] for one in all_}, reverse=True):
                    roc.append({"falseAlarms": sum(one["rating"] >= rating for one in noise) / len(noise),
                                "hits": sum(one["rating"] >= rating for one in signal) / len(signal)})
            split = lambda some, signal, value: ([value(o) for o in some if signal(o)], [value(o) for o in some if not signal(o)])
            ratings = [split(some, lambda o: o["manipulated"], lambda o: o["rating"]) for some in judged]
            sureness = [split([o for o in some if o["confidence"] is not None], lambda o: o["right"] == 1, lambda o: o["confidence"]) for some in judged]
            found.append({"arm": arm, "calibration": calibration, "roc": roc, "auc": clustered_auc(ratings), "type2Auc": clustered_auc(sureness)})
    return found


def items(kept):
    found = []
    for phase in ("before", "after"):
        for item in DESIGN[phase]:
            pairs, answers = [], []
            for p in kept:
                own = [one for one in p.judged[phase] if one["item"] == item]
                rest = [one["right"] for one in p.judged[phase] if one["item"] != item]
                answers += own
                if own and rest:
                    pairs.append((own[0]["right"], np.mean(rest)))
            share = lambda of: share_number(sum(one["altered"] for one in of), len(of))
            one = {"right": share_number(int(sum(a["right"] for a in answers)), len(answers)),
                   "hits": share([a for a in answers if a["manipulated"]]),
                   "falseAlarms": share([a for a in answers if not a["manipulated"]]),
                   "discrimination": {"n": len(pairs)}}
            x, y = np.array(pairs, float).reshape(-1, 2).T
            if len(pairs) > 2 and ((x - x.mean()) ** 2).sum() > 1e-12 and ((y - y.mean()) ** 2).sum() > 1e-12:
                one["discrimination"]["value"] = np.corrcoef(x, y)[0, 1]
            found.append(one)
    return found


def coded(person, item):
    answer, coding = person.answers.get(item), person.read_by["codings"].get(item)
    if answer is None or coding is None:
        return None
    if coding["kind"] == "right":
        return float(answer == coding["answer"])
    return coding["sum"] - float(answer) if coding["kind"] == "reverse" else float(answer)


def scales(kept):
    found = []
    for scale in DESIGN["scales"]:
        rows = [[coded(p, item) for item in scale["items"]] for p in kept]
        rows = np.array([row for row in rows if None not in row], float).reshape(-1, len(scale["items"]))
        alpha, k = {"n": len(rows)}, rows.shape[1]
        if scale["hasAlpha"] and len(rows) > 1 and rows.sum(axis=1).var(ddof=1) > 1e-12:
            alpha["value"] = k / (k - 1) * (1 - rows.var(axis=0, ddof=1).sum() / rows.sum(axis=1).var(ddof=1))
        found.append({"items": k, "alpha": alpha, "arms": by_arm(kept, lambda p: number_or_none(p.scores.get(scale["score"])))})
    return found


def baseline_value(person, one):
    """Of numbers the value, of answers the place of the answer among those of the study."""
    if one["kind"] == "measure":
        return person.measure(one["id"], "before")
    if one["kind"] == "score":
        return number_or_none(person.scores.get(one["id"]))
    answer = person.answers.get(one["id"])
    if answer is None or pd.isna(answer):
        return None
    if one["kind"] == "number":
        return float(answer)
    return next((place for place, answers in enumerate(one["answers"]) if answer in answers), None)


def described(one, values):
    given = [value for value in values if value is not None]
    row = {"n": len(given), "missing": len(values) - len(given)}
    if one["kind"] == "answer":
        row["people"] = [given.count(place) for place in range(len(one["answers"]))]
    elif given:
        row["mean"] = np.mean(given)
        if len(given) > 1:
            row["deviation"] = np.std(given, ddof=1)
    return row


def baseline(randomised):
    """What all randomised participants were like before, also the excluded ones. Nothing is tested."""
    return [{"arms": [described(one, [baseline_value(p, one) for p in randomised if p.arm == arm])
                      for arm in range(len(DESIGN["arms"]))]} for one in DESIGN["baseline"]]


def standardised_by(variances, difference, size):
    deviation = math.sqrt(sum(variances) / 2)
    return difference / deviation if deviation > ROUNDING * size else None


def dropouts(kept):
    """Those without the primary outcome next to those with it, with standardised differences (Austin 2009)."""
    found = []
    for one in DESIGN["dropouts"]:
        arms = []
        for arm in range(len(DESIGN["arms"])):
            groups = [described(one, [baseline_value(p, one) for p in kept if p.arm == arm and p.has_outcome() == has])
                      for has in (False, True)]
            without, with_ = groups
            if one["kind"] == "answer":
                differences = []
                for place in range(len(one["answers"])):
                    p = [group["people"][place] / group["n"] for group in groups if group["n"]]
                    differences.append(standardised_by([q * (1 - q) for q in p], p[0] - p[1], 0) if len(p) == 2 else None)
            else:
                differences = [standardised_by([group["deviation"] ** 2 for group in groups], without["mean"] - with_["mean"],
                                               max(abs(group["mean"]) for group in groups))
                               if all("deviation" in group for group in groups) else None]
            arms.append({"with": with_, "without": without, "differences": differences})
        found.append({"arms": arms})
    return found


def counted(folder, figure):
    """A figure of the flow diagram by arm: who had everything erased is in no table, only in these counts."""
    with open(folder / "results" / "consort.csv", encoding="utf-8", newline="") as file:
        return {row["arm"]: int(row["people"]) for row in csv.DictReader(file) if row["figure"] == figure and row["wave"] == "main"}


def flow_totals(folder, tables, everybody, arms):
    """The figures of the whole flow. Whether people who had everything erased had consented is in no table."""
    erased = sum(counted(folder, "withdrawnErased").values())
    registered, randomised = len(everybody) + erased, sum(arm["randomised"] for arm in arms)
    found = {"registered": registered, "randomised": randomised, "notRandomised": registered - randomised}
    return found if erased else {**found, "consented": tables["consents"]["participant_id"].nunique()}


def stage(folder, randomised, arms):
    """How far the study is, without simulated participants. Whether people who had everything erased were simulated is in
    no table, so that they can be counted only where all participants are simulated, or none."""
    real = [p for p in randomised if not p.simulated]
    outcomes = [p.measure("d_prime", "after") for p in real if not p.excluded and p.has_outcome()]
    found = {"n": len(outcomes)}
    erased, simulated = sum(arm["erased"] for arm in arms), counted(folder, "simulated")["all"]
    if not erased or simulated in (0, counted(folder, "registered")["all"]):
        found["randomised"] = len(real) + (0 if simulated else erased)
    if len(outcomes) > 1:
        found["outcomeSd"] = np.std(outcomes, ddof=1)
    return found


def flow_and_loss(folder, randomised):
    exposed, before_end = counted(folder, "exposed"), counted(folder, "withdrawnErasedBeforeEnd")
    arms, lost = [], []
    for arm, name in enumerate(DESIGN["arms"]):
        mine = [p for p in randomised if p.arm == arm]
        gone = exposed.get(name, 0) - len(mine)
        trained = any(p.training[0] > 0 for p in mine)
        completed = sum(p.training[0] > 0 and p.training[1] >= p.training[0] for p in mine)
        arms.append({
            "arm": arm, "randomised": len(mine) + gone, "erased": gone, "erasedBeforeEnd": before_end.get(name, 0),
            "trainingStarted": sum(p.training[1] > 0 for p in mine) if trained else None,
            "trainingCompleted": completed if trained else None,
            "testStarted": sum(p.test()[1] > 0 for p in mine),
            "testCompleted": sum(p.test()[0] > 0 and p.test()[1] >= p.test()[0] for p in mine),
            # Who reached the end and had everything erased later stays counted.
            "completed": sum(p.completed for p in mine) + gone - before_end.get(name, 0),
            "unfinished": sum(p.status == "active" and not p.completed for p in mine),
            "withdrew": sum(p.status == "withdrawn" for p in mine),
            "withdrewBeforeEnd": sum(p.status == "withdrawn" and not p.completed for p in mine),
            "excluded": sum(p.excluded for p in mine),
            "analysed": sum(p.has_outcome() and not p.excluded for p in mine),
        })
        lost.append((sum(not p.has_outcome() for p in mine) + gone, len(mine) + gone))
    loss = shares_lost(lost, list(range(len(lost))))
    for one, (l, of) in zip(loss["arms"], lost):
        one.update(lost=l, randomised=of)
    return {"arms": arms}, loss


def shares_lost(lost, arms):
    """Shares of several arms, compared: so many out of so many in each."""
    found = [{"arm": arm, "share": share_number(l, of)} for arm, (l, of) in zip(arms, lost)]
    loss = {"arms": found, "share": share_number(sum(l for l, _ in lost), sum(of for _, of in lost))}
    if all(of for _, of in lost):
        shares = [l / of for l, of in lost]
        loss["spread"] = max(shares) - min(shares)
    if all(of for _, of in lost) and len(lost) > 1:
        reference = DESIGN["comparisons"][0][1] if DESIGN["comparisons"] else 0
        if reference in arms:
            own = lost[arms.index(reference)]
            q, qn = own[0] / own[1], wilson(*own)
            for one, (l, of) in zip(found, lost):
                if one["arm"] != reference:
                    p, pn = l / of, wilson(l, of)
                    one["difference"] = {"n": of, "value": p - q, "low": p - q - math.hypot(p - pn[0], qn[1] - q),
                                         "high": p - q + math.hypot(pn[1] - p, q - qn[0])}
        total, pooled = sum(of for _, of in lost), sum(l for l, _ in lost) / sum(of for _, of in lost)
        if 0 < pooled < 1:
            x = sum((l - of * pooled) ** 2 / (of * pooled * (1 - pooled)) for l, of in lost)
            loss.update(chiSquare=x, df=len(lost) - 1, p=chi_square_upper(x, len(lost) - 1))
    return loss


# The later waves.

def waves(randomised, kept, of_arms):
    found = []
    for at, wave in enumerate(DESIGN["waves"]):
        reached_end = lambda p, part: p.completed if part == "main" else part in p.later and not pd.isna(p.later[part]["completed_at"])
        planned = [[p.later[wave["id"]] for p in randomised if p.arm == arm and wave["id"] in p.later] for arm in wave["arms"]]
        reached = lambda rows, time: sum(not pd.isna(row[time]) for row in rows)
        loss = shares_lost([(len(rows) - reached(rows, "completed_at"), len(rows)) for rows in planned], wave["arms"])
        for one, rows, arm in zip(loss["arms"], planned, wave["arms"]):
            completed = reached(rows, "completed_at")
            left = [p.later[wave["id"]] for p in randomised if p.arm == arm and wave["id"] in p.later and p.status == "withdrawn"]
            one.update(planned=len(rows), begun=reached(rows, "started_at"), completed=completed, notCompleted=len(rows) - completed,
                       withdrew=len(left) - reached(left, "completed_at"))
            expected = [p for p in randomised if p.arm == arm and wave["id"] in p.later]
            one["excluded"] = sum(p.excluded for p in expected)
            one["completedBefore"] = sum(reached_end(p, wave["after"]) for p in randomised if p.arm == arm)
            all_of = of_arms[arm]["randomised"]
            one["shareOfRandomised"] = share_number(all_of - completed, all_of)
            if wave["items"]:
                one["analysed"] = sum(not p.excluded and p.measure("d_prime", at) is not None for p in expected)
        all_of = sum(of_arms[arm]["randomised"] for arm in wave["arms"])
        loss["shareOfRandomised"] = share_number(all_of - sum(one["completed"] for one in loss["arms"]), all_of)
        pairs = [pair for pair in DESIGN["comparisons"] if set(pair) <= set(wave["arms"])]
        outcomes, retained = [], []
        for name in ("d_prime", "criterion") if wave["items"] else ():
            rows = [(p.arm, p.levels, p.measure(name, "before"), p.measure(name, at)) for p in kept if p.tested_before(name)]
            rows = [row for row in rows if row[3] is not None]
            outcomes.append({"means": by_arm(kept, lambda p: p.measure(name, at)), "contrasts": between(pairs, rows)})
        both = [p for p in kept if p.has_outcome() and first_of(at)(p) is not None and p.measure("d_prime", at) is not None]
        for pair in pairs if wave["items"] and not DESIGN["byUnit"] else ():
            retained.append({"arm": pair[0], "against": pair[1], **share_retained(pair, both, at)})
        found.append({"loss": loss, "items": len(wave["items"]), "outcomes": outcomes, "retained": retained})
    return found


def first_of(at):
    """d' in the first part, over the items with which a later wave is compared."""
    part = DESIGN["waves"][at]["part"]
    items = None if part is None else DESIGN["parts"][part]["items"]
    return lambda p: p.measure("d_prime", "after", items)


def share_retained(pair, both, at):
    """The difference in a later wave divided by the first one, in the same model of the same people (Fieller 1954)."""
    first = first_of(at)
    models = [fit([(p.arm, p.levels, p.measure("d_prime", "before"), after(p)) for p in both], pair[1])
              for after in (first, lambda p: p.measure("d_prime", at))]
    sizes = [sum(p.arm == arm for p in both) for arm in range(len(DESIGN["arms"]))]
    n = sum(size for size in sizes if size >= 2) if sizes[pair[1]] >= 2 else 0
    found = {name: {"n": n} for name in ("first", "later", "share")}
    if None in models or pair[0] not in models[0]["others"]:
        return found
    weights = alone(models[0], 1 + models[0]["others"].index(pair[0]))
    columns = [deviations(model, weights) for model in models]
    if any(column is None for column in columns):
        return found
    for name, model in zip(("first", "later"), models):
        found[name].update(number_of(estimate(model, weights)))
    first, later = found["first"]["value"], found["later"]["value"]
    t = t_quantile(models[0]["df"]) ** 2
    a, b, c = (x * y - t * (u @ v) for x, y, u, v in
               ((first, first, columns[0], columns[0]), (first, later, *columns), (later, later, columns[1], columns[1])))
    # If the interval of the first difference includes 0, or d' is of another number of items, there is no share.
    part = DESIGN["waves"][at]["part"]
    if a > 0 and len(TESTS[at]) == len(TESTS["after"] if part is None else DESIGN["parts"][part]["items"]):
        root = math.sqrt(max(b * b - a * c, 0.0))
        found["share"].update(value=later / first, low=(b - root) / a, high=(b + root) / a)
    return found


# Judgements before and after advice.

def advice(kept):
    return [{"items": len(test["items"]), "arms": [advice_of(at, arm, [p for p in kept if p.arm == arm]) for arm in test["arms"]]}
            for at, test in enumerate(DESIGN["advised"])]


def advice_of(at, arm, mine):
    pairs = [p.advised[at] for p in mine]
    every = [pair for own in pairs for pair in own]

    def share(holds, among=lambda pair: True):
        own = [[holds(pair) for pair in one if among(pair)] for one in pairs]
        return mean_number([np.mean(one) for one in own if one], (0, 1))

    def measured(name):
        both = [(p.measure(name, ("initial", at)), p.measure(name, ("final", at))) for p in mine]
        both = [pair for pair in both if None not in pair]
        ends = (-math.inf, math.inf) if name == "d_prime" else (0, 1)
        changes = [last - first if abs(last - first) >= 1e-12 else 0.0 for first, last in both]
        return {"initial": mean_number([first for first, _ in both], ends), "final": mean_number([last for _, last in both], ends),
                "change": mean_number(changes, (-ends[1], ends[1]))}

    return {"arm": arm, "answers": len(every), "disagreed": sum(pair["disagreed"] for pair in every),
            "measures": [measured(name) for name in ("d_prime", "accuracy", "confidence")],
            "switched": share(lambda pair: pair["switched"]),
            "toCorrect": share(lambda pair: pair["correct"] == (0.0, 1.0)),
            "fromCorrect": share(lambda pair: pair["correct"] == (1.0, 0.0)),
            "adopted": share(lambda pair: pair["followed"], lambda pair: pair["disagreed"]),
            "adoptedRight": share(lambda pair: pair["followed"], lambda pair: pair["disagreed"] and pair["right"]),
            "adoptedWrong": share(lambda pair: pair["followed"], lambda pair: pair["disagreed"] and not pair["right"])}


def times(everybody):
    found = []
    # Times of simulated participants are shown only if there are no others.
    only_simulated = all(p.simulated for p in everybody if p.exposed and p.arm is not None)
    timed = {p for p in everybody if p.simulated == only_simulated}
    for arm, steps in enumerate(DESIGN["steps"]):
        mine, rows = [p for p in everybody if p.arm == arm], []
        for number in range(steps):
            entered = [(p, at, next((t for s, t in p.steps if s > number), None)) for p in mine for s, at in p.steps if s == number]
            spent = [(p, (to - at) / 1000) for p, at, to in entered if to is not None]
            time = quartiles([time for p, time in spent if time >= 0 and p in timed])
            rows.append({"entered": len(entered), "stayed": len(entered) - len(spent), "time": time})
        whole = [p.whole_time() for p in mine if p.whole_time() is not None and p in timed]
        found.append({"arm": arm, "whole": quartiles(whole), "steps": rows})
    return found


def report(folder):
    """The numbers of the report, in its shape."""
    tables = load.read(folder)
    everybody = people(tables)
    randomised = [p for p in everybody if p.exposed and p.arm is not None]
    # One arm may be longer than another by design, and simulated participants are faster than people.
    alike = lambda one: [p.whole_time() for p in everybody
                         if (p.arm, p.simulated) == (one.arm, one.simulated) and p.whole_time() is not None]
    kinds = {(p.arm, p.simulated): p for p in randomised}
    medians = {kind: np.median(alike(p)) for kind, p in kinds.items() if alike(p)}
    flagged = {p: flags(p, medians.get((p.arm, p.simulated))) for p in randomised}
    kept = [p for p in randomised if not p.excluded]
    flow, loss = flow_and_loss(folder, randomised)
    flow.update(flow_totals(folder, tables, everybody, flow["arms"]))
    told = outcomes(kept)
    later = waves(randomised, kept, flow["arms"])
    outcomes_of = lambda wave: told if wave is None else later[wave]["outcomes"]
    rests = [rest(one, outcomes_of(one["wave"])[one["outcome"]]["contrasts"][one["contrast"]]) for one in DESIGN["hypotheses"]]
    return {
        "trial": {"detectable": None if DESIGN["byUnit"] else detectable(flow)}, "flow": flow, "stage": stage(folder, randomised, flow["arms"]), "loss": loss, "baseline": baseline(randomised), "dropouts": dropouts(kept), "hypotheses": rests, "outcomes": told, "model": ancova_model(primary_rows(kept)), "factors": factors(primary_rows(kept)),
        "populations": populations(randomised, flagged), "specifications": specification_curves(randomised, flagged), "compliance": compliance(kept), "bounds": bounds(kept), "imputation": imputation(kept), "curves": curves(kept),
        "moderators": moderators(kept), "sequential": sequential(DESIGN["sequential"]),
        "items": items(kept), "scales": scales(kept), "times": times(everybody),
        "flags": [{"people": sum(flagged[p][i] for p in randomised),
                   "arms": [sum(flagged[p][i] for p in randomised if p.arm == arm) for arm in range(len(DESIGN["arms"]))]}
                  for i in range(8)],
        "waves": later, "advice": advice(kept),
        **({"clusters": clusters(primary_rows(kept))} if DESIGN["byUnit"] else {}),
        "people": individuals(randomised, flagged),
    }


def upper(x):
    """What the normal distribution has above a value."""
    return 0.5 * math.erfc(x / math.sqrt(2))


UPPER = np.vectorize(upper, otypes=[float])


def spent_up_to(alpha, share):
    if DESIGN["sequential"]["spending"] == "pocock":
        return alpha * math.log(1 + (math.e - 1) * share)
    return 4 * upper(-NORMAL.inv_cdf(alpha / 4) / math.sqrt(share))


def last_bound(alpha, looks):
    """The bound of the last of some looks with their information and share of it: the density of the score of studies that have
    crossed no bound, integrated from look to look."""
    at, weight = np.polynomial.legendre.leggauss(400)
    points = weights = None
    before = spent_before = 0.0
    for information, share in looks:
        step = math.sqrt(information - before)
        spent = max(spent_before, spent_up_to(alpha, share))
        low, high = 0.0, 40 * math.sqrt(information)
        for _ in range(70):
            edge = (low + high) / 2
            if points is None:
                beyond = 2 * upper(edge / step)
            else:
                beyond = weights @ (UPPER((edge - points) / step) + UPPER((edge + points) / step))
            low, high = (edge, high) if beyond > spent - spent_before else (low, edge)
        inside = edge * at
        if points is None:
            density = np.exp(-0.5 * (inside / step) ** 2)
        else:
            density = np.exp(-0.5 * ((inside[:, None] - points) / step) ** 2) @ weights
        points, weights = inside, edge * weight * density / (step * math.sqrt(2 * math.pi))
        before, spent_before = information, spent
    z = edge / math.sqrt(before)
    return {"z": z, "p": 2 * upper(z)}


def crossed_upwards(bounds, shares, drift):
    """The probability that a design with these bounds crosses one of them upwards, if Z at the last look has the mean `drift`."""
    at, weight = np.polynomial.legendre.leggauss(400)
    points = weights = None
    before = total = 0.0
    for bound, share in zip(bounds, shares):
        step, mean = math.sqrt(share - before), drift * (share - before)
        edge = bound * math.sqrt(share)
        inside = edge * at
        if points is None:
            total += upper((edge - mean) / step)
            density = np.exp(-0.5 * ((inside - mean) / step) ** 2)
        else:
            total += weights @ UPPER((edge - mean - points) / step)
            density = np.exp(-0.5 * ((inside[:, None] - points - mean) / step) ** 2) @ weights
        points, weights = inside, edge * weight * density / (step * math.sqrt(2 * math.pi))
        before = share
    return total


def inflation(alpha, power):
    """How many times the people of a design without looks a design with looks needs for the same power."""
    if DESIGN["sequential"] is None:
        return 1.0
    shares = [one["share"] for one in DESIGN["sequential"]["planned"]] + [1.0]
    bounds = [last_bound(alpha, [(share, share) for share in shares[:k + 1]])["z"] for k in range(len(shares))]
    low, high = 0.0, 20.0
    for _ in range(50):
        drift = (low + high) / 2
        low, high = (low, drift) if crossed_upwards(bounds, shares, drift) > power else (drift, high)
    return (drift / (NORMAL.inv_cdf(power) - NORMAL.inv_cdf(alpha / 2))) ** 2


def detectable(flow):
    """The smallest difference that each primary test finds with the planned power: the solution of the power of the t test,
    with as many people as the covariate is worth. If the items are a sample, the variance and the degrees of freedom have
    their part."""
    sample = DESIGN["sample"]
    per_arm, alpha = min(arm["analysed"] for arm in flow["arms"]), DESIGN["alpha"] / sample["tests"]
    if sample["correlation"] is None or sample["itemEffects"] is None:
        return None
    n = math.floor(per_arm / inflation(alpha, sample["power"]) / (1 - sample["correlation"] ** 2) + 1e-9)
    if n < 2:
        return None
    items = len(DESIGN["after"])
    parts = [(2 / n, 2 * n - 2)] + ([(sample["itemEffects"] ** 2 / items, items - 2)] if sample["itemEffects"] else [])
    variance = sum(part for part, _ in parts)
    df = variance ** 2 / sum(part ** 2 / own for part, own in parts)
    critical = t_quantile(df, alpha / 2)
    # s / σ, where s² / σ² is chi-square over its degrees of freedom.
    at, weight = np.polynomial.legendre.leggauss(400)
    low, high = max(0.0, 1 - 8 / math.sqrt(2 * df)), 1 + 8 / math.sqrt(2 * df)
    spread = (low + high) / 2 + (high - low) / 2 * at
    weight = weight * np.exp((df - 1) * np.log(spread) - df * (spread ** 2 - 1) / 2)

    def is_found(effect):
        shift = effect / math.sqrt(variance)
        found = UPPER(critical * spread - shift) + UPPER(critical * spread + shift)
        return weight @ found / weight.sum() >= sample["power"]

    low, high = 0.0, 10.0
    if not is_found(high):
        return None
    while high - low > 1e-12:
        middle = (low + high) / 2
        low, high = (low, middle) if is_found(middle) else (middle, high)
    return {"perArm": per_arm, "alpha": alpha, "power": sample["power"], "correlation": sample["correlation"], "effect": high}


def sequential(plan):
    """Planned looks at the primary hypotheses, with the bounds of those that were taken."""
    if plan is None:
        return None
    n = math.floor(plan["target"] * (1 - plan["loss"]) + 0.5)
    looks = [(one["n"], 1.0 if one["complete"] else one["n"] / n) for one in plan["looks"]]
    alpha = DESIGN["alpha"]
    return {
        "plannedN": n,
        "planned": [{"share": one["share"], "n": math.ceil(one["share"] * n)} for one in plan["planned"]],
        "looks": [{"n": looks[k][0], "share": looks[k][1], "spent": max(spent_up_to(alpha, share) for _, share in looks[:k + 1]),
                   "bounds": [last_bound(alpha / (open + 1), looks[:k + 1]) for open in range(len(DESIGN["comparisons"]))]}
                  for k in range(len(looks))],
    }


def last_levels():
    """The p values at which the last look rejects a hypothesis while one remains, two, and so on; None without looks."""
    looks = DESIGN["sequential"] and sequential(DESIGN["sequential"])["looks"]
    return [bound["p"] for bound in looks[-1]["bounds"]] if looks else None


def rejects(levels, ps, own):
    """Whether Holm's procedure with these levels rejects one of some p values."""
    for remaining, at in zip(range(len(levels), 0, -1), sorted(range(len(ps)), key=lambda at: ps[at])):
        if ps[at] > levels[remaining - 1]:
            return False
        if at == own:
            return True


def rest(hypothesis, contrast):
    """The comparison of a hypothesis; where there is a margin, also the one-sided p value against it. Equivalence has two such
    tests, and the interval that belongs to them."""
    one = {"contrast": contrast}
    if hypothesis["margin"] is None:
        return one
    one["margin"] = hypothesis["margin"]
    if "p" in contrast:
        one["pMargin"], interval = against_margin(hypothesis["kind"], one["margin"], hypothesis["worse"], contrast)
        if hypothesis["kind"] == "equivalence":
            one["marginInterval"] = interval
    return one


def individuals(randomised, flagged):
    """The columns of results/people.csv."""
    names = ("modified_intention_to_treat", "per_protocol", "unflagged")
    return {p.code: {**dict(zip(names, map(int, belongs(p, flagged)))),
                     **{f"{phase}_{name}": p.measure(name, phase) for phase in ("before", "after") for name in MEASURES},
                     **{f"{phase}_outcome_{one['id']}": p.derived(one, phase) for one in DESIGN["derived"]
                        for phase in ("before", "after") if one[phase]},
                     **{f"moderator_{one['id']}": moderator_value(one, p) for one in DESIGN["moderators"] if one["item"] or one["number"]}}
            for p in randomised}


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
    reported = dict(flat(written))
    # These are no results, or count people who are in no table; analysis/item_response.py compares the item response.
    ours = ("itemResponse", "about", "stage.target", "trial.versions", "trial.plan", "flow.notRandomisedReasons")
    # What was found at an earlier look is in no table.
    listed = lambda name: ".unfinishedAt." in name or ".excludedReasons." in name or (name.startswith("sequential.") and ".tests." in name)
    # Before the target, the report has no results by arm: its model, its imputation and its compliance are empty.
    withheld = written["stage"]["kind"] == "interim"
    ours += ("model", "imputation") if withheld else ()
    wanted = {name: value for name, value in reported.items() if not name.startswith(ours) and not listed(name)}
    with open(folder / "results" / "people.csv", encoding="utf-8", newline="") as file:
        told = {row.pop("participant_id"): row for row in csv.DictReader(file)}
    for row in told.values():
        for name in ("arm", "form", "simulated"):
            del row[name]
        for one in DESIGN["moderators"]:
            label = row.get(f"moderator_{one['id']}")
            if one["item"] and label:
                row[f"moderator_{one['id']}"] = 1 + one["labels"].index(label)
    wanted.update(flat({"people": {who: {name: float(value) for name, value in row.items() if value} for who, row in told.items()}}))
    found = dict(flat(report(folder)))
    # Whether erased people had consented, or were simulated, may be in no table. The spread is told only before the target.
    ours += tuple(name for name in ("flow.consented", "stage.randomised") if name not in found)
    wanted = {name: value for name, value in wanted.items() if not name.startswith(ours)}
    if not withheld:
        found.pop("stage.outcomeSd", None)
    # Without participants to count, the report has n = 0 and no other number; this script has nothing.
    empty = [name for name, value in wanted.items() if name.endswith(".n") and value == 0 and name not in found]
    for name in empty:
        del wanted[name]
    missing = [name for name in wanted if name not in found]
    extra = [name for name in found if name not in wanted and not withheld]
    apart = {name: abs(found[name] - value) / max(1.0, abs(value)) for name, value in wanted.items() if name in found}
    wrong = [name for name, distance in apart.items() if not distance <= 1e-9]
    for name in missing:
        print(f"{name}: in the report, not computed here", file=sys.stderr)
    for name in extra:
        print(f"{name}: computed here, not in the report", file=sys.stderr)
    for name in wrong:
        print(f"{name}: {found[name]!r} here, {wanted[name]!r} in the report", file=sys.stderr)
    print(f"{len(apart) - len(wrong)} of {len(wanted)} numbers agree; the largest difference is {max(apart.values(), default=0):.1e}.")
    if empty:
        print(f"Not compared: {len(empty)} numbers with n = 0 in the report.")
    if withheld:
        print("The report of this package withholds results by arm, because the target was not reached.")
    if not told:
        print("This package contains no randomised participants. Simulated participants are included only with --simulated.")
    return 1 if missing or extra or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
