"""A game as a GIF or an MP4: its moments, their times, and nothing secret."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest

from jovian import film
from jovian.film import LAST_SECONDS, Cut, FilmError, Reel, make_film
from jovian.game import State, view
from jovian.game_page import moments, page_data
from jovian.match import Match
from jovian.match.saves import save
from tests.commands import ROOT, run
from tests.games import finished, random_answers, setup

Image = pytest.importorskip("PIL.Image")
pygame = pytest.importorskip("pygame")
SIZE = 200
SHORT = ("--start", 1, "--end", 1, "--size", SIZE)


@pytest.fixture(scope="module")
def match() -> Match:
    """Return a game of a few moments in turn 1."""
    game = Match(setup(9))
    for _ in random_answers(game, 9):
        if game.state.turn == 1 and len(game.journal) > 30:
            break
    return game


def reel_of(match: Match, cut: Cut) -> Reel:
    """Return the pictures that an encoder gets."""
    reels: list[Reel] = []

    def encode(reel: Reel) -> bytes:
        reels.append(reel)
        return b""

    assert make_film(match, cut, encode) == b""
    return reels[0]


def poses(state: State) -> dict[str, object]:
    return {model.id: model.pose for model in state.on_table()}


def test_the_moments_are_those_of_the_page() -> None:
    whole = finished(9)
    turns = [frame["turn"] for frame in page_data(whole)["frames"]]
    for start, end in ((0, None), (2, 3), (whole.state.turn, None)):
        reel = reel_of(whole, Cut(start, end, 2.0, SIZE))
        last = whole.state.turn if end is None else end
        assert [state.turn for state in reel.states] == [turn for turn in turns if start <= turn <= last]
    assert poses(reel.states[-1]) == poses(whole.state) and poses(reel.states[0]) != poses(reel.states[-1])


def test_a_running_game_shows_only_what_both_sides_know(match: Match) -> None:
    assert not match.over
    states = [moment.state for moment in moments(match)]
    for state in states:
        assert state.chain == b"" and all(model.public for model in state.models.values())
    known = [set(view(match.state, side).models) for side in (0, 1)]
    assert set(states[-1].models) == known[0] & known[1]


def test_a_film_of_too_many_pixels_is_refused(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(film, "MAX_PIXELS", 2 * SIZE * SIZE)
    with pytest.raises(FilmError, match=f"of {SIZE} x {SIZE} pixels are too many"):
        reel_of(match, Cut(0, None, 2.0, SIZE))


def test_the_command_writes_a_gif(capsys: pytest.CaptureFixture[str], match: Match, tmp_path: Path) -> None:
    path, out = tmp_path / "game.json", tmp_path / "game.gif"
    save(match, path)
    status, text, err = run(capsys, "replay", path, "--gif", out, *SHORT, "--speed", 4)
    assert (status, err, text.count("\n")) == (0, "", 1)
    picture = Image.open(BytesIO(out.read_bytes()))
    states = [moment.state for moment in moments(match)]
    assert (picture.format, picture.size, picture.info["loop"]) == ("GIF", (SIZE, SIZE), 0)
    seconds, frames = 0.0, []
    for number in range(picture.n_frames):
        picture.seek(number)
        seconds += picture.info["duration"] / 1000
        frames.append(picture.convert("RGB").tobytes())
    assert seconds == pytest.approx((len(states) - 1) / 4 + LAST_SECONDS)
    assert len(set(frames)) > 5 and len(frames) <= len(states)


def test_a_side_keeps_its_color(match: Match) -> None:
    picture = Image.open(BytesIO(make_film(match, Cut(1, 1, 25.0, 480), film.gif_encoder())))
    picture.seek(picture.n_frames - 1)
    pixels = picture.convert("RGB").tobytes()
    colors = {tuple(pixels[at : at + 3]) for at in range(0, len(pixels), 3)}
    assert any(red > 200 and green < 130 and blue < 130 for red, green, blue in colors)
    assert any(red < 120 and green > 140 and blue > 200 for red, green, blue in colors)


@pytest.mark.long
def test_the_command_writes_a_video(capsys: pytest.CaptureFixture[str], match: Match, tmp_path: Path) -> None:
    imageio_ffmpeg = pytest.importorskip("imageio_ffmpeg")
    path, out = tmp_path / "game.json", tmp_path / "game.mp4"
    save(match, path)
    status, text, err = run(capsys, "replay", path, "--mp4", out, *SHORT, "--speed", 4)
    assert (status, err, text.count("\n")) == (0, "", 1)
    count, seconds = imageio_ffmpeg.count_frames_and_secs(str(out))
    assert seconds == pytest.approx((len(list(moments(match))) + LAST_SECONDS * 4) / 4, abs=0.3)
    reader = imageio_ffmpeg.read_frames(str(out))
    assert next(reader)["size"] == (SIZE, SIZE)
    pictures = list(reader)
    assert len(pictures) == count and pictures[0] != pictures[-1]


@pytest.mark.long
def test_a_system_without_ffmpeg_is_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("imageio_ffmpeg")
    monkeypatch.setenv("IMAGEIO_FFMPEG_EXE", str(tmp_path / "nowhere"))
    out = tmp_path / "game.mp4"
    status, text, err = run(capsys, "replay", ROOT / "docs" / "table.json", "--mp4", out, *SHORT)
    assert (status, text, err.count("\n")) == (2, "", 1) and not out.exists()
