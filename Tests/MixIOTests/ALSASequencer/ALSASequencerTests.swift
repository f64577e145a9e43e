import Glibc
import MixEngine
import MixTestSupport
import Synchronization
import Testing

@testable import MixIO

/// The sequencer's client against a real kernel and controllers that are processes of their own.
@Suite(
  .serialized,
  .enabled(
    if: VirtualMachineSuite.isInside || VirtualMachineRig.isInstalled,
    "\(VirtualMachineRig.reason)"),
  .inVirtualMachine("MixIOTests.ALSASequencerTests"))
struct ALSASequencerTests {
  private func message(
    _ kind: MIDIMessage.Kind, _ channel: Int, _ number: Int, _ value: Int
  ) -> MIDIMessage {
    MIDIMessage(kind, channel: channel - 1, number: number, value: value)
  }

  @Test func `the ports of the machine are listed, and those of the sequencer itself are not`()
    throws
  {
    let ports = try ALSASequencer.ports()
    let names = MIDIPortNames(ports)
    #expect(
      ports.map { names.label(of: $0.id) ?? "" }.sorted() == [
        "Midi Through", "Virtual Raw MIDI 0-0", "Virtual Raw MIDI 0-1", "Virtual Raw MIDI 0-2",
        "Virtual Raw MIDI 0-3",
      ])
    #expect(ports.allSatisfy { $0.sends && $0.receives && !$0.isHardware })
    #expect(names.matching("VirMIDI 0-2").map(\.clientName) == ["Virtual Raw MIDI 0-2"])
  }

  @Test func `the ports are known as soon as the sequencer is open`() throws {
    let sequencer = try ALSASequencer(receiver: RecordingReceiver("Nobody"))
    defer { sequencer.close() }
    #expect(sequencer.ports.contains { $0.clientName == "Midi Through" })
  }

  @Test func `messages of all kinds arrive as what they are, and clocks do not`() throws {
    let receiver = RecordingReceiver("Desk")
    let sequencer = try ALSASequencer(receiver: receiver)
    defer { sequencer.close() }
    let desk = try ControllerProcess(
      "Desk",
      """
      wait
      clock 200
      cc 1 7 127
      cc 16 0 0
      sensing 200
      cc14 3 2 8321
      note 10 36 100
      note 10 36 0
      off 10 36 64
      key-pressure 2 61 5
      pressure 4 77
      program 5 12
      pitchbend 6 -8192
      pitchbend 6 0
      pitchbend 6 8191
      sysex F0 7D 01 F7
      nrpn 7 300 16383
      control14 8 1 16383
      nrpn-event 9 16383 1
      rpn-event 11 0 256
      cc 12 7 1
      """)
    let expected = [
      message(.controlChange, 1, 7, 127), message(.controlChange, 16, 0, 0),
      message(.controlChange, 3, 2, 65), message(.controlChange, 3, 34, 1),
      message(.noteOn, 10, 36, 100), message(.noteOn, 10, 36, 0), message(.noteOff, 10, 36, 64),
      message(.keyPressure, 2, 61, 5), message(.channelPressure, 4, 0, 77),
      message(.programChange, 5, 12, 127),
      message(.pitchBend, 6, 0, 0), message(.pitchBend, 6, 0, 8192),
      message(.pitchBend, 6, 0, 16383),
      message(.controlChange, 7, 99, 2), message(.controlChange, 7, 98, 44),
      message(.controlChange, 7, 6, 127), message(.controlChange, 7, 38, 127),
      message(.control14, 8, 1, 16383), message(.nrpn, 9, 16383, 1), message(.rpn, 11, 0, 256),
      message(.controlChange, 12, 7, 1),
    ]
    waitUntil { receiver.messages.count >= expected.count }
    #expect(receiver.messages == expected, "\(desk.errors)")
    #expect(Set(receiver.received.map(\.port.client)) == Set(desk.clients))
    #expect(receiver.lostCounts == [])
  }

  @Test func `bytes of a device's cable arrive, and what is sent goes out as bytes`() throws {
    let receiver = RecordingReceiver("VirMIDI 0-1", greeting: [0xF0, 0x7E, 0x01, 0xF7])
    let sequencer = try ALSASequencer(receiver: receiver)
    defer { sequencer.close() }
    waitUntil { receiver.appeared.count == 1 }
    // Two bytes of a controller after its status: running status; a clock within a message.
    let device = try Command(
      "amidi", ["-p", "hw:0,1", "-S", "B0 10 7F 11 40 F8 90 24 F8 01 E1 01 40"]
    ).run()
    #expect(device.status == 0, "\(device.errors)")
    waitUntil { receiver.messages.count >= 4 }
    #expect(
      receiver.messages == [
        message(.controlChange, 1, 16, 127), message(.controlChange, 1, 17, 64),
        message(.noteOn, 1, 36, 1), message(.pitchBend, 2, 0, 8193),
      ])
    let cable = try Command("cat", ["/dev/snd/midiC0D1"]).start()
    let id = try #require(receiver.appeared.first)
    // Nobody has the device open until `cat` has: what was sent before is gone.
    waitUntil {
      sequencer.run {
        sequencer.send(MIDIMessage(.noteOn, channel: 2, number: 60, value: 3), to: id)
      }
      return !cable.outputBytes.isEmpty
    }
    sequencer.run {
      sequencer.send(MIDIMessage(.control14, channel: 0, number: 1, value: 8192 + 5), to: id)
      sequencer.send([0xF0, 0x7D, 0x05, 0xF7, 0xC0, 0x09], to: id)
    }
    let end: [UInt8] = [0xB0, 0x01, 0x40, 0x21, 0x05, 0xF0, 0x7D, 0x05, 0xF7, 0xC0, 0x09]
    waitUntil { cable.outputBytes.suffix(2) == [0xC0, 0x09] }
    let bytes = cable.outputBytes
    #expect(bytes.starts(with: [0x92, 60, 3]))
    // The kernel may leave out a repeated status or not.
    let full: [UInt8] = [0xB0, 0x01, 0x40, 0xB0, 0x21, 0x05] + end[5...]
    #expect(
      bytes.suffix(end.count) == end[...] || bytes.suffix(full.count) == full[...], "\(bytes)")
  }

  @Test func `all kinds of messages reach a controller, a long exclusive one in pieces`() throws {
    let receiver = RecordingReceiver("Desk")
    let sequencer = try ALSASequencer(receiver: receiver)
    defer { sequencer.close() }
    let desk = try ControllerProcess("Desk", "")
    waitUntil { receiver.appeared.count == 1 }
    let id = try #require(receiver.appeared.first)
    let long = [0xF0] + (0..<1500).map { UInt8($0 % 128) } + [0xF7]
    sequencer.run { [self] in
      for sent in [
        message(.noteOn, 1, 60, 3), message(.noteOff, 2, 61, 0), message(.keyPressure, 3, 62, 1),
        message(.controlChange, 4, 7, 127), message(.programChange, 5, 9, 127),
        message(.channelPressure, 6, 0, 99), message(.pitchBend, 7, 0, 0),
        message(.control14, 8, 3, 16383), message(.nrpn, 9, 300, 2), message(.rpn, 10, 1, 8192),
      ] { sequencer.send(sent, to: id) }
      sequencer.send(long, to: id)
      sequencer.send(message(.noteOn, 16, 1, 1), to: id)
    }
    waitUntil { desk.heard.last == "note 16 1 1" }
    let heard = desk.heard
    #expect(
      heard.filter { !$0.hasPrefix("sysex") } == [
        "note 1 60 3", "off 2 61 0", "key-pressure 3 62 1", "cc 4 7 127", "program 5 9",
        "pressure 6 99", "pitchbend 7 -8192", "cc 8 3 127", "cc 8 35 127", "cc 9 99 2",
        "cc 9 98 44", "cc 9 6 0", "cc 9 38 2", "cc 10 101 0", "cc 10 100 1", "cc 10 6 64",
        "cc 10 38 0", "note 16 1 1",
      ])
    let pieces = heard.filter { $0.hasPrefix("sysex") }.map {
      $0.split(separator: " ").dropFirst().compactMap { UInt8($0, radix: 16) }
    }
    #expect(pieces.count > 1)
    #expect(pieces.flatMap(\.self) == long)
    #expect(sequencer.unsentCount == 0)
  }

  @Test func `a driver that is unbound and bound again is connected again, and nothing spins`()
    throws
  {
    let receiver = RecordingReceiver("VirMIDI 0-0")
    let sequencer = try ALSASequencer(receiver: receiver)
    defer { sequencer.close() }
    waitUntil { receiver.appeared.count == 1 }
    let driver = "/sys/bus/platform/drivers/snd_virmidi"
    try sh("echo snd_virmidi.0 >\(driver)/unbind")
    waitUntil { receiver.vanished.count == 1 }
    #expect(receiver.vanished == receiver.appeared)
    #expect(!sequencer.ports.contains { $0.clientName.contains("Virtual Raw MIDI") })

    // All that the driver's end brings about is told by now or soon; then nothing is left to do.
    waitUntil { sequencer.ports.count == 1 }
    usleep(200_000)
    let turns = sequencer.turnCount
    let ticks = try processorTicks()
    usleep(500_000)
    #expect(sequencer.turnCount <= turns + 1)
    #expect(try processorTicks() <= ticks + 2)

    try sh("echo snd_virmidi.0 >\(driver)/bind")
    waitUntil { receiver.appeared.count == 2 && sequencer.ports.count == 5 }
    #expect(receiver.appeared.count == 2)
    try sh("amidi -p hw:0,0 -S 'B0 10 7F'")
    waitUntil { receiver.messages.count == 1 }
    #expect(receiver.messages == [message(.controlChange, 1, 16, 127)])
    #expect(receiver.received.last?.port == receiver.appeared.last)
  }

  @Test func `a controller that returns under another number is connected and greeted again`()
    throws
  {
    let receiver = RecordingReceiver("Desk", greeting: [0xF0, 0x7D, 0x2A, 0xF7, 0x90, 0x01, 0x7F])
    let sequencer = try ALSASequencer(receiver: receiver)
    defer { sequencer.close() }
    let life = "wait\nwait-heard COUNT\ncc 1 1 COUNT\n"
    let desk = try ControllerProcess(
      "Desk",
      life.replacing("COUNT", with: "2") + "reborn\n" + life.replacing("COUNT", with: "4")
        + "reborn\n" + life.replacing("COUNT", with: "6"))
    waitUntil { receiver.messages.count == 3 }
    #expect(receiver.messages.map(\.value) == [2, 4, 6], "\(desk.errors)")
    #expect(Set(desk.clients).count == 3)
    #expect(receiver.appeared.map(\.client) == desk.clients)
    #expect(receiver.vanished.map(\.client) == Array(desk.clients.dropLast()))
    #expect(
      desk.heard
        == Array(repeating: ["sysex F0 7D 2A F7", "note 1 1 127"], count: 3)
        .flatMap(\.self))
  }

  @Test func `a client whose port comes late is connected when it has one`() throws {
    let receiver = RecordingReceiver("Desk")
    let sequencer = try ALSASequencer(receiver: receiver)
    defer { sequencer.close() }
    let desk = try ControllerProcess(
      "Desk", ports: ["-"], "sleep 100\nadd-port Late\nwait\ncc 1 1 9")
    waitUntil { receiver.messages.count == 1 }
    #expect(receiver.messages.map(\.value) == [9], "\(desk.errors)")
    #expect(receiver.appeared.count == 1)
  }

  @Test func `a port that is found before its start is read is connected and greeted once`() throws
  {
    let receiver = RecordingReceiver("Desk", greeting: [0x90, 0x01, 0x7F])
    let sequencer = try ALSASequencer(receiver: receiver)
    defer { sequencer.close() }
    let released = ReleaseFlag()
    // The starts of both ports wait to be read: at the first of them both are there.
    sequencer.run { waitUntil { released.isSet } }
    let desk = try ControllerProcess(
      "Desk", ports: ["One", "Two"], "wait\nport 1\nwait\nwait-heard 2\ncc 1 1 9")
    waitUntil { desk.clients.count == 1 }
    released.set()
    waitUntil { receiver.messages.count == 1 }
    #expect(receiver.messages.map(\.value) == [9], "\(desk.errors)")
    #expect(receiver.appeared.count == 2)
    #expect(receiver.vanished == [])
    #expect(desk.heard == ["note 1 1 127", "note 1 1 127"])
  }

  @Test func `of a burst of 5000 messages all arrive, or the loss is told`() throws {
    let receiver = RecordingReceiver("Desk")
    let sequencer = try ALSASequencer(receiver: receiver)
    defer { sequencer.close() }
    let desk = try ControllerProcess("Desk", "wait\nburst 5000 1 7\nsleep 200\nnote 1 1 1")
    waitUntil { receiver.messages.last?.kind == .noteOn }
    let values = receiver.messages.filter { $0.kind == .controlChange }.map(\.value)
    if receiver.lostCounts.isEmpty {
      #expect(values == (0..<5000).map { UInt16($0 % 128) }, "\(desk.errors)")
      #expect(sequencer.lostCount == 0)
    } else {
      #expect(values.count < 5000)
      #expect(sequencer.lostCount == receiver.lostCounts.reduce(0, +))
    }
  }

  @Test func `what a receiver that sleeps has lost is counted, and what comes after arrives`()
    throws
  {
    let receiver = RecordingReceiver("Desk", "Second")
    let sequencer = try ALSASequencer(receiver: receiver)
    defer { sequencer.close() }
    let directory = try TemporaryDirectory()
    let released = ReleaseFlag()
    receiver.whenReceived { waitUntil { released.isSet } }
    let desk = try ControllerProcess(
      "Desk", "wait\nburst 5000 1 7\nnote 1 1 1\nwait-file \(directory["go"])\nnote 1 2 2")
    waitUntil { desk.sent.contains("note 1 1 1") }
    // It comes while nobody listens; its announcement is lost with the rest.
    let second = try ControllerProcess("Second", "wait\nnote 2 3 3")
    waitUntil { second.clients.count == 1 }
    released.set()
    waitUntil { !receiver.lostCounts.isEmpty }
    try directory.write("", to: "go")
    waitUntil { receiver.messages.suffix(2).count { $0.kind == .noteOn } == 2 }
    #expect(receiver.lostCounts.allSatisfy { $0 > 0 })
    #expect(sequencer.lostCount == receiver.lostCounts.reduce(0, +))
    #expect(receiver.messages.count < 5000)
    #expect(receiver.messages.contains(message(.noteOn, 1, 2, 2)))
    #expect(receiver.messages.contains(message(.noteOn, 2, 3, 3)))
  }

  @Test func `two controllers at once keep their messages apart and in order`() throws {
    let receiver = RecordingReceiver("Left", "Right")
    let sequencer = try ALSASequencer(receiver: receiver)
    defer { sequencer.close() }
    let count = 200
    func script(channel: Int) -> String {
      "wait\n" + (0..<count).map { "cc14 \(channel) 3 \($0 * 80)\n" }.joined()
    }
    let left = try ControllerProcess("Left", script(channel: 1))
    let right = try ControllerProcess("Right", script(channel: 2))
    waitUntil { receiver.messages.count == 4 * count }
    for (desk, channel) in [(left, 1), (right, 2)] {
      let client = try #require(desk.clients.first)
      let own = receiver.received.filter { $0.port.client == client }.map(\.message)
      #expect(
        own
          == (0..<count).flatMap { index in
            [
              message(.controlChange, channel, 3, (index * 80) >> 7),
              message(.controlChange, channel, 35, (index * 80) & 127),
            ]
          })
    }
  }

  @Test func `ports of one name are told apart by a number`() throws {
    let receiver = RecordingReceiver("APC MINI:2")
    let sequencer = try ALSASequencer(receiver: receiver)
    defer { sequencer.close() }
    let first = try ControllerProcess("APC MINI", ports: ["APC MINI MIDI 1"], "")
    waitUntil { first.clients.count == 1 }
    let second = try ControllerProcess(
      "APC MINI", ports: ["APC MINI MIDI 1"], "wait\nnote 1 2 3")
    waitUntil { receiver.messages.count == 1 }
    #expect(receiver.appeared.map(\.client) == second.clients)
    let names = MIDIPortNames(sequencer.ports)
    let labels = sequencer.ports.compactMap { names.label(of: $0.id) }
    #expect(labels.contains("APC MINI:1") && labels.contains("APC MINI:2"))
  }

  @Test func `a file that aplaymidi plays to us is heard, and its port is gone at its end`() throws
  {
    let receiver = RecordingReceiver("nobody")
    let sequencer = try ALSASequencer(receiver: receiver)
    defer { sequencer.close() }
    let directory = try TemporaryDirectory()
    // Format 0, 96 ticks a quarter; 60 control changes and notes, one or two ticks apart.
    var track: [UInt8] = [0, 0xFF, 0x51, 3, 0x01, 0x86, 0xA0]  // 100 ms a quarter
    var expected: [MIDIMessage] = []
    for index in 0..<60 {
      track += [UInt8(1 + index % 2), 0xB0, 7, UInt8(index)]
      track += [1, 0x91, UInt8(index), 100]
      expected += [message(.controlChange, 1, 7, index), message(.noteOn, 2, index, 100)]
    }
    track += [10, 0xFF, 0x2F, 0]
    let length = track.count
    try directory.write(
      bytes: Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96] + Array("MTrk".utf8)
        + [0, 0, UInt8(length >> 8), UInt8(length & 255)] + track, to: "song.mid")
    let result = try Command(
      "aplaymidi", ["-d", "0", "-p", "stackdeck", directory["song.mid"]]
    ).run()
    #expect(result.status == 0, "\(result.errors)")
    waitUntil { receiver.vanished.count == 1 }
    let notesAndControls = receiver.messages.filter { $0.value != 0 || $0.kind == .controlChange }
    #expect(notesAndControls.filter { $0.number < 120 } == expected)
    #expect(receiver.appeared.count == 1)
    #expect(receiver.vanished == receiver.appeared)
  }

  @Test func `what is wanted anew is connected, and what is not is let go`() throws {
    let receiver = RecordingReceiver("Left")
    let sequencer = try ALSASequencer(receiver: receiver)
    defer { sequencer.close() }
    let left = try ControllerProcess("Left", "")
    let right = try ControllerProcess("Right", "")
    waitUntil {
      receiver.appeared.count == 1 && left.clients.count == 1 && right.clients.count == 1
    }
    receiver.want("Right")
    sequencer.reconsider()
    waitUntil { receiver.appeared.count == 2 }
    #expect(receiver.appeared.map(\.client) == left.clients + right.clients)
    #expect(receiver.vanished.map(\.client) == left.clients)
  }

  @Test func `ticks come while they are asked for, and the last words are sent`() throws {
    let receiver = RecordingReceiver("Desk")
    let sequencer = try ALSASequencer(receiver: receiver)
    receiver.tickEvery(milliseconds: 10)
    sequencer.wake()
    waitUntil { receiver.events.count { $0 == .tick } >= 5 }
    receiver.tickEvery(milliseconds: nil)
    // One may be under way.
    sequencer.wake()
    usleep(50_000)
    let count = receiver.events.count { $0 == .tick }
    usleep(100_000)
    #expect(receiver.events.count { $0 == .tick } == count)
    sequencer.close()
    #expect(receiver.events.last == .closing)
    sequencer.close()
  }

  @Test func `one client has all ports, and none after it was closed`() throws {
    let sequencer = try ALSASequencer(receiver: RecordingReceiver("VirMIDI"))
    waitUntil { sequencer.ports.count == 5 }
    func clients() throws -> Int {
      try Command("aconnect", ["-l"]).run().output.split(separator: "\n")
        .count { $0.hasPrefix("client ") && $0.contains("'stackdeck'") }
    }
    #expect(try clients() == 1)
    sequencer.close()
    #expect(try clients() == 0)
  }

  private func sh(_ command: String) throws {
    let result = try Command("sh", ["-c", command]).run()
    #expect(result.status == 0, "\(result.errors)")
  }

  /// The processor time of the threads called "midi" so far, in the system's ticks.
  private func processorTicks() throws -> Int {
    let script = "cat /proc/\(getpid())/task/*/stat | sed -n 's/.*(midi) //p'"
    return try Command("sh", ["-c", script]).run().output.split(separator: "\n").map { line in
      let fields = line.split(separator: " ").map { Int($0) ?? 0 }
      return fields[11] + fields[12]
    }.reduce(0, +)
  }
}

/// Set once, by whichever thread.
final class ReleaseFlag: Sendable {
  private let flag = Atomic<Bool>(false)
  var isSet: Bool { flag.load(ordering: .acquiring) }
  func set() { flag.store(true, ordering: .releasing) }
}
