// Compiled by fuzz-events.sh; not part of the package.

import MixEngine
import MixSession
import TOML

private let plan: SessionPlan = SessionReader.read(
  bytes: Array(
    """
    [player.a]
    crossfade = "left"
    [player.b]
    crossfade = "right"
    [effect.echo]
    type = "delay"
    [bus.main]
    effects = "echo"
    [recorder.take]
    """.utf8), file: "set.toml"
).plan!

private let engine = Engine(sampleRate: SampleRate(48_000), isOffline: true)
private let build: SessionBuild = try! SessionBuilder(engine: engine).build(plan)

/// What must hold for any bytes: they are read without a trap; there is a performance exactly if there
/// is no error; places lie inside the text, in order; entries are in the order of their frames, and
/// what they tell the engine lies in the ranges of the session.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let (performance, diagnostics) = PerformanceReader.read(
    bytes: bytes, file: "x.events", for: plan)
  precondition((performance == nil) == diagnostics.contains { $0.severity == .error })
  var last = 0
  for diagnostic in diagnostics {
    let range = diagnostic.place.range
    precondition(range.start.offset >= last)
    last = range.start.offset
    precondition(range.start.offset <= range.end.offset && range.end.offset <= bytes.count)
    precondition(!diagnostic.message.isEmpty)
    // The line that is shown, and the caret under it.
    _ = diagnostic.place.sourceLine(in: bytes)
    precondition(diagnostic.place.length(in: bytes) >= 0)
  }
  guard let performance else { return 0 }
  for (one, next) in zip(performance.entries, performance.entries.dropFirst()) {
    precondition(one.frame <= next.frame)
  }
  for action in performance.schedule(for: build) {
    guard case .set = action.verb else { continue }
    let range = engine.parameters.descriptor(of: action.target).range
    precondition(Float(action.value) >= range.lowerBound && Float(action.value) <= range.upperBound)
  }
  _ = (
    performance.lapses(of: "a"), performance.endFrame, performance.reloads, performance.addresses
  )
  return 0
}
