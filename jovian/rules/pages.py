"""The rulebook in our words as pages: contents, links, search, and what a game or a state adds to a page.

A page has a heading of the rulebook with the rules below it (`book.py`), an introduction, and the rulings that decide
its details (`assets/rules/`). The first page of a chapter lists its headings. The last chapter has all rulings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

from jovian.cards import WeaponCard
from jovian.cards.names import CARGO
from jovian.cards.page_texts import CITATION, PageText, Ruling, load_page_texts, load_rulings
from jovian.frozen import frozen
from jovian.game import Event, Model, State, events
from jovian.rules.book import EDITION, RULES, Rule, place_parts
from jovian.rules.close_combat import interception
from jovian.rules.editions.variant import GameOption, Variant
from jovian.rules.rulebook.global_rule import HOUSE_RULE
from jovian.rules.rulebook.rulebook import Rulebook, rulebook
from jovian.rules.scenario.tokens import find_token
from jovian.rules.setup.edition import build_rulebook, game_options

# --- Pages ---

RULINGS = "Rulings"
"""The chapter of the numbered rulings."""
CHAPTER_TEXTS = {
    RULINGS: "The rulebook leaves some questions open, and a few answers were lost in print. The numbered rulings say "
    "how this game decides them. Where a ruling and a short sentence on another page differ, the ruling is right.",
    HOUSE_RULE: "These rules aren't in the rulebook.",
}
"""The introductions to the chapters of our own."""
SEPARATOR = " > "
MOST_RELATED = 6
"""The most pages under "See also"."""


@frozen
class RuleEntry:
    """A rule on a page."""

    name: str
    text: str
    needs: str = ""
    """The requirement of an action, or ""."""


@frozen
class RulePage:
    """A page of the rules."""

    key: str
    """The chapter, or `chapter > heading`."""
    title: str
    chapter: str
    text: str
    """The introduction, or ""."""
    entries: tuple[RuleEntry, ...]
    """The rules of the heading, in the order of `book.py`. The first is often the heading itself."""
    rulings: tuple[Ruling, ...]
    names: tuple[str, ...]
    """Other names that lead to the page."""
    see: tuple[str, ...]
    """The keys of related pages."""
    options: tuple[str, ...]
    """The names of the options that change its rules."""

    @property
    def is_chapter(self) -> bool:
        """Whether it is the first page of a chapter."""
        return self.key == self.chapter

    @property
    def place(self) -> str:
        """The place in the rulebook, or "" for rulings and house rules."""
        return "" if self.chapter in CHAPTER_TEXTS else f"{EDITION} {self.key}"

    @property
    def first_line(self) -> str:
        """The first rule, or the number of rulings on a page without rules."""
        return self.entries[0].text if self.entries else f"{len(self.rulings)} rulings"

    def texts(self) -> Iterator[str]:
        """Yield all texts of the page."""
        yield self.text
        for entry in self.entries:
            yield entry.text
        for ruling in self.rulings:
            yield ruling.text


@frozen
class TextPart:
    """A part of a text, perhaps a link."""

    text: str
    target: str = ""
    """The key of the page that it leads to, or ""."""


@frozen
class SearchHit:
    """A page that a search has found."""

    page: RulePage
    line: str
    """The sentence with the words."""


@frozen
class Carrier:
    """A model with something that a page explains."""

    model: str
    """The id of the model."""
    name: str
    side: int
    words: str
    """What it has, with its numbers."""


class Pages:
    """All pages of the rules, in the order of `book.py`, then the rulings."""

    def __init__(
        self, rules: Iterable[Rule], texts: Mapping[str, PageText], rulings: Mapping[str, Ruling],
        options: Iterable[GameOption],
    ) -> None:  # fmt: skip
        self.options = {option.name: option for option in options}
        self.rulings = rulings
        headings = _rules_by_page(rules)
        headings |= {RULINGS: []} | {_ruling_page(ruling): [] for ruling in rulings.values()}
        needs = {action.place: action.needs for action in build_rulebook().actions.values()}
        self.by_key = {
            key: _page(key, found, texts.get(key, PageText()), rulings, needs) for key, found in headings.items()
        }
        self._keys = {key.casefold(): key for key in self.by_key}
        self._names = _names_of(self.by_key.values())
        self._link = _link_pattern(self._names)
        self._relate(texts)

    def __getitem__(self, key: str) -> RulePage:
        return self.by_key[key]

    @property
    def chapters(self) -> dict[str, tuple[RulePage, ...]]:
        """The table of contents: the pages of each chapter, without its first page."""
        found: dict[str, list[RulePage]] = {page.chapter: [] for page in self.by_key.values()}
        for page in self.by_key.values():
            if not page.is_chapter:
                found[page.chapter].append(page)
        return {chapter: tuple(pages) for chapter, pages in found.items()}

    def _relate(self, texts: Mapping[str, PageText]) -> None:
        """Give each page its options, and links to pages that mention it or that its texts name."""
        options: dict[str, list[str]] = {key: list(text.options) for key, text in texts.items()}
        for option in self.options.values():
            for place in (option.title, *(variant.place for variant in option.variants)):
                page = self.page_for(place)
                known = options.setdefault(page.key, []) if page is not None and not page.is_chapter else []
                if option.name not in known:
                    known.append(option.name)
        mentions: dict[str, list[str]] = {}
        for page in (page for page in self.by_key.values() if not page.is_chapter):
            for text in (page.text, *(entry.text for entry in page.entries)):
                for target in self._targets(text, page.key):
                    mentions.setdefault(target, []).append(page.key)
        for key, page in self.by_key.items():
            decided = [target for ruling in page.rulings for target in self._targets(ruling.text, key)]
            related = dict.fromkeys([*page.see, *mentions.get(key, ()), *decided])
            see = () if page.chapter == RULINGS else tuple(other for other in related if other != key)[:MOST_RELATED]
            self.by_key[key] = replace(page, see=see, options=tuple(options.get(key, ())))

    def _targets(self, text: str, own: str) -> list[str]:
        """Return the pages that a text links to, except rulings."""
        targets = (piece.target for piece in self.linked(text, own))
        return [target for target in targets if target and not target.startswith(RULINGS)]

    # --- Finding pages ---
    def page_for(self, words: str) -> RulePage | None:
        """Return the page of a citation, a ruling, or the name of a rule, trait, state, action, or term, or None.

        A citation without a page of its own leads to the page of its last name, else to that of its chapter.
        """
        words = words.strip().rstrip(".")
        ruling = self.rulings.get(words.upper())
        if ruling is not None:
            return self.by_key[_ruling_page(ruling)]
        parts = place_parts(words)
        named = self._key_of_name(parts[-1])
        key = self._keys.get(SEPARATOR.join(parts[:2]).casefold())
        if len(parts) > 2:
            entries = self.by_key[key].entries if key is not None else ()
            is_entry = any(entry.name == parts[-1] for entry in entries)
            if not is_entry and named is not None and self.by_key[named].chapter == parts[0]:
                key = named
        key = key or named or self._keys.get(parts[0].casefold())
        return self.by_key[key] if key is not None else None

    def _key_of_name(self, name: str) -> str | None:
        plain = re.sub(r"(?:: ?| )(?:\d+|[DTQ]\+?)$", "", name).strip().casefold()
        return self._names.get(name.casefold()) or self._names.get(plain) or self._names.get(plain.removesuffix("s"))

    def cited_page(self, text: str) -> RulePage | None:
        """Return the page of the first citation in a text, or None."""
        for citation in CITATION.findall(text):
            if (page := self.page_for(citation)) is not None:
                return page
        return None

    def beside(self, key: str) -> tuple[RulePage | None, RulePage | None]:
        """Return the page before and the page after one, or None at the ends."""
        order = list(self.by_key.values())
        index = next(index for index, page in enumerate(order) if page.key == key)
        return order[index - 1] if index else None, order[index + 1] if index + 1 < len(order) else None

    def find(self, words: str) -> list[SearchHit]:
        """Return the pages that contain all words, the best first: in the title, another name, a rule, the text.

        A ruling is found on its own page, which comes last, and not on those that it decides.
        """
        parts = words.casefold().split()
        if not parts:
            return []
        found = []
        for order, page in enumerate(self.by_key.values()):
            rank = _rank(page, parts)
            if rank is not None:
                found.append(((page.chapter == RULINGS, rank, order), SearchHit(page, _line_with(page, parts))))
        return [hit for _, hit in sorted(found, key=lambda pair: pair[0])]

    def linked(self, text: str, own: str = "") -> tuple[TextPart, ...]:
        """Return a text with links to other pages. Each page is linked once, and the page `own` never."""
        pieces, start, seen = [], 0, {own}
        for match in self._link.finditer(text):
            page = self.page_for(match.group())
            if page is None or page.key in seen:
                continue
            seen.add(page.key)
            pieces += [TextPart(text[start : match.start()])] if match.start() > start else []
            pieces.append(TextPart(match.group(), page.key))
            start = match.end()
        return (*pieces, TextPart(text[start:])) if start < len(text) else tuple(pieces)

    # --- In a game ---
    def variants(self, page: RulePage, chosen: Mapping[str, str]) -> list[tuple[GameOption, Variant]]:
        """Return the options that change the page in a game, with their variants. A chapter has those of its pages."""
        names = dict.fromkeys(name for part in (page, *self.chapters.get(page.key, ())) for name in part.options)
        pairs = ((self.options[name], self.options[name].variant(chosen.get(name, ""))) for name in names)
        return [(option, variant) for option, variant in pairs if variant is not None]

    def carriers(self, page: RulePage, view: State) -> list[Carrier]:
        """Return the models of a view whose cards, states, or loads the page explains, those of side 0 first."""
        models = [model for model in view.models.values() if model.is_in_game]
        found = []
        for model in sorted(models, key=lambda model: model.side):
            words = list(dict.fromkeys(word for name, word in _features(view, model) if self.page_for(name) is page))
            if words:
                found.append(Carrier(model.id, model.name, model.side, "; ".join(words)))
        return found


@cache
def rule_pages() -> Pages:
    """Return all pages of the rules. Raises CardError if a file of texts has an error."""
    return Pages(RULES, load_page_texts(), load_rulings(), game_options())


# --- Building ---


def _rules_by_page(rules: Iterable[Rule]) -> dict[str, list[Rule]]:
    """Return the rules of each page by its key, chapter by chapter."""
    chapters: dict[str, dict[str, list[Rule]]] = {}
    for rule in rules:
        parts = place_parts(rule.place)
        chapters.setdefault(parts[0], {}).setdefault(SEPARATOR.join(parts[:2]), []).append(rule)
    return {
        key: found
        for chapter, headings in chapters.items()
        for key, found in ({chapter: headings.pop(chapter, [])} | headings).items()
    }


def _ruling_page(ruling: Ruling) -> str:
    return f"{RULINGS}{SEPARATOR}{ruling.heading}"


def _page(
    key: str, rules: list[Rule], text: PageText, rulings: Mapping[str, Ruling], needs: Mapping[str, str]
) -> RulePage:  # fmt: skip
    """Return a page without related pages and options. `needs` are the requirements of actions by their places."""
    chapter, _, heading = key.partition(SEPARATOR)
    ordered = sorted(rules, key=lambda rule: rule.name != heading)
    own = [rulings[number] for number in text.rulings]
    if chapter == RULINGS:
        own = [ruling for ruling in rulings.values() if ruling.heading == heading]
    entries = tuple(RuleEntry(rule.name, rule.summary, needs.get(rule.place, "").removeprefix("-")) for rule in ordered)
    intro = CHAPTER_TEXTS.get(key, text.text)
    return RulePage(key, heading or chapter, chapter, intro, entries, tuple(own), text.names, text.see, ())


def _names_of(pages: Iterable[RulePage]) -> dict[str, str]:
    """Return the keys of pages by names in lower case: titles first, then other names, then the rules on a page."""
    names: dict[str, str] = {}
    listed = [page for page in pages if page.chapter != RULINGS]
    for page in sorted(listed, key=lambda page: page.is_chapter):
        names.setdefault(page.title.casefold(), page.key)
    for page in listed:
        for name in page.names:
            names.setdefault(name.casefold(), page.key)
    for page in listed:
        for entry in page.entries:
            names.setdefault(entry.name.casefold(), page.key)
    return names


UNLINKED = (
    "d", "t", "n", "q+", "ac", "as", "size", "maximum", "minimum", "range", "value", "fire", "turn", "turns", "port",
    "aft", "fore", "base",
)  # fmt: skip
"""Names that are too common to be links inside a sentence."""


def _link_pattern(names: Iterable[str]) -> re.Pattern[str]:
    """Return the pattern of all names and rulings, longest first. A single word must have a capital."""
    ordered = sorted((name for name in names if name not in UNLINKED), key=lambda name: (-len(name), name))
    several = "|".join(re.escape(name) for name in ordered if " " in name)
    capitals = {form for name in ordered if " " not in name for form in (name.capitalize(), name.upper(), name.title())}
    single = "|".join(re.escape(name) for name in sorted(capitals, key=lambda name: (-len(name), name)))
    return re.compile(rf"(?<![\w-])(?:(?i:{several})|{single}|R[1-9]\d?)(?:s)?(?![\w-])")


# --- Search ---


def _rank(page: RulePage, parts: list[str]) -> int | None:
    """Return how well a page matches, 0 is best, or None if a word is missing."""
    title, words = page.title.casefold(), " ".join(parts)
    if title == words:
        return 0
    if title.startswith(words) or any(name.casefold() == words for name in page.names):
        return 1
    names = [title, *(name.casefold() for name in page.names), *(entry.name.casefold() for entry in page.entries)]
    if any(all(part in name for part in parts) for name in names):
        return 2 if all(part in title for part in parts) else 3
    texts = [page.key, *names, *_prose(page)]
    return 4 if all(part in " ".join(texts).casefold() for part in parts) else None


def _prose(page: RulePage) -> list[str]:
    """Return the sentences of a page, and the rulings with their numbers on their own page."""
    rulings = [f"{ruling.number}: {ruling.text}" for ruling in page.rulings] if page.chapter == RULINGS else []
    return [page.text, *(entry.text for entry in page.entries), *rulings]


def _line_with(page: RulePage, parts: list[str]) -> str:
    """Return the first sentence with all words, else with one of them, else the first sentence of the page."""
    named = [f"{entry.name}: {entry.text}" for entry in page.entries if entry.name != page.title]
    sentences = [line for text in (*named, *_prose(page)) for line in re.split(r"(?<=[.?!]) |\n", text) if line]
    for matches in (all, any):
        for line in sentences:
            if matches(part in line.casefold() for part in parts):
                return line
    return sentences[0] if sentences else page.chapter


# --- Events ---

EVENT_PAGES: dict[type[Event], str] = {
    events.Rolled: "Types of Rolls", events.Opposed: "Types of Rolls > Opposed Roll",
    events.Placed: "Sequence > Deployment Phase", events.Moved: "Movement", events.LeftPlay: "Movement > Leaving Play",
    events.Revealed: "Basic Rules > Secret Information", events.HardpointsShown: "Traits > Q-Ship",
    events.HangerCount: "Traits > Hangers", events.TerrainAvoided: "Terrain > Avoiding Terrain",
    events.Attacked: "Attack > Attack Window", events.Expended: "Attack > Fire Control",
    events.NukeBurst: "Weapons > Missile", events.Intercepted: "Action > Interception",
    events.MissileDeclared: "Weapons > Missile", events.PlansRevealed: "Dogfight", events.Damaged: "Damage",
    events.MarinesBoarded: "Action > Board", events.ShipCaptured: "States > Captured",
    events.Supplied: "Action > Resupply", events.ObjectSearched: "Scenarios > Scavenger Hunt",
    events.TokensCarried: "Scenarios", events.Activated: "Sequence > Activation Phase",
    events.Deactivated: "Sequence > Activation Phase", events.SuppressionAnswered: "Action > Suppressed",
    events.Started: "Sequence > Pre-Game Setup", events.StationRated: "Terrain > Space Stations",
    events.InitiativeWon: "Sequence > Initiative", events.Scored: "Scenarios > Victory Conditions",
    events.Ended: "Sequence > Structure of a Game",
}  # fmt: skip
"""The page about an event. Actions and states have pages of their own."""
CAUSES = {
    "launch": "Action > Launch", interception.NAME: "Action > Interception", "overlap": "Movement > Overlapping",
    "squadron": "Movement > Squadron Movement",
}  # fmt: skip
"""The pages about moves and placements with other causes."""


def page_of_events(group: Sequence[Event], book: Rulebook) -> RulePage | None:
    """Return the page about events that belong together, or None.

    What follows a roll says more than the roll, and than Fuel that was spent on it.
    """
    for event in sorted(group, key=_is_before_attack):
        place = _place_of_event(event, book)
        if place:
            return rule_pages().page_for(place)
    return None


def _is_before_attack(event: Event) -> bool:
    """Return whether an event can be a part of an attack before its result: a roll, or Fuel for the defense."""
    return isinstance(event, events.Rolled | events.Opposed) or (isinstance(event, events.Damaged) and event.spent)


def _place_of_event(event: Event, book: Rulebook) -> str:
    if isinstance(event, events.Declared | events.Resolved) and event.action in book.actions:
        return book.actions[event.action].place
    if isinstance(event, events.StateChanged) and event.state in book.states:
        return book.states[event.state].place
    if isinstance(event, events.Moved | events.Placed) and event.cause in CAUSES:
        return CAUSES[event.cause]
    if isinstance(event, events.PhaseBegan):
        return f"Sequence > {event.name} Phase"
    return EVENT_PAGES.get(type(event), "")


# --- Models of a game ---


def _features(view: State, model: Model) -> Iterator[tuple[str, str]]:
    """Yield what a model has: the name or place of a rule, and the words with the numbers of the card."""
    card, book = model.card, rulebook(view)
    for trait in card.traits:
        yield trait.name, trait.title.replace(":", " ")
    for weapon in card.weapons:
        words = _weapon_words(weapon)
        yield weapon.type, words
        for trait in weapon.traits:
            yield trait.name, f"{words}, {str(trait).replace(':', ' ')}"
    for name in model.states:
        state = book.states.get(name)
        if state is not None:
            yield state.place, state.title or name.replace("-", " ").capitalize()
    for name, count in model.loads:
        token = find_token(view, name)
        yield token.place, token.words(count)
    for name in model.cargo:
        yield CARGO[name].place, name


def _weapon_words(weapon: WeaponCard) -> str:
    """Return a weapon with its dice, such as `2 Mass Driver (ships 3, squadrons 2, macro +1)`."""
    dice = [f"ships {weapon.ac}"] if weapon.ac else []
    dice += [f"squadrons {weapon.as_}"] if weapon.as_ else []
    dice += [f"macro {weapon.macro:+}"] if weapon.macro else []
    name = f"{weapon.count} {weapon.name}" if weapon.count > 1 else weapon.name
    return f"{name} ({', '.join(dice)})" if dice else name
