import Glibc
import MixTestSupport
import Testing

/// A controller moves the built program while it plays: what is in the take follows it. In a machine
/// with a sequencer; the controller is a process of its own.
@Suite(
  .serialized,
  .enabled(
    if: VirtualMachineSuite.isInside || VirtualMachineRig.isInstalled,
    "\(VirtualMachineRig.reason)"),
  .inVirtualMachine("StackdeckTests.ControllerSoundTests"))
struct ControllerSoundTests {
  private let bench: MixBench

  init() throws {
    bench = try MixBench()
  }

  /// A session in which the player `tone` loops a file of a second.
  private func session(_ map: String, more: String = "") -> String {
    """
    \(more)
    [player.tone]
    file = "tone.wav"
    loop = true
    effects = ["filter"]
    [effect.filter]
    type = "lowpass"
    frequency = 20000
    [recorder.take]
    file = "take.wav"
    encoding = "float"
    [midi]
    connect = ["Desk", "Second"]
    takeover = "jump"
    map = [
    \(map)
    ]
    """
  }

  /// With as much latency as a machine wants whose processor is emulated: its clock must not skip.
  private func start(_ session: String) throws -> RunningCommand {
    try bench.write(session)
    let running = try bench.start(
      "run", "set.toml", "-o", "null", "--stay", "--latency", "300")
    try #require(bench.waitForTake("take.wav", seconds: 0.1), "\(running.errors)")
    return running
  }

  private func end(_ running: RunningCommand) throws -> WaveFile {
    running.send(SIGINT)
    let result = running.expectEnd(130)
    #expect(!result.errors.contains("error: "), "\(result.errors)")
    return try bench.wave("take.wav")
  }

  /// Plays messages to a program that runs, each after a stretch of the take that has the one before.
  private func play(_ messages: [String], seconds: Double = 0.4) throws {
    // The file grows by leaps at first: what was rendered ahead is in it by now.
    try #require(bench.waitForTake("take.wav", seconds: 1))
    let script = messages.indices.map { "wait-file \(bench["go-\($0)"])\n\(messages[$0])\n" }
    let desk = try ControllerProcess("Desk", "wait\n" + script.joined())
    for index in messages.indices {
      try bench.write("", to: "go-\(index)")
      try #require(waitUntil { desk.sent.count == index + 1 }, "\(desk.errors)")
      let frames = Double(bench.size(of: "take.wav")) / 8
      try #require(bench.waitForTake("take.wav", seconds: frames / 48_000 + seconds))
    }
  }

  // MARK: What the sound must be

  /// Where a control of seven bits stands: 64 is the middle.
  private func position(_ value: Int) -> Double {
    value <= 64 ? Double(value) / 128 : Double(value - 1) / 126
  }

  /// The gain of a fader: (10^((m − p·m)/20) − k)/(1 − k), m = −20, k = 10^(m/20).
  private func faderGain(_ value: Int) -> Double {
    (pow(10, (position(value) * 20 - 20) / 20) - 0.1) / 0.9
  }

  /// The values at which a signal stands still for 50 ms at least, one after the other.
  private func plateaus(_ x: [Float]) -> [Double] {
    var values: [Double] = []
    var begin = 0
    for n in 1...x.count where n == x.count || x[n] != x[begin] {
      if n - begin >= 2400, values.last != Double(x[begin]) { values.append(Double(x[begin])) }
      begin = n
    }
    return values
  }

  @Test func `twenty positions of a fader are heard as the law has them`() throws {
    try bench.write(Signals.constant(0.25, 48_000), to: "tone.wav")
    let running = try start(session(#"{ cc = 7, channel = 1, to = "player.tone.gain" }"#))
    let values = [
      0, 1, 2, 7, 13, 20, 27, 33, 40, 47, 53, 60, 64, 65, 80, 90, 100, 113, 126, 127,
    ]
    try play(values.map { "cc 1 7 \($0)" })
    let take = try end(running)
    // Before the first message the gain is that of the session, 0 dB.
    let levels = Array(plateaus(take.left).dropFirst())
    try #require(levels.count == values.count, "\(plateaus(take.left))")
    for (level, value) in zip(levels, values) {
      let expected = 0.25 * faderGain(value)
      if value == 0 {
        #expect(level == 0)
      } else {
        let error = Measurements.decibels(level / expected)
        #expect(abs(error) <= 0.1, "cc \(value): \(error) dB")
      }
    }
    #expect(take.left == take.right)
  }

  @Test func `a balance knob lowers one side, and its middle is the middle`() throws {
    try bench.write(Signals.constant(0.25, 48_000), to: "tone.wav")
    let running = try start(session(#"{ cc = 8, channel = 1, to = "player.tone.balance" }"#))
    let values = [0, 16, 32, 48, 63, 64, 65, 80, 96, 112, 127]
    // A hard side first: one of the two signals is then always another than before.
    try play((values + [20]).map { "cc 1 8 \($0)" })
    let take = try end(running)
    // The side that is not lowered stands still, so the pairs are looked at where the other does.
    let left = plateaus(take.left), right = plateaus(take.right)
    func sides(_ value: Int) -> (left: Double, right: Double) {
      let balance = 2 * position(value) - 1
      return (0.25 * min(1, 1 - balance), 0.25 * min(1, 1 + balance))
    }
    /// What changes only, from the middle before the first message on.
    func expected(_ side: ((left: Double, right: Double)) -> Double) -> [Double] {
      ([64] + values + [20]).map { side(sides($0)) }.reduce(into: []) {
        if $0.last != $1 { $0.append($1) }
      }
    }
    for (heard, law) in [(left, expected(\.left)), (right, expected(\.right))] {
      try #require(heard.count == law.count, "\(heard) \(law)")
      for (a, b) in zip(heard, law) {
        #expect(b == 0 ? a == 0 : abs(Measurements.decibels(a / b)) <= 0.1, "\(a) \(b)")
      }
    }
  }

  @Test func `a filter's frequency follows its knob along its taper`() throws {
    let tone = 1000.0
    try bench.write(Signals.sine(tone, 48_000, amplitude: 0.25), to: "tone.wav")
    let running = try start(
      session(
        #"{ cc = 9, channel = 1, to = "effect.filter.frequency", range = [200, 20000] }"#))
    let values = [0, 12, 25, 38, 50, 57, 64, 77, 90, 103, 115, 127]
    try play(values.map { "cc 1 9 \($0)" })
    let take = try end(running)
    // 50 ms each; where two neighbours are the same pure tone, nothing moves.
    var levels: [Double] = []
    var before: SineFit?
    for begin in stride(from: 0, to: take.frameCount - 2400, by: 2400) {
      let fit = Measurements.fitSine(take.left[begin..<begin + 2400], frequency: tone)
      if let last = before, fit.residual < 1e-6,
        abs(Measurements.decibels(fit.amplitude / last.amplitude)) < 1e-4
      {
        let level = Measurements.decibels(fit.amplitude / 0.25)
        if levels.last.map({ abs($0 - level) > 1e-3 }) ?? true { levels.append(level) }
      }
      before = fit
    }
    let laws = ([127] + values).map { value in
      lowpassGain(at: tone, frequency: 200 * pow(100, position(value)))
    }
    try #require(levels.count == laws.count, "\(levels) \(laws)")
    for (level, law) in zip(levels, laws) { #expect(abs(level - law) <= 0.1, "\(level) \(law)") }
  }

  /// dB of Robert Bristow-Johnson's low-pass with Q = 1 (a resonance of 0 dB) at a frequency.
  private func lowpassGain(at tone: Double, frequency: Double) -> Double {
    let w = 2 * Double.pi * min(frequency, 0.45 * 48_000) / 48_000, alpha = sin(w) / 2
    let b = [(1 - cos(w)) / 2, 1 - cos(w), (1 - cos(w)) / 2]
    let a = [1 + alpha, -2 * cos(w), 1 - alpha]
    func power(_ c: [Double]) -> Double {
      let t = 2 * Double.pi * tone / 48_000
      let real = c[0] + c[1] * cos(t) + c[2] * cos(2 * t)
      let imaginary = c[1] * sin(t) + c[2] * sin(2 * t)
      return real * real + imaginary * imaginary
    }
    return 10 * log10(power(b) / power(a))
  }

  /// The machine's processor is emulated and stands still for tens of milliseconds while others want
  /// this one, so that pads come late. An attempt is judged as a whole, and there are ten: in one of
  /// them all pads must be within 5 ms. (The clock's own part is less than 1 ms: `RenderClockTests`.)
  /// What is never excused: a pad that isn't heard, or whose sound isn't its file from the first
  /// frame on.
  @Test func `pads start players at their first frame, and keep their distance in time`() throws {
    let count = 5
    var map = "", players = ""
    for pad in 0..<count {
      // A bit of its own, so that it is known whose a sum is.
      let hit = Signals.constant(Float(1 << pad) / 64, 1200)
      try bench.write(hit, to: "hit\(pad).wav")
      players += "[player.hit\(pad)]\nfile = \"hit\(pad).wav\"\nstart = \"manual\"\n"
      map += "{ note = \(36 + pad), channel = 10, to = \"player.hit\(pad).play\" },\n"
    }
    try bench.write(Signals.silence(48_000), to: "tone.wav")
    let pads = (0..<count).map { "note 10 \(36 + $0) 100\nsleep 100\n" }.joined()
    var worst: [Double] = []
    for _ in 1...10 {
      let running = try start(session(map, more: players))
      let desk = try ControllerProcess("Desk", "wait\nsleep 300\n\(pads)cc 1 1 1\n")
      try #require(waitUntil { desk.sent.last == "cc 1 1 1" }, "\(desk.errors)")
      let frames = Double(bench.size(of: "take.wav")) / 8
      try #require(bench.waitForTake("take.wav", seconds: frames / 48_000 + 1.5))
      let take = try end(running)
      // Nothing is faded: all sums are whole.
      #expect(take.left.allSatisfy { $0 * 64 == ($0 * 64).rounded() })
      let onsets = try (0..<count).map { pad in
        let isHeard = take.left.map { Int($0 * 64) & 1 << pad != 0 }
        let begin = try #require(isHeard.firstIndex(of: true), "pad \(pad)")
        #expect(isHeard[begin...].prefix { $0 }.count == 1200)
        #expect(isHeard.count { $0 } == 1200)
        return Double(begin) / 48
      }
      let sent = desk.sentTimes.filter { $0.text.hasPrefix("note") }.map { Double($0.time) / 1000 }
      try #require(sent.count == count)
      let errors = (1..<count).map { pad -> Double in
        let heard = onsets[pad] - onsets[pad - 1]
        let played = sent[pad] - sent[pad - 1]
        return abs(heard - played)
      }
      worst.append(errors.max() ?? .infinity)
      #expect(unlink(bench["take.wav"]) == 0)
      if worst.contains(where: { $0 <= 5 }) { break }
    }
    #expect(worst.contains { $0 <= 5 }, "milliseconds: \(worst)")
  }

  @Test func `a controller that was away is mapped again, and its lights come back`() throws {
    try bench.write(Signals.constant(0.25, 48_000), to: "tone.wav")
    let map = """
      { cc = 7, channel = 1, to = "player.tone.gain" },
      { note = 40, channel = 1, to = "player.tone.mute", led = true },
      """
    let text = session(map).replacing(
      "takeover =", with: "init = [\"F0 7D 01 F7\", \"B0 00 7F\"]\ntakeover =")
    let running = try start(text)
    // Mute on: the light comes on. Then away and back: it is told again what to show.
    let desk = try ControllerProcess(
      "Desk",
      """
      wait
      wait-heard 2
      note 1 40 127
      wait-file \(bench["away"])
      reborn
      wait
      wait-file \(bench["back"])
      note 1 40 127
      cc 1 7 64
      """)
    try #require(waitUntil { desk.heard.contains("note 1 40 127") }, "\(desk.heard)")
    // Muted for long enough to be seen in the take.
    let seconds = Double(bench.size(of: "take.wav")) / 8 / 48_000
    try #require(bench.waitForTake("take.wav", seconds: seconds + 0.3))
    try bench.write("", to: "away")
    func lives() -> [ArraySlice<String>] { desk.heard.split(separator: "sysex F0 7D 01 F7") }
    waitUntil { lives().count == 2 && lives()[1].contains("note 1 40 127") }
    try bench.write("", to: "back")
    try #require(waitUntil { desk.sent.last == "cc 1 7 64" }, "\(desk.heard) \(desk.errors)")
    #expect(Set(desk.clients).count == 2)
    let frames = Double(bench.size(of: "take.wav")) / 8
    try #require(bench.waitForTake("take.wav", seconds: frames / 48_000 + 0.5))
    waitUntil { desk.heard.last == "note 1 40 0" }
    let take = try end(running)
    // What comes first is `init`, both times; the light is on in the second life from its start.
    #expect(lives().count == 2, "\(desk.heard)")
    #expect(lives().allSatisfy { $0.first == "cc 1 0 127" }, "\(desk.heard)")
    #expect(lives().last?.first { $0.hasPrefix("note 1 40") } == "note 1 40 127")
    // Full, muted, then unmuted and turned down by the returned fader.
    let levels = plateaus(take.left)
    try #require(levels.count >= 3, "\(levels)")
    #expect(Array(levels[..<2]) == [0.25, 0])
    #expect(abs(Measurements.decibels((levels.last ?? 0) / (0.25 * faderGain(64)))) <= 0.1)
  }

  @Test func `a burst of 5000 messages and two controllers at once do not disturb the sound`()
    throws
  {
    // Numbered frames: one that is missing or late is seen.
    let sound = Signals.numbered(48_000)
    try bench.write(sound, to: "tone.wav")
    let map = """
      { cc = 7, channel = 1, port = "Desk", to = "player.other.gain" },
      { cc14 = 3, channel = 2, port = "Second", to = "player.other.balance" },
      """
    let other = "[player.other]\nfile = \"silence.wav\"\nloop = true\n"
    try bench.write(Signals.silence(48_000), to: "silence.wav")
    // No filter, not even one that is wide open, in the way of the numbers.
    let text = session(map, more: other).replacing("effects = [\"filter\"]\n", with: "")
    let running = try start(text)
    let second = try ControllerProcess(
      "Second", "wait\n" + (0..<500).map { "cc14 2 3 \($0 * 32)\n" }.joined() + "note 1 1 1")
    let desk = try ControllerProcess("Desk", "wait\nburst 5000 1 7\nnote 1 1 1")
    try #require(
      waitUntil { desk.sent.last == "note 1 1 1" && second.sent.last == "note 1 1 1" },
      "\(desk.errors) \(second.errors)")
    let frames = Double(bench.size(of: "take.wav")) / 8
    try #require(bench.waitForTake("take.wav", seconds: frames / 48_000 + 0.5))
    let take = try end(running)
    // All but the fade of the end.
    let count = take.frameCount - 512
    #expect(count > 48_000 / 2)
    let wrong = (0..<count).first { take.left[$0] != sound[$0 % 48_000] }
    #expect(wrong == nil, "of \(count) frames")
  }
}
