#!/usr/bin/env python3
"""Derives the allocation from its seed and compares it with the ledger of this package.

    python3 analysis/allocation.py                 checks the slots of simulated participants, whose seed is public
    python3 analysis/allocation.py --seed SEED     checks the commitment and the slots of people
    python3 analysis/allocation.py --seed SEED --list 24
                                                   also prints the first 24 slots of the schedule

SEED is base64, as in the study's file allocation.seed, or hexadecimal. If the package contains it, it need not be given.
Only Python's standard library is used. docs/ALLOCATION.md of Unmask describes each step.
"""

import argparse
import base64
import csv
import hashlib
import itertools
import json
import struct
import sys
from fractions import Fraction
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
MASK = 0xFFFFFFFF
LARGEST = 2**64 - 1
SIMULATED_SEED = b"places for robots of a rehearsal"


def chacha20(key):
    """The key stream of ChaCha20 (RFC 8439) with a 64-bit counter from 0 and a nonce of 0, as 64-bit numbers."""
    constants = struct.unpack("<4I", b"expand 32-byte k")
    words = struct.unpack("<8I", key)

    def turn(state, a, b, c, d):
        for one, other, into, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            state[one] = (state[one] + state[other]) & MASK
            mixed = state[into] ^ state[one]
            state[into] = (mixed << by | mixed >> (32 - by)) & MASK

    for counter in itertools.count():
        start = [*constants, *words, counter & MASK, counter >> 32, 0, 0]
        state = list(start)
        for _ in range(10):
            for column in range(4):
                turn(state, column, column + 4, column + 8, column + 12)
            for column in range(4):
                turn(state, column, (column + 1) % 4 + 4, (column + 2) % 4 + 8, (column + 3) % 4 + 12)
        block = [(word + first) & MASK for word, first in zip(state, start)]
        for low, high in zip(block[::2], block[1::2]):
            yield high << 32 | low


def generator(seed, purpose):
    """A stream of its own for each purpose: keyed by SHA-256 of the seed's length, the seed, and the purpose."""
    return chacha20(hashlib.sha256(struct.pack("<Q", len(seed)) + seed + purpose.encode()).digest())


def below(stream, bound):
    """A number from 0 to bound - 1. Draws that would favour small numbers are rejected."""
    rest = (LARGEST % bound + 1) % bound
    return next(draw % bound for draw in stream if draw <= LARGEST - rest)


def shuffle(stream, things):
    """Fisher and Yates' shuffle, from the last one down."""
    for last in range(len(things) - 1, 0, -1):
        other = below(stream, last + 1)
        things[last], things[other] = things[other], things[last]


def form_of(plan, seed, key, group, index):
    """The test form of an arm's slot: each run of as many slots as there are forms has each of them once."""
    forms = plan.get("forms", ["x", "y"])
    run, position = divmod(index, len(forms))
    forms = forms[::-1]
    shuffle(generator(seed, f"{key}/form/{group}/{run}"), forms)
    return forms[position]


def sequence(plan, seed, stratum):
    """The slots of a stratum, without end: block, group, test form."""
    key = "allocation" + (f"/{stratum}" if stratum else "")
    arms = [(arm["group"], arm["weight"]) for arm in plan["arms"]]
    each_round = sum(weight for _, weight in arms)
    sizes = [size // each_round for size in plan["blockSizes"] if size > 0 and size % each_round == 0]
    so_far = dict.fromkeys((group for group, _ in arms), 0)
    for block in itertools.count(1):
        rounds = sizes[below(generator(seed, f"{key}/size/{block}"), len(sizes))] if sizes else 1
        groups = [group for group, weight in arms for _ in range(weight * rounds)]
        shuffle(generator(seed, f"{key}/block/{block}"), groups)
        for group in groups:
            form = form_of(plan, seed, key, group, so_far[group])
            so_far[group] += 1
            yield block, group, form


def schedule(plan, seed):
    """The slots of all strata, which alternate, without end: stratum, block, group, test form."""
    sequences = [(stratum, sequence(plan, seed, stratum)) for stratum in plan["strata"]]
    while True:
        for stratum, slots in sequences:
            yield (stratum, *next(slots))


def slots(plans, seed, last):
    """The slots from 1 to last. A later version of the study may continue the schedule with another plan."""
    found = {}
    for plan, following in zip(plans, [*plans[1:], {"from": last + 1}]):
        numbered = enumerate(itertools.islice(schedule(plan, seed), min(following["from"] - 1, last)), 1)
        found.update((number, slot) for number, slot in numbered if number >= plan["from"])
    return found


def shares(plan, levels, before):
    """Minimisation: the probability of each arm that is not full, in the order of the study."""
    full = before.get("full", [])
    weights = {arm["group"]: arm["weight"] for arm in plan["arms"] if arm["group"] not in full}
    imbalance = dict.fromkeys(weights, 0)
    for candidate in weights:
        for factor, level in enumerate(levels.split("/")):
            numbers = dict.fromkeys(weights, Fraction(0))
            for cell, counts in before["counted"].items():
                if cell.split("/")[factor] == level:
                    for arm, count in counts.items():
                        if arm in weights:
                            numbers[arm] += count
            numbers[candidate] += 1
            each = [numbers[arm] / weight for arm, weight in weights.items()]
            mean = sum(each) / len(each)
            imbalance[candidate] += sum((value - mean) ** 2 for value in each)
    least = min(imbalance.values())
    best = [arm for arm in weights if imbalance[arm] == least]
    all_of, tied, p = sum(weights.values()), sum(weights[arm] for arm in best), Fraction(plan["minimises"])
    other = (1 - p) / (all_of - min(weights.values())) if len(weights) > 1 else 0
    given = {h: {a: other * w if a != h else 1 - other * (all_of - w) for a, w in weights.items()} for h in best}
    return {arm: sum(Fraction(weights[h], tied) * given[h][arm] for h in best) for arm in weights}


def drawn(plans, seed, draws):
    """The draws of minimisation again: their random numbers, arms and test forms."""
    so_far, found = {}, {}
    for draw in draws:
        number = draw["number"]
        plan = [plan for plan in plans if plan["from"] <= number][-1]
        random = next(generator(seed, f"allocation/minimisation/{number}")) >> 11
        left = Fraction(random, 2**53)
        for arm, share in shares(plan, draw["levels"], draw["before"]).items():
            if left < share:
                break
            left -= share
        form = form_of(plan, seed, "allocation", arm, so_far.get(arm, 0))
        so_far[draw["arm"]] = so_far.get(draw["arm"], 0) + 1
        found[number] = (random, draw["levels"], 0, arm, form)
    return found


def check_draws(drawn_here, seed, people):
    draws = drawn_here.get("draws")
    if draws is None:
        print("The package has no draws; it has them if it was made with the seed")
        return True
    recorded = {draw["number"]: (draw["random"], draw["levels"], 0, draw["arm"], draw["form"]) for draw in draws}
    failed = compare("Draws", drawn(drawn_here["plans"], seed, draws), recorded)
    return compare("People", {number: slot[1:] for number, slot in recorded.items()}, people) or failed


def check_units(recorded, seed, people):
    """The units again: their slots in the permuted blocks, and the test forms of their members."""
    if "units" not in recorded:
        print("The package has no units; it has them if it was made with the seed")
        return True
    earlier, members, expected, forms = {}, {}, {}, {}
    units = {unit["number"]: unit for unit in recorded["units"]}
    for number, unit in units.items():
        plan = [plan for plan in recorded["plans"] if plan["from"] <= number][-1]
        before = earlier.get(unit["stratum"], 0)
        block, arm, _ = next(itertools.islice(sequence(plan, seed, unit["stratum"]), before, None))
        earlier[unit["stratum"]] = before + 1
        expected[number] = (before + 1, block, arm)
    failed = compare("Units", expected, {number: (unit["slot"], unit["block"], unit["arm"]) for number, unit in units.items()})
    for member in recorded["members"]:
        unit = units[member["unit"]]
        arm = unit["arm"]
        pair, second = divmod(members.get(arm, 0), 2)
        x_first = below(generator(seed, f"allocation/form/{arm}/{pair}"), 2) == 0
        members[arm] = members.get(arm, 0) + 1
        forms[member["slot"]] = (unit["stratum"], 0, arm, "x" if (second == 0) == x_first else "y")
    return compare("People", forms, people) or failed


def ledger():
    """The slots that participants have, by number."""
    with open(PACKAGE / "data/description-allocations_data.csv", newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            stratum = "" if row["stratum"].startswith("NA_") else row["stratum"]
            yield int(row["place"]), (stratum, int(row["block"]), row["arm"], row["form"])


def compare(title, expected, found):
    wrong = [number for number in sorted(found, key=abs) if expected.get(abs(number)) != found[number]]
    for number in wrong[:20]:
        print(f"Slot {number}: the ledger has {found[number]}, the seed gives {expected.get(abs(number))}")
    print(f"{title}: {len(found)} slots, {len(wrong)} differences")
    return bool(wrong)


def decoded(text):
    if len(text) == 64:
        return bytes.fromhex(text)
    text = text.strip().rstrip("=").replace("+", "-").replace("/", "_")
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed")
    parser.add_argument("--list", type=int, default=0, metavar="NUMBER")
    asked = parser.parse_args()
    package = json.loads((PACKAGE / "manifest.json").read_text(encoding="utf-8"))["allocation"]
    plans, taken = package["plans"], dict(ledger())
    failed = False
    if any("list" in plan for plan in plans):
        print("The allocation is a fixed list; on the server, `unmask check --ledger` compares it with the slots")
        return False
    minimises, by_unit = any("minimises" in plan for plan in plans), any("byUnit" in plan for plan in plans)
    simulated = {number: slot for number, slot in taken.items() if number < 0}
    if simulated and not plans:
        # With units and minimisation, a plan is known from the first draw for somebody who is not simulated.
        print("All participants are simulated: the package has no plan to derive their slots from")
    elif simulated and not minimises and not by_unit:
        last = max(map(abs, simulated))
        failed |= compare("Simulated participants", slots([{**plans[-1], "from": 1}], SIMULATED_SEED, last), simulated)
    text = asked.seed or package["seed"]
    if text is None:
        print(f"The package has no seed. Its commitment, the SHA-256 of the seed: {package['commitment']}")
        return failed
    seed = decoded(text)
    if hashlib.sha256(seed).hexdigest() != package["commitment"]:
        print(f"This is not the seed of the schedule: its SHA-256 is not the commitment {package['commitment']}")
        return True
    print("The seed has the SHA-256 that was recorded before the first participant")
    people = {number: slot for number, slot in taken.items() if number > 0}
    if by_unit:
        return check_units(package, seed, people) or failed
    if minimises:
        return check_draws(package, seed, people) or failed
    if not plans and not people:
        print("Nobody but simulated participants has a slot")
        return failed
    expected = slots(plans, seed, max([asked.list, *people]))
    failed |= compare("People", expected, people)
    for number in range(1, asked.list + 1):
        print(number, *expected[number], sep=",")
    return failed


if __name__ == "__main__":
    sys.exit(main())
