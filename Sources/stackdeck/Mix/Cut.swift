import MixIO
import MixSession

/// A player's region and loop in frames of its file.
struct Cut {
  var region: Range<Int64>?
  var loopIn: Int64?
  var loopOut: Int64?

  init(_ plan: PlayerPlan?, _ file: SoundFile) {
    guard let plan else { return }
    // A stream's rate is not known before its header has come; it can't be cut anyway.
    let rate = Double(file.info?.sampleRate ?? file.table.sampleRate)
    func frame(_ seconds: Double) -> Int64 { Int64((seconds * rate).rounded()) }
    if let region = plan.region?.value {
      self.region =
        frame(
          region.lowerBound)..<max(
          frame(region.upperBound), frame(region.lowerBound) + 1)
    }
    loopIn = plan.loopIn.map { frame($0.value) }
    loopOut = plan.loopOut.map { frame($0.value) }
  }
}
