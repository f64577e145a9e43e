import MixEngine

/// The one table of keys: what is not in it is an unknown key.
public enum KeyTable {
  /// The keys of a table, in the manual's order; of an effect those that every type has.
  public static func keys(of kind: TableKind) -> [SessionKey] {
    switch kind {
    case .session: session
    case .player: player + strip + routing
    case .input: input + strip + routing
    case .oscillator: oscillator + strip + routing
    case .bus: strip + routing + bus
    case .crossfader: crossfader
    case .effect: [effectType] + common
    case .output: output
    case .recorder: recorder
    case .midi: midi
    }
  }

  /// The keys of a bus: main and cue are heard by outputs and takes and go nowhere else.
  public static func keys(ofBus name: String) -> [SessionKey] {
    switch name {
    case "main": strip + bus + main
    case "cue": strip + bus
    default: keys(of: .bus)
    }
  }

  /// The keys of an effect of this type.
  public static func keys(ofEffect kind: EffectKind) -> [SessionKey] {
    [effectType] + (kind.listens ? [listen] : [])
      + kind.descriptors.map { SessionKey($0, effectSummary($0.name, of: kind.word)) }
  }

  /// The keys of an event: `{ at = …, to = …, value = …, over = … }`.
  public static let event: [SessionKey] = [
    SessionKey("at", .position, default: nil, "when, on the session's clock"),
    SessionKey("to", .text, default: nil, "the address that is set or told"),
    SessionKey(
      "value", .value, default: "none", "what it is set to; actions without an argument have none"),
    SessionKey(
      "over", .number(unit: "s", range: 0...86400, isWhole: false), default: "0",
      "how long a number takes to get there, in a straight line of its control's way"),
  ]

  // MARK: Strips

  /// What every strip has.
  public static let strip: [SessionKey] = [
    SessionKey(descriptor("trim", Trim.descriptors), "gain at the strip's beginning"),
    SessionKey(descriptor("low", Isolator.descriptors), "the knob of the lows"),
    SessionKey(descriptor("mid", Isolator.descriptors), "the knob of the mids"),
    SessionKey(descriptor("high", Isolator.descriptors), "the knob of the highs"),
    SessionKey(descriptor("low_kill", Isolator.descriptors), "no lows, wherever their knob is"),
    SessionKey(descriptor("mid_kill", Isolator.descriptors), "no mids, wherever their knob is"),
    SessionKey(descriptor("high_kill", Isolator.descriptors), "no highs, wherever their knob is"),
    SessionKey(
      descriptor("sweep", Sweep.descriptors),
      "−1…0 takes away highs, 0…1 lows, the more the farther; 0 nothing"),
    SessionKey(
      "effects", .effects, default: "[]", "what the sound goes through, in this order"),
    SessionKey(descriptor("gain", Fader.descriptors), "the fader"),
    SessionKey(
      descriptor("balance", Fader.descriptors), "left or right; the other side gets less"),
    SessionKey(
      "balance_law", .words(BalanceLaw.allCases.map(\.rawValue)),
      default: "\"\(BalanceLaw.linear.rawValue)\"",
      "linear: 0 dB in the middle; constant-power: −3 dB"),
    SessionKey(descriptor("mute", Fader.descriptors), "silent, wherever the fader is"),
  ]

  /// Where a strip's sound goes; main and cue have none.
  public static let routing: [SessionKey] = [
    SessionKey("to", .name(.bus, orNone: true), default: "\"main\"", "the bus that gets it"),
    SessionKey("sends", .sends, default: "{}", "how much of it other buses get, in dB"),
    SessionKey(
      "crossfade",
      .words([CrossfadeSide.left, .right, .none].map(\.rawValue)),
      default: "\"\(CrossfadeSide.none.rawValue)\"", "its side of the crossfader"),
  ]

  static let bus: [SessionKey] = [
    SessionKey(
      "point", .words(SendPoint.allCases.map(\.rawValue)),
      default: "\"\(SendPoint.post.rawValue)\"",
      "where sends to it are taken: behind the fader, or before it")
  ]

  static let player: [SessionKey] = [
    SessionKey("file", .path, default: "none: an empty deck", "what it plays"),
    SessionKey(
      "start", .start, default: "\"auto\"",
      "auto: at 0; manual: when told; a position: then, on the session's clock"),
    SessionKey("region", .region, default: "the whole file", "the part of the file that is played"),
    SessionKey(
      descriptor("loop", FilePlayer.descriptors), "repeats from loop_in to loop_out"),
    SessionKey("loop_in", .position, default: "the region's start", "where a loop begins"),
    SessionKey("loop_out", .position, default: "the region's end", "where a loop ends"),
  ]

  static let input: [SessionKey] = [
    SessionKey(
      "source", .text, default: "the server's default",
      "a microphone or line: any part of a source's name or description"),
    SessionKey(
      "monitor_of", .text, default: "none",
      "what a sink plays: any part of the sink's name or description"),
    SessionKey(
      "virtual_sink", .text, default: "none",
      "a sink of this name appears, for other programs to play to"),
    SessionKey(
      "channels", .channels, default: "the first two", "which of the device; one is mono"),
    SessionKey(
      "monitor", .monitor, default: "\"auto\" with a source, else true",
      "whether output.main plays it; auto: not while main is a loudspeaker"),
    SessionKey(
      "latency_ms", .number(unit: "ms", range: 2...2000, isWhole: false), default: "20",
      "how much the device gathers before it gives it"),
    SessionKey(
      "latency_offset_ms", .number(unit: "ms", range: -1000...1000, isWhole: false), default: "0",
      "how much earlier its takes are to lie than was measured"),
  ]

  static let oscillator: [SessionKey] = [
    SessionKey(
      descriptor("frequency", Oscillator.descriptors), "of the sine, which sounds all the time")
  ]

  /// What main alone has.
  public static let main: [SessionKey] = [
    SessionKey(
      "limiter", .toggle, default: "false",
      "keeps peaks at main's end below the ceiling; all of it is later by 1.5 ms then"),
    SessionKey(BusLimiter.descriptor, "the highest true peak that the limiter lets through"),
  ]

  // MARK: Other tables

  static let session: [SessionKey] = [
    SessionKey("name", .text, default: "the file's name", "what the session is called"),
    SessionKey(
      "sample_rate", .number(unit: "Hz", range: 8000...192_000, isWhole: true), default: "48000",
      "the same for run and render"),
    SessionKey(
      "end_with", .name(.player, orNone: false), default: "none",
      "the run ends when this player ends, whatever else sounds"),
    SessionKey(
      "eq_crossover", .crossover, default: "[246, 2484]",
      "where lows end and mids begin, and where these end and highs begin"),
    SessionKey("events", .events, default: "[]", "what happens by itself, and when"),
  ]

  static let crossfader: [SessionKey] = [
    SessionKey(
      descriptor("position", Crossfader.descriptors), "−1 only left, 0 both, 1 only right"),
    SessionKey(
      "curve", .words(CrossfaderCurve.allCases.map(\.rawValue)),
      default: "\"\(CrossfaderCurve.additive.rawValue)\"",
      "how loud both sides are between the ends"),
    SessionKey(
      descriptor("contour", Crossfader.descriptors), "0 the curve as named, 100 a cut"),
    SessionKey(descriptor("reverse", Crossfader.descriptors), "left is right and right is left"),
  ]

  static let output: [SessionKey] = [
    SessionKey(
      "device", .text, default: "main: the server's default",
      "any part of a sink's name or description; all but main have one"),
    SessionKey(
      "virtual_source", .text, default: "none",
      "a source of this name appears, as a microphone for other programs"),
    SessionKey(
      "latency_ms", .number(unit: "ms", range: 5...2000, isWhole: false), default: "40",
      "what is asked for between a hand and an ear"),
    SessionKey(descriptor("gain", Fader.descriptors(of: .main)), "its level, beside the bus's own"),
    SessionKey(
      "from", .name(.bus, orNone: false), default: "the bus of its name, else main",
      "the bus that it plays"),
  ]

  static let recorder: [SessionKey] = [
    SessionKey("tap", .name(.strip, orNone: false), default: "\"main\"", "what it listens to"),
    SessionKey(
      "point", .words(RecorderPoint.allCases.map(\.rawValue)),
      default: "\"\(RecorderPoint.post.rawValue)\"",
      "post: what the bus gets; pre: before the fader; dry: before trim"),
    SessionKey(
      "file", .path, default: "the recorder's name with .wav",
      "where takes go, with strftime fields; its ending says the kind of file"),
    SessionKey(
      "encoding", .words(RecorderEncoding.allCases.map(\.rawValue)),
      default: "\"\(RecorderEncoding.pcm24.rawValue)\"", "how samples are kept"),
    SessionKey(
      "start", .start, default: "\"auto\"",
      "auto: at 0; manual: when told; a position: then, on the session's clock"),
    SessionKey(
      "cue_sheet", .toggle, default: "false",
      "a cue sheet lies beside each take, with a track for each mark"),
  ]

  // MARK: Effects

  static let effectType = SessionKey(
    "type", .words(EffectCatalogue.kinds.map(\.word)), default: nil,
    "what kind of effect it is")

  static let listen = SessionKey(
    "listen", .name(.strip, orNone: false), default: nil,
    "the strip under whose sound this one is lowered")

  private static let common = Effect.commonDescriptors().map {
    SessionKey($0, effectSummary($0.name, of: ""))
  }

  private static func effectSummary(_ name: String, of type: String) -> String {
    switch (name, type) {
    case ("on", _): "whether it is heard"
    case ("mix", _): "0 only the unedited sound, 100 only the edited one"
    case ("gain", "reverb"): "how loud the room is"
    case ("decay", "reverb"): "in which low sound falls by 60 dB"
    case ("decay_high", _): "in which high sound falls by 60 dB; at 3 kHz it is half way"
    case ("min_delay_ms", _): "until the first reflection; the shortest way through the room"
    case ("max_delay_ms", _): "until the last of the first reflections; the longest way"
    case ("randomize", _): "which room of this size; each whole number is another"
    case (_, "distortion"): distortionSummary(name)
    case ("frequency", "bandpass"), ("frequency", "parametric"): "the middle of the band"
    case ("frequency", _): "where it begins to act"
    case ("bandwidth", _): "how wide the band is; 1200 is one octave"
    case ("resonance", _): "how much it raises what lies at its frequency"
    case ("q", _): "how narrow the band is"
    case ("gain", "compressor"), ("gain", "expander"), ("gain", "dynamics"):
      "how much everything is raised or lowered afterwards"
    case ("gain", "limiter"): "how much everything is raised or lowered before it meets the ceiling"
    case ("gain", _): "how much it raises or lowers"
    case ("time", _): "from one repetition to the next"
    case ("period", "flanger"): "how long the time swings there and back"
    case ("depth", "flanger"): "how far it swings: from 0.5 ms to 8 ms at 100"
    case ("feedback", "flanger"): "how much of the later sound is made later again"
    case ("feedback", _): "how much of a repetition is repeated again"
    case ("lowpass", _): "what lies above it is lost from one repetition to the next"
    case ("threshold", "gate"): "the peaks that open it"
    case ("depth", "duck"): "how far the sound goes down"
    case ("threshold", "duck"): "the peaks of the other strip that lower it"
    case ("attack_ms", "duck"): "how long it goes down, in a straight line"
    case ("hold_ms", "duck"): "how long it stays down after the last such peak"
    case ("release_ms", "duck"): "how long it comes up, in a straight line"
    case ("force", _): "it is down without a voice"
    case ("threshold", "expander"): "what is softer is lowered"
    case ("threshold", _): "what is louder is lowered"
    case ("ratio", "expander"): "one dB less below the threshold becomes so many dB less"
    case ("ratio", _): "so many dB more above the threshold become one dB more"
    case ("headroom", _): "loud sounds come near to so much above the threshold, never beyond"
    case ("expansion_threshold", _): "what is softer is lowered, too"
    case ("expansion_ratio", _): "one dB less below that becomes so many dB less"
    case ("depth", _): "how loud the sound is while it is closed"
    case ("attack_ms", "gate"): "how long it opens, in a straight line"
    case ("ceiling", _): "true peaks stay below it"
    case ("attack_ms", "limiter"): "how far it looks ahead: its latency"
    case ("attack_ms", _): "after this, 63 % of the way to a louder sound's gain are done"
    case ("hold_ms", _): "how long it stays open after the last such peak"
    case ("release_ms", "gate"): "how long it closes, in a straight line"
    case ("release_ms", "limiter"): "after this, 63 % of the way back are done"
    case ("release_ms", _): "after this, 63 % of the way to a softer sound's gain are done"
    default: ""
    }
  }

  private static func distortionSummary(_ name: String) -> String {
    switch name {
    case "delay_ms": "from one repetition of the sound to the next"
    case "decay": "how fast they fade: each is e to the power of minus this of the one before"
    case "delay_mix": "how much of the repetitions goes on"
    case "decimation": "for how long a frame is held; 100 is 5 ms"
    case "rounding": "how coarse the sound's steps are; 100 leaves 1, 0 and -1"
    case "decimation_mix": "how much of the held and rounded sound goes on"
    case "linear": "how much of the sound itself"
    case "squared": "how much of its square"
    case "cubic": "how much of its third power"
    case "polynomial_mix": "how much of the sum of these three goes on"
    case "ring_frequency_1": "the first sine that it is multiplied by"
    case "ring_frequency_2": "the second one"
    case "ring_balance": "0 only the first sine, 100 only the second"
    case "ring_mix": "how much of the product goes on"
    case "soft_clip": "how loud it goes into the soft clip, which nothing leaves above 0 dB"
    default: ""
    }
  }

  private static func descriptor(
    _ name: String, _ table: [ParameterDescriptor]
  ) -> ParameterDescriptor {
    guard let found = table.first(where: { $0.name == name }) else {
      preconditionFailure("a key's parameter has no descriptor")
    }
    return found
  }
}
