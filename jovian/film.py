"""A game as a film of its moments: an animated GIF or an MP4 video. It shows what the web page of the game shows.

Pillow and imageio-ffmpeg are in the extra `film` of an installation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import chain
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from jovian.frozen import frozen
from jovian.game import State
from jovian.game_page import moments
from jovian.match import Match
from jovian.ui.board.board import picture_size
from jovian.ui.headless import raw_pictures

MIN_SPEED, MAX_SPEED = 0.1, 25.0
"""The limits of the speed in moments per second."""
MAX_PIXELS = 600_000_000
"""The maximum number of pixels of all pictures of a film. A GIF keeps a byte for each until it is written."""
LAST_SECONDS = 2.0
"""How long a film shows its last moment."""
MIN_RATE = 10
"""The least number of pictures per second of a video. Some players can't show fewer."""


class FilmError(Exception):
    """The film can't be made. The text is one line."""


@frozen
class Cut:
    """A part of a game, and how it is shown."""

    start: int
    """The first turn."""
    end: int | None
    """The last turn, None for the last one of the game."""
    speed: float
    """Moments per second."""
    size: int
    """The longer side in pixels."""


@frozen(eq=False)
class Reel:
    """The pictures of a film."""

    states: list[State]
    size: tuple[int, int]
    """Width and height in pixels. Both are even, because videos need this."""
    speed: float

    def pictures(self, *numbers: int) -> Iterator[bytes]:
        """Yield the pictures of some moments, or of all, as rows of RGB bytes."""
        return raw_pictures([self.states[number] for number in numbers] or self.states, self.size)


Encoder = Callable[[Reel], bytes]


def make_film(match: Match, cut: Cut, encode: Encoder) -> bytes:
    """Return the film of a part of a game.

    Raises:
        FilmError: The part has no moments, or too many for its size.
        OSError: The film can't be encoded.

    """
    last = cut.end if cut.end is not None else match.state.turn
    if max(cut.start, last) > match.state.turn:
        raise FilmError(f"the game has {match.state.turn} turns, not {max(cut.start, last)}")
    states = [moment.state for moment in moments(match) if cut.start <= moment.state.turn <= last]
    if not states:
        raise FilmError(f"no moment is in turns {cut.start} to {last}")
    width, height = (max(2, side - side % 2) for side in picture_size(states[0], cut.size))
    if len(states) * width * height > MAX_PIXELS:
        raise FilmError(
            f"{len(states)} pictures of {width} x {height} pixels are too many: show fewer turns, or use --size"
        )
    return encode(Reel(states, (width, height), cut.speed))


def gif_encoder() -> Encoder:
    """Return the function that encodes a GIF. Raises ImportError if Pillow is missing."""
    from PIL import Image

    def encode(reel: Reel) -> bytes:
        def read(raw: bytes) -> Image.Image:
            return Image.frombytes("RGB", reel.size, raw)

        # One palette for all pictures, so that what stays the same is stored once.
        width, height = reel.size
        samples = Image.new("RGB", (width, 3 * height))
        count = len(reel.states)
        for row, raw in enumerate(reel.pictures(0, count // 2, count - 1)):
            samples.paste(read(raw), (0, row * height))
        palette = samples.quantize(256, Image.Quantize.FASTOCTREE)  # Others lose the colors of small models.
        frames = (read(raw).quantize(palette=palette, dither=Image.Dither.NONE) for raw in reel.pictures())
        pause = 10 * round(100 / reel.speed)
        durations = [pause] * (count - 1) + [max(pause, round(1000 * LAST_SECONDS))]
        content = BytesIO()
        next(frames).save(
            content, "GIF", save_all=True, append_images=frames, duration=durations[0] if count == 1 else durations,
            loop=0, optimize=False,
        )  # fmt: skip
        return content.getvalue()

    return encode


def mp4_encoder() -> Encoder:
    """Return the function that encodes an MP4 video. Raises ImportError if imageio-ffmpeg is missing."""
    import imageio_ffmpeg

    def encode(reel: Reel) -> bytes:
        rate = max(MIN_RATE, ceil(reel.speed))
        options = ["-r", str(rate), "-preset", "veryfast", "-movflags", "+faststart"]
        ending = (raw for raw in reel.pictures(-1) for _ in range(ceil(LAST_SECONDS * reel.speed)))
        with TemporaryDirectory() as folder:
            path = Path(folder) / "film.mp4"
            writer: Any = imageio_ffmpeg.write_frames(
                str(path), reel.size, fps=reel.speed, macro_block_size=2, ffmpeg_log_level="error",
                output_params=options,
            )  # fmt: skip
            try:
                writer.send(None)
                for raw in chain(reel.pictures(), ending):
                    writer.send(raw)
                writer.close()
            except RuntimeError as error:  # There is no ffmpeg for this system.
                raise OSError(0, str(error)) from None
            return path.read_bytes()

    return encode
