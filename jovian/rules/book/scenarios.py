"""Zones, deployment, victory, and every scenario with its special rules."""

from __future__ import annotations

from jovian.rules.book.rule import Rule, chapter

SCENARIOS: tuple[Rule, ...] = (
    *chapter(
        "Scenarios > Deployment Zone", "rules/test_deployment",
        ("Standard Deployment Zone", 'A strip 12" deep along its own table edge.',
         "rules/scenario/zones/strips: StandardZone"),
        ("Beacon Deployment Zone", 'Within 3" of four beacons that each side sets up.',
         "rules/scenario/zones/beacons: BeaconZone, PlaceBeacon", "rules/test_beacons"),
        ("Corner Deployment Zone", "Opposite quarters of the table.", "rules/scenario/zones/corners: CornerZone",
         "rules/test_corners"),
    ),
    *chapter(
        "Scenarios > Deployment Type", "rules/test_deployment",
        ("Fleet Deployment", "All ships in the first turn, then squadrons, some of which may wait.",
         "rules/scenario/stages: FLEET"),
        ("Escalating Deployment", "One ship and two squadrons first, the rest later.",
         "rules/scenario/stages: ESCALATING", "rules/test_escalating"),
    ),
    *chapter(
        "Scenarios > Victory Conditions", "rules/test_scenarios",
        ("Objective Points", "The most of them wins; Victory Points break ties.", "rules/sequence/scoring: score"),
        ("Victory Points", "The TV of what survives.", "rules/scenario/victory: victory_points"),
        ("Captured", "Counts one and a half times, for the captor.", "rules/harm/boarded: Captured.victory",
         "rules/test_boarding"),
        ("Crippled", "Counts nothing, unless it withdraws.", "rules/harm/catastrophe: Crippled.victory"),
        ("Destroyed", "Counts nothing.", "rules/scenario/victory: multiplier"),
        ("Withdrawn", "Counts half.", "rules/scenario/victory: multiplier"),
    ),
    *chapter(
        "Scenarios", "rules/test_scenarios",
        ("Introductory Scenario", "Ten points for the most Victory Points after seven turns.",
         "scenarios/introductory.yaml"),
        ("Escalating Engagement", "The fleets come in piece by piece.", "scenarios/escalating-engagement.yaml"),
        ("Solar Storm", "A battle begun at close quarters among blinded ships.", "scenarios/solar-storm.yaml"),
        ("Fleet Engagement", "The decisive battle, in which flight costs points.", "scenarios/fleet-engagement.yaml"),
        ("Break the Truce", "A search for escape pods that ends in fire."),
        ("Water Raid", "One side carries water off the table, the other stops it."),
        ("Scavenger Hunt", "Three hulks to board and search.", "scenarios/scavenger-hunt.yaml",
         "match/test_scavenger_hunt"),
        ("Ambush", "One side escapes through an edge of the other's choice.", "scenarios/ambush.yaml"),
    ),
    *chapter(
        "Scenarios > Solar Storm", "rules/test_solar_storm",
        ("Blinded by the Light", "Short range only and no boarding until the third turn.",
         "rules/scenario/solar_storm: BlindedByTheLight"),
    ),
    *chapter(
        "Scenarios > Fleet Engagement", "rules/test_withdrawal",
        ("No Quarter Given", "Only a model with 1 Structure or less may withdraw.",
         "rules/scenario/withdrawal/no_withdrawal: NoWithdrawal"),
    ),
    *chapter(
        "Scenarios > Break the Truce", "rules/test_escape_pods",
        ("Search for Escape Pods", "An action and a skill test find pods anywhere.",
         "rules/scenario/tokens/searching: Search, SearchFor"),
        ("Transfer Escape Pods", "Pods go along with squadrons that land or launch.",
         "rules/scenario/tokens/token: Token.landed, Token.takes_along"),
        ("Captured Escape Pods", "Pods aboard a captured ship count twice for the captor.",
         "rules/scenario/objectives/counts: Tokens", "rules/test_objectives"),
    ),
    *chapter(
        "Scenarios > Water Raid", "",
        ("Water Reserves", "The defender hands out ten units of water among ships and squadrons."),
        ("Surprise Attack!", "The defender's ships may not withdraw before turn 4."),
        ("Mine the Comet", "Exo-armor cuts water out of the comet with its lances."),
        ("Transfer Water", "Water goes along with squadrons that land or launch."),
        ("Captured Water", "Water aboard a captured ship counts for the captor if it withdraws."),
    ),
    *chapter(
        "Scenarios > Scavenger Hunt", "rules/test_scavenger_hunt",
        ("Valuable UIOs", "Hulks can be boarded, fought over and used as a hangar.",
         "rules/scenario/objects/open_hangers: OpenHangers", "rules/test_open_hangers"),
        ("Search a UIO", "More marines aboard at the End Phase earn search tokens; three search it.",
         "rules/scenario/objects/searching: SearchObjects"),
        ("Retrieve Intelligence", "Squadrons that launch from a searched hulk carry intelligence to a ship.",
         "rules/scenario/objects/retrieving: RetrieveFromObjects"),
        ("Capturing Intelligence", "Tokens die with their carrier and change hands with a captured ship.",
         "rules/scenario/tokens/token: Token.destroyed"),
    ),
    *chapter(
        "Scenarios > Ambush", "rules/test_withdrawal",
        ("Ambush!", 'The defender withdraws within 6" of one edge only, and 6" from every enemy.',
         "rules/scenario/withdrawal/ambush: Ambush"),
    ),
)  # fmt: skip
