"""What the benchmarks share: a work directory, sound files, floors, and interleaved rounds.

Every job runs once in each round, so that whatever else the machine does meanwhile meets all of
them. The first round warms caches and is not counted.
"""

import os
import pathlib
import statistics
import subprocess
import sys
import wave

HERE = pathlib.Path(__file__).resolve().parent
WORK = HERE.parent / ".build-bench"


class Cost:
    """What one run took: seconds of processor time and of the clock, and peak memory in MiB."""

    def __init__(self, cpu, wall, memory):
        self.cpu, self.wall, self.memory = cpu, wall, memory


def program():
    """The program to measure: the first argument, made absolute."""
    if len(sys.argv) < 2:
        sys.exit(f"usage: {sys.argv[0]} PROGRAM [ROUNDS]")
    return str(pathlib.Path(sys.argv[1]).resolve())


def rounds(default):
    return int(sys.argv[2]) if len(sys.argv) > 2 else default


def work_directory():
    WORK.mkdir(exist_ok=True)
    os.chdir(WORK)


def floor(name):
    """Builds bench/floors/NAME.c. The compiler may use all that this machine has."""
    source = HERE / "floors" / (name + ".c")
    subprocess.run(["gcc", "-O3", "-march=native", source, "-o", name, "-lsndfile", "-lm"],
                   check=True)
    return "./" + name


def tones(name, seconds, frequency):
    """Makes a 16-bit stereo file of 48 kHz with a tone in each channel, once."""
    if not os.path.exists(name):
        subprocess.run(
            ["sox", "-n", "-r", "48000", "-c", "2", "-b", "16", "part-" + name, "synth",
             str(seconds), "sine", str(frequency), "sine", str(frequency + 2), "gain", "-12"],
            check=True)
        os.rename("part-" + name, name)
    return name


def silence(name, seconds):
    """Makes a 16-bit stereo file of 48 kHz that is silent and takes no room on the disk."""
    if not os.path.exists(name):
        frames = seconds * 48000
        with wave.open("part-" + name, "wb") as file:
            file.setparams((2, 2, 48000, 0, "NONE", None))
        with open("part-" + name, "r+b") as file:
            file.seek(4)
            file.write((36 + 4 * frames).to_bytes(4, "little"))
            file.seek(40)
            file.write((4 * frames).to_bytes(4, "little"))
            file.truncate(44 + 4 * frames)
        os.rename("part-" + name, name)
    return name


def run(arguments):
    """Runs a program with its output thrown away. It has to succeed."""
    if not os.path.exists("measure"):
        subprocess.run(["gcc", "-O2", HERE / "measure.c", "-o", "measure"], check=True)
    subprocess.run(["./measure", "result.txt", "errors.txt", *arguments], check=True)
    status, cpu, wall, memory = pathlib.Path("result.txt").read_text().split()
    if status == "127":
        sys.exit(f"{arguments[0]} is not installed (scripts/install-packages bench)")
    if status != "0":
        errors = pathlib.Path("errors.txt").read_text(errors="replace")
        sys.exit(f"{' '.join(arguments[:8])} …: status {status}\n{errors}")
    return Cost(float(cpu), float(wall), int(memory) / 1024)


def interleaved(jobs, count):
    """Runs `jobs`, a dictionary of argument lists, `count` times each; lists of costs by name."""
    costs = {name: [] for name in jobs}
    for number in range(count + 1):
        for name, arguments in jobs.items():
            cost = run(arguments)
            if number > 0:
                costs[name].append(cost)
    return costs


def median(costs, what):
    return statistics.median(getattr(cost, what) for cost in costs)


def ratio(costs, base, what):
    """The median of the ratios of each round to the base's cost in the same round."""
    return statistics.median(
        getattr(cost, what) / max(getattr(other, what), 1e-9) for cost, other in zip(costs, base))
