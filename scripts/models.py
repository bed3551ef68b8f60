#!/usr/bin/env python3
"""Do R and Python find the same maximum of the mixed model, and the same changes in d'?

    scripts/models.py <what model.py printed> <what model.R printed>

What they print has three and four decimals; the two approximate the same integral in code that shares nothing.
"""

import re
import sys
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
