import MixEngine

// What a controller's controls do.
extension KeyTable {
  /// `[midi]`, of a session.
  static let midi: [SessionKey] = [
    SessionKey(
      "connect", .texts, default: "every hardware port",
      "any part of a port's or a client's name; all that match"),
    SessionKey("maps", .texts, default: "[]", "map files, by name or path"),
    SessionKey(
      "takeover", .words(Takeover.allCases.map(\.rawValue)),
      default: "\"\(Takeover.pickup.rawValue)\"",
      "what a control does that does not stand where its parameter is"),
    SessionKey("init", .messages, default: "[]", "sent when a device appears, in hex"),
    SessionKey("map", .entries, default: "[]", "what the controls do"),
  ]

  /// `[midi]` of a map file, which names no other ones.
  public static let midiOfMap: [SessionKey] = midi.filter { $0.name != "maps" }

  /// The keys of an entry that say what arrives.
  public static let midiControls: [SessionKey] = MIDIControl.Kind.allCases.map { kind in
    guard let greatest = kind.greatestNumber else {
      return SessionKey(kind.rawValue, .present, default: "none", controlSummary(kind))
    }
    return SessionKey(
      kind.rawValue, .number(unit: "", range: 0...Double(greatest), isWhole: true),
      default: "none", controlSummary(kind))
  }

  /// The keys of an entry: `{ cc = 7, to = "player.a.gain" }`.
  public static let midiEntry: [SessionKey] =
    midiControls + [
      channel("any", "on which it arrives"),
      SessionKey("port", .text, default: "any", "where connect has several"),
      SessionKey("to", .addresses, default: "none", "what it moves"),
      SessionKey("from", .address, default: "none", "what is shown on the device"),
      SessionKey(
        "relative", .words(RelativeEncoding.allCases.map(\.rawValue)), default: "absolute",
        "an endless encoder: what one click right, and one left, sends"),
      SessionKey(
        "range", .ends, default: "what a control of the parameter covers",
        "the values at its two ends; reversed turns it round"),
      SessionKey(
        "taper", .words(["own", "linear"]), default: "\"own\"",
        "how its way covers the range: as the parameter's, or straight"),
      SessionKey(
        "sensitivity", .number(unit: "", range: 0.001...128, isWhole: false), default: "1",
        "of an encoder: 1 is 1/128 of the range a click"),
      SessionKey(
        "takeover", .words(Takeover.allCases.map(\.rawValue)), default: "that of [midi]",
        "what it does while it does not stand where its parameter is"),
      SessionKey(
        "hold", .toggle, default: "false",
        "a switch is true only while it is down; false: a press toggles"),
      SessionKey("value", .value, default: "none", "what a press sets, or tells an action"),
      SessionKey(
        "step", .number(unit: "", range: -100_000...100_000, isWhole: false), default: "none",
        "what a press adds"),
      SessionKey("layer", .text, default: "the base", "it acts only in this layer"),
      SessionKey("led", .light, default: "none", "its light"),
    ]

  /// The keys of a light: `led = { on = 1, wait = 2 }`.
  public static let midiLight: [SessionKey] = [
    light("on", "127", "what is sent while it is on"),
    light("off", "0", "what is sent while it is off"),
    light("wait", "that of off", "what is sent while a player waits for its time"),
    light("loaded", "that of off", "what is sent while a player has a file and does not play"),
    light("note", "that of the control", "the note that lights it"),
    light("cc", "that of the control", "the cc that lights it"),
    channel("that of the control, or 1", "on which it is sent"),
  ]

  private static func light(_ name: String, _ usual: String, _ summary: String) -> SessionKey {
    SessionKey(
      name, .number(unit: "", range: 0...127, isWhole: true), default: usual, summary)
  }

  private static func channel(_ usual: String, _ summary: String) -> SessionKey {
    SessionKey("channel", .channel, default: usual, summary)
  }

  private static func controlSummary(_ kind: MIDIControl.Kind) -> String {
    switch kind {
    case .cc: "a control change: most knobs, faders and many buttons"
    case .cc14: "a pair of them, 32 apart, for 16384 steps; the number of the first"
    case .note: "a note: pads, keys and many buttons"
    case .keyPressure: "how hard a key of that note is pressed while it is down"
    case .program: "a program change"
    case .nrpn: "a parameter by a number of its maker"
    case .rpn: "a parameter by a registered number"
    case .pitchBend: "the pitch wheel, 16384 steps"
    case .pressure: "how hard the keys are pressed while they are down"
    }
  }
}
