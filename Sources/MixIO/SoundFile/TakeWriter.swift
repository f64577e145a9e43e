import CRealtime
import Glibc
import MixEngine
import Synchronization

/// Stores the takes of a recorder: each in a new file, frame for frame as it was rendered.
///
/// Live it has a thread of its own (`start`, `finish`); an offline driver may drain it inline
/// (`drain`, `finish`), which spares the thread. A file is created with the first frame of its take
/// and completed with the last: a take without frames leaves no file. When a disk is full or fails,
/// the file is completed with what it has, the rest of the take is left out, and the next take
/// tries again; nobody else is disturbed.
///
/// Control thread unless said otherwise; never the render thread.
public final class TakeWriter: @unchecked Sendable {
  public let tap: RecorderTap
  public let format: TakeFormat
  private let names: FileNamePattern
  private let clock: TakeClock
  private let ditherSeed: UInt64?
  /// Whether a cue sheet lies beside each file.
  public let hasCueSheet: Bool
  private let shared = Mutex(Shared())
  /// Set by the control thread, read by the writer thread.
  private let isStopping = Atomic<Bool>(false)
  private var thread: pthread_t?

  private struct Shared {
    var status = TakeStatus()
    var reports: [TakeReport] = []
  }

  // Writer thread only, or whoever drains.
  private var file: TakeFile?
  private var report: TakeReport?
  private var sheet: CueSheetFile?
  /// Frames of the take in the files before this one.
  private var takenFrameCount: Int64 = 0
  private var firstMoment = timespec()
  private var updated: Int64 = 0
  private let ring: FrameRing

  /// - Parameters:
  ///   - names: where files go; missing directories are made, existing files never touched.
  ///   - ditherSeed: nil: no dither. Integer encodings only.
  ///   - clock: how the fields of names are filled.
  public init(
    tap: RecorderTap, names: FileNamePattern, format: TakeFormat, ditherSeed: UInt64? = nil,
    clock: TakeClock = .live, hasCueSheet: Bool = false
  ) {
    self.tap = tap
    self.names = names
    self.format = format
    self.ditherSeed = ditherSeed
    self.clock = clock
    self.hasCueSheet = hasCueSheet
    ring = tap.ring
  }

  // MARK: Any thread

  /// How the present take stands.
  public var status: TakeStatus { shared.withLock { $0.status } }

  /// The files that were completed, or failed, since this was last asked; in the order of takes.
  public func takeReports() -> [TakeReport] {
    shared.withLock { shared in
      defer { shared.reports = [] }
      return shared.reports
    }
  }

  // MARK: Driving

  /// Starts the thread that writes. Once.
  public func start() {
    precondition(thread == nil, "the writer has been started")
    var thread = pthread_t()
    let error = pthread_create(
      &thread, nil,
      { argument in
        Unmanaged<TakeWriter>.fromOpaque(argument!).takeRetainedValue().run()
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
    precondition(error == 0, "no thread can be made")
    self.thread = thread
  }

  /// Stores all that is in the ring and completes the file. Call it when the tap is rendered no
  /// more; a take that still ran ends with the last frame rendered. Calling it twice does nothing.
  public func finish() {
    RenderThread.assertIsNotCurrent()
    isStopping.store(true, ordering: .sequentiallyConsistent)
    if let thread {
      tap.filled.signal()
      pthread_join(thread, nil)
      self.thread = nil
    } else {
      drain()
      completeFile(clips: tap.clippedSampleCount)
    }
  }

  /// Stores what is in the ring. For the driver of an offline render, instead of `start`.
  ///
  /// - Returns: frames taken out of the ring.
  @discardableResult public func drain() -> Int {
    RenderThread.assertIsNotCurrent()
    var total = 0
    while true {
      let end = ring.end
      let marker = ring.firstMarker
      let limit = min(marker?.position ?? end, end)
      if ring.position < limit {
        let piece = ring.contiguous(min(limit - ring.position, TakeWriter.piece))
        store(piece.start, frameCount: piece.frameCount)
        ring.drop(piece.frameCount)
        tap.drained.signal()
        total += piece.frameCount
      } else if let marker, marker.position <= ring.position {
        ring.dropMarker()
        tap.drained.signal()
        obey(marker)
      } else {
        break
      }
    }
    sheet?.update()
    updateFile()
    return total
  }

  /// Frames that are stored before room is given back.
  private static let piece = 1 << 15
  /// How long frames may wait for others to come, and how old a header may get.
  private static let milliseconds = 250

  private func run() {
    // Signals are for the main thread; and a limit on the size of files is an error, not an end.
    var signals = sigset_t()
    sigfillset(&signals)
    for signal in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP] {
      sigdelset(&signals, signal)
    }
    pthread_sigmask(SIG_SETMASK, &signals, nil)
    _ = crt_set_thread_name("take writer")
    let hasWork = { [self] in
      ring.used >= tap.batch || ring.hasMarker || isStopping.load(ordering: .acquiring)
    }
    while true {
      if report == nil {
        tap.filled.wait(until: hasWork)
      } else {
        _ = tap.filled.wait(milliseconds: TakeWriter.milliseconds, until: hasWork)
      }
      // Asked before draining: what was rendered before the stop is in the ring by then.
      let isLast = isStopping.load(ordering: .sequentiallyConsistent)
      drain()
      if isLast { return completeFile(clips: tap.clippedSampleCount) }
    }
  }

  // MARK: Writer

  private func obey(_ marker: FrameRing.Marker) {
    switch marker.kind {
    case .begin:
      completeFile(clips: 0)
      report = TakeReport(firstFrame: marker.frame)
      takenFrameCount = 0
      firstMoment = clock.moment(of: marker.frame, nanoseconds: marker.nanoseconds)
      openFile(at: firstMoment)
    case .gap:
      report?.gapFrameCount += Int64(marker.value)
      add(marker.value) { (file, _, count) throws(TakeError) in
        try file.writeSilence(frameCount: count)
      }
    case .mark:
      let frame = Int64(marker.fileFrame) - takenFrameCount
      sheet?.add(at: frame, title: tap.titles[marker.value])
    case .end:
      completeFile(clips: marker.value)
    }
  }

  private func store(_ frames: UnsafeRawPointer, frameCount: Int) {
    let format = ring.format
    add(frameCount) { (file, offset, count) throws(TakeError) in
      switch format {
      case .float:
        let from = frames.assumingMemoryBound(to: Float.self) + 2 * offset
        try file.write(from, frameCount: count)
      case .integer16:
        let from = frames.assumingMemoryBound(to: Int16.self) + 2 * offset
        try file.write(from, frameCount: count)
      }
    }
  }

  /// Adds frames to the file, and goes on in a next one where the kind of file holds no more. After
  /// an error the file is completed and the rest of the take goes without one.
  private func add(
    _ frameCount: Int, _ body: (TakeFile, _ offset: Int, _ count: Int) throws(TakeError) -> Void
  ) {
    var done = 0
    while done < frameCount, let file {
      let room = format.maximumFrameCount - file.frameCount
      guard room > 0 else {
        openNextFile(after: file.frameCount)
        continue
      }
      let count = Int(min(Int64(frameCount - done), room))
      let before = file.frameCount
      do throws(TakeError) {
        try body(file, done, count)
        done += count
      } catch {
        done += Int(file.frameCount - before)
        closeFile(error)
      }
    }
    report?.missingFrameCount += Int64(frameCount - done)
  }

  private func openNextFile(after frameCount: Int64) {
    guard let firstFrame = report?.firstFrame else { return }
    completeFile(clips: 0)
    report = TakeReport(firstFrame: firstFrame + frameCount)
    takenFrameCount += frameCount
    firstMoment = TakeClock.moment(firstMoment, plus: frameCount, at: format.sampleRate)
    openFile(at: firstMoment)
  }

  private func openFile(at moment: timespec) {
    do throws(TakeError) {
      let output: OutputFile
      do { output = try createFile(names.path(at: moment)) } catch { throw .storage(error) }
      do throws(TakeError) {
        file = try TakeFile(
          output, format: format, dither: ditherSeed.map { TakeDither(seed: $0) })
      } catch {
        // It has taken its file away.
        removeSheet()
        throw error
      }
      report?.path = output.path
      updated = crt_monotonic_ns()
    } catch {
      report?.error = error
    }
    publish()
  }

  /// Creates the file of a take, and its sheet: both have the same name.
  private func createFile(_ path: FilePath) throws(StorageError) -> OutputFile {
    guard hasCueSheet else { return try OutputFile.createNew(path) }
    let (output, other) = try OutputFile.createNew(path, beside: "cue")
    switch other {
    case .success(let file):
      sheet = CueSheetFile(
        file, CueSheet(of: output.path, kind: format.kind, sampleRate: format.sampleRate))
    case .failure(let error): report?.cueSheetError = error
    }
    return output
  }

  private func removeSheet() {
    sheet?.remove()
    sheet = nil
  }

  /// Completes the sheet, or takes it away where its file has no frames.
  private func closeSheet(at frameCount: Int64) {
    if frameCount == 0 { return removeSheet() }
    guard let sheet else { return }
    sheet.end(at: frameCount)
    report?.cueSheet = sheet.path
    report?.trackCount = sheet.sheet.trackCount
    report?.leftOutMarkCount = sheet.sheet.leftOutCount
    report?.cueSheetError = sheet.failure
    self.sheet = nil
  }

  private func closeFile(_ error: TakeError?) {
    guard let file else { return }
    self.file = nil
    let late = file.close()
    report?.error = error ?? late
    if file.frameCount == 0 {
      // Nothing but a header, which would only be in the way.
      file.file.remove()
      report?.path = nil
    }
    closeSheet(at: file.frameCount)
    report?.frameCount = file.frameCount
    report?.clippedSampleCount = file.clippedSampleCount
    publish()
  }

  /// The take is over: its report can be read.
  ///
  /// - Parameter clips: samples that the render thread has clipped.
  private func completeFile(clips: Int) {
    guard report != nil else { return }
    closeFile(nil)
    if ring.format == .integer16 { report?.clippedSampleCount = clips }
    guard let done = report else { return }
    report = nil
    shared.withLock {
      $0.reports.append(done)
      $0.status = TakeStatus(finishedCount: $0.status.finishedCount + 1)
    }
  }

  private func updateFile() {
    guard let file else { return }
    let now = crt_monotonic_ns()
    if now - updated >= Int64(TakeWriter.milliseconds) * 1_000_000 {
      file.update()
      updated = now
    }
    publish()
  }

  private func publish() {
    guard let report else { return }
    let isTapCounting = ring.format == .integer16
    let clips = isTapCounting ? tap.clippedSampleCount : file?.clippedSampleCount ?? 0
    let frames = file?.frameCount ?? report.frameCount
    let path = file == nil ? nil : report.path
    shared.withLock {
      $0.status.path = path
      $0.status.frameCount = frames
      $0.status.clippedSampleCount = clips
      $0.status.gapFrameCount = report.gapFrameCount
      $0.status.error = report.error
    }
  }
}
