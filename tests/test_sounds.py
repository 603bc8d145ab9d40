"""Tests of the sound files: they are those of the maker, short, small, and not loud."""

from __future__ import annotations

import wave
from array import array

from tools.make_sounds import FOLDER, MAKERS, RATE, make_sound

FILES = sorted(FOLDER.glob("*.wav"))
MAX_BYTES, MAX_SECONDS, MAX_PEAK = 450 * 1024, 1.4, 32767 * 10 ** (-3 / 20)


def test_the_files_are_what_the_maker_writes() -> None:
    assert [path.stem for path in FILES] == sorted(MAKERS)
    assert [path.stem for path in FILES if path.read_bytes() != make_sound(path.stem)] == []
    assert sum(path.stat().st_size for path in FILES) < MAX_BYTES


def test_each_sound_is_short_and_not_loud() -> None:
    for path in FILES:
        with wave.open(str(path)) as file:
            assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, RATE), path.name
            samples = array("h", file.readframes(file.getnframes()))
        assert 0.05 < len(samples) / RATE <= MAX_SECONDS, path.name
        assert 1000 < max(map(abs, samples)) <= MAX_PEAK, path.name
        assert abs(samples[0]) < 2000 and abs(samples[-1]) < 10, f"{path.name} begins or ends with a click"
