"""After the placement pass no two labels overlap and all are in sight, however crowded the table."""

from __future__ import annotations

import pygame
from hypothesis import given, settings
from hypothesis import strategies as st

from jovian.ui.board.labels import Request, place

VIEW = pygame.Rect(0, 0, 900, 700)
boxes = st.tuples(st.integers(-50, 900), st.integers(-50, 700), st.integers(6, 60), st.integers(6, 80))


def requests_of(raw: list[tuple[int, int, int, int]]) -> list[Request]:
    return [
        Request(f"m{index}", pygame.Rect(box), (40 + 7 * (index % 6), 18), index % 3 - 1)
        for index, box in enumerate(raw)
    ]


@given(st.lists(boxes, max_size=60))
@settings(max_examples=60, deadline=None)
def test_labels_never_overlap(raw: list[tuple[int, int, int, int]]) -> None:
    requests = requests_of(raw)
    placed = list(place(requests, [each.anchor for each in requests], VIEW).values())
    for index, one in enumerate(placed):
        assert VIEW.contains(one.rect)
        assert one.rect.collidelist([other.rect for other in placed[:index]]) < 0


@given(st.lists(boxes, min_size=1, max_size=30))
@settings(max_examples=40, deadline=None)
def test_labels_keep_still(raw: list[tuple[int, int, int, int]]) -> None:
    requests = requests_of(raw)
    first = place(requests, [], VIEW)
    again = place(requests, [], VIEW, {key: each.slot for key, each in first.items()})
    assert {key: each.rect.topleft for key, each in first.items()} == {
        key: each.rect.topleft for key, each in again.items()
    }


def test_one_alone_stands_below_without_a_leader() -> None:
    anchor = pygame.Rect(400, 300, 20, 30)
    placed = place([Request("a", anchor, (60, 16))], [anchor], VIEW)["a"]
    assert placed.rect.top >= anchor.bottom and placed.rect.centerx == anchor.centerx
    assert placed.leader is None


def test_a_crowded_one_gets_a_leader_and_the_selected_comes_first() -> None:
    stack = [Request(f"m{n}", pygame.Rect(400, 300, 24, 24), (80, 20), 0) for n in range(14)]
    chosen = Request("chosen", pygame.Rect(400, 300, 24, 24), (80, 20), -2)
    placed = place([*stack, chosen], [chosen.anchor], VIEW)
    assert placed["chosen"].slot == 0
    assert any(each.leader for each in placed.values())
