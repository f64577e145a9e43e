import Glibc
import MixEngine
import MixTestSupport
import Testing

@testable import MixIO

@Suite struct PulseDevicesTests {
  @Test(
    .enabled(if: ServerKind.isAnyInstalled, "\(ServerKind.reason)"),
    arguments: ServerKind.installed)
  func `sinks and sources are listed with what people need to know of them`(
    _ kind: ServerKind
  ) throws {
    let rig = try kind.makeRig()
    try rig.start()
    // PipeWire's session manager takes its time to set the defaults.
    var devices = try PulseDevices.list(server: rig.server)
    try waitUntil {
      devices = try PulseDevices.list(server: rig.server)
      return devices.sources.contains { $0.name == "mic" && $0.isDefault }
    }
    #expect(Set(devices.sinks.map(\.name)) == ["main", "cue", "quad", "micfeed"])
    let main = try #require(devices.sinks.first { $0.name == "main" })
    #expect(main.kind == .sink)
    #expect(main.isDefault && !main.isMonitor)
    #expect(main.channelCount == 2)
    #expect(main.sampleRate == SampleRate(48000))
    #expect(main.description.lowercased() == "main")
    #expect(devices.sinks.filter(\.isDefault).count == 1)
    let quad = try #require(devices.sinks.first { $0.name == "quad" })
    #expect(quad.channelCount == 4)
    let mic = try #require(devices.sources.first { $0.name == "mic" })
    #expect(mic.kind == .source)
    #expect(mic.isDefault && !mic.isMonitor)
    #expect(mic.channelCount == 1)
    let monitor = try #require(devices.sources.first { $0.name == "main.monitor" })
    #expect(monitor.isMonitor && !monitor.isDefault)
  }

  @Test(.enabled(if: PulseRig.isInstalled, "\(PulseRig.reason)"))
  func `a suspended sink is listed as suspended`() throws {
    let rig = try PulseRig()
    try rig.start()
    try rig.pactl("suspend-sink", "cue", "1")
    let devices = try PulseDevices.list(server: rig.server)
    #expect(devices.sinks.first { $0.name == "cue" }?.activity == .suspended)
    #expect(devices.sinks.first { $0.name == "main" }?.activity != .suspended)
  }

  @Test func `where no server is, its address and the library's reason are told`() throws {
    let directory = try TemporaryDirectory()
    let server = "unix:" + directory["nobody"]
    let problem = #expect(throws: OutputProblem.self) { try PulseDevices.list(server: server) }
    #expect(problem == .noServer(address: server, reason: "Connection refused"))
    #expect(
      problem?.description == "cannot connect to PulseAudio server \(server): Connection refused")
  }

  @Test func `without any server the text says that the user has none`() {
    let problem = OutputProblem.noServer(
      address: nil, reason: "no PulseAudio socket of this user")
    #expect(problem.description == "no sound server (no PulseAudio socket of this user)")
  }

  @Test func `no server at all is found out without a socket of this user`() async throws {
    // The environment belongs to the whole process, so in one of its own.
    await #expect(processExitsWith: .success) {
      unsetenv("PULSE_SERVER")
      // Where nothing can be, and the library can't make anything either.
      setenv("PULSE_RUNTIME_PATH", "/dev/null/run", 1)
      setenv("XDG_RUNTIME_DIR", "/dev/null/run", 1)
      setenv("HOME", "/dev/null", 1)
      let expected = OutputProblem.noServer(
        address: nil, reason: "no PulseAudio socket of this user")
      do {
        _ = try PulseDevices.list()
        exit(2)
      } catch {
        exit((error as? OutputProblem) == expected ? 0 : 1)
      }
    }
  }

  @Test(.enabled(if: PulseRig.isInstalled, "\(PulseRig.reason)"))
  func `a server that does not answer is given up`() throws {
    let rig = try PulseRig()
    try rig.start()
    try rig.freeze()
    defer { try? rig.thaw() }
    let problem = #expect(throws: OutputProblem.self) {
      try PulseDevices.list(server: rig.server, limitMilliseconds: 200)
    }
    #expect(problem == .timedOut(doing: "connect"))
  }

  // MARK: Names

  private static func device(_ name: String, _ description: String) -> PulseDevice {
    PulseDevice(
      kind: .sink, index: 0, name: name, description: description, channelCount: 2,
      sampleRate: SampleRate(48000), activity: .idle, isMonitor: false, isDefault: false)
  }

  private static let devices = [
    device("alsa_output.pci.analog-stereo", "Built-in Audio Analog Stereo"),
    device("alsa_output.usb-Focusrite.analog-stereo", "Scarlett 2i2 USB"),
    device("alsa_output.usb-Jabra.analog-stereo", "Jabra Headset"),
    device("usb", "Übertragung"),
  ]

  @Test(
    arguments: [
      ("built-in", 0), ("Built-in Audio Analog Stereo", 0), ("scarlett", 1), ("HEADSET", 2),
      ("focusrite", 1), ("usb", 3), ("USB", 3), ("überTRAGUNG", 3),
    ])
  func `any part of a name or description names a device, and a whole name wins`(
    _ name: String, _ index: Int
  ) throws {
    #expect(try PulseDevices.find(name, in: Self.devices) == Self.devices[index])
  }

  @Test func `two matches are an error that lists both`() {
    let problem = #expect(throws: OutputProblem.self) {
      try PulseDevices.find("output.usb", in: Self.devices)
    }
    #expect(
      problem
        == .severalDevices(name: "output.usb", matches: ["Scarlett 2i2 USB", "Jabra Headset"]))
    #expect(
      problem?.description == "'output.usb' matches 'Scarlett 2i2 USB' and 'Jabra Headset'")
  }

  @Test func `devices of one description are told apart by their names`() {
    let twins = [Self.device("usb.1", "USB Audio"), Self.device("usb.2", "USB Audio")]
    let problem = #expect(throws: OutputProblem.self) {
      try PulseDevices.find("USB Audio", in: twins)
    }
    #expect(problem == .severalDevices(name: "USB Audio", matches: ["usb.1", "usb.2"]))
    #expect(twins.map { $0.label(among: twins) } == ["usb.1", "usb.2"])
    #expect(twins[0].label(among: [twins[0]]) == "USB Audio")
  }

  @Test func `no match is an error with the nearest name`() {
    let problem = #expect(throws: OutputProblem.self) {
      try PulseDevices.find("Jabra Haedset", in: Self.devices)
    }
    #expect(problem?.description == "no device matches 'Jabra Haedset'")
    #expect(problem?.help == "did you mean 'Jabra Headset'?")
    let other = #expect(throws: OutputProblem.self) {
      try PulseDevices.find("Loudspeaker", in: Array(Self.devices[1...2]))
    }
    #expect(other?.help == "present: 'Scarlett 2i2 USB', 'Jabra Headset'")
  }

  @Test func `an empty name names nothing`() {
    #expect(throws: OutputProblem.self) { try PulseDevices.find("", in: Self.devices) }
  }
}
