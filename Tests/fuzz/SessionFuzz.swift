// Compiled by fuzz-sessions.sh; not part of the package.

import MixEngine
import MixSession
import TOML

/// A session that has what maps move.
private let desk: SessionPlan = {
  let text = """
    [player.a]
    crossfade = "left"
    effects = ["echo"]
    [player.b]
    [effect.echo]
    type = "delay"
    [recorder.take]
    [midi]
    map = [{ cc = 1, layer = "shift", to = "player.a.gain" }]
    """
  guard let plan = SessionReader.read(bytes: Array(text.utf8), file: "desk").plan else {
    preconditionFailure("the session of the fuzzer is wrong")
  }
  return plan
}()

/// What must hold for any bytes, read as a session and as a map file: nothing traps, a plan comes only
/// without errors, messages lie inside of the text, and what is in a plan leads to something.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let session = SessionReader.read(bytes: bytes, file: "set.toml")
  check(session.diagnostics, isRight: session.plan != nil, in: bytes)
  if let plan = session.plan {
    let addresses = plan.addresses
    for section in plan.midi.sections {
      precondition(section.missing.isEmpty && section.leftOutCount == 0)
      check(section, addresses, mayLack: !section.maps.isEmpty)
    }
    _ = plan.summary().text
    _ = plan.problemsOfLayers
    check(MapReader.read(bytes: bytes, file: "map.toml", name: "map", for: plan), plan, bytes)
  }
  check(MapReader.read(bytes: bytes, file: "map.toml", name: "map", for: desk), desk, bytes)
  return 0
}

private func check(
  _ read: (section: MIDISectionPlan?, diagnostics: [Diagnostic]), _ plan: SessionPlan,
  _ bytes: [UInt8]
) {
  check(read.diagnostics, isRight: read.section != nil, in: bytes)
  guard let section = read.section else { return }
  var whole = plan
  whole.add(section)
  check(section, whole.addresses, mayLack: false)
}

private func check(_ diagnostics: [Diagnostic], isRight: Bool, in bytes: [UInt8]) {
  precondition(isRight == !diagnostics.contains { $0.severity == .error })
  var last = 0
  for diagnostic in diagnostics {
    let range = diagnostic.place.range
    precondition(range.start.offset >= last && range.start.offset <= range.end.offset)
    precondition(range.end.offset <= bytes.count)
    last = range.start.offset
    precondition(!diagnostic.message.isEmpty && diagnostic.place.line > 0)
    precondition(diagnostic.place.length(in: bytes) >= 0)
  }
}

private func check(_ section: MIDISectionPlan, _ addresses: AddressBook, mayLack: Bool) {
  for message in section.initMessages {
    precondition(message[0] >= 0x80)
    precondition(message.dropFirst().dropLast().allSatisfy { $0 < 0x80 })
  }
  for entry in section.entries {
    precondition(entry.to.isEmpty != (entry.from == nil))
    precondition((0...(entry.control.kind.greatestNumber ?? 0)).contains(entry.control.number))
    precondition(entry.channel.map { (0...15).contains($0) } ?? true)
    precondition(entry.range.map { $0.count == 2 && $0[0] != $0[1] } ?? true)
    precondition(entry.layer.map { section.layers.contains($0) } ?? true)
    for address in entry.to where !(mayLack && address.value.hasPrefix("layer.")) {
      switch addresses.resolve(address.value) {
      case .success: break
      case .failure: preconditionFailure("an entry leads nowhere")
      }
    }
    if let light = entry.light {
      for value in [light.on, light.off, light.wait ?? 0, light.loaded ?? 0] {
        precondition((0...127).contains(value))
      }
    }
  }
}
