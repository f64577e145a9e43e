import MixEngine
import MixSession
import Testing

/// What a reload does to sends of a mix that runs.
struct SendReloadTests {
  private static func session(
    sends: String = "", point: String = "post", echo: String = "to = \"none\""
  ) -> String {
    """
    [oscillator.tone]
    frequency = 100
    \(sends)
    [bus.echo]
    \(echo)
    point = "\(point)"
    """
  }

  private func bound(_ amplitude: Double) -> Float {
    Float(amplitude * (2 * Double.pi * 100 / 48_000 + 1.0 / 240)) * 1.05
  }

  private func largestStep(_ samples: [Float]) -> Float {
    zip(samples, samples.dropFirst()).map { abs($1 - $0) }.max()!
  }

  @Test func `a send that comes, changes or goes is counted as one value`() throws {
    let rendered = try RenderedSession(Self.session())
    let texts = [
      ("sends = { echo = -6 }", ["oscillator.tone.sends.echo"]),
      ("sends = { echo = -7 }", ["oscillator.tone.sends.echo"]),
      ("sends = { echo = -7, cue = -inf }", []),
      ("sends = { echo = -7, cue = 0 }", ["oscillator.tone.sends.cue"]),
      ("", ["oscillator.tone.sends.echo", "oscillator.tone.sends.cue"]), ("", []),
    ]
    for (sends, changed) in texts {
      let change = try rendered.change(to: Self.session(sends: sends))
      #expect(change.changed == changed, "\(sends)")
      _ = rendered.render(960)
    }
    #expect(
      try rendered.change(to: Self.session(point: "pre")).changed == ["bus.echo.point"])
  }

  @Test func `the strip's own way is not touched, whatever its sends do`() throws {
    let plain = try RenderedSession(Self.session()).render(9600).left
    let rendered = try RenderedSession(Self.session())
    var out = rendered.render(2400).left
    for text in [
      Self.session(sends: "sends = { echo = 0 }"),
      Self.session(sends: "sends = { echo = 0 }", point: "pre"), Self.session(),
    ] {
      try rendered.change(to: text)
      out += rendered.render(2400).left
    }
    #expect(out == plain)
  }

  @Test func `what comes and goes does so without a click`() throws {
    let rendered = try RenderedSession(Self.session(echo: ""))
    var out = rendered.render(2400).left
    // Over the bus it is heard a second time.
    for (text, peak) in [
      (Self.session(sends: "sends = { echo = 0 }", echo: ""), Float(2)),
      (Self.session(sends: "sends = { echo = 0 }", point: "pre", echo: ""), 2),
      (Self.session(sends: "gain = -inf\nsends = { echo = 0 }", point: "pre", echo: ""), 1),
      (Self.session(echo: ""), 1),
    ] {
      try rendered.change(to: text)
      let part = rendered.render(2400).left
      #expect(abs(part[1200...].map { $0 }.peak - peak) < 1e-4)
      out += part
    }
    #expect(largestStep(out) < bound(2))
  }

  @Test func `what stays is the same object, and a hand's value stays`() throws {
    let before = Self.session(sends: "sends = { echo = -6 }")
    let rendered = try RenderedSession(before)
    let address = "oscillator.tone.sends.echo"
    let fader = try #require(rendered.build.graph[address]?.module)
    rendered.set(address, -3)
    _ = rendered.render(960)
    try rendered.change(to: before + "\n[oscillator.more]\nsends = { echo = -20 }")
    #expect(rendered.build.graph[address]?.module === fader)
    _ = rendered.render(960)
    #expect(rendered.engine.parameters.parameter(named: address)?.wanted == -3)
    // A key that changed wins.
    try rendered.change(to: Self.session(sends: "sends = { echo = -9 }"))
    _ = rendered.render(960)
    #expect(rendered.engine.parameters.parameter(named: address)?.wanted == -9)
    // A send that was gone and comes back has what its key says.
    try rendered.change(to: Self.session())
    #expect(!rendered.nodes.contains(address))
    _ = rendered.render(960)
    guard case .failure(.unconnected) = rendered.build.target(address) else {
      Issue.record("it still has a target")
      return
    }
    try rendered.change(to: Self.session(sends: "sends = { echo = -12 }"))
    _ = rendered.render(960)
    #expect(rendered.engine.parameters.parameter(named: address)?.wanted == -12)
  }

  @Test func `a send that is only moved by a control is silent when its key goes`() throws {
    let map = "\n[midi]\nmap = [{ cc = 1, to = \"oscillator.tone.sends.echo\" }]"
    let rendered = try RenderedSession(Self.session(sends: "sends = { echo = -6 }") + map)
    _ = rendered.render(960)
    let change = try rendered.change(to: Self.session() + map)
    #expect(change.changed == ["oscillator.tone.sends.echo"])
    _ = rendered.render(960)
    #expect(rendered.nodes.contains("oscillator.tone.sends.echo"))
    let level = rendered.engine.parameters.parameter(named: "oscillator.tone.sends.echo")
    #expect(level?.wanted == -.infinity)
  }

  @Test func `an echo on the bus rings on while the session changes`() throws {
    func text(_ strip: String) -> String {
      """
      [oscillator.tone]
      frequency = 100
      to = "none"
      sends = { echo = 0 }
      \(strip)
      [bus.echo]
      effects = "e"
      [effect.e]
      type = "delay"
      time = 0.2
      mix = 100
      """
    }
    let rendered = try RenderedSession(text(""))
    _ = rendered.render(4800)
    let delay = rendered.build.graph["effect.e"]?.module
    try rendered.change(to: text("mute = true\n[oscillator.other]\nto = \"none\""))
    #expect(rendered.build.graph["effect.e"]?.module === delay)
    #expect(rendered.render(4800).left.peak < 0.01)
    // What was sent before comes back after its time.
    #expect(rendered.render(4800).left.peak > 0.9)
  }
}
