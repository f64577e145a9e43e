import MixEngine
import MixIO

/// Tells of takes that were completed, and remembers whether one is not whole.
struct TakeLog {
  private(set) var isIncomplete = false
  private(set) var reports: [(recorder: String, report: TakeReport)] = []

  /// Prints what has happened since the last time.
  mutating func update(_ takes: [TakeWriter], rate: SampleRate, _ messages: Messages) {
    for take in takes {
      for report in take.takeReports() {
        let name = take.tap.address
        reports.append((name, report))
        if !report.isComplete { isIncomplete = true }
        tell(name, report, rate, messages)
      }
    }
  }

  private func tell(
    _ name: String, _ report: TakeReport, _ rate: SampleRate, _ messages: Messages
  ) {
    let path = report.path.map { FilePath(bytes: $0.bytes).shown } ?? "nothing"
    let length = TimeText.position(rate.seconds(frames: report.frameCount))
    if let error = report.error {
      messages.print(
        Problem("\(name): \(error.description)", help: error.help ?? "\(path) has \(length) of it"))
      return
    }
    if report.gapFrameCount > 0 || report.missingFrameCount > 0 {
      let lost = rate.seconds(frames: report.gapFrameCount + report.missingFrameCount)
      messages.print(
        Problem(
          "\(name): \(path) has \(TimeText.position(lost)) of silence where the disk was too slow"))
    }
    if report.clippedSampleCount > 0 {
      messages.print(
        Problem(
          "\(name): \(report.clippedSampleCount) samples of \(path) were clipped",
          severity: .warning,
          help: "lower the gain of bus.main, or record with encoding = \"float\""
        ))
    }
    messages.say("\(name): \(path), \(length)")
  }
}
