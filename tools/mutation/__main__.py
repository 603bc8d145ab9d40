"""`python -m tools.mutation [count] [seed]`: mutate the rules, and print the mutations that no test notices.

For each mutation, the tests that run its line are run, the fastest first, and the recorded games. A person must judge
whether the mutations that no test noticed change any behavior.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from random import Random

from tools.mutation.line_tests import RECORDED, ROOT, RULES, LineTests, load_line_tests
from tools.mutation.mutations import Mutation, mutations_of
from tools.mutation.trials import NOTICED, Job

FAST_TESTS = 60
"""The number of tests to run before the recorded games. The rest of the tests runs after these."""
WORKERS = 2


def main(sample_size: int, seed: int) -> None:
    """Draw a sample, try each mutation, and print a report."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        line_tests = load_line_tests(folder)
        mutations = [mutation for path in sorted(RULES.rglob("*.py")) for mutation in mutations_of(path)]
        sample = Random(seed).sample(mutations, sample_size)
        jobs = [Job(number, mutation, _tests_for(mutation, line_tests)) for number, mutation in enumerate(sample)]
        results, progress = [""] * sample_size, count(1)

        def run_worker(worker: int) -> None:
            for number, result in _run_jobs(jobs[worker::WORKERS], folder / f"jobs-{worker}"):
                results[number] = result
                print(f"{next(progress)}/{sample_size} {result} {_describe(sample[number])}", flush=True)

        with ThreadPoolExecutor(WORKERS) as pool:
            list(pool.map(run_worker, range(WORKERS)))
    _print_report(sample, results)


def _tests_for(mutation: Mutation, line_tests: LineTests) -> list[str]:
    """Return the ids of the tests to run for a mutation, in order."""
    lines = line_tests.get(str(mutation.path.relative_to(ROOT)), {})
    tests = lines.get(0 if mutation.at_import else mutation.line, [])
    recorded = [test for test in tests if test.startswith(RECORDED)]
    others = [test for test in tests if not test.startswith(RECORDED)]
    return [*others[:FAST_TESTS], *recorded, *others[FAST_TESTS:]]


def _run_jobs(jobs: Sequence[Job], file: Path) -> Iterable[tuple[int, str]]:
    """Yield the number and the result of each job, from a process of its own."""
    file.write_bytes(pickle.dumps(jobs))
    command = [sys.executable, "-m", "tools.mutation.trials", str(file)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as trials:
        assert trials.stdout is not None
        for line in trials.stdout:
            number, _, result = line.strip().partition(" ")
            yield int(number), result


def _describe(mutation: Mutation) -> str:
    return f"{mutation.path.relative_to(ROOT)}:{mutation.line}  {mutation.description}"


def _print_report(sample: Sequence[Mutation], results: Sequence[str]) -> None:
    others = [(mutation, result) for mutation, result in zip(sample, results, strict=True) if result != NOTICED]
    print(f"\n{len(sample) - len(others)} of {len(sample)} noticed. The others:")
    for mutation, result in others:
        print(f"- {result} {_describe(mutation)}")


if __name__ == "__main__":
    numbers = [int(text) for text in sys.argv[1:]]
    main(*(numbers + [60, 1][len(numbers) :]))
