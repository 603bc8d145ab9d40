"""Synthesize the sounds of the window: `python -m tools.make_sounds` writes `assets/sounds/`.

A sound is a sum of tones and bands of noise, each with a short attack and an exponential decay. The noise comes from
fixed seeds, so the files are the same on every machine.
"""

from __future__ import annotations

import wave
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt

FOLDER = Path(__file__).parents[1] / "assets" / "sounds"
RATE = 22050
"""Samples per second."""
FADE_SECONDS = 0.03
"""Seconds at the end of a sound in which it fades to silence, so that it doesn't click."""
Samples = npt.NDArray[np.float64]

# --- Parts of a sound ---


def seconds_of(length: float) -> Samples:
    """Return the time of each sample, in seconds."""
    return np.arange(round(length * RATE)) / RATE


def tone(hertz: float, length: float, to_hertz: float = 0.0, overtone: float = 0.0) -> Samples:
    """Return a tone that glides to another pitch if one is given, with a share of its octave added."""
    pitch = np.geomspace(hertz, to_hertz or hertz, round(length * RATE))
    phase = 2 * np.pi * np.cumsum(pitch) / RATE
    return (np.sin(phase) + overtone * np.sin(2 * phase)) / (1 + overtone)


def noise(center: float, octaves: float, length: float, seed: int) -> Samples:
    """Return noise around a frequency. Its strength falls to 37 % that many octaves away."""
    random, count = Random(seed), round(length * RATE)
    spectrum = np.fft.rfft(np.array([2 * random.random() - 1 for _ in range(count)]))
    hertz = np.maximum(np.fft.rfftfreq(count, 1 / RATE), 1.0)
    band = np.fft.irfft(spectrum * np.exp(-((np.log2(hertz / center) / octaves) ** 2)), count)
    return band / np.abs(band).max()


def shape(samples: Samples, attack: float, decay: float) -> Samples:
    """Return samples that rise in the attack, then fall to 37 % in each decay (both in seconds)."""
    time = np.arange(len(samples)) / RATE
    return samples * np.minimum(1.0, time / attack) * np.exp(-np.maximum(0.0, time - attack) / decay)


def layer(*parts: tuple[float, float, Samples]) -> Samples:
    """Return the sum of some parts, each with its start in seconds and its strength."""
    total = np.zeros(max(round(start * RATE) + len(samples) for start, _, samples in parts))
    for start, strength, samples in parts:
        first = round(start * RATE)
        total[first : first + len(samples)] += strength * samples
    return total


def melody(pitches: Sequence[float], step: float, decay: float, overtone: float = 0.2) -> Samples:
    """Return notes that start one step after another and ring on."""
    notes = [shape(tone(pitch, 3.0 * decay, overtone=overtone), 0.006, decay) for pitch in pitches]
    return layer(*((number * step, 1.0, note) for number, note in enumerate(notes)))


def click(center: float, seed: int, decay: float = 0.009) -> Samples:
    """Return a dry click."""
    return shape(noise(center, 0.8, 6 * decay, seed), 0.001, decay)


# --- The sounds ---


def make_dice() -> Samples:
    starts = (0.0, 0.07, 0.12, 0.2, 0.25, 0.31, 0.4, 0.44)
    clicks = ((start, 0.6 + 0.4 * (n % 2), click(1500 + 240 * (n % 4), 30 + n)) for n, start in enumerate(starts))
    return layer(*clicks)


def make_gun() -> Samples:
    shots = [shape(noise(640 + 70 * n, 1.3, 0.16, 40 + n), 0.001, 0.032) for n in range(3)]
    return layer(*((0.07 * n, 1.0 - 0.12 * n, shot) for n, shot in enumerate(shots)))


def make_beam() -> Samples:
    falling = shape(tone(1250, 0.42, 500, overtone=0.35), 0.012, 0.13)
    return layer((0.0, 0.7, falling), (0.0, 0.25, shape(noise(3600, 0.5, 0.4, 50), 0.01, 0.1)))


def make_missile() -> Samples:
    launch = shape(noise(420, 0.8, 0.2, 60), 0.002, 0.05)
    return layer((0.0, 0.7, launch), (0.04, 1.0, shape(noise(900, 0.9, 0.65, 61), 0.26, 0.12)))


def make_hit() -> Samples:
    return layer(
        (0.0, 1.0, shape(tone(150, 0.3, 60), 0.002, 0.08)), (0.0, 0.7, shape(noise(460, 1.2, 0.3, 70), 0.001, 0.06))
    )


def make_crippled() -> Samples:
    alarm = melody((330, 247), 0.2, 0.13, overtone=0.5)
    return layer((0.0, 1.0, shape(noise(220, 1.1, 0.6, 80), 0.003, 0.17)), (0.1, 0.35, alarm))


def make_destroyed() -> Samples:
    crackle = [(0.05 + 0.085 * n, 0.3 - 0.03 * n, click(2400 - 130 * n, 90 + n, 0.014)) for n in range(8)]
    rumble = shape(noise(180, 1.2, 1.15, 99), 0.004, 0.32)
    return layer((0.0, 1.0, rumble), (0.0, 0.8, shape(tone(90, 1.0, 34), 0.003, 0.3)), *crackle)


def make_dogfight() -> Samples:
    coming = shape(tone(520, 0.3, 980, overtone=0.3), 0.12, 0.07)
    return layer((0.0, 1.0, coming), (0.22, 0.9, shape(tone(1040, 0.34, 560, overtone=0.3), 0.05, 0.1)))


def make_engine() -> Samples:
    hum = shape(tone(66, 0.5, 92, overtone=0.5), 0.11, 0.17)
    return layer((0.0, 1.0, shape(noise(210, 1.0, 0.5, 20), 0.1, 0.14)), (0.0, 0.5, hum))


def make_boarded() -> Samples:
    clank = [shape(tone(pitch, 0.24), 0.001, 0.05) for pitch in (417, 689, 1130)]
    return layer((0.0, 0.5, click(900, 25, 0.02)), *((0.0, 0.4, part) for part in clank), (0.16, 0.25, clank[0]))


MAKERS: dict[str, tuple[float, Callable[[], Samples]]] = {
    "press": (-15, lambda: layer((0, 1, shape(tone(560, 0.07), 0.002, 0.016)), (0, 0.3, click(2200, 1, 0.004)))),
    "refuse": (-11, lambda: melody((208, 175), 0.1, 0.06, overtone=0.6)),
    "select": (-13, lambda: melody((622, 831), 0.06, 0.05)),
    "your_turn": (-9, lambda: melody((466, 698), 0.17, 0.17)),
    "question": (-9, lambda: melody((698, 554, 698), 0.11, 0.11)),
    "engine": (-12, make_engine),
    "turn": (-15, lambda: shape(noise(520, 0.6, 0.3, 2), 0.05, 0.08)),
    "dice": (-8, make_dice),
    "die_lands": (-9, lambda: layer((0, 1, click(1100, 3, 0.013)), (0, 0.6, shape(tone(290, 0.1), 0.001, 0.022)))),
    "gun": (-7, make_gun),
    "beam": (-8, make_beam),
    "missile": (-8, make_missile),
    "miss": (-13, lambda: shape(noise(1050, 0.5, 0.35, 4), 0.08, 0.09)),
    "hit": (-6, make_hit),
    "crippled": (-5.5, make_crippled),
    "destroyed": (-4.5, make_destroyed),
    "repaired": (-12, lambda: melody((523, 587, 784), 0.07, 0.06)),
    "boarded": (-9, make_boarded),
    "dogfight": (-9, make_dogfight),
    "objective": (-8, lambda: melody((554, 698, 831), 0.12, 0.17)),
    "end": (-7, lambda: melody((415, 554, 698, 831), 0.17, 0.26)),
}
"""For each sound its peak in decibels and the function that makes it."""


def make_sound(name: str) -> bytes:
    """Return a sound as the bytes of a WAV file: mono, 22050 Hz, 16 bit."""
    decibels, make = MAKERS[name]
    samples = make()
    samples = samples / np.abs(samples).max() * 10 ** (decibels / 20)
    fade = round(FADE_SECONDS * RATE)
    samples[-fade:] *= np.linspace(1.0, 0.0, fade)
    content = BytesIO()
    with wave.open(content, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(np.round(samples * 32767).astype("<i2").tobytes())
    return content.getvalue()


def main() -> None:
    """Write all sounds, and print the size of each."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in MAKERS:
        content = make_sound(name)
        (FOLDER / f"{name}.wav").write_bytes(content)
        print(f"{name:10} {(len(content) - 44) / 2 / RATE:5.2f} s {len(content) / 1024:6.1f} KB")
    print(f"{len(MAKERS)} sounds, {sum(path.stat().st_size for path in FOLDER.glob('*.wav')) / 1024:.0f} KB")


if __name__ == "__main__":
    main()
