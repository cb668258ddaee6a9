"""Less luck: what is known to be luck, and 0 on average, taken out of what was measured.

A control variate is a quantity c that goes with the result y and has mean 0 whatever the bots do.
Then y − βc has the same mean as y for every β that does not look at the c it is multiplied with,
and the least variance at β = Cov(y, c) / Var(c) (Glasserman 2003, §4.1). To keep the estimate
unbiased, the clusters are dealt into folds and each is adjusted by the β of the other folds
(cross-fitting: Chernozhukov et al. 2018; Wager et al. 2016); where these do not see c lower the
variance by more than chance would, β is 0 and the result stays as it was.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from harness.arena.rating.columns import Floats, Ints
from harness.arena.rating.entries import sums

FOLDS: Final = 10
_SEEN: Final = 2.0
"""Standard errors from 0 at which a coefficient is believed."""


class Adjustment(NamedTuple):
    """Results with luck taken out.

    Attributes:
        values: y − βc.
        coefficients: the β of each fold.
        kept: the share of the variance around the groups' means that is left, 1 for all of it.
    """

    values: Floats
    coefficients: tuple[float, ...]
    kept: float


def adjust(values: Floats, control: Floats, group: Ints, cluster: Ints) -> Adjustment:
    """Take the luck out of results.

    Args:
        values: y, by observation.
        control: c, of mean 0 in every cluster, for whatever reason clusters are drawn.
        group: observations that have one mean, numbered from 0: those of a pairing.
        cluster: what is drawn together, numbered from 0: all on the same deals.
    """
    fold = cluster % FOLDS
    used = np.unique(fold)
    beta = np.zeros(FOLDS)
    for each in used.tolist() if len(used) > 1 else ():
        others = fold != each
        beta[each] = _coefficient(values[others], control[others], group[others], cluster[others])
    adjusted = values - beta[fold] * control
    before, after = (float((_centred(each, group) ** 2).sum()) for each in (values, adjusted))
    return Adjustment(adjusted, tuple(beta[used].tolist()), after / before if before else 1.0)


def _coefficient(values: Floats, control: Floats, group: Ints, cluster: Ints) -> float:
    """Return Cov(y, c) / Var(c), or 0 where it is not surely another number."""
    squares = float(control @ control)
    if not squares:
        return 0.0
    centred = _centred(values, group)
    beta = float(centred @ control) / squares
    scores = np.bincount(cluster, (centred - beta * control) * control)
    error = float(np.sqrt(scores @ scores)) / squares
    return beta if abs(beta) > _SEEN * error else 0.0


def _centred(values: Floats, group: Ints) -> Floats:
    """Return values less the mean of their group."""
    size = int(group.max(initial=-1)) + 1
    counts = np.maximum(np.bincount(group, minlength=size), 1)
    return values - (sums(values, group, size) / counts)[group]
