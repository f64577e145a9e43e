import Glibc
import MixTestSupport
import Testing

/// A directory with sessions and sounds, in which the built program is run.
final class MixBench: Sendable {
  let directory: TemporaryDirectory
  /// Added to the environment of every command.
  let environment: [String: String?]

  /// - Parameter environment: without one no sound server can be reached.
  init(environment: [String: String?] = ["PULSE_SERVER": "unix:/nowhere/native"]) throws {
    directory = try TemporaryDirectory()
    self.environment = ["LC_ALL": "C.UTF-8", "NO_COLOR": nil].merging(environment) { $1 }
  }

  subscript(name: String) -> String { directory[name] }

  func command(_ arguments: [String], input: [UInt8] = []) -> Command {
    .product(
      "stackdeck", arguments, environment: environment, directory: directory.path, input: input)
  }

  /// Runs the program to its end.
  func run(_ arguments: String..., input: [UInt8] = []) throws -> CommandResult {
    try command(arguments, input: input).run()
  }

  /// Starts the program.
  func start(_ arguments: String...) throws -> RunningCommand {
    try command(arguments).start()
  }

  @discardableResult
  func write(_ text: String, to name: String = "set.toml") throws -> String {
    try directory.write(text, to: name)
  }

  /// Writes a stereo file, or a mono one where `right` is nil.
  func write(
    _ left: [Float], _ right: [Float]? = nil, to name: String,
    _ encoding: WaveFile.Encoding = .float, rate: Int = 48_000
  ) throws {
    let file = WaveFile([left] + (right.map { [$0] } ?? []), encoding, rate: rate)
    try directory.write(bytes: file.bytes, to: name)
  }

  func wave(_ name: String) throws -> WaveFile { try WaveFile(bytes: directory.bytes(of: name)) }

  /// Renders a session to floats; expects that it succeeds and says nothing of trouble.
  func render(_ session: String, _ more: String...) throws -> WaveFile {
    try write(session)
    let arguments =
      ["render", "set.toml", "-o", "out.wav", "--encoding", "float", "--force", "-q"] + more
    let result = try command(arguments).run()
    #expect(result.errors == "" && result.output == "")
    try #require(result.status == 0)
    return try wave("out.wav")
  }
}

/// Two channels of the same length that differ everywhere.
struct TestSound {
  let left: [Float]
  let right: [Float]

  /// Noise that a 24-bit file holds exactly.
  static func noise(_ frameCount: Int, seed: UInt64, amplitude: Float = 0.25) -> TestSound {
    TestSound(
      left: WaveFile.rounded(
        Signals.noise(frameCount, seed: seed, amplitude: amplitude), to: .pcm24),
      right: WaveFile.rounded(
        Signals.noise(frameCount, seed: seed &+ 1000, amplitude: amplitude), to: .pcm24))
  }

  var frameCount: Int { left.count }

  /// Both channels times a gain.
  func times(_ left: Double, _ right: Double? = nil) -> TestSound {
    TestSound(
      left: self.left.map { Float(Double($0) * left) },
      right: self.right.map { Float(Double($0) * (right ?? left)) })
  }

  static func + (a: TestSound, b: TestSound) -> TestSound {
    func sum(_ x: [Float], _ y: [Float]) -> [Float] {
      (0..<max(x.count, y.count)).map { i in
        (i < x.count ? x[i] : 0) + (i < y.count ? y[i] : 0)
      }
    }
    return TestSound(left: sum(a.left, b.left), right: sum(a.right, b.right))
  }
}

extension MixBench {
  func write(_ sound: TestSound, to name: String, _ encoding: WaveFile.Encoding = .float) throws {
    try write(sound.left, sound.right, to: name, encoding)
  }
}

/// Expects a file to hold a sound, to the last frame and within a difference.
func expectSame(
  _ file: WaveFile, _ sound: TestSound, within limit: Double,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(file.channels.count == 2, sourceLocation: sourceLocation)
  #expect(file.frameCount == sound.frameCount, sourceLocation: sourceLocation)
  let left = Measurements.maximumDifference(file.left, sound.left)
  let right = Measurements.maximumDifference(file.right, sound.right)
  #expect(max(left, right) <= limit, sourceLocation: sourceLocation)
}

extension TemporaryDirectory {
  /// Makes a directory in this one.
  func makeDirectory(_ name: String) throws {
    guard mkdir(self[name], 0o755) == 0 else {
      throw WaveFile.Failure(reason: "cannot make \(self[name])")
    }
  }
}
