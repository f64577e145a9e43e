import MixEngine
import MixSession
import Testing

struct ListingTests {
  static func listing(_ text: String) throws -> String {
    let plan = try plan(text)
    let engine = Engine(sampleRate: plan.sampleRate.value, isOffline: true)
    let build = try SessionBuilder(engine: engine).build(plan)
    let prepared = try build.graph.prepare(
      for: engine, helpers: build.helpers, schedule: build.schedule)
    let text = prepared.program.listing().map(\.text).joined(separator: "\n")
    prepared.start().stop()
    return text
  }

  @Test func `three players are compiled to the production line of the design`() throws {
    let expected = """
      push    player.file1
      edit    effect.filter1     bandpass 5000 Hz 600 cents
      fader   player.file1       0 dB, balance 0
      push    player.file2
      fader   player.file2       0 dB, balance 0
      push    player.file3
      fader   player.file3       0 dB, balance 0
      mix     2
      edit    effect.filter2     delay 0.25 s, feedback 50 %, mix 50 %
      fader   bus.pair           0 dB, balance 0
      mix     2
      fader   bus.main           0 dB, balance 0
      record  recorder.take
      output  main
      pop     1
      """
    #expect(try Self.listing(ShippedFile.text("configs/three-players.toml")) == expected)
  }

  @Test func `knobs and sweeps that do something stand between trim and effects`() throws {
    let expected = """
      push    player.a
      trim    player.a           3 dB
      eq      player.a           low -6 dB, high killed
      sweep   player.a           highpass 494 Hz
      edit    effect.dark        lowpass 500 Hz 0 dB
      fader   player.a           0 dB, balance 0
      fader   bus.main           0 dB, balance 0
      output  main
      pop     1
      """
    let listing = try Self.listing(
      """
      [player.a]
      trim = 3
      low = -6
      high_kill = true
      sweep = 0.25
      effects = "dark"
      [effect.dark]
      type = "lowpass"
      frequency = 500
      """)
    #expect(listing == expected)
  }

  @Test func `two decks have the crossfader before them`() throws {
    let expected = """
      update  crossfader         additive, position -1
      push    player.a
      fader   player.a           0 dB, balance 0, left
      push    player.b
      fader   player.b           0 dB, balance 0, right
      mix     2
      fader   bus.main           0 dB, balance 0
      output  main
      pop     1
      """
    #expect(try Self.listing(ShippedFile.text("configs/minimal.toml")) == expected)
  }

  @Test func `takes listen at their points`() throws {
    let expected = """
      push    player.a
      record  recorder.dry
      trim    player.a           3 dB
      edit    effect.dark        lowpass 500 Hz 0 dB, off
      record  recorder.pre
      fader   player.a           -6 dB, balance 0.5, muted
      record  recorder.post
      fader   bus.main           0 dB, balance 0
      output  main
      pop     1
      """
    let text = """
      [player.a]
      trim = 3
      effects = "dark"
      gain = -6
      balance = 0.5
      mute = true
      [effect.dark]
      type = "lowpass"
      frequency = 500
      on = false
      [recorder.dry]
      tap = "a"
      point = "dry"
      [recorder.pre]
      tap = "a"
      point = "pre"
      [recorder.post]
      tap = "a"
      """
    #expect(try Self.listing(text) == expected)
  }

  @Test func `a bus that nobody feeds is silence, and a strip to none still plays`() throws {
    let expected = """
      push    player.a
      fader   player.a           0 dB, balance 0
      pop     1
      push    silence
      fader   bus.main           0 dB, balance 0
      output  main
      pop     1
      """
    #expect(try Self.listing("[player.a]\nto = \"none\"") == expected)
  }
}
