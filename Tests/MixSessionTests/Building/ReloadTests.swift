import MixEngine
import MixSession
import Testing

struct ReloadTests {
  static let session = """
    [player.a]
    file = "a.wav"
    gain = -6
    effects = "echo"
    [oscillator.tone]
    gain = -12
    [effect.echo]
    type = "delay"
    time = 0.5
    [recorder.take]
    """

  private func change(
    _ edit: (inout String) -> Void
  ) throws -> (
    engine: Engine, before: SessionBuild, after: SessionBuild, change: SessionChange
  ) {
    let engine = Engine(sampleRate: SampleRate(48_000), isOffline: true)
    let builder = SessionBuilder(engine: engine)
    let before = try builder.build(try plan(Self.session))
    var text = Self.session
    edit(&text)
    let (after, change) = try builder.update(to: try plan(text))
    return (engine, before, after, change)
  }

  private func wanted(_ engine: Engine, _ address: String) -> Float? {
    engine.parameters.parameter(named: address)?.wanted
  }

  @Test func `what is the same stays the same object`() throws {
    let changed = try change { $0 += "\n[player.b]\n" }
    for node in changed.before.graph.nodes {
      guard let module = node.module else { continue }
      #expect(changed.after.graph[node.address]?.module === module)
    }
    #expect(changed.change.added == ["player.b"])
    #expect(changed.change.text == "player.b added")
  }

  @Test func `a recorder that is to have a cue sheet has a new tap`() throws {
    let changed = try change { $0 += "\ncue_sheet = true\n" }
    #expect(changed.change.changed == ["recorder.take.cue_sheet"])
    #expect(changed.change.retakenRecorders == ["take"])
    #expect(changed.before.recorders["take"] !== changed.after.recorders["take"])
  }

  @Test func `a first plan adds all that a later one would`() throws {
    func builder() -> SessionBuilder {
      SessionBuilder(engine: Engine(sampleRate: SampleRate(48_000), isOffline: true))
    }
    let grown = builder()
    let small = try grown.update(to: try plan("[oscillator.tone]\n")).change.added
    let large = try builder().update(to: try plan(Self.session)).change.added
    let between = try grown.update(to: try plan(Self.session)).change.added
    #expect(large.filter { !small.contains($0) } == between && small.contains("session"))
    #expect(between == ["player.a", "effect.echo", "recorder.take"])
  }

  @Test func `keys that changed in the file are set and counted`() throws {
    let changed = try change {
      $0 = $0.replacing("gain = -6", with: "gain = -9").replacing("0.5", with: "0.75")
    }
    #expect(changed.change.changed == ["player.a.gain", "effect.echo.time"])
    #expect(changed.change.text == "2 values changed")
    // They wait for the graph's update.
    #expect(wanted(changed.engine, "player.a.gain") == -6)
    #expect(changed.after.values.map(\.value) == [-9, 0.75])
    #expect(
      changed.after.values.map { changed.engine.parameters.address(of: $0.parameter.index) }
        == ["player.a.gain", "effect.echo.time"])
  }

  @Test func `a value that a hand moved stays unless its key changed`() throws {
    let engine = Engine(sampleRate: SampleRate(48_000), isOffline: true)
    let builder = SessionBuilder(engine: engine)
    _ = try builder.build(try plan(Self.session))
    engine.parameters.parameter(named: "player.a.gain")!.set(3)
    engine.parameters.parameter(named: "oscillator.tone.gain")!.set(2)
    let (after, _) = try builder.update(to: try plan(Self.session.replacing("-12", with: "-20")))
    #expect(
      after.values.map { engine.parameters.address(of: $0.parameter.index) }
        == ["oscillator.tone.gain"])
    #expect(after.values.map(\.value) == [-20])
  }

  @Test func `an effect of another type is another object`() throws {
    let changed = try change {
      $0 = $0.replacing("type = \"delay\"\ntime = 0.5", with: "type = \"lowpass\"")
    }
    let before = changed.before.graph["effect.echo"]?.module
    let after = changed.after.graph["effect.echo"]?.module
    #expect(before is Delay)
    #expect(after is Lowpass)
    #expect(changed.change.changed.contains("effect.echo.type"))
  }

  @Test func `what goes is told, and its take ends`() throws {
    let changed = try change { $0 = $0.replacing("[recorder.take]", with: "") }
    #expect(changed.change.removed == ["recorder.take"])
    #expect(changed.before.endActions(for: changed.change).map(\.verb) == [.endTake])
    #expect(changed.change.text == "recorder.take removed")
  }

  @Test func `what would have started with the session starts when it comes`() throws {
    let changed = try change {
      $0 += "\n[player.b]\n[player.c]\nstart = \"manual\"\n[recorder.more]\n"
    }
    let actions = changed.after.startActions(for: changed.change)
    #expect(actions.map(\.verb) == [.beginTake, .play])
    #expect(
      actions.map(\.target)
        == [changed.after.recorders["more"]!.slot, changed.after.players["b"]!.slot])
  }

  @Test func `another file, and other ends, are told by the player`() throws {
    let file = try change { $0 = $0.replacing("a.wav", with: "b.wav") }
    #expect(file.change.reloadedPlayers == ["a"])
    #expect(file.change.recutPlayers == [])
    let region = try change {
      $0 = $0.replacing("gain = -6", with: "gain = -6\nregion = [1, 2]\nloop_in = 1.5")
    }
    #expect(region.change.reloadedPlayers == [])
    #expect(region.change.recutPlayers == ["a"])
    #expect(region.change.text == "2 values changed")
  }

  @Test func `a recorder with another file ends its take and begins anew`() throws {
    let changed = try change { $0 += "\nfile = \"b.flac\"\n" }
    let before = try #require(changed.before.recorders["take"])
    let after = try #require(changed.after.recorders["take"])
    #expect(before !== after)
    #expect(changed.change.text == "1 value changed")
    #expect(changed.before.endActions(for: changed.change).map(\.target) == [before.slot])
    #expect(changed.after.startActions(for: changed.change).map(\.target) == [after.slot])
  }

  @Test func `the rate waits for the next run`() throws {
    let changed = try change { $0 = "[session]\nsample_rate = 44100\n" + $0 }
    #expect(changed.change.waiting == ["session.sample_rate"])
  }

  @Test func `comments and the order of keys change nothing`() throws {
    let changed = try change { $0 = "# a comment\n" + $0 + "\n\n" }
    #expect(changed.change.isEmpty)
    #expect(changed.change.text == "nothing changed")
  }

  @Test func `a running mix goes on through a change`() throws {
    let engine = Engine(sampleRate: SampleRate(48_000), isOffline: true)
    let builder = SessionBuilder(engine: engine)
    let first = try builder.build(try plan("[oscillator.a]\nfrequency = 100\n"))
    var running = try first.graph.prepare(for: engine).start()
    func render(_ frames: Int) -> [Float] {
      var samples = [Float](repeating: 0, count: 2 * frames)
      samples.withUnsafeMutableBufferPointer {
        engine.renderer.render(interleaved: $0.baseAddress!, frameCount: frames)
      }
      return (0..<frames).map { samples[2 * $0] }
    }
    var heard = render(4800)
    let second = try builder.build(
      try plan("[oscillator.a]\nfrequency = 100\n[oscillator.b]\nfrequency = 50\ngain = -6\n"))
    try running.update(to: second.graph, helpers: second.helpers)
    heard += render(4800)
    // Two sines and a line of 5 ms: no step is greater than their slopes together.
    let bound = Float(2 * Double.pi * 100 / 48_000 + Double.pi * 50 / 48_000 + 0.5 / 240) * 1.05
    let steps = zip(heard, heard.dropFirst()).map { abs($1 - $0) }
    #expect(steps.max()! < bound)
    #expect(heard[7200...].contains { $0 > 1.2 })
    running.stop()
  }
}
