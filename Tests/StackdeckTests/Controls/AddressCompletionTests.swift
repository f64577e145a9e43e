import Testing

@testable import stackdeck

@Suite struct AddressCompletionTests {
  static let addresses = [
    "session.stop", "player.a.play", "player.a.loop", "player.a.loop_in", "player.a.loop_out",
    "player.a.gain", "player.drums.gain", "effect.echo.mix", "crossfader.position",
  ]

  @Test(arguments: [
    // What is clear is typed, as far as it is.
    ("s", "session.stop", []), ("player.d", "player.drums.gain", []), ("pl", "player.", []),
    ("player.a.l", "player.a.loop", []),
    // What is not is offered, a part after the other.
    ("player.", "player.", ["player.a.", "player.drums."]),
    ("player.a.loop", "player.a.loop", ["player.a.loop", "player.a.loop_in", "player.a.loop_out"]),
    ("", "", ["session.", "player.", "effect.", "crossfader."]),
    // The first word may be left out.
    ("a.ga", "player.a.gain", []), ("drums", "player.drums.gain", []),
    ("echo.", "effect.echo.mix", []),
    // Nothing begins so.
    ("x", "x", []), ("session.stop", "session.stop", []),
  ])
  func `typed text is completed`(_ typed: String, _ text: String, _ choices: [String]) {
    let completion = AddressCompletion(addresses: Self.addresses)
    let found = completion.complete(typed)
    #expect(found.text == text && found.choices == choices)
  }
}
