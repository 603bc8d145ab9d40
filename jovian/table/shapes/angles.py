"""Sine and cosine of every whole degree: the only trigonometry in the engine.

The values are rounded to 12 places and mirrored from one eighth of the circle, so that they are the same
on every machine and that a quarter turn maps points onto points without any error. Headings are whole
degrees, 0 up the table (+y), clockwise positive.
"""

import math

FULL_TURN = 360


def _eighth(degree: int) -> tuple[float, float]:
    """Sine and cosine of 0..45 degrees, rounded so that the platform's last bit does not show."""
    if degree == 45:
        return round(math.sqrt(0.5), 12), round(math.sqrt(0.5), 12)
    angle = math.radians(degree)
    sine = 0.5 if degree == 30 else round(math.sin(angle), 12)
    return sine, round(math.cos(angle), 12)


def _quarter(degree: int) -> tuple[float, float]:
    """Sine and cosine of 0..89 degrees."""
    if degree <= 45:
        return _eighth(degree)
    cosine, sine = _eighth(90 - degree)
    return sine, cosine


def _sine_cosine(degree: int) -> tuple[float, float]:
    """Sine and cosine of 0..359 degrees."""
    quadrant, rest = divmod(degree, 90)
    sine, cosine = _quarter(rest)
    for _ in range(quadrant):
        sine, cosine = cosine, -sine
    return sine + 0.0, cosine + 0.0


_PAIRS = tuple(_sine_cosine(degree) for degree in range(FULL_TURN))

SINE: tuple[float, ...] = tuple(sine for sine, _ in _PAIRS)
"""Sine of 0..359 degrees."""

COSINE: tuple[float, ...] = tuple(cosine for _, cosine in _PAIRS)
"""Cosine of 0..359 degrees."""


def turned_point(x: float, y: float, heading: int) -> tuple[float, float]:
    """Turn a point clockwise about the origin by whole degrees (0..359)."""
    sine, cosine = SINE[heading], COSINE[heading]
    return x * cosine + y * sine, y * cosine - x * sine
