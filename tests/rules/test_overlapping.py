"""Tests of overlapping models and which of them moves aside (v1.2.4 Movement > Overlapping, R24 to R26)."""

from jovian.table import distance, overlaps, touches
from tests.rules.stage import Cast, Staged, bay, gun, rock, ship, squadron, stage, stocked


def drifter(at: tuple[float, float] = (24, 12), heading: int = 0, **fields: object) -> Cast:
    """Return a ship without Thrusters that must move exactly 4"."""
    return ship("A", 0, at, heading, **{"ratings": {"thrusters": 0}, **fields})


def after_drift(*others: Cast, **fields: object) -> Staged:
    """Move the drifter its 4", and end."""
    game = stage(drifter(**fields), *others, ship("Far", 1, (40, 44), activated=True)).begin("a")  # type: ignore[arg-type]
    return game.move(4).end()


def test_of_equal_bases_the_mover_is_put_ahead() -> None:
    """v1.2.4 Movement > Overlapping: the moving ship ends with its rear edge touching, same heading (R25)."""
    game = after_drift(ship("B", 1, (24, 17), 180, activated=True))
    assert game.at("a") == (24, 20, 0)
    assert game.at("b") == (24, 17, 180)
    assert game.last("moved")["cause"] == "overlap"


def test_the_smaller_mover_is_put_ahead() -> None:
    """v1.2.4 Movement > Overlapping: the smaller base is repositioned."""
    game = after_drift(ship("B", 1, (24, 17), activated=True, base="large"), base="small")
    assert game.at("a") == (24, 20, 0)
    assert game.at("b") == (24, 17, 0)


def test_the_smaller_target_is_put_ahead_of_the_mover() -> None:
    """v1.2.4 Movement > Overlapping: the smaller one, keeping its own heading, its rear touching (R25)."""
    game = after_drift(ship("B", 1, (24, 17), 0, activated=True, base="small"))
    assert game.at("a") == (24, 16, 0)
    assert game.at("b") == (24, 18.5, 0)


def test_a_smaller_target_slides_along_its_own_heading() -> None:
    """R25: the repositioned ship slides forward along its own heading."""
    game = after_drift(ship("B", 1, (24, 17), 90, activated=True, base="small"))
    assert game.at("a") == (24, 16, 0)
    assert game.at("b") == (26, 17, 90)


def test_past_further_bases_likewise() -> None:
    """R25: it also passes another base that it would overlap."""
    game = after_drift(ship("B", 1, (24, 17), 180, activated=True), ship("C", 1, (24, 21), 180, activated=True))
    assert game.at("a") == (24, 24, 0)


def test_back_where_ahead_leads_off_the_table() -> None:
    """R25: if a slide forward leaves the table, it slides back until the front edge touches."""
    game = after_drift(ship("B", 1, (24, 45), 180, activated=True), at=(24, 40))
    assert game.at("a") == (24, 42, 0)
    assert game.model("a").is_on_table


def test_squadron_gives_way_by_the_shortest_way() -> None:
    """v1.2.4 Movement > Overlapping: a squadron moves the least distance that breaks contact (R25)."""
    game = after_drift(squadron("S", 1, (24.9, 16), activated=True))
    x, y, _ = game.at("s")
    assert (round(x, 2), y) == (25.58, 16)
    assert game.at("a") == (24, 16, 0)


def test_own_squadron_gives_way_too() -> None:
    """v1.2.4 Movement > Overlapping: any squadron."""
    game = after_drift(squadron("S", 0, (23.1, 16), activated=True))
    x, y, _ = game.at("s")
    assert (round(x, 2), y) == (22.42, 16)


def test_a_push_keeps_to_the_table() -> None:
    """R26: a push never puts a base over the edge, nor onto a third model."""
    game = (
        stage(
            drifter(at=(1, 12)),
            squadron("S", 1, (1, 17.4), activated=True),
            squadron("T", 1, (2.6, 17), activated=True),
            ship("Far", 1, (40, 44), activated=True),
        )
        .begin("a")
        .move(4)
        .end()
    )
    x, y, _ = game.at("s")
    assert x >= 0.5
    assert game.at("t") == (2.6, 17, 0)
    assert y > 17.9


def test_a_ship_that_can_go_on_may_not_stop_on_another() -> None:
    """v1.2.4 Movement > Capital Ship Movement: no end touching a base if another end is possible (R24)."""
    game = stage(ship("A", 0, (24, 12), thrusters=[4, 3, 2, 1]), ship("B", 1, (24, 16), 180, activated=True)).begin("a")
    game.move(4).expect_refused(["end"], "touches B")
    game.move(3.5).end()
    assert game.at("a") == (24, 19.5, 0)


def test_touching_alone_is_forbidden() -> None:
    """v1.2.4 Movement > Capital Ship Movement: edges that just touch count."""
    game = stage(
        ship("A", 0, (24, 12), thrusters=[4, 3, 2, 1], turns=0), ship("B", 1, (24, 18), 180, activated=True)
    ).begin("a")
    game.expect_refused(["move", 3], "B")
    game.expect_allowed(["move", 2.99])


def test_a_ship_may_not_choose_to_end_on_another() -> None:
    """R24: 2" would be a legal end, so its full 6", onto the other ship, are not; no overlap on purpose."""
    game = stage(ship("A", 0, (24, 12)), ship("B", 1, (24, 19), 180, activated=True)).begin("a")
    assert (game.room.min_move, game.room.forward) == (2, 6)
    game.expect_refused(["move", 6], "B")


def test_a_ship_may_not_choose_to_back_into_another() -> None:
    """R24: reverse is never forced, so a ship doesn't end on a model behind it."""
    game = stage(ship("A", 0, (24, 20), speed=1, thrusters=[3, 2, 1]), ship("B", 1, (24, 15.5), activated=True)).begin(
        "a"
    )
    game.expect_refused(["move", -2], "B")


def test_a_forced_overlap_stops_the_ship_which_fires_from_there() -> None:
    """v1.2.4 Movement > Overlapping: it uses Fire Control and actions before it is repositioned, and stops."""
    game = stage(
        drifter(weapons=[gun("Particle Cannon", ac=2)]),
        ship("B", 1, (24, 17), 180, activated=True),
        ship("C", 1, (24, 30), 180, activated=True),
        ship("D", 1, (34, 16), 0, activated=True),
    ).begin("a")
    game.move(4).attack("a1", "d").faces([1, 2, 3])
    assert game.last("attacked")["distance"] == 8.0
    game.end()
    assert game.at("a") == (24, 20, 0)


def test_ends_off_the_table_are_no_other_end() -> None:
    """R24: a free end off the table doesn't count."""
    game = stage(
        ship("A", 0, (24, 41), thrusters=[3, 2, 1], turns=0), ship("B", 1, (24, 45), 180, activated=True)
    ).begin("a")
    game.expect_allowed(["move", 1]).move(1)
    game.expect_refused(["move", 8])
    game.end()
    assert game.at("a") == (24, 42, 0)


def test_a_stopped_ship_moves_and_turns_no_more() -> None:
    """v1.2.4 Movement > Overlapping: it must stop, use its remaining Fire Control, and is then repositioned."""
    game = stage(
        drifter(weapons=[gun("Particle Cannon", ac=2, count=2)]),
        ship("B", 1, (24, 17), 180, activated=True),
        ship("C", 1, (24, 30), 180, activated=True),
    ).begin("a")
    game.move(4).attack("a1", "c").faces([1, 2])
    game.expect_refused(["turn", 10])
    game.attack("a2", "c").faces([1, 2]).end()
    assert game.at("a") == (24, 20, 0)


def test_terrain_beside_the_way_is_no_danger_ahead() -> None:
    """R24: a free end ahead counts whatever is beside the path, so it may not stop on the other ship."""
    for at, bound in (((34, 18), True), ((24, 20.5), False)):
        debris = rock("asteroid-field", at, radius=1)
        game = stage(
            ship("A", 0, (24, 12), speed=5, thrusters=[3, 2, 1], turns=0), ship("B", 1, (24, 16.2), 90, activated=True),
            ship("Far", 1, (44, 44), activated=True), terrain=(debris,),
        ).begin("a")  # fmt: skip
        game.move(5).expect("menu")
        assert (game.asked.check(["end"]) is not None) == bound


def test_a_drone_launched_from_a_stuck_ship_stops_it() -> None:
    """v1.2.4 Movement > Overlapping: an attack or action ends its move, and so does a launch."""
    game = stage(
        drifter(weapons=[bay(1, [1])], turns=2), ship("B", 1, (24, 17), 180, activated=True),
        ship("C", 1, (24, 40), 180, activated=True), yard=(stocked("Gnat", 1),),
    ).begin("a")  # fmt: skip
    game.move(4).drone("a1", "common/gnat", 28, 16)
    assert game.act.stopped
    game.end()


def test_squadrons_in_the_way_of_a_slide() -> None:
    """R25: no two bases overlap afterwards."""
    game = after_drift(ship("B", 1, (24, 17), 180, activated=True), squadron("S", 1, (24.8, 20), activated=True))
    a, s = game.model("a"), game.model("s")
    assert distance(a.base, a.pose, s.base, s.pose) >= 0
    assert not overlaps(a.base, a.pose, s.base, s.pose)
    assert game.at("b") == (24, 17, 180)


def test_squadrons_in_the_way_of_a_ship_put_ahead_of_the_mover() -> None:
    """R25: B is put ahead onto S, and S is pushed clear."""
    game = after_drift(
        ship("B", 1, (24, 17), activated=True, base="small"), squadron("S", 1, (24.2, 19.3), activated=True)
    )
    assert game.at("b") == (24, 18.5, 0)
    hull, squad = game.model("b"), game.model("s")
    assert not touches(hull.base, hull.pose, squad.base, squad.pose)


def test_a_ship_may_not_turn_into_another_on_purpose() -> None:
    """v1.2.4 Movement > Overlapping: no intended overlap. A turn is never forced, but no other end is free (R24)."""
    game = stage(
        ship("A", 0, (24, 24), speed=1, thrusters=[1]), ship("B", 1, (26.3, 24), activated=True),
        ship("C", 1, (26.6, 27.4), 45, activated=True),
    ).begin("a")  # fmt: skip
    game.expect_refused(["turn", 45], "B")
    game.expect_allowed(["end"])


def test_a_ship_that_turns_into_another_may_back_out() -> None:
    """R20, R24: an end in reverse counts if the ship can still reach it."""
    game = stage(ship("A", 0, (24, 24), speed=0, thrusters=[1]), ship("B", 1, (26.3, 24), activated=True)).begin("a")
    game.turn(45).expect_refused(["end"], "back")
    game.answer(*game.asked.default().to_json()).end()
    assert not game.events("placed") and game.at("b") == (26.3, 24, 0)


def test_a_ship_may_swing_past_another_if_it_can_go_on() -> None:
    """R24: only the end counts. There is space straight ahead."""
    game = stage(
        ship("A", 0, (24, 24), speed=4, thrusters=[4, 3, 2, 1]), ship("B", 1, (26.3, 24), activated=True)
    ).begin("a")
    game.turn(45).expect_refused(["end"], "B")
    game.move(7).end()
    assert game.at("a")[2] == 45
    assert game.last("moved")["cause"] == "advance"


# --- Squadrons move away, Static models don't ---
def test_a_ship_put_ahead_does_not_jump_squadrons() -> None:
    """R25: past B, not past the squadrons beyond it. These are pushed clear of its new place."""
    game = after_drift(
        ship("B", 1, (24, 17), 180, activated=True),
        *(squadron("S", side, (24, y), id=f"s{y}", activated=True) for side, y in ((1, 19), (0, 21), (1, 23))),
    )
    assert game.at("a") == (24, 20, 0)
    hull = game.model("a")
    for ident in ("s19", "s21", "s23"):
        squad = game.model(ident)
        assert not touches(hull.base, hull.pose, squad.base, squad.pose), ident
    assert game.at("s23") == (24, 23, 0), "what is not in the way stays"


def test_a_static_model_counts_as_larger() -> None:
    """R25: the larger moving ship slides past the small mine, which stays."""
    mine = ship("M", 1, (24, 16), 0, base="small", traits=["Static"], speed=0, activated=True)
    game = after_drift(mine, base="large")
    assert game.at("m") == (24, 16, 0)
    assert game.at("a") == (24, 19, 0)


def test_a_ship_is_put_past_a_static_model_beyond() -> None:
    """R25: it passes it like a ship, however small it is."""
    mine = ship("M", 1, (24, 21), 0, base="small", traits=["Static"], speed=0, activated=True)
    game = after_drift(ship("B", 1, (24, 17), 180, activated=True), mine)
    assert game.at("a") == (24, 23.5, 0)
    assert game.at("m") == (24, 21, 0)


def test_a_static_squadron_is_not_pushed() -> None:
    """R25: Static counts as larger in every overlap, also for a squadron."""
    game = after_drift(squadron("S", 1, (24.2, 16), traits=["Static"], activated=True))
    assert game.at("s") == (24.2, 16, 0)
    assert game.at("a")[:2] == (24, 18)


def test_a_pushed_ship_has_its_escort_placed_about_it_anew() -> None:
    """R25: the smaller ship slides, and its escort's owner chooses the escort's new place."""
    game = stage(
        drifter(), ship("B", 1, (24, 17), 0, activated=True, base="small", traits=["CAP"]),
        squadron("S", 1, (24, 18.5), escorting="b"), ship("Far", 1, (40, 44), activated=True),
    ).begin("a")  # fmt: skip
    game.move(4).end().expect("attach", 1)
    assert game.at("b") == (24, 18.5, 0) and game.at("s")[:2] == (24, 20)
    game.answer("stay")
