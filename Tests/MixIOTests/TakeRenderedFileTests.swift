import Glibc
import MixEngine
import MixTestSupport
import Testing

@testable import MixIO

/// The file of a render: under its name when it is complete, and not before.
@Suite struct TakeRenderedFileTests {
  let directory: TemporaryDirectory
  let rate = SampleRate(48_000)
  let noise = Signals.noise(20_000, seed: 1)

  init() throws { directory = try TemporaryDirectory() }

  @Test(arguments: TakeKind.allCases)
  func `a finished render has its name and every frame`(_ kind: TakeKind) throws {
    let name = "x.\(kind.rawValue)"
    let file = try RenderedFile(path: FilePath(directory[name]), sampleRate: rate)
    #expect(try !directory.names().contains(name))
    try file.write(interleaved: noise, frameCount: 5000)
    try noise.withUnsafeBufferPointer {
      try file.write($0.baseAddress!, $0.baseAddress! + 5000, frameCount: 5000)
    }
    #expect(file.frameCount == 10_000)
    try file.finish()
    try file.finish()
    #expect(try directory.names() == [name])
    #expect(try TakeContent(directory[name]).frameCount == 10_000)
  }

  @Test func `a render that is given up leaves everything as it was`() throws {
    try directory.write("old", to: "x.wav")
    do {
      let file = try RenderedFile(
        path: FilePath(directory["x.wav"]), sampleRate: rate, replacing: true)
      try file.write(interleaved: noise, frameCount: 100)
      #expect(try directory.names().count == 2)
    }
    #expect(try directory.names() == ["x.wav"])
    #expect(try directory.text(of: "x.wav") == "old")
  }

  @Test func `an existing file is replaced only when told`() throws {
    try directory.write("old", to: "x.wav")
    #expect(chmod(directory["x.wav"], 0o640) == 0)
    do throws(TakeError) {
      _ = try RenderedFile(path: FilePath(directory["x.wav"]), sampleRate: rate)
      Issue.record("replaced")
    } catch {
      #expect(error.description == "cannot create \(directory["x.wav"]): File exists")
      #expect(error.help == "name another file, or say --force")
    }
    let file = try RenderedFile(
      path: FilePath(directory["x.wav"]), encoding: .pcm16, sampleRate: rate, replacing: true)
    try file.write(interleaved: noise, frameCount: 100)
    #expect(try directory.text(of: "x.wav") == "old")
    try file.finish()
    #expect(try TakeContent(directory["x.wav"]).frameCount == 100)
    var information = stat()
    stat(directory["x.wav"], &information)
    #expect(information.st_mode & 0o777 == 0o640)
    #expect(try directory.names() == ["x.wav"])
  }

  @Test func `a file that came meanwhile is not replaced`() throws {
    let file = try RenderedFile(path: FilePath(directory["x.wav"]), sampleRate: rate)
    try file.write(interleaved: noise, frameCount: 100)
    try directory.write("came", to: "x.wav")
    #expect(throws: TakeError.self) { try file.finish() }
    #expect(try directory.text(of: "x.wav") == "came")
    #expect(try directory.names() == ["x.wav"])
  }

  @Test func `a symbolic link stays one and its file is replaced`() throws {
    try directory.write("old", to: "real.wav")
    #expect(symlink("real.wav", directory["link.wav"]) == 0)
    let file = try RenderedFile(
      path: FilePath(directory["link.wav"]), sampleRate: rate, replacing: true)
    try file.write(interleaved: noise, frameCount: 7)
    try file.finish()
    var information = stat()
    lstat(directory["link.wav"], &information)
    #expect(information.st_mode & S_IFMT == S_IFLNK)
    #expect(try TakeContent(directory["real.wav"]).frameCount == 7)
  }

  @Test func `a render without frames is a file without frames`() throws {
    try RenderedFile(path: FilePath(directory["x.wav"]), sampleRate: rate).finish()
    #expect(try TakeContent(directory["x.wav"]).frameCount == 0)
  }

  @Test func `a directory that is not there is an error at once`() throws {
    #expect(throws: TakeError.self) {
      try RenderedFile(path: FilePath(directory["no/x.wav"]), sampleRate: rate)
    }
    #expect(mkdir(directory["dir.wav"], 0o755) == 0)
    #expect(throws: TakeError.self) {
      try RenderedFile(path: FilePath(directory["dir.wav"]), sampleRate: rate, replacing: true)
    }
    #expect(try directory.names() == ["dir.wav"])
  }
}
