import CALSA
import Glibc

/// What the controller does, line by line.
struct Script {
  let controller: Controller
  private var port = 0
  /// When the last message went out.
  private var sentAt: Int?

  init(controller: Controller) { self.controller = controller }

  /// - Returns: false when this was the end.
  mutating func run(_ line: String) throws -> Bool {
    let words = line.split(separator: " ").map(String.init)
    guard let verb = words.first else { return true }
    let numbers = words.dropFirst().map { Int($0) ?? 0 }
    /// The numbers after a channel.
    func value(_ index: Int) throws -> Int {
      guard index < numbers.count else { throw Failure("not enough numbers: \(line)") }
      return numbers[index]
    }
    switch verb {
    case "wait": wait { controller.isConnected(port) }
    case "wait-heard": wait { controller.heardCount >= numbers[0] }
    case "wait-file": wait { access(words[1], F_OK) == 0 }
    case "sleep": sleep(microseconds: try value(0) * 1000)
    case "port": port = try value(0)
    case "reborn": try controller.bearAnew()
    case "add-port": try controller.addPort(words.dropFirst().joined(separator: " "))
    case "quit": return false
    case "burst":
      say(now(), "out", port, line)
      for index in 0..<(try value(0)) {
        try send(SND_SEQ_EVENT_CONTROLLER, try value(1), try value(2), index % 128)
      }
    case "clock", "sensing":
      for _ in 0..<(try value(0)) {
        try send(verb == "clock" ? SND_SEQ_EVENT_CLOCK : SND_SEQ_EVENT_SENSING, 1, 0, 0)
      }
    case "sysex": try sendExclusive(words.dropFirst().compactMap { UInt8($0, radix: 16) })
    default:
      // The time before the message goes out: a listener may be quicker than this line.
      let time = now()
      try sendMessage(verb, line, value)
      say(time, "out", port, line)
      sentAt = time
    }
    return true
  }

  private func sendMessage(
    _ verb: String, _ line: String, _ value: (Int) throws -> Int
  ) throws {
    func cc(_ number: Int, _ data: Int) throws {
      try send(SND_SEQ_EVENT_CONTROLLER, try value(0), number, data)
    }
    switch verb {
    case "cc": try cc(try value(1), try value(2))
    case "cc14":
      try cc(try value(1), try value(2) >> 7)
      try cc(try value(1) + 32, try value(2) & 127)
    case "nrpn", "rpn":
      let first = verb == "nrpn" ? 99 : 101
      try cc(first, try value(1) >> 7)
      try cc(first - 1, try value(1) & 127)
      try cc(6, try value(2) >> 7)
      try cc(38, try value(2) & 127)
    case "control14": try send(SND_SEQ_EVENT_CONTROL14, value(0), value(1), value(2))
    case "nrpn-event": try send(SND_SEQ_EVENT_NONREGPARAM, value(0), value(1), value(2))
    case "rpn-event": try send(SND_SEQ_EVENT_REGPARAM, value(0), value(1), value(2))
    case "program": try send(SND_SEQ_EVENT_PGMCHANGE, value(0), 0, value(1))
    case "pressure": try send(SND_SEQ_EVENT_CHANPRESS, value(0), 0, value(1))
    case "pitchbend": try send(SND_SEQ_EVENT_PITCHBEND, value(0), 0, value(1))
    case "note": try sendNote(SND_SEQ_EVENT_NOTEON, value(0), value(1), value(2))
    case "off": try sendNote(SND_SEQ_EVENT_NOTEOFF, value(0), value(1), value(2))
    case "key-pressure": try sendNote(SND_SEQ_EVENT_KEYPRESS, value(0), value(1), value(2))
    default: throw Failure("no such line: \(line)")
    }
  }

  private func send(
    _ type: snd_seq_event_type, _ channel: Int, _ number: Int, _ value: Int
  ) throws {
    var event = snd_seq_event_t()
    event.type = UInt8(type.rawValue)
    event.data.control.channel = UInt8(channel - 1)
    event.data.control.param = UInt32(number)
    event.data.control.value = Int32(value)
    try controller.send(event, from: port)
  }

  private func sendNote(
    _ type: snd_seq_event_type, _ channel: Int, _ note: Int, _ velocity: Int
  ) throws {
    var event = snd_seq_event_t()
    event.type = UInt8(type.rawValue)
    event.data.note.channel = UInt8(channel - 1)
    event.data.note.note = UInt8(note)
    event.data.note.velocity = UInt8(velocity)
    try controller.send(event, from: port)
  }

  private func sendExclusive(_ bytes: [UInt8]) throws {
    var bytes = bytes
    try bytes.withUnsafeMutableBytes { bytes in
      var event = snd_seq_event_t()
      event.type = UInt8(SND_SEQ_EVENT_SYSEX.rawValue)
      event.flags = UInt8(SND_SEQ_EVENT_LENGTH_VARIABLE)
      event.data.ext.len = UInt32(bytes.count)
      event.data.ext.ptr = bytes.baseAddress
      try controller.send(event, from: port)
    }
  }

  /// Listens until something holds.
  private func wait(_ condition: () -> Bool) {
    while !condition() { controller.listen(milliseconds: 5) }
  }

  private mutating func sleep(microseconds: Int) {
    let end = (sentAt ?? now()) + microseconds
    while true {
      let left = end - now()
      if left <= 0 { break }
      if left > 2000 {
        controller.listen(milliseconds: Int32((left - 1000) / 1000))
      } else {
        usleep(UInt32(left))
      }
    }
    sentAt = end
  }
}
