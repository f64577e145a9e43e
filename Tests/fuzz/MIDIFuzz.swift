// Compiled together with the MIDI sources of MixEngine by fuzz-midi.sh; not part of the package.

/// What must hold for any bytes: as a Standard MIDI File they are read or refused inside of themselves;
/// as messages of several ports they are decoded to values in range, the same whenever it is flushed,
/// and learning from them finds at most what was sent.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  checkFile(bytes)
  var first = Listener(flushesOften: false)
  var second = Listener(flushesOften: true)
  var offset = 0
  while offset + Step.byteCount <= bytes.count {
    let step = Step(bytes[offset..<offset + Step.byteCount])
    first.take(step)
    second.take(step)
    offset += Step.byteCount
  }
  first.end()
  second.end()
  precondition(first.heard == second.heard)
  return 0
}

private func checkFile(_ bytes: [UInt8]) {
  do {
    let file = try StandardMIDIFile(bytes)
    var last = 0.0
    for event in file.events {
      precondition(event.seconds >= last && event.seconds <= file.seconds)
      precondition(event.message.channel < 16 && event.message.number < 128)
      precondition(event.message.value < (event.message.kind == .pitchBend ? 16384 : 128))
      last = event.seconds
    }
    precondition(file.seconds <= StandardMIDIFile.greatestSeconds)
    precondition(2 * file.events.count <= bytes.count)
  } catch {
    precondition((0...bytes.count).contains(error.offset))
  }
}

/// Six bytes: what happens, on which of three ports, and how long after the step before.
private struct Step {
  static let byteCount = 6
  var message: MIDIMessage?
  var port: MIDIPort.ID
  /// Nanoseconds; 0…6.4 ms, so that a quarter of the random ones are closer than the patience of pairs.
  var wait: Int64

  init(_ bytes: ArraySlice<UInt8>) {
    let bytes = Array(bytes)
    port = MIDIPort.ID(client: 20 + Int(bytes[0] >> 4 & 1), port: Int(bytes[0] >> 5 & 1))
    wait = Int64(bytes[5]) * 25_000
    let wide = bytes[0] & 0xC0 == 0xC0
    let number = wide ? Int(bytes[2]) << 8 | Int(bytes[3]) : Int(bytes[2] & 127)
    let value = wide ? Int(bytes[4]) << 8 | Int(bytes[3]) : Int(bytes[4] & 127)
    let kind: MIDIMessage.Kind? =
      switch bytes[0] & 15 {
      case 0...9: MIDIMessage.Kind(rawValue: bytes[0] & 15)
      case 10: nil
      default: .controlChange
      }
    message = kind.map { MIDIMessage($0, channel: Int(bytes[1] & 3), number: number, value: value) }
  }
}

/// A decoder with what listens to it, and what must come of it.
private struct Listener {
  struct Place: Hashable {
    var port: MIDIPort.ID
    var channel: Int
    var number: Int
  }

  struct Heard: Equatable {
    var port: MIDIPort.ID
    var input: MIDIInput
  }

  let flushesOften: Bool
  private(set) var heard: [Heard] = []
  private var decoder = MIDIDecoder()
  private var learn = MIDILearn()
  private var time: Int64 = 0
  /// The halves that came last, and the fine value that came last.
  private var upper: [Place: Int] = [:]
  private var lower: [Place: Int] = [:]
  private var fine: [Place: Int] = [:]

  init(flushesOften: Bool) { self.flushesOften = flushesOften }

  mutating func take(_ step: Step) {
    if flushesOften {
      for part in 1...4 { flush(at: time + step.wait * Int64(part) / 4) }
    }
    time += step.wait
    guard let message = step.message else {
      // What is due is due before the port is gone.
      flush(at: time)
      decoder.forget(step.port)
      upper = upper.filter { $0.key.port != step.port }
      lower = lower.filter { $0.key.port != step.port }
      fine = fine.filter { $0.key.port != step.port }
      return
    }
    note(message, step.port)
    var new: [Heard] = []
    decoder.decode(message, from: step.port, at: time) { new.append(Heard(port: $0, input: $1)) }
    add(new)
    if let deadline = decoder.deadline {
      precondition(deadline > time && deadline <= time + 3_000_000)
    }
    if !flushesOften { precondition((learn.answer == .nothing) == (learn.deadline == nil)) }
  }

  /// The upper half of a value is the one that came last; the lower one is, or 0.
  mutating func end() {
    flush(at: .max)
    precondition(decoder.deadline == nil)
    for (place, half) in upper {
      let value = fine[place]!
      precondition(value >> 7 == half)
      precondition(value & 127 == 0 || value & 127 == lower[place])
    }
    check(learn.answer)
    learn.retry()
    precondition(learn.answer == .nothing && learn.deadline == nil)
  }

  private mutating func flush(at time: Int64) {
    var new: [Heard] = []
    decoder.flush(at: time) { new.append(Heard(port: $0, input: $1)) }
    add(new)
  }

  private mutating func note(_ message: MIDIMessage, _ port: MIDIPort.ID) {
    var place = Place(
      port: port, channel: Int(message.channel), number: Int(message.number) & 31)
    switch message.kind {
    case .controlChange where message.number < 32: upper[place] = min(Int(message.value), 127)
    case .controlChange where message.number < 64: lower[place] = min(Int(message.value), 127)
    case .control14 where message.number < 32:
      place.number = Int(message.number)
      upper[place] = min(Int(message.value), 16383) >> 7
      lower[place] = min(Int(message.value), 16383) & 127
    default: break
    }
  }

  private mutating func add(_ new: [Heard]) {
    for one in new {
      let input = one.input
      precondition((0...15).contains(input.channel))
      precondition((0...(input.control.kind.greatestNumber ?? 0)).contains(input.control.number))
      switch input.value {
      case .coarse(let value): precondition((0...127).contains(value))
      case .fine(let value): precondition((0...16383).contains(value))
      case .steps(let count): precondition(abs(count) == 1)
      }
      if let position = input.value.position { precondition((0...1).contains(position)) }
      if input.control.kind == .cc14, case .fine(let value) = input.value {
        let number = input.control.number
        fine[Place(port: one.port, channel: input.channel, number: number)] = value
      }
      learn.take(input, from: one.port, at: time)
    }
    heard += new
  }

  private func check(_ answer: MIDILearn.Answer) {
    let findings: [MIDILearnFinding] =
      switch answer {
      case .nothing: []
      case .one(let finding): [finding]
      case .several(let findings): findings
      }
    precondition(findings.count <= MIDILearn.mostControls)
    for finding in findings {
      let sent = heard.filter {
        $0.port == finding.port && $0.input.control == finding.control
          && $0.input.channel == finding.channel
      }
      precondition(finding.messageCount <= sent.count)
      precondition(finding.valueCount >= 1 && finding.valueCount <= finding.messageCount)
    }
  }
}
