import CRealtime
import MixEngine

/// Renders as fast as it goes, on the calling thread: what files and takes get is what a live run
/// would have made, sample for sample.
///
/// Frame 0 of the render clock is the first frame that is given out. The renderer must have been
/// made offline, with one stereo output, and its graph be running.
public final class OfflineRender {
  /// Frames asked for at once: large, so that the driver's own work does not count.
  static let request = FrameBelt.pieceFrameCount

  /// Whether there is more than one processor to run on, so that threads make it faster.
  public static var hasProcessors: Bool { crt_processor_count() > 1 }

  private let renderer: Renderer
  /// Those whose frames are taken care of; a change of the session may bring more.
  public var takes: [TakeWriter]
  private let left = UnsafeMutablePointer<Float>.allocate(capacity: request)
  private let right = UnsafeMutablePointer<Float>.allocate(capacity: request)
  private var least: Int64 = 0
  private var stops: [Int64] = []
  /// Frames given out so far.
  public private(set) var frameCount: Int64 = 0
  /// Whoever plays along: called before every request with the frames given out, says where it wants
  /// to be called next, at the beginning of a quantum. Nil: it has nothing more to do. What it does
  /// acts from the next frame on, and nothing ends before it has done all.
  public var playsAlong: ((_ frame: Int64) -> Int64?)?
  /// Where it wants to be called next.
  private var nextStop: Int64?

  public init(_ renderer: Renderer, takes: [TakeWriter]) {
    precondition(renderer.isOffline, "an offline render needs an offline renderer")
    self.renderer = renderer
    self.takes = takes
    left.initialize(repeating: 0, count: Self.request)
    right.initialize(repeating: 0, count: Self.request)
  }

  deinit {
    left.deallocate()
    right.deallocate()
  }

  /// Renders until nothing can sound any more, or up to `limit`.
  ///
  /// - Parameters:
  ///   - limit: frames; nil: no limit.
  ///   - least: frames that are rendered even if nothing sounds any more, unless the limit comes
  ///     before.
  ///   - stops: frames, in order, at which a request begins: `isGoing` is asked there, and may change
  ///     what is rendered.
  ///   - isThreaded: whether `sink` is called on a thread of its own, while the next frames are
  ///     rendered. It sees the same frames.
  ///   - isGoing: asked before every request with the frames given out; false ends the render.
  ///   - sink: gets planar stereo; what it throws ends the render.
  public func run<Failure: Error>(
    limit: Int64? = nil, atLeast least: Int64 = 0, stoppingAt stops: [Int64] = [],
    isThreaded: Bool = false, while isGoing: (Int64) -> Bool = { _ in true },
    sink: (UnsafePointer<Float>, UnsafePointer<Float>, Int) throws(Failure) -> Void
  ) throws(Failure) {
    self.least = least
    self.stops = stops
    dropLead()
    if isThreaded {
      let belt = FrameBelt()
      var failure: Failure?
      let hasRun = withoutActuallyEscaping(sink) { sink in
        let isStarted = belt.start { left, right, count in
          do throws(Failure) { try sink(left, right, count) } catch {
            failure = error
            return false
          }
          return true
        }
        guard isStarted else { return false }
        run(limit, isGoing, belt)
        belt.finish()
        return true
      }
      if let failure { throw failure }
      if hasRun { return }
    }
    while isGoing(frameCount), let wanted = request(limit) {
      let (count, isLast) = render(left, right, wanted)
      if count > 0 { try sink(left, right, count) }
      frameCount += Int64(count)
      if isLast { break }
    }
  }

  private func run(_ limit: Int64?, _ isGoing: (Int64) -> Bool, _ belt: FrameBelt) {
    while isGoing(frameCount), let wanted = request(limit), let room = belt.room() {
      let (count, isLast) = render(room.left, room.right, wanted)
      belt.add(count)
      frameCount += Int64(count)
      if isLast { break }
    }
  }

  /// Frames to ask for next; nil: the limit has come.
  private func request(_ limit: Int64?) -> Int? {
    nextStop = playsAlong?(frameCount)
    let end = [limit, nextStop].compactMap { $0 }.min()
    // Small steps would be slow, and large ones would render far past the end.
    while let stop = stops.first, stop <= frameCount { stops.removeFirst() }
    guard let end = [end, stops.first].compactMap(\.self).min() else { return Self.request }
    if let limit, frameCount >= limit { return nil }
    return Int(min(Int64(Self.request), max(end - frameCount, 1)))
  }

  /// Renders some frames. Fewer of them count where nothing can sound any more: those are the last.
  private func render(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ wanted: Int
  ) -> (count: Int, isLast: Bool) {
    makeRoom(wanted)
    renderAll(left, right, wanted)
    guard nextStop == nil, let sounded = renderer.ending.endFrame,
      frameCount + Int64(wanted) >= least
    else { return (wanted, false) }
    let end = max(sounded, least)
    return (Int(min(max(end - frameCount, 0), Int64(wanted))), true)
  }

  /// What lies before frame 0 makes up for the latency of the whole.
  private func dropLead() {
    var before = -min(renderer.clock.frame, 0)
    while before > 0 {
      let count = Int(min(before, Int64(Self.request)))
      makeRoom(count)
      renderAll(left, right, count)
      before -= Int64(count)
    }
  }

  private func makeRoom(_ count: Int) {
    for take in takes where !take.tap.hasRoom(frameCount: count) { take.drain() }
  }

  private func renderAll(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    var channels = (left, right)
    withUnsafePointer(to: &channels) { pair in
      pair.withMemoryRebound(to: UnsafeMutablePointer<Float>.self, capacity: 2) {
        renderer.render(into: $0, frameCount: count)
      }
    }
    // Offline nobody listens to events; those who want them take them between requests.
  }
}
