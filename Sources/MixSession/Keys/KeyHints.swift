/// What people write when they mean a key of ours.
enum KeyHints {
  /// The key that somebody who writes `word` most likely means.
  static func meant(by word: String) -> String? { aliases[word.lowercased()] }

  /// A help of its own for a word that is no key of a table, with "X" for the table's name.
  static func help(for word: String, in kind: TableKind, named name: String) -> String? {
    let address = "\(kind.rawValue).\(name)"
    switch (kind, word) {
    case (.player, "cue"):
      return "headphones: pfl = true; the cue button is the address \(address).cue"
    case (.player, "play"), (.player, "stop"), (.player, "restart"), (.player, "seek"):
      return "\(address).\(word) is an action, for events and controls; by itself: start"
    case (.player, "end"), (.player, "from"):
      return "the part of a file that is played: region = [10, 20]"
    case (.recorder, "record"), (.recorder, "pause"), (.recorder, "split"):
      return "\(address).\(word) is an action, for events and controls; by itself: start"
    case (.recorder, "mark"):
      return "\(address).mark is an action, for events and controls, with cue_sheet = true"
    case (.recorder, "from"):
      return "what it listens to: tap"
    case (.bus, "to"), (.bus, "sends"):
      return "outputs and takes listen to \(name); it goes nowhere else"
    case (.midi, _) where word != "port" && KeyTable.midiEntry.contains { $0.name == word }:
      return "in an entry: map = [ { cc = 7, to = \"player.a.gain\" } ]"
    default:
      return nil
    }
  }

  private static let aliases: [String: String] = [
    "volume": "gain", "vol": "gain", "level": "gain", "fader": "gain", "amplitude": "gain",
    "loudness": "gain", "db": "gain", "pregain": "trim", "input_gain": "trim",
    "bass": "low", "lows": "low", "middle": "mid", "mids": "mid", "treble": "high",
    "highs": "high", "hi": "high", "crossover": "eq_crossover", "hpf": "sweep", "lpf": "sweep",
    "pan": "balance", "panning": "balance", "pan_law": "balance_law",
    "muted": "mute", "silent": "mute",
    "fx": "effects", "effect": "effects", "filter": "effects", "filters": "effects",
    "insert": "effects", "inserts": "effects", "chain": "effects", "plugins": "effects",
    "bus": "to", "output": "to", "out": "to", "route": "to", "target": "to",
    "destination": "to", "send": "sends", "aux": "sends",
    "xfade": "crossfade", "crossfader": "crossfade", "side": "crossfade", "assign": "crossfade",
    "path": "file", "source": "file", "src": "file", "filename": "file", "clip": "file",
    "track": "file", "files": "file",
    "autoplay": "start", "autostart": "start", "start_at": "start", "at": "start",
    "repeat": "loop", "looped": "loop", "looping": "loop", "loop_start": "loop_in",
    "loop_end": "loop_out",
    "rate": "sample_rate", "samplerate": "sample_rate", "title": "name",
    "end": "end_with", "ends_with": "end_with",
    "x": "position", "law": "curve", "shape": "curve", "hamster": "reverse",
    "kind": "type", "enabled": "on", "bypass": "on", "active": "on", "wet": "mix",
    "dry_wet": "mix", "freq": "frequency", "cutoff": "frequency", "pitch": "frequency",
    "hz": "frequency", "reso": "resonance", "width": "bandwidth",
    "delay": "time", "delay_time": "time", "regeneration": "feedback",
    "sink": "device", "card": "device", "latency": "latency_ms", "buffer": "latency_ms",
    "strip": "tap", "listen": "tap", "format": "encoding", "bits": "encoding",
    "bit_depth": "encoding",
    "devices": "connect", "device": "connect", "port": "connect", "ports": "connect",
    "controller": "connect", "controllers": "connect", "include": "maps", "mapfile": "maps",
    "mapping": "map", "mappings": "map", "entries": "map", "controls": "map", "sysex": "init",
    "control": "cc", "ctrl": "cc", "control_change": "cc", "knob": "cc", "pad": "note",
    "button": "note", "key": "note", "aftertouch": "pressure", "program_change": "program",
    "pitch_bend": "pitchbend", "bend": "pitchbend", "ch": "channel", "midi_channel": "channel",
    "address": "to", "param": "to", "parameter": "to", "action": "to", "show": "from",
    "encoder": "relative", "min": "range", "max": "range", "invert": "range",
    "inverted": "range", "reverse": "range", "momentary": "hold", "toggle": "hold",
    "soft_takeover": "takeover", "pickup": "takeover", "shift": "layer", "modifier": "layer",
    "sidechain": "listen", "light": "led", "lamp": "led", "increment": "step", "argument": "value",
  ]
}
