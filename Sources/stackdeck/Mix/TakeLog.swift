import MixEngine
import MixIO

/// Tells of takes that were completed, and remembers whether one is not whole.
struct TakeLog {
  private(set) var isIncomplete = false
  /// Marks of each recorder that were told of: they came while nothing was taken.
  private var missedMarkCounts: [ObjectIdentifier: Int] = [:]
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
      tellMissedMarks(of: take, messages)
    }
  }

  private mutating func tellMissedMarks(of take: TakeWriter, _ messages: Messages) {
    let tap = take.tap
    let count = tap.missedMarkCount
    let missed = count - (missedMarkCounts.updateValue(count, forKey: ObjectIdentifier(tap)) ?? 0)
    guard take.hasCueSheet, missed > 0 else { return }
    let what = missed == 1 ? "a mark was" : "\(missed) marks were"
    messages.print(
      Problem(
        "\(tap.address): \(what) left out, since nothing was recorded", severity: .warning,
        help: "\(tap.address).record begins a take"))
  }

  /// What there is to say of the sheet beside a take.
  private func tellSheet(_ name: String, _ report: TakeReport, _ messages: Messages) {
    if let error = report.cueSheetError {
      messages.print(
        Problem("\(name): \(error.description)", help: "the take itself is not affected"))
    }
    guard report.leftOutMarkCount > 0, let sheet = report.cueSheet else { return }
    let marks = report.leftOutMarkCount == 1 ? "mark" : "marks"
    messages.print(
      Problem(
        "\(name): \(sheet.shown) has \(report.trackCount) tracks, which is the most; \(report.leftOutMarkCount) more \(marks) are left out",
        severity: .warning, help: "\(name).split begins the next file"))
  }

  private func tell(
    _ name: String, _ report: TakeReport, _ rate: SampleRate, _ messages: Messages
  ) {
    let path = report.path.map { FilePath(bytes: $0.bytes).shown } ?? "nothing"
    tellSheet(name, report, messages)
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
    let sheet = report.cueSheet.map { ", \($0.shown)" } ?? ""
    messages.say("\(name): \(path), \(length)\(sheet)")
  }
}
