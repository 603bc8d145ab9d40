"""How dice look, in the window and in SVG pictures: what became of a die, and the places of its pips.

Looks also differ without color: dice of a set are lit, dropped ones struck through, and macro dice have cut corners and
a plus or minus.
"""

from __future__ import annotations

PLAIN, SET, DROPPED, MACRO_PLUS, MACRO_MINUS = "plain", "set", "dropped", "macro+", "macro-"
LOOKS = (PLAIN, SET, DROPPED, MACRO_PLUS, MACRO_MINUS)
MACROS = (MACRO_PLUS, MACRO_MINUS)
BLOCK, BLOCK_SET = "block", "block set"
"""Dice that defend. Elsewhere than on the dice tray, they look like those of an attack."""
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0.5, 0.5),),
    2: ((0.28, 0.28), (0.72, 0.72)),
    3: ((0.26, 0.26), (0.5, 0.5), (0.74, 0.74)),
    4: ((0.28, 0.28), (0.72, 0.28), (0.28, 0.72), (0.72, 0.72)),
    5: ((0.27, 0.27), (0.73, 0.27), (0.5, 0.5), (0.27, 0.73), (0.73, 0.73)),
    6: ((0.28, 0.24), (0.72, 0.24), (0.28, 0.5), (0.72, 0.5), (0.28, 0.76), (0.72, 0.76)),
}
"""The pips of each face, as shares of the side of a die from its upper left corner."""
PIP_RADIUS, ROUNDING, CUT = 0.095, 0.2, 0.24
"""The radius of a pip, and the sizes of a rounded and of a cut corner, as shares of the side."""
